"""Pictures of Bayesian comparisons: where things stand, what is written, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_rgba
from matplotlib.patches import StepPatch

import evenkeel
from evenkeel.errors import InputError
from evenkeel.plot import draw_picture, plot_posterior, plot_posterior_matrix, plot_simplex
from evenkeel.plot.posteriors import in_triangle
from evenkeel.plot.styles import ACCENT, BASE, FAINT
from runs_examples import make_runs

TABLE = evenkeel.load("demsar2006")
FOUND = evenkeel.bayes(TABLE, rope=0.01, method="sign")
_RNG = np.random.default_rng(2)
RUNS = make_runs(
    {(a, "P"): m + _RNG.normal(0, 0.02, 10) for a, m in (("new", 0.85), ("old", 0.84))}, "higher"
)
ONE = evenkeel.bayes(RUNS, rope=0.01, method="correlated-t", test_share=0.1)


def texts(ax) -> dict[str, str]:
    return {text.get_gid(): text.get_text() for text in ax.texts}


def test_the_regions_are_the_corners_of_the_triangle() -> None:
    x, y = in_triangle(np.eye(3))
    assert x.tolist() == [0, 0.5, 1]
    assert y == pytest.approx([0, np.sqrt(3) / 2, 0])
    x, y = in_triangle(np.full(3, 1 / 3))
    assert (float(x), float(y)) == pytest.approx((0.5, np.sqrt(3) / 6))


def test_the_corners_have_the_names_and_their_probabilities() -> None:
    left, within, right = FOUND.of("C4.5", "C4.5cf,m")
    ax = plot_simplex(FOUND, first="C4.5", second="C4.5cf,m")
    assert texts(ax)["left"] == f"C4.5\npractically better\n{left:.3f}"
    assert texts(ax)["right"] == f"C4.5cf,m\npractically better\n{right:.3f}"
    assert texts(ax)["rope"] == f"practically alike\n{within:.3f}"
    turned = plot_simplex(FOUND, first="C4.5cf,m", second="C4.5")
    assert texts(turned)["left"] == texts(ax)["right"]


def test_the_cloud_lies_where_the_probability_is() -> None:
    table = evenkeel.Results(np.column_stack([np.zeros(40), np.ones(40)]), better="lower")
    ax = plot_simplex(table, rope=0.1, method="sign")
    (cloud,) = [c for c in ax.collections if c.get_gid() == "cloud"]
    x, y = np.average(cloud.get_offsets(), axis=0, weights=cloud.get_array())
    assert (x, y) == pytest.approx((0, 0), abs=0.1)


def test_no_text_of_the_simplex_overlaps_another() -> None:
    names = ("a name that is rather long, no. 1", "a name that is rather long, no. 2")
    for first, second in (("A", "B"), names):
        table = evenkeel.Results(TABLE.values[:, :2], algorithms=[first, second], better="higher")
        ax = plot_simplex(table, rope=0.01, method="sign")
        ax.figure.draw_without_rendering()
        boxes = [text.get_window_extent() for text in ax.texts]
        width, height = ax.figure.get_size_inches() * ax.figure.dpi
        for i, box in enumerate(boxes):
            assert 0 <= box.x0 <= box.x1 <= width
            assert 0 <= box.y0 <= box.y1 <= height
            assert not any(box.overlaps(other) for other in boxes[i + 1 :])


def test_the_parts_of_a_density_have_the_probabilities_of_the_regions() -> None:
    ax = plot_posterior(ONE)
    masses = dict.fromkeys((BASE, FAINT, ACCENT), 0.0)
    for patch in ax.patches:
        assert isinstance(patch, StepPatch)
        values, edges, _ = patch.get_data()
        colour = next(c for c in masses if to_rgba(c) == patch.get_facecolor())
        masses[colour] += float(values @ np.diff(edges))
    expected = dict(zip((BASE, FAINT, ACCENT), ONE.of("new", "old"), strict=True))
    assert masses == pytest.approx(expected, abs=0.03)  # a bar at the border has one colour
    assert sorted(line.get_xdata()[0] for line in ax.lines) == pytest.approx([-0.01, 0.01])


def test_an_exchanged_pair_is_drawn_mirrored() -> None:
    one, other = (
        plot_posterior(ONE, first=first, second=second)
        for first, second in (("new", "old"), ("old", "new"))
    )
    assert one.get_xlim() == pytest.approx(tuple(-x for x in other.get_xlim()[::-1]))
    assert other.get_xlabel() == "old − new: mean difference"


def test_the_matrix_has_both_orders_of_every_pair() -> None:
    ax = plot_posterior_matrix(FOUND)
    names = [label.get_text() for label in ax.get_yticklabels()]
    written = texts(ax)
    for i, row in enumerate(names):
        for j, column in enumerate(names):
            if i != j:
                better, alike, _ = FOUND.of(row, column)
                assert written[f"cell-{i}-{j}"] == f"{better:.2f}\n≈ {alike:.2f}"
    bold = {t.get_gid() for t in ax.texts if t.get_fontweight() == "bold"}
    decided = sum(decision != "open" for decision in FOUND.decision)
    assert len(bold) == 2 * decided


def test_the_matrix_of_a_control_has_one_column() -> None:
    ax = plot_posterior_matrix(TABLE, rope="none", control="best")
    assert [label.get_text() for label in ax.get_xticklabels()] == ["C4.5cf,m"]
    assert "≈" not in "".join(texts(ax).values())


@pytest.mark.parametrize(
    ("kind", "data", "options", "start"),
    [
        ("simplex", TABLE, {"rope": 0.01}, "a picture of two algorithms was asked of a table of 4"),
        ("simplex", ONE, {}, "'correlated-t' compares on one problem"),
        ("posterior", TABLE.select(["C4.5", "C4.5m"]), {}, "rope is missing"),
        ("posterior", FOUND, {}, "this comparison has 6 pairs; name the two"),
        ("posterior", FOUND, {"rope": 0.1}, "rope, method and control belong to the Bayesian"),
    ],
)
def test_what_cannot_be_drawn_is_refused(kind, data, options, start) -> None:
    with pytest.raises(InputError) as caught:
        draw_picture(kind, data, **options)
    assert str(caught.value).startswith(start)


def test_without_a_rope_there_is_no_triangle() -> None:
    with pytest.raises(InputError, match="without a rope there are two regions"):
        plot_simplex(TABLE.select(["C4.5", "C4.5m"]), rope="none")


def test_numbers_that_no_axis_can_show_are_refused() -> None:
    huge = make_runs(
        {(a, "P"): np.ldexp(RUNS.cell(a, "P"), 1020) for a in ("new", "old")}, "higher"
    )
    found = evenkeel.bayes(huge, rope=1e305, method="correlated-t", test_share=0.1)
    with pytest.raises(InputError, match="a picture cannot show numbers beyond 1e300"):
        plot_posterior(found)
