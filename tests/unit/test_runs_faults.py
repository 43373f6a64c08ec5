"""Bad tables of runs: the whole message of each fault."""

from __future__ import annotations

import base64
import zipfile
import zlib
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pytest

from evenkeel.errors import InputError, SourceError, TableError
from evenkeel.tables.reading import read
from evenkeel.tables.reading_runs import read_runs

HEADER = "algorithm,problem,run,value\n"
ROWS = "A,F1,1,0.1\nA,F1,2,0.2\nB,F1,1,0.3\nB,F1,2,0.4\n"
MEND = (
    "give a failed run the value that a failure is worth, or read the table with "
    'missing="drop-problem" or missing="keep"'
)
FORMATS = "a text table (CSV, TSV), Parquet, Excel (.xlsx), JSON, or a data frame"
TABLE = pl.DataFrame(
    {
        "algorithm": ["A", "A", "B", "B"],
        "problem": ["F1"] * 4,
        "run": [1, 2, 1, 2],
        "value": [0.1, 0.2, 0.3, 0.4],
    }
)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def message(source, error=TableError, **options):
    with pytest.raises(error) as caught:
        read_runs(source, **{"better": "lower", **options})
    assert type(caught.value) is error
    return str(caught.value)


def written(text, name="runs.csv", encoding="utf-8"):
    Path(name).write_bytes(text.encode(encoding))
    return name


def test_direction_is_required(here):
    choices = 'give better="lower" (errors, costs, times) or better="higher" (accuracies, scores)'
    source = written(HEADER + ROWS)
    assert message(source, better=None) == (
        f"runs.csv: it is not said which values are good; {choices}"
    )
    assert message(TABLE, better="up") == (
        f"data frame: better='up' does not say which values are good; {choices}"
    )


def test_nothing_there(here):
    assert message(written(""), SourceError) == (
        "runs.csv: the file is empty; give a table with a header and results"
    )
    assert message(written(HEADER)) == (
        "runs.csv: there are no rows of runs; give a table with a row a run"
    )
    assert message(TABLE.head(0)) == (
        "data frame: there are no rows of runs; give a table with a row a run"
    )
    assert message("run.csv", SourceError) == (
        "run.csv: there is no such file; did you mean 'runs.csv'?"
    )
    assert message("*.parquet", SourceError) == (
        "*.parquet: no file matches this pattern; make sure that the path is right"
    )


def test_directories(here):
    (here / "empty").mkdir()
    assert message("empty", SourceError) == (
        "empty: the folder holds no table; put files such as .csv, .xlsx or .parquet in it, or "
        "give another one"
    )
    TABLE.write_parquet(here / "empty" / "a.parquet")
    TABLE.write_csv(here / "empty" / "a.csv")
    assert message("empty", SourceError) == (
        "empty: the directory holds both Parquet and text files; say which ones to read with a "
        "pattern, such as 'empty/*.parquet'"
    )


def test_files_of_other_kinds(here):
    Path("runs.pdf").write_bytes(b"%PDF-1.7")
    assert message("runs.pdf", SourceError) == (
        f"runs.pdf is a PDF document, not a table of results; give {FORMATS}"
    )
    Path("runs.json").write_text("[]")
    assert message("runs.json", TableError) == (
        "runs.json: there are no rows; give a table of results"
    )
    assert message("*.json", SourceError) == (
        "runs.json: only text and Parquet files are read together; give one file, or several of "
        "these kinds"
    )
    Path("runs.json").write_text('{"algorithm": ["A"]}')
    assert message("runs.json", InputError, engine="duckdb") == (
        "engine='duckdb' says nothing about runs.json, which is read whole; leave it out"
    )
    with zipfile.ZipFile("runs.xlsx", "w") as archive:
        archive.writestr("xl/workbook.xml", "")
    assert message("runs.xlsx", SourceError) == (
        "runs.xlsx is a damaged or protected Excel file; save it again as .xlsx without password"
    )
    assert message(3, SourceError) == (
        "an object of type 'int' cannot be read; give the path of a file or directory, a pattern, "
        "an open file, or a data frame"
    )
    assert message(written(HEADER + "A,F1,1,\0\n"), SourceError) == (
        f"runs.csv: line 2 holds a NUL character, so this is no text table; give {FORMATS}"
    )


