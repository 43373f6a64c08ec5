"""per_problem(): the single-problem analysis, a test of the runs on each problem of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from evenkeel._types import FloatArray, IntArray
from evenkeel.adjustments import adjust as adjust_pvalues
from evenkeel.adjustments.registry import ADJUSTMENTS, lookup
from evenkeel.effects.registry import EFFECTS
from evenkeel.errors import InputError, Message, Option, fraction
from evenkeel.families import Family
from evenkeel.numerics.moments import Moments
from evenkeel.result import Result
from evenkeel.runs._run_effects import RunEffects, effects_of_cells
from evenkeel.runs.cells import Cells, control_of, gather
from evenkeel.runs.k_samples import KSampleTests
from evenkeel.runs.problem_tests import PROBLEM_TESTS, Design, Test, chosen_test, share_for
from evenkeel.runs.two_samples import TwoSampleTests
from evenkeel.tables.results import Better

if TYPE_CHECKING:
    from evenkeel.tables.runs import Runs

LEAST_RUNS = 2  # in some cell, or no test is possible

_DEPENDENT = "test nothing on single problems: unpaired tests suppose independent runs"

#: What is to be said of a control that is ``"best"``.
PICKED = "the control was picked as the best by the same runs that it is tested with"

#: The warning that belongs to every count of significant wins.
SIGNIFICANT_WINS = (
    "Counting only significant wins and losses does not make the count more reliable. A test on "
    "one problem shows how improbable its runs would be if there were no difference, not whether "
    "a difference is real: many small wins that agree are evidence which this count throws away, "
    "and some significant ones are due to chance. For a conclusion over the problems use all "
    "wins (sign_test), or better wilcoxon, friedman and posthoc on runs.aggregate() "
    "(Demsar 2006, JMLR 7:1-30, Section 3.1.4)."
)


class PerProblem(Result):
    """Tests of every problem of its own.

    Attributes
    ----------
    problems : tuple of str
        The n problems.
    family : Family
        The m pairs of algorithms that are compared: the control with each other one, or all.
    better : {"lower", "higher"}
        Which values are good.
    test : str
        The two-sample test.
    design : str or None
        How the runs were made, as it was given.
    adjustment : str or None
        The procedure by which the p-values of each pair are adjusted over the problems.
    alpha : float
        The level of significance.
    moments : Moments
        Runs, mean and standard deviation of every cell, (n, k).
    tests : TwoSampleTests
        Statistic, raw p-value, direction and method of every problem and pair, (n, m).
    adjusted : ndarray, shape (n, m)
        Adjusted p-values, NaN where the test is not possible.
    k_sample : KSampleTests or None
        The test of all algorithms together on each problem, (n,); None if there is none for runs
        that are not independent.
    k_sample_adjusted : ndarray, shape (n,), or None
        Its p-values adjusted over the problems.
    effects : RunEffects or None
        Vargha and Delaney's A12 of every problem and pair, with intervals that hold for a pair on
        all problems together with the confidence 1 - alpha. The intervals suppose independent
        runs: None for a test that is made for others.
    notes : tuple of str
        What the reader should know; the warning on significant wins is the last.
    """

    _printed: ClassVar[tuple[str, ...]] = ("per-problem", "per-problem-counts")

    problems: tuple[str, ...]
    family: Family
    better: Better
    test: Test
    design: Design | None
    adjustment: str | None
    alpha: float
    moments: Moments
    tests: TwoSampleTests
    adjusted: FloatArray
    k_sample: KSampleTests | None
    k_sample_adjusted: FloatArray | None
    effects: RunEffects | None
    notes: tuple[str, ...]

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The k algorithms."""
        return self.family.algorithms

    @property
    def control(self) -> str | None:
        """The control, if there is one."""
        return self.family.control

    @property
    def pvalue(self) -> FloatArray:
        """Raw p-values, (n, m)."""
        return self.tests.pvalue

    @cached_property
    def marks(self) -> NDArray[np.str_]:
        """``"+"``, ``"="`` or ``"-"`` for each problem and pair, (n, m).

        The first algorithm of the pair is significantly better (+) or worse (-), or no significant
        difference was found (=), which does not say that they are equal. ``"?"`` where the test
        is not possible. Better is what the statistic of the test says: the rank tests look at the
        ranks, which need not agree with the means.
        """
        significant = self.adjusted <= self.alpha
        marks = np.where(significant & (self.tests.direction > 0), "+", "=")
        marks = np.where(significant & (self.tests.direction < 0), "-", marks)
        return np.where(np.isnan(self.adjusted), "?", marks)

    @cached_property
    def significant_win_tie_loss(self) -> IntArray:
        """On how many problems the first of each pair has +, = and -, (m, 3)."""
        return np.stack([(self.marks == mark).sum(axis=0) for mark in "+=-"], axis=1)

    @cached_property
    def win_tie_loss(self) -> IntArray:
        """Wins, ties and losses of the first of each pair by the means alone, (m, 3)."""
        mean = self.moments.mean if self.better == "lower" else -self.moments.mean
        first, second = (mean[:, column] for column in self.family.pairs.T)
        outcomes = (first < second, first == second, first > second)
        return np.stack([outcome.sum(axis=0) for outcome in outcomes], axis=1)


