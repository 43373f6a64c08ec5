"""Sentences that cannot be absurd: ties for the best, constant columns, nothing but ties."""

from __future__ import annotations

import numpy as np
import pytest

import evenkeel
from evenkeel import Results, compare
from evenkeel.report.document import Column, Table
from evenkeel.report.single import report_results
from evenkeel.text import column_decimals


def table(values: np.ndarray) -> Results:
    return Results(values, algorithms=list("ABCD")[: values.shape[1]], better="lower")


def sentences(values: np.ndarray) -> str:
    return " ".join(compare(table(values)).conclusions)


def test_two_equal_bests_are_named_together() -> None:
    values = np.array([[1.0, 2.0, 3.0], [2.0, 1.0, 3.0]] * 5)
    text = sentences(values + np.arange(10)[:, None])
    assert (
        "A and B share the best average Friedman rank (1.500) and C has the worst (3.000)" in text
    )


def test_nobody_is_best_and_worst_at_once() -> None:
    text = sentences(np.array([[1.0, 2.0, 3.0], [2.0, 3.0, 1.0], [3.0, 1.0, 2.0]] * 3))
    assert "all algorithms have the same average Friedman rank (2.000)" in text
    assert "worst" not in text


def test_nothing_but_ties_is_said() -> None:
    for k in (2, 3):
        text = sentences(np.tile(np.arange(9.0)[:, None], (1, k)))
        assert "On every problem all algorithms have the same result" in text


def test_a_constant_column_is_named() -> None:
    values = np.random.default_rng(1).random((9, 3))
    values[:, 1] = 0.5
    assert "B has the same result on every problem; is this a result?" in sentences(values)


@pytest.mark.parametrize(("ties", "words"), [(0, ""), (1, ", with 1 tie"), (2, ", with 2 ties")])
def test_ties_are_counted_in_english(ties: int, words: str) -> None:
    values = np.column_stack([np.arange(9.0), np.arange(9.0) + 1])
    values[:ties, 1] = values[:ties, 0]
    assert f"is better on {9 - ties} and B on 0{words} (sign test" in sentences(values)


@pytest.mark.parametrize("control", [None, "C4.5"])
def test_notes_count_as_the_verdict_does(control: str | None) -> None:
    comparison = compare(evenkeel.load("garcia2008"), control=control)
    assert comparison.shown is not None
    shown, m = int(comparison.shown.sum()), len(comparison.shown)
    facts = [each.facts for each in comparison.advice]
    assert f"{shown} of {m} hypotheses are shown to be false." in facts
    rest = m - shown
    assert (
        f"{rest} of {m} hypotheses {'is' if rest == 1 else 'are'} not shown to be false." in facts
    )


def test_a_place_by_itself_is_one_number() -> None:
    cells = compare(evenkeel.load("garcia2008")).report().table("verdict").rows
    assert {row[0]: row[2] for row in cells}["Kernel"] == "5"


def test_a_column_keeps_its_decimals_whole_or_in_pieces() -> None:
    rows = ((93.3, 1.5), (10.0, 1e-9), (81.25, 2.0))
    whole = Table("t", "", (Column("a", "value"), Column("b", "value")), rows)
    assert list(whole.texts(0)) == ["93.30", "10.00", "81.25"]
    assert list(whole.texts(1)) == ["1.5", "1e-09", "2"]
    assert [piece.text(0, 0) for piece in whole.pieces(1, 2)] == ["93.30", "10.00", "81.25"]
    assert column_decimals([93.3, 10.0, 81.25], 3) == 1


def test_the_columns_of_the_table_of_results_have_the_same_decimals() -> None:
    values = np.array([[93.30, 10.00, 81.25], [92.10, 11.50, 80.00], [90.0, 12.0, 79.1]])
    found = report_results(Results(values, better="higher")).table("results")
    assert [found.text(0, c) for c in (1, 2, 3)] == ["93.30", "10.00", "81.25"]
    assert [found.text(2, c) for c in (1, 2, 3)] == ["90.00", "12.00", "79.10"]
    sizes = np.array([[1.5e-9, 3.0, 81.25], [2e3, 2.0, 80.0]])  # no decimals serve them all
    found = report_results(Results(sizes, better="higher")).table("results")
    assert [found.text(0, c) for c in (1, 2, 3)] == ["1.5e-09", "3", "81.25"]
