"""The neutral document with typed cells, and how it is laid out when saved.

Long because every kind of block is declared here, which all formats write.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from evenkeel.errors import InputError, Message, Option, choice, spelled
from evenkeel.references import Reference
from evenkeel.text import Kind, column_decimals, format_number, joined

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# The neutral document: headings, paragraphs, tables and pictures, with typed cells.
#
# It holds values, not text: every number keeps its full precision until a renderer formats it with
# `evenkeel.text`, and every label is escaped by the renderer that prints it.


Grade = Literal["problem", "caution", "note"]
Cell = str | float | int | bool | None

READ = "Read"  # the label of what was understood
_STARRED = (0.05, 0.01, 0.001)  # levels of one, two and three stars
_BRIEF = 40  # rows of a table that are printed before it is abridged


@dataclass(frozen=True)
class Column:
    """A column of a table: its title, what its cells are, and whether p-values may have stars.

    P-values that are not adjusted for their number have none. `decimals` are those of the column of
    which this is a piece.
    """

    title: str
    kind: Kind = "text"
    starred: bool = True
    decimals: int | None = None


@dataclass(frozen=True)
class Table:
    """A table with a name (for files and links), a title, typed columns and rows of values.

    `bold` holds the (row, column) positions to emphasise, `emphasis` says what that means;
    `note` is a sentence below the table. A `record` has one row, which readers see as a list of
    names and values. The numbers of some rows may be of another kind than their columns say
    (`row_kinds`). All columns of values of a table that is `alike` hold the same measure, and have
    the same decimals where their sizes allow it. `digits` and `stars` say how numbers are shown,
    see `evenkeel.report.document`.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    bold: frozenset[tuple[int, int]] = frozenset()
    note: str = ""
    record: bool = False
    emphasis: str = ""
    row_kinds: tuple[tuple[int, Kind], ...] = ()
    digits: int | None = None
    stars: bool = False
    alike: bool = False

    def __post_init__(self) -> None:
        for size in {*map(len, self.rows)} - {len(self.columns)}:
            raise ValueError(f"table {self.name!r}: a row has {size} cells")

    def text(self, row: int, column: int) -> str:
        """The formatted, unescaped text of one cell, without stars."""
        value, kind = self.rows[row][column], self._kind(row, column)
        return cell_text(value, kind, self.digits, self._decimals(column))

    def texts(self, column: int) -> Iterator[str]:
        """The same of all cells of a column."""
        own, digits = self.columns[column].kind, self.digits
        kinds = {} if own == "text" else dict(self.row_kinds)
        for row, cells in enumerate(self.rows):
            yield cell_text(cells[column], kinds.get(row, own), digits, self._decimals(column))

    def _decimals(self, column: int) -> int | None:
        """The decimals that all values of a column have, so that none loses its zeros."""
        own = self.columns[column]
        if own.kind != "value" or own.decimals is not None:
            return own.decimals
        if column not in self._kept:
            alike = [
                c for c, each in enumerate(self.columns) if self.alike and each.kind == "value"
            ]
            kept = column_decimals(self._values(alike), self.digits) if alike else None
            if kept is None:
                kept = column_decimals(self._values([column]), self.digits)
            self._kept[column] = kept
        return self._kept[column]

    def _values(self, columns: Sequence[int]) -> list[float]:
        kinds = dict(self.row_kinds)
        held = [
            cells[column]
            for row, cells in enumerate(self.rows)
            if kinds.get(row, "value") == "value"
            for column in columns
        ]
        return [value for value in held if isinstance(value, float) and math.isfinite(value)]

    @cached_property
    def _kept(self) -> dict[int, int | None]:
        return {}

    def stars_of(self, row: int, column: int) -> str:
        """The stars of a p-value, if they are asked for."""
        value = self.rows[row][column]
        shown = self.stars and self.columns[column].starred and self._kind(row, column) == "p"
        if not shown or not isinstance(value, float):
            return ""
        return "*" * sum(value <= level for level in _STARRED)

    def remark(self, mark: str | None) -> str:
        """What stands below the table; `mark` is how the format emphasises, if it does."""
        words = [f"{mark}: {self.emphasis}."] if self.emphasis and mark else []
        words += [self.note] if self.note else []
        if any(column.kind == "p" for column in self.columns) and self.stars:
            words.append("Stars: " + ", ".join(f"p <= {level:g}" for level in _STARRED) + ".")
        return " ".join(words)

    def _kind(self, row: int, column: int) -> Kind:
        kind = self.columns[column].kind
        if kind == "text" or not self.row_kinds:
            return kind
        return dict(self.row_kinds).get(row, kind)

    def is_number(self, column: int) -> bool:
        """Whether the column holds numbers, to be set flush right."""
        return self.columns[column].kind != "text"

    def laid_out(self) -> Table:
        """The table as readers see it: a record upright, without what is not there."""
        if not self.record:
            return self
        rows = tuple(
            (column.title, self.text(0, c))
            for c, column in enumerate(self.columns)
            if self.rows[0][c] is not None
        )
        columns = (Column(""), Column("Value"))
        return Table(self.name, self.title, columns, rows, note=self.note)

    def head(self, rows: int) -> Table:
        """The first rows, and a note on how many there are."""
        if len(self.rows) <= rows:
            return self
        shown = self._piece(range(rows), range(len(self.columns)))
        first = f"The first {rows} of {len(self.rows)} rows."
        return replace(shown, note=joined([first, self.note]) if self.note else first)

    def with_columns(self, columns: Sequence[int]) -> Table:
        """The table with these columns only."""
        return self._piece(range(len(self.rows)), columns)

    def pieces(self, rows: int, columns: int) -> Iterator[Table]:
        """Cut a large table in pieces of bounded and even size; the first column is repeated."""
        for top in _cuts(0, len(self.rows), rows):
            for left in _cuts(1, len(self.columns), columns - 1):
                yield self._piece(top, [0, *left])

    def _piece(self, rows: Sequence[int], columns: Sequence[int]) -> Table:
        return replace(
            self,
            columns=tuple(replace(self.columns[c], decimals=self._decimals(c)) for c in columns),
            rows=tuple(tuple(self.rows[r][c] for c in columns) for r in rows),
            row_kinds=tuple(
                (i, kind) for i, r in enumerate(rows) for row, kind in self.row_kinds if row == r
            ),
            bold=frozenset(
                (i, j)
                for i, r in enumerate(rows)
                for j, c in enumerate(columns)
                if (r, c) in self.bold
            ),
        )


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 is a section."""

    text: str
    level: int = 1


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of plain text; the one that `leads` is the sentence that says it all."""

    text: str
    leads: bool = False


