"""What a run without options says is true: examples that once misled, held by other programs."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.stats import binomtest, friedmanchisquare, norm, rankdata, wilcoxon

import evenkeel
from evenkeel.adjustments import procedures
from evenkeel.comparison.guidelines import RULES

TIED = np.zeros((20, 4))
TIED[:6] = range(4)


def compared(values: np.ndarray, **options: object) -> evenkeel.Comparison:
    return evenkeel.compare(values, better="lower", **options)  # type: ignore[arg-type]


def zeros_and_ones() -> np.ndarray:
    """500 items by 5 models, most of them solved or not by all."""
    rng = np.random.default_rng(3)
    hard = rng.random((500, 1)) < 0.45
    values = np.where(hard, 1.0, 0.0).repeat(5, axis=1)
    turned = rng.random((500, 5)) < [0.01, 0.02, 0.04, 0.05, 0.09]
    return np.where(turned, 1.0, values)


# Ties -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("values", [TIED, zeros_and_ones()])
def test_friedmans_statistic_is_scipys(values: np.ndarray) -> None:
    found = evenkeel.friedman(values, better="lower")
    expected = friedmanchisquare(*values.T)
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-9)
    assert found.pvalue == pytest.approx(expected.pvalue, rel=1e-9)


def test_six_problems_in_one_order_are_not_chance() -> None:
    """Each of the six has 24 orders, and 24 of the 24^6 tables rank them all alike."""
    assert evenkeel.friedman(TIED, better="lower", method="exact").pvalue == pytest.approx(24.0**-5)
    found = compared(TIED)
    assert found.omnibus_rejected
    x = friedmanchisquare(*TIED.T).statistic
    assert found.deciding.statistic == pytest.approx(19 * x / (60 - x), rel=1e-12)


def test_items_that_most_models_solve_alike_tell_models_apart() -> None:
    found = compared(zeros_and_ones())
    assert compared(zeros_and_ones(), ties="uncorrected").deciding.pvalue > 0.5
    assert found.deciding.pvalue < 1e-4
    assert found.shown[found.posthoc.family.labels.index("A1 vs A5")]


def brute_force_variance(ranks: np.ndarray) -> float:
    """Variance of a difference of two rank totals over all permutations within the problems."""
    k = ranks.shape[1]
    each = []
    for row in ranks:
        differences = [row[p[0]] - row[p[1]] for p in itertools.permutations(range(k))]
        each.append(np.var(differences))
    return float(np.sum(each))


@pytest.mark.parametrize("values", [TIED, zeros_and_ones()[:60]])
def test_the_variance_of_a_pair_is_that_given_the_ties(values: np.ndarray) -> None:
    found = evenkeel.posthoc_statistics(values, better="lower")
    ranks = rankdata(values, axis=1)
    error = math.sqrt(brute_force_variance(ranks)) / len(values)
    np.testing.assert_allclose(found.standard_error, error, rtol=1e-12)
    totals = ranks.mean(axis=0)
    z = np.array([(totals[b] - totals[a]) / error for a, b in found.family.pairs])
    np.testing.assert_allclose(found.pvalue, 2 * norm.sf(np.abs(z)), rtol=1e-9)


def test_the_documents_form_is_an_option() -> None:
    """Equations (2), (3) and (12) of Derrac et al. (2011), which know no ties."""
    found = compared(TIED, ties="uncorrected", always=True)
    average = rankdata(TIED, axis=1).mean(axis=0)
    x = 12 * 20 / 20 * (np.square(average).sum() - 4 * 25 / 4)
    assert found.omnibus["friedman"].statistic == pytest.approx(x)
    assert found.deciding.pvalue == pytest.approx(0.1434, abs=5e-5)
    assert found.method == "normal"
    np.testing.assert_allclose(found.posthoc.statistics.standard_error, math.sqrt(20 / 120))


def test_a_decision_that_the_correction_turns_is_named() -> None:
    without = "Without the correction for ties the Iman-Davenport test would not reject"
    assert any(each.startswith(without) for each in compared(TIED).conclusions)
    uncorrected = compared(TIED, ties="uncorrected").conclusions
    corrected = "Corrected for ties the Iman-Davenport test would reject (p = 0.0001336)."
    assert corrected in uncorrected
    assert "Without the correction for ties the ranks would reject 3 hypotheses fewer." in (
        compared(TIED).conclusions
    )
    assert "Corrected for ties the ranks would reject 3 hypotheses more." in (
        compared(TIED, ties="uncorrected", always=True).conclusions
    )
    clear = compared(np.arange(60.0).reshape(20, 3))
    assert not any("correction for ties" in each for each in clear.conclusions)


# The pool ---------------------------------------------------------------------------------------


def even_pair(others: float, number: int = 8) -> np.ndarray:
    """A and B win 20 of 40 problems each; the others stand between them on one half of these."""
    pair = np.array([[1.0, 2.0]] * 20 + [[3.0, 2.0]] * 20)
    rng = np.random.default_rng(1)
    return np.hstack([pair, others + 0.01 * rng.random((40, number))])


@pytest.mark.parametrize("method", [None, "paired"])
@pytest.mark.parametrize(("others", "favoured"), [(1.5, "A1 over A2"), (2.5, "A2 over A1")])
def test_the_others_do_not_turn_the_verdict_on_an_even_pair(
    method: str | None, others: float, favoured: str
) -> None:
    found = compared(even_pair(others), method=method)
    place = found.posthoc.family.labels.index("A1 vs A2")
    assert found.posthoc.adjusted[found.procedure][place] < 0.05  # the ranks do
    wins = int((found.results.losses[:, 0] < found.results.losses[:, 1]).sum())
    assert binomtest(wins, 40).pvalue == 1.0
    assert not found.shown[place]
    sentence = next(each for each in found.conclusions if "rests on the other algorithms" in each)
    assert favoured in sentence


def test_few_problems_are_not_blamed_on_the_pool() -> None:
    values = np.arange(6) * 10 + np.random.default_rng(0).normal(size=(8, 6))
    found = compared(values)
    assert 15 * 2.0**-7 > 0.05
    assert not found.shown.any()
    text = " ".join(found.conclusions)
    assert "cannot decide with so few problems" in text
    assert "rests on" not in text


# Even by wins, but not symmetric ----------------------------------------------------------------


def hub(n: int, k: int, seed: int) -> np.ndarray:
    """A1 is even with each other, by unequal amounts; of two others the first wins on 75%."""
    below = np.random.default_rng(seed).random((n, k - 1)) < 0.5
    order = np.arange(k - 1.0)
    return np.hstack([np.zeros((n, 1)), np.where(below, order - k, order + 1)])


def by_signs(found: evenkeel.Comparison, pairs: np.ndarray) -> list[bool]:
    """Which pairs scipy's binomial test rejects with Holm, in favour of the algorithm shown."""
    losses = found.results.losses
    wins = [int((losses[:, a] < losses[:, b]).sum()) for a, b in pairs]
    defeats = [int((losses[:, a] > losses[:, b]).sum()) for a, b in pairs]
    raw = [binomtest(w, w + d).pvalue for w, d in zip(wins, defeats, strict=True)]
    adjusted, largest = {}, 0.0
    for step, i in enumerate(np.argsort(raw)):
        largest = max(largest, (len(raw) - step) * raw[i])
        adjusted[i] = largest
    return [bool(adjusted[i] <= 0.05) for i in range(len(raw))]


