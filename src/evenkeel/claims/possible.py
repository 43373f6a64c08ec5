"""Which average ranks are possible at all, and the bounds of statistics over them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.claims.bounds import Bounds
from evenkeel.claims.printed import Printed
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.numerics.tails import f_sf, normal_pvalue
from evenkeel.omnibus.permutation import chi_square_sf
from evenkeel.posthocs.pooled_laws import pair_differences
from evenkeel.ranks.registry import RANKINGS

# Which average ranks are possible at all: multiples of a step, with a fixed sum.
#
# A test of printed averages by their granularity, as GRIM is for means of whole numbers: Brown and
# Heathers (2017), doi:10.1177/1948550616673876.


@dataclass(frozen=True)
class Lattice:
    """What average ranks of k algorithms on n problems must satisfy, whatever the results.

    Attributes
    ----------
    step, untied : Fraction
        They are multiples of `step`, and without ties of `untied`.
    total : Fraction
        What they add to.
    least : callable
        ``least(m)`` is what any m of them add to at least.
    """

    step: Fraction
    untied: Fraction
    total: Fraction
    least: Callable[[int], Fraction]


def _friedman(n: int, k: int) -> Lattice:
    return Lattice(
        Fraction(1, 2 * n),
        Fraction(1, n),
        Fraction(k * (k + 1), 2),
        lambda m: Fraction(m * (m + 1), 2),
    )


def _aligned(n: int, k: int) -> Lattice:
    """Ranks 1 to nk over the whole table."""
    return Lattice(
        Fraction(1, 2 * n),
        Fraction(1, n),
        Fraction(k * (n * k + 1), 2),
        lambda m: Fraction(m * (n * m + 1), 2),
    )


def _quade(n: int, k: int) -> Lattice:
    """Friedman's ranks, weighted by the ranks of the problems, over n (n + 1) / 2."""
    return Lattice(
        Fraction(1, 2 * n * (n + 1)),
        Fraction(2, n * (n + 1)),
        Fraction(k * (k + 1), 2),
        lambda m: Fraction(m * (m + 1), 2),
    )


_LATTICES: Mapping[str, Callable[[int, int], Lattice]] = {
    "friedman": _friedman,
    "aligned": _aligned,
    "quade": _quade,
}


def lattice_of(ranking: str, n: int, k: int) -> Lattice:
    """What average ranks by the ranking of that name must satisfy."""
    name = RANKINGS.lookup(ranking).name
    if name not in _LATTICES:
        choice(name, _LATTICES, "ranking of printed average ranks")
    return _LATTICES[name](n, k)


@dataclass(frozen=True)
class PossibleRanks:
    """Between which bounds the average ranks lie that are printed so.

    Attributes
    ----------
    lattice : Lattice
        What they must satisfy.
    low, high : tuple of Fraction
        The bounds; without meaning if there are faults.
    faults : tuple of (int or None, str)
        Why these cannot be average ranks: the position of the one that cannot be, or None for all
        together, and the reason.
    tied : tuple of int
        Positions of those that are possible only if there are ties.
    cut : bool
        Whether they are possible only if some were cut off instead of rounded; the bounds then
        allow for both.
    """

    lattice: Lattice
    low: tuple[Fraction, ...]
    high: tuple[Fraction, ...]
    faults: tuple[tuple[int | None, str], ...]
    tied: tuple[int, ...]
    cut: bool = False

    def require(self, names: Sequence[str]) -> None:
        """Raise if they cannot be."""
        if self.faults:
            place, why = self.faults[0]
            whose = "the average ranks" if place is None else f"the average rank of {names[place]}"
            raise InputError(
                Message(
                    f"{whose} cannot be as printed: {why}; check the digits, ",
                    Option("n"),
                    " and ",
                    Option("ranking"),
                    ", or give all claims of the paper to ",
                    Option("audit", call="evenkeel.audit"),
                )
            )


def possible_ranks(
    printed: Sequence[Printed], n: int, ranking: str, k: int | None = None
) -> PossibleRanks:
    """Cut the bounds of printed average ranks to what is possible, and say what is not.

    They are those of all algorithms, or of some of k. If rounded ones cannot be, they may have
    been cut off.
    """
    rounded = _possible(printed, n, ranking, k)
    if not rounded.faults:
        return rounded
    cut = _possible([each.or_cut() for each in printed], n, ranking, k)
    return replace(cut, cut=not cut.faults)