@dataclass(frozen=True)
class Facts:
    """Labelled lines that answer a question each; a text may have several lines."""

    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Notice:
    """A piece of advice, graded; a `general` one may be folded."""

    grade: Grade
    title: str
    text: str
    general: bool = False


@dataclass(frozen=True)
class Picture:
    """A picture, drawn when a renderer asks for it; `text` draws it in characters."""

    name: str
    caption: str
    draw: Callable[[], Figure]
    text: Callable[[], Table] | None = None


@dataclass(frozen=True)
class CaseOutcome:
    """What became of one thing that was tested, as servers of continuous integration list them."""

    name: str
    verdict: Literal["passed", "failed", "undecided"]
    text: str


Block = Heading | Paragraph | Facts | Table | Notice | Picture


@dataclass(frozen=True)
class Document:
    """A report: a title, blocks in order, and the publications that it rests on.

    `main` names the table that stands for the whole; by default it is the first that is no record,
    or else the first. `study` is what makes the same report again, if that is known. `more` are
    tables that are shown only if they are asked for by their names. `read` says how the table was
    understood, and stands before everything else but the `headline`, the answer in one sentence.
    `outcomes` are those of a gate.
    """

    title: str
    blocks: tuple[Block, ...]
    references: tuple[Reference, ...] = ()
    main: str | None = None
    study: Mapping[str, Any] | None = None
    more: tuple[Table, ...] = ()
    read: str = ""
    outcomes: tuple[CaseOutcome, ...] = ()
    headline: str = ""

    @property
    def flow(self) -> tuple[Block, ...]:
        """What a reader sees, in order: the headline, what was read, then the blocks.

        What was read is the first of the labelled lines, if these come first.
        """
        leading = (Paragraph(self.headline, leads=True),) if self.headline else ()
        if not self.read:
            return (*leading, *self.blocks)
        if self.blocks and isinstance(first := self.blocks[0], Facts):
            facts = Facts(((READ, self.read.removeprefix(f"{READ}: ")), *first.lines))
            return (*leading, facts, *self.blocks[1:])
        return (*leading, Paragraph(self.read), *self.blocks)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the document, in order."""
        return tuple(block for block in self.blocks if isinstance(block, Table))

    def table(self, name: str) -> Table:
        """The table of that name."""
        tables = {table.name: table for table in (*self.tables, *self.more)}
        return tables[choice(name, tables, "table")]

    @property
    def main_table(self) -> Table:
        """The table that stands for the whole document."""
        if self.main is not None:
            return self.table(self.main)
        if not self.tables:
            raise InputError(f"the report {self.title!r} has no table; to_dict() has what it says")
        return next((table for table in self.tables if not table.record), self.tables[0])

    def spelled(self, spell: Callable[[Option], str]) -> Document:
        """The document with the options that its sentences name as a door writes them."""

        def block(given: Block) -> Block:
            if isinstance(given, (Paragraph, Notice)):
                return replace(given, text=spelled(given.text, spell))
            if isinstance(given, Facts):
                return Facts(tuple((label, spelled(text, spell)) for label, text in given.lines))
            if isinstance(given, Table):
                return replace(given, note=spelled(given.note, spell))
            return given

        return replace(self, blocks=tuple(map(block, self.blocks)))

    def brief(self, tables: Sequence[str] = ()) -> Document:
        """The document with only the beginnings of its tables, and without references.

        With the names of some `tables`, only these and the notices.
        """
        kept = (
            block.head(_BRIEF) if isinstance(block, Table) else block
            for block in self.blocks
            if not tables
            or isinstance(block, Notice)
            or (isinstance(block, Table) and block.name in tables)
        )
        headline = "" if tables else self.headline
        return Document(self.title, tuple(kept), read=self.read, headline=headline)


def _cuts(first: int, end: int, most: int) -> list[range]:
    """Cut first..end-1 in the fewest ranges of at most `most`, as even as can be."""
    parts = max(1, -(-(end - first) // most))
    bounds = [first + (end - first) * part // parts for part in range(parts + 1)]
    return [range(a, b) for a, b in itertools.pairwise(bounds)]


def cell_text(
    value: Cell, kind: Kind, digits: int | None = None, decimals: int | None = None
) -> str:
    """Format one cell: nothing for None, yes or no for a truth value."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if kind == "value" and decimals is not None and math.isfinite(value):
        return f"{value:.{decimals}f}"
    return format_number(value, kind, digits)


