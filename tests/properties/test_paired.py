"""What must hold of the paired p-values for every table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from evenkeel.families import Family
from evenkeel.posthocs.paired_laws import paired_pvalues
from evenkeel.ranks.named import compute_ranks
from evenkeel.ranks.registry import RANKINGS
from evenkeel.tables.results import Results

pytestmark = pytest.mark.slow

shapes = st.tuples(st.integers(2, 25), st.integers(2, 7))


@st.composite
def tables(draw: st.DrawFn) -> np.ndarray:
    """Whole numbers, few enough for ties."""
    top = draw(st.integers(1, 1000))
    return draw(hnp.arrays(np.int64, draw(shapes), elements=st.integers(-top, top))).astype(float)


def ranks_of(values: np.ndarray, ranking: str) -> np.ndarray:
    return compute_ranks(Results(values, better="lower"), ranking).ranks


@pytest.mark.parametrize("ranking", RANKINGS.names)
@given(values=tables(), seed=st.integers(0, 2**32))
def test_the_other_algorithms_play_no_part(ranking, values, seed):
    """Permuting the others within every problem leaves the ranks of the pair as they are."""
    rng = np.random.default_rng(seed)
    changed = values.copy()
    changed[:, 2:] = rng.permuted(values[:, 2:], axis=1)
    pair = np.array([[0, 1]])
    before, after = (paired_pvalues(ranks_of(table, ranking), pair) for table in (values, changed))
    np.testing.assert_allclose(after.pvalue, before.pvalue, rtol=1e-12)
    assert after.methods == before.methods


@given(values=tables(), seed=st.integers(0, 2**32))
def test_any_others_that_leave_the_pair_its_ranks(values, seed):
    """The others' ranks become anything at all, more of them or fewer, the pair's stay."""
    rng = np.random.default_rng(seed)
    ranks = ranks_of(values, "friedman")
    others = np.rint(2 * rng.uniform(1, 40, size=(len(ranks), int(rng.integers(0, 9))))) / 2
    pair = np.array([[0, 1]])
    for alternative in ("two-sided", "better", "worse"):
        before = paired_pvalues(ranks, pair, alternative).pvalue
        after = paired_pvalues(np.column_stack([ranks[:, :2], others]), pair, alternative).pvalue
        np.testing.assert_allclose(after, before, rtol=1e-12)


@pytest.mark.parametrize("ranking", RANKINGS.names)
@given(values=tables())
def test_sides_and_bounds(ranking, values):
    pairs = Family.of_size(values.shape[1]).pairs
    ranks = ranks_of(values, ranking)
    two, better, worse = (
        paired_pvalues(ranks, pairs, alternative).pvalue
        for alternative in ("two-sided", "better", "worse")
    )
    swapped = paired_pvalues(ranks, pairs[:, ::-1], "worse").pvalue
    np.testing.assert_allclose(swapped, better, rtol=1e-12)
    np.testing.assert_allclose(two, np.minimum(1, 2 * np.minimum(better, worse)), rtol=1e-12)
    different = np.count_nonzero(ranks[:, pairs[:, 0]] != ranks[:, pairs[:, 1]], axis=0)
    assert (two <= 1).all()
    assert (two >= np.minimum(1, 2.0 ** (1 - different)) * (1 - 1e-12)).all()
    assert (better + worse >= 1 - 1e-12).all()


@pytest.mark.parametrize("ranking", RANKINGS.names)
@given(values=tables(), data=st.data())
def test_order_of_problems_and_algorithms(ranking, values, data):
    n, k = values.shape
    order = data.draw(st.permutations(range(k)))
    rows = data.draw(st.permutations(range(n)))
    pairs = Family.of_size(k).pairs
    before = paired_pvalues(ranks_of(values, ranking), np.array(order)[pairs]).pvalue
    after = paired_pvalues(ranks_of(values[rows][:, order], ranking), pairs).pvalue
    np.testing.assert_allclose(after, before, rtol=1e-12)
