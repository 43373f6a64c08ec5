"""Confidence sets for ranks in compare(), its report, and as a function of the package."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

import evenkeel

GARCIA = evenkeel.load("garcia2008")


def bounds(table: evenkeel.Results, alpha: float) -> list[str]:
    """By the definition: one-sided sign tests of all ordered pairs, Holm, and counting."""
    k, losses = table.k, table.losses
    ordered = [(i, j) for i in range(k) for j in range(k) if i != j]
    p = []
    for i, j in ordered:
        wins, defeats = (losses[:, i] < losses[:, j]).sum(), (losses[:, i] > losses[:, j]).sum()
        p.append(binomtest(int(wins), int(wins + defeats), alternative="greater").pvalue)
    beats = []
    for step, place in enumerate(np.argsort(p)):
        if p[place] * (len(p) - step) > alpha:
            break
        beats.append(ordered[place])
    first = [1 + sum(b == j for _, b in beats) for j in range(k)]
    last = [k - sum(a == j for a, _ in beats) for j in range(k)]
    return [str(a) if a == b else f"{a} to {b}" for a, b in zip(first, last, strict=True)]


@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_the_table_of_ranks_has_them_beside_the_ranks(alpha: float) -> None:
    comparison = evenkeel.compare(GARCIA, alpha=alpha, second_look="sign")
    assert comparison.rank_sets == evenkeel.rank_sets(GARCIA, alpha=alpha)
    table = comparison.report().table("ranks")
    assert table.columns[-1].title == "Rank set"
    shown = {row[0]: row[-1] for row in table.rows}
    assert [shown[name] for name in GARCIA.algorithms] == bounds(GARCIA, alpha)
    assert table.note == (
        "Rank set: 1 + the number of algorithms that beat this one in the population of problems "
        "lies in it, for all algorithms together with a probability of at least "
        f"{1 - alpha:g}. One beats another if it is better on more problems (sign tests of the two "
        "alone). The average ranks ask another question: how an algorithm does among all."
    )
    usual = evenkeel.compare(GARCIA, alpha=alpha)
    assert usual.rank_sets == evenkeel.rank_sets(GARCIA, alpha=alpha, test="wilcoxon")
    assert "(Wilcoxon tests of the two alone)" in usual.report().table("ranks").note


def test_the_conclusions_name_who_is_not_shown_to_be_beaten() -> None:
    found = evenkeel.compare(GARCIA)
    assert "No algorithm is shown to be better than C4.5 and NaiveBayes." in found.conclusions
    clear = evenkeel.Results(np.arange(60.0).reshape(20, 3), algorithms="ABC", better="lower")
    assert "No algorithm is shown to be better than A." in evenkeel.compare(clear).conclusions
    toy = " ".join(evenkeel.compare(evenkeel.load("toy")).conclusions)
    assert "No algorithm is shown" not in toy  # nothing is shown at all


def test_none_may_be_first_in_a_circle() -> None:
    turned = np.tile([[1.0, 2.0, 3.0], [2.0, 3.0, 1.0], [3.0, 1.0, 2.0]], (30, 1))
    circle = evenkeel.Results(turned, algorithms="ABC", better="lower")
    assert bounds(circle, 0.05) == ["2"] * 3
    assert "all 3 algorithms have the average rank 2.00" in str(evenkeel.compare(circle).verdict())
    found = evenkeel.compare(circle, method="sign", always=True)
    assert found.shown.all()
    said = "Each algorithm is shown to be worse than another, in a circle."
    assert said in found.conclusions


def test_two_algorithms_have_none() -> None:
    comparison = evenkeel.compare(GARCIA.select(["C4.5", "CN2"]))
    assert comparison.rank_sets is None
    assert not any("No algorithm" in sentence for sentence in comparison.conclusions)
