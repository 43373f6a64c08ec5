"""Target of the analyses beside the comparison: each with options that mostly fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import evenkeel
from evenkeel.comparison.analyses.registry import ANALYSES, Analysis, AnalysisOption
from fuzz import tables
from fuzz.choices import Choices
from fuzz.computing import RENDERERS
from runs_examples import make_runs

RUNS = 4
NUMBERS = ("0.01", "0.5", "1", "100", "1e-6", "1e6")
SHARES = ("0.05", "0.5", "0.95", "0.1", "1e-9", "0.9999999999999999")
ODD = ("", "x", "nan", "-1", "1e400", "inf", "0", "1", "no such", "\ud800", "9" * 5000)
ALWAYS = {"resamples": ("19", "1", "2")}  # for the usual ones take long


def analyses(choices: Choices, place: Path) -> bool:
    """An analysis gives a report in any format, or is refused with a message."""
    meant = tables.draft(choices, tables.EXTREME if choices.spoil else tables.NUMBERS)
    analysis = drawn(choices)
    texts = texts_of(choices, analysis, meant)
    try:
        data = meant.results() if analysis.takes == "results" else runs_of(meant)
        result = analysis.run(data, analysis.parsed(texts))
    except evenkeel.EvenkeelError:
        return False
    assert choices.of(RENDERERS)(result.report())
    return True


def drawn(choices: Choices) -> Analysis:
    """An analysis; the one that integrates for a second less often."""
    analysis = choices.of(list(ANALYSES))
    return choices.of(list(ANALYSES)) if analysis.name == "bayes-runs" else analysis


def runs_of(meant: tables.Draft) -> evenkeel.Runs:
    """The runs of which a table is made."""
    cells = {
        (algorithm, problem): [tables.run_value(meant.values[i][j], r + 1) for r in range(RUNS)]
        for i, problem in enumerate(meant.problems)
        for j, algorithm in enumerate(meant.algorithms)
    }
    return make_runs(cells, better=meant.better)


def texts_of(choices: Choices, analysis: Analysis, meant: tables.Draft) -> dict[str, str]:
    """Options as they are typed: those that must be given, some of the others."""
    texts = {
        option.name: _text(choices, option, meant)
        for option in analysis.options
        if option.required or option.name in ALWAYS or choices.rarely()
    }
    if "first" in texts or "second" in texts:  # both, and no control
        texts |= {"first": meant.algorithms[0], "second": meant.algorithms[1]}
        texts.pop("control", None)
    if analysis.name == "bayes-runs":  # one problem for the one method, all for the other
        texts.pop("problem", None)
        if texts["method"] == "correlated-t":
            texts["problem"] = meant.problems[0]
    if choices.spoil and choices.rarely(2):
        texts[choices.of(analysis.options).name] = choices.of(ODD)
    return texts


def _text(choices: Choices, option: AnalysisOption, meant: tables.Draft) -> str:
    if option.name in ALWAYS:
        return choices.of(ALWAYS[option.name])
    if option.menu:
        return choices.of(option.menu)
    if option.kind == "number":
        return choices.of(SHARES if option.most == 1 else (*NUMBERS, *option.choices))
    if option.kind == "count":
        return choices.of(("1", "0", str(2**70)))
    fitting: dict[str, tuple[Any, ...]] = {
        "control": ("best", *meant.algorithms),
        "problem": meant.problems,
        "adjust": ("holm", "hommel", "bonferroni"),
        "procedure": ("holm", "hommel"),
        "zero": ("worst", "0"),
        "one": ("best", "1"),
    }
    return str(choices.of(fitting.get(option.name, meant.algorithms)))
