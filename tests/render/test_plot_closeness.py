"""What a critical difference diagram shows of equivalence."""

from __future__ import annotations

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError
from evenkeel.plot import plot_critical_difference
from evenkeel.plot.saving import figure_tikz

NOISE = np.linspace(-0.2, 0.2, 12)
TABLE = evenkeel.Results(
    np.column_stack([NOISE, -NOISE * 0.9, 0.45 + NOISE * 0.3, 5 + NOISE[::-1] * 2, 5.2 - NOISE]),
    algorithms=["A", "B", "C", "D", "E"],
    better="lower",
)


def note(ax) -> str:
    return " ".join(
        text.get_text().replace("\n", " ").replace("\u00a0", " ")
        for text in ax.texts
        if text.get_gid() == "note"
    )


def circles(ax) -> list[float]:
    return sorted(
        float(line.get_xdata()[0]) for line in ax.lines if line.get_gid().startswith("circle-")
    )


def test_joined_circles_mark_the_groups_that_are_shown_to_be_close() -> None:
    tests = evenkeel.equivalence(TABLE, 0.9)
    assert tests.groups() == (("A", "B", "C"), ("D", "E"))
    ax = plot_critical_difference(TABLE, method="wilcoxon", procedure="holm", equivalence=tests)
    stems = {
        line.get_gid(): float(line.get_xdata()[0])
        for line in ax.lines
        if line.get_gid().startswith("stem-")
    }
    assert circles(ax) == pytest.approx(sorted(stems.values()))
    joined = [line for line in ax.lines if line.get_gid().startswith("close-")]
    assert len(joined) == 2
    bars = [line for line in ax.lines if line.get_gid().startswith("bar-")]
    lowest = min((line.get_ydata()[0] for line in bars), default=np.inf)
    assert all(line.get_ydata()[0] < lowest for line in joined)
    assert "Joined circles: every pair is shown to be equivalent (margin 0.9" in note(ax)
    assert "circle[radius=" in figure_tikz(ax)


def test_without_tests_of_equivalence_the_diagram_is_as_it_was() -> None:
    ax = plot_critical_difference(TABLE)
    assert circles(ax) == []
    assert "equivalent" not in note(ax)


@pytest.mark.slow
def test_nothing_shown_is_said() -> None:
    tests = evenkeel.equivalence(TABLE, 1e-6)
    ax = plot_critical_difference(TABLE, equivalence=tests)
    assert circles(ax) == []
    assert "No pair is shown to be equivalent (margin 1e-06" in note(ax)
    tests = evenkeel.equivalence(TABLE, 1e-6, control="A")
    ax = plot_critical_difference(TABLE, control="A", equivalence=tests)
    assert "None is shown to be equivalent to the control" in note(ax)


def test_with_a_control_a_circle_stands_by_the_name_of_its_equals() -> None:
    tests = evenkeel.equivalence(TABLE, 0.9, control="A")
    ax = plot_critical_difference(TABLE, control="A", equivalence=tests)
    equals = [line.get_gid() for line in ax.lines if line.get_gid().startswith("equal-")]
    assert equals == ["equal-1", "equal-2"]
    assert "Circle by the name: shown to be equivalent to the control" in note(ax)


def test_tests_of_another_family_or_another_kind_are_refused() -> None:
    with pytest.raises(InputError, match="of the control 'B' and 5 algorithms, the diagram of all"):
        plot_critical_difference(TABLE, equivalence=evenkeel.equivalence(TABLE, 1, control="B"))
    with pytest.raises(InputError, match=r"give what evenkeel.equivalence\(\) returns"):
        plot_critical_difference(TABLE, equivalence=0.5)
