"""Two algorithms: on all problems, and by several measures together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from evenkeel._types import FloatArray
from evenkeel.comparison.combinations import JointMeasures, joint_measures
from evenkeel.errors import InputError, Message, Option
from evenkeel.numerics.arrays import drawable
from evenkeel.pairwise.pair import pick_pair
from evenkeel.plot.axes import (
    Cells,
    draw_cells,
    fitting_scale,
    label_with_note,
    legend_above,
    name_rows,
    set_scale,
    shade,
)
from evenkeel.plot.canvas import axes_for, make_square, picture, plain
from evenkeel.plot.decisions import Compared, results_of
from evenkeel.plot.styles import ACCENT, BASE, INK, MUTED, SEQUENTIAL, is_typeset, setting
from evenkeel.tables.results import Results
from evenkeel.tables.runs import Runs, aggregated

# Two algorithms on all problems: one against the other, and their differences.


_MOST_NAMED = 60


@dataclass(frozen=True)
class _Pair:
    """Two algorithms, their values, and by how much the first is better (positive: better)."""

    table: Results
    first: str
    second: str
    x: FloatArray
    y: FloatArray

    @property
    def gain(self) -> FloatArray:
        return self.y - self.x if self.table.better == "lower" else self.x - self.y

    @property
    def counts(self) -> tuple[int, int, int]:
        """Wins of the first, ties, wins of the second."""
        gain = self.gain
        return int((gain > 0).sum()), int((gain == 0).sum()), int((gain < 0).sum())


@picture
def plot_scatter(
    data: Results | Compared,
    *,
    first: str | None = None,
    second: str | None = None,
    scale: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw one algorithm against another, a point for each problem, with the diagonal and the wins.

    The colour of a point says which algorithm is better on its problem; the legend, on how many
    each is.

    Parameters
    ----------
    data : Results or Comparison
        What to draw.
    first, second : str, optional
        The algorithm of the horizontal and of the vertical axis. They may be left out if the
        table has two algorithms.
    scale : {"linear", "log", "symlog"}, optional
        The scale of both axes; by default one in which all problems can be seen.

    Examples
    --------
    >>> import evenkeel.plot
    >>> table = evenkeel.load("garcia2008")
    >>> ax = evenkeel.plot.plot_scatter(table, first="C4.5", second="1-NN")
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['C4.5 better on 22', '1-NN better on 7', 'tied on 1']
    """
    pair = _pair_of(data, first, second)
    values = np.concatenate([pair.x, pair.y])
    scale = fitting_scale(values, scale)
    wins, ties, losses = pair.counts
    description = (
        f"{pair.second} against {pair.first}: the first is better on {losses} problems, the second "
        f"on {wins}, {ties} ties."
    )
    with axes_for(ax, description, width=1) as axes:
        make_square(axes, own=ax is None)
        set_scale(axes, "xy", scale, values, decades=12, ticks=5)
        limits = _limits(values, scale)
        axes.set(xlim=limits, ylim=limits)
        axes.plot(limits, limits, color=MUTED, linewidth=0.8 * setting("lines.linewidth"), zorder=1)
        sides = ((pair.gain > 0, BASE), (pair.gain < 0, ACCENT), (pair.gain == 0, MUTED))
        for chosen, colour in sides:
            axes.plot(
                pair.x[chosen],
                pair.y[chosen],
                linestyle="none",
                marker="o",
                color=colour,
                alpha=0.8,
                markeredgewidth=0,
                clip_on=False,
            )
        _legend(axes, pair)
        label_with_note(
            axes,
            pair.first,
            f"{pair.table.n} problems, {pair.table.better} is better",
        )
        axes.set_ylabel(plain(pair.second), parse_math=is_typeset())
    return axes


