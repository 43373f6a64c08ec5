"""Pictures of runs over time: what stands where."""

from __future__ import annotations

import numpy as np
import pytest

import evenkeel
from drawing import faults
from evenkeel.plot import (
    plot_cactus,
    plot_curves,
    plot_ecdf,
    plot_ert,
    plot_profiles,
    plot_survival,
)
from evenkeel.plot.times import kaplan_meier
from evenkeel.tables.outcomes import Outcomes
from watched_runs import improving_runs, scenario


def some() -> Outcomes:
    names, times, solved = scenario(30)
    end = np.where(solved, times, 100.0)[..., None]
    return Outcomes(tuple(names), tuple(f"p{i}" for i in range(30)), end, solved[..., None])


def test_a_cactus_has_a_point_for_each_solved_run():
    found = some()
    ax = plot_cactus(evenkeel.runs.timeouts(found))
    lines = {line.get_gid(): line for line in ax.lines}
    assert [*lines] == ["virtual best", "A", "B", "C"]
    for j, name in enumerate("ABC"):
        times = np.sort(found.end[:, j, 0][found.solved[:, j, 0]])
        assert lines[name].get_ydata().tolist() == times.tolist()
        assert lines[name].get_xdata().tolist() == list(range(1, len(times) + 1))
    assert faults(ax.figure) == []


def test_several_runs_a_cell_have_no_virtual_best():
    end = np.ones((2, 2, 3))
    ax = plot_cactus(Outcomes(("A", "B"), ("p", "q"), end, end > 0), scale="linear")
    assert [line.get_gid() for line in ax.lines] == ["A", "B"]


def test_a_survival_curve_is_the_share_that_is_not_solved():
    found = some()
    ax = plot_survival(found)
    times, alive = ax.lines[0].get_xdata(), ax.lines[0].get_ydata()
    for time, share in zip(times, alive, strict=True):
        solved = found.solved[:, 0, 0] & (found.end[:, 0, 0] <= time)
        assert share == pytest.approx(1 - solved.mean())
    assert len(ax.collections) == 3
    assert faults(ax.figure) == []


def test_a_profile_with_timeouts_ends_at_the_share_that_is_solved():
    found = some()
    ax = plot_profiles(evenkeel.runs.timeouts(found))
    ends = [line.get_ydata()[-1] for line in ax.lines[:3]]
    assert ends == pytest.approx(found.solved.mean(axis=(0, 2)).tolist())
    table = evenkeel.Results(found.end[..., 0], found.problems, found.algorithms, better="lower")
    same = plot_profiles(table, cutoff=100)
    assert same.lines[1].get_ydata().tolist() == ax.lines[1].get_ydata().tolist()
    assert faults(ax.figure) == []


def test_several_limits_have_no_band():
    end = np.array([[[3.0], [5.0]], [[4.0], [9.0]]])
    solved = np.array([[[True], [False]], [[True], [False]]])
    ax = plot_survival(Outcomes(("A", "B"), ("p", "q"), end, solved))
    assert len(ax.collections) == 0


def test_kaplan_and_meier_by_hand():
    """Freireich's 6-MP: 0.857 after 6 weeks, 0.807 after 7, 0.753 after 10, 0.448 after 23."""
    end = np.array([6, 6, 6, 7, 10, 13, 16, 22, 23, 6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35.0])
    solved = np.arange(21) < 9
    times, alive = kaplan_meier(end, solved, np.full(21, 1 / 21))
    found = dict(zip(times.tolist(), alive.round(3).tolist(), strict=True))
    assert [found[time] for time in (6, 7, 10, 23)] == [0.857, 0.807, 0.753, 0.448]


def test_ecdf_and_expected_times():
    found = evenkeel.runs.targets(improving_runs(runs=3), targets=[1, 0.1, 1e-3, 1e-9])
    ax = plot_ecdf(found)
    assert ax.lines[0].get_ydata().tolist() == found.ecdf[0].tolist()
    assert len(ax.collections) == 2
    assert faults(ax.figure) == []
    ax = plot_ert(found, on="p1")
    known = np.isfinite(found.ert[1, 0])
    assert ax.lines[0].get_ydata().tolist() == found.ert[1, 0][known].tolist()
    arrows = [line for line in ax.lines if line.get_marker() == "^"]
    assert arrows[0].get_ydata().size == (~np.isfinite(found.ert_upper[1, 0])).sum()
    assert faults(ax.figure) == []
    assert plot_ecdf(improving_runs(runs=3)).get_xscale() == "log"
    assert plot_ert(improving_runs(runs=3)).get_xlabel().startswith("Target on p0")


def test_times_within_two_powers_of_ten_have_ticks_that_do_not_touch():
    end = np.linspace(9540, 86400, 8).reshape(4, 2, 1)
    ax = plot_survival(Outcomes(("A", "B"), tuple("pqrs"), end, end > 0))
    assert ax.get_xticks().tolist() == [10_000, 20_000, 50_000]
    ax.figure.canvas.draw()
    assert [text.get_text() for text in ax.get_xticklabels()] == ["10000", "20000", "50000"]
    assert faults(ax.figure) == []


@pytest.mark.parametrize(
    ("runs", "limits", "bands"), [(9, None, 2), (2, None, 0), (2, (1e-60, 1e3), 2)]
)
def test_curves_have_bands_where_there_are_any(runs, limits, bands):
    found = evenkeel.runs.curves(improving_runs(runs=runs, steps=120), cuts=4, limits=limits)
    ax = plot_curves(found, on="p2")
    assert ax.lines[0].get_ydata().tolist() == found.middle[2, 0].tolist()
    assert ax.get_xscale() == "log"
    assert len(ax.collections) == bands
    assert ax.get_ylabel() == ("Median on p2" if limits is None else "Geometric mean on p2")
    assert (
        "Too few runs for bands."
        in "".join(t.get_text() for t in ax.figure.findobj(lambda a: hasattr(a, "get_text")))
    ) == (not bands)
    assert faults(ax.figure) == []


def test_of_more_solvers_than_looks_the_best_are_named():
    end = np.tile(np.arange(1.0, 25), (4, 1))[..., None]
    solved = np.ones(end.shape, bool)
    solved[:, 3], solved[:2, 5], solved[:1, 7] = False, False, False
    names = tuple(f"S{number}" for number in range(24))
    found = Outcomes(names, tuple("pqrs"), np.where(solved, end, 99.0), solved)
    for draw in (plot_cactus, plot_survival, plot_profiles):
        ax = draw(found)
        labels = [text.get_text() for text in ax.get_legend().get_texts()]
        assert labels[-1] == "3 others"
        assert draw is plot_profiles or not {"S3", "S5", "S7"} & {*labels}
        looks = {(line.get_color(), line.get_linestyle()) for line in ax.lines}
        assert len(looks) == 22 + (draw is plot_cactus)
        assert faults(ax.figure) == []
