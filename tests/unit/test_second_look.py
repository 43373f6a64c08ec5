"""compare() looks twice: tests of the two columns alone, and each algorithm left out in turn."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binomtest, norm, rankdata, wilcoxon

import evenkeel
from evenkeel.comparison import Situation, advise
from evenkeel.comparison.second_look import SecondLook
from evenkeel.families import Family
from evenkeel.posthocs._leave_one_out import leave_one_out

CEC = evenkeel.load("cec2005")
GARCIA = evenkeel.load("garcia2008")

# How many of the hypotheses can still be true when 0, 1, 2, ... are false: Shaffer (1986), Table 1.
TRUE_TOGETHER = {4: (6, 3, 3, 3, 2, 1), 5: (10, 6, 6, 6, 6, 4, 4, 3, 2, 1)}


def ranks_of(table: evenkeel.Results) -> np.ndarray:
    return rankdata(table.losses, axis=1)


def signed_rank_pvalue(differences: np.ndarray) -> float:
    """P(a sum of signed ranks is as far from 0), all signs equally likely, in whole numbers."""
    ranks = [round(2 * r) for r in rankdata(np.abs(differences))]
    law = {0: 1}
    for rank in ranks:
        following: dict[int, int] = {}
        for total, ways in law.items():
            for new in (total + rank, total - rank):
                following[new] = following.get(new, 0) + ways
        law = following
    observed = abs(sum(r * int(s) for r, s in zip(ranks, np.sign(differences), strict=True)))
    extreme = sum(ways for total, ways in law.items() if abs(total) >= observed)
    return float(Fraction(extreme, 2 ** len(ranks)))


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


def look(first: list[float], alone: list[float], **changed: object) -> SecondLook:
    """Three pairs on 20 problems, both looks for the first of each pair unless told otherwise."""
    told = {
        "family": Family(("A", "B", "C")),
        "favours": np.ones((3, 2), dtype=int),
        "differing": np.full(3, 20),
        "test": "wilcoxon",
        "alpha": 0.05,
    } | changed
    return SecondLook(first=np.array(first), alone=np.array(alone), **told)


def test_the_second_look_is_holm_of_wilcoxons_exact_pvalues() -> None:
    second = evenkeel.compare(CEC, control="SaDE").second_look
    assert second is not None
    family = Family(CEC.algorithms, "SaDE")
    losses = CEC.losses
    raw = [signed_rank_pvalue(losses[:, a] - losses[:, b]) for a, b in family.pairs.tolist()]
    np.testing.assert_allclose(second.alone, holm(np.array(raw)), rtol=1e-12)
    assert (second.test, second.family, second.alpha) == ("wilcoxon", family, 0.05)
    np.testing.assert_array_equal(
        second.first, evenkeel.posthoc(CEC, control="SaDE").adjusted["holm"]
    )
    assert second.differing.tolist() == [25] * 8


def test_the_user_may_ask_for_the_sign_test() -> None:
    second = evenkeel.compare(CEC, second_look="sign").second_look
    assert second is not None
    raw = []
    for a, b in second.family.pairs.tolist():
        wins = int((CEC.losses[:, a] < CEC.losses[:, b]).sum())
        raw.append(binomtest(wins, int((CEC.losses[:, a] != CEC.losses[:, b]).sum())).pvalue)
    np.testing.assert_allclose(second.alone, holm(np.array(raw)), rtol=1e-12)
    with pytest.raises(evenkeel.InputError, match="unknown second look 't'"):
        evenkeel.compare(CEC, second_look="t")  # type: ignore[arg-type]


def test_failures_have_only_an_order_and_get_the_sign_test() -> None:
    values = np.arange(60.0).reshape(20, 3)
    values[3, 2] = np.nan
    failed = evenkeel.Results(values, better="lower", missing="worst")
    second = evenkeel.compare(failed).second_look
    assert second is not None
    assert second.test == "sign"
    assert second.alone.tolist() == [3 * 2.0**-19] * 3


def test_no_other_algorithm_moves_the_second_look() -> None:
    """Whatever the three others do, p of A and B alone is that of the table of the two."""
    rng = np.random.default_rng(5)
    two = rng.normal(size=(15, 2)) + np.arange(2)
    for others in (rng.normal(size=(15, 3)) + 3, 100 * rng.normal(size=(15, 3)) - 30):
        table = evenkeel.Results(np.hstack([two, others]), better="lower")
        second = evenkeel.compare(table, always=True).second_look
        assert second is not None
        raw = [
            wilcoxon(table.losses[:, a], table.losses[:, b], method="exact").pvalue
            for a, b in second.family.pairs.tolist()
        ]
        assert raw[0] == wilcoxon(two[:, 0], two[:, 1], method="exact").pvalue
        np.testing.assert_allclose(second.alone, holm(np.array(raw)), rtol=1e-12)


def test_what_only_the_ranks_show_rests_on_the_other_algorithms() -> None:
    comparison = evenkeel.compare(CEC)
    second = comparison.second_look
    assert second is not None
    place = second.family.labels.index("CHC vs DE-Exp")
    assert second.pooled[place]
    sentence = next(each for each in comparison.conclusions if "rests on the other" in each)
    assert "DE-Exp over CHC (adjusted p = 0.006887)" in sentence
    lead, looks = comparison.conclusions[:2]
    assert "over CHC" not in looks
    assert lead.endswith("; at 0.05 DE-Exp is shown to be better than PSO.")
    table = comparison.report().table("second-look")
    row = next(i for i, cells in enumerate(table.rows) if cells[0] == "CHC vs DE-Exp")
    assert table.rows[row][-1] == "rests on the others"
    assert {column for at, column in table.bold if at == row} == {1}


TITLE = "Wilcoxon's signed-rank test of the two alone"


@pytest.mark.parametrize(
    ("found", "expected", "both"),
    [
        (look([0.01, 0.2, 0.3], [0.02, 0.06, 0.9]), (), [True, False, False]),
        (look([0.06, 0.2, 0.3], [0.07, 0.06, 0.9]), (), [False] * 3),
        (
            look([0.01, 0.04, 0.3], [0.08, 0.06, 0.9]),
            (
                "The ranks alone favour A over B (adjusted p = 0.01000) and A over C (adjusted "
                f"p = 0.04000), which {TITLE} does not: this rests on the other algorithms.",
            ),
            [False] * 3,
        ),
        (
            look([0.01, 0.2, 0.3], [0.01, 0.03, 0.9]),
            (
                "The test of the two alone favours A over C (adjusted p = 0.03000), which the "
                "ranks among all algorithms do not.",
            ),
            [True, False, False],
        ),
        (
            look([0.05, 0.2, 0.3], [0.2, 0.05, 0.9], favours=np.array([[-1, 1], [1, -1], [1, 1]])),
            (
                f"The ranks alone favour B over A (adjusted p = 0.05000), which {TITLE} does not: "
                "this rests on the other algorithms.",
                "The test of the two alone favours C over A (adjusted p = 0.05000), which the "
                "ranks among all algorithms do not.",
            ),
            [False] * 3,
        ),
        (
            look([0.01, 0.2, 0.3], [0.02, 0.6, 0.9], favours=np.array([[1, -1], [1, 1], [1, 1]])),
            (
                "The ranks favour A over B (adjusted p = 0.01000), and the test of the two alone "
                "the contrary: nothing is shown.",
            ),
            [False] * 3,
        ),
        (
            look([0.01, 0.2, 0.3], [0.3, 0.6, 0.9], differing=np.array([6, 20, 20])),
            (
                f"The ranks alone favour A over B (adjusted p = 0.01000), which {TITLE} does not: "
                "this rests on the other algorithms.",
            ),
            [False] * 3,
        ),
        (
            look([0.01, 0.2, 0.3], [0.3, 0.6, 0.9], differing=np.array([6, 6, 6])),
            (
                "The ranks alone favour A over B (adjusted p = 0.01000); on this "
                f"{TITLE} cannot decide with so few problems.",
            ),
            [False] * 3,
        ),
        (
            look([0.1, 0.2, 0.3], [0.3, 0.6, 0.9], differing=np.array([6, 6, 6])),
            (
                "Wilcoxon's signed-rank test of two alone cannot decide with so few problems: no "
                "results on them could be rejected.",
            ),
            [False] * 3,
        ),
    ],
)
def test_what_only_one_look_shows(
    found: SecondLook, expected: tuple[str, ...], both: list[bool]
) -> None:
    assert found.sentences == expected
    assert found.both.tolist() == both


def test_so_few_problems_that_nothing_could_be_rejected() -> None:
    """By Holm of the smallest p-values there are, 2^(1 - n), gone through one by one."""
    for differing in ([6, 6, 6], [7, 6, 6], [7, 7, 6], [6, 7, 7], [5, 9, 9], [7, 7, 7], [1, 1, 0]):
        least = [2.0 ** (1 - max(n, 1)) for n in differing]
        expected = (holm(np.array(least)) > 0.05).tolist()
        assert look([0] * 3, [1] * 3, differing=np.array(differing)).powerless.tolist() == expected


def test_many_hypotheses_are_counted() -> None:
    family = Family(tuple("ABCDEF"))
    found = look(
        [0.01] * 15,
        [0.5] * 15,
        family=family,
        favours=np.ones((15, 2), dtype=int),
        differing=np.full(15, 30),
    )
    assert (
        "C over D (adjusted p = 0.01000) and 5 more in the table of adjusted"
        in (found.sentences[0])
    )


def test_clear_differences_are_shown_by_both_looks() -> None:
    clear = evenkeel.Results(np.arange(60.0).reshape(20, 3), better="lower", algorithms="ABC")
    comparison = evenkeel.compare(clear)
    assert comparison.second_look is not None
    assert comparison.second_look.both.all()
    assert comparison.second_look.alone.tolist() == [3 * 2.0**-19] * 3
    assert comparison.second_look.sentences == ()
    assert comparison.conclusions[:3] == (
        "Over 20 problems A has the best average Friedman rank (1.000) and C the worst (3.000); "
        "at 0.05 A is shown to be better than B and C.",
        "At 0.05, 3 of the 3 pairs are shown to differ by both looks: the ranks among all "
        "algorithms with Shaffer static and Wilcoxon's signed-rank test of the two alone with "
        "Holm: A over C (adjusted p = 7.619e-10 and p = 5.722e-06), A over B (adjusted "
        "p = 0.001565 and p = 5.722e-06) and B over C (adjusted p = 0.001565 and p = 5.722e-06).",
        "No algorithm is shown to be better than A.",
    )


@pytest.mark.parametrize("method", ["wilcoxon", "sign"])
def test_a_test_of_the_two_columns_needs_no_second_look(method: str) -> None:
    comparison = evenkeel.compare(CEC, method=method)
    assert comparison.second_look is None
    assert comparison.leave_one_out is None
    assert comparison.procedure == "holm"
    assert not any("looks" in sentence for sentence in comparison.conclusions)


def test_paired_ranks_are_looked_at_twice() -> None:
    """Their law is the pair's own, but the ranks are those among all."""
    comparison = evenkeel.compare(CEC, method="paired")
    assert comparison.second_look is not None
    assert comparison.leave_one_out is None


