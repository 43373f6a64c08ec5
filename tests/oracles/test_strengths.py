"""Strengths against choix, a direct maximum likelihood, and linear programming."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linprog, minimize

import evenkeel
from evenkeel.numerics.resampling import counts_of_rows
from evenkeel.stability import contests as contests_room
from evenkeel.stability import models, strengths
from evenkeel.stability.contests import Contests, groups_in_order, has_maximum
from evenkeel.stability.models import MODELS
from evenkeel.stability.resamples import shares_of_places

STORED = json.loads((Path(__file__).parent / "python" / "strengths.json").read_text())
FREE = {"prior": 0, "resamples": 20}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("how", "within"), [("", 1e-6), (" by ilsr", 1e-9)])
def test_strengths_without_a_prior_are_those_of_choix(model: str, how: str, within: float) -> None:
    found = strengths(evenkeel.load("cec2005"), model=model, **FREE)
    assert list(found.algorithms) == STORED["algorithms"]
    expected = np.array(STORED[model + how])
    assert found.strength == pytest.approx(expected - expected.mean(), abs=within)
    first, second = expected[0], expected[8]
    assert found.beats[0, 8] == pytest.approx(1 / (1 + math.exp(second - first)), abs=within)


def weights_of_pairs(losses, ties, prior):
    """Wins of the first, of the second, and ties of each pair, problem by problem."""
    k = losses.shape[1]
    pairs = list(itertools.combinations(range(k), 2))
    both = [(r[i], r[j]) for r in losses for i, j in pairs if not np.isnan(r[i] + r[j])]
    tied = sum(a == b for a, b in both) / len(both) if ties == "davidson" else 0
    met = {p for p in pairs if not np.isnan(losses[:, p[0]] + losses[:, p[1]]).all()}
    found = {}
    for i, j in pairs:
        weights = [0.0, 0.0, 0.0]
        for row in losses:
            if row[i] == row[j] and ties == "split":
                weights[0] += 0.5
                weights[1] += 0.5
            elif not np.isnan(row[i] + row[j]):
                weights[0 if row[i] < row[j] else 1 if row[i] > row[j] else 2] += 1
        if (i, j) in met:
            weights[0] += prior / k * (1 - tied)
            weights[1] += prior / k * (1 - tied)
            weights[2] += 2 * prior / k * tied
        found[i, j] = weights
    return found


def log_likelihood(weights_of, log, nu):
    """Davidson's, or that of wins with ties halved, pair by pair."""
    total = 0.0
    for (i, j), weights in weights_of.items():
        a, b = math.exp(log[i]), math.exp(log[j])
        draw = nu * math.sqrt(a * b)
        p = [a / (a + b + draw), b / (a + b + draw), draw / (a + b + draw)]
        total += sum(w * math.log(q) for w, q in zip(weights, p, strict=True) if w > 0)
    return total


def directly(losses, ties, prior):
    k = losses.shape[1]
    weights = weights_of_pairs(losses, ties, prior)

    def minus(x):
        nu = math.exp(x[k]) if ties == "davidson" else 0.0
        return -log_likelihood(weights, x[:k], nu) + 0.5 * x[:k].sum() ** 2

    found = minimize(minus, np.zeros(k + 1), method="BFGS", options={"gtol": 1e-7})
    return found.x[:k], math.exp(found.x[k]) if ties == "davidson" else 0.0


def holed(seed: int, n: int = 12, k: int = 4, missing: float = 0.0):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 5, (n, k)).astype(float) + np.arange(k)
    values[rng.random((n, k)) < missing] = np.nan
    return evenkeel.Results(values, better="lower", missing="keep")


@pytest.mark.slow
@pytest.mark.parametrize("ties", ["davidson", "split"])
@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize("prior", [0.5, 2.0])
def test_strengths_maximise_the_likelihood_written_out(ties, missing, prior) -> None:
    for seed in range(3):
        table = holed(seed, missing=missing)
        found = strengths(table, ties=ties, prior=prior, resamples=1)
        log, nu = directly(table.losses, ties, prior)
        assert found.strength == pytest.approx(log, abs=2e-5)
        assert found.nu == pytest.approx(nu, abs=2e-5)


@pytest.mark.slow
def test_plackett_luce_with_ties_maximises_efrons_likelihood() -> None:
    table = holed(4, missing=0.15)
    k, prior = table.k, 0.5

    def minus(log):
        strength, total = np.exp(log), 0.0
        for row in table.losses:
            for value in set(row[~np.isnan(row)].tolist()):
                tied, left = np.flatnonzero(row == value), row >= value
                total += log[tied].sum()
                for s in range(len(tied)):
                    there = strength[left].sum() - s / len(tied) * strength[tied].sum()
                    total -= math.log(there)
        for i, j in itertools.combinations(range(k), 2):
            both = strength[i] + strength[j]
            total += prior / k * (log[i] + log[j] - 2 * math.log(both))
        return -total + 0.5 * log.sum() ** 2

    best = minimize(minus, np.zeros(k), method="BFGS", options={"gtol": 1e-7}).x
    found = strengths(table, model="plackett-luce", prior=prior, resamples=1)
    assert found.strength == pytest.approx(best, abs=2e-5)


