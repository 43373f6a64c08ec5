"""Files: paths, open files, kinds of files, Excel, Parquet, JSON."""

from __future__ import annotations

import builtins
import gzip
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import numpy as np
import pandas as pd
import polars as pl
import pytest

import evenkeel
from evenkeel.tables.parsing.written import write_workbook
from reading_help import MEND, faults, question, refusal

FORMATS = "a text table (CSV, TSV), Excel (.xlsx), Parquet, JSON, YAML or ARFF"
TABLE = "problem,A,B\nx,0.5,2\ny,3,4.25\n"
EXPECTED = evenkeel.Results([[0.5, 2], [3, 4.25]], ["x", "y"], ["A", "B"], better="lower")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table.csv"


def test_paths_and_open_files(path):
    path.write_text(TABLE)
    for source in (path, str(path)):
        results = evenkeel.read(source, better="lower")
        assert results == EXPECTED
        assert results.origin == evenkeel.tables.Origin(str(path), "csv", "wide", ",", ".", "utf-8")
    with path.open() as file:
        results = evenkeel.read(file, better="lower")
        assert results == EXPECTED
        assert results.origin == evenkeel.tables.Origin(str(path), "csv", "wide", ",", ".", None)
        assert not file.closed
    with path.open("rb") as file:
        assert evenkeel.read(file, better="lower") == EXPECTED


def test_wrapped_text_file():
    with tempfile.NamedTemporaryFile("w+") as file:
        file.write(TABLE)
        file.seek(0)
        assert evenkeel.read(file, better="lower") == EXPECTED


def test_relative_path_is_told_as_it_was_given(path, monkeypatch):
    path.write_text(TABLE)
    monkeypatch.chdir(path.parent)
    assert evenkeel.read("table.csv", better="lower").origin.description == "table.csv"


def test_no_such_file(path):
    assert refusal(path) == f"{path}: there is no such file; make sure that the path is right"
    path.write_text(TABLE)
    wrong = path.with_name("tabel.csv")
    assert refusal(wrong) == f"{wrong}: there is no such file; did you mean 'table.csv'?"
    lost = path.parent / "nowhere" / "table.csv"
    assert refusal(lost) == (
        f"{lost}: there is no such file; the directory {str(lost.parent)!r} cannot be listed either"
    )


def test_name_that_no_file_can_have():
    with pytest.raises(evenkeel.SourceError) as caught:
        evenkeel.read("a\0b.csv", better="lower")
    assert str(caught.value) == "a\\x00b.csv: the file cannot be read (embedded null byte)"


def test_directory(tmp_path):
    assert refusal(tmp_path) == (
        f"{tmp_path}: the folder holds no table; put files such as .csv, .xlsx or .parquet in it, "
        "or give another one"
    )


def test_file_that_may_not_be_read(path, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    path.write_text(TABLE)
    monkeypatch.setattr(pathlib.Path, "open", refuse)
    assert refusal(path) == f"{path}: the file cannot be read (Permission denied)"


def test_text_given_instead_of_a_path():
    with pytest.raises(evenkeel.SourceError) as caught:
        evenkeel.read(TABLE, better="lower")
    assert str(caught.value) == (
        "'problem,A,B\\nx,0.5,2\\ny,3,4.25\\n' is not the name of a file; to read a table from a "
        "text in memory, give io.StringIO(text)"
    )


def test_closed_file(path):
    path.write_text(TABLE)
    with path.open() as file:
        pass
    assert refusal(file) == f"{path}: the file cannot be read (I/O operation on closed file.)"


def test_text_file_opened_with_the_wrong_encoding(path):
    path.write_bytes("problem,é,B\nx,1,2\ny,3,4\n".encode("latin-1"))
    with path.open(encoding="utf-8") as file:
        assert refusal(file) == (
            f"{path}: the text cannot be decoded ('utf-8' codec can't decode byte 0xe9 in position "
            "8: invalid continuation byte); open the file in binary mode, as in "
            'open(path, "rb"), or with the right encoding'
        )


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n\0\0", "a PNG picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG picture"),
        (b"\xfd7zXZ\0\0\x04", "an xz archive"),
        (gzip.compress(gzip.compress(TABLE.encode(), mtime=0), mtime=0), "a gzip archive"),
        (b"\xd0\xcf\x11\xe0\xa1", "an Office document of the old binary kind, such as .xls"),
        (b"\x93NUMPY\x01\0v\0", "a NumPy array file"),
        (b"SQLite format 3\0", "an SQLite database"),
        (b"\n<!DOCTYPE html>\n<html>", "an HTML page"),
        (b'<?xml version="1.0"?>', "an XML document"),
    ],
)  # fmt: skip
def test_file_of_the_wrong_kind(path, data, kind):
    path.write_bytes(data)
    assert refusal(path) == f"{path} is {kind}, not a table of results; give {FORMATS}"


