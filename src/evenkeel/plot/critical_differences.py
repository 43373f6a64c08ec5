"""Several critical difference diagrams in one figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes

from evenkeel.comparison.comparing_measures import MeasuresComparison
from evenkeel.decisions.testing import PosthocResult
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.plot.cd_panels import panels_scene
from evenkeel.plot.cd_scene import Look
from evenkeel.plot.critical_difference import description, draw_fitting
from evenkeel.plot.decisions import Compared, Decisions, decisions_of
from evenkeel.tables.results import Results


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
    decided = {
        str(name): decisions_of(
            each, ranking=ranking, control=control, procedure=procedure, method=method, alpha=alpha
        )
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
