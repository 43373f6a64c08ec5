"""Times: cactus and survival plots with timeouts, and runtimes to targets."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from evenkeel._types import BoolArray, FloatArray
from evenkeel.plot.axes import draw_curves, label_with_note, legend_above, set_scale
from evenkeel.plot.canvas import axes_for, picture, plain
from evenkeel.plot.runs import one_of
from evenkeel.plot.styles import is_typeset, look
from evenkeel.runs.censored import band_around
from evenkeel.runs.solver_times import Timeouts
from evenkeel.runs.target_times import Targets, targets
from evenkeel.tables.outcomes import Outcomes, read_outcomes
from evenkeel.tables.results import Results
from evenkeel.tables.runs import Runs
from evenkeel.text import percent

# Cactus and survival plots of runs that may time out.


@picture
def plot_cactus(
    data: Timeouts | Outcomes | Results | Runs,
    *,
    cutoff: float | None = None,
    scale: str = "log",
    ax: Axes | None = None,
) -> Axes:
    """Draw a cactus plot: how many runs of each solver are solved within a time.

    The virtual best solver is drawn in grey where each cell has one run.

    Parameters
    ----------
    data : Timeouts, Outcomes, Results or Runs
        What to draw; times of a table that are at least `cutoff` are timeouts.
    cutoff : float, optional
        The time at which runs were stopped, of results and runs.
    scale : {"log", "linear"}
        The axis of times.

    Examples
    --------
    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_cactus(evenkeel.load("toy"), cutoff=100)
    >>> ax.get_xlabel()
    'Runs solved'
    """
    outcomes = _outcomes_of(data, cutoff)
    k = len(outcomes.algorithms)
    with axes_for(ax, f"Cactus plot of {k} solvers.") as axes:
        best = None
        if outcomes.end.shape[2] == 1:
            soonest = np.where(outcomes.solved, outcomes.end, np.inf).min(axis=1).ravel()
            best = ("virtual best", *_stair(soonest[np.isfinite(soonest)]))
        stairs = [
            _stair(outcomes.end[:, number][outcomes.solved[:, number]]) for number in range(k)
        ]
        places, times = zip(*stairs, strict=True)
        ends = [-each.size for each in times]
        draw_curves(axes, outcomes.algorithms, places, times, [None] * k, ends=ends, beside=best)
        axes.set_yscale(scale)
        axes.set_ylabel("Time")
        runs = int(outcomes.present.sum(axis=(0, 2)).max())
        axes.set_xlim(0, runs)
        label_with_note(axes, "Runs solved", f"Of {runs} runs each; lower and longer is better.")
    return axes


@picture
def plot_survival(
    data: Timeouts | Outcomes | Results | Runs,
    *,
    cutoff: float | None = None,
    scale: str = "log",
    confidence: float = 0.95,
    ax: Axes | None = None,
) -> Axes:
    """Draw survival curves: the share of the runs that are not solved yet, by Kaplan and Meier.

    Where all runs have one limit that is the share itself, with a band for the whole curve, of
    other runs on these problems; at several limits there is no band.

    Parameters
    ----------
    data : Timeouts, Outcomes, Results or Runs
        What to draw; times of a table that are at least `cutoff` are timeouts.
    cutoff : float, optional
        The time at which runs were stopped, of results and runs.
    scale : {"log", "linear"}
        The axis of times.
    confidence : float
        Of the bands.

    References
    ----------
    Kaplan and Meier (1958), doi:10.1080/01621459.1958.10501452.

    Examples
    --------
    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_survival(evenkeel.load("toy"), cutoff=100)
    >>> [line.get_gid() for line in ax.lines]
    ['A', 'B', 'C', 'D']
    """
    outcomes = _outcomes_of(data, cutoff)
    k, banded = len(outcomes.algorithms), outcomes.limit is not None or outcomes.solved.all()
    present = outcomes.present
    with axes_for(ax, f"Survival curves of {k} solvers.") as axes:
        ends = outcomes.end[present & np.isfinite(outcomes.end)]
        last = float(ends.max(initial=1.0))
        places, curves, bands = [], [], []
        for number in range(k):
            here = present[:, number]
            counts = here.sum(axis=1)
            weights = (np.ones(here.shape) / counts[:, None] / len(counts))[here]
            times, alive = kaplan_meier(
                outcomes.end[:, number][here], outcomes.solved[:, number][here], weights
            )
            places.append(np.append(times, last))
            curves.append(np.append(alive, alive[-1]))
            bands.append(band_around(curves[-1], weights, confidence) if banded else None)
        left = [float(curve[-1]) for curve in curves]
        draw_curves(axes, outcomes.algorithms, places, curves, bands, ends=left, step="post")
        positive = ends[ends > 0]
        set_scale(axes, "x", scale, positive, decades=12, ticks=5)
        axes.set_xlim(float(positive.min(initial=last)) if scale == "log" else 0.0, last)
        axes.set_ylim(-0.02, 1.02)
        axes.set_ylabel("Share of the runs not solved")
        note = f"Bands: {percent(confidence)} for whole curves." if banded else "Several limits."
        label_with_note(axes, "Time", note)
    return axes


def kaplan_meier(
    end: FloatArray, solved: BoolArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Times from 0 on, and the share of runs with these weights that is not solved after each.

    Examples
    --------
    >>> yes = np.array([True, False, True])
    >>> kaplan_meier(np.array([1.0, 2.0, 3.0]), yes, np.ones(3) / 3)[1].round(3).tolist()
    [1.0, 0.667, 0.0]
    """
    times = np.unique(end[solved])
    before = np.array([weights[end >= time].sum() for time in times])
    ends = np.array([weights[(end == time) & solved].sum() for time in times])
    shares = np.cumprod(1 - np.divide(ends, before, out=np.ones_like(ends), where=before > 0))
    return np.append(0.0, times), np.append(1.0, np.where(shares < 1e-12, 0.0, shares))


