"""Strengths that were published: Agresti's baseball teams, Davidson's chocolate puddings."""

from __future__ import annotations

import numpy as np
import pytest

from evenkeel.stability.likelihoods import PairCounts, fit_pairs, outcomes

#: Agresti (2002), Categorical Data Analysis, Table 10.10: wins of the row over the column.
BASEBALL = np.array(
    [
        [0, 7, 9, 7, 7, 9, 11],  # Milwaukee
        [6, 0, 7, 5, 11, 9, 9],  # Detroit
        [4, 6, 0, 7, 7, 8, 12],  # Toronto
        [6, 8, 6, 0, 6, 7, 10],  # New York
        [6, 2, 6, 7, 0, 7, 12],  # Boston
        [4, 4, 5, 6, 6, 0, 6],  # Cleveland
        [2, 4, 1, 3, 1, 7, 0],  # Baltimore
    ],
    dtype=float,
)
#: The data of Davidson (1970), as the R package PlackettLuce has them (pudding): two brands, then
#: how often the first won, lost and tied.
PUDDINGS = np.array(
    [
        [1, 2, 19, 22, 16],
        [1, 3, 16, 19, 12],
        [2, 3, 19, 19, 10],
        [1, 4, 18, 23, 13],
        [2, 4, 23, 19, 9],
        [3, 4, 19, 20, 15],
        [1, 5, 13, 19, 18],
        [2, 5, 16, 20, 12],
        [3, 5, 16, 15, 17],
        [4, 5, 17, 14, 16],
        [1, 6, 18, 21, 12],
        [2, 6, 22, 20, 12],
        [3, 6, 13, 18, 10],
        [4, 6, 14, 19, 18],
        [5, 6, 11, 21, 12],
    ]
)


def test_the_strengths_of_baseball_teams_are_those_of_agresti() -> None:
    pairs = np.column_stack(np.triu_indices(7, 1))
    wins, defeats = BASEBALL[tuple(pairs.T)], BASEBALL.T[tuple(pairs.T)]
    assert set((wins + defeats).tolist()) == {13}
    (log,), (nu,) = fit_pairs(PairCounts(wins[None], defeats[None], 0 * wins[None], pairs, 7))
    # Table 10.11, without the advantage of playing at home; Baltimore is 0
    assert (log - log[-1]).tolist() == pytest.approx(
        [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0], abs=0.005
    )
    assert nu == 0


def test_the_strengths_of_puddings_and_their_ties_are_those_of_davidson() -> None:
    wins, defeats, ties = PUDDINGS[None, :, 2:].astype(float).transpose(2, 0, 1)
    pairs = PUDDINGS[:, :2] - 1
    (log,), (nu,) = fit_pairs(PairCounts(wins, defeats, ties, pairs, 6))
    share = np.exp(log) / np.exp(log).sum()
    # What PlackettLuce prints in its overview, after seven iterations
    assert share.tolist() == pytest.approx(
        [0.1388, 0.1730, 0.1617, 0.1654, 0.1587, 0.2024], abs=5e-5
    )
    assert nu == pytest.approx(0.7468, abs=5e-5)


def test_expected_ties_and_wins_are_the_observed_ones() -> None:
    # The equations of maximum likelihood of a family of exponential type
    wins, defeats, ties = PUDDINGS[None, :, 2:].astype(float).transpose(2, 0, 1)
    pairs = PUDDINGS[:, :2] - 1
    log, nu = fit_pairs(PairCounts(wins, defeats, ties, pairs, 6))
    win, lose, tie = outcomes(log, nu, pairs)
    number = wins + defeats + ties
    assert (number * tie).sum() == pytest.approx(ties.sum(), rel=1e-9)
    for brand in range(6):
        first, second = (pairs[:, 0] == brand), (pairs[:, 1] == brand)
        points = ((wins + ties / 2) * first + (defeats + ties / 2) * second).sum()
        expected = number * ((win + tie / 2) * first + (lose + tie / 2) * second)
        assert expected.sum() == pytest.approx(points, rel=1e-9)
