"""The bars that are drawn are the groups of the post-hoc result, for 200 random studies."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from drawing import random_study
from evenkeel.adjustments import adjust
from evenkeel.casestudies import load
from evenkeel.pairwise._wilcoxon_all import wilcoxon_all
from evenkeel.plot import plot_critical_difference
from evenkeel.plot.scene import Scene
from evenkeel.posthocs._posthoc import posthoc
from evenkeel.tables.results import Results

PROCEDURES = ("holm", "shaffer", "nemenyi", "bergmann")


def drawn_groups(drawn: Axes | Scene, names: tuple[str, ...]) -> set[frozenset[str]]:
    """The groups as a reader sees them: which stems each bar's solid pieces cross."""
    if isinstance(drawn, Scene):
        lines = [(line.name, [x for x, _ in line.points]) for line in drawn.lines]
    else:
        lines = [(line.get_gid(), line.get_xdata()) for line in drawn.lines]
    stems = {
        names[int(name.removeprefix("stem-"))]: x[0]
        for name, x in lines
        if name.startswith("stem-")
    }
    assert len(stems) == len(names)
    bars: dict[str, set[str]] = {}
    for name, ends in lines:
        if name.startswith("bar-"):
            low, high = ends
            covered = {stem for stem, x in stems.items() if low <= x <= high}
            bars.setdefault(name, set()).update(covered)
    return {frozenset(members) for members in bars.values()}


@pytest.fixture
def only_scenes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Diagrams are laid out, but matplotlib does not draw them."""

    def scene(ax: None, words: str, width: None, scene_of: Callable[..., Scene]) -> Scene:
        return scene_of(Figure(), 3.5)

    monkeypatch.setattr("evenkeel.plot.critical_difference.draw_fitting", scene)


def maximal_cliques(unrejected: set[frozenset[int]], k: int) -> set[frozenset[int]]:
    """All largest sets in which every pair is unrejected, by looking at every subset."""
    cliques = [
        frozenset(subset)
        for size in range(2, k + 1)
        for subset in combinations(range(k), size)
        if all(frozenset(pair) in unrejected for pair in combinations(subset, 2))
    ]
    return {c for c in cliques if not any(c < other for other in cliques)}


def expected(study: Results, adjusted: np.ndarray, alpha: float) -> set[frozenset[str]]:
    """The groups of two or more by brute force."""
    pairs = [frozenset(pair) for pair in combinations(range(study.k), 2)]
    unrejected = {pair for pair, p in zip(pairs, adjusted, strict=True) if p > alpha}
    return {
        frozenset(study.algorithms[j] for j in clique)
        for clique in maximal_cliques(unrejected, study.k)
    }


@pytest.mark.slow
@pytest.mark.usefixtures("only_scenes")
@pytest.mark.parametrize("block", range(10))
def test_bars_are_the_groups_of_the_result(block: int) -> None:
    several = 0
    for seed in range(20 * block, 20 * block + 20):
        rng = np.random.default_rng(seed)
        k = int(rng.integers(2, 8))
        study = random_study(seed, int(rng.integers(4, 25)), k, spread=2.5, decimals=1)
        procedure = PROCEDURES[seed % 4]
        ranking = ("friedman", "aligned", "quade")[seed % 3]
        alpha = (0.05, 0.1, 0.2)[seed % 3]
        result = posthoc(study, ranking=ranking, adjust=procedure)
        best = ("left", "right")[seed % 2]
        scene = plot_critical_difference(result, alpha=alpha, best=best, layout="two-sided")
        groups = {frozenset(g) for g in result.groups(alpha, procedure) if len(g) > 1}
        drawn = drawn_groups(scene, study.algorithms)
        assert drawn == groups, seed
        assert drawn == expected(study, result.adjusted[procedure], alpha), seed
        several += len(groups) > 1
    assert several > 2  # the studies are not all trivial


def test_bars_of_tests_by_pair_need_not_be_intervals() -> None:
    """Wilcoxon's tests of the CEC'2005 study at 0.2 leave groups with strangers in between."""
    study = load("cec2005")
    adjusted = adjust(wilcoxon_all(study).pvalue, "holm")
    ax = plot_critical_difference(study, adjusted=adjusted, procedure="Wilcoxon, Holm", alpha=0.2)
    assert drawn_groups(ax, study.algorithms) == expected(study, adjusted, 0.2)
    broken = {line.get_gid()[4:] for line in ax.lines if line.get_gid().startswith("gap-")}
    assert broken
    for number in broken:
        dots = [line.get_xdata()[0] for line in ax.lines if line.get_gid() == f"dot-{number}"]
        solid = [line.get_xdata() for line in ax.lines if line.get_gid() == f"bar-{number}"]
        assert len(dots) > 1
        assert all(any(low <= x <= high for low, high in solid) for x in dots)
    note = " ".join(text.get_text() for text in ax.texts if text.get_gid() == "note")
    assert "Dots mark the members of broken bars." in note
    assert "Wilcoxon, Holm" in note


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_any_decisions_whatever(seed: int) -> None:
    """Bars of arbitrary decisions, which hardly ever are intervals, ties included."""
    rng = np.random.default_rng(seed)
    study = random_study(seed, 4, 7, spread=0.5, decimals=0)
    adjusted = rng.uniform(size=21)
    ax = plot_critical_difference(study, adjusted=adjusted, alpha=0.5, layout="two-sided")
    assert drawn_groups(ax, study.algorithms) == expected(study, adjusted, 0.5)


def test_the_classical_bars_of_nemenyi() -> None:
    """CD = 2.728 sqrt(5 6 / (6 30)) = 1.114 with Demsar's Table 5 (a), on garcia2008."""
    study = load("garcia2008")
    tied = plot_critical_difference(study, procedure="nemenyi-range")
    (label,) = [t.get_text() for t in tied.texts if t.get_gid() == "critical"]
    assert label == "CD = 1.110"  # 2.728 times 0.40689, the standard error given the ties
    ax = plot_critical_difference(study, procedure="nemenyi-range", method="normal")
    average = {"C4.5": 2.1, "1-NN": 3.25, "NaiveBayes": 2.2, "Kernel": 4.333, "CN2": 3.117}
    close = {
        frozenset(pair)
        for pair in combinations(range(5), 2)
        if abs(average[study.algorithms[pair[0]]] - average[study.algorithms[pair[1]]]) < 1.1137
    }
    cliques = maximal_cliques(close, 5)
    assert drawn_groups(ax, study.algorithms) == {
        frozenset(study.algorithms[j] for j in clique) for clique in cliques
    }
    (label,) = [t.get_text() for t in ax.texts if t.get_gid() == "critical"]
    assert label == "CD = 1.114"
    (ruler,) = [line for line in ax.lines if line.get_gid() == "ruler"]
    (axis,) = [line for line in ax.lines if line.get_gid() == "axis"]
    per_rank = np.ptp(axis.get_xdata()) / 4  # from 1 to 5
    assert np.ptp(ruler.get_xdata()) / per_rank == pytest.approx(1.114, abs=0.0005)


def test_published_decisions_of_bergmann() -> None:
    """Garcia and Herrera (2008), Table 5: all but two of the ten hypotheses are rejected."""
    study = load("garcia2008")
    ax = plot_critical_difference(study, procedure="bergmann")
    assert drawn_groups(ax, study.algorithms) == {
        frozenset({"C4.5", "NaiveBayes"}),
        frozenset({"CN2", "1-NN"}),
    }
