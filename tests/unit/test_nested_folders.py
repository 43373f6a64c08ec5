"""Folders of folders: one per algorithm, with a file per problem, or the reverse."""

from __future__ import annotations

from pathlib import Path

import pytest

import evenkeel
from reading_help import question

FILES = {
    "DE/F1.csv": "No.;f(x);FES\n1;0.5;100\n2;0.25;200\n",
    "DE/F2.csv": "No.;f(x);FES\n1;3;100\n2;4;100\n",
    "GA/F1.csv": "No.;f(x);FES\n1;0.75;50\n2;1.5;50\n",
    "GA/F2.csv": "No.;f(x);FES\n1;5;50\n2;7;50\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "results" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "results"


def refusal(source: object, **options: object) -> str:
    with pytest.raises(evenkeel.InputError) as caught:
        evenkeel.read_runs(source, better="lower", **options)
    return str(caught.value)


def test_which_level_is_which_is_asked(folder: Path) -> None:
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.compare(folder, better="lower")
    assert str(caught.value).endswith(
        "say it with format='algorithm-files', format='problem-files' or format='part-files', or "
        "format='algorithm-folders' or format='problem-folders'"
    )


def test_a_folder_an_algorithm(folder: Path) -> None:
    options = {"format": "algorithm-folders", "better": "lower"}
    why, answers = question(folder, read=evenkeel.read_runs, format="algorithm-folders")
    assert why == "the table can be read in several ways: which measure is meant?"
    assert answers == [{"measure": "f(x)"}, {"measure": "FES"}]
    runs = evenkeel.read_runs(folder, measure="f(x)", **options)
    assert (runs.algorithms, runs.problems) == (("DE", "GA"), ("F1", "F2"))
    assert runs.aggregate("mean").values.tolist() == [[0.375, 1.125], [3.5, 6.0]]
    assert runs.origin.format == "algorithm-folders"
    found = evenkeel.compare_runs(evenkeel.read_runs(folder, measure="FES", **options))
    assert found.comparison.results.values.tolist() == [[150, 50], [100, 50]]


def test_a_folder_a_problem(folder: Path) -> None:
    runs = evenkeel.read_runs(folder, better="lower", measure="f(x)", format="problem-folders")
    assert (runs.algorithms, runs.problems) == (("F1", "F2"), ("DE", "GA"))


def test_runs_that_are_named_by_a_seed(folder: Path) -> None:
    for path in folder.rglob("*.csv"):
        path.write_text("error;seed\n0.5;7\n0.75;9\n")
    runs = evenkeel.read_runs(folder, better="lower", format="algorithm-folders")
    assert runs.counts().tolist() == [[2, 2], [2, 2]]
    assert runs.origin.measure == "error"


def test_a_cell_that_is_no_number_is_told_with_its_file(folder: Path) -> None:
    path = folder / "GA" / "F2.csv"
    path.write_text(path.read_text().replace("7", "seven"))
    said = refusal(folder, format="algorithm-folders", measure="f(x)")
    assert "line 3 of GA/F2.csv" in said
    assert "found 'seven'" in said


def test_files_without_folders(folder: Path) -> None:
    assert refusal(folder / "DE", format="algorithm-folders") == (
        f"{folder / 'DE'}: the files stand in no folders that name the algorithms; give the folder "
        "above"
    )
