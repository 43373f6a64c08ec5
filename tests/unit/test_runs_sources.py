"""Where runs are read from, and how columns are found."""

from __future__ import annotations

import dask.dataframe as dd
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from evenkeel.errors import InputError, ReadingQuestion, TableError, UnknownNameError
from evenkeel.tables.faults import Origin
from evenkeel.tables.reading import read_runs

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

TABLE = pl.DataFrame(
    {
        "algorithm": ["A", "A", "B", "B"] * 2,
        "problem": ["F1"] * 4 + ["F2"] * 4,
        "run": [1, 2, 1, 2] * 2,
        "value": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
    }
)
MEANS = [[1.5, 3.5], [5.5, 7.5]]


def means(source, **options):
    return read_runs(source, better="lower", **options).aggregate("mean").values.tolist()


@pytest.mark.slow
@pytest.mark.parametrize(
    "convert",
    [
        lambda table: table,
        lambda table: table.lazy(),
        lambda table: table.to_pandas(),
        lambda table: table.to_pandas().set_index(["algorithm", "problem"]),
        lambda table: table.to_arrow(),
        lambda table: table.with_columns(pl.col("algorithm").cast(pl.Categorical)),
        lambda table: table.to_pandas().astype({"algorithm": "category"}),
        lambda table: table.with_columns(pl.col("value").cast(pl.Int32)),
        lambda table: dd.from_pandas(table.to_pandas(), npartitions=2),
        lambda table: duckdb.connect().from_arrow(table.to_arrow()),
    ],
    ids=[
        "polars",
        "lazy",
        "pandas",
        "index",
        "pyarrow",
        "categorical",
        "category",
        "integers",
        "dask",
        "duckdb",
    ],
)
def test_frames(convert):
    runs = read_runs(convert(TABLE), better="lower")
    assert runs.aggregate("mean").values.tolist() == MEANS
    assert runs.origin == Origin("data frame", "frame", "long")
    assert runs.has_run_names


def test_names_that_are_numbers():
    table = TABLE.with_columns(problem=pl.Series([1] * 4 + [12] * 4))
    assert read_runs(table, better="lower").problems == ("1", "12")


def test_parquet_file_directory_and_pattern(tmp_path):
    TABLE.write_parquet(tmp_path / "all.parquet")
    assert means(tmp_path / "all.parquet") == MEANS
    assert means(str(tmp_path / "all.parquet")) == MEANS
    parts = tmp_path / "parts"
    (parts / "deeper").mkdir(parents=True)
    TABLE[:4].write_parquet(parts / "first.parquet")
    TABLE[4:].write_parquet(parts / "deeper" / "second.pq")
    (parts / "_SUCCESS").write_text("")
    (parts / ".hidden.parquet").write_text("no Parquet")
    assert means(parts) == MEANS
    assert means(parts / "**" / "*.p*q*") == MEANS
    origin = read_runs(parts, better="lower").origin
    assert origin == Origin(str(parts), "parquet", "long", unread=origin.unread)
    assert [what.rpartition(": ")[2] for what in origin.unread] == ["'.hidden.parquet'"]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:The inplace keyword")
@pytest.mark.parametrize("engine", ["polars", "duckdb", "dask"])
def test_names_in_the_path(tmp_path, engine):
    for (algorithm, problem), part in TABLE.group_by("algorithm", "problem"):
        folder = tmp_path / f"algorithm={algorithm}" / f"problem={problem}"
        folder.mkdir(parents=True)
        part.drop("algorithm", "problem").write_parquet(folder / "part.parquet")
    assert means(tmp_path, engine=engine) == MEANS


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:The inplace keyword")
@pytest.mark.parametrize("engine", ["polars", "duckdb", "dask"])
def test_parquet_files_of_different_types(tmp_path, engine):
    TABLE[:4].write_parquet(tmp_path / "a.parquet")
    whole = [pl.col("value").cast(pl.Int64), pl.col("run").cast(pl.Int16)]
    TABLE[4:].with_columns(whole).write_parquet(tmp_path / "b.parquet")
    runs = read_runs(tmp_path, better="lower", engine=engine)
    assert runs.aggregate("mean").values.tolist() == MEANS
    assert runs.cell("A", "F2").tolist() == [5.0, 6.0]
    assert runs.is_paired()


