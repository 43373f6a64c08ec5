"""How much is worked on at a time changes no result, and a batch of tables none of its tables."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import evenkeel
from evenkeel.adjustments import bergmann, exhaustive, step_up
from evenkeel.omnibus import permutation
from evenkeel.omnibus.registry import OMNIBUS, OmnibusTest
from evenkeel.pairwise import signed_ranks
from evenkeel.pairwise import signed_ranks as signed_rank_pvalues
from evenkeel.posthocs import paired_laws, pooled_laws
from evenkeel.posthocs import pooled_laws as rank_law
from evenkeel.ranks.registry import Tables

RANDOM = np.random.default_rng(4)
P = RANDOM.random((7, 15)) ** 3
POSITIONS = np.sort(RANDOM.random(14)) * 8
DISTANCES = np.abs(np.subtract.outer(POSITIONS, POSITIONS))[np.triu_indices(14, 1)]
VALUES = np.round(RANDOM.random((12, 6)), 1)
WIDE = RANDOM.random((60, 5))
FEW = np.round(RANDOM.random((5, 4)), 1)


def ranks_of(values: np.ndarray) -> np.ndarray:
    return evenkeel.ranks.friedman_ranks(evenkeel.Results(values, better="lower")).ranks


def paired(values: np.ndarray) -> np.ndarray:
    pairs = np.column_stack(np.triu_indices(values.shape[1], 1))
    return paired_laws.paired_pvalues(ranks_of(values), pairs).pvalue


def saddle(monkeypatch: pytest.MonkeyPatch) -> np.ndarray:
    monkeypatch.setattr(paired_laws, "EXACT_WORK", 0)
    return paired(WIDE)


WORKS: list[tuple[object, str, Callable[[], np.ndarray]]] = [
    (
        bergmann,
        "_BLOCK_CELLS",
        lambda: evenkeel.adjust(np.exp(-DISTANCES), "bergmann", positions=POSITIONS),
    ),
    (exhaustive, "_BLOCK_CELLS", lambda: evenkeel.adjust(P, "bergmann")),
    (exhaustive, "_BLOCK_CELLS", lambda: evenkeel.adjust(P, "shaffer-dynamic")),
    (step_up, "_BLOCK_CELLS", lambda: evenkeel.adjust(P, "hommel")),
    (step_up, "_BLOCK_CELLS", lambda: evenkeel.adjust(np.tile(P, (4, 1)), "rom")),
    (signed_ranks, "_BLOCK_CELLS", lambda: evenkeel.wilcoxon_all(VALUES, better="lower").pvalue),
    (
        signed_rank_pvalues,
        "_BLOCK_CELLS",
        lambda: evenkeel.wilcoxon_all(VALUES, better="lower").pvalue,
    ),
    (
        pooled_laws,
        "_BLOCK_CELLS",
        lambda: evenkeel.posthoc_statistics(VALUES, method="paired", better="lower").z,
    ),
    (paired_laws, "_BLOCK_CELLS", lambda: paired(VALUES)),
    (paired_laws, "_COUNT_CELLS", lambda: paired(WIDE)),
    (permutation, "_BLOCK", lambda: evenkeel.friedman(FEW, method="exact", better="lower").pvalue),
    (
        rank_law,
        "_PIECE",
        lambda: evenkeel.posthoc(WIDE, adjust="holm", method="exact", better="lower").pvalue,
    ),
]


@pytest.mark.parametrize("size", [1, 40])
@pytest.mark.parametrize("work", WORKS, ids=lambda work: f"{work[0].__name__}-{work[1]}")
def test_small_blocks_give_what_one_block_gives(
    work: tuple[object, str, Callable[[], np.ndarray]], size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, name, compute = work
    rank_law._tail.cache_clear()
    whole = compute()
    monkeypatch.setattr(module, name, size)
    rank_law._tail.cache_clear()
    np.testing.assert_allclose(compute(), whole, rtol=1e-12)


@pytest.mark.parametrize("cells", [1, 130])
def test_saddle_points_do_not_depend_on_their_blocks(
    cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = saddle(monkeypatch)
    monkeypatch.setattr(paired_laws, "_SADDLE_CELLS", cells)
    np.testing.assert_array_equal(paired(WIDE), whole)


def test_an_exact_law_is_feasible_up_to_the_work_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three sizes, the limit 3 and so four sums: 12 additions; in units of 2 the same."""
    for sizes, limit in (([1, 2, 3], 3), ([2, 4, 6], 6), ([2, 4, 6], 7)):
        for allowed, expected in ((12, True), (11, False)):
            monkeypatch.setattr(paired_laws, "EXACT_WORK", allowed)
            found = paired_laws._feasible(np.array([sizes]), np.array([limit]))
            assert found.tolist() == [expected]


def test_many_values_are_added_up_with_less_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sizes and the limit 65: 132 additions, of which a sixteenth of the work is allowed."""
    for allowed, expected in ((16 * 132, True), (16 * 132 - 1, False)):
        monkeypatch.setattr(paired_laws, "EXACT_WORK", allowed)
        found = paired_laws._feasible(np.array([[65, 66]]), np.array([65]))
        assert found.tolist() == [expected]
    monkeypatch.setattr(paired_laws, "EXACT_WORK", 64 * 66)
    found = paired_laws._feasible(np.array([[63, 64] * 9]), np.array([65]))
    assert found.tolist() == [True]  # few values, for all pairs at once


@pytest.mark.parametrize("test", list(OMNIBUS), ids=OMNIBUS.names)
@pytest.mark.parametrize("ties", ["uncorrected", "corrected"])
def test_a_batch_of_tied_tables_is_tested_table_by_table(test: OmnibusTest, ties: str) -> None:
    losses = RANDOM.integers(0, 9, (6, 8, 4)) // np.arange(1, 7)[:, None, None] * 1.0
    ranks = Tables(losses).by(test.ranking).ranks
    together = test.statistic(ranks, ties=ties)
    alone = [float(test.statistic(one, ties=ties)) for one in ranks]
    np.testing.assert_allclose(together, alone, rtol=1e-12)
    tails = test.tail(together, ranks, ties)
    each = [float(test.tail(np.float64(s), r, ties)) for s, r in zip(alone, ranks, strict=True)]
    np.testing.assert_allclose(tails, each, rtol=1e-12)


@pytest.mark.parametrize("alternative", ["two-sided", "better", "worse"])
@pytest.mark.parametrize("work", [0, paired_laws.EXACT_WORK], ids=["saddle point", "exact"])
def test_differences_three_times_as_large_have_the_same_p_values(
    alternative: str, work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paired_laws, "EXACT_WORK", work)
    differences = RANDOM.integers(-4, 6, (9, 40)).astype(np.int32)
    once, _ = paired_laws._pvalues(differences, alternative)
    thrice, _ = paired_laws._pvalues(3 * differences, alternative)
    np.testing.assert_allclose(thrice, once, rtol=1e-9)


def test_the_law_of_the_totals_is_built_up_to_the_work_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three problems, the first fixed, the last by a product: 6 arrangements of the one between."""
    ranks = np.tile(np.arange(3), (3, 1))
    monkeypatch.setattr(permutation, "_WORK", 6)
    assert permutation.totals_law(ranks) is not None
    monkeypatch.setattr(permutation, "_WORK", 5)
    assert permutation.totals_law(ranks) is None
