"""How large differences are, and how sure: the forest plot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from matplotlib.axes import Axes

from evenkeel._types import BoolArray, FloatArray
from evenkeel.bayesian.all_algorithms import BayesFriedman
from evenkeel.effects._effect_sizes import EffectSizes, effect_sizes
from evenkeel.effects.registry import EFFECTS
from evenkeel.effects.skill import SkillScores
from evenkeel.errors import InputError, Message, Option
from evenkeel.families import Family
from evenkeel.numerics.arrays import drawable
from evenkeel.plot.axes import (
    fitting_scale,
    label_with_note,
    name_rows,
    set_scale,
    short_number,
)
from evenkeel.plot.canvas import axes_for, font_points, picture
from evenkeel.plot.decisions import Compared, alpha_of, results_of
from evenkeel.plot.styles import BASE, INK, MUTED, check_labels, is_typeset, setting
from evenkeel.tables.results import Results
from evenkeel.text import percent

# The forest plot: the sizes of differences with their intervals, one row per pair.


_MOST = 200  # rows


@dataclass(frozen=True)
class Forest:
    """Where everything stands, from the row on top down.

    Attributes
    ----------
    names : tuple of str
        What the rows are called.
    estimate, low, high : ndarray
        The sizes and their bounds.
    apart : ndarray of bool
        Whether the interval excludes the neutral value.
    neutral : float
        The value without any difference.
    label, note, description : str
        What the axis, the line below it and readers who cannot see it are told.
    lines : tuple of float
        Where more lines stand.
    text : callable
        How a number is written.
    """

    names: tuple[str, ...]
    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    apart: BoolArray
    neutral: float
    label: str = ""
    note: str = ""
    description: str = ""
    lines: tuple[float, ...] = ()
    text: Callable[[float], str] = short_number


@picture
def plot_forest(
    data: EffectSizes | SkillScores | BayesFriedman | Results | Compared,
    *,
    size: str | None = None,
    control: str | None = None,
    alpha: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the sizes of differences with their intervals: a forest plot.

    A row is a pair, or another algorithm if there is a control, the largest size on top. All
    intervals together hold with the confidence 1 - alpha, or with what so few problems can attain,
    which the picture then says. Filled points have an interval that
    excludes the line of no difference; open ones were not told apart, which does not show that
    they are alike.

    Skill scores are drawn in the same way, a row for each algorithm beside the baseline, and the
    probabilities of the Bayesian Friedman test with the bounds that a prior can give them: filled
    where a pair is decided whatever the prior.

    Parameters
    ----------
    data : EffectSizes, SkillScores, BayesFriedman, Results or Comparison
        What to draw; what is not given below comes from it.
    size : str, optional
        The effect size, see `evenkeel.effect_sizes`; by default the Hodges-Lehmann difference.
    control : str, optional
        The control, or ``"best"``. Without one all pairs are shown, up to 200 of them.
    alpha : float, optional
        1 - alpha is the confidence of all intervals together, by default 0.05.

    Examples
    --------
    >>> import evenkeel.plot
    >>> table = evenkeel.load("demsar2006")
    >>> ax = evenkeel.plot.plot_forest(table, control="C4.5cf,m")
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['C4.5', 'C4.5cf', 'C4.5m']
    """
    forest = _forest(data, size, control, alpha)
    everything = np.concatenate([forest.estimate, forest.low, forest.high, [forest.neutral]])
    finite = everything[np.isfinite(everything)]
    if not drawable(finite):
        raise InputError(
            Message(
                "a picture cannot show numbers beyond 1e300, which these sizes have; "
                "divide all results by the same power of ten, or choose a size without a "
                "unit, such as ",
                Option("size", "superiority"),
            )
        )
    scale = "log" if forest.neutral == 1 and (finite > 0).all() else fitting_scale(finite, None)
    with axes_for(ax, forest.description) as axes:
        set_scale(axes, "x", scale, finite, decades=5, ticks=4)
        _draw(axes, forest, _limits(finite, scale))
        check_labels(forest.names)
        name_rows(axes, list(forest.names), own=ax is None)
        _write_numbers(axes, forest)
        label_with_note(axes, forest.label, forest.note)
    return axes


