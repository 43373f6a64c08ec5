"""A critical difference diagram as a scene: from decisions and measured labels to lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from matplotlib.colors import to_hex

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.plot.canvas import AnyFigure, font_points, line_height, row_height, text_sizes, wrap
from evenkeel.plot.cd_geometry import Diagram, Measures, Side, all_ranks, lay_out
from evenkeel.plot.cd_notes import NOT_TESTED, Closeness, cut_note, diagram_note
from evenkeel.plot.decisions import Decisions, positions_of
from evenkeel.plot.scene import Anchor, Label, Line, Mark, Scene
from evenkeel.plot.styles import ACCENT, CYCLE, INK, MUTED, setting
from evenkeel.ranks.named import Ranks
from evenkeel.text import format_number


@dataclass(frozen=True)
class Look:
    """How a diagram is to look; the meaning of each field is told in plot_critical_difference."""

    layout: str = "auto"
    best: str = "left"
    ranks: bool = False
    limits: tuple[float, float] | None = None
    highlight: str | Sequence[str] | None = None
    colours: str | Mapping[str, str] | None = None
    note: bool = True

    def __post_init__(self) -> None:
        choice(self.layout, ("auto", "two-sided", "one-sided", "list"), "layout")
        choice(self.best, ("left", "right"), "side of the best")
        if isinstance(self.colours, str):
            choice(self.colours, ("groups",), "colours (or give a mapping of names to colours)")
            if self.layout == "list":
                raise InputError(
                    Message(
                        "a list has no bars to colour; leave ",
                        Option("colours", self.colours),
                        " out or give ",
                        Option("layout", "two-sided"),
                    )
                )


@dataclass(frozen=True)
class Frame:
    """What a diagram shares with others of the same figure, whose axis it has; see `lay_out`."""

    span: FloatArray
    room: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Sizes:
    """Sizes of text and widths of lines in points."""

    name: float
    tick: float
    note: float
    line: float

    @classmethod
    def in_force(cls) -> Sizes:
        """Those of the style in force."""
        return cls(
            font_points("font.size"),
            font_points("xtick.labelsize"),
            font_points("legend.fontsize"),
            float(setting("lines.linewidth")),
        )


def axis_title(ranks: Ranks) -> str:
    """What the axis of average ranks is called."""
    return f"{ranks.averages}, lower is better"


def diagram_scene(
    figure: AnyFigure,
    decisions: Decisions,
    look: Look,
    width: float,
    close: Closeness = NOT_TESTED,
    frame: Frame | None = None,
) -> tuple[Diagram, Scene]:
    """Lay the diagram out for this width in inches, and say what is drawn where.

    One in a `frame` leaves the title of the axis to whoever has several of them.
    """
    ranks = decisions.ranks
    groups = decisions.groups if decisions.family.control is None else ()
    sizes = Sizes.in_force()
    bold = positions_of(look.highlight, ranks.algorithms)
    title = "" if frame else axis_title(ranks)
    ruler = f"CD = {format_number(decisions.critical_difference or 0.0, 'rank')}"
    measures = Measures(
        names=name_widths(figure, ranks, bold, sizes.name),
        values=value_width(figure, ranks, sizes.note) if look.ranks else 0.0,
        row=row_height(figure, ranks.algorithms, sizes.name),
        line=line_height(sizes.name),
        width=width,
        title=line_height(sizes.note) if title else 0.0,
        title_width=text_sizes(figure, [title], sizes.note)[0][0],
        notes=0.0,
        tick_label=line_height(sizes.tick),
        ruler=line_height(sizes.note),
        ruler_text=text_sizes(figure, [ruler], sizes.note)[0][0],
    )

    def placed(measures: Measures) -> Diagram:
        return lay_out(
            ranks.average,
            groups,
            measures,
            layout="one-sided" if look.layout == "one-sided" else "two-sided",
            best=cast(Side, look.best),
            limits=checked_limits(look.limits, ranks),
            critical_difference=decisions.critical_difference,
            close=close.groups,
            span=frame.span if frame else None,
            least_room=frame.room if frame else (0.0, 0.0),
        )

    diagram = placed(measures)
    notes: list[str] = []
    if look.note:
        words = diagram_note(decisions, diagram.bars, close)
        words += cut_note(diagram.limits, all_ranks(ranks.average))
        notes = wrap(figure, words, sizes.note, diagram.width)
        diagram = placed(replace(measures, notes=len(notes) * line_height(sizes.note)))
    colours = Colours(decisions, look, bold)
    return diagram, Scene(
        width=diagram.width,
        height=diagram.height,
        lines=(
            *_axis_lines(diagram, sizes),
            *_stems(diagram, colours, sizes, bold),
            *_bars(diagram, colours, sizes),
            *_close_lines(diagram, sizes),
        ),
        marks=(
            *_dots(diagram, colours, sizes),
            *_close_marks(diagram, close, sizes),
            *_control_marks(diagram, decisions, sizes),
        ),
        labels=(
            *title_label(diagram.title_x, diagram.title_y, title, sizes),
            *_tick_labels(diagram, sizes),
            *_names(diagram, ranks, look, colours, sizes, bold),
            *_ruler_label(diagram, ruler, sizes),
            *note_labels(diagram.notes_y, notes, sizes),
        ),
    )


class Colours:
    """The colour of each algorithm and each bar."""

    def __init__(self, decisions: Decisions, look: Look, bold: set[int]) -> None:
        algorithms = decisions.ranks.algorithms
        own = look.colours if isinstance(look.colours, Mapping) else {}
        positions_of(list(own), algorithms)
        self.by_group = look.colours == "groups"
        self.algorithms = [
            _colour(own[name]) if name in own else ACCENT if j in bold else INK
            for j, name in enumerate(algorithms)
        ]

    def bar(self, number: int) -> str:
        """The colour of a bar."""
        return CYCLE[number % len(CYCLE)] if self.by_group else INK


def _colour(given: str) -> str:
    try:
        return to_hex(given)
    except ValueError:
        raise InputError(
            f"{given!r} is no colour; give a name or a code such as 'red' or '#0072b2'"
        ) from None


def name_widths(figure: AnyFigure, ranks: Ranks, bold: set[int], size: float) -> tuple[float, ...]:
    """The width of each name, in bold if it is one of those."""
    names = ranks.algorithms
    widths = [width for width, _ in text_sizes(figure, names, size)]
    for j in bold:
        widths[j] = text_sizes(figure, [names[j]], size, "bold")[0][0]
    return tuple(widths)


def value_width(figure: AnyFigure, ranks: Ranks, size: float) -> float:
    """The width of the widest average rank."""
    values = {format_number(float(rank), "rank") for rank in ranks.average}
    return max(width for width, _ in text_sizes(figure, sorted(values), size))


def checked_limits(limits: tuple[float, float] | None, ranks: Ranks) -> tuple[float, float] | None:
    """The limits that were given, if they enclose the average ranks."""
    if limits is None:
        return None
    low, high = limits
    if not low <= ranks.average.min() <= ranks.average.max() <= high or low == high:
        raise InputError(
            f"the limits {low:g} and {high:g} do not enclose the average ranks, which go from "
            f"{ranks.average.min():g} to {ranks.average.max():g}; widen them"
        )
    return float(low), float(high)


def _axis_lines(diagram: Diagram, sizes: Sizes) -> list[Line]:
    width = 0.8 * sizes.line
    y = diagram.axis_y
    lines = [Line(((diagram.axis_x[0], y), (diagram.axis_x[1], y)), width, INK, "axis")]
    lines += [
        Line(
            ((tick.x, y), (tick.x, y + (0.055 if tick.numbered else 0.03) * diagram.unit)),
            width,
            INK,
            f"tick-{tick.rank:g}",
        )
        for tick in diagram.ticks
    ]
    if diagram.ruler is not None:
        ruler, half = diagram.ruler, 0.03 * diagram.unit
        lines.append(Line(((ruler.x0, ruler.y), (ruler.x1, ruler.y)), width, INK, "ruler"))
        lines += [
            Line(((x, ruler.y - half), (x, ruler.y + half)), width, INK, f"ruler-{end}")
            for end, x in (("start", ruler.x0), ("end", ruler.x1))
        ]
    return lines


def _stems(diagram: Diagram, colours: Colours, sizes: Sizes, bold: set[int]) -> list[Line]:
    return [
        Line(
            ((stem.x, diagram.axis_y), (stem.x, stem.y), (stem.x_end, stem.y)),
            (1.4 if stem.algorithm in bold else 0.65) * sizes.line,
            colours.algorithms[stem.algorithm],
            f"stem-{stem.algorithm}",
            layer=1 if stem.algorithm in bold else 0,
        )
        for stem in diagram.stems
    ]


def _bars(diagram: Diagram, colours: Colours, sizes: Sizes) -> list[Line]:
    lines = []
    for number, bar in enumerate(diagram.bars):
        colour = colours.bar(number)
        for x0, x1 in bar.solid:
            ends = ((x0, bar.y), (x1, bar.y))
            lines.append(Line(ends, 2.6 * sizes.line, colour, f"bar-{number}", layer=2))
        for x0, x1 in bar.gaps:
            ends = ((x0, bar.y), (x1, bar.y))
            lines.append(
                Line(ends, 0.7 * sizes.line, colour, f"gap-{number}", dotted=True, layer=2)
            )
    return lines


def _close_lines(diagram: Diagram, sizes: Sizes) -> list[Line]:
    return [
        Line(
            ((bar.dots[0], bar.y), (bar.dots[-1], bar.y)),
            0.8 * sizes.line,
            INK,
            f"close-{number}",
            layer=2,
        )
        for number, bar in enumerate(diagram.close)
    ]


def _close_marks(diagram: Diagram, close: Closeness, sizes: Sizes) -> list[Mark]:
    """Open circles on the lines of the groups, or by the names of the control's equals."""
    places = [
        (x, bar.y, f"circle-{number}") for number, bar in enumerate(diagram.close) for x in bar.dots
    ]
    places += [
        (stem.x_end, stem.y, f"equal-{stem.algorithm}")
        for stem in diagram.stems
        if stem.algorithm in close.others
    ]
    return [Mark(x, y, 3.2 * sizes.line, INK, "#ffffff", name) for x, y, name in places]


