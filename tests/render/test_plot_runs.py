"""Pictures of runs, from plain arrays and mappings."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import evenkeel
from drawing import faults, random_study
from evenkeel.errors import InputError, UnknownNameError
from evenkeel.plot import plot_curves, plot_differences, plot_histogram, plot_qq, plot_runs_box
from runs_examples import make_curves, make_runs

RNG = np.random.default_rng(8)
RUNS = {
    f"F{problem}": {name: RNG.gamma(2, 1 + j, 25) for j, name in enumerate(("PSO", "_$x$", "CHC"))}
    for problem in range(1, 5)
}
LONG = random_study(1, 3, 40).algorithms


def test_histogram_and_its_normal_curve() -> None:
    values = RNG.normal(10, 2, 60)
    ax = plot_histogram(values, bins=[4, 6, 8, 10, 12, 14, 16], label="error_1")
    (steps,) = ax.patches
    assert (
        steps.get_data().values.tolist()
        == np.histogram(values, [4, 6, 8, 10, 12, 14, 16])[0].tolist()
    )
    (curve,) = ax.lines
    x, y = curve.get_data()
    expected = 2 * 60 * stats.norm(values.mean(), values.std(ddof=1)).pdf(x)
    assert y == pytest.approx(expected, rel=1e-9)
    assert all(tick == round(tick) for tick in plot_histogram(values[:6]).get_yticks())
    assert ax.get_xlabel() == "error_1"
    assert faults(ax.figure) == []


def test_histogram_of_equal_runs_has_no_curve() -> None:
    assert len(plot_histogram([2.0, 2.0, 2.0]).lines) == 0


def test_qq_points_are_those_of_scipy() -> None:
    values = RNG.normal(size=31)
    ax = plot_qq(values)
    quantiles, ordered = ax.lines[0].get_data()
    assert ordered == pytest.approx(np.sort(values))
    assert quantiles == pytest.approx(stats.norm.ppf((np.arange(1, 32) - 0.5) / 31))
    x, y = ax.lines[1].get_data()
    slope, intercept = np.polyfit(x, y, 1)
    low, high = np.percentile(values, [25, 75])
    assert intercept + slope * stats.norm.ppf(0.25) == pytest.approx(low)
    assert intercept + slope * stats.norm.ppf(0.75) == pytest.approx(high)
    assert faults(ax.figure) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["box", "violin", "both"])
def test_runs_by_problem_and_algorithm(kind: str) -> None:
    ax = plot_runs_box(RUNS, kind=kind, label="error")
    assert [label.get_text() for label in ax.get_xticklabels()] == ["F1", "F2", "F3", "F4"]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["PSO", "_$x$", "CHC"]
    assert faults(ax.figure) == []
    one = plot_runs_box(RUNS["F1"], kind=kind)
    assert [label.get_text() for label in one.get_xticklabels()] == ["PSO", "_$x$", "CHC"]
    assert one.get_legend() is None
    assert faults(one.figure) == []


def test_the_line_in_a_box_is_the_median() -> None:
    ax = plot_runs_box({"A": [1.0, 2.0, 9.0], "B": [4.0, 4.0, 4.0]}, kind="box")
    heights = [tuple(line.get_ydata()) for line in ax.lines]
    assert (2.0, 2.0) in heights
    assert (4.0, 4.0) in heights


def test_equal_runs_have_no_violin_but_a_box() -> None:
    ax = plot_runs_box({"A": [1.0, 2.0, 9.0], "B": [4.0, 4.0, 4.0]}, kind="violin")
    assert len([part for part in ax.collections if part.get_paths()[0].vertices.shape[0] > 50]) == 1
    assert len(ax.patches) == 1


@pytest.mark.slow
def test_forty_long_names_do_not_overlap() -> None:
    ax = plot_runs_box({name: RNG.normal(size=10) for name in LONG})
    assert faults(ax.figure) == []
    assert faults(plot_curves({name: RNG.normal(size=(5, 9)) for name in LONG}).figure) == []


def test_curves_are_medians_with_quartiles() -> None:
    values = RNG.normal(size=(20, 6)).cumsum(axis=1)
    ax = plot_curves({"A": values, "B": values + 1}, x=[1, 2, 4, 8, 16, 32], x_label="size")
    assert ax.lines[0].get_xdata().tolist() == [1, 2, 4, 8, 16, 32]
    assert ax.lines[1].get_ydata() == pytest.approx(np.median(values, axis=0) + 1)
    band = ax.collections[0].get_paths()[0].vertices
    at_four = band[band[:, 0] == 4][:, 1]
    assert at_four.min() == pytest.approx(np.percentile(values[:, 2], 25))
    assert at_four.max() == pytest.approx(np.percentile(values[:, 2], 75))
    assert faults(ax.figure) == []


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: plot_histogram([1.0]), "the runs: give at least two finite numbers"),
        (lambda: plot_qq([1.0, np.nan]), "the runs: give at least two finite numbers"),
        (lambda: plot_runs_box({}), "no runs were given"),
        (lambda: plot_runs_box({"F1": {"A": [1.0]}, "F2": {"A": [1.0]}}), "A on F1: give at least"),
        (lambda: plot_curves({}), "no curves were given"),
        (lambda: plot_curves({"A": [1.0, 2.0]}), "the curves of 'A' have the shape"),
        (lambda: plot_curves({"A": [[1.0, 2.0]]}, x=[1]), "'A' have 2 steps; give one place"),
    ],
)
def test_what_cannot_be_drawn(draw: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        draw()


def test_unknown_kind() -> None:
    with pytest.raises(UnknownNameError, match="kind of picture 'boxes'"):
        plot_runs_box(RUNS, kind="boxes")


def test_a_cell_of_a_table_of_runs_is_drawn_as_its_values_are() -> None:
    runs = make_runs({(a, p): RNG.normal(size=8) for a in ("A", "B") for p in ("F1", "F2")})
    values = runs.cell("B", "F1")
    ax, alone = plot_qq(runs, of="B", on="F1"), plot_qq(values)
    assert ax.lines[0].get_ydata().tolist() == alone.lines[0].get_ydata().tolist()
    assert ax.get_ylabel() == "B on F1"
    steps, expected = (
        each.patches[0].get_data().values.tolist()
        for each in (plot_histogram(runs, of="B", on="F1"), plot_histogram(values))
    )
    assert steps == expected
    boxes = plot_runs_box(runs, on=["F2", "F1"])
    assert [label.get_text() for label in boxes.get_xticklabels()] == ["F2", "F1"]


def test_of_curves_the_last_step_is_drawn() -> None:
    runs = make_curves()
    last = runs.at_step(80).cell("A", "F2")
    ax = plot_qq(runs, of="A", on="F2")
    assert ax.lines[0].get_ydata().tolist() == np.sort(last).tolist()


def test_curves_of_a_table_of_runs_are_the_quartiles_at_each_step() -> None:
    runs = make_curves()
    ax = plot_curves(runs, on="F2")
    for number, name in enumerate(("A", "B")):
        at = [runs.at_step(step).cell(name, "F2") for step in (10, 20, 40, 80)]
        assert ax.lines[number].get_xdata().tolist() == [10, 20, 40, 80]
        assert ax.lines[number].get_ydata() == pytest.approx([np.median(v) for v in at], rel=1e-12)
        band = ax.collections[number].get_paths()[0].vertices
        low = [band[band[:, 0] == x][:, 1].min() for x in (10, 20, 40, 80)]
        assert low == pytest.approx([np.percentile(v, 25) for v in at], rel=1e-12)
    assert ax.get_xlabel() == "step"
    (note,) = [text.get_text() for text in ax.texts if text.get_gid() == "note"]
    assert note.replace("\n", " ") == "Median and quartiles of 7 to 9 runs."


def test_curves_with_steps_of_their_own_keep_their_last_values() -> None:
    rows = [
        ("A", "p", 1, 1, 9.0),
        ("A", "p", 1, 5, 3.0),
        ("A", "p", 2, 2, 8.0),
        ("A", "p", 2, 4, 6.0),
        ("B", "p", 1, 1, 1.0),
    ]
    names = ("algorithm", "problem", "run", "step", "value")
    table = dict(zip(names, zip(*rows, strict=True), strict=True))
    ax = plot_curves(evenkeel.read_runs(table, better="lower"))
    assert ax.lines[0].get_xdata().tolist() == [2, 4, 5]
    assert ax.lines[0].get_ydata().tolist() == [8.5, 7.5, 4.5]
    (note,) = [text.get_text() for text in ax.texts if text.get_gid() == "note"]
    assert note.replace("\n", " ") == (
        "Median and quartiles of 1 to 2 runs, each keeping its last value."
    )


def test_differences_of_runs_are_those_of_their_means() -> None:
    runs = make_runs({(a, p): RNG.normal(size=8) for a in ("A", "B") for p in ("F1", "F2", "F3")})
    ax = plot_differences(runs, first="A", second="B")
    means = sorted(
        float(runs.cell("A", p).mean() - runs.cell("B", p).mean()) for p in runs.problems
    )
    assert [bar.get_width() for bar in ax.patches] == pytest.approx(means)
    (note,) = [text.get_text() for text in ax.texts if text.get_gid() == "note"]
    assert note.replace("\n", " ") == "3 problems, mean of 8 runs, lower is better"


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (
            lambda r: plot_qq(r, on="F1"),
            "picture of one algorithm was asked of runs of 2; name one ",
        ),
        (
            lambda r: plot_curves(r),
            "picture of one problem was asked of runs of 2; name one with on",
        ),
        (lambda r: plot_curves(r, on="F1", x=[1]), "a table of runs has its own steps"),
        (lambda r: plot_curves(r.at_step(80), on="F1"), "the runs have no steps"),
        (lambda _: plot_qq([1.0, 2.0], of="A"), "of='A' is for a table of runs"),
        (lambda _: plot_curves({"A": [[1.0]]}, on="F1"), "on='F1' is for a table of runs"),
    ],
)
def test_what_cannot_be_drawn_of_a_table_of_runs(draw: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        draw(make_curves())
