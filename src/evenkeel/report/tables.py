"""The table itself: what was left out, what is missing, and values, ranks and tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.ranks.registry import RANKINGS
from evenkeel.report.document import (
    Block,
    Cell,
    Column,
    Document,
    Notice,
    Paragraph,
    Picture,
    Table,
)
from evenkeel.report.effect_tables import contrast_intervals_table
from evenkeel.report.fields import report_fields
from evenkeel.tables.faults import Origin
from evenkeel.tables.results import Results
from evenkeel.text import joined, places, sentence, series

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel._types import FloatArray
    from evenkeel.comparison.findings import Comparison, Description
    from evenkeel.effects.contrasts import ContrastEstimation
    from evenkeel.omnibus.registry import OmnibusResult
    from evenkeel.ranks.named import Ranks
    from evenkeel.tables.remarks import MissingPattern

# What a report says about the table itself, before any test: what was left out, what is odd.


_NAMED = 20  # problems that the notice names; the table has all
_SOME = 3  # algorithms that it names for each


def read_in_words(results: Results, *, algorithms: bool = True) -> str:
    """How the table was understood, in a line; nothing if it was not read from anything."""
    reading = None if results.origin is None else results.origin.reading
    return "" if reading is None else reading.sentence(algorithms=algorithms)


def notices_about(results: Results) -> Iterator[Block]:
    """What a reader must know before the conclusions."""
    if results.origin and results.origin.dropped:
        yield Notice("caution", "Problems left out", left_out_in_words(results.origin, results.n))


def passed_over(results: Results) -> Iterator[Block]:
    """The columns that are neither algorithm, problem nor value, and what else was not read."""
    if results.origin and results.origin.ignored:
        text = f"Columns that hold no results: {series(results.origin.ignored)}."
        yield Notice("note", "Columns passed over", text)
    for remark in results.origin.not_read() if results.origin else ():
        yield Notice("caution", "Not all was read", sentence(remark))


def left_out_tables(results: Results) -> Iterator[Block]:
    """The problems that were left out, if any were, and the algorithms without a value there."""
    origin = results.origin
    if origin is None or not origin.dropped:
        return
    yield Table(
        "left-out",
        "Problems that were left out",
        (Column("Problem"), Column("No value of")),
        tuple(
            (problem, ", ".join(lacking))
            for problem, lacking in zip(origin.dropped, origin.lacking, strict=True)
        ),
        note="They take no part in any number of this report.",
    )


def left_out_in_words(origin: Origin, n: int) -> str:
    """How many problems were left out, which and why, and how many are left.

    Examples
    --------
    >>> from evenkeel.tables import Origin
    >>> origin = Origin("f.csv", "csv", "wide", dropped=("F1",), lacking=(("A", "B"),))
    >>> left_out_in_words(origin, 9)
    "1 of 10 problems was left out, for values are missing: 'F1' (none of A and B). What follows
    holds for the other 9."
    """
    named = [
        f"{problem!r} (none of {_some(lacking)})"
        for problem, lacking in zip(origin.dropped, origin.lacking, strict=True)
    ]
    were = "was" if len(named) == 1 else "were"
    return (
        f"{len(named)} of {n + len(named)} problems {were} left out, for values are missing: "
        f"{series(named, _NAMED)}. What follows holds for the other {n}."
    )


def _some(algorithms: Sequence[str]) -> str:
    return series(algorithms) if len(algorithms) <= _SOME else f"{len(algorithms)} algorithms"


# What is missing from a table: counts, whether it goes with bad results, and the picture.


def report_missing(pattern: MissingPattern) -> Document:
    """The pattern by itself."""
    return Document("Missing results", tuple(missing_blocks(pattern)), main="missing")


def missing_blocks(pattern: MissingPattern) -> Iterator[Block]:
    """Sentences, the counts by algorithm and by problem, and the picture."""
    yield Paragraph(pattern.sentence)
    yield Paragraph(pattern.association)
    yield by_algorithm_table(pattern)
    if pattern.count:
        yield Paragraph(pattern.cost)
        yield by_problem_table(pattern)
        yield Picture("missing", "Dark cells are missing.", lambda: _figure(pattern))


def by_algorithm_table(pattern: MissingPattern) -> Table:
    """How many results of each algorithm are missing, most first, and how it does otherwise."""
    missing = pattern.by_algorithm
    order = np.argsort(-missing, kind="stable").tolist()
    return Table(
        "missing",
        "Missing results by algorithm",
        (
            Column("Algorithm"),
            Column("Missing", "count"),
            Column("Present", "count"),
            Column("Rivals beaten"),
        ),
        tuple(
            (
                pattern.algorithms[j],
                int(missing[j]),
                len(pattern.problems) - int(missing[j]),
                None if np.isnan(pattern.standing[j]) else f"{pattern.standing[j]:.1%}",
            )
            for j in order
        ),
        note="Rivals beaten: of the results of others on the same problems, ties counted half.",
    )


def by_problem_table(pattern: MissingPattern) -> Table:
    """The problems on which results are missing, most first."""
    missing, k = pattern.by_problem, len(pattern.algorithms)
    order = [i for i in np.argsort(-missing, kind="stable").tolist() if missing[i]]
    return Table(
        "missing-by-problem",
        "Missing results by problem",
        (Column("Problem"), Column("Missing", "count"), Column("Present", "count")),
        tuple((pattern.problems[i], int(missing[i]), k - int(missing[i])) for i in order),
        note="Problems on which nothing is missing are not listed.",
    )


def _figure(pattern: MissingPattern) -> Figure:
    from evenkeel.plot.problems import draw_pattern

    return cast("Figure", draw_pattern(pattern).figure)


# The tables that describe all algorithms together: values, ranks, omnibus tests, contrasts.


#: What a reader of average ranks of a table with holes should know.
_ESTIMATED = (
    "Skillings-Mack: one plus the shares lost to each rival on common problems, the average rank "
    "to be expected without holes, which orders the algorithms. "
    "Plain mean: over the problems that an algorithm has, among those present there; caution, it "
    "compares different sets of problems and of rivals."
)
#: What a reader of means of a table with holes should know.
_UNEQUAL_SETS = (
    "Caution: every algorithm has its own problems here, so that a mean may be good because hard "
    "problems are missing."
)
#: What a reader of contrasts of a table with holes should know.
_WITH_HOLES = (
    "The medians are those of the problems that two algorithms share; the estimates fit them by "
    "least squares, weighted by the number of these problems, and agree around every loop."
)


def report_omnibus(test: OmnibusResult, alpha: float) -> Document:
    """One omnibus test with its decision at `alpha`, and the average ranks."""
    verb = "is" if test.pvalue <= alpha else "is not"
    decision = f"The hypothesis that all algorithms perform alike {verb} rejected at {alpha:g}."
    title = f"{test.title} on {test.n} problems and {test.k} algorithms"
    ranks = average_ranks_table(test.ranks)
    return report_fields(test, Paragraph(decision), ranks, title=title, main="summary")


def report_contrasts(contrast: ContrastEstimation) -> Document:
    """The estimated differences of medians."""
    notes = (Paragraph(sentence(note)) for note in contrast.notes)
    intervals = () if contrast.low is None else (contrast_intervals_table(contrast),)
    return Document("Contrast estimation", (contrast_table(contrast), *intervals, *notes))


def report_description(description: Description) -> Document:
    """The values of each algorithm over all problems."""
    return Document("Description", (description_table(description),))


def description_table(description: Description) -> Table:
    """Mean, median, standard deviation and wins; the best of each in bold."""
    counts = description.counts
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        zip(
            description.algorithms,
            *(() if counts is None else (counts,)),
            description.mean.tolist(),
            description.median.tolist(),
            description.sd.tolist(),
            description.wins,
            strict=True,
        )
    )
    sign = 1 if description.better == "lower" else -1
    keys = [sign * description.mean, sign * description.median, None, -np.array(description.wins)]
    keys = keys if counts is None else [None, *keys]
    bold = {
        (int(j), column)
        for column, key in enumerate(keys, start=1)
        if key is not None
        for j in np.flatnonzero(key == key.min())
    }
    return Table(
        "description",
        "Values over all problems",
        (
            Column("Algorithm"),
            *(() if counts is None else (Column("Results", "count"),)),
            Column("Mean", "value"),
            Column("Median", "value"),
            Column("SD", "value"),
            Column("Wins", "count"),
        ),
        rows,
        frozenset(bold),
        "A win is a problem on which no other algorithm is better. Means over problems of "
        "different scales say little; the tests use ranks."
        + ("" if counts is None else f" {_UNEQUAL_SETS}"),
    )


_BEATS = {
    "sign": "One beats another if it is better on more problems (sign tests of the two alone).",
    "wilcoxon": "One beats another if the centre of their differences, supposed symmetric, speaks "
    "for it (Wilcoxon tests of the two alone).",
}


def ranks_table(comparison: Comparison) -> Table:
    """Average ranks by every ranking, best first by the one in use; the best in bold."""
    ranks, sets = comparison.ranks, comparison.rank_sets
    assert sets is not None  # there are several algorithms
    order = ranks[comparison.ranking].order.tolist()
    plain = plain_means(ranks[comparison.ranking])
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            comparison.results.algorithms[j],
            *(float(r.average[j]) for r in ranks.values()),
            *(() if plain is None else (float(plain[j]),)),
            places(int(sets.lower[j]), int(sets.upper[j])),
        )
        for j in order
    )
    bold = {
        (row, column)
        for column, r in enumerate(ranks.values(), start=1)
        for row, j in enumerate(order)
        if r.average[j] == r.average.min()
    }
    return Table(
        "ranks",
        "Average ranks, 1 is the best",
        (
            Column("Algorithm"),
            *(Column(RANKINGS.lookup(key).title, "rank") for key in ranks),
            *(() if plain is None else (Column("Plain mean", "rank"),)),
            Column("Rank set"),
        ),
        rows,
        frozenset(bold),
        ("" if plain is None else f"{_ESTIMATED} ")
        + "Rank set: 1 + the number of algorithms that beat this one in the population of "
        "problems lies in it, for all algorithms together with a probability of at least "
        f"{1 - sets.alpha:g}. {_BEATS[sets.test]} The average ranks ask another question: how an "
        "algorithm does among all.",
    )


def plain_means(ranks: Ranks) -> FloatArray | None:
    """Mean rank of each algorithm on the problems that it has; None if no result is missing."""
    present = ~np.isnan(ranks.ranks)
    if present.all():
        return None
    means: FloatArray = np.nansum(ranks.ranks, axis=0) / np.maximum(present.sum(axis=0), 1)
    return means


def report_ranks(ranks: Ranks) -> Document:
    """The average ranks, best first."""
    return report_fields(ranks, average_ranks_table(ranks))


def average_ranks_table(ranks: Ranks) -> Table:
    """Average ranks by one ranking, best first."""
    average = ranks.average.tolist()
    return Table(
        "ranks",
        "Average ranks, 1 is the best",
        (Column("Algorithm"), Column("Rank", "rank")),
        tuple((ranks.algorithms[j], average[j]) for j in ranks.order.tolist()),
    )


def omnibus_table(tests: Mapping[str, OmnibusResult], alpha: float) -> Table:
    """The omnibus tests: statistic, degrees of freedom, p-value."""
    rows = tuple(
        (
            test.title,
            test.statistic,
            ", ".join(str(df) for df in test.df),
            test.pvalue,
            "rejected" if test.pvalue <= alpha else "not rejected",
        )
        for test in tests.values()
    )
    return Table(
        "omnibus",
        "Omnibus tests",
        (
            Column("Test"),
            Column("Statistic", "statistic"),
            Column("Degrees of freedom"),
            Column("p", "p"),
            Column(f"At {alpha:g}"),
        ),
        rows,
        note=_notes(tests),
    )


def contrast_table(contrast: ContrastEstimation) -> Table:
    """Estimated differences of medians, row minus column."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, *(float(value) for value in contrast.estimates[i]))
        for i, name in enumerate(contrast.algorithms)
    )
    reading = "negative" if contrast.better == "lower" else "positive"
    return Table(
        "contrast",
        "Contrast estimation based on medians, row minus column",
        (Column("Algorithm"), *(Column(name, "value") for name in contrast.algorithms)),
        rows,
        note=f"A {reading} number speaks for the algorithm of the row."
        + ("" if contrast.common is None else f" {_WITH_HOLES}"),
    )


def _notes(tests: Mapping[str, OmnibusResult]) -> str:
    """Kendall's W, and what the tests themselves want the reader to know, each once."""
    found = [
        f"Kendall's coefficient of concordance W = {test.kendall_w:.4f}."
        for test in tests.values()
        if test.kendall_w is not None
    ]
    found += [sentence(note) for test in tests.values() for note in test.notes]
    return joined(dict.fromkeys(found))
