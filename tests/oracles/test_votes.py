"""Ratings by votes beside arena-rank, evalica, statsmodels' way of clustering, and brute force."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize

import evenkeel
from evenkeel.items.battles import read_battles
from evenkeel.items.checks import judges_differ
from evenkeel.items.ratings import counted, fit, uncertainty

STORED = json.loads((Path(__file__).parent / "python" / "votes.json").read_text(encoding="utf-8"))
VOTES = STORED["votes"]
SCALE = 400 / np.log(10)
NONE = dict.fromkeys(("model_a", "model_b", "winner", "judge", "prompt"))


@pytest.mark.parametrize(
    ("model", "peer"),
    [
        ("bradley-terry", "evalica"),
        ("bradley-terry", "arena_rank"),
        ("davidson", "evalica_newman"),
    ],
)
def test_ratings_are_those_of_the_peers(model, peer):
    board = evenkeel.votes(VOTES, model=model)
    wanted = [STORED[peer][name] for name in board.models]
    assert board.rating == pytest.approx(wanted, abs=1e-6)
    if model == "davidson":
        assert board.ties == pytest.approx(2 * STORED["evalica_ties"], abs=1e-8)


def test_intervals_of_independent_votes_are_near_those_of_arena_rank():
    board = evenkeel.votes(VOTES, model="bradley-terry")
    wanted = [STORED["arena_rank_variances"][name] ** 0.5 for name in board.models]
    error = (board.high - board.low) / 2 / 1.97
    assert (error >= 0.98 * np.array(wanted)).all()
    assert (error <= 1.2 * np.array(wanted)).all()


def likelihood(parameters, battles, x):
    k = len(battles.models)
    theta, beta, log_nu = parameters[:k], parameters[k:-1], parameters[-1]
    eta = theta[battles.first] - theta[battles.second] + x @ beta
    logs = np.stack([eta / 2, -eta / 2, np.full(eta.size, log_nu)])
    chosen = logs[battles.outcome, np.arange(eta.size)]
    return -(chosen - np.log(np.exp(logs).sum(axis=0))).sum() + theta.sum() ** 2


def styled():
    rng = np.random.default_rng(0)
    return {
        **VOTES,
        "length_a": rng.integers(10, 900, 600).tolist(),
        "length_b": rng.integers(10, 900, 600).tolist(),
    }


def test_covariates_and_position_are_at_the_maximum_of_the_likelihood():
    battles = read_battles(styled(), columns=NONE, style=("length",))
    x = np.column_stack([battles.style, battles.shown])
    found = fit(counted(battles, x), davidson=True)
    start = np.concatenate([np.zeros(9), [-1.0]])
    best = minimize(likelihood, start, (battles, x), method="BFGS", options={"gtol": 1e-7})
    ours = np.concatenate([found.theta, found.beta, [found.log_nu]])
    assert ours == pytest.approx(best.x, abs=1e-5)
    step = np.eye(10) * 1e-4
    hessian = np.array(
        [
            [
                sum(
                    si * sj * likelihood(ours + si * a + sj * b, battles, x)
                    for si in (1, -1)
                    for sj in (1, -1)
                )
                / 4e-8
                for a in step
            ]
            for b in step
        ]
    )
    hessian[:7, :7] -= 2  # of the term that makes the strengths add to 0
    assert found.information == pytest.approx(hessian, abs=0.01)
    board = evenkeel.votes(styled(), style="length", position=True)
    assert [name for name, _, _ in board.coefficients] == ["length", "position"]
    assert board.coefficients[0][1] == pytest.approx(SCALE * found.beta[0])


def test_a_cluster_is_left_out_as_if_the_model_was_fitted_again():
    rng = np.random.default_rng(1)
    judges = rng.integers(0, 4, 600)
    battles = read_battles({**VOTES, "judge": judges.tolist()}, columns=NONE)
    found = fit(counted(battles, np.zeros((600, 0))), davidson=True)
    sure = dict(uncertainty(found, battles, np.zeros((600, 0))).ways)["judge"]
    moved = []
    for judge in range(4):
        rest = {
            name: np.array(each)[battles.judge != judge].tolist() for name, each in VOTES.items()
        }
        again = fit(
            counted(
                read_battles(rest, columns=NONE),
                np.zeros((0, 0))[:0].reshape(int((battles.judge != judge).sum()), 0),
            ),
            davidson=True,
        )
        moved.append(found.theta - again.theta)
    jackknife = np.square(moved).sum(axis=0)
    assert np.diag(sure.variance)[:7] == pytest.approx(jackknife, rel=0.15)
    assert sure.df == pytest.approx(np.full(7, 3.0), abs=0.8)


def test_votes_by_themselves_have_the_sandwich_of_their_residuals():
    battles = read_battles(VOTES, columns=NONE)
    found = fit(counted(battles, np.zeros((600, 0))), davidson=True)
    cells, inverse = found.cells, found.inverse
    meat = np.zeros((8, 8))
    for at in range(cells.first.size):
        a, b = cells.first[at], cells.second[at]
        spread = inverse[a, a] + inverse[b, b] - 2 * inverse[a, b]
        scale = 1 / (1 - found.variance[at] * spread)
        score = np.zeros(8)
        score[a] = (cells.y[at] - found.mean[at]) * scale
        score[b] = -score[a]
        score[-1] = ((cells.outcome[at] == 2) - found.tie[at]) * scale
        meat += cells.count[at] * np.outer(score, score)
    sure = dict(uncertainty(found, battles, np.zeros((600, 0))).ways)["votes"]
    assert sure.variance == pytest.approx(inverse @ meat @ inverse)


def test_the_spread_of_judges_is_that_of_votes_dealt_anew():
    battles = read_battles(
        {**VOTES, "judge": np.random.default_rng(2).integers(0, 15, 600).tolist()}, columns=NONE
    )
    found = fit(counted(battles, np.zeros((600, 0))), davidson=True)
    rng, small = np.random.default_rng(3), 0
    for _ in range(400):
        _, p = judges_differ(battles, found, np.zeros((600, 0)), rng.permutation(battles.judge))
        small += p <= 0.1
    assert 0.06 <= small / 400 <= 0.15
