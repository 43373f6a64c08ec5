"""No label of a text table is a formula to a spreadsheet, and every label can be read back."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evenkeel
from evenkeel.tables.parsing.written import marked, separated, unmarked

labels = st.one_of(
    st.text(st.sampled_from("'=+-@\t 1.5ex\"#,;"), max_size=6), st.text(max_size=6)
).filter(lambda label: "\0" not in label)


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(label=labels)
def test_a_mark_can_be_taken_away(label: str) -> None:
    assert unmarked(marked(label)) == label
    assert marked(label) in (label, f"'{label}")


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(row=st.lists(labels, min_size=1, max_size=3), separator=st.sampled_from(",\t"))
def test_no_cell_begins_a_formula(row: list[str], separator: str) -> None:
    text = separated(row, separator)
    (cells,) = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    assert [unmarked(cell) for cell in cells] == row
    for cell in cells:
        if cell.lstrip()[:1] in tuple("=+-@") and len(cell.lstrip()) > 1:
            float(cell)  # only a number may begin like this


def test_numbers_and_single_signs_are_not_marked() -> None:
    for label in ("-5", "+1.5e-3", "-.5", "+", "-", "=", "@", "a=b", "'a'", "", "1-2"):
        assert marked(label) == label
    assert separated([-1.5, float("-inf"), 3, True, None, float("nan")]) == "-1.5,-inf,3,True,,\n"


@pytest.mark.parametrize("name", ["'-x'", "'=1+1", "''@"])
def test_apostrophes_of_others_are_kept(name: str) -> None:
    text = f"problem,A,{name}\n{name},1,2\nq,3,4\n"
    results = evenkeel.read(io.StringIO(text), better="lower")
    assert results.problems[0] == results.algorithms[1] == name
