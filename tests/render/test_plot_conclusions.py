"""What a picture shows as rejected is what the report of the same table concludes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from matplotlib.axes import Axes

import evenkeel
from drawing import random_study
from evenkeel.adjustments.registry import lookup
from evenkeel.comparison.findings import Comparison
from evenkeel.plot import KINDS, draw_picture
from evenkeel.posthocs._posthoc import MAIN_PROCEDURE

Pairs = set[frozenset[str]]

TABLES = {
    "cec2005": evenkeel.load("cec2005"),
    "garcia2008": evenkeel.load("garcia2008"),
    "a study whose omnibus hypothesis is rejected": random_study(3, 20, 6, spread=3.0),
}
NOTHING = random_study(11, 8, 4, spread=0.0)


def note(ax: Axes) -> str:
    """The note below a picture, in one line."""
    lines = [text.get_text() for text in ax.texts if text.get_gid() == "note"]
    return " ".join(lines).replace("\u00a0", " ").replace("\n", " ")


def of_diagram(ax: Axes, comparison: Comparison) -> Pairs:
    """Pairs that no bar or letter joins, or the filled discs of a diagram with a control."""
    names = comparison.results.algorithms
    if comparison.control is not None:
        return {
            frozenset((comparison.control, names[int(line.get_gid().removeprefix("mark-"))]))
            for line in ax.lines
            if line.get_gid().startswith("mark-")
            and line.get_marker() == "o"
            and line.get_markerfacecolor() == line.get_markeredgecolor()
        }
    if any(text.get_gid() == "heading" for text in ax.texts):  # long names make it a list
        letters = {
            names[int(text.get_gid().removeprefix("group-"))]: set(text.get_text().split(", "))
            for text in ax.texts
            if (text.get_gid() or "").startswith("group-")
        }
        pairs = combinations(letters, 2)
        return {frozenset((a, b)) for a, b in pairs if not letters[a] & letters[b]}
    at = {
        int(line.get_gid().removeprefix("stem-")): line.get_xdata()[0]
        for line in ax.lines
        if line.get_gid().startswith("stem-")
    }
    together: Pairs = set()
    for gid in {line.get_gid() for line in ax.lines if line.get_gid().startswith("bar-")}:
        pieces = [line.get_xdata() for line in ax.lines if line.get_gid() == gid]
        members = [names[j] for j, x in at.items() if any(a <= x <= b for a, b in pieces)]
        together |= {frozenset((a, b)) for a in members for b in members if a != b}
    every = {frozenset((a, b)) for a in names for b in names if a != b}
    return every - together


def of_cells(ax: Axes, comparison: Comparison) -> Pairs:
    """The bold cells of a matrix."""
    rows = [label.get_text() for label in ax.get_yticklabels()]
    columns = [label.get_text() for label in ax.get_xticklabels()]
    places = [text.get_gid().split("-")[1:] for text in ax.texts if is_bold_cell(text)]
    return {frozenset((rows[int(i)], columns[int(j)])) for i, j in places}


def is_bold_cell(text: object) -> bool:
    return (text.get_gid() or "").startswith("cell-") and text.get_fontweight() == "bold"


def of_stairs(ax: Axes, comparison: Comparison) -> Pairs:
    """The filled points, by the names of their rows."""
    labels = [label.get_text() for label in ax.get_yticklabels()]
    rows = [round(y) for line in ax.lines if line.get_gid() == "rejected" for y in line.get_ydata()]
    if comparison.control is not None:
        return {frozenset((comparison.control, labels[row])) for row in rows}
    return {frozenset(labels[row].split(" – ")) for row in rows}


#: How to read from a picture which pairs it shows as rejected.
READERS: dict[str, Callable[[Axes, Comparison], Pairs]] = {
    "critical-difference": of_diagram,
    "stairs": of_stairs,
    "pvalues": of_cells,
    "comparison-matrix": of_cells,
}


def rejected_pairs(comparison: Comparison, *, shown: bool = False) -> Pairs:
    """What the comparison rejects by the procedure of its conclusions, or shows by both looks."""
    found = comparison.posthoc
    rejected = comparison.shown if shown else found.rejected(comparison.alpha, comparison.procedure)
    pairs = zip(found.family.hypotheses, rejected, strict=True)
    return {frozenset(pair) for pair, out in pairs if out}


def test_every_picture_that_takes_a_procedure_is_compared_here() -> None:
    assert {kind.name for kind in KINDS.values() if "procedure" in kind.options} == set(READERS)


@pytest.mark.slow
@pytest.mark.parametrize("against", [None, 0, -1])
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("kind", READERS)
def test_pictures_reject_what_the_comparison_rejects(
    kind: str, table: str, against: int | None
) -> None:
    names = TABLES[table].algorithms
    control = None if against is None else names[against]
    comparison = evenkeel.compare(TABLES[table], control=control)
    family = "all-pairs" if control is None else "control"
    assert comparison.procedure == MAIN_PROCEDURE[family]
    expected = rejected_pairs(comparison, shown=kind == "critical-difference")  # by both looks
    assert expected
    for ax in (
        draw_picture(kind, comparison),
        draw_picture(kind, TABLES[table], control=control),
    ):
        assert READERS[kind](ax, comparison) == expected
        assert lookup(MAIN_PROCEDURE[family]).title in note(ax)


@pytest.mark.slow
@pytest.mark.parametrize("kind", READERS)
def test_pictures_follow_the_procedure_and_the_level_of_a_comparison(kind: str) -> None:
    table = TABLES["cec2005"]
    comparison = evenkeel.compare(table, procedure="nemenyi-bonferroni", alpha=0.1)
    ax = draw_picture(kind, comparison)
    verdict = kind == "critical-difference"
    assert READERS[kind](ax, comparison) == rejected_pairs(comparison, shown=verdict)
    also = ", and Wilcoxon with Holm of the two alone," if verdict else ""
    assert f"Nemenyi (Bonferroni){also} at the 0.1 level" in note(ax)


@pytest.mark.slow
@pytest.mark.parametrize("kind", READERS)
def test_pictures_test_nothing_where_the_report_tests_nothing(kind: str) -> None:
    comparison = evenkeel.compare(NOTHING)
    assert comparison.posthoc is None
    for data in (comparison, NOTHING):
        if kind in ("stairs", "pvalues"):
            with pytest.raises(evenkeel.InputError, match=r"omnibus .* was not rejected.*name a"):
                draw_picture(kind, data)
            continue
        ax = draw_picture(kind, data)
        assert "Omnibus hypothesis not rejected, so no pair was tested" in note(ax)
        assert READERS[kind](ax, comparison) == set()
    assert draw_picture(kind, NOTHING, procedure="holm").figure is not None


@pytest.mark.slow
@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize(
    ("losses", "rejected"),
    [
        # 9 of 11 problems won, z = 7 / sqrt(11) = 2.11, but the two largest differences lost:
        # W = 10 + 11 = 21, above the critical value 10 of n = 11 at 0.05
        ((10, 11), False),
        # 8 of 11 won, z = 5 / sqrt(11) = 1.51, but the smallest differences lost: W = 6
        ((1, 2, 3), True),
    ],
)
def test_two_algorithms_are_told_apart_by_wilcoxons_test_in_picture_and_report(
    losses: tuple[int, ...], rejected: bool, kind: str
) -> None:
    gains = [-size if size in losses else size for size in range(1, 12)]
    table = evenkeel.Results([[0.0, gain] for gain in gains], better="lower", algorithms=("a", "b"))
    comparison = evenkeel.compare(table)
    assert comparison.rejected is rejected
    assert evenkeel.posthoc(table, adjust="holm").rejected(0.05).tolist() == [not rejected]
    for data in (comparison, table):
        ax = draw_picture(kind, data)
        assert READERS[kind](ax, comparison) == ({frozenset("ab")} if rejected else set())
        assert "Wilcoxon" in note(ax)


@pytest.mark.slow
def test_pictures_that_decide_by_a_procedure_of_their_own_name_it() -> None:
    table = TABLES["cec2005"]
    assert "Bonferroni-Dunn" in note(draw_picture("bonferroni-dunn", table))
    assert "Nemenyi" in note(draw_picture("average-ranks", table, interval="nemenyi-range"))
    shown = {"all": draw_picture("average-ranks", table)}
    shown["by the range"] = draw_picture(
        "average-ranks", evenkeel.compare(table, procedure="nemenyi-range")
    )
    assert "quartiles of the ranks" in note(shown["all"])
    assert "Nemenyi (studentised range)" in note(shown["by the range"])