# How a report is laid out when it is saved: what a paper wants to choose.


@dataclass(frozen=True)
class Layout:
    """What can be chosen when a report is saved.

    Attributes
    ----------
    fragment
        For .tex: only the tables, without a document around them.
    table
        The name of the one table to write; .html, .json, .xlsx and .bib hold the whole report.
    digits
        Significant digits of p-values and values, and decimals of ranks and statistics.
    stars
        Whether p-values up to 0.05, 0.01 and 0.001 have one, two and three stars.
    siunitx
        For .tex: whether numbers are set by the package siunitx.
    caption
        For .tex, .typ and .docx: the caption of the one table in place of its own.
    label_prefix
        For .tex: what the labels begin with, as in ``tab:PREFIX-adjusted``.
    picture
        For .svg, .pdf, .png, .eps and .pgf: the name of the picture, by default the first.
    """

    fragment: bool = False
    table: str | None = None
    digits: int | None = None
    stars: bool = False
    siunitx: bool = False
    caption: str | None = None
    label_prefix: str = ""
    picture: str | None = None

    def __post_init__(self) -> None:
        if self.digits is not None and not (
            isinstance(self.digits, int) and 1 <= self.digits <= 15
        ):
            raise InputError(f"digits is {self.digits!r}; give a whole number from 1 to 15")
        if not re.fullmatch("[A-Za-z0-9:_.-]*", self.label_prefix):
            raise InputError(
                f"label_prefix is {self.label_prefix!r}; give letters, digits and the signs :_.-"
            )

    def applied(self, document: Document) -> Document:
        """The document with its numbers as they are asked for, and its one table alone."""
        blocks = tuple(
            self._shown(block) if isinstance(block, Table) else block for block in document.blocks
        )
        shown = replace(document, blocks=blocks, more=tuple(map(self._shown, document.more)))
        if self.table is None:
            if self.caption is not None:
                raise InputError(
                    Message("a caption belongs to one table; name it with ", Option("table"))
                )
            return shown
        chosen = shown.table(self.table)
        if self.caption is not None:
            chosen = replace(chosen, title=self.caption)
        return replace(
            shown, blocks=(chosen,), references=(), main=chosen.name, read="", headline=""
        )

    def _shown(self, table: Table) -> Table:
        digits = table.digits if self.digits is None else self.digits
        return replace(table, digits=digits, stars=self.stars)
