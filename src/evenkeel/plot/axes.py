"""What pictures share: rows of algorithms or problems, cells of matrices, scales of axes."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import Colormap
from matplotlib.ticker import FixedLocator, NullLocator

from evenkeel._types import BoolArray, FloatArray
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.plot.canvas import (
    font_points,
    keep_width,
    place_axes,
    plain,
    room_for_text,
    row_height,
    text_sizes,
    wrap,
)
from evenkeel.plot.styles import ACCENT, CYCLE, DASHES, FAINT, MUTED, is_typeset, look, setting

# What pictures with one row per algorithm, or one per problem, have in common.


_AIR = 1.15
_HANDLE_PAD, _COLUMN_SPACING = 0.5, 1.2  # of a legend, in letters


def name_rows(
    ax: Axes, names: Sequence[str], *, own: bool, emphasised: Collection[int] = ()
) -> None:
    """Name the rows 0, 1, ... of the picture from the top down.

    With `own` the axes is the picture's own and gets the height that the names need.
    """
    size = font_points("ytick.labelsize")
    ax.set_yticks(range(len(names)), [plain(name) for name in names], parse_math=is_typeset())
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    for row in emphasised:
        label = ax.get_yticklabels()[row]
        label.set_fontweight("bold")
        label.set_color(ACCENT)
    if own:
        width = setting("figure.figsize")[0]
        high = row_height(ax.figure, names, size)
        place_axes(ax, (0, 0, width, max(len(names), 2) * high * _AIR))


def label_with_note(ax: Axes, label: str, note: str) -> None:
    """Write the label of the horizontal axis and below it, smaller, what the reader must know."""
    size = font_points("legend.fontsize")
    ax.set_xlabel(plain(label), parse_math=is_typeset())
    ax.annotate(
        "\n".join(plain(line) for line in wrap(ax.figure, note, size, room_for_text(ax))),
        (0.5, 0),
        xycoords=ax.xaxis.label,
        xytext=(0, -0.35 * size),
        textcoords="offset points",
        ha="center",
        va="top",
        fontsize=size,
        color=MUTED,
        parse_math=is_typeset(),
        annotation_clip=False,
        gid="note",
    )


def draw_curves(
    ax: Axes,
    names: Sequence[str],
    places: Sequence[FloatArray],
    curves: Sequence[FloatArray] | FloatArray,
    bands: Iterable[tuple[FloatArray, FloatArray] | None],
    *,
    ends: Sequence[float] | FloatArray | None = None,
    beside: tuple[str, FloatArray, FloatArray] | None = None,
    step: Literal["pre", "post"] | None = None,
    gid: str = "",
) -> None:
    """Draw a curve for each name with its band, if there is one, and name them in a legend above.

    Of more curves than there are looks those of the lowest `ends` are named, the others drawn pale.
    `beside` is one more, in grey. Every line is known by its name, or by a `gid` with its number.
    """
    drawn: dict[str, Any] = {"drawstyle": f"steps-{step}"} if step else {}
    entries: list[tuple[Artist, str]] = []
    if beside is not None:
        name, x, curve = beside
        entries += [(ax.plot(x, curve, color="0.6", linestyle="-", gid=name, **drawn)[0], name)]
    order = np.argsort(np.arange(len(names)) if ends is None else ends, kind="stable").tolist()
    led = sorted(order[: len(CYCLE) * len(DASHES)])
    looks = {number: look(place) for place, number in enumerate(led)}
    for number, (name, x, curve, band) in enumerate(zip(names, places, curves, bands, strict=True)):
        known = f"{gid}-{number}" if gid else name
        if number not in looks:
            pale = ax.plot(x, curve, color=FAINT, linewidth=0.6, gid=known, zorder=1, **drawn)[0]
            continue
        colour, dash = looks[number]
        if band is not None:
            veil = 0.6 / max(len(led), 4)  # many bands lie over each other
            ax.fill_between(x, *band, step=step, color=colour, alpha=veil, linewidth=0)
        line = ax.plot(x, curve, color=colour, linestyle=dash, gid=known, **drawn)[0]
        entries.append((line, name))
    if len(led) < len(names):
        rest = len(names) - len(led)
        entries.append((pale, f"{rest} other{'s' * (rest > 1)}"))
    handles, labels = zip(*entries, strict=True)
    legend_above(ax, handles, labels, handle=2.6)


def legend_above(
    ax: Axes, handles: Sequence[Artist], labels: Sequence[str], *, handle: float = 1.2
) -> None:
    """Put a legend above the axes, in as many columns as fit; a long one on the right.

    `handle` is the length of a handle in letters; one with dashes needs more.
    """
    names = [plain(label) for label in labels]
    size = font_points("legend.fontsize")
    letter = size / 72
    widest = max(width for width, _ in text_sizes(ax.figure, labels, size))
    column = widest + (handle + _HANDLE_PAD + _COLUMN_SPACING) * letter
    room = room_for_text(ax) + (_COLUMN_SPACING - 2 * setting("legend.borderpad")) * letter
    columns = min(max(int(room // column), 1), len(names))
    aside = len(names) / columns > 6
    if aside:
        keep_width(ax, 0.75 * setting("figure.figsize")[0])
    legend = ax.legend(
        handles,
        ["name"] * len(names),  # a name that begins with _ would be left out; see below
        loc="upper left" if aside else "lower left",
        bbox_to_anchor=(1, 1) if aside else (0, 1),
        borderaxespad=1.5 if aside else 0.3,
        ncols=1 if aside else columns,
        frameon=False,
        handlelength=handle,
        handletextpad=_HANDLE_PAD,
        columnspacing=_COLUMN_SPACING,
    )
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set_parse_math(is_typeset())
        text.set_text(name)


# A matrix of coloured cells with text in them, which every matrix picture draws with.


_MOST_WITH_TEXT = 25  # rows or columns up to which the cells are written in by default


@dataclass(frozen=True)
class Cells:
    """What stands in the cells, by row and column.

    Attributes
    ----------
    rows, columns : sequence of str
        Names of the rows and of the columns.
    colours : ndarray, shape (rows, columns, 4)
        Red, green, blue and opacity; a cell without opacity is empty.
    texts : sequence of sequences of str
        What is written; lines are separated by line feeds.
    bold : ndarray of bool
        Which cells are emphasised.
    upright : bool
        Whether columns are so wide that their names need not be turned.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    colours: FloatArray
    texts: Sequence[Sequence[str]]
    bold: BoolArray
    upright: bool = False


