"""The critical difference diagram as a list."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from evenkeel import InputError, Results, load
from evenkeel.plot import plot_critical_difference
from evenkeel.plot.cd_list import best_and_apart, intervals
from evenkeel.plot.decisions import decisions_of
from evenkeel.posthocs.groups import short_letters, unrejected_groups


def study(k: int, name: str = "m") -> Results:
    values = np.random.default_rng(k).normal(size=(30, k)) + np.linspace(0, 2, k)
    return Results(values, algorithms=[f"{name}{j}" for j in range(k)], better="lower")


def is_list(ax: object) -> bool:
    return any((line.get_gid() or "").startswith("interval-") for line in ax.lines)


def test_many_algorithms_and_long_names_make_a_list() -> None:
    assert not is_list(plot_critical_difference(study(20)))
    assert is_list(plot_critical_difference(study(21)))
    assert is_list(
        plot_critical_difference(study(5, "a name of some sixty letters, as people have them "))
    )
    assert not is_list(plot_critical_difference(study(21), layout="two-sided"))
    assert is_list(plot_critical_difference(study(4), layout="list"))


def test_the_rows_go_from_the_best_down_and_no_two_touch() -> None:
    table = study(30)
    ax = plot_critical_difference(table)
    y = {t.get_text(): t.get_position()[1] for t in ax.texts if t.get_gid().startswith("name-")}
    ranks = decisions_of(table).ranks
    down = [y[ranks.algorithms[j]] for j in ranks.order]
    assert (np.diff(down) < -0.1).all()


def test_the_intervals_are_those_of_student() -> None:
    decisions = decisions_of(load("cec2005"))
    low, high, _ = intervals(decisions)
    for j, ranks in enumerate(decisions.ranks.ranks.T):
        expected = stats.ttest_1samp(ranks, 0).confidence_interval(0.95)
        assert low[j] == pytest.approx(max(expected.low, 1))
        assert high[j] == pytest.approx(min(expected.high, 9))


def test_disjoint_intervals_differ_by_nemenyi() -> None:
    decisions = decisions_of(load("cec2005"), procedure="nemenyi-range")
    low, high, _ = intervals(decisions)
    for (a, b), rejected in zip(decisions.family.pairs, decisions.rejected, strict=True):
        inner = low[a] > 1 and low[b] > 1 and high[a] < 9 and high[b] < 9
        assert not inner or (low[a] > high[b] or low[b] > high[a]) == rejected


def test_a_shared_letter_means_not_rejected() -> None:
    rejected = np.random.default_rng(0).random(28) < 0.3
    letters = short_letters(unrejected_groups(rejected), 8)
    groups = unrejected_groups(rejected)
    for pair, out in zip(combinations(range(8), 2), rejected, strict=True):
        assert out != any(set(pair) <= set(group) for group in groups)
    assert all(letters)


def test_a_list_has_no_bars_to_colour() -> None:
    with pytest.raises(InputError, match="a list has no bars to colour"):
        plot_critical_difference(study(4), layout="list", colours="groups")


@pytest.mark.parametrize("control", [None, "m3"])
def test_who_is_told_apart_from_the_best_or_the_control(control: str | None) -> None:
    decisions = decisions_of(study(24), control=control)
    average = decisions.ranks.average
    first = 3 if control else int(average.argmin())
    names = decisions.ranks.algorithms
    apart = {
        names.index(pair[1 - pair.index(names[first])])
        for pair, out in zip(decisions.family.hypotheses, decisions.rejected, strict=True)
        if out and names[first] in pair
    }
    assert 0 < len(apart) < 23
    assert best_and_apart(decisions) == ({first}, apart)
