"""What the pages of measurements say of a method: rows that name it, or a section of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pages.decision_guide import measured as summary
from pages.method import Method

_DOCS = Path(__file__).parents[2] / "docs"
_LINK = "../../../calibration.md"
_OF_RUNS = "Tests of runs"
_NEWER = "calibration_newer"
#: Pages and sections that are about one method.
_OWN = {
    "laws/conover": (_NEWER, "Conover's t after Friedman's test"),
    "analyses/joint": (_NEWER, "Several measures together"),
    "analyses/bayes-friedman": (_NEWER, "Bayesian Friedman test"),
    "runs/mcnemar": (_NEWER, "McNemar's tests"),
    "analyses/skill": (_NEWER, "Intervals of skill scores and win rates"),
    "analyses/tree": (_NEWER, "Trees of problems"),
    "analyses/curves": ("watched_runs", "In short"),
    "analyses/targets": ("watched_runs", "In short"),
}
_MOST_COLUMNS = 7  # for a telephone


@dataclass(frozen=True)
class Measured:
    """A table of the page: its section, its title, its header and its rows, as they stand there."""

    section: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def measured(method: Method) -> str:
    """What was measured of a method, in Markdown."""
    if method.place in _OWN:
        page, section = _OWN[method.place]
        return (
            f"From the [measurements](../../../{page}.md#{_anchor(section)}); **bold** rates are "
            f"surely wrong.\n\n{_sections(page)[section].strip()}\n"
        )
    parts = [*_remarks(method), *_tables(method)]
    if not parts:
        return (
            f"Nothing was measured of this method by itself. The [measurements]({_LINK}) say of "
            "what there are numbers, and `evenkeel.simulate` measures more.\n"
        )
    intro = (
        "At the level 0.05, or with a confidence of 0.95; **bold** rates are surely wrong. What "
        f"was simulated, and how often, is said in the [measurements]({_LINK}).\n"
    )
    return "\n".join([intro, *parts])


def _remarks(method: Method) -> Iterator[str]:
    return (f"- {text}\n" for text in summary() if any(word in text for word in method.remarks))


def _tables(method: Method) -> Iterator[str]:
    for table in _all_tables():
        if (table.section == _OF_RUNS) != (method.kind == "runs"):
            continue  # Wilcoxon's test of runs is measured apart from that of problems
        shown = _selected(table, method)
        if shown is not None:
            link = f"{_LINK}#{_anchor(table.section)}"
            yield (f"{table.title} ([{table.section}]({link})):\n\n{_markdown(*shown)}\n")


def _anchor(section: str) -> str:
    return re.sub(r"[^\w -]", "", section.lower()).replace(" ", "-")


def _selected(
    table: Measured, method: Method
) -> tuple[tuple[str, ...], list[tuple[str, ...]]] | None:
    """The header and the rows, or else the columns, that name the method."""
    if any(table.title.replace("\\", "").startswith(title) for title in method.tables):
        return table.header, list(table.rows)
    rows = [row for row in table.rows if _names(row[0], method.rows)]
    if rows:
        return table.header, rows
    columns = [i for i, cell in enumerate(table.header) if i and _names(cell, method.rows)]
    if not columns:
        return None
    sizes = [i for i, cell in enumerate(table.header) if cell == "n"]  # they tell rows apart
    kept = [0, *sizes, *columns]
    picked = [tuple(row[i] for i in kept) for row in (table.header, *table.rows)]
    return picked[0], picked[1:]


def _names(label: str, names: tuple[str, ...]) -> bool:
    """Whether a label, or a part of it, is one of the names, or that and how it was done."""
    parts = re.split(r"[:;] ", label.replace("\\", ""))
    return any(part == name or part.startswith(f"{name},") for part in parts for name in names)


def _markdown(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    if len(header) > _MOST_COLUMNS > len(rows):
        columns = list(zip(header, *rows, strict=True))
        header, rows = ("Case", *columns[0][1:]), columns[1:]
    rows = [(_unbroken(first), *others) for first, *others in rows]
    aligned = ("---", *("---:" for _ in header[1:]))
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, aligned, *rows))


def _unbroken(label: str) -> str:
    """A short label on one line, on a telephone too."""
    return label.replace(" ", "\N{NO-BREAK SPACE}") if len(label) < 15 else label


@cache
def _sections(page: str = "calibration") -> dict[str, str]:
    """The sections of a page by their headings."""
    text = (_DOCS / f"{page}.md").read_text(encoding="utf-8")
    _, *rest = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(rest[::2], rest[1::2], strict=True))


@cache
def _all_tables() -> tuple[Measured, ...]:
    return tuple(
        Measured(section, title, *_cells(body))
        for section, text in _sections().items()
        for title, body in re.findall(r"^\*\*(.+)\*\*\n\n((?:\|.+\n)+)", text, re.MULTILINE)
    )


def _cells(body: str) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    header, _, *rows = (
        tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1])
        for line in body.splitlines()
    )
    return header, tuple(rows)
