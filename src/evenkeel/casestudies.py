"""The case studies of the source documents, bundled with evenkeel."""

from __future__ import annotations

import csv
from dataclasses import replace
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from evenkeel.errors import choice
from evenkeel.result import Result, ResultList
from evenkeel.tables.faults import Origin
from evenkeel.tables.results import Better, Results
from evenkeel.tables.system import check_polars

if TYPE_CHECKING:
    from evenkeel.tables.runs import Runs

__all__ = ["Case", "Cases", "RunsCase", "cases", "load", "load_runs", "runs_cases"]


class Case(Result):
    """A bundled table of results: what it is, where it comes from, what was mended in it."""

    name: str
    title: str
    problems: int
    algorithms: int
    better: Better
    source: str
    mended: str = "nothing"


class Cases(ResultList[Case]):
    """The bundled tables of results."""


class RunsCase(Result):
    """A bundled table of runs: what it is, and how it was made; `runs` is their number per cell."""

    name: str
    title: str
    problems: int
    algorithms: int
    runs: int
    better: Better
    source: str


_DERRAC = "Derrac et al. (2011), doi:10.1016/j.swevo.2011.02.002"
_GARCIA_2008 = "Garcia and Herrera (2008), JMLR 9:2677-2694"
_GARCIA_2010 = "Garcia et al. (2010), doi:10.1016/j.ins.2009.12.010"
_CARRASCO = (
    "Carrasco et al. (2020), doi:10.1016/j.swevo.2020.100665: means of 51 runs sent to the "
    "competition, from the runs in their R package rNPBST"
)
_DIETTERICH = "Dietterich (2000), doi:10.1023/A:1007607513941"

_CASES = (
    Case(
        "cec2005",
        "Mean error of nine optimisers on the CEC'2005 functions in dimension 10",
        25,
        9,
        "lower",
        f"{_DERRAC}, Table 1",
        "nine cells: the exponents of F13 (six cells), of F1, SS-BLX and of F7, PSO; the first "
        "digit of F23, IPOP-CMA-ES",
    ),
    Case(
        "cec2005_ties",
        "The CEC'2005 study with the ties below 1e-8 that its Table 11 was computed with",
        25,
        9,
        "lower",
        f"{_DERRAC}, Table 1",
        "as in cec2005, and the ties of F1, F2 and F5",
    ),
    *(
        Case(
            f"cec2017_{dimension}",
            f"Mean error of fourteen optimisers on the CEC'2017 functions in dimension {dimension}",
            29,
            14,
            "lower",
            _CARRASCO,
        )
        for dimension in (10, 30, 50, 100)
    ),
    Case(
        "demsar2006",
        "AUC of C4.5 with tuned pruning and leaf size on fourteen data sets",
        14,
        4,
        "higher",
        "Demsar (2006), JMLR 7:1-30, Table 6",
    ),
    Case(
        "dietterich2000",
        "Error rate of C4.5 and three ensembles of it on thirty-three data sets",
        33,
        4,
        "lower",
        _DIETTERICH,
    ),
    Case(
        "dietterich2000_halfwidth",
        "Half width of the confidence intervals of the dietterich2000 error rates",
        33,
        4,
        "lower",
        _DIETTERICH,
    ),
    Case(
        "garcia2008",
        "Accuracy of five classifiers on thirty data sets",
        30,
        5,
        "higher",
        f"{_GARCIA_2008}, Table 2",
    ),
    Case(
        "garcia2010",
        "Accuracy of four classifiers on twenty-four data sets",
        24,
        4,
        "higher",
        f"{_GARCIA_2010}, printed with three decimals",
    ),
    Case(
        "motivation",
        "Accuracy in per cent of seven algorithms on thirty data sets, for teaching",
        30,
        7,
        "higher",
        "Garcia and Herrera, lecture slides on nonparametric tests",
    ),
    Case(
        "toy",
        "Error of four algorithms on four problems, the worked example of the three rankings",
        4,
        4,
        "lower",
        f"{_DERRAC}, Table 7",
    ),
)


def cases() -> Cases:
    """List the bundled case studies.

    Examples
    --------
    >>> import evenkeel
    >>> for case in evenkeel.cases()[:2]:
    ...     print(case.name, case.problems, "x", case.algorithms, case.better)
    cec2005 25 x 9 lower
    cec2005_ties 25 x 9 lower
    """
    return Cases(_CASES)


def load(name: str) -> Results:
    """Load a bundled case study by its name.

    Examples
    --------
    >>> import evenkeel
    >>> evenkeel.load("toy")
    Results: 4 problems x 4 algorithms, lower is better
            A      B      C      D
    P1  2.711  3.147  2.515  2.612
    P2  7.832  9.828  7.832  7.921
    P3  0.012  0.532  0.122  0.005
    P4  3.431  4.111  3.401  3.401
    """
    known = {case.name: case for case in _CASES}
    choice(name, known, "case study")
    # Its form is known, so that what `read` finds out about a table need not be imported.
    file = resources.files("evenkeel") / "data" / f"{name}.csv"
    (_, *algorithms), *rows = csv.reader(file.read_text(encoding="utf-8").splitlines())
    return Results(
        np.array([[float(cell) for cell in cells] for _, *cells in rows]),
        tuple(problem for problem, *_ in rows),
        tuple(algorithms),
        better=known[name].better,
        origin=Origin(
            f"case study {name!r}", "csv", "wide", separator=",", decimal=".", encoding="utf-8"
        ),
    )


_RUNS_CASES = (
    RunsCase(
        "scipy_optimisers",
        "Error of seven optimisers of scipy on twelve functions of five variables",
        12,
        7,
        30,
        "lower",
        "made with scipy 1.17.1 by tools/make_runs_case.py: at most 3000 evaluations per run, "
        "which ends when the error falls to 1e-8; run r begins at the same point for all",
    ),
)


def runs_cases() -> tuple[RunsCase, ...]:
    """List the bundled case studies that hold many runs per cell.

    Examples
    --------
    >>> from evenkeel.casestudies import runs_cases
    >>> for case in runs_cases():
    ...     print(case.name, case.problems, "x", case.algorithms, "x", case.runs, case.better)
    scipy_optimisers 12 x 7 x 30 lower
    """
    return _RUNS_CASES


def load_runs(name: str) -> Runs:
    """Load a bundled case study of runs by its name.

    Examples
    --------
    >>> import evenkeel
    >>> evenkeel.load_runs("scipy_optimisers")
    Runs: 12 problems x 7 algorithms, 30 runs per cell, lower is better
    """
    import polars as pl

    from evenkeel.tables.reading import read_runs

    known = {case.name: case for case in _RUNS_CASES}
    choice(name, known, "case study of runs")
    check_polars("a table of runs")
    file = resources.files("evenkeel") / "data" / f"{name}_runs.csv"
    with resources.as_file(file) as path:
        table = pl.read_csv(path)
    runs = read_runs(table, better=known[name].better)
    origin = replace(runs.origin, description=f"case study {name!r}", format="csv")
    return replace(runs, origin=origin)


def load_any(name: str) -> Results | Runs:
    """Load a bundled case study by its name, of results or of runs.

    Examples
    --------
    >>> from evenkeel.casestudies import load_any
    >>> load_any("scipy_optimisers")
    Runs: 12 problems x 7 algorithms, 30 runs per cell, lower is better
    """
    return load_runs(name) if name in {case.name for case in _RUNS_CASES} else load(name)
