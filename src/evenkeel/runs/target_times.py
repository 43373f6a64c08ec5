"""targets(): how soon runs reach given values: expected running times, success, ECDFs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.adjustments import adjust as adjust_pvalues
from evenkeel.errors import InputError, fraction
from evenkeel.families import Family
from evenkeel.result import Answer
from evenkeel.runs.censored import band_around, gehan
from evenkeel.runs.courses import Courses, courses_of
from evenkeel.runs.over_problems import over_problems, rejected_pairs
from evenkeel.tables.results import Better
from evenkeel.tables.runs import Runs

_TARGETS = 10
_OF_COCO = [10.0 ** (fifth / 5) for fifth in range(10, -41, -1)]  # the same floats as cocopp
_DRAWS = 9999


class Targets(Answer):
    """Times to targets of k algorithms on n problems.

    Attributes
    ----------
    algorithms, problems : tuple of str
        Their names.
    better : {"lower", "higher"}
        Which values are good.
    targets : ndarray, shape (n, t)
        The targets of each problem, the easiest first.
    common : bool
        Whether all problems have the same targets.
    runs : ndarray of int, shape (n, k)
        How many runs each cell has.
    successes : ndarray of int, shape (n, k, t)
        How many of them reach a target.
    ert : ndarray, shape (n, k, t)
        The expected running time: all steps that were taken until the target or the end of the
        run, by the number of successes; infinite without any.
    ert_lower, ert_upper : ndarray, shape (n, k, t)
        Its bounds; the upper one is infinite where no run reached the target.
    times : ndarray, shape (g,)
        The times of the ECDFs.
    ecdf, ecdf_lower, ecdf_upper : ndarray, shape (k, g)
        The share of problems and targets that a run has reached by a time, with bands for all times
        together.
    ranks : ndarray, shape (t, k)
        Average ranks at each target, over the problems.
    omnibus : ndarray, shape (t,)
        P-values of Iman and Davenport's test on them; NaN where there is none.
    family : Family
        The pairs.
    at_target : ndarray, shape (t, m)
        Adjusted p-values of the pairs at each target, over the problems; with one problem those of
        its runs.
    by_problem : ndarray, shape (n, t, m)
        P-values of Gehan's test of the times of each pair on each problem, adjusted by Holm over
        the pairs and targets of the problem.
    procedure : str
        The procedure by which pairs are adjusted over problems.
    alpha, confidence : float
        The level of significance, and the confidence of bounds.
    notes : tuple of str
        What the reader should know.
    """

    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    better: Better
    targets: FloatArray
    common: bool
    runs: IntArray
    successes: IntArray
    ert: FloatArray
    ert_lower: FloatArray
    ert_upper: FloatArray
    times: FloatArray
    ecdf: FloatArray
    ecdf_lower: FloatArray
    ecdf_upper: FloatArray
    ranks: FloatArray
    omnibus: FloatArray
    family: Family
    at_target: FloatArray
    by_problem: FloatArray
    procedure: str
    alpha: float
    confidence: float
    notes: tuple[str, ...]

    @property
    def rejected(self) -> BoolArray:
        """Which pairs are rejected at each target, (t, m); none where all are not told apart."""
        return rejected_pairs(self.omnibus, self.at_target, self.alpha)


def targets(
    data: Runs,
    *,
    targets: Sequence[float] | str | None = None,
    budget: float | None = None,
    alpha: float = 0.05,
    confidence: float = 0.95,
) -> Targets:
    """Compare algorithms by the time at which their runs reach targets.

    A run that ends without the target is censored: its length enters the expected running time,

        ERT = steps of all runs until the target or their end / successes,

    and its rank by what is known of it. The bounds of ERT hold those values h for which the mean
    of (steps - h * success) may be 0, by Gaffke's bounds of means, which need nothing but the range
    (`ert_interval`); they are finite above only if a run succeeded. ECDFs show the share
    of all problems and targets that runs have reached by a time; problems and targets are given,
    and the bands, by Kolmogorov's distance, are for other runs.

    At each target the algorithms are compared over the problems by the ranks of their ERT, without
    successes tied last, as the documents compare; and on each problem every pair by Gehan's test.

    Parameters
    ----------
    data : Runs
        Runs with steps. The best value so far is what counts.
    targets : sequence of float or str, optional
        The targets of all problems, or a text with commas. By default those of COCO for COCO's
        files, 10^2 to 10^-8, else 10 for each problem between its first and best values.
    budget : float, optional
        The longest that a run may take, for the bounds; by default the longest run of the problem.
    alpha, confidence : float
        The level of significance, and the confidence of the bounds.

    Returns
    -------
    Targets

    References
    ----------
    Hansen, Auger, Ros, Mersmann, Tusar and Brockhoff (2021), COCO,
    doi:10.1080/10556788.2020.1808977. Auger and Hansen (2005), doi:10.1109/CEC.2005.1554902. Gehan
    (1965), doi:10.1093/biomet/52.1-2.203.

    Examples
    --------
    Two of three runs reach 1, after 2 and 4 steps; the other ends after 6:

    >>> import evenkeel
    >>> rows = [("A", "p", r, s, v) for r, run in enumerate([[5, 1, 1], [5, 5, 5, 1], [5] * 6])
    ...         for s, v in enumerate(run, start=1)]
    >>> rows += [("B", "p", 0, 1, 0.5), ("B", "p", 0, 2, 0.5)]
    >>> table = dict(zip(("algorithm", "problem", "run", "step", "value"), zip(*rows)))
    >>> found = evenkeel.runs.targets(evenkeel.read_runs(table, better="lower"), targets=[1])
    >>> found.ert.ravel().tolist(), found.successes.ravel().tolist()
    ([6.0, 1.0], [2, 1])
    """
    level, held = fraction(alpha, "alpha"), fraction(confidence, "confidence")
    courses = courses_of(data).best_so_far()
    n, k = len(courses.problems), len(courses.algorithms)
    if k < 2:
        raise InputError(f"{courses.source}: there is one algorithm; give the runs of two or more")
    if budget is not None and not 0 < budget <= 1e15:
        raise InputError(f"budget is {budget:g}; give evaluations above 0, at most 1e15")
    levels, common = target_values(courses, targets, coco=data.origin.format.startswith("coco"))
    hit = hitting_times(courses, levels)
    spent = np.where(np.isnan(hit), courses.last[:, None], hit)
    cells = [(i, j, courses.runs_in(i, j)) for i in range(n) for j in range(k)]
    runs = np.array([part.stop - part.start for *_, part in cells]).reshape(n, k)
    shape = (n, k, levels.shape[1])
    ert, lower, upper = (np.full(shape, np.inf) for _ in range(3))
    successes = np.zeros(shape, dtype=np.int64)
    for i, j, part in cells:
        success = ~np.isnan(hit[part])
        successes[i, j] = success.sum(axis=0)
        with np.errstate(divide="ignore"):
            ert[i, j] = spent[part].sum(axis=0) / successes[i, j]
        longest = courses.last[courses.runs_in(i, 0).start : courses.runs_in(i, k - 1).stop].max()
        most = float(longest if budget is None else max(budget, longest))
        lower[i, j], upper[i, j] = ert_interval(spent[part], success, most, held)
    times, ecdf, low, high = _ecdfs(courses, hit, runs, held)
    family = Family(courses.algorithms)
    by_problem = _pairs_on_problems(courses, hit, spent, family)
    beyond = 2 * float(ert[np.isfinite(ert)].max(initial=1.0))  # tied last without a success
    costs = np.where(np.isfinite(ert), ert, beyond)
    over = over_problems(costs, courses, family, by_problem[0], better="lower")
    return Targets(
        algorithms=courses.algorithms,
        problems=courses.problems,
        better=courses.better,
        targets=levels,
        common=common,
        runs=runs,
        successes=successes,
        ert=ert,
        ert_lower=lower,
        ert_upper=upper,
        times=times,
        ecdf=ecdf,
        ecdf_lower=low,
        ecdf_upper=high,
        ranks=over.ranks,
        omnibus=over.omnibus,
        family=family,
        at_target=over.adjusted,
        by_problem=by_problem,
        procedure=over.procedure,
        alpha=level,
        confidence=held,
        notes=tuple(_target_notes(courses, common, budget)),
    )


def target_values(
    courses: Courses, given: Sequence[float] | str | None, *, coco: bool = False
) -> tuple[FloatArray, bool]:
    """The targets of each problem (n, t), the easiest first, and whether they are the same."""
    n, lower = len(courses.problems), courses.better == "lower"
    if given is None and coco:
        given = _OF_COCO
    if given is not None:
        try:
            parts = given.split(",") if isinstance(given, str) else given
            values = np.unique(np.array([float(part) for part in parts]))
        except (TypeError, ValueError):
            raise InputError(f"targets are {given!r:.60}; give numbers, such as 1,0.1") from None
        if not values.size or not np.isfinite(values).all():
            raise InputError("targets must be finite numbers, at least one; give others")
        return np.tile(values[::-1] if lower else values, (n, 1)), True
    k, found = len(courses.algorithms), []
    for i in range(n):
        rows = slice(courses.runs_in(i, 0).start, courses.runs_in(i, k - 1).stop)
        starts = courses.value[courses.start[rows]]
        ends = courses.value[courses.start[1:][rows] - 1]
        begin, end = float(np.median(starts)), float(ends.min() if lower else ends.max())
        if begin == end:
            raise InputError(
                f"{courses.source}: no run on {courses.problems[i]!r} improves on its first value; "
                "give targets"
            )
        logs = lower and end > 0
        places = (np.geomspace if logs else np.linspace)(begin, end, _TARGETS + 1)[1:]
        places[-1] = end
        found.append(places)
    return np.array(found), False


def hitting_times(courses: Courses, levels: FloatArray) -> FloatArray:
    """The step at which each run reaches each target of its problem, (runs, t); NaN if never."""
    sign = 1.0 if courses.better == "lower" else -1.0
    found = np.full((len(courses.cell), levels.shape[1]), np.nan)
    problem = courses.cell // len(courses.algorithms)
    for row, at, (steps, values) in zip(found, problem, courses.of_runs(), strict=True):
        places = np.searchsorted(-sign * values, -sign * levels[at], "left")
        inside = places < len(steps)
        row[inside] = steps[places[inside]]
    return found


def ert_interval(
    spent: FloatArray, success: BoolArray, most: float, confidence: float
) -> tuple[FloatArray, FloatArray]:
    """Bounds (t,) of E[spent] / P(success), of runs (runs, t) of at most `most` steps.

    A ratio h is held where the mean of spent - h * success may be 0, by Gaffke's bounds: with a run
    more at the end of the range and flat Dirichlet weights. For both bounds that is a quantile of
    the ratio of weighted sums, whose added run is the longest without success for the upper one and
    a success at once for the lower one. The weights are drawn with a seed of their own, 9,999
    times.

    Examples
    --------
    No success of ten runs of 100 steps: any expected time beyond the lower bound may be.

    >>> low, high = ert_interval(np.full((10, 1), 100.0), np.zeros((10, 1), bool), 100, 0.95)
    >>> 215 < float(low[0]) < 233, float(high[0])
    (True, inf)
    """
    tail = (1 - confidence) / 2
    weights = _exponentials(len(spent))
    own, added = weights[:, 1:], weights[:, :1]
    steps, hits = own @ spent, own @ success.astype(np.float64)
    lower = np.quantile(steps / (hits + added), tail, axis=0, method="lower")
    with np.errstate(divide="ignore"):
        upper = np.quantile((steps + added * most) / hits, 1 - tail, axis=0, method="higher")
    estimate = spent.sum(axis=0) / np.maximum(success.sum(axis=0), 1)
    some = success.any(axis=0)
    return (
        np.where(some, np.minimum(lower, estimate), lower),
        np.where(some, np.maximum(upper, estimate), np.inf),
    )


@lru_cache(maxsize=16)
def _exponentials(runs: int) -> FloatArray:
    """Weights of the runs and of the one that is added; their sum does not count in a ratio."""
    return np.random.default_rng(0).standard_exponential((_DRAWS, runs + 1))


def _ecdfs(
    courses: Courses, hit: FloatArray, runs: IntArray, confidence: float
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Times, and for each algorithm the share of problems and targets reached, with its band."""
    k, n = len(courses.algorithms), len(courses.problems)
    times = np.unique(np.r_[hit[~np.isnan(hit)], courses.last.max()])
    if times.size > 400:
        times = np.unique(np.quantile(times, np.linspace(0, 1, 400), method="inverted_cdf"))
    found = np.empty((3, k, times.size))
    algorithm, problem = courses.cell % k, courses.cell // k
    for j in range(k):
        mine = algorithm == j
        weights = 1.0 / (n * runs[problem[mine], j])
        every = hit[mine]
        each = np.repeat(weights / every.shape[1], every.shape[1])
        flat = every.ravel()
        reached = ~np.isnan(flat)
        order = np.argsort(flat[reached], kind="stable")
        totals = np.append(0.0, np.cumsum(each[reached][order]))
        places = np.searchsorted(flat[reached][order], times, "right")
        found[0, j] = np.minimum(totals[places], 1.0)
        found[1, j], found[2, j] = band_around(found[0, j], weights, confidence)
    return times, found[0], found[1], found[2]


