"""Figures without pyplot that grow with their labels, and the measuring of text.

Long because all that pictures share below their axes is here, the end of their docstrings too.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import product
from typing import Literal, TypeVar

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure, SubFigure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import LayoutEngine
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from evenkeel.plot.styles import (
    STYLES,
    check_labels,
    drawing,
    escape_words,
    is_typeset,
    remember_typeset,
    setting,
    words_of,
)
from evenkeel.text import escape_latex, latex_definitions, printable

AnyFigure = Figure | SubFigure

PADDING = 0.04  # inches of white around everything that is drawn

Plot = TypeVar("Plot", bound=Callable[..., Axes])

_OF_ALL = """
ax : Axes, optional
    Where to draw.

Returns
-------
Axes
"""


def picture(plot: Plot) -> Plot:
    """Document what all pictures have in common, after the parameters that the picture names."""
    if plot.__doc__ is not None:  # python -OO keeps none
        own = inspect.cleandoc(plot.__doc__) + "\n"
        *_, parameters = re.finditer(r"^Parameters\n-+\n", own, re.M)
        after = re.compile(r"\n\n(?=\w+\n-+\n)").search(own, parameters.end())
        end = after.start() if after else len(own.rstrip())
        plot.__doc__ = own[:end] + _OF_ALL + own[end:].removeprefix("\n")
    return plot


class ShownAxes(Axes):
    """Axes of a picture's own figure, which notebooks show as the picture that it is."""

    def _repr_png_(self) -> bytes:
        from evenkeel.plot.saving import figure_png

        return figure_png(self)


class GrowingLayout(LayoutEngine):
    """Give the axes its size in inches and the figure the size that holds every label.

    It runs whenever the figure is drawn or saved, so that a title or a longer label that is set
    afterwards is not cut either.

    Parameters
    ----------
    width : float, optional
        Width in inches that the whole figure keeps to by narrowing its axes; without it the axes
        keeps its width.
    narrowest : float
        Width below which the axes is not narrowed; the figure becomes wider instead.
    """

    _adjust_compatible = False
    _colorbar_gridspec = False

    def __init__(self, width: float | None, narrowest: float) -> None:
        super().__init__()
        self.width = width
        self.narrowest = narrowest

    def set(self, **kwargs: object) -> None:
        """Refuse: the parameters are those of the picture."""
        raise NotImplementedError("the layout of a picture has no parameters to set")

    def execute(self, fig: Figure) -> None:
        """Fit the figure round its first axes and all that hangs on it."""
        if not fig.axes:
            return
        with drawing():
            for _ in range(2):  # a narrower axes can have other ticks
                if self._fit(fig, fig.axes[0]):
                    break

    def _fit(self, fig: Figure, ax: Axes) -> bool:
        """Fit once; say whether the axes kept its width."""
        figure_width, figure_height = fig.get_size_inches()
        renderer = measuring_renderer(fig.dpi)
        tight = fig.get_tightbbox(renderer)
        # older versions of matplotlib leave the ends of long axis labels out of this box
        labels = [axis.label for axis in (ax.xaxis, ax.yaxis) if ax.axison and axis.get_visible()]
        shown = [label for label in labels if label.get_visible() and label.get_text()]
        found = [label.get_window_extent(renderer) for label in shown]
        scaled = [box.transformed(fig.dpi_scale_trans.inverted()) for box in found]
        tight = Bbox.union([tight, *scaled])
        box = ax.get_position(original=True)
        x0, x1 = box.x0 * figure_width, box.x1 * figure_width
        y0, y1 = box.y0 * figure_height, box.y1 * figure_height
        left, right = _room(x0 - tight.x0), _room(tight.x1 - x1)
        bottom, top = _room(y0 - tight.y0), _room(tight.y1 - y1)
        width, height = x1 - x0, y1 - y0
        if self.width is not None:
            width = max(self.narrowest, self.width - left - right)
        place_axes(ax, (left, bottom, width, height), (right, top))
        return bool(abs(width - (x1 - x0)) < 1e-6)


