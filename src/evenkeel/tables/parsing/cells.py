"""From cells to numbers and names, or the reasons why they are none; a table of them.

Long because all reasons why a cell is no number stand in one place.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from numbers import Real
from typing import Any, TypeVar, cast

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import Message, Option, TableError, few
from evenkeel.tables.faults import MEND_MISSING, Cell, Origin
from evenkeel.tables.lexicon import FAILURES, MISSING, NOT_RUN
from evenkeel.tables.parsing.numerals import (
    LONGEST_NUMBER,
    NUMBER,
    TOO_LARGE,
    Parsed,
    parse,
    remedy,
)

# From cells to numbers and names, or to the reasons why they are none.


_FAILED = {word.casefold() for word in FAILURES}
_MISSING = {marker.casefold() for marker in MISSING} | _FAILED
_WORDS = _FAILED | {"none"}  # which may as well be names or states, where no number is beside them

_SHOWN = 60  # characters of a cell that a message shows
_STANDS = "which stands for a missing value"


class Numeral(str):
    """The text of a cell whose number is known more exactly than the text says."""

    __slots__ = ("number",)
    number: float

    def __new__(cls, text: str, number: float) -> Numeral:
        """Join the text and its number."""
        numeral = super().__new__(cls, text)
        numeral.number = number
        return numeral


class Hole(str):
    """The text of a cell whose value is missing, with the reason that its source gives."""

    __slots__ = ("failed", "reason")
    reason: str
    failed: bool

    def __new__(cls, text: str, reason: str, failed: bool = True) -> Hole:
        """Join the text, one of `MISSING` or `FAILURES`, the reason, and whether a run failed."""
        hole = super().__new__(cls, text)
        hole.reason, hole.failed = reason, failed
        return hole


class Reasons(Mapping[int, str]):
    """Cells by their rows, and why each is what it is: the words are made when they are asked for.

    `cells` are the cells as they were found.
    """

    def __init__(self, explain: Callable[[object], str]) -> None:
        self.cells: dict[int, object] = {}
        self._explain = explain

    def __getitem__(self, row: int) -> str:
        return self._explain(self.cells[row])

    def __iter__(self) -> Iterator[int]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)


def _nothing() -> Reasons:
    return Reasons(quote)


@dataclass(frozen=True)
class Numbers:
    """The values of a column, NaN where there is none, and what its other cells are.

    `wrong` are the cells that are no numbers, `absent` those that say that a value is missing
    (empty ones are only NaN); `deviations` stand beside values, `percent` are the rows with a per
    cent sign, and `annotated` the texts of all cells that hold more than a plain number.
    """

    values: FloatArray
    wrong: Reasons = field(default_factory=_nothing)
    absent: Reasons = field(default_factory=_nothing)
    annotated: dict[int, str] = field(default_factory=dict)
    deviations: dict[int, float] = field(default_factory=dict)
    percent: set[int] = field(default_factory=set)


def is_number(cell: object, decimal: str = ".") -> bool:
    """Whether the cell is a number, or text that reads as one."""
    if isinstance(cell, str):
        text = cell.strip()
        return len(text) <= LONGEST_NUMBER and NUMBER[decimal].fullmatch(text) is not None
    return isinstance(cell, (Real, Decimal)) and not isinstance(cell, bool) and not _is_nan(cell)


def number_in(text: str, decimal: str = ".", *, sure: bool = False) -> Parsed | None:
    """What `parse` finds; most texts are plain numbers, or words, known by their first letter."""
    text = text.strip()
    if is_number(text, decimal):
        return Parsed(float(text.replace(",", ".")), more=False)
    return None if text[:1].isalpha() and text[0] not in "nN" else parse(text, decimal, sure=sure)


def is_missing(cell: object) -> bool:
    """Whether the cell is empty, NaN or one of the texts `MISSING` and `FAILURES`."""
    if isinstance(cell, str):
        return cell.strip().casefold() in _MISSING
    return cell is None or _is_nan(cell)


def is_failure(cell: object) -> bool:
    """Whether a cell says that a run failed, as "timeout" does."""
    if isinstance(cell, Hole):
        return cell.failed
    return isinstance(cell, str) and cell.strip().casefold() in _FAILED


def absence(cell: object, mend: str = MEND_MISSING) -> str:
    """Say what a cell says about its missing value, and how to `mend` it.

    Examples
    --------
    >>> absence("Timeout", "fill it in")
    "found 'Timeout', a failed run, so that the value is missing; fill it in"
    >>> absence("NA", "fill it in")
    "found 'NA', which stands for a missing value; fill it in"
    """
    if isinstance(cell, Hole):
        return Message(f"the value is missing ({cell.reason}); ", mend)
    if not isinstance(cell, str) or not cell.strip():
        return Message("the value is missing; ", mend)
    failed = cell.strip().casefold() in _FAILED
    what = "a failed run, so that the value is missing" if failed else _STANDS
    return Message(f"found {quote(cell)}, {what}; ", mend)


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


def occurrences(names: Iterable[Hashable]) -> list[int]:
    """Which occurrence of its name each is, from 1."""
    seen: Counter[Hashable] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(seen[name])
    return numbered


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


def numbers(
    column: FloatArray | Sequence[object], decimal: str = ".", *, sure: bool = False
) -> Numbers:
    """Read the cells of a column as numbers; `sure` says that the decimal mark was seen."""
    if isinstance(column, np.ndarray):
        return Numbers(column)
    clean = _clean_numbers(column, decimal)
    return Numbers(clean) if clean is not None else _read_cells(column, decimal, sure)


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


def _read_cells(column: Sequence[object], decimal: str, sure: bool) -> Numbers:
    """Read the cells one by one."""
    wrong = Reasons(lambda cell: _why_wrong(cell, decimal))
    result = Numbers(np.full(len(column), np.nan), wrong, Reasons(absence))
    for row, cell in enumerate(column):
        if type(cell) is float:
            result.values[row] = cell
        elif isinstance(cell, Numeral) and is_number(cell, decimal) and math.isfinite(cell.number):
            result.values[row] = cell.number
        elif is_missing(cell):
            if isinstance(cell, str) and (cell.strip() or isinstance(cell, Hole)):
                result.absent.cells[row] = cell
        elif isinstance(cell, str):
            _read_text(cell, row, number_in(cell, decimal), result)
        else:
            try:
                result.values[row] = float(cell) if is_number(cell) else np.nan  # type: ignore[arg-type]
            except OverflowError:
                result.values[row] = np.nan
            if math.isnan(result.values[row]):
                wrong.cells[row] = cell
    if sure and wrong:
        _read_thousands(decimal, result)
    read = len(column) - int(np.isnan(result.values).sum())
    marks = [row for row, cell in wrong.cells.items() if _marks_hole(cell)] if read else []
    if len(marks) > 1:  # one alone may be a slip
        result.absent.cells.update({row: wrong.cells.pop(row) for row in marks})
    if not read and not wrong:
        wrong.cells.update(_words_alone(column))
    if result.percent and len(result.percent) < read:  # not all of them are of one unit
        plain = {*np.flatnonzero(~np.isnan(result.values)).tolist()} - result.percent
        for row in min(result.percent, plain, key=len):
            wrong.cells[row], result.values[row] = column[row], np.nan
    return result


def _marks_hole(cell: object) -> bool:
    return isinstance(cell, str) and cell.strip().casefold() in NOT_RUN


def _read_text(cell: str, row: int, found: Parsed | None, result: Numbers) -> None:
    if found is None or math.isinf(found.value):
        result.wrong.cells[row] = cell
        return
    result.values[row] = found.value
    if found.more:
        result.annotated[row] = cell.strip()
    if found.deviation is not None:
        result.deviations[row] = found.deviation
    if found.percent:
        result.percent.add(row)


def _read_thousands(decimal: str, result: Numbers) -> None:
    """Read numbers such as 1,234 as whole ones if no number of the column has decimals."""
    values = result.values[~np.isnan(result.values)]
    if not np.array_equal(values, np.rint(values)):
        return
    texts = {row: cell for row, cell in result.wrong.cells.items() if isinstance(cell, str)}
    for row, cell in texts.items():
        if (found := number_in(cell, decimal, sure=True)) is not None:
            del result.wrong.cells[row]
            _read_text(cell, row, found, result)


def _words_alone(column: Sequence[object]) -> dict[int, object]:
    """Words in a column without a number, which need not be the values of failed runs."""
    return {
        row: cell
        for row, cell in enumerate(column)
        if isinstance(cell, str)
        and not isinstance(cell, Hole)
        and cell.strip().casefold() in _WORDS
    }


def _why_wrong(cell: object, decimal: str) -> str:
    """Say what a cell is that is no number, and how to mend it."""
    if isinstance(cell, str) and is_missing(cell):
        return Message(
            f"found {quote(cell)}, in a column without a number; leave its cells empty if every "
            "run failed, else say which column holds names with ",
            Option("problem"),
            ", or no results with ",
            Option("not_algorithms"),
        )
    if isinstance(cell, str):
        return Message(f"found {quote(cell)}, ", remedy(cell.strip(), decimal))
    if is_number(cell):
        return f"found {quote(cell)}, {TOO_LARGE}"
    kind = "a truth value" if isinstance(cell, (bool, np.bool_)) else "which is not a number"
    return f"found {quote(cell)}, {kind}; write a number"


# A table as it was found.


_FEW = 12  # tables that a message names
Told = TypeVar("Told")
Column = FloatArray | Sequence[object]  # numbers, NaN where missing; or cells as they were found


@dataclass(frozen=True)
class Table:
    """Header and columns of a source, before anyone says what they mean.

    `header` is ``None`` for a bare matrix. `rows` numbers the rows as the source does, and
    `row_word` is what it calls them: "line", "row" or "record" (of several files the number says
    the file as well, as in "3 of a.csv"); `column_word` is what it calls columns, another word only
    if it was turned; `places` are the letters of the columns of a sheet, by default they count
    from 1. `decimal` is the mark for the cells that are text, and `sure` says that it was seen or
    given. `better` is the direction if the source itself says it. `matrix` holds the columns of
    numbers side by side if they were found so, which spares a copy.

    `name` is that of one of several tables: its sheet, caption, heading or path, or the lines it
    stands in. `levels` are what the levels of the headings are called, if the source says it, as
    in ("algorithm", "measure") for headings "SVM / error". `bold` are the cells that the source
    emphasises. `limit` is the time at which runs were stopped, if the source says it.
    """

    origin: Origin
    header: tuple[str, ...] | None
    columns: Sequence[Column]
    rows: Sequence[object]
    row_word: str = "row"
    decimal: str = "."
    faults: tuple[str, ...] = ()
    better: object = None
    places: Sequence[str] = ()
    matrix: FloatArray | None = None
    sure: bool = False
    column_word: str = "column"
    formatted: bool = False
    name: str = ""
    levels: tuple[str, ...] = ()
    bold: frozenset[Cell] = frozenset()
    limit: float | None = None
    _memo: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, what: Hashable, find: Callable[[], Told]) -> Told:
        """What `find` gives, kept for those who ask the same of this table again."""
        if what not in self._memo:
            self._memo[what] = find()
        return cast(Told, self._memo[what])

    def names_in(self, position: int) -> tuple[str, ...]:
        """The cells of a column as names."""
        return self.once(("names", position), lambda: names_of(self.columns[position]))

    def rows_by(self, *positions: int) -> Sequence[str | tuple[str, ...]]:
        """What each row is called by a column, or by several together."""
        names = [self.names_in(position) for position in positions]
        return names[0] if len(names) == 1 else list(zip(*names, strict=True))

    def recurs(self, *positions: int) -> bool:
        """Whether these columns call several rows the same."""

        def found() -> bool:
            rows = self.rows_by(*positions)
            return len(set(rows)) < len(rows)

        return self.once(("recurs", *positions), found)

    def unread(self, *what: str) -> Table:
        """The same table, with what of its source was not read."""
        origin = replace(self.origin, unread=(*self.origin.unread, *what))
        return replace(self, origin=origin) if what else self

    def place(self, position: int) -> str:
        """Number or letters of a column."""
        return self.places[position] if self.places else str(position + 1)

    def column(self, position: int) -> str:
        """Where a column stands, as in "column 3"."""
        return f"{self.column_word} {self.place(position)}"

    def numbers(self, position: int) -> Numbers:
        """The numbers of a column, and what its other cells are."""
        return numbers(self.columns[position], self.decimal, sure=self.sure)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns, for a matrix none."""
        return self.header if self.header is not None else ("",) * len(self.columns)


def only_table(tables: Sequence[Table]) -> Table:
    """The only table of a source."""
    if len(tables) == 1:
        return tables[0]
    origin = tables[0].origin
    listed = few([repr(table.name) for table in tables], _FEW)
    remedy = (
        Message("; say which with ", Option("sheet"))
        if origin.format == "excel"
        else "; give the one with the results in a file of its own"
    )
    raise TableError(
        origin.description, Message(f"there are {len(tables)} tables: {listed}", remedy)
    )
