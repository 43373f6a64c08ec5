"""The stair of a procedure: p-values in order against the levels they are compared with."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from evenkeel._types import FloatArray
from evenkeel.adjustments._adjust import adjusted_alphas
from evenkeel.adjustments.registry import ADJUSTMENTS, lookup
from evenkeel.errors import InputError
from evenkeel.plot.axes import label_with_note, name_rows
from evenkeel.plot.canvas import axes_for, picture
from evenkeel.plot.decisions import Compared, Decisions, decisions_of, require_tested
from evenkeel.plot.styles import ACCENT, BASE, INK, check_labels
from evenkeel.posthocs._posthoc import PosthocResult
from evenkeel.tables.results import Results

_MOST = 200
_LOWEST = 1e-10  # p-values below stand at the edge, so that the stair is not squeezed


@picture
def plot_stairs(
    data: Results | Compared | PosthocResult,
    *,
    ranking: str | None = None,
    control: str | None = None,
    procedure: str | None = None,
    method: str | None = None,
    alpha: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the ordered p-values against the stair of the levels that they are compared with.

    Holm's stair is alpha / m, alpha / (m - 1), ..., alpha. His procedure, and Shaffer's with its
    higher steps, goes down the stair from the smallest p-value and stops at the first one that
    lies beyond its step; Hochberg's goes up from the largest and stops at the first that does
    not. Filled points are rejected by the procedure, open ones are not. A p-value below 1e-10
    stands at the edge as a triangle.

    Parameters
    ----------
    data : Results, Comparison or PosthocResult
        What to draw. What is not given below comes from the comparison.
    ranking : {"friedman", "aligned", "quade"}, optional
        The ranking.
    control : str, optional
        The control, or ``"best"``. Without one all pairs are shown, up to 200 of them.
    procedure : str, optional
        What decides, a procedure that compares each p-value with a level of its own; by default
        that of the comparison, or Holm's for a control and Shaffer's for all pairs.
    method : str, optional
        How the p-values are computed, see `evenkeel.posthoc`; by default as in the comparison, or
        ``"calibrated"``.
    alpha : float, optional
        The level, by default 0.05.

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6:65-70; Hochberg (1988),
    doi:10.1093/biomet/75.4.800; Shaffer (1986), doi:10.1080/01621459.1986.10478341.

    Examples
    --------
    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_stairs(evenkeel.load("cec2005"), control="SaDE")
    >>> ax.get_xscale()
    'log'
    """
    decisions = decisions_of(
        data, ranking=ranking, control=control, procedure=procedure, method=method, alpha=alpha
    )
    require_tested(decisions)
    assert decisions.pvalue is not None
    levels = _levels(decisions)
    family, m = decisions.family, decisions.family.m
    if m > _MOST:
        raise InputError(
            f"a stair of all {m} pairs cannot be read; name a control, or select fewer algorithms"
        )
    order = np.argsort(decisions.pvalue, kind="stable")
    names = [
        second if family.control is not None else f"{first} – {second}"
        for first, second in (family.hypotheses[i] for i in order)
    ]
    pvalues, rejected = decisions.pvalue[order], decisions.rejected[order]
    steps = levels[order]
    low = max(min(float(pvalues.min()), float(steps[0])), _LOWEST) / 2
    against = f" against {family.control}" if family.control is not None else ""
    description = f"Ordered p-values{against} and the stair of {decisions.basis}."
    with axes_for(ax, description) as axes:
        axes.set_xscale("log")
        axes.set_xlim(low, 1.4)
        rows = np.arange(m)
        axes.stairs(
            steps,
            np.arange(m + 1) - 0.5,
            orientation="horizontal",
            baseline=None,
            color=ACCENT,
            gid="stair",
        )
        for out in (True, False):
            for marker, shown in (("o", pvalues >= low), ("<", pvalues < low)):
                chosen = shown & (rejected == out)
                if chosen.any():
                    axes.plot(
                        np.maximum(pvalues[chosen], low),
                        rows[chosen],
                        linestyle="none",
                        marker=marker,
                        markeredgecolor=BASE,
                        markerfacecolor=BASE if out else "white",
                        clip_on=False,
                        gid="rejected" if out else "not rejected",
                        zorder=4,
                    )
        check_labels(family.algorithms)
        name_rows(axes, names, own=ax is None)
        axes.hlines(rows, low, 1.4, color=INK, alpha=0.12, linewidth=0.5, zorder=0)
        label_with_note(
            axes,
            f"p-value{against}",
            f"Stair: the level of each p-value. Filled: rejected. {decisions.basis}.",
        )
    return axes


def _levels(decisions: Decisions) -> FloatArray:
    """The level that each p-value is compared with."""
    assert decisions.pvalue is not None
    if lookup(decisions.procedure).decide is None:
        with_stair = ", ".join(repr(each.name) for each in ADJUSTMENTS if each.decide is not None)
        raise InputError(
            f"{decisions.procedure!r} compares sets of hypotheses, not each p-value with a level "
            f"of its own, so that it has no stair; choose one of {with_stair}"
        )
    levels = adjusted_alphas(
        decisions.pvalue, decisions.procedure, decisions.alpha, family=decisions.family
    ).levels
    assert levels is not None
    return levels
