"""Faults of text tables: every message as a whole."""

from __future__ import annotations

import io

import pytest

import evenkeel
from reading_help import faults, refusal

MEND = (
    'fill it in, or read the table with missing="drop-problem", "drop-algorithm", "worst" or "keep"'
)

NOT_PLAIN = "which is not one plain number; write it out in decimal digits, such as 31 or 3.1e1"
REST = "a number with something after it; write numbers alone, in one unit in the whole table"


def cell(found: str, **options: str) -> str:
    """Return the fault of a table whose second row holds the text under the algorithm B."""
    quoted = found.replace('"', '""')
    text = f'problem,A,B\nx,0.5,2\ny,3,"{quoted}"\nz,1.5,1\n'
    (fault,) = faults(text, **options)
    place, _, explanation = fault.partition(": ")
    assert place == "line 3, column 3 (problem 'y', algorithm 'B')"
    return explanation


@pytest.mark.parametrize(
    ("found", "explanation"),
    [
        ("abc", "which is not a number; write a number, or leave the cell empty if it is missing"),
        ("12%", "a percentage; write 12 without the sign, in the whole table"),
        ("12.5 %", "a percentage; write 12.5 without the sign, in the whole table"),
        ("1,234.5", "with a thousands separator; write 1234.5"),
        ("1 234.5", "with a thousands separator; write 1234.5"),
        ("1,234,567", "with a thousands separator; write 1234567"),
        (
            "1,234",
            "with a thousands separator; write 1234, or read the table with decimal=',' if ',' is "
            "the decimal mark",
        ),
        (
            "0,5",
            "but the decimal mark of this table is '.'; write 0.5, or read the table with "
            "decimal=',' if all its numbers are written so",
        ),
        ("1.2 ± 0.1", "a number with a deviation; keep 1.2 alone"),
        ("1.2+/-0.1", "a number with a deviation; keep 1.2 alone"),
        ("0.752 (4)", "a number with a remark; keep 0.752 alone"),
        (r"1.2\pm0.1", "a number with a deviation; keep 1.2 alone"),
        ("1.2 ± 0.1e", NOT_PLAIN),
        ("0.752[4.5]", "a number with a remark; keep 0.752 alone"),
        ("1.5(-3)", NOT_PLAIN),  # 0.0015 in some tables
        ("0.5 ()", REST),
        ("0.75*", "a number with a mark after it; keep 0.75 alone"),
        ("0.75 †‡", "a number with a mark after it; keep 0.75 alone"),
        ("12 s", REST),
        ("10k", REST),
        ("5-", REST),  # -5 in some programs
        ("1_000", "with a thousands separator; write 1000"),
        ("1_0", NOT_PLAIN),
        ("0x1F", NOT_PLAIN),
        ("1.5.2", NOT_PLAIN),
        ("1/2", NOT_PLAIN),
        ("1:30", NOT_PLAIN),
        ("1.5d5", NOT_PLAIN),
        ("1½", NOT_PLAIN),
        ("1.2 × 10³", NOT_PLAIN),
        ("0.5 0.6", "several numbers in one cell; give each a cell of its own"),
        ("−0.5", "with a typographic minus sign; write -0.5"),
        ("inf", "an infinite value; replace it by a finite number"),
        ("-Infinity", "an infinite value; replace it by a finite number"),
        ("1e400", "beyond the largest number, about 1.8e308; replace it by a finite number"),
        ("TRUE", "a truth value; write a number"),
        ("NA", f"which stands for a missing value; {MEND}"),
        ("N/A", f"which stands for a missing value; {MEND}"),
        ("NaN", f"which stands for a missing value; {MEND}"),
        ("null", f"which stands for a missing value; {MEND}"),
        ("-", f"which stands for a missing value; {MEND}"),
        ("?", f"which stands for a missing value; {MEND}"),
        ("--", f"which stands for a missing value; {MEND}"),
        ("—", f"which stands for a missing value; {MEND}"),
        ("None", f"which stands for a missing value; {MEND}"),
        ("n.a.", f"which stands for a missing value; {MEND}"),
        (".", "which is not a number; write a number, or leave the cell empty if it is missing"),
        ("TO", "which is not a number; write a number, or leave the cell empty if it is missing"),
        ("timeout", f"a failed run, so that the value is missing; {MEND}"),
        ("T/O", f"a failed run, so that the value is missing; {MEND}"),
        ("Out of Memory", f"a failed run, so that the value is missing; {MEND}"),
    ],
)
def test_text_in_a_cell(found, explanation):
    assert cell(found) == f"found {found!r}, {explanation}"


