"""profiles(): performance profiles of scores, and those of Dolan and More for costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.numerics.resampling import Seed, checked_generator
from evenkeel.result import Result
from evenkeel.runs.cells import Anchor, Cells, anchor_in_words, cells_of, scored
from evenkeel.runs.censored import median_times
from evenkeel.runs.profile_curves import ProfileCurves
from evenkeel.tables.outcomes import Outcomes
from evenkeel.tables.results import Better, Results, as_results
from evenkeel.tables.runs import Runs

ProfileKind = Literal["score", "ratio"]
KINDS_OF_PROFILES: tuple[ProfileKind, ...] = get_args(ProfileKind)

_FEW_RUNS = 5  # up to which docs/calibration.md has bounds that are too narrow


class Profiles(Result):
    """Performance profiles of k algorithms at t places.

    Attributes
    ----------
    kind : {"score", "ratio"}
        What a curve is: the share of the runs whose score is better than a place, or the share of
        the problems whose cost is at most so many times the lowest cost of their problem.
    algorithms : tuple of str
        The k algorithms.
    places : ndarray, shape (t,)
        The scores, or ratios of at least 1, in increasing order.
    share : ndarray, shape (k, t)
        The curves. A higher one is better.
    lower, upper : ndarray, shape (k, t)
        Bounds at each place by itself.
    band_lower, band_upper : ndarray, shape (k, t)
        Bounds of each curve at all places together.
    solved : ndarray, shape (k,)
        Share of the problems on which the algorithm has a result at all.
    resampled : {"runs", "problems"}
        What was drawn again for the bounds: the runs of each cell, or, if there is one value per
        cell, the problems.
    statistic : str or None
        What the cost of a problem is, of its runs.
    better : {"lower", "higher"}
        Which values are good; normalised scores are better the higher they are.
    zero, one : str or None
        What scores 0 and 1, None if the values were not normalised.
    confidence, resamples
        Confidence of the bounds, and how many resamples they come from.
    n : int
        Problems.
    notes : tuple of str
        What the reader should know.
    """

    kind: ProfileKind
    algorithms: tuple[str, ...]
    places: FloatArray
    share: FloatArray
    lower: FloatArray
    upper: FloatArray
    band_lower: FloatArray
    band_upper: FloatArray
    solved: FloatArray
    resampled: Literal["runs", "problems"]
    statistic: str | None
    better: Better
    zero: str | None
    one: str | None
    confidence: float
    resamples: int
    n: int
    notes: tuple[str, ...]


def profiles(
    data: Runs | Results | Outcomes | Mapping[str, ArrayLike] | ArrayLike,
    *,
    kind: ProfileKind | None = None,
    places: ArrayLike | None = None,
    statistic: Literal["mean", "median"] = "mean",
    zero: Anchor | None = None,
    one: Anchor | None = None,
    confidence: float = 0.95,
    resamples: int = 9999,
    seed: Seed = 0,
    better: Better | None = None,
) -> Profiles:
    """Draw up performance profiles: how often an algorithm does at least so well.

    ``kind="score"``, the run-score distribution of Agarwal et al. (2021)::

        share(tau) = mean over the problems of the share of the runs with a score above tau

    (of costs: below tau). ``kind="ratio"``, the performance profile of Dolan and More (2002), for
    costs above 0, with t_ij the mean (or median) of the runs of algorithm j on problem i::

        share_j(tau) = share of the problems with t_ij <= tau min_j t_ij.

    At tau = 1 it is the share of the problems on which j is the best, and at the right end that of
    the problems that it solves at all. A cell without runs, or a hole in a table, is never solved:
    it counts as a problem, and in no share. A ratio depends on which algorithms take part.

    Of `Outcomes` with timeouts the cost is the time of a cell, of several runs their median, in
    which a run that was not solved comes after all others; where it cannot be told because a run
    was stopped too soon, that is refused.

    Bounds come from a stratified bootstrap of the runs of each cell, R - 1 of its R runs drawn (see
    `aggregates`), of which ratios, with the best of each problem, are computed afresh. They speak
    of other runs on these problems, and those of ratios of the curve that is to be expected of so
    many runs: where the costs of few runs vary more than the algorithms differ, that is not the
    curve of the true costs. Where there is one value per cell the problems are drawn instead,
    and the bounds speak of other problems like these. Bounds at each place are percentiles; those
    of a whole curve lie as far above and below it as the largest distance of a resampled curve
    reaches in `confidence` of the resamples.

    Parameters
    ----------
    data : Runs, Results, Outcomes, mapping or array_like
        The runs; their times with timeouts (`evenkeel.tables.outcomes.read_outcomes`); for each
        algorithm an array (runs, problems); or a table of one value per cell. Bare arrays need
        `better`.
    kind : {"score", "ratio"}, optional
        By default ``"ratio"`` for costs (lower is better) that are all above 0 and not normalised,
        else ``"score"``; the result says which.
    places : array_like, optional
        Where the curves are computed; by default at quantiles of what occurs, up to 101.
    statistic : {"mean", "median"}
        What the cost of a problem is, of its runs; for ratios.
    zero, one : float, str or mapping, optional
        What scores 0 and 1 on each problem, as in `aggregates`; for scores.
    confidence : float, default 0.95
        Of the bounds.
    resamples : int, default 9999
        Resamples of the bootstrap.
    seed : int, Generator or None, default 0
        Of the random numbers.
    better : {"lower", "higher"}, optional
        Direction of bare arrays.

    Returns
    -------
    Profiles

    References
    ----------
    Dolan and More (2002), doi:10.1007/s101070100263. Agarwal, Schwarzer, Castro, Courville and
    Bellemare (2021), Advances in Neural Information Processing Systems 34:29304-29320. On ratios of
    more than two: Gould and Scott (2016), doi:10.1145/2950048.

    Examples
    --------
    On which share of twelve functions an optimiser is the best, or within ten times the best:

    >>> import evenkeel
    >>> runs = evenkeel.load_runs("scipy_optimisers")
    >>> found = evenkeel.runs.profiles(runs, places=[1, 10], statistic="median", resamples=999)
    >>> found.kind
    'ratio'
    >>> for name, share in zip(found.algorithms, found.share.round(2).tolist()):
    ...     print(name, share)
    basin hopping [0.17, 0.42]
    differential evolution [0.0, 0.08]
    dual annealing [0.5, 0.92]
    L-BFGS-B [0.17, 0.42]
    Nelder-Mead [0.0, 0.17]
    Powell [0.25, 0.42]
    SLSQP [0.0, 0.25]
    """
    level = fraction(confidence, "confidence")
    generator = checked_generator(resamples, seed)
    choice(statistic, ("mean", "median"), "statistic")
    given = _cells(data, better)
    chosen = _kind(given, kind, normalised=zero is not None or one is not None)
    cells = scored(given, zero, one)
    by_runs = bool((cells.count > 1).any())
    curves = ProfileCurves(cells, chosen, statistic, places, by_runs=by_runs)
    share, low, high, sup = curves.bounds(resamples, generator, level)
    arrays = {
        "places": curves.places if curves.sign > 0 else -curves.places[::-1],
        "share": share,
        "lower": low,
        "upper": high,
        "band_lower": np.maximum(share - sup, 0.0),
        "band_upper": np.minimum(share + sup, 1.0),
    }
    if curves.sign < 0:
        arrays |= {name: array[:, ::-1] for name, array in arrays.items() if array.ndim > 1}
    arrays["solved"] = (cells.count > 0).mean(axis=0)
    for name, array in arrays.items():
        arrays[name] = np.ascontiguousarray(array)
        arrays[name].flags.writeable = False
    return Profiles(
        chosen,
        algorithms=cells.algorithms,
        **arrays,
        resampled="runs" if by_runs else "problems",
        statistic=statistic if chosen == "ratio" and by_runs else None,
        better=cells.better,
        zero=None if zero is None else anchor_in_words(zero),
        one=None if one is None else anchor_in_words(one),
        confidence=level,
        resamples=int(resamples),
        n=len(cells.problems),
        notes=tuple(_notes(cells, chosen, by_runs=by_runs)),
    )


def _cells(
    data: Runs | Results | Outcomes | Mapping[str, ArrayLike] | ArrayLike, better: Better | None
) -> Cells:
    if isinstance(data, Outcomes):
        times = median_times(data)[..., None]
        count = (~np.isnan(times[..., 0])).astype(np.int64)
        return Cells(data.algorithms, data.problems, "lower", times, count)
    if isinstance(data, Runs | Mapping):
        return cells_of(data, better)
    table = as_results(data, better)
    count = (~np.isnan(table.values)).astype(np.int64)
    return Cells(table.algorithms, table.problems, table.better, table.values[..., None], count)


def _kind(cells: Cells, kind: ProfileKind | None, *, normalised: bool) -> ProfileKind:
    lowest = float(np.nanmin(cells.values))
    if kind is None:
        costs = cells.better == "lower" and lowest > 0 and not normalised
        return "ratio" if costs else "score"
    choice(kind, KINDS_OF_PROFILES, "kind of profile")
    if kind == "score":
        return kind
    if normalised:
        raise InputError(
            Message(
                "ratios compare costs as they are; leave zero and one out, or give ",
                Option("kind", "score"),
            )
        )
    if cells.better == "higher":
        raise InputError(
            Message(
                "ratios to the best are for costs, of which lower is better, and here "
                "higher is better; give ",
                Option("kind", "score"),
            )
        )
    if lowest <= 0:
        row, column, _ = np.argwhere(cells.values == lowest)[0].tolist()
        raise InputError(
            Message(
                f"ratios to the best need costs above 0, but {cells.algorithms[column]!r} "
                f"has {lowest:g} on {cells.problems[row]!r}; measure another cost, such "
                "as the time or the evaluations needed, or give ",
                Option("kind", "score"),
            )
        )
    return kind


def _notes(cells: Cells, kind: ProfileKind, *, by_runs: bool) -> Iterator[str]:
    if by_runs:
        yield (
            "bounds come from drawing the runs of each cell again: they speak of other runs on "
            "these problems, not of other problems"
        )
    else:
        yield (
            "there is one value per cell, so bounds come from drawing the problems again: they "
            "speak of other problems like these, and the spread of runs is not in them"
        )
    if by_runs and kind == "ratio":
        yield (
            "bounds are for the curve to be expected of so many runs: their noise blurs small "
            "differences, so that the curve of the true costs may lie outside"
        )
        yield (
            "bounds at one place held the truth in as few as 0.906 of simulated studies at 0.95, "
            "those of whole curves in at least 0.966 (docs/calibration.md)"
        )
    yield "where all runs or problems lie on one side, the bounds at that place have no width"
    if kind == "ratio" and len(cells.algorithms) > 2:
        yield (
            "ratios are to the best of these algorithms: a curve shows how its algorithm stands to "
            "the best, and which of two others is better can change when the best is left out"
        )
    holes = np.argwhere(cells.count == 0)
    if holes.size:
        row, column = holes[0].tolist()
        yield (
            f"{len(holes)} of {cells.count.size} cells have no result, the first of them "
            f"{cells.algorithms[column]!r} on {cells.problems[row]!r}; they count as never solved"
        )
    if by_runs and kind == "score" and cells.count.max() <= _FEW_RUNS:
        yield (
            "with so few runs the bounds at each place are too narrow if runs are skewed; those of "
            "whole curves are not (docs/calibration.md)"
        )
    if by_runs and (cells.count == 1).any():
        yield "some cells have one run: their spread is unknown, so that the bounds are too narrow"
