"""The methods of Bayesian comparison and the analyses beside the comparison."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import Any

import evenkeel
from evenkeel.bayesian.registry import BAYES_METHODS, BayesMethod
from evenkeel.comparison.analyses.registry import ANALYSES, FILE_ANALYSES, Analysis
from evenkeel.text import escape_markdown as plain
from pages import method_pictures as draw
from pages.docstrings import references, sentences
from pages.method import Method, Option, options_of, public_name, published

#: What docs/calibration.md has of an analysis: words of its summary, and its tables.
_MEASURED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "aggregates": (("`runs.aggregates`",), ()),
    "bayes": (("Bayesian decisions",), ()),
    "bayes-runs": (("Bayesian decisions",), ()),
    "contrast": ((), ()),
    "curves": ((), ()),
    "effect": (("Intervals of effect sizes",), ()),
    "equivalence": (("Tests of equivalence",), ("All pairs of three",)),
    "profiles": (("`runs.profiles`",), ("Coverage of 95% bounds",)),
    "rank-sets": (("confidence sets for ranks",), ("Simultaneous coverage",)),
    "run-effect": (("Intervals of effect sizes",), ("A12 of runs",)),
    "stability": (("intervals of strengths",), ()),
    "strengths": (("intervals of strengths",), ()),
    "targets": ((), ()),
}
#: Analyses of files that have a page, and their function for tables; the others have guides.
OF_FILES: dict[str, Callable[..., Any]] = {
    "joint": evenkeel.comparison.joint_measures,
    "tree": evenkeel.stability.problem_tree,
}
#: What its tables call it, where that is not its title.
_ROWS = {
    "contrast": ("Contrasts",),
    "concordance": ("Kendall's W",),
    "stability": ("Average rank",),
}


def bayes_methods() -> Iterator[Method]:
    """One page for each method of Bayesian comparison."""
    for method in BAYES_METHODS:
        runs = method.takes == "runs"
        share = ", test_share=0.1" if runs else ""
        command = "bayes-runs runs.csv" if runs else "bayes results.csv"
        yield Method(
            "bayes",
            method.name,
            title=method.title,
            meaning=plain(f"Gives the probability that {method.meaning}."),
            facts=tuple(_bayes_facts(method)),
            call=f'evenkeel.bayes({method.takes}, rope=0.01, method="{method.name}"{share})',
            command=f"evenkeel {command} --better higher --rope 0.01 --method {method.name}"
            + (" --test-share 0.1" if runs else ""),
            reference=published(method.reference),
            picture=draw.of_posterior(method),
            aliases=method.aliases,
            options=options_of(evenkeel.bayes),
            rows=(method.title,),
            remarks=("Bayesian decisions",),
        )


def _bayes_facts(method: BayesMethod) -> Iterator[tuple[str, str]]:
    yield "Hypotheses", "no null hypothesis and no p-value; three regions have probabilities."
    takes = {"results": "a table of results.", "runs": "runs, as of cross validations."}
    yield "Takes", takes[method.takes]
    yield "Prior", plain(f"{method.prior(method.strength or 0.0, 'rope', True)}.")
    yield (
        "Computed",
        "by draws, with a Monte Carlo error that is said."
        if method.sampled
        else "without random numbers.",
    )
    yield "Error rates", "a posterior probability bounds none."


def analyses() -> Iterator[Method]:
    """One page for each analysis."""
    for analysis in (*ANALYSES, *(FILE_ANALYSES.lookup(name) for name in OF_FILES)):
        function = OF_FILES.get(analysis.name) or function_of(analysis)
        remarks, tables = _MEASURED.get(analysis.name, ((), ()))
        yield Method(
            "analyses",
            analysis.name,
            title=analysis.title,
            meaning=plain(analysis.summary),
            facts=tuple(_analysis_facts(analysis, function)),
            call=_call(analysis),
            command="\n".join(f"evenkeel {example}" for example in analysis.examples),
            reference=references(function),
            picture=draw.of_analysis(analysis),
            aliases=analysis.aliases,
            options=tuple(
                Option(option.name, f"`{option.default!r}`", plain(option.help))
                for option in analysis.options
            ),
            rows=_ROWS.get(analysis.name, ()),
            tables=tables,
            remarks=remarks,
            errata=(analysis.title,),
        )


def _call(analysis: Analysis) -> str:
    if analysis.name in OF_FILES:
        given = "tables" if analysis.takes == "measures" else "table, features"
        return f"{public_name(OF_FILES[analysis.name])}({given})"
    return f"{analysis.call}({', '.join((analysis.takes, *_needed(analysis)))})"


def function_of(analysis: Analysis) -> Callable[..., Any]:
    """The function that carries an analysis out."""
    module, name = analysis.function.split(":")
    function: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return function


def _needed(analysis: Analysis) -> Iterator[str]:
    return (f"{option.name}=..." for option in analysis.options if option.required)


def _analysis_facts(analysis: Analysis, function: Callable[..., Any]) -> Iterator[tuple[str, str]]:
    hypotheses = sentences(function, "ull hypothes", "no hypothes")
    yield "Hypotheses", " ".join(hypotheses) or "none: it estimates, and tests nothing."
    supposed = sentences(function, "suppose", "independent", "sample of")
    if supposed:
        yield "Supposes", " ".join(supposed[:3])
    takes = {"results": "a table of results.", "runs": "runs, many a cell."}
    yield "Takes", takes.get(analysis.takes, plain(analysis.files))