def _possible(printed: Sequence[Printed], n: int, ranking: str, k: int | None) -> PossibleRanks:
    complete = k is None or k == len(printed)
    k = len(printed) if k is None else k
    lattice = lattice_of(ranking, n, k)
    least, most = lattice.least(1), lattice.total - lattice.least(k - 1)
    low, high, tied = [], [], []
    faults: list[tuple[int | None, str]] = []
    for j, each in enumerate(printed):
        lowest, highest = each.ends("the average rank")
        low.append(max(_up(lowest, lattice.step), least))
        high.append(min(_down(highest, lattice.step), most))
        if low[j] > high[j]:
            faults.append((j, _impossible(each, lattice.step, least, most, n)))
        elif _up(lowest, lattice.untied) > highest:
            tied.append(j)
    if not faults and complete:
        faults = [(None, why) for why in _impossible_together(low, high, lattice)]
    if not faults and complete:
        low, high = _tightened(low, high, lattice.total)
    return PossibleRanks(lattice, tuple(low), tuple(high), tuple(faults), tuple(tied))


def _up(value: Fraction, step: Fraction) -> Fraction:
    return math.ceil(value / step) * step


def _down(value: Fraction, step: Fraction) -> Fraction:
    return math.floor(value / step) * step


def _impossible(printed: Printed, step: Fraction, least: Fraction, most: Fraction, n: int) -> str:
    """Why one average rank cannot be: beyond the ends, or between two multiples of the step."""
    if printed.number < least or printed.number > most:
        return f"{printed.text} does not lie between {_short(least)} and {_short(most)}"
    below, above = _down(printed.number, step), _up(printed.number, step)
    return (
        f"no average over {n} problems is printed as {printed.text}; with ties it is a multiple of "
        f"{step}, and the nearest are {_short(below)} and {_short(above)}"
    )


def _impossible_together(
    low: Sequence[Fraction], high: Sequence[Fraction], lattice: Lattice
) -> Iterator[str]:
    """Why average ranks cannot be together: their sum, or that of the best of them."""
    smallest, largest = sum(low), sum(high)
    if not smallest <= lattice.total <= largest:
        sums = f"between {_short(smallest)} and {_short(largest)}, however they were rounded,"
        if smallest == largest:
            sums = f"{_short(smallest)},"
        yield f"they add to {sums} and must add to {_short(lattice.total)}"
        return
    best = Fraction(0)
    for m, each in enumerate(sorted(high)[:-1], start=1):
        best += each
        if best < lattice.least(m):
            yield (
                f"the best {m} of them add to at most {_short(best)}, however they were rounded, "
                f"and must add to at least {_short(lattice.least(m))}"
            )
            return


def _tightened(
    low: Sequence[Fraction], high: Sequence[Fraction], total: Fraction
) -> tuple[list[Fraction], list[Fraction]]:
    """Bounds that the others leave, if all must add to the total."""
    lowest, highest = sum(low), sum(high)
    return (
        [max(a, total - (highest - b)) for a, b in zip(low, high, strict=True)],
        [min(b, total - (lowest - a)) for a, b in zip(low, high, strict=True)],
    )


def _short(value: Fraction | int) -> str:
    return f"{float(value):.6g}"


# Bounds of statistics over all average ranks that are printed so.
#
# The ranks lie in a box and add to a known total. Differences are linear and Friedman's statistic
# is a convex quadratic, so that their extremes over such a set are known.


def average_bounds(possible: PossibleRanks, printed: Sequence[Printed]) -> Bounds:
    """The bounds of average ranks, and of those that add to the total the nearest to the printed.

    All are shifted alike, as far as their bounds allow.
    """
    low, high = (np.array([float(x) for x in side]) for side in (possible.low, possible.high))
    given = np.array([float(each.number) for each in printed])
    shift = _level(low - given, high - given, float(possible.lattice.total) - given.sum())
    return Bounds(np.clip(given + shift, low, high), low, high)


def difference_bounds(averages: Bounds, total: float, pairs: IndexArray) -> Bounds:
    """Second less first of each pair of averages that add to `total`.

    The largest difference has the second at its highest and the first at its lowest, as far as the
    others can take up what is left of the total.
    """
    low, high = averages.low, averages.high
    first, second = pairs.T
    # what the two of a pair may add to
    least = total - (high.sum() - high[first] - high[second])
    most = total - (low.sum() - low[first] - low[second])
    largest = _largest(low[first], high[second], least, most)
    smallest = -_largest(low[second], high[first], least, most)
    return Bounds(pair_differences(averages.value, pairs), smallest, largest)


