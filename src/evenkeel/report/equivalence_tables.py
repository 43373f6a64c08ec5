"""Tests of equivalence: what is shown in words, each pair, and the letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.decisions.groups import compact_letters
from evenkeel.effects.centres import CENTRES
from evenkeel.report.document import Block, Cell, Column, Document, Paragraph, Picture, Table
from evenkeel.words.numbers import percent
from evenkeel.words.references import REFERENCES
from evenkeel.words.sentences import joined, sentence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel._types import BoolArray
    from evenkeel.effects.verdicts import EquivalenceTests

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
    from evenkeel.plot.equivalences import plot_equivalence

    return cast("Figure", plot_equivalence(tests).figure)
