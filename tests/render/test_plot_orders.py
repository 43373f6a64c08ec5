"""The pictures of orders: the numbers that they show, from tables and from results."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.axes import Axes

import evenkeel
from evenkeel.plot import plot_beating, plot_rank_shares
from evenkeel.stability import stability, strengths


def texts(ax: Axes) -> dict[str, str]:
    return {text.get_gid(): text.get_text() for text in ax.texts}


@pytest.mark.parametrize("model", ["bradley-terry", "plackett-luce"])
def test_each_cell_has_the_probability_and_its_interval(model) -> None:
    found = strengths(evenkeel.load("garcia2008"), model=model, resamples=5)
    ax = plot_beating(found)
    names = [label.get_text() for label in ax.get_xticklabels()]
    assert names == list(found.order)
    shown = texts(ax)
    for i, first in enumerate(found.order):
        assert f"cell-{i}-{i}" not in shown
        for j, second in enumerate(found.order):
            if i != j:
                chance, low, high = found.versus(first, second)
                assert shown[f"cell-{i}-{j}"] == f"{chance:.2f}\n{low:.2f}–{high:.2f}"


def test_a_table_is_drawn_with_the_strengths_by_default() -> None:
    table = evenkeel.load("toy")
    assert texts(plot_beating(table)) == texts(plot_beating(strengths(table)))


def test_each_cell_has_the_share_of_resamples_in_per_cent() -> None:
    found = stability(evenkeel.load("garcia2008"), resamples=200)
    ax = plot_rank_shares(found)
    assert [label.get_text() for label in ax.get_yticklabels()] == list(found.order)
    shown = texts(ax)
    order = np.argsort(found.average)
    for i, row in enumerate(found.places[order]):
        for j, share in enumerate(row):
            expected = f"{100 * share:.0f}" if share > 0.005 else ""
            assert shown[f"cell-{i}-{j}"] == expected


def test_a_table_is_drawn_with_a_thousand_resamples() -> None:
    table = evenkeel.load("demsar2006")
    for ranking in ("friedman", "quade"):
        drawn = plot_rank_shares(table, ranking=ranking)
        assert texts(drawn) == texts(plot_rank_shares(stability(table, ranking=ranking)))
