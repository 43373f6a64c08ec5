"""Styles, settings made by hand, axes of the caller, and pyplot left alone."""

from __future__ import annotations

import matplotlib as mpl
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure

import evenkeel.plot
from drawing import faults, studies
from evenkeel.errors import UnknownNameError
from evenkeel.plot import (
    plot_average_ranks,
    plot_critical_difference,
    plot_histogram,
    plot_scatter,
    style,
)


def name_size(ax: object) -> float:
    return next(t.get_fontsize() for t in ax.texts if t.get_gid().startswith("name-"))


def test_the_default_is_a_column_of_a_paper() -> None:
    ax = plot_critical_difference(studies()["garcia2008"])
    assert ax.figure.get_figwidth() == pytest.approx(3.5, abs=0.1)
    assert name_size(ax) == 8


def test_slides_are_larger() -> None:
    with style("slides") as settings:
        ax = plot_critical_difference(studies()["garcia2008"])
        assert settings["font.size"] == 18
    assert ax.figure.get_figwidth() == pytest.approx(10, abs=0.1)
    assert name_size(ax) == 18
    assert mpl.rcParams["font.size"] == mpl.rcParamsDefault["font.size"]


def test_settings_by_hand_win_over_the_default_style() -> None:
    with mpl.rc_context({"font.size": 11.0, "font.family": "serif", "figure.figsize": (5, 3)}):
        ax = plot_critical_difference(studies()["garcia2008"])
    assert name_size(ax) == 11
    assert ax.texts[0].get_fontfamily() == ["serif"]
    assert ax.figure.get_figwidth() == pytest.approx(5, abs=0.1)


def test_settings_given_to_a_style_win_over_it() -> None:
    with style("paper", {"font.size": 6.0}):
        assert name_size(plot_critical_difference(studies()["garcia2008"])) == 6


def test_names_are_escaped_where_latex_sets_the_text() -> None:
    table = studies()["garcia2008"].rename({"CN2": "50% & $x_1$"})
    drawn = plot_critical_difference(table)
    assert "50% & $x_1$" in [text.get_text() for text in drawn.texts]
    assert not any(text.get_parse_math() for text in drawn.texts)
    with mpl.rc_context({"text.usetex": True}):
        drawn = plot_critical_difference(table)
    assert r"50\% \& \$x\_1\$" in [text.get_text() for text in drawn.texts]


def test_an_unknown_style() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean 'paper'"), style("papper"):
        pass


def test_ticks_made_later_keep_the_style() -> None:
    ax = plot_average_ranks(studies()["garcia2008"])
    ax.set_xlim(0, 100)
    ax.set_xticks(range(0, 101, 5))
    assert {label.get_fontsize() for label in ax.get_xticklabels()} == {7.5}


def test_labels_titles_and_colours_can_be_changed() -> None:
    ax = plot_average_ranks(studies()["garcia2008"])
    ax.set_title("A title", fontsize=14, family="serif")
    ax.set_xlabel("Another label")
    ax.set_ylabel("Classifier")
    ax.patches[0].set_facecolor("black")
    assert faults(ax.figure) == []
    colours = {"CN2": "tab:green"}
    ax = plot_critical_difference(studies()["garcia2008"], colours=colours, highlight="C4.5")
    names = {t.get_text(): t for t in ax.texts if t.get_gid().startswith("name-")}
    assert names["CN2"].get_color() == mpl.colors.to_hex("tab:green")
    assert names["C4.5"].get_fontweight() == "bold"
    assert names["1-NN"].get_color() == names["Kernel"].get_color() != names["C4.5"].get_color()


def test_bars_coloured_by_group() -> None:
    ax = plot_critical_difference(studies()["garcia2008"], procedure="holm", colours="groups")
    colours = [line.get_color() for line in ax.lines if line.get_gid().startswith("bar-")]
    assert len(colours) == len(set(colours)) > 1
    with pytest.raises(UnknownNameError, match="colours"):
        plot_critical_difference(studies()["garcia2008"], colours="rainbow")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(9, 3), (4, 4), (2.2, 1.2)])
def test_a_diagram_fits_the_axes_of_the_caller(size: tuple[float, float]) -> None:
    figure, (left, right) = pyplot.subplots(1, 2, figsize=size)
    try:
        plotted = plot_critical_difference(studies()["cec2005"], ax=left)
        plot_critical_difference(studies()["garcia2008"], ax=right, ranks=True)
        assert plotted is left
        assert left.figure is figure
        assert figure.get_size_inches() == pytest.approx(size)
        assert faults(figure) == []
    finally:
        pyplot.close(figure)


def test_a_subfigure_will_do() -> None:
    figure = Figure(figsize=(8, 3))
    parts = figure.subfigures(1, 2)
    ax = plot_critical_difference(studies()["cec2005"], ax=parts[1].subplots())
    assert ax.figure is parts[1]


def test_nothing_is_left_open_in_pyplot() -> None:
    table = studies()["two"]
    assert pyplot.get_fignums() == []
    plot_critical_difference(table)
    plot_scatter(table)
    plot_histogram([1.0, 2.0, 3.0])
    assert pyplot.get_fignums() == []
    assert mpl.rcParams["figure.figsize"] == mpl.rcParamsDefault["figure.figsize"]


def test_every_public_name_exists_and_is_listed() -> None:
    for name in evenkeel.plot.__all__:
        assert getattr(evenkeel.plot, name) is not None
    assert sorted(evenkeel.plot.__all__, key=str) == sorted(set(evenkeel.plot.__all__))
    with pytest.raises(AttributeError, match="plot_everything"):
        _ = evenkeel.plot.plot_everything
