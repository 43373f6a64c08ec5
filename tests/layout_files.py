"""A grid of cells written as a file: CSV and its kin, Markdown, LaTeX, JSON records, Excel."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

from workbooks import workbook

_LATEX = {**{mark: f"\\{mark}" for mark in "&%#_"}, "±": "$\\pm$", "\\": "$\\backslash$"}
_LATEX_MARKS = re.compile(r"[&%#_±\\]")
Cells = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Grid:
    """Heading lines, lines of cells, and where (line, column) a cell of the body is emphasised."""

    headings: Cells
    body: Cells
    bold: frozenset[tuple[int, int]] = frozenset()

    def __post_init__(self) -> None:
        widths = {len(line) for line in (*self.headings, *self.body)}
        if len(widths) != 1:
            raise ValueError(f"the lines of a grid have {widths} cells")


def turned(grid: Grid) -> Grid:
    """The grid with its one heading line as the first column."""
    (first, *rest) = zip(*grid.headings, *grid.body, strict=True)
    bold = frozenset((column - 1, line + 1) for line, column in grid.bold)
    return Grid((first,), tuple(rest), bold)


def with_column(grid: Grid, headings: Sequence[str], cells: Sequence[str]) -> Grid:
    """The grid with one more column before the others."""
    return Grid(
        tuple((head, *line) for head, line in zip(headings, grid.headings, strict=True)),
        tuple((cell, *line) for cell, line in zip(cells, grid.body, strict=True)),
        frozenset((line, column + 1) for line, column in grid.bold),
    )


def with_sections(grid: Grid, starts: dict[int, str]) -> Grid:
    """The grid with a line of one name before each of these lines of its body."""
    body: list[tuple[str, ...]] = []
    places = {}
    for i, line in enumerate(grid.body):
        if i in starts:
            body.append((starts[i], *[""] * (len(line) - 1)))
        places[i] = len(body)
        body.append(line)
    bold = frozenset((places[line], column) for line, column in grid.bold)
    return replace(grid, body=tuple(body), bold=bold)


def emphasised(grid: Grid, before: str, after: str) -> Grid:
    """The grid with marks around the cells in bold."""
    marked = tuple(
        tuple(
            f"{before}{cell}{after}" if (i, j) in grid.bold else cell for j, cell in enumerate(line)
        )
        for i, line in enumerate(grid.body)
    )
    return replace(grid, body=marked)


def separated(grid: Grid, separator: str, decimal: str = ".") -> bytes:
    """Text with a mark between the cells, and a decimal comma if wanted."""

    def written(cell: str, number: bool) -> str:
        if number and decimal != "." and cell[:1] in "0123456789-.":
            cell = cell.replace(".", decimal)
        quoted = any(mark in cell for mark in (separator, '"', "\n"))
        return f'"{cell.replace(chr(34), chr(34) * 2)}"' if quoted else cell

    lines = [[written(cell, False) for cell in line] for line in grid.headings]
    lines += [[written(cell, j > 0) for j, cell in enumerate(line)] for line in grid.body]
    return "".join(f"{separator.join(line)}\n" for line in lines).encode()


def markdown(grid: Grid) -> bytes:
    """A table of Markdown; a second heading line is the first of its body."""
    head, *others = grid.headings
    lines = [head, ("---",) * len(head), *others, *emphasised(grid, "**", "**").body]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines).encode()


def latex(grid: Grid) -> bytes:
    """A tabular of LaTeX with rules."""

    def written(line: Sequence[str]) -> tuple[str, ...]:
        return tuple(_LATEX_MARKS.sub(lambda found: _LATEX[found[0]], cell) for cell in line)

    def row(line: Sequence[str]) -> str:
        return f"{' & '.join(line)} \\\\"

    escaped = replace(
        grid,
        headings=tuple(map(written, grid.headings)),
        body=tuple(map(written, grid.body)),
    )
    lines = [
        f"\\begin{{tabular}}{{l{'r' * (len(grid.headings[0]) - 1)}}}",
        "\\toprule",
        *map(row, escaped.headings),
        "\\midrule",
        *map(row, emphasised(escaped, "\\textbf{", "}").body),
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines).encode()


def records(grid: Grid) -> bytes:
    """A JSON list of objects; what is a number is one, an empty cell is null."""
    (head,) = grid.headings
    return json.dumps(
        [{name: _value(cell) for name, cell in zip(head, line, strict=True)} for line in grid.body]
    ).encode()


def excel(grid: Grid) -> bytes:
    """A workbook of one sheet."""

    def cell(text: str, heading: bool) -> str:
        value = None if heading else _value(text)
        if isinstance(value, float | int):
            return f"<c><v>{value!r}</v></c>"
        return f'<c t="inlineStr"><is><t>{escape(text)}</t></is></c>' if text else "<c/>"

    rows = [[cell(text, True) for text in line] for line in grid.headings]
    rows += [[cell(text, False) for text in line] for line in grid.body]
    return workbook("".join(f"<row>{''.join(row)}</row>" for row in rows))


def _value(cell: str) -> float | int | str | None:
    if not cell:
        return None
    try:
        return float(cell) if not cell.isdecimal() else int(cell)
    except ValueError:
        return cell
