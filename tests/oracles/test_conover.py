"""Conover's law beside scikit-posthocs and brute force, and McNemar's mid-p as published."""

import itertools
import json
import math
from pathlib import Path

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

import evenkeel
from evenkeel.runs import mcnemar

FOUND = json.loads((Path(__file__).parent / "python" / "conover.json").read_text())


@pytest.mark.parametrize("ranking", ["friedman", "quade"])
@pytest.mark.parametrize("case", [name for name in FOUND if name != "versions"])
def test_conover_is_that_of_scikit_posthocs(case: str, ranking: str) -> None:
    found = evenkeel.posthoc_statistics(evenkeel.load(case), method="conover", ranking=ranking)
    np.testing.assert_allclose(found.pvalue, FOUND[case][ranking], rtol=1e-9)
    assert "Student's t" in found.notes[0]


def test_problems_that_all_rank_alike_have_the_chance_of_that() -> None:
    found = evenkeel.posthoc_statistics([[1, 2, 3]] * 3, method="conover", better="lower")
    np.testing.assert_allclose(found.pvalue, 1 / math.factorial(3) ** 2)
    assert np.isinf(found.z).all()
    tied = evenkeel.posthoc_statistics([[1, 1, 1]] * 3, method="conover", better="lower")
    assert tied.pvalue.tolist() == [1, 1, 1]


def with_holes(seed: int, n: int = 12, k: int = 5) -> evenkeel.Results:
    """Ties, and problems with two results or more."""
    random = np.random.default_rng(seed)
    values = random.integers(0, 6, (n, k)).astype(float)
    for row in values:
        row[random.permutation(k)[: random.integers(0, k - 1)]] = np.nan
    return evenkeel.Results(values, better="lower", missing="keep")


@pytest.mark.parametrize("seed", range(3))
def test_with_holes_it_is_the_weighted_regression_of_the_ranks(seed: int) -> None:
    table = with_holes(seed)
    found = evenkeel.posthoc_statistics(table, method="conover")
    rows, columns = np.nonzero(~np.isnan(table.losses))
    counts = (~np.isnan(table.losses)).sum(axis=1)
    y, weights = [], []
    for i, j in zip(rows, columns, strict=True):
        own = table.losses[i][~np.isnan(table.losses[i])]
        rank = (own < table.losses[i, j]).sum() + ((own == table.losses[i, j]).sum() + 1) / 2
        y.append(np.sqrt(12 / (counts[i] + 1)) * (rank - (counts[i] + 1) / 2) / counts[i])
        weights.append(counts[i])
    design = np.column_stack([np.eye(table.k)[columns][:, 1:], np.eye(table.n)[rows]])
    fit = sm.WLS(y, design, weights=weights).fit()
    for p, z, (a, b) in zip(found.pvalue, found.z, found.family.pairs.tolist(), strict=True):
        contrast = np.zeros(design.shape[1])
        contrast[b - 1] = 1
        if a > 0:
            contrast[a - 1] = -1
        test = fit.t_test(contrast)
        assert z == pytest.approx(float(np.squeeze(test.tvalue)), rel=1e-9)
        assert p == pytest.approx(float(np.squeeze(test.pvalue)), rel=1e-9)


def test_of_a_balanced_design_it_is_conovers_but_for_the_efficiency() -> None:
    """Conover's formula (NIST, PMCMRplus) has the variance 2 r, where 2 lambda k / c holds."""
    _ = np.nan
    places = [[2, 3, _, 1, _, _, _], [_, 3, 1, _, 2, _, _], [_, _, 2, 1, _, 3, _],
              [_, _, _, 1, 2, _, 3], [3, _, _, _, 1, 2, _], [_, 3, _, _, _, 1, 2],
              [3, _, 1, _, _, _, 2]]  # fmt: skip
    found = evenkeel.posthoc_statistics(
        evenkeel.Results(places, better="lower", missing="keep"), method="conover"
    )
    k, n, c, r, shared = 7, 7, 3, 3, 1
    totals = np.nansum(places, axis=0)
    squares = np.nansum(np.square(places)) - n * c * (c + 1) ** 2 / 4
    t1 = (k - 1) / squares * (np.square(totals).sum() - r * n * c * (c + 1) ** 2 / 4)
    df = n * c - n - k + 1
    error = np.sqrt(squares * 2 * r / df * (1 - t1 / (n * (c - 1))))
    assert t1 == pytest.approx(12)
    theirs = np.array([(totals[b] - totals[a]) / error for a, b in found.family.pairs])
    efficiency = shared * k / (r * c)
    np.testing.assert_allclose(found.z, theirs / np.sqrt(efficiency), rtol=1e-12)
    np.testing.assert_allclose(found.pvalue, 2 * stats.t.sf(np.abs(found.z), df), rtol=1e-9)


def test_with_holes_and_nothing_left_over_p_is_the_chance_of_these_orders() -> None:
    values = [[1, 2, 3], [1, 2, 3], [1, np.nan, 3]]
    table = evenkeel.Results(values, better="lower", missing="keep")
    found = evenkeel.posthoc_statistics(table, method="conover")
    assert np.isfinite(found.z).all()
    steady = evenkeel.Results(
        [[1, 1, 2], [1, 1, np.nan], [1, 1, 2]], better="lower", missing="keep"
    )
    found = evenkeel.posthoc_statistics(steady, method="conover")
    assert np.isinf(found.z).tolist() == [False, True, True]
    np.testing.assert_allclose(found.pvalue, [1, 1 / 3, 1 / 3])


@pytest.mark.parametrize(
    ("b", "c", "exact", "mid"),
    # Fagerland, Lydersen and Laake (2013): their Table 1, their second example, and the formula of
    # their supplement where both counts are equal, 1 less half of 20 / 64
    [(1, 7, 0.0703, 0.0391), (6, 16, 0.0525, 0.0347), (3, 3, 1, 0.84375)],
)
def test_mid_p_as_published(b: int, c: int, exact: float, mid: float) -> None:
    truth = [1] * (b + c)
    first = [1] * b + [0] * c
    second = [0] * b + [1] * c
    assert mcnemar(first, second, truth).pvalue == pytest.approx(exact, abs=5e-5)
    found = mcnemar(first, second, truth, method="mid-p")
    assert found.pvalue == pytest.approx(mid, abs=5e-5)
    assert found.statistic == min(b, c)
    alike = mcnemar(first, first, truth, method="mid-p")
    assert alike.pvalue == 1
    one_sided = mcnemar(truth, [0] * (b + c), truth, method="mid-p")
    assert one_sided.pvalue == pytest.approx(2.0 ** -(b + c))


def test_mid_p_is_the_mean_of_p_and_of_what_is_rarer() -> None:
    """From the law of the larger count by brute force: more extreme ones, and half of the same."""
    for b, c in itertools.product(range(8), range(8)):
        if b + c:
            law = [math.comb(b + c, i) / 2 ** (b + c) for i in range(b + c + 1)]
            apart = [abs(2 * i - b - c) for i in range(b + c + 1)]
            rarer = sum(p for p, d in zip(law, apart, strict=True) if d > abs(b - c))
            same = sum(p for p, d in zip(law, apart, strict=True) if d == abs(b - c))
            found = mcnemar([1] * b + [0] * c, [0] * b + [1] * c, [1] * (b + c), method="mid-p")
            assert found.pvalue == pytest.approx(rarer + same / 2)
