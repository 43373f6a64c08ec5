"""HTML: the table of a page, or one that was copied from it."""

from __future__ import annotations

from html.parser import HTMLParser

from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.grids import GridCell, GridRow, grid_table
from evenkeel.tables.formats.papers import one_file, one_table
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.table import Table

_MOST = 1000  # columns or rows that a cell may cover
_SILENT = ("script", "style", "template")


class _Tables(HTMLParser):
    """The tables of a page: rows of cells, and how many of them are headings."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[GridRow]] = []
        self.lines: list[int] = []
        self.headings: list[int] = []
        self._depth = self._silent = 0
        self._head = self._open = False
        self._texts: list[str] = []
        self._spans = (1, 1)
        self._kinds: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where a table, row or cell begins."""
        self._silent += tag in _SILENT
        if tag == "table":
            self._depth += 1
            if self._depth == 1:
                self.tables.append([])
                self.lines.append(self.getpos()[0])
                self.headings.append(0)
        elif self._depth != 1:
            return
        elif tag == "thead":
            self._head = True
        elif tag == "tr":
            self._end_row()
            self.tables[-1].append(GridRow(len(self.tables[-1]) + 1, []))
        elif tag in ("td", "th") and self.tables[-1]:
            self._end_cell()
            told = dict(attrs)
            self._open, self._texts = True, []
            self._spans = (_span(told.get("colspan")), _span(told.get("rowspan")))
            self._kinds.add(tag)
        elif tag == "br":
            self._texts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """Note where a table, row or cell ends."""
        self._silent = max(self._silent - (tag in _SILENT), 0)
        if tag == "table":
            if self._depth == 1:
                self._end_row()
            self._depth = max(self._depth - 1, 0)
        elif self._depth == 1 and tag in ("td", "th"):
            self._end_cell()
        elif self._depth == 1 and tag == "tr":
            self._end_row()
        elif tag == "thead":
            self._end_row()
            self._head = False

    def handle_data(self, data: str) -> None:
        """Take the text of a cell."""
        if self._open and not self._silent:
            self._texts.append(data)

    def _end_cell(self) -> None:
        if self._open:
            text = " ".join("".join(self._texts).split())
            self.tables[-1][-1].cells.append(GridCell(text, *self._spans))
        self._open = False

    def _end_row(self) -> None:
        self._end_cell()
        rows = self.tables[-1] if self.tables else []
        if rows and self._kinds and (self._head or self._kinds == {"th"}):
            leading = self.headings[-1] == len(rows) - 1
            self.headings[-1] += leading
        self._kinds = set()


def _span(told: str | None) -> int:
    return min(max(int(told), 1), _MOST) if told and told.isdecimal() and len(told) < 7 else 1


def _fits(member: Member) -> bool:
    start = member.head[:1000].lstrip().lower()
    xml = start.startswith("<?xml") and "<html" not in start
    if not start.startswith("<") or xml:
        return False
    return b"<table" in member.data.lower()


def _read(given: Given) -> Table:
    member = one_file(given)
    source = member.content.description
    parser = _Tables()
    parser.feed(member.text())
    parser.close()
    filled = [
        (rows, headings, line)
        for rows, headings, line in zip(parser.tables, parser.headings, parser.lines, strict=True)
        if any(row.cells for row in rows)
    ]
    rows, headings, _ = one_table(filled, [f"line {line}" for *_, line in filled], source)
    rows = [row for row in rows if row.cells]
    return grid_table(rows, headings, source, "html", "row")


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
