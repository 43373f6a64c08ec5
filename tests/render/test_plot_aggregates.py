"""Pictures of aggregates and of performance profiles: what stands where, for any data."""

from __future__ import annotations

import numpy as np
import pytest

import evenkeel
from drawing import faults, place_texts, random_study
from evenkeel.errors import InputError, UnknownNameError
from evenkeel.plot import figure_svg, plot_aggregates, plot_profiles, style
from evenkeel.runs import aggregates, profiles

LONG = "A method whose name is far too long for a picture"
FEW = {"resamples": 60}


def arrays(k, better="higher"):
    rng = np.random.default_rng(k)
    return {f"{LONG} {j}": rng.lognormal(j / k, 0.6, (4, 5)) for j in range(k)}


def texts_of(ax):
    """Boxes in pixels of the names, titles, ticks and notes that are seen."""
    place_texts(ax.figure)
    shown = [*ax.get_yticklabels(), *ax.texts]
    for panel in ax.child_axes:
        low, high = sorted(panel.get_xlim())
        ticks = [t.label1 for t in panel.xaxis.get_major_ticks() if low <= t.get_loc() <= high]
        shown += [panel.title, panel.xaxis.label, *ticks]
    return [(text.get_text(), text.get_window_extent()) for text in shown if text.get_text()]


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 7, 20])
@pytest.mark.parametrize("name", ["paper", "slides"])
def test_no_text_of_the_aggregates_overlaps_another_or_is_cut(k, name):
    with style(name):
        ax = plot_aggregates(aggregates(arrays(k), better="higher", **FEW))
        found = texts_of(ax)
    assert len(found) >= k + 9
    for i, (text, box) in enumerate(found):
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= ax.figure.bbox.width, text
        assert box.y1 <= ax.figure.bbox.height, text
        for other, second in found[:i]:
            apart = min(box.x1, second.x1) - max(box.x0, second.x0) <= 0.5
            assert apart or min(box.y1, second.y1) - max(box.y0, second.y0) <= 0.5, (text, other)


def test_a_bar_is_the_interval_and_the_line_in_it_the_estimate():
    found = aggregates(arrays(3), better="higher", statistics=["iqm", "optimality-gap"], **FEW)
    ax = plot_aggregates(found)
    order = np.argsort(-found.value[0])
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == [found.algorithms[j] for j in order]
    for row, panel in enumerate(ax.child_axes):
        bars = [(bar.get_x(), bar.get_x() + bar.get_width()) for bar in panel.patches]
        expected = np.column_stack([found.lower[row, order], found.upper[row, order]])
        np.testing.assert_allclose(bars, expected)
        lines = [segment[0, 0] for segment in panel.collections[0].get_segments()]
        np.testing.assert_allclose(lines, found.value[row, order])
    assert [panel.get_xlabel() for panel in ax.child_axes] == [
        "higher is better",
        "lower is better",
    ]


def test_one_aggregate_can_be_chosen_and_an_unknown_one_is_refused():
    found = aggregates(arrays(2), better="lower", **FEW)
    ax = plot_aggregates(found, statistics="median")
    assert [panel.get_title() for panel in ax.child_axes] == ["Median"]
    with pytest.raises(UnknownNameError, match="did you mean 'median'"):
        plot_aggregates(found, statistics=["meian"])
    with pytest.raises(InputError, match="at least one aggregate"):
        plot_aggregates(found, statistics=[])


@pytest.mark.slow
def test_aggregates_of_many_powers_of_ten_are_drawn_and_beyond_1e300_refused():
    values = {"A": np.full((2, 3), 1e-200), "B": [[1e-3, 1e5, 2.0], [1e-3, 1e6, 1.0]]}
    ax = plot_aggregates(aggregates(values, better="lower", **FEW))
    assert ax.child_axes[0].get_xscale() == "log"
    assert "<svg" in figure_svg(ax)
    large = {name: np.array([[1e307, 2e307], [2e307, 3e307]]) for name in "AB"}
    with pytest.raises(InputError, match=r"beyond 1e300.*divide all"):
        plot_aggregates(aggregates(large, better="lower", **FEW))


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 8, 20])
@pytest.mark.parametrize("name", ["paper", "slides"])
def test_no_text_of_the_profiles_overlaps_another_or_is_cut(k, name):
    with style(name):
        for better in ("lower", "higher"):
            found = profiles(arrays(k), better=better, **FEW)
            assert faults(plot_profiles(found, bounds="curve").figure) == []


@pytest.mark.slow
def test_steps_have_the_heights_of_the_shares_and_change_on_the_right_side():
    for better, drawn in (("higher", "steps-post"), ("lower", "steps-pre")):
        found = profiles(arrays(2), better=better, kind="score", **FEW)
        ax = plot_profiles(found)
        for row, line in enumerate(ax.lines):
            assert line.get_gid() == found.algorithms[row]
            np.testing.assert_array_equal(line.get_xdata(), found.places)
            np.testing.assert_array_equal(line.get_ydata(), found.share[row])
            assert line.get_drawstyle() == drawn
        assert ax.get_ylabel() == "Share of the runs"
    ratios = plot_profiles(profiles(arrays(2), better="lower", **FEW))
    assert ratios.get_xscale() == "log"
    assert ratios.lines[0].get_drawstyle() == "steps-post"
    assert ratios.get_ylabel() == "Share of the problems"


def test_the_band_is_the_one_that_was_asked_for():
    found = profiles(arrays(2), better="higher", resamples=500)
    heights = {}
    for bounds in ("place", "curve", "none"):
        (band, *_) = plot_profiles(found, bounds=bounds).collections
        vertices = band.get_paths()[0].vertices[:, 1]
        heights[bounds] = (vertices.min(), vertices.max())
    assert heights["curve"][1] == found.band_upper[0].max()
    assert heights["place"][1] == found.upper[0].max()
    assert heights["none"][1] == found.share[0].max()


@pytest.mark.slow
@pytest.mark.parametrize("values", [[[1, 1], [2, 2]], [[1e-300, 1e300], [1e300, 1e-300]]])
def test_ratios_that_are_all_one_or_beyond_the_doubles_are_drawn(values):
    ax = plot_profiles(evenkeel.Results(values, better="lower"))
    assert "<svg" in figure_svg(ax)
    low, high = ax.get_xlim()
    assert low < high


def test_scores_beyond_1e300_are_refused_with_the_remedy():
    with pytest.raises(InputError, match=r"beyond 1e300.*divide all"):
        plot_profiles(evenkeel.Results([[1e305, 1], [2, 3]], better="higher"))


@pytest.mark.slow
def test_runs_a_table_and_a_comparison_are_drawn_with_their_defaults():
    table = random_study(1, 8, 3)
    for data in (table, evenkeel.compare(table), evenkeel.load_runs("scipy_optimisers")):
        assert len(plot_profiles(data).lines) in (3, 7)
