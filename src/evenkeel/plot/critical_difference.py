"""The critical difference diagram, and several of them in one figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from evenkeel.comparison._compare import MeasuresComparison
from evenkeel.effects.margins import EquivalenceTests
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.plot.canvas import PADDING, AnyFigure, axes_for, place_axes
from evenkeel.plot.cd_list import list_scene
from evenkeel.plot.cd_notes import Closeness, closeness
from evenkeel.plot.cd_panels import panels_scene
from evenkeel.plot.cd_scene import Look, diagram_scene
from evenkeel.plot.decisions import Compared, Decisions, decisions_of, shown_of
from evenkeel.plot.saving import remember_tikz
from evenkeel.plot.scene import Scene, draw_scene, scene_tikz
from evenkeel.plot.styles import escape_words, is_typeset, setting
from evenkeel.posthocs._posthoc import PosthocResult
from evenkeel.tables.results import Results
from evenkeel.text import escape_latex

# The critical difference diagram.


_MOST = 20  # algorithms whose lines can be told apart
_LEAST_AXIS = 0.25  # share of the picture


def plot_critical_difference(
    data: Results | Compared | PosthocResult,
    *,
    ranking: str | None = None,
    control: str | None = None,
    procedure: str | None = None,
    method: str | None = None,
    alpha: float | None = None,
    adjusted: ArrayLike | None = None,
    equivalence: EquivalenceTests | None = None,
    layout: str = "auto",
    best: str = "left",
    ranks: bool = False,
    limits: tuple[float, float] | None = None,
    highlight: str | Sequence[str] | None = None,
    colours: str | Mapping[str, str] | None = None,
    note: bool = True,
    width: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a critical difference diagram: average ranks on a line, and bars that join groups.

    Without a control each bar joins one of the largest groups in which no pair is rejected, and
    every such group of two or more has its bar. A group need not be an interval of ranks: then
    its bar is solid only where members alone stand, dotted in between, and dots mark the members.
    Algorithms that share an average rank but not their groups stand a hair's breadth apart.

    With a control there are no bars, since only the control was compared with the others: it is
    marked by a diamond, those rejected against it by filled discs, the rest by open ones.

    With tests of `equivalence` the diagram also shows what was shown to be close, which is more
    than not told apart: open circles on a thin line join algorithms of which every pair is shown
    to be equivalent; with a control, a circle stands by the name of those equivalent to it.

    The bars and marks say what `evenkeel.compare` shows: what both of its looks reject. A procedure
    or a method that is named, and of a comparison also a ranking or a level that is not its own,
    asks the ranks alone.

    If a comparison stopped at the omnibus test, one bar joins all algorithms and the note says so.

    Parameters
    ----------
    data : Results, Comparison or PosthocResult
        What to draw. What is not given below comes from the comparison.
    ranking : {"friedman", "aligned", "quade"}, optional
        The ranking; by default Friedman's.
    control : str, optional
        The control algorithm, or ``"best"``.
    procedure : str, optional
        A post-hoc procedure, see `evenkeel.procedures`; by default Holm's for a control and
        Shaffer's for all pairs. ``"nemenyi-range"`` is the classical test of Nemenyi; with
        Friedman ranks its critical difference is drawn to scale.
    method : str, optional
        How the raw p-values are computed, see `evenkeel.posthoc`: ``"wilcoxon"`` with
        ``procedure="holm"`` gives the diagram of Wilcoxon's tests with Holm's adjustment. By
        default that of the comparison, or ``"calibrated"``.
    alpha : float, optional
        The level of significance, by default 0.05.
    adjusted : array_like, optional
        Adjusted p-values of any other test, one for each hypothesis in the order of `Family`;
        `procedure` is then the name to print.
    equivalence : EquivalenceTests, optional
        What `evenkeel.equivalence` returns for the same table and the same control.
    layout : {"auto", "two-sided", "one-sided", "list"}
        Labels on both sides of the axis, or all on the side of the best; or a list: a row for each
        algorithm with its rank, an interval and the letters of its groups in the place of bars.
        ``"auto"`` is the list for more than 20 algorithms, and where names on both sides would
        leave the axis less than a quarter of the picture; else both sides.
    best : {"left", "right"}
        The side on which the best (lowest) rank stands. Demsar (2006) has it on the right; the
        default is the left, where numbers begin.
    ranks : bool
        Whether the average ranks are written beside the names.
    limits : (float, float), optional
        The ranks at the ends of the axis; by default 1 and k, or round ones that enclose the
        averages where these take less than half of that. The note says that an axis is cut.
    highlight : str or sequence of str, optional
        Algorithms to emphasise, such as one's own.
    colours : "groups" or mapping, optional
        ``"groups"`` gives every bar its own colour; a mapping gives algorithms theirs.
    note : bool
        Whether the procedure, the level and the number of problems are written below.
    width : float, optional
        Width in inches, by default that of ``figure.figsize`` in the style in force. Where the
        labels need more the picture becomes wider.
    ax : Axes, optional
        Where to draw. The diagram is made smaller, text included, if it does not fit.

    Returns
    -------
    Axes

    References
    ----------
    Demsar (2006), JMLR 7:1-30, Section 3.2.2 and Figure 1.

    Examples
    --------
    >>> import evenkeel.plot
    >>> table = evenkeel.load("garcia2008")
    >>> ax = evenkeel.plot.plot_critical_difference(table, procedure="bergmann")
    >>> [line.get_gid() for line in ax.lines if line.get_gid().startswith("bar")]
    ['bar-0', 'bar-1']
    """
    decisions = decisions_of(
        data,
        ranking=ranking,
        control=control,
        procedure=procedure,
        method=method,
        alpha=alpha,
        adjusted=adjusted,
    )
    named = not (procedure is None and method is None and adjusted is None)
    decisions = shown_of(data, decisions, named=named)
    close = closeness(equivalence, decisions)
    look = Look(layout, best, ranks, limits, highlight, colours, note)
    words = description(decisions) + close.in_words(decisions.ranks.algorithms)
    return draw_fitting(
        ax,
        words,
        width,
        lambda figure, wide: _scene(figure, decisions, look, wide, close),
    )


