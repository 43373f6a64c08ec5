"""Bad tables of runs are refused, whatever holds them, and the message names the culprit."""

from __future__ import annotations

import base64
import zlib
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pytest

from evenkeel.errors import EvenkeelError, InputError, SourceError, TableError
from evenkeel.tables.reading import read, read_runs

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

HEADER = "algorithm,problem,run,value\n"
ROWS = "A,F1,1,0.1\nA,F1,2,0.2\nB,F1,1,0.3\nB,F1,2,0.4\n"
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
    return str(caught.value)


def written(text, name="runs.csv", encoding="utf-8"):
    Path(name).write_bytes(text.encode(encoding))
    return name


@pytest.mark.parametrize(
    ("rows", "parts"),
    [
        (
            ROWS.replace("0.4", "fast"),
            ["line 5, column 4 (problem 'F1', algorithm 'B'): found 'fast', which is not a"],
        ),
        (ROWS.replace("0.4", "12%"), ["line 5", "found '12%', a percentage among plain numbers"]),
        (ROWS.replace("0.4", "inf"), ["line 5", "found 'inf', an infinite value"]),
        (ROWS.replace("0.4", "1e999"), ["line 5", "found '1e999', beyond the largest number"]),
        (ROWS.replace("0.4", "0,4,1"), ["line 5 has 6 cells"]),
        (
            ROWS * 2 + "A,F2,1,off\n" * 3,
            ["line 10", "found 'off'", "(2 more cells are no numbers)"],
        ),
        (ROWS + "A,F1,2,0.9\n", ["algorithm 'A', problem 'F1', run 2 occurs 2 times", "run="]),
        (ROWS.replace("A,F1", ",F1"), ["2 rows have no name of an algorithm"]),
        (ROWS.replace("B,F1,2", "B,,2"), ["1 row has no name of a problem"]),
        (ROWS.replace("A,F1,2", "A,F1,"), ["problem 'F1': 1 row has no name of the run"]),
        (ROWS.replace("B", "A").replace("A,F1,1,0.3", "A,F1,3,0.3"), ["only one algorithm ('A')"]),
        ("", ["the table has no rows below its headings"]),
        (ROWS.replace("0.4", "\0"), ["line 5", "NUL"]),
    ],
)
def test_text_tables(here, rows, parts):
    found = message(written(HEADER + rows), EvenkeelError)
    assert found.startswith("runs.csv")
    for part in parts:
        assert part in found


def test_columns_of_the_same_name(here):
    text = (HEADER + ROWS).replace("run", "value")
    assert message(written(text)) == (
        "runs.csv: 2 columns are called 'value'; give them different names"
    )


def test_the_decimal_mark_of_the_other_numbers(here):
    text = (HEADER + ROWS).replace(",", ";").replace(".", ",").replace("0,4", "0.4")
    assert message(written(text)) == (
        "runs.csv: line 5, column 4 (problem 'F1', algorithm 'B'): found '0.4', but the decimal "
        "mark of this table is "
        "','; write 0,4, or read the table with decimal='.' if all its numbers are written so"
    )


def test_the_file_of_several_is_named(here):
    written(HEADER + ROWS, "a.csv")
    written(HEADER + ROWS.replace("F1", "F2").replace("0.4", "x"), "b.csv")
    place = "line 5 of b.csv, column 4 (problem 'F2', algorithm 'B')"
    assert message("*.csv").startswith(f"*.csv: {place}: found 'x'")
    TABLE.write_parquet("a.parquet")
    TABLE.drop("value").write_parquet("b.parquet")
    assert message("*.parquet") == (
        "*.parquet: a.parquet has a column 'value', but b.parquet has none; read only files with "
        "the same columns together"
    )


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_other_encodings_and_blanks_are_read_as_well(here, encoding):
    text = (HEADER + ROWS).replace("A", "\N{LATIN CAPITAL LETTER A WITH ACUTE}")
    for separator in ",;\t ":
        source = written(text.replace(",", separator), encoding=encoding)
        runs = read_runs(source, better="lower", encoding=encoding)
        assert runs.algorithms == ("B", "\N{LATIN CAPITAL LETTER A WITH ACUTE}")


def test_what_is_no_table(here):
    (here / "empty").mkdir()
    assert message("empty", SourceError).startswith("empty: the folder holds no table; ")
    Path("runs.pdf").write_bytes(b"%PDF-1.7")
    assert message("runs.pdf", SourceError).startswith("runs.pdf is a PDF document, not a table")
    assert message(written(""), SourceError).startswith("runs.csv: the file is empty; ")
    assert message("run.csv", SourceError).endswith("did you mean 'runs.csv'?")
    assert message("*.pq", SourceError).startswith("*.pq: no file matches this pattern; ")
    assert message(3, SourceError).startswith("an object of type 'int' cannot be read; ")
    assert "does not say which values are good" in message(TABLE, InputError, better="up")


@pytest.mark.parametrize("kind", ["polars", "lazy", "duckdb", "parquet", "csv"])
def test_missing_and_infinite_values(here, kind, monkeypatch):
    bad = [None, 0.2, float("-inf"), 0.4]
    table = TABLE.with_columns(value=pl.Series(bad, dtype=pl.Float64))
    source = table
    if kind == "lazy":
        source = table.lazy()
    elif kind == "duckdb":
        source = duckdb.connect().from_arrow(table.to_arrow())
    elif kind == "parquet":
        source = "runs.parquet"
        table.write_parquet(source)
    elif kind == "csv":
        monkeypatch.setattr("evenkeel.tables.scanning.opening.LARGE", 0)
        source = "runs.csv"
        table.write_csv(source)
    assert "infinite" in message(source)
    assert "infinite" in message(source, missing="keep")


def test_types_that_cannot_fill_a_role():
    names = TABLE.with_columns(problem=pl.lit([1, 2]))
    assert "the column 'problem' holds List(Int64)" in message(names.lazy())
    texts = TABLE.with_columns(pl.col("value").cast(pl.String))
    assert "the column 'value', which is to hold the value, holds String" in message(texts.lazy())
    mixed = pd.DataFrame({**TABLE.to_dict(as_series=False), "value": [1, True, 3, 2]})
    assert "row 2, column 4 (problem 'F1', algorithm 'A'): found True, a truth value" in message(
        mixed
    )


def test_many_runs_that_occur_twice():
    twice = pl.concat([TABLE.with_columns(run=pl.lit(run)) for run in range(600)])
    with pytest.raises(TableError) as caught:
        read_runs(twice, better="lower")
    assert caught.value.faults[-1] == "200 more runs occur more than once"


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

    from evenkeel.tables.scanning.survey import engine_of

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