def _dots(diagram: Diagram, colours: Colours, sizes: Sizes) -> list[Mark]:
    return [
        Mark(x, bar.y, 4.2 * sizes.line, colours.bar(number), colours.bar(number), f"dot-{number}")
        for number, bar in enumerate(diagram.bars)
        if not bar.interval
        for x in bar.dots
    ]


def _control_marks(diagram: Diagram, decisions: Decisions, sizes: Sizes) -> list[Mark]:
    family = decisions.family
    if family.control is None:
        return []
    rejected = {int(b): bool(r) for (_, b), r in zip(family.pairs, decisions.rejected, strict=True)}
    marks = []
    for stem in diagram.stems:
        control = stem.algorithm not in rejected
        filled = control or rejected[stem.algorithm]
        marks.append(
            Mark(
                stem.x,
                diagram.axis_y,
                (5.5 if control else 4.8) * sizes.line,
                INK,
                INK if filled else "#ffffff",
                f"mark-{stem.algorithm}",
                "diamond" if control else "disc",
            )
        )
    return marks


def title_label(x: float, y: float, title: str, sizes: Sizes) -> list[Label]:
    """The title of the axis, if it has one."""
    return [Label(x, y, title, "centre", sizes.note, INK, "title")] if title else []


def _tick_labels(diagram: Diagram, sizes: Sizes) -> list[Label]:
    return [
        Label(tick.x, diagram.tick_y, f"{tick.rank:g}", "centre", sizes.tick, INK, "tick")
        for tick in diagram.ticks
        if tick.numbered
    ]


