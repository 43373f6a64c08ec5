"""A printed figure beside the computed one, and how exactly the two agree."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

# What the arithmetic of doubles may add to a figure, in units of its last printed digit.
_NOISE = Fraction(1, 10**9)


class Agreement(StrEnum):
    """In which way a computed value agrees with the printed digits."""

    ROUNDED = "rounded"
    CUT = "cut off"
    SOURCE = "within the rounding of the source"


@dataclass(frozen=True)
class Figure:
    """One printed figure and the value that was computed for it.

    Attributes
    ----------
    label : str
        Where it stands in its table.
    printed : str
        As it is printed, with a decimal point: a number, a bound such as ``">0.2"``, or ``""``
        where the table says that there is none.
    computed : float or None
        The value; None if there is none.
    places : int, optional
        Decimals that were kept, if zeros at the end were dropped: 157.4 may stand for 157.4000.
        As many as are printed, if not given. Numbers with an exponent are taken as printed.
    slack : float
        How far the value may be off because what it was computed from is itself rounded.
    """

    label: str
    printed: str
    computed: float | None
    places: int | None = None
    slack: float = 0.0

    @property
    def agreement(self) -> Agreement | None:
        """How the computed value agrees with the printed one; None if it does not."""
        if self.computed is None or not self.printed:
            both = self.computed is None and not self.printed
            return Agreement.ROUNDED if both else None
        if self.printed[0] in "<>":
            return Agreement.ROUNDED if self._within_bound() else None
        value, number, unit = Fraction(self.computed), Fraction(self.printed), self._unit()
        distance = abs(value - number)
        # Cutting goes towards zero: how far the value lies beyond what is printed.
        beyond = abs(value) - abs(number) if value * number >= 0 else -distance
        noise, slack = _NOISE * unit, Fraction(self.slack)
        if distance <= unit / 2 + noise:
            return Agreement.ROUNDED
        if -noise <= beyond < unit - noise:
            return Agreement.CUT
        if slack and (distance <= unit / 2 + slack or -slack <= beyond < unit + slack):
            return Agreement.SOURCE
        return None

    def _within_bound(self) -> bool:
        assert self.computed is not None
        bound = float(self.printed[1:])
        return self.computed < bound if self.printed[0] == "<" else self.computed > bound

    def _unit(self) -> Fraction:
        """One unit of the last digit that was kept."""
        if self.places is not None and "e" not in self.printed:
            return Fraction(1, 10**self.places)
        return Fraction(10) ** int(Decimal(self.printed).as_tuple().exponent)
