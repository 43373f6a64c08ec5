"""What must hold for every registered omnibus test, whatever the table."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from evenkeel.omnibus import OmnibusResult
from evenkeel.omnibus.registry import OMNIBUS, OmnibusTest
from evenkeel.ranks.named import compute_ranks
from evenkeel.tables import Results

every_test = pytest.mark.parametrize("test", list(OMNIBUS), ids=OMNIBUS.names)


@st.composite
def tables(draw: st.DrawFn) -> np.ndarray:
    shape = draw(st.tuples(st.integers(2, 6), st.integers(2, 5)))
    top = draw(st.integers(1, 20))
    return draw(hnp.arrays(np.int64, shape, elements=st.integers(0, top))).astype(float)


def names(k: int) -> list[str]:
    return [f"A{j}" for j in range(k)]


def treatments(test: OmnibusTest) -> list[dict[str, Any]]:
    ties = ("uncorrected", "corrected")
    return [{"ties": each} for each in ties] if "ties" in test.options else [{}]


def run(test: OmnibusTest, results: Results, **options: Any) -> OmnibusResult:
    """Carry it out; the predicted order of a trend is that of the names."""
    if test.alternative == "ordered":
        options["order"] = sorted(results.algorithms)
    return test.function(results, **options)


@pytest.mark.slow
@every_test
@settings(max_examples=25)
@given(values=tables(), data=st.data())
def test_order_of_rows_and_columns_does_not_matter(
    test: OmnibusTest, values: np.ndarray, data: st.DataObject
) -> None:
    n, k = values.shape
    rows = data.draw(st.permutations(range(n)))
    columns = data.draw(st.permutations(range(k)))
    moved = Results(
        values[np.ix_(rows, columns)], (), [names(k)[j] for j in columns], better="lower"
    )
    for options in treatments(test):
        before = run(test, Results(values, (), names(k), better="lower"), **options)
        after = run(test, moved, **options)
        assert after.statistic == pytest.approx(before.statistic, rel=1e-9, abs=1e-12)
        assert after.pvalue == pytest.approx(before.pvalue, rel=1e-9)


@pytest.mark.slow
@every_test
@settings(max_examples=20)
@given(values=tables())
def test_direction_does_not_matter(test: OmnibusTest, values: np.ndarray) -> None:
    lower = run(test, Results(values, better="lower"))
    flipped = run(test, Results(-values, better="higher"))
    assert (flipped.statistic, flipped.pvalue) == (lower.statistic, lower.pvalue)


@pytest.mark.slow
@every_test
@settings(max_examples=20)
@given(values=tables())
def test_only_the_ranks_count(test: OmnibusTest, values: np.ndarray) -> None:
    if test.ranking == "friedman":
        before = run(test, Results(values, better="lower"))
        after = run(test, Results(np.exp(values / 4), better="lower"))
        assert (after.statistic, after.pvalue) == (before.statistic, before.pvalue)


@pytest.mark.slow
@every_test
@settings(max_examples=15)
@given(values=tables())
def test_p_is_a_probability_by_every_method(test: OmnibusTest, values: np.ndarray) -> None:
    table = Results(values, better="lower")
    for method in (test.approximation, "permutation"):
        for options in treatments(test):
            found = run(test, table, method=method, resamples=99, **options)
            assert 0 <= found.pvalue <= 1
            assert found.test == test.name


@pytest.mark.slow
@every_test
@settings(max_examples=10)
@given(values=tables())
def test_many_tables_are_tested_as_each_one_is(test: OmnibusTest, values: np.ndarray) -> None:
    each = [values, values[::-1], values[:, ::-1]]
    ranks = [compute_ranks(Results(v, better="lower"), test.ranking).ranks for v in each]
    together = test.statistic(np.stack(ranks), ties="corrected")
    alone = [test.statistic(r, ties="corrected") for r in ranks]
    assert together == pytest.approx(np.array(alone), rel=1e-12)


@pytest.mark.slow
@every_test
def test_exact_pvalues_of_tied_tables_are_super_uniform(test: OmnibusTest) -> None:
    """P(p <= alpha) <= alpha if the algorithms are alike."""
    tables = np.random.default_rng(1).integers(0, 5, size=(250, 4, 3))
    pvalues = np.array(
        [run(test, Results(t, better="lower"), method="exact").pvalue for t in tables]
    )
    for alpha in (0.05, 0.1, 0.3):
        assert (pvalues <= alpha).mean() <= alpha + 3 * math.sqrt(alpha / 250)
