"""repeated_measures_anova(): degenerate tables, messages, tables."""

from __future__ import annotations

import math

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError, UnknownNameError
from evenkeel.report.html import render_html
from evenkeel.report.text import render_text
from evenkeel.report.typesetting import render_latex
from evenkeel.runs.repeated_measures import repeated_measures_anova
from evenkeel.tables.results import Results
from runs_examples import make_runs


def test_all_equal():
    answer = repeated_measures_anova(np.tile([[0.1], [0.7], [0.4]], 3), better="lower")
    assert (answer.statistic, answer.pvalue) == (0, 1)
    assert answer.tukey.adjusted.tolist() == [1, 1, 1]
    assert math.isnan(answer.sphericity.pvalue)


def test_the_same_differences_on_every_problem():
    # 0.1, 0.3 apart in decimals, though not in binary floating point.
    table = [[0.1, 0.2, 0.4], [0.7, 0.8, 1.0], [1.1, 1.2, 1.4], [0.3, 0.4, 0.6]]
    answer = repeated_measures_anova(table, better="lower", control="A1")
    assert (answer.statistic, answer.pvalue) == (math.inf, 0)
    assert answer.tukey.adjusted.tolist() == [0, 0, 0]
    assert answer.dunnett.adjusted.tolist() == [0, 0]
    assert any("nothing is left to test" in note for note in answer.notes)


def test_fewer_problems_than_algorithms():
    table = np.random.default_rng(1).normal(size=(3, 5))
    answer = repeated_measures_anova(table, better="lower")
    assert math.isnan(answer.sphericity.pvalue)
    assert 0.25 <= answer.sphericity.greenhouse_geisser <= 1
    assert 0 < answer.pvalue < 1
    assert any("Mauchly's test is not possible" in note for note in answer.notes)


def test_huynh_feldt_is_cut_off_at_one():
    table = np.random.default_rng(0).normal(size=(12, 3))
    answer = repeated_measures_anova(table, better="lower")
    assert answer.sphericity.huynh_feldt == 1
    assert answer.sphericity.greenhouse_geisser < 1
    assert answer.pvalue_huynh_feldt == pytest.approx(answer.pvalue, rel=1e-14)
    assert answer.notes[-1] == "Huynh and Feldt's epsilon reached 1 and was cut off there"


def test_dunnett_only_with_a_control():
    table = evenkeel.load("demsar2006")
    assert repeated_measures_anova(table).dunnett is None
    with pytest.raises(UnknownNameError, match="unknown algorithm 'Z'"):
        repeated_measures_anova(table, control="Z")


def test_incomplete_tables_and_directions():
    with pytest.raises(InputError, match="repeated-measures analysis of variance needs a complete"):
        repeated_measures_anova(
            Results([[1.0, np.nan], [1.0, 2.0]], better="lower", missing="keep")
        )
    runs = make_runs({("A", "p"): [1], ("B", "p"): [2], ("A", "q"): [3], ("B", "q"): [7]})
    assert repeated_measures_anova(runs, better="lower").n == 2
    with pytest.raises(InputError, match="the runs say 'lower' is better; leave the option out"):
        repeated_measures_anova(runs, better="higher")


@pytest.mark.parametrize("factor", [1e-250, 1e250])
def test_scale_does_not_matter(factor):
    table = np.random.default_rng(2).normal(size=(9, 4))
    near = repeated_measures_anova(table, better="lower", control="A1")
    far = repeated_measures_anova(table * factor, better="lower", control="A1")
    assert far.statistic == pytest.approx(near.statistic)
    assert far.sphericity.pvalue == pytest.approx(near.sphericity.pvalue)
    assert far.tukey.adjusted == pytest.approx(near.tukey.adjusted)
    assert far.dunnett.adjusted == pytest.approx(near.dunnett.adjusted)


@pytest.mark.parametrize("render", [render_text, render_latex, render_html])
def test_both_answers_side_by_side(render):
    answer = repeated_measures_anova(evenkeel.load("demsar2006"), control="C4.5")
    omnibus, tukey, dunnett = answer.report().tables
    assert [row[0] for row in omnibus.rows] == [
        "Repeated-measures ANOVA",
        "ANOVA, corrected by Greenhouse-Geisser",
        "ANOVA, corrected by Huynh-Feldt",
        "Friedman test",
        "Iman-Davenport test",
    ]
    assert (len(tukey.rows), len(dunnett.rows)) == (6, 3)
    assert "Mauchly" in render(answer.report())
