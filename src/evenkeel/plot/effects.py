"""How large differences are: the forest plot, and what is shown of equivalence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba

from evenkeel._types import BoolArray, FloatArray, IndexArray
from evenkeel.adjustments.registry import lookup
from evenkeel.effects._effect_sizes import EffectSizes, effect_sizes
from evenkeel.effects.intervals import CENTRES
from evenkeel.effects.margins import EquivalenceTests
from evenkeel.effects.registry import EFFECTS
from evenkeel.errors import InputError, Message, Option
from evenkeel.numerics.arrays import drawable
from evenkeel.plot.axes import (
    Cells,
    draw_cells,
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
    missing : tuple of str
        Pairs that have no size and therefore no row.
    """

    names: tuple[str, ...]
    estimate: FloatArray
    low: FloatArray
    high: FloatArray
    apart: BoolArray
    neutral: float
    missing: tuple[str, ...]


@picture
def plot_forest(
    data: EffectSizes | Results | Compared,
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

    Parameters
    ----------
    data : EffectSizes, Results or Comparison
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
    sizes = _sizes_of(data, size, control, alpha)
    forest = forest_of(sizes)
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
    with axes_for(ax, _description(sizes, forest)) as axes:
        set_scale(axes, "x", scale, finite, decades=5, ticks=4)
        _draw(axes, forest, _limits(finite, scale))
        check_labels(sizes.family.algorithms)
        name_rows(axes, list(forest.names), own=ax is None)
        _write_numbers(axes, forest)
        label_with_note(axes, _label(sizes), _note(sizes, forest))
    return axes


def forest_of(sizes: EffectSizes) -> Forest:
    """Which rows there are, in which order, and what they show."""
    if sizes.family.m > _MOST:
        raise InputError(
            f"a forest of all {sizes.family.m} pairs cannot be read; name a control, or select "
            "fewer algorithms"
        )
    labels = [
        second if sizes.family.control is not None else f"{first} – {second}"
        for first, second in sizes.family.hypotheses
    ]
    there = ~np.isnan(sizes.estimate)
    order = np.flatnonzero(there)[np.argsort(-sizes.estimate[there], kind="stable")]
    low, high = sizes.low[order], sizes.high[order]
    return Forest(
        tuple(labels[i] for i in order.tolist()),
        sizes.estimate[order],
        low,
        high,
        np.asarray((low > sizes.neutral) | (high < sizes.neutral)),
        sizes.neutral,
        tuple(labels[i] for i in np.flatnonzero(~there).tolist()),
    )


def _sizes_of(
    data: EffectSizes | Results | Compared,
    size: str | None,
    control: str | None,
    alpha: float | None,
) -> EffectSizes:
    if isinstance(data, EffectSizes):
        given = {"size": size, "control": control, "alpha": alpha}
        for name, value in given.items():
            if value is not None:
                raise InputError(
                    f"{name}={value!r} was given with effect sizes, which are computed already; "
                    "leave the option out"
                )
        return data
    usual = None if isinstance(data, Results) else data.control
    return effect_sizes(
        results_of(data),
        size=size or EFFECTS.default,
        control=control or usual,
        confidence=1 - alpha_of(data, alpha),
    )


def _draw(ax: Axes, forest: Forest, limits: tuple[float, float]) -> None:
    """The line of no difference, an interval a row, and the points on them."""
    rows = np.arange(len(forest.names))
    ax.set_xlim(limits)
    ax.axvline(forest.neutral, color=INK, linewidth=0.8 * setting("lines.linewidth"), gid="neutral")
    low, high = np.clip(forest.low, *limits), np.clip(forest.high, *limits)
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
        size, low, high = (short_number(float(number)) for number in numbers)
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


def _note(sizes: EffectSizes, forest: Forest) -> str:
    entry = EFFECTS.lookup(sizes.size)
    beyond = entry.turned or sizes.better == "higher"
    side = "Right" if beyond else "Left"
    first = sizes.family.control or "the first"
    missing = f" Without a size: {', '.join(forest.missing)}." if forest.missing else ""
    return (
        f"{side} of the line: {first} is better. Intervals: "
        f"{sizes.promise}, {sizes.n}\u00a0problems. Open: the interval "
        f"holds {forest.neutral:g}, not told apart.{missing}"
    )


def _description(sizes: EffectSizes, forest: Forest) -> str:
    rows = ", ".join(
        f"{name} {estimate:.4g} ({low:.4g} to {high:.4g})"
        for name, estimate, low, high in zip(
            forest.names, forest.estimate, forest.low, forest.high, strict=True
        )
    )
    against = f" of {sizes.family.control} against" if sizes.family.control else " of"
    return f"{sizes.title}{against} {rows}."


# What is shown of each pair: better, equivalent, both or neither.


#: A mark, a colour and a meaning: of the row's algorithm where it is better or worse.
_LOOKS = {
    "better": ("+", "#3b78b1", "better"),
    "worse": ("\u2212", "#e08a3c", "worse"),
    "equivalent": ("=", "#4d9a61", "equivalent"),
    "better and equivalent": ("+=", "#8fc7a0", "better, yet equivalent"),
    "worse and equivalent": ("\u2212=", "#cfe3c4", "worse, yet equivalent"),
    "undecided": ("?", "#ececec", "undecided"),
}


@picture
def plot_equivalence(
    tests: EquivalenceTests, *, annotate: bool | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the verdicts on all pairs, or on a control and the rest, as a matrix.

    A cell speaks of the row against the column: green with = for pairs shown to be equivalent,
    blue with + where the row is shown to be better, orange with a minus where it is worse, pale
    green for both at once, and grey with ? where nothing is shown. The algorithms stand in the
    order of the wins in these differences, those who lead most pairs first.

    Parameters
    ----------
    tests : EquivalenceTests
        What `equivalence` returns.
    annotate : bool, optional
        Whether the marks are written in the cells; by default for up to 25 algorithms.

    Examples
    --------
    >>> import evenkeel.plot
    >>> tests = evenkeel.equivalence(evenkeel.load("demsar2006"), margin=0.05)
    >>> ax = evenkeel.plot.plot_equivalence(tests)
    >>> [text.get_text() for text in ax.texts if text.get_gid() == "cell-1-3"]
    ['+=']
    """
    verdicts = _matrix(tests)
    order = _order(tests)
    control = tests.family.control
    columns = order if control is None else [tests.family.algorithms.index(control)]
    rows = [j for j in order if control is None or j not in columns]
    kinds = [[verdicts[a][b] for b in columns] for a in rows]
    shown = list(dict.fromkeys(kind for kind in _LOOKS if any(kind in row for row in kinds)))
    cells = Cells(
        rows=[tests.family.algorithms[j] for j in rows],
        columns=[tests.family.algorithms[j] for j in columns],
        colours=_colours(kinds),
        texts=[[_LOOKS[kind][0] if kind else "" for kind in row] for row in kinds],
        bold=np.zeros((len(rows), len(columns)), dtype=bool),
    )
    with axes_for(ax, _description_of_verdicts(tests), width=1, narrowest=2.4) as axes:
        draw_cells(axes, cells, own=ax is None, annotate=annotate)
        meanings = ", ".join(f"{_LOOKS[kind][0]}\u00a0{_LOOKS[kind][2]}" for kind in shown)
        label_with_note(axes, "Row against column", f"{meanings}. {_note_on_margins(tests)}")
    return axes


def _matrix(tests: EquivalenceTests) -> list[list[str]]:
    """The verdict of each row against each column; empty where nothing was tested."""
    k = tests.family.k
    matrix = [[""] * k for _ in range(k)]
    for (a, b), verdict, leader in zip(
        tests.family.pairs.tolist(), tests.verdicts, tests.leaders, strict=True
    ):
        for row, column in ((a, b), (b, a)):
            behind = leader != tests.family.algorithms[row]
            matrix[row][column] = verdict.replace("better", "worse") if behind else verdict
    return matrix


def _order(tests: EquivalenceTests) -> list[int]:
    """Who leads most pairs first."""
    led = [sum(leader == name for leader in tests.leaders) for name in tests.family.algorithms]
    order: IndexArray = np.argsort(-np.array(led), kind="stable")
    if tests.family.control is None:
        return [int(j) for j in order]
    first, second = tests.family.pairs.T
    turned = tests.difference if tests.better == "higher" else -tests.difference
    by_difference = second[np.argsort(np.nan_to_num(turned), kind="stable")]
    return [int(first[0]), *(int(j) for j in by_difference)]


def _colours(kinds: Sequence[Sequence[str]]) -> FloatArray:
    empty = (0.0, 0.0, 0.0, 0.0)
    return np.array(
        [[to_rgba(_LOOKS[kind][1]) if kind else empty for kind in row] for row in kinds]
    )


def _note_on_margins(tests: EquivalenceTests) -> str:
    test = CENTRES[tests.test].title
    return (
        f"Margin {tests.margin_in_words}. {test[:1].upper()}{test[1:]}, "
        f"{lookup(tests.procedure).title} at the\u00a0{tests.alpha:g}\u00a0level, "
        f"{tests.n}\u00a0problems."
    )


def _description_of_verdicts(tests: EquivalenceTests) -> str:
    """What the picture says, for readers who cannot see it."""
    found = "; ".join(
        f"{label}: {verdict}"
        for label, verdict in zip(tests.family.labels, tests.verdicts, strict=True)
    )
    return f"Verdicts on equivalence within {tests.margin_in_words}. {found}."