class StackedLayout(LayoutEngine):
    """Put several axes, which keep their sizes, above each other, each below its heading."""

    _adjust_compatible = False
    _colorbar_gridspec = False

    def __init__(self, headings: Mapping[Axes, Text], size: float) -> None:
        super().__init__()
        self.headings = headings
        self.size = size  # of the headings, in points

    def set(self, **kwargs: object) -> None:
        """Refuse: the parameters are those of the picture."""
        raise NotImplementedError("the layout of a picture has no parameters to set")

    def execute(self, fig: Figure) -> None:
        """Give the figure the size that holds every label of every axes."""
        with drawing():
            renderer = measuring_renderer(fig.dpi)
            boxes, rooms = [], []
            for ax, heading in self.headings.items():
                inner = ax.get_window_extent(renderer)
                found = ax.get_tightbbox(renderer)
                outer = Bbox.union([inner, *([] if found is None else [found])])
                below, above = inner.y0 - outer.y0, outer.y1 - inner.y1
                sides = inner.x0 - outer.x0, outer.x1 - inner.x1
                wide = heading.get_window_extent(renderer).width
                boxes.append((inner.width / fig.dpi, inner.height / fig.dpi))
                rooms.append([_room(side / fig.dpi) for side in (*sides, below, above)])
                rooms[-1].append(wide / fig.dpi)
            left = max(room[0] for room in rooms)
            right = max(
                max(room[1] + width, room[4] + PADDING - left)
                for room, (width, _) in zip(rooms, boxes, strict=True)
            )
            line = 1.3 * line_height(self.size)
            height = sum(h + r[2] + r[3] + line for (_, h), r in zip(boxes, rooms, strict=True))
            fig.set_size_inches(left + right, height, forward=False)
            top = height
            for (ax, heading), box, room in zip(self.headings.items(), boxes, rooms, strict=True):
                heading.set_position((PADDING, top - line))
                top -= line + room[3] + box[1]
                ax.set_position(
                    (
                        left / (left + right),
                        top / height,
                        box[0] / (left + right),
                        box[1] / height,
                    )
                )
                top -= room[2]


def draw_stacked(pictures: Mapping[str, Callable[[Axes | None], Axes]]) -> Axes:
    """Draw pictures above each other, each below its name and as large as it is by itself.

    Parameters
    ----------
    pictures : mapping of str to callable
        What draws each picture, in an axes or, without one, in a figure of its own.

    Returns
    -------
    Axes
        That of the first picture.
    """
    with drawing(STYLES["paper"]):
        alone = [draw(None) for draw in pictures.values()]
        extents = [(ax.get_window_extent(), ax.figure.dpi) for ax in alone]
        sizes = [(box.width / dpi, box.height / dpi) for box, dpi in extents]
        size = font_points("axes.labelsize")
        figure = Figure(figsize=(max(width for width, _ in sizes), sum(h for _, h in sizes)))
        FigureCanvasAgg(figure)
        words = [str(root_figure(ax).get_label()) for ax in alone]
        named = zip(pictures, words, strict=True)
        figure.set_label(" ".join(f"{name}: {said}" for name, said in named))
        whole_width, whole_height = figure.get_size_inches()
        headings: dict[Axes, Text] = {}
        for (name, draw), (width, height) in zip(pictures.items(), sizes, strict=True):
            ax = figure.add_axes(
                (0, 0, width / whole_width, height / whole_height), axes_class=ShownAxes
            )
            _keep_tick_settings(ax)
            draw(ax)
            headings[ax] = ax.text(
                0,
                0,
                plain(name),
                transform=figure.dpi_scale_trans,
                va="bottom",
                fontweight="bold",
                fontsize=size,
                parse_math=is_typeset(),
                gid=f"heading-{len(headings)}",
                in_layout=False,
                clip_on=False,
            )
        layout = StackedLayout(headings, size)
        figure.set_layout_engine(layout)
        layout.execute(figure)
    return next(iter(headings))


def _room(extent: float) -> float:
    """Room for labels that reach so far; another resolution draws a long one longer still."""
    return 1.03 * max(extent, 0) + PADDING


def place_axes(
    ax: Axes, box: tuple[float, float, float, float], beyond: tuple[float, float] = (0.0, 0.0)
) -> None:
    """Put the axes at `box` (left, bottom, width, height in inches), with a margin `beyond` it."""
    left, bottom, width, height = box
    total_width, total_height = left + width + beyond[0], bottom + height + beyond[1]
    root_figure(ax).set_size_inches(total_width, total_height, forward=False)
    ax.set_position(
        (left / total_width, bottom / total_height, width / total_width, height / total_height)
    )


@contextmanager
def axes_for(
    ax: Axes | None,
    description: str,
    *,
    height: float | None = None,
    width: float | None = None,
    narrowest: float = 1.8,
    fitted: bool = False,
) -> Iterator[Axes]:
    """Give the axes to draw in: the one of the caller, or one in a new figure that fits.

    Parameters
    ----------
    ax : Axes, optional
        The caller's axes; it is yielded as it is.
    description : str
        What the picture shows, for readers who cannot see it.
    height, width : float, optional
        Size of the new axes in inches. Without `width` the whole figure keeps to the width of
        ``figure.figsize`` if its labels let it, and the axes is not below `narrowest`.
    fitted : bool
        Whether the caller sees to it that the axes holds every label, so that the figure need
        not be fitted round them.
    """
    if ax is not None:
        remember_typeset(ax)
        with drawing():
            yield ax
        return
    with drawing(STYLES["paper"]):
        whole_width, whole_height = setting("figure.figsize")
        layout = GrowingLayout(whole_width if width is None else None, narrowest)
        figure = Figure(layout=layout)
        FigureCanvasAgg(figure)
        figure.set_label(description)
        own = figure.add_axes((0, 0, 1, 1), axes_class=ShownAxes)
        remember_typeset(own)
        size = (whole_width if width is None else width, whole_height if height is None else height)
        place_axes(own, (0, 0, *size))
        _keep_tick_settings(own)
        yield own
        if not fitted:
            layout.execute(figure)


