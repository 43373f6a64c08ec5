"""The report of a tree of problems: which features tell who is good, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from evenkeel.errors import few
from evenkeel.references import REFERENCES
from evenkeel.report.document import (
    Block,
    Cell,
    Column,
    Document,
    Facts,
    Paragraph,
    Picture,
    Table,
)
from evenkeel.text import count_of, series

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel.report.glance import Drawn
    from evenkeel.stability._problem_tree import ProblemTree, Split


def report_tree(tree: ProblemTree) -> Document:
    """Who is good on which problems, the picture, and how sure each feature is."""
    blocks: tuple[Block, ...] = (Facts(tuple(_tree_lines(tree))), leaves_table(tree))
    if tree.splits:
        picture = Picture(
            "tree",
            "The problems by their features; average ranks, the best on top.",
            lambda: _drawn(tree),
        )
        blocks = (blocks[0], picture, blocks[1], splits_table(tree))
    return Document(
        "Which problems make which algorithm win",
        (*blocks, features_table(tree), *(Paragraph(s) for s in tree_sentences(tree))),
        tuple(REFERENCES[key] for key in ("eugster2014", "strobl2011")),
        main="leaves",
    )


def verdict_of_tree(tree: ProblemTree, drawn: Drawn | None = None) -> Document:
    """The groups of problems at a glance."""
    return Document(
        "Which problems make which algorithm win",
        (Facts(tuple(_tree_lines(tree))), leaves_table(tree)),
    )


def tree_sentences(tree: ProblemTree) -> Iterator[str]:
    """What the tree shows, and how stable its first split is."""
    if not tree.splits:
        yield (
            f"None of {count_of(len(tree.features), 'feature')} is shown to tell which algorithm "
            f"is good on a problem (smallest adjusted p = {tree.pvalues.min():.3g}, level "
            f"{tree.alpha:g})."
        )
        return
    for split in tree.splits:
        where = f"Where {' and '.join(split.within)}, the" if split.within else "The"
        yield (
            f"{where} feature {split.question.feature!r} tells which algorithm is good on a "
            f"problem (adjusted p = {split.pvalue:.3g}); {_stability_of(split)}."
        )
    yield (
        "The groups were found in the same results: their ranks describe these problems, and are "
        "no tests of new ones."
    )


def _stability_of(split: Split) -> str:
    again = f"resamples of the problems choose this feature in {split.again:.0%}"
    if split.question.cut is None or np.isnan(split.low):
        return again
    low, high = f"{split.low:.4g}", f"{split.high:.4g}"
    where = f"at {low}" if low == high else f"between {low} and {high}"
    return f"{again}, and cut it {where} in 80% of these"


def _tree_lines(tree: ProblemTree) -> Iterator[tuple[str, str]]:
    for number, leaf in enumerate(tree.leaves, start=1):
        order = np.argsort(leaf.average_ranks, kind="stable")
        ranks = (f"{tree.algorithms[j]} {leaf.average_ranks[j]:.2f}" for j in order[:3].tolist())
        problems = count_of(len(leaf.problems), "problem")
        yield f"Group {number}", f"{leaf.name} ({problems}): best {', '.join(ranks)}."
    if not tree.splits:
        yield "Tells", f"No feature is shown to tell who is good (level {tree.alpha:g})."
    for split in tree.splits:
        told = f"by {split.question.feature}, adjusted p = {split.pvalue:.3g}"
        yield "Split", f"{told}; {_stability_of(split)}."
    if tree.left_out:
        yield "Left out", f"{'; '.join(_left_out(tree))}."


def _left_out(tree: ProblemTree) -> Iterator[str]:
    """The features that could not be tried, the first of those with the same reason."""
    names: dict[str, list[str]] = {}
    for each in tree.left_out:
        name, _, why = each.rpartition(" (")
        names.setdefault(why.removesuffix(")"), []).append(name)
    return (f"{few(some, 4, counted=True)} ({why})" for why, some in names.items())


def leaves_table(tree: ProblemTree) -> Table:
    """Two columns per group: the average ranks, and the strengths of Bradley and Terry's model."""
    order = np.argsort(np.min([leaf.average_ranks for leaf in tree.leaves], axis=0), kind="stable")
    columns = [Column("Algorithm")]
    for number in range(1, len(tree.leaves) + 1):
        columns += [Column(f"Rank {number}", "rank"), Column(f"Strength {number}", "rank")]
    rows = tuple(
        (
            tree.algorithms[j],
            *(float(each[j]) for leaf in tree.leaves for each in (leaf.average_ranks, leaf.worth)),
        )
        for j in order.tolist()
    )
    groups = [f"{number}: {leaf.name}" for number, leaf in enumerate(tree.leaves, start=1)]
    best = {(row, c) for c in range(1, len(columns)) for row in _best_rows(rows, c)}
    return Table(
        "leaves",
        "Average ranks and strengths of each group of problems",
        tuple(columns),
        rows,
        bold=frozenset(best),
        emphasis="the best of the group",
        note=f"{series(groups)}. Strengths add to 1: of two algorithms with a and b the first "
        "wins on a share a / (a + b) of the problems, as Bradley and Terry's model has it.",
    )


def _best_rows(rows: tuple[tuple[Cell, ...], ...], column: int) -> list[int]:
    values = [float(row[column]) for row in rows]  # type: ignore[arg-type]
    best = min(values) if column % 2 else max(values)
    return [i for i, value in enumerate(values) if value == best]


def splits_table(tree: ProblemTree) -> Table:
    """The splits from the top down, with how stable they are."""
    return Table(
        "splits",
        "Splits",
        (
            Column("Of"),
            Column("n", "count"),
            Column("By"),
            Column("Adjusted p", "p"),
            Column("Chosen again", "rank"),
            Column("Cut from", "value"),
            Column("Cut to", "value"),
        ),
        tuple(
            (
                " and ".join(split.within) or "all problems",
                split.n,
                split.question.in_words(yes=True),
                split.pvalue,
                split.again,
                *(None if np.isnan(end) else end for end in (split.low, split.high)),
            )
            for split in tree.splits
        ),
        note="Adjusted for all features and for the nodes of its level. Chosen again: the share of "
        "200 resamples of the problems that choose the same feature; 80% of their cuts lie between "
        "the two ends.",
    )


def features_table(tree: ProblemTree) -> Table:
    """Every feature with its p-value on all problems."""
    order = np.argsort(tree.pvalues, kind="stable").tolist()
    left = f" Left out: {series(tree.left_out)}." if tree.left_out else ""
    return Table(
        "features",
        "Features on all problems",
        (Column("Feature"), Column("Adjusted p", "p")),
        tuple((tree.features[f], float(tree.pvalues[f])) for f in order),
        note=f"By {tree.resamples:,} permutations of the problems, adjusted for all features; a "
        f"leaf has {tree.least} problems or more.{left}",
    )


def _drawn(tree: ProblemTree) -> Figure:
    from evenkeel.plot.trees import plot_problem_tree

    return plot_problem_tree(tree).figure  # type: ignore[return-value]
