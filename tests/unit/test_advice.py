"""The guidelines: each one speaks when it should, and is silent when it should not."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import evenkeel
from evenkeel.comparison import Situation, advise
from evenkeel.comparison.guidelines import RULES
from evenkeel.comparison.situations import copied_problems
from evenkeel.tables import missing_pattern
from runs_examples import make_runs


def table(n: int, k: int, seed: int = 0) -> evenkeel.Results:
    values = np.random.default_rng(seed).normal(size=(n, k))
    return evenkeel.Results(values, better="lower")


def constant(n: int = 20) -> evenkeel.Results:
    return evenkeel.Results(np.column_stack([np.zeros(n), table(n, 3).values]), better="lower")


def ceiling(n: int = 20) -> evenkeel.Results:
    values = np.abs(table(n, 4).values)
    values[:5, :2] = 0.0
    return evenkeel.Results(values, better="lower")


def posthoc(results: evenkeel.Results, **options) -> dict:
    found = evenkeel.posthoc(results, **options)
    return {"posthoc": found, "procedures": found.procedures}


def looks(results: evenkeel.Results, **options) -> dict:
    found = evenkeel.compare(results, **options)
    return {"second_look": found.second_look, "leave_one_out": found.leave_one_out}


def holes(*, worse_are_missing: bool) -> dict:
    """A table of eight algorithms, each a little worse than the one before, with holes."""
    values = table(12, 8).values + 2 * np.arange(8)
    for j in range(8):
        values[: j if worse_are_missing else j % 2, j] = np.nan
    found = evenkeel.Results(values, better="lower", missing="keep")
    return {"results": found, "missing": missing_pattern(found)}


def few_common() -> evenkeel.Results:
    values = table(12, 3).values.copy()
    values[5:, 0] = np.nan
    return evenkeel.Results(values, better="lower", missing="keep")


def copied() -> evenkeel.Results:
    values = table(20, 4).values.copy()
    values[7] = values[2]
    return evenkeel.Results(values, better="lower")


def of_runs(runs: int) -> evenkeel.Results:
    values = {(a, p): range(runs) for a in "AB" for p in ("F1", "F2", "F3")}
    return make_runs(values).aggregate("mean")


def signs(results: evenkeel.Results, control: str) -> dict:
    return {"multiple_sign": evenkeel.multiple_sign_test(results, control=control)}


CEC = evenkeel.load("cec2005")
GARCIA = evenkeel.load("garcia2008")
CLEAR = evenkeel.Results(np.tile([1, 2, 3], (40, 1)), better="lower")

# For each rule a situation in which it applies, and one in which it does not.
CASES = {
    "not-rejected": (
        Situation(CEC, **posthoc(CEC)),
        Situation(CLEAR, **posthoc(CLEAR)),
    ),
    "sizes-beside-p-values": (
        Situation(CEC, **posthoc(CEC)),
        Situation(table(20, 4), **posthoc(table(20, 4))),
    ),
    "more-algorithms-than-problems": (Situation(table(5, 5)), Situation(table(6, 5))),
    "few-problems": (Situation(table(9, 5)), Situation(table(10, 5))),
    "many-problems": (Situation(table(40, 5)), Situation(table(39, 5))),
    "two-algorithms": (Situation(table(10, 2)), Situation(table(10, 3))),
    "wilcoxon-cannot-reject": (Situation(table(5, 3)), Situation(table(6, 3))),
    "wilcoxon-outliers": (Situation(table(11, 3)), Situation(table(12, 3))),
    "wilcoxon-many": (Situation(table(31, 2)), Situation(table(30, 2))),
    "several-wilcoxon": (Situation(table(12, 3)), Situation(table(12, 2))),
    "few-algorithms": (Situation(table(12, 4)), Situation(table(12, 5))),
    "quade-is-sensitive": (Situation(CEC, ranking="quade"), Situation(CEC)),
    "aligned-is-liberal": (
        Situation(CEC, ranking="aligned", method="normal"),
        Situation(CEC, ranking="aligned", method="exact"),
    ),
    "quade-z-is-conservative": (
        Situation(CEC, ranking="quade", method="normal"),
        Situation(table(20, 3), ranking="quade", method="normal"),
    ),
    "conservative": (
        Situation(CEC, procedures=("nemenyi-bonferroni", "holm")),
        Situation(CEC, procedures=("nemenyi-range", "holm")),
    ),
    "two-forms-of-nemenyi": (
        Situation(CEC, **posthoc(CEC)),
        Situation(CEC, **posthoc(CEC, adjust="nemenyi-range")),
    ),
    "holm-is-missing": (
        Situation(CEC, procedures=("nemenyi-range",)),
        Situation(CEC, procedures=("nemenyi-range", "holm")),
    ),
    "li-is-weak": (
        Situation(CEC, **posthoc(CEC, control="SaDE", adjust="li")),  # largest p 0.88
        Situation(GARCIA, **posthoc(GARCIA, control="Kernel", adjust="li")),
    ),
    "bergmann-decides": (
        Situation(GARCIA, **posthoc(GARCIA)),  # 8 against 6, Garcia and Herrera (2008)
        Situation(GARCIA, **posthoc(GARCIA), alpha=1e-6),
    ),
    "ranks-alone": (
        Situation(CEC, omnibus_rejected=False),
        Situation(CEC, omnibus_rejected=True),
    ),
    "choice-of-procedure": (
        Situation(CEC, procedures=("holm", "finner")),
        Situation(CEC, procedures=("holm",)),
    ),
    "control-was-picked": (
        Situation(CEC, picked="DE-Exp"),
        Situation(CEC, control="DE-Exp"),
    ),
    "sign-ties": (Situation(GARCIA), Situation(GARCIA, control="C4.5")),
    "rests-on-the-pool": (Situation(CEC, **looks(CEC)), Situation(CEC, **looks(CEC, alpha=1e-9))),
    "ties": (
        Situation(evenkeel.Results(np.round(table(20, 4).values, 1), better="lower")),
        Situation(table(20, 4)),
    ),
    "constant": (Situation(constant()), Situation(table(20, 4))),
    "ceiling": (Situation(ceiling()), Situation(table(20, 4))),
    "results-are-missing": (Situation(**holes(worse_are_missing=False)), Situation(table(12, 8))),
    "holes-are-not-at-random": (
        Situation(**holes(worse_are_missing=True)),
        Situation(**holes(worse_are_missing=False)),
    ),
    "too-few-common-problems": (
        Situation(few_common(), method="paired", **posthoc(few_common())),
        Situation(few_common(), method="paired", **posthoc(few_common()), alpha=0.1),
    ),
    "few-runs": (Situation(of_runs(2)), Situation(of_runs(3))),
    "copied-problems": (Situation(copied()), Situation(table(20, 4))),
    "different-scales": (Situation(CEC), Situation(GARCIA)),
    "contrasts-against-ranks": (
        Situation(CEC, contrast=evenkeel.contrast_estimation(CEC, confidence=None)),
        Situation(CLEAR, contrast=evenkeel.contrast_estimation(CLEAR, confidence=None)),
    ),
    "multiple-sign-is-weak": (
        Situation(CEC, **posthoc(CEC, control="DE-Exp"), **signs(CEC, "DE-Exp")),
        Situation(CLEAR, **posthoc(CLEAR, control="A1"), **signs(CLEAR, "A1")),
    ),
    "hochberg-beside-holm": (
        Situation(CEC, **posthoc(CEC, control="SaDE")),
        Situation(CEC, **posthoc(CEC)),
    ),
    "all-pairs-or-a-control": (
        Situation(CEC, **posthoc(CEC)),
        Situation(CEC, control="SaDE", **posthoc(CEC, control="SaDE")),
    ),
    "control-must-stay": (Situation(CEC, control="SaDE"), Situation(CEC)),
    "small-for-chi-square": (Situation(table(10, 4)), Situation(table(11, 4))),
}


def test_every_rule_has_a_case() -> None:
    assert set(CASES) == {rule.name for rule in RULES}


@pytest.mark.parametrize("rule", CASES)
def test_rule_applies_where_it_should_and_nowhere_else(rule: str) -> None:
    applies, silent = CASES[rule]
    assert rule in {advice.rule for advice in advise(applies)}
    assert rule not in {advice.rule for advice in advise(silent)}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_advice_has_facts_reason_remedy_and_source(rule) -> None:
    found = next(a for a in advise(CASES[rule.name][0]) if a.rule == rule.name)
    for part in (found.title, found.facts, found.reason, found.remedy, found.source):
        assert part.strip()
    assert found.facts.endswith(".")


def test_problems_come_first() -> None:
    grades = [advice.grade for advice in advise(Situation(table(5, 5)))]
    assert grades == sorted(grades, key=["problem", "caution", "note"].index)
    assert grades[0] == "problem"


def test_the_whole_text_of_one() -> None:
    found = next(a for a in advise(Situation(table(4, 5))) if a.rule == "wilcoxon-cannot-reject")
    assert str(found) == (
        "[problem] Too few problems for Wilcoxon's test. With n = 4 problems the smallest "
        "two-sided exact p-value is 0.125. No outcome, however clear, can be significant at 0.05 "
        "with five problems or fewer. Add problems. (exact law of the signed ranks.)"
    )


def ceiling_facts(results: evenkeel.Results) -> str | None:
    return next((a.facts for a in advise(Situation(results)) if a.rule == "ceiling"), None)


def test_the_ceiling_of_holtes_table_is_seen():
    """Riddle's slides: C4 and 1R come to the better of both on eight data sets."""
    c4 = [93.8, 77.2, 77.5, 100, 97.7, 97.5, 95.6, 89.4]
    one_r = [95.9, 87.4, 77.3, 98.4, 95, 87, 95.2, 87.9]
    values = np.column_stack([c4, one_r, np.maximum(c4, one_r)])
    results = evenkeel.Results(values, algorithms=("C4", "1R", "Max"), better="higher")
    assert ceiling_facts(results) == (
        "On 8 of 8 problems two or more algorithms share the best value of the problem."
    )


