"""The command line: its whole output, its exit codes, its files."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

TOY = "problem,A,B,C,D\nP1,2.711,3.147,2.515,2.612\nP2,7.832,9.828,7.832,7.921\n"
TOY += "P3,0.012,0.532,0.122,0.005\nP4,3.431,4.111,3.401,3.401\n"


def test_adjust_prints_adjusted_p_values_in_the_order_given(evenkeel):
    # Holm by hand: 3 * 0.01, then 2 * 0.02, then max(0.04, 0.03)
    run = evenkeel("adjust", "0.03", "0.01", "0.02")
    assert run.code == 0
    assert run.out == (
        "Adjusted p-values\n"
        "=================\n"
        "\n"
        "Adjusted p-values of 3 hypotheses\n"
        "Number        p      Holm\n"
        "------  -------  --------\n"
        "     1  0.03000  0.04000*\n"
        "     2  0.01000  0.03000*\n"
        "     3  0.02000  0.04000*\n"
        "*: rejected at 0.05.\n"
    )


def test_adjust_reads_standard_input(evenkeel):
    piped = evenkeel("adjust", "--json", stdin="0.03\n0.01, 0.02\n")
    given = evenkeel("adjust", "--json", "0.03", "0.01", "0.02")
    assert piped.out == given.out
    rows = json.loads(piped.out)["tables"]["adjusted"]["rows"]
    assert [row[2] for row in rows] == pytest.approx([0.04, 0.03, 0.04])


def test_adjust_refuses_what_is_no_number(evenkeel):
    run = evenkeel("adjust", "0.01", "x")
    assert (run.code, run.out) == (2, "")
    assert run.err == (
        "evenkeel: p-value 2 is 'x', which is no number; give numbers between 0 and 1\n"
    )


def test_table_shows_the_best_and_the_average_ranks(evenkeel, tmp_path: Path):
    (tmp_path / "toy.csv").write_text(TOY)
    run = evenkeel("table", str(tmp_path / "toy.csv"), "--better", "lower")
    # The averages are those of Table 8 of Derrac et al. (2011), C mended (erratum 23).
    assert run.out == (
        "Results\n"
        "=======\n"
        "\n"
        "Read: 4 problems (P1, P2, P3, P4), 4 algorithms (A, B, C, D), lower is better.\n"
        "\n"
        "Results; lower is better\n"
        "Problem            A      B       C       D\n"
        "------------  ------  -----  ------  ------\n"
        "P1             2.711  3.147  2.515*   2.612\n"
        "P2            7.832*  9.828  7.832*   7.921\n"
        "P3             0.012  0.532   0.122  0.005*\n"
        "P4             3.431  4.111  3.401*  3.401*\n"
        "Average rank   2.375  4.000  1.750*   1.875\n"
        "*: the best of each problem and the best average Friedman rank.\n"
    )


def test_a_table_can_come_from_standard_input(evenkeel):
    run = evenkeel("table", "-", "--better", "lower", stdin=TOY)
    assert run.code == 0
    assert "Average rank   2.375  4.000  1.750*   1.875" in run.out


def summary(printed: str) -> dict[str, object]:
    """The record of a report in JSON, by the titles of its columns."""
    table = json.loads(printed)["tables"]["summary"]
    return dict(
        zip([column["title"] for column in table["columns"]], table["rows"][0], strict=True)
    )


def test_test_reproduces_a_published_wilcoxon_test(evenkeel):
    run = evenkeel(
        "test", "wilcoxon", "case:cec2005", "--first", "SaDE", "--second", "PSO", "--json"
    )
    record = summary(run.out)
    assert (record["R+"], record["R-"]) == (261.0, 64.0)  # Derrac et al. (2011), Table 6
    assert record["p"] == pytest.approx(0.00673, abs=5e-6)
    assert record["Method"] == "exact"


def test_test_leaves_out_the_ties_of_the_sign_test(evenkeel):
    # NaiveBayes against CN2: 21 wins, 7 losses and 2 ties.
    arguments = ("test", "sign", "case:garcia2008", "--first", "NaiveBayes", "--second", "CN2")
    for ties, wins, method in (("split", 22, "ties split"), ("drop", 21, "exact")):
        found = summary(evenkeel(*arguments, "--ties", ties, "--json").out)
        counted = 30 if ties == "split" else 28
        assert found["p"] == pytest.approx(stats.binomtest(wins, counted).pvalue)
        assert found["Method"] == method
    refused = evenkeel("test", "t", "case:toy", "--first", "A", "--second", "B", "--ties", "drop")
    assert refused.err == "evenkeel: the test 't' has no option --ties; leave it out\n"


@pytest.mark.parametrize(
    ("name", "statistic"),
    [("friedman", 35.99733), ("iman-davenport", 5.267817), ("quade", 6.63067)],
)
def test_test_reproduces_the_published_omnibus_tests(evenkeel, name, statistic):
    run = evenkeel("test", name, "case:cec2005_ties", "--ties", "uncorrected", "--json")
    # Derrac et al. (2011), Table 11
    assert summary(run.out)["Statistic"] == pytest.approx(statistic, abs=5e-6)


def test_an_option_that_a_test_does_not_have_is_refused(evenkeel):
    run = evenkeel("test", "sign", "case:toy", "--control", "A")
    assert run.code == 2
    assert run.err == "evenkeel: the test 'sign' has no option --control; leave it out\n"


@pytest.mark.slow
def test_posthoc_and_contrast_print_published_numbers(evenkeel):
    posthoc = json.loads(evenkeel("posthoc", "case:garcia2008", "--method", "normal", "--json").out)
    first = posthoc["tables"]["adjusted"]["rows"][0]
    assert first[0] == "C4.5 vs Kernel"  # Garcia and Herrera (2008), Table 5
    assert first[1] == pytest.approx(4.487e-8, rel=2e-4)
    contrast = json.loads(evenkeel("contrast", "case:cec2005", "--json").out)
    row = contrast["tables"]["contrast"]["rows"][0]
    assert row[2] == pytest.approx(11.172, abs=5e-4)  # Derrac et al. (2011), Table 19


def test_missing_direction_is_explained(evenkeel, tmp_path: Path):
    (tmp_path / "toy.csv").write_text(TOY)
    run = evenkeel("compare", str(tmp_path / "toy.csv"))
    assert (run.code, run.out) == (2, "")
    assert "which values are better, the lower or the higher?" in run.err
    assert "toy.csv --better lower\n" in run.err
    assert "toy.csv --better higher\n" in run.err


def test_unknown_case_and_control_are_named(evenkeel):
    assert evenkeel("compare", "case:cec205").err.startswith(
        "evenkeel: unknown case study 'cec205': did you mean 'cec2005'?"
    )
    assert evenkeel("compare", "case:toy", "--control", "E").err.startswith(
        "evenkeel: unknown algorithm 'E'"
    )


@pytest.mark.slow
@pytest.mark.slow
@pytest.mark.parametrize(("command", "case"), [("compare", "toy"), ("runs", "scipy_optimisers")])
def test_the_checklist_comes_with_verdict_and_report(evenkeel, command, case):
    for options in ((), ("--full",)):
        run = evenkeel(command, f"case:{case}", "--checklist", *options)
        assert run.code == 0
        assert "[note] Sampling bias. How were problems and data collected" in run.out
    assert "Sampling bias" not in evenkeel(command, f"case:{case}").out


def test_the_checklist_is_for_one_table(evenkeel, tmp_path: Path):
    cells = itertools.product("AB", "PQR", "XY")
    rows = [",".join([*cell, str(i)]) for i, cell in enumerate(cells)]
    (tmp_path / "two.csv").write_text("algorithm,problem,measure,value\n" + "\n".join(rows))
    run = evenkeel(
        "compare", str(tmp_path / "two.csv"), "--each-measure", "--better", "lower", "--checklist"
    )
    assert run.code == 2
    assert "--checklist is for one table at a time" in run.err


def test_compare_writes_every_format_and_nothing_else(evenkeel, tmp_path: Path):
    endings = ["txt", "md", "html", "json", "bib", "xlsx"]
    outputs = [str(tmp_path / f"report.{ending}") for ending in endings]
    options = [word for output in outputs for word in ("-o", output)]
    run = evenkeel("compare", "case:toy", "--always", *options)
    assert run.code == 0
    assert run.out.startswith("Comparison of 4 algorithms on 4 problems\n")  # the verdict
    assert run.err == "".join(f"wrote {output}\n" for output in outputs)
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(f"report.{e}" for e in endings)


def test_one_table_as_csv(evenkeel, tmp_path: Path):
    path = tmp_path / "ranks.csv"
    assert evenkeel("compare", "case:toy", "-o", str(path), "--table", "ranks").code == 0
    assert path.read_text().splitlines()[:2] == [
        "Algorithm,Friedman,Friedman aligned,Quade,Rank set",
        "C,1.75,5.5,1.55,1 to 4",  # Derrac et al. (2011), Tables 8 to 10; four problems
    ]
    missing = evenkeel("compare", "case:toy", "-o", str(path))
    assert missing.code == 2
    remedy = "name it with --table, one of 'verdict'"
    assert f"a CSV file holds one table; {remedy}" in missing.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "table", "head"),
    [
        (("posthoc", "case:toy"), "adjusted", "Hypothesis,p,"),
        (("test", "friedman", "case:toy"), "ranks", "Algorithm,Rank\n"),
        (("reproduce",), "errata", "Erratum,Where,Printed,Correct\n"),
        (("check", "case:scipy_optimisers"), "conditions-variances", "Test,Ackley,"),
        (("runs", "case:scipy_optimisers"), "ranks", "Algorithm,"),
        (("adjust", "0.01", "0.02"), None, "Number,p,Holm"),
        (("contrast", "case:toy"), "contrast", "Algorithm,"),
        (("advise", "case:toy"), None, "Guideline,Grade,What it says\n"),
        (("test", "sign", "case:toy", "--first", "A", "--second", "B"), None, "First,Second,Wins,"),
    ],
)
def test_tables_of_other_reports_as_csv(evenkeel, tmp_path: Path, command, table, head):
    path = tmp_path / "table.csv"
    named = () if table is None else ("--table", table)
    run = evenkeel(*command, "-o", str(path), *named)
    assert run.err == f"wrote {path}\n"
    assert path.read_text().startswith(head)


def test_an_unknown_ending_leaves_no_file(evenkeel, tmp_path: Path):
    run = evenkeel("compare", "case:toy", "-o", str(tmp_path / "report.odt"))
    assert run.code == 2
    assert "the ending '.odt' names no format" in run.err
    assert list(tmp_path.iterdir()) == []


def test_fail_if_not_rejected(evenkeel):
    assert evenkeel("compare", "case:cec2005", "--fail-if-not-rejected", "--json").code == 0
    assert evenkeel("compare", "-", "-b", "lower", "--fail-if-not-rejected", stdin=EVEN).code == 1


EVEN = "problem,A,B,C\n" + "".join(
    f"P{i},{a},{b},{c}\n"
    for i, (a, b, c) in enumerate(
        [(1, 2, 3), (2, 3, 1), (3, 1, 2), (1, 3, 2), (2, 1, 3), (3, 2, 1)]
    )
)


def test_advise_warns_of_too_few_problems(evenkeel):
    run = evenkeel("advise", "case:toy")
    assert "[problem] Not fewer algorithms than problems." in run.out


def test_help_has_examples(evenkeel):
    assert "evenkeel compare results.csv --better lower" in evenkeel("compare", "--help").out


@pytest.mark.slow
def test_interruption_leaves_no_half_written_file(tmp_path: Path):
    """Ctrl-C while the report is being written: exit 130, and no file, whole or partial."""
    code = (
        "import sys, time\n"
        "import evenkeel.tables.system as atomic\n"
        "whole = atomic.Path.replace\n"
        "def slow(self, target):\n"
        "    print('writing', flush=True)\n"
        "    time.sleep(30)\n"
        "atomic.Path.replace = slow\n"
        "from evenkeel.cli.app import main\n"
        f"sys.argv = ['evenkeel', 'compare', 'case:toy', '-o', {str(tmp_path / 'r.txt')!r}]\n"
        "main()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"writing\n"
    time.sleep(0.2)
    os.kill(process.pid, signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode == 130
    assert list(tmp_path.iterdir()) == []


def test_rank_sets(evenkeel):
    # P1 to P4: A beats B on all 4, p = 1/16; twelve tests by Holm reject nothing
    run = evenkeel("rank-sets", "-", "--better", "lower", "--alpha", "0.1", stdin=TOY)
    assert run.code == 0
    lines = [line.split() for line in run.out.splitlines()]
    for name in "ABCD":
        assert [name, "1", "4"] in lines


def test_rank_sets_refuse_an_unknown_test(evenkeel):
    run = evenkeel("rank-sets", "case:toy", "--test", "t")
    assert run.code == 2
    assert "sign" in run.err
    assert "wilcoxon" in run.err


def test_posthoc_by_closure(evenkeel):
    arguments = ("posthoc", "case:toy", "--adjust", "closed-permutation", "--resamples", "50")
    run, again, other = (evenkeel(*arguments, "--seed", seed) for seed in ("1", "1", "2"))
    assert run.code == 0
    assert run.out == again.out != other.out
    assert "Closed permutation sampled 50 permutations" in run.out


@pytest.mark.slow
def test_plot_takes_a_method_and_an_interval(evenkeel, tmp_path):
    picture = tmp_path / "ranks.tikz"
    run = evenkeel(
        *("plot", "critical-difference", "case:garcia2008", "-o", str(picture)),
        *("--method", "wilcoxon", "--procedure", "holm"),
    )
    assert run.code == 0
    assert "Wilcoxon p{-}values at" in picture.read_text()
    picture = tmp_path / "ranks.svg"
    run = evenkeel(
        "plot", "average-ranks", "case:toy", "-o", str(picture), "--interval", "rank-sets"
    )
    assert run.code == 0
    run = evenkeel("plot", "bonferroni-dunn", "case:toy", "-o", str(picture), "--method", "sign")
    assert run.err == (
        "evenkeel: the picture 'bonferroni-dunn' has no option 'method'; these have it: "
        "critical-difference, stairs, pvalues, comparison-matrix, simplex, posterior, "
        "posterior-matrix\n"
    )


def test_plot_has_every_option_of_the_pictures_and_its_help_says_whose_it_is(evenkeel):
    from evenkeel.plot.options import OPTIONS

    shown = " ".join(evenkeel("plot", "--help-all").out.split())
    words = set(shown.replace(",", " ").split())
    for name, option in OPTIONS.items():
        assert f"--{name.replace('_', '-')}" in words
        assert (f"--no-{name}" in words) == option.flag
    assert "such as 1,9. [critical-difference]" in shown


@pytest.mark.slow
def test_plot_hands_its_options_to_the_picture(evenkeel, tmp_path):
    picture = tmp_path / "ranks.tikz"
    drawn = ("plot", "critical-difference", "case:garcia2008", "-o", str(picture))
    assert evenkeel(*drawn).code == 0
    plainly = picture.read_text()
    assert "Bars join" in plainly
    assert "2.100" not in plainly
    run = evenkeel(*drawn, "--no-note", "--ranks", "--best", "right", "--colours", "CN2=#12ab34")
    assert run.code == 0
    text = picture.read_text()
    assert "Bars join" not in text
    assert "{2.100}" in text
    assert "12AB34" in text
    assert evenkeel(*drawn, "--width", "wide").err == "evenkeel: width is 'wide'; give a number\n"


def test_plot_draws_the_measures_of_a_table_in_one_figure(evenkeel, tmp_path):
    rows = [
        f"{name},p{problem},{measure},{value}"
        for place, name in enumerate("ABC")
        for problem in range(8)
        for measure, value in (("IGD", place + 0.1 * problem), ("HV", 9 - place))
    ]
    table, picture = tmp_path / "t.csv", tmp_path / "t.tikz"
    table.write_text("\n".join(["algorithm,problem,measure,value", *rows]))
    arguments = (str(table), "--each-measure", "--better", "HV=higher,IGD=lower")
    run = evenkeel("plot", "critical-difference", *arguments, "--ranks", "-o", str(picture))
    assert run.code == 0, run.err
    text = picture.read_text()
    assert text.count("{HV}") == text.count("{IGD}") == 1
    assert text.count("{1.000}") == 2
    panels = tmp_path / "t.svg"
    run = evenkeel("plot", "win-tie-loss", *arguments, "-o", str(panels))
    assert run.code == 0, run.err
    assert panels.read_text().count('id="heading-') == 2


def test_every_problem_can_be_mapped_on_0_to_1_first(evenkeel, tmp_path):
    """(x - min) / (max - min) on each problem, as the documents suggest before Wilcoxon's test."""
    table, scaled = tmp_path / "t.csv", tmp_path / "s.csv"
    rows = np.random.default_rng(5).lognormal(0, 4, (12, 3))
    low, high = rows.min(axis=1, keepdims=True), rows.max(axis=1, keepdims=True)
    for path, values in ((table, rows), (scaled, (rows - low) / (high - low))):
        lines = [f"p{i}," + ",".join(map(repr, row)) for i, row in enumerate(values.tolist())]
        path.write_text("\n".join(["problem,A,B,C", *lines]))
    words = ("--better", "lower", "--json")
    found = evenkeel("contrast", str(table), *words, "--scaled")
    assert found.code == 0, found.err
    one, other = (
        json.loads(run.out)["tables"]["contrast"]["rows"]
        for run in (found, evenkeel("contrast", str(scaled), *words))
    )
    assert [row[1:] for row in one] == [pytest.approx(row[1:], abs=1e-12) for row in other]