def test_text_tables(tmp_path):
    path = tmp_path / "runs.csv"
    TABLE.write_csv(path)
    runs = read_runs(path, better="lower")
    assert runs.aggregate("mean").values.tolist() == MEANS
    assert runs.origin == Origin(str(path), "csv", "long", ",", ".", "utf-8")
    TABLE.write_csv(tmp_path / "runs.tsv", separator="\t")
    assert means(tmp_path / "runs.tsv") == MEANS
    text = path.read_text().replace(",", ";").replace(".", ",")
    path.write_text(text, encoding="utf-8-sig")
    runs = read_runs(path, better="lower")
    assert runs.aggregate("mean").values.tolist() == MEANS
    assert (runs.origin.separator, runs.origin.decimal) == (";", ",")


def test_text_with_blanks_quotes_and_blank_lines(tmp_path):
    path = tmp_path / "runs.csv"
    path.write_text(
        '\nalgorithm , "problem", run , value\r\n'
        '"A, with B", F1 , 1 , 1.5 \r\n'
        "\r\n"
        " C,F1,1,.5\r\n"
        "C,F2,2,1e1\r\n"
        '"A, with B",F2,2,+7\r\n\r\n'
    )
    runs = read_runs(path, better="lower")
    assert runs.algorithms == ("A, with B", "C")
    assert runs.aggregate("mean").values.tolist() == [[1.5, 0.5], [7.0, 10.0]]


def test_directory_of_text_tables(tmp_path):
    TABLE[:4].write_csv(tmp_path / "a.csv")
    TABLE[4:].write_csv(tmp_path / "b.csv")
    assert means(tmp_path) == MEANS
    TABLE[4:].rename({"value": "error"}).write_csv(tmp_path / "b.csv")
    with pytest.raises(TableError, match=r"b\.csv has the columns .*, but a\.csv has "):
        read_runs(tmp_path, better="lower")


def test_usual_names_of_columns():
    table = TABLE.rename(
        {"algorithm": "Method", "problem": "data_set", "run": "Seeds", "value": "Error rate"}
    ).with_columns(machine=pl.lit("m1"))
    runs = read_runs(table, better="lower")
    assert runs.columns == {
        "algorithm": "Method",
        "problem": "data_set",
        "value": "Error rate",
        "run": "Seeds",
    }
    assert runs.origin.ignored == ("machine",)


@pytest.mark.parametrize("name", ["fold", "repetition", "replicate", "Run ID", "trial"])
def test_usual_names_of_the_run(name):
    assert read_runs(TABLE.rename({"run": name}), better="lower").columns["run"] == name


def test_columns_given():
    table = TABLE.rename({"algorithm": "who", "problem": "where", "run": "when", "value": "what"})
    names = {"algorithm": "who", "problem": "where", "run": "when", "value": "what"}
    assert means(table, **names) == MEANS
    with pytest.raises(ReadingQuestion) as caught:
        read_runs(table, better="lower", algorithm="who")
    assert caught.value.readings
    with pytest.raises(UnknownNameError) as caught:
        read_runs(table, better="lower", algorithm="whom")
    assert str(caught.value) == (
        "unknown column of data frame 'whom': did you mean 'who'? choose one of 'who', 'where', "
        "'when', 'what'"
    )
    with pytest.raises(InputError, match="the column 'who' is given for two roles"):
        read_runs(table, better="lower", **{**names, "problem": "who"})


def test_repetition_and_fold_name_a_run_together():
    table = TABLE.rename({"run": "fold"}).with_columns(repetition=pl.lit(1))
    second = table.with_columns(repetition=pl.lit(2), value=pl.col("value") + 100)
    runs = read_runs(pl.concat([second, table]), better="lower", run=["repetition", "fold"])
    assert runs.columns["run"] == "repetition + fold"
    assert runs.cell("A", "F1").tolist() == [1.0, 2.0, 101.0, 102.0]


