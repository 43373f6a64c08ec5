"""Measures and groups are never pooled: by read, by read_runs, from every kind of source."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import evenkeel
from evenkeel.errors import ReadingQuestion
from reading_help import question, read_text, refusal

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

ALGORITHMS, PROBLEMS = ("A", "B"), ("F1", "F2", "F3")


def long(columns: str, rows: Iterable[tuple[object, ...]]) -> str:
    """A long table of the columns, with values that count up."""
    lines = [",".join(map(str, (*row, f"{i}.5"))) for i, row in enumerate(rows)]
    return "\n".join([f"{columns},value", *lines, ""])


MEASURES = long(
    "algorithm,problem,indicator", itertools.product(ALGORITHMS, PROBLEMS, ("HV", "IGD"))
)
RUNS = long(
    "algorithm,problem,indicator,run",
    itertools.product(ALGORITHMS, PROBLEMS, ("HV", "IGD"), range(3)),
)


def test_measures_are_asked_about() -> None:
    why = "the table can be read in several ways: which measure is meant?"
    assert question(MEASURES) == (why, [{"measure": "IGD"}])  # lower is better
    assert question(MEASURES, better="higher") == (why, [{"measure": "HV"}])


def test_one_measure_is_read() -> None:
    results = read_text(MEASURES, measure="IGD")
    assert results.values.tolist() == [[1.5, 7.5], [3.5, 9.5], [5.5, 11.5]]
    assert results.origin is not None
    assert (results.origin.chosen, results.origin.ignored) == (("indicator = IGD",), ())
    assert read_text(MEASURES, where={"indicator": "IGD"}) == results


@pytest.mark.parametrize(("name", "values"), [("group", "xy"), ("amount", ("100", "1000"))])
def test_a_group_is_part_of_the_problem_or_one_is_chosen(name: str, values: tuple[str]) -> None:
    text = long(f"algorithm,problem,{name}", itertools.product(ALGORITHMS, PROBLEMS, values))
    keys = {"algorithm": "algorithm", "problem": "problem"}
    assert question(text) == (
        f"the table can be read in several ways: what does the column {name!r} say? (what names a "
        "problem?)",
        [
            {**keys, "problem": ["problem", name]},
            *({**keys, "where": {name: value}} for value in values),
        ],
    )
    chosen = read_text(text, where={name: values[1]})
    assert chosen.values.tolist() == [[1.5, 7.5], [3.5, 9.5], [5.5, 11.5]]
    both = read_text(text, algorithm="algorithm", problem=["problem", name])
    assert both.problems[:2] == (f"F1 / {values[0]}", f"F1 / {values[1]}")
    if name == "amount":
        assert read_text(text, where={name: 1000}) == chosen


def test_what_the_problem_or_the_algorithm_determines_is_passed_over() -> None:
    rows = [(a, p, 10 * i, f"family {a}") for a in ALGORITHMS for i, p in enumerate(PROBLEMS)]
    results = read_text(long("algorithm,problem,dimension,family", rows))
    assert results.origin is not None
    assert results.origin.ignored == ("dimension", "family")
    assert results.checks() == (
        "columns that hold neither algorithm, problem nor value were passed over: 'dimension', "
        "'family'",
    )


def test_measures_and_groups_are_asked_about_together() -> None:
    cells = itertools.product(ALGORITHMS, PROBLEMS, ("x", "y"), ("acc", "auc"))
    text = long("algorithm,problem,group,metric", cells)
    why, answers = question(text, better="higher")
    assert why == (
        "the table can be read in several ways: which measure is meant? what does the column "
        "'group' say? (what names a problem?)"
    )
    keys = {"algorithm": "algorithm", "problem": ["problem", "group"]}
    assert answers[:2] == [{**keys, "measure": "acc"}, {**keys, "measure": "auc"}]
    results = read_text(text, better="higher", measure="auc", where={"group": "x"})
    assert results.values[:, 0].tolist() == [1.5, 5.5, 9.5]
    assert results.origin is not None
    assert results.origin.chosen == ("group = x", "metric = auc")


def test_a_measure_may_be_a_column() -> None:
    text = "method,dataset,accuracy,time\na,u,0.5,10\na,v,0.6,20\nb,u,0.7,30\nb,v,0.8,40\n"
    assert read_text(text, measure="time").values.tolist() == [[10, 30], [20, 40]]
    assert refusal(text, measure="memory") == (
        "unknown column of open file 'memory': choose one of 'method', 'dataset', 'accuracy', "
        "'time'"
    )


def test_a_measure_of_rows_comes_before_one_of_columns() -> None:
    text = "framework,task,metric,result,auc\na,u,auc,1,2\na,v,auc,3,2\nb,u,auc,5,2\nb,v,auc,7,2\n"
    results = read_text(text, measure="auc")
    assert results.values.tolist() == [[1, 5], [3, 7]]
    assert results.origin is not None
    assert (results.origin.chosen, results.origin.ignored) == (("metric = auc",), ("auc",))


def test_what_no_row_has_is_refused_with_what_there_is() -> None:
    assert refusal(MEASURES, measure="EP") == (
        "unknown measure of open file 'EP': choose one of 'HV', 'IGD'"
    )
    assert refusal(MEASURES, where={"group": "x"}) == (
        "unknown column of open file 'group': choose one of 'algorithm', 'problem', 'indicator', "
        "'value'"
    )
    text = long("algorithm,problem,g,h", [("A", "F1", "x", "u"), ("B", "F1", "y", "v")])
    assert refusal(text, where={"g": "x", "h": "v"}) == (
        "open file: no row has 'g': 'x' and 'h': 'v' together; choose others with where="
    )


def test_faults_of_rows_that_are_not_chosen_do_no_harm() -> None:
    text = MEASURES.replace("IGD,1.5", "IGD,failed")
    assert read_text(text, measure="HV").n == 3
    assert question(text, measure="IGD")[0] == (
        "1 result is missing, that of 'A' on 'F1' (line 3, column 4: 'failed'): what is to become "
        "of it?"
    )


def test_a_wide_table_with_a_column_of_measures() -> None:
    cells = itertools.product(("iris", "wine", "zoo"), ("acc", "auc"))
    text = "dataset,metric,A,B,C\n" + "".join(
        f"{d},{m},0.{i}2,0.{7 - i}5,0.{i * i}\n" for i, (d, m) in enumerate(cells)
    )
    for read in (evenkeel.read, evenkeel.read_runs):
        assert question(text, read=read, better="higher") == (
            "the table can be read in several ways: which measure is meant?",
            [{"measure": "acc"}, {"measure": "auc"}],
        )
    results = read_text(text, better="higher", measure="auc")
    assert results.algorithms == ("A", "B", "C")
    assert results.column("A").tolist() == [0.12, 0.32, 0.52]


def _sources(text: str, folder: Path) -> dict[str, Callable[[], Any]]:
    frame = pl.read_csv(io.StringIO(text))
    (folder / "runs.csv").write_text(text, encoding="utf-8")
    frame.write_parquet(folder / "runs.parquet")
    parts = folder / "parts"
    for (indicator,), part in frame.group_by("indicator"):
        (parts / f"indicator={indicator}").mkdir(parents=True)
        part.drop("indicator").write_parquet(parts / f"indicator={indicator}" / "part.parquet")
    return {
        "text file": lambda: folder / "runs.csv",
        "open file": lambda: io.StringIO(text),
        "polars": lambda: frame,
        "lazy polars": lambda: frame.lazy(),
        "pandas": lambda: pl.read_csv(io.StringIO(text)).to_pandas(),
        "Parquet file": lambda: folder / "runs.parquet",
        "parts of a folder": lambda: parts,
    }


SOURCES = (
    "text file", "open file", "polars", "lazy polars", "pandas", "Parquet file", "parts of a folder"
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.reaching
@pytest.mark.parametrize("kind", SOURCES)
def test_runs_of_several_measures_are_not_pooled(kind: str, tmp_path: Path) -> None:
    source = _sources(RUNS, tmp_path)[kind]
    with pytest.raises(ReadingQuestion) as caught:
        evenkeel.read_runs(source(), better="lower")
    assert caught.value.why == "the table can be read in several ways: which measure is meant?"
    assert [reading.measure for reading in caught.value.readings] == ["IGD"]
    runs = evenkeel.read_runs(source(), better="lower", measure="IGD")
    assert runs.origin.chosen == ("indicator = IGD",)
    assert runs.origin.ignored == ()
    assert runs.aggregate("min").values.tolist() == [[3.5, 21.5], [9.5, 27.5], [15.5, 33.5]]
    with pytest.raises(evenkeel.InputError, match="'EP': choose one of 'HV', 'IGD'"):
        evenkeel.read_runs(source(), better="lower", measure="EP")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:The inplace keyword")  # of pandas, used by Dask
@pytest.mark.parametrize("engine", ["duckdb", "dask"])
def test_other_engines_do_not_pool_either(engine: Any, tmp_path: Path) -> None:
    path = _sources(RUNS, tmp_path)["Parquet file"]()
    with pytest.raises(ReadingQuestion, match=r"which measure is meant\?"):
        evenkeel.read_runs(path, better="lower", engine=engine)
    runs = evenkeel.read_runs(path, better="lower", engine=engine, measure="HV")
    assert runs.aggregate("max").values.tolist() == [[2.5, 20.5], [8.5, 26.5], [14.5, 32.5]]


def test_numbers_that_tell_runs_apart_are_runs_if_they_are_called_so() -> None:
    cells = list(itertools.product(ALGORITHMS, PROBLEMS, range(4)))
    text = long("algorithm,problem,resample", cells)
    runs = evenkeel.read_runs(io.StringIO(text), better="lower")
    assert (runs.counts().tolist(), runs.columns["run"]) == ([[4, 4]] * 3, "resample")
    text = text.replace("resample", "level")
    why, answers = question(text, read=evenkeel.read_runs)
    assert "what does the column 'level' say?" in why
    assert answers[0] == {"algorithm": "algorithm", "problem": ["problem", "level"]}
    runs = evenkeel.read_runs(io.StringIO(text), better="lower", run="level")
    assert runs.counts().tolist() == [[4, 4]] * 3


def test_groups_of_named_runs_are_found_and_machines_of_runs_are_not() -> None:
    cells = list(itertools.product(ALGORITHMS, PROBLEMS, range(4)))
    grouped = long("algorithm,problem,run,group", [(*cell, "xy"[cell[2] % 2]) for cell in cells])
    why, answers = question(grouped, read=evenkeel.read_runs)
    assert "what does the column 'group' say?" in why
    assert answers[0] == {"algorithm": "algorithm", "problem": ["problem", "group"]}
    hosts = ["h1", "h1", "h1", "h2", "h2", "h1", "h2", "h2"] * 3
    hosted = long(
        "algorithm,problem,run,host", [(*c, h) for c, h in zip(cells, hosts, strict=True)]
    )
    runs = evenkeel.read_runs(io.StringIO(hosted), better="lower")
    assert runs.origin.ignored == ("host",)


def test_a_second_measured_number_is_passed_over() -> None:
    cells = itertools.product(ALGORITHMS, PROBLEMS, range(3))
    rows = [(*cell, f"{i * i % 97}.25") for i, cell in enumerate(cells)]
    text = long("algorithm,problem,run,seconds", rows)
    assert evenkeel.read_runs(io.StringIO(text), better="lower").origin.ignored == ("seconds",)


def test_rows_of_a_text_file_that_are_not_chosen_are_not_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text(RUNS.replace("IGD,0,3.5", "IGD,0,failed"), encoding="utf-8")
    assert evenkeel.read_runs(path, better="lower", measure="HV").counts().tolist() == [[3, 3]] * 3
    why, _ = question(path, read=evenkeel.read_runs, measure="IGD")
    assert why.startswith("1 result is missing, that of 'A' on 'F1' (line 5, column 5: 'failed')")


def test_failed_runs_of_each_measure_are_treated_as_asked() -> None:
    text = "algorithm,problem,seed,accuracy,f1\n" + "".join(
        f"{a},{p},{s},{'' if (a, p, s) == ('A', 'x', 1) else s / 8},{s / 4 + ord(p)}\n"
        for a in "AB"
        for p in "xyz"
        for s in (1, 2)
    )
    tables = evenkeel.read_measures(io.StringIO(text), better="higher", missing="keep")
    assert tables["accuracy"].values[0].tolist() == [0.25, 0.1875]
    assert tables["f1"].values[0].tolist() == [ord("x") + 0.375] * 2
    dropped = evenkeel.read_measures(io.StringIO(text), better="higher", missing="drop-problem")
    assert (dropped["accuracy"].problems, dropped["f1"].n) == (("y", "z"), 3)
