"""The pictures of models on items show what the numbers say."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_rgba

from evenkeel.errors import InputError
from evenkeel.items import items
from evenkeel.plot import plot_item_board, plot_item_forest, plot_split_items, plot_variance_shares
from item_logs import table


@pytest.fixture(scope="module")
def one():
    scores = {m: [int(i < c) for i in range(40)] for m, c in (("a_b", 38), ("$c$", 36), ("d", 9))}
    return items([table(scores, cluster=[i // 2 for i in range(40)])]).benchmarks[0]


def parts(ax, name):
    """What is drawn under a name."""
    return [artist for artist in ax.get_children() if str(artist.get_gid()).startswith(name)]


def test_the_board(one):
    ax = plot_item_board(one)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a_b", "$c$", "d"]
    (means,) = parts(ax, "means")
    np.testing.assert_allclose(means.get_xdata(), [0.95, 0.9, 0.225])
    (tie,) = parts(ax, "tie-")
    np.testing.assert_allclose(tie.get_ydata(), [-0.2, 1.2])
    (lines,) = parts(ax, "intervals")
    assert [tuple(segment[:, 0]) for segment in lines.get_segments()] == [
        pytest.approx(bounds) for bounds in zip(one.low, one.high, strict=True)
    ]


def test_the_forest(one):
    ax = plot_item_forest(one.pairs)
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == ["a_b – d", "$c$ – d", "a_b – $c$"]
    assert len(parts(ax, "shown")) == 2
    (open_one,) = parts(ax, "open")
    assert to_rgba(open_one.get_markerfacecolor()) == to_rgba("white")


def test_shares_and_split_items(one):
    ax = plot_variance_shares(one)
    wide = [patch.get_width() for patch in ax.patches]
    assert sum(wide) == pytest.approx(3)
    ax = plot_split_items(one, most=5)
    (cells,) = parts(ax, "scores")
    assert cells.get_array().shape == (5, 3)
    (split,) = parts(plot_split_items(one), "scores")
    assert (np.ptp(split.get_array(), axis=1) > 0).all()  # not one that all score alike
    assert [label.get_text() for label in ax.get_xticklabels()] == ["a_b", "$c$", "d"]


def test_too_many_rows_are_refused():
    many = {f"m{j}": [j % 2, 1] for j in range(25)}
    pairs = items([table(many)]).benchmarks[0].pairs
    with pytest.raises(InputError, match="a picture of 300 pairs"):
        plot_item_forest(pairs)
