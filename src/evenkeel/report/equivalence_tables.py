"""Practical differences: tests of equivalence, and the Bayesian comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.bayesian.registry import BAYES_METHODS
from evenkeel.effects.intervals import CENTRES
from evenkeel.posthocs.groups import compact_letters
from evenkeel.references import REFERENCES
from evenkeel.report.document import (
    Block,
    Cell,
    Column,
    Document,
    Heading,
    Paragraph,
    Picture,
    Table,
)
from evenkeel.text import joined, percent, sentence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel._types import BoolArray
    from evenkeel.bayesian._bayes import BayesComparison
    from evenkeel.effects.margins import EquivalenceTests

# Tests of equivalence: what is shown in words, each pair, and the letters.


_MOST_NAMED = 6  # pairs that a sentence names
_MOST_DRAWN = 40  # algorithms that a picture can show
_MOST_LETTERED = 20  # algorithms whose letters can be read


def report_equivalence(tests: EquivalenceTests) -> Document:
    """What is shown, in words and as tables."""
    return Document(
        f"Equivalence within a margin of {tests.margin_in_words}",
        tuple(_blocks(tests)),
        tuple(REFERENCES[key] for key in ("schuirmann1987", "berger1996")),
        main="equivalence",
    )


def conclusions(tests: EquivalenceTests) -> Iterator[str]:
    """One to three sentences that claim no more than is shown."""
    close, apart = tests.equivalent, tests.different
    m = tests.family.m
    level = f"at the {tests.alpha:g} level ({lookup(tests.procedure).title})"
    if close.any():
        named = _listed([f"{a} and {b}" for a, b in _pairs(tests, close)])
        both = _listed(_leading(tests, close & apart))
        yield (
            f"{_counted(close, m)} shown to be equivalent {level}, the centre of the differences "
            f"lying within a margin of {tests.margin_in_words}{named}."
            + (f" Even so, a difference is shown{both}." if (close & apart).any() else "")
        )
    if (apart & ~close).any():
        yield (
            f"{_counted(apart & ~close, m)} shown to differ {level}, and not shown to be "
            f"equivalent{_listed(_leading(tests, apart & ~close))}."
        )
    if (neither := ~(apart | close)).any():
        named = _listed([f"{a} and {b}" for a, b in _pairs(tests, neither)])
        yield (
            f"{_counted(neither, m)} undecided{named}. Neither equivalence nor a difference is "
            "shown, which is no sign that they are equal."
        )


def equivalence_table(tests: EquivalenceTests) -> Table:
    """Each pair: the difference with its interval, adjusted p-values and the verdict in words."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            label,
            *(() if tests.common is None else (int(tests.common[i]),)),
            *(float(column[i]) for column in (tests.difference, tests.low, tests.high)),
            float(tests.adjusted[i]),
            float(tests.difference_adjusted[i]),
            _verdict_in_words(tests, i),
        )
        for i, label in enumerate(tests.family.labels)
    )
    first = 4 if tests.common is None else 5
    bold = {
        (i, first + column)
        for column, rejected in enumerate((tests.equivalent, tests.different))
        for i in np.flatnonzero(rejected).tolist()
    }
    return Table(
        "equivalence",
        f"Equivalence and difference, adjusted by {lookup(tests.procedure).title}",
        (
            Column("Pair"),
            *(() if tests.common is None else (Column("n", "count"),)),
            Column("Difference" if tests.unit == "value" else "Difference (%)", "value"),
            Column("Low", "value"),
            Column("High", "value"),
            Column("p of equivalence", "p"),
            Column("p of difference", "p"),
            Column("Verdict"),
        ),
        rows,
        frozenset(bold),
        note=_note(tests),
        emphasis=f"at most {tests.alpha:g}",
    )


