"""Results: validation, selection, frames, equality, repr, remarks."""

from __future__ import annotations

import dataclasses
import pickle

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import evenkeel
from evenkeel import Results
from evenkeel.errors import TableError
from evenkeel.tables import Origin
from evenkeel.tables.results import as_results

DIRECTION = (
    "which values are good; give better='lower' (errors, costs, times) or better='higher' "
    "(accuracies, scores)"
)
MEND = (
    "fill it in, or read the table with missing='drop-problem', "
    "missing='drop-algorithm', missing='worst' or missing='keep'"
)


@pytest.fixture
def results():
    return Results(
        [[1, 2, 3], [4, 6, 5], [9, 8, 7]], ["x", "y", "z"], ["A", "B", "C"], better="lower"
    )


def refusal(*arguments, **options):
    with pytest.raises(evenkeel.InputError) as caught:
        Results(*arguments, **{"better": "lower", **options})
    return str(caught.value)


def test_default_names():
    results = Results([[1, 2], [3, 4], [5, 6]], better="higher")
    assert results.problems == ("P1", "P2", "P3")
    assert results.algorithms == ("A1", "A2")
    assert (results.n, results.k) == (3, 2)


@pytest.mark.parametrize(
    ("better", "told"), [(None, "it is not said"), ("min", "better='min' does not say")]
)
def test_direction_must_be_given(better, told):
    assert refusal([[1, 2], [3, 4]], better=better) == f"Results: {told} {DIRECTION}"


def test_all_faults_are_told_together():
    assert refusal([[1, np.inf], [np.nan, 4]], ["x", "x"], ["A", " "], better=None) == (
        "Results: 5 faults\n"
        "  - the problem name 'x' is used twice, at positions 1 and 2; names must be unique\n"
        "  - the algorithm at position 2 has an empty name; give it one\n"
        f"  - it is not said {DIRECTION}\n"
        "  - problem 'x', algorithm ' ': the value is infinite; replace it by a finite number\n"
        f"  - problem 'x', algorithm 'A': the value is missing; {MEND}"
    )


def test_origin_names_the_culprit():
    origin = Origin("table.csv", "csv", "wide")
    assert refusal([[1, 2]], better="lower", origin=origin) == (
        "table.csv: only one problem ('P1') was found; a comparison needs at least two rows of "
        "numbers"
    )


def test_sizes():
    assert refusal(np.zeros((0, 2))) == (
        "Results: no problem was found; a comparison needs at least two rows of numbers"
    )
    assert refusal(np.zeros((2, 0))) == (
        "Results: no algorithm was found; a comparison needs at least two columns of numbers"
    )
    assert refusal([[1], [2]], algorithms=["A"]) == (
        "Results: only one algorithm ('A') was found; a comparison needs at least two columns of "
        "numbers"
    )
    assert refusal([[1, 2], [3, 4]], ["x"], ["A", "B", "C"]) == (
        "Results: 2 faults\n"
        "  - 1 problem names were given for 2 rows; give one name per row\n"
        "  - 3 algorithm names were given for 2 columns; give one per column"
    )


def test_values_must_be_a_matrix_of_numbers():
    assert refusal([1, 2]) == "Results: the values have 1 dimensions; give 2: problems x algorithms"
    assert refusal([["a", 2], [3, 4]]) == (
        "Results: the values are not a rectangular table of numbers (could not convert string to "
        "float: 'a')"
    )


def test_unknown_treatment_of_missing_cells():
    assert refusal([[1, 2], [3, 4]], missing="drop") == (
        "unknown treatment of missing cells 'drop': choose one of 'error', 'keep', 'worst'"
    )