def _forest(
    data: EffectSizes | SkillScores | BayesFriedman | Results | Compared,
    size: str | None,
    control: str | None,
    alpha: float | None,
) -> Forest:
    """What there is to draw; what is computed already takes no options."""
    if not isinstance(data, EffectSizes | SkillScores | BayesFriedman):
        usual = None if isinstance(data, Results) else data.control
        data = effect_sizes(
            results_of(data),
            size=size or EFFECTS.default,
            control=control or usual,
            confidence=1 - alpha_of(data, alpha),
        )
        size = control = alpha = None
    for name, value in {"size": size, "control": control, "alpha": alpha}.items():
        if value is not None:
            raise InputError(
                f"{name}={value!r} was given with a result that is computed already; leave the "
                "option out"
            )
    if isinstance(data, SkillScores):
        return _forest_of_skill(data)
    return forest_of(data) if isinstance(data, EffectSizes) else _forest_of_ranks(data)


def _rows(family: Family) -> tuple[str, ...]:
    if family.m > _MOST:
        raise InputError(
            f"a forest of all {family.m} pairs cannot be read; name a control, or select "
            "fewer algorithms"
        )
    return tuple(
        second if family.control is not None else f"{first} – {second}"
        for first, second in family.hypotheses
    )


def _sorted(
    labels: tuple[str, ...],
    estimate: FloatArray,
    low: FloatArray,
    high: FloatArray,
    neutral: float,
    apart: BoolArray | None = None,
) -> Forest:
    """The rows that have an estimate, the largest on top."""
    there = ~np.isnan(estimate)
    order = np.flatnonzero(there)[np.argsort(-estimate[there], kind="stable")]
    names = tuple(labels[i] for i in order.tolist())
    estimate, low, high = estimate[order], low[order], high[order]
    away = (low > neutral) | (high < neutral) if apart is None else apart[order]
    told = ", ".join(
        f"{name} {value:.4g} ({below:.4g} to {above:.4g})"
        for name, value, below, above in zip(names, estimate, low, high, strict=True)
    )
    return Forest(names, estimate, low, high, np.asarray(away), neutral, description=told)


def forest_of(sizes: EffectSizes) -> Forest:
    """Which rows there are, in which order, and what they show."""
    labels = _rows(sizes.family)
    forest = _sorted(labels, sizes.estimate, sizes.low, sizes.high, sizes.neutral)
    control = sizes.family.control
    missing = ", ".join(name for name in labels if name not in forest.names)
    return replace(
        forest,
        label=_label(sizes),
        note=_note(sizes) + (f" Without a size: {missing}." if missing else ""),
        description=f"{sizes.title} of {control + ' against ' if control else ''}"
        f"{forest.description}.",
    )


def _forest_of_skill(found: SkillScores) -> Forest:
    others = [i for i, name in enumerate(found.algorithms) if name != found.baseline]
    low, high = found.skill_low[others], found.skill_high[others]
    names = tuple(found.algorithms[i] for i in others)
    forest = _sorted(names, found.skill[others], low, high, 0.0)
    return replace(
        forest,
        label=f"Skill against {found.baseline}",
        note=f"Right of the line: better than {found.baseline}, by the geometric mean. Intervals: "
        f"{percent(found.confidence)} each, {found.n}\u00a0problems. Open: the interval holds 0.",
        description=f"Skill scores against {found.baseline} of {forest.description}.",
    )


