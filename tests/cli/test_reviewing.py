"""The commands that start from what a paper prints."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from scipy.stats import chi2

RANKS = "C4.5, 2.1\n1-NN, 3.3\nNaiveBayes, 2.2\nKernel, 4.3\nCN2, 3.1\n"


def test_from_ranks_prints_tests_and_verdicts(evenkeel, tmp_path: Path) -> None:
    file = tmp_path / "ranks.csv"
    file.write_text(RANKS)
    run = evenkeel("from-ranks", str(file), "--n", "30")
    assert run.code == 0
    assert run.err == ""
    assert "With Shaffer static at 0.05, 4 of 10 hypotheses are rejected whatever" in run.out
    assert "rounding could turn it" in run.out
    again = evenkeel("from-ranks", "-", "-n", "30", stdin=RANKS)
    assert again.out == run.out


def test_from_errors_prints_rates_and_differences(evenkeel) -> None:
    # 43 and 20 of 208: 0.2067 and 0.0962, Newcombe's interval from 0.042 to 0.179 (statsmodels)
    run = evenkeel("from-errors", "-", stdin="A, 43/208\nB, 20/208\n")
    assert run.code == 0
    assert "A vs B     0.11058  0.04186  0.17917  they differ*" in run.out
    normal = evenkeel("from-errors", "-", "--method", "normal", stdin="A, 0.1225/20000\n")
    assert "0.0045439" in normal.out


def test_from_ranks_takes_its_options(evenkeel) -> None:
    run = evenkeel(
        "from-ranks",
        "-",
        *("--n", "30", "--control", "best", "--alpha", "0.1", "--adjust", "finner"),
        *("--decimals", "2", "--ranking", "quade", "--json"),
        stdin=RANKS,
    )
    tables = json.loads(run.out)["tables"]
    assert tables["verdicts"]["title"] == "Verdicts by Finner at 0.1"
    assert len(tables["verdicts"]["rows"]) == 4
    assert [row[0] for row in tables["omnibus"]["rows"]] == ["Quade test"]


def test_ranks_that_cannot_be_end_with_what_to_check_as_options(evenkeel) -> None:
    run = evenkeel("from-ranks", "-", "--n", "30", stdin=RANKS.replace("4.3", "4.9"))
    assert run.code == 2
    assert run.err.startswith("evenkeel: the average ranks cannot be as printed: they add to")
    assert "check the digits, --n and --ranking, or give all claims" in run.err
    assert run.err.endswith("to evenkeel audit\n")


def test_from_pvalues_reads_bounds_and_headings(evenkeel, tmp_path: Path) -> None:
    text = "Comparison;p\nA vs B;<0.001\nA vs C;0,03\nB vs C;0,000\n"
    run = evenkeel("from-pvalues", "-", "--adjust", "holm", stdin=text)
    assert run.code == 0
    assert "With Holm at 0.05, 3 of 3 hypotheses are rejected whatever the rounding." in run.out
    assert "The line 'Comparison;p' was taken for a heading." in run.out
    out = tmp_path / "p.csv"
    saved = evenkeel("from-pvalues", "-", "--table", "verdicts", "-o", str(out), stdin=text)
    assert saved.code == 0
    assert out.read_text().startswith("Hypothesis,p,p from,p to,Adjusted p")


def test_audit_exits_with_one_if_a_claim_is_doubtful(evenkeel, tmp_path: Path) -> None:
    paper = tmp_path / "paper.csv"
    lines = "kind,name,value\nn,,4\nrank,A,2.375\nrank,B,4.000\nrank,C,{}\nrank,D,1.875\n"
    paper.write_text(lines.format("1.750"))
    run = evenkeel("audit", str(paper))
    assert run.code == 0
    assert "Of 4 claims, 4 agree." in run.out
    paper.write_text(lines.format("1.250"))  # as Table 8 of Derrac et al. (2011) has it
    run = evenkeel("audit", str(paper))
    assert run.code == 1
    assert "all together add to 9.5, and must add to 10" in run.out


@pytest.mark.parametrize("command", ["from-ranks", "from-pvalues", "audit"])
def test_a_file_that_is_not_there_is_named(evenkeel, command: str) -> None:
    options = ["--n", "30"] if command == "from-ranks" else []
    run = evenkeel(command, "nowhere.csv", *options)
    assert run.code == 2
    assert run.err.startswith("evenkeel: nowhere.csv: there is no such file")


@pytest.mark.parametrize("command", ["from-ranks", "from-pvalues", "audit"])
def test_the_help_shows_what_to_write(evenkeel, command: str) -> None:
    run = evenkeel(command, "--help")
    assert run.code == 0
    example = {"from-ranks": "NAME, RANK", "from-pvalues": "A vs B, 0.012", "audit": "rank,A,2.10"}
    assert example[command] in " ".join(run.out.split())


def test_counts_of_a_paper_give_sign_tests(evenkeel, tmp_path: Path) -> None:
    """Derrac et al. (2011), Table 5: SaDE wins against PSO and CHC on 20 of 25 functions."""
    run = evenkeel("from-counts", "-", "--json", stdin="SaDE vs PSO, 20/0/5\nSaDE vs CHC, 20/0/5\n")
    assert (run.code, run.err) == (0, "")
    verdicts = json.loads(run.out)["tables"]["verdicts"]
    titles = [column["title"] for column in verdicts["columns"]]
    exact = 2 * sum(math.comb(25, i) for i in range(6)) / 2**25
    for row in verdicts["rows"]:
        assert row[titles.index("p")] == pytest.approx(exact, rel=1e-12)
    run = evenkeel("from-counts", "-", "--ties", "halve", stdin="A vs B, 3/1/2\n")
    assert run.code == 2
    assert "unknown ties 'halve'" in run.err


def test_a_statistic_of_a_paper_gives_its_p_value(evenkeel) -> None:
    """Garcia and Herrera (2008), Table 3: 39.647 for 5 classifiers on 30 data sets."""
    run = evenkeel("from-statistic", "friedman", "39.647", "-n", "30", "-k", "5")
    assert (run.code, run.err) == (0, "")
    assert f"{chi2.sf(39.647, 4):.3e}" in run.out
    run = evenkeel("from-statistic", "friedman", "139.647", "--n", "30", "--k", "5")
    assert "cannot" in run.out


def test_printed_ranks_are_shown_with_as_many_decimals_each(evenkeel) -> None:
    run = evenkeel("from-ranks", "-", "--n", "30", "--table", "ranks", stdin=RANKS)
    rows = [line.split()[2:] for line in run.out.splitlines() if line[:4] in ("C4.5", "1-NN")]
    assert rows
    for row in rows:
        assert all(len(number.partition(".")[2]) == 3 for number in row)
