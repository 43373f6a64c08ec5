"""What was given to bayes(): the data, the pairs and the options, checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.bayesian.registry import PLACES, BayesMethod, Place, Problem
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.families import Family
from evenkeel.posthocs._posthoc import resolve_control
from evenkeel.runs.cells import Cells, gather
from evenkeel.tables.results import Better, Results, as_results, has_names

if TYPE_CHECKING:
    from evenkeel.tables.runs import Runs


_MOST_PRIOR = 1e9  # a larger one leaves nothing to any table


def compared(
    data: Any,
    how: BayesMethod,
    first: str | None,
    second: str | None,
    control: str | None,
    problem: str | None,
    better: Better | None,
) -> tuple[FloatArray | None, Cells | None, Family]:
    """The losses of a table, or the runs, and the pairs."""
    if how.takes == "results":
        if problem is not None:
            raise InputError(
                Message(
                    "one problem was named with ",
                    Option("on_problem", problem, call=f"{problem=}"),
                    f", but {how.name!r} compares over all problems; leave it out, or give the "
                    "runs to ",
                    Option("method", "correlated-t"),
                )
            )
        table = as_results(data, better)
        names = _named(table.algorithms, first, second, control)
        table = table if names is None else table.select(names)
        family = Family(table.algorithms, resolve_control(table, control, "friedman"))
        return table.losses, None, family
    runs = _runs(data, how, better)
    names = _named(runs.algorithms, first, second, control)
    runs = _of_problem(runs if names is None else runs.select(names), how, problem)
    cells = gather(runs)
    cells.require_pairs(
        runs, how.title, instead=Message("compare the means by ", Option("method", "signed-rank"))
    )
    if control == "best":
        control = resolve_control(runs.aggregate("mean"), control, "friedman")
    return None, cells, Family(runs.algorithms, control)


def _named(
    algorithms: tuple[str, ...], first: str | None, second: str | None, control: str | None
) -> list[str] | None:
    """The two algorithms that were named, or None for all."""
    if first is None and second is None:
        return None
    if first is None or second is None or first == second:
        raise InputError(
            Message(
                "name two different algorithms with ",
                Option("first"),
                " and ",
                Option("second"),
                ", or none to compare all pairs",
            )
        )
    if control is not None:
        raise InputError(
            Message(
                Option("control", control),
                " was given with a pair, ",
                Option("first", first),
                " and ",
                Option("second", second),
                "; leave out the one or the other",
            )
        )
    return [choice(name, algorithms, "algorithm") for name in (first, second)]


def _runs(data: Any, how: BayesMethod, better: Better | None) -> Runs:
    if hasattr(data, "values_by_cell"):
        runs: Runs = data
        return runs
    if not isinstance(data, Results) and has_names(data):
        from evenkeel.tables.reading import read_runs

        return read_runs(data, better=better)
    raise InputError(
        Message(
            f"{how.name!r} needs the runs (folds) of each algorithm, and this is a table with one "
            "value per cell; read the runs with ",
            Option("shape", "runs", call="evenkeel.read_runs"),
            ", or choose ",
            Option("method", "signed-rank"),
        )
    )


def _of_problem(runs: Runs, how: BayesMethod, problem: str | None) -> Runs:
    """The runs of one problem, if the method is for one."""
    if how.name != "correlated-t":
        if problem is not None:
            raise InputError(
                Message(
                    "one problem was named with ",
                    Option("on_problem", problem, call=f"{problem=}"),
                    f", but {how.name!r} compares over all problems; leave it out, or choose ",
                    Option("method", "correlated-t"),
                )
            )
        return runs
    if problem is None and runs.n > 1:
        raise InputError(
            Message(
                f"'correlated-t' compares on one problem, and the runs have {runs.n}; name "
                "it, for example ",
                Option("on_problem", runs.problems[0], call=f"problem={runs.problems[0]!r}"),
                ", or choose ",
                Option("method", "hierarchical"),
                " for all",
            )
        )
    return runs if problem is None else runs.select(problems=[problem])


def checked_prior(how: BayesMethod, prior: float | None) -> float:
    """The strength of the prior, by default the method's own."""
    if prior is None:
        return how.strength or 0.0
    if how.strength is None:
        raise InputError(
            Message(
                Option("prior", prior),
                f" was given, but {how.name!r} has a prior of its own; leave it out",
            )
        )
    if isinstance(prior, bool | str) or not 0 <= prior <= _MOST_PRIOR:
        raise InputError(
            f"prior is {prior!r}; give the number of problems that it is worth, from 0 to "
            f"{_MOST_PRIOR:g}, such as {how.strength:g}"
        )
    return float(prior)


def checked_place(how: BayesMethod, place: str) -> Place:
    """Where the prior lies; of any place that in the middle."""
    choice(place, (*PLACES, "any"), "place of the prior")
    if how.strength is None and place != "rope":
        raise InputError(
            Message(
                Option("prior_place", place),
                f" was given, but {how.name!r} has a prior of its own; leave it out",
            )
        )
    return "rope" if place == "any" else place  # type: ignore[return-value]


def checked_share(how: BayesMethod, share: float | None) -> float:
    """The share of the examples in each test set, for the methods of runs."""
    if how.takes == "results":
        if share is not None:
            raise InputError(
                Message(
                    Option("test_share", share),
                    f" was given, but {how.name!r} compares one value per problem; leave it out",
                )
            )
        return 0.0
    if share is None:
        raise InputError(
            Message(
                f"test_share is missing: {how.name!r} needs the share of the examples in "
                "each test set, for runs with overlapping training sets are correlated; "
                "for ten folds give ",
                Option("test_share", 0.1),
            )
        )
    return fraction(share, "test_share")


def require_common(made: Problem, family: Family) -> None:
    """Raise if a pair has too little in common: no problem, or a single run."""
    if made.losses is not None:
        present, least, what = ~np.isnan(made.losses), 1, "problem"
    else:
        assert made.cells is not None
        present, least, what = made.cells.count >= 2, 1, "problem with two runs or more"
    first, second = made.pairs.T
    few = np.flatnonzero((present[:, first] & present[:, second]).sum(axis=0) < least)
    if few.size:
        a, b = family.hypotheses[few[0]]
        raise InputError(
            Message(
                f"{a!r} and {b!r} have no {what} in common; add results, or compare other "
                "algorithms with ",
                Option("first"),
                " and ",
                Option("second"),
            )
        )
