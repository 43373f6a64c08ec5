"""LaTeX: a tabular with its rules, headings across columns, bold and deviations."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
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
from evenkeel.tables.formats.printed_cells import plain_text
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.cells import Table
from evenkeel.tables.parsing.numerals import is_bold

_NAMES = r"tabular\*?|tabularx|tabulary|longtable|supertabular|array|NiceTabular"
_BEGIN = re.compile(rf"\\begin\s*\{{({_NAMES})\}}")
_EDGE = re.compile(rf"\\(begin|end)\s*\{{({_NAMES})\}}")
_FLOAT = re.compile(r"\\(?:begin|end)\s*+\{(?:sideways|wrap|long)?table\*?\}")
_CAPTION = re.compile(r"\\caption\*?\s*+(?:\[[^\[\]]*+\]\s*+)?\{")
_ROW_END = re.compile(r"\\\\|\\tabularnewline(?![A-Za-z])")
_NOT_PRINTED = re.compile(
    r"(?P<comment>%[^\n]*+)|\\newif\s*+\\if[A-Za-z@]*+|\\(?P<name>if(?!f(?![A-Za-z@]))[A-Za-z@]*+)"
    r"(?![A-Za-z@]|\s*+\{)|\\(?P<turn>else|fi)(?![A-Za-z@])|\\(?P<edge>begin|end)\s*+\{comment\}"
    r"|\\.",
    re.DOTALL,
)
_KNOWN = {"iffalse": False, "iftrue": True}
_CONDITION = re.compile(r"\\(?:else|fi)(?![A-Za-z@])")
_CELL_END = re.compile(r"(?<!\\)&")
_TOKEN = re.compile(r"\\\\\*?(?:[ \t]*+\[[^\[\]\n]*+\])?|\\(?s:.)|[{}&]|[^\\{}&]++|\\")
_PIECE = re.compile(rf"{_EDGE.pattern}|{_TOKEN.pattern}")
_BLANKS = re.compile(r"\s*+")
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
_SPANS = 4  # commands for spans within each other


@dataclass
class _Raw:
    """A row before its cells are understood: its line, its cells, the rules above it."""

    line: int
    cells: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)


def _fits(member: Member) -> bool:
    text = member.head
    rows = sum("&" in line and bool(_ROW_END.search(line)) for line in text.splitlines())
    return bool(_BEGIN.search(text)) or rows > 1


def _read(given: Given) -> tuple[Table, ...]:
    member = one_file(given)
    source = member.content.description
    text, hidden = _printed(member.text(), source)
    text = _ROW_END.sub(lambda _: "\\\\", text)
    ends = _ends(text)
    found = list(_bodies(text, ends)) or ([] if _BEGIN.search(text) else [(1, 0, len(text))])
    captions = _captions(text, [start for _, start, _ in found], ends)
    return whole_tables(
        [
            partial(_table, text, place, ends, hidden, source, name)
            for place, name in zip(found, captions, strict=True)
        ],
        source,
    )


def _table(
    text: str,
    place: tuple[int, int, int],
    ends: Mapping[int, int],
    hidden: Sequence[int],
    source: str,
    name: str,
) -> Table:
    line, start, end = place
    if condition := _CONDITION.search(text, start, end):
        at = line + text.count("\n", start, condition.start())
        raise SourceError(
            f"{source}: whether what stands before {condition[0]} in line {at} is printed "
            "depends on a condition; keep in the table what the paper prints, without \\if, \\else "
            "and \\fi"
        )
    size, filled = 0, list[_Raw]()
    for row in _rows(text, line, start, end, ends):
        size += len(row.cells)
        check_cells(size, source)
        if any(cell.strip() for cell in row.cells):
            filled.append(row)
    grid = [GridRow(row.line, [_cell(cell) for cell in row.cells]) for row in filled]
    table = grid_table(grid, _headings(filled), source, "latex", name=name)
    last = line + text.count("\n", start, end)
    unread = [each for each in hidden if line <= each <= last]
    return with_unread(table, "rows that LaTeX does not print", unread)


def _captions(text: str, starts: Sequence[int], ends: Mapping[int, int]) -> list[str]:
    """The captions of the floats that tables stand in, empty for those without."""
    edges = [edge.start() for edge in _FLOAT.finditer(text)]
    places = [(found.start(), found.end() - 1) for found in _CAPTION.finditer(text)]
    captions = []
    for start in starts:
        at = bisect(edges, start)
        low, high = (edges[at - 1], edges[at]) if 0 < at < len(edges) else (0, 0)
        first = bisect(places, (low, 0))
        brace = places[first][1] if first < len(places) and places[first][0] < high else None
        captions.append("" if brace is None else plain_text(text[brace + 1 : ends[brace] - 1]))
    return captions


def _printed(text: str, source: str) -> tuple[str, list[int]]:
    r"""The text without comments and what \iffalse and \iftrue leave out, but with all line ends.

    Beside it the lines with cells that are not printed.
    """
    kept, hidden = list[str](), list[int]()
    branches, left_out = list[bool | None](), 0  # whether they are printed, None if it depends
    at, line, since, comment = 0, 1, 0, False  # from the line `since` on nothing is printed

    def put(piece: str, shown: bool) -> None:
        nonlocal line
        kept.append(piece if shown else "\n" * piece.count("\n"))
        if not shown and (cell := _CELL_END.search(piece)):
            hidden.append(line + piece.count("\n", 0, cell.start()))
        line += piece.count("\n")

    for token in _NOT_PRINTED.finditer(text):
        put(text[at : token.start()], not since)
        gone = bool(token["comment"] or token["edge"])
        if token["edge"]:
            comment = token["edge"] == "begin"
        elif token["name"] and not comment:
            branches.append(_KNOWN.get(token["name"]))
            gone = branches[-1] is not None
            left_out += branches[-1] is False
        elif token["turn"] and branches and not comment:
            branch = branches.pop()
            gone = branch is not None
            left_out -= branch is False
            if token["turn"] == "else":
                branches.append(None if branch is None else not branch)
                left_out += branches[-1] is False
        put(token[0], not since and not gone)
        since = (since or line) if comment or left_out else 0
        at = token.end()
    put(text[at:], not since)
    if since:
        end = r"\end{comment}" if comment else r"\fi"
        raise SourceError(
            f"{source}: what is not printed from line {since} on has no end; close it with {end}"
        )
    return "".join(kept), list(dict.fromkeys(hidden))


def _ends(text: str) -> dict[int, int]:
    """Where the groups in braces end, by where they begin; at the end of the text if nowhere."""
    ends, opened = dict[int, int](), list[int]()
    for token in _TOKEN.finditer(text):
        if token[0] == "{":
            opened.append(token.start())
        elif token[0] == "}" and opened:
            ends[opened.pop()] = token.end()
    return {**dict.fromkeys(opened, len(text)), **ends}


def _bodies(text: str, ends: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """The outer tables: the line on which each body begins, and where it begins and ends."""
    depth = start = counted = 0
    line = 1
    for edge in _EDGE.finditer(text):
        if edge[1] == "begin":
            if not depth:
                start = _after_arguments(text, edge, ends)
            depth += 1
        else:
            depth = max(depth - 1, 0)
            if not depth and start:
                begin = min(start, edge.start())
                line, counted = line + text.count("\n", counted, begin), begin
                yield line, begin, edge.start()
                start = 0


def _after_arguments(text: str, edge: re.Match[str], ends: Mapping[int, int]) -> int:
    """Where the body begins: after the width, if it has one, and the kinds of the columns."""
    at = edge.end()
    for _ in range(2 if edge[2] in ("tabular*", "tabularx", "tabulary") else 1):
        loose = _LOOSE.match(text, at)
        blanks = _BLANKS.match(text, loose.end() if loose else at)
        at = blanks.end() if blanks else at
        at = ends.get(at, at)
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


def _rows(text: str, line: int, start: int, end: int, groups: Mapping[int, int]) -> Iterator[_Raw]:
    """Split a body at its row ends and ampersands outside of braces and inner tables.

    Tables within cells break the lines of a heading, and are their text.
    """
    row, cell, depth, inner = _Raw(line), list[str](), 0, 0
    while start < end and (token := _PIECE.match(text, start, end)):
        piece, after = token[0], token.end()
        if token[1]:
            inner = max(inner + (1 if token[1] == "begin" else -1), 0)
            after = (
                min(_after_arguments(text, token, groups), end) if token[1] == "begin" else after
            )
        depth = max(depth + (piece == "{") - (piece == "}"), 0)
        ends_row, separates = piece.startswith("\\\\"), piece == "&"
        if (ends_row or separates) and not depth and not inner:
            _add(row, "".join(cell), line)
            cell = []
        elif token[1]:
            cell.append("\n" * text.count("\n", start, after))
        else:
            cell.append(" " if ends_row or (separates and inner) else piece)
        line += text.count("\n", start, after)
        if ends_row and not depth and not inner:
            yield row
            row = _Raw(line)
        start = after
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
    return GridCell(plain_text(cell), min(across, 1000), min(down, 10_000), is_bold(cell))


FORMATS.register(
    FileFormat(
        "latex",
        "LaTeX tables",
        "paper",
        "a tabular, or rows of one: cells between &, rows that end with \\\\",
        "the cells without bold, colours and citations, a\\pm b as a ± b; headings below each "
        "other are joined",
        _read,
        "&",
        _fits,
        aliases=("tex",),
    )
)
