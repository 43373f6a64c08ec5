"""Faults of text tables: where each is, what was found, and how to mend it."""

from __future__ import annotations

import io

import pytest

import evenkeel
from evenkeel.tables.faults import name_faults
from reading_help import faults, refusal

CELL = "line 3, column 3 (problem 'y', algorithm 'B')"
NOT_PLAIN = "which is not one plain number; write it out in decimal digits, such as 31 or 3.1e1"
PERCENT = "a percentage among plain numbers"
REST = "a number with something after it; write numbers alone, in one unit in the whole table"
NO_NUMBER = "which is not a number; write a number, or leave the cell empty if it is missing"


def table(found: str) -> str:
    """A table whose second row holds the text under the algorithm B."""
    quoted = found.replace('"', '""')
    return f'problem,A,B\nx,0.5,2\ny,3,"{quoted}"\nz,1.5,1\n'


@pytest.mark.parametrize(
    ("found", "explanation"),
    [
        ("abc", NO_NUMBER),
        (".", NO_NUMBER),
        ("TO", NO_NUMBER),
        ("12%", f"{PERCENT}; write 12 without the sign, or all of them with it"),
        ("12.5 %", f"{PERCENT}; write 12.5 without the sign, or all of them with it"),
        ("1 234.5", "with a thousands separator; write 1234.5"),
        (
            "0,5",
            "but the decimal mark of this table is '.'; write 0.5, or read the table with "
            "decimal=',' if all its numbers are written so",
        ),
        ("1.2 ± 0.1e", NOT_PLAIN),
        ("1.5(-3)", NOT_PLAIN),  # 0.0015 in some tables
        ("0.5 ()", REST),
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
        ("inf", "an infinite value; replace it by a finite number"),
        ("-Infinity", "an infinite value; replace it by a finite number"),
        ("1e400", "beyond the largest number, about 1.8e308; replace it by a finite number"),
        ("TRUE", "a truth value; write a number"),
    ],
)
def test_text_in_a_cell(found, explanation):
    assert faults(table(found)) == [f"{CELL}: found {found!r}, {explanation}"]


@pytest.mark.parametrize(
    "found",
    ["", "NA", "N/A", "NaN", "null", "-", "?", "--", "—", "None", "n.a.", "timeout", "T/O", "OOM"],
)
def test_a_missing_result_is_asked_about(found):
    with pytest.raises(evenkeel.errors.ReadingQuestion) as caught:
        evenkeel.read(io.StringIO(table(found)), better="lower")
    answers = [reading.options()["missing"] for reading in caught.value.readings]
    failed = found in ("timeout", "T/O", "OOM")
    assert answers == (
        ["worst", "keep", "drop-problem"] if failed else ["keep", "drop-problem", "worst"]
    )


def test_a_long_cell_is_abridged():
    assert faults(table("x" * 200)) == [f"{CELL}: found '{'x' * 59}..., {NO_NUMBER}"]


def test_the_mark_of_the_other_numbers():
    text = "problem;A;B\nx;0,5;2\ny;1.234,5;3.5\nz;1,5;2\n"
    (found,) = faults(text)
    assert found.startswith(f"{CELL}: found '3.5', but the decimal mark of this")


def test_many_cells_of_one_trouble_are_one_fault():
    rows = "".join(f"p{i},{i}.5,y\nq{i},1,2\n" for i in range(300))
    (found,) = faults(f"problem,A,B\n{rows}", not_algorithms=[])
    assert found.startswith("line 2, column 3 (problem 'p0', algorithm 'B'): found 'y', ")
    assert found.endswith(" (299 more cells are no numbers)")


def test_very_many_faults_of_names_are_counted_not_listed():
    names = [f"x{i // 2}" for i in range(24_002)]
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.Results([[1.0, 2.0]] * 24_002, problems=names, better="lower")
    assert len(caught.value.faults) == 21
    assert caught.value.faults[-1] == "11981 more problem names are empty or not unique"


def test_only_the_places_that_are_told_are_looked_for():
    asked = []
    names = ["", *["x"] * 30_000, *map(str, range(30_000))]
    found = [*name_faults("problem", names, "line", lambda i: asked.append(i) or i + 2)]
    assert found == [
        "the problem at line 2 has an empty name; give it one",
        "the problem name 'x' is used 30000 times, at lines 3, 4, ... 30002; names must be unique",
    ]
    assert asked == [0, 1, 2, 30_000]


