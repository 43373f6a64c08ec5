"""Friedman's ranks: within each problem."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from evenkeel.errors import Message
from evenkeel.ranks.batches import Ranked, Tables
from evenkeel.ranks.kernels import rank_and_count
from evenkeel.ranks.named import Ranks, compute_ranks
from evenkeel.ranks.registry import CALIBRATED, RANKINGS, Ranking
from evenkeel.tables.results import Results
from evenkeel.words.references import REFERENCES


def friedman_ranks(results: Results) -> Ranks:
    """Rank the algorithms within each problem, 1 for the best, ties averaged.

    Examples
    --------
    Table 8 of Derrac et al. (2011), whose printed average of C (1.250) is a misprint:

    >>> import evenkeel
    >>> evenkeel.ranks.friedman_ranks(evenkeel.load("toy")).average.tolist()
    [2.375, 4.0, 1.75, 1.875]
    """
    return compute_ranks(results, "friedman")


def _rank(tables: Tables) -> Ranked:
    ranks, tied = rank_and_count(tables.losses)
    return Ranked(ranks, ranks.mean(axis=-2), np.ones(ranks.shape[:-1]), tied)


def friedman_standard_error(n: int, k: int) -> float:
    """Equation (12) of Derrac et al. (2011)."""
    return math.sqrt(k * (k + 1) / (6 * n))


def _caveats(n: int, k: int, tied: int) -> Iterator[str]:
    if tied:
        yield Message(
            f"{tied} of the {n * k} values are tied, which the standard error of equation (12) "
            "leaves out: the p-values are somewhat too large; ",
            CALIBRATED,
        )


RANKINGS.register(
    Ranking(
        "friedman",
        "Friedman",
        "Friedman rank",
        "Ranks the algorithms within each problem, 1 for the best; ties share their average rank.",
        _rank,
        friedman_standard_error,
        _caveats,
        REFERENCES["friedman1937"],
        interval="quartiles",
        ordinal=True,
    )
)
