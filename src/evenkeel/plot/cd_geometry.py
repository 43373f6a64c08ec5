"""Where everything in a critical difference diagram stands: plain numbers, in inches.

Long because axis, labels and bars of one picture depend on each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np

from evenkeel._types import FloatArray

Layout = Literal["two-sided", "one-sided"]
Side = Literal["left", "right"]

_TIE_GAP = 0.03  # between algorithms of the same rank that belong to different groups
_BAR_OVERHANG = 0.022
_TICK_ROOM = 0.36  # least distance of two numbered ticks
_CUT = 0.5  # share of all ranks below which the axis is cut to those that there are


@dataclass(frozen=True)
class Measures:
    """What the geometry needs to know of the text and the room, in inches.

    Attributes
    ----------
    names : tuple of float
        Width of each algorithm's label.
    values : float
        Width of a rank value beside a label; 0 if none is shown.
    row : float
        Height of a line of labels.
    width : float
        Width that the picture should have.
    title, title_width : float
        Height and width of the axis title.
    notes : float
        Height of the notes below; 0 if there are none.
    tick_label : float
        Height of the numbers on the axis.
    ruler : float
        Height of the line on which the critical difference is written; 0 if there is none.
    ruler_text : float
        Width of that text.
    line : float
        Height of a line of plain text; 0 if labels are no higher.
    """

    names: tuple[float, ...]
    values: float
    row: float
    width: float
    title: float
    title_width: float
    notes: float
    tick_label: float
    ruler: float = 0.0
    ruler_text: float = 0.0
    line: float = 0.0

    @property
    def unit(self) -> float:
        """A length that grows with the text, for gaps: 1 for a line of 8 point text."""
        return (self.line or self.row) / 0.1444


@dataclass(frozen=True)
class Tick:
    """A tick of the axis: its place, its rank, and whether the rank is written."""

    x: float
    rank: float
    numbered: bool


@dataclass(frozen=True)
class Stem:
    """The line from the axis to a label: down at `x`, at `y` across to `x_end`, then the label.

    The rank value, if shown, stands between the line and the label.
    """

    algorithm: int
    x: float
    y: float
    x_end: float
    x_value: float
    x_name: float
    side: Side


@dataclass(frozen=True)
class Bar:
    """A bar that joins the members of a group, which is not broken where it has only members.

    Attributes
    ----------
    members : tuple of int
        The algorithms of the group, from left to right.
    level : int
        How far below the axis, from 0.
    y : float
        Its height.
    dots : tuple of float
        Where the members stand.
    solid : tuple of (float, float)
        The pieces in which only members stand.
    gaps : tuple of (float, float)
        The pieces between them, above which others stand that do not belong to the group.
    """

    members: tuple[int, ...]
    level: int
    y: float
    dots: tuple[float, ...]
    solid: tuple[tuple[float, float], ...]
    gaps: tuple[tuple[float, float], ...]

    @property
    def interval(self) -> bool:
        """Whether every algorithm between the ends is a member."""
        return not self.gaps


@dataclass(frozen=True)
class Ruler:
    """The critical difference drawn to scale: from `x0` to `x1` at the height `y`."""

    x0: float
    x1: float
    y: float
    x_text: float
    y_text: float


@dataclass(frozen=True)
class Diagram:
    """The whole diagram in a box of `width` x `height` inches, y upwards."""

    width: float
    height: float
    axis_y: float
    axis_x: tuple[float, float]
    limits: tuple[float, float]
    best: Side
    ticks: tuple[Tick, ...]
    stems: tuple[Stem, ...]
    bars: tuple[Bar, ...]
    close: tuple[Bar, ...]
    ruler: Ruler | None
    title_x: float
    title_y: float
    tick_y: float
    notes_y: float
    unit: float
    room: tuple[float, float]

    def x(self, rank: float) -> float:
        """Where a rank stands on the axis."""
        return on_axis(rank, self.limits, self.axis_x, self.best)


def lay_out(
    average: FloatArray,
    groups: Sequence[Sequence[int]],
    measures: Measures,
    *,
    layout: Layout = "two-sided",
    best: Side = "left",
    limits: tuple[float, float] | None = None,
    critical_difference: float | None = None,
    close: Sequence[Sequence[int]] = (),
    span: FloatArray | None = None,
    least_room: tuple[float, float] = (0.0, 0.0),
) -> Diagram:
    """Place k algorithms of these average ranks and the bars of these groups.

    Groups of one algorithm have no bar. Bars that do not overlap share a level. Those of the
    groups that are shown to be `close` stand below the others. The axis encloses the ranks in
    `span`, by default the averages, and leaves at least `least_room` on its left and right, so
    that several diagrams can have the same axis.
    """
    k = len(average)
    unit = measures.unit
    gap, margin = 0.05 * unit, 0.02
    apart = [tuple(group) for group in groups if len(group) > 1]
    groups = [*apart, *(tuple(group) for group in close if len(group) > 1)]
    member_of = [tuple(g for g, group in enumerate(groups) if j in group) for j in range(k)]
    from_left = _from_left(average, member_of, best)
    by_side = _sides(from_left, layout, best)
    values = measures.values + gap if measures.values else 0.0
    room = {
        side: max((measures.names[j] for j in members), default=0.0) + values + 2 * gap
        if members
        else 0.1 * unit
        for side, members in by_side.items()
    }
    left, right = max(room["left"], least_room[0]), max(room["right"], least_room[1])
    narrowest = min(max(1.5 * unit, 0.035 * k), 4.5)
    axis_width = max(measures.width - left - right - 2 * margin, narrowest)
    axis_x = (margin + left, margin + left + axis_width)
    half_title = measures.title_width / 2 + margin
    width = max(axis_x[1] + right + margin, 2 * half_title)
    span = average if span is None else span
    ticks_at, limits = axis_ticks(span, all_ranks(average), limits, axis_width, unit)

    x = np.array([on_axis(rank, limits, axis_x, best) for rank in average])
    x = _spread_ties(x, member_of, from_left)

    spacing, first = 0.075 * unit, 0.085 * unit
    levels = _levels(x, apart)
    below_them = max(levels, default=-1) + 1
    levels += [below_them + level for level in _levels(x, groups[len(apart) :])]
    depth = first + spacing * max(levels, default=0) + 0.06 * unit if levels else 0.1 * unit
    lower = 0.5 if _meet(x, by_side) else 0.0  # rows by which the right side stands lower
    rows = max(len(by_side["left"]), len(by_side["right"]) + lower)
    notes = measures.notes + (0.06 * unit if measures.notes else 0.0)
    below = depth + rows * measures.row + notes
    axis_y = margin + below
    tick_top = axis_y + 0.07 * unit + measures.tick_label
    title_y = tick_top + measures.title / 2
    height = tick_top + measures.title + margin

    ruler = None
    if critical_difference is not None:
        length = critical_difference / (limits[1] - limits[0]) * axis_width
        y = height + 0.04 * unit
        extent = max(length, measures.ruler_text)
        ruler = Ruler(
            axis_x[0],
            axis_x[0] + length,
            y,
            axis_x[0] + extent / 2,
            y + 0.05 * unit + measures.ruler / 2,
        )
        height = y + 0.05 * unit + measures.ruler + margin
        width = max(width, axis_x[0] + extent + margin)

    stems = []
    for side, members in by_side.items():
        sign = -1 if side == "left" else 1
        x_end = (axis_x[0] if side == "left" else axis_x[1]) + sign * gap
        x_value = x_end + sign * gap
        for row, j in enumerate(members):
            down = row + 0.5 + (lower if side == "right" else 0.0)
            y = axis_y - depth - down * measures.row
            stems.append(Stem(j, float(x[j]), y, x_end, x_value, x_value + sign * values, side))
    bars = tuple(
        _bar(x, group, level, axis_y - first - spacing * level)
        for group, level in zip(groups, levels, strict=True)
    )
    ticks = tuple(
        Tick(on_axis(rank, limits, axis_x, best), rank, numbered) for rank, numbered in ticks_at
    )
    return Diagram(
        width=width,
        height=height,
        axis_y=axis_y,
        axis_x=axis_x,
        limits=limits,
        best=best,
        ticks=ticks,
        stems=tuple(sorted(stems, key=lambda stem: stem.algorithm)),
        bars=bars[: len(apart)],
        close=bars[len(apart) :],
        ruler=ruler,
        title_x=min(max(sum(axis_x) / 2, half_title), width - half_title),
        title_y=title_y,
        tick_y=tick_top - measures.tick_label / 2,
        notes_y=margin + measures.notes,
        unit=unit,
        room=(left, right),
    )


def _from_left(average: FloatArray, member_of: Sequence[tuple[int, ...]], best: Side) -> list[int]:
    """The algorithms from left to right; those of equal rank are ordered by their groups."""
    rounded = np.round(average, 9)
    from_best = sorted(range(len(average)), key=lambda j: (rounded[j], member_of[j], j))
    return from_best if best == "left" else from_best[::-1]


def _sides(from_left: list[int], layout: Layout, best: Side) -> dict[Side, list[int]]:
    """The labels of each side from the top: the outermost first, so that no lines cross."""
    if layout == "one-sided":  # on the side of the best, so that they read from the best down
        return (
            {"left": from_left, "right": []}
            if best == "left"
            else {
                "left": [],
                "right": from_left[::-1],
            }
        )
    half = (len(from_left) + 1) // 2 if best == "left" else len(from_left) // 2
    return {"left": from_left[:half], "right": from_left[half:][::-1]}


def _meet(x: FloatArray, by_side: dict[Side, list[int]]) -> bool:
    """Whether two labels of the same row would be joined by one line straight across."""
    return any(
        abs(x[one] - x[other]) < 1.2 * _TIE_GAP
        for one, other in zip(by_side["left"], by_side["right"], strict=False)
    )


def on_axis(
    rank: float, limits: tuple[float, float], axis_x: tuple[float, float], best: Side
) -> float:
    """Where a rank stands on an axis with these ends."""
    share = (rank - limits[0]) / (limits[1] - limits[0])
    if best == "right":
        share = 1 - share
    return axis_x[0] + share * (axis_x[1] - axis_x[0])


def axis_ticks(
    span: FloatArray,
    whole: tuple[float, float],
    limits: tuple[float, float] | None,
    width: float,
    unit: float,
) -> tuple[list[tuple[float, bool]], tuple[float, float]]:
    """Ticks (rank, numbered) and limits of an axis of this width.

    Without limits it shows the `whole` of the ranks that there can be, unless those in `span`
    take less than half of that; then round ranks that enclose them.
    """
    low, high = limits or (float(span.min()), float(span.max()))
    least = _TICK_ROOM * unit
    if limits is None:
        cut = _round_limits(low, high, _step(high - low, width, least))
        shown = min(cut[1], whole[1]) - cut[0]
        few = shown < _CUT * (whole[1] - whole[0])
        low, high = cut if few else (whole[0], max(whole[1], float(math.ceil(high))))
    step = _step(high - low, width, least)
    origin = 1 if step == 2 else 0  # 1, 3, 5, ... but 5, 10, 15, ...
    first = math.ceil((low - origin) / step) * step + origin
    regular = [float(rank) for rank in range(first, math.floor(high) + 1, step)]
    between = [(a + b) / 2 for a, b in pairwise(regular)]
    numbered = list(regular)
    if limits is None:  # the ends have their numbers, before any that is too near
        ends, near = (low, high), 0.7 * least * (high - low) / width
        inner = [rank for rank in regular if min(rank - low, high - rank) >= min(near, step)]
        numbered = sorted({*ends, *inner})
        between += [rank for rank in regular if rank not in numbered]
    ticks = sorted([(r, True) for r in numbered] + [(r, False) for r in between])
    return ticks, (low, high)


def all_ranks(average: FloatArray) -> tuple[float, float]:
    """The lowest and the highest rank that there can be: the averages lie about their middle."""
    return 1.0, float(max(round(2 * float(average.mean()) - 1), 2))


def _step(span: float, width: float, least: float) -> int:
    """A round distance of numbered ticks that leaves each its room."""
    most = max(width / least, 1.0)
    round_ones = (int(base) * 10**power for power in range(12) for base in "125")
    return int(next(step for step in round_ones if span / step <= most))


def _round_limits(low: float, high: float, step: int) -> tuple[float, float]:
    """Round ranks that enclose these, none below 1."""
    origin = 1 if step == 2 else 0
    low = max(1.0, math.floor((low - origin) / step) * step + origin)
    high = float(math.ceil((high - origin) / step) * step + origin)
    return (max(1.0, low - step), high + step) if low == high else (low, high)


def _spread_ties(
    x: FloatArray, member_of: Sequence[tuple[int, ...]], from_left: list[int]
) -> FloatArray:
    """Move algorithms of equal rank but of different groups a little apart, never past another.

    Otherwise nobody could see which of them a bar means.
    """
    spread = x.copy()
    places = np.unique(np.round(x, 9))
    for place in places:
        tied = [j for j in from_left if abs(x[j] - place) < 1e-8]
        kinds = list(dict.fromkeys(member_of[j] for j in tied))
        nearest = np.abs(places[places != place] - place).min(initial=np.inf)
        gap = min(_TIE_GAP, 0.8 * nearest / len(kinds))
        for j in tied:
            spread[j] += (kinds.index(member_of[j]) - (len(kinds) - 1) / 2) * gap
    return spread


def _levels(x: FloatArray, groups: Sequence[Sequence[int]]) -> list[int]:
    """The level of each bar: the first on which it overlaps no other."""
    ends = [(min(x[j] for j in g), max(x[j] for j in g)) for g in groups]
    taken: list[float] = []  # the right end of the last bar on each level
    levels = [0] * len(ends)
    for bar in sorted(range(len(ends)), key=lambda b: ends[b]):
        left, right = ends[bar]
        free = [level for level, end in enumerate(taken) if left - end > 4 * _BAR_OVERHANG]
        levels[bar] = free[0] if free else len(taken)
        taken[levels[bar] : levels[bar] + 1] = [right]
    return levels


def _bar(x: FloatArray, group: Sequence[int], level: int, y: float) -> Bar:
    members = tuple(sorted(group, key=lambda j: (x[j], j)))
    others = np.delete(x, list(members))
    pieces = [[float(x[members[0]])]]
    for left, right in pairwise(members):
        if ((others > x[left]) & (others < x[right])).any():
            pieces.append([])
        pieces[-1].append(float(x[right]))

    def overhang(end: float) -> float:  # never as far as an algorithm that is not a member
        return min(_BAR_OVERHANG, float(np.abs(others - end).min(initial=np.inf)) / 2)

    solid = tuple((p[0] - overhang(p[0]), p[-1] + overhang(p[-1])) for p in pieces)
    gaps = tuple((a[1], b[0]) for a, b in pairwise(solid))
    return Bar(members, level, y, tuple(float(x[j]) for j in members), solid, gaps)
