"""Quade's ranks: Friedman's, weighted by how much the algorithms differ on a problem."""

from __future__ import annotations

import math
from collections.abc import Iterator

from evenkeel.errors import Message
from evenkeel.ranks.batches import Ranked, Tables
from evenkeel.ranks.kernels import average_quade_ranks, rank_ranges
from evenkeel.ranks.named import Ranks, compute_ranks
from evenkeel.ranks.registry import CALIBRATED, RANKINGS, Ranking
from evenkeel.tables.results import Results
from evenkeel.words.references import REFERENCES


def quade_ranks(results: Results) -> Ranks:
    """Weight the Friedman ranks of each problem by the rank of its range (Quade 1979).

    Ranges that differ by no more than the rounding errors of their values are tied.

    Examples
    --------
    Table 10 of Derrac et al. (2011), T:

    >>> import evenkeel
    >>> evenkeel.ranks.quade_ranks(evenkeel.load("toy")).average.round(2).tolist()
    [2.3, 4.0, 1.55, 2.15]
    """
    return compute_ranks(results, "quade")


def _rank(tables: Tables) -> Ranked:
    within = tables.by("friedman")
    weights = rank_ranges(tables.losses)
    average = average_quade_ranks(within.ranks, weights)
    return Ranked(within.ranks * weights[..., None], average, weights, within.tied)


def _standard_error(n: int, k: int) -> float:
    """Equation (14) of Derrac et al. (2011)."""
    return math.sqrt(k * (k + 1) * (2 * n + 1) * (k - 1) / (18 * n * (n + 1)))


def _caveats(n: int, k: int, tied: int) -> Iterator[str]:
    if k != 3:
        yield Message(
            "the variance of equation (14) is (k - 1) / 2 times the exact one: the p-values are "
            f"too {'large' if k > 3 else 'small'}; ",
            CALIBRATED,
        )


RANKINGS.register(
    Ranking(
        "quade",
        "Quade",
        "Quade rank",
        "Friedman's ranks, of which a problem's weigh more the more the algorithms differ on it.",
        _rank,
        _standard_error,
        _caveats,
        REFERENCES["quade1979"],
    )
)
