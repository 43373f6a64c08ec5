"""Pictures of runs: their distribution on one problem or on several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike
from scipy.special import ndtri

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.plot.axes import label_with_note, legend_above
from evenkeel.plot.canvas import (
    axes_for,
    font_points,
    keep_width,
    line_height,
    make_square,
    picture,
    place_axes,
    plain,
)
from evenkeel.plot.styles import ACCENT, BASE, CYCLE, INK, PALE, is_typeset, setting
from evenkeel.tables.runs import Runs, at_one_step

#: Runs by algorithm, or by problem and then by algorithm.
NamedRuns = Mapping[str, ArrayLike] | Mapping[str, Mapping[str, ArrayLike]]


@picture
def plot_histogram(
    data: Runs | ArrayLike,
    *,
    of: str | None = None,
    on: str | None = None,
    bins: int | str | Sequence[float] = "auto",
    label: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the histogram of runs with the normal curve of their mean and standard deviation.

    Parameters
    ----------
    data : Runs or array_like
        The runs of one algorithm on one problem, at least two; or a table of runs, of which `of`
        and `on` say which cell. Of curves the last step is taken.
    of, on : str, optional
        The algorithm and the problem. Either may be left out if the table has only one.
    bins : int, str or sequence of float
        As in `numpy.histogram_bin_edges`.
    label : str, optional
        Name of the horizontal axis; by default the algorithm and the problem.

    Examples
    --------
    >>> import evenkeel.plot
    >>> runs = evenkeel.load_runs("scipy_optimisers")
    >>> ax = evenkeel.plot.plot_histogram(runs, of="Powell", on="Rastrigin")
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('Powell on Rastrigin', 'Number of runs')
    """
    runs, name = _one_cell(data, of, on)
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
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        label_with_note(
            axes, label or name, f"{runs.size} runs, mean {mean:.4g}, standard deviation {sd:.4g}"
        )
    return axes


@picture
def plot_qq(
    data: Runs | ArrayLike,
    *,
    of: str | None = None,
    on: str | None = None,
    label: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the ordered runs against the quantiles of the normal law, with a line of reference.

    The i-th of n runs stands at the quantile of (i - 1/2) / n. The line goes through the lower
    and the upper quartile, so that outliers do not move it. Runs from a normal law lie near it.

    Parameters
    ----------
    data : Runs or array_like
        The runs of one algorithm on one problem, at least two; or a table of runs, of which `of`
        and `on` say which cell. Of curves the last step is taken.
    of, on : str, optional
        The algorithm and the problem. Either may be left out if the table has only one.
    label : str, optional
        Name of the vertical axis; by default the algorithm and the problem.

    Examples
    --------
    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_qq([1.0, 2.0, 2.5, 3.0, 4.5])
    >>> ax.lines[0].get_xdata().round(3).tolist()
    [-1.282, -0.524, 0.0, 0.524, 1.282]
    """
    unsorted, name = _one_cell(data, of, on)
    runs = np.sort(unsorted)
    quantiles = ndtri((np.arange(runs.size) + 0.5) / runs.size)
    low, high = np.percentile(runs, [25, 75])
    slope = (high - low) / (ndtri(0.75) - ndtri(0.25))
    with axes_for(ax, f"Normal Q-Q plot of {runs.size} runs.", width=1) as axes:
        make_square(axes, own=ax is None)
        axes.plot(quantiles, runs, linestyle="none", marker="o", color=BASE, alpha=0.8, gid="runs")
        ends = np.array([quantiles[0], quantiles[-1]]) * 1.05
        axes.plot(ends, (low + high) / 2 + slope * ends, color=ACCENT, zorder=1, gid="reference")
        axes.set_ylabel(plain(label or name), parse_math=is_typeset())
        label_with_note(axes, "Quantile of the standard normal law", f"{runs.size} runs")
    return axes


@picture
def plot_runs_box(
    data: Runs | NamedRuns,
    *,
    on: str | Sequence[str] | None = None,
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
    data : Runs or mapping
        A table of runs; or runs by algorithm, or by problem and then by algorithm.
    on : str or sequence of str, optional
        The problems of a table to draw; by default all.
    kind : {"box", "violin", "both"}
        What to draw.
    label : str
        Name of the vertical axis.

    Examples
    --------
    >>> import evenkeel.plot
    >>> runs = {"F1": {"A": [1, 2, 3], "B": [2, 3, 4]}, "F2": {"A": [5, 6, 7], "B": [4, 5, 9]}}
    >>> ax = evenkeel.plot.plot_runs_box(runs)
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['F1', 'F2']
    """
    choice(kind, ("box", "violin", "both"), "kind of picture")
    by_problem = _by_problem(data, on)
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


def _as_runs(values: ArrayLike, what: str = "the runs") -> FloatArray:
    runs = np.asarray(values, dtype=np.float64)
    if runs.ndim != 1 or runs.size < 2 or not np.isfinite(runs).all():
        raise InputError(f"{what}: give at least two finite numbers in one row")
    return runs


def _one_cell(data: Runs | ArrayLike, of: str | None, on: str | None) -> tuple[FloatArray, str]:
    """The runs of one algorithm on one problem, and what they are called."""
    if isinstance(data, Runs):
        algorithm = one_of("of", of, data.algorithms, "algorithm")
        problem = one_of("on", on, data.problems, "problem")
        name = f"{algorithm} on {problem}"
        return _as_runs(at_one_step(data).cell(algorithm, problem), name), name
    for option, given in (("of", of), ("on", on)):
        refuse_place(option, given)
    return _as_runs(data), "value"


def one_of(option: str, given: str | None, known: Sequence[str], what: str) -> str:
    """The name that an option gives, which may be left out if there is only one."""
    if given is not None:
        return choice(given, known, what)
    if len(known) == 1:
        return known[0]
    raise InputError(
        Message(
            f"a picture of one {what} was asked of runs of {len(known)}; name one with ",
            Option(option),
            f", such as {known[0]!r}",
        )
    )


def refuse_place(option: str, given: object) -> None:
    """Refuse an option that says where to look, of numbers that have no places."""
    if given is not None:
        raise InputError(
            Message(Option(option, given), " is for a table of runs; leave it out of plain numbers")
        )


def _by_problem(
    data: Runs | NamedRuns, on: str | Sequence[str] | None
) -> dict[str, Mapping[str, ArrayLike]]:
    if isinstance(data, Runs):
        last = at_one_step(data.select(problems=[on] if isinstance(on, str) else on))
        found: dict[str, dict[str, ArrayLike]] = {problem: {} for problem in last.problems}
        for (algorithm, problem), values in last.values_by_cell().items():
            found[problem][algorithm] = values
        return dict(found)
    refuse_place("on", on)
    if not data:
        raise InputError("no runs were given; give a mapping of algorithms to runs")
    if all(isinstance(cell, Mapping) for cell in data.values()):
        return dict(cast(Mapping[str, Mapping[str, ArrayLike]], data))
    return {"": cast(Mapping[str, ArrayLike], data)}


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