@pytest.mark.parametrize("scale", [1, 100])
def test_results_close_to_the_end_of_their_scale_are_a_ceiling(scale):
    values = np.random.default_rng(0).uniform(0.996, 0.9995, (20, 4)) * scale
    assert ceiling_facts(evenkeel.Results(values, better="higher")) == (
        f"On 20 of 20 problems two or more algorithms come within half a per cent of {scale}."
    )
    # of times and errors nobody knows an end that matters, and 0.99 is not the end
    assert ceiling_facts(evenkeel.Results(values, better="lower")) is None
    assert ceiling_facts(evenkeel.Results(values - 0.02 * scale, better="higher")) is None


def facts(rule: str) -> str:
    return next(a.facts for a in advise(CASES[rule][0]) if a.rule == rule)


def test_what_the_newer_rules_measure() -> None:
    assert facts("few-runs") == "The values are the mean of 2 runs."
    assert facts("copied-problems") == "All algorithms have the same results on: P8 as P3."
    spread = np.ptp(CEC.values, axis=1)
    low, high = int(spread.argmin()), int(spread.argmax())
    assert facts("different-scales") == (
        f"The results differ by {spread[low]:.3g} on {CEC.problems[low]} and by "
        f"{spread[high]:.3g} on {CEC.problems[high]}."
    )
    assert facts("all-pairs-or-a-control") == (
        "36 hypotheses are tested; with a control named beforehand there are 8."
    )


