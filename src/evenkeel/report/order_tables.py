"""The reports of the room of orders: strengths, stability, hinges, trees of problems.

Long because four reports share their columns and pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.adjustments.registry import lookup
from evenkeel.ranks.registry import RANKINGS
from evenkeel.references import REFERENCES
from evenkeel.report.document import (
    Block,
    Cell,
    Column,
    Document,
    Facts,
    Notice,
    Paragraph,
    Picture,
    Table,
)
from evenkeel.report.posthoc_tables import report_leave_one_out
from evenkeel.stability.models import MODELS
from evenkeel.text import count_of, percent, sentence, series

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel.report.glance import Drawn
    from evenkeel.stability._hinges import Hinges
    from evenkeel.stability._problem_tree import ProblemTree, Split
    from evenkeel.stability._stability import Stability
    from evenkeel.stability._strengths import Strengths


def report_strengths(found: Strengths) -> Document:
    """The strengths, the strongest first, and who beats whom on a new problem."""
    model = MODELS[found.model]
    summary = Table(
        "summary",
        "Strengths",
        (
            Column("Model"),
            Column("Ties"),
            Column("n", "count"),
            Column("Prior", "value"),
            Column("Parameter of ties", "statistic"),
            Column("Fit of the model, p", "p"),
            Column("Confidence", "value"),
            Column("Resamples", "count"),
        ),
        (
            (
                model.title,
                found.ties.capitalize(),
                found.n,
                found.prior,
                found.nu,
                found.fit,
                found.confidence,
                found.resamples,
            ),
        ),
        note="Only who beats whom on a problem counts, not by how much. The intervals come from "
        "leaving out one problem at a time, each has its level by itself, and they suppose that "
        "the problems are a sample. Of two algorithms, of such as are alike, or with few problems "
        "they are wider than need be, see docs/calibration.md.",
        record=True,
    )
    keys = ("davidson1970", "ford1957") if model.ties is None else ("efron1977", "ford1957")
    return Document(
        f"Strengths of {len(found.algorithms)} algorithms",
        (
            summary,
            strengths_table(found),
            beats_table(found),
            beats_pairs_table(found),
            *_notes(found.notes),
        ),
        (model.reference, *(REFERENCES[key] for key in keys)),
        main="strengths",
    )


def strengths_table(found: Strengths) -> Table:
    """The strengths with intervals, the strongest first."""
    scale = "Elo rating" if found.elo else "Log strength"
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            found.algorithms[j],
            *(float(each[j]) for each in (found.strength, found.low, found.high, found.best)),
        )
        for j in _strongest_first(found)
    )
    return Table(
        "strengths",
        f"Strengths with {percent(found.confidence)} intervals",
        (
            Column("Algorithm"),
            *(Column(title, "rank") for title in (scale, "From", "To", "First in resamples")),
        ),
        rows,
        note="More is better. The last column is the share of the resamples of the problems in "
        "which an algorithm is the strongest, which is no probability that it is the best.",
    )


def beats_table(found: Strengths) -> Table:
    """Probabilities that the row beats the column on a new problem."""
    order = _strongest_first(found)
    names = [found.algorithms[j] for j in order]
    rows = tuple((names[i], *_cells(found.beats[a, order])) for i, a in enumerate(order))
    return Table(
        "beats",
        "Probability that the row beats the column on a new problem, by the model",
        (Column("Algorithm"), *(Column(name, "rank") for name in names)),
        rows,
        note="Two that do not beat each other tie." if found.nu > 0 else "",
    )


def beats_pairs_table(found: Strengths) -> Table:
    """The same for each pair, the stronger first, with intervals."""
    order = _strongest_first(found)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            f"{found.algorithms[a]} beats {found.algorithms[b]}",
            *(
                float(each[a, b])
                for each in (found.beats, found.beats_low, found.beats_high, found.ties_with)
            ),
            None if np.isnan(found.share[a, b]) else float(found.share[a, b]),
        )
        for i, a in enumerate(order)
        for b in order[i + 1 :]
    )
    return Table(
        "pairs",
        f"The same pair by pair, with {percent(found.confidence)} intervals",
        (
            Column("On a new problem"),
            *(Column(title, "rank") for title in ("Probability", "From", "To", "Tie")),
            Column("Share of problems won", "rank"),
        ),
        rows,
        note="Probabilities, intervals and ties are those of the model; the last column is what "
        "was seen.",
    )


def report_hinges(found: Hinges) -> Document:
    """The verdicts that hang on single problems."""
    return Document("Verdicts without one problem", (_hinge_notice(found), *hinge_tables(found)))


def _hinge_notice(found: Hinges) -> Notice:
    said = found.sentence or "No verdict hangs on a single problem."
    return Notice("caution" if found.turns.any() else "note", "Single problems", said)


def hinge_tables(found: Hinges) -> Iterator[Table]:
    """How far the adjusted p-values go without one problem, and the verdicts that change."""
    labels = found.family.labels
    note = (
        f"Adjusted by {lookup(found.procedure).title}. A verdict hangs on a problem if it is "
        f"another one at {found.alpha:g} without it."
    )
    if found.without is None:
        columns = (Column("Hypothesis"), Column("Adjusted p", "p"))
        rows = tuple(zip(labels, found.adjusted.tolist(), strict=True))
        yield Table("without-one-problem", "Not looked at", columns, rows, note=note)
        return
    low, high = found.without.argmin(axis=0), found.without.argmax(axis=0)
    turned = np.count_nonzero(found.turns, axis=0)
    yield Table(
        "without-one-problem",
        "Adjusted p-values without one problem at a time",
        (
            Column("Hypothesis"),
            Column("With all", "p"),
            Column("Smallest", "p"),
            Column("without"),
            Column("Largest", "p"),
            Column("without the problem"),
            Column("Hangs on problems", "count"),
        ),
        tuple(
            (
                label,
                float(found.adjusted[i]),
                float(found.without[low[i], i]),
                found.problems[low[i]],
                float(found.without[high[i], i]),
                found.problems[high[i]],
                int(turned[i]),
            )
            for i, label in enumerate(labels)
        ),
        frozenset((int(i), 6) for i in np.flatnonzero(turned)),
        note,
    )
    place = {pair: i for i, pair in enumerate(found.family.hypotheses)}
    row = {problem: i for i, problem in enumerate(found.problems)}
    hanging = [
        (
            labels[i],
            "rejected" if found.adjusted[i] <= found.alpha else "not rejected",
            float(found.adjusted[i]),
            problem,
            float(found.without[row[problem], i]),
        )
        for pair, problems in found.hanging.items()
        for i in [place[pair]]
        for problem in problems
    ]
    if hanging:
        yield Table(
            "hinges",
            "Verdicts that hang on a single problem",
            (
                Column("Hypothesis"),
                Column("With all problems"),
                Column("Adjusted p", "p"),
                Column("Without"),
                Column("Adjusted p then", "p"),
            ),
            tuple(hanging),
        )


def report_stability(found: Stability) -> Document:
    """The average ranks with their intervals, the shares of places, and the verdicts."""
    blocks: list[Block] = [
        _stability_summary(found),
        stability_ranks_table(found),
        places_table(found),
    ]
    if found.leaders:
        blocks.append(_leaders_table(found))
    blocks.append(_hinge_notice(found.hinges))
    if found.rejected is not None:
        blocks.append(_rejected_table(found, found.rejected))
    blocks += hinge_tables(found.hinges)
    if found.leave_one_out is not None:
        blocks += report_leave_one_out(found.leave_one_out).blocks
    return Document(
        f"Stability of the ranking of {len(found.algorithms)} algorithms",
        (*blocks, *_notes(found.notes)),
        (REFERENCES["kemeny1959"],),
        main="ranks",
    )


def stability_ranks_table(found: Stability) -> Table:
    """Average ranks with intervals, the best first, and the places of the consensus."""
    title = RANKINGS.lookup(found.ranking).title
    rows = tuple(
        (
            found.algorithms[j],
            *(float(each[j]) for each in (found.average, found.low, found.high, found.first)),
            int(found.consensus.place[j]),
        )
        for j in np.argsort(found.average, kind="stable")
    )
    return Table(
        "ranks",
        f"Average {title} ranks with {percent(1 - found.alpha)} intervals",
        (
            Column("Algorithm"),
            *(Column(each, "rank") for each in ("Average", "From", "To", "First in resamples")),
            Column("Kemeny", "count"),
        ),
        rows,
        note="Less is better. The intervals are Gaffke's of a mean that cannot leave its range, "
        "each has its level by itself. The share of resamples in which an algorithm is first is no "
        "probability that it is the best. The last column is the place in the Kemeny consensus.",
    )


def places_table(found: Stability) -> Table:
    """In which share of the resamples each algorithm has each place."""
    order = np.argsort(found.average, kind="stable")
    return Table(
        "places",
        "Share of the resamples in which each algorithm has each place",
        (
            Column("Algorithm"),
            *(Column(str(place), "rank") for place in range(1, len(order) + 1)),
        ),
        tuple((found.algorithms[j], *map(float, found.places[j])) for j in order),
    )


def _stability_summary(found: Stability) -> Table:
    consensus = found.consensus
    return Table(
        "summary",
        "Stability of the ranking",
        (
            Column("n", "count"),
            Column("Resamples", "count"),
            Column("Kendall distance to the full ranking, mean", "rank"),
            Column("the same, 95% of resamples up to", "rank"),
            Column("Resamples with the full ranking", "rank"),
            Column("Kemeny consensus"),
            Column("which is"),
            Column("Disagreements with the consensus", "count"),
            Column("Disagreements with the average ranks", "count"),
        ),
        (
            (
                len(found.problems),
                found.resamples,
                found.distance,
                float(np.quantile(found.distances, 0.95)),
                found.same_order,
                ", ".join(consensus.order),
                _consensus_words(found),
                consensus.disagreements,
                consensus.by_average_ranks,
            ),
        ),
        note="Kendall's distance is the share of pairs of algorithms that stand the other way "
        "round: 0 for the same order, 1 for the reverse. A disagreement is a problem on which two "
        "algorithms stand the other way round than in the order.",
        record=True,
    )


def _consensus_words(found: Stability) -> str:
    consensus = found.consensus
    if not consensus.exact:
        gap = consensus.disagreements - consensus.least
        return f"the best order found; none has more than {gap} disagreements less"
    if consensus.optimal == 1:
        return "the only order with as few disagreements"
    if consensus.optimal is None:
        return "an order with the fewest disagreements"
    return f"one of {consensus.optimal:,} orders with as few disagreements"


def _leaders_table(found: Stability) -> Table:
    return Table(
        "leaders",
        "Who is first without a problem",
        (Column("Without"), Column("First")),
        tuple((problem, ", ".join(names)) for problem, names in found.leaders.items()),
        note=f"With all problems {found.order[0]} is first. Only the problems are listed without "
        "which that changes.",
    )


def _rejected_table(found: Stability, rejected: FloatArray) -> Table:
    hinges = found.hinges
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (label, float(p), float(share))
        for label, p, share in zip(hinges.family.labels, hinges.adjusted, rejected, strict=True)
    )
    return Table(
        "verdicts",
        "How often resamples reject",
        (Column("Hypothesis"), Column("Adjusted p", "p"), Column("Share of resamples", "rank")),
        rows,
        frozenset((int(i), 1) for i in np.flatnonzero(hinges.adjusted <= hinges.alpha)),
        "The share describes this table; it is neither a power nor a p-value.",
        emphasis=f"rejected at {hinges.alpha:g}",
    )


def _strongest_first(found: Strengths) -> list[int]:
    return [int(j) for j in np.argsort(-found.strength, kind="stable")]


def _cells(values: FloatArray) -> tuple[Cell, ...]:
    return tuple(None if np.isnan(value) else float(value) for value in values)


def _notes(notes: tuple[str, ...]) -> Iterator[Paragraph]:
    return (Paragraph(sentence(note)) for note in notes)


# The tree of problems: which features tell who is good.


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
            f"{where} feature {split.question.feature} tells which algorithm is good on a problem "
            f"(adjusted p = {split.pvalue:.3g}); {_stability_of(split)}."
        )
    yield (
        "The groups were found in the same results: their ranks describe these problems, and are "
        "no tests of new ones."
    )


def _stability_of(split: Split) -> str:
    again = f"resamples of the problems choose this feature in {split.again:.0%}"
    if split.question.cut is None or np.isnan(split.low):
        return again
    return f"{again}, and cut it between {split.low:.4g} and {split.high:.4g} in 80% of these"


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
        yield "Left out", f"{series(tree.left_out)}."


def leaves_table(tree: ProblemTree) -> Table:
    """Two columns a group: the average ranks, and the strengths of Bradley and Terry's model."""
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
