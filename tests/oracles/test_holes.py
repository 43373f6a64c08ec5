"""Tests of tables with holes against brute force, and against the complete methods."""

from __future__ import annotations

from itertools import permutations, product
from math import sqrt

import numpy as np
import pytest

import evenkeel
from evenkeel.omnibus import durbin, friedman, skillings_mack
from evenkeel.ranks import friedman_ranks, skillings_mack_ranks
from evenkeel.tables import Results
from tables_with_holes import ICE_CREAM, METRONOME, kept, punched

COMPLETE = ("cec2005", "cec2005_ties", "garcia2008", "toy")


def average_ranks(row: list[float]) -> list[float]:
    """Average ranks of the numbers of a row, None where one is missing."""
    here = [value for value in row if value == value]
    return [
        sum(other < value for other in here) + (sum(other == value for other in here) + 1) / 2
        if value == value
        else float("nan")
        for value in row
    ]


def statistic(ranks: list[list[float]], design: np.ndarray) -> float:
    """Skillings and Mack (1981) as printed: the last row and column are left out, then inverted."""
    k = len(ranks[0])
    totals = [0.0] * k
    for row in ranks:
        count = sum(rank == rank for rank in row)
        for j, rank in enumerate(row):
            if rank == rank:
                totals[j] += sqrt(12 / (count + 1)) * (rank - (count + 1) / 2)
    covariance = -(design.T.astype(float) @ design)
    np.fill_diagonal(covariance, 0)
    np.fill_diagonal(covariance, -covariance.sum(axis=1))
    inverse = np.linalg.inv(covariance[:-1, :-1])
    return float(np.array(totals[:-1]) @ inverse @ np.array(totals[:-1]))


def brute_force(values: list[list[float]]) -> tuple[float, float]:
    """The statistic, and the share of all arrangements within problems that reach it."""
    ranks = [average_ranks(row) for row in values]
    design = np.array([[rank == rank for rank in row] for row in ranks])

    def arranged(row: list[float]) -> list[list[float]]:
        places = [j for j, rank in enumerate(row) if rank == rank]
        found = []
        for order in permutations([row[j] for j in places]):
            new = list(row)
            for j, rank in zip(places, order, strict=True):
                new[j] = rank
            found.append(new)
        return found

    observed = statistic(ranks, design)
    outcomes = [
        statistic(list(table), design) >= observed - 1e-9
        for table in product(*(arranged(row) for row in ranks))
    ]
    return observed, sum(outcomes) / len(outcomes)


@pytest.mark.parametrize(
    "values",
    [
        METRONOME[:4],
        [[1, 2, np.nan], [2, 1, 3], [np.nan, 1, 2], [3, 1, 2]],
        [[1, 1, 2], [2, 1, np.nan], [3, np.nan, 1], [1, 2, 2]],
        [[1, 2, np.nan, 4], [2, 1, 3, np.nan], [np.nan, 1, 2, 3]],
        [[5, np.nan, np.nan], [1, 2, np.nan], [2, 1, 3], [1, 3, 2]],
    ],
)
def test_the_exact_law_is_that_of_all_arrangements(values: list[list[float]]) -> None:
    observed, pvalue = brute_force(values)
    found = skillings_mack(kept(values), method="exact", ties="uncorrected")
    assert found.statistic == pytest.approx(observed, rel=1e-12)
    assert found.pvalue == pytest.approx(pvalue, rel=1e-12)
    assert found.method == "exact"


@pytest.mark.slow
def test_sampled_permutations_agree_with_the_exact_law() -> None:
    values = punched(np.random.default_rng(3).random((30, 4)), 0.3, seed=4)
    values[:, 0] -= 0.2
    sampled = skillings_mack(kept(values), method="permutation", resamples=20_000)
    approximate = skillings_mack(kept(values))
    assert sampled.method == "monte-carlo"
    assert sampled.pvalue == pytest.approx(approximate.pvalue, rel=0.35)


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize("ties", ["uncorrected", "corrected"])
@pytest.mark.parametrize("test", [skillings_mack, durbin])
def test_without_holes_the_tests_are_friedmans(name: str, ties: str, test: object) -> None:
    table = evenkeel.load(name)
    expected, found = friedman(table, ties=ties), test(table, ties=ties)  # type: ignore[operator]
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-12)
    assert found.pvalue == pytest.approx(expected.pvalue, rel=1e-12)
    assert found.df == expected.df


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPLETE)
def test_without_holes_the_permutations_are_friedmans(name: str) -> None:
    table = evenkeel.load(name)
    expected, *found = (
        test(table, method="permutation", resamples=99).pvalue
        for test in (friedman, skillings_mack, durbin)
    )
    assert found == [expected] * 2


