"""Pairs of tables with holes against brute force, scipy and the complete methods."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from scipy import stats

import evenkeel
from evenkeel.effects.contrasts import consistent_effects, medians_of_common
from evenkeel.families import Family
from evenkeel.pairwise.sign_counts import familywise_level, sign_pvalues_of_counts, smallest_pvalue
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks import skillings_mack_ranks
from evenkeel.ranks.registry import Tables
from tables_with_holes import ASSEMBLY, METRONOME, SPARSE, kept, punched

SERVING = [law.name for law in LAWS if law.holes is not None]
COMPLETE = ("cec2005", "cec2005_ties", "garcia2008", "toy")


def random_table(seed: int, n: int = 12, k: int = 4, share: float = 0.25) -> evenkeel.Results:
    values = np.random.default_rng(seed).integers(0, 9, size=(n, k)).astype(float)
    return kept(punched(values, share, seed + 1))


@pytest.mark.parametrize("values", [ASSEMBLY, METRONOME, SPARSE[:4]])
def test_paired_pvalues_are_those_of_all_signs_on_the_common_problems(values: object) -> None:
    table = kept(values)
    ranks = skillings_mack_ranks(table).ranks
    found = evenkeel.posthoc_statistics(table, method="paired")
    for i, (a, b) in enumerate(found.family.pairs.tolist()):
        steps = [round(2 * d) for d in (ranks[:, b] - ranks[:, a]).tolist() if d == d]
        observed = abs(sum(steps))
        outcomes = [
            abs(sum(sign * d for sign, d in zip(signs, steps, strict=True))) >= observed
            for signs in product((-1, 1), repeat=len(steps))
        ]
        assert found.pvalue[i] == pytest.approx(sum(outcomes) / len(outcomes), rel=1e-12)
        assert found.common is not None
        assert found.common[i] == len(steps)


@pytest.mark.parametrize("seed", range(4))
def test_each_pair_is_tested_as_if_it_were_alone_with_its_common_problems(seed: int) -> None:
    table = random_table(seed)
    wilcoxon = evenkeel.posthoc_statistics(table, method="wilcoxon")
    signs = evenkeel.posthoc_statistics(table, method="sign")
    for i, (first, second) in enumerate(wilcoxon.family.hypotheses):
        alone = table.select([first, second]).drop_incomplete()
        expected = evenkeel.wilcoxon_all(alone)
        assert wilcoxon.pvalue[i] == pytest.approx(expected.pvalue[0], rel=1e-12)
        assert wilcoxon.z[i] == pytest.approx(expected.z[0], rel=1e-12)
        assert wilcoxon.common is not None
        assert wilcoxon.common[i] == alone.n
        wins, losses = (
            (alone.values[:, 0] < alone.values[:, 1]),
            (alone.values[:, 0] > alone.values[:, 1]),
        )
        counted = int(wins.sum() + losses.sum())
        p = stats.binomtest(int(wins.sum()), counted).pvalue if counted else 1.0
        assert signs.pvalue[i] == pytest.approx(p, rel=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_all_pairs_at_once_and_one_by_one_agree(seed: int) -> None:
    table = random_table(seed, n=15)
    signed, signs = evenkeel.wilcoxon_all(table), evenkeel.pairwise.sign_all(table)
    counts = evenkeel.pairwise.win_tie_loss(table)
    for i, (first, second) in enumerate(signed.family.hypotheses):
        one = evenkeel.wilcoxon(table, first, second)
        assert (signed.r_plus[i], signed.pvalue[i]) == (one.r_plus, pytest.approx(one.pvalue))
        other = evenkeel.sign_test(table, first, second)
        assert (signs.wins[i], signs.losses[i]) == (other.wins, other.losses)
        assert signs.pvalue[i] == pytest.approx(other.pvalue)
        assert signs.common is not None
        assert signs.common[i] == other.n == one.n
        assert sum(counts.versus(first, second)) == one.n


@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize("law", SERVING)
def test_without_holes_the_laws_are_those_of_complete_tables(name: str, law: str) -> None:
    table = evenkeel.load(name)
    entry, pairs = LAWS.lookup(law), Family(table.algorithms).pairs
    assert entry.holes is not None
    expected = entry.pvalues(Tables(table.losses), pairs, "friedman")
    found = entry.holes(Tables(table.losses), pairs, "skillings-mack")
    assert found.pvalue == pytest.approx(expected.pvalue, rel=1e-12)
    assert found.z == pytest.approx(expected.z, rel=1e-12, abs=1e-12)
    assert found.computed == expected.computed


@pytest.mark.parametrize("law", SERVING)
def test_many_tables_with_holes_are_tested_as_each_one_is(law: str) -> None:
    tables = np.stack([random_table(seed).losses for seed in range(5)])
    pairs, entry = Family.of_size(4).pairs, LAWS.lookup(law)
    assert entry.holes is not None
    together = entry.holes(Tables(tables), pairs, "skillings-mack").pvalue
    alone = [entry.holes(Tables(t), pairs, "skillings-mack").pvalue for t in tables]
    assert together == pytest.approx(np.array(alone), rel=1e-12)


@pytest.mark.parametrize("name", COMPLETE)
def test_without_holes_the_contrasts_are_those_of_complete_tables(name: str) -> None:
    table = evenkeel.load(name)
    expected = evenkeel.contrast_estimation(table)
    medians, common = medians_of_common(table.values)
    scale = np.abs(expected.medians).max()
    assert medians == pytest.approx(expected.medians, rel=1e-12, abs=1e-13 * scale)
    assert (common == table.n).all()
    effects = consistent_effects(medians, common)
    assert effects == pytest.approx(expected.effects, rel=1e-12, abs=1e-13 * scale)


@pytest.mark.parametrize("seed", range(3))
def test_contrasts_fit_the_medians_by_weighted_least_squares(seed: int) -> None:
    table = random_table(seed, n=9, share=0.4)
    found = evenkeel.contrast_estimation(table)
    rows, targets = [], []
    for a, b in Family(table.algorithms).pairs.tolist():
        both = table.values[:, a] - table.values[:, b]
        both = both[~np.isnan(both)]
        if both.size:
            assert found.medians[a, b] == np.median(both)
            row = np.zeros(table.k)
            row[[a, b]] = 1, -1
            rows.append(row * np.sqrt(both.size))
            targets.append(np.median(both) * np.sqrt(both.size))
    expected = np.linalg.lstsq(np.array(rows), np.array(targets), rcond=None)[0]
    assert found.effects == pytest.approx(expected - expected.mean(), abs=1e-10)


def test_pairs_without_a_common_problem_get_an_estimate_through_others() -> None:
    _ = np.nan
    table = kept([[1, 2, _], [1, 2, _], [_, 1, 4], [_, 1, 4]])
    found = evenkeel.contrast_estimation(table)
    assert np.isnan(found.medians[0, 2])
    assert found.estimates[0, 2] == pytest.approx(-4)


def smallest_by_enumeration(present: np.ndarray, two_sided: bool) -> dict[Fraction, Fraction]:
    """Law of the smallest sign-test p-value over all orders within problems, by plain counting."""

    def pvalue(count: int, n: int) -> Fraction:
        if two_sided:
            count = min(count, n - count)
        tail = sum(
            (Fraction(int(stats.binom.pmf(c, n, 0.5) * 2**n + 0.5), 2**n)) for c in range(count + 1)
        )
        return min(Fraction(1), 2 * tail if two_sided else tail)

    rows = []
    for row in present:
        here = np.flatnonzero(row).tolist()
        signs = []
        for order in permutations(range(len(here) + 1)):  # the control is 0
            beats = [0] * present.shape[1]
            for place, j in enumerate(here, start=1):
                beats[j] = int(order[place] < order[0])
            signs.append(beats)
        rows.append(signs)
    n = present.sum(axis=0).tolist()
    law: dict[Fraction, Fraction] = {}
    total = np.prod([len(signs) for signs in rows])
    for table in product(*rows):
        counts = [sum(column) for column in zip(*table, strict=True)]
        least = min(pvalue(c, each) for c, each in zip(counts, n, strict=True))
        law[least] = law.get(least, Fraction(0)) + Fraction(1, int(total))
    return law


@pytest.mark.slow
@pytest.mark.parametrize("sides", ["one-sided", "two-sided"])
def test_the_law_of_the_smallest_sign_test_is_that_of_all_orders(sides: str) -> None:
    present = np.array([[1, 1], [1, 0], [1, 1], [0, 1], [1, 1]], dtype=bool)
    law = smallest_by_enumeration(present, sides == "two-sided")
    found = smallest_pvalue(present, sides)  # type: ignore[arg-type]
    assert found.method == "exact"
    for threshold in law:
        expected = sum(chance for value, chance in law.items() if value <= threshold)
        assert found.level(np.array([float(threshold)]))[0] == pytest.approx(float(expected))


@pytest.mark.parametrize("sides", ["one-sided", "two-sided"])
@pytest.mark.parametrize(("n", "m"), [(6, 2), (10, 3), (7, 4)])
def test_without_holes_the_law_is_that_of_equal_numbers(n: int, m: int, sides: str) -> None:
    found = smallest_pvalue(np.ones((n, m), dtype=bool), sides)  # type: ignore[arg-type]
    counts = np.arange(n // 2)
    pvalues = sign_pvalues_of_counts(counts, np.full(counts.shape, n), sides)  # type: ignore[arg-type]
    expected = familywise_level(n, m, counts.tolist(), sides)  # type: ignore[arg-type]
    assert found.level(pvalues) == pytest.approx(expected, rel=1e-12)


def test_random_tables_estimate_the_exact_law() -> None:
    found = smallest_pvalue(np.ones((25, 8), dtype=bool), "one-sided")
    assert found.method == "monte-carlo"
    counts = np.array([4, 5, 6, 7])
    pvalues = sign_pvalues_of_counts(counts, np.full(4, 25), "one-sided")
    expected = familywise_level(25, 8, counts.tolist(), "one-sided")
    error = np.sqrt(expected * (1 - expected) / 19_999)
    assert (np.abs(found.level(pvalues) - expected) < 4 * error).all()
    assert found.critical(np.array([25]), "one-sided", 0.05).tolist() == [6]
