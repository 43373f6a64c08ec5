"""Aligned ranks: the whole table at once, after each problem's mean is taken off."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from evenkeel.errors import Message
from evenkeel.ranks.batches import Ranked, Tables
from evenkeel.ranks.kernels import align_and_count
from evenkeel.ranks.named import Ranks, compute_ranks
from evenkeel.ranks.registry import CALIBRATED, RANKINGS, Ranking
from evenkeel.tables.results import Results
from evenkeel.words.references import REFERENCES


def aligned_ranks(results: Results) -> Ranks:
    """Rank all n k differences from the problem's mean together (Hodges and Lehmann 1962).

    Differences that are equal in decimal arithmetic are tied whatever the order of the columns:
    some of them that could all be one number within the rounding errors of their values are taken
    as equal. Within one problem different values are never tied: where the rounding errors of
    a problem of large values exceed the differences of another, the doubles are compared exactly.

    Examples
    --------
    Table 9 of Derrac et al. (2011):

    >>> import evenkeel
    >>> evenkeel.ranks.aligned_ranks(evenkeel.load("toy")).average.tolist()
    [7.625, 14.5, 5.5, 6.375]
    """
    return compute_ranks(results, "aligned")


def _rank(tables: Tables) -> Ranked:
    ranks, tied = align_and_count(tables.losses)
    return Ranked(ranks, ranks.mean(axis=-2), np.ones(ranks.shape[:-1]), tied)


def _standard_error(n: int, k: int) -> float:
    """Equation (13) of Derrac et al. (2011), which is printed with k (n + 1) under the root."""
    return math.sqrt(k * (k * n + 1) / 6)


def _caveats(n: int, k: int, tied: int) -> Iterator[str]:
    yield Message("the standard error of equation (13) is only roughly right; ", CALIBRATED)


RANKINGS.register(
    Ranking(
        "aligned",
        "Friedman aligned",
        "aligned rank",
        "Ranks all results together after the mean of each problem is taken off, so that results "
        "of different problems are compared too. Useful with few algorithms.",
        _rank,
        _standard_error,
        _caveats,
        REFERENCES["hodges1962"],
        interval="quartiles",
        ends=lambda n, k: ((n + 1) / 2, n * k - (n - 1) / 2),
    )
)
