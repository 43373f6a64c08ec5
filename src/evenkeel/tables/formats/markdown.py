"""Markdown: a pipe table, with a line of dashes below the headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from evenkeel.tables.formats.givens import Given
from evenkeel.tables.formats.grids import (
    GridCell,
    GridRow,
    check_cells,
    grid_table,
    one_file,
    whole_tables,
)
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.formats.small_type import BOUNDARY, NOTE, marked, set_apart, without_signs
from evenkeel.tables.formats.web_page import in_signs
from evenkeel.tables.parsing.numerals import is_bold
from evenkeel.tables.parsing.table import Table

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


def _read(given: Given) -> tuple[Table, ...]:
    member = one_file(given)
    text, source = member.text(), member.content.description
    above = text.splitlines()
    return whole_tables(
        [
            partial(_table, first, lines, source, _heading(above[: first - 1]))
            for first, lines in _tables(text)
        ],
        source,
    )


def _table(first: int, lines: Sequence[str], source: str, name: str) -> Table:
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
        _read,
        r"\|",
        lambda member: bool(_tables(member.head)),
        aliases=("md",),
    )
)
