"""Saved reports: the schema holds, and a comparison is opened as the same object."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError, SourceError

HOLES = np.array([[1, 2, 3], [2, 1, np.nan], [1, 3, 2], [1, 2, 3], [3, 1, 2]])
STUDIES = {
    "plain": lambda: evenkeel.compare(evenkeel.load("garcia2008")),
    "control": lambda: evenkeel.compare(evenkeel.load("garcia2010"), control="PDFC", alpha=0.1),
    "best": lambda: evenkeel.compare(evenkeel.load("garcia2010"), control="best"),
    "options": lambda: evenkeel.compare(
        evenkeel.load("toy"),
        ranking="quade",
        method="exact",
        adjust=["holm", "shaffer"],
        always=True,
        order=["C", "D", "A", "B"],
        ties="corrected",
        sign_ties="drop",
        omnibus_method="permutation",
        resamples=99,
        seed=7,
    ),
    "two": lambda: evenkeel.compare(evenkeel.load("garcia2008").select(["C4.5", "CN2"])),
    **{
        choice: lambda choice=choice: evenkeel.compare(
            evenkeel.tables.choose(evenkeel.Results(HOLES, better="lower", missing="keep"), choice)
        )
        for choice in ("keep", "drop-problem", "drop-algorithm", "worst")
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("name", STUDIES)
def test_a_comparison_is_opened_as_the_same_object(name: str, tmp_path: Path) -> None:
    comparison = STUDIES[name]()
    comparison.save(tmp_path / "study.json")
    opened = evenkeel.open_report(tmp_path / "study.json")
    assert opened == comparison
    assert opened.report().title == comparison.report().title
    assert opened.to_dict() == comparison.to_dict()


def test_numbers_keep_every_bit_and_names_every_character(tmp_path: Path) -> None:
    values = [[0.1, 1 / 3, 5e-324], [1e308, 2**53 + 1, -0.0], [1, 2, 3]]
    names = ["<b>", "ü\n", '"']
    comparison = evenkeel.compare(evenkeel.Results(values, algorithms=names, better="higher"))
    comparison.save(tmp_path / "study.json")
    opened = evenkeel.open_report(tmp_path / "study.json").results
    assert opened.values.tobytes() == comparison.results.values.tobytes()
    assert opened.algorithms == tuple(names)


def test_what_is_read_from_a_file_keeps_where_it_came_from(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("problem,A,B,C\np,1,2,3\nq,2,3,4\nr,3,1,2\n")
    comparison = evenkeel.compare(evenkeel.read(tmp_path / "t.csv", better="lower"))
    comparison.save(tmp_path / "study.json")
    assert evenkeel.open_report(tmp_path / "study.json").results.origin == (
        comparison.results.origin
    )


def test_other_numbers_than_those_of_the_file_are_named(tmp_path: Path) -> None:
    path = tmp_path / "study.json"
    STUDIES["plain"]().save(path)
    stored = json.loads(path.read_text())
    stored["tables"]["omnibus"]["rows"][0][1] += 1
    stored["evenkeel"] = "0.0.1"
    path.write_text(json.dumps(stored))
    with pytest.warns(UserWarning, match=r"0\.0\.1; .* finds other numbers in: omnibus$"):
        evenkeel.open_report(path)


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ("{", SourceError, "this is no JSON"),
        ("[]", InputError, "this holds no study that can be opened"),
        ('{"study": null}', InputError, "this holds no study that can be opened"),
        (None, SourceError, "No such file"),
    ],
)
def test_what_is_no_study_is_refused(content, error, message, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(error, match=message):
        evenkeel.open_report(path)
