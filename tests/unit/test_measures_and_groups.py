"""Measures and groups are never pooled: by read, by read_runs, from every kind of source."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from evenkeel.tables.parsing.keys import find_keys

import evenkeel
from reading_help import faults, read_text, refusal

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


def test_measures_are_refused_with_their_names() -> None:
    assert refusal(MEASURES) == (
        "open file: the column 'indicator' holds measures, which must not be pooled: 'HV', 'IGD'; "
        "choose one with measure='HV', or read each with evenkeel.read_measures"
    )


def test_one_measure_is_read() -> None:
    results = read_text(MEASURES, measure="IGD")
    assert results.values.tolist() == [[1.5, 7.5], [3.5, 9.5], [5.5, 11.5]]
    assert results.origin is not None
    assert (results.origin.chosen, results.origin.ignored) == (("indicator = IGD",), ())
    assert read_text(MEASURES, where={"indicator": "IGD"}) == results


def test_a_group_is_refused_until_one_is_chosen() -> None:
    text = long("algorithm,problem,group", itertools.product(ALGORITHMS, PROBLEMS, ("x", "y")))
    assert refusal(text) == (
        "open file: the column 'group' tells apart results of an algorithm on a problem, which "
        "must not be pooled: 'x', 'y'; choose one with where={'group': 'x'}; if it names runs, "
        "give run='group' to evenkeel.read_runs"
    )
    assert read_text(text, where={"group": "y"}).values.tolist() == [
        [1.5, 7.5],
        [3.5, 9.5],
        [5.5, 11.5],
    ]


def test_numbers_that_cross_all_cells_are_a_key() -> None:
    text = long("algorithm,problem,budget", itertools.product(ALGORITHMS, PROBLEMS, (100, 1000)))
    assert "'budget' tells apart" in refusal(text.replace("budget", "amount")).replace(
        "amount", "budget"
    )
    assert read_text(text, where={"budget": 1000}) == read_text(text, where={"budget": "1000"})


def test_what_the_problem_or_the_algorithm_determines_is_passed_over() -> None:
    rows = [(a, p, 10 * i, f"family {a}") for a in ALGORITHMS for i, p in enumerate(PROBLEMS)]
    results = read_text(long("algorithm,problem,dimension,family", rows))
    assert results.origin is not None
    assert results.origin.ignored == ("dimension", "family")
    assert results.checks() == (
        "columns that hold neither algorithm, problem nor value were passed over: 'dimension', "
        "'family'",
    )


def test_several_keys_are_told_together() -> None:
    cells = itertools.product(ALGORITHMS, PROBLEMS, ("x", "y"), ("acc", "auc"))
    found = faults(long("algorithm,problem,group,metric", cells))
    assert [fault.split(" ")[2] for fault in found] == ["'group'", "'metric'"]
    cells = itertools.product(ALGORITHMS, PROBLEMS, ("x", "y"), ("acc", "auc"))
    text = long("algorithm,problem,group,metric", cells)
    results = read_text(text, measure="auc", where={"group": "x"})
    assert results.values[:, 0].tolist() == [1.5, 5.5, 9.5]
    assert results.origin is not None
    assert results.origin.chosen == ("metric = auc", "group = x")


def test_a_measure_may_be_a_column() -> None:
    text = "method,dataset,accuracy,time\na,u,0.5,10\na,v,0.6,20\nb,u,0.7,30\nb,v,0.8,40\n"
    assert read_text(text, measure="time").values.tolist() == [[10, 30], [20, 40]]
    assert refusal(text, measure="memory") == (
        "open file: measure='memory' was given, but no single column holds measures (measure, "
        "metric, indicator, ...), nor is one called 'memory', among 'method', 'dataset', "
        "'accuracy', 'time'; say in which column it stands with where=, or name the column of the "
        "values with value="
    )


def test_a_measure_that_may_be_two_things_is_asked() -> None:
    text = "framework,task,metric,result,auc\na,u,auc,1,2\na,v,auc,1,2\nb,u,auc,1,2\nb,v,auc,1,2\n"
    assert refusal(text, measure="auc") == (
        "open file: measure='auc' may mean rows by the column 'metric' or the column 'auc'; say "
        "where={'metric': 'auc'} or value='auc'"
    )


def test_what_no_row_has_is_refused_with_what_there_is() -> None:
    assert refusal(MEASURES, measure="EP") == (
        "open file: no row has 'EP' in the column 'indicator'; choose one of its values: 'HV', "
        "'IGD'"
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
    assert faults(text, measure="IGD")[0].startswith("line 3, column 4 (problem 'F1'")


def test_a_wide_table_with_a_column_of_measures() -> None:
    cells = itertools.product(("iris", "wine", "zoo"), ("acc", "auc"))
    text = "dataset,metric,A,B,C\n" + "".join(
        f"{d},{m},1,2,{i}\n" for i, (d, m) in enumerate(cells)
    )
    assert refusal(text) == (
        "open file: the column 'metric' holds measures, which must not be pooled: 'acc', 'auc'; "
        "choose one with measure='acc', or read each with evenkeel.read_measures"
    )
    results = read_text(text, measure="auc")
    assert results.algorithms == ("A", "B", "C")
    assert results.column("C").tolist() == [1, 3, 5]
    with pytest.raises(evenkeel.TableError, match="'metric' holds measures"):
        evenkeel.read_runs(io.StringIO(text), better="lower")


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
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read_runs(source(), better="lower")
    assert caught.value.faults == (
        "the column 'indicator' holds measures, which must not be pooled: 'HV', 'IGD'; choose one "
        "with measure='HV', or read each with evenkeel.read_measures",
    )
    runs = evenkeel.read_runs(source(), better="lower", measure="IGD")
    assert runs.origin.chosen == ("indicator = IGD",)
    assert runs.origin.ignored == ()
    assert runs.aggregate("min").values.tolist() == [[3.5, 21.5], [9.5, 27.5], [15.5, 33.5]]
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read_runs(source(), better="lower", measure="EP")
    assert caught.value.faults == (
        "no row has 'EP' in the column 'indicator'; choose one of its values: 'HV', 'IGD'",
    )


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:The inplace keyword")  # of pandas, used by Dask
@pytest.mark.parametrize("engine", ["duckdb", "dask"])
def test_other_engines_do_not_pool_either(engine: Any, tmp_path: Path) -> None:
    path = _sources(RUNS, tmp_path)["Parquet file"]()
    with pytest.raises(evenkeel.TableError, match="'indicator' holds measures"):
        evenkeel.read_runs(path, better="lower", engine=engine)
    runs = evenkeel.read_runs(path, better="lower", engine=engine, measure="HV")
    assert runs.aggregate("max").values.tolist() == [[2.5, 20.5], [8.5, 26.5], [14.5, 32.5]]


def test_numbers_that_tell_runs_apart_may_be_runs_or_steps() -> None:
    text = long("algorithm,problem,resample", itertools.product(ALGORITHMS, PROBLEMS, range(4)))
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read_runs(io.StringIO(text), better="lower")
    assert caught.value.faults == (
        "the column 'resample' tells apart results of an algorithm on a problem, which must not be "
        "pooled: '0', '1', '2', '3'; choose one with where={'resample': '0'}, or say "
        "run='resample' if it tells runs apart, or step='resample' if it counts steps",
    )
    runs = evenkeel.read_runs(io.StringIO(text), better="lower", run="resample")
    assert runs.counts().tolist() == [[4, 4]] * 3


def test_groups_of_named_runs_are_found_and_machines_of_runs_are_not() -> None:
    cells = list(itertools.product(ALGORITHMS, PROBLEMS, range(4)))
    grouped = long("algorithm,problem,run,group", [(*cell, "xy"[cell[2] % 2]) for cell in cells])
    with pytest.raises(evenkeel.TableError, match=r"run=\['run', 'group'\] if it tells runs apart"):
        evenkeel.read_runs(io.StringIO(grouped), better="lower")
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
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read_runs(path, better="lower", measure="IGD")
    assert caught.value.faults[0].startswith("line 5, column 'value': found 'failed'")


def test_a_problem_of_runs_that_is_a_summary_is_refused() -> None:
    cells = itertools.product(ALGORITHMS, (*PROBLEMS, "Mean"), range(3))
    text = long("algorithm,problem,run", cells)
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read_runs(io.StringIO(text), better="lower")
    assert caught.value.faults == (
        "the row 'Mean' (its name says so) is no problem but sums up others; leave it out with "
        "drop=['Mean'], or keep every row as a problem with drop=[]",
    )
    assert evenkeel.read_runs(io.StringIO(text), better="lower", drop=["Mean"]).problems == PROBLEMS
    assert evenkeel.read_runs(io.StringIO(text), better="lower", drop=[]).n == 4


@pytest.mark.parametrize(
    ("column", "cells", "runs", "is_key"),
    [
        ("xyxy", "aabb", None, True),  # words that recur
        ("xxxx", "aabb", None, False),  # one value
        ("xxyy", "aabb", None, False),  # determined by the cell
        ("wxyz", "aabb", None, False),  # names of single rows
        ("1212", "aabb", None, True),  # numbers that cross all cells
        ("1234", "aabb", None, False),  # measured numbers
        ("xyxy", "aabb", "1111", True),  # runs that occur twice
        ("xyxy", "aabb", "1212", True),  # runs that occur once, but groups of equal size
        ("xyxx", "aabb", "1212", False),  # something about single runs
    ],
)
def test_what_is_a_key(column: str, cells: str, runs: str | None, is_key: bool) -> None:
    found = find_keys({"c": list(column)}, list(cells), None if runs is None else list(runs))
    assert bool(found) is is_key


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
