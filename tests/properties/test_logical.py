"""Properties of the logically related procedures, of the groups and of their letters."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import erfc

from evenkeel import Family
from evenkeel.adjustments.bergmann import BERGMANN, SHAFFER, SHAFFER_DYNAMIC, bergmann_hommel
from evenkeel.adjustments.shaffer import shaffer_dynamic, shaffer_static
from evenkeel.families import matrix_of_pairs
from evenkeel.posthocs.groups import compact_letters, unrejected_groups
from evenkeel.ranks.kernels import rank_rows

PROCEDURES = [SHAFFER, SHAFFER_DYNAMIC, BERGMANN]
by_procedure = pytest.mark.parametrize("procedure", PROCEDURES, ids=lambda one: one.name)
searched = settings(max_examples=60, deadline=None)
pvalues = st.one_of(
    st.floats(0, 1), st.sampled_from([0.0, 1e-300, 1e-6, 0.001, 0.01, 0.02, 0.05, 0.5, 1.0])
)


@st.composite
def all_pairs(draw, largest=8):
    k = draw(st.integers(2, largest))
    m = k * (k - 1) // 2
    return k, np.array(draw(st.lists(pvalues, min_size=m, max_size=m)))


@st.composite
def points(draw, largest=13):
    """Positions, and p-values that decrease with their distance."""
    k = draw(st.integers(2, largest))
    x = np.array(draw(st.lists(st.integers(0, 40), min_size=k, max_size=k))) / 7
    first, second = np.triu_indices(k, 1)
    return x, erfc(draw(st.floats(0.01, 5)) * np.abs(x[first] - x[second]))


def holm(p):
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.maximum.accumulate((len(p) - np.arange(len(p))) * p[order])
    return np.minimum(adjusted, 1)


def chain_holds(p, family, positions=None):
    chain = [
        p,
        bergmann_hommel(p, family, positions),
        shaffer_dynamic(p, family, positions),
        shaffer_static(p, family, positions),
        holm(p),
        np.minimum(len(p) * p, 1),
    ]
    for smaller, larger in pairwise(chain):
        assert (smaller <= larger * (1 + 1e-11)).all()


@pytest.mark.slow
@searched
@given(all_pairs())
def test_chain_for_arbitrary_p(drawn):
    k, p = drawn
    chain_holds(p, Family.of_size(k))


@pytest.mark.slow
@searched
@given(points())
def test_chain_for_points_on_a_line(drawn):
    x, p = drawn
    chain_holds(p, Family.of_size(len(x)), x)


@pytest.mark.slow
@by_procedure
@searched
@given(data=st.data())
def test_algorithms_can_be_named_in_any_order(procedure, data):
    k, p = data.draw(all_pairs(largest=7))
    order = np.array(data.draw(st.permutations(range(k))))
    pairs = np.triu_indices(k, 1)
    moved = matrix_of_pairs(p, k, diagonal=1.0)[np.ix_(order, order)][pairs]
    adjusted = matrix_of_pairs(procedure.formula(p, Family.of_size(k), None), k, diagonal=1.0)
    expected = adjusted[np.ix_(order, order)][pairs]
    np.testing.assert_allclose(procedure.formula(moved, Family.of_size(k), None), expected)


@pytest.mark.slow
@by_procedure
@searched
@given(drawn=points(), seed=st.integers(0, 1000))
def test_points_can_be_named_in_any_order_and_mirrored(procedure, drawn, seed):
    x, p = drawn
    k = len(x)
    order = np.random.default_rng(seed).permutation(k)
    pairs = np.triu_indices(k, 1)
    moved = matrix_of_pairs(p, k, diagonal=1.0)[np.ix_(order, order)][pairs]
    adjusted = matrix_of_pairs(procedure.formula(p, Family.of_size(k), x), k, diagonal=1.0)
    expected = adjusted[np.ix_(order, order)][pairs]
    computed = procedure.formula(moved, Family.of_size(k), 5 - x[order])
    np.testing.assert_allclose(computed, expected, rtol=1e-11)


@pytest.mark.slow
@by_procedure
@searched
@given(drawn=all_pairs(), factor=st.floats(0.001, 1))
def test_p_and_adjusted_p_scale_together(procedure, drawn, factor):
    k, p = drawn
    p = p / len(p)  # so that nothing is clipped
    adjusted = procedure.formula(p, Family.of_size(k), None)
    scaled = procedure.formula(p * factor, Family.of_size(k), None)
    np.testing.assert_allclose(scaled, adjusted * factor, rtol=1e-12, atol=1e-320)


@pytest.mark.slow
@by_procedure
@searched
@given(drawn=all_pairs(), which=st.integers(0, 27), larger=pvalues)
def test_a_larger_p_never_gives_smaller_adjusted_ones(procedure, drawn, which, larger):
    k, p = drawn
    raised = p.copy()
    raised[which % len(p)] = max(raised[which % len(p)], larger)
    before = procedure.formula(p, Family.of_size(k), None)
    assert (before <= procedure.formula(raised, Family.of_size(k), None)).all()


@by_procedure
@pytest.mark.parametrize(("k", "replicates"), [(2, 7), (5, 3000), (8, 30), (11, 6)])
def test_replicates_are_independent(procedure, k, replicates):
    rng = np.random.default_rng(k)
    x = rng.integers(0, 40, (2, replicates, k)) / 10
    first, second = np.triu_indices(k, 1)
    p = erfc(np.abs(x[..., first] - x[..., second]))
    family = Family.of_size(k)
    together = procedure.formula(p, family, x)
    assert together.shape == p.shape
    for where in [(0, 0), (0, replicates - 1), (1, replicates // 2), (1, replicates - 1)]:
        alone = procedure.formula(p[where], family, x[where])
        np.testing.assert_allclose(together[where], alone, rtol=1e-13)


@by_procedure
def test_noise_in_equal_p_does_not_matter(procedure):
    rng = np.random.default_rng(1)
    for k in (5, 12):
        x = rng.integers(0, 12, k) / 4
        first, second = np.triu_indices(k, 1)
        p = erfc(np.abs(x[first] - x[second]))
        noisy_x = x * (1 + rng.uniform(-1e-15, 1e-15, k))
        noisy_p = np.minimum(p * (1 + rng.uniform(-1e-13, 1e-13, len(p))), 1)
        np.testing.assert_allclose(
            procedure.formula(noisy_p, Family.of_size(k), noisy_x),
            procedure.formula(p, Family.of_size(k), x),
            rtol=1e-11,
        )


@by_procedure
def test_familywise_error_of_friedman_ranks_if_all_perform_alike(procedure):
    rng = np.random.default_rng(20)
    replicates, n, k = 4000, 12, 5
    average = rank_rows(rng.random((replicates, n, k))).mean(axis=1)
    first, second = np.triu_indices(k, 1)
    z = (average[:, first] - average[:, second]) / np.sqrt(k * (k + 1) / (6 * n))
    adjusted = procedure.formula(erfc(np.abs(z) / np.sqrt(2)), Family.of_size(k), average)
    error = (adjusted <= 0.05).any(axis=1).mean()
    assert 0.01 < error <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / replicates)


@by_procedure
@pytest.mark.parametrize("means", [(0, 0, 0, 9, 9), (0, 0, 9, 9, 18), (0, 0, 0, 0, 3)])
def test_familywise_error_of_true_hypotheses_among_false_ones(procedure, means):
    """Normal means with exact p-values: the control is strong, and nearly used up."""
    rng = np.random.default_rng(21)
    replicates, k = 4000, len(means)
    x = rng.normal(size=(replicates, k)) + means
    first, second = np.triu_indices(k, 1)
    p = erfc(np.abs(x[:, first] - x[:, second]) / 2)
    adjusted = procedure.formula(p, Family.of_size(k), x)
    true = np.array(means)[first] == np.array(means)[second]
    error = (adjusted[:, true] <= 0.05).any(axis=1).mean()
    assert 0.005 < error <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / replicates)


@st.composite
def decisions(draw):
    k = draw(st.integers(2, 12))
    m = k * (k - 1) // 2
    rejected = draw(st.lists(st.booleans(), min_size=m, max_size=m))
    return k, np.array(rejected), draw(st.permutations(range(k)))


@pytest.mark.slow
@searched
@given(decisions())
def test_groups(drawn):
    k, rejected, positions = drawn
    unrejected = {
        frozenset(pair)
        for pair, no in zip(combinations(range(k), 2), rejected, strict=True)
        if not no
    }
    groups = unrejected_groups(rejected, positions=positions)
    assert {a for group in groups for a in group} == set(range(k))
    covered = {frozenset(pair) for group in groups for pair in combinations(group, 2)}
    assert covered == unrejected
    for group in groups:
        outside = set(range(k)) - set(group)
        assert not any(all(frozenset((a, b)) in unrejected for b in group) for a in outside)
        assert list(group) == sorted(group, key=lambda a: positions[a])
    firsts = [[positions[a] for a in group] for group in groups]
    assert firsts == sorted(firsts)


@pytest.mark.slow
@searched
@given(decisions())
def test_letters_are_shared_if_and_only_if_unrejected(drawn):
    k, rejected, positions = drawn
    letters = compact_letters(rejected, positions=positions)
    many = any("," in text for text in letters) or len(unrejected_groups(rejected)) > 26
    sets = [set(text.split(",")) if many else set(text) for text in letters]
    for (a, b), no in zip(combinations(range(k), 2), rejected, strict=True):
        assert bool(sets[a] & sets[b]) != no
    assert all(sets)
    assert "a" in sets[int(np.argmin(positions))]


@pytest.mark.slow
@searched
@given(points())
def test_groups_of_points_on_a_line_are_runs(drawn):
    x, p = drawn
    order = np.argsort(x, kind="stable")
    for group in unrejected_groups(p, alpha=0.05, positions=x):
        places = [int(np.flatnonzero(order == a)[0]) for a in group]
        assert places == list(range(places[0], places[0] + len(places)))
