"""Cactus and survival plots of runs that may time out."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from evenkeel._types import BoolArray, FloatArray
from evenkeel.numerics.curve_bands import band_around
from evenkeel.plot.canvas import axes_for
from evenkeel.plot.rows import label_with_note, legend_above
from evenkeel.plot.scales import set_scale
from evenkeel.plot.styles import CYCLE
from evenkeel.runs.solver_times import Timeouts
from evenkeel.tables.outcomes import Outcomes, read_outcomes
from evenkeel.tables.results import Results
from evenkeel.tables.runs import Runs
from evenkeel.words.numbers import percent

_DASHES = ("-", "--", ":")


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
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

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
        if outcomes.end.shape[2] == 1:
            ends = np.where(outcomes.solved, outcomes.end, np.inf).min(axis=1).ravel()
            _stair(axes, ends[np.isfinite(ends)], "0.6", "-", "virtual best")
        for number, name in enumerate(outcomes.algorithms):
            times = outcomes.end[:, number][outcomes.solved[:, number]]
            _stair(axes, times, CYCLE[number % len(CYCLE)], _dash(number), name)
        names = ["virtual best"] if len(axes.lines) > k else []
        legend_above(axes, list(axes.lines), [*names, *outcomes.algorithms], handle=2.6)
        axes.set_yscale(scale)
        axes.set_ylabel("Time")
        runs = int(outcomes.present.sum(axis=(0, 2)).max())
        axes.set_xlim(0, runs)
        label_with_note(axes, "Runs solved", f"Of {runs} runs each; lower and longer is better.")
    return axes


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
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

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
        for number, name in enumerate(outcomes.algorithms):
            colour, here = CYCLE[number % len(CYCLE)], present[:, number]
            counts = here.sum(axis=1)
            weights = (np.ones(here.shape) / counts[:, None] / len(counts))[here]
            times, alive = kaplan_meier(
                outcomes.end[:, number][here], outcomes.solved[:, number][here], weights
            )
            times, alive = np.append(times, last), np.append(alive, alive[-1])
            if banded:
                low, high = band_around(alive, weights, confidence)
                axes.fill_between(
                    times, low, high, step="post", color=colour, alpha=0.6 / max(k, 4), linewidth=0
                )
            axes.step(times, alive, where="post", color=colour, linestyle=_dash(number), gid=name)
        legend_above(axes, axes.lines[-k:], list(outcomes.algorithms), handle=2.6)
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


def _dash(number: int) -> str:
    return _DASHES[number // len(CYCLE) % len(_DASHES)]


def _stair(axes: Axes, times: FloatArray, colour: str, dash: str, gid: str) -> None:
    times = np.sort(times)
    axes.plot(np.arange(1, times.size + 1), times, color=colour, linestyle=dash, gid=gid)
