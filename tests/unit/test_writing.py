"""Writing tables: endings, whole files or none, names that a format cannot keep."""

from __future__ import annotations

import json
import time
import zipfile

import numpy as np
import openpyxl
import polars as pl
import pytest

import evenkeel
from evenkeel.report.document import Layout
from evenkeel.report.saving import save_document
from evenkeel.report.single import report_results
from evenkeel.tables import writing
from evenkeel.tables.parsing.written import column_letters

RESULTS = evenkeel.Results([[0.5, 2], [3, 4.25]], ["x", "y"], ["A", "B"], better="lower")


def refusal(results, path):
    with pytest.raises(evenkeel.InputError) as caught:
        results.save(path)
    return str(caught.value)


def test_text_tables(tmp_path):
    results = evenkeel.Results(
        [[0.1, 1234.5], [np.nan, -0.0]],
        ["a,b", 'say "no"'],
        ["new one", "#2"],
        better="lower",
        missing="keep",
    )
    results.save(tmp_path / "table.csv")
    assert (tmp_path / "table.csv").read_bytes() == (
        b'problem,new one,"#2"\n"a,b",0.1,1234.5\n"say ""no""",,-0.0\n'
    )
    results.save(str(tmp_path / "table.TSV"))
    assert (tmp_path / "table.TSV").read_bytes() == (
        b'problem\tnew one\t"#2"\n"a,b"\t0.1\t1234.5\n"say ""no"""\t\t-0.0\n'
    )


def test_other_programs_read_the_files(tmp_path):
    RESULTS.save(tmp_path / "table.json")
    assert json.loads((tmp_path / "table.json").read_text()) == {
        "better": "lower",
        "algorithms": ["A", "B"],
        "problems": ["x", "y"],
        "values": [[0.5, 2.0], [3.0, 4.25]],
    }
    RESULTS.save(tmp_path / "table.parquet")
    assert pl.read_parquet(tmp_path / "table.parquet").equals(RESULTS.to_polars())
    RESULTS.save(tmp_path / "table.csv")
    assert pl.read_csv(tmp_path / "table.csv").equals(RESULTS.to_polars())


def test_another_program_reads_the_workbook_with_every_digit(tmp_path):
    path = tmp_path / "table.xlsx"
    values = [[0.1 + 0.2, 5e-324], [1 / 3, np.nan]]
    names = ["x & <y>", " z"], ["A", "B"]
    evenkeel.Results(values, *names, better="lower", missing="keep").save(path)
    sheet = openpyxl.load_workbook(path).active
    assert sheet.title == "results"
    assert [list(row) for row in sheet.values] == [
        ["problem", "A", "B"],
        ["x & <y>", 0.1 + 0.2, 5e-324],
        [" z", 1 / 3, None],
    ]


def test_unknown_ending(tmp_path):
    assert refusal(RESULTS, tmp_path / "table.xls") == (
        "unknown ending of a file of results '.xls': did you mean '.xlsx'? choose one of '.csv', "
        "'.tsv', '.xlsx', '.parquet', '.json'"
    )
    assert refusal(RESULTS, tmp_path / "table") == (
        "unknown ending of a file of results '': choose one of '.csv', '.tsv', '.xlsx', "
        "'.parquet', '.json'"
    )


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".xlsx", ".parquet", ".json"])
def test_failure_leaves_the_old_file_alone(tmp_path, monkeypatch, ending):
    def fail(results, path):
        path.write_bytes(b"half of it")
        raise OSError(28, "No space left on device")

    path = tmp_path / f"table{ending}"
    path.write_bytes(b"old")
    monkeypatch.setitem(writing._WRITERS, ending, fail)
    assert refusal(RESULTS, path) == (
        f"{path}: the file cannot be written (No space left on device)"
    )
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_places_where_nothing_can_be_written(tmp_path):
    lost = tmp_path / "nowhere" / "table.csv"
    assert refusal(RESULTS, lost) == f"{lost}: there is no directory {lost.parent}; make it first"
    taken = tmp_path / "table.csv"
    taken.mkdir()
    assert refusal(RESULTS, taken) == f"{taken}: the file cannot be written (Is a directory)"


