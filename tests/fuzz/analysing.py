"""Target of the analyses beside the comparison: each with options that mostly fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

import evenkeel
from evenkeel.comparison.analyses.registry import ANALYSES, Analysis, AnalysisOption
from fuzz import tables
from fuzz.choices import Choices
from fuzz.computing import RENDERERS

RUNS, STEPS = 4, 3
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
        taken = meant.results() if analysis.takes == "results" else runs_of(meant, steps(analysis))
        result = analysis.run(taken, analysis.parsed(texts))
    except evenkeel.EvenkeelError:
        return False
    assert choices.of(RENDERERS)(result.report())
    return True


def steps(analysis: Analysis) -> int:
    """How many steps the runs have that it takes."""
    return STEPS if analysis.curves else 0


def drawn(choices: Choices) -> Analysis:
    """An analysis; the one that integrates for a second less often."""
    analysis = choices.of(list(ANALYSES))
    return choices.of(list(ANALYSES)) if analysis.name == "bayes-runs" else analysis


def runs_of(meant: tables.Draft, steps: int = 0) -> evenkeel.Runs:
    """The runs of which a table is made, or with steps their courses."""
    rows = [
        (algorithm, problem, run, step, tables.run_value(meant.values[i][j], run, step))
        for i, problem in enumerate(meant.problems)
        for j, algorithm in enumerate(meant.algorithms)
        for run in range(1, RUNS + 1)
        for step in range(1, max(steps, 1) + 1)
    ]
    names = ["algorithm", "problem", "run", "step", "value"]
    frame = pl.DataFrame(rows, schema=names, orient="row")
    return evenkeel.read_runs(frame if steps else frame.drop("step"), better=meant.better)


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


def text_of(choices: Choices, option: AnalysisOption) -> str:
    """One of its menu, or a number."""
    if option.name in ALWAYS:
        return choices.of(ALWAYS[option.name])
    if option.menu:
        return choices.of(option.menu)
    if option.kind == "number":
        return choices.of(SHARES if option.most == 1 else (*NUMBERS, *option.choices))
    return choices.of(("1", "0", str(2**70)))


def _text(choices: Choices, option: AnalysisOption, meant: tables.Draft) -> str:
    if option.menu or option.kind != "text":
        return text_of(choices, option)
    fitting: dict[str, tuple[Any, ...]] = {
        "control": ("best", *meant.algorithms),
        "problem": meant.problems,
        "adjust": ("holm", "hommel", "bonferroni"),
        "procedure": ("holm", "hommel"),
        "zero": ("worst", "0"),
        "one": ("best", "1"),
        "at": ("1", "2,3"),
        "targets": ("0.5,0.1", "1e9"),
        "limits": ("-1e9,1e9", "0,100"),
    }
    return str(choices.of(fitting.get(option.name, meant.algorithms)))
