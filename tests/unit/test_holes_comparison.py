"""compare() of a table with holes: what is computed, what is said, what is refused."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError
from evenkeel.plot import draw_picture
from evenkeel.plot.kinds import KINDS
from evenkeel.report.html import render_html
from evenkeel.report.text import render_text
from tables_with_holes import kept, punched

FULL = np.random.default_rng(5).normal(size=(30, 5)) + 0.6 * np.arange(5)


def holes(share: float = 0.2) -> evenkeel.Results:
    return kept(punched(FULL, share, seed=6))


def refusal(**options: object) -> str:
    with pytest.raises(InputError) as error:
        evenkeel.compare(holes(), **options)  # type: ignore[arg-type]
    return str(error.value)


def test_compare_serves_a_table_with_holes_as_it_is() -> None:
    found = evenkeel.compare(holes())
    assert (found.ranking, found.method) == ("skillings-mack", "paired")
    assert list(found.omnibus) == ["skillings-mack"]
    assert list(found.ranks) == ["skillings-mack"]
    assert found.posthoc is not None
    assert found.posthoc.procedures == ("nemenyi-bonferroni", "holm", "shaffer", "bergmann")
    assert found.leave_one_out is None
    assert found.second_look is not None
    common = ~np.isnan(holes().values)
    expected = [int((common[:, a] & common[:, b]).sum()) for a, b in found.posthoc.family.pairs]
    assert found.second_look.differing.tolist() == expected  # there are no ties
    assert found.description.counts == tuple(
        np.count_nonzero(~np.isnan(holes().values), axis=0).tolist()
    )


def test_every_number_without_holes_is_that_of_friedmans_ranks() -> None:
    table = evenkeel.Results(FULL, better="lower")
    one = evenkeel.compare(table, ranking="skillings-mack", method="paired", always=True)
    other = evenkeel.compare(table, ranking="friedman", method="paired", always=True)
    assert one.omnibus["skillings-mack"].statistic == pytest.approx(
        other.omnibus["friedman"].statistic, rel=1e-12
    )
    assert one.posthoc is not None
    assert other.posthoc is not None
    assert one.posthoc.pvalue == pytest.approx(other.posthoc.pvalue, rel=1e-12)
    for procedure, adjusted in other.posthoc.adjusted.items():
        assert one.posthoc.adjusted[procedure] == pytest.approx(adjusted, rel=1e-12)
    assert one.ranks["skillings-mack"].average == pytest.approx(
        other.ranks["friedman"].average, rel=1e-12
    )


def test_the_report_shows_each_n_and_the_plain_mean_with_a_caution() -> None:
    document = evenkeel.compare(holes()).report()
    assert [c.title for c in document.table("hypotheses").columns][:2] == ["Hypothesis", "n"]
    assert [c.title for c in document.table("sign").columns][1] == "n"
    assert [c.title for c in document.table("wilcoxon").columns][1] == "n"
    ranks = document.table("ranks")
    assert [c.title for c in ranks.columns][1:3] == ["Skillings-Mack", "Plain mean"]
    assert "caution, it compares different sets of problems" in ranks.note
    assert "Caution: every algorithm has its own problems" in document.table("description").note
    text = render_text(document)
    assert "on the problems that both algorithms have" in text
    assert "nan" not in text.lower()


def test_a_control_is_compared_on_common_problems_too() -> None:
    found = evenkeel.compare(holes(), control="A1")
    assert found.multiple_sign is not None
    assert found.multiple_sign.common is not None
    table = found.report().table("multiple-sign")
    assert [c.title for c in table.columns][:2] == ["Algorithm", "n"]
    assert "Critical" in [c.title for c in table.columns]


@pytest.mark.slow
def test_two_algorithms_are_compared_on_their_common_problems() -> None:
    table = holes().select(["A1", "A3"])
    found = evenkeel.compare(table)
    n = table.drop_incomplete().n
    assert any(line.startswith(f"Of {n} common problems") for line in found.conclusions)
    assert found.two is not None
    assert found.two.t.n == n
    expected = evenkeel.compare(table.drop_incomplete())
    assert found.wilcoxon.pvalue == pytest.approx(expected.wilcoxon.pvalue)
    pictures = render_html(found.report()).count("<svg")
    assert pictures == 3  # what is missing, the scatter and the confidence curve


def test_what_needs_complete_problems_is_refused_with_a_remedy() -> None:
    assert "choose one of 'wilcoxon', 'sign', 'paired'" in refusal(method="normal")
    assert "such as 'holm' or 'shaffer'" in refusal(adjust="closed-permutation")
    assert "served by ranking='skillings-mack'" in refusal(ranking="quade")
    assert "a test for a trend needs a complete table" in refusal(
        order=["A1", "A2", "A3", "A4", "A5"]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    sorted(
        {kind.name for kind in KINDS.values() if not kind.of_runs} - {"cactus", "survival", "joint"}
    ),
)
def test_every_picture_is_drawn_of_a_table_with_holes(kind: str) -> None:
    options = {
        "bonferroni-dunn": {"control": "A1"},
        "stairs": {"control": "A1"},
        "scatter": {"first": "A1", "second": "A2"},
        "differences": {"first": "A1", "second": "A2"},
        "confidence-curve": {"first": "A1", "second": "A2"},
        "simplex": {"first": "A1", "second": "A2"},
        "posterior": {"first": "A1", "second": "A2"},
    }.get(kind, {})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        axes = draw_picture(kind, holes(), **options, **KINDS[kind].needs)
        axes.figure.canvas.draw()
    assert axes.get_figure() is not None


def test_measures_together_need_complete_problems() -> None:
    with pytest.raises(evenkeel.EvenkeelError, match="are missing; leave out their problems"):
        draw_picture("joint", holes())


def test_a_missing_result_is_an_empty_cell_of_the_heat_map() -> None:
    axes = draw_picture("rank-heatmap", holes())
    written = [text for text in axes.texts if (text.get_gid() or "").startswith("cell-")]
    assert len(written) == np.count_nonzero(~np.isnan(holes().values))


def test_the_axis_of_the_diagram_says_which_ranks_it_shows() -> None:
    axes = draw_picture("critical-difference", holes())
    texts = [text.get_text() for text in axes.texts]
    assert "Average rank as estimated without holes (Skillings-Mack), lower is better" in texts


def test_the_table_for_a_paper_leaves_missing_cells_empty() -> None:
    from evenkeel.report.single import report_results

    table = report_results(holes()).table("results")
    assert sum(cell is None for row in table.rows for cell in row) == np.isnan(holes().values).sum()
    assert "as estimated without holes" in table.emphasis
