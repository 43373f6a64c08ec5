"""Every picture of every study: labels, and the numbers that it shows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

from drawing import faults, studies
from evenkeel.casestudies import load
from evenkeel.errors import InputError, UnknownNameError
from evenkeel.plot import (
    plot_average_ranks,
    plot_beating,
    plot_bonferroni_dunn,
    plot_comparison_matrix,
    plot_contrasts,
    plot_differences,
    plot_pvalue_matrix,
    plot_rank_heatmap,
    plot_rank_shares,
    plot_scatter,
    plot_stairs,
    plot_win_tie_loss,
)
from evenkeel.tables.results import Results
from published import half_unit, published

STUDIES = studies()
Drawing = Callable[[Results], Axes]
PICTURES: dict[str, Drawing] = {
    "bonferroni-dunn": lambda table: plot_bonferroni_dunn(table, alpha=(0.05, 0.1)),
    "stairs": lambda table: plot_stairs(table, control="best"),
    "average-ranks": plot_average_ranks,
    "aligned": lambda table: plot_average_ranks(table, ranking="aligned"),
    "quade": lambda table: plot_average_ranks(table, ranking="quade"),
    "pvalues": plot_pvalue_matrix,
    "pvalues of a control": lambda table: plot_pvalue_matrix(table, control="best"),
    "win-tie-loss": plot_win_tie_loss,
    "contrasts": plot_contrasts,
    "comparison-matrix": lambda table: plot_comparison_matrix(
        table, columns=table.algorithms[:4] if table.k > 9 else None
    ),
    "rank-heatmap": plot_rank_heatmap,
    "rank-shares": plot_rank_shares,
    "beating": plot_beating,
    "slope": lambda table: plot_rank_heatmap(table, form="slope"),
    "scatter": lambda table: plot_scatter(
        table, first=table.algorithms[0], second=table.algorithms[1]
    ),
    "differences": lambda table: plot_differences(
        table, first=table.algorithms[0], second=table.algorithms[1]
    ),
}


def texts(ax: Axes) -> dict[str, str]:
    return {text.get_gid(): text.get_text() for text in ax.texts}


@pytest.mark.slow
@pytest.mark.parametrize("study", STUDIES)
@pytest.mark.parametrize("picture", PICTURES)
def test_labels_neither_overlap_nor_leave_the_figure(picture: str, study: str) -> None:
    ax = PICTURES[picture](STUDIES[study])
    assert isinstance(ax, Axes)
    assert faults(ax.figure) == []
    assert len(str(ax.figure.get_label())) > 20  # for readers who cannot see it
    assert pyplot.get_fignums() == []


@pytest.mark.slow
def test_bars_are_the_published_average_ranks() -> None:
    """Derrac et al. (2011), Table 12, the four algorithms of the example with a control."""
    rows = published("derrac2011_t12_ranks")
    names = [row["algorithm"] for row in rows]
    for ranking in ("friedman", "aligned", "quade"):
        ax = plot_average_ranks(load("cec2005").select(names), ranking=ranking, interval="none")
        labels = [label.get_text() for label in ax.get_yticklabels()]
        widths = [patch.get_width() for patch in ax.patches]
        assert widths == sorted(widths)
        shown = dict(zip(labels, widths, strict=True))
        for row in rows:
            assert shown[row["algorithm"]] == pytest.approx(
                float(row[ranking]), abs=half_unit(row[ranking])
            )


def test_nemenyi_intervals_do_not_overlap_where_the_ranks_differ_by_the_critical_difference() -> (
    None
):
    """Half of 2.728 sqrt(5 6 / (6 30)), Demsar (2006), Table 5 (a)."""
    ax = plot_average_ranks(load("garcia2008"), interval="nemenyi-range")
    (intervals,) = ax.collections
    ends = np.array([segment[:, 0] for segment in intervals.get_segments()])
    assert np.diff(ends)[:, 0] == pytest.approx(2.728 * np.sqrt(30 / 180), abs=0.0005)
    assert ends.mean(axis=1) == pytest.approx([2.1, 2.2, 3.117, 3.25, 4.333], abs=0.0005)
    assert "half of the critical difference of Nemenyi (studentised range)" in texts(ax)[
        "note"
    ].replace("\n", " ")


def test_quartile_intervals_say_so() -> None:
    table = load("garcia2008")
    ax = plot_average_ranks(table, interval="quartiles")
    (intervals,) = ax.collections
    best = intervals.get_segments()[0][:, 0]
    position = list(table.algorithms).index("C4.5")
    values = table.values
    own = np.sort(
        [(row > row[position]).sum() + ((row == row[position]).sum() + 1) / 2 for row in values]
    )
    # numpy's and R's default quantile: linear between the order statistics at 7.25 and 21.75
    expected = own[7] + 0.25 * (own[8] - own[7]), own[21] + 0.75 * (own[22] - own[21])
    assert best == pytest.approx(expected)
    assert "quartiles of the ranks" in texts(ax)["note"].replace("\n", " ")


def test_bonferroni_dunn_threshold() -> None:
    """q = 2.498 for five classifiers at 0.05 and 2.241 at 0.10, Demsar (2006), Table 5 (b)."""
    ax = plot_bonferroni_dunn(load("garcia2008"), control="C4.5", alpha=(0.05, 0.10))
    at = {line.get_gid(): line.get_xdata()[0] for line in ax.lines}
    unit = np.sqrt(5 * 6 / (6 * 30))
    assert at["threshold-0.05"] == pytest.approx(2.1 + 2.498 * unit, abs=0.0006)
    assert at["threshold-0.1"] == pytest.approx(2.1 + 2.241 * unit, abs=0.0006)
    colours = [to_hex(patch.get_facecolor()) for patch in ax.patches]
    # C4.5, NaiveBayes 2.2, CN2 3.117, 1-NN 3.25, Kernel 4.333 against 3.120
    assert len({colours[0]}) == 1
    assert colours[1] == colours[2] != colours[3] == colours[4]


def test_bonferroni_dunn_has_a_line_on_both_sides_of_a_control_in_the_middle() -> None:
    ax = plot_bonferroni_dunn(load("garcia2008"), control="CN2")
    assert [line.get_xdata()[0] > 3.117 for line in ax.lines] == [True, False]
    assert len(ax.get_legend().get_texts()) == 1


def test_the_stair_of_the_published_table() -> None:
    """Garcia et al. (2009), the control G-CMA-ES against ten others: the column alpha / i."""
    printed = "0.00500 0.00556 0.00625 0.00714 0.00833 0.01000 0.01250 0.01667 0.02500 0.05000"
    rng = np.random.default_rng(0)
    table = Results(rng.normal(size=(25, 11)) + 0.4 * np.arange(11), better="lower")
    (stair,) = plot_stairs(table, control="A1").patches
    for value, text in zip(stair.get_data().values, printed.split(), strict=True):
        assert value == pytest.approx(float(text), abs=half_unit(text))


@pytest.mark.slow
@pytest.mark.parametrize("procedure", ["holm", "hochberg"])
def test_filled_points_are_the_rejected_ones(procedure: str) -> None:
    table = load("cec2005")
    ax = plot_stairs(table, control="SaDE", procedure=procedure)
    points = {round(y): (x, line.get_gid()) for line in ax.lines for x, y in line.get_xydata()}
    (stair,) = ax.patches
    steps = stair.get_data().values
    p = np.array([points[row][0] for row in range(8)])
    assert (np.diff(p) >= 0).all()
    below = p <= steps
    if procedure == "holm":  # down to the first that lies beyond its step
        count = int(np.argmin(below)) if not below.all() else 8
    else:  # up from the last that does not
        count = int(np.flatnonzero(below)[-1]) + 1 if below.any() else 0
    assert 0 < count < 8
    names = ["rejected"] * count + ["not rejected"] * (8 - count)
    assert [points[row][1] for row in range(8)] == names
    for line in ax.lines:
        filled = line.get_markerfacecolor() == line.get_markeredgecolor()
        assert filled == (line.get_gid() == "rejected")


def test_tiny_pvalues_stand_at_the_edge() -> None:
    rng = np.random.default_rng(0)
    table = Results(rng.normal(size=(400, 3)) + np.arange(3), better="lower")
    ax = plot_stairs(table, control="A1")
    assert {line.get_marker() for line in ax.lines} == {"<"}
    assert ax.get_xlim()[0] >= 1e-11


def test_stairs_refuse_a_crowd() -> None:
    with pytest.raises(InputError, match="all 1770 pairs cannot be read; name a control"):
        plot_stairs(STUDIES["sixty"])
    with pytest.raises(InputError, match=r"'bergmann' compares sets .* choose one of .*'holm'"):
        plot_stairs(load("garcia2008"), procedure="bergmann")


def test_pvalue_matrix_of_the_published_table() -> None:
    """Garcia and Herrera (2008), Table 5, Shaffer."""
    ax = plot_pvalue_matrix(load("garcia2008"), procedure="shaffer", method="normal")
    rows = [label.get_text() for label in ax.get_yticklabels()]
    columns = [label.get_text() for label in ax.get_xticklabels()]
    shown = {}
    for text in ax.texts:
        if text.get_gid().startswith("cell"):
            row, column = (int(part) for part in text.get_gid().split("-")[1:])
            shown[frozenset((rows[row], columns[column]))] = text
    for entry in published("garcia2008_t5_all_pairs"):
        text = shown.pop(frozenset((entry["first"], entry["second"])))
        p = float(entry["shaffer"])
        assert float(text.get_text().replace("−", "-")) == pytest.approx(p, abs=0.0006)
        assert (text.get_fontweight() == "bold") == (p <= 0.05)
    assert not shown


@pytest.mark.slow
def test_large_matrices_are_not_written_in_unless_asked() -> None:
    table = STUDIES["sixty"].select(STUDIES["sixty"].algorithms[:26])
    assert not [t for t in plot_win_tie_loss(table).texts if t.get_gid().startswith("cell")]
    written = plot_win_tie_loss(table, annotate=True)
    assert len([t for t in written.texts if t.get_gid().startswith("cell")]) == 26 * 25


def test_wins_of_the_published_table() -> None:
    """Derrac et al. (2011), Table 5: wins of SaDE against each other algorithm."""
    ax = plot_win_tie_loss(load("cec2005"))
    rows = [label.get_text() for label in ax.get_yticklabels()]
    columns = [label.get_text() for label in ax.get_xticklabels()]
    wins = {
        name: int(texts(ax)[f"cell-{rows.index('SaDE')}-{columns.index(name)}"].split("/")[0])
        for name in columns
        if name != "SaDE"
    }
    expected = {row["algorithm"]: int(row["wins"]) for row in published("derrac2011_t5_sign_sade")}
    assert wins == expected


def test_contrasts_of_the_published_table() -> None:
    """Derrac et al. (2011), Table 19, three significant digits of each cell."""
    ax = plot_contrasts(load("cec2005"))
    rows = [label.get_text() for label in ax.get_yticklabels()]
    for entry in published("derrac2011_t19_contrast"):
        first = entry.pop("algorithm")
        for second, printed in entry.items():
            if first != second:
                shown = texts(ax)[f"cell-{rows.index(first)}-{rows.index(second)}"]
                value = float(printed)
                tolerance = half_unit(printed) + 0.005 * abs(value)
                assert float(shown.replace("−", "-")) == pytest.approx(value, abs=tolerance)


@pytest.mark.parametrize("better", ["lower", "higher"])
def test_blue_is_the_better_row_in_either_direction(better: str) -> None:
    table = Results([[1.0, 2.0], [3.0, 4.5], [5.0, 6.0]], better=better, algorithms=("a", "b"))
    for draw in (plot_win_tie_loss, plot_contrasts, plot_comparison_matrix):
        ax = draw(table)
        rows = [label.get_text() for label in ax.get_yticklabels()]
        assert rows == (["a", "b"] if better == "lower" else ["b", "a"])
        red, _, blue, _ = ax.collections[0].get_array()[0, 1]  # the best row against the other
        assert blue > red


def test_comparison_matrix_has_the_published_wilcoxon_test() -> None:
    """Derrac et al. (2011), Table 6: SaDE against each other, exact p-values unadjusted."""
    ax = plot_comparison_matrix(load("cec2005"), rows="SaDE", method="wilcoxon", raw=True)
    columns = [label.get_text() for label in ax.get_xticklabels()]
    rows = [row for row in published("derrac2011_t6_wilcoxon") if row["first"] == "SaDE"]
    assert len(rows) > 3
    for entry in rows:
        cell = texts(ax)[f"cell-0-{columns.index(entry['second'])}"].splitlines()
        shown = float(cell[2].removeprefix("p = ").replace("−", "-"))
        if entry["p"].startswith(">"):
            assert shown > float(entry["p"].removeprefix(">"))
        else:
            assert shown == pytest.approx(float(entry["p"]), abs=0.0006)
    assert "not adjusted" in texts(ax)["note"].replace("\n", " ")


def test_scatter_counts_and_sides() -> None:
    table = Results([[1, 2], [2, 3], [4, 3], [5, 5]], better="lower", algorithms=("x", "y"))
    ax = plot_scatter(table)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "x better on 2",
        "y better on 1",
        "tied on 1",
    ]
    diagonal, first, second, tied = ax.lines
    assert diagonal.get_xdata() == pytest.approx(diagonal.get_ydata())
    assert first.get_xydata().tolist() == [[1, 2], [2, 3]]  # above the diagonal x is lower
    assert second.get_xydata().tolist() == [[4, 3]]
    assert tied.get_xydata().tolist() == [[5, 5]]
    assert ax.get_xlim() == ax.get_ylim()


def test_differences_are_sorted_by_who_is_better() -> None:
    table = Results(
        [[1, 2], [2, 5], [4, 3]], better="higher", algorithms=("x", "y"), problems=("p", "q", "r")
    )
    ax = plot_differences(table)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["r", "p", "q"]
    assert [patch.get_width() for patch in ax.patches] == [1, -1, -3]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("values", "scale"),
    [
        ([[1.0, 2.0], [3.0, 2.5]], "linear"),
        ([[1e-6, 2.0], [3e-5, 2.5], [2e3, 1e4]], "log"),
        ([[0.0, 2e-8], [3e-5, 2.5], [2e3, 1e4]], "symlog"),
        ([[-1e-4, 2e-8], [3e-5, -2.5], [2e3, 1e4]], "symlog"),
        ([[1.0, 1.0], [1.0, 1.0]], "linear"),
        ([[0.0, 0.0], [0.0, 0.0]], "linear"),
    ],
)
def test_the_scale_shows_all_problems(values: list[list[float]], scale: str) -> None:
    table = Results(values, better="lower")
    assert plot_scatter(table).get_xscale() == scale
    assert plot_differences(table).get_xscale() == ("linear" if scale == "linear" else "symlog")


def test_scales_can_be_chosen_and_are_refused_where_impossible() -> None:
    table = Results([[0.0, 1.0], [2.0, 3.0]], better="lower")
    assert plot_scatter(table, scale="symlog").get_yscale() == "symlog"
    with pytest.raises(InputError, match="log scale cannot show zero"):
        plot_scatter(table, scale="log")
    with pytest.raises(InputError, match="two signs"):
        plot_differences(table, scale="log")


def test_two_algorithms_must_be_named() -> None:
    with pytest.raises(InputError, match="asked of a table of 9; name two different ones"):
        plot_scatter(load("cec2005"))
    with pytest.raises(InputError, match="two different ones"):
        plot_differences(load("cec2005"), first="SaDE", second="SaDE")
    with pytest.raises(UnknownNameError, match="did you mean 'SaDE'"):
        plot_scatter(load("cec2005"), first="SaDe", second="PSO")


def test_heat_map_shows_the_ranks_of_the_toy_table() -> None:
    """Derrac et al. (2011), Table 8: the ranks of A, B, C, D on the four problems."""
    printed = {
        "A": ("3", "1.5", "2", "3"),
        "B": ("4", "4", "4", "4"),
        "C": ("1", "1.5", "3", "1.5"),
        "D": ("2", "3", "1", "1.5"),
    }
    ax = plot_rank_heatmap(load("toy"))
    columns = [label.get_text() for label in ax.get_xticklabels()]
    assert columns == ["C", "D", "A", "B"]
    for name, ranks in printed.items():
        shown = tuple(texts(ax)[f"cell-{i}-{columns.index(name)}"] for i in range(4))
        assert shown == ranks


def test_slopes_pass_through_the_ranks_and_end_in_the_order_of_the_averages() -> None:
    table = load("garcia2008")
    ax = plot_rank_heatmap(table, form="slope", highlight="CN2")
    lines = {line.get_gid(): line for line in ax.lines if str(line.get_gid()).startswith("line")}
    kernel = lines[f"line-{table.algorithms.index('Kernel')}"].get_ydata()
    assert len(kernel) == 31
    assert np.mean(kernel[:-1]) == pytest.approx(4.333, abs=0.0005)
    assert [
        lines[f"line-{table.algorithms.index(name)}"].get_ydata()[-1]
        for name in ("C4.5", "NaiveBayes", "CN2", "1-NN", "Kernel")
    ] == [1, 2, 3, 4, 5]


@pytest.mark.slow
def test_many_problems_are_not_named() -> None:
    rng = np.random.default_rng(0)
    table = Results(rng.normal(size=(300, 3)), better="lower")
    for ax in (
        plot_rank_heatmap(table),
        plot_rank_heatmap(table, form="slope"),
        plot_differences(table, first="A1", second="A2"),
    ):
        assert faults(ax.figure) == []
        assert ax.figure.get_figheight() < 12
