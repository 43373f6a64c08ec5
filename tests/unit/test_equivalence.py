"""equivalence(): verdicts, refusals, degenerate tables, the report and the registered analysis."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import evenkeel
from evenkeel.adjustments import procedures
from evenkeel.comparison.analyses.registry import ANALYSES
from evenkeel.errors import InputError

# A and B are close, C is close to B and worse than A, D is far away, on twelve problems.
NOISE = np.linspace(-0.2, 0.2, 12)
TABLE = evenkeel.Results(
    np.column_stack([NOISE, -NOISE * 0.9, 0.45 + NOISE * 0.3, 5 + NOISE[::-1] * 2]),
    algorithms=["A", "B", "C", "D"],
    better="lower",
)


def refused(*arguments: Any, **options: Any) -> str:
    with pytest.raises(InputError) as caught:
        evenkeel.equivalence(*arguments, **options)
    return str(caught.value)


def test_the_four_verdicts() -> None:
    tests = evenkeel.equivalence(TABLE, 0.9)
    assert tests.verdict("A", "B") == tests.verdict("B", "A") == "equivalent"
    assert tests.verdict("B", "C") == "better and equivalent"
    assert tests.verdict("A", "D") == "better"
    tight = evenkeel.equivalence(TABLE, 0.01)
    assert tight.verdict("A", "B") == "undecided"
    leaders = dict(zip(tests.family.hypotheses, tests.leaders, strict=True))
    assert leaders["B", "C"] == "B"
    assert leaders["A", "D"] == "A"


def test_better_follows_the_direction_of_the_table() -> None:
    turned = evenkeel.Results(TABLE.values, algorithms=TABLE.algorithms, better="higher")
    tests = evenkeel.equivalence(turned, 0.9)
    leaders = dict(zip(tests.family.hypotheses, tests.leaders, strict=True))
    assert leaders["A", "D"] == "D"
    assert tests.difference.tolist() == evenkeel.equivalence(TABLE, 0.9).difference.tolist()


def test_a_pair_of_margins_is_of_first_minus_second() -> None:
    first_lower = evenkeel.Results([[0.0, 1.0 + 0.01 * i] for i in range(8)], better="lower")
    assert evenkeel.equivalence(first_lower, (-1.5, 0.1)).equivalent.tolist() == [True]
    assert evenkeel.equivalence(first_lower, (-0.1, 1.5)).equivalent.tolist() == [False]
    control = evenkeel.equivalence(TABLE, (-6, 0.5), control="A", alpha=0.1)
    assert control.equivalent.tolist() == [True, True, True]


def test_groups_overlap_and_capital_letters_say_who_is_close() -> None:
    values = np.tile([0.0, 0.6, 1.2], (10, 1)) + np.linspace(-0.01, 0.01, 30).reshape(10, 3)
    tests = evenkeel.equivalence(values, 1.0, better="lower")
    assert tests.groups() == (("A1", "A2"), ("A2", "A3"))
    assert tests.letters() == {"A1": "A", "A2": "AB", "A3": "B"}
    assert tests.report().table("letters").rows == (
        ("A1", "a", "A"),
        ("A2", "b", "AB"),
        ("A3", "c", "B"),
    )


def test_what_needs_all_pairs_or_a_pair_of_the_family_says_so() -> None:
    tests = evenkeel.equivalence(TABLE, 1, control="A")
    for what in (tests.groups, tests.letters):
        with pytest.raises(InputError, match="need all pairs, but here 'A' is compared"):
            what()
    with pytest.raises(InputError, match="'B' and 'C' are no pair of this family"):
        tests.verdict("B", "C")
    with pytest.raises(InputError, match="unknown algorithm 'E'"):
        tests.verdict("A", "E")


@pytest.mark.parametrize(
    "margin", [0, -1, np.nan, np.inf, "0.1", True, None, (1, 2), (0, 1), (-1, 1, 2), [], (-1, "2")]
)
def test_a_margin_must_have_zero_between_its_ends(margin: Any) -> None:
    message = f"margin is {margin!r}; give a positive number, such as 0.02, or two, (low, high), "
    assert refused(TABLE, margin) == message + "with 0 between them"


def test_margins_that_differ_need_a_first_algorithm() -> None:
    assert "name the control" in refused(TABLE, (-1, 2))
    assert evenkeel.equivalence(TABLE.select(["A", "B"]), (-1, 2)).margin == (-1.0, 2.0)


def test_per_cent_need_positive_values_and_less_than_the_whole_control() -> None:
    assert refused(TABLE, 5, unit="percent").startswith(
        "a margin in per cent needs positive values, but problem 'P1', algorithm 'A' is -0.2; "
    )
    positive = evenkeel.Results(TABLE.values + 1, better="lower")
    assert "give one below 100" in refused(positive, 100, unit="percent", control="A1")
    assert evenkeel.equivalence(positive, 1e308, unit="percent").equivalent.all()


def test_procedures_that_count_true_hypotheses_are_refused_and_all_others_serve() -> None:
    for procedure in procedures():
        if procedure.name in (
            "shaffer", "shaffer-dynamic", "bergmann", "nemenyi-range", "closed-permutation"
        ):  # fmt: skip
            message = refused(TABLE, 1, adjust=procedure.name)
            assert f"{procedure.name!r} supposes that the hypotheses say 'alike'" in message
            assert "'holm'" in message
            assert "'shaffer'" not in message.partition("choose one of")[2]
        else:
            tests = evenkeel.equivalence(TABLE, 1, adjust=procedure.name)
            assert tests.procedure == procedure.name
            assert (tests.adjusted >= tests.pvalue).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"unit": "points"}, "unknown unit 'points'"),
        ({"test": "t"}, "unknown test 't'"),
        ({"control": "Z"}, "unknown control 'Z'"),
        ({"adjust": "hulm"}, "did you mean 'holm'?"),
        ({"alpha": 0.5}, "tests of equivalence need one below 0.5"),
        ({"alpha": 0}, "alpha is 0"),
    ],
)
def test_what_cannot_be_understood_is_named(options: dict[str, Any], message: str) -> None:
    assert message in refused(TABLE, 1, **options)


def test_the_best_as_the_control_is_remarked_on() -> None:
    tests = evenkeel.equivalence(TABLE, 1, control="best")
    assert tests.family.control in ("A", "B")
    assert "the control was picked by the very data" in tests.notes[0]
    assert evenkeel.equivalence(TABLE, 1, control="A").notes == ()


@pytest.mark.parametrize("test", ["wilcoxon", "sign"])
@pytest.mark.parametrize("n", [2, 3, 4])
def test_too_few_problems_show_nothing_and_say_so(n: int, test: Any) -> None:
    tests = evenkeel.equivalence(np.tile([0, 0.1], (n, 1)), 1, test=test, better="lower")
    assert tests.pvalue.tolist() == [2.0**-n]
    assert tests.verdicts == ("undecided",)
    assert tests.attained.tolist() == [1 - 2 * 2.0**-n]
    assert "too few problems for intervals of 0.9" in tests.notes[0]
    assert "no sign that they are equal" in " ".join(str(tests).split())


@pytest.mark.parametrize("test", ["wilcoxon", "sign"])
def test_equal_algorithms_are_shown_to_be_equivalent_and_not_to_differ(test: Any) -> None:
    tests = evenkeel.equivalence(np.ones((9, 3)), 1e-9, test=test, better="lower")
    assert tests.pvalue.tolist() == [2.0**-9] * 3
    assert tests.difference_pvalue.tolist() == [1.0] * 3
    assert tests.verdicts == ("equivalent",) * 3
    assert tests.leaders == ("",) * 3
    assert tests.difference.tolist() == tests.low.tolist() == [0.0] * 3


@pytest.mark.parametrize("scale", [1e-300, 1e300])
@pytest.mark.parametrize("unit", ["value", "percent"])
def test_extreme_values_are_compared_as_any_others(scale: float, unit: Any) -> None:
    values = np.exp(np.random.default_rng(2).normal(size=(20, 3)) * 0.1)
    plain = evenkeel.equivalence(values, 0.1 if unit == "value" else 10, unit=unit, better="lower")
    margin = 0.1 * scale if unit == "value" else 10
    there = evenkeel.equivalence(values * scale, margin, unit=unit, better="lower")
    assert there.verdicts == plain.verdicts
    assert there.pvalue == pytest.approx(plain.pvalue)
    factor = scale if unit == "value" else 1
    assert there.difference / factor == pytest.approx(plain.difference, rel=1e-9)
    assert str(there)


def test_margins_beyond_all_values_and_ratios_beyond_all_numbers_have_answers() -> None:
    tiny = np.random.default_rng(2).random((8, 2)) * 1e-300
    assert evenkeel.equivalence(tiny, 1e308, better="lower").pvalue.tolist() == [2.0**-8]
    apart = np.tile([1e-300, 1e300], (8, 1))
    tests = evenkeel.equivalence(apart, 5, unit="percent", better="lower")
    assert tests.verdicts == ("better",)
    assert tests.difference.tolist() == [-np.inf]
    assert "-inf" in str(tests)


def test_holes_and_failures_are_said() -> None:
    values = TABLE.values.copy()
    values[0, 0] = np.nan
    values[1:, 3] = np.nan
    kept = evenkeel.Results(values, better="lower", missing="keep")
    tests = evenkeel.equivalence(kept, 1)
    assert tests.common is not None
    assert tests.common.tolist() == [11, 11, 0, 12, 1, 1]
    assert np.isnan(tests.difference[2])
    assert tests.verdicts[4] == "undecided"
    assert "3 pairs share fewer than two problems" in tests.notes[0]
    assert tests.report().main_table.columns[1].title == "n"
    failed = evenkeel.Results(values, better="lower", missing="worst")
    assert "failures speak for nobody" in evenkeel.equivalence(failed, 1).notes[0]


def test_more_than_a_hundred_tied_problems_are_tested_by_a_saddle_point_and_said_so() -> None:
    values = np.random.default_rng(1).integers(0, 4, (150, 2))
    assert evenkeel.equivalence(values, 1, better="lower").method == ("saddle-point",)
    assert evenkeel.equivalence(values, 1, test="sign", better="lower").method == ("exact",)


def test_the_report_claims_no_more_than_is_shown() -> None:
    words = str(evenkeel.equivalence(TABLE, 0.9))
    assert (
        "3 of 6 pairs are shown to be equivalent at the 0.05 level (Holm), the centre of the "
        "differences\nlying within a margin of 0.9: A and B; A and C; B and C. Even so, a "
        "difference is shown: A is\nbetter than C; B is better than C." in words
    )
    assert "3 of 6 pairs are shown to differ at the 0.05 level (Holm), and not shown to be" in words
    assert "undecided" not in words
    one = evenkeel.equivalence(TABLE.select(["A", "B"]), 0.9).report()
    assert one.blocks[0].text == (
        "The pair is shown to be equivalent at the 0.05 level (Holm), the centre of the "
        "differences lying within a margin of 0.9: A and B."
    )
    many = evenkeel.equivalence(np.random.default_rng(0).random((5, 6)), 0.1, better="lower")
    assert many.report().blocks[0].text == (
        "15 of 15 pairs are undecided. Neither equivalence nor a difference is shown, which is no "
        "sign that they are equal."
    )


def test_the_main_table_has_the_interval_both_p_values_and_the_verdict_in_words() -> None:
    tests = evenkeel.equivalence(TABLE, 0.9, control="B")
    table = tests.report().main_table
    assert [column.title for column in table.columns] == [
        "Pair", "Difference", "Low", "High", "p of equivalence", "p of difference", "Verdict"
    ]  # fmt: skip
    assert [row[-1] for row in table.rows] == [
        "equivalent",
        "B better, but equivalent",
        "B better",
    ]
    assert table.rows[1][1] == tests.difference[1]
    assert table.bold == {(0, 4), (1, 4), (1, 5), (2, 5)}
    assert "of first minus second, in the units of the table; lower values are better" in table.note
    percent = evenkeel.equivalence(np.exp(TABLE.values), 20, unit="percent", better="lower")
    assert percent.margin_in_words == "20% of the smaller value"
    assert "in per cent of the smaller value" in percent.report().main_table.note
    assert percent.report().main_table.columns[1].title == "Difference (%)"


def test_the_analysis_takes_its_options_as_texts() -> None:
    analysis = ANALYSES.lookup("equivalence")
    given = analysis.parsed({"margin": "0.9", "control": "A", "test": "sign", "alpha": "0.1"})
    expected = evenkeel.equivalence(TABLE, 0.9, control="A", test="sign", alpha=0.1)
    assert analysis.run(TABLE, given) == expected
    with pytest.raises(InputError, match="margin is missing"):
        analysis.parsed({})
