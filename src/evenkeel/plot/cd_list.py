"""A critical difference diagram as a list: a row for each of many algorithms, best first.

A row has the name, the average rank, its mark and interval on the axis, and the letters of its
groups. Where everything stands is plain numbers (`lay_out_list`), then it becomes a scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from scipy.special import stdtrit

from evenkeel._types import FloatArray
from evenkeel.plot.canvas import AnyFigure, line_height, row_height, text_sizes, wrap
from evenkeel.plot.cd_geometry import Side, Tick, all_ranks, axis_ticks, on_axis
from evenkeel.plot.cd_notes import Closeness, cut_note, list_note
from evenkeel.plot.cd_scene import (
    Colours,
    Look,
    Sizes,
    axis_title,
    checked_limits,
    name_widths,
    note_labels,
    title_label,
    value_width,
)
from evenkeel.plot.decisions import Decisions, positions_of
from evenkeel.plot.scene import Anchor, Label, Line, Mark, Scene
from evenkeel.plot.styles import INK, MUTED
from evenkeel.posthocs.groups import short_letters
from evenkeel.ranks.named import Ranks
from evenkeel.ranks.registry import RANKINGS
from evenkeel.text import format_number

_MARGIN = 0.02
_NARROWEST = 1.8  # of the axis, for a line of 8 point text
_GRID = "#dddddd"


@dataclass(frozen=True)
class Rows:
    """Where the parts of a list stand, in inches, y upwards.

    Attributes
    ----------
    width, height : float
        Of everything.
    rank_x : float
        Right end of the ranks, which stand after the names.
    columns_x : tuple of float
        Left end of each column after the axis.
    axis_x, axis_y : (float, float), float
        The ends of the axis above the rows, and its height.
    limits : (float, float)
        The ranks at its ends.
    ticks : tuple of Tick
        Its ticks.
    y : tuple of float
        The middle of each row, from the top.
    tick_y, title_y : float
        The middle of the numbers on the axis, and of its title.
    unit : float
        A length that grows with the text, for gaps.
    """

    width: float
    height: float
    rank_x: float
    columns_x: tuple[float, ...]
    axis_x: tuple[float, float]
    axis_y: float
    limits: tuple[float, float]
    ticks: tuple[Tick, ...]
    y: tuple[float, ...]
    tick_y: float
    title_y: float
    unit: float


def lay_out_list(
    span: FloatArray,
    whole: tuple[float, float],
    *,
    k: int,
    names: float,
    ranks: float,
    columns: Sequence[float],
    row: float,
    line: float,
    notes: float,
    width: float,
    best: Side = "left",
    limits: tuple[float, float] | None = None,
) -> Rows:
    """Place k rows of this height above the notes, and an axis that encloses the ranks in `span`.

    `names`, `ranks` and `columns` are widths; the axis takes what they leave of `width`, and not
    less than it needs. `line` is the height of a line of plain text.
    """
    unit = line / 0.1444
    gap = 0.1 * unit
    start = _MARGIN + names + 2 * gap + ranks + 2 * gap
    beyond = sum(each + 2 * gap for each in columns) + gap
    axis = max(width - start - beyond - _MARGIN, _NARROWEST * unit)
    axis_x = (start, start + axis)
    at, ends = axis_ticks(span, whole, limits, axis, unit)
    lefts, x = [], axis_x[1]
    for each in columns:
        lefts.append(x + 2 * gap)
        x += each + 2 * gap
    foot = _MARGIN + notes + (0.06 * unit if notes else 0.0)
    axis_y = foot + k * row + 0.03 * unit
    top = axis_y + 0.07 * unit + line
    return Rows(
        width=axis_x[1] + beyond + _MARGIN,
        height=top + line + _MARGIN,
        rank_x=_MARGIN + names + 2 * gap + ranks,
        columns_x=tuple(lefts),
        axis_x=axis_x,
        axis_y=axis_y,
        limits=ends,
        ticks=tuple(Tick(on_axis(rank, ends, axis_x, best), rank, number) for rank, number in at),
        y=tuple(foot + (k - i - 0.5) * row for i in range(k)),
        tick_y=top - line / 2,
        title_y=top + line / 2,
        unit=unit,
    )


def list_scene(
    figure: AnyFigure, decisions: Decisions, look: Look, width: float, close: Closeness
) -> Scene:
    """Lay the list out for this width in inches, and say what is drawn where."""
    ranks, sizes = decisions.ranks, Sizes.in_force()
    order, best = ranks.order.tolist(), cast(Side, look.best)
    bold = positions_of(look.highlight, ranks.algorithms)
    low, high, about = intervals(decisions)
    whole = all_ranks(ranks.average)
    columns = _columns(decisions, close)
    limits = checked_limits(look.limits, ranks)
    title = axis_title(ranks)

    def placed(notes: int) -> Rows:
        return lay_out_list(
            np.concatenate([low, high]),
            whole,
            k=ranks.k,
            names=max(name_widths(figure, ranks, bold, sizes.name)),
            ranks=value_width(figure, ranks, sizes.note),
            columns=[
                max(w for w, _ in text_sizes(figure, [heading, *cells], sizes.note))
                for heading, cells in columns.items()
            ],
            row=row_height(figure, ranks.algorithms, sizes.name),
            line=line_height(sizes.name),
            notes=notes * line_height(sizes.note),
            width=max(width, text_sizes(figure, [title], sizes.note)[0][0] + 2 * _MARGIN),
            best=best,
            limits=limits,
        )

    rows, notes = placed(0), []
    if look.note:
        words = list_note(decisions, close, about) + cut_note(rows.limits, whole)
        notes = wrap(figure, words, sizes.note, rows.width)
        rows = placed(len(notes))
    colours = Colours(decisions, look, bold)
    lines = _axis(rows, sizes)
    marks, labels = [], []
    told = best_and_apart(decisions)
    inside = [np.clip(each, *rows.limits) for each in (low, high)]
    for row, (j, y) in enumerate(zip(order, rows.y, strict=True)):
        colour = colours.algorithms[j]
        x0, x1, x = (
            on_axis(float(rank), rows.limits, rows.axis_x, best)
            for rank in (inside[0][j], inside[1][j], ranks.average[j])
        )
        if x0 != x1:
            ends = ((x0, y), (x1, y))
            lines.append(Line(ends, 0.8 * sizes.line, colour, f"interval-{j}"))
        marks.append(_mark(j, x, y, colour, sizes, *told))
        name = ranks.algorithms[j]
        value = format_number(float(ranks.average[j]), "rank")
        cells: list[tuple[float, str, Anchor, float, str, str]] = [
            (_MARGIN, name, "left", sizes.name, colour, f"name-{j}"),
            (rows.rank_x, value, "right", sizes.note, MUTED, f"value-{j}"),
        ]
        for x, (heading, texts) in zip(rows.columns_x, columns.items(), strict=True):
            if texts[j]:
                at = f"{heading.lower()}-{j}"
                cells.append((x, texts[j], "left", sizes.note, INK, at))
        labels += [
            Label(x, y, text, anchor, size, ink, at, bold=j in bold and at.startswith("name"))
            for x, text, anchor, size, ink, at in cells
        ]
        if row % 5 == 4 and row + 1 < ranks.k:  # a rule to follow a row by
            under = y - (rows.y[0] - rows.y[1]) / 2
            across = ((_MARGIN, under), (rows.width - _MARGIN, under))
            lines.append(Line(across, 0.4 * sizes.line, _GRID, "rule", layer=0))
    half = text_sizes(figure, [title], sizes.note)[0][0] / 2 + _MARGIN
    centre = min(max(sum(rows.axis_x) / 2, half), rows.width - half)
    headings = [
        Label(x, rows.tick_y, heading, "left", sizes.note, INK, "heading")
        for x, heading in zip(rows.columns_x, columns, strict=True)
    ]
    numbers = [
        Label(tick.x, rows.tick_y, f"{tick.rank:g}", "centre", sizes.tick, INK, "tick")
        for tick in rows.ticks
        if tick.numbered
    ]
    top = _MARGIN + len(notes) * line_height(sizes.note)
    return Scene(
        width=rows.width,
        height=rows.height,
        lines=tuple(lines),
        marks=tuple(marks),
        labels=(
            *title_label(centre, rows.title_y, title, sizes),
            *numbers,
            *headings,
            *labels,
            *note_labels(top, notes, sizes),
        ),
    )


def intervals(decisions: Decisions) -> tuple[FloatArray, FloatArray, str]:
    """An interval for every average rank, and what it is in words.

    Where a critical difference decides, half of it to either side, so that two that differ have
    disjoint intervals. Otherwise that of Student's t for the mean of the ranks over the problems,
    each by itself, if the ranking has such ranks: overlap of these is not the verdict.
    """
    ranks, alpha = decisions.ranks, decisions.alpha
    if decisions.critical_difference is not None:
        half = np.full(ranks.k, decisions.critical_difference / 2)
        about = " Intervals: ± half of the critical difference, disjoint if two differ."
    elif not _has_spread(ranks):
        return ranks.average, ranks.average, ""
    else:
        error = ranks.ranks.std(axis=0, ddof=1) / np.sqrt(ranks.n)
        half = -float(stdtrit(ranks.n - 1, alpha / 2)) * error
        about = (
            f" Intervals: {1 - alpha:.0%} of the average rank (t), each by itself, which tests no "
            "pair."
        )
    low, high = all_ranks(ranks.average)
    return (
        np.maximum(ranks.average - half, low),
        np.minimum(ranks.average + half, high),
        about,
    )


def _has_spread(ranks: Ranks) -> bool:
    """Whether the averages are means of ranks that are known for every problem."""
    means = RANKINGS.lookup(ranks.ranking).interval == "quartiles" and ranks.n > 1
    return means and bool(np.allclose(ranks.ranks.mean(axis=0), ranks.average))


def _columns(decisions: Decisions, close: Closeness) -> dict[str, tuple[str, ...]]:
    """What stands to the right of the axis, by algorithm."""
    k = decisions.ranks.k
    columns = {}
    if decisions.family.control is None:
        columns["Group"] = short_letters(decisions.groups, k, dash="\N{EN DASH}")
    if close.groups:
        columns["Close"] = tuple(
            ", ".join(str(i + 1) for i, group in enumerate(close.groups) if j in group)
            for j in range(k)
        )
    elif close.others:
        columns["Close"] = tuple("yes" if j in close.others else "" for j in range(k))
    return columns


def best_and_apart(decisions: Decisions) -> tuple[set[int], set[int]]:
    """The control or the best, and which are told apart from it."""
    family, average = decisions.family, decisions.ranks.average
    if family.control is not None:
        first = {family.algorithms.index(family.control)}
    else:
        first = set(np.flatnonzero(average == average.min()).tolist())
    pairs = family.pairs[decisions.rejected]
    others = np.isin(pairs, list(first))[:, ::-1]  # those whose rival it is
    return first, set(pairs[others].tolist())


def _mark(
    j: int, x: float, y: float, colour: str, sizes: Sizes, first: set[int], apart: set[int]
) -> Mark:
    """A diamond for the control or the best, filled if rejected against that, else open."""
    filled = colour if j in first or j in apart else "#ffffff"
    if j in first:
        return Mark(x, y, 4.4 * sizes.line, colour, filled, f"mark-{j}", "diamond")
    return Mark(x, y, 3.8 * sizes.line, colour, filled, f"mark-{j}")


def _axis(rows: Rows, sizes: Sizes) -> list[Line]:
    """The axis above the rows, and a faint line below each number."""
    width, y, foot = 0.8 * sizes.line, rows.axis_y, rows.y[-1]
    lines = [Line(((rows.axis_x[0], y), (rows.axis_x[1], y)), width, INK, "axis")]
    for tick in rows.ticks:
        up = y + (0.055 if tick.numbered else 0.03) * rows.unit
        lines.append(Line(((tick.x, y), (tick.x, up)), width, INK, f"tick-{tick.rank:g}"))
        if tick.numbered:
            down = ((tick.x, y), (tick.x, foot))
            lines.append(Line(down, 0.4 * sizes.line, _GRID, f"grid-{tick.rank:g}", layer=0))
    return lines
