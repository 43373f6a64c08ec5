"""Aggregates of runs: a panel of intervals for each aggregate, a row for each algorithm."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, choice
from evenkeel.numerics.scaling import drawable
from evenkeel.plot.canvas import axes_for, font_points, line_height, place_axes
from evenkeel.plot.rows import label_with_note, name_rows
from evenkeel.plot.scales import fitting_scale, set_scale
from evenkeel.plot.styles import INK, PALE, setting
from evenkeel.runs.aggregate_statistics import AGGREGATES
from evenkeel.runs.run_aggregates import Aggregates
from evenkeel.words.numbers import percent

_PANEL = 0.4  # width of a panel over that of a column
_GAP = 0.12  # between panels, over the width of a panel


def plot_aggregates(
    aggregates: Aggregates, *, statistics: str | Sequence[str] | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the aggregates of runs with their intervals, a panel for each aggregate.

    The bar is the interval, the line in it the estimate. The best of the first panel stands on
    top; below each panel stands which end is the good one.

    Parameters
    ----------
    aggregates : Aggregates
        The outcome of `evenkeel.runs.aggregates`.
    statistics : str or sequence of str, optional
        Which of its aggregates; by default all.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
        The axes with the names of the algorithms; the panels are its ``child_axes``.

    References
    ----------
    Agarwal, Schwarzer, Castro, Courville and Bellemare (2021), Advances in Neural Information
    Processing Systems 34:29304-29320, Figure 9.

    Examples
    --------
    >>> import evenkeel
    >>> runs = {"A": [[1, 2], [2, 3], [3, 3]], "B": [[1, 1], [2, 1], [1, 2]]}
    >>> found = evenkeel.runs.aggregates(runs, better="higher", resamples=99)
    >>> ax = evenkeel.plot.plot_aggregates(found, statistics=["iqm", "mean"])
    >>> [label.get_text() for label in ax.get_yticklabels()], len(ax.child_axes)
    (['A', 'B'], 2)
    """
    shown = _shown(aggregates, statistics)
    rows = [aggregates.statistics.index(name) for name in shown]
    bounds = np.stack([aggregates.value, aggregates.lower, aggregates.upper])[:, rows]
    if not drawable(bounds):
        raise InputError(
            "a picture cannot show numbers beyond 1e300, which these aggregates have; divide all "
            "values by the same power of ten"
        )
    order = _order(aggregates, shown[0], bounds[0, 0])
    names = [aggregates.algorithms[j] for j in order]
    description = f"Aggregates of the runs of {len(names)} algorithms, with intervals."
    with axes_for(ax, description, width=1.0) as axes:
        name_rows(axes, names, own=False)
        if ax is None:
            height = max(len(names), 2) * line_height(font_points("ytick.labelsize")) * 1.15
            width = setting("figure.figsize")[0] * _PANEL * len(shown)
            place_axes(axes, (0, 0, width, height))
        axes.set_xticks([])
        axes.spines[:].set_visible(False)
        share = 1 / (len(shown) + _GAP * (len(shown) - 1))
        for number, name in enumerate(shown):
            left = number * share * (1 + _GAP)
            panel = axes.inset_axes((left, 0, share, 1), sharey=axes)
            panel.set_gid(name)
            _draw_panel(panel, bounds[:, number, order])
            panel.set_title(AGGREGATES[name].title, fontsize=font_points("axes.labelsize"))
            better = "lower" if _lower_is_better(aggregates, name) else "higher"
            panel.set_xlabel(f"{better} is better", fontsize=font_points("legend.fontsize"))
        _note(axes, aggregates)
    return axes


def _shown(aggregates: Aggregates, statistics: str | Sequence[str] | None) -> list[str]:
    if statistics is None:
        return list(aggregates.statistics)
    names = [statistics] if isinstance(statistics, str) else list(statistics)
    for name in names:
        choice(name, aggregates.statistics, "aggregate")
    if not names:
        raise InputError("name at least one aggregate to draw, or leave statistics out")
    return names


def _lower_is_better(aggregates: Aggregates, name: str) -> bool:
    return AGGREGATES[name].lower_is_better or aggregates.better == "lower"


def _order(aggregates: Aggregates, name: str, values: FloatArray) -> list[int]:
    turned = values if _lower_is_better(aggregates, name) else -values
    order: list[int] = np.argsort(turned, kind="stable").tolist()
    return order


def _draw_panel(panel: Axes, bounds: FloatArray) -> None:
    """The intervals of one aggregate, estimates (3, k) from the top down."""
    value, low, high = bounds
    rows = np.arange(value.size)
    scale = fitting_scale(bounds, None)
    set_scale(panel, "x", scale, bounds, decades=12, ticks=3)
    panel.barh(rows, high - low, left=low, height=0.62, color=PALE, gid="interval")
    line = 1.6 * setting("lines.linewidth")
    panel.vlines(value, rows - 0.31, rows + 0.31, color=INK, linewidth=line, gid="estimate")
    panel.use_sticky_edges = False
    panel.margins(x=0.06)
    panel.set_ylim(value.size - 0.5, -0.5)
    panel.tick_params(axis="y", left=False, labelleft=False)
    panel.grid(axis="x", alpha=0.4)
    if scale == "linear":
        panel.xaxis.set_major_locator(MaxNLocator(nbins=3, steps=[1, 2, 2.5, 5, 10]))


def _note(axes: Axes, aggregates: Aggregates) -> None:
    fewest, most = aggregates.runs
    runs = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    axes.xaxis.labelpad = 1.75 * sum(map(font_points, ("xtick.labelsize", "legend.fontsize")))
    label_with_note(
        axes,
        "",
        f"{percent(aggregates.confidence)} intervals by stratified bootstrap over the runs, "
        f"{aggregates.n}\u00a0problems, {runs}\u00a0runs a\u00a0cell.",
    )
