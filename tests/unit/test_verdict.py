"""The verdict of a comparison: on one screen, and nothing but what the report says."""

from __future__ import annotations

import numpy as np
import pytest

import evenkeel
from evenkeel.report.text import render_text


def lines(comparison: evenkeel.Comparison) -> list[str]:
    return render_text(comparison.verdict()).splitlines()


def test_nine_algorithms_fit_on_a_screen() -> None:
    comparison = evenkeel.compare(evenkeel.load("cec2005"))
    assert len(lines(comparison)) <= 36  # and four lines on what --full adds


def test_the_table_has_ranks_letters_and_p_values_against_the_best() -> None:
    comparison = evenkeel.compare(evenkeel.load("garcia2008"))
    table = comparison.verdict().table("verdict")
    assert [column.title for column in table.columns] == [
        "Algorithm",
        "Rank",
        "Rank set",
        "Group",
        "Adjusted p against C4.5",
    ]
    posthoc = comparison.posthoc
    assert posthoc is not None
    letters = {"C4.5": "a", "NaiveBayes": "ab", "CN2": "b", "1-NN": "b", "Kernel": "c"}
    adjusted = dict(zip(posthoc.family.hypotheses, posthoc.adjusted["shaffer"], strict=True))
    for row in table.rows:
        assert row[3] == letters[str(row[0])]
        if row[0] != "C4.5":
            assert row[4] == adjusted["C4.5", row[0]]
    bold = {table.rows[r][0] for r, _ in table.bold}
    shown = {
        one if other == "C4.5" else other
        for (one, other), both in zip(posthoc.family.hypotheses, comparison.shown, strict=True)
        if both and "C4.5" in (one, other)
    }
    assert bold == shown == {"1-NN", "Kernel", "CN2"}


def test_with_a_control_the_p_values_are_against_it() -> None:
    comparison = evenkeel.compare(evenkeel.load("garcia2010"), control="NNEP")
    table = comparison.verdict().table("verdict")
    assert [column.title for column in table.columns][-1] == "Adjusted p against NNEP"
    assert next(row for row in table.rows if row[0] == "NNEP")[-1] is None


def test_without_a_rejection_no_pairs_are_shown() -> None:
    values = [[1, 2, 3], [3, 1, 2], [2, 3, 1]]
    comparison = evenkeel.compare(evenkeel.Results(values, better="lower"))
    table = comparison.verdict().table("verdict")
    assert [column.title for column in table.columns] == ["Algorithm", "Rank", "Rank set"]
    assert "no pairs were tested" in table.note


def test_two_algorithms_have_their_difference() -> None:
    results = evenkeel.load("garcia2008").select(["C4.5", "CN2"])
    assert "Hodges-Lehmann" in "\n".join(lines(evenkeel.compare(results)))


def test_cautions_that_the_table_earns_are_named_or_counted() -> None:
    table = evenkeel.Results(np.round(np.random.default_rng(4).normal(size=(9, 6))), better="lower")
    comparison = evenkeel.compare(table)
    text = " ".join(" ".join(lines(comparison)).split())
    earned = [a for a in comparison.advice if a.grade != "note" and not a.general]
    assert {"few-problems", "ties"} <= {advice.rule for advice in earned}
    for advice in comparison.advice:
        assert (advice.title in text) == (advice in earned[:2])
    more = f"{len(earned) - 2} more in the full report under Advice."
    assert (more in text) == (len(earned) > 2)


def test_a_matrix_of_p_values_has_names() -> None:
    posthoc = evenkeel.posthoc(evenkeel.load("toy"), adjust="holm")
    frame = posthoc.to_pandas("matrix")
    assert list(frame.columns) == list(frame.index) == ["A", "B", "C", "D"]
    for (first, second), p in zip(posthoc.family.hypotheses, posthoc.adjusted["holm"], strict=True):
        assert frame.loc[first, second] == frame.loc[second, first] == pytest.approx(p, rel=1e-15)


def test_the_best_has_p_values_against_those_before_and_after_it_in_the_table() -> None:
    comparison = evenkeel.compare(evenkeel.load("cec2005"))  # DE-Exp is the eighth of nine columns
    posthoc = comparison.posthoc
    assert posthoc is not None
    known = dict(
        zip(
            map(frozenset, posthoc.family.hypotheses),
            posthoc.adjusted[comparison.procedure],
            strict=True,
        )
    )
    rows = comparison.verdict().table("verdict").rows
    assert rows[0][0] == "DE-Exp"
    for row in rows[1:]:
        assert row[-1] == known[frozenset(("DE-Exp", row[0]))]
