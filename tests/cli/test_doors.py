"""The command line understands and refuses every source as Python does."""

from __future__ import annotations

from pathlib import Path

import pytest

from door_cases import DOORS, Door
from evenkeel.cli.questions import on_command_line
from evenkeel.errors import visible


@pytest.mark.slow
@pytest.mark.parametrize("case", DOORS, ids=lambda case: case.name)
def test_the_command_line_says_what_python_says(evenkeel, tmp_path: Path, case: Door) -> None:
    expected = case.in_python(tmp_path, on_command_line)
    out = tmp_path / "out.csv"
    run = evenkeel("table", str(case.written(tmp_path)), *case.flags, "-o", str(out))
    if run.code == 2:
        lines = map(visible, expected.split("\n"))
        asked = "These commands read it" in run.err
        assert run.err == f"evenkeel: {chr(10).join(lines)}\n" or (asked and expected in run.err)
    else:
        header = expected.splitlines()[0].split(",")[1:]
        assert out.read_text("utf-8").splitlines()[0].split(",")[1:] == header
        assert len(out.read_text("utf-8").splitlines()) > 2