def _names(
    diagram: Diagram,
    ranks: Ranks,
    look: Look,
    colours: Colours,
    sizes: Sizes,
    bold: set[int],
) -> list[Label]:
    labels = []
    for stem in diagram.stems:
        j = stem.algorithm
        anchor: Anchor = "right" if stem.side == "left" else "left"
        labels.append(
            Label(
                stem.x_name,
                stem.y,
                ranks.algorithms[j],
                anchor,
                sizes.name,
                colours.algorithms[j],
                f"name-{j}",
                bold=j in bold,
            )
        )
        if look.ranks:
            value = format_number(float(ranks.average[j]), "rank")
            labels.append(
                Label(stem.x_value, stem.y, value, anchor, sizes.note, MUTED, f"value-{j}")
            )
    return labels


def _ruler_label(diagram: Diagram, text: str, sizes: Sizes) -> list[Label]:
    if diagram.ruler is None:
        return []
    ruler = diagram.ruler
    return [Label(ruler.x_text, ruler.y_text, text, "centre", sizes.note, INK, "critical")]


def note_labels(top: float, notes: list[str], sizes: Sizes) -> list[Label]:
    """The lines of the note, from `top` down."""
    height = line_height(sizes.note)
    return [
        Label(0.02, top - (i + 0.5) * height, text, "left", sizes.note, MUTED, "note")
        for i, text in enumerate(notes)
    ]
