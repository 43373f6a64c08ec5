"""Pictures of a power study: procedures told apart, and intervals at a single bias."""

from __future__ import annotations

from collections.abc import Mapping

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

import evenkeel
from drawing import faults
from evenkeel.plot.power_curves import plot_power
from evenkeel.studies._power import PowerStudy, power

TABLE = evenkeel.load("garcia2008")
STUDIES: Mapping[str, Mapping[str, object]] = {
    "control": {"control": "C4.5", "bias": [0, 10, 20]},
    "all pairs": {"bias": [0, 10, 20], "procedures": "all"},
    "one bias": {"control": "C4.5", "bias": 10},
    "never rejected": {"bias": 0, "size": 4, "procedures": "nemenyi"},
}


@pytest.fixture(scope="module")
def studies() -> dict[str, PowerStudy]:
    return {
        name: power(TABLE, "C4.5", "1-NN", repetitions=50, **options)
        for name, options in STUDIES.items()
    }


@pytest.mark.slow
@pytest.mark.reaching
@pytest.mark.parametrize("name", ["control", "all pairs", "one bias"])
def test_procedures_are_told_apart(studies: dict[str, PowerStudy], name: str) -> None:
    study = studies[name]
    ax = plot_power(study)
    handles = ax.get_legend().legend_handles
    looks = {(handle.get_color(), handle.get_marker()) for handle in handles}
    assert len(looks) == len(handles) == len(study.procedures) == {"all pairs": 16}.get(name, 8)
    drawn = [line for line in ax.lines if line.get_gid() in study.procedures]
    assert {(line.get_color(), line.get_marker()) for line in drawn} == looks


def test_the_handles_show_the_dashes(studies: dict[str, PowerStudy]) -> None:
    handles = plot_power(studies["all pairs"]).get_legend().legend_handles
    dashed = [handle for handle in handles if handle.get_linestyle() == "--"]
    assert dashed
    for handle in dashed:
        dash = sum(handle._dash_pattern[1])  # a stroke and the gap after it, in points
        assert np.ptp(handle.get_xdata()) > 2 * dash


@pytest.mark.slow
@pytest.mark.parametrize("style", ["paper", "slides"])
@pytest.mark.parametrize("what", ["rejections", "pvalues"])
@pytest.mark.parametrize("name", STUDIES)
def test_no_text_is_cut_or_covered(
    studies: dict[str, PowerStudy], name: str, what: str, style: str
) -> None:
    with evenkeel.plot.style(style):
        figure = plot_power(studies[name], what=what).get_figure(root=True)
        assert faults(figure) == []


@pytest.mark.slow
@pytest.mark.parametrize("what", ["rejections", "pvalues"])
@pytest.mark.parametrize("name", ["one bias", "never rejected"])
def test_bars_at_a_single_bias(studies: dict[str, PowerStudy], name: str, what: str) -> None:
    study = studies[name]
    ax = plot_power(study, what=what)
    values = study.rejected_share() if what == "rejections" else study.average_pvalue()
    low, high = study.interval(values)
    bars = [bar for bar in ax.collections if isinstance(bar, LineCollection)]
    marks = [line for line in ax.lines if line.get_gid() in study.procedures]
    places = [line.get_xdata().item() for line in marks]
    assert len(bars) == len(marks) == len(study.procedures)
    assert len(set(places)) == len(places)
    assert all(abs(place - study.bias[0]) <= 0.5 for place in places)
    for number, (bar, place) in enumerate(zip(bars, places, strict=True)):
        ((bottom, top),) = bar.get_segments()
        assert bottom.tolist() == [place, low[number, 0]]
        assert top.tolist() == [place, high[number, 0]]
    assert [label.get_text() for label in ax.get_xticklabels()] == [f"{study.bias[0]:g}"]
    (note,) = (text.get_text() for text in ax.texts if text.get_gid() == "note")
    assert "bars: 95% Monte Carlo intervals" in note.replace("\n", " ")
    assert ax.get_ylim()[0] < 0  # a mark at 0 is whole


def test_names_stay_as_they_are_and_are_escaped_once() -> None:
    table = TABLE.rename(algorithms={"C4.5": "a_b", "1-NN": "c%"})
    study = power(table, "a_b", "c%", bias=[0, 5], repetitions=10, procedures="holm")
    with mpl.rc_context({"text.usetex": True}):
        ax = plot_power(study, ax=Figure(figsize=(9, 5)).add_subplot())
        (note,) = (text.get_text() for text in ax.texts if text.get_gid() == "note")
    assert note.startswith(r"a\_b against c\%, at 0.05")