def test_zip_archives(path):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    assert refusal(path) == (
        f"{path} is an OpenDocument or Office file, not a table of results; give {FORMATS}"
    )
    path.write_bytes(path.read_bytes()[:40])
    assert refusal(path) == (
        f"{path} is a damaged or protected Excel file or zip archive; pack it again, or unpack it"
    )


def test_nul_characters(path):
    path.write_bytes(b"problem,A,B\nx,1,2\ny\0,3,4\n")
    assert refusal(path) == (
        f"{path}: line 3 holds a NUL character, so this is not a text table; if it is one in "
        "UTF-16 without a byte order mark, give encoding='utf-16-le' or encoding='utf-16-be'"
    )
    path.write_bytes(TABLE.encode("utf-16-le"))
    assert refusal(path).startswith(f"{path}: line 1 holds a NUL character")
    assert evenkeel.read(path, better="lower", encoding="utf-16-le") == EXPECTED


def test_wrong_and_unknown_encodings(path):
    path.write_bytes("problem,é,B\nx,1,2\ny,3,4\n".encode("latin-1"))
    assert refusal(path, encoding="utf-8") == (
        f"{path}: the text is not encoded as 'utf-8' ('utf-8' codec can't decode byte 0xe9 in "
        "position 8: invalid continuation byte); give the right one with encoding=, such as "
        "'utf-8', 'utf-16' or 'cp1252'"
    )
    assert refusal(path, encoding="utf-99") == (
        "unknown encoding 'utf-99': give one that Python knows, such as 'utf-8', 'utf-16' or "
        "'cp1252'"
    )