def test_empty_cell():
    assert cell("") == f"the value is missing; {MEND}"


def test_decimal_point_where_the_comma_is_the_mark():
    text = "problem;A;B\nx;0,5;2\ny;1.234,5;3.5\n"
    assert faults(text) == [
        "line 3, column 2 (problem 'y', algorithm 'A'): found '1.234,5', with a thousands "
        "separator; write 1234,5",
        "line 3, column 3 (problem 'y', algorithm 'B'): found '3.5', but the decimal mark of this "
        "table is ','; write 3,5, or read the table with decimal='.' if all its numbers are "
        "written so",
    ]


def test_long_cell_is_abridged():
    assert cell("x" * 200) == (
        f"found '{'x' * 59}..., which is not a number; write a number, or leave the cell empty if "
        "it is missing"
    )


def test_all_faults_are_told_together():
    text = "problem,A,B,A\nx,1,2\ny,3,a,1,9\ny,4,-,inf\n,5,6,7\n"
    assert refusal(text, better=None) == (
        "open file: 7 faults\n"
        '  - it is not said which values are good; give better="lower" (errors, costs, times) or '
        'better="higher" (accuracies, scores)\n'
        "  - line 2 has 3 cells, but the header in line 1 has 4; add what is missing, if need be "
        "an empty cell\n"
        "  - line 3 has 5 cells, but the header in line 1 has 4; remove what is too much, or put "
        "a cell with a separator in quotation marks\n"
        "  - the problem at line 5 has an empty name; give it one\n"
        "  - the algorithm name 'A' is used twice, at columns 2 and 4; names must be unique\n"
        f"  - line 4, column 3 (problem 'y', algorithm 'B'): found '-', which stands for a missing "
        f"value; {MEND}\n"
        "  - line 4, column 4 (problem 'y', algorithm 'A'): found 'inf', an infinite value; "
        "replace it by a finite number"
    )


def test_twenty_faults_are_printed_and_all_are_held():
    text = "problem,A,B\n" + "".join(f"p{i},{i}.5,x\nq{i},1,2\n" for i in range(30))
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read(io.StringIO(text), better="lower")
    assert len(caught.value.faults) == 30
    assert str(caught.value).count("\n") == 21
    assert str(caught.value).endswith("\n  ... and 10 more")


def test_very_many_faults_are_counted_not_listed():
    rows = "".join(f"p{i},NA,\n" for i in range(6000))
    found = faults(f"problem,A,B\nx,1,2\n{rows}")
    assert len(found) == 10_001
    assert found[-1] == "2000 more cells are missing or hold no finite number"


def test_very_many_faults_of_names_are_counted_not_listed():
    names = ["x"] * 12_001
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.Results([[1.0, 2.0]] * 12_001, problems=names, better="lower")
    assert len(caught.value.faults) == 10_001
    assert caught.value.faults[-1] == "2000 more problem names are empty or not unique"


def test_direction_is_asked_even_if_the_table_cannot_be_understood():
    assert faults("0.1,0.2\n0.3,0.4\n", better=None)[0].startswith("it is not said which values")
    assert faults("problem,A,B\nx,1,2\ny,3,4\n", better="max") == [
        "better='max' does not say which values are good; give better=\"lower\" (errors, costs, "
        'times) or better="higher" (accuracies, scores)'
    ]


@pytest.mark.parametrize("text", ["", " \n\t\n"])
def test_empty_file(text):
    assert refusal(text) == ("open file: the file is empty; give a table with a header and results")


