"""conditions(): degenerate cells, messages, verdicts and tables."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import stats

from evenkeel.cli.questions import on_command_line
from evenkeel.errors import InputError, UnknownNameError
from evenkeel.report.document import Picture
from evenkeel.report.html import render_html
from evenkeel.report.text import render_markdown, render_text
from evenkeel.report.typesetting import render_latex
from evenkeel.runs._conditions import conditions
from runs_examples import make_runs, random_runs

NORMAL = [-1.2, -0.7, -0.3, -0.1, 0.1, 0.4, 0.6, 1.3]


def quantiles(runs):
    """A sample as normal as can be."""
    from scipy.special import ndtri

    return ndtri((np.arange(runs) + 0.5) / runs)


def test_one_run_a_cell_says_what_remains_possible():
    runs = make_runs({("A", "p"): [1.0], ("B", "p"): [2.0]})
    with pytest.raises(InputError) as caught:
        conditions(runs)
    assert str(caught.value) == (
        "the conditions for parametric tests need at least 3 runs per cell, but no cell has more "
        "than 1; what remains possible is the comparison over the problems, for which one is "
        'enough: give runs.aggregate("mean") to compare'
    )
    assert caught.value.spelled(on_command_line).endswith("one is enough: evenkeel compare")


def test_unknown_options():
    runs = make_runs({("A", "p"): NORMAL, ("B", "p"): NORMAL})
    with pytest.raises(UnknownNameError, match="did you mean 'k-fold'"):
        conditions(runs, design="kfold")
    with pytest.raises(InputError, match="alpha is 5"):
        conditions(runs, alpha=5)
    with pytest.raises(UnknownNameError, match="unknown table 'levene'"):
        conditions(runs).to_polars("levene")


@pytest.mark.parametrize(
    ("count", "possible"),
    [
        (2, set()),
        (3, {"shapiro-wilk"}),
        (4, {"shapiro-wilk", "lilliefors"}),
        (7, {"shapiro-wilk", "lilliefors"}),
        (8, {"shapiro-wilk", "lilliefors", "dagostino-pearson"}),
    ],
)
def test_too_few_runs_for_a_test(count, possible):
    runs = make_runs({("A", "p"): NORMAL[:count], ("B", "p"): NORMAL})
    checked = conditions(runs)
    for name, test in checked.normality.items():
        assert np.isfinite(test.pvalue[0]).tolist() == [name in possible, True]
    assert np.isfinite(checked.variances["levene"].pvalue[0]) == (count > 2)


def test_notes_name_the_cells():
    runs = make_runs(
        {
            ("A", "p"): [1.0],
            ("B", "p"): NORMAL,
            ("A", "q"): [3.0] * 9,
            ("B", "q"): [3.0] * 9,
            ("A", "r"): [0.1] * 9,
            ("B", "r"): [0.1, 0.2] * 10,
        }
    )
    notes = conditions(runs).notes
    assert notes[0] == (
        "1 of 6 cells have one run, of which nothing can be tested, the first of them 'A' on 'p'"
    )
    assert "3 of 6 cells are constant and have no distribution to test" in notes[2]
    assert notes[3] == (
        "on 1 of 3 problems a cell has fewer than 3 runs, so that the variances cannot be compared"
    )
    assert notes[4] == "on 1 of 3 problems no algorithm varies from run to run"
    assert "its table ends there" in notes[5]
    assert "no cell has 50 runs" in notes[6]


def test_constant_cells():
    runs = make_runs(
        {
            ("A", "p"): [0.1] * 9,
            ("B", "p"): NORMAL,
            ("A", "q"): [0.1] * 9,
            ("B", "q"): [0.3] * 9,
        }
    )
    checked = conditions(runs)
    for test in checked.normality.values():
        assert np.isnan(test.pvalue).tolist() == [[True, False], [True, True]]
    for test in checked.variances.values():
        assert np.isnan(test.pvalue).tolist() == [False, True]


def test_all_cells_constant_cannot_be_checked():
    checked = conditions(make_runs({("A", "p"): [0.1] * 9, ("B", "p"): [0.3] * 9}))
    assert checked.verdict == "cannot be checked"
    assert checked.reason == (
        "Normality could not be tested. Equality of variances could not be tested."
    )


def test_one_algorithm_alone_has_no_variances_to_compare():
    checked = conditions(make_runs({("A", "p"): NORMAL, ("B", "p"): NORMAL}).select(["A"]))
    assert np.isnan(checked.variances["levene"].pvalue).all()
    assert "Equality of variances could not be tested." in checked.reason


def test_verdict_of_normal_runs():
    cells = {(a, p): quantiles(50) + ord(p) for a in "AB" for p in "pqr"}
    checked = conditions(make_runs(cells), design="independent-runs")
    assert checked.verdict == "not contradicted"
    assert str(checked) == (
        "Conditions for parametric tests: not contradicted. Normality is rejected at level 0.05 in "
        "0 of 6 cells by Kolmogorov-Smirnov with Lilliefors' correction, 0 of 6 cells by "
        "Shapiro-Wilk, 0 of 6 cells by D'Agostino-Pearson; about 0.3 would be by chance. Equality "
        "of variances is rejected at level 0.05 in 0 of 3 problems by Levene (based on means), 0 "
        "of 3 problems by Brown-Forsythe (based on medians); about 0.15 would be by chance. Chance "
        "explains that, which does not prove the conditions. Where they hold, a parametric test is "
        "more powerful; a nonparametric one needs independence alone."
    )


@pytest.mark.parametrize(
    ("cells", "design", "broken"),
    [
        ({(a, "p"): np.exp(2 * quantiles(50)) for a in "ABCD"}, None, "normality"),
        (
            {("A", "p"): quantiles(50), ("B", "p"): 9 * quantiles(50)},
            "hold-out",
            "equality of variances",
        ),
        ({(a, "p"): quantiles(50) for a in "AB"}, "k-fold", "independence"),
        ({(a, "p"): quantiles(50) for a in "AB"}, "5x2", "independence"),
    ],
)
def test_verdict_of_violations(cells, design, broken):
    checked = conditions(make_runs(cells), design=design)
    assert checked.verdict == "not fulfilled"
    end = checked.reason.split("Not fulfilled: ")[1]
    if broken == "independence":
        made = {"k-fold": "corrected-resampled-t", "5x2": "five-by-two-f or five-by-two-t"}
        assert end == (
            "independence; nonparametric tests suppose independent runs as well, so that only a "
            f"test made for the design is valid: {made[design]}."
        )
    else:
        assert end == f"{broken}; use nonparametric tests, which need independence alone."


def test_a_few_rejections_by_chance_do_not_condemn_a_table():
    # 400 cells of normal runs: each test rejects some twenty of them.
    checked = conditions(random_runs(11, 100, 4, (50, 50)))
    for test in checked.normality.values():
        assert 5 < test.rejected(0.05).sum() < 40
    assert "normality" not in checked.reason.split("Not fulfilled:")[-1]


def test_no_design_is_said():
    checked = conditions(make_runs({("A", "p"): NORMAL, ("B", "p"): NORMAL}))
    assert checked.design is None
    assert checked.independence.startswith("The design was not given")


def test_tables_in_the_style_of_the_documents_and_in_full():
    runs = make_runs({("A", "p"): [0.0] * 9 + [50.0], ("B", "p"): NORMAL, ("A", "q"): [1.0] * 4})
    checked = conditions(runs)
    table = checked.report().table("conditions-shapiro-wilk")
    assert [column.title for column in table.columns] == ["Algorithm", "p", "q"]
    assert table.rows[0] == ("A", "* (.00)", "n/a")
    assert table.rows[1][2] == "n/a"
    full = checked.report(full=True).table("conditions-shapiro-wilk")
    assert full.rows[0][1] == checked.normality["shapiro-wilk"].pvalue[0, 0]
    assert full.bold == {(0, 1)}
    assert [t.name for t in checked.report().tables] == [
        "conditions-lilliefors",
        "conditions-shapiro-wilk",
        "conditions-dagostino-pearson",
        "conditions-variances",
    ]


@pytest.mark.parametrize("render", [render_text, render_markdown, render_latex, render_html])
def test_every_format_renders_the_tables(render):
    checked = conditions(random_runs(2, 2, 2, (9, 9)))
    for full in (False, True):
        text = render(checked.report(full=full))
        assert "Brown" in text
        assert "P2" in text


def test_results_are_frozen():
    checked = conditions(make_runs({("A", "p"): NORMAL, ("B", "p"): NORMAL}))
    with pytest.raises(ValueError, match="read-only"):
        checked.normality["lilliefors"].pvalue[0, 0] = 1
    assert_array_equal(checked.counts, [[8, 8]])


def test_the_report_shows_the_cells_least_and_most_like_a_normal_law() -> None:
    runs = random_runs(4, 3, 3, (12, 15), skewed=True)
    found = conditions(runs)
    pvalue = {
        cell: float(stats.shapiro(values).pvalue) for cell, values in runs.values_by_cell().items()
    }
    ends = [min(pvalue, key=lambda cell: pvalue[cell]), max(pvalue, key=lambda cell: pvalue[cell])]
    assert [cell[:2] for cell in found.examples] == ends
    for algorithm, problem, p, values in found.examples:
        assert p == pytest.approx(pvalue[algorithm, problem])
        assert values.tolist() == runs.cell(algorithm, problem).tolist()
    pictures = [block for block in found.report().blocks if isinstance(block, Picture)]
    names = ["histogram-least", "qq-least", "histogram-most", "qq-most"]
    assert [each.name for each in pictures] == names
    assert all(each.draw().axes for each in pictures)


def test_runs_that_cannot_be_tested_have_no_picture() -> None:
    assert conditions(make_runs({("A", "F1"): [1.0] * 5, ("B", "F1"): [2.0] * 5})).examples == ()
