"""Numbers that are known between bounds, and what follows for adjusted p-values and verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.adjustments import adjust
from evenkeel.adjustments.enumeration import LARGEST_ENUMERATED
from evenkeel.adjustments.registry import lookup
from evenkeel.decisions.testing import MAIN_PROCEDURE
from evenkeel.errors import choice, fraction
from evenkeel.families import Family
from evenkeel.numerics.equality import ByValue

Verdict = Literal["rejected", "not rejected", "rounding could turn it"]

REJECTED: Verdict = "rejected"
NOT_REJECTED: Verdict = "not rejected"
TURNED: Verdict = "rounding could turn it"


@dataclass(frozen=True, eq=False)
class Bounds(ByValue):
    """Numbers that follow from printed ones.

    Attributes
    ----------
    value : ndarray
        What follows from the printed numbers; from ranks, from the nearest that are possible.
    low, high : ndarray
        What follows from any numbers that are printed so lies between them.
    """

    value: FloatArray
    low: FloatArray
    high: FloatArray

    def at(self, places: IndexArray) -> Bounds:
        """The numbers at these places."""
        return Bounds(self.value[places], self.low[places], self.high[places])

    def over(self, divisor: float) -> Bounds:
        """The same numbers divided by one above 0."""
        return Bounds(self.value / divisor, self.low / divisor, self.high / divisor)


def verdicts(pvalues: Bounds, alpha: float) -> tuple[Verdict, ...]:
    """Of each p-value whether its hypothesis is rejected, for all numbers that are printed so."""
    level = fraction(alpha, "alpha")
    return tuple(
        REJECTED if high <= level else NOT_REJECTED if low > level else TURNED
        for low, high in zip(pvalues.low.tolist(), pvalues.high.tolist(), strict=True)
    )


def chosen_procedure(
    adjusted: Mapping[str, Bounds], family: Family | None, procedure: str | None
) -> str:
    """The procedure asked for, by default the main one of the family, or the first there is."""
    if procedure is not None:
        return choice(lookup(procedure).name, adjusted, "procedure of this result")
    main = MAIN_PROCEDURE["control" if family is None else family.kind]
    return main if main in adjusted else next(iter(adjusted))


def adjusted_bounds(
    pvalues: Bounds,
    procedures: Iterable[str],
    family: Family | None,
    positions: FloatArray | None = None,
) -> dict[str, Bounds]:
    """Bounds of the adjusted p-values, by the name of the procedure.

    No adjusted p-value falls if a raw p-value of the family rises: a procedure in steps whose
    levels do not decrease, and a closed one, reject no less if p-values fall. So the lowest raw
    p-values of all hypotheses give the lowest adjusted ones, and the highest the highest. If raw
    p-values cannot all be lowest at once, as with ranks, these bounds may be wider than need be.
    """
    return {
        lookup(name).name: Bounds(*_adjusted_rows(pvalues, name, family, positions))
        for name in procedures
    }


def _adjusted_rows(
    pvalues: Bounds, name: str, family: Family | None, positions: FloatArray | None
) -> FloatArray:
    rows = np.stack([pvalues.value, pvalues.low, pvalues.high])
    many = family is not None and family.k > LARGEST_ENUMERATED and lookup(name).kind == "logical"
    if not many or positions is None or family is None:
        return adjust(rows, name, family=family)
    return adjust(_along_line(rows, family, positions), name, family=family, positions=positions)


def _along_line(rows: FloatArray, family: Family, positions: FloatArray) -> FloatArray:
    """P-values made to fall with the distance of the positions, as procedures for many need it.

    The lowest become those of the nearest pairs that are as low, the highest those of the
    farthest that are as high; both stay bounds.
    """
    first, second = family.pairs.T
    order = np.argsort(np.abs(positions[first] - positions[second]), kind="stable")
    value, low, high = rows[:, order]
    ordered = np.stack(
        [
            np.minimum.accumulate(value),
            np.minimum.accumulate(low),
            np.maximum.accumulate(high[::-1])[::-1],
        ]
    )
    along = np.empty_like(rows)
    along[:, order] = ordered
    return along