def _forest_of_ranks(found: BayesFriedman) -> Forest:
    decided = ~np.isin(found.decision, ["open", "the prior decides"])
    names = _rows(found.family)
    forest = _sorted(names, found.probability, found.lower, found.upper, 0.5, decided)
    first = found.family.control or "the first"
    return replace(
        forest,
        label=f"Probability that {first} has the better mean rank",
        note=f"From the prior that speaks most against {first} to the one most for it, of "
        f"strength\u00a0{found.prior:g}; {found.n}\u00a0problems. Filled: decided at "
        f"{found.level:g} (dashed) whatever the prior.",
        description=f"Probability that {first} has the better mean rank, of {forest.description}.",
        lines=(1 - found.level, found.level),
        text="{:.3f}".format,
    )


def _draw(ax: Axes, forest: Forest, limits: tuple[float, float]) -> None:
    """The line of no difference, an interval a row, and the points on them."""
    rows = np.arange(len(forest.names))
    ax.set_xlim(limits)
    ax.axvline(forest.neutral, color=INK, linewidth=0.8 * setting("lines.linewidth"), gid="neutral")
    low, high = np.clip(forest.low, *limits), np.clip(forest.high, *limits)
    for place in forest.lines:
        ax.axvline(place, color=MUTED, linewidth=0.8 * setting("lines.linewidth"), linestyle="--")
    colours = np.where(forest.apart, BASE, MUTED)
    ax.hlines(rows, low, high, color=colours, gid="intervals", zorder=3)
    for beyond, place, marker in (
        (forest.low < limits[0], limits[0], "<"),
        (forest.high > limits[1], limits[1], ">"),
    ):
        for row in rows[beyond].tolist():
            ax.plot(place, row, marker=marker, color=colours[row], clip_on=False, zorder=3)
    for row in rows.tolist():
        ax.plot(
            np.clip(forest.estimate[row], *limits),
            row,
            marker="o",
            markeredgecolor=colours[row],
            markerfacecolor=colours[row] if forest.apart[row] else "white",
            clip_on=False,
            zorder=4,
            gid="apart" if forest.apart[row] else "open",
        )


def _write_numbers(ax: Axes, forest: Forest) -> None:
    """The numbers of each row, to the right of the axes."""
    for row, numbers in enumerate(zip(forest.estimate, forest.low, forest.high, strict=True)):
        size, low, high = (forest.text(float(number)) for number in numbers)
        ax.annotate(
            f"{size} ({low} to {high})",
            (1, row),
            xycoords=ax.get_yaxis_transform(),
            xytext=(5, 0),
            textcoords="offset points",
            va="center_baseline",
            fontsize=font_points("legend.fontsize"),
            parse_math=is_typeset(),
            annotation_clip=False,
            gid=f"numbers-{row}",
        )


def _limits(values: FloatArray, scale: str) -> tuple[float, float]:
    """Limits with a margin beyond the outermost finite numbers."""
    low, high = float(values.min()), float(values.max())
    if scale == "linear":
        margin = 0.05 * (high - low) or 0.5
        return low - margin, high + margin
    factor = (high / low) ** 0.05 * 1.05 if scale == "log" else 2.0
    return low / factor if low > 0 else low * factor, high * factor if high > 0 else high / factor


def _label(sizes: EffectSizes) -> str:
    entry, control = EFFECTS.lookup(sizes.size), sizes.family.control
    if control is None:
        return entry.title
    if entry.turned:
        return f"{entry.title}, {control} against each"
    joint = "over" if entry.neutral == 1 else "minus"
    return f"{entry.title}, {control} {joint} each"


def _note(sizes: EffectSizes) -> str:
    beyond = EFFECTS.lookup(sizes.size).turned or sizes.better == "higher"
    first = sizes.family.control or "the first"
    return (
        f"{'Right' if beyond else 'Left'} of the line: {first} is better. Intervals: "
        f"{sizes.promise}, {sizes.n}\u00a0problems. Open: the interval "
        f"holds {sizes.neutral:g}, not told apart."
    )