def test_separators_only():
    assert refusal(",,\n,,\n") == (
        "open file: no cell is filled in; give a table with a header and results"
    )


def test_header_only():
    assert refusal("problem,A,B\n") == (
        "open file: no problem was found; a comparison needs at least two rows of numbers"
    )


def test_header_only_and_no_direction():
    assert faults("problem,A,B\n", better=None)[1:] == [
        "no problem was found; a comparison needs at least two rows of numbers"
    ]


def test_one_algorithm():
    assert refusal("problem,A\nx,1\ny,2\n") == (
        "open file: only one algorithm ('A') was found; a comparison needs at least two columns "
        "of numbers"
    )


def test_one_problem():
    assert refusal("problem,A,B\nx,1,2\n") == (
        "open file: only one problem ('x') was found; a comparison needs at least two rows of "
        "numbers"
    )


def test_one_column():
    assert refusal("problem:A:B\nx:1:2\ny:3:4\n") == (
        "open file: line 1 holds one column only ('problem:A:B'); if its cells are separated by "
        "an unusual mark, give it with separator="
    )


def test_names_used_twice():
    assert faults("problem,A,B,A\nx,1,2,3\ny,1,2,3\nx,1,2,3\n") == [
        "the problem name 'x' is used twice, at lines 2 and 4; names must be unique",
        "the algorithm name 'A' is used twice, at columns 2 and 4; names must be unique",
    ]


def test_empty_names():
    assert faults("problem,A,,B\nx,1,2,3\n,1,2,3\n") == [
        "the problem at line 3 has an empty name; give it one",
        "the algorithm at column 3 has an empty name; give it one",
    ]


def test_rows_of_other_lengths():
    assert faults("problem,A,B\nx,1\ny\nz,1,2,3\nu,1,2\nv,3,4\n") == [
        "line 2 has 2 cells, but the header in line 1 has 3; add what is missing, if need be an "
        "empty cell",
        "line 3 has 1 cell, but the header in line 1 has 3; add what is missing, if need be an "
        "empty cell",
        "line 4 has 4 cells, but the header in line 1 has 3; remove what is too much, or put a "
        "cell with a separator in quotation marks",
    ]


def test_decimal_commas_between_commas():
    assert refusal("problem,A,B\nx,0,5,0,6\ny,1,2\n") == (
        "open file: line 2 has 5 cells, but the header in line 1 has 3; if the comma is the "
        "decimal mark, separate the cells by semicolons or put the numbers in quotation marks"
    )


def test_doubtful_commas():
    assert refusal('problem,A,B\nx,"1,234","2,345"\ny,3,4\n') == (
        "open file: line 2, column 2: found '1,234', where the comma may be a decimal mark or may "
        'separate thousands; give decimal="," if it is a decimal mark, else write the numbers '
        "without it"
    )


def test_quotation_marks_that_do_not_pair_up():
    assert faults('problem,A,B\n"x"y,1,2\nz,1,2\nu,"1,2\n') == [
        "line 2: the quotation marks of '\"x\"y,1,2' do not pair up; close each cell before the "
        "next separator, and double the marks that belong to it",
        "line 4: the quotation marks of '\"1,2' do not pair up; close each cell before the next "
        "separator, and double the marks that belong to it",
    ]


def test_quotation_mark_in_the_header_that_is_not_closed():
    assert refusal('problem,"A,B\nx,1,2\n') == (
        "open file: line 1: the quotation marks of '\"A,B' do not pair up; close each cell before "
        "the next separator, and double the marks that belong to it"
    )


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [("0.1,0.2\n0.3,0.4\n", "0.1", "0.2"), ("iris,0.1,NA\nwine,0.3,0.4\n", "iris", "0.1")],
)
def test_first_row_of_results_is_not_eaten_as_a_header(text, first, second):
    assert refusal(text) == (
        f"open file: line 1 looks like results, not like names of algorithms ({first!r}, then "
        f"{second!r}); put a row of names above it, or, if the algorithms are really called so, "
        "name the first column 'problem'"
    )


