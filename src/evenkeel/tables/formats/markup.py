"""HTML and Markdown: the table of a page.

Long because the tags of HTML stand in Markdown as well, and are cut in one place.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from evenkeel.errors import SourceError
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.grids import (
    GridCell,
    GridRow,
    check_cells,
    grid_table,
    one_file,
    whole_tables,
    with_unread,
)
from evenkeel.tables.formats.printed_cells import (
    BOUNDARY,
    END,
    LOWERED,
    NOTE,
    RAISED,
    SMALL,
    marked,
    set_apart,
    without_signs,
)
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.cells import Table
from evenkeel.tables.parsing.numerals import is_bold
from evenkeel.tables.parsing.sources import Content

# HTML: the table of a page, or one that was copied from it.
#
# A page is cut into tags and texts as the HTML Standard does it (WHATWG, 13.2.5). Python's own
# parser knows the ends ``<!-->`` and ``--!>`` of comments only in its newest versions, and in the
# others loses what follows them.


_MOST = 1000  # columns or rows that a cell may cover
_VALUE = r"\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+"
_ATTRIBUTE = re.compile(rf"([^\s/>][^\s/>=]*+)(?:\s*+=\s*+({_VALUE})?+)?+", re.ASCII)
_TOLD = rf"(?:[\s/]++|[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:{_VALUE})?+)?+)*+"
_TOKEN = re.compile(
    r"(?P<comment><!--)(?:-?>|.*?(?:--!?>|(?P<open>\Z)))"
    rf"|<(?P<raw>script|style|iframe|noembed|noframes)(?=[\s/>]){_TOLD}>"
    r".*?(?:(?=</(?P=raw)[\s/>])|(?P<endless>\Z))"
    rf"|<(?P<closes>/?)(?P<tag>[a-z][^\s/>]*+)(?P<told>{_TOLD})(?:>|(?P<cut>\Z))"
    r"|(?P<bogus><[!?/])[^>]*+>?"
    r"|(?:[^<]++|<(?![a-z!?/]))++",
    re.ASCII | re.DOTALL | re.IGNORECASE,
)
_LONG_REFERENCE = re.compile("&#([0-9]{8,});?")
_BEYOND = 0x110000  # no character, which shows as U+FFFD
_ROW = re.compile(r"<t[rdh]\b", re.IGNORECASE)
_PARTS = {"sup": RAISED, "sub": LOWERED, "small": SMALL}
_BLOCKS = frozenset(
    ("br", "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "hr", "pre", "blockquote", "center")
)
_INLINE = re.compile(r"</?(?:sup|sub|small|br|b|i|u|em|strong|span|code|font|a)\b[^<>]*+>", re.I)
_NAMES = ("caption", "h1", "h2", "h3", "h4", "h5", "h6")
_COUNT = re.compile(r"[\"']?\s*+([0-9]{1,6})")


@dataclass
class _Found:
    """A table of a page: its line, its name, its rows, and how many of them are headings.

    `commented` are the lines of comments in it that hold rows.
    """

    line: int
    name: str = ""
    rows: list[GridRow] = field(default_factory=list)
    headings: int = 0
    commented: list[int] = field(default_factory=list)


class _Tables:
    """The outer tables of a page `source`. Every tag is looked at once, whatever is left open.

    A table is called by its caption, or by the last heading before it. `left_open` is what ends
    nowhere and hides rows: its line, what it is, and what would end it.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.found: list[_Found] = []
        self.left_open: tuple[int, str, str] | None = None
        self._depth = self._cells = 0
        self._templates = 0
        self._head = self._row = self._open = self._bold = False
        self._name: list[str] | None = None  # while a heading or caption is open
        self._heading = ""
        self._texts: list[str] = []
        self._spans = (1, 1)
        self._kinds: set[str] = set()

    def feed(self, page: str) -> None:
        """Pass over the tags and texts."""
        line, hidden = 1, (0, 0)
        for token in _TOKEN.finditer(page):
            tag = "" if token["tag"] is None or token["cut"] is not None else token["tag"].lower()
            if tag == "template":
                self._templates = max(self._templates + (-1 if token["closes"] else 1), 0)
                hidden = hidden if self._templates > 1 else (line, token.end())
            elif token["comment"] or token["raw"]:
                self._pass_over(token, line)
            elif not self._templates:
                self._take(token, tag, line)
            line += token[0].count("\n")
        if self._templates and _ROW.search(page, hidden[1]):
            self.left_open = (hidden[0], "<template>", "</template>")
        self._end_row()

    def _pass_over(self, token: re.Match[str], line: int) -> None:
        """Nothing of a comment or a script is shown; rows in it are noted."""
        if not _ROW.search(token[0]):
            return
        raw = (token["raw"] or "").lower()
        if token["open"] is not None:
            self.left_open = (line, "a comment", "-->")
        elif token["endless"] is not None:
            self.left_open = (line, f"<{raw}>", f"</{raw}>")
        elif not raw and self._depth == 1:
            self.found[-1].commented.append(line)

    def _take(self, token: re.Match[str], tag: str, line: int) -> None:
        if tag and token["closes"]:
            self._end(tag)
        elif tag:
            self._start(tag, token["told"], line)
        elif not token["bogus"] and (self._open or self._name is not None):
            text = without_signs(_unescaped(token[0]))
            (self._texts if self._open or self._name is None else self._name).append(text)

    def _start(self, tag: str, told: str, line: int) -> None:
        if tag == "table":
            self._depth += 1
            if self._depth == 1:
                self.found.append(_Found(line, self._heading))
            self._texts.append(" ")
        elif tag in _NAMES and not self._open:
            self._name = []
        elif self._depth != 1:
            self._texts.append(" ")
        elif tag in ("thead", "tbody", "tfoot"):
            self._end_row()
            self._head = tag == "thead"
        elif tag == "tr":
            self._start_row()
        elif tag in ("td", "th"):
            self._end_cell()
            if not self._row:
                self._start_row()
            self._spans = _spans(told)
            self._open, self._bold, self._texts = True, False, []
            self._cells += 1
            check_cells(self._cells, self.source)
            self._kinds.add(tag)
        elif self._open:
            self._bold = self._bold or tag in ("b", "strong")
            self._texts.append(_sign(tag, closes=False))

    def _end(self, tag: str) -> None:
        if tag == "table":
            if self._depth == 1:
                self._end_row()
            self._depth = max(self._depth - 1, 0)
        elif tag in _NAMES and self._name is not None:
            name, self._name = " ".join("".join(self._name).split()), None
            if tag == "caption" and self._depth == 1:
                self.found[-1].name = name
            else:
                self._heading = name
        elif self._depth == 1 and tag in ("td", "th"):
            self._end_cell()
        elif self._depth == 1 and tag in ("tr", "thead", "tbody", "tfoot"):
            self._end_row()
            self._head = self._head and tag != "thead"
        elif self._open:
            self._texts.append(_sign(tag, closes=True) if self._depth == 1 else " ")

    def _start_row(self) -> None:
        self._end_row()
        rows = self.found[-1].rows
        rows.append(GridRow(len(rows) + 1, []))
        self._row = True

    def _end_cell(self) -> None:
        if self._open:
            text = set_apart("".join(self._texts))
            self.found[-1].rows[-1].cells.append(GridCell(text, *self._spans, self._bold))
        self._open = False

    def _end_row(self) -> None:
        self._end_cell()
        if self._kinds and (self._head or self._kinds == {"th"}):
            table = self.found[-1]
            table.headings += table.headings == len(table.rows) - 1
        self._kinds, self._row = set(), False


