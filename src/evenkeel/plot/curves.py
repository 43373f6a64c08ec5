"""Learning and convergence curves: the course of the runs over their steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.errors import InputError
from evenkeel.plot.axes import draw_curves, label_with_note
from evenkeel.plot.canvas import axes_for, picture, plain
from evenkeel.plot.runs import one_of, refuse_place
from evenkeel.plot.styles import is_typeset
from evenkeel.runs.courses import courses_of
from evenkeel.runs.curve_comparison import Curves
from evenkeel.tables.runs import Runs
from evenkeel.text import percent

_LEVELS = (0.25, 0.5, 0.75)
_MOST_STEPS = 500  # that are drawn of a table
_WIDE = 100  # over which an axis has logarithms


@dataclass(frozen=True)
class _Band:
    """Where the steps of an algorithm stand, and the quartiles of its runs there, (3, steps)."""

    places: FloatArray
    quartiles: FloatArray
    runs: int
    held: bool = False  # between the values of a run


@picture
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

    Of the outcome of `evenkeel.runs.curves` it draws the median, or the mean where limits were
    given, with the band for all steps together.

    Parameters
    ----------
    data : Curves, Runs or mapping of str to array_like, shape (runs, steps)
        The outcome of `evenkeel.runs.curves`; a table of runs with steps; or the value of each run
        at each step, by algorithm. Where runs of a table have values at different steps, each keeps
        its last one, and the quartiles begin where all have one.
    on : str, optional
        The problem of a table; it may be left out if there is only one.
    x : array_like, shape (steps,), optional
        Where the steps of a mapping stand, such as evaluations or training sizes; by default
        1, 2, ...
    label, x_label : str, optional
        Names of the axes; by default the problem and the column that holds the steps.

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
        quartiles = [band.quartiles for band in bands.values()]
        draw_curves(
            axes,
            list(bands),
            [band.places for band in bands.values()],
            [median for _, median, _ in quartiles],
            [(low, high) for low, _, high in quartiles],
            gid="median",
        )
        _set_scales(axes, [band for band in bands.values() if isinstance(data, Runs)])
        axes.set_ylabel(plain(label or "value"), parse_math=is_typeset())
        label_with_note(axes, x_label or "step", _note(bands))
    return axes


def _set_scales(axes: Axes, bands: list[_Band]) -> None:
    """Logarithms where steps or values of a table are above 0 and go over two powers of ten."""
    for axis, name in (("x", "places"), ("y", "quartiles")):
        ends = [(np.min(x), np.max(x)) for x in (getattr(band, name) for band in bands)]
        low, high = min((e[0] for e in ends), default=0.0), max((e[1] for e in ends), default=0.0)
        if low > 0 and high >= _WIDE * low:
            axes.set(**{f"{axis}scale": "log"})


def _plot_means(
    found: Curves, problem: str, label: str | None, x_label: str | None, ax: Axes | None
) -> Axes:
    """The median or mean curves on a problem with their bands."""
    i, k = found.problems.index(problem), len(found.algorithms)
    kind = "median" if found.banded == "median" else "mean"
    with axes_for(ax, f"{kind.capitalize()} curves of {k} algorithms with bands.") as axes:
        sides = zip(found.lower[i], found.upper[i], strict=True)
        bands = [(low, high) if np.isfinite(low).all() else None for low, high in sides]
        cost = found.middle[i][:, -1] * (1 if found.better == "lower" else -1)
        draw_curves(
            axes, found.algorithms, [found.grid] * k, found.middle[i], bands, ends=cost, gid=kind
        )
        axes.set_yscale(found.scale)
        if found.grid[0] > 0 and found.grid[-1] >= _WIDE * found.grid[0]:
            axes.set_xscale("log")
        shown = "geometric mean" if (kind, found.scale) == ("mean", "log") else kind
        axes.set_ylabel(
            plain(label or f"{shown.capitalize()} on {problem}"), parse_math=is_typeset()
        )
        held = [band is not None for band in bands]
        note = f"Bands: {percent(found.confidence)} for all steps together, of other runs."
        if not all(held):
            note = note if any(held) else ""
            note = f"{note} Too few runs for {'some bands' if any(held) else 'bands'}.".strip()
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
                f"{runs.shape[1]} steps; give one place per step"
            )
        bands[name] = _Band(places, np.quantile(runs, _LEVELS, axis=0), len(runs))
    return bands


def _bands_of(runs: Runs, problem: str) -> dict[str, _Band]:
    """The quartiles at each step of a problem, by algorithm; a run keeps its last value."""
    runs.steps()  # which says what to do if there are none
    here = runs.facts.present[runs.problems.index(problem)]
    names = [name for name, some in zip(runs.algorithms, here, strict=True) if some]
    courses = courses_of(runs.select(names, problems=[problem]))
    bands = {}
    for j, name in enumerate(names):
        mine = courses.runs_in(0, j)
        every = courses.step[courses.start[mine.start] : courses.start[mine.stop]]
        places, counts = np.unique(every, return_counts=True)
        r = mine.stop - mine.start
        places = places[places >= courses.first[mine].max()]
        if places.size > _MOST_STEPS:
            places = places[np.linspace(0, places.size - 1, _MOST_STEPS).astype(int)]
        quartiles = np.quantile(courses.at(places, mine), _LEVELS, axis=0)
        bands[name] = _Band(places, quartiles, r, held=bool((counts < r).any()))
    return bands


def _note(bands: Mapping[str, _Band]) -> str:
    fewest = min(band.runs for band in bands.values())
    most = max(band.runs for band in bands.values())
    if most == 1:
        return "One run."
    count = most if fewest == most else f"{fewest} to {most}"
    held = any(band.held for band in bands.values())
    return f"Median and quartiles of {count} runs{', each keeping its last value' if held else ''}."