def _scene(
    figure: AnyFigure, decisions: Decisions, look: Look, width: float, close: Closeness
) -> Scene:
    """The diagram, or the list if that was asked for or can be read better."""
    bars = look.colours == "groups"  # which a list does not have
    many = decisions.ranks.k > _MOST and not bars
    if look.layout == "list" or (look.layout == "auto" and many):
        return list_scene(figure, decisions, look, width, close)
    diagram, scene = diagram_scene(figure, decisions, look, width, close)
    axis = diagram.axis_x[1] - diagram.axis_x[0]
    if look.layout == "auto" and not bars and axis < _LEAST_AXIS * diagram.width:
        return list_scene(figure, decisions, look, width, close)
    return scene


def draw_fitting(
    ax: Axes | None,
    words: str,
    width: float | None,
    scene_of: Callable[[AnyFigure, float], Scene],
) -> Axes:
    """Draw a scene that is laid out for a width: in a figure that it fills, or in `ax`, shrunk."""
    with axes_for(ax, words, width=1, height=1, fitted=True) as axes:
        figure = axes.figure
        if ax is None:
            scene = scene_of(figure, width or setting("figure.figsize")[0])
            place_axes(axes, (PADDING, PADDING, scene.width, scene.height), (PADDING, PADDING))
            draw_scene(scene, axes, 1.0)
            escape = escape_words if is_typeset() else escape_latex
            remember_tikz(axes, lambda: scene_tikz(scene, escape))
        else:
            room = axes.get_window_extent()
            scene = scene_of(figure, width or room.width / figure.dpi)
            needed = max(scene.width / room.width, scene.height / room.height) * figure.dpi
            draw_scene(scene, axes, min(1.0, 1 / needed))
    return axes


