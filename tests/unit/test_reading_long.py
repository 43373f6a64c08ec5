"""Long tables: a row per result."""

from __future__ import annotations

import itertools

import pytest

import evenkeel
from reading_help import MEND, faults, question, read_text, refusal

LONG = "algorithm,problem,value\nA,x,0.5\nB,x,2\nA,y,3\nB,y,4.25\n"
EXPECTED = evenkeel.Results([[0.5, 2], [3, 4.25]], ["x", "y"], ["A", "B"], better="lower")


def test_long_table():
    results = read_text(LONG)
    assert results == EXPECTED
    assert results.origin == evenkeel.tables.Origin("open file", "csv", "long", ",", ".", None)


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_columns_in_any_order(order):
    rows = [line.split(",") for line in LONG.split()]
    assert read_text("\n".join(",".join(row[j] for j in order) for row in rows)) == EXPECTED


@pytest.mark.parametrize(
    "header",
    [
        "Method,Data set,Accuracy",
        "classifier,dataset,AUC",
        "OPTIMIZER,Function,Error",
        "optimiser,benchmark,fitness",
        "model_name,task_id,score",
        "learner,instance,result",
        "solver,Problem,Time",
        "algoritmo,problema,valor",
    ],
)
def test_usual_names_of_the_columns(header):
    assert read_text(LONG.replace("algorithm,problem,value", header)) == EXPECTED


def test_third_column_holds_the_values_whatever_its_name():
    assert read_text(LONG.replace("value", "Hamming distance")) == EXPECTED


def test_unusual_names_can_be_given():
    text = LONG.replace("algorithm,problem,value", "foo,bar,baz")
    assert read_text(text, algorithm="foo", problem="bar", value="baz") == EXPECTED


def test_numbers_as_names():
    results = read_text("function,algorithm,value\n1,10,0.5\n1,20,2\n02,10,3\n02,20,4.25\n")
    assert results.problems == ("1", "02")
    assert results.algorithms == ("10", "20")


def test_other_columns_are_left_out_and_named():
    text = "run,algorithm,problem,value,host\n" + "".join(
        f"{i},{line},h\n" for i, line in enumerate(LONG.split()[1:])
    )
    results = read_text(text)
    assert results == EXPECTED
    assert results.origin.ignored == ("run", "host")


def test_missing_results_can_be_kept_or_left_out():
    text = "algorithm,problem,value\nA,x,0.5\nB,x,2\nA,u,1\nA,y,3\nB,y,4.25\nA,v,NA\nB,v,2\n"
    dropped = read_text(text, missing="drop-problem")
    assert dropped == EXPECTED
    assert dropped.origin.dropped == ("u", "v")
    kept = read_text(text, missing="keep")
    assert kept.problems == ("x", "u", "y", "v")
    assert kept.drop_incomplete() == EXPECTED


def test_result_given_twice_and_not_at_all():
    text = LONG + "A,x,0.75\nA,z,1\nA,x,9\n"
    assert faults(text) == [
        "'A' has 3 results on 'x', in line 2 and line 6; keep one, choose rows with where=, or say "
        "which column names the runs with run=",
        f"1 result is missing, that of 'B' on 'z', which has no row; {MEND}",
    ]


def test_faults_of_cells():
    text = "algorithm,problem,value\nA,x,12%\nB,x,inf\nA,y,\nB,y,-\n,y,1\nA,,1\n"
    assert faults(text) == [
        "line 3, column 3 (problem 'x', algorithm 'B'): found 'inf', an infinite value; replace "
        "it by a finite number",
        "line 2, column 3 (problem 'x', algorithm 'A'): found '12%', a percentage among "
        "plain numbers; write 12 without the sign, or all of them with it",
        "the problem at line 7 has an empty name; give it one",
        "the algorithm at line 6 has an empty name; give it one",
        f"5 results are missing, the first that of 'A' on 'y' (line 4, column 3); {MEND}",
    ]


def test_several_columns_for_one_role():
    text = "method,algorithm,dataset,accuracy,time\nA,A,x,1,2\nB,B,x,1,2\n"
    assert refusal(text) == (
        "open file: the columns 'accuracy', 'time' are measures of one problem, so there is "
        "nothing to compare; give a table with two or more problems, or, if they are names of "
        "problems, give drop=[]"
    )
    text += "A,A,y,3,4\nB,B,y,5,6\n"
    for better, values in (("lower", [[2, 2], [4, 6]]), ("higher", [[1, 1], [3, 5]])):
        assert read_text(text, better=better).values.tolist() == values  # times, accuracies


def test_choice_among_several_columns():
    text = "dataset,method,accuracy,time\nx,A,1,0.5\nx,B,1,2\ny,A,1,3\ny,B,1,4.25\n"
    results = read_text(text, value="time")
    assert results == EXPECTED
    assert results.origin.ignored == ("accuracy",)


def test_column_of_values_that_is_not_recognised():
    text = "dataset,method,kapa,seconds\nx,A,1,0.5\nx,B,1,2\n"
    assert refusal(text) == (
        "open file: the columns 'kapa', 'seconds' are measures of one problem, so there is nothing "
        "to compare; give a table with two or more problems, or, if they are names of problems, "
        "give drop=[]"
    )
    text += "y,A,3,4\ny,B,5,6\n"
    assert question(text) == (
        "the table can be read in several ways: which column holds the values?",
        [{"value": "kapa"}, {"value": "seconds"}],
    )
    assert read_text(text, value="kapa").values.tolist() == [[1, 1], [3, 5]]


def test_long_shape_that_is_asked_for_but_not_there():
    assert refusal("a,b,c\nx,1,2\ny,3,4\n", shape="long") == (
        "open file: no column was recognised as that of the algorithms among 'a', 'b', 'c'; say "
        "which one it is with algorithm="
    )


def test_one_algorithm_in_a_long_table():
    assert refusal("algorithm,problem,value\nA,x,1\nA,y,2\n") == (
        "open file: only one algorithm ('A') was found; a comparison needs at least two columns "
        "of numbers"
    )


def test_header_only():
    assert refusal("algorithm,problem,value\n") == (
        "open file: the table has no rows below its headings; give a table of results"
    )
