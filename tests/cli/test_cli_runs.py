"""The commands for runs, and the remark on ceilings."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

import evenkeel
from evenkeel.cli.app import main
from evenkeel.single.ceiling import ceiling_remark


def long_table(values: np.ndarray) -> str:
    """CSV of values (problems, algorithms, runs)."""
    lines = ["algorithm,problem,run,value"]
    for (i, j, r), value in np.ndenumerate(values):
        lines.append(f"A{j + 1},P{i + 1},{r + 1},{float(value)!r}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def evenkeel_command(monkeypatch, capsys):
    def run(*arguments: str) -> tuple[str, str, int]:
        monkeypatch.setattr(sys, "argv", ["evenkeel", *arguments])
        with pytest.raises(SystemExit) as ending:
            main()
        printed = capsys.readouterr()
        return printed.out, printed.err, int(ending.value.code or 0)

    return run


def values(runs: int = 10) -> np.ndarray:
    rng = np.random.default_rng(1)
    return np.round(rng.normal(size=(8, 3, runs)) + np.arange(3)[:, None], 6)


def test_check_gives_a_verdict(evenkeel_command, tmp_path: Path) -> None:
    (tmp_path / "runs.csv").write_text(long_table(values()))
    out, _, code = evenkeel_command("check", str(tmp_path / "runs.csv"), "-b", "lower")
    assert code == 0
    assert out.startswith("Conditions for parametric tests\n===")
    assert "Verdict: " in out
    assert "Normality: Shapiro-Wilk, p-values" in out


def test_runs_reports_means_and_the_comparison(evenkeel_command, tmp_path: Path) -> None:
    data = values()
    (tmp_path / "runs.csv").write_text(long_table(data))
    out, _, code = evenkeel_command(
        "runs", str(tmp_path / "runs.csv"), "-b", "lower", "--control", "A1", "--json"
    )
    assert code == 0
    tables = json.loads(out)["tables"]
    found = {row[0]: row[1] for row in tables["description"]["rows"]}
    expected = data.mean(axis=(0, 2))
    assert [found[f"A{j + 1}"] for j in range(3)] == pytest.approx(expected.tolist())
    assert "adjusted" in tables


def test_one_run_a_cell_leaves_the_comparison(evenkeel_command, tmp_path: Path) -> None:
    (tmp_path / "runs.csv").write_text(long_table(values(runs=1)))
    out, _, code = evenkeel_command("runs", str(tmp_path / "runs.csv"), "-b", "lower")
    assert code == 0
    assert "Conclusions" in out
    assert "Each problem of its own" not in out


def test_the_ceiling_is_seen_where_it_is(tmp_path: Path) -> None:
    data = np.abs(values())
    data[:2, :2, :6] = 0.0  # on two problems two algorithms reach 0 in six of ten runs
    (tmp_path / "runs.csv").write_text(long_table(data))
    runs = evenkeel.read_runs(tmp_path / "runs.csv", better="lower")
    assert ceiling_remark(runs) == (
        "On 2 of 8 problems, the first 'P1', two or more algorithms reach the best value in most "
        "of their runs (ceiling effect): these problems cannot tell them apart; add harder ones "
        "or use a finer measure."
    )
    data[:2, 0, :6] = 0.5
    (tmp_path / "runs.csv").write_text(long_table(data))
    assert ceiling_remark(evenkeel.read_runs(tmp_path / "runs.csv", better="lower")) is None