def test_encodings(here):
    text = HEADER + ROWS.replace("A", "Á")
    rest = (
        "runs are read from UTF-8, so save the file in that encoding, or read it as a data frame "
        "and give that"
    )
    assert message(written(text, encoding="latin-1"), SourceError) == (
        f"runs.csv: the text is not UTF-8 (line 2); {rest}"
    )
    assert message(written(text, encoding="utf-16"), SourceError) == (
        f"runs.csv: the text is a UTF-16 text; {rest}"
    )
    late = HEADER + ROWS * 40_000 + "Á,F1,1,1\n"
    assert message(written(late, encoding="latin-1"), SourceError) == (
        "runs.csv: the rows cannot be read (invalid utf-8 sequence); make sure that the source is "
        "whole and still in its place"
    )


def test_cells_separated_by_blanks(here):
    assert message(written((HEADER + ROWS).replace(",", " ")), InputError) == (
        "runs.csv: no comma, semicolon, tab or bar separates the cells; write the table with one "
        "of them, or give another one with separator="
    )


def test_texts_in_place_of_numbers(here):
    text = HEADER + ROWS.replace("0.1", "12%").replace("0.2", "N/A").replace("0.3", "")
    assert message(written(text + "A,F2,1,fast\nA,F2,2,inf\nA,F2,3,nan\nB,F2,1,1e999\n")) == (
        "runs.csv: 7 faults\n"
        "  - line 2, column 'value': found '12%', a percentage; write 12 without the sign, in the "
        "whole table\n"
        "  - line 3, column 'value': found 'N/A', which stands for a missing value; "
        f"{MEND}\n"
        f"  - line 4, column 'value': the cell is empty; {MEND}\n"
        "  - line 6, column 'value': found 'fast', which is not a number; write a number, or leave "
        "the cell empty if it is missing\n"
        "  - line 7, column 'value': found 'inf', an infinite value; replace it by a finite "
        "number\n"
        f"  - line 8, column 'value': found 'nan', which stands for a missing value; {MEND}\n"
        "  - line 9, column 'value': found '1e999', beyond the largest number, about 1.8e308; "
        "replace it by a finite number"
    )


def test_words_for_failed_runs(here):
    text = HEADER + ROWS.replace("0.1", "timeout").replace("0.2", "--")
    assert message(written(text)) == (
        "runs.csv: 2 faults\n"
        "  - line 2, column 'value': found 'timeout', a failed run, so that the value is missing; "
        f"{MEND}\n"
        f"  - line 3, column 'value': found '--', which stands for a missing value; {MEND}"
    )
    runs = read_runs(written(text + "A,F1,3,7\n"), better="lower", missing="keep")
    assert runs.values_by_cell()["A", "F1"].tolist() == [7.0]
    frame = TABLE.with_columns(value=pl.Series(["0.1", "OOM", "0.3", "0.4"]))
    assert message(frame) == (
        "data frame: row 2, column 'value': found 'OOM', a failed run, so that the value is "
        f"missing; {MEND}"
    )


def test_lines_are_counted_over_line_ends_in_cells(here):
    header = '"algo\nrithm",problem,value,"no\r\nte"\n'
    rows = ['A,"F\n1",1,\n', "\n", 'B,"F\n1",x,"a\n\nb"\n', "A,F2,y,\n", "B,F2,2,\n"]
    source = written(header + "".join(rows))
    assert message(source, algorithm="algo\nrithm").splitlines()[1:] == [
        f"  - line {line}, column 'value': found {cell!r}, which is not a number; write a number, "
        "or leave the cell empty if it is missing"
        for line, cell in ((7, "x"), (11, "y"))
    ]


def test_many_texts_in_place_of_numbers(here):
    with pytest.raises(TableError) as caught:
        read_runs(written(HEADER + ROWS + "A,F2,1,x\n" * 1500), better="lower")
    assert len(caught.value.faults) == 1001
    assert caught.value.faults[-1] == "500 more cells hold no finite number"


def test_decimal_points_among_decimal_commas(here):
    text = (HEADER + ROWS).replace(",", ";").replace(".", ",").replace("0,4", "0.4")
    assert message(written(text)) == (
        "runs.csv: line 5, column 'value': found '0.4', but the decimal mark of this table is ','; "
        "write 0,4, or read the table with decimal='.' if all its numbers are written so"
    )


def test_rows_that_are_too_long(here):
    assert message(written(HEADER + ROWS + "A,F2,1,1,5\n")) == (
        "runs.csv: line 6 has 5 cells, but the header has 4; write a cell that holds the separator "
        "',' in quotation marks"
    )


def test_faults_in_one_of_several_files(here):
    written(HEADER + ROWS, "a.csv")
    written(HEADER + ROWS.replace("F1", "F2").replace("0.4", "x"), "b.csv")
    assert message("*.csv") == (
        "*.csv: b.csv, line 5, column 'value': found 'x', which is not a number; write a number, "
        "or leave the cell empty if it is missing"
    )


