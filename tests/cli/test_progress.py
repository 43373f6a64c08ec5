"""What takes long is said on a terminal, and nothing of it is left; elsewhere nothing is said."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path

import pytest

from evenkeel.cli import streams
from evenkeel.cli.streams import standard_input
from evenkeel.comparison import _compare
from terminals import Terminal, screen, terminal

RUNS = "algorithm,problem,run,value\n" + "".join(
    f"{name},P{p},{run},{p + run * (name == 'B')}\n"
    for name in "AB"
    for p in range(6)
    for run in range(3)
)


@pytest.fixture
def err(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """Standard error of a terminal."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "xterm")
    with terminal() as opened:
        yield opened


@pytest.fixture
def on_terminal(evenkeel, err: Terminal, monkeypatch: pytest.MonkeyPatch):
    """Run a command whose standard error is that terminal."""

    def run(*words: str):
        with monkeypatch.context() as changed:
            changed.setattr(sys, "stderr", err.stream)
            return evenkeel(*words)

    return run


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything takes long."""
    monkeypatch.setattr(streams, "DELAY", 0.0)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, err: Terminal) -> Callable[[str], None]:
    """Let the comparison last until the terminal has shown these words."""
    quick = _compare.compare

    def until(words: str) -> None:
        @wraps(quick)
        def compare(*data: object, **options: object) -> object:
            err.wait_for(words)
            return quick(*data, **options)

        monkeypatch.setattr(_compare, "compare", compare)

    return until


def folder(place: Path) -> Path:
    for name in "AB":
        text = "".join(f"P{i},{i + ord(name)}\n" for i in range(3))
        (place / f"{name}.csv").write_text(f"problem,value\n{text}")
    return place


def test_a_long_computation_is_said_and_wiped_away(on_terminal, err, slow, at_once) -> None:
    slow("evenkeel compare: computing")
    run = on_terminal("compare", "case:toy", "--json")
    assert run.code == 0
    assert run.out.startswith("{")
    seen = err.close()
    assert screen(seen) == [""]
    assert seen.rindex("\x1b[?25h") > seen.rindex("\x1b[?25l")  # the cursor is back


@pytest.mark.slow
def test_it_is_said_after_a_while_not_before(on_terminal, err, slow, monkeypatch) -> None:
    monkeypatch.setattr(streams, "DELAY", 0.2)
    slow("evenkeel compare: computing")
    assert on_terminal("compare", "case:toy", "--json").code == 0
    assert screen(err.close()) == [""]


def test_what_is_quick_says_nothing(on_terminal, err, monkeypatch) -> None:
    monkeypatch.setattr(streams, "DELAY", 3600.0)
    assert on_terminal("compare", "case:toy", "--json").code == 0
    assert err.close() == ""


def test_two_seconds_are_long() -> None:
    assert streams.DELAY == 2.0  # what the command line promises


@pytest.mark.parametrize("words", [("case:toy",), ("case:toy", "--json")])
def test_where_there_is_no_terminal_nothing_is_said(evenkeel, at_once, words) -> None:
    run = evenkeel("compare", *words)
    assert (run.code, run.err) == (0, "")
    assert "\x1b" not in run.out


def test_messages_stay_and_the_work_is_said_on(on_terminal, err, slow, at_once, tmp_path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text(RUNS)
    slow("evenkeel compare: computing")
    written = tmp_path / "out.txt"
    run = on_terminal("compare", str(path), "--better", "lower", "-o", str(written))
    assert run.code == 0
    runs, wrote = screen(err.close())
    assert runs.startswith(f"{path} holds runs: the mean of 3 runs of each cell is taken")
    assert runs.endswith("as well")
    assert wrote == f"wrote {written}"


def test_an_error_is_all_that_is_left(on_terminal, err, at_once) -> None:
    run = on_terminal("compare", "nowhere.csv", "--better", "lower")
    assert run.code == 2
    (line,) = screen(err.close())
    assert line.startswith("evenkeel: nowhere.csv: there is no such file")


def test_a_bar_of_files_takes_its_place(on_terminal, err, at_once, tmp_path) -> None:
    run = on_terminal("table", str(folder(tmp_path)), "--better", "lower", "--json")
    assert run.code == 0
    seen = err.close()
    assert "Reading" in seen
    assert screen(seen) == [""]


def test_a_bar_of_a_study_takes_its_place(on_terminal, err, at_once) -> None:
    words = ("--first", "C4.5", "--second", "1-NN", "--bias", "0,5", "--repetitions", "10")
    assert on_terminal("power", "case:garcia2008", *words, "--json").code == 0
    seen = err.close()
    assert "blocks" in seen
    assert screen(seen) == [""]


def test_of_a_folder_nothing_is_shown_elsewhere(evenkeel, tmp_path: Path) -> None:
    run = evenkeel("table", str(folder(tmp_path)), "--better", "lower", "--json")
    assert (run.code, run.err) == (0, "")


def test_whoever_types_the_input_is_not_disturbed(err, at_once, monkeypatch) -> None:
    with terminal() as keyboard:
        typed = open(keyboard.stream.fileno(), encoding="utf-8", closefd=False)  # noqa: SIM115
        monkeypatch.setattr(sys, "stdin", typed)
        monkeypatch.setattr(sys, "stderr", err.stream)
        with streams.working("adjust"):
            err.wait_for("adjust: computing")
            standard_input()
            streams.say("a line")
    assert screen(err.close()) == ["a line"]


@pytest.mark.slow
def test_a_repeated_study_says_what_it_does(on_terminal, err, slow, at_once, tmp_path) -> None:
    study = str(tmp_path / "study.toml")
    assert on_terminal("compare", "case:toy", "--json", "--save-config", study).code == 0
    slow("evenkeel compare: computing")
    assert on_terminal("run", study).code == 0
    assert screen(err.close()) == [
        f"wrote {study}",
        "evenkeel: the conclusions are those of the saved study",
    ]