def _pairs_on_problems(
    courses: Courses, hit: FloatArray, spent: FloatArray, family: Family
) -> FloatArray:
    """Gehan's test of each pair at each target of each problem, adjusted within the problem."""
    n, t = len(courses.problems), hit.shape[1]
    raw = np.ones((n, t, family.m))
    solved = ~np.isnan(hit)
    for i in range(n):
        for place, (a, b) in enumerate(family.pairs.tolist()):
            first, second = courses.runs_in(i, a), courses.runs_in(i, b)
            for at in range(t):
                raw[i, at, place] = gehan(
                    spent[first, at], solved[first, at], spent[second, at], solved[second, at]
                ).pvalue
    return adjust_pvalues(raw.reshape(n, -1), "holm").reshape(raw.shape)


def _target_notes(courses: Courses, common: bool, budget: float | None) -> Iterator[str]:
    if not common:
        yield (
            f"the {_TARGETS} targets of each problem lie between the median of the first values "
            "and the best value of any run on it; they come from these runs, so give your own to "
            "compare with other studies"
        )
    if budget is None:
        yield (
            "the bounds of expected running times take the longest run of a problem for the "
            "longest that a run may take"
        )
    yield "the bands of ECDFs are for other runs on these problems and targets"
    if len(courses.problems) == 1:
        yield "there is one problem: its runs are compared, by Gehan's test"
