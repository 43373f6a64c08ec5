"""Pictures of average ranks: bars with intervals, and the Bonferroni-Dunn graphic."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from evenkeel._types import FloatArray
from evenkeel.critical import bonferroni_dunn_critical_difference, nemenyi_critical_difference
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.plot.axes import label_with_note, legend_above, name_rows
from evenkeel.plot.canvas import axes_for, font_points, picture
from evenkeel.plot.decisions import Compared, alpha_of, positions_of, ranks_of, results_of
from evenkeel.plot.styles import ACCENT, BASE, INK, PALE, PALE_ACCENT
from evenkeel.posthocs._posthoc import PosthocResult, resolve_control
from evenkeel.posthocs.confidence_sets import rank_sets
from evenkeel.ranks.named import Ranks
from evenkeel.ranks.registry import RANKINGS
from evenkeel.tables.results import Results
from evenkeel.text import format_number

INTERVALS = ("nemenyi-range", "rank-sets", "quartiles", "none")
_DASHES = ((0, (4, 2)), (0, (1, 1.5)), (0, (4, 2, 1, 2)))


@picture
def plot_average_ranks(
    data: Results | Compared | PosthocResult,
    *,
    ranking: str | None = None,
    interval: str | None = None,
    alpha: float | None = None,
    highlight: str | Sequence[str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the average ranks as bars, the best on top, with intervals.

    The interval ``"nemenyi-range"`` is the average rank plus and minus half of the critical
    difference: two algorithms differ by that test if and only if their intervals do not overlap.
    ``"rank-sets"`` are the simultaneous confidence sets of `evenkeel.rank_sets`: they hold the
    true ranks of all algorithms together, a rank being 1 + the number of algorithms that beat this
    one on most problems. ``"quartiles"`` goes from the lower to the upper quartile of the
    algorithm's ranks over the problems; it shows the spread and tests nothing. The picture says
    which one it shows.

    Parameters
    ----------
    data : Results, Comparison or PosthocResult
        What to draw.
    ranking : {"friedman", "aligned", "quade"}, optional
        The ranking; by default that of the comparison, or Friedman's.
    interval : {"nemenyi-range", "rank-sets", "quartiles", "none"}, optional
        By default ``"nemenyi-range"`` if a comparison is concluded by it, so that the picture and
        the report decide alike; else ``"quartiles"``, and ``"none"`` for Quade ranks, whose
        problems have weights, and for tables with holes.
    alpha : float, optional
        The level of Nemenyi's intervals, or 1 - the coverage of the rank sets; by default 0.05.
    highlight : str or sequence of str, optional
        Algorithms to emphasise.

    References
    ----------
    Demsar (2006), JMLR 7:1-30, Section 3.2.2; the half differences are those of Koning et al.
    (2005), doi:10.1016/j.ijforecast.2004.10.003.

    Examples
    --------
    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_average_ranks(evenkeel.load("garcia2008"))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['C4.5', 'NaiveBayes', 'CN2', '1-NN', 'Kernel']
    """
    ranks = ranks_of(data, ranking)
    kind = choice(_usual(data, ranks) if interval is None else interval, INTERVALS, "interval")
    level = alpha_of(data, alpha)
    if alpha is not None and kind not in ("nemenyi-range", "rank-sets"):
        raise InputError(
            Message(
                Option("alpha", alpha),
                f" was given for intervals that test nothing ({kind}); leave it out, or give ",
                Option("interval", "rank-sets"),
                " or, for Friedman ranks, ",
                Option("interval", "nemenyi-range"),
            )
        )
    if kind == "rank-sets":
        low, high, note = _rank_sets(results_of(data), ranks, level)
    else:
        low, high, note = _interval(ranks, kind, level)
    bold = positions_of(highlight, ranks.algorithms)
    order = ranks.order.tolist()
    with axes_for(ax, _description("Average ranks", ranks)) as axes:
        colours = [PALE_ACCENT if j in bold else PALE for j in order]
        _rank_bars(axes, ranks, colours, bold, own=ax is None, values=kind == "none")
        if kind != "none":
            axes.hlines(range(ranks.k), low[order], high[order], color=INK, zorder=3)
            ends = np.concatenate([low[order], high[order]])
            rows = np.tile(np.arange(ranks.k), 2)
            size = font_points("ytick.labelsize") * 0.6
            axes.plot(ends, rows, linestyle="none", marker="|", markersize=size, color=INK)
        label_with_note(axes, _axis_label(ranks), note)
        axes.set_xlim(0, max(float(high.max()), float(ranks.average.max())) * 1.04)
    return axes


