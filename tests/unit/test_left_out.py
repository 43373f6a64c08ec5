"""Problems that are left out are named: in every format, in JSON and on standard error."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import evenkeel
from evenkeel.report.tables import left_out_in_words
from evenkeel.tables import Origin
from reading_help import read_text

TABLE = """problem,A,B,C
F1,1,2,3
F2,2,,4
F3,3,4,5
F4,1,2,4
F5,,,2
F6,2,5,6
"""
SENTENCE = (
    "2 of 6 problems were left out, for values are missing: 'F2' (none of B) and 'F5' (none of A "
    "and B). What follows holds for the other 4."
)


def comparison() -> evenkeel.Comparison:
    return evenkeel.compare(read_text(TABLE, missing="drop-problem"))


def test_the_origin_says_which_algorithms_have_no_value() -> None:
    origin = read_text(TABLE, missing="drop-problem").origin
    assert origin is not None
    assert origin.dropped == ("F2", "F5")
    assert origin.lacking == (("B",), ("A", "B"))


def test_the_report_begins_with_the_problems_left_out() -> None:
    data = comparison().to_dict()
    assert data["advice"][0] == {
        "grade": "caution",
        "title": "Problems left out",
        "text": SENTENCE,
    }
    assert data["tables"]["left-out"]["rows"] == [["F2", "B"], ["F5", "A, B"]]


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["txt", "md", "tex", "html", "json", "csv", "xlsx"])
def test_every_format_names_them(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"report.{ending}"
    comparison().save(path, table="left-out" if ending == "csv" else None)
    if ending == "xlsx":
        import polars as pl

        sheets = pl.read_excel(path, sheet_id=0, has_header=False)
        (rows,) = [sheet.rows() for name, sheet in sheets.items() if name.endswith("left-out")]
        assert rows[2:] == [("F2", "B"), ("F5", "A, B")]
        return
    text = path.read_text(encoding="utf-8")
    assert "F2" in text
    assert "F5" in text


def test_a_complete_table_says_nothing_about_it() -> None:
    data = evenkeel.compare(evenkeel.load("garcia2008")).to_dict()
    assert "left-out" not in data["tables"]
    assert all(notice["title"] != "Problems left out" for notice in data["advice"])


def test_problems_left_out_later_are_named_too() -> None:
    kept = read_text(TABLE, missing="keep")
    origin = kept.drop_incomplete().origin
    assert origin is not None
    assert (origin.dropped, origin.lacking) == (("F2", "F5"), (("B",), ("A", "B")))
    complete = read_text(TABLE, missing="drop-problem")
    assert complete.drop_incomplete() is complete


def test_cells_without_runs_are_named() -> None:
    rows = "algorithm,problem,run,value\n" + "".join(
        f"{a},{p},{r},{r + (a == 'B')}\n"
        for a in "AB"
        for p in ("F1", "F2", "F3")
        for r in (1, 2, 3)
        if (a, p) != ("B", "F2")
    )
    runs = evenkeel.read_runs(io.StringIO(rows), better="lower")
    found = evenkeel.compare_runs(runs, missing="drop-problem").to_dict()
    assert found["advice"][0]["text"] == (
        "1 of 3 problems was left out, for values are missing: 'F2' (none of B). What follows "
        "holds for the other 2."
    )


def test_many_problems_and_algorithms_are_abridged_in_the_sentence() -> None:
    names = tuple(f"F{i}" for i in range(1, 23))
    lacking = (("A", "B", "C", "D"),) * 22
    text = left_out_in_words(Origin("f", "csv", "wide", dropped=names, lacking=lacking), 5)
    assert text.startswith("22 of 27 problems were left out, for values are missing: 'F1' (none of")
    assert text.endswith(
        "'F20' (none of 4 algorithms) and 2 more. What follows holds for the other 5."
    )


@pytest.mark.slow
@pytest.mark.parametrize("command", ["compare", "posthoc", "table", "contrast"])
def test_the_command_line_names_them_on_standard_error(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from evenkeel.cli.app import app

    path = tmp_path / "t.csv"
    path.write_text(TABLE, encoding="utf-8")
    arguments = [command, str(path), "--better", "lower", "--missing", "drop-problem", "--json"]
    app(arguments, standalone_mode=False)
    out, err = capsys.readouterr()
    assert json.loads(out)["tables"]
    assert err == f"evenkeel: {SENTENCE}\n"


def test_runs_of_which_one_problem_is_left() -> None:
    text = "algorithm,problem,run,value\n" + "".join(
        f"{a},{p},{r},{'' if (a, p, r) == ('A', 'x', 1) else r}\n"
        for a in "AB"
        for p in "xy"
        for r in (1, 2)
    )
    runs = evenkeel.read_runs(io.StringIO(text), better="lower", missing="drop-problem")
    with pytest.raises(evenkeel.InputError) as caught:
        runs.aggregate("mean")
    assert str(caught.value) == (
        "open file: 1 of 2 problems have a run without a value, and leaving them out leaves 1; a "
        "comparison needs at least two, so read the table with missing='keep' or missing='worst'"
    )
