"""What tools write and papers show, and folders: the whole understanding, or the whole message."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import evenkeel
from evenkeel.tables.finding import find_tables
from evenkeel.tables.formats.givens import Member
from evenkeel.tables.formats.registry import FORMATS, file_formats
from evenkeel.tables.making import without_failures
from evenkeel.tables.reading import read_any
from format_cases import CASES, REFUSALS, Case, Refusal, cells, written
from reading_help import question


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_format_is_understood(case: Case, tmp_path: Path) -> None:
    source = written(case.files, tmp_path) / case.source
    table = find_tables(source, **case.options)[0]
    assert table.header == case.header
    assert cells(table) == case.rows
    assert table.faults == ()
    assert table.better == case.better
    origin = table.origin
    only = next(iter(case.files)) if len(case.files) == 1 else case.source
    assert (origin.format, origin.measure, origin.ignored, origin.description) == (
        case.format,
        case.measure,
        case.ignored,
        str(tmp_path / only),
    )


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: case.name)
def test_what_cannot_be_understood_is_refused_with_the_remedy(
    case: Refusal, tmp_path: Path
) -> None:
    source = written(case.files, tmp_path) / case.source
    with pytest.raises(evenkeel.EvenkeelError) as caught:
        read_any(source, **{"better": "lower", **case.options})
    assert str(caught.value).replace(str(tmp_path), "HERE") == case.message


def tells_its_source_or_is_whole(source: Path, options: Mapping[str, str]) -> bool:
    try:
        table = find_tables(source, **options)[0]
    except evenkeel.EvenkeelError as error:
        return source.parts[-1] in str(error) or source.parent.name in str(error)
    return {len(column) for column in table.columns} == {len(table.rows)}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_file_that_is_cut_is_read_or_refused_but_never_breaks(case: Case, tmp_path: Path) -> None:
    written(case.files, tmp_path)
    for name, text in case.files.items():
        data = text.encode()
        for parts in range(8):
            (tmp_path / name).write_bytes(data[: len(data) * parts // 8])
            assert tells_its_source_or_is_whole(tmp_path / case.source, case.options)
        (tmp_path / name).write_bytes(data)


def others(data: Any) -> Iterator[Any]:
    """The same JSON with one value after the other of another type."""
    if isinstance(data, (dict, list)):
        for key in data if isinstance(data, dict) else range(len(data)):
            for other in others(data[key]):
                changed = data.copy()
                changed[key] = other
                yield changed
    yield from (None, "x", [7], {"a": []})


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_json_of_other_types_is_read_or_refused_but_never_breaks(
    case: Case, tmp_path: Path
) -> None:
    written(case.files, tmp_path)
    for name, text in case.files.items():
        for data in others(json.loads(text)) if name.endswith(".json") else ():
            (tmp_path / name).write_text(json.dumps(data))
            assert tells_its_source_or_is_whole(tmp_path / case.source, case.options)
        (tmp_path / name).write_text(text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_format_that_is_found_may_also_be_asked_for(case: Case, tmp_path: Path) -> None:
    source = written(case.files, tmp_path) / case.source
    named = case.format if case.format in FORMATS.names else "table"
    options = {"format": named} if named != "table" or not source.is_dir() else {}
    assert cells(find_tables(source, **options)[0]) == case.rows


def test_every_format_has_a_case_and_a_name_of_its_own() -> None:
    only_asking = {"part-files", "wandb", "tensorboard"}  # the last two ask for parts of names
    assert set(FORMATS.names) - only_asking <= {case.format for case in CASES}
    for entry in FORMATS:
        assert entry.title
        assert entry.known_by
        assert entry.gives


def test_a_format_knows_the_files_of_no_other(tmp_path: Path) -> None:
    for at, case in enumerate(CASES):
        place = written(case.files, tmp_path / str(at))
        for path in (path for path in place.rglob("*") if path.is_file()):
            member = Member(path.name, path)
            fitting = [entry.name for entry in file_formats() if entry.fits(member)]
            assert len(fitting) <= 1, (case.name, fitting)


def test_an_ordinary_table_may_have_the_columns_of_a_tool() -> None:
    text = "classifier_name,dataset_name,accuracy\nA,x,1\nB,x,2\nA,y,3\nB,y,4\n"
    for options in ({"format": "table"}, {"value": "accuracy"}):
        results = evenkeel.read(io.StringIO(text), better="higher", **options)
        assert results.origin is not None
        assert (results.origin.format, results.values.tolist()) == ("csv", [[1, 2], [3, 4]])
    found = evenkeel.read(io.StringIO(text), better="higher")
    assert found.origin is not None
    assert (found.origin.format, found.origin.measure) == ("critdd", "accuracy")


def test_frames_are_known_by_their_columns() -> None:
    frame = pl.DataFrame(
        {
            "method": ["A", "B", "A", "B"],
            "dataset": ["x", "x", "y", "y"],
            "metric_error": [1.0, 2.0, 3.0, 4.0],
        }
    )
    for data in (frame, frame.to_pandas(), frame.lazy()):
        results = evenkeel.read(data)
        assert results.origin is not None
        assert (results.better, results.origin.format) == ("lower", "tabarena")
        assert results.values.tolist() == [[1, 2], [3, 4]]
    runs = evenkeel.read_runs(frame.with_columns(fold=pl.Series([0, 0, 0, 0])), format="tabarena")
    assert (runs.better, runs.columns["run"]) == ("lower", "run")


def test_a_list_of_files_and_a_pattern_are_read_as_their_folder_is(tmp_path: Path) -> None:
    names = ("New.csv", "Old.csv")
    for name in names:
        (tmp_path / name).write_text("dataset,accuracy\nx,1\ny,2\n")
    sources = [[tmp_path / name for name in names], str(tmp_path / "*.csv"), tmp_path]
    read = [evenkeel.read(source, better="higher") for source in sources]
    assert read[0] == read[1] == read[2]
    assert read[0].algorithms == ("New", "Old")
    assert [results.origin and results.origin.description for results in read] == [
        "2 files",
        str(tmp_path / "*.csv"),
        str(tmp_path),
    ]


def test_runs_in_several_files_are_read_by_every_door(tmp_path: Path) -> None:
    for name in ("New", "Old"):
        (tmp_path / f"{name}.csv").write_text("dataset,fold,accuracy\nx,1,0.5\nx,2,1\n")
    shown = "Runs: 1 problem x 2 algorithms, 2 runs per cell, higher is better"
    for source in (tmp_path, [tmp_path / "New.csv", tmp_path / "Old.csv"]):
        for read in (evenkeel.read_runs, read_any):
            assert repr(read(source, better="higher")) == shown


def test_failed_runs_are_faults_or_leave_out_themselves_or_their_problem(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text(
        "task,framework,fold,result,metric,info\n"
        + "".join(
            f"{task},{framework},{fold},{'' if (task, framework, fold) == ('x', 'B', 2) else 0.5},"
            "auc,Error: time\n"
            for task in "xyz"
            for framework in "AB"
            for fold in (1, 2)
        )
    )
    assert question(path, read=read_any, better=None) == (
        "1 result is missing, that of 'B' on 'x' (line 5, column 4: Error: time): what is to "
        "become of it?",
        [{"missing": "worst"}, {"missing": "keep"}, {"missing": "drop-problem"}],
    )
    kept = read_any(path, missing="keep")
    assert repr(kept) == "Runs: 3 problems x 2 algorithms, 1 to 2 runs per cell, higher is better"
    dropped = read_any(path, missing="drop-problem")
    assert repr(dropped) == "Runs: 2 problems x 2 algorithms, 2 runs per cell, higher is better"
    assert dropped.origin is not None
    assert dropped.origin.dropped == ("x",)


def test_a_cell_with_a_failed_run_is_empty_if_the_choice_is_about_cells() -> None:
    cells = {"a": ["A", "A", "B"], "p": ["x", "x", "x"], "v": np.array([1.0, np.nan, 2.0])}
    for missing in ("worst", "drop-algorithm"):
        left, gaps = without_failures(cells, "v", "a", "p", missing)
        assert (left["a"], left["v"].tolist(), gaps) == (["B"], [2.0], {})


def test_an_algorithm_that_failed_everywhere_is_not_lost_silently(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    rows = [
        f"{t},{a},{f},{'' if a == 'C' or (t, a) == ('y', 'B') else 0.5},auc,x"
        for t in "xy"
        for a in "ABC"
        for f in (1, 2)
    ]
    path.write_text("\n".join(["task,framework,fold,result,metric,info", *rows]))
    with pytest.raises(evenkeel.TableError) as caught:
        read_any(path, missing="keep")
    assert caught.value.faults == (
        "the algorithm 'C' has no run with a value; leave it out by naming the others with "
        "algorithms=",
    )
    named = read_any(path, missing="keep", algorithms=["A", "B"])
    assert repr(named) == "Runs: 2 problems x 2 algorithms, 2 runs per cell, higher is better"
    path.write_text(path.read_text().replace("y,A,1,0.5", "y,A,1,").replace("y,A,2,0.5", "y,A,2,"))
    with pytest.raises(evenkeel.TableError) as caught:
        read_any(path, missing="keep", algorithms=["A", "B"])
    assert caught.value.faults == (
        "the problem 'y' has no run with a value; leave it out with missing='drop-problem', or "
        "its rows out of the table",
    )


def test_measures_of_different_problems_are_not_pooled(tmp_path: Path) -> None:
    # The older layout of the AutoML benchmark: of auc higher values are better, of logloss lower.
    path = tmp_path / "results.csv"
    path.write_text(
        "task,framework,fold,result,info,auc,logloss\n"
        "x,A,0,0.9,,0.9,\nx,A,1,0.8,,0.8,\nx,B,0,0.7,,0.7,\nx,B,1,0.6,,0.6,\n"
        "y,A,0,2.5,,,2.5\ny,A,1,2.25,,,2.25\ny,B,0,3,,,3\ny,B,1,3.5,,,3.5\n"
    )
    assert question(path, read=evenkeel.read_runs, better="higher") == (
        "the table can be read in several ways: which measure is meant?",
        [{"measure": "auc"}],
    )  # of logloss lower values are better
    runs = evenkeel.read_runs(path, better="higher", measure="auc")
    assert runs.problems == ("x",)


@pytest.mark.slow
def test_a_thousand_files_are_read_once_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1000):
        (tmp_path / f"A{number:03}_acc.csv").write_text("Resamples:,0,1\nx,0.5,1\ny,0.25,1\n")
    opened: list[Path] = []
    plain = Path.open
    monkeypatch.setattr(
        Path, "open", lambda path, *mode: (opened.append(path), plain(path, *mode))[1]
    )
    runs = evenkeel.read_runs(tmp_path, better="higher")
    assert repr(runs) == "Runs: 2 problems x 1000 algorithms, 2 runs per cell, higher is better"
    assert len(opened) == len(set(opened)) == 1000
