"""conditions(): are parametric tests safe for these runs? Independence, normality, variances.

Long because the tests, the verdict and its notes are one subject.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

import numpy as np
from scipy.special import bdtrc

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.errors import Message, Option, choice, fraction
from evenkeel.result import Result, hidden
from evenkeel.runs.cells import Cells, gather
from evenkeel.runs.k_samples import Centre, levene
from evenkeel.runs.normality import (
    LILLIEFORS_BOUNDS,
    SHAPIRO_LIMIT,
    Tested,
    dagostino_pearson,
    lilliefors,
    shapiro_wilk,
)
from evenkeel.runs.problem_tests import DESIGNS, Design, valid_tests

if TYPE_CHECKING:
    from evenkeel.report.document import Document
    from evenkeel.tables.runs import Runs

Example = tuple[str, str, float, FloatArray]
Verdict = Literal["not fulfilled", "not contradicted", "cannot be checked"]

_NOT_SAID = Message(
    "The design was not given, and no test on the values can replace it; say "
    "how the runs were made, for example with ",
    Option("design", "k-fold"),
    f": {', '.join(DESIGNS)}.",
)

#: Name, least number of runs and function of each test of normality.
NORMALITY: dict[str, tuple[str, int, Callable[[FloatArray], Tested]]] = {
    "lilliefors": ("Kolmogorov-Smirnov with Lilliefors' correction", 4, lilliefors),
    "shapiro-wilk": ("Shapiro-Wilk", 3, shapiro_wilk),
    "dagostino-pearson": ("D'Agostino-Pearson", 8, dagostino_pearson),
}
#: Name and centre of each test of equal variances.
VARIANCES: dict[str, tuple[str, Centre]] = {
    "levene": ("Levene (based on means)", "mean"),
    "brown-forsythe": ("Brown-Forsythe (based on medians)", "median"),
}
#: The tests that the verdict rests on.
DECISIVE = ("lilliefors", "shapiro-wilk", "brown-forsythe")
LEAST_RUNS = 3  # in some cell, or nothing can be tested
_ENOUGH_RUNS = 50


class ConditionTest(Result):
    """One test of a condition: of every cell (normality) or of every problem (variances).

    Attributes
    ----------
    name, title : str
        ``"shapiro-wilk"`` and so on, and the name to print.
    statistic, pvalue : ndarray, shape (n, k) or (n,)
        NaN where the test is not possible.
    problems : tuple of str
        The n problems.
    algorithms : tuple of str
        The k algorithms of the cells; none for a test of the variances, which takes all together.
    """

    name: str
    title: str
    statistic: FloatArray
    pvalue: FloatArray
    problems: tuple[str, ...]
    algorithms: tuple[str, ...] = ()

    @property
    def tested(self) -> int:
        """How many cells or problems could be tested."""
        return int(np.isfinite(self.pvalue).sum())

    def rejected(self, alpha: float) -> BoolArray:
        """Where the condition is rejected: p-value <= alpha."""
        rejected: BoolArray = self.pvalue <= fraction(alpha, "alpha")
        return rejected


class Conditions(Result):
    """Whether the runs fulfil the conditions for parametric tests.

    Attributes
    ----------
    algorithms, problems : tuple of str
        The k algorithms and n problems.
    counts : ndarray, shape (n, k)
        How many runs each cell has.
    alpha : float
        The level of every single test.
    design : str or None
        How the runs were made, as it was given.
    independence : str
        What the design says about independence. It is a remark, not a test.
    normality : dict of str to ConditionTest
        ``"lilliefors"``, ``"shapiro-wilk"`` and ``"dagostino-pearson"``, (n, k) each.
    variances : dict of str to ConditionTest
        ``"levene"`` and ``"brown-forsythe"``, (n,) each.
    verdict : {"not fulfilled", "not contradicted", "cannot be checked"}
        The answer for the whole table.
    reason : str
        Why, in words.
    notes : tuple of str
        What could not be tested, and how far the p-values can be trusted.
    examples : tuple of tuples
        Algorithm, problem, p-value and runs of the cells with the smallest and the largest p-value
        of Shapiro and Wilk's test, whose histograms and Q-Q pictures stand in the report.
    """

    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    counts: IntArray
    alpha: float
    design: Design | None
    independence: str
    normality: dict[str, ConditionTest]
    variances: dict[str, ConditionTest]
    verdict: Verdict
    reason: str
    notes: tuple[str, ...]
    examples: tuple[Example, ...] = hidden(default=())

    def __str__(self) -> str:
        return f"Conditions for parametric tests: {self.verdict}. {self.reason}"

    def report(self, *, full: bool = False) -> Document:
        """The verdict and the tables of all tests, in the order of the documents.

        There is a table ``"conditions-lilliefors"`` and so on for each test of normality
        (algorithms x problems), and ``"conditions-variances"`` (both tests x problems). With `full`
        they have the p-values at full precision instead of the documents' two decimals,
        ``* (.00)``.
        """
        return self._built(full=full)


def conditions(runs: Runs, *, alpha: float = 0.05, design: Design | None = None) -> Conditions:
    """Check whether the runs fulfil the conditions for the safe use of parametric tests.

    Normality, each cell: H0, the runs come from a normal distribution; H1, they do not. Equal
    variances, each problem: H0, all algorithms have the same variance; H1, they do not. The
    independence of the runs follows from how they were made; no test of the values can show it.

    The statistics are D of Kolmogorov and Smirnov with Lilliefors' correction, W of Shapiro and
    Wilk, K^2 of D'Agostino and Pearson, and F of the analysis of variance of ``|x - centre|``
    (Levene with the mean of the cell, Brown and Forsythe with the median).

    The verdict is ``"not fulfilled"`` if the design rules out independence, or if chance does not
    explain the rejections of a condition: one p-value times the number of tests of the condition
    is at most `alpha`, or it is rejected in more than twice the share `alpha` of the cells
    (problems) and so often that the binomial probability is at most `alpha`. It rests on
    Lilliefors', Shapiro and Wilk's and Brown and Forsythe's tests, whose p-values hold for few
    runs. Those of the two others are too small: in simulated normal runs D'Agostino and Pearson's
    are below 0.0001 some 14 times too often, even with 50 runs, and with 5 runs Levene's with
    means rejects 10% at 5%. ``"not contradicted"`` is no proof: with few runs the tests seldom
    notice anything.

    Degenerate data. A constant cell has no distribution to test; Lilliefors' test needs 4 runs,
    Shapiro-Wilk 3, D'Agostino-Pearson 8, Levene 3 in every cell of the problem: the p-value is
    NaN where that fails, and a note says so. If no cell has 3 runs nothing can be tested, and the
    error says what remains possible. Lilliefors' p-values stop at 0.001 and 0.99, as the table
    behind them does; the (.20) of the documents are such a bound of their program's table.

    Parameters
    ----------
    runs : Runs
        The runs of k algorithms on n problems.
    alpha : float, default 0.05
        The level of every single test.
    design : str, optional
        How the runs were made, see `per_problem`.

    Returns
    -------
    Conditions

    References
    ----------
    Garcia, Molina, Lozano and Herrera (2009), Tables 1-4, doi:10.1007/s10732-008-9080-4. Luengo,
    Garcia and Herrera (2009), doi:10.1016/j.eswa.2008.11.041. The tests: see
    `evenkeel.runs.normality` and `evenkeel.runs.k_samples`.

    Examples
    --------
    The two drugs of Student (1908), ten patients each:

    >>> import evenkeel
    >>> import polars as pl
    >>> table = pl.DataFrame({
    ...     "algorithm": ["drug 1"] * 10 + ["drug 2"] * 10,
    ...     "problem": ["sleep"] * 20,
    ...     "run": [*range(10), *range(10)],
    ...     "value": [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0,
    ...               1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]})
    >>> runs = evenkeel.read_runs(table, better="higher")
    >>> checked = evenkeel.conditions(runs, design="independent-runs")
    >>> checked.normality["shapiro-wilk"].pvalue.round(4).tolist()
    [[0.4079, 0.3511]]
    >>> checked.report().table("conditions-variances").rows[0]
    ('Levene (based on means)', '(.44)')
    >>> checked.verdict
    'not contradicted'
    """
    level = fraction(alpha, "alpha")
    if design is not None:
        choice(design, DESIGNS, "design")
    cells = gather(runs)
    cells.require_runs(LEAST_RUNS, "the conditions for parametric tests")
    normality = {
        name: _normality_test(name, title, cells, least, test)
        for name, (title, least, test) in NORMALITY.items()
    }
    variances = {
        name: _variance_test(name, title, cells, centre)
        for name, (title, centre) in VARIANCES.items()
    }
    independence = DESIGNS[design].words if design else _NOT_SAID
    verdict, reason = _conclude(design, normality, variances, level)
    return Conditions(
        cells.algorithms,
        cells.problems,
        counts=cells.count,
        alpha=level,
        design=design,
        independence=independence,
        normality=normality,
        variances=variances,
        verdict=verdict,
        reason=reason,
        notes=tuple(_notes(cells, normality["lilliefors"])),
        examples=tuple(_examples(cells, normality["shapiro-wilk"].pvalue)),
    )


def _examples(cells: Cells, pvalue: FloatArray) -> Iterator[Example]:
    """The cell that looks least like a normal law and, if it is another, the one that does most."""
    if np.isnan(pvalue).all():
        return
    for place in dict.fromkeys((int(np.nanargmin(pvalue)), int(np.nanargmax(pvalue)))):
        row, column = divmod(place, len(cells.algorithms))
        values = cells.values[row, column, : cells.count[row, column]]
        yield cells.algorithms[column], cells.problems[row], float(pvalue[row, column]), values


def _normality_test(
    name: str, title: str, cells: Cells, least: int, test: Callable[[FloatArray], Tested]
) -> ConditionTest:
    statistic, pvalue = np.full(cells.count.shape, np.nan), np.full(cells.count.shape, np.nan)
    for rows, columns, samples in cells.equal_counts():
        varies = ~cells.constant[rows, columns]
        if samples.shape[1] >= least and varies.any():
            where = rows[varies], columns[varies]
            statistic[where], pvalue[where] = test(samples[varies])
    return _frozen(ConditionTest(name, title, statistic, pvalue, cells.problems, cells.algorithms))


def _variance_test(name: str, title: str, cells: Cells, centre: Centre) -> ConditionTest:
    tests = levene(cells, centre)
    return _frozen(ConditionTest(name, title, tests.statistic, tests.pvalue, cells.problems))


def _frozen(test: ConditionTest) -> ConditionTest:
    for array in (test.statistic, test.pvalue):
        array.flags.writeable = False
    return test


def _conclude(
    design: Design | None,
    normality: dict[str, ConditionTest],
    variances: dict[str, ConditionTest],
    alpha: float,
) -> tuple[Verdict, str]:
    broken, sentences = [], []
    dependent = design is not None and DESIGNS[design].dependent
    if dependent:
        broken.append("independence")
        sentences.append("By their design the runs are not independent.")
    for condition, place, tests in (
        ("normality", "cells", normality),
        ("equality of variances", "problems", variances),
    ):
        decisive = [test for name, test in tests.items() if name in DECISIVE]
        violated = any(_beyond_chance(test, alpha, len(decisive)) for test in decisive)
        counts = [
            f"{int(test.rejected(alpha).sum())} of {test.tested} {place} by {test.title}"
            for test in tests.values()
        ]
        tested = max(test.tested for test in tests.values())
        if tested == 0:
            sentences.append(f"{condition.capitalize()} could not be tested.")
            continue
        if violated:
            broken.append(condition)
        sentences.append(
            f"{condition.capitalize()} is rejected at level {alpha:g} in {', '.join(counts)}; "
            f"about {alpha * tested:.2g} would be by chance."
        )
    if broken:
        return "not fulfilled", " ".join(
            [*sentences, f"Not fulfilled: {', '.join(broken)}; {_remedy(design, dependent)}."]
        )
    if all(test.tested == 0 for test in (*normality.values(), *variances.values())):
        return "cannot be checked", " ".join(sentences)
    conclusion = (
        "Chance explains that, which does not prove the conditions. Where they hold, a parametric "
        "test is more powerful; a nonparametric one needs independence alone."
    )
    return "not contradicted", " ".join([*sentences, conclusion])


def _remedy(design: Design | None, dependent: bool) -> str:
    if design is not None and dependent:
        made = " or ".join(valid_tests(design))
        return (
            "nonparametric tests suppose independent runs as well, so that only a test made for "
            f"the design is valid: {made}"
        )
    return "use nonparametric tests, which need independence alone"


def _beyond_chance(test: ConditionTest, alpha: float, tests: int) -> bool:
    """Whether chance explains neither the smallest p-value nor the number of rejections.

    The binomial law alone would condemn large tables for the small errors of approximate
    p-values, hence also twice the expected share. `tests` is how many such questions are asked.
    """
    tested, rejected = test.tested, int(test.rejected(alpha).sum())
    if rejected == 0:
        return False
    if tests * tested * float(np.nanmin(test.pvalue)) <= alpha:
        return True
    many = rejected > 2 * alpha * tested
    return many and bool(tests * bdtrc(rejected - 1, tested, alpha) <= alpha)


def _notes(cells: Cells, lilliefors_test: ConditionTest) -> Iterator[str]:
    count = cells.count
    some = {
        "are empty": count == 0,
        "have one run, of which nothing can be tested": count == 1,
        "have two runs, too few for every test": count == 2,
        "have 3 runs: Lilliefors' test needs 4": count == 3,
        "have fewer than 8 runs, which D'Agostino and Pearson's test needs": (count > 2)
        & (count < 8),
        "have 8 to 19 runs, for which the p-values of D'Agostino and Pearson are rough": (
            count >= 8
        )
        & (count < 20),
        f"have more than {SHAPIRO_LIMIT} runs, beyond which the p-values of Shapiro and Wilk are "
        "extrapolated": count > SHAPIRO_LIMIT,
        "are constant and have no distribution to test": cells.constant,
    }
    for fact, where in some.items():
        if where.any():
            row, column = np.argwhere(where)[0]
            yield (
                f"{int(where.sum())} of {count.size} cells {fact}, the first of them "
                f"{cells.algorithms[column]!r} on {cells.problems[row]!r}"
            )
    narrow = (count < 3).any(axis=1)
    if narrow.any():
        yield (
            f"on {int(narrow.sum())} of {len(count)} problems a cell has fewer than 3 runs, so "
            "that the variances cannot be compared"
        )
    flat = cells.constant.all(axis=1)
    if flat.any():
        yield f"on {int(flat.sum())} of {len(count)} problems no algorithm varies from run to run"
    low, high = LILLIEFORS_BOUNDS
    if ((lilliefors_test.pvalue <= low) | (lilliefors_test.pvalue >= high)).any():
        yield (
            f"p-values {low:g} and {high:g} of Lilliefors' test mean at most and at least that: "
            "its table ends there"
        )
    if 2 < count.max() < _ENOUGH_RUNS:
        yield (
            f"no cell has {_ENOUGH_RUNS} runs, the sample size that the documents ask for: with "
            "fewer a violation easily goes unnoticed"
        )
