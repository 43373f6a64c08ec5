"""What is missing from a table: counts, association, sentences, the picture."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

import evenkeel
from evenkeel.plot import plot_missing
from evenkeel.tables import missing_pattern
from tables_with_holes import ASSEMBLY, SPARSE, kept, punched

_ = np.nan


def beaten_share(values: np.ndarray, j: int) -> float:
    """Of the results of others on the problems of j, the share that is worse; ties one half."""
    points, met = 0.0, 0
    for row in values:
        if row[j] == row[j]:
            for other in [v for v in np.delete(row, j) if v == v]:
                met += 1
                points += 1.0 if row[j] < other else 0.5 if row[j] == other else 0.0
    return points / met


@pytest.mark.parametrize("values", [ASSEMBLY, SPARSE])
def test_counts_standings_and_the_exact_test_are_those_of_plain_counting(values: object) -> None:
    table = kept(values)
    pattern = missing_pattern(table)
    assert pattern.by_algorithm.tolist() == np.isnan(table.values).sum(axis=0).tolist()
    assert pattern.by_problem.tolist() == np.isnan(table.values).sum(axis=1).tolist()
    standing = [beaten_share(table.values, j) for j in range(table.k)]
    assert pattern.standing == pytest.approx(standing)
    holes = pattern.by_algorithm.tolist()
    observed = stats.spearmanr(holes, standing).statistic
    assert pattern.correlation == pytest.approx(observed)
    others = [stats.spearmanr(order, standing).statistic for order in permutations(holes)]
    share = np.mean([abs(other) >= abs(observed) - 1e-12 for other in others])
    assert pattern.pvalue == pytest.approx(share)
    assert pattern.method == "exact"


def test_many_algorithms_are_shuffled_at_random() -> None:
    values = np.random.default_rng(0).normal(size=(40, 12)) + np.arange(12)
    for j in range(12):
        values[: 2 * j, j] = _  # the worse, the more holes
    pattern = missing_pattern(kept(values))
    assert pattern.method == "monte-carlo"
    assert pattern.pvalue <= 0.001
    assert pattern.associated
    assert pattern.association.startswith("Algorithms with more holes do worse where they are ")
    assert "holes go with bad results" in pattern.association
    turned = missing_pattern(kept(-values))
    assert "holes go with good results" in turned.association


@pytest.mark.slow
def test_holes_at_random_are_seldom_called_associated() -> None:
    generator = np.random.default_rng(1)
    found = [
        missing_pattern(kept(punched(generator.normal(size=(30, 6)), 0.2, seed))).associated
        for seed in range(200)
    ]
    assert np.mean(found) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 200)


def test_the_sentence_says_how_much_and_where() -> None:
    assert missing_pattern(kept(ASSEMBLY)).sentence == (
        "4 of 36 results (11.1%) are missing, on 3 of 9 problems and of 3 of 4 algorithms; most of "
        "A4 (2)."
    )


def test_the_cost_of_leaving_out_problems_or_algorithms_is_counted() -> None:
    assert missing_pattern(kept(ASSEMBLY)).cost == (
        "Of the 32 results that are there, leaving out what has holes would lose with the 3 "
        "problems 8 and with the 3 algorithms 23; least with the 3 problems."
    )


def test_a_complete_table_misses_nothing() -> None:
    pattern = missing_pattern(evenkeel.load("toy"))
    assert (pattern.count, pattern.correlation, pattern.pvalue) == (0, 0.0, 1.0)
    assert pattern.sentence == "No result of the 16 is missing."
    assert [table.name for table in pattern.report().tables] == ["missing"]


def test_the_report_lists_what_has_holes() -> None:
    document = missing_pattern(kept(ASSEMBLY)).report()
    assert document.table("missing").rows[0][:3] == ("A4", 2, 7)
    assert [row[0] for row in document.table("missing-by-problem").rows] == ["P7", "P6", "P9"]


def test_checks_tell_the_holes_and_their_association() -> None:
    assert kept(ASSEMBLY).checks() == ("4 cells in 3 problems are missing, most of 'A4' (2 of 9)",)


def test_an_algorithm_without_any_result_has_no_standing() -> None:
    pattern = missing_pattern(kept([[1, 2, _], [2, 1, _]]))
    assert np.isnan(pattern.standing[2])
    assert pattern.report().table("missing").rows[0] == ("A3", 2, 0, None)


def test_the_report_of_a_comparison_begins_with_what_is_missing() -> None:
    values = punched(np.random.default_rng(2).normal(size=(20, 4)), 0.2, seed=3)
    found = evenkeel.compare(kept(values))
    headings = [b.text for b in found.report().blocks if type(b).__name__ == "Heading"]
    assert headings[0] == "Missing results"
    assert "results-are-missing" in [advice.rule for advice in found.advice]
    assert evenkeel.compare(evenkeel.load("toy")).missing is None


def test_the_picture_has_a_dark_cell_for_every_hole_and_most_holes_first() -> None:
    axes = plot_missing(kept(ASSEMBLY))
    assert [label.get_text() for label in axes.get_xticklabels()] == ["A4", "A1", "A2", "A3"]
    assert [label.get_text() for label in axes.get_yticklabels()][:3] == ["P7", "P6", "P9"]
    (mesh,) = [c for c in axes.collections if c.get_gid() == "cells"]
    colours = np.asarray(mesh.get_array()).reshape(-1, 4)
    _, counts = np.unique(colours, axis=0, return_counts=True)
    assert sorted(counts.tolist()) == [4, 32]


def test_of_many_problems_only_those_with_holes_are_drawn() -> None:
    values = np.ones((80, 3))
    values[:5, 0] = _
    axes = plot_missing(kept(values))
    assert len(axes.get_yticklabels()) == 5
    (note,) = [text.get_text() for text in axes.texts if text.get_gid() == "note"]
    assert note.replace("\n", " ").endswith("75 problems without holes are not shown.")