def per_problem(
    runs: Runs,
    *,
    control: str | None = None,
    test: Test | None = None,
    design: Design | None = None,
    test_share: float | None = None,
    adjust: str | None = "holm",
    alpha: float = 0.05,
) -> PerProblem:
    """Compare the runs of the algorithms on each problem of its own: single-problem analysis.

    For each problem and pair of algorithms, H0: both perform alike on this problem. H1: they do
    not. A conclusion holds for its problem alone; for one over the problems aggregate the runs.

    The documents' table of two-sample tests for independent runs, with Welch's for unequal
    variances:

    ============== ======================== ========================
    test           unpaired runs            paired runs
    ============== ======================== ========================
    parametric     ``"t"``, ``"welch"``     ``"paired-t"``
    nonparametric  ``"mann-whitney"``       ``"wilcoxon"``
    ============== ======================== ========================

    A parametric test is more powerful where its conditions hold, see `conditions`. Three compare
    the means of all pairs of a problem together, so that their p-values are adjusted for the
    pairs: ``"tukey"`` (equal variances), ``"dunnett"`` (the same, with a control) and
    ``"tamhane"`` (any variances: Welch's t with Sidak's adjustment).

    All of these suppose independent runs, the nonparametric ones as well. The `design` decides
    which tests are valid, and which is taken if none is named (here the first of each):

    ====================== ===================================================================
    design                 valid tests
    ====================== ===================================================================
    independent-runs,      all of the above
    hold-out
    shared-seeds           ``"wilcoxon"``, ``"paired-t"``
    5x2                    ``"five-by-two-f"`` (Alpaydin), ``"five-by-two-t"`` (Dietterich)
    k-fold, resampled      ``"corrected-resampled-t"`` (Nadeau and Bengio)
    predictions            ``"mcnemar"``, a run for each test example, 1 or 0
    ====================== ===================================================================

    Before the pairs all k algorithms are tested together by the test that belongs to it: the
    analysis of variance, Welch's, the repeated-measures one, Kruskal and Wallis's, Friedman's
    with the paired runs as blocks, or Cochran's Q. For folds and splits there is none. The paired
    tests pair the runs of the same name; these must share something, such as the seed or the fold.

    The p-values of each pair are adjusted for the number of problems, and so are those of the
    k-sample test. How large each difference is, A12 says with an interval, see `run_effects`. Mann
    and Whitney's p-value is exact without ties and below 50 runs, else normal
    with the corrections for ties and continuity; Wilcoxon's is that of `wilcoxon_all`.

    Degenerate data. Below two runs a test is not possible: NaN, with a note; if no cell has two,
    an error says what remains possible. If two constant cells are compared the t-tests have
    p-value 1 (equal) or 0; ranks have no such trouble. Equal samples have p-value 1.

    Parameters
    ----------
    runs : Runs
        The runs of k algorithms on n problems.
    control : str, optional
        Compare this algorithm with each other one; ``"best"`` stands for the one with the best
        average rank of the means. Without it all pairs are compared.
    test : str, optional
        The two-sample test, by default that of the design, and Mann and Whitney's without one. A
        test that is not valid for the design is an error.
    design : str, optional
        How the runs were made, see above.
    test_share : float, optional
        The share of the examples that each run was tested on, for ``"corrected-resampled-t"``: 0.1
        for 10 folds, however often repeated. Without it at most ten runs of a cell are taken for
        the folds of one cross validation; more runs and random splits need it.
    adjust : str or None, default "holm"
        The procedure for the number of problems, see `procedures`; None for raw p-values.
    alpha : float, default 0.05
        The level of the marks + and -.

    Returns
    -------
    PerProblem

    References
    ----------
    Garcia, Molina, Lozano and Herrera (2009), doi:10.1007/s10732-008-9080-4. Demsar (2006), JMLR
    7:1-30, Sections 2.1 and 3.1.4. Student (1908), doi:10.1093/biomet/6.1.1. Welch (1947),
    doi:10.1093/biomet/34.1-2.28. Mann and Whitney (1947), doi:10.1214/aoms/1177730491. Wilcoxon
    (1945), doi:10.2307/3001968. For the other tests see `evenkeel.runs.five_by_two_t`,
    `five_by_two_f`, `corrected_resampled_t` and `mcnemar`. Tukey (1949), doi:10.2307/3001913.
    Dunnett (1955), doi:10.1080/01621459.1955.10501294. Tamhane (1979),
    doi:10.1080/01621459.1979.10482541.

    Examples
    --------
    The two drugs of Student (1908), tried on the same ten patients:

    >>> import evenkeel
    >>> import polars as pl
    >>> table = pl.DataFrame({
    ...     "algorithm": ["drug 1"] * 10 + ["drug 2"] * 10,
    ...     "problem": ["sleep"] * 20,
    ...     "run": [*range(10), *range(10)],
    ...     "value": [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0,
    ...               1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]})
    >>> runs = evenkeel.read_runs(table, better="higher")
    >>> analysis = evenkeel.per_problem(runs, control="drug 2", test="paired-t")
    >>> print(f"{analysis.tests.statistic[0, 0]:.4f} {analysis.pvalue[0, 0]:.6f}")
    4.0621 0.002833
    >>> analysis.marks.tolist(), analysis.report().table("per-problem").rows[0]
    ([['+']], ('sleep', '0.75 (1.789) +', '2.33 (2.0022)'))
    """
    name = chosen_test(test, design)
    entry = PROBLEM_TESTS[name]
    level = fraction(alpha, "alpha")
    adjustment = None if adjust is None else _problem_adjustment(adjust)
    cells = replace(gather(runs), test_share=share_for(test_share, name, design))
    cells.require_runs(LEAST_RUNS, "the tests of single problems")
    if entry.paired:
        cells.require_pairs(
            runs, Message(Option("test", name)), *([_DEPENDENT] if entry.dependent else [])
        )
    family = Family(cells.algorithms, control_of(cells, control))
    tests = entry.function(cells.harmless, family)
    adjusted = _adjusted_over_problems(tests.pvalue, adjustment)
    k_sample, k_sample_adjusted = None, None
    if entry.k_sample is not None:
        k_sample = entry.k_sample(cells.harmless)
        k_sample_adjusted = _adjusted_over_problems(k_sample.pvalue[:, None], adjustment)[:, 0]
        k_sample_adjusted.flags.writeable = False
    for array in (*vars(tests).values(), adjusted):
        array.flags.writeable = False
    return PerProblem(
        cells.problems,
        family,
        better=cells.better,
        test=name,
        design=design,
        adjustment=adjustment,
        alpha=level,
        moments=cells.moments,
        tests=tests,
        adjusted=adjusted,
        k_sample=k_sample,
        k_sample_adjusted=k_sample_adjusted,
        effects=None
        if entry.dependent
        else effects_of_cells(
            cells, family, EFFECTS.lookup("a12"), 1 - level, simultaneous=True, words=False
        ),
        notes=tuple(_notes(cells, name, k_sample, picked=family.control != control)),
    )