def _largest(low: FloatArray, high: FloatArray, least: FloatArray, most: FloatArray) -> FloatArray:
    """The largest difference of two numbers, one from `low` on, one up to `high`, by their sum."""
    both = low + high
    largest: FloatArray = high - low - np.abs(both - np.clip(both, least, most))
    return largest


def distances(z: Bounds) -> Bounds:
    """Distances from 0 of numbers between bounds."""
    low, high = np.abs(z.low), np.abs(z.high)
    near = np.where((z.low <= 0) & (z.high >= 0), 0.0, np.minimum(low, high))
    return Bounds(np.abs(z.value), near, np.maximum(low, high))


def normal_pvalue_bounds(z: Bounds) -> Bounds:
    """Two-sided p-values, which fall with the distance of z from 0."""
    far = distances(z)
    value, low, high = (normal_pvalue(x, "two-sided") for x in (far.value, far.high, far.low))
    return Bounds(value, low, high)


def squares_bounds(averages: Bounds, total: float) -> tuple[float, float, float]:
    """Sum of the squared deviations of the averages from their mean: of the value, least, largest.

    The least is that of the averages nearest to each other: all at one level, but for those whose
    bounds do not reach it. The largest is at a corner of the box, but for one average that makes up
    the total; in place of its parabola the chord above it is taken, which makes the bound at most
    a quarter of its squared width too large.
    """
    low, high = averages.low, averages.high
    mean = total / len(low)
    nearest = np.clip(_level(low, high, total), low, high)
    least = float(np.square(nearest - mean).sum())
    below, above = np.square(low - mean), np.square(high - mean)
    left, largest = total - float(low.sum()), float(below.sum())
    for j in np.argsort(-(low + high), kind="stable").tolist():
        width = float(high[j] - low[j])
        share = min(1.0, max(left, 0.0) / width) if width > 0 else 0.0
        largest += share * float(above[j] - below[j])
        left -= share * width
    return float(np.square(averages.value - mean).sum()), least, max(largest, least)


def _level(low: FloatArray, high: FloatArray, total: float) -> float:
    """The level at which numbers, all there or at the bound nearest to it, add to the total."""
    ends = np.unique(np.concatenate([low, high]))
    sums = np.clip(ends[:, None], low, high).sum(axis=1)
    return float(np.interp(total, sums, ends))


def friedman_bounds(averages: Bounds, n: int, spread: float = 1.0) -> tuple[Bounds, Bounds]:
    """Friedman's and Iman and Davenport's statistics and p-values, from average ranks.

    Equations (2) and (3) of Derrac et al. (2011), corrected for ties if these leave less than the
    whole `spread` of the ranks.
    """
    k = len(averages.value)
    squares = squares_bounds(averages, k * (k + 1) / 2)
    most = n * (k - 1.0)
    chi_square = [min(12 * n / (k * (k + 1)) * each / spread, most) for each in squares]
    f = [math.inf if x >= most else (n - 1) * x / (most - x) for x in chi_square]
    same = math.exp(-(n - 1) * math.lgamma(k + 1))  # the chance that all problems rank alike
    tails = [
        same if math.isinf(each) else float(f_sf(each, k - 1, (k - 1) * (n - 1))) for each in f
    ]
    if math.isinf(f[2]) and not math.isinf(f[1]):
        tails[2] = 0.0  # the tail of a statistic that is large without bound
    statistics = np.array([chi_square, f])
    pvalues = np.array([chi_square_sf(chi_square, k - 1), tails])
    return _of_rows(statistics), _falling(pvalues)


def quade_bounds(averages: Bounds, n: int, spread: float = 1.0) -> tuple[Bounds, Bounds]:
    """Quade's statistic and p-value from average ranks.

    Equations (9) to (11) of Derrac et al. (2011): A follows from n and k without ties among ranks
    and ranges, and ties leave the share `spread` of it; B follows from the averages.
    """
    k = len(averages.value)
    squares = squares_bounds(averages, k * (k + 1) / 2)
    a = n * (n + 1) * (2 * n + 1) * k * (k + 1) * (k - 1) / 72 * spread
    b = [n * (n + 1) ** 2 / 4 * each for each in squares]
    f = [math.inf if each >= a else (n - 1) * each / (a - each) for each in b]
    tails = [float(f_sf(each, k - 1, (k - 1) * (n - 1))) for each in f]
    return _of_rows(np.array([f])), _falling(np.array([tails]))


def _of_rows(rows: FloatArray) -> Bounds:
    value, low, high = rows.T
    return Bounds(value, low, high)


def _falling(rows: FloatArray) -> Bounds:
    """Bounds of what falls as its argument rises."""
    value, low, high = rows.T
    return Bounds(value, high, low)