def _outcomes_of(data: Any, cutoff: float | None) -> Outcomes:
    return data.outcomes if isinstance(data, Timeouts) else read_outcomes(data, cutoff=cutoff)


def _stair(times: FloatArray) -> tuple[FloatArray, FloatArray]:
    """How many are solved, and by when."""
    return np.arange(1.0, times.size + 1), np.sort(times)


# ECDFs of runtimes and expected running times.


@picture
def plot_ecdf(data: Targets | Runs, *, scale: str = "log", ax: Axes | None = None) -> Axes:
    """Draw ECDFs of runtimes: the share of problems and targets that runs have reached by a time.

    Parameters
    ----------
    data : Targets or Runs
        The outcome of `evenkeel.runs.targets`, or runs with steps.
    scale : {"log", "linear"}
        The axis of times.

    Examples
    --------
    >>> import evenkeel.plot
    >>> rows = [(a, "p", r, s, 8.0 / s / (1 + (a == "B"))) for a in "AB" for r in range(5)
    ...         for s in range(1, 5 + r)]
    >>> table = dict(zip(("algorithm", "problem", "run", "step", "value"), zip(*rows)))
    >>> ax = evenkeel.plot.plot_ecdf(evenkeel.read_runs(table, better="lower"))
    >>> [line.get_gid() for line in ax.lines]
    ['A', 'B']
    """
    found = data if isinstance(data, Targets) else targets(data)
    k = len(found.algorithms)
    with axes_for(ax, f"ECDFs of the runtimes of {k} algorithms.") as axes:
        bands = list(zip(found.ecdf_lower, found.ecdf_upper, strict=True))
        times, last = [found.times] * k, -found.ecdf[:, -1]
        draw_curves(axes, found.algorithms, times, found.ecdf, bands, ends=last, step="post")
        if found.times[0] > 0:
            set_scale(axes, "x", scale, found.times, decades=12, ticks=5)
        axes.set_ylim(-0.02, 1.02)
        axes.set_ylabel("Share of problems and targets")
        note = f"Bands: {percent(found.confidence)} for all times together, of other runs."
        label_with_note(axes, "Time", note)
    return axes


@picture
def plot_ert(data: Targets | Runs, *, on: str | None = None, ax: Axes | None = None) -> Axes:
    """Draw expected running times with bounds, at each target of a problem.

    Where no run reached a target there is only a lower bound, drawn as an arrow up.

    Parameters
    ----------
    data : Targets or Runs
        The outcome of `evenkeel.runs.targets`, or runs with steps.
    on : str, optional
        The problem; by default the first.

    Examples
    --------
    >>> import evenkeel.plot
    >>> rows = [(a, "p", r, s, 8.0 / s / (1 + (a == "B"))) for a in "AB" for r in range(5)
    ...         for s in range(1, 5 + r)]
    >>> table = dict(zip(("algorithm", "problem", "run", "step", "value"), zip(*rows)))
    >>> ax = evenkeel.plot.plot_ert(evenkeel.read_runs(table, better="lower"))
    >>> ax.get_yscale()
    'log'
    """
    found = data if isinstance(data, Targets) else targets(data)
    problem = one_of("on", on or found.problems[0], found.problems, "problem")
    i, k = found.problems.index(problem), len(found.algorithms)
    t = found.targets.shape[1]
    places = np.arange(t)
    with axes_for(ax, f"Expected running times of {k} algorithms.") as axes:
        for number, name in enumerate(found.algorithms):
            colour, dash = look(number)
            at = places + (number - (k - 1) / 2) * min(0.12, 0.7 / k)
            ert, low, high = (
                each[i, number] for each in (found.ert, found.ert_lower, found.ert_upper)
            )
            known = np.isfinite(ert)
            axes.plot(
                at[known],
                ert[known],
                color=colour,
                linestyle=dash,
                marker="o",
                markersize=3,
                gid=name,
            )
            top = np.where(np.isfinite(high), high, np.where(known, ert, low))
            axes.vlines(at, low, np.maximum(top, low), color=colour, linewidth=0.8)
            endless = ~np.isfinite(high)
            axes.plot(
                at[endless], np.maximum(top, low)[endless], color=colour, linestyle="", marker="^",
                markersize=4,
            )  # fmt: skip
        handles = [line for line in axes.lines if line.get_gid() in found.algorithms]
        legend_above(axes, handles, list(found.algorithms), handle=2.6)
        axes.set_yscale("log")
        shown = places[:: max(1, -(-t // 9))]
        axes.set_xticks(shown, [f"{found.targets[i, place]:.3g}" for place in shown])
        axes.set_ylabel("Expected running time")
        note = f"Bounds: {percent(found.confidence)}; an arrow where there is none above."
        label_with_note(
            axes, f"Target on {plain(problem)}" if is_typeset() else f"Target on {problem}", note
        )
    return axes
