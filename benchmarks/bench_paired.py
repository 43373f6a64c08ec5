"""Paired p-values beside the normal ones, and the closed tests by permutation."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.timing import Measurement, ratio, seconds
from evenkeel import Family
from evenkeel.adjustments.closed import closed_test_of_control, closed_test_of_pairs
from evenkeel.posthocs.paired_laws import paired_pvalues
from evenkeel.posthocs.rank_statistics import posthoc_statistics
from evenkeel.ranks.kernels import rank_rows
from evenkeel.ranks.named import compute_ranks
from evenkeel.tables.results import Results


def measurements() -> Iterator[Measurement]:
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(112, 40))
    tables = {
        "no differences": noise,
        "differences": noise + np.linspace(0, 2, 40),
        "large differences": noise + np.linspace(0, 12, 40),
        "ties": np.round(noise, 1),
        "many ties, differences": np.round(2 * (noise + np.linspace(0, 2, 40))) / 2,
    }
    for name, values in tables.items():
        limit = 30 if name.endswith("differences") and "ties" not in name else None
        yield Measurement(
            f"paired / normal p-values, Friedman 112 x 40, {name}",
            _against_normal(values, "friedman"),
            limit,
        )
    for ranking in ("aligned", "quade"):
        yield Measurement(
            f"paired / normal p-values, {ranking} 112 x 40", _against_normal(noise, ranking)
        )
    yield from _many()


def _against_normal(values: np.ndarray, ranking: str) -> float:
    """Both from the values on."""
    family = Family.of_size(values.shape[1])

    def paired() -> object:
        table = Results(values, better="lower")
        return paired_pvalues(compute_ranks(table, ranking).ranks, family.pairs)

    def normal() -> object:
        return posthoc_statistics(values, ranking=ranking, better="lower")

    return ratio(paired, normal, repeat=20 if ranking == "friedman" else 3)


def _many() -> Iterator[Measurement]:
    rng = np.random.default_rng(1)
    pairs = Family.of_size(10).pairs
    ranks = rank_rows(rng.normal(size=(1000, 30, 10)))
    time = seconds(lambda: paired_pvalues(ranks, pairs), repeat=1)
    yield Measurement("paired p-values of 1,000 tables, Friedman 30 x 10", time, 5.0, "s")
    pairs = Family.of_size(40).pairs
    ranks = rank_rows(rng.normal(size=(10_000, 40)))
    time = seconds(lambda: paired_pvalues(ranks, pairs), repeat=1)
    yield Measurement("paired p-values, Friedman 10,000 x 40", time, 10.0, "s")
    ranks = rank_rows(rng.normal(size=(30, 16)))
    time = seconds(lambda: closed_test_of_pairs(ranks[:, :12], seed=0), repeat=1)
    yield Measurement("closed test of all pairs, 30 x 12, 10,000 permutations", time, 60.0, "s")
    time = seconds(lambda: closed_test_of_control(ranks, 0, resamples=1000, seed=0), repeat=1)
    yield Measurement("closed test with a control, 30 x 16, 1,000 permutations", time, 60.0, "s")