def test_parquet_without_the_columns(here):
    TABLE.drop("value").write_parquet("runs.parquet")
    assert message("runs.parquet") == (
        "runs.parquet: no column was recognised as the value among 'algorithm', 'problem', 'run'; "
        "say which one it is with value="
    )
    TABLE.write_parquet("first.parquet")
    assert message("*.parquet", value="value") == (
        "runs.parquet: there is no column 'value', which first.parquet has; read only files with "
        "the same columns together"
    )


def test_damaged_parquet(here):
    TABLE.write_parquet("runs.parquet")
    path = Path("runs.parquet")
    path.write_bytes(path.read_bytes()[:-9])
    text = message("runs.parquet", SourceError)
    assert text.startswith("runs.parquet: the Parquet file cannot be read (")
    assert text.endswith("); write it again")


# A file of polars, uncompressed, in which one byte of a page header is 0: polars panics over it.
PANIC = zlib.decompress(
    base64.b64decode(
        "eNqFU81u2kAQXhtKXcQBRewKSz5wwUrUKgU3wThK1KwpkLSkASREm5td44BqcIQJhB77FHmAnnrssc+QB8hTVH2Ezq"
        "whjfqjjOz5dmfm+3ZmZbd5t0yTNEdzLQBCiAQvR2dTQjcoeUYVmqUpmiJEhqgiSYk0zai7JJVV80+c4DycjmbDMSVM"
        "YS5z9YqukL8Er9AtheDGPwQzd4KPL6ahGwx+y91K+leJALNFW8gk95lE2M+XMZLDGJQVZg9pWi2SlJp/NHeCy4HQnL"
        "CJfiMTVWMVusOgCla30t3yRqYTXFJZbR0lp2E4g9NopijfG7VIWhqWYHTd7zqWhlh8Ghymauq+fi1pD10X+5GgOaJ/"
        "l7WH7oF9TlIGlQnt/6Oxa6xh32Sm6ApADgfLZ3i3e9rfiz4MB2Mn/0V+jmYdc7A6uuoc9led1V6E3nAe8ZrADn/ahv"
        "xigXEgna/qTgDsj7g5RceRX+uhtFC2+aoeUyc8tlcVzINEk/P3WNLAqDduRF6/h/k65pt/8rudNV/kbWzlyF66xuvo"
        "rF/iJva3FP2J5gSf13uiKfsYpQDrOA/YIpZqfwJStY6pGso3G9GZYS2dd93Q7fADkn/bDgNnGhU2L5azYTjZKswH02"
        "gUTgrGdnm7VNh0L0eBVzB9q2S43gvf9wzT96uGV94xzKpTshzD2vV9wzedgWcZW+o+fCTxQ1z4hNvw8/0COoi12Q=="
    )
)


@pytest.mark.slow
@pytest.mark.reaching
@pytest.mark.parametrize("engine", ["polars", "duckdb", "dask"])
def test_parquet_with_damaged_pages(here, engine, capfd):
    Path("runs.parquet").write_bytes(PANIC)
    assert message("runs.parquet", SourceError, engine=engine).startswith("runs.parquet: the ")
    with pytest.raises(SourceError, match=r"^runs\.parquet: the Parquet file cannot be read \("):
        read("runs.parquet", better="lower")
    capfd.readouterr()  # polars prints where it panicked


def test_mixed_types(here):
    mixed = pd.DataFrame(
        {"algorithm": ["A", "B", "B"], "problem": ["p"] * 3, "value": [1, "x", True]}
    )
    assert message(mixed) == (
        "data frame: 2 faults\n"
        "  - row 2, column 'value': found 'x', which is not a number; write a number, or leave the "
        "cell empty if it is missing\n"
        "  - row 3, column 'value': found True, a truth value; write a number"
    )
    Path("mixed").mkdir()
    TABLE.write_parquet("mixed/a.parquet")
    TABLE.with_columns(pl.col("value").cast(pl.String)).write_parquet("mixed/b.parquet")
    assert message("mixed") == (
        "mixed/b.parquet: the column 'value', which is to hold the value, holds text, not numbers; "
        "convert it, or say which column holds the value with value="
    )


def test_types_that_cannot_fill_a_role():
    texts = TABLE.with_columns(pl.col("value").cast(pl.String))
    mend = "convert it, or say which column holds the value with value="
    assert message(texts.lazy()) == (
        "data frame: the column 'value', which is to hold the value, holds text, not numbers; "
        f"{mend}"
    )
    truth = TABLE.with_columns(value=pl.col("value") > 0.2)
    assert message(truth.lazy()) == (
        "data frame: the column 'value', which is to hold the value, holds truth values, not "
        f"numbers; {mend}"
    )
    names = TABLE.with_columns(algorithm=pl.col("value"), problem=pl.lit([1, 2]))
    assert message(names) == (
        "data frame: 2 faults\n"
        "  - the column 'algorithm' holds values of type Float64, which cannot be names; convert "
        "it to text or to integers\n"
        "  - the column 'problem' holds values of type List(Int64), which cannot be names; convert "
        "it to text or to integers"
    )


