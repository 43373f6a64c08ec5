"""Pictures of a power study: rejections and adjusted p-values against the bias."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from evenkeel.errors import choice
from evenkeel.plot.canvas import axes_for, plain
from evenkeel.plot.rows import label_with_note, legend_above
from evenkeel.plot.styles import CYCLE, MUTED, setting

if TYPE_CHECKING:
    from evenkeel.studies.resampling import PowerStudy

_MARKERS = ("o", "s", "^", "D", "v", "P", "X")


def plot_power(
    study: PowerStudy, *, what: str = "rejections", scope: str = "pair", ax: Axes | None = None
) -> Axes:
    """Draw how often procedures reject, or their average adjusted p-value, against the bias.

    One line a procedure, in a band that is its Monte Carlo interval. These are Figures 4 and 5 of
    Garcia and Herrera (2008), with shares of the samples in place of their numbers.

    Parameters
    ----------
    study : PowerStudy
        The outcome of `power`.
    what : {"rejections", "pvalues"}
        Share of the samples that reject, or average adjusted p-value.
    scope : {"pair", "family"}
        Of the pair whose differences bias the samples, or averaged over all hypotheses.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    References
    ----------
    Garcia and Herrera (2008), Journal of Machine Learning Research 9:2677-2694, Figures 4 and 5.

    Examples
    --------
    >>> import evenkeel
    >>> from evenkeel.plot.power_curves import plot_power
    >>> from evenkeel.studies.resampling import power
    >>> study = power(evenkeel.load("garcia2008"), "C4.5", "1-NN", bias=[0, 10], repetitions=100)
    >>> ax = plot_power(study)
    >>> [line.get_gid() for line in ax.lines]
    ['nemenyi', 'holm', 'shaffer', 'bergmann']
    """
    choice(what, ("rejections", "pvalues"), "picture of a power study")
    rejections = what == "rejections"
    values = study.rejected_share(scope) if rejections else study.average_pvalue(scope)
    low, high = study.interval(values)
    order = np.argsort(study.bias)
    bias = np.array(study.bias)[order]
    pair = f"{plain(study.first)} against {plain(study.second)}"
    label = "Share rejected" if rejections else "Average adjusted p-value"
    whom = pair if scope == "pair" else f"all {study.family.m} hypotheses"
    with axes_for(ax, f"{label} against the bias: {whom}.") as axes:
        for number, name in enumerate(study.procedures):
            colour = CYCLE[number % len(CYCLE)]
            axes.fill_between(
                bias, low[number, order], high[number, order], color=colour, alpha=0.15, linewidth=0
            )
            axes.plot(
                bias,
                values[number, order],
                color=colour,
                marker=_MARKERS[number % len(_MARKERS)],
                linestyle=("-", "--", ":")[number // len(CYCLE) % 3],
                markersize=0.8 * setting("lines.markersize"),
                gid=name,
            )
        if not rejections:
            axes.axhline(study.alpha, color=MUTED, linestyle=":", zorder=1, gid="alpha")
        legend_above(axes, axes.lines[: len(study.procedures)], _titles(study))
        axes.xaxis.set_major_locator(MaxNLocator(steps=[1, 2, 5, 10]))
        axes.set_ylabel(label)
        axes.set_ylim(bottom=0)
        label_with_note(axes, "Bias", _note(study, whom, rejections))
    return axes


def _titles(study: PowerStudy) -> list[str]:
    from evenkeel.studies.reporting import procedure_title

    return [procedure_title(name) for name in study.procedures]


def _note(study: PowerStudy, whom: str, rejections: bool) -> str:
    level = f"at {study.alpha:g}" if rejections else f"dotted: {study.alpha:g}"
    return (
        f"{whom[0].upper()}{whom[1:]}, {level}; {study.repetitions} samples of {study.size} out of "
        f"{study.problems} problems; bands: {study.confidence:.0%} Monte Carlo intervals."
    )
