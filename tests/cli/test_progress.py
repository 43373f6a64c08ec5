"""A folder of files is followed by a bar, on a terminal only."""

from __future__ import annotations

import io
import sys
from pathlib import Path


class Terminal(io.StringIO):
    """Standard error of a terminal."""

    def isatty(self) -> bool:
        return True


def folder(place: Path) -> Path:
    for name in "AB":
        text = "".join(f"P{i},{i + ord(name)}\n" for i in range(3))
        (place / f"{name}.csv").write_text(f"problem,value\n{text}")
    return place


def test_a_terminal_shows_how_many_files_are_read(evenkeel, tmp_path, monkeypatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    run = evenkeel("table", str(folder(tmp_path)), "--better", "lower", "--json")
    assert run.code == 0
    assert "Reading" in screen.getvalue()


def test_elsewhere_nothing_is_shown(evenkeel, tmp_path: Path) -> None:
    run = evenkeel("table", str(folder(tmp_path)), "--better", "lower", "--json")
    assert (run.code, run.err) == (0, "")