def in_signs(text: str) -> str:
    """A text with signs for `set_apart` in place of its tags.

    Examples
    --------
    >>> set_apart(in_signs("0.9<sup>1</sup>")), set_apart(in_signs("a &lt; b"))
    ('0.9 ^1', 'a < b')
    """
    if not _INLINE.search(text):
        return _unescaped(text)
    return "".join(
        _sign(token["tag"].lower(), bool(token["closes"]))
        if token["tag"] and token["cut"] is None
        else _unescaped(token[0])
        for token in _TOKEN.finditer(text)
    )


def _unescaped(text: str) -> str:
    """A text with characters for their references, some of which have thousands of digits."""
    return html.unescape(_LONG_REFERENCE.sub(_shortened, text) if "&#" in text else text)


def _shortened(reference: re.Match[str]) -> str:
    digits = reference[1].lstrip("0")
    return f"&#{digits if len(digits) < 8 else _BEYOND};"


def _sign(tag: str, closes: bool) -> str:
    """What a tag within a cell puts between the texts before and after it."""
    if tag in _PARTS:
        return END if closes else _PARTS[tag]
    return " " if tag in _BLOCKS else BOUNDARY


def _spans(told: str) -> tuple[int, int]:
    """How many columns and rows a cell covers; of an attribute told twice the first counts."""
    given = {name.lower(): value for name, value in reversed(_ATTRIBUTE.findall(told))}
    found = [_COUNT.match(given.get(name, "")) for name in ("colspan", "rowspan")]
    across, down = (min(max(int(count[1]), 1), _MOST) if count else 1 for count in found)
    return across, down


def _fits(member: Member) -> bool:
    start = member.head[:1000].lstrip().lower()
    xml = start.startswith("<?xml") and "<html" not in start
    return not xml and b"<table" in member.data.lower() and not _tables(member.head)


def _read(given: Given) -> tuple[Table, ...]:
    member = one_file(given)
    source = member.content.description
    page = _Tables(source)
    page.feed(member.text())
    if page.left_open is not None:
        line, what, end = page.left_open
        raise SourceError(
            f"{source}: {what} in line {line} is left open, so that the rows after it are not "
            f"shown; close it with {end}"
        )
    filled = [table for table in page.found if any(row.cells for row in table.rows)]
    return whole_tables([partial(_table, each, source) for each in filled], source)


