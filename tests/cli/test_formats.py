"""``evenkeel formats``, and a folder, a pattern and a paper's table at the other commands."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from evenkeel.cli.app import main
from evenkeel.tables.formats.registry import FORMATS
from format_cases import MARKDOWN, ioh

Run = Callable[..., tuple[str, str, int]]


@pytest.fixture
def evenkeel(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> tuple[str, str, int]:
        monkeypatch.setattr(sys, "argv", ["evenkeel", *arguments])
        with pytest.raises(SystemExit) as ending:
            main()
        printed = capsys.readouterr()
        return printed.out, printed.err, int(ending.value.code or 0)

    return run


def test_every_format_is_listed(evenkeel: Run) -> None:
    out, err, code = evenkeel("formats", "--json")
    assert (err, code) == ("", 0)
    names = {row[0] for rows in json.loads(out)["tables"].values() for row in rows["rows"]}
    assert names == set(FORMATS.names)


def test_a_folder_of_a_tool_is_compared_in_one_command(evenkeel: Run, tmp_path: Path) -> None:
    for algorithm, values in (("New", [0.5, 0.25]), ("Old", [2.0, 3.0])):
        for function in (1, 2, 3):
            path = tmp_path / algorithm / f"f{function}.json"
            path.parent.mkdir(exist_ok=True)
            path.write_text(ioh(algorithm, function, values))
    out, err, code = evenkeel("compare", str(tmp_path))
    assert (code, err) == (
        0,
        f"{tmp_path} holds runs: the mean of 2 runs of each cell is taken (--aggregate chooses "
        "another statistic); evenkeel runs looks at the runs of each problem as well\n",
    )
    assert "3 problems" in out
    out, err, code = evenkeel("compare", str(tmp_path), "--better", "higher")
    assert (out, err, code) == (
        "",
        f"evenkeel: {tmp_path}: --better higher was given, but the file says --better lower; leave "
        "the option out, or mend the file\n",
        2,
    )


def test_the_table_of_a_paper_is_compared(evenkeel: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.md"
    path.write_text(MARKDOWN.replace("| − |", "| 0.75 |"), encoding="utf-8")
    out, err, code = evenkeel("compare", str(path), "--better", "higher")
    assert (err, code) == ("", 0)
    assert "3 problems" in out
