"""The forest plot: which rows, in which order, where they stand, and what is refused."""

from __future__ import annotations

import io

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError
from evenkeel.plot import plot_comparison_matrix, plot_forest
from evenkeel.plot.effects import forest_of
from evenkeel.report.document import Picture


def drawn(ax) -> str:
    page = io.StringIO()
    ax.figure.savefig(page, format="svg")
    return page.getvalue()


def test_rows_are_the_other_algorithms_the_largest_size_on_top() -> None:
    sizes = evenkeel.effect_sizes(evenkeel.load("garcia2008"), control="C4.5")
    forest = forest_of(sizes)
    assert forest.names == ("Kernel", "1-NN", "CN2", "NaiveBayes")
    assert (np.diff(forest.estimate) <= 0).all()
    assert forest.apart.tolist() == [True, True, True, False]
    for row, name in enumerate(forest.names):
        assert sizes.versus("C4.5", name) == (
            forest.estimate[row],
            forest.low[row],
            forest.high[row],
        )


def test_all_pairs_are_named_by_both_algorithms() -> None:
    forest = forest_of(evenkeel.effect_sizes(evenkeel.load("toy")))
    assert all(" – " in name for name in forest.names)


def test_points_and_intervals_stand_where_the_sizes_are() -> None:
    sizes = evenkeel.effect_sizes(evenkeel.load("garcia2008"), control="C4.5")
    forest = forest_of(sizes)
    ax = plot_forest(sizes)
    points = [line for line in ax.lines if line.get_gid() in ("apart", "open")]
    assert [float(line.get_xdata()[0]) for line in points] == forest.estimate.tolist()
    assert [line.get_gid() == "apart" for line in points] == forest.apart.tolist()
    (intervals,) = [part for part in ax.collections if part.get_gid() == "intervals"]
    ends = [segment[:, 0].tolist() for segment in intervals.get_segments()]
    assert ends == [list(pair) for pair in zip(forest.low, forest.high, strict=True)]
    texts = {text.get_gid(): text.get_text() for text in ax.texts}
    estimate, low, high = sizes.versus("C4.5", "Kernel")
    assert texts["numbers-0"] == f"{estimate:.3f} ({low:.3f} to {high:.3f})"
    assert "Right of the line: C4.5 is better" in texts["note"].replace("\n", " ")


def test_a_comparison_gives_its_control_and_its_level() -> None:
    comparison = evenkeel.compare(evenkeel.load("cec2005"), control="SaDE", alpha=0.1)
    ax = plot_forest(comparison)
    note = next(text.get_text() for text in ax.texts if text.get_gid() == "note")
    assert "Left of the line: SaDE is better" in note.replace("\n", " ")
    assert "90% for all 8 together" in note.replace("\n", " ")
    assert ax.get_xlabel() == "Hodges-Lehmann difference, SaDE minus each"


def test_ratios_have_a_log_scale() -> None:
    table = evenkeel.Results(np.exp(np.random.default_rng(0).normal(size=(20, 4))), better="lower")
    ax = plot_forest(table, control="A1", size="median-ratio")
    assert ax.get_xscale() == "log"
    assert ax.get_xlabel() == "Median of ratios, A1 over each"


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 20])
def test_long_names_are_drawn_whole(k: int) -> None:
    names = [f"an algorithm with a rather long name {j}" for j in range(k)]
    values = np.random.default_rng(0).normal(size=(15, k))
    table = evenkeel.Results(values, algorithms=names, better="higher")
    ax = plot_forest(table, control=names[0])
    figure = ax.figure
    drawn(ax)
    whole = figure.get_tightbbox()
    assert whole.x0 > -0.01
    assert whole.x1 < figure.get_size_inches()[0] + 0.01
    assert whole.y0 > -0.01
    assert whole.y1 < figure.get_size_inches()[1] + 0.01


def test_infinite_sizes_stand_at_the_edge() -> None:
    ax = plot_forest(evenkeel.Results([[1, 2], [2, 3], [3, 4.0]], better="lower"), size="d")
    assert np.isfinite(ax.get_xlim()).all()
    assert ax.texts[0].get_text() == "inf (inf to inf)"
    assert drawn(ax)


def test_pairs_without_a_size_are_named_in_the_note() -> None:
    values = [[1.0, np.nan, 3.0], [2.0, np.nan, 1.0], [np.nan, 4.0, 2.0], [np.nan, 1.0, 5.0]]
    ax = plot_forest(evenkeel.Results(values, better="lower", missing="keep"))
    assert len(ax.get_yticklabels()) == 2
    note = next(text.get_text() for text in ax.texts if text.get_gid() == "note")
    assert "Without a size: A1 – A2." in note.replace("\n", " ")


def test_what_cannot_be_drawn_is_refused_with_the_remedy() -> None:
    table = evenkeel.load("toy")
    with pytest.raises(InputError, match="size='a12' was given with a result"):
        plot_forest(evenkeel.effect_sizes(table), size="a12")
    large = evenkeel.Results([[1.5e308, 1], [1.2e308, 2], [1.7e308, 3.0]], better="lower")
    with pytest.raises(InputError, match="beyond 1e300"):
        plot_forest(large)
    many = evenkeel.Results(np.random.default_rng(0).normal(size=(5, 21)), better="lower")
    with pytest.raises(InputError, match="a forest of all 210 pairs cannot be read"):
        plot_forest(many)


def test_the_comparison_matrix_can_show_a_size_with_its_interval() -> None:
    table = evenkeel.load("garcia2008")
    ax = plot_comparison_matrix(table, rows="C4.5", columns="Kernel", size="hodges-lehmann")
    assert ax.texts[0].get_text().splitlines()[:2] == ["0.198", "(0.102 to 0.323)"]
    turned = plot_comparison_matrix(table, rows="Kernel", columns="C4.5", size="superiority")
    estimate, low, high = evenkeel.effect_sizes(table, size="superiority").versus("Kernel", "C4.5")
    first, second = turned.texts[0].get_text().splitlines()[:2]
    assert (first, second) == (f"{estimate:.3f}", f"({low:.5f} to {high:.3f})")


def test_skill_scores_and_mean_ranks_are_forests() -> None:
    table = evenkeel.load("garcia2008")
    found = evenkeel.effects.skill_scores(table, baseline="NaiveBayes")
    ax = plot_forest(found)
    assert [text.get_text() for text in ax.get_yticklabels()] == ["C4.5", "CN2", "1-NN", "Kernel"]
    gids = [line.get_gid() for line in ax.lines]
    assert gids == ["neutral", "open", "apart", "open", "apart"]  # the intervals of two hold 0
    ranks = evenkeel.bayesian.bayes_friedman(table, control="C4.5")
    ax = plot_forest(ranks)
    assert [line.get_gid() for line in ax.lines].count("apart") == 3
    assert "0.613 (0.456 to 0.742)" in [text.get_text() for text in ax.texts]
    assert {0.05, 0.5, 0.95} <= {round(float(line.get_xdata()[0]), 9) for line in ax.lines}
    for result in (found, ranks):
        document = result.report()
        assert [each.name for each in document.blocks if isinstance(each, Picture)] == ["forest"]
        assert document.references
    with pytest.raises(InputError, match="control='A' was given with a result"):
        plot_forest(found, control="A")
