"""Raw p-values of the pair alone, in the family: Wilcoxon's and the sign test as they stand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import evenkeel
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import RANKINGS, Tables


def test_wilcoxon_is_that_of_scipy_pair_by_pair() -> None:
    losses = np.random.default_rng(1).normal(size=(25, 5)) + 0.2 * np.arange(5)
    table = evenkeel.Results(losses, better="lower")
    found = evenkeel.posthoc_statistics(table, method="wilcoxon")
    for (a, b), p, z in zip(found.family.pairs.tolist(), found.pvalue, found.z, strict=True):
        differences = losses[:, b] - losses[:, a]
        assert p == pytest.approx(stats.wilcoxon(differences, method="exact").pvalue, rel=1e-12)
        ranks = stats.rankdata(np.abs(differences))
        assert np.sign(z) == np.sign((np.sign(differences) * ranks).sum())


@pytest.mark.parametrize("case", ["garcia2008", "cec2005_ties", "toy"])
def test_sign_is_the_binomial_test_without_ties(case: str) -> None:
    table = evenkeel.load(case)
    found = evenkeel.posthoc_statistics(table, method="sign", control=table.algorithms[0])
    for (a, b), p, z in zip(found.family.pairs.tolist(), found.pvalue, found.z, strict=True):
        wins = int((table.losses[:, a] < table.losses[:, b]).sum())
        losses = int((table.losses[:, a] > table.losses[:, b]).sum())
        expected = stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
        assert p == pytest.approx(expected, rel=1e-12)
        assert np.sign(z) == np.sign(wins - losses)


@pytest.mark.parametrize("ranking", RANKINGS.names)
@pytest.mark.parametrize("law", LAWS.names)
def test_a_single_table_is_a_batch_of_one(law: str, ranking: str) -> None:
    """Five tables at once, one of them with ties, give the numbers of each by itself."""
    rng = np.random.default_rng(3)
    losses = np.concatenate([rng.random((4, 9, 4)), rng.integers(0, 4, (1, 9, 4)).astype(float)])
    pairs = evenkeel.Family.of_size(4).pairs
    together = LAWS.lookup(law).pvalues(Tables(losses), pairs, ranking)
    for i, single in enumerate(losses):
        alone = evenkeel.posthoc_statistics(
            evenkeel.Results(single, better="lower"), ranking=ranking, method=law
        )
        np.testing.assert_allclose(together.pvalue[i], alone.pvalue, rtol=1e-12)
        np.testing.assert_allclose(together.z[i], alone.z, rtol=1e-9, atol=1e-12)


def test_the_verdict_on_a_pair_follows_its_own_differences_not_the_average_ranks() -> None:
    """Wilcoxon's test prefers A, which wins big; the ranks prefer B, which wins often."""
    rng = np.random.default_rng(4)
    a = np.where(np.arange(30) < 13, -100.0, 1.0) + rng.random(30)
    table = evenkeel.Results(
        np.column_stack([a, rng.random(30) * 0.1, 500 + rng.random(30)]),
        algorithms=["A", "B", "C"],
        better="lower",
    )
    ranks = evenkeel.posthoc_statistics(table)
    own = evenkeel.posthoc_statistics(table, method="wilcoxon")
    assert ranks.differences[0] < 0 < own.z[0]
    comparison = evenkeel.compare(table, method="wilcoxon", alpha=0.9, procedure="holm")
    assert any("A over B" in sentence for sentence in comparison.conclusions)


def test_the_report_states_the_null_hypothesis_and_what_was_left_out() -> None:
    rng = np.random.default_rng(5)
    table = evenkeel.Results(rng.random((30, 18)) + 0.2 * np.arange(18), better="lower")
    result = evenkeel.posthoc(table, method="sign")
    assert result.procedures == ("nemenyi-bonferroni", "holm")
    assert [note.split(" is left out")[0] for note in result.notes] == [
        "Shaffer static",
        "Bergmann-Hommel",
        "Nemenyi (studentised range)",
    ]
    note = result.report().table("hypotheses").note
    assert "beats the other on equally many problems" in note
