"""Random layouts of the bundled studies are read rightly or asked about, hardly ever wrongly.

The layouts and their truths are made in `layouts`, without the reader; `layout_outcomes` has the
goals. ``python tools/try_layouts.py`` tries ten thousand, and says of every kind what came of it.
"""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest

import layout_outcomes
from evenkeel import Results, errors
from evenkeel.errors import TableError
from layout_names import AWKWARD
from layout_outcomes import (
    ASKED,
    AT_ONCE,
    CRASHED,
    GOALS,
    NONE_RIGHT,
    REFUSED,
    RIGHTLY_REFUSED,
    UNASKED,
    WRONG,
    judge,
    tried,
)
from layouts import Matrix, Truth, awkward_layout, layout, layouts

asks = pytest.mark.skipif(
    not hasattr(errors, "ReadingQuestion"), reason="the reader does not ask yet"
)


def held_by(made, which=0):
    """What the layout holds, as its truth says."""
    matrix = made.truth.matrices[which]
    problems = made.truth.problems
    return Results(
        matrix.values,
        [spellings[0] for spellings in problems] if problems else (),
        [spellings[0] for spellings in matrix.algorithms],
        better=made.better,
        missing="keep",
    )


class Answer:
    """A reading as a question offers it: it reads these results, or fails."""

    def __init__(self, results=None):
        self.results = results

    def options(self):
        return {"answer": self}


class QuestionError(TableError):
    def __init__(self, *answers):
        super().__init__("a table", ["which way?"])
        self.readings = answers


def outcome(monkeypatch, made, found):
    """What is said of a layout if the reader returns or raises this."""

    def read_any(source, *, better, missing="error", answer=None):
        assert isinstance(source, io.BytesIO)
        result = answer.results if answer else found
        if isinstance(result, Exception):
            raise result
        return result

    monkeypatch.setattr(layout_outcomes, "read_any", read_any)
    return judge(made)


PLAIN = next(made for made in layouts(100, 1) if made.plain)
TWO_MEASURES = next(made for made in layouts(300, 1) if made.truth and len(made.truth.matrices) > 1)
NOTHING = next(made for made in layouts(300, 1) if made.truth is None)


def test_a_layout_can_be_made_again():
    first, again = layout(5, 17), layout(5, 17)
    assert (first.content, first.tags, first.better) == (again.content, again.tags, again.better)
    assert first.content != layout(6, 17).content
    assert first.describe().startswith("5/17: ")


def test_right_at_once_in_any_order(monkeypatch):
    found = held_by(PLAIN)
    turned_over = found.select(found.algorithms[::-1], found.problems[::-1])
    assert outcome(monkeypatch, PLAIN, found).kind == AT_ONCE
    assert outcome(monkeypatch, PLAIN, turned_over).kind == AT_ONCE


def test_wrong_without_a_word(monkeypatch):
    found = held_by(PLAIN)
    other = found.values.copy()
    other[1, 1] += 0.5
    turned = Results(found.values.T, found.algorithms, found.problems, better=found.better)
    for wrong, why in (
        (replace(found, values=other), "values"),
        (found.select(found.algorithms[1:], found.problems), "algorithms"),
        (found.select(found.algorithms, found.problems[1:]), "problems"),
        (turned, "the wrong way round"),
    ):
        judged = outcome(monkeypatch, PLAIN, wrong)
        assert judged.kind == WRONG
        assert judged.why.startswith(why)


def test_the_place_of_the_right_answer(monkeypatch):
    right = Answer(held_by(PLAIN))
    wrong = Answer(held_by(PLAIN).select(list(held_by(PLAIN).algorithms[1:])))
    broken = Answer(TableError("a table", ["another question"]))
    for answers, kind, failing in (
        ((right, wrong), ASKED[0], 0),
        ((wrong, right), ASKED[1], 0),
        ((broken, wrong, right), ASKED[2], 1),
        ((wrong, wrong), NONE_RIGHT, 0),
    ):
        judged = outcome(monkeypatch, PLAIN, QuestionError(*answers))
        assert (judged.kind, judged.broken) == (kind, failing)


def test_refusals_and_crashes(monkeypatch):
    refusal = TableError("a table", ["one algorithm"])
    assert outcome(monkeypatch, PLAIN, refusal).kind == REFUSED
    assert outcome(monkeypatch, NOTHING, refusal).kind == RIGHTLY_REFUSED
    assert outcome(monkeypatch, NOTHING, held_by(PLAIN)).kind == WRONG
    assert outcome(monkeypatch, PLAIN, KeyError("x")).kind == CRASHED


def test_one_of_several_measures_is_right_if_asked_and_a_guess_if_not(monkeypatch):
    first, second = held_by(TWO_MEASURES), held_by(TWO_MEASURES, 1)
    assert outcome(monkeypatch, TWO_MEASURES, first).kind == UNASKED
    assert outcome(monkeypatch, TWO_MEASURES, QuestionError(Answer(second))).kind == ASKED[0]


def test_names_of_two_headings_may_be_joined_in_any_way():
    truth = Truth((("easy", "x easy", "easy x"),), (Matrix((("A", "A acc"),), np.ones((1, 1))),))
    for problem, algorithm in (("easy", "A"), ("x/easy", "A_acc"), ("easy (x)", "a | acc")):
        assert layout_outcomes.matched([problem], truth.problems) == [0]
        assert layout_outcomes.matched([algorithm], truth.matrices[0].algorithms) == [0]
    assert "too many" in layout_outcomes.matched(["hard"], truth.problems)


def test_per_cent_may_be_read_as_shares():
    found = Results([[0.5, 0.25], [0.75, 1.0]], better="higher")
    named = tuple((name,) for name in found.algorithms)
    truth = Truth(None, (Matrix(named, found.values * 100),))
    assert layout_outcomes.difference(found, replace(truth, per_cent=True)) == ""
    assert layout_outcomes.difference(found, truth).startswith("values")


@pytest.mark.slow
def test_layouts_are_of_every_kind():
    tags = {tag for made in layouts(2000, 3) for tag in made.tags}
    assert tags >= {
        *("rows", "columns", "long", "plain", "meaningless", "metadata", "metadata of algorithms"),
        *("summaries", "over algorithms", "deviations", "per cent", "sections", "two headings"),
        *("index", "unnamed problems", "column of measures", "columns of measures"),
        *("columns of means and deviations", "column of runs", "runs without a column", "holes"),
        *("rows left out", "not run", "empty corner", "awkward names", "neutral algorithms"),
        *("neutral problems", "composite problems", "other headings", "nothing to compare"),
        *("csv", "tsv", "semicolon", "bar", "blanks", "markdown", "latex", "json", "xlsx"),
    }


@asks
@pytest.mark.parametrize("number", range(len(AWKWARD)))
def test_awkward_names_are_no_reason_to_leave_anything_out(number):
    judged = judge(awkward_layout(number))
    assert judged.kind in (AT_ONCE, ASKED[0]), judged.why


def reached(count, seed):
    """The goals that so many layouts miss, with what is wrong."""
    all_tried = [tried(made) for made in layouts(count, seed)]
    missed = []
    for goal in GOALS:
        bad, whole = goal.counts(all_tried)
        if bad > round(goal.at_most * whole):
            which = [
                (one.index, sorted(one.tags), one.outcome.why[:200])
                for one in all_tried
                if goal.among(one) and goal.missed(one)
            ]
            missed.append((goal.title, bad, whole, which[:5]))
    return missed


@asks
def test_few_layouts():
    assert reached(150, seed=1) == []


@asks
@pytest.mark.slow
def test_many_layouts():
    assert reached(1000, seed=2) == []
