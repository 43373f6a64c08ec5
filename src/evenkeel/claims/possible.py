"""Which average ranks are possible at all: multiples of a step, with a fixed sum.

A test of printed averages by their granularity, as GRIM is for means of whole numbers: Brown and
Heathers (2017), doi:10.1177/1948550616673876.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from evenkeel.claims.printed import Printed
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.ranks.registry import RANKINGS


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
