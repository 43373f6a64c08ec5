"""LaTeX: a tabular with its rules, headings across columns, bold and deviations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.grids import GridCell, GridRow, grid_table
from evenkeel.tables.formats.latex_cells import plain_text
from evenkeel.tables.formats.papers import one_file, one_table
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.table import Table

_NAMES = r"tabular\*?|tabularx|tabulary|longtable|supertabular|array|NiceTabular"
_BEGIN = re.compile(rf"\\begin\s*\{{({_NAMES})\}}")
_EDGE = re.compile(rf"\\(begin|end)\s*\{{({_NAMES})\}}")
_ROW_END = re.compile(r"\\\\|\\tabularnewline(?![A-Za-z])")
_COMMENT = re.compile(r"(\\.)|%[^\n]*+")
_TOKEN = re.compile(r"\\\\\*?(?:[ \t]*+\[[^\[\]\n]*+\])?|\\(?s:.)|[{}&]|[^\\{}&]++|\\")
_SPAN = re.compile(r"\s*+\\multi(column|row)\*?\s*+(?:\[[^\[\]]*+\])?\{")
# Commands between rows, with how many arguments in braces they have.
_RULES = {
    "toprule": 0, "midrule": 0, "bottomrule": 0, "hline": 0, "hdashline": 0, "cmidrule": 1,
    "cline": 1, "cdashline": 1, "addlinespace": 0, "specialrule": 3, "rowcolor": 1, "Xhline": 1,
    "morecmidrules": 0, "arrayrulecolor": 1, "noalign": 1, "endhead": 0, "endfirsthead": 0,
    "endfoot": 0, "endlastfoot": 0, "centering": 0, "small": 0,
}  # fmt: skip
_BELOW_HEADINGS = ("midrule", "hline", "hdashline", "specialrule", "Xhline", "endhead")
_RULE = re.compile(r"\s*+\\([A-Za-z]++)\*?")
_LOOSE = re.compile(r"[ \t]*+(?:\[[^\[\]]*+\]|\([^()]*+\))")
_INNER = 1000  # tables within cells
_SPANS = 4  # commands for spans within each other


@dataclass
class _Raw:
    """A row before its cells are understood: its line, its cells, the rules above it."""

    line: int
    cells: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)


def _fits(member: Member) -> bool:
    text = member.head
    if "&" not in text or not _ROW_END.search(text):
        return False
    rows = sum("&" in line and bool(_ROW_END.search(line)) for line in text.splitlines())
    return bool(_BEGIN.search(text)) or rows > 1


def _read(given: Given) -> Table:
    member = one_file(given)
    source = member.content.description
    text = _COMMENT.sub(r"\1", member.text())
    text = _ROW_END.sub(lambda _: "\\\\", text)
    found = list(_bodies(text)) or ([] if _BEGIN.search(text) else [(1, text)])
    line, body = one_table(found, [f"line {line}" for line, _ in found], source)
    filled = [row for row in _rows(body, line) if any(cell.strip() for cell in row.cells)]
    grid = [GridRow(row.line, [_cell(cell) for cell in row.cells]) for row in filled]
    return grid_table(grid, _headings(filled), source, "latex")


def _bodies(text: str) -> Iterator[tuple[int, str]]:
    """The outer tables: the line on which each body begins, and the body without its columns."""
    depth, start = 0, 0
    for edge in _EDGE.finditer(text):
        if edge[1] == "begin":
            if not depth:
                start = _after_arguments(text, edge.end(), edge[2])
            depth += 1
        else:
            depth = max(depth - 1, 0)
            if not depth and start:
                yield text.count("\n", 0, start) + 1, text[start : edge.start()]
                start = 0


def _after_arguments(text: str, at: int, name: str) -> int:
    """Where the body begins: after the width, if it has one, and the kinds of the columns."""
    for _ in range(2 if name in ("tabular*", "tabularx", "tabulary") else 1):
        loose = _LOOSE.match(text, at)
        at = loose.end() if loose else at
        at = _closing(text, at)
    return at


def _closing(text: str, at: int) -> int:
    """The place after a group in braces that begins at `at`; `at` if none begins there."""
    while at < len(text) and text[at].isspace():
        at += 1
    depth, position = 0, at
    for token in _TOKEN.finditer(text, at):
        depth += (token[0] == "{") - (token[0] == "}")
        position = token.end()
        if depth <= 0:
            break
    return position if text[at : at + 1] == "{" else at


def _rows(body: str, line: int) -> Iterator[_Raw]:
    """Split a body at its row ends and ampersands outside of braces and inner tables."""
    body = _without_inner(body)
    row, cell, depth = _Raw(line), list[str](), 0
    for token in _TOKEN.finditer(body):
        text = token[0]
        depth = max(depth + (text == "{") - (text == "}"), 0)
        ends = text.startswith("\\\\") and not depth
        if not ends and not (text == "&" and not depth):
            cell.append(" " if text.startswith("\\\\") else text)
        else:
            _add(row, "".join(cell), line)
            cell = []
        line += text.count("\n")
        if ends:
            yield row
            row = _Raw(line)
    _add(row, "".join(cell), line)
    yield row


def _add(row: _Raw, cell: str, line: int) -> None:
    """Add a cell; before the first one stand rules."""
    if not row.cells:
        at = 0
        while (rule := _RULE.match(cell, at)) and rule[1] in _RULES:
            row.rules.append(rule[1])
            at = rule.end()
            while loose := _LOOSE.match(cell, at):
                at = loose.end()
            for _ in range(_RULES[rule[1]]):
                at = _closing(cell, at)
        cell = cell[at:]
        row.line = line - cell.strip().count("\n")
    row.cells.append(cell)


def _without_inner(body: str) -> str:
    """Tables within cells, which break the lines of a heading, as their text."""
    edges = [edge for edge in _EDGE.finditer(body) if edge[1] == "begin"]
    for edge in reversed(edges[:_INNER]):
        start = _after_arguments(body, edge.end(), edge[2])
        end = _EDGE.search(body, start)
        if end:
            inner = re.sub(r"\\\\|&", " ", body[start : end.start()])
            body = f"{body[: edge.start()]}{inner}{body[end.end() :]}"
    return body


def _headings(rows: list[_Raw]) -> int:
    """How many rows stand above the first rule that separates headings from results."""
    for count, row in enumerate(rows):
        if count and any(rule in _BELOW_HEADINGS for rule in row.rules):
            return count
    return 0


def _cell(cell: str) -> GridCell:
    across = down = 1
    for _ in range(_SPANS):
        span = _SPAN.match(cell)
        if span is None:
            break
        groups, at = list[str](), span.end() - 1
        for _ in range(3):
            end = _closing(cell, at)
            groups.append(cell[at:end].strip()[1:-1])
            at = end
        count = int(groups[0]) if groups[0].strip().isdecimal() and len(groups[0]) < 6 else 1
        across, down = (count, down) if span[1] == "column" else (across, count)
        cell = groups[2] + cell[at:]
    return GridCell(plain_text(cell), min(across, 1000), min(down, 10_000))


FORMATS.register(
    FileFormat(
        "latex",
        "LaTeX tables",
        "paper",
        "a tabular, or rows of one: cells between &, rows that end with \\\\",
        "the cells without bold, colours and citations, a\\pm b as a ± b; headings below each "
        "other are joined",
        _read,
        _fits,
        aliases=("tex",),
    )
)
