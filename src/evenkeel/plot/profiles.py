"""Performance profiles: steps with bands, of scores or of ratios to the best."""

from __future__ import annotations

from math import log
from typing import Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from evenkeel.errors import InputError, choice
from evenkeel.numerics.scaling import drawable
from evenkeel.plot.canvas import axes_for, keep_width, measuring_renderer, place_axes
from evenkeel.plot.decisions import Compared, results_of
from evenkeel.plot.rows import label_with_note, legend_above
from evenkeel.plot.scales import fitting_scale, set_scale
from evenkeel.plot.styles import CYCLE, setting
from evenkeel.runs.performance_profiles import Profiles, profiles
from evenkeel.tables.results import Results
from evenkeel.tables.runs import Runs
from evenkeel.words.numbers import percent

BOUNDS = ("place", "curve", "none")
_DASHES = ("-", "--", ":")
_ROUND = (1.01, 1.02, 1.05, 1.1, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0)
_LARGEST = 1e250  # ratio that is drawn, with room beside it


def plot_profiles(
    data: Profiles | Runs | Results | Compared,
    *,
    bounds: Literal["place", "curve", "none"] = "place",
    ax: Axes | None = None,
) -> Axes:
    """Draw performance profiles: how often each algorithm does at least so well.

    A higher curve is better. Of costs it is Dolan and More's profile, the share of the problems
    that an algorithm solves within so many times the lowest cost, on a log axis; of scores the
    share of the runs that are better than a score.

    Parameters
    ----------
    data : Profiles, Runs, Results or Comparison
        The outcome of `evenkeel.runs.profiles`, or what to compute it of, with its defaults.
    bounds : {"place", "curve", "none"}
        Bands of the bounds at each place by itself, of those of whole curves, or none.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

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
    found = _found(data)
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
        veil = 0.6 / max(k, 4)  # many bands lie over each other
        scale = "log" if ratios else fitting_scale(places, None)
        set_scale(axes, "x", scale, places, decades=12, ticks=5)
        ticks = ratio_ticks(float(places[-1])) if ratios else []
        if ticks:
            axes.set_xscale("log")
            axes.set_xticks(ticks, [f"{tick:.4g}" for tick in ticks])
            axes.xaxis.set_minor_locator(NullLocator())
        for number, name in enumerate(found.algorithms):
            colour = CYCLE[number % len(CYCLE)]
            low, high = (end[number] for end in ends)
            axes.fill_between(places, low, high, step=steps, color=colour, alpha=veil, linewidth=0)
            axes.step(
                places,
                found.share[number],
                where=steps,
                color=colour,
                linestyle=_DASHES[number // len(CYCLE) % len(_DASHES)],
                gid=name,
            )
        legend_above(axes, axes.lines[-k:], found.algorithms, handle=2.6)
        if ax is None:
            _make_room(axes)
        axes.set_ylim(-0.02, 1.02)
        axes.set_ylabel(_share_of(found))
        label_with_note(axes, _places_of(found), _note(found, bounds))
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


def _found(data: Profiles | Runs | Results | Compared) -> Profiles:
    if isinstance(data, Profiles):
        return data
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


def _note(found: Profiles, bounds: str) -> str:
    problems = f"{found.n}\u00a0problems."
    if bounds == "none":
        return problems
    what = "at each place" if bounds == "place" else "for whole curves"
    return (
        f"Bands: {percent(found.confidence)} {what}, bootstrap of the {found.resampled}; {problems}"
    )
