"""``evenkeel run`` of a file that a stranger wrote: it can ask for a study and nothing else."""

from __future__ import annotations

import os
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from evenkeel.cli.app import app
from evenkeel.cli.commands import name_of
from evenkeel.cli.repetition import _check_kind, _commands, _options
from evenkeel.cli.study_files import Study, read_study
from evenkeel.errors import EvenkeelError, InputError

TABLE = "problem,New,Old,Base\n" + "".join(
    f"P{i},{90 + i},{80 + i},{50 + 2 * i}\n" for i in range(12)
)
pytestmark = [pytest.mark.slow, pytest.mark.reaching]

ESCAPE = "\x1b]0;owned\x07\x1b[2J"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a study, with another one beside it."""
    folder = tmp_path / "study"
    folder.mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(folder)
    (folder / "table.csv").write_text(TABLE)
    return folder


def ran(evenkeel: Any, *words: str, **told: Any) -> Any:
    """Run a study of the table with these options, or with what else is told."""
    study = Study(**{"command": "compare", "file": "table.csv", **told})
    Path("study.toml").write_text(study.as_toml())
    return evenkeel("run", "study.toml", *words)


def test_only_what_writes_studies_can_be_repeated() -> None:
    """And none of it opens a connection: this is where to think again if one is added."""
    assert set(_commands()) == {"compare", "runs"}
    for command in _commands().values():
        assert not {"dask", "host", "port", "store", "workers", "study"} & set(_options(command))


@pytest.mark.parametrize(
    "command",
    [
        *sorted({name_of(info) for info in app.registered_commands} - {"compare", "runs"}),
        *("", "compare ", "--help", "compare\n", ESCAPE),
    ],
)
def test_other_commands_are_refused(evenkeel, folder: Path, command: str) -> None:
    run = ran(evenkeel, command=command, options={"dask": "tcp://127.0.0.1:9", "better": "higher"})
    assert (run.code, run.out) == (2, "")
    assert "is no command that can be repeated; these are compare and runs" in run.err
    assert "\x1b" not in run.err


@pytest.mark.parametrize(
    "name", ["file", "save_config", "help", "dask", "version", "no", "--output", "", ESCAPE]
)
def test_other_options_are_refused(evenkeel, folder: Path, name: str) -> None:
    Path("study.toml").write_text(
        'command = "compare"\n[input]\nfile = "table.csv"\n[options]\n'
        + '"'
        + "".join(f"\\u{ord(c):04x}" for c in name)
        + '" = "x.toml"\n'
    )
    run = evenkeel("run", "study.toml")
    assert (run.code, run.out) == (2, "")
    assert "that this version lacks" in run.err
    assert "\x1b" not in run.err
    assert not Path("x.toml").exists()


WRONG: dict[str, tuple[Any, ...]] = {
    "text": (1, 1.5, True, ["x"], [], {}),
    "texts": (1, True, [1], [["x"]], [True], {}),
    "int": ("1", 1.5, True, [1], {}),
    "float": ("0.05", True, [0.05], {}),
    "bool": (1, "true", [True], {}),
}


@pytest.mark.parametrize("command", ["compare", "runs"])
def test_every_option_is_checked_by_its_type(command: str) -> None:
    for name, (kind, several) in _options(_commands()[command]).items():
        for value in WRONG.get(kind.__name__, WRONG["texts" if several else "text"]):
            with pytest.raises(InputError, match=f"^the option {name} is "):
                _check_kind(name, value, kind, several)


def test_an_option_of_a_wrong_type_is_refused(evenkeel, folder: Path) -> None:
    run = ran(evenkeel, options={"alpha": "0.05", "output": ["r.md"]})
    assert (run.code, run.out) == (2, "")
    assert run.err == "evenkeel: study.toml: the option alpha is '0.05'; it takes a number\n"


def link_to_a_folder(folder: Path) -> str:
    (folder / "down").symlink_to(folder.parent / "elsewhere")
    return "down/report.md"


def link_to_a_file(folder: Path) -> str:
    (folder / "report.md").symlink_to(folder.parent / "elsewhere" / "report.md")
    return "report.md"


def link_for_pictures(folder: Path) -> str:
    (folder / "report_pictures").symlink_to(folder.parent / "elsewhere")
    return "report.tex"


PLACES = {
    "up": lambda folder: "../elsewhere/report.md",
    "down and up": lambda folder: "x/../../elsewhere/report.md",
    "absolute": lambda folder: str(folder.parent / "elsewhere" / "report.md"),
    "the folder beside with its name": lambda folder: "../study2/report.md",
    "a link to a folder": link_to_a_folder,
    "a link to a file": link_to_a_file,
    "a link for pictures": link_for_pictures,
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_nothing_is_written_outside_unless_the_user_says_so(evenkeel, folder, place) -> None:
    (folder.parent / "study2").mkdir()
    path = place(folder)
    options = {"output": ["fine.md", path], "better": "higher"}
    run = ran(evenkeel, options=options)
    assert (run.code, run.out) == (2, "")
    assert "which is not below its folder; --allow-outside lets it" in run.err
    assert not list((folder.parent / "elsewhere").iterdir())
    assert not list((folder.parent / "study2").iterdir())
    assert not (folder / "fine.md").exists()


def test_the_user_may_let_it_write_outside(evenkeel, folder: Path) -> None:
    options = {"output": ["../elsewhere/report.md"], "better": "higher"}
    assert ran(evenkeel, "--allow-outside", options=options).code == 0
    assert (folder.parent / "elsewhere" / "report.md").exists()


@pytest.mark.parametrize("name", ["//host/share/t.csv", r"\\host\share\t.csv", "", "a\0b"])
def test_no_other_computer_is_asked_and_no_file_has_no_name(evenkeel, folder, name: str) -> None:
    for told in ({"file": name}, {"options": {"output": [name]}}):
        run = ran(evenkeel, "--allow-outside", **told)
        assert (run.code, run.out) == (2, "")
        assert "another computer" in run.err or "is not the name of a file" in run.err


@pytest.mark.parametrize("name", ["--output=x.md", "-ox.md", "--help", "-", "--"])
def test_a_file_that_is_called_as_an_option_is_none(evenkeel, folder: Path, name: str) -> None:
    run = ran(evenkeel, file=f"./{name}")
    assert (run.code, run.out) == (2, "")
    assert (
        run.err == f"evenkeel: {'./' * (name == '-')}{name}: the table of the study is not there\n"
    )
    assert not Path("x.md").exists()


@pytest.mark.parametrize("value", ["--json", "-o", "--output=x.md", "--", "", "New --full"])
def test_a_value_that_is_called_as_an_option_is_none(evenkeel, folder: Path, value: str) -> None:
    run = ran(evenkeel, options={"control": value, "better": "higher"})
    assert not Path("x.md").exists()
    assert run.code == 2
    assert f"unknown algorithm {value!r}" in run.err


@pytest.mark.parametrize("name", ["/dev/zero", "pipe", "/dev/stdin", "nowhere.csv", "no*.csv"])
def test_only_files_and_folders_are_read(evenkeel, folder: Path, name: str) -> None:
    os.mkfifo(folder / "pipe")
    run = ran(evenkeel, file=name)
    assert (run.code, run.out) == (2, "")
    assert "the table of the study is not there" in run.err


def test_no_text_of_the_file_commands_the_terminal(evenkeel, folder: Path) -> None:
    run = ran(
        evenkeel,
        options={"better": "higher"},
        versions={"evenkeel": ESCAPE, "numpy": f"1{ESCAPE}\n2"},
        conclusions=[f"{ESCAPE}\nall is well\x9b31m"],
    )
    assert run.code == 0
    assert not any((c < " " and c != "\n") or "\x7f" <= c <= "\x9f" for c in run.err)
    assert "evenkeel was \\x1b]0;owned\\x07\\x1b[2J and is " in run.err
    assert "was: \\x1b]0;owned\\x07\\x1b[2J\\nall is well\\x9b31m" in run.err


STRANGE = {
    "deep": "x = " + "[" * 100_000,
    "deep tables": "[" + ".".join("a" * 3_000) + "]",
    "digits": "x = " + "9" * 10_000,
    "long": "#" * (1 << 21),
    "no text": "\xff",
    "command": "command = 1\n[input]\nfile = 'x'\n[options]",
    "input": "command = 'compare'\ninput = 'x'\n[options]",
    "no file": "command = 'compare'\n[input]\n[options]",
    "a file that is none": "command = 'compare'\n[input]\nfile = ['x']\n[options]",
    "a sum that is none": "command = 'compare'\n[input]\nfile = 'x'\nsha256 = 1\n[options]",
    "options": "command = 'compare'\noptions = 1\n[input]\nfile = 'x'",
    "versions": "command = 'compare'\nversions = 1\n[input]\nfile = 'x'\n[options]",
    "a version": "command = 'compare'\n[input]\nfile = 'x'\n[options]\n[versions]\nnumpy = 1",
    "result": "command = 'compare'\n[input]\nfile = 'x'\n[options]\n[result]\nconclusions = 'x'",
    "a line": "command = 'compare'\n[input]\nfile = 'x'\n[options]\n[result]\nconclusions = [1]",
    "more": "command = 'compare'\nmore = 1\n[input]\nfile = 'x'\n[options]",
}


@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
def test_what_is_no_study_is_a_message(evenkeel, folder: Path, text: str) -> None:
    Path("study.toml").write_text(text, encoding="latin-1")
    run = evenkeel("run", "study.toml")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("evenkeel: study.toml: this is no ")
    assert len(run.err) < 500


def test_altered_studies_are_read_or_refused(folder: Path) -> None:
    """Three hundred random changes of a study: nothing but our own errors."""
    study = Study("compare", "t.csv", "0" * 64, {"alpha": 0.1}, {"numpy": "2"}, ["A \U0001f600"])
    text = study.as_toml()
    chance = random.Random(28)
    for _ in range(300):
        letters = list(text)
        for _ in range(chance.randint(1, 6)):
            place = chance.randrange(len(letters))
            letters[place : place + chance.randint(0, 3)] = chance.choice(
                ["", "[", "]", '"', "\n", "\\u", "=", "9" * 30, "\x00", "{", "true", "\U0010ffff"]
            )
        Path("study.toml").write_text("".join(letters))
        try:
            found = read_study(Path("study.toml"))
        except EvenkeelError:
            continue
        assert tomllib.loads(found.as_toml())["command"] == found.command
