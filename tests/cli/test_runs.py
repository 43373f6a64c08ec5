"""The commands for runs, and the remark on ceilings."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import friedmanchisquare

import evenkeel
from evenkeel.cli.app import main
from evenkeel.report.data import render_json
from evenkeel.runs.cells import ceiling_remark

pytestmark = pytest.mark.reaching  # its slow tests count lines, too


def long_table(values: np.ndarray) -> str:
    """CSV of values (problems, algorithms, runs)."""
    lines = ["algorithm,problem,run,value"]
    for (i, j, r), value in np.ndenumerate(values):
        lines.append(f"A{j + 1},P{i + 1},{r + 1},{float(value)!r}")
    return "\n".join(lines) + "\n"


def folds_table(values: np.ndarray) -> str:
    """The same as a wide table, a row per run and a column per algorithm."""
    problems, algorithms, runs = values.shape
    lines = [",".join(["problem", "fold", *(f"A{j + 1}" for j in range(algorithms))])]
    for i in range(problems):
        for r in range(runs):
            cells = map(repr, values[i, :, r].tolist())
            lines.append(f"P{i + 1},{r + 1},{','.join(cells)}")
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
    out, _, code = evenkeel_command("runs", str(tmp_path / "runs.csv"), "-b", "lower", "--full")
    assert code == 0
    assert "Conclusions" in out
    assert "Each problem of its own" not in out
    assert "No cell has two runs, so the problems were not tested of their own.\n" in out


def test_the_report_of_runs_is_that_of_compare_runs(evenkeel_command, tmp_path: Path) -> None:
    (tmp_path / "runs.csv").write_text(long_table(values()))
    runs = evenkeel.read_runs(tmp_path / "runs.csv", better="lower")
    out, _, code = evenkeel_command(
        *("runs", str(tmp_path / "runs.csv"), "-b", "lower", "--json", "--exhaustive"),
        *("--aggregate", "0.25", "--test", "welch", "--alpha", "0.1", "--design", "hold-out"),
        *("--ranking", "aligned", "--adjust", "holm", "--adjust", "shaffer", "--method", "exact"),
        *("--procedure", "holm", "--always", "--missing", "drop-problem", "--at-step", "last"),
    )
    found = evenkeel.compare_runs(
        runs,
        aggregate=0.25,
        test="welch",
        alpha=0.1,
        design="hold-out",
        ranking="aligned",
        adjust=["holm", "shaffer"],
        method="exact",
        procedure="holm",
        always=True,
    )
    assert code == 0
    assert out == render_json(found.report(exhaustive=True))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--test", "foo"],
            "unknown test 'foo': choose one of 'mann-whitney', 't', 'welch', 'wilcoxon', "
            "'paired-t', 'tukey', 'dunnett', 'tamhane', 'five-by-two-f', 'five-by-two-t', "
            "'corrected-resampled-t', 'mcnemar'",
        ),
        (
            ["--design", "foo"],
            "unknown design 'foo': choose one of 'hold-out', 'k-fold', '5x2', 'independent-runs', "
            "'resampled', 'shared-seeds', 'predictions'",
        ),
        (
            ["--aggregate", "average"],
            "unknown statistic 'average': choose one of 'mean', 'median', 'min', 'max', 'best', "
            "'worst', 'std'",
        ),
        (
            ["--better", "higher"],
            "case:scipy_optimisers: lower is better in this case study; leave out --better",
        ),
        (
            ["--at-step", "10"],
            "case study 'scipy_optimisers': the runs have no steps; say which column holds them "
            "when they are read, with --step",
        ),
    ],
)
def test_a_wrong_option_ends_with_2(evenkeel_command, options, message) -> None:
    out, err, code = evenkeel_command("runs", "case:scipy_optimisers", *options)
    assert (out, err, code) == ("", f"evenkeel: {message}\n", 2)


def test_check_refuses_a_contradiction_of_the_case(evenkeel_command) -> None:
    out, err, code = evenkeel_command("check", "case:scipy_optimisers", "-b", "higher")
    message = "case:scipy_optimisers: lower is better in this case study; leave out --better"
    assert (out, err, code) == ("", f"evenkeel: {message}\n", 2)


@pytest.mark.slow
def test_a_fragment_of_the_report_of_runs_has_only_tables(evenkeel_command, tmp_path: Path) -> None:
    path = tmp_path / "tables.tex"
    _, err, code = evenkeel_command(
        "runs", "case:scipy_optimisers", "--fragment", "-o", str(path), "--fail-if-not-rejected"
    )
    assert (err.splitlines()[0], code) == (f"wrote {path}", 0)
    written = path.read_text()
    assert "\\documentclass" not in written
    assert "\\begin{table" in written or "\\begin{longtable" in written


def test_nothing_rejected_can_be_a_failure(evenkeel_command, tmp_path: Path) -> None:
    equal = np.tile(np.arange(3.0), (4, 2, 1))
    (tmp_path / "runs.csv").write_text(long_table(equal))
    arguments = ("runs", str(tmp_path / "runs.csv"), "-b", "lower", "--fail-if-not-rejected")
    assert evenkeel_command(*arguments)[2] == 1


@pytest.mark.slow
def test_curves_are_checked_and_compared_at_a_step(evenkeel_command, tmp_path: Path) -> None:
    lines = ["algorithm,problem,run,budget,value"]
    lines += [
        f"A{j},P{i},{r},{b},{i + j * b + r / 8}"
        for j in range(3)
        for i in range(3)
        for r in range(4)
        for b in (1, 2)
    ]
    (tmp_path / "runs.csv").write_text("\n".join(lines) + "\n")
    for command in ("check", "runs"):
        for step in ("last", "1"):
            arguments = (command, str(tmp_path / "runs.csv"), "-b", "lower", "--at-step", step)
            _, err, code = evenkeel_command(*arguments)
            assert (err, code) == ("", 0)
        out, err, code = evenkeel_command(*arguments[:-1], "first")
        message = "'first' is no step; give a number, such as 1000, or \"last\""
        assert (out, err, code) == ("", f"evenkeel: {message}\n", 2)


@pytest.mark.slow
@pytest.mark.parametrize("table", [long_table, folds_table])
def test_compare_takes_runs_and_says_so(evenkeel_command, tmp_path: Path, table) -> None:
    path = tmp_path / "runs.csv"
    path.write_text(table(values()))
    out, err, code = evenkeel_command("compare", str(path), "-b", "lower", "--json")
    said = (
        "{} holds runs: the {} of 10 runs of each cell is taken (--aggregate chooses another "
        "statistic); evenkeel runs looks at the runs of each problem as well\n"
    )
    assert (err, code) == (said.format(path, "mean"), 0)
    report = json.loads(out)
    found = {row[0]: row[1] for row in report["tables"]["description"]["rows"]}
    expected = values().mean(axis=(0, 2))
    assert [found[f"A{j + 1}"] for j in range(3)] == pytest.approx(expected.tolist())
    (data,) = (s["paragraphs"] for s in report["sections"] if s["heading"] == "Data")
    assert data == [
        f"8 problems and 3 algorithms from {path} (mean of the runs); lower values are better. "
        "Each value is the mean of 10 runs."
    ]
    out, err, code = evenkeel_command(
        "test", "friedman", str(path), "-b", "lower", "--aggregate", "median", "--json"
    )
    assert (err, code) == (said.format(path, "median"), 0)
    tables = json.loads(out)["tables"].values()
    numbers = [cell for t in tables for row in t["rows"] for cell in row if isinstance(cell, float)]
    expected = friedmanchisquare(*np.median(values(), axis=2).T).statistic
    assert any(number == pytest.approx(expected) for number in numbers)


@pytest.mark.slow
@pytest.mark.parametrize("table", [long_table, folds_table])
def test_runs_takes_both_shapes_also_from_standard_input(
    evenkeel_command, tmp_path: Path, table, monkeypatch
) -> None:
    text = table(values())
    (tmp_path / "runs.csv").write_text(text)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    found = [
        evenkeel_command("runs", source, "-b", "lower", "--json")
        for source in (str(tmp_path / "runs.csv"), "-")
    ]
    assert [code for _, _, code in found] == [0, 0]
    first, second = (json.loads(out)["tables"] for out, _, _ in found)
    assert first == second


def test_bundled_runs_can_be_compared(evenkeel_command) -> None:
    _, err, code = evenkeel_command("compare", "case:scipy_optimisers", "--aggregate", "median")
    assert code == 0
    assert err.startswith("case:scipy_optimisers holds runs: the median of 30 runs of each cell")


def test_aggregate_says_nothing_about_one_value_a_cell(evenkeel_command) -> None:
    out, err, code = evenkeel_command("compare", "case:toy", "--aggregate", "mean")
    message = (
        "case:toy: --aggregate mean says how runs become one value, but the table has one value "
        "per cell; leave it out"
    )
    assert (out, err, code) == ("", f"evenkeel: {message}\n", 2)


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
