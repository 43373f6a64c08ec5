"""Several critical difference diagrams in one figure, on a common axis."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import evenkeel
from drawing import faults, random_study
from evenkeel.casestudies import load
from evenkeel.errors import InputError
from evenkeel.plot import (
    draw_picture,
    figure_tikz,
    plot_critical_difference,
    plot_critical_differences,
    style,
)
from evenkeel.plot.canvas import PADDING
from evenkeel.plot.cd_panels import stack
from evenkeel.tables.results import Results

CEC = load("cec2005")
HALVES = {
    "first": CEC.select(problems=CEC.problems[:12]),
    "last": CEC.select(problems=CEC.problems[12:]),
    "all": CEC,
}


def texts(ax: Axes, start: str) -> dict[str, str]:
    return {
        text.get_gid(): text.get_text().replace("\u00a0", " ")
        for text in ax.texts
        if text.get_gid().startswith(start)
    }


def note(ax: Axes) -> str:
    return " ".join(t.get_text() for t in ax.texts if t.get_gid() == "note").replace("\u00a0", " ")


def lines(ax: Axes, start: str) -> dict[str, tuple[list[float], list[float]]]:
    return {
        line.get_gid(): (line.get_xdata(), line.get_ydata())
        for line in ax.lines
        if line.get_gid().startswith(start)
    }


def test_panels_stand_above_each_other_without_overlap() -> None:
    at = stack([1.0, 2.0, 0.5], heading=0.2, title=0.1, notes=0.3, gap=0.4)
    assert at.feet == pytest.approx((4.0, 1.4, 0.3))
    assert at.headings == pytest.approx((5.1, 3.5, 0.9))
    assert at.title == pytest.approx(5.25)
    assert at.height == pytest.approx(5.3)


@pytest.mark.slow
@pytest.mark.parametrize("best", ["left", "right"])
@pytest.mark.parametrize("layout", ["two-sided", "one-sided"])
def test_a_rank_stands_at_the_same_place_in_every_panel(layout: str, best: str) -> None:
    """On one line through two ticks of the first panel, whatever names the panels have."""
    ax = plot_critical_differences(HALVES, layout=layout, best=best)
    axes = [lines(ax, f"panel-{i}-axis")[f"panel-{i}-axis"][0] for i in range(3)]
    assert axes[0] == axes[1] == axes[2]
    ticks = {gid: x[0] for gid, (x, _) in lines(ax, "panel-0-tick").items()}
    low, high = ticks["panel-0-tick-4"], ticks["panel-0-tick-6"]
    for number, table in enumerate(HALVES.values()):
        average = evenkeel.ranks.friedman_ranks(table).average
        stems = lines(ax, f"panel-{number}-stem")
        for j, rank in enumerate(average):
            expected = low + (rank - 4) / 2 * (high - low)
            # algorithms that share a rank but not their groups stand a hair's breadth apart
            assert stems[f"panel-{number}-stem-{j}"][0][0] == pytest.approx(expected, abs=0.04)


def test_each_panel_is_the_diagram_of_its_table() -> None:
    ax = plot_critical_differences(HALVES)
    for number, table in enumerate(HALVES.values()):
        alone = plot_critical_difference(table)
        bars = {gid.removeprefix(f"panel-{number}-") for gid in lines(ax, f"panel-{number}-bar")}
        assert bars == set(lines(alone, "bar"))
        names = texts(ax, f"panel-{number}-name").values()
        assert sorted(names) == sorted(texts(alone, "name").values())
    tops = [lines(ax, f"panel-{i}-axis")[f"panel-{i}-axis"][1][0] for i in range(3)]
    for number, next_top in enumerate(tops[1:]):
        assert min(y[1] for _, y in lines(ax, f"panel-{number}-stem").values()) > next_top


def test_the_names_stand_above_their_panels_and_the_rest_is_said_once() -> None:
    ax = plot_critical_differences({"HV": CEC, "IGD": CEC})
    assert texts(ax, "heading") == {"heading-0": "HV", "heading-1": "IGD"}
    assert list(texts(ax, "title").values()) == ["Average Friedman rank, lower is better"]
    assert note(ax) == (
        "Bars join groups in which no pair is rejected: Shaffer static, and Wilcoxon with Holm of "
        "the two alone, at the 0.05 level, 25 problems."
    )
    places = {t.get_gid(): t.get_position()[1] for t in ax.texts}
    ordered = ("title", "heading-0", "panel-0-tick", "heading-1", "panel-1-tick", "note")
    assert all(places[a] > places[b] for a, b in pairwise(ordered))


def test_numbers_of_problems_that_differ_stand_in_the_headings() -> None:
    ax = plot_critical_differences(HALVES)
    assert list(texts(ax, "heading").values()) == [
        "first (12 problems)",
        "last (13 problems)",
        "all (25 problems)",
    ]
    assert note(ax) == (
        "Bars join groups in which no pair is rejected: Shaffer static, and Wilcoxon with Holm of "
        "the two alone, at the 0.05 level."
    )


def test_notes_that_differ_name_their_panels() -> None:
    nothing = random_study(11, 8, 4, spread=0.0)
    something = Results(
        np.random.default_rng(0).normal(size=(8, 4)) + 3 * np.arange(4),
        (),
        nothing.algorithms,
        better="lower",
    )
    ax = plot_critical_differences({"a": nothing, "b": something, "c": nothing}, procedure=None)
    assert note(ax).startswith(
        "a and c: Omnibus hypothesis not rejected, so no pair was tested: Shaffer static at the "
        "0.05 level, 8 problems. b: "
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["paper", "slides"])
@pytest.mark.parametrize("k", [2, 3, 9, 20])
def test_panels_fit_and_no_label_is_cut_or_covered(k: int, name: str) -> None:
    tables = {f"measure {i}": random_study(i, 20, k) for i in range(3)}
    short = {
        title: Results(table.values, (), tuple(f"A{j}" for j in range(k)), better="lower")
        for title, table in tables.items()
    }
    with style(name) as settings:
        long, column = plot_critical_differences(tables), plot_critical_differences(short)
        assert faults(long.figure) == faults(column.figure) == []
        width = settings["figure.figsize"][0]
        assert column.figure.get_size_inches()[0] == pytest.approx(width + 2 * PADDING)


def test_a_comparison_of_measures_is_drawn_as_it_was_concluded() -> None:
    found = evenkeel.compare_measures({"x": CEC, "y": CEC}, procedure="bergmann", alpha=0.1)
    assert "Bergmann-Hommel, and Wilcoxon with Holm of the two alone, at the 0.1 level" in note(
        plot_critical_differences(found)
    )
    drawn = draw_picture("critical-difference", found.comparisons)
    assert note(drawn) == note(plot_critical_differences(found))


def test_panels_as_tikz_and_in_axes_of_the_caller() -> None:
    text = figure_tikz(plot_critical_differences(HALVES))
    assert text.count("{first (12") == text.count("{all (25") == 1
    figure = Figure(figsize=(5, 4))
    ax = figure.subplots()
    assert plot_critical_differences(HALVES, ax=ax) is ax
    assert figure.get_size_inches() == pytest.approx((5, 4))


def test_diagrams_that_share_no_axis_are_refused() -> None:
    with pytest.raises(InputError, match=r"'PSO' is in only one of 'a' and 'b'; ranks can share"):
        plot_critical_differences({"a": CEC, "b": CEC.select(CEC.algorithms[1:])})
    quade = evenkeel.posthoc(CEC, ranking="quade", adjust="holm")
    with pytest.raises(InputError, match="'a' has friedman ranks and 'b' quade ranks"):
        plot_critical_differences({"a": CEC, "b": quade})
    for nothing in ({}, CEC):
        with pytest.raises(InputError, match="there is no diagram to draw; give a mapping"):
            plot_critical_differences(nothing)
