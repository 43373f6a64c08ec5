"""Numbers of problems against brute force over the exact binomial power of the sign test."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import ndtri
from scipy.stats import betabinom, binom, norm

import evenkeel
from evenkeel.studies.outcomes import Estimate, search, summary
from evenkeel.studies.planning import problems_needed, problems_to_decide

ALPHA = 0.05
NUMBERS = np.arange(1001)  # of problems: brute force looks at each
WINS = NUMBERS[:, None]
Floats = NDArray[np.float64]
Whole = NDArray[np.int_]

# The smallest numbers of wins that are significant, n + 1 if none is: by the binomial law, and by
# the normal law for the wins, which is that of the Friedman ranks of two algorithms.
SIGN_TEST: Whole = (2 * binom.sf(WINS - 1, NUMBERS, 0.5) > ALPHA).sum(axis=0)
NORMAL: Whole = (2 * norm.sf((2 * WINS - NUMBERS) / np.sqrt(np.maximum(NUMBERS, 1))) > ALPHA).sum(
    axis=0
)


def effect(win: float) -> float:
    """The advantage with which one of two algorithms wins on this share of the problems."""
    return float(2**0.5 * ndtri(win))


def power_of_signs(win: float, critical: Whole = SIGN_TEST) -> Floats:
    """Probability of a two-sided rejection with 0, 1, 2, ... problems."""
    power: Floats = binom.sf(critical - 1, NUMBERS, win)
    return power + binom.cdf(NUMBERS - critical, NUMBERS, win)


def from_there_on(power: Floats, wanted: float) -> int:
    """The smallest number from which on the power is reached."""
    return int(np.flatnonzero(power < wanted).max()) + 1


def check_against(
    power: Floats,
    wanted: float,
    tried: Mapping[int, Estimate],
    answer: tuple[int | None, int | None, int | None],
) -> None:
    """What the number, `low` and `high` say, against the exact power at every number."""
    true = from_there_on(power, wanted)
    for number, share in tried.items():
        error = np.sqrt(power[number] * (1 - power[number]) / share.repetitions)
        assert share.value == pytest.approx(power[number], abs=4 * error + 1e-12)
        # those that decide are so far from the wanted power that noise cannot flip the answer
        assert number < true - 1 or abs(power[number] - wanted) > 4 * error
    number, low, high = answer
    assert number == true
    assert low is not None
    assert high is not None
    assert low <= number <= high
    assert tried[low - 1].high < wanted
    assert power[low - 1] < wanted
    assert (power[high:] >= wanted).all()
    assert set(range(low - 1, high + 4)) <= set(tried)  # one by one, four of them surely enough


@pytest.mark.slow
@pytest.mark.parametrize(
    ("win", "wanted", "repetitions", "expected", "earlier"),
    [
        (0.8, 0.78, 8000, 23, [20]),
        (0.75, 0.81, 8000, 35, [33]),
        (0.7, 0.8, 30_000, 54, [49, 51, 52]),
    ],
)
def test_the_sign_test(
    win: float, wanted: float, repetitions: int, expected: int, earlier: list[int]
) -> None:
    power = power_of_signs(win)
    options = {"comparison": "sign-exact", "repetitions": repetitions}
    needed = problems_needed(2, effect(win), power=wanted, **options)
    check_against(power, wanted, needed.tried, (needed.n, needed.low, needed.high))
    assert needed.n == expected
    # smaller numbers have the power too, and lose it again
    assert np.flatnonzero(power[:expected] >= wanted).tolist() == earlier


@pytest.mark.slow
def test_the_defaults() -> None:
    """With 24, 26 and 27 problems the power is above 0.8, with 25 and 28 it is below."""
    power = power_of_signs(norm.cdf(1 / np.sqrt(2)), NORMAL)
    assert np.flatnonzero(power[:29] >= 0.8).tolist() == [24, 26, 27]
    precise = problems_needed(2, 1.0, repetitions=40_000)  # power[28] is 5 standard errors away
    assert (precise.n, precise.low, precise.high) == (29, 29, 29)
    needed = problems_needed(2, 1.0)
    assert needed.low <= 29 <= needed.high
    assert power[needed.low - 1] < 0.8
    assert (power[needed.high :] >= 0.8).all()
    for n, share in needed.tried.items():
        assert share.value == pytest.approx(power[n], abs=4 * 0.5 / np.sqrt(4000))


@pytest.mark.slow
def test_a_limit_at_which_the_power_is_lost_again() -> None:
    """With 33 problems the power is 0.819, with 34 it is 0.789."""
    options = {"power": 0.805, "comparison": "sign-exact", "repetitions": 20_000}
    lost = problems_needed(2, effect(0.75), limit=34, **options)
    assert (lost.n, lost.low, lost.high) == (None, 35, None)
    held = problems_needed(2, effect(0.75), limit=33, **options)
    assert (held.n, held.low, held.high) == (33, 33, 33)


@pytest.mark.slow
def test_few_repetitions_leave_much_open() -> None:
    rough = problems_needed(3, 1.0, repetitions=200)
    precise = problems_needed(3, 1.0, repetitions=20_000)
    assert rough.low < rough.n < rough.high
    assert rough.low <= precise.n <= rough.high
    assert precise.high - precise.low < rough.high - rough.low
    # Wilson's intervals of 0 and 3 out of 3 are 0 to 0.56 and 0.44 to 1: nothing is sure
    nothing = problems_needed(3, 1.0, power=0.5, repetitions=3)
    assert (nothing.low, nothing.high) == (None, None)
    assert nothing.n is not None
    assert len(nothing.tried) < 60


def measured(power: float) -> Estimate:
    """A power without noise, with the interval that 4000 tables leave to one of 0.8."""
    return Estimate(float(power), power - 0.0124, power + 0.0124, 4000, 0.95)


@pytest.mark.parametrize("wanted", [0.5, 0.7, 0.8, 0.9, 0.95])
def test_the_search_on_exact_power(wanted: float) -> None:
    """Whatever the chance to win, the answer is that of brute force, and soon there."""
    for win in np.linspace(0.63, 0.97, 69):
        power = power_of_signs(win)
        tried = search(lambda n, power=power: measured(power[n]), wanted, 2, 1000)
        number, low, high = summary(tried, wanted)
        true = from_there_on(power, wanted)
        assert list(tried) == sorted(tried)
        assert len(tried) <= 45
        assert low is None or low <= true
        if true < 100:
            assert number == true
            assert (power[high:] >= wanted).all()
            around = range(2 if low is None else low - 1, high + 4)
            assert set(around) <= set(tried)  # down to one surely too few, up to four surely enough
        else:  # where not every number is tried
            assert number == pytest.approx(true, rel=0.1)
            assert all(power[n] >= wanted for n in tried if n >= number)


@pytest.mark.parametrize("true", [2, 3, 17, 121, 961])
def test_the_search_on_smooth_power(true: int) -> None:
    """Without a saw the number is found exactly, however large it is."""
    power = norm.sf(norm.isf(0.025) - 2.802 * np.sqrt(NUMBERS / true))
    tried = search(lambda n: measured(power[n]), 0.8, 2, 1000)
    number, low, high = summary(tried, 0.8)
    assert number == true == from_there_on(power, 0.8)
    assert len(tried) <= 32
    if true > 2:
        assert 0.9 * true <= low <= true <= high <= 1.1 * true + 1


def test_the_search_goes_on_where_a_walk_ends_below() -> None:
    """The power is there with 16 by chance, and for good from 70 on."""
    tried = search(lambda n: measured(0.9 if n == 16 or n >= 70 else 0.1), 0.8, 2, 1000)
    assert summary(tried, 0.8) == (70, 70, 70)
    tried = search(lambda n: measured(0.9 if n == 16 else 0.1), 0.8, 2, 60)
    assert summary(tried, 0.8) == (None, 61, None)


@pytest.mark.slow
def test_other_aims() -> None:
    options = {"repetitions": 500, "comparison": "friedman-normal"}
    needed = {
        aim: problems_needed(4, 1.0, aim=aim, **options).n for aim in ("any", "average", "all")
    }
    assert needed["any"] < needed["average"] < needed["all"]
    assert problems_needed(4, 1.0, aim="omnibus", **options).n < needed["average"]
    beyond = problems_needed(4, 0.1, limit=20, **options)
    assert (beyond.n, beyond.low, beyond.high) == (None, 21, None)


@pytest.mark.slow
def test_problems_to_decide() -> None:
    """Two algorithms, 8 wins of 10: how many more wins are needed, and how likely they are.

    The share of wins among problems like these is beta with 8 and 2: further wins beta-binomial.
    """
    signs = np.array([1.0] * 8 + [-1.0] * 2)
    table = evenkeel.Results(
        np.column_stack([np.zeros(10), signs]), better="lower", algorithms=["new", "old"]
    )
    more, critical = NUMBERS[:-10], SIGN_TEST[10:]
    wins = betabinom(more, 8, 2)
    power = wins.sf(critical - 8 - 1) + wins.cdf(more + 10 - critical - 8)
    plan = problems_to_decide(table, "new", "old", power=0.775, repetitions=20_000, method="exact")
    assert not plan.rejected
    check_against(power, 0.775, plan.tried, (plan.more, plan.low, plan.high))
    assert plan.more == 13
    assert np.flatnonzero(power[:13] >= 0.775).tolist() == [7, 10, 11]
    assert len(plan.notes) == 2


def test_pairs_that_are_decided_or_never_will_be() -> None:
    table = evenkeel.load("garcia2008")
    decided = problems_to_decide(table, "C4.5", "Kernel")
    assert (decided.rejected, decided.more, decided.procedure) == (True, 0, "shaffer")
    assert (decided.low, decided.high, decided.tried) == (0, 0, {})
    even = problems_to_decide(table, "C4.5", "NaiveBayes", limit=40, repetitions=200)
    assert (even.rejected, even.more, even.low, even.high) == (False, None, 41, None)