def test_contrasts_against_ranks_counts_the_pairs_in_another_order() -> None:
    """By the definition: the average of the medians of the differences from all others."""
    values, k = CEC.values, CEC.k
    medians = np.array(
        [[np.median(values[:, a] - values[:, b]) for b in range(k)] for a in range(k)]
    )
    centre = medians.mean(axis=1)
    ranks = np.mean([stats.rankdata(row) for row in values], axis=0)
    pairs = [(a, b) for a in range(k) for b in range(a + 1, k)]
    against = sum((centre[a] - centre[b]) * (ranks[a] - ranks[b]) < 0 for a, b in pairs)
    start = f"The contrasts and the average ranks order {against} of 36 pairs differently: "
    assert facts("contrasts-against-ranks").startswith(start)


def test_copied_problems_are_those_of_all_pairs_of_rows() -> None:
    """Rows that differ nowhere, holes and signs of 0 among them, and hold two results at least."""
    rng = np.random.default_rng(28)
    for _ in range(40):
        values = rng.integers(1, 1000, size=(9, 4)).astype(float)
        values[0, 0] = 0.0
        values[rng.random((9, 4)) < 0.1] = np.nan
        values[rng.integers(9, size=3)] = values[rng.integers(9, size=3)]
        values[4:] = np.where(values[4:] == 0, -0.0, values[4:])
        values[rng.integers(9, size=2)] = np.nan  # seen by nobody: no copy of anything
        results = evenkeel.Results(values, better="lower", missing="keep")
        expected = []
        for b, row in enumerate(values):
            equal = [a for a in range(b) if np.array_equal(values[a], row, equal_nan=True)]
            seen = row[~np.isnan(row)]
            if equal and len(set(seen.tolist())) > 1:
                expected.append(f"{results.problems[b]} as {results.problems[equal[0]]}")
        listed = "; ".join(expected[:5]) + (f"; and {len(expected) - 5} more" * (len(expected) > 5))
        words = f"All algorithms have the same results on: {listed}." if expected else None
        assert copied_problems(Situation(results)) == words


def test_items_of_zeros_and_ones_are_no_copies_of_each_other() -> None:
    """32 patterns on 500 items: most stand there many times, which says nothing of the items."""
    items = np.random.default_rng(3).integers(0, 2, size=(500, 5)).astype(float)
    assert copied_problems(Situation(evenkeel.Results(items, better="higher"))) is None
    few = np.random.default_rng(3).normal(size=(12, 2))
    few[6:] = few[:6]  # every problem twice
    found = copied_problems(Situation(evenkeel.Results(few, better="higher")))
    assert found == (
        "All algorithms have the same results on: P7 as P1; P8 as P2; P9 as P3; P10 as P4; P11 as "
        "P5; and 1 more."
    )
