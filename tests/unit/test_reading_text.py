"""Text tables: separators, decimal marks, encodings, quotation marks, headers."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import evenkeel
from evenkeel.tables.lexicon import FAILURES, MISSING
from evenkeel.tables.parsing import text as text_tables
from reading_help import question, read_text

TABLE = "problem,A,B\nx,0.5,2\ny,3,4.25\n"
EXPECTED = evenkeel.Results([[0.5, 2], [3, 4.25]], ["x", "y"], ["A", "B"], better="lower")


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_separators_are_detected(separator):
    results = read_text(TABLE.replace(",", separator))
    assert results == EXPECTED
    assert results.origin == evenkeel.tables.Origin(
        "open file", "csv", "wide", separator, ".", None
    )


@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_decimal_commas_are_detected(separator):
    results = read_text(TABLE.replace(",", separator).replace(".", ","))
    assert results == EXPECTED
    assert results.origin.decimal == ","
    assert results.origin.separator == separator


def test_table_of_the_spanish_tutorial():
    # Table 1 of the tutorial prints decimal commas; these are its first two rows.
    text = (
        ";PDFC;NNEP;IS-CHC+1NN;FH-GBML\n"
        "adult;0,752;0,773;0,785;0,795\n"
        "breast;0,727;0,748;0,724;0,713\n"
    )
    results = read_text(text, better="higher")
    assert results == evenkeel.load("garcia2010").select(problems=["adult", "breast"])


def test_decimal_commas_in_quotation_marks_between_commas():
    results = read_text('problem,A,B\nx,"0,5",2\ny,3,"4,25"\n')
    assert results == EXPECTED
    assert (results.origin.separator, results.origin.decimal) == (",", ",")


def test_thousandths_after_a_semicolon_are_decimals():
    results = read_text("problem;A;B\nx;75,123;80,456\ny;62,250;61,125\n")
    assert results.values.tolist() == [[75.123, 80.456], [62.25, 61.125]]


def test_decimal_comma_can_be_given_where_it_is_doubtful():
    results = read_text('problem,A,B\nx,"1,234","2,345"\ny,3,4\n', decimal=",")
    assert results.values.tolist() == [[1.234, 2.345], [3, 4]]


def test_decimal_mark_below_the_sample_is_found():
    integers = "".join(f"p{i};{i};1\n" for i in range(200))
    results = read_text(f"problem;A;B\n{integers}last;0,5;1\n")
    assert results.values[-1].tolist() == [0.5, 1]
    assert results.origin.decimal == ","


INTEGERS = "".join(f"p{i};1;1\n" for i in range(40))


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("problem;A;B\n#1;0,5;0,7\n#2;0,25;1\n", [0.25, 1]),
        (f"problem;A;B\n#1;0,5;0,7\n{INTEGERS}z;0,25;1\n", [0.25, 1]),
        (f"problem;A;B\nq;NA;1\n{INTEGERS}z;0,25;1\n", [0.25, 1]),
        (f"name of it;A;B\nq;3;1\n{INTEGERS}z;0,25;1\n", [0.25, 1]),
    ],
    ids=["only in rows with #", "in a row with #", "in a column with text", "after names"],
)
def test_decimal_mark_is_found_wherever_it_shows(text, last):
    results = read_text(text, missing="keep")
    assert results.values[-1].tolist() == last
    assert results.origin.decimal == ","


def test_columns_aligned_by_blanks():
    results = read_text("problem   A    B\nx       0.5    2\n y\t\t  3 4.25\n")
    assert results == EXPECTED
    assert results.origin.separator == " "


def test_table_as_r_writes_it():
    # write.table(): a header without a cell for the row names, blanks, quotation marks
    results = read_text('"A" "B"\n"x" 0.5 2\n"y" 3 4.25\n', shape="wide")
    assert results == EXPECTED


def test_separator_and_decimal_mark_can_be_given():
    results = read_text("problem:A:B\nx:0,5:2\ny:3:4,25\n", separator=":", decimal=",")
    assert results == EXPECTED
    assert results.origin.separator == ":"


@pytest.mark.parametrize(
    ("encoding", "found"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("latin-1", "cp1252"),
        ("cp1252", "cp1252"),
    ],
)
def test_encodings_are_detected(encoding, found):
    results = read_text("problem,Método,B\nniño,1,2\nÿ,3,4\n".encode(encoding))
    assert results.algorithms == ("Método", "B")
    assert results.problems == ("niño", "ÿ")
    assert results.origin.encoding == found


def test_utf16_of_either_byte_order():
    for encoding, mark in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        assert read_text(mark + TABLE.encode(encoding)) == EXPECTED


def test_windows_characters_that_latin1_lacks():
    assert read_text(b"problem,A\x80,B\nx,1,2\ny,3,4\n").algorithms == ("A€", "B")


def test_bytes_that_windows_lacks_are_latin1():
    results = read_text(b"problem,A\xe9,B\nx\x81,1,2\ny,3,4\n")
    assert results.problems == ("x\x81", "y")
    assert results.origin.encoding == "latin-1"


def test_encoding_can_be_given():
    results = read_text("problem,Ж,B\nx,1,2\ny,3,4\n".encode("koi8-r"), encoding="koi8-r")
    assert results.algorithms == ("Ж", "B")
    assert results.origin.encoding == "koi8-r"


def test_text_with_a_byte_order_mark_is_the_same_text():
    assert read_text("\ufeff" + TABLE) == EXPECTED


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends(newline):
    assert read_text(TABLE.replace("\n", newline).encode()) == EXPECTED
    quoted = TABLE.replace("x", '"x"').replace("\n", newline)
    assert read_text(quoted.encode()) == EXPECTED


def test_last_line_may_lack_its_end():
    assert read_text(TABLE.rstrip()) == EXPECTED


def test_quoted_cells_are_taken_as_they_are():
    text = 'problem,"A, ""the new"" one",B\n" x ",1,2\n"two\nlines",3,4\n"a\r\nb","5",6\n'
    results = read_text(text.encode())
    assert results.algorithms == ('A, "the new" one', "B")
    assert results.problems == (" x ", "two\nlines", "a\r\nb")
    assert results.values.tolist() == [[1, 2], [3, 4], [5, 6]]


def test_blanks_around_quotation_marks_are_passed_over():
    assert read_text('problem , "A" ,B\n "x" , 0.5 ,2\ny,3,4.25\n') == EXPECTED


def test_tabs_separate_even_around_quotation_marks():
    text = '\t"A"\t"B"\n"x"\t0.5\t2\n"y"\t3\t4.25\n'
    assert read_text(text, shape="wide") == EXPECTED


def test_quotation_mark_inside_a_bare_cell_is_text():
    assert read_text('problem,5" disk,B\nx,0.5,2\ny,3,4.25\n').algorithms == ('5" disk', "B")


def test_white_space_around_bare_cells_is_left_out():
    assert read_text("problem , A ,B\t\n x,0.5 , 2\ny ,3,4.25\n") == EXPECTED


@pytest.mark.parametrize(
    "text",
    [
        "\n\nproblem,A,B\n\nx,0.5,2\n\n\ny,3,4.25\n\n\n",
        "problem,A,B,\nx,0.5,2,\ny,3,4.25,\n",
        "problem,A,B\nx,0.5,2,\ny,3,4.25,,\n",
        "problem,A,B,,\nx,0.5,2\ny,3,4.25\n,,,,\n",
        "# of May\n# two, of them\nproblem,A,B\nx,0.5,2\n# done\ny,3,4.25\n# an, end, at, last\n",
    ],
    ids=["blank lines", "a separator at each end", "rows only", "empty columns", "comments"],
)
def test_what_holds_no_results_is_passed_over(text):
    assert read_text(text) == EXPECTED


def test_rows_that_look_like_comments_but_hold_results_are_read():
    text = "#problem,A,B\n#x,0.5,2\n#y,3,4.25\n"
    why, answers = question(text)
    assert "do the rows '#x' (its name says size), '#y' (its name says size) hold results?" in why
    assert {"shape": "wide", "drop": []} in answers
    assert read_text(text, shape="wide", drop=[]).problems == ("#x", "#y")


@pytest.mark.parametrize(
    "label", ["", "problem", "Data set", "DATASET", "function", "Task_ID", "#", "id"]
)
def test_numbers_are_names_under_the_right_label(label):
    text = f"{label},1,2\n10,0.5,2\n007,3,4.25\n"
    results = read_text(text, shape="wide", not_algorithms=[], problem=label)
    assert results.algorithms == ("1", "2")
    assert results.problems == ("10", "007")


def test_first_column_without_numbers_holds_names_whatever_its_label():
    text = "anything,A,B\nx,0.5,2\nNA,3,4.25\n"
    assert read_text(text, shape="wide").problems == ("x", "NA")


def test_names_may_stand_in_another_column_with_the_right_label():
    assert read_text("A,B,dataset\n0.5,2,x\n3,4.25,y\n") == EXPECTED


def test_column_of_names_can_be_given():
    assert read_text("f,A,B\n1,0.5,2\n2,3,4.25\n", problem="f").problems == ("1", "2")
    assert read_text("A,run,B\n0.5,x,2\n3,y,4.25\n", problem="run") == EXPECTED


def test_table_without_names_gets_default_names():
    results = read_text("A,B\n0.5,2\n3,4.25\n")
    assert results == EXPECTED.rename(problems={"x": "P1", "y": "P2"})


def test_integers_are_results_among_integers():
    results = read_text("A,B\n30,2\n10,4\n20,5\n")
    assert results.algorithms == ("A", "B")


def test_corner_says_that_a_table_is_wide():
    text = "problem \\ algorithm,algorithm,dataset,value\nx,1,2,3\ny,4,5,6\n"
    assert read_text(text).algorithms == ("algorithm", "dataset", "value")


def test_shape_can_be_given():
    text = "problem,algorithm,value\nx,1,2\ny,3,4\n"
    wide = read_text(text, shape="wide", not_algorithms=[])
    assert wide.algorithms == ("algorithm", "value")
    assert read_text("problem,algorithm,value\n1,A,2\n1,B,3\n2,A,2\n2,B,4\n").k == 2


@pytest.mark.parametrize("marker", [*MISSING, *FAILURES, "n/a", "NONE", " ", " – ", "Time Out"])
def test_missing_values_can_be_kept(marker):
    results = read_text(f"problem,A,B\nx,0.5,{marker}\ny,3,4.25\n", missing="keep")
    assert np.isnan(results.values).tolist() == [[False, True], [False, False]]


def test_problems_with_missing_values_can_be_left_out():
    text = "problem,A,B\nu,1,NA\nx,0.5,2\nv,,-\ny,3,4.25\n"
    results = read_text(text, missing="drop-problem")
    assert results == EXPECTED
    assert results.origin.dropped == ("u", "v")


def test_numbers_of_every_form():
    text = "problem,A,B\nx,+1,-.5\ny,5.,1e3\nz,2.5E-3,007\n"
    assert read_text(text).values.tolist() == [[1, -0.5], [5, 1000], [0.0025, 7]]


def test_constant_column_is_read_and_remarked():
    # an optimiser may solve every problem
    results = read_text("problem,A,B\nx,0,1\ny,0,2\n")
    assert results.checks() == (
        "the algorithm 'A' has the same value 0 on every problem; make sure that it is a result "
        "and not an identifier or a default",
    )


def test_clean_tables_are_read_quickly(tmp_path, monkeypatch):
    path = tmp_path / "table.csv"
    path.write_text(TABLE)
    monkeypatch.setattr(text_tables, "SMALL", 0)
    monkeypatch.setattr(text_tables, "table_of", None)  # calling it would fail
    assert evenkeel.read(path, better="lower") == EXPECTED
    path.write_text(TABLE.replace(",", ";").replace(".", ","))
    assert evenkeel.read(path, better="lower") == EXPECTED
    path.write_text('"problem",A,B\nx,0.5,2\ny,3,4.25\n')
    assert evenkeel.read(path, better="lower") == EXPECTED


@pytest.mark.slow
def test_a_small_table_is_read_without_polars(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(TABLE)
    code = (
        "import sys, evenkeel\n"
        "evenkeel.read(sys.argv[1], better='lower')\n"
        "print('polars' in sys.modules)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    assert run.stdout == "False\n"


@pytest.mark.parametrize("text", [TABLE, TABLE.replace("0.5", ""), TABLE.replace("x", "007")])
def test_both_ways_give_the_same_table(text, tmp_path, monkeypatch):
    path = tmp_path / "table.csv"
    path.write_text(text)
    careful = evenkeel.read(path, better="lower", missing="keep")
    monkeypatch.setattr(text_tables, "SMALL", 0)
    assert evenkeel.read(path, better="lower", missing="keep") == careful


@pytest.mark.parametrize("line", ["z,1", "z,1,2,3", ",,", "", "z,NA,1", "z,inf,1", "z,nan,1"])
def test_what_polars_would_read_otherwise_is_declined(line, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(f"{TABLE}{line}\nw,1,2\n")
    told = {"separator": ",", "decimal": ".", "skip": 1, "text": [True, False, False]}
    assert text_tables.quick_columns(path, **told) is None


@pytest.mark.slow
def test_long_head_of_a_large_file_is_cut_at_a_line(tmp_path, monkeypatch):
    path = tmp_path / "table.csv"
    path.write_text("problem,A,B\n" + "".join(f"é{i},{i}.5,2\n" for i in range(100_000)))
    results = evenkeel.read(path, better="lower")
    monkeypatch.setattr(text_tables, "quick_columns", lambda *_, **__: None)
    assert evenkeel.read(path, better="lower") == results
    assert results.n == 100_000
    assert results.values[-1].tolist() == [99_999.5, 2]
