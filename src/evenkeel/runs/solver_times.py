"""timeouts(): the comparison of solvers whose runs are stopped at a limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.adjustments import adjust as adjust_pvalues
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.families import Family
from evenkeel.numerics.intervals import bounded_mean_interval
from evenkeel.omnibus._friedman import iman_davenport
from evenkeel.posthocs._posthoc import main_procedure, posthoc
from evenkeel.result import Answer, hidden
from evenkeel.runs.censored import beaten_by_problem, censored_ranks, gehan, log_rank
from evenkeel.runs.over_problems import rejected_pairs
from evenkeel.tables.outcomes import Outcomes, read_outcomes
from evenkeel.tables.results import Results
from evenkeel.text import series

_FACTORS = 100.0  # penalties up to which a change of the order by PAR is told
_SHIFT = 10.0  # of the geometric mean, as competitions have it

TESTS = {"gehan": gehan, "log-rank": log_rank}


class Measured(NamedTuple):
    """A description of a solver: its value on these problems, and bounds for problems like them."""

    value: float
    lower: float
    upper: float


class Turn(NamedTuple):
    """Two solvers whose mean PARx is equal at `factor`: `first` is lower below, `second` above."""

    first: str
    second: str
    factor: float


class Timeouts(Answer):
    """Solvers compared over problems on which runs may time out.

    Attributes
    ----------
    algorithms : tuple of str
        The k solvers.
    n : int
        Problems.
    runs, solved : ndarray of int, shape (k,)
        How many runs each has, and how many of them were solved.
    limit : float or None
        The limit of all runs, None if it is not known or they differ.
    ranks : ndarray, shape (k,)
        Average ranks over the problems.
    omnibus : float
        The p-value of Iman and Davenport's test on these ranks; NaN for two solvers.
    family : Family
        The pairs, or the control against the rest.
    pvalue, adjusted : ndarray, shape (m,)
        The raw p-values of the pairs, and adjusted ones by `procedure`.
    wins, losses : ndarray of int, shape (m,)
        On how many problems the first of a pair is better, and worse; on the others nothing is
        known.
    described : mapping of str to tuple of Measured
        Share of solved runs, PAR2, PAR10, shifted geometric mean and what PAR10 of the virtual best
        solver would lose without the solver: for each solver, and the virtual best solver last.
    alone : ndarray of int, shape (k,)
        Problems that no other solver solved.
    turns : tuple of Turn
        Where the order by mean PARx changes with x.
    problems : tuple of str
        The problems.
    by_problem, by_problem_adjusted : ndarray, shape (n, m)
        With several runs per cell: p-values of `test` for each pair on each problem, raw and
        adjusted by Holm over the pairs of the problem; else empty.
    test : {"gehan", "log-rank"}
        The test of a pair on a problem.
    alpha, confidence : float
        The level of significance, and the confidence of bounds.
    notes : tuple of str
        What the reader should know.
    """

    algorithms: tuple[str, ...]
    n: int
    runs: IntArray
    solved: IntArray
    limit: float | None
    ranks: FloatArray
    omnibus: float
    family: Family
    pvalue: FloatArray
    adjusted: FloatArray
    procedure: str
    wins: IntArray
    losses: IntArray
    described: dict[str, tuple[Measured, ...]]
    alone: IntArray
    turns: tuple[Turn, ...]
    problems: tuple[str, ...]
    by_problem: FloatArray
    by_problem_adjusted: FloatArray
    test: str
    alpha: float
    confidence: float
    notes: tuple[str, ...]
    outcomes: Outcomes = hidden()

    @property
    def rejected(self) -> BoolArray:
        """Which pairs are rejected: none where the test of all solvers does not reject."""
        return rejected_pairs(self.omnibus, self.adjusted, self.alpha)


def timeouts(
    data: Any,
    *,
    cutoff: float | str | None = None,
    status: str | None = None,
    solved: str | Sequence[str] | None = None,
    control: str | None = None,
    adjust: str | None = None,
    test: str = "gehan",
    alpha: float = 0.05,
    confidence: float = 0.95,
    **reading: Any,
) -> Timeouts:
    """Compare solvers by runtimes of which some were stopped at a limit.

    A run that was not solved is never given a time: it is only known to need longer than its
    limit. On each problem the solvers are ranked by what is known: a solved run beats a later one
    and one that was watched at least so long without success; two unsolved runs are tied, or at
    different limits not comparable, which counts the same. Over the problems these ranks are
    compared as the documents do it: Iman and Davenport's test, then the pairs with adjusted
    p-values. No number that stands for a timeout, and no penalty, can change this verdict.

    Means with penalties are descriptions beside it. PARx counts an unsolved run as x times the
    limit; since the mean is linear in x, two solvers change places at most once, and `turns` says
    where. Their bounds speak of other problems like these (`bounded_mean_interval`).

    Parameters
    ----------
    data : Outcomes, Results, Runs, or anything that `read_outcomes` takes
        The times and what was solved.
    cutoff, status, solved
        As `evenkeel.tables.outcomes.read_outcomes` takes them.
    control : str, optional
        A solver with which the others are compared; without it all pairs.
    adjust : str, optional
        The procedure, by default the main one of the family.
    test : {"gehan", "log-rank"}
        The test of a pair on one problem, where cells have several runs.
    alpha, confidence : float
        The level of significance; confidence of the bounds of descriptions.
    **reading
        Options of `evenkeel.read`, such as `algorithm`, `problem`, `value` and `measure`.

    Returns
    -------
    Timeouts

    References
    ----------
    Gehan (1965), doi:10.1093/biomet/52.1-2.203. On scores with penalties: Hutter, Hoos,
    Leyton-Brown and Stuetzle (2009), doi:10.1613/jair.2861. Bischl et al. (2016), ASlib,
    doi:10.1016/j.artint.2016.04.003. Xu, Hutter, Hoos and Leyton-Brown (2012), on marginal
    contributions, doi:10.1007/978-3-642-31612-8_18.

    Examples
    --------
    >>> import evenkeel
    >>> times = {"problem": [f"p{i}" for i in range(8)], "quick": [1, 2, 1, 3, 2, 4, 2, 5],
    ...          "slow": [7, "timeout", 8, 9, "timeout", 6, 11, 12]}
    >>> found = evenkeel.runs.timeouts(times, cutoff=20)
    >>> found.ranks.tolist(), found.solved.tolist()
    ([1.0, 2.0], [8, 6])
    """
    level = fraction(alpha, "alpha")
    held = fraction(confidence, "confidence")
    choice(test, tuple(TESTS), "test")
    outcomes = read_outcomes(data, cutoff=cutoff, status=status, solved=solved, **reading)
    n, k = len(outcomes.problems), len(outcomes.algorithms)
    if n < 2 or k < 2:
        raise InputError(
            f"{outcomes.source}: {n} problem{'s' * (n != 1)} and {k} solver{'s' * (k != 1)} are "
            "there; a comparison needs at least two of each"
        )
    ranks = censored_ranks(outcomes)
    table = Results(ranks, outcomes.problems, outcomes.algorithms, better="lower")
    family = Family(outcomes.algorithms, control=control)
    method = "sign" if k == 2 else None
    procedure = adjust or main_procedure(family, method)
    pairs = posthoc(table, control=control, adjust=procedure, method=method)
    beaten = np.sign(beaten_by_problem(outcomes))[:, family.pairs[:, 0], family.pairs[:, 1]]
    raw, corrected = _problem_tests(outcomes, family, test)
    present = outcomes.present
    by_problem = (outcomes.solved & present).any(axis=2)
    alone = (by_problem & (by_problem.sum(axis=1, keepdims=True) == 1)).sum(axis=0)
    return Timeouts(
        algorithms=outcomes.algorithms,
        n=n,
        runs=present.sum(axis=(0, 2)),
        solved=outcomes.solved.sum(axis=(0, 2)),
        limit=outcomes.limit,
        ranks=ranks.mean(axis=0),
        omnibus=float(iman_davenport(table).pvalue) if k > 2 else float("nan"),
        family=family,
        pvalue=pairs.pvalue,
        adjusted=next(iter(pairs.adjusted.values())),
        procedure=next(iter(pairs.adjusted)),
        wins=(beaten > 0).sum(axis=0),
        losses=(beaten < 0).sum(axis=0),
        described=_described(outcomes, held),
        alone=alone,
        turns=tuple(_turns(outcomes)),
        problems=outcomes.problems,
        by_problem=raw,
        by_problem_adjusted=corrected,
        test=test,
        alpha=level,
        confidence=held,
        notes=tuple(_timeout_notes(outcomes)),
        outcomes=outcomes,
    )


def _problem_tests(outcomes: Outcomes, family: Family, test: str) -> tuple[FloatArray, FloatArray]:
    counts = outcomes.present.sum(axis=2)
    if counts.min() < 2:
        return np.empty((0, family.m)), np.empty((0, family.m))
    raw = np.ones((len(outcomes.problems), family.m))
    for i in range(len(raw)):
        held = [
            (outcomes.end[i, j, : counts[i, j]], outcomes.solved[i, j, : counts[i, j]])
            for j in range(family.k)
        ]
        for place, (a, b) in enumerate(family.pairs.tolist()):
            raw[i, place] = TESTS[test](*held[a], *held[b]).pvalue
    return raw, adjust_pvalues(raw, "holm", family=family)


def penalised(outcomes: Outcomes, factor: float) -> FloatArray:
    """The mean of each cell, (n, k), where unsolved runs count as `factor` times the limit.

    Examples
    --------
    >>> end = np.array([[[3.0], [8.0]]])
    >>> penalised(Outcomes(("A", "B"), ("p",), end, end < 8), 10).tolist()
    [[3.0, 80.0]]
    """
    times = np.where(outcomes.solved, outcomes.end, factor * outcomes.end)
    mean: FloatArray = np.nanmean(times, axis=2)
    return mean


def _with_best(cells: FloatArray) -> FloatArray:
    """The cells of a cost, and those of the virtual best solver in a last column."""
    return np.column_stack([cells, cells.min(axis=1)])


def _described(outcomes: Outcomes, confidence: float) -> dict[str, tuple[Measured, ...]]:
    """What the solvers and the virtual best one do, with bounds for problems like these."""
    shares = outcomes.solved.sum(axis=2) / outcomes.present.sum(axis=2)
    best = np.column_stack([shares, shares.max(axis=1)])
    found = {"solved": _measured(best, 0.0, 1.0, confidence)}
    limit = outcomes.limit
    if limit is None:
        return found
    for factor in (2, 10):
        cells = _with_best(penalised(outcomes, factor))
        found[f"PAR{factor}"] = _measured(cells, 0.0, factor * limit, confidence)
    logs = _with_best(np.nanmean(np.log(outcomes.end + _SHIFT), axis=2))
    found["geometric"] = tuple(
        Measured(*(float(np.exp(each) - _SHIFT) for each in one))
        for one in _measured(logs, np.log(_SHIFT), np.log(limit + _SHIFT), confidence)
    )
    costs = penalised(outcomes, 10)
    without = np.column_stack(
        [np.delete(costs, j, axis=1).min(axis=1) for j in range(costs.shape[1])]
    )
    lost = without - costs.min(axis=1, keepdims=True)
    found["contribution"] = _measured(lost, 0.0, 10 * limit, confidence)
    return found


def _measured(
    cells: FloatArray, low: float, high: float, confidence: float
) -> tuple[Measured, ...]:
    lower, upper = bounded_mean_interval(cells.T, low, high, confidence)
    means = cells.mean(axis=0)
    return tuple(
        Measured(float(m), float(a), float(b)) for m, a, b in zip(means, lower, upper, strict=True)
    )


def _turns(outcomes: Outcomes) -> Iterator[Turn]:
    """Where two mean PARx are equal: S_a + x U_a = S_b + x U_b, for x from 1 to 100."""
    if outcomes.limit is None:
        return
    start = penalised(outcomes, 0.0).mean(axis=0)
    slope = penalised(outcomes, 1.0).mean(axis=0) - start
    names = outcomes.algorithms
    found = []
    for a in range(len(names)):
        for b in range(len(names)):
            if slope[a] > slope[b] and start[a] < start[b]:
                factor = float((start[b] - start[a]) / (slope[a] - slope[b]))
                if 1 <= factor <= _FACTORS:
                    found.append(Turn(names[a], names[b], factor))
    yield from sorted(found, key=lambda turn: turn.factor)


def _timeout_notes(outcomes: Outcomes) -> Iterator[str]:
    yield from outcomes.remarks
    gone = outcomes.present & ~outcomes.solved
    limits = np.unique(outcomes.end[gone])
    if gone.any() and not np.isfinite(limits).all():
        yield Message(
            "the limit of unsolved runs is not known, so that means with penalties are left out; "
            "say it with ",
            Option("cutoff"),
        )
    elif limits.size > 1:
        yield (
            f"runs were stopped at {limits.size} different limits, from {limits[0]:g} to "
            f"{limits[-1]:g}: where a run was solved later than another was stopped, none of the "
            "two is known to be better, and means with penalties are left out"
        )
    elif not gone.any():
        yield "every run was solved: nothing is censored"
    yield (
        "every way not to solve a problem (timeout, memory, crash, wrong answer) counts the same: "
        "as not solved up to the limit"
    )
    never = [
        outcomes.problems[i] for i in np.flatnonzero(~outcomes.solved.any(axis=(1, 2))).tolist()
    ]
    if never:
        some = series([*map(repr, never)], 3)
        yield f"no solver solved {some}, where all are tied"