@picture
def plot_differences(
    data: Results | Compared | Runs,
    *,
    first: str | None = None,
    second: str | None = None,
    scale: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the differences between two algorithms, a bar for each problem, sorted.

    The bars are first minus second, in the units of the table; the problems on which the first
    is better are on top. Up to 60 problems are named.

    Parameters
    ----------
    data : Results, Comparison or Runs
        What to draw; of runs the mean of each cell, at the last step.
    first, second : str, optional
        The two algorithms. They may be left out if the table has two.
    scale : {"linear", "symlog"}, optional
        The scale of the differences; by default one in which all problems can be seen.

    Examples
    --------
    >>> import evenkeel.plot
    >>> table = evenkeel.load("cec2005")
    >>> ax = evenkeel.plot.plot_differences(table, first="SaDE", second="PSO")
    >>> ax.get_xscale(), len(ax.patches)
    ('symlog', 25)
    """
    pair = _pair_of(aggregated(data) if isinstance(data, Runs) else data, first, second)
    difference = pair.x - pair.y
    if scale == "log":
        raise InputError(
            Message(
                "differences have two signs; give ",
                Option("scale", "symlog"),
                " or ",
                Option("scale", "linear"),
            )
        )
    scale = fitting_scale(difference, scale)
    if scale == "log":  # all differences have one sign
        scale = "symlog"
    order = np.argsort(-pair.gain, kind="stable")
    wins, ties, losses = pair.counts
    description = (
        f"Differences {pair.first} minus {pair.second}: {pair.first} is better on {wins} "
        f"problems, {pair.second} on {losses}, {ties} ties."
    )
    n = pair.table.n
    with axes_for(ax, description) as axes:
        set_scale(axes, "x", scale, difference, decades=5, ticks=2)
        gain = pair.gain[order]
        colours = np.where(gain > 0, BASE, np.where(gain < 0, ACCENT, MUTED))
        axes.barh(range(n), difference[order], height=0.75, color=colours)
        axes.axvline(0, color=INK, linewidth=0.8 * setting("lines.linewidth"))
        if n <= _MOST_NAMED:
            name_rows(axes, [pair.table.problems[i] for i in order], own=ax is None)
        else:
            axes.set_ylim(n - 0.5, -0.5)
            axes.set_ylabel("problems, sorted")
        _legend(axes, pair)
        label_with_note(
            axes,
            f"{pair.first} − {pair.second}",
            f"{n} problems, {_aggregated(pair.table)}{pair.table.better} is better",
        )
    return axes


def _aggregated(table: Results) -> str:
    """Of what runs the values were made, if they were."""
    return f"{table.origin.aggregated}, " if table.origin and table.origin.aggregated else ""


def _pair_of(data: Results | Compared, first: str | None, second: str | None) -> _Pair:
    table = results_of(data)
    if first is None and second is None and table.k == 2:
        first, second = table.algorithms
    if first is None or second is None or first == second:
        raise InputError(
            Message(
                f"a picture of two algorithms was asked of a table of {table.k}; name two "
                "different ones with ",
                Option("first"),
                " and ",
                Option("second"),
            )
        )
    pair = pick_pair(table, first, second, None, "a picture of two algorithms")
    if not drawable(pair.values):
        raise InputError(
            "a picture cannot show numbers beyond 1e300, which these results have; "
            "divide all of them by the same power of ten"
        )
    both = ~np.isnan(table.select([first, second]).values).any(axis=1)
    if not both.all():
        table = table.select(problems=[table.problems[i] for i in np.flatnonzero(both)])
    return _Pair(table, first, second, pair.values[:, 0], pair.values[:, 1])


def _legend(ax: Axes, pair: _Pair) -> None:
    """Tell above the axes which colour is whose and on how many problems each is better."""
    wins, ties, losses = pair.counts
    entries = [
        (BASE, f"{pair.first} better on {wins}"),
        (ACCENT, f"{pair.second} better on {losses}"),
    ]
    if ties:
        entries.append((MUTED, f"tied on {ties}"))
    handles = [Line2D([], [], linestyle="none", marker="o", color=colour) for colour, _ in entries]
    legend_above(ax, handles, [label for _, label in entries])


def _limits(values: FloatArray, scale: str) -> tuple[float, float]:
    """Common limits with a margin beyond the outermost points."""
    low, high = float(values.min()), float(values.max())
    if scale == "linear":
        margin = 0.05 * (high - low) or max(0.5, 0.05 * abs(high))  # of large numbers 0.5 is none
        return low - margin, high + margin
    return low / 2.5 if low > 0 else low * 2.5, high * 2.5 if high > 0 else high / 2.5


# Several measures together: in which combinations of better and worse two algorithms stand.


@picture
def plot_joint(
    data: JointMeasures | Results | Compared | Mapping[str, Results | Compared],
    *,
    control: str | None = None,
    alpha: float | None = None,
    annotate: bool | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw on how many problems each combination of better and worse holds, a row for each pair.

    A column is a combination, with a sign for each measure: + where the first of the pair is
    better. The darker a cell the more problems; bold where the combination is shown to be the most
    frequent.

    Parameters
    ----------
    data : JointMeasures or mapping of str to Results
        What to draw: a table for each measure, as `read_measures` gives them.
    control, alpha
        As for `evenkeel.comparison.joint_measures`.
    annotate : bool, optional
        Whether the cells are written in.

    Examples
    --------
    >>> import evenkeel.plot
    >>> table = evenkeel.load("cec2005").select(["SaDE", "CHC"])
    >>> ax = evenkeel.plot.plot_joint({"error": table, "again": table})
    >>> [text.get_text() for text in ax.texts[:4]]
    ['5', '', '', '20']
    """
    found = data if isinstance(data, JointMeasures) else _tested(data, control, alpha)
    counts = found.counts
    bold = np.zeros(counts.shape, dtype=bool)
    shown = found.adjusted <= found.alpha
    bold[np.arange(len(counts))[shown], found.most_frequent[shown]] = True
    cells = Cells(
        found.family.labels,
        [signs.replace("-", "−") for signs in found.combinations],
        shade(counts / found.n, SEQUENTIAL, np.ones(counts.shape, dtype=bool)),
        [[f"{count:.4g}" if count else "" for count in row] for row in counts.tolist()],
        bold,
        upright=True,
    )
    description = (
        f"Problems of each combination of better and worse in {', '.join(found.measures)}, of "
        f"{len(counts)} pairs on {found.n} problems."
    )
    with axes_for(ax, description, width=1) as axes:
        draw_cells(axes, cells, own=ax is None, annotate=annotate)
        label_with_note(
            axes,
            "+ where the first is better: " + ", ".join(found.measures),
            f"Problems of {found.n}; bold: shown to be the most frequent at {found.alpha:g}",
        )
    return axes


def _tested(
    data: Results | Compared | Mapping[str, Results | Compared],
    control: str | None,
    alpha: float | None,
) -> JointMeasures:
    tables = data if isinstance(data, Mapping) else {"result": data}
    return joint_measures(
        {name: results_of(each) for name, each in tables.items()},
        control=control,
        alpha=0.05 if alpha is None else alpha,
    )
