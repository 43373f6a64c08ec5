"""From a cell to a number, or to the reason why it is none and the way to mend it."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from numbers import Real
from typing import cast

import numpy as np

from evenkeel._faults import MEND_MISSING
from evenkeel.results import FloatArray

# Texts that stand for a missing value, whatever their case.
MISSING = ("", "NA", "N/A", "#N/A", "nan", "null", "-", "?")
_MISSING = {marker.casefold() for marker in MISSING}

_NUMBER = {
    ".": re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"),
    ",": re.compile(r"[+-]?(?:[0-9]+,?[0-9]*|,[0-9]+)(?:[eE][+-]?[0-9]+)?"),
}
_NUMBERS = {
    decimal: re.compile(rf"(?:{pattern.pattern}\n)*+{pattern.pattern}")
    for decimal, pattern in _NUMBER.items()
}
_INFINITE = re.compile(r"[+-]?(?:inf(?:inity)?|∞)", re.IGNORECASE)
_GROUPED = {
    ".": re.compile(r"[+-]?[0-9]{1,3}(?:[, '\u00a0\u202f][0-9]{3})+(?:\.[0-9]+)?"),
    ",": re.compile(r"[+-]?[0-9]{1,3}(?:[. '\u00a0\u202f][0-9]{3})+(?:,[0-9]+)?"),
}
_DEVIATION = re.compile(r"(.+?)\s*(?:±|\+/?-|\\pm)\s*.+")
_BRACKETS = re.compile(r"(.+?)\s*[(\[].*[)\]]")
_SHOWN = 60  # characters of a cell that a message shows


class Numeral(str):
    """The text of a cell whose number is known more exactly than the text tells."""

    __slots__ = ("number",)
    number: float

    def __new__(cls, text: str, number: float) -> Numeral:
        """Join the text and its number."""
        numeral = super().__new__(cls, text)
        numeral.number = number
        return numeral


@dataclass(frozen=True)
class Numbers:
    """Values of a column, with the rows that hold no number: `wrong` and `absent` say why."""

    values: FloatArray
    wrong: dict[int, str] = field(default_factory=dict)
    absent: dict[int, str] = field(default_factory=dict)


def is_number(cell: object, decimal: str = ".") -> bool:
    """Whether the cell is a number, or text that reads as one."""
    if isinstance(cell, str):
        return _NUMBER[decimal].fullmatch(cell.strip()) is not None
    return isinstance(cell, (Real, Decimal)) and not isinstance(cell, bool) and cell == cell


def is_missing(cell: object) -> bool:
    """Whether the cell is empty, NaN or one of the `MISSING` texts."""
    if isinstance(cell, str):
        return cell.strip().casefold() in _MISSING
    return cell is None or (isinstance(cell, (Real, Decimal)) and cell != cell)


def name_of(cell: object) -> str:
    """Return the cell as a name; an empty cell gives an empty name."""
    if isinstance(cell, str):
        return str(cell)
    if cell is None or cell != cell:
        return ""
    if isinstance(cell, (float, np.floating)):
        number = float(cell)
        return str(int(number)) if number.is_integer() and abs(number) < 1e15 else str(number)
    return str(cell)


def names_of(column: FloatArray | Sequence[object]) -> tuple[str, ...]:
    """Return the cells of a column as names."""
    plain = set(map(type, column)) == {str}
    return cast("tuple[str, ...]", tuple(column)) if plain else tuple(map(name_of, column))


def quote(cell: object) -> str:
    """Show a cell in a message, abridged if it is long."""
    text = repr(str(cell) if isinstance(cell, str) else cell)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def numbers(column: FloatArray | Sequence[object], decimal: str) -> Numbers:
    """Read the cells of a column as numbers."""
    if isinstance(column, np.ndarray):
        return Numbers(column)
    clean = _clean_numbers(column, decimal)
    if clean is not None:
        return Numbers(clean)
    result = Numbers(np.full(len(column), np.nan))
    for row, cell in enumerate(column):
        if type(cell) is float:
            result.values[row] = cell
        elif isinstance(cell, Numeral) and is_number(cell, decimal) and math.isfinite(cell.number):
            result.values[row] = cell.number
        else:
            _read_cell(cell, row, decimal, result)
    return result


def _clean_numbers(column: Sequence[object], decimal: str) -> FloatArray | None:
    """Read a column of texts that all are finite numbers, in one go; None if they are not."""
    if set(map(type, column)) != {str}:
        return None
    text = "\n".join(column)  # type: ignore[arg-type]
    if not _NUMBERS[decimal].fullmatch(text):
        return None
    values = np.fromiter(map(float, text.replace(",", ".").split("\n")), np.float64)
    return values if np.isfinite(values).all() else None


def _read_cell(cell: object, row: int, decimal: str, result: Numbers) -> None:
    """Read a cell of any type."""
    if is_missing(cell):
        if isinstance(cell, str) and cell.strip():
            found = f"found {quote(cell)}, which stands for a missing value"
            result.absent[row] = f"{found}; {MEND_MISSING}"
    elif isinstance(cell, str):
        text = cell.strip()
        plain = text.replace(",", ".") if decimal == "," else text
        if is_number(text, decimal) and math.isfinite(float(plain)):
            result.values[row] = float(plain)
        else:
            result.wrong[row] = f"found {quote(cell)}, {_remedy(text, decimal)}"
    elif not is_number(cell):
        kind = "a truth value" if isinstance(cell, (bool, np.bool_)) else "which is not a number"
        result.wrong[row] = f"found {quote(cell)}, {kind}; write a number"
    else:
        try:
            result.values[row] = float(cell)  # type: ignore[arg-type]
        except OverflowError:
            result.wrong[row] = f"found {quote(cell)}, {_too_large()}"


def _remedy(text: str, decimal: str) -> str:
    """Say what is wrong with a text that should be a number, and how to mend it."""
    number, other = _NUMBER[decimal], "," if decimal == "." else "."
    minus = text.replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    if _INFINITE.fullmatch(text):
        return "an infinite value; replace it by a finite number"
    if number.fullmatch(text):
        return _too_large()
    if _GROUPED[decimal].fullmatch(text):
        plain = re.sub(rf"[^0-9{re.escape(decimal)}+-]", "", text)
        return f"with a thousands separator; write {plain}" + (
            f", or read the table with decimal={other!r} if {other!r} is the decimal mark"
            if _NUMBER[other].fullmatch(text)
            else ""
        )
    if _NUMBER[other].fullmatch(text):
        return (
            f"but the decimal mark of this table is {decimal!r}; write "
            f"{text.replace(other, decimal)}, or read the table with decimal={other!r} if all its "
            "numbers are written so"
        )
    if text.endswith("%") and number.fullmatch(text[:-1].strip()):
        return f"a percentage; write {text[:-1].strip()} without the sign, in the whole table"
    if minus != text and number.fullmatch(minus):
        return f"with a typographic minus sign; write {minus}"
    for pattern, kind in ((_DEVIATION, "with a deviation"), (_BRACKETS, "with a remark")):
        match = pattern.fullmatch(text)
        if match and number.fullmatch(match[1]):
            return f"a number {kind}; keep {match[1]} alone"
    if text.casefold() in ("true", "false"):
        return "a truth value; write a number"
    match = number.match(text)
    if match:
        return f"a number with something after it; keep {match[0]} alone"
    return "which is not a number; write a number, or leave the cell empty if it is missing"


def _too_large() -> str:
    return "beyond the largest number, about 1.8e308; replace it by a finite number"
