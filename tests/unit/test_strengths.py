"""What strengths say in words, what they refuse, and what does not change them."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError, UnknownNameError
from evenkeel.stability import strengths
from evenkeel.stability.likelihoods import maximise
from evenkeel.stability.models import MODELS
from evenkeel.stability.options import Model


def test_one_who_always_wins_is_named_and_refused_without_a_prior() -> None:
    values = [[1, 2, 3], [1, 3, 2], [1, 2, 3]]
    with pytest.raises(InputError) as caught:
        strengths(values, better="lower", prior=0)
    assert str(caught.value) == (
        "A1 wins every comparison with the other algorithms, so that maximum likelihood has no "
        "finite strengths; give a prior, such as prior=0.5"
    )
    found = strengths(values, better="lower", resamples=10)
    assert found.apart == (("A1",), ("A2", "A3"))
    assert found.notes[0] == (
        "A1 wins every comparison with the other algorithms, so that maximum likelihood has no "
        "finite strengths; those given rest on the prior"
    )


@pytest.mark.parametrize("n", [5, 10, 30])
def test_where_nothing_varies_intervals_know_what_was_not_seen(n: int) -> None:
    """All of n won: a chance of 0.025^(1/n) still gives that in 2.5% of the tables."""
    found = strengths(np.tile([1.0, 2.0, 3.0], (n, 1)), better="lower", resamples=10)
    least = 0.025 ** (1 / n)
    for better, worse in ((0, 1), (0, 2), (1, 2)):
        assert found.beats_low[better, worse] == pytest.approx(least, rel=1e-9)
        assert (found.beats_high[better, worse], found.beats_low[worse, better]) == (1, 0)
    assert found.high[0] == np.inf == -found.low[2]
    logit = np.log(least / (1 - least))
    assert found.low[0] == pytest.approx(2 * logit / 3, rel=1e-9)


@pytest.mark.parametrize("ties", ["davidson", "split"])
@pytest.mark.parametrize("model", ["bradley-terry", "plackett-luce"])
def test_intervals_of_one_that_nearly_always_wins_hold_the_chance(model: Model, ties: str) -> None:
    """Of two algorithms the chance is that of the model: 95% intervals of a chance of 0.95."""
    rng = np.random.default_rng(5)
    missed = 0
    for _ in range(200):
        values = np.where(rng.random((10, 1)) < 0.95, [0.0, 1.0], [1.0, 0.0])
        found = strengths(values, better="lower", model=model, ties=ties, resamples=2)
        missed += not found.beats_low[0, 1] <= 0.95 <= found.beats_high[0, 1]
        assert found.low[0] <= found.strength[0] <= found.high[0]
    assert (
        missed <= 12
    )  # of 200; the jackknife has a point where all ten are won, which 0.6 of them are


def test_ties_without_wins_that_contradict_each_other_have_no_finite_parameter() -> None:
    # Davidson's nu grows with the distance of A and B, which tie and of which only A wins
    with pytest.raises(InputError, match="no finite parameter of ties"):
        strengths([[1, 2], [1, 1], [1, 1]], better="lower", prior=0)
    assert strengths([[1, 2], [1, 1], [2, 1]], better="lower", prior=0, resamples=5).nu == 1


def test_two_algorithms_with_a_prior_of_one_have_half_a_win_each() -> None:
    values = [[1, 2]] * 7 + [[2, 1]] * 3
    found = strengths(values, better="lower", prior=1, resamples=5)
    assert found.beats[0, 1] == pytest.approx(7.5 / 11, rel=1e-9)
    assert found.beats[1, 0] == pytest.approx(3.5 / 11, rel=1e-9)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("prior", [1e-6, 1e-3, 1e6])
def test_any_prior_leaves_those_who_always_win_at_finite_strengths(model, prior) -> None:
    # by hand: of n + prior comparisons the first wins n + prior / 2
    found = strengths([[1, 2]] * 30, better="lower", model=model, prior=prior, resamples=5)
    assert np.ptp(found.strength) == pytest.approx(np.log((30 + prior / 2) / (prior / 2)), rel=1e-8)
    assert found.beats[1, 0] == pytest.approx(prior / 2 / (30 + prior), rel=1e-7)


@pytest.mark.parametrize("model", MODELS)
def test_algorithms_far_apart_have_intervals(model) -> None:
    # with twelve in a fixed order the first beats the last with a probability that rounds to 1
    found = strengths([range(12)] * 10, better="lower", model=model, prior=0.01, resamples=5)
    assert found.beats[0, 11] == 1
    apart = ~np.eye(12, dtype=bool)
    assert np.isfinite(found.beats_low[apart]).all()
    assert np.isfinite(found.beats_high[apart]).all()


def test_samples_without_a_maximum_are_fitted_with_the_prior_and_counted() -> None:
    values = [[1, 2]] * 5 + [[2, 1]]
    found = strengths(values, better="lower", prior=0, resamples=200)
    assert found.strength == pytest.approx([np.log(5) / 2, -np.log(5) / 2], abs=1e-9)
    (note,) = found.notes
    assert note.startswith("of the 6 samples without one problem 1, and of the 200 resamples ")
    # the only problem that B wins is in no resample with probability (5/6)^6 = 0.335
    count = int(note.split("200 resamples ")[1].split(",")[0])
    assert 40 < count < 95


def test_all_ties_leave_everyone_equal() -> None:
    found = strengths(np.ones((4, 3)), better="lower", resamples=5)
    assert found.strength.tolist() == [0, 0, 0]
    assert found.low.tolist() == found.high.tolist() == [0, 0, 0]
    assert found.best == pytest.approx([1 / 3] * 3)
    assert found.ties_with[0, 1] > 0.8


@pytest.mark.parametrize("model", MODELS)
def test_the_elo_scale_has_mean_1500_and_400_points_for_ten_to_one(model) -> None:
    table = evenkeel.load("cec2005")
    log = strengths(table, model=model, resamples=5)
    elo = strengths(table, model=model, resamples=5, elo=True)
    assert elo.strength.mean() == pytest.approx(1500)
    assert np.ptp(elo.strength) == pytest.approx(400 * np.ptp(log.strength) / np.log(10))
    assert elo.high - elo.low == pytest.approx(400 / np.log(10) * (log.high - log.low))
    assert np.array_equal(elo.beats, log.beats, equal_nan=True)
    assert "Elo rating" in str(elo)


@pytest.mark.parametrize("model", MODELS)
def test_what_beats_ties_and_loses_adds_up_to_one(model) -> None:
    found = strengths(evenkeel.load("demsar2006"), model=model, resamples=5)
    apart = ~np.eye(4, dtype=bool)
    whole = found.beats + found.beats.T + found.ties_with
    assert whole[apart] == pytest.approx(np.ones(12))
    assert (found.beats_low[apart] < found.beats[apart]).all()
    assert (found.beats[apart] < found.beats_high[apart]).all()


@pytest.mark.parametrize("model", MODELS)
def test_the_order_of_the_columns_changes_nothing(model) -> None:
    table = evenkeel.load("cec2005_ties")
    turned = table.select(table.algorithms[::-1])
    one, other = (strengths(t, model=model, resamples=20) for t in (table, turned))
    for name in ("strength", "low", "high", "best"):
        assert getattr(one, name) == pytest.approx(getattr(other, name)[::-1], abs=1e-8)
    assert one.versus("PSO", "SaDE") == pytest.approx(other.versus("PSO", "SaDE"), abs=1e-8)


@pytest.mark.parametrize("model", MODELS)
def test_turning_the_direction_turns_bradley_and_terry_round(model) -> None:
    table = evenkeel.load("cec2005")
    one = strengths(table.values, better="lower", model=model, resamples=5)
    other = strengths(table.values, better="higher", model=model, resamples=5)
    same = one.strength == pytest.approx(-other.strength, abs=1e-8)
    assert same == (model == "bradley-terry")  # an order that is drawn from the worst is another


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": "elo"}, "unknown model 'elo'"),
        ({"ties": "davison"}, "did you mean 'davidson'"),
        (
            {"prior": -1},
            "prior is -1; give the weight of the prior, such as 0.5, from 1e-06 to 1e[+]06, or 0 "
            "for none",
        ),
        ({"prior": 1e-16}, "prior is 1e-16; give the weight of the prior"),
        ({"prior": 1e100}, r"prior is 1e\+100; give the weight of the prior"),
        ({"prior": 10**400}, "prior is 1000"),
        ({"prior": "much"}, "prior is 'much'"),
        ({"prior": float("nan")}, "prior is nan"),
        ({"confidence": 1}, "confidence is 1; give a number between 0 and 1"),
        ({"resamples": 0}, "resamples is 0"),
    ],
)
def test_options_that_mean_nothing_are_refused(options, message) -> None:
    with pytest.raises((InputError, UnknownNameError), match=message):
        strengths(evenkeel.load("toy"), **options)


def test_groups_without_a_common_problem_are_refused() -> None:
    values = [[1, 2, np.nan, np.nan], [np.nan, np.nan, 1, 2], [2, 1, np.nan, np.nan]]
    table = evenkeel.Results(values, better="lower", missing="keep")
    with pytest.raises(InputError, match="fall into 2 groups that share no problem"):
        strengths(table)


def test_failures_lose_against_everyone() -> None:
    values = [[1, 2, np.nan], [2, 1, 3], [1, np.nan, 2]]
    failed = evenkeel.Results(values, better="lower", missing="worst")
    filled = evenkeel.Results([[1, 2, 99], [2, 1, 3], [1, 99, 2]], better="lower")
    one, other = (strengths(t, resamples=5) for t in (failed, filled))
    assert np.array_equal(one.strength, other.strength)


def test_a_likelihood_without_a_maximum_does_not_go_on_for_ever() -> None:
    with pytest.raises(ArithmeticError, match="no maximum"):
        maximise(
            lambda which, x: np.ones((1, 1)), lambda which, x: np.ones((1, 1, 1)), np.zeros((1, 1))
        )


def test_the_models_that_can_be_named_are_those_there_are() -> None:
    assert get_args(Model) == tuple(MODELS)