@pytest.mark.parametrize("control", [None, "A1"])
@pytest.mark.parametrize("k", [3, 5])
def test_what_rests_on_sizes_and_not_on_wins_is_named(k: int, control: str | None) -> None:
    found = compared(hub(200, k, seed=1), control=control)
    even = np.array(["A1" in pair for pair in found.posthoc.family.hypotheses])
    assert found.shown[even].any()  # their differences are not symmetric
    expected = found.shown & ~np.array(by_signs(found, found.posthoc.family.pairs))
    assert found.by_size.tolist() == expected.tolist()
    assert found.by_size[even & found.shown].all()
    certain, reserved = found.conclusions[1:3]
    assert "if differences are symmetric" in reserved
    for place, (first, second) in enumerate(found.posthoc.family.hypotheses):
        for sentence, of in ((certain, found.shown & ~expected), (reserved, expected)):
            named = f"{first} over {second} (" in sentence or f"{second} over {first} (" in sentence
            assert named == of[place]
    weak, sure = int(expected.sum()), int((found.shown & ~expected).sum())
    beaten = {
        pair[1 if z > 0 else 0]
        for pair, z, out in zip(
            found.posthoc.family.hypotheses,
            found.posthoc.statistics.z,
            found.shown & ~expected,
            strict=True,
        )
        if out
    }
    unbeaten = [each for each in found.conclusions if each.startswith("No algorithm is shown")]
    assert bool(unbeaten) == (control is None and sure > 0)
    for sentence in unbeaten:
        assert all((name in sentence) != (name in beaten) for name in found.results.algorithms)
    lines = dict(found.verdict().blocks[0].lines)
    assert lines["Pairs"].startswith(f"{sure or 'None'} of {len(even)} shown")
    told = lines["Pairs"].partition("if differences are symmetric, not by wins: ")[2].split("\n")[0]
    sides = [chain.split(" > ") for chain in told.split("; ")]
    named = {(a, b) for one, other in sides for a in one.split(", ") for b in other.split(", ")}
    family, z = found.posthoc.family, found.posthoc.statistics.z
    assert named == {
        pair if side > 0 else pair[::-1]
        for pair, side, rests in zip(family.hypotheses, z, found.by_size, strict=True)
        if rests
    }
    end = f"; {sure} of {len(even)}" if sure else f"; {weak} of {len(even)}"
    assert end in found.report().headline
    assert "if symmetric" in found.report().headline


