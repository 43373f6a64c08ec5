"""Aggregates and performance profiles of runs."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, NullLocator

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, choice
from evenkeel.numerics.arrays import drawable
from evenkeel.plot.axes import draw_curves, fitting_scale, label_with_note, name_rows, set_scale
from evenkeel.plot.canvas import (
    axes_for,
    font_points,
    keep_width,
    line_height,
    measuring_renderer,
    picture,
    place_axes,
)
from evenkeel.plot.decisions import Compared, results_of
from evenkeel.plot.styles import INK, PALE, setting
from evenkeel.runs._aggregates import Aggregates
from evenkeel.runs._profiles import Profiles, profiles
from evenkeel.runs.aggregate_intervals import AGGREGATES
from evenkeel.runs.solver_times import Timeouts
from evenkeel.tables.outcomes import Outcomes, read_outcomes
from evenkeel.tables.results import Results
from evenkeel.tables.runs import Runs
from evenkeel.text import percent

# Aggregates of runs: a panel of intervals for each aggregate, a row for each algorithm.


_PANEL = 0.4  # width of a panel over that of a column
_GAP = 0.12  # between panels, over the width of a panel


@picture
def plot_aggregates(
    aggregates: Aggregates, *, statistics: str | Sequence[str] | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the aggregates of runs with their intervals, a panel for each aggregate.

    The bar is the interval, the line in it the estimate. The best of the first panel stands on
    top; below each panel stands which end is the good one. The axes that are returned have the
    names of the algorithms; the panels are their ``child_axes``.

    Parameters
    ----------
    aggregates : Aggregates
        The outcome of `evenkeel.runs.aggregates`.
    statistics : str or sequence of str, optional
        Which of its aggregates; by default all.

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


# Performance profiles: steps with bands, of scores or of ratios to the best.


BOUNDS = ("place", "curve", "none")
_ROUND = (1.01, 1.02, 1.05, 1.1, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0)
_LARGEST = 1e250  # ratio that is drawn, with room beside it


@picture
def plot_profiles(
    data: Profiles | Runs | Results | Compared | Outcomes | Timeouts,
    *,
    cutoff: float | None = None,
    bounds: Literal["place", "curve", "none"] = "place",
    ax: Axes | None = None,
) -> Axes:
    """Draw performance profiles: how often each algorithm does at least so well.

    A higher curve is better. Of costs it is Dolan and More's profile, the share of the problems
    that an algorithm solves within so many times the lowest cost, on a log axis; of scores the
    share of the runs that are better than a score.

    Parameters
    ----------
    data : Profiles, Runs, Results, Comparison, Outcomes or Timeouts
        The outcome of `evenkeel.runs.profiles`, or what to compute it of, with its defaults.
    cutoff : float, optional
        The time at which runs were stopped: what is at or beyond it was not solved.
    bounds : {"place", "curve", "none"}
        Bands of the bounds at each place by itself, of those of whole curves, or none.

    References
    ----------
    Dolan and More (2002), doi:10.1007/s101070100263. Agarwal, Schwarzer, Castro, Courville and
    Bellemare (2021), Advances in Neural Information Processing Systems 34:29304-29320.

    Examples
    --------
    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_profiles(evenkeel.load("toy"))
    >>> ax.get_xscale(), [line.get_gid() for line in ax.lines]
    ('log', ['A', 'B', 'C', 'D'])
    """
    choice(bounds, BOUNDS, "bounds")
    found = _found(data, cutoff)
    ratios = found.kind == "ratio"
    if not (ratios or drawable(found.places)):
        raise InputError(
            "a picture cannot show numbers beyond 1e300, which these values have; divide all of "
            "them by the same power of ten"
        )
    places = np.minimum(found.places, _LARGEST)
    ends = {
        "place": (found.lower, found.upper),
        "curve": (found.band_lower, found.band_upper),
        "none": (found.share, found.share),
    }[bounds]
    # the share of runs below a cost grows just after a run, all others change at their places
    steps: Literal["pre", "post"] = "pre" if not ratios and found.better == "lower" else "post"
    k = len(found.algorithms)
    with axes_for(ax, f"Performance profiles of {k} algorithms.") as axes:
        scale = "log" if ratios else fitting_scale(places, None)
        set_scale(axes, "x", scale, places, decades=12, ticks=5)
        ticks = ratio_ticks(float(places[-1])) if ratios else []
        if ticks:
            axes.set_xscale("log")
            axes.set_xticks(ticks, [f"{tick:.4g}" for tick in ticks])
            axes.xaxis.set_minor_locator(NullLocator())
        bands = list(zip(*ends, strict=True))
        last = -found.share.mean(axis=1)
        draw_curves(axes, found.algorithms, [places] * k, found.share, bands, ends=last, step=steps)
        if ax is None:
            _make_room(axes)
        axes.set_ylim(-0.02, 1.02)
        axes.set_ylabel(_share_of(found))
        label_with_note(axes, _places_of(found), _note_on_profiles(found, bounds))
    return axes


def ratio_ticks(highest: float) -> list[float]:
    """Round ratios from 1 to the highest that stand apart on a log axis; none beyond 1000.

    Examples
    --------
    >>> ratio_ticks(30), ratio_ticks(1.6), ratio_ticks(1.0)
    ([1.0, 2.0, 5.0, 10.0, 20.0], [1.0, 1.1, 1.2, 1.5], [1.0])
    """
    if highest > 1000:
        return []
    ticks = [1.0]
    for tick in _ROUND:
        if tick <= highest and log(tick / ticks[-1]) >= 0.13 * log(highest):
            ticks.append(tick)
    return [1.0, highest] if len(ticks) == 1 < highest else ticks


def _make_room(axes: Axes) -> None:
    """Give the picture's own axes the width of a legend above it, or the height of one beside."""
    width, height = setting("figure.figsize")
    legend = axes.get_legend()
    assert legend is not None
    box = legend.get_window_extent(measuring_renderer(axes.figure.dpi))
    if box.y0 >= axes.get_window_extent().y1:
        keep_width(axes, box.width / axes.figure.dpi)
    else:
        keep_width(axes, 0.55 * width)
        height = max(height, box.height / axes.figure.dpi)
    place_axes(axes, (0, 0, width, height))


def _found(
    data: Profiles | Runs | Results | Compared | Outcomes | Timeouts, cutoff: float | None
) -> Profiles:
    if isinstance(data, Profiles):
        return data
    if isinstance(data, Timeouts | Outcomes):
        return profiles(data.outcomes if isinstance(data, Timeouts) else data)
    if cutoff is not None:
        return profiles(
            read_outcomes(data if isinstance(data, Runs) else results_of(data), cutoff=cutoff)
        )
    return profiles(data if isinstance(data, Runs) else results_of(data))


def _share_of(found: Profiles) -> str:
    runs = found.kind == "score" and found.resampled == "runs"
    return f"Share of the {'runs' if runs else 'problems'}"


def _places_of(found: Profiles) -> str:
    if found.kind == "ratio":
        of = "cost" if found.statistic is None else f"{found.statistic} cost"
        return f"At most so many times the lowest {of}"
    what = "Value" if found.zero is None else "Score"
    return f"{what} {'below' if found.better == 'lower' else 'above'}"


def _note_on_profiles(found: Profiles, bounds: str) -> str:
    problems = f"{found.n}\u00a0problems."
    if bounds == "none":
        return problems
    what = "at each place" if bounds == "place" else "for whole curves"
    return (
        f"Bands: {percent(found.confidence)} {what}, bootstrap of the {found.resampled}; {problems}"
    )
