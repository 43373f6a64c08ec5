"""The confidence curve of a difference: its intervals of every level, one above the other."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, fraction
from evenkeel.numerics.arrays import rounded_differences
from evenkeel.pairwise.walsh import walsh_intervals
from evenkeel.plot.axes import label_with_note
from evenkeel.plot.canvas import axes_for, picture
from evenkeel.plot.decisions import Compared, results_of
from evenkeel.plot.styles import ACCENT, BASE, FAINT, INK, MUTED, setting
from evenkeel.tables.results import Results

_LEVELS = 400


def curve_of(differences: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """P-values in falling order, and the bounds of the values that are not rejected at each.

    The value at the height p is the shift at which Wilcoxon's test has the p-value p: Walsh
    averages, so that the curve is a stair.
    """
    n = len(differences)
    most = 1 - 2.0 ** (1 - min(n, 40))  # the highest level that a finite interval has
    found = [walsh_intervals(differences[None], c) for c in np.linspace(0, most, _LEVELS)[:-1]]
    p = np.array([1 - each.attained for each in found])
    p, places = np.unique(p, return_index=True)
    low, high = (
        np.array([float(each[i]) for i in places[::-1]])
        for each in ([one.low[0] for one in found], [one.high[0] for one in found])
    )
    return p[::-1], low, high


@picture
def plot_confidence_curve(
    data: Results | Compared,
    *,
    first: str | None = None,
    second: str | None = None,
    rope: float | None = None,
    alpha: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the intervals of every level of the difference of two algorithms, as a curve.

    Where the curve is above the height p lie the differences that Wilcoxon's test does not reject
    at p: at 0.05 the 95% interval of Hodges and Lehmann, on top the estimate. The null is marked,
    and the region of practical equivalence if there is one.

    Parameters
    ----------
    data : Results or Comparison
        What to draw.
    first, second : str, optional
        The two algorithms. They may be left out if the table has two.
    rope : float, optional
        Half the width of the region of practical equivalence, in the units of the values.
    alpha : float, optional
        The height of the line across, 0.05.

    References
    ----------
    Berrar (2017), Confidence curves: an alternative to null hypothesis significance testing for
    the comparison of classifiers, doi:10.1007/s10994-016-5612-6.

    Examples
    --------
    >>> import evenkeel.plot
    >>> table = evenkeel.load("demsar2006").select(["C4.5", "C4.5m"])
    >>> ax = evenkeel.plot.plot_confidence_curve(table, rope=0.01)
    >>> [line.get_gid() for line in ax.lines]
    ['null', 'level', 'lower', 'upper', 'top']
    """
    level = fraction(0.05 if alpha is None else alpha, "alpha")
    if rope is not None and not (np.isfinite(rope) and rope > 0):
        raise InputError(f"rope is {rope!r}; give a positive number in the units of the values")
    table = results_of(data)
    if first is None and second is None and table.k == 2:
        first, second = table.algorithms
    if first is None or second is None or first == second:
        raise InputError(
            f"a confidence curve was asked of a table of {table.k}; name two different algorithms "
            "as first and second"
        )
    values = table.select([first, second]).values
    values = values[~np.isnan(values).any(axis=1)]
    if len(values) < 2:
        raise InputError(f"{first!r} and {second!r} share {len(values)} problems; a curve needs 2")
    p, low, high = curve_of(rounded_differences(values[:, 0], values[:, 1]))
    description = (
        f"Confidence curve of {first} minus {second}: the intervals of every level, with the null "
        "difference marked."
    )
    width = setting("lines.linewidth")
    with axes_for(ax, description) as axes:
        if rope is not None:
            axes.axvspan(-rope, rope, color=FAINT, alpha=0.4, linewidth=0, gid="rope")
        axes.axvline(0, color=INK, linewidth=0.8 * width, gid="null")
        axes.axhline(level, color=MUTED, linewidth=0.8 * width, linestyle="--", gid="level")
        for bounds, gid in ((low, "lower"), (high, "upper")):
            axes.plot(bounds, p, color=BASE, linewidth=width, drawstyle="steps-post", gid=gid)
        axes.plot([low[0], high[0]], [p[0], p[0]], color=BASE, linewidth=width, gid="top")
        axes.xaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 2.5, 5, 10]))
        inside = p <= level
        if inside.any():
            place = int(inside.argmax())
            axes.fill_betweenx(
                [0, level], low[place], high[place], color=ACCENT, alpha=0.15, gid="interval"
            )
        axes.set(ylim=(0, 1.02), ylabel="p-value of this difference")
        label_with_note(
            axes,
            f"{first} − {second}",
            f"{len(values)} problems, {table.better} is better. Dashed: {level:g}; shaded above 0: "
            f"the {100 * (1 - level):.3g}% interval"
            + ("" if rope is None else f"; grey: practically alike, {rope:g} to either side"),
        )
    return axes
