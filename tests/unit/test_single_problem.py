"""per_problem(): marks, counts, tables, degenerate cells and messages."""

from __future__ import annotations

import numpy as np
import pytest

from evenkeel.errors import InputError, UnknownNameError
from evenkeel.report.data import render_csv
from evenkeel.report.html import render_html
from evenkeel.report.text import render_markdown, render_text
from evenkeel.report.typesetting import render_latex
from evenkeel.runs._per_problem import SIGNIFICANT_WINS, per_problem
from evenkeel.runs.problem_tests import PROBLEM_TESTS, valid_tests
from evenkeel.tables.reading import read_runs
from runs_examples import make_runs, random_runs

INDEPENDENT = valid_tests("independent-runs")
LOW, HIGH = np.arange(10.0), np.arange(10.0) + 100


def clear_cut(better):
    """A wins on p, loses on q, and is as good as B on r; C always equals A."""
    cells = {
        ("A", "p"): LOW,
        ("B", "p"): HIGH,
        ("A", "q"): HIGH,
        ("B", "q"): LOW,
        ("A", "r"): LOW,
        ("B", "r"): LOW + 0.25,
    }
    cells |= {("C", p): values for (a, p), values in cells.items() if a == "A"}
    return make_runs(cells, better)


@pytest.mark.parametrize("test", INDEPENDENT)
@pytest.mark.parametrize(("better", "marks"), [("lower", "+-"), ("higher", "-+")])
def test_marks_follow_the_direction(test, better, marks):
    analysis = per_problem(clear_cut(better), control="A", test=test)
    assert analysis.family.hypotheses == (("A", "B"), ("A", "C"))
    versus_b = analysis.marks[:, 0].tolist()
    if test in ("wilcoxon", "paired-t"):
        # The constant lead of B on r is certain when the runs are paired.
        assert versus_b == [*marks, "+" if better == "lower" else "-"]
    else:
        assert versus_b == [*marks, "="]
    assert analysis.marks[:, 1].tolist() == ["=", "=", "="]


def test_counts_with_and_without_significance():
    analysis = per_problem(clear_cut("lower"), control="A")
    assert analysis.win_tie_loss.tolist() == [[2, 0, 1], [0, 3, 0]]
    assert analysis.significant_win_tie_loss.tolist() == [[1, 1, 1], [0, 3, 0]]
    assert analysis.notes[-1] == SIGNIFICANT_WINS
    assert "Demsar" in SIGNIFICANT_WINS


def test_the_table_that_papers_print():
    table = per_problem(clear_cut("lower"), control="A").report().table("per-problem")
    assert [column.title for column in table.columns] == ["Problem", "A", "B", "C"]
    assert table.rows[0] == (
        "p",
        "4.5 (3.0277)",
        "104.5 (3.0277) +",
        "4.5 (3.0277) =",
    )
    assert table.rows[-1] == ("+ / = / -", "", "1 / 1 / 1", "0 / 3 / 0")
    assert table.bold == {(0, 1), (0, 3), (1, 2), (2, 1), (2, 3)}
    assert (
        "no significant difference was found, which does not say that there is none" in table.note
    )
    assert "equal" not in table.note


def test_best_is_the_highest_where_higher_is_better():
    table = per_problem(clear_cut("higher"), control="A").report().table("per-problem")
    assert table.bold == {(0, 2), (1, 1), (1, 3), (2, 2)}


def test_without_a_control_there_are_no_marks():
    analysis = per_problem(clear_cut("lower"))
    assert analysis.family.m == 3
    table = analysis.report().table("per-problem")
    assert len(table.rows) == 3
    assert "+" not in table.note
    assert analysis.report().tables[3].rows[0][:3] == ("p", "A", "B")


@pytest.mark.parametrize("render", [render_text, render_markdown, render_latex, render_html])
@pytest.mark.parametrize("control", ["A", None])
def test_every_format_renders_the_tables(render, control):
    analysis = per_problem(clear_cut("lower"), control=control)
    text = render(analysis.report()).replace("\\", "")
    assert "104.5 (3.0277)" in text
    assert ("1 / 1 / 1" in text) == (control is not None)


def test_tables_as_data_have_full_precision():
    analysis = per_problem(random_runs(1, 2, 3, (9, 9)), control="A1")
    text = render_csv(analysis.report().tables[3])
    assert repr(float(analysis.pvalue[1, 1])) in text


def test_best_as_the_control():
    analysis = per_problem(clear_cut("higher"), control="best")
    assert analysis.control == "B"
    assert any("picked as the best" in note for note in analysis.notes)
    named = make_runs({("best", "p"): LOW, ("B", "p"): HIGH}, "higher")
    assert per_problem(named, control="best").control == "best"


def test_raw_pvalues():
    runs = random_runs(2, 5, 3, (8, 8))
    raw, adjusted = per_problem(runs, adjust=None), per_problem(runs)
    assert raw.adjustment is None
    assert np.array_equal(raw.adjusted, raw.pvalue)
    assert (adjusted.adjusted >= raw.pvalue).all()
    assert "not adjusted" in raw.report().tables[2].note