def test_no_second_look_where_nothing_was_tested() -> None:
    alike = evenkeel.Results(np.random.default_rng(4).normal(size=(9, 4)), better="lower")
    for comparison in (evenkeel.compare(CEC.select(["CHC", "PSO"])), evenkeel.compare(alike)):
        assert comparison.second_look is None
        assert comparison.leave_one_out is None
    permuted = evenkeel.compare(evenkeel.load("toy"), procedure="closed-permutation", always=True)
    assert permuted.second_look is not None
    assert permuted.leave_one_out is None


def test_leaving_out_each_algorithm() -> None:
    found = leave_one_out(GARCIA, method="normal")
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


def test_the_advice_names_the_pairs_and_the_remedy() -> None:
    comparison = evenkeel.compare(GARCIA, ties="uncorrected")
    found = next(a for a in comparison.advice if a.rule == "rests-on-the-pool")
    assert found.facts == (
        "Not rejected by Wilcoxon's signed-rank test of the two alone: 1-NN vs NaiveBayes. Not "
        "rejected with Shaffer static if another is left out: 1-NN vs NaiveBayes (without C4.5)."
    )
    assert found.remedy == (
        "Conclude from what both looks show, or use method='wilcoxon' or method='sign', which look "
        "at the two columns alone."
    )
    alone = evenkeel.compare(GARCIA, method="wilcoxon")
    assert "rests-on-the-pool" not in {advice.rule for advice in alone.advice}


def test_long_lists_are_cut() -> None:
    second = look(
        [0] * 10,
        [1] * 10,
        family=Family(tuple("ABCDE")),
        favours=np.ones((10, 2), dtype=int),
        differing=np.full(10, 30),
    )
    advice = advise(Situation(GARCIA, second_look=second))
    facts = next(a.facts for a in advice if a.rule == "rests-on-the-pool")
    assert facts.endswith("; and 5 more.")
