"""Problem by problem: ranks, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba

from evenkeel._types import FloatArray
from evenkeel.errors import choice
from evenkeel.plot.axes import Cells, draw_cells, label_with_note, shade
from evenkeel.plot.canvas import (
    axes_for,
    font_points,
    keep_width,
    line_height,
    picture,
    place_axes,
    plain,
)
from evenkeel.plot.decisions import Compared, positions_of, ranks_of, results_of
from evenkeel.plot.styles import ACCENT, CYCLE, FAINT, INK, SEQUENTIAL, is_typeset, setting
from evenkeel.ranks.named import Ranks
from evenkeel.tables.remarks import MissingPattern, missing_pattern
from evenkeel.tables.results import Results

# Ranks over the problems: where an algorithm wins and where it does not.


_MOST_NAMED = 120
_TALLEST = 9.0  # inches


@picture
def plot_rank_heatmap(
    data: Results | Compared,
    *,
    ranking: str | None = None,
    form: str = "heat",
    annotate: bool | None = None,
    highlight: str | Sequence[str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the rank of every algorithm on every problem, as a heat map or as lines.

    The heat map has a row for each problem and a column for each algorithm, the best average rank
    on the left; the darker a cell, the better the rank. ``form="slope"`` draws a line for each
    algorithm through its ranks from problem to problem, best on top, and on the right its place by
    average rank.

    Parameters
    ----------
    data : Results or Comparison
        What to draw.
    ranking : {"friedman", "aligned", "quade"}, optional
        The ranking; by default that of the comparison, or Friedman's.
    form : {"heat", "slope"}
        Heat map or lines.
    annotate : bool, optional
        Whether the ranks are written in the cells of a heat map; by default for up to 25 problems
        and algorithms.
    highlight : str or sequence of str, optional
        Algorithms to emphasise. More than seven lines are grey but for these; without any, but
        for the best one.

    Examples
    --------
    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_rank_heatmap(evenkeel.load("toy"))
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['C', 'D', 'A', 'B']
    """
    choice(form, ("heat", "slope"), "form of the picture")
    table = results_of(data)
    ranks = ranks_of(data, ranking)
    bold = positions_of(highlight, ranks.algorithms)
    words = ranks.noun
    best = f"{ranks.best} has the best average rank"
    description = f"{words} of each algorithm on each problem; {best}."
    # the cells of a heat map have their own width
    width = 1.0 if form == "heat" else None
    with axes_for(ax, description, width=width, narrowest=2.4) as axes:
        if form == "heat":
            _heat(axes, table, ranks, bold, own=ax is None, annotate=annotate)
        else:
            _slopes(axes, table, ranks, bold, own=ax is None)
    return axes


def _heat(
    ax: Axes, table: Results, ranks: Ranks, bold: set[int], *, own: bool, annotate: bool | None
) -> None:
    order = ranks.order.tolist()
    shown = ranks.ranks[:, order]
    low, high = (float(f.reduce(shown, axis=None)) for f in (np.fmin, np.fmax))
    share = 1 - (shown - low) / ((high - low) or 1.0)
    cells = Cells(
        rows=table.problems,
        columns=[ranks.algorithms[j] for j in order],
        colours=shade(share, SEQUENTIAL, ~np.isnan(shown)),
        texts=[[f"{rank:g}" for rank in row] for row in shown],
        bold=shown == np.fmin.reduce(shown, axis=1, keepdims=True),
    )
    draw_cells(ax, cells, own=own, annotate=_written(ranks, annotate))
    for label, j in zip(ax.get_xticklabels(), order, strict=True):
        if j in bold:
            label.set_fontweight("bold")
            label.set_color(ACCENT)
    if own and ranks.n > _MOST_NAMED:
        ax.set_yticks([])
        ax.set_ylabel(f"{ranks.n} problems")
        place_axes(ax, (0, 0, ranks.k * line_height(font_points("ytick.labelsize")), _TALLEST))
    label_with_note(
        ax,
        f"{ranks.noun.capitalize()} on each problem",
        "Darker is better; best average rank first.",
    )


def _written(ranks: Ranks, annotate: bool | None) -> bool | None:
    """Up to 30 problems fit on a page with numbers in their cells."""
    return (ranks.n <= 30 and ranks.k <= 25) if annotate is None else annotate