def test_cells_that_cannot_be_tested():
    cells = {("A", "p"): [1.0], ("B", "p"): LOW, ("A", "q"): LOW, ("B", "q"): HIGH, ("B", "r"): LOW}
    for test in ("t", "welch", "mann-whitney"):
        analysis = per_problem(make_runs(cells), control="A", test=test)
        assert analysis.marks[:, 0].tolist() == ["?", "+", "?"]
        assert np.isnan(analysis.pvalue[:, 0]).tolist() == [True, False, True]
        assert np.isnan(analysis.k_sample.pvalue).tolist() == [True, False, True]
        # The one test that was possible is not adjusted for those that were not.
        assert analysis.adjusted[1, 0] == analysis.pvalue[1, 0]
        assert analysis.report().table("per-problem").rows[2] == ("r", "n/a", "4.5 (3.0277) ?")
        assert analysis.notes[0] == (
            "2 of 6 cells have fewer than 2 runs, the first of them 'A' on 'p'; their tests are "
            "not possible"
        )


def test_constant_cells():
    cells = {
        ("A", "p"): [0.1] * 5,
        ("B", "p"): [0.1] * 5,
        ("A", "q"): [0.1] * 5,
        ("B", "q"): [0.3] * 5,
    }
    for test in INDEPENDENT:
        paired = PROBLEM_TESTS[test].paired
        analysis = per_problem(make_runs(cells), control="A", test=test, adjust=None)
        assert analysis.pvalue[0, 0] == 1
        assert analysis.marks[0, 0] == "="
        assert analysis.tests.direction.tolist() == [[0], [1]]
        if test in ("t", "welch", "paired-t", "dunnett", "tamhane"):
            assert analysis.tests.statistic.tolist() == [[0.0], [-np.inf]]
            assert analysis.pvalue[1, 0] == 0
        assert any("cells are constant" in note for note in analysis.notes)
        assert paired == any("same name" in note for note in analysis.notes)
    undefined = per_problem(make_runs(cells), test="welch")
    assert np.isnan(undefined.k_sample.pvalue).all()
    assert any("not possible, since a cell is constant" in note for note in undefined.notes)
    for test in ("t", "paired-t"):
        k_sample = per_problem(make_runs(cells), test=test).k_sample
        assert k_sample.pvalue.tolist() == [1, 0]
    assert per_problem(make_runs(cells), test="mann-whitney").k_sample.pvalue[0] == 1


def test_one_run_a_cell_says_what_remains_possible():
    runs = make_runs({("A", "p"): [1.0], ("B", "p"): [2.0]})
    with pytest.raises(InputError) as caught:
        per_problem(runs)
    assert str(caught.value).startswith(
        "the tests of single problems need at least 2 runs per cell, but no cell has more than 1; "
        "what remains possible is the comparison over the problems"
    )


def test_paired_tests_need_pairs():
    uneven = make_runs({("A", "p"): LOW, ("B", "p"): LOW[:7]})
    with pytest.raises(InputError) as caught:
        per_problem(uneven, test="wilcoxon")
    assert str(caught.value) == (
        "test='wilcoxon' pairs the runs of the same name and needs as many of each algorithm, but "
        "on problem 'p' 'A' has 10 and 'B' has 7; complete the runs, or choose an unpaired test: "
        "'mann-whitney', 'welch' or 't'"
    )


def frame_of(runs):
    import polars as pl

    return pl.DataFrame(
        {"algorithm": ["A"] * 3 + ["B"] * 3, "problem": ["p"] * 6, "value": [1.0, 2, 3, 4, 5, 7]}
        | ({"run": runs} if runs else {})
    )


@pytest.mark.parametrize(
    ("runs", "why"),
    [
        ([1, 2, 3, 4, 5, 6], "on some problem the algorithms have runs of different names"),
        (None, "no column names the runs"),
    ],
)
def test_paired_tests_need_names_of_the_runs(runs, why):
    with pytest.raises(InputError) as caught:
        per_problem(read_runs(frame_of(runs), better="lower"), test="paired-t")
    assert str(caught.value) == (
        f"test='paired-t' pairs the runs of the same name (seed, fold), but {why}; name them, or "
        "choose an unpaired test: 'mann-whitney', 'welch' or 't'"
    )


def test_unknown_options():
    runs = random_runs(3, 2, 3, (5, 5))
    with pytest.raises(UnknownNameError, match="did you mean 'wilcoxon'"):
        per_problem(runs, test="wilcoxen")
    with pytest.raises(UnknownNameError, match="unknown control 'Z'"):
        per_problem(runs, control="Z")
    with pytest.raises(InputError, match="'shaffer' adjusts the p-values of all pairs"):
        per_problem(runs, adjust="shaffer")
    with pytest.raises(InputError, match="alpha is 1"):
        per_problem(runs, alpha=1)


@pytest.mark.slow
@pytest.mark.parametrize("factor", [1e-200, 1e200])
def test_tiny_and_huge_runs(factor):
    values = {
        (a, p): np.random.default_rng(ord(a) + ord(p)).normal(size=12) for a in "ABC" for p in "pq"
    }
    scaled = {cell: runs * factor for cell, runs in values.items()}
    for test in (name for name in INDEPENDENT if name != "dunnett"):
        near = per_problem(make_runs(values), test=test)
        far = per_problem(make_runs(scaled), test=test)
        assert far.pvalue == pytest.approx(near.pvalue, rel=1e-9)
        assert far.k_sample.pvalue == pytest.approx(near.k_sample.pvalue, rel=1e-9)