def test_faults_are_told_together():
    found = faults("problem,A,B,A\nx,1,2,3\ny,3,a,1\ny,4,5,inf\nz,5,6,7\n")
    for part in (
        "the problem name 'y' is used twice, at lines 3 and 4; names must be unique",
        "the algorithm name 'A' is used twice, at columns 2 and 4; names must be unique",
    ):
        assert part in found
    assert found[0].startswith(f"{CELL}: found 'a'")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the file is empty; give a table with a header and results"),
        (" \n\t\n", "the file is empty; give a table with a header and results"),
        (",,\n,,\n", "no cell is filled in; give a table with a header and results"),
        ("problem,A,B\n", "the table has no rows below its headings"),
        ("problem,A\nx,1\ny,2\n", "'A' is the only column of results"),
        ("problem,A,B\nx,1,2\n", "only one problem"),
        ("problem:A:B\nx:1:2\ny:3:4\n", "line 1 holds one column only ('problem:A:B')"),
        ("problem,A,B\nx,1,2\n,3,4\n", "the problem at line 3 has an empty name; give it one"),
        ("problem,A,B\nx,1,2\nz,1,2,3\nu,1,2\n", "line 3 has 4 cells, but the table has 3 columns"),
        ("problem,A,B\nx,1,2,3\nz,1,2,3,4\nu,1,2\nv,3,4\n", "2 lines have more cells than the 3"),
        ("problem,A,B\nx,0,5,0,6\ny,1,2\nz,1,3\n", "if the comma is the decimal mark, separate"),
        ('problem,A,B\nx,"1,234","2,345"\ny,3,4\n', "line 2, column 2: found '1,234', where the"),
        ('problem,A,B\n"x"y,1,2\nz,1,2\nu,1,3\n', "line 2: the quotation marks of '\"x\"y,1,2' do"),
        ('problem,"A,B\nx,1,2\n', "line 1: the quotation marks of '\"A,B' do not pair up"),
    ],
)
def test_what_is_no_table_of_results(text, told):
    found = refusal(text)
    assert found.startswith("open file: ")
    assert told in found


def test_leaving_out_all_problems_but_one():
    assert "2 of 3 problems have a missing value, and leaving them out leaves 1" in refusal(
        "problem,A,B\nx,1,\ny,2,3\nz,,4\n", missing="drop-problem"
    )


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"better": "max"}, "better='max' does not say which values are good"),
        ({"shape": "square"}, "unknown shape 'square': choose one of 'auto', 'wide', 'long'"),
        ({"decimal": "x"}, "unknown decimal mark 'x': choose one of 'auto', '.', ','"),
        ({"missing": "drop"}, "unknown treatment of missing cells 'drop': choose one of 'error'"),
        ({"separator": ",,"}, "separator=',,' cannot separate cells; give one character"),
        ({"problem": "C"}, "unknown column of open file 'C': choose one of 'problem', 'A', 'B'"),
        ({"sheet": "one"}, "sheet='one' says nothing about open file, which is no Excel file"),
        ({"not_algorithms": ["C"]}, "unknown column of open file 'C'"),
        ({"drop": ["u"]}, "unknown row 'u'"),
        ({"where": {"C": 1}}, "unknown column of open file 'C'"),
        ({"algorithms": ["A"], "not_algorithms": ["B"]}, "give algorithms= or not_algorithms=,"),
        ({"pick": 2}, "unknown table of open file '2'"),
        ({"format": "cvs"}, "unknown format 'cvs'"),
        ({"records": "a"}, "records='a' says nothing about open file, which holds no records"),
        ({"encoding": "utf-9"}, "unknown encoding 'utf-9'"),
    ],
)
def test_options_that_do_not_fit(options, told):
    assert told in refusal("problem,A,B\nx,1,2\ny,3,4\n", **options)


def test_lines_are_counted_through_blank_lines_comments_and_quoted_line_ends(tmp_path):
    path = tmp_path / "my results.csv"
    path.write_text('# first\n\nproblem,A,B\n"a\nb",1,2\n\nz,3,oops\nu,3,4\n')
    assert refusal(path).startswith(
        f"{path}: line 7, column 3 (problem 'z', algorithm 'B'): found 'oops'"
    )
