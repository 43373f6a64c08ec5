"""A matrix of coloured cells with text in them, which every matrix picture draws with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Colormap

from evenkeel._types import BoolArray, FloatArray
from evenkeel.plot.canvas import font_points, place_axes, plain, row_height, text_sizes
from evenkeel.plot.mathtext import is_typeset

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
    """

    rows: Sequence[str]
    columns: Sequence[str]
    colours: FloatArray
    texts: Sequence[Sequence[str]]
    bold: BoolArray


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
    cell_width, cell_height = max(cell_width, row), max(cell_height, row)
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
    sizes = text_sizes(ax.figure, cells.columns, font_points("xtick.labelsize"))
    widest = max(width for width, _ in sizes)
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
