"""Pictures and reports of values near the ends of the doubles: a picture, or a message."""

from __future__ import annotations

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError
from evenkeel.plot import figure_svg, plot_differences, plot_scatter
from evenkeel.report.html import render_html

LARGEST = float(np.finfo(float).max)
SMALL = {
    "one tiny": [5e-324, 1.0, 2.0, 3.0],
    "all tiny": [5e-324, 1e-323, 2e-323, 1e-320],
    "two signs": [-5e-324, 1.0, 1e200, -1e300],
    "far apart": [1e-310, 1.0, 2.0, 1e300],
}
LARGE = {
    "largest": [LARGEST, LARGEST / 2, LARGEST / 3, 1e-5],
    "two signs": [-LARGEST, LARGEST, 1.0, 2.0],
    "just beyond": [1e-300, 1.1e300, 1.0, 2.0],
}


def table(values: list[float]) -> evenkeel.Results:
    """The values of A, the same in reverse of B, and one problem more."""
    rows = [*zip(values, values[::-1], strict=True), (1.0, 2.0)]
    return evenkeel.Results(rows, list("pqrst"), ["A", "B"], better="lower")


@pytest.mark.slow
@pytest.mark.parametrize("plot", [plot_scatter, plot_differences])
@pytest.mark.parametrize("scale", [None, "linear", "symlog"])
@pytest.mark.parametrize("values", SMALL.values(), ids=SMALL)
def test_numbers_up_to_1e300_are_drawn_on_every_scale(plot, scale, values):
    ax = plot(table(values), scale=scale)
    assert "<svg" in figure_svg(ax)
    low, high = ax.get_xlim()
    assert np.isfinite([low, high]).all()
    assert low < high


def test_a_log_scale_refuses_what_it_cannot_tell_from_zero():
    with pytest.raises(InputError, match="less than 1e-300"):
        plot_scatter(table(SMALL["one tiny"]), scale="log")


@pytest.mark.parametrize("plot", [plot_scatter, plot_differences])
@pytest.mark.parametrize("scale", [None, "linear", "symlog"])
@pytest.mark.parametrize("values", LARGE.values(), ids=LARGE)
def test_a_picture_of_larger_numbers_is_refused_with_the_remedy(plot, scale, values):
    with pytest.raises(InputError, match=r"beyond 1e300.*divide all of them"):
        plot(table(values), scale=scale)


@pytest.mark.parametrize("values", LARGE.values(), ids=LARGE)
def test_the_report_of_larger_numbers_says_why_it_has_no_picture(values):
    page = render_html(evenkeel.compare(table(values)).report())
    assert "There is no picture" in page
    assert "<svg" not in page


@pytest.mark.slow
@pytest.mark.parametrize("values", SMALL.values(), ids=SMALL)
def test_the_report_of_tiny_numbers_has_its_picture(values):
    page = render_html(evenkeel.compare(table(values)).report())
    assert "There is no picture" not in page
    assert "<svg" in page


def test_large_numbers_that_are_all_the_same_have_limits_around_them() -> None:
    table = evenkeel.Results([[1e20, 1e20]] * 3, better="lower")
    low, high = plot_scatter(table).get_xlim()
    assert low < 1e20 < high