def test_intervals_come_from_the_tables_without_one_problem() -> None:
    table = evenkeel.load("demsar2006")
    found = strengths(table, resamples=1)
    # The prior has the share of ties of the whole table in every sample
    contests = Contests(table.losses, split=False)
    without = np.stack(
        [
            MODELS["bradley-terry"].fit(contests, times[None], 0.5, None)[0][0]
            for times in 1 - np.eye(table.n)
        ]
    )
    n = table.n
    pseudo = n * found.strength - (n - 1) * without
    error = pseudo.std(axis=0, ddof=1) / math.sqrt(n)
    t = 2.160369  # the 97.5% quantile of Student's law with 13 degrees of freedom
    assert found.high - found.low == pytest.approx(2 * t * error, rel=1e-6)
    assert (found.high + found.low) / 2 == pytest.approx(found.strength, abs=1e-12)


def test_resamples_are_fitted_as_tables_of_their_problems() -> None:
    table = evenkeel.load("demsar2006")
    rows = np.random.default_rng(1).integers(0, table.n, (3, table.n))
    contests = Contests(table.losses, split=True)
    found, _ = MODELS["bradley-terry"].fit(contests, counts_of_rows(rows, table.n), 0.5, None)
    for sample, strength in zip(rows, found, strict=True):
        drawn = evenkeel.Results(table.values[sample], better=table.better)
        again = strengths(drawn, ties="split", resamples=1).strength
        assert strength == pytest.approx(again, abs=1e-8)


@pytest.mark.parametrize("split", [True, False])
def test_many_algorithms_are_fitted_with_one_information_for_all_samples(split) -> None:
    losses = np.random.default_rng(2).integers(0, 30, (12, 25)) + np.arange(25) / 2
    contests = Contests(np.floor(losses), split=split)
    model = MODELS["bradley-terry"]
    log, nu = model.fit(contests, np.ones((1, 12)), 0.5, None)
    near = model.fit(contests, np.arange(12), 0.5, (log[0], nu[0]))
    afresh = model.fit(contests, 1 - np.eye(12), 0.5, None)
    for found, expected in zip(near, afresh, strict=True):
        assert found == pytest.approx(expected, abs=1e-7)


def test_counts_in_blocks_are_the_same(monkeypatch) -> None:
    table = evenkeel.load("demsar2006")
    whole = strengths(table, resamples=20)
    for room in (contests_room, models):
        monkeypatch.setattr(room, "_CELLS", 20)
    found = strengths(table, resamples=20)
    for name in ("strength", "low", "high", "best", "beats_low", "beats_high"):
        assert getattr(found, name) == pytest.approx(getattr(whole, name), abs=1e-9, nan_ok=True)


def directions(wins, ties, estimated_ties):
    """Whether the likelihood can go on rising for ever, by linear programming.

    A direction d of the log strengths and c of log(nu), along which no observed outcome gets less
    likely, and some one more: the largest sum of gains over outcomes is 0 or unbounded.
    """
    k = len(wins)
    rows = []
    for i, j in itertools.combinations(range(k), 2):
        score = {"i": np.zeros(k + 1), "j": np.zeros(k + 1), "tie": np.zeros(k + 1)}
        score["i"][i] = score["j"][j] = 1
        score["tie"][[i, j]] = 0.5
        score["tie"][k] = 1
        seen = [n for n, s in (("i", wins[i, j]), ("j", wins[j, i]), ("tie", ties[i, j])) if s]
        if not estimated_ties:  # a tie is a win of each
            seen = sorted({"i", "j"} if "tie" in seen else set(seen))
        others = ("i", "j", "tie") if estimated_ties else ("i", "j")
        rows += [score[s] - score[o] for s in seen for o in others if o != s]
    gains = np.array(rows)
    found = linprog(-gains.sum(axis=0), A_ub=-gains, b_ub=np.zeros(len(gains)), bounds=(-1, 1))
    return found.fun < -1e-9


@pytest.mark.slow
@pytest.mark.parametrize("estimated_ties", [True, False])
def test_a_maximum_exists_just_where_no_direction_leads_to_infinity(estimated_ties) -> None:
    rng = np.random.default_rng(8)
    seen = set()
    for _ in range(400):
        k, n = int(rng.integers(2, 5)), int(rng.integers(1, 5))
        losses = rng.integers(0, int(rng.integers(2, 5)), (n, k)) + rng.integers(0, 2, k)
        wins = (losses[:, :, None] < losses[:, None, :]).any(axis=0)
        ties = (losses[:, :, None] == losses[:, None, :]).any(axis=0) & ~np.eye(k, dtype=bool)
        if estimated_ties and not ties.any():
            continue  # nu is no parameter then
        expected = not directions(wins, ties, estimated_ties)
        (found,) = has_maximum(wins[None], ties[None], estimated_ties=estimated_ties)
        assert found == expected
        seen.add((bool(found), bool(ties.any())))
    assert {(True, True), (False, True)} <= seen


def test_groups_that_stand_apart_are_in_order() -> None:
    #  C and A beat each other, both beat D, which beats B
    losses = np.array([[2, 9, 1, 5], [1, 9, 2, 5], [1, 8, 2, 7]])
    wins = (losses[:, :, None] < losses[:, None, :]).any(axis=0)
    assert groups_in_order(wins) == [[0, 2], [3], [1]]


def test_shares_of_places_are_counted_by_hand() -> None:
    rng = np.random.default_rng(2)
    positions = rng.integers(0, 4, (50, 4)).astype(float)
    expected = np.zeros((4, 4))
    for row in positions:
        orders = [p for p in itertools.permutations(range(4)) if (np.diff(row[list(p)]) >= 0).all()]
        for order in orders:
            for place, j in enumerate(order):
                expected[j, place] += 1 / len(orders) / len(positions)
    assert shares_of_places(positions) == pytest.approx(expected, abs=1e-12)
