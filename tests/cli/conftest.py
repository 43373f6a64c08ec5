"""The command line, called in this process."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

import pytest

from evenkeel.cli.app import main


@dataclass(frozen=True)
class Run:
    """What a command printed, and its exit code."""

    out: str
    err: str
    code: int


@pytest.fixture
def evenkeel(monkeypatch, capsys):
    def run(*arguments: str, stdin: str = "") -> Run:
        monkeypatch.setattr(sys, "argv", ["evenkeel", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as ending:
            main()
        printed = capsys.readouterr()
        return Run(printed.out, printed.err, int(ending.value.code or 0))

    return run
