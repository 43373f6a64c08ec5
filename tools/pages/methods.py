"""One page per method: what the registries know, joined with the part that is written by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

from evenkeel.claims.reproduction.registry import Erratum
from evenkeel.errors import InputError
from evenkeel.plot import figure_svg
from pages.errata_of_methods import errata_of
from pages.measured import measured
from pages.method import Method
from pages.registered_analyses import analyses, bayes_methods
from pages.registered_methods import effect_sizes, laws, omnibus_tests, procedures, rankings
from pages.tests_of_pairs import tests_of_pairs
from pages.tests_of_runs import tests_of_runs

#: Where the parts lie that are written by hand; their links are those of the pages they become.
HAND = Path(__file__).parents[2] / "docs" / "methods"

#: The sections of such a part, in this order.
SECTIONS = ("Formula", "By hand", "By call", "When not to use it")

#: The kinds in the order of the analysis, each with a sentence.
KINDS = {
    "rankings": ("Rankings", "How the algorithms are put in order: `ranking=`, `--ranking`."),
    "omnibus": ("Omnibus tests", "Whether the algorithms differ at all: `evenkeel test NAME`."),
    "laws": ("P-values of pairs", "From a table to raw p-values: `method=`, `--method`."),
    "procedures": ("Procedures", "From raw to adjusted p-values: `adjust=`, `--adjust`."),
    "pairs": ("Tests of two algorithms", "Over many problems, and a control against the rest."),
    "effect-sizes": ("Effect sizes", "How large a difference is: `size=`, `--size`."),
    "bayes": ("Bayesian comparison", "How probable a difference is: `bayes(method=)`."),
    "analyses": ("Analyses", "What can be asked beside the comparison."),
    "runs": ("Tests of runs", "Many runs of one problem, conditions, folds of one data set."),
}


@cache
def methods() -> tuple[Method, ...]:
    """Every method of which there is a page, by kind."""
    return (
        *rankings(),
        *omnibus_tests(),
        *laws(),
        *procedures(),
        *tests_of_pairs(),
        *effect_sizes(),
        *bayes_methods(),
        *analyses(),
        *tests_of_runs(),
    )


def faults() -> list[str]:
    """What is wrong with the parts that are written by hand, each with its remedy."""
    return [*_missing(), *_unregistered()]


def pages() -> dict[str, str]:
    """The pages and their pictures, by their names under docs/made."""
    wrong = faults()
    if wrong:
        raise InputError("the pages of methods cannot be made:\n" + "\n".join(wrong))
    touched = errata_of(methods())
    of_kind = {kind: list(some) for kind, some in groupby(methods(), lambda method: method.kind)}
    made = {"methods/index.md": _index(of_kind)}
    made |= {f"methods/{kind}/index.md": _kind_page(kind, some) for kind, some in of_kind.items()}
    for method in methods():
        made[f"methods/{method.place}.md"] = _page(method, touched[method.place])
        made[f"methods/{_picture_file(method)}"] = _drawn(method)
    return made


def _missing() -> Iterator[str]:
    for method in methods():
        path = HAND / f"{method.place}.md"
        named = f"docs/methods/{method.place}.md"
        if not path.exists():
            sections = ", ".join(f"'## {title}'" for title in SECTIONS)
            yield f"{named} is missing; write it with the sections {sections}"
            continue
        found = tuple(re.findall(r"^##? (.+)$", _without_code(_hand(method)), re.MULTILINE))
        if found != SECTIONS:
            yield (
                f"{named} has the headings {', '.join(found) or 'none'}; it needs exactly "
                f"{', '.join(SECTIONS)}, in this order"
            )


def _unregistered() -> Iterator[str]:
    known = {f"{method.place}.md" for method in methods()}
    for path in sorted(HAND.glob("*/*.md")):
        place = path.relative_to(HAND).as_posix()
        if place not in known:
            yield f"docs/methods/{place} is about no method that is registered; remove or rename it"


def _hand(method: Method) -> str:
    return (HAND / f"{method.place}.md").read_text(encoding="utf-8")


def _without_code(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def _page(method: Method, touching: list[Erratum]) -> str:
    return "\n\n".join(
        [
            f"# {method.title}",
            method.meaning,
            "## Hypotheses and assumptions",
            "\n".join(f"- **{label}**: {text}" for label, text in method.facts),
            "## Names and options",
            _called(method),
            _hand(method).strip(),
            "## Picture",
            f"![{method.picture.words}](../{_picture_file(method)})",
            method.picture.words,
            "## What was measured",
            measured(method),
            *_errata(touching),
            "## Reference",
            method.reference,
        ]
    )


def _drawn(method: Method) -> str:
    return figure_svg(method.picture.draw())


def _picture_file(method: Method) -> str:
    return f"pictures/{method.place.replace('/', '-')}.svg"


def _called(method: Method) -> str:
    lines = ["```text", f"Python:  {method.call}"]
    for command in method.command.splitlines():
        lines.append(f"Command: {command}")
    parts = ["\n".join([*lines, "```"])]
    if method.aliases:
        parts.append(f"Other names: {', '.join(f'`{alias}`' for alias in method.aliases)}.")
    if method.options:
        rows = [f"| `{o.name}` | {o.default} | {o.meaning} |" for o in method.options]
        parts.append("\n".join(["| Option | Default | Meaning |", "| --- | --- | --- |", *rows]))
    return "\n\n".join(parts)


def _errata(touching: list[Erratum]) -> Iterator[str]:
    if touching:
        yield "## Errata"
        yield "Misprints of the source documents that touch it ([all errata](../../errata.md)):"
        yield "\n".join(
            f"- [{erratum.number}](#erratum-{erratum.number}): {_code(erratum.where)}. "
            f"Printed: {_code(erratum.printed)}. Correct: {_code(erratum.correct)}."
            for erratum in touching
        )


def _code(text: str) -> str:
    return text.replace("*", "\\*").replace("_", "\\_").replace("|", "\\|").replace("$", "\\$")


def _index(of_kind: dict[str, list[Method]]) -> str:
    parts = [
        "# Methods",
        "Every method that is registered has a page: what it tests, its formula, an example by "
        "hand and by call, a picture, when not to use it, what was measured, and where it was "
        "published. The names are those that options take.",
    ]
    for kind, members in of_kind.items():
        title, sentence = KINDS[kind]
        links = ", ".join(f"[{method.name}]({method.place}.md)" for method in members)
        parts.append(f"**[{title}]({kind}/index.md).** {sentence} {links}.")
    return "\n\n".join([*parts, _toctree(f"{kind}/index" for kind in of_kind)]) + "\n"


def _kind_page(kind: str, members: list[Method]) -> str:
    title, sentence = KINDS[kind]
    rows = [f"| [{m.name}]({m.name}.md) | {m.title} | {m.meaning} |" for m in members]
    table = "\n".join(["| Name | Title | Meaning |", "| --- | --- | --- |", *rows])
    return "\n\n".join([f"# {title}", sentence, table, _toctree(m.name for m in members)]) + "\n"


def _toctree(names: Iterable[str]) -> str:
    return "\n".join(["```{toctree}", ":hidden:", "", *names, "```"])
