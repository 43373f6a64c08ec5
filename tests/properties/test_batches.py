"""A batch of tables or families is tested one by one, and groups follow the average ranks."""

from __future__ import annotations

import numpy as np
import pytest

import evenkeel
from evenkeel.adjustments import adjusted_alphas
from evenkeel.adjustments.registry import ADJUSTMENTS, Adjustment
from evenkeel.posthocs.confidence_sets import sign_beats
from evenkeel.posthocs.laws import LAWS, Law
from evenkeel.posthocs.pooled_laws import difference_law, exact_pvalues
from evenkeel.ranks.registry import RANKINGS, Tables

P = np.random.default_rng(6).random((2, 3, 10)) ** 4
OF_PVALUES = [entry for entry in ADJUSTMENTS if entry.kind != "closed"]


@pytest.mark.parametrize("entry", OF_PVALUES, ids=lambda entry: entry.name)
def test_a_batch_is_adjusted_and_decided_row_by_row(entry: Adjustment) -> None:
    adjusted, decided = evenkeel.adjust(P, entry.name), adjusted_alphas(P, entry.name, 0.1)
    assert adjusted.shape == decided.rejected.shape == P.shape
    for row in np.ndindex(P.shape[:-1]):
        alone = adjusted_alphas(P[row], entry.name, 0.1)
        np.testing.assert_allclose(adjusted[row], evenkeel.adjust(P[row], entry.name), rtol=1e-12)
        assert decided.rejected[row].tolist() == alone.rejected.tolist()
        if alone.levels is None:
            assert decided.levels is None
        else:
            assert decided.levels is not None
            np.testing.assert_allclose(decided.levels[row], alone.levels, rtol=1e-10)


@pytest.mark.parametrize("ranking", RANKINGS.names)
@pytest.mark.parametrize("law", list(LAWS), ids=LAWS.names)
def test_raw_p_values_of_tied_tables_are_those_of_each_table(law: Law, ranking: str) -> None:
    shape = (2, 3, 6, 4)
    losses = np.random.default_rng(9).integers(0, 12, shape) // np.arange(1, 4)[:, None, None] * 1.0
    pairs = np.column_stack(np.triu_indices(4, 1))
    together = law.pvalues(Tables(losses), pairs, ranking)
    for place in np.ndindex(2, 3):
        alone = law.pvalues(Tables(losses[place]), pairs, ranking)
        np.testing.assert_allclose(together.pvalue[place], alone.pvalue, rtol=1e-12)
        np.testing.assert_allclose(together.z[place], alone.z, rtol=1e-12)


@pytest.mark.parametrize("ranking", RANKINGS.names)
def test_tables_of_problems_of_one_table_have_the_ranks_of_their_own(ranking: str) -> None:
    rng = np.random.default_rng(10)
    losses = rng.integers(0, 9, (7, 4)) * 1.0
    rows = rng.integers(0, 7, (5, 6))
    taken, alone = Tables(losses).of_problems(rows).by(ranking), Tables(losses[rows]).by(ranking)
    assert taken.tied == alone.tied > 0
    for name in ("ranks", "average", "weights"):
        assert getattr(taken, name).tolist() == getattr(alone, name).tolist()


def test_each_of_many_small_tied_tables_has_the_exact_law_of_its_own_ties() -> None:
    losses = np.random.default_rng(2).integers(0, 3, (80, 3, 4)) * 1.0
    ranks = Tables(losses).by("friedman").ranks
    differences = ranks[..., 1].sum(axis=-1, keepdims=True) - ranks[..., :1].sum(axis=-2)
    together = exact_pvalues(ranks, differences)
    for one, difference, found in zip(ranks, differences, together, strict=True):
        assert found.tolist() == difference_law(one).pvalue(difference).tolist()


def test_wins_over_each_other_are_counted_table_by_table() -> None:
    losses = np.random.default_rng(3).integers(0, 4, (3, 9, 5)) * 1.0
    together = sign_beats(losses)
    for one, found in zip(losses, together, strict=True):
        np.testing.assert_array_equal(found, sign_beats(one))


def test_groups_and_letters_begin_with_the_best_average_rank() -> None:
    """Garcia and Herrera (2008), Table 5: the groups of Bergmann and Hommel, best first."""
    table = evenkeel.load("garcia2008")
    expected = (("C4.5", "NaiveBayes"), ("CN2", "1-NN"), ("Kernel",))
    letters = {"C4.5": "a", "NaiveBayes": "a", "CN2": "b", "1-NN": "b", "Kernel": "c"}
    for order in (table.algorithms, table.algorithms[::-1], sorted(table.algorithms)):
        found = evenkeel.posthoc(table.select(order), adjust="bergmann")
        assert found.groups() == expected
        assert found.letters() == letters
        assert list(found.letters()) == list(order)