def _table(found: _Found, source: str) -> Table:
    rows = [row for row in found.rows if row.cells]
    name = found.name or f"line {found.line}"
    table = grid_table(rows, found.headings, source, "html", "row", name)
    return with_unread(table, "rows in a comment", found.commented)


_HTML = FORMATS.register(
    FileFormat(
        "html",
        "HTML tables",
        "paper",
        "a page or a piece of one that holds a <table>",
        "the texts of the cells; headings below each other are joined",
        _read,
        r"\A\s*<",
        _fits,
        aliases=("htm",),
    )
)


def is_web_page(content: Content) -> bool:
    """Whether bytes are a page, or a piece of one, that holds a table."""
    return isinstance(_HTML, FileFormat) and _HTML.fits(Member("", opened=content))


# Markdown: a pipe table, with a line of dashes below the headings.


_DASHES = re.compile(r"[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)++\|?[ \t]*+")
_LINK = re.compile(r"!?\[([^\]\[]*+)\]\([^()]*+\)")
_FOOTNOTE = re.compile(r"\[\^([^\]\[]*+)\]")
_MARKED = re.compile(r"[*_~`\[\\&<]")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]++(.*?)[ \t#]*+")
_CAPTION = re.compile(r"[*_]*+(?:Table|Tab\.|Tabla|Tabelle)[ \t]*+[0-9IVX]", re.IGNORECASE)
_WRAPS = ("***", "**", "__", "~~", "`", "*", "_")


def _tables(text: str) -> list[tuple[int, list[str]]]:
    """The tables of a text: the line of the headings, and all lines."""
    lines = text.splitlines()
    found, number = [], 1
    while number < len(lines):
        end = number + 1
        if "|" in lines[number - 1] and _DASHES.fullmatch(lines[number]):
            while end < len(lines) and "|" in lines[end]:
                end += 1
            found.append((number, lines[number - 1 : end]))
        number = end
    return found


def _read_pipes(given: Given) -> tuple[Table, ...]:
    member = one_file(given)
    text, source = member.text(), member.content.description
    above = text.splitlines()
    found = [
        (first, partial(_pipe_table, first, lines, source, _heading(above[: first - 1])))
        for first, lines in _tables(text)
    ]
    if "<table" in text.lower():  # as pages on GitHub have between the others
        page = _Tables(source)
        page.feed(text)
        for table in page.found:
            table.name = table.name or _heading(above[: table.line - 1])
            found += [(table.line, partial(_table, table, source))] if any(table.rows) else []
    return whole_tables([table for _, table in sorted(found, key=lambda one: one[0])], source)


def _pipe_table(first: int, lines: Sequence[str], source: str, name: str) -> Table:
    check_cells(sum(line.count("|") for line in lines) // 2, source)
    rows = [
        GridRow(first + count, [GridCell(_plain(c), bold=is_bold(c)) for c in _split(line)])
        for count, line in enumerate(lines)
        if not count or not _DASHES.fullmatch(line)  # which some draw between groups, too
    ]
    return grid_table(rows, 1, source, "markdown", name=name)


def _heading(lines: Sequence[str]) -> str:
    """The last heading above a table, or a caption right above it."""
    above = next((line.strip() for line in reversed(lines) if line.strip()), "")
    if _CAPTION.match(above):
        return _plain(re.sub(r"\*\*|__", "", above))
    headings = (_plain(found[1]) for line in reversed(lines) if (found := _HEADING.fullmatch(line)))
    return next(headings, "")


def _split(line: str) -> list[str]:
    """The cells of a line: a bar after a backslash belongs to its cell."""
    cells = re.split(r"(?<!\\)\|", line.strip())
    cells = cells[1:] if not cells[0] else cells
    cells = cells[:-1] if len(cells) > 1 and not cells[-1].strip() else cells
    return [cell.replace("\\|", "|").strip() for cell in cells]


def _plain(cell: str) -> str:
    """A cell without emphasis and links; what is raised or small stays apart from numbers."""
    if not _MARKED.search(cell):
        return cell
    cell = _LINK.sub(rf"{BOUNDARY}\1{BOUNDARY}", without_signs(cell))
    cell = set_apart(in_signs(_FOOTNOTE.sub(marked(NOTE, r"\1"), cell)))
    for wrap in _WRAPS:
        if len(cell) > 2 * len(wrap) and cell.startswith(wrap) and cell.endswith(wrap):
            cell = cell[len(wrap) : -len(wrap)].strip()
    return re.sub(r"\\([\\`*_{}\[\]()#+.!-])", r"\1", cell)


FORMATS.register(
    FileFormat(
        "markdown",
        "Markdown tables",
        "paper",
        "cells between bars, with a line of dashes below the headings",
        "the cells, without emphasis and links",
        _read_pipes,
        r"\|",
        lambda member: bool(_tables(member.head)),
        aliases=("md",),
    )
)
