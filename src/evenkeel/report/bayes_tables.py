"""The report of a Bayesian comparison: probabilities, decisions, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from evenkeel.posterior.registry import BAYES_METHODS
from evenkeel.report.document import Block, Cell, Column, Document, Heading, Paragraph, Table
from evenkeel.words.references import REFERENCES
from evenkeel.words.sentences import sentence

if TYPE_CHECKING:
    from evenkeel.posterior.comparing import BayesComparison

_SENTENCES = 5  # pairs that are told in words


def report_bayes(found: BayesComparison) -> Document:
    """The probabilities of each pair, the first pairs in words, and what all of it supposes."""
    method = BAYES_METHODS.lookup(found.method)
    blocks: tuple[Block, ...] = (
        *(Paragraph(text) for text in _in_words(found)),
        bayes_table(found),
        Heading("How to read it"),
        *(Paragraph(text) for text in _explained(found)),
    )
    keys = dict.fromkeys((REFERENCES["benavoli2017"].key, method.reference.key))
    return Document(method.title, blocks, tuple(REFERENCES[key] for key in keys), main="bayes")


def bayes_table(found: BayesComparison) -> Table:
    """A row a pair: the three probabilities, the decision and its expected loss."""
    roped = found.rope is not None
    sides = [found.left, found.within, found.right] if roped else [found.left, found.right]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            label,
            int(found.n[i]),
            *(float(side[i]) for side in sides),
            verdict,
            float(found.expected_loss[i]),
        )
        for i, (label, verdict) in enumerate(zip(found.family.labels, found.verdicts, strict=True))
    )
    decided = frozenset(
        (i, 2 + int(np.argmax([side[i] for side in sides])))
        for i, decision in enumerate(found.decision)
        if decision != "open"
    )
    title = BAYES_METHODS.lookup(found.method).title
    return Table(
        "bayes",
        f"{title}: posterior probabilities, "
        + (f"rope {found.rope:g}" if roped else "without a rope"),
        (
            Column("Pair"),
            Column("n", "count"),
            Column("First better", "rank"),
            *((Column("Alike", "rank"),) if roped else ()),
            Column("Second better", "rank"),
            Column(f"At {found.level:g}"),
            Column("Expected loss", "statistic"),
        ),
        rows,
        decided,
        _note(found),
        emphasis=f"a probability of at least {found.level:g}",
    )


def _note(found: BayesComparison) -> str:
    first = "First better: by more than the rope. " if found.rope is not None else ""
    error = ""
    if found.standard_error is not None:
        error = (
            f"{found.resamples:,} draws; the largest Monte Carlo standard error of a probability "
            f"is {found.standard_error.max():.2g}. "
        )
    return (
        f"{first}{error}Expected loss: a wrong decision costs 1, to leave it open "
        f"{1 - found.level:.3g}."
    )


def _in_words(found: BayesComparison) -> Iterator[str]:
    """The first pairs, a sentence each."""
    for i, (first, second) in enumerate(found.family.hypotheses[:_SENTENCES]):
        left, within, right = (float(side[i]) for side in (found.left, found.within, found.right))
        if found.rope is None:
            yield f"{first} is better than {second} with probability {left:.3f}, worse {right:.3f}."
        else:
            yield (
                f"{first} is practically better than {second} (by more than {found.rope:g}) with "
                f"probability {left:.3f}, practically worse with {right:.3f}, and the two are "
                f"practically alike with {within:.3f}: {found.verdicts[i]}."
            )
    if found.family.m > _SENTENCES:
        others = found.family.m - _SENTENCES
        yield (
            "The table has the other pair."
            if others == 1
            else f"The table has {others} more pairs."
        )


def _explained(found: BayesComparison) -> Iterator[str]:
    method = BAYES_METHODS.lookup(found.method)
    roped = found.rope is not None
    yield f"A probability is that of this: {method.meaning}."
    yield f"Prior: {method.prior(found.prior or 0.0, found.prior_place, roped)}."
    yield (
        f"It is no test: decisions at {found.level:g} may tell algorithms that are alike apart in "
        f"more than {1 - found.level:.2g} of the cases, most often without a rope; "
        "docs/calibration.md has the rates."
    )
    if found.family.m > 1:
        yield _together(found)
    for note in found.notes:
        yield sentence(note)


def _together(found: BayesComparison) -> str:
    """What holds of several pairs."""
    decided = np.array([decision != "open" for decision in found.decision])
    wrong = float(found.expected_loss[decided].sum())
    which = f"Of the {decided.sum()} decisions" if decided.sum() > 1 else "Of the one decision"
    expected = (
        f" {which}, {wrong:.2g} {'are' if decided.sum() > 1 else 'is'} expected to be wrong, if "
        "prior and model hold."
        if decided.any()
        else ""
    )
    return (
        "Each pair has the probabilities that it would have alone: nothing is adjusted for the "
        f"number of pairs, and no error rate of all of them is bounded.{expected}"
    )