@pytest.mark.parametrize("name", COMPLETE)
def test_without_holes_the_ranks_are_friedmans(name: str) -> None:
    table = evenkeel.load(name)
    expected, found = friedman_ranks(table), skillings_mack_ranks(table)
    assert np.array_equal(found.ranks, expected.ranks)
    assert found.average == pytest.approx(expected.average, rel=1e-12)
    assert found.tied == expected.tied


def test_in_a_balanced_design_the_statistic_is_durbins_formula() -> None:
    """Conover (1999), equation 5.9.2, with t = 7, k = 3, r = 3."""
    totals = np.nansum(np.array(ICE_CREAM), axis=0)  # each person's places are ranks
    expected = 12 * 6 / (3 * 7 * (9 - 1)) * np.square(totals - 3 * 4 / 2).sum()
    assert durbin(kept(ICE_CREAM)).statistic == pytest.approx(expected, rel=1e-12)
    assert skillings_mack(kept(ICE_CREAM)).statistic == pytest.approx(expected, rel=1e-12)


def test_the_correction_for_ties_holds_the_variance_of_the_scores() -> None:
    """Over all arrangements the corrected statistic has its degrees of freedom as the mean."""
    values = [[1, 1, 2, np.nan], [2, 1, np.nan, 1], [3, 1, 1, 2], [np.nan, 1, 2, 2]]
    ranks = [average_ranks(row) for row in values]

    def arranged(row: list[float]) -> list[list[float]]:
        places = [j for j, rank in enumerate(row) if rank == rank]
        rows = []
        for order in permutations([row[j] for j in places]):
            new = list(row)
            for j, rank in zip(places, order, strict=True):
                new[j] = rank
            rows.append(new)
        return rows

    tables = np.array(list(product(*(arranged(row) for row in ranks))))
    from evenkeel.omnibus._skillings_mack import skillings_mack_statistic

    assert skillings_mack_statistic(tables, ties="corrected").mean() == pytest.approx(3, rel=1e-12)
    assert skillings_mack_statistic(tables, ties="uncorrected").mean() < 3


def test_estimated_ranks_do_not_depend_on_which_problems_are_missing() -> None:
    """Where every pair wins in the same proportion, an absence changes no estimate."""
    rows = [[1, 2, 3], [2, 1, 3]] * 2  # A and B win alike, C is always last
    values = np.array([*rows, [1, 2, np.nan], [2, 1, np.nan]])
    assert skillings_mack_ranks(kept(values)).average == pytest.approx([1.5, 1.5, 3], rel=1e-12)
    plain = np.nanmean(skillings_mack_ranks(kept(values)).ranks, axis=0)
    assert plain == pytest.approx([1.5, 1.5, 3])


def test_an_algorithm_that_only_met_the_best_is_not_ranked_by_its_plain_mean() -> None:
    """D lost to A alone, on a problem where B, C were absent: last there, but not worse than C."""
    generator = np.random.default_rng(0)
    full = generator.normal(size=(400, 4)) + np.array([0, 1, 2, 1.0])
    holes = full.copy()
    holes[:200, 1:3] = np.nan  # on half of the problems only A and D were run
    estimated = skillings_mack_ranks(kept(holes)).average
    truth = friedman_ranks(Results(full, better="lower")).average
    plain = np.nanmean(skillings_mack_ranks(kept(holes)).ranks, axis=0)
    assert np.abs(estimated - truth).max() < np.abs(plain - truth).max() / 2