@picture
def plot_bonferroni_dunn(
    data: Results | Compared | PosthocResult,
    *,
    control: str | None = None,
    alpha: float | Sequence[float] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the Bonferroni-Dunn graphic: bars of average ranks and the control plus the CD.

    An algorithm whose bar reaches the dashed line is significantly worse than the control by the
    Bonferroni-Dunn test. The test is two-sided: if the control is not the best ranked, a second
    line stands at the control minus the critical difference, and a bar that ends before it belongs
    to an algorithm that is significantly better. The colours follow the first level.

    Parameters
    ----------
    data : Results, Comparison or PosthocResult
        What to draw, by Friedman ranks.
    control : str, optional
        The control; by default that of the comparison, else the best ranked.
    alpha : float or sequence of float, optional
        The level, by default 0.05, or several such as ``(0.05, 0.10)``, each with its line.

    References
    ----------
    Demsar (2006), JMLR 7:1-30, Section 3.2.2; Dunn (1961),
    doi:10.1080/01621459.1961.10482090.

    Examples
    --------
    >>> import evenkeel.plot
    >>> ax = evenkeel.plot.plot_bonferroni_dunn(evenkeel.load("cec2005"), alpha=(0.05, 0.10))
    >>> [line.get_gid() for line in ax.lines]
    ['threshold-0.05', 'threshold-0.1']
    """
    ranks = ranks_of(data, "friedman")
    name = _control_of(data, control, ranks)
    levels = _levels(data, alpha)
    centre = float(ranks.average[ranks.algorithms.index(name)])
    critical = {
        level: bonferroni_dunn_critical_difference(ranks.n, ranks.k, level) for level in levels
    }
    beyond = np.abs(ranks.average - centre) >= critical[levels[0]]
    colours = [
        ACCENT if ranks.algorithms[j] == name else BASE if beyond[j] else PALE
        for j in ranks.order.tolist()
    ]
    with axes_for(ax, _description("Bonferroni-Dunn graphic", ranks)) as axes:
        own = ranks.algorithms.index(name)
        _rank_bars(axes, ranks, colours, {own}, own=ax is None, values=False)
        for number, (level, difference) in enumerate(critical.items()):
            for x in (centre + difference, centre - difference):
                if x > centre or ranks.average.min() < centre:
                    axes.axvline(
                        x,
                        color=INK,
                        linestyle=_DASHES[number % len(_DASHES)],
                        gid=f"threshold-{level:g}",
                        label=f"α = {level:g}, CD = {format_number(difference, 'rank')}",
                    )
        lines = {str(line.get_label()): line for line in axes.lines}
        legend_above(axes, list(lines.values()), list(lines))
        sign = "±" if ranks.average.min() < centre else "+"
        label_with_note(
            axes,
            _axis_label(ranks),
            f"Line: {name} {sign}\u00a0CD of Bonferroni-Dunn, {ranks.n}\u00a0problems. "
            f"Dark\u00a0bars differ at the\u00a0{levels[0]:g}\u00a0level.",
        )
        furthest = max(float(ranks.average.max()), centre + max(critical.values()))
        axes.set_xlim(0, furthest * 1.06)
    return axes


def _usual(data: Results | Compared | PosthocResult, ranks: Ranks) -> str:
    """The interval that says no more than was concluded."""
    by_range = getattr(data, "procedure", None) == "nemenyi-range"
    ranking = RANKINGS.lookup(ranks.ranking)
    return "nemenyi-range" if by_range and ranks.ranking == "friedman" else ranking.interval


def _interval(ranks: Ranks, kind: str, alpha: float) -> tuple[FloatArray, FloatArray, str]:
    if kind == "none":
        return ranks.average, ranks.average, f"{ranks.n} problems."
    if kind == "nemenyi-range":
        if ranks.ranking != "friedman":
            raise InputError(
                Message(
                    "the intervals of Nemenyi (studentised range) are for Friedman ranks, not "
                    f"for {ranks.ranking} ranks; give ",
                    Option("interval", "quartiles"),
                    " or ",
                    Option("interval", "none"),
                )
            )
        half = nemenyi_critical_difference(ranks.n, ranks.k, alpha) / 2
        note = (
            "Intervals: ± half of the critical difference of Nemenyi (studentised range), disjoint "
            f"if two differ at the\u00a0{alpha:g}\u00a0level, {ranks.n}\u00a0problems."
        )
        return ranks.average - half, ranks.average + half, note
    if ranks.ranking == "quade":
        raise InputError(
            Message(
                "the weighted Quade ranks have no quartiles to compare; give ",
                Option("interval", "none"),
            )
        )
    low, high = np.percentile(ranks.ranks, [25, 75], axis=0)
    return low, high, f"Intervals: quartiles of the ranks, {ranks.n}\u00a0problems."


def _rank_sets(table: Results, ranks: Ranks, alpha: float) -> tuple[FloatArray, FloatArray, str]:
    if not np.isclose(ranks.average.sum(), ranks.k * (ranks.k + 1) / 2):  # not on the same axis
        raise InputError(
            Message(
                f"confidence sets are for ranks from 1 to {ranks.k}, which {ranks.ranking} "
                "ranks are not; give ",
                Option("ranking", "friedman"),
                ", or ",
                Option("interval", "quartiles"),
                " or ",
                Option("interval", "none"),
            )
        )
    sets = rank_sets(table, alpha=alpha)
    note = (
        "Intervals: confidence sets for the ranks, by sign tests, all together at "
        f"{1 - alpha:g}, {ranks.n}\u00a0problems."
    )
    return sets.lower.astype(np.float64), sets.upper.astype(np.float64), note


def _control_of(data: Results | Compared | PosthocResult, control: str | None, ranks: Ranks) -> str:
    if isinstance(data, PosthocResult):
        wish = control or data.family.control
    else:
        wish = control or (None if isinstance(data, Results) else data.control)
        wish = resolve_control(results_of(data), wish, "friedman")
    return ranks.best if wish is None else choice(wish, ranks.algorithms, "control")


def _levels(
    data: Results | Compared | PosthocResult, alpha: float | Sequence[float] | None
) -> list[float]:
    if alpha is None or isinstance(alpha, float | int):
        return [alpha_of(data, alpha)]
    if not alpha:
        raise InputError("no level was given; give alpha such as 0.05 or (0.05, 0.10)")
    return [fraction(level, "alpha") for level in alpha]


def _rank_bars(
    ax: Axes, ranks: Ranks, colours: Sequence[str], bold: set[int], *, own: bool, values: bool
) -> None:
    """Bars from the best rank on top to the worst, named; `colours` are in that order."""
    order = ranks.order.tolist()
    ax.barh(range(ranks.k), ranks.average[order], height=0.72, color=colours)
    rows = {order.index(j) for j in bold}
    name_rows(ax, [ranks.algorithms[j] for j in order], own=own, emphasised=rows)
    if values:
        for row, j in enumerate(order):
            ax.annotate(
                format_number(float(ranks.average[j]), "rank"),
                (float(ranks.average[j]), row),
                xytext=(2, 0),
                textcoords="offset points",
                va="center_baseline",
                fontsize=font_points("legend.fontsize"),
            )


def _axis_label(ranks: Ranks) -> str:
    return f"{ranks.averages}, lower is better"


def _description(start: str, ranks: Ranks) -> str:
    values = ", ".join(
        f"{ranks.algorithms[j]} {ranks.average[j]:.3f}" for j in ranks.order.tolist()
    )
    return f"{start}: {values}."
