"""Skill scores and win rates by fev's definitions, written out."""

import numpy as np
import pytest
from scipy import stats

import evenkeel
from evenkeel.effects import skill_scores
from evenkeel.errors import InputError


@pytest.mark.parametrize("better", ["lower", "higher"])
def test_skill_and_win_rate_are_those_of_the_definition(better: str) -> None:
    rng = np.random.default_rng(8)
    errors = np.round(rng.lognormal(0, 2.5, (25, 4)), 1) + 0.1
    values = errors if better == "lower" else 1 / errors
    table = evenkeel.Results(values, better=better)
    found = skill_scores(table, baseline=table.algorithms[1])
    for j in range(4):
        ratios = errors[:, j] / errors[:, 1]
        cut = np.clip(ratios, 0.01, 100)
        assert found.skill[j] == pytest.approx(1 - stats.gmean(cut), rel=1e-9, abs=1e-12)
        assert found.clipped[j] == (cut != ratios).sum()
        wins = [
            float(errors[i, j] < errors[i, m]) + 0.5 * (errors[i, j] == errors[i, m])
            for i in range(25)
            for m in range(4)
            if m != j
        ]
        assert found.win_rate[j] == pytest.approx(np.mean(wins), rel=1e-12)
        if j != 1:
            ends = stats.t.interval(0.95, 24, np.log(cut).mean(), stats.sem(np.log(cut)))
            expected = sorted(1 - np.exp(ends))
            assert [found.skill_low[j], found.skill_high[j]] == pytest.approx(expected, rel=1e-9)
    assert found.clipped.sum() > 0
    assert ((found.win_low < found.win_rate) & (found.win_rate < found.win_high)).all()
    assert "Skill scores and win rates" in str(found)


def test_of_two_algorithms_without_ties_win_rates_have_clopper_and_pearsons_interval() -> None:
    """Also of one that wins everything, of which Student's interval is a point."""
    for wins in (10, 8):
        values = [[1, 2]] * wins + [[2, 1]] * (10 - wins)
        table = evenkeel.Results(values, algorithms=["A", "B"], better="lower")
        found = skill_scores(table, baseline="B")
        low, high = stats.binomtest(wins, 10).proportion_ci(0.95)
        assert (found.win_low[0], found.win_high[0]) == pytest.approx((low, high), abs=0.004)


@pytest.mark.parametrize(
    ("values", "options", "message"),
    [
        ([[1, 2], [3, 0]], {}, "'B' has 0 on 'P2'"),
        ([[1, 2], [3, 4]], {"clip": 1.0}, "clip is 1.0"),
        ([[1, 2], [3, 4]], {"baseline": "C"}, "unknown baseline 'C'"),
    ],
)
def test_what_is_refused(values: list, options: dict, message: str) -> None:
    table = evenkeel.Results(values, algorithms=["A", "B"], better="lower")
    with pytest.raises(InputError, match=message):
        skill_scores(table, **{"baseline": "A", **options})