@pytest.mark.parametrize(
    ("column", "shown"), [("1 2 3", "1, 2"), ("0 1 2", "0, 1"), ("31 7 12", "31, 7")]
)
def test_first_column_that_may_number_the_problems(column, shown):
    a, b, c = column.split()
    assert refusal(f"f,A,B\n{a},0.5,2\n{b},3,4\n{c},5,6\n") == (
        f"open file: column 1 ('f') may hold results or the numbers of the problems: {shown}, "
        "...; if they are numbers of problems, call it 'problem' or give problem='f'; if they are "
        "results, put a column with the names of the problems before it"
    )


def test_first_column_with_numbers_and_text():
    assert refusal("A,B,C\n0.5,1,2\nabc,3,4\n") == (
        "open file: column 1 ('A') holds numbers and text, such as 'abc' in line 3; if it holds "
        "the names of the problems, call it 'problem' or give problem='A'; if it holds results, "
        "mend what is not a number"
    )


def test_table_with_a_row_an_algorithm():
    assert refusal("algorithm,iris,wine\nA,0.5,0.6\nB,0.7,0.8\n") == (
        "open file: column 1 ('algorithm') says that each line is an algorithm, but a wide table "
        'has a row a problem and a column an algorithm; read it with shape="transposed", or give '
        "problem='algorithm' if the column holds the names of the problems"
    )


def test_column_of_text_is_one_fault():
    rows = "".join(f"p{i},{i}.5,word,7%\n" for i in range(5))
    assert faults(f"problem,A,note,B\n{rows}") == [
        "column 4 ('B') holds no number; line 2: found '7%', a percentage; write 7 without the "
        "sign, in the whole table",
        "the column 'note' holds text, such as 'word' in line 2; leave it out with "
        "not_algorithms=['note'], or name the algorithms with algorithms=; if each row is one "
        "result, name the columns with algorithm=, problem= and value=",
    ]


def test_leaving_out_all_problems_but_one():
    assert refusal("problem,A,B\nx,1,\ny,2,3\nz,,4\n", missing="drop-problem") == (
        "open file: 2 of 3 problems have a missing value, and leaving them out leaves 1; a "
        "comparison needs at least two, so fill values in"
    )


def test_unknown_options():
    text = "problem,A,B\nx,1,2\ny,3,4\n"
    assert refusal(text, shape="square") == (
        "unknown shape 'square': choose one of 'auto', 'wide', 'long', 'transposed'"
    )
    assert refusal(text, decimal="x") == (
        "unknown decimal mark 'x': choose one of 'auto', '.', ','"
    )
    assert refusal(text, missing="drop") == (
        "unknown treatment of missing cells 'drop': choose one of 'error', 'drop-problem', "
        "'drop-algorithm', 'worst', 'keep'"
    )
    assert refusal(text, separator=",,") == (
        "separator=',,' cannot separate cells; give one character, such as ',', ';', '\\t' or "
        "'|', or ' ' for any run of blanks"
    )
    assert refusal(text, problem="C") == (
        "unknown column of open file 'C': choose one of 'problem', 'A', 'B'"
    )
    assert refusal(text, value="B", shape="wide") == (
        "algorithm= and value= name the columns of a long table; leave them out, or leave out "
        'shape="wide"'
    )
    assert refusal(text, sheet="one") == (
        "sheet='one' says nothing about open file, which is a text table; leave it out"
    )


def test_file_name_line_and_column_are_told(tmp_path):
    path = tmp_path / "my results.csv"
    path.write_text("problem,A,B\nx,1,2\ny,3,oops\n")
    assert refusal(path) == (
        f"{path}: line 3, column 3 (problem 'y', algorithm 'B'): found 'oops', which is not a "
        "number; write a number, or leave the cell empty if it is missing"
    )


def test_lines_are_counted_through_blank_lines_comments_and_quoted_line_ends():
    text = '# first\n\nproblem,A,B\n"a\nb",1,2\n\nz,3,oops\n'
    assert faults(text)[0].startswith("line 7, column 3 (problem 'z', algorithm 'B'): found 'oops'")
