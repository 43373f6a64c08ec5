"""Tables with holes on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from evenkeel.cli.app import app
from tables_with_holes import ASSEMBLY, METRONOME


@pytest.fixture
def assembly(tmp_path: Path) -> str:
    return written(tmp_path, ASSEMBLY)


def written(folder: Path, values: object) -> str:
    rows = [
        ",".join([f"w{i}", *("" if v != v else f"{v:g}" for v in row)])
        for i, row in enumerate(np.array(values).tolist())
    ]
    names = [f"m{j}" for j in range(len(np.array(values)[0]))]
    path = folder / "holes.csv"
    path.write_text("\n".join([",".join(["worker", *names]), *rows]) + "\n", encoding="utf-8")
    return str(path)


def run(*words: str) -> str:
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.slow
@pytest.mark.reaching
@pytest.mark.parametrize("choice", ["keep", "worst", "drop-problem"])
def test_compare_takes_every_choice_and_names_it(assembly: str, choice: str) -> None:
    text = run("compare", assembly, "--better", "lower", "--missing", choice)
    assert f"--missing {choice} was chosen" in text
    assert "4 of 36 results (11.1%) are missing" in text


def test_without_a_choice_a_table_with_holes_is_refused(assembly: str) -> None:
    result = CliRunner().invoke(app, ["compare", assembly, "--better", "lower"])
    assert result.exit_code == 2
    assert "4 results are missing" in result.output
    assert f"evenkeel compare {assembly} --better lower --missing keep" in result.output


def test_the_test_of_skillings_and_mack_is_a_test_like_others(tmp_path: Path) -> None:
    words = ("skillings-mack", written(tmp_path, METRONOME), "--better", "lower")
    found = json.loads(run("test", *words, "--missing", "keep", "--method", "exact", "--json"))
    assert "13.28" in json.dumps(found)


@pytest.mark.slow
def test_post_hoc_contrasts_signs_and_the_table_keep_holes(assembly: str) -> None:
    options = (assembly, "--better", "lower", "--missing", "keep")
    assert "m0 vs m3" in run("posthoc", *options, "--adjust", "holm")
    assert "m0" in run("contrast", *options)
    assert "as estimated without holes" in run("table", *options)
    assert "m0" in run("test", "multiple-sign", *options, "--control", "m0")
    assert "m0" in run("rank-sets", *options)


@pytest.mark.slow
def test_the_picture_of_what_is_missing_is_drawn(assembly: str, tmp_path: Path) -> None:
    picture = tmp_path / "missing.svg"
    run("plot", "missing", assembly, "--better", "lower", "--missing", "keep", "-o", str(picture))
    assert picture.read_text(encoding="utf-8").count("<path") > 36
