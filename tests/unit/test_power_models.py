"""Models of results: what they draw, and which hypotheses are true in them."""

from __future__ import annotations

import numpy as np
import pytest

from evenkeel.families import Family
from evenkeel.studies.models import MODELS
from evenkeel.studies.planning import problems_needed
from evenkeel.studies.simulation import simulate

K = 6
SURE = 0.999  # the seeds are fixed, so nothing fails by chance
POOLED_AND_PAIRED = ["friedman-normal", "friedman-paired", "wilcoxon-exact", "sign-exact"]


def drawn(name: str, advantages: list[float] | None = None) -> np.ndarray:
    effect = np.zeros(K) if advantages is None else np.array(advantages)
    return MODELS[name].draw(np.random.default_rng(3), 4000, 5, effect).reshape(-1, effect.size)


def alike(name: str, *advantages: float) -> set[tuple[int, int]]:
    """The pairs that are alike, counted from 1."""
    pairs = Family.of_size(len(advantages)).pairs
    true = MODELS[name].alike(np.array(advantages), pairs)
    return {(int(a) + 1, int(b) + 1) for a, b in pairs[true]}


def test_algorithms_of_one_kind_are_alike_if_their_advantages_are() -> None:
    for name in ("normal", "skewed", "heavy-tailed", "tied", "unequal-scales"):
        assert alike(name, 1, 0, 1, 0) == {(1, 3), (2, 4)}


def test_algorithms_of_several_kinds_are_alike_within_a_kind() -> None:
    assert alike("unequal-spread", 0, 0, 0, 0, 0) == {(1, 2), (3, 4), (3, 5), (4, 5)}
    assert alike("one-bad", 0, 0, 0) == {(1, 2)}
    assert alike("one-bad", 0, 1, 0) == set()
    assert alike("specialists", 0, 0, 0, 0) == {(1, 2), (3, 4)}
    assert alike("three-specialists", 0, 0, 0, 0) == {(1, 2), (1, 3), (2, 3)}
    assert alike("five-even-specialists", 0, 0) == {(1, 2)}


def test_correlated_algorithms_are_alike_if_their_partners_are() -> None:
    assert len(alike("correlated-pairs", 0, 0, 0, 0)) == 6
    assert alike("correlated-pairs", 1, 1, 0, 0) == {(1, 2), (3, 4)}
    assert alike("correlated-pairs", 1, 0, 0, 0) == {(3, 4)}  # A2 is beaten by its partner
    assert alike("correlated-pairs", 0, 0, 0) == {(1, 2)}  # A3 has none


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
def test_algorithms_that_are_alike_have_the_same_law(name: str) -> None:
    losses = drawn(name)
    ranks = losses.argsort(axis=1).argsort(axis=1)  # also of the tied ones: good enough a measure
    for a, b in alike(name, *np.zeros(K)):
        if name != "tied":
            assert abs(ranks[:, a - 1].mean() - ranks[:, b - 1].mean()) < 0.08
        quartiles = np.quantile(losses[:, [a - 1, b - 1]], [0.1, 0.25, 0.75, 0.9], axis=0)
        spread = np.ptp(quartiles)
        np.testing.assert_allclose(quartiles[:, 0], quartiles[:, 1], atol=0.06 * spread)


def test_what_the_models_say_of_themselves_is_true() -> None:
    spread = drawn("unequal-spread").std(axis=0)
    np.testing.assert_allclose(spread, [4, 4, 4, 1, 1, 1], rtol=0.03)
    correlation = np.corrcoef(drawn("correlated-pairs").T)
    np.testing.assert_allclose(correlation[0, 1:3], [0.9, 0], atol=0.03)
    np.testing.assert_allclose(drawn("one-bad").mean(axis=0), [0, 0, 0, 0, 0, 3], atol=0.04)
    for name, count, wins in (
        ("specialists", 2, 0.7),
        ("three-specialists", 3, 0.7),
        ("five-even-specialists", 5, 0.5),
    ):
        share = (drawn(name) < -10).mean(axis=0)
        np.testing.assert_allclose(share[:count], wins, atol=0.02)
        assert (share[count:] == 0).all()
        won = drawn(name)[:, :2] < -10
        assert abs(np.corrcoef(won.T)[0, 1]) < 0.03  # each by its own chance


@pytest.mark.slow
@pytest.mark.parametrize(("n", "k", "measured"), [(50, 10, 0.107), (100, 20, 0.156)])
def test_specialists_break_holms_promise_on_mean_ranks(n: int, k: int, measured: float) -> None:
    """Rates of Holm against the control that were measured by another program."""
    study = simulate(
        n,
        k,
        distribution="specialists",
        family="control",
        omnibus=[],
        comparisons=POOLED_AND_PAIRED,
        procedures="holm",
        repetitions=2000,
        confidence=SURE,
    )
    assert study.true.tolist() == [True] + [False] * (k - 2)
    errors = {name: study.outcome(name, "holm").family_wise_error for name in POOLED_AND_PAIRED}
    assert errors["friedman-normal"].covers(measured)
    assert errors["friedman-normal"].low > 0.05
    assert all(error.low <= 0.05 for name, error in errors.items() if name != "friedman-normal")


def test_a_model_with_a_bad_algorithm_has_power_without_an_effect() -> None:
    needed = problems_needed(
        3, 0.0, distribution="one-bad", comparison="sign", aim="all", repetitions=200
    )
    # The bad one loses on Phi(3 / sqrt 2) = 98% of the problems: 7 in a row at 0.05 / 3.
    assert 7 <= needed.n <= 10
