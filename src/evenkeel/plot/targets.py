"""ECDFs of runtimes and expected running times."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from evenkeel.plot.canvas import axes_for, plain
from evenkeel.plot.mathtext import is_typeset
from evenkeel.plot.rows import label_with_note, legend_above
from evenkeel.plot.runs import one_of
from evenkeel.plot.styles import CYCLE
from evenkeel.runs.target_times import Targets, targets
from evenkeel.tables.runs import Runs
from evenkeel.words.numbers import percent

_DASHES = ("-", "--", ":")


def plot_ecdf(data: Targets | Runs, *, scale: str = "log", ax: Axes | None = None) -> Axes:
    """Draw ECDFs of runtimes: the share of problems and targets that runs have reached by a time.

    Parameters
    ----------
    data : Targets or Runs
        The outcome of `evenkeel.runs.targets`, or runs with steps.
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
        for number, name in enumerate(found.algorithms):
            colour = CYCLE[number % len(CYCLE)]
            low, high = found.ecdf_lower[number], found.ecdf_upper[number]
            axes.fill_between(
                found.times,
                low,
                high,
                step="post",
                color=colour,
                alpha=0.6 / max(k, 4),
                linewidth=0,
            )
            dash = _DASHES[number // len(CYCLE) % len(_DASHES)]
            axes.step(
                found.times,
                found.ecdf[number],
                where="post",
                color=colour,
                linestyle=dash,
                gid=name,
            )
        legend_above(axes, axes.lines[-k:], list(found.algorithms), handle=2.6)
        if found.times[0] > 0:
            axes.set_xscale(scale)
        axes.set_ylim(-0.02, 1.02)
        axes.set_ylabel("Share of problems and targets")
        note = f"Bands: {percent(found.confidence)} for all times together, of other runs."
        label_with_note(axes, "Time", note)
    return axes


def plot_ert(data: Targets | Runs, *, on: str | None = None, ax: Axes | None = None) -> Axes:
    """Draw expected running times with bounds, at each target of a problem.

    Where no run reached a target there is only a lower bound, drawn as an arrow up.

    Parameters
    ----------
    data : Targets or Runs
        The outcome of `evenkeel.runs.targets`, or runs with steps.
    on : str, optional
        The problem; by default the first.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

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
            colour = CYCLE[number % len(CYCLE)]
            at = places + (number - (k - 1) / 2) * min(0.12, 0.7 / k)
            ert, low, high = (
                each[i, number] for each in (found.ert, found.ert_lower, found.ert_upper)
            )
            known = np.isfinite(ert)
            dash = _DASHES[number // len(CYCLE) % len(_DASHES)]
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
