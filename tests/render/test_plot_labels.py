"""No label overlaps another or leaves the figure, for 2 to 100 algorithms."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import RendererAgg

from drawing import faults, random_study
from evenkeel.plot import plot_comparison_matrix, plot_critical_difference, plot_stairs, style


@pytest.mark.slow
@pytest.mark.parametrize("k", [*range(2, 25), *range(25, 101, 5)])
def test_labels_of_two_to_a_hundred_algorithms(k: int) -> None:
    study = random_study(k, 20, k)
    ax = plot_critical_difference(
        study,
        procedure="nemenyi-range" if k % 3 == 0 else "holm",
        best="right" if k % 2 else "left",
        ranks=k % 4 < 2,
        highlight=study.algorithms[k // 2],
    )
    assert faults(ax.figure) == []


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 3, 5, 8, 13, 21, 34, 55, 100])
@pytest.mark.parametrize("best", ["left", "right"])
def test_labels_on_one_side(k: int, best: str) -> None:
    ax = plot_critical_difference(
        random_study(k, 20, k), procedure="holm", layout="one-sided", best=best, ranks=True
    )
    assert faults(ax.figure) == []


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 9, 40])
def test_labels_on_slides(k: int) -> None:
    with style("slides"):
        ax = plot_critical_difference(random_study(k, 20, k), ranks=True)
    assert faults(ax.figure) == []


def test_a_title_set_afterwards_is_inside_and_above() -> None:
    ax = plot_critical_difference(random_study(1, 12, 5))
    before = ax.figure.get_size_inches().copy()
    ax.set_title("A title that was set by hand\nin two lines")
    assert faults(ax.figure) == []
    assert ax.figure.get_size_inches()[1] > before[1]


@pytest.mark.parametrize("control", ["best", None])
def test_labels_without_bars(control: str | None) -> None:
    """Every pair rejected, or a control: the labels move up to the axis without touching it."""
    study = random_study(3, 60, 6, spread=40)
    ax = plot_critical_difference(study, control=control, ranks=True)
    assert not [line for line in ax.lines if line.get_gid().startswith("bar")]
    assert faults(ax.figure) == []


@pytest.mark.slow
@pytest.mark.parametrize("draw", [plot_stairs, plot_comparison_matrix])
def test_long_labels_are_not_cut_at_the_resolution_of_a_file(draw: Callable[..., Axes]) -> None:
    """A text has another width in every resolution, as its letters are fitted to the pixels."""
    with style("slides"):
        figure = draw(random_study(5, 30, 5, spread=3)).figure
    figure.set_layout_engine("none")
    for dpi in (72, 100, 200, 300, 600):
        figure.dpi = dpi
        box = figure.get_tightbbox(RendererAgg(1, 1, dpi))
        width, height = figure.get_size_inches()
        assert box.x0 >= 0
        assert box.y0 >= 0
        assert box.x1 <= width
        assert box.y1 <= height