@pytest.mark.slow
def test_first_line_of_a_hundred_megabytes_is_refused_early(path):
    with path.open("wb") as file:
        for _ in range(100):
            file.write(b"0.5,0.25" * (1 << 17))
    code = (
        "import sys, time, tracemalloc, evenkeel\n"
        "tracemalloc.start()\n"
        "start = time.process_time()\n"
        "try:\n"
        "    evenkeel.read(sys.argv[1], better='lower')\n"
        "except evenkeel.SourceError as error:\n"
        "    print(error)\n"
        "print(tracemalloc.get_traced_memory()[1])\n"
        "print(time.process_time() - start)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    path.unlink()
    message, peak, seconds = run.stdout.splitlines()
    assert message == (
        f"{path}: the first line is longer than 16 MiB, so this is not a table of results; give "
        f"{FORMATS}"
    )
    assert int(peak) < 100e6  # bytes
    assert float(seconds) < 5


def test_later_line_that_is_far_too_long(path):
    path.write_text("problem,A,B\nx,1,2\ny," + "0.5," * (5 << 20) + "\n")
    assert refusal(path) == (
        f"{path}: line 3 is longer than 16 MiB; a line of a table of results is shorter, so make "
        "sure that the file is one"
    )


def test_options_that_say_nothing_about_the_source(path):
    path.write_text(TABLE)
    assert refusal(path, sheet="a") == (
        f"sheet='a' says nothing about {path}, which is no Excel file; leave it out"
    )
    assert refusal(np.eye(2), separator=";") == (
        "separator=';' says nothing about data in memory; leave it out"
    )
    parquet = path.with_suffix(".parquet")
    EXPECTED.save(parquet)
    assert refusal(parquet, encoding="utf-8") == (
        f"encoding='utf-8' says nothing about {parquet}, which is no text table; leave it out"
    )
    assert refusal(parquet, sheet="a") == (
        f"sheet='a' says nothing about {parquet}, which is no Excel file; leave it out"
    )


@pytest.mark.parametrize("kind", ["excel", "parquet"])
def test_known_kinds_are_read_under_any_name(path, kind):
    named = path.with_suffix(".xlsx" if kind == "excel" else ".parquet")
    EXPECTED.save(named)
    named.rename(path)
    results = evenkeel.read(path, better="lower")
    assert results == EXPECTED
    assert results.origin == evenkeel.tables.Origin(str(path), kind, "wide")
    with path.open("rb") as file:
        assert evenkeel.read(file, better="lower") == EXPECTED


def test_excel_without_its_package(tmp_path, monkeypatch):
    real = builtins.__import__

    def without_fastexcel(name, *arguments, **options):
        if name == "fastexcel":
            raise ImportError(name)
        return real(name, *arguments, **options)

    path = tmp_path / "table.xlsx"
    EXPECTED.save(path)
    monkeypatch.setattr(builtins, "__import__", without_fastexcel)
    assert refusal(path) == (
        "reading an Excel file needs the package fastexcel; install it with: pip install "
        "'evenkeel[excel]'"
    )


def workbook(tmp_path, *rows):
    path = tmp_path / "table.xlsx"
    write_workbook(path, {"results": rows})
    return path


def test_excel_cells(tmp_path):
    path = workbook(
        tmp_path,
        [],
        [None, "dataset", "A", "B", None],
        [None, "x", 0.1 + 0.2, " 2 ", None],
        [],
        [None, 7.0, 5e-324, "0.25", ""],
    )
    results = evenkeel.read(path, better="lower")
    assert results.problems == ("x", "7")
    assert results.values.tolist() == [[0.1 + 0.2, 2], [5e-324, 0.25]]


def test_excel_cells_with_decimal_commas(tmp_path):
    path = workbook(tmp_path, ["", "A", "B"], ["x", "0,5", "2"], ["y", "3", "4,25"])
    assert evenkeel.read(path, better="lower", decimal=",", shape="wide") == EXPECTED
    assert faults(path, shape="wide")[0] == (
        "row 2, column B (problem 'x', algorithm 'A'): found '0,5', but the decimal mark of this "
        "table is '.'; write 0.5, or read the table with decimal=',' if all its numbers are "
        "written so"
    )


def test_excel_faults(tmp_path):
    path = workbook(
        tmp_path,
        [],
        [None, "p", "A", "A"],
        [None, "x", 1.0, None],
        [],
        [None, "x", "TRUE", 2.0],
        [None, "y", "abc", 3.0],
    )
    assert refusal(path, better=None, shape="wide") == (
        f"{path}: 6 faults\n"
        "  - row 5, column C (problem 'x', algorithm 'A'): found 'TRUE', a truth value; write a "
        "number\n"
        "  - row 6, column C (problem 'y', algorithm 'A'): found 'abc', which is not a number; "
        "write a number, or leave the cell empty if it is missing\n"
        "  - the problem name 'x' is used twice, at rows 3 and 5; names must be unique\n"
        "  - the algorithm name 'A' is used twice, at columns C and D; names must be unique\n"
        f"  - 1 result is missing, that of 'A' on 'x' (row 3, column D); {MEND}\n"
        "  - it is not said which values are good; give better='lower' (errors, costs, times) or "
        "better='higher' (accuracies, scores)"
    )


def test_excel_dates_truth_values_and_errors_are_no_numbers(tmp_path):
    path = tmp_path / "table.xlsx"
    frame = pd.DataFrame(
        {"p": ["x", "y"], "A": [pd.Timestamp(2020, 1, 2), True], "B": [1.5, 2.5]}, dtype=object
    )
    frame.to_excel(path, index=False, engine="openpyxl")
    found = faults(path)
    assert found[0].startswith("'B' is the only column of results; give a table with two or more")
    assert found[1] == (
        "row 2, column B ('A'): found '2020-01-02 00:00:00', which is not one plain number; write "
        "it out in decimal digits, such as 31 or 3.1e1"
    )


def test_excel_file_that_is_empty_or_damaged(tmp_path):
    path = workbook(tmp_path)
    assert refusal(path) == (
        f"{path}: no cell is filled in; give a table with a header and results"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/workbook.xml", "<oops")
    assert refusal(path) == (
        f"{path} is a damaged or protected Excel file; save it again as .xlsx without password"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/workbook.xml", "<oops/>")
    message = refusal(path)
    assert message.startswith(f"{path}: the Excel file cannot be read (")
    assert message.endswith("); save it again")


def test_excel_sheets(tmp_path):
    path = tmp_path / "table.xlsx"
    with pd.ExcelWriter(path, engine="openpyxl") as writer:
        EXPECTED.to_pandas().to_excel(writer, sheet_name="errors")
        pd.DataFrame().to_excel(writer, sheet_name="empty")
    results = evenkeel.read(path, better="lower")
    assert results == EXPECTED
    with pd.ExcelWriter(path, engine="openpyxl", mode="a") as writer:
        EXPECTED.to_pandas().to_excel(writer, sheet_name="times")
    assert question(path) == (
        "there are 2 tables (1: errors, 2: times), and 2 of them can be compared; which one is "
        "meant?",
        [{"pick": "errors"}, {"pick": "times"}],
    )
    assert evenkeel.read(path, better="lower", pick="times") == EXPECTED
    assert evenkeel.read(path, better="lower", sheet="times") == EXPECTED
    assert refusal(path, sheet="time") == (
        f"unknown sheet of {path} 'time': did you mean 'times'? choose one of 'errors', 'empty', "
        "'times'"
    )


def test_parquet_of_pandas_with_the_problems_as_index(tmp_path):
    path = tmp_path / "table.parquet"
    EXPECTED.to_pandas().rename_axis(None).to_parquet(path)
    assert evenkeel.read(path, better="lower") == EXPECTED


def test_long_parquet(tmp_path):
    path = tmp_path / "table.parquet"
    EXPECTED.to_polars().unpivot(index="problem", variable_name="method").write_parquet(path)
    results = evenkeel.read(path, better="lower")
    assert results == EXPECTED
    assert results.origin.shape == "long"


def test_damaged_parquet(tmp_path):
    path = tmp_path / "table.parquet"
    path.write_bytes(b"PAR1 and then nothing")
    message = refusal(path)
    assert message.startswith(f"{path}: the Parquet file cannot be read (")
    assert message.endswith("); write it again")


@pytest.mark.slow
def test_polars_is_the_only_frame_library_that_reading_a_file_needs(path):
    path.write_text(TABLE)
    code = (
        "import sys, evenkeel\n"
        "evenkeel.read(sys.argv[1], better='lower')\n"
        "assert not {'pandas', 'pyarrow', 'narwhals', 'matplotlib', 'scipy'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True)


def test_excel_file_of_another_program(tmp_path):
    path = tmp_path / "table.xlsx"
    EXPECTED.to_pandas().to_excel(path, engine="openpyxl")
    assert evenkeel.read(path, better="lower") == EXPECTED
    assert pl.read_excel(path).columns == ["problem", "A", "B"]