def test_values_are_copied_and_read_only():
    array = np.array([[1.0, 2.0], [3.0, 4.0]])
    results = Results(array, better="lower")
    array[0, 0] = 99
    assert results.values[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        results.values[0, 0] = 99
    assert results.values.dtype == np.float64
    assert results.values.flags.c_contiguous


def test_view_of_a_writeable_array_is_copied():
    array = np.array([[1.0, 2.0], [3.0, 4.0]])
    view = array.view()
    view.flags.writeable = False
    results = Results(view, better="lower")
    array[0, 0] = 99
    assert results.values[0, 0] == 1


def test_a_frozen_array_that_holds_its_memory_alone_is_not_copied():
    own = np.array([[1.0, 2.0], [3.0, 4.0]])
    from_polars = pl.DataFrame({"x": [1.0, 3.0], "y": [2.0, 4.0]}).to_numpy(order="c")
    for array in (own, from_polars):
        array.flags.writeable = False
        assert np.shares_memory(Results(array, better="lower").values, array)


def test_a_frozen_view_of_what_polars_has_laid_out_is_copied():
    array = pl.DataFrame({"x": [1.0, 3.0], "y": [2.0, 4.0]}).to_numpy(order="c")
    view = array.view()
    view.flags.writeable = False
    assert not np.shares_memory(Results(view, better="lower").values, array)


def test_results_are_frozen(results):
    with pytest.raises(dataclasses.FrozenInstanceError):
        results.better = "higher"


def test_results_can_be_pickled(results):
    copy = pickle.loads(pickle.dumps(results))
    assert copy == results
    assert not copy.values.flags.writeable


def test_losses(results):
    assert np.array_equal(results.losses, results.values)
    higher = Results(results.values, better="higher")
    assert np.array_equal(higher.losses, -results.values)


def test_column_and_index(results):
    assert results.column("B").tolist() == [2, 6, 8]
    assert results.index("C") == 2
    with pytest.raises(evenkeel.UnknownNameError) as caught:
        results.column("b")
    assert str(caught.value) == "unknown algorithm 'b': choose one of 'A', 'B', 'C'"


def test_select_keeps_the_order_given(results):
    part = results.select(algorithms=["C", "A"], problems=["z", "x"])
    assert part == Results([[7, 9], [3, 1]], ["z", "x"], ["C", "A"], better="lower")
    assert results.select() == results


def test_drop(results):
    part = results.drop(algorithms="B", problems=["y"])
    assert part == Results([[1, 3], [9, 7]], ["x", "z"], ["A", "C"], better="lower")
    assert results.drop() == results


def test_wrong_names(results):
    with pytest.raises(evenkeel.UnknownNameError) as caught:
        results.select(problems=["x", "w"])
    assert str(caught.value) == "unknown problem 'w': choose one of 'x', 'y', 'z'"
    with pytest.raises(evenkeel.UnknownNameError) as caught:
        results.drop(algorithms=["A", "A"])
    assert str(caught.value) == "the algorithm 'A' is named twice; name it once"
    with pytest.raises(evenkeel.TableError) as caught:
        results.select(algorithms=["A"])
    assert str(caught.value) == (
        "Results: only one algorithm ('A') was found; a comparison needs at least two columns of "
        "numbers"
    )


def test_rename(results):
    renamed = results.rename(algorithms={"A": "new"}, problems={"z": "last"})
    assert renamed.algorithms == ("new", "B", "C")
    assert renamed.problems == ("x", "y", "last")
    assert np.array_equal(renamed.values, results.values)
    with pytest.raises(evenkeel.UnknownNameError):
        results.rename(algorithms={"D": "E"})
    with pytest.raises(evenkeel.TableError):
        results.rename(algorithms={"A": "B"})


def test_missing_cells():
    results = Results([[1, np.nan], [3, 4], [5, 6]], better="lower", missing="keep")
    assert results.has_missing
    assert results.drop_incomplete() == Results([[3, 4], [5, 6]], ["P2", "P3"], better="lower")
    with pytest.raises(evenkeel.InputError) as caught:
        results.require_complete("the Friedman test")
    assert str(caught.value) == (
        "the Friedman test needs a complete table, but 1 cell is missing, the first for problem "
        "'P1' and algorithm 'A2'; fill them in, or leave the problems out with "
        "results.drop_incomplete()"
    )
    results.drop_incomplete().require_complete("the Friedman test")


def test_scaled():
    results = Results([[1, 2, 3], [5, 5, 5], [-4, 0, 4]], better="lower")
    assert results.scaled().values.tolist() == [[0, 0.5, 1], [0, 0, 0], [0, 0.5, 1]]


def test_scaled_with_missing_and_huge_values():
    huge = 1.7e308
    results = Results(
        [[-huge, 0, huge], [1, np.nan, 3], [np.nan] * 3], better="lower", missing="keep"
    )
    assert np.array_equal(
        results.scaled().values, [[0, 0.5, 1], [0, np.nan, 1], [np.nan] * 3], equal_nan=True
    )


@pytest.mark.slow
@given(st.lists(st.floats(-1e300, 1e300), min_size=6, max_size=6))
def test_scaled_keeps_the_order(values):
    results = Results(np.reshape(values, (2, 3)), better="lower")
    scaled = results.scaled().values
    assert scaled.min() >= 0
    assert scaled.max() <= 1
    for row, image in zip(results.values, scaled, strict=True):
        order = np.argsort(row, kind="stable")
        assert (np.diff(image[order]) >= 0).all()


def test_frames(results):
    polars = results.to_polars()
    assert polars.columns == ["problem", "A", "B", "C"]
    assert polars.rows()[1] == ("y", 4.0, 6.0, 5.0)
    pandas = results.to_pandas()
    assert list(pandas.index) == ["x", "y", "z"]
    assert pandas.index.name == "problem"
    assert pandas.loc["z", "B"] == 8
    pandas.loc["z", "B"] = 99
    assert results.column("B")[2] == 8


def test_frames_of_an_algorithm_called_problem():
    results = Results([[1, 2], [3, 4]], algorithms=["problem", "problem_"], better="lower")
    assert results.to_polars().columns == ["problem__", "problem", "problem_"]
    assert results.to_pandas().index.name == "problem__"


def test_equality_and_hash(results):
    same = Results(results.values, results.problems, results.algorithms, better="lower")
    assert same == results
    assert hash(same) == hash(results)
    with_origin = dataclasses.replace(same, origin=Origin("f", "csv", "wide"), missing="error")
    assert with_origin == results
    assert results != Results(results.values, better="lower")
    assert results != Results(results.values, results.problems, results.algorithms, better="higher")
    assert results != Results(
        results.values + 1, results.problems, results.algorithms, better="lower"
    )
    assert results != "results"


def test_equal_results_have_equal_hashes():
    plus = Results([[0.0, np.nan], [1, 2]], better="lower", missing="keep")
    minus = Results([[-0.0, -np.nan], [1, 2]], better="lower", missing="keep")
    assert plus == minus
    assert hash(plus) == hash(minus)


def test_repr(results):
    assert repr(results) == (
        "Results: 3 problems x 3 algorithms, lower is better\n"
        "   A  B  C\n"
        "x  1  2  3\n"
        "y  4  6  5\n"
        "z  9  8  7"
    )


def test_repr_of_a_large_table_is_abridged():
    lines = repr(Results(np.arange(400.0).reshape(20, 20), better="lower")).splitlines()
    assert lines[0] == "Results: 20 problems x 20 algorithms, lower is better"
    assert " ".join(lines[1].split()) == "A1 A2 A3 A4 A5 ... A16 A17 A18 A19 A20"
    assert lines[7].split() == ["..."] * 12
    assert lines[-1].split()[:3] == ["P20", "380", "381"]
    assert len(lines) == 13


def test_repr_keeps_a_name_on_its_line():
    results = Results([[1, 2], [3, 4]], ["a\nb", "c\td"], ["é", "\x1b[31m"], better="lower")
    assert repr(results).splitlines()[1:] == [
        "      é  \\x1b[31m",
        "a\\nb  1         2",
        "c\\td  3         4",
    ]


def test_html_with_hostile_names():
    results = Results(
        [[1, 2], [3, 4]],
        ["<script>alert(1)</script>", "a&b"],
        ['"quoted"', "<b>"],
        better="lower",
    )
    html = results._repr_html_()
    assert html[html.index("<table>") : html.index("</table>")] == (
        "<table><caption>Results: 2 problems x 2 algorithms, lower is better</caption>"
        "<thead><tr><th></th><th>&quot;quoted&quot;</th><th>&lt;b&gt;</th></tr></thead>"
        "<tbody><tr><th>&lt;script&gt;alert(1)&lt;/script&gt;</th>"
        '<td class="number">1</td><td class="number">2</td></tr>'
        '<tr><th>a&amp;b</th><td class="number">3</td><td class="number">4</td></tr></tbody>'
    )


def test_checks():
    results = Results(
        [[0, 7, 1, 1], [0, 7, 2, 2], [0, 7, 3, 3], [7, 7, 7, 7]],
        better="lower",
        algorithms=["A", "B", "C", "D"],
    )
    assert results.checks() == (
        "the algorithm 'B' has the same value 7 on every problem; make sure that it is a result "
        "and not an identifier or a default",
        "on problem 'P4' all algorithms are equal; it shows nothing about their order",
        "the algorithms 'C' and 'D' are equal on every problem; make sure that no column was "
        "copied",
    )


def test_checks_of_flat_problems_and_missing_cells():
    results = Results(
        [[1, 1], [2, 2], [np.nan, np.nan], [np.nan, 4], [1, 3]], better="lower", missing="keep"
    )
    assert results.checks() == (
        "on 2 problems, the first 'P1', all algorithms are equal; it shows nothing about their "
        "order",
        "3 cells in 2 problems are missing, most of 'A1' (2 of 5)",
    )


def test_checks_of_names_that_look_alike():
    composed, decomposed = "Gl\u00fcck", "Glu\u0308ck"
    results = Results(
        [[1, 2], [2, 1], [3, 5], [5, 3]],
        [composed, decomposed, "\u00e9", "e\u0301"],
        [decomposed, composed],
        better="lower",
    )
    assert results.checks() == (
        r"the algorithms 'Glu\u0308ck' and 'Gl\xfcck' look alike; make sure that they are not one, "
        "written in two ways",
        r"the problems 'Gl\xfcck' and 'Glu\u0308ck' look alike (the first of 2 such pairs); make "
        "sure that they are not one, written in two ways",
    )
    assert results.rename(algorithms={composed: "Glück!"}).checks()[0].startswith("the problems")


def test_checks_of_names_that_differ_only_in_case_or_blanks():
    results = Results(
        [[1, 2, 3], [2, 1, 4], [3, 5, 1], [5, 3, 7]],
        ["iris", "Iris ", "data set", "Dataset"],
        ["New", "Old", "new"],
        better="lower",
    )
    assert results.checks() == (
        "the algorithms 'New' and 'new' differ only in case or blanks; make sure that they are "
        "not one, written in two ways",
        "the problems 'iris' and 'Iris ' differ only in case or blanks (the first of 2 such "
        "pairs); make sure that they are not one, written in two ways",
    )
    other = results.rename(algorithms={"new": "newer"}, problems={"Iris ": "zoo", "Dataset": "d"})
    assert other.checks() == ()


def test_names_that_look_alike_are_remarked_on_once():
    names = ["Gl\u00fcck", "Glu\u0308ck", "GL\u00dcCK"]
    results = Results([[1, 2], [2, 1], [3, 5]], names, ["A", "B"], better="lower")
    assert [check.split(";")[0] for check in results.checks()] == [
        r"the problems 'Gl\xfcck' and 'Glu\u0308ck' look alike",
        "the problems 'Gl\u00fcck' and 'GL\u00dcCK' differ only in case or blanks",
    ]


def test_checks_of_integers_that_were_rounded():
    assert float(2**53 + 1) == 2**53
    results = Results([[2**53 + 1, 1], [2**53 - 1, 2], [3, -(2**60)]], better="lower")
    assert results.checks() == (
        "2 values reach 2^53 in size, the first that of 'A1' on 'P1'; integers of that size are "
        "rounded to 53 bits, and different ones may have become equal",
    )
    results = Results([[2**53 + 1, 1], [2**53 - 1, 2], [3, 0]], better="lower")
    assert results.checks() == (
        "1 value reaches 2^53 in size, that of 'A1' on 'P1'; integers of that size are rounded to "
        "53 bits, and different ones may have become equal",
    )


def test_checks_of_a_good_table(results):
    assert results.checks() == ()


def test_bare_matrices_become_results(results):
    assert as_results(results) is results
    assert as_results(results, "lower") is results
    assert as_results([[1, 2], [3, 4]], "lower") == Results([[1, 2], [3, 4]], better="lower")
    with pytest.raises(evenkeel.InputError) as caught:
        as_results(results, "higher")
    assert str(caught.value) == (
        "better='higher' was given, but the results say 'lower' is better; leave the option out"
    )


def test_masked_values_are_missing_and_complex_ones_refused():
    masked = np.ma.masked_array([[0.5, 2], [3, 4.25]], mask=[[0, 0], [0, 1]])
    with pytest.raises(TableError, match="problem 'P2', algorithm 'A2': the value is missing"):
        Results(masked, better="lower")
    results = Results(masked, better="lower", missing="keep")
    assert np.isnan(results.values[1, 1])
    assert results.values[1, 0] == 3
    with pytest.raises(TableError, match=r"not a rectangular table of numbers \(they are complex"):
        Results(np.array([[1j, 2], [3, 4]]), better="lower")
