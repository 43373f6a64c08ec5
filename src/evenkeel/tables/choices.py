"""What is to become of missing results, and of many runs in a cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Literal, cast, get_args

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError, Message, Option, TableError, choice
from evenkeel.tables.options import Missing
from evenkeel.tables.results import Results

if TYPE_CHECKING:
    import polars as pl

# What is to become of missing results: the choices, what each supposes, and what it makes.
#
# None of them is a default: a table with holes is refused until one is named.


@dataclass(frozen=True)
class Choice:
    """A choice: what is done in words, and what it supposes."""

    name: Missing
    does: str
    supposes: str


#: The choices by their names, which are those of `MISSING` without ``"error"``.
CHOICES: Mapping[str, Choice] = {
    each.name: each
    for each in (
        Choice(
            "keep",
            "holes are kept and every comparison uses the results that are there",
            "results are missing at random, not because they would have been good or bad",
        ),
        Choice(
            "drop-problem",
            "problems with a missing result are left out",
            "the problems left speak for all, though those that algorithms fail on may be harder",
        ),
        Choice(
            "drop-algorithm",
            "algorithms with a missing result are left out",
            "nothing need be said about the algorithms left out",
        ),
        Choice(
            "worst",
            "a missing result is a failure, which ranks last on its problem, level with other "
            "failures there",
            "a result is missing because the algorithm failed, and failing is the worst result",
        ),
    )
}


def choose(results: Results, missing: str) -> Results:
    """The table after the choice; the table before it is remembered, see `whole_of`.

    Parameters
    ----------
    results : Results
        A table with ``missing="keep"``; one without holes is returned as it is.
    missing : {"drop-problem", "drop-algorithm", "worst", "keep"}
        Leave out the problems, or the algorithms, of which a result is missing; take a missing
        result for a failure, which ranks last on its problem; or keep the holes.

    Returns
    -------
    Results

    Examples
    --------
    >>> import numpy as np
    >>> import evenkeel
    >>> values = [[1, 2, 3], [2, 1, np.nan], [1, 2, 3]]
    >>> table = evenkeel.Results(values, better="lower", missing="keep")
    >>> evenkeel.tables.choose(table, "drop-algorithm")
    Results: 3 problems x 2 algorithms, lower is better
        A1  A2
    P1   1   2
    P2   2   1
    P3   1   2
    >>> evenkeel.friedman(evenkeel.tables.choose(table, "worst")).average_ranks.round(2).tolist()
    [1.33, 1.67, 3.0]
    """
    name = cast(Missing, choice(missing, CHOICES, "treatment of missing cells"))
    if name == "keep" or not results.has_missing:
        return results
    if name == "worst":
        made = replace(results, missing="worst")
    elif name == "drop-problem":
        made = _without_problems(results)
    else:
        made = _without_algorithms(results)
    made._memo["whole"] = (name, results)
    return made


def whole_of(results: Results) -> tuple[Missing, Results] | None:
    """Which choice was made, and the table before it; None if nothing was ever missing."""
    if "whole" in results._memo:
        return cast("tuple[Missing, Results]", results._memo["whole"])
    if not results.has_missing:
        return None
    if results.failures:
        return "worst", replace(results, failures=False, missing="keep")
    return "keep", results


def failures_last(results: Results) -> Results:
    """The table for methods that look at nothing but the order within problems.

    If missing results are failures, they become equal to each other and worse than all others of
    their problem; the numbers that stand for them mean nothing else. Other tables are returned as
    they are.
    """
    if not (results.failures and results.has_missing):
        return results
    if "failures last" not in results._memo:
        losses = results.losses
        worst = np.fmax.reduce(losses, axis=1, keepdims=True)
        stand_in = np.nextafter(np.nan_to_num(worst), np.inf)
        filled = np.where(np.isnan(losses), stand_in, losses)
        values = filled if results.better == "lower" else -filled
        results._memo["failures last"] = replace(
            results, values=values, failures=False, missing="error"
        )
    return cast(Results, results._memo["failures last"])


def _without_problems(results: Results) -> Results:
    gaps = np.flatnonzero(np.isnan(results.values).any(axis=1))
    left = results.n - gaps.size
    if left < 2:
        raise TableError(
            _source(results),
            f"{gaps.size} of {results.n} problems have a missing value, and leaving them out "
            f"leaves {left}; a comparison needs at least two, so fill values in",
        )
    return _as_read(replace(results.drop_incomplete(), missing="error"))


def _without_algorithms(results: Results) -> Results:
    gaps = np.flatnonzero(np.isnan(results.values).any(axis=0))
    names = tuple(results.algorithms[j] for j in gaps)
    left = results.k - len(names)
    if left < 2:
        raise TableError(
            _source(results),
            f"{len(names)} of {results.k} algorithms have a missing value, and leaving them "
            f"out leaves {left}; a comparison needs at least two, so fill values in",
        )
    origin = results.origin and replace(results.origin, left_out=names)
    return _as_read(replace(results.drop(names), origin=origin, missing="error"))


def _as_read(results: Results) -> Results:
    """The table with a reading that counts what is left."""
    origin = results.origin
    if origin is None or origin.reading is None:
        return results
    reading = origin.reading.known_by(results.problems, results.algorithms, "")
    return replace(results, origin=replace(origin, reading=reading))


def _source(results: Results) -> str:
    return results.origin.description if results.origin else "Results"


# Statistics of the runs of a cell: the names of those that make one number of them, and all.


Statistic = Literal["mean", "median", "min", "max", "best", "worst", "std"]
STATISTICS: tuple[str, ...] = get_args(Statistic)


def level_of(statistic: object) -> float | None:
    """Return the level of a quantile, or None for the other statistics."""
    if isinstance(statistic, (int, float)) and not isinstance(statistic, bool):
        if 0 < statistic < 1:
            return float(statistic)
        raise InputError(
            Message(
                Option("statistic", statistic),
                " is no quantile; give a number between 0 and 1, such as 0.9, or one of "
                f"{', '.join(map(repr, STATISTICS))}",
            )
        )
    return 0.5 if choice(statistic, STATISTICS, "statistic") == "median" else None


def statistic_in_words(statistic: object) -> str:
    """A statistic by its name, or ``quantile 0.9``."""
    return statistic if isinstance(statistic, str) else f"quantile {statistic}"


@dataclass(frozen=True)
class RunsSummary:
    """What the runs of each cell look like: arrays of shape (n problems, k algorithms).

    `std` is the standard deviation with divisor runs - 1, NaN for a single run; the quartiles are
    interpolated linearly (definition 7 of Hyndman and Fan, 1996, the one of numpy and R). A cell
    without runs has count 0 and NaN everywhere else.
    """

    problems: tuple[str, ...]
    algorithms: tuple[str, ...]
    counts: IntArray
    mean: FloatArray
    std: FloatArray
    minimum: FloatArray
    lower_quartile: FloatArray
    median: FloatArray
    upper_quartile: FloatArray
    maximum: FloatArray

    def to_polars(self) -> pl.DataFrame:
        """Return a polars frame with a row per cell."""
        import polars as pl

        n, k = self.counts.shape
        names = [f.name for f in fields(self)[2:]]
        return pl.DataFrame(
            {
                "problem": np.repeat(self.problems, k),
                "algorithm": np.tile(self.algorithms, n),
                **{name: getattr(self, name).ravel() for name in names},
            }
        )
