"""The geometry of the critical difference diagram, as numbers."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenkeel.plot.cd_geometry import Diagram, Measures, lay_out

MEASURES = Measures(
    names=(0.5,) * 5,
    values=0.0,
    row=0.1444,
    width=3.5,
    title=0.13,
    title_width=1.8,
    notes=0.0,
    tick_label=0.13,
)
AVERAGE = np.array([2.1, 3.25, 2.2, 4.333, 3.117])


def measures(k: int, name: float = 0.5) -> Measures:
    """Names of three widths: the one given, and 0.2 and 0.4 inches more."""
    return replace(MEASURES, names=tuple(name + 0.2 * (j % 3) for j in range(k)))


def segments(diagram: Diagram) -> list[tuple[int, tuple[float, float], tuple[float, float]]]:
    """The two pieces of every stem, each with its algorithm."""
    pieces = []
    for stem in diagram.stems:
        pieces.append((stem.algorithm, (stem.x, diagram.axis_y), (stem.x, stem.y)))
        pieces.append((stem.algorithm, (stem.x, stem.y), (stem.x_end, stem.y)))
    return pieces


def cross(first: tuple, second: tuple) -> bool:
    """Whether a vertical and a horizontal piece cross in their interiors."""
    (_, a, b), (_, c, d) = first, second
    if a[0] != b[0]:
        (a, b), (c, d) = (c, d), (a, b)
    if a[0] != b[0] or c[1] != d[1]:
        return False
    left, right = sorted((c[0], d[0]))
    low, high = sorted((a[1], b[1]))
    return left < a[0] < right and low < c[1] < high


def test_ranks_stand_on_a_linear_axis() -> None:
    diagram = lay_out(AVERAGE, [], MEASURES, limits=(2.0, 5.0))
    x0, x1 = diagram.axis_x
    for stem in diagram.stems:
        expected = x0 + (AVERAGE[stem.algorithm] - 2) / 3 * (x1 - x0)
        assert stem.x == pytest.approx(expected, abs=1e-12)
    assert [(t.rank, t.numbered) for t in diagram.ticks] == [
        (2.0, True),
        (2.5, False),
        (3.0, True),
        (3.5, False),
        (4.0, True),
        (4.5, False),
        (5.0, True),
    ]


def test_best_on_the_right_mirrors_the_axis() -> None:
    left = lay_out(AVERAGE, [], MEASURES, best="left")
    right = lay_out(AVERAGE, [], MEASURES, best="right")
    for one, other in zip(left.stems, right.stems, strict=True):
        assert one.x - left.axis_x[0] == pytest.approx(right.axis_x[1] - other.x, abs=1e-12)
        assert one.side != other.side
        assert one.y == pytest.approx(other.y)
    assert [stem.side for stem in left.stems] == ["left", "right", "left", "right", "left"]


def test_one_side_reads_from_the_best_down() -> None:
    for best in ("left", "right"):
        diagram = lay_out(AVERAGE, [], MEASURES, layout="one-sided", best=best)
        assert {stem.side for stem in diagram.stems} == {best}
        rows = sorted(diagram.stems, key=lambda stem: -stem.y)
        assert [stem.algorithm for stem in rows] == [0, 2, 4, 1, 3]


def test_the_figure_keeps_to_the_width_or_grows() -> None:
    assert lay_out(AVERAGE, [], MEASURES).width == pytest.approx(3.5)
    long = lay_out(AVERAGE, [], measures(5, name=3.0))
    assert long.width > 6
    assert long.axis_x[1] - long.axis_x[0] >= 1.499


def test_the_ruler_is_the_critical_difference_to_scale() -> None:
    """Demsar (2006), Section 3.2.2: 14 data sets, four classifiers, CD = 1.25 at 0.05."""
    average = np.array([3.143, 2.0, 2.893, 1.964])
    diagram = lay_out(average, [], measures(4), critical_difference=1.25)
    per_rank = (diagram.axis_x[1] - diagram.axis_x[0]) / (diagram.limits[1] - diagram.limits[0])
    assert diagram.ruler is not None
    assert diagram.ruler.x1 - diagram.ruler.x0 == pytest.approx(1.25 * per_rank)
    assert diagram.ruler.y > diagram.axis_y


def test_a_ruler_longer_than_the_axis_stays_in_the_picture() -> None:
    diagram = lay_out(AVERAGE, [], MEASURES, critical_difference=9.0)
    assert diagram.ruler is not None
    assert diagram.ruler.x1 < diagram.width


def test_bars_that_do_not_overlap_share_a_level() -> None:
    # in the order of ranks 0, 2, 4, 1, 3
    groups = [(0, 2), (2, 4), (1, 3)]
    diagram = lay_out(AVERAGE, groups, MEASURES)
    assert [bar.level for bar in diagram.bars] == [0, 1, 0]
    assert diagram.bars[0].y == diagram.bars[2].y > diagram.bars[1].y
    assert all(stem.y < diagram.bars[1].y for stem in diagram.stems)


def test_groups_of_one_have_no_bar() -> None:
    assert lay_out(AVERAGE, [(0, 2), (1,), (3,)], MEASURES).bars[0].members == (0, 2)
    assert len(lay_out(AVERAGE, [(0, 2), (1,), (3,)], MEASURES).bars) == 1


def test_a_group_that_is_no_interval_has_a_broken_bar() -> None:
    diagram = lay_out(AVERAGE, [(0, 4, 3)], MEASURES)  # 2 and 1 stand in between
    bar = diagram.bars[0]
    x = {stem.algorithm: stem.x for stem in diagram.stems}
    assert not bar.interval
    assert bar.members == (0, 4, 3)
    assert bar.dots == (x[0], x[4], x[3])
    assert len(bar.solid) == 3
    assert len(bar.gaps) == 2
    for outsider in (1, 2):
        assert not any(low <= x[outsider] <= high for low, high in bar.solid)
        assert any(low < x[outsider] < high for low, high in bar.gaps)


def test_equal_ranks_in_different_groups_are_told_apart() -> None:
    average = np.array([1.5, 2.5, 2.5, 3.5])
    diagram = lay_out(average, [(0, 1), (2, 3)], measures(4))
    x = {stem.algorithm: stem.x for stem in diagram.stems}
    assert 0 < x[2] - x[1] <= 0.05
    for bar in diagram.bars:
        outsiders = set(range(4)) - set(bar.members)
        assert bar.interval
        assert not any(bar.solid[0][0] <= x[j] <= bar.solid[0][1] for j in outsiders)


def test_equal_ranks_in_the_same_groups_stay_together() -> None:
    average = np.array([1.5, 2.5, 2.5, 3.5])
    x = {s.algorithm: s.x for s in lay_out(average, [(0, 1, 2), (1, 2, 3)], measures(4)).stems}
    assert x[1] == x[2]


@pytest.mark.parametrize(
    ("low", "high", "limits", "numbers"),
    [
        (1.2, 1.8, (1, 2), [1, 2]),
        (2.0, 2.0, (1, 3), [1, 2, 3]),
        (2.1, 7.9, (1, 9), [1, 3, 5, 7, 9]),
        (4.9, 16.1, (1, 20), [1, 5, 10, 15, 20]),
        (2.3, 45.7, (1, 47), [1, 10, 20, 30, 40, 47]),
    ],
)
def test_the_axis_shows_every_rank_that_there_can_be(
    low: float, high: float, limits: tuple[float, float], numbers: list[int]
) -> None:
    """Two averages about the middle of 1 to k, so that k is their sum less 1."""
    diagram = lay_out(np.array([low, high]), [], measures(2))
    assert diagram.limits == limits
    assert [tick.rank for tick in diagram.ticks if tick.numbered] == numbers


@pytest.mark.parametrize(("low", "high"), [(18.3, 30.7), (61.5, 152.0)])
def test_an_axis_of_which_less_than_half_is_needed_is_cut(low: float, high: float) -> None:
    diagram = lay_out(np.array([low, high]), [], measures(2))
    assert diagram.limits[0] <= low < high <= diagram.limits[1]
    assert diagram.limits[1] - diagram.limits[0] < (low + high - 2) / 2


@pytest.mark.parametrize("k", [4, 5, 6])
def test_equal_ranks_on_both_sides_do_not_make_one_line_straight_across(k: int) -> None:
    diagram = lay_out(np.full(k, (k + 1) / 2), [], measures(k))
    heights = [stem.y for stem in diagram.stems]
    assert len({round(y, 9) for y in heights}) == k
    assert min(heights) > diagram.notes_y


@st.composite
def studies(draw: st.DrawFn) -> tuple[np.ndarray, list[tuple[int, ...]]]:
    """Average ranks, often tied, and any sets of algorithms as groups."""
    k = draw(st.integers(2, 12))
    average = np.array(draw(st.lists(st.integers(4, 4 * k), min_size=k, max_size=k))) / 4
    members = st.sets(st.integers(0, k - 1), min_size=1, max_size=k)
    groups = draw(st.lists(members, max_size=6, unique_by=lambda group: tuple(sorted(group))))
    return average, [tuple(sorted(group)) for group in groups]


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(study=studies(), layout=st.sampled_from(["two-sided", "one-sided"]), right=st.booleans())
def test_no_bar_misleads_and_no_lines_cross(
    study: tuple[np.ndarray, list[tuple[int, ...]]], layout: str, right: bool
) -> None:
    average, groups = study
    k = len(average)
    diagram = lay_out(
        average, groups, measures(k), layout=layout, best="right" if right else "left"
    )
    x = {stem.algorithm: stem.x for stem in diagram.stems}
    assert sorted(x) == list(range(k))
    # a bar for every group of two or more, solid over exactly its members
    assert [set(bar.members) for bar in diagram.bars] == [set(g) for g in groups if len(g) > 1]
    for bar in diagram.bars:
        covered = {j for j in x if any(low <= x[j] <= high for low, high in bar.solid)}
        assert covered == set(bar.members)
    # bars on one level keep apart
    for one, other in combinations(diagram.bars, 2):
        if one.level == other.level:
            first, second = sorted((one.solid[0][0], one.solid[-1][1]) for one in (one, other))
            assert first[1] < second[0]
    # stems do not cross, labels of one side have rows of their own, all inside the box
    pieces = segments(diagram)
    assert not any(cross(a, b) for a, b in combinations(pieces, 2) if a[0] != b[0])
    for side in ("left", "right"):
        rows = sorted(stem.y for stem in diagram.stems if stem.side == side)
        assert np.all(np.diff(rows) > 0.9 * MEASURES.row)
    for stem in diagram.stems:
        assert 0 < stem.y < stem.y + MEASURES.row / 2 < diagram.axis_y
        name = measures(k).names[stem.algorithm]
        outer = stem.x_name + (name if stem.side == "right" else -name)
        assert 0 <= outer <= diagram.width
    # the order of the ranks is the order on the axis
    for a, b in combinations(range(k), 2):
        if average[a] < average[b]:
            assert (x[a] < x[b]) != right
