"""The reports of the room of orders: strengths, stability, hinges."""

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
    Notice,
    Paragraph,
    Table,
)
from evenkeel.report.posthoc_tables import report_leave_one_out
from evenkeel.stability.models import MODELS
from evenkeel.text import percent, sentence

if TYPE_CHECKING:
    from evenkeel.stability._hinges import Hinges
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
        "leaving out one problem at a time, and where one of two won at most once they hold the "
        "exact interval of its wins; each has its level by itself, and they suppose that the "
        "problems are a sample. Of two algorithms, of such as are alike, or with few problems "
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