def _slopes(ax: Axes, table: Results, ranks: Ranks, bold: set[int], *, own: bool) -> None:
    n, k = ranks.n, ranks.k
    order = ranks.order.tolist()
    values = _places(ranks)
    size = font_points("ytick.labelsize")
    if own:
        needed = (n + 2) * line_height(font_points("xtick.labelsize")) if n <= _MOST_NAMED else 3.0
        keep_width(ax, needed)
        width = max(setting("figure.figsize")[0], needed)
        place_axes(ax, (0, 0, width, max(k, 6) * line_height(size) * 1.1))
    coloured = set(range(k)) if k <= len(CYCLE) else bold or {order[0]}
    last = n + max(0.5, 0.04 * n)
    for place, j in enumerate(order, start=1):
        emphasised = j in bold
        colour = ACCENT if emphasised else CYCLE[(place - 1) % len(CYCLE)]
        width = 1.8 if emphasised else 1.0 if j in coloured else 0.5
        ax.plot(
            [*range(n), last],
            [*values[:, j], place],
            color=colour if j in coloured else FAINT,
            linewidth=width * setting("lines.linewidth"),
            marker="o" if n <= _MOST_NAMED and j in coloured else "",
            markersize=0.6 * setting("lines.markersize"),
            zorder=3 if j in coloured else 2,
            gid=f"line-{j}",
            clip_on=False,
        )
        ax.annotate(
            plain(ranks.algorithms[j]),
            (last, place),
            xytext=(4, 0),
            textcoords="offset points",
            va="center_baseline",
            fontsize=size,
            fontweight="bold" if emphasised else "normal",
            color=colour if j in coloured else INK,
            parse_math=is_typeset(),
            annotation_clip=False,
        )
    ax.set_ylim(k + 0.5, 0.5)
    ax.set_yticks(range(1, k + 1, 1 if k <= 12 else 5))
    ax.set_xlim(-0.5, last)
    if n <= _MOST_NAMED:
        names = [plain(name) for name in table.problems]
        ax.set_xticks(range(n), names, rotation=90, parse_math=is_typeset())
    else:
        ax.set_xticks([])
    ax.axvline(last, color=INK, linewidth=0.6 * setting("lines.linewidth"), zorder=1)
    ax.set_ylabel("Rank, best on top")
    label_with_note(
        ax,
        f"{n} problems",
        f"Right: place by {ranks.averages[0].lower()}{ranks.averages[1:]}.",
    )


def _places(ranks: Ranks) -> FloatArray:
    """Ranks within each problem, whatever the ranking that orders the algorithms."""
    if ranks.ranking in ("friedman", "skillings-mack"):
        return ranks.ranks
    from evenkeel.ranks.kernels import rank_rows

    return rank_rows(ranks.ranks)


# The picture of what is missing: a row for each problem, a column for each algorithm.


_MOST_NAMED_WITH_HOLES = 60  # problems that are named
_TALLEST_WITH_HOLES = 7.0  # inches


@picture
def plot_missing(data: Results | Compared, *, ax: Axes | None = None) -> Axes:
    """Draw which results are missing: dark cells, those with most holes first.

    Rows are problems and columns algorithms, both ordered by how many results are missing, so that
    holes that belong together stand together. Of more than 60 problems only those with holes are
    shown.

    Parameters
    ----------
    data : Results or Comparison
        What to draw.

    Examples
    --------
    >>> import numpy as np
    >>> import evenkeel.plot
    >>> table = evenkeel.Results([[1, np.nan], [2, 3]], better="lower", missing="keep")
    >>> ax = evenkeel.plot.plot_missing(table)
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['A2', 'A1']
    """
    return draw_pattern(missing_pattern(results_of(data)), ax)


def draw_pattern(pattern: MissingPattern, ax: Axes | None = None) -> Axes:
    """Draw a pattern that was found."""
    rows = np.argsort(-pattern.by_problem, kind="stable").tolist()
    holed = int(np.count_nonzero(pattern.by_problem))
    if len(rows) > _MOST_NAMED_WITH_HOLES and holed:
        rows = rows[:holed]
    columns = np.argsort(-pattern.by_algorithm, kind="stable").tolist()
    missing = ~pattern.present[np.ix_(rows, columns)]
    colours: FloatArray = np.where(missing[..., None], to_rgba(ACCENT), to_rgba(FAINT))
    cells = Cells(
        rows=[pattern.problems[i] for i in rows],
        columns=[pattern.algorithms[j] for j in columns],
        colours=colours,
        texts=[[""] * len(columns)] * len(rows),
        bold=np.zeros(missing.shape, dtype=bool),
    )
    description = f"Which results are missing. {pattern.sentence}"
    with axes_for(ax, description, width=1.0, narrowest=2.4) as axes:
        draw_cells(axes, cells, own=ax is None, annotate=False)
        if ax is None and len(rows) > _MOST_NAMED_WITH_HOLES:
            axes.set_yticks([])
            axes.set_ylabel(f"{len(rows)} problems")
            width = len(columns) * line_height(font_points("ytick.labelsize"))
            place_axes(axes, (0, 0, width, _TALLEST_WITH_HOLES))
        left_out = len(pattern.problems) - len(rows)
        rest = f" {left_out} problems without holes are not shown." if left_out else ""
        label_with_note(
            axes,
            f"{pattern.count} of {pattern.present.size} results are missing",
            f"Dark: missing. Most holes first.{rest}",
        )
    return axes