def test_of_two_algorithms_that_rests_on_sizes_too() -> None:
    found = compared(hub(200, 3, seed=1)[:, :2])
    assert wilcoxon(found.results.values[:, 0] - found.results.values[:, 1]).pvalue < 0.05
    assert not any(by_signs(found, np.array([[0, 1]])))
    assert found.by_size.tolist() == [True]
    assert any("by wins alone this is not shown" in each for each in found.conclusions)
    best = dict(found.verdict().blocks[0].lines)["Best"]
    assert best.endswith("at 0.05 if differences are symmetric, not by wins alone.")


def test_nothing_is_said_of_sizes_where_wins_show_as_much() -> None:
    for values in (np.arange(60.0).reshape(20, 3), np.arange(60.0).reshape(20, 3)[:, :2]):
        found = compared(values)
        assert not found.by_size.any()
        assert not any("symmetric" in each for each in found.conclusions)
    many = evenkeel.compare(hub(300, 16, seed=2), better="lower").conclusions[2]
    assert many.startswith("10 more are shown if")
    assert many.count(" over ") == 10
    assert compared(hub(200, 3, seed=1), second_look="sign").by_size is None


def test_the_note_says_whose_the_p_values_are() -> None:
    for method, whose in ((None, "by the ranks"), ("wilcoxon", "of the two alone")):
        found = compared(np.random.default_rng(3).random((20, 3)) + np.arange(3), method=method)
        assert found.verdict().blocks[1].note.startswith(f"p {whose}, adjusted by ")


# Logical procedures -----------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["sign", "wilcoxon"])
@pytest.mark.parametrize("procedure", ["shaffer", "shaffer-dynamic", "bergmann"])
def test_logical_procedures_are_refused_where_nulls_are_not_transitive(
    method: str, procedure: str
) -> None:
    values = np.random.default_rng(3).normal(size=(20, 4))
    for function in (evenkeel.posthoc, evenkeel.stability.stability):
        named = {"adjust": procedure} if function is evenkeel.posthoc else {"procedure": procedure}
        with pytest.raises(evenkeel.InputError) as error:
            function(evenkeel.Results(values, better="lower"), method=method, **named)
        assert "are not transitive" in str(error.value)
        assert "choose method='paired', whose hypotheses are, or a procedure such as 'holm'" in (
            str(error.value)
        )
    assert evenkeel.posthoc(values, better="lower", method=method).procedures == (
        "nemenyi-bonferroni",
        "holm",
    )
    assert compared(values, method=method, always=True).procedure == "holm"


# A control picked as the best -------------------------------------------------------------------


