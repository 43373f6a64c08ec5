"""Marks that may be decimal marks or separate thousands are asked for, never guessed."""

from __future__ import annotations

import pytest

import evenkeel
from evenkeel.tables.parsing import text as text_tables
from reading_help import read_text, refusal

POINTS = "problem;A;B\nx;1.230;1.310\ny;2.105;900\n"
DOUBT = (
    "where the point may be a decimal mark or may separate thousands; give decimal='.' if it is "
    "a decimal mark, else write the numbers without it"
)


def test_points_before_three_digits_between_semicolons_are_asked_for():
    assert refusal(POINTS) == f"open file: line 2, column 2: found '1.230', {DOUBT}"
    assert read_text(POINTS, decimal=".").values.tolist() == [[1.23, 1.31], [2.105, 900]]
    assert "found '1.230', with a thousands separator; write 1230, or" in refusal(
        POINTS, decimal=","
    )
    plain = POINTS.replace(".", "")
    assert read_text(plain).values.tolist() == [[1230, 1310], [2105, 900]]


@pytest.mark.parametrize("separator", [",", "\t", "|"])
def test_between_other_separators_they_are_decimal(separator):
    values = read_text(POINTS.replace(";", separator)).values
    assert values.tolist() == [[1.23, 1.31], [2.105, 900]]


@pytest.mark.parametrize("shown", ["0.123", "12.5", ".5", "1.2345", "1234.567", "-0.100", "1.5e3"])
def test_one_number_shows_that_the_point_is_decimal(shown):
    values = read_text(f"{POINTS}z;{shown};1.111\n").values
    assert values.tolist() == [[1.23, 1.31], [2.105, 900], [float(shown), 1.111]]


@pytest.mark.parametrize("shown", ["0,5", "12,75", "1.200,5"])
def test_one_number_shows_that_the_comma_is_decimal(shown):
    assert "found '2.105', with a thousands separator; write 2105" in refusal(
        f"{POINTS}z;{shown};1\n"
    )


def test_a_mark_between_thousands_shows_the_other():
    text = 'problem,A,B\nx,"1,000.5","1,200"\ny,"1,137.5",3\n'
    assert read_text(text).values.tolist() == [[1000.5, 1200], [1137.5, 3]]
    assert "found '1,200', with a thousands separator" in refusal(text.replace("3\n", "3.5\n"))


def test_both_marks_in_doubt():
    assert refusal("problem;A;B\nx;1,230;1.310\ny;2,105;900\n").endswith(f"'1.310', {DOUBT}")


@pytest.mark.parametrize("first", ["1.230", "1"])
@pytest.mark.parametrize("last", ["1.230", "0.5", "7", "0,5"])
def test_far_rows_count_in_the_quick_and_the_careful_way(first, last, monkeypatch):
    rows = [f"p{i};{first};2" for i in range(50)]
    text = "\n".join(["problem;A;B", *rows, f"last;{last};3.125", ""])

    def outcome() -> object:
        try:
            return read_text(text).values.tolist()
        except evenkeel.TableError as error:
            return str(error)

    careful = outcome()
    monkeypatch.setattr(text_tables, "SMALL", 0)
    quick = outcome()
    assert careful == quick
    assert isinstance(quick, list) == (last == "0.5")


@pytest.mark.parametrize("first", ["1.230", "1"])
def test_tables_of_runs(first, tmp_path):
    path = tmp_path / "runs.csv"
    rows = [f"{a};{p};{r};{first}" for p in "xy" for a in "AB" for r in range(20)]
    text = "\n".join(["algorithm;problem;run;value", *rows, "A;x;20;1.310", ""])
    path.write_text(text)
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read_runs(path, better="lower")
    found, line = ("1.230", 2) if first == "1.230" else ("1.310", 82)
    assert f"line {line}, column " in str(caught.value)
    assert str(caught.value).endswith(f"found {found!r}, {DOUBT}")
    runs = evenkeel.read_runs(path, better="lower", decimal=".")
    assert runs.values_by_cell()["A", "x"].max() == 1.31
    path.write_text(text + "B;x;20;0.5\n" if first == "1.230" else text.replace("1.310", "131"))
    assert evenkeel.read_runs(path, better="lower").facts.total >= 81
