"""The picture of the verdicts on equivalence."""

from __future__ import annotations

import numpy as np
import pytest

import evenkeel
from evenkeel.plot import plot_equivalence

NOISE = np.linspace(-0.2, 0.2, 12)
TABLE = evenkeel.Results(
    np.column_stack([NOISE, -NOISE * 0.9, 0.45 + NOISE * 0.3, 5 + NOISE[::-1] * 2, 5.2 - NOISE]),
    algorithms=["A", "B", "C", "D", "E"],
    better="lower",
)


def marks(ax) -> dict[str, str]:
    return {text.get_gid(): text.get_text() for text in ax.texts if text.get_gid() != "note"}


def note(ax) -> str:
    return " ".join(
        text.get_text().replace("\n", " ").replace("\u00a0", " ")
        for text in ax.texts
        if text.get_gid() == "note"
    )


def test_cells_speak_of_the_row_against_the_column() -> None:
    tests = evenkeel.equivalence(TABLE, 0.9)
    ax = plot_equivalence(tests)
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == [label.get_text() for label in ax.get_xticklabels()]
    place = {name: j for j, name in enumerate(names)}
    found = marks(ax)
    signs = {
        ("A", "B"): "=", ("B", "C"): "+=", ("C", "B"): "−=", ("A", "D"): "+", ("D", "A"): "−"
    }  # fmt: skip
    for (row, column), sign in signs.items():
        assert found[f"cell-{place[row]}-{place[column]}"] == sign
    assert f"cell-{place['A']}-{place['A']}" not in found
    assert "+ better" in note(ax)
    assert "? undecided" not in note(ax)
    assert "Margin 0.9." in note(ax)


def test_a_control_has_one_column() -> None:
    ax = plot_equivalence(evenkeel.equivalence(TABLE, 0.9, control="B"))
    assert [label.get_text() for label in ax.get_xticklabels()] == ["B"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["A", "C", "D", "E"]
    assert [marks(ax)[f"cell-{i}-0"] for i in range(4)] == ["=", "−=", "−", "−"]


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 20, 30])
def test_any_number_of_algorithms_is_drawn(k: int) -> None:
    values = np.random.default_rng(k).normal(size=(15, k))
    names = [f"a rather long name of number {j}" for j in range(k)]
    table = evenkeel.Results(values, algorithms=names, better="lower")
    ax = plot_equivalence(evenkeel.equivalence(table, 0.5))
    assert len(ax.get_yticklabels()) == k
    assert ("cell-0-1" in marks(ax)) == (k <= 25)