def _problem_adjustment(name: str) -> str:
    """The procedure of that name, if it needs nothing but the p-values."""
    adjustment = lookup(name)
    if "control" not in adjustment.families:
        others = ", ".join(repr(a.name) for a in ADJUSTMENTS if "control" in a.families)
        raise InputError(
            f"{name!r} adjusts the p-values of all pairs of algorithms, and here they are "
            f"adjusted for the number of problems; choose one of {others}"
        )
    return adjustment.name


def _adjusted_over_problems(pvalue: FloatArray, adjustment: str | None) -> FloatArray:
    """P-values (n, m), each column adjusted over the problems on which the test was possible."""
    if adjustment is None:
        return pvalue
    adjusted = np.full(pvalue.shape, np.nan)
    possible = ~np.isnan(pvalue)
    for rows in np.unique(possible, axis=1).T:
        columns = np.flatnonzero((possible == rows[:, None]).all(axis=0))
        if rows.any():
            block = np.ix_(rows, columns)
            adjusted[block] = adjust_pvalues(pvalue[block].T, adjustment).T
    return adjusted


def _notes(
    cells: Cells, test: Test, k_sample: KSampleTests | None, *, picked: bool
) -> Iterator[str]:
    count, constant = cells.count, cells.constant
    few = count < 2
    if few.any():
        row, column = np.argwhere(few)[0]
        yield (
            f"{int(few.sum())} of {few.size} cells have fewer than 2 runs, the first of them "
            f"{cells.algorithms[column]!r} on {cells.problems[row]!r}; their tests are not possible"
        )
    if PROBLEM_TESTS[test].joint:
        yield (
            "the p-values of a problem are adjusted for its pairs of algorithms, before they are "
            "adjusted for the problems"
        )
    if test == "tamhane" and len(cells.algorithms) > 2:
        yield "Tamhane's T2 is conservative: its true level is at most the nominal one"
    if PROBLEM_TESTS[test].dependent:
        yield (
            "the runs of a cell are not independent, and there is no test of all algorithms "
            "together and no interval of an effect size for them"
        )
    if test == "corrected-resampled-t":
        said = cells.test_share
        share = f"the share {said:g}" if said else "1 / runs, those of one cross validation,"
        yield (
            f"supposes that two differences correlate as the test set's share, {share} of the "
            "examples: a rule of thumb, not a proof"
        )
    if test in ("five-by-two-t", "five-by-two-f"):
        yield (
            "the ten runs are taken in their order as five replications of two folds"
            + ("; t depends on which comes first, F does not" if test == "five-by-two-t" else "")
        )
    if constant.any():
        row, column = np.argwhere(constant)[0]
        yield (
            f"{int(constant.sum())} of {constant.size} cells are constant, the first of them "
            f"{cells.algorithms[column]!r} on {cells.problems[row]!r}"
            + ("; the test supposes a spread" if PROBLEM_TESTS[test].parametric else "")
        )
    if k_sample is not None and (undefined := np.isnan(k_sample.pvalue) & ~few.any(axis=1)).any():
        yield (
            f"on {int(undefined.sum())} problems the {k_sample.title} is not possible, since a "
            "cell is constant"
        )
    if test == "paired-t" and len(cells.algorithms) > 2:
        yield (
            "the repeated-measures analysis of variance of each problem supposes sphericity; "
            "repeated_measures_anova corrects for its lack"
        )
    if test in ("wilcoxon", "paired-t"):
        yield (
            "the runs of the same name are paired: they must share something, such as the seed; "
            "the folds of a cross validation also share examples, which 'corrected-resampled-t' "
            "allows for"
        )
    if picked:
        yield PICKED
    yield SIGNIFICANT_WINS