def draw_cells(ax: Axes, cells: Cells, *, own: bool, annotate: bool | None) -> None:
    """Draw the cells with the names on the left and on top.

    With `own` the axes gets the size that the texts need. `annotate` says whether the cells are
    written in; None: if there are at most 25 rows and columns.
    """
    height, width = len(cells.rows), len(cells.columns)
    written = max(height, width) <= _MOST_WITH_TEXT if annotate is None else annotate
    size = 0.85 * font_points("font.size")
    cell_width, cell_height = _cell_size(ax, cells, size) if written else (0.0, 0.0)
    row = row_height(ax.figure, [*cells.rows, *cells.columns], font_points("ytick.labelsize"))
    sizes = text_sizes(ax.figure, cells.columns, font_points("xtick.labelsize"))
    widest = max(width for width, _ in sizes)
    cell_width = max(cell_width, row, 1.3 * widest if cells.upright else 0.0)
    cell_height = max(cell_height, row)
    if own:
        place_axes(ax, (0, 0, width * cell_width, height * cell_height))
    ax.pcolormesh(
        np.arange(width + 1) - 0.5,
        np.arange(height + 1) - 0.5,
        cells.colours,
        edgecolors="white",
        linewidth=0.5,
        gid="cells",
    )
    ax.set_xlim(-0.5, width - 0.5)
    ax.set_ylim(height - 0.5, -0.5)
    ax.spines[:].set_visible(False)
    names = [plain(name) for name in cells.columns]
    ax.set_xticks(
        range(width),
        names,
        parse_math=is_typeset(),
        rotation=90 if widest > 0.95 * cell_width else 0,
    )
    ax.set_yticks(range(height), [plain(name) for name in cells.rows], parse_math=is_typeset())
    ax.tick_params(length=0, top=False, bottom=False, labeltop=True, labelbottom=False)
    if written:
        _write(ax, cells, size)


def shade(share: FloatArray, colormap: Colormap, shown: BoolArray) -> FloatArray:
    """Colours of numbers in [0, 1]; cells that are not shown are transparent."""
    colours = np.array(colormap(share))
    colours[~shown] = 0
    return colours


def short_number(value: float) -> str:
    """A number of the table in a cell: three significant digits and a true minus."""
    if value == 0 or not np.isfinite(value):
        return f"{value:g}"
    if 1e-4 <= abs(value) < 1e6:
        decimals = max(2 - int(np.floor(np.log10(abs(value)))), 0)
        text = f"{value:.{decimals}f}"
    else:
        digits, power = f"{value:.2e}".split("e")
        text = f"{digits}e{int(power)}"
    return text.replace("-", "−")


