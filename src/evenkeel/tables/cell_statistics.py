"""The statistics that make one number of the runs of a cell: their names and levels."""

from __future__ import annotations

from typing import Literal, get_args

from evenkeel.errors import InputError, Message, Option, choice

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
