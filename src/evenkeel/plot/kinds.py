"""The pictures of results and of runs by name, for the menus of the command line."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Literal, get_type_hints

from matplotlib.axes import Axes

from evenkeel.errors import InputError, choice
from evenkeel.plot.aggregates import plot_profiles
from evenkeel.plot.average_ranks import plot_average_ranks, plot_bonferroni_dunn
from evenkeel.plot.canvas import draw_stacked
from evenkeel.plot.confidence_curve import plot_confidence_curve
from evenkeel.plot.critical_difference import plot_critical_difference, plot_critical_differences
from evenkeel.plot.curves import plot_curves
from evenkeel.plot.decisions import Compared
from evenkeel.plot.effects import plot_forest
from evenkeel.plot.matrices import (
    plot_comparison_matrix,
    plot_contrasts,
    plot_pvalue_matrix,
    plot_win_tie_loss,
)
from evenkeel.plot.options import typed_value
from evenkeel.plot.orders import plot_beating, plot_rank_shares
from evenkeel.plot.pairs import plot_differences, plot_joint, plot_scatter
from evenkeel.plot.posteriors import plot_posterior, plot_posterior_matrix, plot_simplex
from evenkeel.plot.problems import plot_missing, plot_rank_heatmap
from evenkeel.plot.runs import plot_histogram, plot_qq, plot_runs_box
from evenkeel.plot.stairs import plot_stairs
from evenkeel.plot.times import plot_cactus, plot_ecdf, plot_ert, plot_survival
from evenkeel.tables.outcomes import Outcomes
from evenkeel.tables.results import Results
from evenkeel.tables.runs import Runs

Tables = Mapping[str, Results | Compared]


@dataclass(frozen=True)
class Kind:
    """A picture: its name in menus and the function that draws it.

    `needs` holds the options without which it cannot be drawn, each with an example. `several`
    is the function that draws several tables by their names; without it the pictures of each
    stand above each other. `shows` says of what it is: of one value per cell, or of single runs,
    their courses, or when they were solved.
    """

    name: str
    function: Callable[..., Axes]
    needs: Mapping[str, Any] = field(default_factory=dict)
    several: Callable[..., Axes] | None = None
    shows: Literal["results", "runs", "courses", "outcomes"] = "results"

    @property
    def of_runs(self) -> bool:
        """Whether it shows the runs of a table, not one value per cell."""
        return self.shows in ("runs", "courses")

    @property
    def summary(self) -> str:
        """One line that says what the picture shows."""
        return (self.function.__doc__ or "").strip().splitlines()[0]

    @cached_property
    def types(self) -> Mapping[str, Any]:
        """The options that the function takes, without `ax`, each with its type."""
        return _types(self.function)

    @property
    def options(self) -> tuple[str, ...]:
        """Names of the options that the function takes, without `ax`."""
        return tuple(self.types)


def _types(function: Callable[..., Axes]) -> dict[str, Any]:
    hints = get_type_hints(function)
    names = list(inspect.signature(function).parameters)[1:]
    return {name: hints[name] for name in names if name != "ax"}


_ROPE = {"rope": 0.01}
_CUTOFF = {"cutoff": 100.0}

KINDS: Mapping[str, Kind] = (
    {
        name: Kind(name, function, *more)
        for name, function, *more in (
            ("critical-difference", plot_critical_difference, {}, plot_critical_differences),
            ("bonferroni-dunn", plot_bonferroni_dunn),
            ("stairs", plot_stairs),
            ("average-ranks", plot_average_ranks),
            ("pvalues", plot_pvalue_matrix),
            ("comparison-matrix", plot_comparison_matrix),
            ("win-tie-loss", plot_win_tie_loss),
            ("contrasts", plot_contrasts),
            ("forest", plot_forest),
            ("rank-heatmap", plot_rank_heatmap),
            ("rank-shares", plot_rank_shares),
            ("beating", plot_beating),
            ("joint", plot_joint, {}, plot_joint),
            ("missing", plot_missing),
            ("scatter", plot_scatter),
            ("differences", plot_differences),
            ("confidence-curve", plot_confidence_curve),
            ("profiles", plot_profiles),
            ("simplex", plot_simplex, _ROPE),
            ("posterior", plot_posterior, _ROPE),
            ("posterior-matrix", plot_posterior_matrix, _ROPE),
        )
    }
    | {
        name: Kind(name, function, shows="runs")
        for name, function in (("histogram", plot_histogram), ("qq", plot_qq))
    }
    | {
        name: Kind(name, function, shows="courses")
        for name, function in (("curves", plot_curves), ("ecdf", plot_ecdf), ("ert", plot_ert))
    }
    | {"runs-box": Kind("runs-box", plot_runs_box, shows="runs")}
    | {
        name: Kind(name, function, _CUTOFF, shows="outcomes")
        for name, function in (("cactus", plot_cactus), ("survival", plot_survival))
    }
)


def draw_picture(
    kind: str, data: Results | Compared | Tables | Runs | Outcomes, /, **options: Any
) -> Axes:
    """Draw the picture of that name; options that are None are left to their defaults.

    Several tables by their names, such as `read_measures` gives them, are drawn in one figure:
    critical difference diagrams on one axis, other pictures above each other, each below its name.

    Examples
    --------
    >>> import evenkeel.plot
    >>> from evenkeel.plot import draw_picture
    >>> ax = draw_picture("stairs", evenkeel.load("cec2005"), control="SaDE", alpha=None)
    >>> ax.get_xscale()
    'log'
    """
    function, types = _drawing(kind, data)
    return function(data, **_taken(kind, types, options))


def draw_typed(
    kind: str,
    data: Results | Mapping[str, Results] | Runs | Outcomes,
    options: Mapping[str, str | bool | None],
) -> Axes:
    """Draw the picture of that name with options as they were typed.

    Examples
    --------
    >>> import evenkeel
    >>> from evenkeel.plot.kinds import draw_typed
    >>> ax = draw_typed("bonferroni-dunn", evenkeel.load("cec2005"), {"alpha": "0.05,0.1"})
    >>> [line.get_gid() for line in ax.lines]
    ['threshold-0.05', 'threshold-0.1']
    """
    function, types = _drawing(kind, data)
    tables = data.values() if isinstance(data, Mapping) else (data,)
    known = {name for table in tables for name in (*table.algorithms, *table.problems)}
    values = {
        name: typed_value(name, given, types[name], known) if isinstance(given, str) else given
        for name, given in _taken(kind, types, options).items()
    }
    return function(data, **values)


def kinds_with(option: str) -> list[str]:
    """Names of the pictures that take an option."""
    return [kind.name for kind in KINDS.values() if option in kind.options]


def _drawing(kind: str, data: object) -> tuple[Callable[..., Axes], Mapping[str, Any]]:
    """The function that draws this data, and the options that it takes."""
    picture = KINDS[choice(kind, KINDS, "picture")]
    if picture.of_runs and isinstance(data, Results | Mapping):
        raise InputError(
            f"the picture {kind!r} shows the runs of a table, but this one has one value per cell; "
            "give the runs themselves"
        )
    if not isinstance(data, Mapping):
        return picture.function, picture.types
    if picture.several is None:
        return partial(_stacked, picture.function), picture.types
    return picture.several, _types(picture.several)


def _stacked(function: Callable[..., Axes], tables: Tables, **options: Any) -> Axes:
    """The picture of each table, above each other."""
    if not tables:
        raise InputError("there is no table to draw; give a mapping of names to tables")
    return draw_stacked(
        {str(name): partial(_in_axes, function, each, options) for name, each in tables.items()}
    )


def _in_axes(
    function: Callable[..., Axes], data: object, options: Mapping[str, Any], ax: Axes | None
) -> Axes:
    return function(data, **options, ax=ax)


def _taken(kind: str, types: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given, if the picture takes them all."""
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if name not in types:
            fitting = ", ".join(kinds_with(name))
            raise InputError(
                f"the picture {kind!r} has no option {name!r}"
                + (f"; these have it: {fitting}" if fitting else "")
            )
    return given