def test_all_that_follows_a_picked_control_is_taken_from_all_pairs() -> None:
    table = evenkeel.load("cec2005")
    found, everything = evenkeel.compare(table, control="best"), evenkeel.compare(table)
    best = table.algorithms[int(rankdata(table.losses, axis=1).mean(axis=0).argmin())]
    assert (found.picked, found.control, found.multiple_sign) == (best, None, None)
    for name in ("posthoc", "second_look", "leave_one_out", "wilcoxon", "signs", "rank_sets"):
        assert getattr(found, name) == getattr(everything, name)
    assert found.conclusions[1].split(": ")[-1].startswith(f"{best} over ")
    assert any(each.startswith(f"{best} was to be the control") for each in found.conclusions)
    alone = evenkeel.posthoc(table, control="best")
    assert alone.notes[0].startswith(f"{best} is the control because its rank is the best")


# Weak procedures --------------------------------------------------------------------------------


def test_no_advice_recommends_what_does_not_hold_its_promise() -> None:
    for rule in RULES:
        assert "Finner" not in rule.remedy
        assert "Li " not in rule.remedy
        assert "Li's" not in rule.remedy


@pytest.mark.parametrize("name", [each.name for each in procedures()])
def test_a_conclusion_from_a_weak_procedure_says_so(name: str) -> None:
    values = np.random.default_rng(8).normal(size=(30, 4)) + np.array([0.0, 0.1, 1.0, 1.2])
    entry = next(each for each in procedures() if each.name == name)
    control = "A1" if "control" in entry.families else None
    found = compared(values, control=control, procedure=name)
    weak = {
        "finner": "which holds the family-wise error only if every hypothesis is true",
        "li": "which holds the family-wise error of independent p-values, and these are not",
        "rom": "which holds the family-wise error of independent p-values, and these are not",
        "benjamini-hochberg": "which holds the false discovery rate, not the family-wise error",
        "benjamini-yekutieli": "which holds the false discovery rate, not the family-wise error",
    }
    said = {text for text in weak.values() if text in found.conclusions[1]}
    assert said == ({weak[name]} if name in weak else set())


# The order of two inferences --------------------------------------------------------------------


def test_sets_and_verdicts_ask_the_same_tests() -> None:
    """Nobody who is shown to be worse is said to be possibly first."""
    rng = np.random.default_rng(12)
    found = compared(rng.normal(size=(12, 5)) + np.array([0.0, 0.2, 0.5, 1.5, 2.5]))
    assert found.shown.any()
    assert found.rank_sets.test == found.second_look.test == "wilcoxon"
    text = " ".join(found.conclusions)
    assert "may be first" not in text
    worse = {
        pair[1 if z > 0 else 0]
        for pair, z, out in zip(
            found.posthoc.family.hypotheses, found.posthoc.statistics.z, found.shown, strict=True
        )
        if out
    }
    sentence = next(each for each in found.conclusions if each.startswith("No algorithm is shown"))
    assert not any(name in sentence for name in worse)
    assert "Wilcoxon tests of the two alone" in found.report().table("ranks").note


def test_who_may_be_first_says_whose_word_it_is_where_both_looks_do_not() -> None:
    """Wilcoxon's tests alone put C4.5 behind C4.5m (Holm 0.0469); of no pair both looks agree."""
    found = evenkeel.compare(evenkeel.load("demsar2006"))
    assert not found.shown.any()
    said = dict(found.verdict().blocks[0].lines)["Best"]
    assert said.endswith(" By Wilcoxon tests of each pair alone, all but C4.5 may be first.")


def test_what_is_shown_is_rejected_by_wilcoxons_test_with_holm() -> None:
    rng = np.random.default_rng(31)
    values = rng.normal(size=(25, 4)) + np.array([0.0, 0.5, 1.0, 1.5])
    found = compared(values)
    raw = [wilcoxon(values[:, a], values[:, b]).pvalue for a, b in found.posthoc.family.pairs]
    smallest = int(np.argmin(raw))
    assert found.second_look.alone[smallest] == pytest.approx(6 * raw[smallest], rel=1e-12)
    assert not (found.shown & (np.array(raw) > 0.05)).any()
