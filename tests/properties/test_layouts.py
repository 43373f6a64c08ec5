"""Random layouts of the bundled studies are read rightly or asked about, hardly ever wrongly.

The layouts and their truths are made in `layouts`, without the reader; `layout_outcomes` has the
goals. ``python tools/try_layouts.py`` tries ten thousand, and says of every kind what came of it.
"""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import numpy as np
import pytest

import layout_outcomes
from evenkeel import Results
from evenkeel.errors import EvenkeelError, TableError
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
    read_layout,
    tried,
)
from layouts import Matrix, Truth, awkward_layout, layout, layouts


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


def test_few_layouts():
    assert reached(150, seed=1) == []


@pytest.mark.slow
def test_many_layouts():
    assert reached(1000, seed=2) == []


# --- the same table in another order, turned, or with other names -----------------------------


DEVIATIONS = ("_std", "_Std", "_sd", "_mean", "_Mean", "_avg")  # columns of an algorithm


def cells_of(made):
    """The cells of a plain text table, None if it is of another kind."""
    odd = {"CRLF", "decimal comma", "two headings", "sections", "long", "runs without a column"}
    odd |= {"unnamed problems"}
    if "csv" not in made.tags or odd & made.tags or not made.meaningful or made.truth is None:
        return None
    return [*csv.reader(io.StringIO(made.content.decode()))]


def read_cells(made, cells):
    """What is read without a question, by problem and algorithm; None if it asks or refuses."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(cells)
    try:
        found = read_layout(replace(made, content=text.getvalue().encode()))
    except EvenkeelError:
        return None
    places = np.ndindex(found.values.shape)
    return {(found.problems[i], found.algorithms[j]): found.values[i, j] for i, j in places}


def changed(made, cells, rng):
    """The same table in other ways, each with the new names of its lines."""
    head, *body = cells
    yield [head, *(body[i] for i in rng.permutation(len(body)))], {}
    order = rng.permutation(len(head))
    yield [[row[j] for j in order] for row in cells], {}
    turned = [*map(list, zip(*cells, strict=True))]
    yield [["", *turned[0][1:]], *turned[1:]], {}  # its heading was that of the other names
    known = [*(made.truth.problems or ()), *made.truth.matrices[0].algorithms]
    names = {spellings[0]: f"N{i:03d}" for i, spellings in enumerate(known)}
    lines = {f"{name}{end}": f"{new}{end}" for name, new in names.items() for end in DEVIATIONS}
    names |= lines
    yield [[names.get(cell, cell) for cell in row] for row in cells], names


def as_named(held, names):
    """What was read under known names: a row of numbers or kinds may be joined to them."""

    def bare(name):
        return next((part for part in name.split(" / ") if part in names), name)

    return {
        (bare(problem), bare(algorithm)): held[problem, algorithm] for problem, algorithm in held
    }


def other_readings(count, seed):
    """Where a change turns one reading without a question into another one."""
    found, looked_at = [], 0
    for made in layouts(count, seed):
        cells = cells_of(made)
        first = read_cells(made, cells) if cells else None
        if first is None:
            continue
        rng = np.random.default_rng([seed, made.index])
        for way, (other, names) in enumerate(changed(made, cells, rng)):
            again = read_cells(made, other)
            looked_at += again is not None
            named = {(names.get(i, i), names.get(j, j)): value for (i, j), value in first.items()}
            again = again and as_named(again, {name for key in named for name in key})
            if again is not None and (
                again.keys() != named.keys()
                or not all(np.isclose(again[k], named[k], equal_nan=True) for k in named)
            ):
                found.append((made.seed, made.index, way, sorted(made.tags)))
    return found, looked_at


def test_another_order_or_name_changes_no_reading():
    found, looked_at = other_readings(150, seed=4)
    assert looked_at > 40
    assert found == []


@pytest.mark.slow
def test_hardly_any_order_or_name_changes_a_reading():
    found, looked_at = other_readings(1500, seed=5)
    assert looked_at > 400
    assert len(found) <= 0.005 * looked_at, found
