"""Numbers as papers print them, their bounds, and how one agrees with a computed one."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from numbers import Integral, Real
from typing import Literal, cast

from evenkeel.errors import InputError, quoted

# A number as a paper prints it, and between which bounds the number itself lies.


Bound = Literal["", "<", ">"]

# Digits with a point or a comma, and an exponent: e-5, x 10^-5, ·10^{-5}.
NUMBER = (
    r"[-−+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)"
    r"(?:(?:[eE]|\s*[x×·*]\s*10\s*(?:\^|\*\*)?\s*)\{?[-−+]?\d+\}?)?"
)
# A number with what stands before it in papers ("p <") and behind it (stars, daggers).
PRINTED = rf"(?:[pP]\s*(?=[<>≤≥=]))?(?:<=|>=|[<>≤≥=])?\s*{NUMBER}\s*[*†‡§]*"

_PARTS = re.compile(
    rf"(?:[pP]\s*(?=[<>≤≥=]))?(?P<bound><=|>=|[<>≤≥=])?\s*(?P<number>{NUMBER})\s*[*†‡§]*"
)
_EXPONENT = re.compile(r"(?:[eE]|\s*[x×·*]\s*10\s*(?:\^|\*\*)?\s*)\{?(?P<power>[-−+]?\d+)\}?$")
_BOUNDS: Mapping[str, Bound] = {"<": "<", "<=": "<", "≤": "<", ">": ">", ">=": ">", "≥": ">"}
#: Digits and powers of ten up to which numbers are taken for printed ones.
MOST_DECIMALS = 400

_REMEDY = "write it as it is printed"
_LARGEST = 1e300  # with which doubles can still compute
_LONGEST = 9  # characters of a power of ten that are read
_NOT_THE_NEXT = 1 - Fraction(1, 10**9)  # what is cut off is less than a unit
_KEPT = 12  # digits of a float that may be printed ones; what follows is its arithmetic


@dataclass(frozen=True)
class Printed:
    """A printed number: its text, and the bounds that its digits set.

    Attributes
    ----------
    text : str
        The number with a decimal point, as ``"0.012"``, ``"1.2e-5"``; a bound as ``"<0.001"``.
    low, high : Fraction or None
        The number itself lies between them: half a unit of the last digit on either side. None on
        the open side of a bound.
    bound : {"", "<", ">"}
        Whether it is a bound.
    """

    text: str
    low: Fraction | None
    high: Fraction | None
    bound: Bound = ""

    @property
    def number(self) -> Fraction:
        """The number that is printed; of a bound, the bound."""
        return Fraction(self.text.lstrip("<>"))

    @property
    def decimals(self) -> int:
        """Digits after the point; of a number with an exponent, of its plain form."""
        return max(0, -_exponent(self.text.lstrip("<>")))

    def ends(self, what: str) -> tuple[Fraction, Fraction]:
        """Both bounds; `what` names the number if it has only one."""
        if self.low is None or self.high is None:
            raise InputError(f"{self.text} is a bound; give {what} itself")
        return self.low, self.high

    def with_decimals(self, decimals: int) -> Printed:
        """The same number, of which so many decimals were kept and zeros at the end dropped."""
        if self.bound:
            return self
        half = Fraction(1, 2 * 10**decimals)
        return Printed(self.text, self.number - half, self.number + half)

    def or_cut(self) -> Printed:
        """The same number, which may have been cut off behind its digits instead of rounded."""
        if self.low is None or self.high is None:
            return self
        unit = (self.high - self.low) * _NOT_THE_NEXT
        if self.number < 0:
            return Printed(self.text, self.number - unit, self.high)
        return Printed(self.text, self.low, self.number + unit)

    def within(self, least: float, most: float, what: str) -> tuple[Fraction, Fraction]:
        """The bounds cut to what the number can be at all; `what` names it if it is none such."""
        low = Fraction(least) if self.low is None else max(self.low, Fraction(least))
        ends = [Fraction(most)] if math.isfinite(most) else []
        high = min(ends if self.high is None else [self.high, *ends])
        if low > high:
            raise InputError(
                f"{what} is printed as {self.text}; it lies between {least:g} and {most:g}"
            )
        return low, high


def printed_number(given: object, what: str = "the number") -> Printed:
    """Read a number as a paper prints it, from text or from a float by its shortest form.

    A decimal comma, ``<0.001``, ``p = 0.03``, ``1.2 x 10^-5`` and stars behind it are understood.

    Examples
    --------
    >>> printed = printed_number("0,012*")
    >>> printed.text, float(printed.low), float(printed.high)
    ('0.012', 0.0115, 0.0125)
    >>> printed_number("p < .001").text
    '<0.001'
    """
    if isinstance(given, Printed):
        return given
    if isinstance(given, str):
        found = _from_text(given, what)
        if abs(found.number) <= _LARGEST:
            return found
    elif not isinstance(given, Real) or isinstance(given, bool) or given != given:
        raise InputError(f"{what} is {quoted(given)}, which is no number; {_REMEDY}")
    elif abs(cast("float", given)) <= _LARGEST:
        if isinstance(given, Integral):
            return _rounded(str(int(given)), 0)
        text = repr(float(given))
        if Decimal(text).adjusted() - _exponent(text) >= _KEPT:
            text = f"{float(given):.{_KEPT}g}"
        return _rounded(text, _exponent(text))
    raise InputError(f"{what} is {quoted(given)}, which is beyond {_LARGEST:.0e}; {_REMEDY}")


def _from_text(text: str, what: str) -> Printed:
    found = _PARTS.fullmatch(text.strip())
    if found is None:
        raise InputError(
            f"{what} is {quoted(text)}, which is no number; {_REMEDY}, such as 0.012, 0,012, "
            "1.2e-5 or <0.001"
        )
    plain = found["number"].replace("−", "-").replace(",", ".")
    power = _EXPONENT.search(plain)
    digits = plain[: power.start()].strip() if power else plain
    digits = re.sub(r"^([-+]?)\.", r"\g<1>0.", digits).removeprefix("+")
    number = digits + (f"e{int(power['power'][:_LONGEST])}" if power else "")
    if len(digits) > MOST_DECIMALS or abs(_exponent(number)) > MOST_DECIMALS:
        raise InputError(f"{what} has more than {MOST_DECIMALS} digits; {_REMEDY}")
    bound = _BOUNDS.get(found["bound"] or "", "")
    if bound == "<":
        return Printed(f"<{number}", None, Fraction(number), "<")
    if bound == ">":
        return Printed(f">{number}", Fraction(number), None, ">")
    return _rounded(number, _exponent(number))


def _rounded(number: str, exponent: int) -> Printed:
    half = Fraction(10) ** exponent / 2
    return Printed(number, Fraction(number) - half, Fraction(number) + half)


def _exponent(number: str) -> int:
    """The power of ten of the last digit that is written."""
    return int(Decimal(number).as_tuple().exponent)


# A printed figure beside the computed one, and how exactly the two agree.


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
