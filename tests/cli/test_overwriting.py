"""No command writes over what it reads, whatever the file is called."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from evenkeel.cli.study_files import Study
from item_logs import lm_eval_files
from watched_runs import arff

pytestmark = [pytest.mark.slow, pytest.mark.reaching]

TABLE = "problem,New,Old,Base\n" + "".join(
    f"P{i},{90 + i},{80 + i},{50 + 2 * i}\n" for i in range(12)
)
RUNS = "algorithm,problem,run,value\n" + "".join(
    f"{a},P{p},{r},{p + r * (i + 1)}\n"
    for i, a in enumerate("ABC")
    for p in range(5)
    for r in range(4)
)
READ = "this file is read, and would be written over; choose another name"

#: Commands that read `s` and write to the file after the last word.
COMMANDS = {
    "compare": ("compare", "s.csv", "--better", "higher", "--table", "ranks", "-o"),
    "posthoc": ("posthoc", "s.csv", "--better", "higher", "--table", "adjusted", "-o"),
    "test": ("test", "friedman", "s.csv", "--better", "higher", "--table", "friedman", "-o"),
    "table": ("table", "s.csv", "--better", "higher", "-o"),
    "advise": ("advise", "s.csv", "--better", "higher", "--table", "x", "-o"),
    "plot": ("plot", "critical-difference", "s.csv", "--better", "higher", "-o"),
    "power": ("power", "s.csv", "--better", "higher", "--first", "New", "--second", "Old", "-o"),
    "an analysis": ("rank-sets", "s.csv", "--better", "higher", "--table", "x", "-o"),
    "runs": ("runs", "s.csv", "--better", "lower", "--table", "ranks", "-o"),
    "check": ("check", "s.csv", "--better", "lower", "--table", "x", "-o"),
    "from-pvalues": ("from-pvalues", "s.csv", "--table", "verdicts", "-o"),
    "audit": ("audit", "s.csv", "--table", "claims", "-o"),
    "save-config": ("compare", "s.csv", "--better", "higher", "--save-config"),
    "run": ("runs", "s.csv", "--better", "lower", "--save-config"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_text(TABLE)
    return tmp_path


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_what_a_command_reads_it_does_not_write_over(evenkeel, folder: Path, words) -> None:
    text = RUNS if words[0] in ("runs", "check") else TABLE
    (folder / "s.csv").write_text(text)
    run = evenkeel(*words, "s.csv")
    assert (run.code, run.out) == (2, "")
    assert run.err == f"evenkeel: s.csv: {READ}\n"
    assert (folder / "s.csv").read_text() == text
    assert sorted(os.listdir(folder)) == ["s.csv"]


def spelt_otherwise(folder: Path) -> str:
    return os.path.join(".", "..", folder.name, "s.csv")


def whole(folder: Path) -> str:
    return str(folder / "s.csv")


def symbolic(folder: Path) -> str:
    (folder / "link.csv").symlink_to("s.csv")
    return "link.csv"


def through_a_folder(folder: Path) -> str:
    (folder / "here").symlink_to(folder)
    return os.path.join("here", "s.csv")


def hard(folder: Path) -> str:
    os.link(folder / "s.csv", folder / "hard.csv")
    return "hard.csv"


NAMES = [spelt_otherwise, whole, symbolic, through_a_folder, hard]


@pytest.mark.parametrize("name", NAMES, ids=lambda each: each.__name__)
@pytest.mark.parametrize("swapped", [False, True])
def test_by_any_name(evenkeel, folder: Path, name, swapped: bool) -> None:
    read, written = ("s.csv", name(folder)) if not swapped else (name(folder), "s.csv")
    run = evenkeel("compare", read, "--better", "higher", "--table", "ranks", "-o", written)
    assert (run.code, READ in run.err) == (2, True)
    assert (folder / "s.csv").read_text() == TABLE
    assert (folder / written).read_text() == TABLE


@pytest.mark.parametrize("given", [".", "*.csv", "./[ab].csv"])
def test_one_of_many_that_are_read(evenkeel, folder: Path, given: str) -> None:
    (folder / "s.csv").unlink()
    for name in ("a.csv", "b.csv"):
        (folder / name).write_text("problem,value\n" + "".join(f"P{i},{i}\n" for i in range(8)))
    run = evenkeel("compare", given, "--better", "lower", "--table", "ranks", "-o", "b.csv")
    assert (run.code, READ in run.err) == (2, True)
    report = evenkeel("compare", given, "--better", "lower", "-o", "report.bib")
    assert report.code == 0
    assert evenkeel("compare", given, "--better", "lower", "-o", "report.bib").code == 0


def _lm_eval(folder: Path) -> tuple[list[str], Path]:
    files = [
        str(lm_eval_files(folder / model, model, [0, 1, 1, right] * 5, "2024"))
        for model, right in (("a", 0), ("b", 1))
    ]
    return ["items", *files], folder / "a" / "results_2024.json"


def _asl(folder: Path) -> tuple[list[str], Path]:
    arff(folder / "scenario")
    (folder / "notes.json").symlink_to(folder / "scenario" / "description.txt")
    return ["timeouts", "scenario/algorithm_runs.arff"], folder / "notes.json"


def _study(folder: Path) -> tuple[list[str], Path]:
    study = Study("compare", "s.csv", options={"better": "higher", "output": ["study.json"]})
    (folder / "study.json").write_text(study.as_toml())
    return ["run", "study.json"], folder / "study.json"


@pytest.mark.parametrize("made", [_lm_eval, _asl, _study])
def test_what_is_read_because_it_lies_beside_what_was_named(evenkeel, folder: Path, made) -> None:
    words, beside = made(folder)
    content = beside.read_text()
    run = evenkeel(*words, *([] if words[0] == "run" else ["-o", str(beside)]))
    assert (run.code, READ in run.err) == (2, True)
    assert beside.read_text() == content


def test_what_comes_in_by_standard_input(folder: Path) -> None:
    command = ["compare", "-", "--better", "higher", "--table", "ranks", "-o", "s.csv"]
    with (folder / "s.csv").open() as opened:
        run = subprocess.run(
            [sys.executable, "-m", "evenkeel", *command],
            stdin=opened,
            capture_output=True,
            text=True,
            check=False,
        )
    assert (run.returncode, READ in run.stderr) == (2, True)
    assert (folder / "s.csv").read_text() == TABLE


def test_two_outputs_under_one_name(evenkeel, folder: Path) -> None:
    words = ("compare", "s.csv", "--better", "higher", "-o", "r.md")
    for again in (("-o", "./r.md"), ("--save-config", "r.md"), ("-o", str(folder / "r.md"))):
        run = evenkeel(*words, *again)
        assert (run.code, "is to be written twice; give each its own name" in run.err) == (2, True)
        assert not (folder / "r.md").exists()


def test_a_report_is_written_again(evenkeel, folder: Path) -> None:
    words = ("compare", "s.csv", "--better", "higher", "-o", "r.md")
    assert evenkeel(*words).code == evenkeel(*words).code == 0