def test_plot_draws_runs(evenkeel, tmp_path):
    picture = tmp_path / "runs.svg"
    cell = ("case:scipy_optimisers", "--of", "Powell", "--on", "Rastrigin", "-o", str(picture))
    for kind, marked in (("histogram", "normal curve"), ("qq", "reference")):
        run = evenkeel("plot", kind, *cell)
        assert run.code == 0, run.err
        assert f'id="{marked}"' in picture.read_text()
    run = evenkeel("plot", "qq", *cell, "--each", "noise")
    assert "--each is for pictures of results, not for qq; leave it out" in run.err
    rows = [
        f"{a},p{p},{r},{s},{r + s}" for a in "AB" for p in "12" for r in (1, 2, 3) for s in (1, 2)
    ]
    table = tmp_path / "curves.csv"
    table.write_text("\n".join(["algorithm,problem,run,step,error", *rows]))
    asked = ("plot", "curves", str(table), "-b", "lower", "-o", str(picture))
    assert "name one with --on" in evenkeel(*asked).err
    run = evenkeel(*asked, "--on", "p1")
    assert run.code == 0, run.err
    assert 'id="median-1"' in picture.read_text()


@pytest.mark.slow
def test_plot_typesets_formulas_on_request(evenkeel, tmp_path):
    table, picture = tmp_path / "t.csv", tmp_path / "t.tikz"
    table.write_text("problem,$\\alpha$-NN,B\np,1.5,2.5\nq,2.5,3.5\nr,3.5,5.5\n")
    drawn = ("plot", "critical-difference", str(table), "-b", "lower", "-o", str(picture))
    assert evenkeel(*drawn).code == 0
    assert "{$\\alpha${-}NN}" not in picture.read_text()
    assert evenkeel(*drawn, "--mathtext").code == 0
    assert "{$\\alpha${-}NN}" in picture.read_text()
    table.write_text("problem,$5,B\np,1.5,2.5\nq,2.5,3.5\nr,3.5,5.5\n")
    assert evenkeel(*drawn, "--mathtext").err == (
        "Read: 3 problems (p, q, r), 2 algorithms ($5, B), lower is better.\n"
        "evenkeel: the label '$5' has a $ without its pair and is no mathtext; write \\$ for a "
        "dollar sign, or leave out --mathtext\n"
    )