def root_figure(part: Axes | AnyFigure) -> Figure:
    """The figure that an axes or a part of a figure belongs to."""
    root = part.figure if isinstance(part, Axes) else part
    while not isinstance(root, Figure):
        root = root.figure
    return root


def make_square(ax: Axes, *, own: bool) -> None:
    """Give the axes equal sides; one in a picture's own figure fits a column or a slide."""
    if not own:
        ax.set_box_aspect(1)
        return
    width, height = setting("figure.figsize")
    side = min(0.8 * width, 1.17 * height)
    place_axes(ax, (0, 0, side, side))


def room_for_text(ax: Axes) -> float:
    """Width in inches for a sentence below the axes."""
    layout = root_figure(ax).get_layout_engine()
    drawn = ax.get_window_extent().width / ax.figure.dpi
    if not isinstance(layout, GrowingLayout):
        return float(drawn)
    usual = 0.75 * setting("figure.figsize")[0]
    return float(usual if layout.width is not None else max(drawn, usual))


def keep_width(ax: Axes, inches: float) -> None:
    """Do not let the axes of a picture's own figure become narrower than this."""
    layout = root_figure(ax).get_layout_engine()
    if isinstance(layout, GrowingLayout):
        layout.narrowest = max(layout.narrowest, inches)


@cache
def measuring_renderer(dpi: float) -> RendererAgg:
    """A renderer that measures text, whatever the figure is saved as later.

    It is kept, because matplotlib remembers the sizes of texts by the renderer.
    """
    return RendererAgg(1, 1, dpi)  # type: ignore[no-untyped-call]  # it has no stubs


def text_sizes(
    figure: AnyFigure, texts: Iterable[str], size: float, weight: str = "normal"
) -> list[tuple[float, float]]:
    """Width and height in inches of each text in this size."""
    renderer = measuring_renderer(figure.dpi)
    math = is_typeset()
    probe = Text(0, 0, "", fontsize=size, fontweight=weight, parse_math=math, usetex=False)
    probe.set_figure(figure)
    sizes = []
    for text in texts:
        check_labels([text])
        probe.set_text(printable(text))
        box = probe.get_window_extent(renderer)
        sizes.append((box.width / figure.dpi, box.height / figure.dpi))
    return sizes


def line_height(size: float) -> float:
    """Height in inches of a line of text of this size in points, with air."""
    return size * 1.3 / 72


def row_height(figure: AnyFigure, names: Iterable[str], size: float) -> float:
    """Height in inches of a row that is named in this size: a line, or a formula that is higher."""
    line = line_height(size)
    if not is_typeset():
        return line
    return max(line, *(1.15 * height for _, height in text_sizes(figure, names, size)))


def font_points(key: str) -> float:
    """A font size of the settings, in points, also if it is a word such as ``"medium"``."""
    return float(FontProperties(size=setting(key)).get_size_in_points())


def plain(text: str) -> str:
    """A label that comes out as itself: no line break, and no markup if LaTeX sets the text.

    Formulas stay formulas where labels are typeset.
    """
    check_labels([text])
    if not setting("text.usetex"):
        return printable(text)
    escaped = escape_words(text) if is_typeset() else escape_latex(text)
    return "".join([*latex_definitions(escaped), escaped])


def wrap(figure: AnyFigure, text: str, size: float, width: float) -> list[str]:
    """Break a sentence into as few lines of at most `width` inches as words allow, about equal."""
    words = words_of(text)
    space, *widths = (w for w, _ in text_sizes(figure, ["n n", *words], size))
    space -= 2 * text_sizes(figure, ["n"], size)[0][0]

    def broken(room: float) -> list[str]:
        lines, used = [words[0]], widths[0]
        for word, more in zip(words[1:], widths[1:], strict=True):
            if used + space + more <= room:
                lines[-1] += f" {word}"
                used += space + more
            else:
                lines.append(word)
                used = more
        return lines

    fewest = broken(width)
    narrower = (broken(share * width) for share in (0.5, 0.6, 0.7, 0.8, 0.9))
    return next((lines for lines in narrower if len(lines) == len(fewest)), fewest)


def _keep_tick_settings(ax: Axes) -> None:
    """Ticks are made when the figure is drawn, perhaps after the style has ended: fix it now."""
    axes: tuple[Literal["x", "y"], ...] = ("x", "y")
    kinds: tuple[Literal["major", "minor"], ...] = ("major", "minor")
    for axis, which in product(axes, kinds):
        ax.tick_params(
            axis=axis,
            which=which,
            labelsize=setting(f"{axis}tick.labelsize"),
            width=setting(f"{axis}tick.{which}.width"),
            length=setting(f"{axis}tick.{which}.size"),
        )
