"""compare() looks twice: p-values of the pair alone, and each algorithm left out in turn."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from evenkeel.hypotheses.spread import spread_ratios
from scipy.stats import norm, rankdata

import evenkeel
from evenkeel.comparison import Situation, advise
from evenkeel.comparison.second_look import SecondLook
from evenkeel.decisions.leaving_one_out import leave_one_out
from evenkeel.families import Family

CEC = evenkeel.load("cec2005")
GARCIA = evenkeel.load("garcia2008")

# How many of the hypotheses can still be true when 0, 1, 2, ... are false: Shaffer (1986), Table 1.
TRUE_TOGETHER = {4: (6, 3, 3, 3, 2, 1), 5: (10, 6, 6, 6, 6, 4, 4, 3, 2, 1)}


def ranks_of(table: evenkeel.Results) -> np.ndarray:
    return rankdata(table.losses, axis=1)


def pvalue_of_pair(ranks: np.ndarray, a: int, b: int) -> float:
    """P(|sum of the differences with random signs| >= the observed one), in whole numbers."""
    differences = [round(2 * d) for d in ranks[:, a] - ranks[:, b]]
    law = {0: 1}
    for d in differences:
        following: dict[int, int] = {}
        for total, ways in law.items():
            for new in (total + d, total - d):
                following[new] = following.get(new, 0) + ways
        law = following
    observed = abs(sum(differences))
    extreme = sum(ways for total, ways in law.items() if abs(total) >= observed)
    return float(Fraction(extreme, 2 ** len(differences)))


def holm(p: np.ndarray) -> np.ndarray:
    order = np.argsort(p)
    adjusted = np.empty(len(p))
    largest = 0.0
    for step, i in enumerate(order):
        largest = max(largest, min(1.0, (len(p) - step) * p[i]))
        adjusted[i] = largest
    return adjusted


def shaffer_of_normal(table: evenkeel.Results) -> dict[tuple[str, str], float]:
    """Friedman's z, normal p-values and Shaffer's static adjustment from the printed counts."""
    k, average = table.k, ranks_of(table).mean(axis=0)
    pairs = [(a, b) for a in range(k) for b in range(a + 1, k)]
    error = np.sqrt(k * (k + 1) / (6 * table.n))
    p = np.array([2 * norm.sf(abs(average[a] - average[b]) / error) for a, b in pairs])
    order = np.argsort(p)
    steps = np.minimum(np.maximum.accumulate(p[order] * TRUE_TOGETHER[k]), 1.0)
    names = table.algorithms
    return {(names[pairs[i][0]], names[pairs[i][1]]): s for i, s in zip(order, steps, strict=True)}


def look(chosen: list[float], paired: list[float]) -> SecondLook:
    family = Family(("A", "B", "C"))
    return SecondLook(family, np.array(chosen), np.array(paired), np.ones(3), "holm", 0.05)


def test_the_second_look_is_holm_of_the_pairs_own_pvalues() -> None:
    second = evenkeel.compare(CEC, control="SaDE").second_look
    assert second is not None
    ranks, family = ranks_of(CEC), Family(CEC.algorithms, "SaDE")
    expected = holm(np.array([pvalue_of_pair(ranks, a, b) for a, b in family.pairs.tolist()]))
    np.testing.assert_allclose(second.paired, expected, rtol=1e-12)
    assert (second.procedure, second.family, second.alpha) == ("holm", family, 0.05)
    np.testing.assert_array_equal(
        second.chosen, evenkeel.posthoc(CEC, control="SaDE").adjusted["holm"]
    )


def test_a_rejection_that_rests_on_the_pool_is_named() -> None:
    comparison = evenkeel.compare(CEC)
    ranks, pairs = ranks_of(CEC), Family(CEC.algorithms).pairs.tolist()
    raw = np.array([pvalue_of_pair(ranks, a, b) for a, b in pairs])
    place = Family(CEC.algorithms).labels.index("CHC vs DE-Exp")
    assert evenkeel.adjust(raw, "shaffer")[place] == pytest.approx(0.1157, abs=5e-5)
    sentence = (
        "A second look, with p-values from the rank differences of each pair alone and Shaffer "
        "static, does not reject CHC vs DE-Exp (adjusted p = 0.1157), so that this rejection rests "
        "on the pool of algorithms."
    )
    assert sentence in comparison.conclusions
    table = comparison.report().table("second-look")
    assert [row[0] for row in table.rows] == ["CHC vs DE-Exp"]
    assert table.bold == {(0, 1)}


@pytest.mark.parametrize(
    ("chosen", "paired", "ending"),
    [
        ([0.01, 0.2, 0.3], [0.02, 0.06, 0.9], "rejects the same hypotheses."),
        ([0.06, 0.2, 0.3], [0.07, 0.06, 0.9], "rejects none either."),
        (
            [0.01, 0.04, 0.3],
            [0.08, 0.06, 0.9],
            "does not reject A vs C (adjusted p = 0.06000) and A vs B (adjusted p = 0.08000), so "
            "that these rejections rest on the pool of algorithms.",
        ),
        ([0.01, 0.2, 0.3], [0.01, 0.03, 0.9], "rejects A vs C (adjusted p = 0.03000) as well."),
        (
            [0.05, 0.2, 0.3],
            [0.2, 0.05, 0.9],
            "does not reject A vs B (adjusted p = 0.2000), so that this rejection rests on the "
            "pool of algorithms, and rejects A vs C (adjusted p = 0.05000) as well.",
        ),
    ],
)
def test_the_sentence(chosen: list[float], paired: list[float], ending: str) -> None:
    start = "A second look, with p-values from the rank differences of each pair alone and Holm, "
    found = look(chosen, paired)
    assert found.sentence == start + ending
    assert found.agrees == ending.startswith(("rejects the same", "rejects none"))


def test_many_hypotheses_are_counted() -> None:
    family = Family(tuple("ABCDE"))
    found = SecondLook(family, np.zeros(10), np.full(10, 0.5), np.ones(10), "holm", 0.05)
    assert "B vs C (adjusted p = 0.5000) and 5 more in the table of the second look" in (
        found.sentence
    )


def test_no_table_where_the_looks_agree() -> None:
    clear = evenkeel.Results(np.arange(60.0).reshape(20, 3), better="lower")
    comparison = evenkeel.compare(clear)
    assert comparison.second_look is not None
    assert comparison.second_look.agrees
    assert comparison.second_look.paired.tolist() == [3 * 2.0**-19] * 3
    assert "second-look" not in {table.name for table in comparison.report().tables}


@pytest.mark.parametrize("method", ["paired", "wilcoxon", "sign"])
def test_a_law_of_the_pair_needs_no_second_look(method: str) -> None:
    comparison = evenkeel.compare(CEC, method=method)
    assert comparison.second_look is None
    assert comparison.leave_one_out is None
    assert not any("second look" in sentence for sentence in comparison.conclusions)


def test_no_second_look_where_nothing_was_tested_or_ranks_were_permuted() -> None:
    alike = evenkeel.Results(np.random.default_rng(4).normal(size=(9, 4)), better="lower")
    for comparison in (
        evenkeel.compare(CEC.select(["CHC", "PSO"])),
        evenkeel.compare(alike),
        evenkeel.compare(evenkeel.load("toy"), procedure="closed-permutation", always=True),
    ):
        assert comparison.second_look is None
        assert comparison.leave_one_out is None


def test_a_procedure_that_the_law_does_not_suit_is_replaced_by_the_usual_one_and_said() -> None:
    comparison = evenkeel.compare(GARCIA, procedure="nemenyi-range")
    assert comparison.second_look is not None
    assert comparison.second_look.procedure == "shaffer"
    assert "each pair alone and Shaffer static, " in comparison.second_look.sentence
    assert comparison.second_look.chosen is comparison.posthoc.adjusted["nemenyi-range"]


def test_spread_by_its_definition() -> None:
    ranks = ranks_of(CEC)
    k = CEC.k
    pairs = Family(CEC.algorithms).pairs
    expected = []
    for a, b in pairs.tolist():
        own = np.var(ranks[:, b] - ranks[:, a], ddof=1)
        # the mean squared difference of two ranks drawn from a problem without replacement
        alike = np.mean(
            [(row[i] - row[j]) ** 2 for row in ranks for i in range(k) for j in range(k) if i != j]
        )
        expected.append(own / alike)
    np.testing.assert_allclose(spread_ratios(ranks, pairs), expected, rtol=1e-12)
    assert spread_ratios(np.full((4, 3), 2.0), pairs[:1]).tolist() == [1.0]


def test_leaving_out_each_algorithm() -> None:
    found = leave_one_out(GARCIA)
    whole = shaffer_of_normal(GARCIA)
    np.testing.assert_allclose(
        found.adjusted, [whole[h] for h in found.family.hypotheses], rtol=1e-12
    )
    for j, name in enumerate(GARCIA.algorithms):
        rest = shaffer_of_normal(GARCIA.drop([name]))
        expected = [rest.get(h, np.nan) for h in found.family.hypotheses]
        np.testing.assert_allclose(found.without[j], expected, rtol=1e-12)
    assert whole["1-NN", "NaiveBayes"] <= 0.05
    assert shaffer_of_normal(GARCIA.drop(["C4.5"]))["1-NN", "NaiveBayes"] > 0.05
    assert found.fallen == {("1-NN", "NaiveBayes"): ("C4.5",)}


def test_a_control_is_not_left_out() -> None:
    found = leave_one_out(CEC, control="best")
    assert found.family.control == "DE-Exp"
    assert found.procedure == "holm"
    assert np.isnan(found.without[CEC.algorithms.index("DE-Exp")]).all()


@pytest.mark.slow
@pytest.mark.parametrize("ranking", ["friedman", "aligned", "quade"])
@pytest.mark.parametrize("method", ["normal", "exact", "paired", "wilcoxon"])
@pytest.mark.parametrize("control", [None, "SaDE"])
def test_without_an_algorithm_the_family_is_that_of_the_smaller_table(
    ranking: str, method: str, control: str | None
) -> None:
    table = CEC.select(["CHC", "PSO", "SaDE", "SSGA", "DE-Bin"])
    found = leave_one_out(table, ranking=ranking, method=method, control=control)
    for j, name in enumerate(table.algorithms):
        if name != control:
            rest = evenkeel.posthoc(
                table.drop([name]), ranking=ranking, method=method, control=control
            )
            kept = [found.family.hypotheses.index(pair) for pair in rest.family.hypotheses]
            np.testing.assert_allclose(
                found.without[j, kept], rest.adjusted[found.procedure], rtol=1e-13
            )


def test_two_algorithms_leave_none_out() -> None:
    with pytest.raises(evenkeel.InputError) as error:
        leave_one_out(CEC.select(["CHC", "PSO"]))
    assert str(error.value) == (
        "2 algorithms leave none out of which two remain; give three or more"
    )


def test_the_advice_names_the_pairs_and_the_remedy() -> None:
    comparison = evenkeel.compare(GARCIA)
    found = next(a for a in comparison.advice if a.rule == "rests-on-the-pool")
    assert found.facts == (
        "Not rejected with Shaffer static if another is left out: 1-NN vs NaiveBayes (without "
        "C4.5)."
    )
    assert found.remedy == (
        'Use method="paired", whose law is the pair\'s own and holds the level whatever the others '
        "do."
    )
    pooled = next(a for a in evenkeel.compare(CEC).advice if a.rule == "rests-on-the-pool")
    ranks = ranks_of(CEC)
    difference = ranks[:, CEC.algorithms.index("DE-Exp")] - ranks[:, CEC.algorithms.index("CHC")]
    assert difference.var(ddof=1) / 15 == pytest.approx(1.20, abs=0.005)  # k (k + 1) / 6 = 15
    assert pooled.facts == (
        "Not rejected by the ranks of the pair alone: CHC vs DE-Exp (its rank differences vary "
        "1.20 times as much as supposed)."
    )
    mended = evenkeel.compare(GARCIA, method="paired")
    assert "rests-on-the-pool" not in {advice.rule for advice in mended.advice}


def test_long_lists_are_cut() -> None:
    family = Family(tuple("ABCDE"))
    second = SecondLook(family, np.zeros(10), np.ones(10), np.ones(10), "holm", 0.05)
    advice = advise(Situation(GARCIA, second_look=second))
    facts = next(a.facts for a in advice if a.rule == "rests-on-the-pool")
    assert facts.endswith("; and 5 more.")