def one_sided_table(tests: EquivalenceTests) -> Table:
    """The raw p-values of each pair, of both one-sided tests and of the difference."""
    low, high = tests.margin
    return Table(
        "one-sided",
        "Raw p-values",
        (
            Column("Pair"),
            Column(f"p of above {low:g}", "p"),
            Column(f"p of below {high:g}", "p"),
            Column("p of equivalence", "p"),
            Column("p of difference", "p"),
            Column("Method"),
        ),
        tuple(
            (
                label,
                float(tests.pvalue_low[i]),
                float(tests.pvalue_high[i]),
                float(tests.pvalue[i]),
                float(tests.difference_pvalue[i]),
                tests.method[i],
            )
            for i, label in enumerate(tests.family.labels)
        ),
        note=joined(
            (
                f"By {CENTRES[tests.test].title}, each pair by itself. The p of equivalence is "
                "the larger of the two one-sided ones.",
                CENTRES[tests.test].supposes,
            )
        ),
    )


def letters_table(tests: EquivalenceTests) -> Table:
    """Who was not told apart, and who was shown to be close: two different things."""
    letters = tests.letters()
    apart = compact_letters(tests.different)
    return Table(
        "letters",
        "Not told apart, and shown to be close",
        (Column("Algorithm"), Column("Not told apart"), Column("Shown to be close")),
        tuple(
            (name, small, letters[name])
            for name, small in zip(tests.family.algorithms, apart, strict=True)
        ),
        note="Algorithms that share a small letter were not told apart, which shows nothing; "
        "algorithms that share a capital were shown to be equivalent.",
    )


def _blocks(tests: EquivalenceTests) -> Iterator[Block]:
    yield from map(Paragraph, conclusions(tests))
    yield equivalence_table(tests)
    k = tests.family.k
    if k <= _MOST_DRAWN:
        caption = "What is shown of each pair."
        yield Picture("equivalence", caption, lambda: _figure(tests))
    if tests.family.control is None and 2 < k <= _MOST_LETTERED:
        yield letters_table(tests)
    yield one_sided_table(tests)
    yield from (Paragraph(sentence(note)) for note in tests.notes)


def _note(tests: EquivalenceTests) -> str:
    unit = {
        "value": "in the units of the table",
        "percent": f"in per cent of {tests.reference}",
    }[tests.unit]
    centre = CENTRES[tests.test].centre
    return (
        f"Differences are of first minus second, {unit}; {tests.better} values are better. "
        f"{centre[:1].upper()}{centre[1:]} with its interval of "
        f"{percent(tests.confidence)} confidence for each pair alone; the p-values are adjusted "
        f"for {tests.family.m} {'pair' if tests.family.m == 1 else 'pairs'}."
    )


def _verdict_in_words(tests: EquivalenceTests, i: int) -> str:
    verdict = tests.verdicts[i]
    if verdict == "better":
        return f"{tests.leaders[i]} better"
    return f"{tests.leaders[i]} better, but equivalent" if "better" in verdict else verdict


def _counted(chosen: BoolArray, m: int) -> str:
    count = int(np.count_nonzero(chosen))
    if m == 1:
        return "The pair is"
    return f"{count} of {m} pairs {'is' if count == 1 else 'are'}"


def _pairs(tests: EquivalenceTests, chosen: BoolArray) -> list[tuple[str, str]]:
    return [tests.family.hypotheses[i] for i in np.flatnonzero(chosen).tolist()]


def _leading(tests: EquivalenceTests, chosen: BoolArray) -> list[str]:
    """Who is better than whom."""
    found = []
    for i in np.flatnonzero(chosen).tolist():
        leader = tests.leaders[i]
        (other,) = set(tests.family.hypotheses[i]) - {leader}
        found.append(f"{leader} is better than {other}")
    return found


def _listed(items: Sequence[str]) -> str:
    """The items after a colon, unless they are too many for a sentence."""
    return f": {'; '.join(items)}" if len(items) <= _MOST_NAMED else ""


def _figure(tests: EquivalenceTests) -> Figure:
    from evenkeel.plot.equivalence import plot_equivalence

    return cast("Figure", plot_equivalence(tests).figure)


# The report of a Bayesian comparison: probabilities, decisions, and what they mean.


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
    """A row per pair: the three probabilities, the decision and its expected loss."""
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
        _note_on_rope(found),
        emphasis=f"a probability of at least {found.level:g}",
    )


def _note_on_rope(found: BayesComparison) -> str:
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
