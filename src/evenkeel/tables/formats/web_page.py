"""HTML: the table of a page, or one that was copied from it."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.grids import GridCell, GridRow, grid_table
from evenkeel.tables.formats.papers import one_file, one_table
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.formats.small_type import (
    BOUNDARY,
    END,
    LOWERED,
    RAISED,
    SMALL,
    set_apart,
    without_signs,
)
from evenkeel.tables.parsing.sources import Content
from evenkeel.tables.parsing.table import Table

_MOST = 1000  # columns or rows that a cell may cover
_SILENT = ("script", "style", "template")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TOKEN = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*+)([^<>]*+)>|<[^<>]*+>?|[^<]++")
_PARTS = {"sup": RAISED, "sub": LOWERED, "small": SMALL}
_BLOCKS = (
    "br",
    "p",
    "div",
    "li",
    "ul",
    "ol",
    "dl",
    "dt",
    "dd",
    "hr",
    "pre",
    "blockquote",
    "center",
)
_INLINE = re.compile(r"</?(?:sup|sub|small|br|b|i|u|em|strong|span|code|font|a)\b[^<>]*+>", re.I)
_SPAN = re.compile(r"\b(colspan|rowspan)\s*+=\s*+[\"']?([0-9]{1,6})", re.IGNORECASE)


@dataclass
class _Found:
    """A table of a page: its line, its rows, and how many of them are headings."""

    line: int
    rows: list[GridRow] = field(default_factory=list)
    headings: int = 0


class _Tables:
    """The outer tables of a page. Every tag is looked at once, whatever is left open."""

    def __init__(self) -> None:
        self.found: list[_Found] = []
        self._depth = 0
        self._silent = ""
        self._head = self._open = False
        self._texts: list[str] = []
        self._spans = (1, 1)
        self._kinds: set[str] = set()

    def feed(self, page: str) -> None:
        """Pass over the tags and texts."""
        line = 1
        for token in _TOKEN.finditer(_COMMENT.sub(_line_ends, page)):
            closes, tag, told = token[1], (token[2] or "").lower(), token[3]
            if self._silent:
                self._silent = "" if closes and tag == self._silent else self._silent
            elif closes:
                self._end(tag)
            elif tag in _SILENT:
                self._silent = tag
            elif tag:
                self._start(tag, told, line)
            elif self._open and not token[0].startswith("<"):
                self._texts.append(without_signs(html.unescape(token[0])))
            line += token[0].count("\n")
        self._end_row()

    def _start(self, tag: str, told: str, line: int) -> None:
        if tag == "table":
            self._depth += 1
            if self._depth == 1:
                self.found.append(_Found(line))
            self._texts.append(" ")
        elif self._depth != 1:
            self._texts.append(" ")
        elif tag == "thead":
            self._head = True
        elif tag == "tr":
            self._end_row()
            rows = self.found[-1].rows
            rows.append(GridRow(len(rows) + 1, []))
        elif tag in ("td", "th") and self.found[-1].rows:
            self._end_cell()
            spans = {name.lower(): int(count) for name, count in _SPAN.findall(told)}
            across, down = (spans.get(name, 1) for name in ("colspan", "rowspan"))
            self._spans = (min(max(across, 1), _MOST), min(max(down, 1), _MOST))
            self._open, self._texts = True, []
            self._kinds.add(tag)
        elif self._open:
            self._texts.append(_sign(tag, closes=False))

    def _end(self, tag: str) -> None:
        if tag == "table":
            if self._depth == 1:
                self._end_row()
            self._depth = max(self._depth - 1, 0)
        elif self._depth == 1 and tag in ("td", "th"):
            self._end_cell()
        elif self._depth == 1 and tag in ("tr", "thead"):
            self._end_row()
            self._head = self._head and tag != "thead"
        elif self._open:
            self._texts.append(_sign(tag, closes=True) if self._depth == 1 else " ")

    def _end_cell(self) -> None:
        if self._open:
            text = set_apart("".join(self._texts))
            self.found[-1].rows[-1].cells.append(GridCell(text, *self._spans))
        self._open = False

    def _end_row(self) -> None:
        self._end_cell()
        if self._kinds and (self._head or self._kinds == {"th"}):
            table = self.found[-1]
            table.headings += table.headings == len(table.rows) - 1
        self._kinds = set()


def in_signs(text: str) -> str:
    """A text with signs for `set_apart` in place of its tags.

    Examples
    --------
    >>> set_apart(in_signs("0.9<sup>1</sup>")), set_apart(in_signs("a &lt; b"))
    ('0.9 ^1', 'a < b')
    """
    if not _INLINE.search(text):
        return html.unescape(text)
    return "".join(
        _sign(token[2].lower(), bool(token[1])) if token[2] else html.unescape(token[0])
        for token in _TOKEN.finditer(text)
    )


def _sign(tag: str, closes: bool) -> str:
    """What a tag within a cell puts between the texts before and after it."""
    if tag in _PARTS:
        return END if closes else _PARTS[tag]
    return " " if tag in _BLOCKS else BOUNDARY


def _line_ends(comment: re.Match[str]) -> str:
    return "\n" * comment[0].count("\n")


def is_web_page(content: Content) -> bool:
    """Whether bytes are a page, or a piece of one, that holds a table."""
    return _fits(Member("", opened=content))


def _fits(member: Member) -> bool:
    start = member.head[:1000].lstrip().lower()
    xml = start.startswith("<?xml") and "<html" not in start
    if not start.startswith("<") or xml:
        return False
    return b"<table" in member.data.lower()


def _read(given: Given) -> Table:
    member = one_file(given)
    source = member.content.description
    page = _Tables()
    page.feed(member.text())
    filled = [table for table in page.found if any(row.cells for row in table.rows)]
    table = one_table(filled, [f"line {each.line}" for each in filled], source)
    rows = [row for row in table.rows if row.cells]
    return grid_table(rows, table.headings, source, "html", "row")


FORMATS.register(
    FileFormat(
        "html",
        "HTML tables",
        "paper",
        "a page or a piece of one that holds a <table>",
        "the texts of the cells; headings below each other are joined",
        _read,
        _fits,
        aliases=("htm",),
    )
)