def short_p(pvalue: float) -> str:
    """A p-value in a cell: three decimals, or one digit and its power of ten; none for NaN."""
    if np.isnan(pvalue):
        return ""
    if pvalue >= 0.001:
        return "1" if pvalue == 1 else f"{pvalue:.3f}"
    if pvalue < 1e-300:
        return "<1e−300"
    digit, power = f"{pvalue:.0e}".split("e-")
    return f"{digit}e−{int(power)}"


def _cell_size(ax: Axes, cells: Cells, size: float) -> tuple[float, float]:
    texts = {text for row in cells.texts for text in row if text}
    lines = {line for text in texts for line in text.split("\n")}
    widest = max((w for w, _ in text_sizes(ax.figure, lines, size, "bold")), default=0.0)
    most = max((text.count("\n") + 1 for text in texts), default=1)
    return widest + 0.55 * size / 72, (most * 1.25 + 0.5) * size / 72


def _write(ax: Axes, cells: Cells, size: float) -> None:
    luminance = cells.colours[..., :3] @ np.array([0.299, 0.587, 0.114])
    for row, column in np.argwhere(cells.colours[..., 3] > 0).tolist():
        ax.text(
            column,
            row,
            "\n".join(plain(line) for line in cells.texts[row][column].split("\n")),
            ha="center",
            va="center",
            fontsize=size,
            fontweight="bold" if cells.bold[row, column] else "normal",
            color="white" if luminance[row, column] < 0.5 else "black",
            linespacing=1.15,
            parse_math=is_typeset(),
            gid=f"cell-{row}-{column}",
        )


# Which scale an axis needs: linear, or logarithmic where the numbers span many powers of ten.


SCALES = ("linear", "log", "symlog")
_LEAST = 1e-300  # numbers nearer to zero are shown as zero
_DECADES = 3.0  # beyond so many powers of ten a linear axis shows only the largest numbers


def fitting_scale(values: FloatArray, wish: str | None) -> str:
    """The scale that was wished for, else one in which all of these numbers can be seen."""
    if wish is not None:
        choice(wish, SCALES, "scale")
        if wish == "log" and (values < _LEAST).any():
            raise InputError(
                Message(
                    "a log scale cannot show zero, less than 1e-300 or negative numbers, "
                    "which these results have; give ",
                    Option("scale", "symlog"),
                    " or ",
                    Option("scale", "linear"),
                )
            )
        return wish
    sizes = _sizes(values)
    if sizes.size == 0 or np.log10(sizes.max()) - np.log10(np.percentile(sizes, 10)) <= _DECADES:
        return "linear"
    return "log" if (values >= _LEAST).all() else "symlog"


def set_scale(
    ax: Axes, names: str, scale: str, values: FloatArray, *, decades: int, ticks: int
) -> None:
    """Set the scale of the axes named (``"x"`` or ``"xy"``), with about so many ticks.

    A symlog scale is linear round zero, as far as the smallest number or so many powers of ten
    below the largest, whichever is further.
    """
    sizes = _sizes(values)
    if scale == "linear" or sizes.size == 0:
        return
    top = math.ceil(np.log10(sizes.max()))
    bottom = max(math.floor(np.log10(sizes.min())), top - decades)
    if scale == "log":
        bottom = math.floor(np.log10(sizes.min()))
    stride = max(1, math.ceil((top - bottom) / ticks))
    powers = [10.0**power for power in range(top, bottom - 1, -stride)]
    # zero takes the place of the powers next to it
    clear = [power for power in powers if power >= 10.0 ** (bottom + 0.8 * stride)]
    both_sides = [-power for power in clear if values.min() < 0] + [0.0] + clear
    for name in names:
        change = ax.set_xscale if name == "x" else ax.set_yscale
        axis = ax.xaxis if name == "x" else ax.yaxis
        if scale == "log":
            change("log")
            axis.set_major_locator(FixedLocator(powers))
            if sum(sizes.min() <= power <= sizes.max() for power in powers) < 2:
                axis.set_ticks(_between(sizes.min(), sizes.max()), minor=False)
                axis.set_major_formatter(lambda tick, _: f"{tick:.12g}")
        else:
            change("symlog", linthresh=10.0**bottom, linscale=0.5)
            axis.set_major_locator(FixedLocator(both_sides))
        axis.set_minor_locator(NullLocator())


def _between(low: float, high: float) -> list[float]:
    """Ticks on a scale of logarithms where there are not two powers of ten: 1, 2, 5, 10, ..."""
    powers = range(math.floor(np.log10(low)), math.ceil(np.log10(high)) + 1)
    ticks = [digit * 10.0**power for power in powers for digit in (1, 2, 5)]
    return [tick for tick in ticks if low <= tick <= high]


def _sizes(values: FloatArray) -> FloatArray:
    return np.abs(values[np.abs(values) >= _LEAST])
