"""From a cell to a number, or to the reason why it is none and the way to mend it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from numbers import Real
from typing import cast

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.tables.faults import MEND_MISSING
from evenkeel.tables.parsing.annotated import first_number
from evenkeel.tables.parsing.remedies import LONGEST_NUMBER, NUMBER, TOO_LARGE, remedy

# What a spreadsheet shows in place of a value that it cannot compute.
ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
# Texts that stand for a missing value, whatever their case.
MISSING = (
    *("", "NA", "N/A", "N/A.", "n.a.", "nan", "null", "None", "?"),
    *("-", "--", "---", "\N{EN DASH}", "\N{EM DASH}"),
    *ERRORS,
)
# Words that stand in the place of the value of a run that failed, whatever their case.
FAILURES = (
    *("timeout", "time out", "time-out", "T/O", "DNF", "OOM", "memout", "out of memory"),
    *("fail", "failed", "crash", "crashed", "error", "unsolved"),
)
_FAILED = {word.casefold() for word in FAILURES}
_MISSING = {marker.casefold() for marker in MISSING} | _FAILED
_WORDS = _FAILED | {"none"}  # which may as well be names or states, where no number is beside them

_SHOWN = 60  # characters of a cell that a message shows
_STANDS = "which stands for a missing value"


class Numeral(str):
    """The text of a cell whose number is known more exactly than the text tells."""

    __slots__ = ("number",)
    number: float

    def __new__(cls, text: str, number: float) -> Numeral:
        """Join the text and its number."""
        numeral = super().__new__(cls, text)
        numeral.number = number
        return numeral


class Hole(str):
    """The text of a cell whose value is missing, with the reason that its source tells."""

    __slots__ = ("reason",)
    reason: str

    def __new__(cls, text: str, reason: str) -> Hole:
        """Join the text, one of `MISSING` or `FAILURES`, and the reason."""
        hole = super().__new__(cls, text)
        hole.reason = reason
        return hole


@dataclass(frozen=True)
class Numbers:
    """Values of a column, with the rows that hold no number: `wrong` and `absent` say why.

    `annotated` are the cells that hold more than a number, `deviations` what those say that were
    read by their first number.
    """

    values: FloatArray
    wrong: dict[int, str] = field(default_factory=dict)
    absent: dict[int, str] = field(default_factory=dict)
    annotated: dict[int, str] = field(default_factory=dict)
    deviations: dict[int, float] = field(default_factory=dict)


def is_number(cell: object, decimal: str = ".") -> bool:
    """Whether the cell is a number, or text that reads as one."""
    if isinstance(cell, str):
        text = cell.strip()
        return len(text) <= LONGEST_NUMBER and NUMBER[decimal].fullmatch(text) is not None
    return isinstance(cell, (Real, Decimal)) and not isinstance(cell, bool) and not _is_nan(cell)


def is_missing(cell: object) -> bool:
    """Whether the cell is empty, NaN or one of the texts `MISSING` and `FAILURES`."""
    if isinstance(cell, str):
        return cell.strip().casefold() in _MISSING
    return cell is None or _is_nan(cell)


def absence(cell: object, mend: str) -> str:
    """Say what a cell tells about its missing value, and how to `mend` it.

    Examples
    --------
    >>> absence("Timeout", "fill it in")
    "found 'Timeout', a failed run, so that the value is missing; fill it in"
    >>> absence("NA", "fill it in")
    "found 'NA', which stands for a missing value; fill it in"
    """
    if isinstance(cell, Hole):
        return f"the value is missing ({cell.reason}); {mend}"
    if not isinstance(cell, str) or not cell.strip():
        return f"the value is missing; {mend}"
    failed = cell.strip().casefold() in _FAILED
    what = "a failed run, so that the value is missing" if failed else _STANDS
    return f"found {quote(cell)}, {what}; {mend}"


def name_of(cell: object) -> str:
    """Return the cell as a name; an empty cell gives an empty name."""
    if isinstance(cell, str):
        return str(cell)
    if cell is None or _is_nan(cell):
        return ""
    if isinstance(cell, (float, np.floating)):
        number = float(cell)
        return str(int(number)) if number.is_integer() and abs(number) < 1e15 else str(number)
    return _written(cell, str)


def names_of(column: FloatArray | Sequence[object]) -> tuple[str, ...]:
    """Return the cells of a column as names."""
    plain = set(map(type, column)) == {str}
    return cast("tuple[str, ...]", tuple(column)) if plain else tuple(map(name_of, column))


def quote(cell: object) -> str:
    """Show a cell in a message, abridged if it is long."""
    text = repr(str(cell)) if isinstance(cell, str) else _written(cell, repr)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _is_nan(cell: object) -> bool:
    """Whether a cell that is no text is a NaN of any library."""
    if isinstance(cell, Decimal):
        return cell.is_nan()  # to compare a signalling one is an error
    try:
        return bool(cell != cell)
    except TypeError:  # pandas.NA is neither equal nor unequal to itself
        return True
    except ValueError:  # an array is so cell by cell
        return False


def _written(cell: object, write: Callable[[object], str]) -> str:
    """Write a cell that is no text; Python writes an integer of many digits only in base 16."""
    try:
        return write(cell)
    except ValueError:
        return hex(cell) if isinstance(cell, int) else f"<{type(cell).__name__}>"


def numbers(column: FloatArray | Sequence[object], decimal: str, *, first: bool = False) -> Numbers:
    """Read the cells of a column as numbers; `first` takes the first of a cell that holds more."""
    if isinstance(column, np.ndarray):
        return Numbers(column)
    clean = _clean_numbers(column, decimal)
    if clean is not None:
        return Numbers(clean)
    result = _read_cells(column, decimal)
    if result.absent and not result.wrong and np.isnan(result.values).all():
        result.wrong.update(_words_alone(column))
    for row, text in result.annotated.items() if first else ():
        value, deviation = cast("tuple[float, float | None]", first_number(text, decimal))
        result.values[row] = value
        del result.wrong[row]
        if deviation is not None:
            result.deviations[row] = deviation
    return result


def number(cell: object, decimal: str) -> Numbers:
    """Read a cell of a column that holds more than is looked at."""
    return _read_cells([cell], decimal)


def _words_alone(column: Sequence[object]) -> dict[int, str]:
    """Refuse words in a column without a number, which need not be the values of failed runs."""
    return {
        row: f"found {quote(cell)}, in a column without a number; leave its cells empty if every "
        "run failed, else say which column holds names with problem=, or no results with "
        "not_algorithms="
        for row, cell in enumerate(column)
        if isinstance(cell, str)
        and not isinstance(cell, Hole)
        and cell.strip().casefold() in _WORDS
    }


def _read_cells(column: Sequence[object], decimal: str) -> Numbers:
    """Read the cells one by one."""
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
    texts = cast("Sequence[str]", column)
    if max(map(len, texts)) > LONGEST_NUMBER or not all(map(NUMBER[decimal].fullmatch, texts)):
        return None
    plain = texts if decimal == "." else [text.replace(",", ".") for text in texts]
    values = np.fromiter(map(float, plain), np.float64, len(plain))
    return values if np.isfinite(values).all() else None


def _read_cell(cell: object, row: int, decimal: str, result: Numbers) -> None:
    """Read a cell of any type."""
    if is_missing(cell):
        if isinstance(cell, Hole) or (isinstance(cell, str) and cell.strip()):
            result.absent[row] = absence(cell, MEND_MISSING)
    elif isinstance(cell, str):
        text = cell.strip()
        plain = text.replace(",", ".") if decimal == "," else text
        if is_number(text, decimal) and math.isfinite(float(plain)):
            result.values[row] = float(plain)
        else:
            result.wrong[row] = f"found {quote(cell)}, {remedy(text, decimal)}"
            if first_number(text, decimal) is not None:
                result.annotated[row] = text
    elif not is_number(cell):
        kind = "a truth value" if isinstance(cell, (bool, np.bool_)) else "which is not a number"
        result.wrong[row] = f"found {quote(cell)}, {kind}; write a number"
    else:
        try:
            result.values[row] = float(cell)  # type: ignore[arg-type]
        except OverflowError:
            result.wrong[row] = f"found {quote(cell)}, {TOO_LARGE}"
