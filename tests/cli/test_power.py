"""``evenkeel power``: what is refused before anything is computed."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from evenkeel.cli.app import main

BASICS = ("power", "case:garcia2008", "--first", "C4.5", "--second", "1-NN", "--bias", "0,20")


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    def run(*options: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["evenkeel", *BASICS, *options])
        with pytest.raises(SystemExit) as ending:
            main()
        printed = capsys.readouterr()
        return int(ending.value.code or 0), printed.out, printed.err

    return run


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("-o", "q.jpg"), "q.jpg: the ending '.jpg' names no format; choose one of .bib"),
        (("-o", "q.html", "-o", "q"), "q: the ending '' names no format; choose one of .bib"),
        (("-o", "q.csv"), "q.csv: a CSV file holds one table; name it with --table"),
        (("-o", "no/q.html"), "no/q.html: there is no directory no; make it first"),
        (("--dask", "nonsense"), "--dask 'nonsense': no address of a scheduler (missing port"),
        (("--dask", ""), "--dask '': no address of a scheduler (missing port number"),
    ],
)
def test_refused_before_the_study(
    command: Callable[..., tuple[int, str, str]],
    options: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def computed(*arguments: object, **named: object) -> None:
        pytest.fail("the study was computed")

    monkeypatch.setattr("evenkeel.studies._power.power", computed)
    monkeypatch.chdir(tmp_path)
    code, out, err = command(*options)
    assert (code, out) == (2, "")
    assert message in err
    assert list(tmp_path.iterdir()) == []


def test_a_directory_that_cannot_be_written(
    command: Callable[..., tuple[int, str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> int:  # as root one may write everywhere
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr("os.open", refuse)
    code, _, err = command("-o", str(tmp_path / "q.html"))
    assert code == 2
    assert f"cannot write into {tmp_path} (Permission denied); choose another directory" in err


def test_all_procedures(command: Callable[..., tuple[int, str, str]]) -> None:
    code, out, _ = command("--repetitions", "20", "--adjust", "all")
    assert code == 0
    assert "Benjamini-Yekutieli" in out
