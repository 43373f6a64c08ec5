"""What all tests share: settings of hypothesis, and the command line called in this process."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass

import pytest
from hypothesis import settings

# No timed assertions; the examples are the same in every run, unless new ones are looked for.
EXPLORE = "EVENKEEL_EXPLORE" in os.environ
settings.register_profile("evenkeel", deadline=None, derandomize=not EXPLORE)
settings.load_profile("evenkeel")


@dataclass(frozen=True)
class Run:
    """What a command printed, and its exit code."""

    out: str
    err: str
    code: int


@pytest.fixture
def evenkeel(monkeypatch, capsys):
    from evenkeel.cli.app import main

    def run(*arguments: str, stdin: str = "") -> Run:
        monkeypatch.setattr(sys, "argv", ["evenkeel", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as ending:
            main()
        printed = capsys.readouterr()
        return Run(printed.out, printed.err, int(ending.value.code or 0))

    return run