@pytest.mark.parametrize(
    ("ending", "char"),
    [(".csv", "\0"), (".tsv", "\0"), (".xlsx", "\uffff"), (".xlsx", "\ufffe")],
)
def test_names_that_a_format_cannot_keep(tmp_path, ending, char):
    path, name = tmp_path / f"table{ending}", f"a{char}b"
    fault = f"holds the character {char!r}, which a file of this kind cannot keep; rename it"
    problems = RESULTS.rename(problems={"x": name})
    assert refusal(problems, path) == f"{path}: the problem name {name!r} {fault}"
    algorithms = RESULTS.rename(algorithms={"A": name})
    assert refusal(algorithms, path) == f"{path}: the algorithm name {name!r} {fault}"
    assert not path.exists()


@pytest.mark.parametrize("ending", [".parquet", ".json", ".xlsx"])
def test_formats_that_keep_the_nul_character(tmp_path, ending):
    results = RESULTS.rename(problems={"x": "a\0b"}, algorithms={"A": "\x01"})
    results.save(tmp_path / f"table{ending}")
    assert evenkeel.read(tmp_path / f"table{ending}", better="lower") == results


def test_tables_too_large_for_a_sheet(tmp_path):
    path = tmp_path / "table.xlsx"
    wide = evenkeel.Results(np.zeros((2, 16_384)), better="lower")
    assert refusal(wide, path) == (
        f"{path}: a sheet holds at most 1048575 problems and 16383 algorithms, not 2 and 16384; "
        "write .csv or .parquet"
    )
    long_name = RESULTS.rename(algorithms={"A": "a" * 32_768})
    assert refusal(long_name, path) == (
        f"{path}: the algorithm name '{'a' * 20}'... has 32768 characters, but a cell of a sheet "
        "holds 32767; rename it"
    )


def test_letters_of_the_columns_of_a_sheet():
    letters = [column_letters(j) for j in (0, 25, 26, 51, 52, 701, 702, 16_383)]
    assert letters == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA", "XFD"]


def test_workbook_is_small(tmp_path):
    RESULTS.save(tmp_path / "table.xlsx")
    with zipfile.ZipFile(tmp_path / "table.xlsx") as archive:
        assert archive.testzip() is None
        assert set(archive.namelist()) == {
            "[Content_Types].xml",
            "_rels/.rels",
            "xl/workbook.xml",
            "xl/_rels/workbook.xml.rels",
            "xl/worksheets/sheet1.xml",
        }


def test_the_same_table_has_the_same_bytes_at_any_time(tmp_path, monkeypatch):
    report = evenkeel.compare(evenkeel.load("toy")).report()
    files = {}
    for year in (1990, 2020):
        monkeypatch.setattr(time, "time", lambda year=year: (year - 1970) * 365.25 * 86_400)
        for ending in (".csv", ".tsv", ".xlsx", ".parquet", ".json"):
            RESULTS.save(tmp_path / f"table{ending}")
        save_document(report, tmp_path / "report.xlsx")
        files[year] = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert files[1990] == files[2020]
    assert len(files[1990]) == 6


def test_tables_and_reports_write_the_same_rows(tmp_path):
    names = ["=1+1", "a;b", "'-x", "plain", "-5", '"q"']
    values = [
        [1e22, -0.1],
        [1e-9, 3.0],
        [5e-324, 1 / 3],
        [1.0, 2.0],
        [0.1 + 0.2, 1.5],
        [4.0, 1e300],
    ]
    results = evenkeel.Results(values, names, ["+A", "B"], better="lower")
    results.save(tmp_path / "table.csv")
    save_document(report_results(results), tmp_path / "report.csv", Layout(table="results"))
    lines = (tmp_path / "table.csv").read_text().splitlines()
    assert lines == [
        "problem \\ algorithm,'+A,B",
        "'=1+1,1e+22,-0.1",
        '"a;b",1e-09,3.0',
        "''-x,5e-324,0.3333333333333333",
        "plain,1.0,2.0",
        "-5,0.30000000000000004,1.5",
        '"""q""",4.0,1e+300',
    ]
    header, *rows, _ = (tmp_path / "report.csv").read_text().splitlines()
    assert header == "Problem,'+A,B"
    assert rows == lines[1:]
    assert evenkeel.read(tmp_path / "table.csv", better="lower") == results
