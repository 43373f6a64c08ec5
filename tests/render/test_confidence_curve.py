"""The confidence curve, against Wilcoxon's p-values of shifted differences."""

import itertools

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from scipy import stats

import evenkeel
from evenkeel.errors import InputError
from evenkeel.plot import plot_confidence_curve
from evenkeel.plot.confidence_curve import curve_of
from evenkeel.report.document import Picture


@pytest.mark.parametrize("n", [6, 15])
def test_shifts_inside_the_curve_have_larger_pvalues_and_those_outside_not(n: int) -> None:
    differences = np.random.default_rng(n).normal(0.4, 1, n)
    p, low, high = curve_of(differences)
    assert (np.diff(p) < 0).all()
    assert (np.diff(low) <= 0).all()
    assert (np.diff(high) >= 0).all()
    for level, below, above in zip(p, low, high, strict=True):
        for bound, inwards in ((below, 1e-9), (above, -1e-9)):
            inside, outside = (
                stats.wilcoxon(differences - bound - step, method="exact").pvalue
                for step in (inwards, -inwards)
            )
            assert inside > level - 1e-9
            assert outside <= level + 1e-9


def test_what_is_drawn_and_refused() -> None:
    table = evenkeel.load("demsar2006")
    axes = plot_confidence_curve(table, first="C4.5", second="C4.5m", rope=0.01, alpha=0.1)
    assert [each.get_gid() for each in (*axes.lines, *axes.patches, *axes.collections)] == [
        "null",
        "level",
        "lower",
        "upper",
        "top",
        "rope",
        "interval",
    ]
    canvas = FigureCanvasAgg(axes.figure)
    canvas.draw()
    boxes = [label.get_window_extent() for label in axes.get_xticklabels() if label.get_text()]
    assert not any(one.overlaps(other) for one, other in itertools.pairwise(boxes))
    few = plot_confidence_curve(table.select(["C4.5", "C4.5m"], list(table.problems[:3])))
    assert not few.collections
    with pytest.raises(InputError, match="name two different algorithms"):
        plot_confidence_curve(table)
    with pytest.raises(InputError, match="rope is -1"):
        plot_confidence_curve(table, first="C4.5", second="C4.5m", rope=-1.0)
    holes = evenkeel.Results(
        [[1, np.nan], [np.nan, 1], [1, 2]], better="lower", missing="keep", algorithms=["A", "B"]
    )
    with pytest.raises(InputError, match="share 1 problems"):
        plot_confidence_curve(holes)


def test_the_report_of_two_algorithms_shows_it() -> None:
    table = evenkeel.load("demsar2006")

    def pictures(table: evenkeel.Results) -> list[str]:
        flow = evenkeel.compare(table).report().flow
        return [block.name for block in flow if isinstance(block, Picture)]

    assert "confidence-curve" not in pictures(table)
    two = table.select(["C4.5", "C4.5m"])
    assert pictures(two) == ["scatter", "confidence-curve"]
    (curve,) = [
        block
        for block in evenkeel.compare(two, alpha=0.1).report().flow
        if isinstance(block, Picture) and block.name == "confidence-curve"
    ]
    level = next(line for line in curve.draw().axes[0].lines if line.get_gid() == "level")
    assert level.get_ydata()[0] == 0.1
