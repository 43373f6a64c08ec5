"""Learning and convergence curves: the course of the runs over their steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.errors import InputError
from evenkeel.plot.axes import label_with_note, legend_above
from evenkeel.plot.canvas import axes_for, plain
from evenkeel.plot.runs import one_of, refuse_place
from evenkeel.plot.styles import CYCLE, is_typeset
from evenkeel.runs.curve_comparison import Curves
from evenkeel.tables.runs import Runs
from evenkeel.tables.scanning.survey import collect
from evenkeel.text import percent

_LEVELS = (0.25, 0.5, 0.75)


@dataclass(frozen=True)
class _Band:
    """Where the steps of an algorithm stand, and the quartiles of its runs there, (3, steps)."""

    places: FloatArray
    quartiles: FloatArray
    fewest: int
    most: int


def plot_curves(
    data: Curves | Runs | Mapping[str, ArrayLike],
    *,
    on: str | None = None,
    x: ArrayLike | None = None,
    label: str | None = None,
    x_label: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw learning or convergence curves: the median over the runs and the quartile band.

    Of the outcome of `evenkeel.runs.curves` it draws the mean with the band for all steps together.

    Parameters
    ----------
    data : Curves, Runs or mapping of str to array_like, shape (runs, steps)
        The outcome of `evenkeel.runs.curves`; a table of runs with steps; or the value of each run
        at each step, by algorithm. Where runs of a table have no value at a step, the quartiles are
        those of the others, and the note says so.
    on : str, optional
        The problem of a table; it may be left out if there is only one.
    x : array_like, shape (steps,), optional
        Where the steps of a mapping stand, such as evaluations or training sizes; by default
        1, 2, ...
    label, x_label : str, optional
        Names of the axes; by default the problem and the column that holds the steps.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_curves({"A": [[3, 2, 1], [4, 2, 2], [5, 3, 2]]})
    >>> ax.lines[0].get_ydata().tolist()
    [4.0, 2.0, 2.0]
    """
    if isinstance(data, Curves):
        return _plot_means(data, one_of("on", on, data.problems, "problem"), label, x_label, ax)
    if isinstance(data, Runs):
        if x is not None:
            raise InputError("x is for plain numbers; a table of runs has its own steps")
        problem = one_of("on", on, data.problems, "problem")
        bands = _bands_of(data, problem)
        label = label or f"{data.columns.get('value', 'value')} on {problem}"
        x_label = x_label or data.columns["step"]
    else:
        refuse_place("on", on)
        bands = _bands(data, x)
    with axes_for(ax, f"Median and quartiles of the curves of {len(bands)} algorithms.") as axes:
        for number, band in enumerate(bands.values()):
            low, median, high = band.quartiles
            colour = CYCLE[number % len(CYCLE)]
            dashes = ("-", "--", ":")[number // len(CYCLE) % 3]
            axes.fill_between(band.places, low, high, color=colour, alpha=0.18, linewidth=0)
            axes.plot(band.places, median, color=colour, linestyle=dashes, gid=f"median-{number}")
        legend_above(axes, axes.lines[-len(bands) :], list(bands))
        axes.set_ylabel(plain(label or "value"), parse_math=is_typeset())
        label_with_note(axes, x_label or "step", _note(bands))
    return axes


def _plot_means(
    found: Curves, problem: str, label: str | None, x_label: str | None, ax: Axes | None
) -> Axes:
    """The mean curves on a problem with their bands."""
    i, k = found.problems.index(problem), len(found.algorithms)
    with axes_for(ax, f"Mean curves of {k} algorithms with bands for all steps.") as axes:
        for number in range(k):
            colour = CYCLE[number % len(CYCLE)]
            dashes = ("-", "--", ":")[number // len(CYCLE) % 3]
            low, high = found.lower[i, number], found.upper[i, number]
            axes.fill_between(
                found.grid, low, high, color=colour, alpha=0.6 / max(k, 4), linewidth=0
            )
            mean = found.mean[i, number]
            axes.plot(found.grid, mean, color=colour, linestyle=dashes, gid=f"mean-{number}")
        legend_above(axes, axes.lines[-k:], list(found.algorithms))
        axes.set_yscale(found.scale)
        if found.grid[0] > 0 and found.grid[-1] >= 100 * found.grid[0]:
            axes.set_xscale("log")
        kind = "Geometric mean" if found.scale == "log" else "Mean"
        axes.set_ylabel(plain(label or f"{kind} on {problem}"), parse_math=is_typeset())
        note = f"Bands: {percent(found.confidence)} for all steps together, of other runs."
        label_with_note(axes, x_label or "step", note)
    return axes


def _bands(curves: Mapping[str, ArrayLike], x: ArrayLike | None) -> dict[str, _Band]:
    if not curves:
        raise InputError("no curves were given; give a mapping of algorithms to runs x steps")
    bands = {}
    for name, values in curves.items():
        runs = np.asarray(values, dtype=np.float64)
        if runs.ndim != 2 or 0 in runs.shape:
            raise InputError(
                f"the curves of {name!r} have the shape {runs.shape}; give runs x steps"
            )
        places = np.arange(1, runs.shape[1] + 1) if x is None else np.asarray(x, dtype=float)
        if places.shape != (runs.shape[1],):
            raise InputError(
                f"x has the shape {places.shape}, but the curves of {name!r} have "
                f"{runs.shape[1]} steps; give one place a step"
            )
        bands[name] = _Band(places, np.quantile(runs, _LEVELS, axis=0), len(runs), len(runs))
    return bands


def _bands_of(runs: Runs, problem: str) -> dict[str, _Band]:
    """The quartiles at each step of a problem, by algorithm; which runs they are does not count."""
    import narwhals as nw
    import polars as pl

    runs.steps()  # which says what to do if there are none
    here = runs.frame.filter(nw.col("problem") == problem).select("algorithm", "step", "value")
    table = collect(here, runs.origin.description)
    value = pl.col("value")
    quartiles = [value.quantile(q, "linear").alias(str(q)) for q in _LEVELS]
    steps = table.group_by("algorithm", "step").agg(*quartiles, pl.len().alias("runs"))
    parts = steps.sort("step").partition_by("algorithm", as_dict=True)
    bands = {}
    for name in runs.algorithms:
        part = parts.get((name,))
        if part is None:
            continue
        levels = part.select(map(str, _LEVELS)).to_numpy().T
        counts = part["runs"].to_numpy()
        places = part["step"].to_numpy().astype(np.float64)
        bands[name] = _Band(places, levels, int(counts.min()), int(counts.max()))
    return bands


def _note(bands: Mapping[str, _Band]) -> str:
    fewest = min(band.fewest for band in bands.values())
    most = max(band.most for band in bands.values())
    if fewest == most:
        return f"Median and quartiles of {most} runs." if most > 1 else "One run."
    return f"Median and quartiles of the {fewest} to {most} runs that have a value at a step."
