"""Pictures of a power study: rejections and adjusted p-values against the bias."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from evenkeel.errors import choice
from evenkeel.plot.axes import label_with_note, legend_above
from evenkeel.plot.canvas import axes_for, picture
from evenkeel.plot.styles import MUTED, look, setting
from evenkeel.studies.pvalues import procedure_title
from evenkeel.text import percent

if TYPE_CHECKING:
    from evenkeel.studies._power import PowerStudy

# One fewer than the colours, so that only procedures that are 42 apart have both in common.
_MARKERS = ("o", "s", "^", "D", "v", "X")
_DASHED_HANDLE = 2.6  # letters; long enough to show the dashes


@picture
def plot_power(
    study: PowerStudy, *, what: str = "rejections", scope: str = "pair", ax: Axes | None = None
) -> Axes:
    """Draw how often procedures reject, or their average adjusted p-value, against the bias.

    One line per procedure, in a band that is its Monte Carlo interval; if the study has one bias,
    one mark per procedure, side by side, with the interval as a bar. These are Figures 4 and 5 of
    Garcia and Herrera (2008), with shares of the samples in place of their numbers.

    Parameters
    ----------
    study : PowerStudy
        The outcome of `power`.
    what : {"rejections", "pvalues"}
        Share of the samples that reject, or average adjusted p-value.
    scope : {"pair", "family"}
        Of the pair whose differences bias the samples, or averaged over all hypotheses.

    References
    ----------
    Garcia and Herrera (2008), Journal of Machine Learning Research 9:2677-2694, Figures 4 and 5.

    Examples
    --------
    >>> import evenkeel
    >>> table = evenkeel.load("garcia2008")
    >>> study = evenkeel.power(table, "C4.5", "1-NN", bias=[0, 10], repetitions=100)
    >>> ax = evenkeel.plot.plot_power(study)
    >>> [line.get_gid() for line in ax.lines]
    ['nemenyi-bonferroni', 'nemenyi-range', 'holm', 'shaffer', 'bergmann']
    """
    choice(what, ("rejections", "pvalues"), "picture of a power study")
    rejections = what == "rejections"
    values = study.rejected_share(scope) if rejections else study.average_pvalue(scope)
    low, high = study.interval(values)
    order = np.argsort(study.bias)
    bias = np.array(study.bias)[order]
    pair = f"{study.first} against {study.second}"
    label = "Share rejected" if rejections else "Average adjusted p-value"
    whom = pair if scope == "pair" else f"All {study.family.m} hypotheses"
    with axes_for(ax, f"{whom}: {label.lower()} against the bias.") as axes:
        lines = []
        for number, name in enumerate(study.procedures):
            colour, dashes = look(number)
            ends = low[number, order], high[number, order]
            if bias.size > 1:
                where = bias
                axes.fill_between(bias, *ends, color=colour, alpha=0.15, linewidth=0)
            else:
                where = bias + _aside(number, len(study.procedures))
                axes.vlines(where, *ends, color=colour, linestyle=dashes)
            lines += axes.plot(
                where,
                values[number, order],
                color=colour,
                marker=_MARKERS[number % len(_MARKERS)],
                linestyle=dashes,
                markersize=0.8 * setting("lines.markersize"),
                gid=name,
            )
        if not rejections:
            axes.axhline(study.alpha, color=MUTED, linestyle=":", zorder=1, gid="alpha")
        titles = [procedure_title(name) for name in study.procedures]
        legend_above(axes, lines, titles, handle=_DASHED_HANDLE)
        if bias.size > 1:
            axes.xaxis.set_major_locator(MaxNLocator(steps=[1, 2, 5, 10]))
        else:
            axes.set_xticks(bias, [f"{bias[0]:g}"])
            axes.set_xlim(bias[0] - 1, bias[0] + 1)
        axes.set_ylabel(label)
        axes.set_ylim(bottom=-0.02 * axes.get_ylim()[1])  # a mark at 0 is not cut
        label_with_note(axes, "Bias (per unit of the results)", _note(study, whom, rejections))
    return axes


def _aside(number: int, procedures: int) -> float:
    """How far the mark of a procedure stands from a lone bias, within the half unit beside it."""
    return (number + 0.5) / procedures - 0.5


def _note(study: PowerStudy, whom: str, rejections: bool) -> str:
    intervals = "bands" if len(study.bias) > 1 else "bars"
    level = f"at {study.alpha:g}" if rejections else f"dotted: {study.alpha:g}"
    return (
        f"{whom}, {level}; {study.repetitions} samples of {study.size} out of "
        f"{study.problems} problems; {intervals}: {percent(study.confidence)} Monte Carlo "
        "intervals."
    )