@pytest.mark.parametrize("lazy", [False, True], ids=["polars", "duckdb"])
def test_missing_and_infinite_values(lazy):
    bad = [None, float("nan"), float("-inf"), 0.4]
    table = TABLE.with_columns(value=pl.Series(bad, dtype=pl.Float64))
    source = duckdb.connect().from_arrow(table.to_arrow()) if lazy else table
    assert message(source) == (
        "data frame: 2 faults\n"
        f"  - algorithm 'A', problem 'F1': 2 values are missing, such as in run 1; {MEND}\n"
        "  - algorithm 'B', problem 'F1': 1 value is infinite, such as in run 1; replace infinite "
        "values by finite numbers"
    )
    assert message(table.drop("run")).splitlines()[1] == (
        f"  - algorithm 'A', problem 'F1': 2 values are missing; {MEND}"
    )


def test_runs_that_occur_twice(here):
    mend = (
        "keep one of the rows, or say which columns name a run with run= and which one a step of "
        "it with step="
    )
    assert message(written(HEADER + ROWS + "A,F1,2,0.9\n")) == (
        f"runs.csv: algorithm 'A', problem 'F1', run '2' occurs 2 times; {mend}"
    )
    assert message(pl.concat([TABLE, TABLE, TABLE.head(1)])) == (
        "data frame: 4 faults\n"
        f"  - algorithm 'A', problem 'F1', run 1 occurs 3 times; {mend}\n"
        f"  - algorithm 'A', problem 'F1', run 2 occurs 2 times; {mend}\n"
        f"  - algorithm 'B', problem 'F1', run 1 occurs 2 times; {mend}\n"
        f"  - algorithm 'B', problem 'F1', run 2 occurs 2 times; {mend}"
    )
    twice = pl.concat([TABLE.with_columns(run=pl.lit(run)) for run in range(600)])
    with pytest.raises(TableError) as caught:
        read_runs(twice, better="lower")
    assert caught.value.faults[-1] == "200 more runs occur more than once"


def test_runs_without_a_name():
    table = TABLE.with_columns(run=pl.Series([1, None, 1, 2]))
    assert message(table) == (
        "data frame: algorithm 'A', problem 'F1': 1 row has no name of the run; give every row one"
    )


def test_names_that_are_lacking(here):
    text = HEADER + ROWS.replace("A,F1", ",F1") + "B, ,1,3\n"
    assert message(written(text)) == (
        "runs.csv: 2 faults\n"
        "  - 2 rows have no name of an algorithm in the column 'algorithm'; give every row one\n"
        "  - 1 row has no name of a problem in the column 'problem'; give every row one"
    )


def test_one_algorithm():
    assert message(TABLE.filter(pl.col("algorithm") == "A")) == (
        "data frame: only one algorithm ('A') was found; a comparison needs at least two"
    )


def test_columns_of_the_same_name(here):
    text = HEADER.replace("run", "value") + "A,F1,1,2\n"
    assert message(written(text)) == (
        "runs.csv: 2 faults\n"
        "  - several columns may hold the value: 'value', 'value'; say which one it is with "
        "value='value'\n"
        "  - 2 columns are called 'value'; give them different names"
    )


def test_too_many_cells(monkeypatch):
    monkeypatch.setattr("evenkeel.tables.scanning.survey._MOST_CELLS", 1)
    assert message(TABLE) == (
        "data frame: there are 1 problems and 2 algorithms, such as 'F1' and 'A'; make sure that "
        "the columns hold names and not identifiers of single runs, and say which ones do with "
        "problem= and algorithm="
    )


def test_a_lazy_frame_of_another_library():
    class Frame:
        class implementation:  # noqa: N801
            value = "pyspark"

    from evenkeel.tables.scanning.engines import engine_of

    with pytest.raises(InputError) as caught:
        engine_of(Frame())
    assert str(caught.value) == (
        "a lazy frame of 'pyspark' cannot be read; give one of polars, DuckDB or Dask, or collect "
        "it first"
    )


def test_a_source_that_vanishes(here):
    TABLE.write_parquet("runs.parquet")
    runs = read_runs("runs.parquet", better="lower")
    Path("runs.parquet").unlink()
    with pytest.raises(SourceError, match=r"^runs\.parquet: the rows cannot be read \("):
        runs.cell("A", "F1")
