"""The pictures by name, for menus, and in axes of the caller."""

from __future__ import annotations

import pytest
from matplotlib import pyplot
from matplotlib.axes import Axes

from drawing import faults
from evenkeel.casestudies import load
from evenkeel.errors import InputError, UnknownNameError
from evenkeel.plot import KINDS, draw_picture
from evenkeel.tables.results import Results
from evenkeel.tables.runs import Runs
from runs_examples import make_curves

TWO = load("cec2005").select(["SaDE", "PSO"])
CURVES = make_curves()
CELL = {"of": "A", "on": "F1"}


def data_of(name: str) -> Results | Runs:
    return CURVES if KINDS[name].of_runs else TWO


def options_of(name: str) -> dict[str, object]:
    cell = {key: value for key, value in CELL.items() if key in KINDS[name].options}
    return {**KINDS[name].needs, **cell}


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_draws(name: str) -> None:
    assert KINDS[name].summary.startswith("Draw ")
    assert isinstance(draw_picture(name, data_of(name), layout=None, **options_of(name)), Axes)
    assert pyplot.get_fignums() == []


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_draws_in_axes_of_the_caller(name: str) -> None:
    figure, ax = pyplot.subplots(figsize=(7, 5))
    try:
        assert KINDS[name].function(data_of(name), **options_of(name), ax=ax) is ax
        figure.draw_without_rendering()
        assert figure.get_size_inches() == pytest.approx((7, 5))
    finally:
        pyplot.close(figure)


def test_an_option_of_another_picture() -> None:
    with pytest.raises(InputError) as caught:
        draw_picture("scatter", TWO, procedure="holm")
    assert str(caught.value) == (
        "the picture 'scatter' has no option 'procedure'; these have it: critical-difference, "
        "stairs, pvalues, comparison-matrix"
    )


def test_an_unknown_picture() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'scatter'"):
        draw_picture("scater", TWO)


def test_a_picture_of_runs_is_not_made_of_one_value_a_cell() -> None:
    with pytest.raises(InputError, match="'qq' shows the runs of a table, but this one has one"):
        draw_picture("qq", TWO)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [k.name for k in KINDS.values() if not k.of_runs and k.name != "joint"]
)
def test_several_tables_stand_above_each_other_and_no_text_is_cut(name: str) -> None:
    table = load("cec2005").select(["SaDE", "PSO", "CHC"])
    parts = {"unimodal": table.problems[:5], "multimodal": table.problems[5:]}
    tables = {part: table.select(problems=some) for part, some in parts.items()}
    pair = {"first": "SaDE", "second": "PSO"} if "first" in KINDS[name].options else {}
    ax = draw_picture(name, tables, **pair, **KINDS[name].needs)
    found = [t.get_text() for a in ax.figure.axes for t in a.texts if t.get_fontweight() == "bold"]
    assert [text.split(" (")[0] for text in found if text.split(" (")[0] in parts] == list(parts)
    assert faults(ax.figure) == []
    assert pyplot.get_fignums() == []


def test_each_panel_shows_its_own_table() -> None:
    table = load("cec2005").select(["SaDE", "PSO", "CHC"])
    tables = {str(n): table.select(problems=table.problems[:n]) for n in (10, 20)}
    ax = draw_picture("win-tie-loss", tables)
    for axes, each in zip(ax.figure.axes, tables.values(), strict=True):
        alone = draw_picture("win-tie-loss", each)
        shown = [
            text.get_text() for text in axes.texts if text.get_gid() and "cell" in text.get_gid()
        ]
        assert shown == [t.get_text() for t in alone.texts if t.get_gid() and "cell" in t.get_gid()]
    assert ax.figure.axes[0].get_position().y0 > ax.figure.axes[1].get_position().y1


def test_no_table_is_no_picture() -> None:
    with pytest.raises(InputError, match="no table to draw"):
        draw_picture("stairs", {})