@pytest.mark.slow
@pytest.mark.parametrize("source", ["frame", "duckdb", "dask", "csv"])
def test_names_of_a_run_that_hold_the_mark_between_them(source, tmp_path):
    # "1/2" + "3" and "1" + "2/3" are two runs, and so are "a\\" + "/b" and "a" + "\\//b".
    table = pl.DataFrame(
        {
            "algorithm": ["A"] * 4 + ["B"] * 4,
            "problem": ["F1"] * 8,
            "repetition": ["1/2", "1", "a\\", "a"] * 2,
            "fold": ["3", "2/3", "/b", "\\//b"] * 2,
            "value": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        }
    )
    given = table
    if source == "duckdb":
        given = duckdb.sql("SELECT * FROM given")
    elif source == "dask":
        given = dd.from_pandas(table.to_pandas(), npartitions=2)
    elif source == "csv":
        given = tmp_path / "runs.csv"
        table.write_csv(given)
    runs = read_runs(given, better="lower", run=["repetition", "fold"])
    assert runs.counts().tolist() == [[4, 4]]
    assert runs.is_paired()
    assert sorted(runs.cell("A", "F1")) == [1, 2, 3, 4]


def test_numbers_in_names_may_be_long():
    nines, tens = "9" * 5000, "1" + "0" * 5000
    names = [f"F{tens}", f"F{nines}", "F10", "F9", "F"]
    table = pl.DataFrame(
        {
            "algorithm": ["A"] * 5 + ["B"] * 5,
            "problem": names * 2,
            "run": [1] * 10,
            "value": list(range(10)),
        }
    )
    assert read_runs(table, better="lower").problems == tuple(reversed(names))


def test_no_run_although_a_column_is_called_so():
    runs = read_runs(TABLE, better="lower", run=False)
    assert not runs.has_run_names
    assert runs.origin.ignored == ("run",)


def test_options_that_say_nothing(tmp_path):
    TABLE.write_parquet(tmp_path / "runs.parquet")
    TABLE.write_csv(tmp_path / "runs.csv")
    for source, options, message in [
        (TABLE, {"engine": "duckdb"}, "engine='duckdb' says nothing about what is read whole; "),
        (TABLE.lazy(), {"engine": "duckdb"}, "engine= says nothing about a data frame; "),
        (tmp_path / "runs.parquet", {"separator": ";"}, "separator=';' says nothing about "),
    ]:
        with pytest.raises(InputError) as caught:
            read_runs(source, better="lower", **options)
        assert str(caught.value).startswith(message)
        assert "leave it out" in str(caught.value)
    with pytest.raises(InputError) as caught:
        read_runs(tmp_path / "runs.csv", better="lower", engine="dask")
    assert str(caught.value) == (
        f"{tmp_path / 'runs.csv'}: text tables and streams are evaluated by polars; to use "
        "'dask', give a Parquet file or a lazy frame of it, or leave engine= out"
    )
    with pytest.raises(InputError) as caught:
        read_runs(tmp_path / "runs.csv", better="lower", separator="||")
    assert str(caught.value) == (
        "separator='||' cannot separate cells; give one character, such as ',', ';', "
        "'\\t' or '|', or ' ' for any run of blanks"
    )
    with pytest.raises(UnknownNameError) as caught:
        read_runs(tmp_path / "runs.parquet", better="lower", engine="spark")
    assert str(caught.value) == ("unknown engine 'spark': choose one of 'polars', 'duckdb', 'dask'")


def test_an_engine_that_is_not_installed(tmp_path, monkeypatch):
    TABLE.write_parquet(tmp_path / "runs.parquet")

    def absent(name):
        raise ImportError(name)

    monkeypatch.setattr("evenkeel.tables.scanning.survey.importlib.import_module", absent)
    with pytest.raises(ImportError) as caught:
        read_runs(tmp_path / "runs.parquet", better="lower", engine="duckdb")
    assert str(caught.value) == (
        "the engine 'duckdb' needs the package duckdb; install it with: pip install "
        "'evenkeel[duckdb]'"
    )


def test_missing_cells_of_frames_are_not_names():
    table = pd.DataFrame({"algorithm": ["A", None], "problem": ["p", "p"], "value": [1.0, 2.0]})
    with pytest.raises(TableError) as caught:
        read_runs(table, better="lower")
    assert str(caught.value) == (
        "data frame: 1 row has no name of an algorithm in the column 'algorithm'; give every row "
        "one"
    )
    blank = pa.table({"algorithm": ["A", "B"], "problem": ["p", " "], "value": [1.0, 2.0]})
    with pytest.raises(TableError, match="1 row has no name of a problem in the column 'problem'"):
        read_runs(blank, better="lower")