def description(decisions: Decisions) -> str:
    """What the picture says, for readers who cannot see it."""
    ranks = decisions.ranks
    ordered = ", ".join(f"{ranks.algorithms[j]} {ranks.average[j]:.3f}" for j in ranks.order)
    start = f"Critical difference diagram ({decisions.basis}). Average ranks: {ordered}."
    control = decisions.family.control
    if control is None:
        groups = "; ".join(
            ", ".join(ranks.algorithms[j] for j in group)
            for group in decisions.groups
            if len(group) > 1
        )
        return f"{start} Groups without a rejected pair: {groups or 'none'}."
    rejected = ", ".join(
        other
        for (_, other), out in zip(decisions.family.hypotheses, decisions.rejected, strict=True)
        if out
    )
    return f"{start} Rejected against the control {control}: {rejected or 'none'}."


# Several critical difference diagrams in one figure.


def plot_critical_differences(
    data: Mapping[str, Results | Compared | PosthocResult] | MeasuresComparison,
    *,
    ranking: str | None = None,
    control: str | None = None,
    procedure: str | None = None,
    method: str | None = None,
    alpha: float | None = None,
    layout: str = "two-sided",
    best: str = "left",
    ranks: bool = False,
    limits: tuple[float, float] | None = None,
    highlight: str | Sequence[str] | None = None,
    colours: str | Mapping[str, str] | None = None,
    note: bool = True,
    width: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw critical difference diagrams of several measures, groups or dimensions in one figure.

    They stand above each other, each below its name, with the same axis of ranks, so that an
    algorithm can be followed from one to the next. Each is a family of hypotheses of its own: no
    p-value is adjusted for the number of diagrams.

    Parameters
    ----------
    data : mapping or MeasuresComparison
        The results, comparison or post-hoc result of each diagram by its name, all of the same
        algorithms, such as `evenkeel.read_measures` or `evenkeel.compare_measures` gives them.
    ranking, control, procedure, method, alpha
        As for `plot_critical_difference`, the same for all.
    layout : {"two-sided", "one-sided"}
        Labels on both sides of the axis, or all on the side of the best.
    best, ranks, limits, highlight, colours, note, width, ax
        As for `plot_critical_difference`. What the notes have in common is said once.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import evenkeel.plot
    >>> table = evenkeel.load("cec2005")
    >>> halves = {"f1 to f12": table.problems[:12], "f13 to f24": table.problems[12:24]}
    >>> tables = {name: table.select(problems=some) for name, some in halves.items()}
    >>> ax = evenkeel.plot.plot_critical_differences(tables)
    >>> [text.get_text() for text in ax.texts if text.get_fontweight() == "bold"]
    ['f1 to f12', 'f13 to f24']
    """
    given = data.comparisons if isinstance(data, MeasuresComparison) else data
    if not isinstance(given, Mapping) or not given:
        raise InputError(
            "there is no diagram to draw; give a mapping of names to tables or comparisons, such "
            "as read_measures() returns, or draw one with plot_critical_difference"
        )
    named = (procedure, method) != (None, None)
    asked: dict[str, Any] = {
        "ranking": ranking,
        "control": control,
        "procedure": procedure,
        "method": method,
        "alpha": alpha,
    }
    decided = {
        str(name): shown_of(each, decisions_of(each, **asked), named=named)
        for name, each in given.items()
    }
    _check_same_axis(decided)
    choice(layout, ("two-sided", "one-sided"), "layout of several diagrams")
    look = Look(layout, best, ranks, limits, highlight, colours, note)
    words = " ".join(f"{name}: {description(each)}" for name, each in decided.items())
    return draw_fitting(
        ax, words, width, lambda figure, wide: panels_scene(figure, decided, look, wide)[1]
    )


def _check_same_axis(decided: Mapping[str, Decisions]) -> None:
    """Refuse diagrams whose ranks mean different things."""
    (start, first), *others = decided.items()
    for name, each in others:
        differing = set(each.ranks.algorithms) ^ set(first.ranks.algorithms)
        if differing:
            raise InputError(
                f"{min(differing)!r} is in only one of {start!r} and {name!r}; ranks can share an "
                "axis only if they are of the same algorithms: select them, or draw each diagram "
                "by itself"
            )
        if each.ranks.ranking != first.ranks.ranking:
            raise InputError(
                Message(
                    f"{start!r} has {first.ranks.ranking} ranks and {name!r} "
                    f"{each.ranks.ranking} ranks, which do not share an axis; name one with ",
                    Option("ranking"),
                )
            )
