"""What is tried before a release leaves nothing out, and what it expects is right."""

from __future__ import annotations

import io
import runpy
import tomllib
from pathlib import Path

import pyarrow as pa
import pytest
import typer
from scipy import stats

import evenkeel
from evenkeel.cli.app import app
from evenkeel.report.saving import ENDINGS

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools"
DOORS = runpy.run_path(str(TOOLS / "smoke_doors.py"))
CONTENTS = runpy.run_path(str(TOOLS / "dist_contents.py"))
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]
KNOWN = {"README.md", "src/evenkeel/__init__.py", "src/evenkeel/py.typed"}


def test_every_command_is_tried() -> None:
    commands = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    assert {call.words[0] for call in DOORS["CALLS"]} | {"serve"} == commands


def test_every_format_of_a_report_is_written() -> None:
    written = {Path(name).suffix for call in DOORS["CALLS"] for name in call.files}
    assert set(ENDINGS) <= written <= set(DOORS["BEGINS"])


def test_every_extra_is_missed_where_it_is_needed() -> None:
    (everything,) = EXTRAS["all"]
    extras = everything.partition("[")[2].rstrip("]").split(",")
    by_call = {call.needs for call in DOORS["CALLS"] if call.needs}
    assert by_call | {"web", "duckdb", "dask"} == set(extras)  # the page, and two engines


def test_the_expected_numbers_are_those_of_scipy() -> None:
    results = evenkeel.read(io.BytesIO(DOORS["FILES"]["own.csv"]), better="higher")
    found = stats.friedmanchisquare(*results.values.T)
    assert found.statistic == pytest.approx(DOORS["STATISTIC"], rel=1e-12)
    assert found.pvalue == pytest.approx(DOORS["PVALUE"], rel=1e-12)


def test_the_packed_table_is_the_table() -> None:
    plain, packed = (DOORS["FILES"][name] for name in ("own.csv", "own.csv.zst"))
    unpacked = pa.CompressedInputStream(pa.BufferReader(packed), "zstd").read()
    assert unpacked == plain


def test_what_the_page_on_the_gate_runs_is_found() -> None:
    gate = runpy.run_path(str(TOOLS / "smoke_gate.py"))
    page = gate["PAGE"].read_text(encoding="utf-8")
    install, measure, judge, show = gate["steps"](page)
    assert install == "pip install pytest pytest-benchmark evenkeel-*.whl"
    assert measure.splitlines()[0].startswith("git worktree add")
    assert measure.splitlines()[-1] == "done"
    assert judge.startswith("evenkeel gate base new")
    assert "GITHUB_STEP_SUMMARY" in show
    assert gate["hook"](page).startswith("sh -c 'python -m pytest")
    assert "evenkeel_gate(" in gate["test_of_pytest"](page)


def test_a_door_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TOOLS))
    tool = runpy.run_path(str(TOOLS / "smoke.py"))
    ended = tool["subprocess"].CompletedProcess([], 2, b"", b"no such thing")
    with pytest.raises(tool["DoorError"], match="the command: ended with 2: no such thing"):
        tool["_must"](ended, "the command")
    with pytest.raises(tool["DoorError"], match="does not name 'word'"):
        tool["_extra_named"]("pip install 'evenkeel[web]'", "word")


def test_a_file_that_an_archive_lacks_is_named() -> None:
    sdist = dict.fromkeys(KNOWN - {"README.md"} | {"PKG-INFO"}, b"")
    assert CONTENTS["sdist_faults"](sdist, KNOWN) == ["sdist: README.md is missing"]
    wheel = {"evenkeel/__init__.py": b"", "evenkeel-1.dist-info/METADATA": b""}
    assert CONTENTS["wheel_faults"](wheel, KNOWN) == ["wheel: evenkeel/py.typed is missing"]


def test_a_file_that_git_does_not_know_is_named() -> None:
    sdist = dict.fromkeys(KNOWN | {"notes.txt"}, b"")
    assert CONTENTS["sdist_faults"](sdist, KNOWN) == [
        "sdist: notes.txt is not known to git: add it, ignore it or remove it"
    ]


def test_a_path_of_the_machine_is_named() -> None:
    files = {"a.txt": b"see /home/me/srv/a.csv", "b.txt": b"see a.csv"}
    found = CONTENTS["machine_faults"]("wheel", files, ["/home/me/", "/srv/"])
    assert found == ["wheel: a.txt names /home/me/", "wheel: a.txt names /srv/"]


@pytest.mark.parametrize("names", [[], ["a.whl"], ["a.whl", "b.whl", "a.tar.gz"]])
def test_a_folder_without_one_of_each_is_refused(names: list[str], tmp_path: Path) -> None:
    for name in names:
        (tmp_path / name).touch()
    with pytest.raises(SystemExit, match="one wheel and one sdist"):
        CONTENTS["faults_of"](tmp_path)
