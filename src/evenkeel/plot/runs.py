"""Pictures of runs: their distribution on one problem, and their course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.patches import Patch
from numpy.typing import ArrayLike
from scipy.special import ndtri

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, choice
from evenkeel.plot.canvas import (
    axes_for,
    font_points,
    keep_width,
    line_height,
    make_square,
    place_axes,
    plain,
)
from evenkeel.plot.mathtext import is_typeset
from evenkeel.plot.rows import label_with_note, legend_above
from evenkeel.plot.styles import ACCENT, BASE, CYCLE, INK, PALE, setting

#: Runs by algorithm, or by problem and then by algorithm.
Runs = Mapping[str, ArrayLike] | Mapping[str, Mapping[str, ArrayLike]]


def plot_histogram(
    values: ArrayLike,
    *,
    bins: int | str | Sequence[float] = "auto",
    label: str = "value",
    ax: Axes | None = None,
) -> Axes:
    """Draw the histogram of runs with the normal curve of their mean and standard deviation.

    Parameters
    ----------
    values : array_like
        The runs of one algorithm on one problem, at least two.
    bins : int, str or sequence of float
        As in `numpy.histogram_bin_edges`.
    label : str
        Name of the horizontal axis.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_histogram([1.0, 2.0, 2.5, 3.0, 4.5])
    >>> ax.get_ylabel()
    'Number of runs'
    """
    runs = _as_runs(values)
    edges = np.histogram_bin_edges(runs, bins=bins)
    counts, _ = np.histogram(runs, bins=edges)
    mean, sd = float(runs.mean()), float(runs.std(ddof=1))
    with axes_for(ax, f"Histogram of {runs.size} runs with a normal curve.") as axes:
        axes.stairs(counts, edges, fill=True, color=PALE, edgecolor="white", gid="histogram")
        axes.vlines(edges, 0, np.maximum(np.append(counts, 0), np.append(0, counts)), color="white")
        if sd > 0:
            x = np.linspace(min(edges[0], mean - 3 * sd), max(edges[-1], mean + 3 * sd), 200)
            density = np.exp(-0.5 * ((x - mean) / sd) ** 2) / (sd * np.sqrt(2 * np.pi))
            expected = density * runs.size * float(np.diff(edges).mean())
            axes.plot(x, expected, color=ACCENT, gid="normal curve")
        axes.set_ylabel("Number of runs")
        axes.set_ylim(bottom=0)
        label_with_note(
            axes, label, f"{runs.size} runs, mean {mean:.4g}, standard deviation {sd:.4g}"
        )
    return axes


def plot_qq(values: ArrayLike, *, label: str = "value", ax: Axes | None = None) -> Axes:
    """Draw the ordered runs against the quantiles of the normal law, with a line of reference.

    The i-th of n runs stands at the quantile of (i - 1/2) / n. The line goes through the lower
    and the upper quartile, so that outliers do not move it. Runs from a normal law lie near it.

    Parameters
    ----------
    values : array_like
        The runs of one algorithm on one problem, at least two.
    label : str
        Name of the vertical axis.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_qq([1.0, 2.0, 2.5, 3.0, 4.5])
    >>> ax.lines[0].get_xdata().round(3).tolist()
    [-1.282, -0.524, 0.0, 0.524, 1.282]
    """
    runs = np.sort(_as_runs(values))
    quantiles = ndtri((np.arange(runs.size) + 0.5) / runs.size)
    low, high = np.percentile(runs, [25, 75])
    slope = (high - low) / (ndtri(0.75) - ndtri(0.25))
    with axes_for(ax, f"Normal Q-Q plot of {runs.size} runs.", width=1) as axes:
        make_square(axes, own=ax is None)
        axes.plot(quantiles, runs, linestyle="none", marker="o", color=BASE, alpha=0.8, gid="runs")
        ends = np.array([quantiles[0], quantiles[-1]]) * 1.05
        axes.plot(ends, (low + high) / 2 + slope * ends, color=ACCENT, zorder=1, gid="reference")
        axes.set_ylabel(plain(label), parse_math=is_typeset())
        label_with_note(axes, "Quantile of the standard normal law", f"{runs.size} runs")
    return axes


def plot_runs_box(
    runs: Runs,
    *,
    kind: str = "box",
    label: str = "value",
    ax: Axes | None = None,
) -> Axes:
    """Draw the runs of each algorithm on each problem as boxes, violins or both.

    A box goes from the lower to the upper quartile, its line is the median, its whiskers end at
    the last run within 1.5 times the box's length, and runs beyond are points. A violin is a
    kernel density estimate. Groups of fewer than two different runs have no violin and are drawn
    as boxes.

    Parameters
    ----------
    runs : mapping
        Runs by algorithm; or by problem and then by algorithm.
    kind : {"box", "violin", "both"}
        What to draw.
    label : str
        Name of the vertical axis.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import evenkeel.plot
    >>> runs = {"F1": {"A": [1, 2, 3], "B": [2, 3, 4]}, "F2": {"A": [5, 6, 7], "B": [4, 5, 9]}}
    >>> ax = evenkeel.plot.plot_runs_box(runs)
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['F1', 'F2']
    """
    choice(kind, ("box", "violin", "both"), "kind of picture")
    by_problem = _by_problem(runs)
    algorithms = list(dict.fromkeys(name for cell in by_problem.values() for name in cell))
    k, grouped = len(algorithms), len(by_problem) > 1
    step = 1.0 / (k + 0.8) if grouped else 1.0
    problems = f"{len(by_problem)} problems" if grouped else "one problem"
    description = f"Runs of {k} algorithms on {problems}."
    with axes_for(ax, description) as axes:
        centres = np.arange(len(by_problem), dtype=np.float64)
        for number, name in enumerate(algorithms):
            offset = (number - (k - 1) / 2) * step
            cells = [
                (centre + offset, _as_runs(cell[name], f"{name} on {problem}"))
                for centre, (problem, cell) in zip(centres, by_problem.items(), strict=True)
                if name in cell
            ]
            colour = CYCLE[number % len(CYCLE)] if grouped else BASE
            _draw_distributions(axes, cells, kind, 0.8 * step, colour)
        if grouped:
            names, places = list(by_problem), centres
            handles = [
                Patch(color=CYCLE[i % len(CYCLE)], alpha=0.6) for i in range(len(algorithms))
            ]
            legend_above(axes, handles, algorithms)
        else:
            names, places = algorithms, np.arange(k, dtype=np.float64) - (k - 1) / 2
        _name_columns(axes, names, places, k if grouped else 1, own=ax is None)
        axes.set_ylabel(plain(label), parse_math=is_typeset())
    return axes


def plot_curves(
    curves: Mapping[str, ArrayLike],
    *,
    x: ArrayLike | None = None,
    label: str = "value",
    x_label: str = "step",
    ax: Axes | None = None,
) -> Axes:
    """Draw learning or convergence curves: the median over the runs and the quartile band.

    Parameters
    ----------
    curves : mapping of str to array_like, shape (runs, steps)
        The value of each run at each step, by algorithm.
    x : array_like, shape (steps,), optional
        Where the steps stand, such as evaluations or training sizes; by default 1, 2, ...
    label, x_label : str
        Names of the axes.
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
    if not curves:
        raise InputError("no curves were given; give a mapping of algorithms to runs x steps")
    with axes_for(ax, f"Median and quartiles of the curves of {len(curves)} algorithms.") as axes:
        for number, (name, values) in enumerate(curves.items()):
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
            low, median, high = np.percentile(runs, [25, 50, 75], axis=0)
            colour = CYCLE[number % len(CYCLE)]
            dashes = ("-", "--", ":")[number // len(CYCLE) % 3]
            axes.fill_between(places, low, high, color=colour, alpha=0.18, linewidth=0)
            axes.plot(places, median, color=colour, linestyle=dashes, gid=f"median-{number}")
        legend_above(axes, axes.lines[-len(curves) :], list(curves))
        axes.set_ylabel(plain(label), parse_math=is_typeset())
        label_with_note(axes, x_label, "Median and quartiles of the runs.")
    return axes


def _as_runs(values: ArrayLike, what: str = "the runs") -> FloatArray:
    runs = np.asarray(values, dtype=np.float64)
    if runs.ndim != 1 or runs.size < 2 or not np.isfinite(runs).all():
        raise InputError(f"{what}: give at least two finite numbers in one row")
    return runs


def _by_problem(runs: Runs) -> dict[str, Mapping[str, ArrayLike]]:
    if not runs:
        raise InputError("no runs were given; give a mapping of algorithms to runs")
    if all(isinstance(cell, Mapping) for cell in runs.values()):
        return dict(cast(Mapping[str, Mapping[str, ArrayLike]], runs))
    return {"": cast(Mapping[str, ArrayLike], runs)}


def _draw_distributions(
    ax: Axes, cells: Sequence[tuple[float, FloatArray]], kind: str, width: float, colour: str
) -> None:
    spread = [(place, runs) for place, runs in cells if runs.min() < runs.max()]
    if kind != "box" and spread:
        parts = ax.violinplot(
            [runs for _, runs in spread],
            [place for place, _ in spread],
            widths=width,
            showextrema=False,
            showmedians=kind == "violin",
        )
        for body in cast(list[PolyCollection], parts["bodies"]):
            body.set(facecolor=colour, alpha=0.45, linewidth=0)
        if kind == "violin":
            parts["cmedians"].set(color=INK)
    boxed = cells if kind != "violin" else [c for c in cells if c[1].min() == c[1].max()]
    if not boxed:
        return
    line = 0.8 * setting("lines.linewidth")
    ax.boxplot(
        [runs for _, runs in boxed],
        positions=[place for place, _ in boxed],
        widths=width * (0.25 if kind == "both" else 0.9),
        manage_ticks=False,
        patch_artist=True,
        boxprops={
            "facecolor": "white" if kind == "both" else colour,
            "alpha": 0.6,
            "linewidth": line,
        },
        medianprops={"color": INK, "linewidth": 1.5 * line},
        whiskerprops={"linewidth": line},
        capprops={"linewidth": line},
        flierprops={"marker": ".", "markersize": 0.7 * setting("lines.markersize")},
    )


def _name_columns(
    ax: Axes, names: Sequence[str], places: FloatArray, boxes: int, *, own: bool
) -> None:
    """Name what stands side by side, upright if the names are too long for their room."""
    size = font_points("xtick.labelsize")
    if own:
        width, height = setting("figure.figsize")
        needed = len(names) * max(boxes * 0.9 * size / 72, line_height(size))
        keep_width(ax, needed)
        place_axes(ax, (0, 0, max(width, needed), height))
    shown = [plain(name) for name in names]
    room = ax.get_window_extent().width / ax.figure.dpi / len(names)
    long = max(len(name) for name in shown) * 0.62 * size / 72 > 0.95 * room
    ax.set_xticks(places, shown, rotation=90 if long else 0, parse_math=is_typeset())
    ax.set_xlim(places[0] - 0.6, places[-1] + 0.6)
    ax.tick_params(axis="x", length=0)
    for left, right in pairwise(places):
        if boxes > 1:
            ax.axvline((left + right) / 2, color=INK, alpha=0.15, linewidth=0.5)
