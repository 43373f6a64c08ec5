"""The tables that describe all algorithms together: values, ranks, omnibus tests, contrasts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from evenkeel.conclusions import OMNIBUS_TITLES, RANKING_TITLES
from evenkeel.report.document import Cell, Column, Table

if TYPE_CHECKING:
    from evenkeel.comparison import Comparison
    from evenkeel.contrast import ContrastEstimation
    from evenkeel.omnibus.core import OmnibusResult


def description_table(comparison: Comparison) -> Table:
    """Mean, median, standard deviation and wins; the best of each in bold."""
    description, results = comparison.description, comparison.results
    rows = tuple(
        (
            name,
            float(description.mean[j]),
            float(description.median[j]),
            float(description.sd[j]),
            w,
        )
        for j, (name, w) in enumerate(zip(results.algorithms, description.wins, strict=True))
    )
    sign = 1 if results.better == "lower" else -1
    keys = [sign * description.mean, sign * description.median, None, -np.array(description.wins)]
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
            Column("Mean", "value"),
            Column("Median", "value"),
            Column("SD", "value"),
            Column("Wins", "count"),
        ),
        rows,
        frozenset(bold),
        "A win is a problem on which no other algorithm is better. Means over problems of "
        "different scales say little; the tests below use ranks.",
    )


def ranks_table(comparison: Comparison) -> Table:
    """Average ranks by the three rankings, best first by the one in use; the best in bold."""
    ranks = comparison.ranks
    order = ranks[comparison.ranking].order.tolist()
    rows = tuple(
        (comparison.results.algorithms[j], *(float(r.average[j]) for r in ranks.values()))
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
        (Column("Algorithm"), *(Column(RANKING_TITLES[key], "rank") for key in ranks)),
        rows,
        frozenset(bold),
    )


def omnibus_table(tests: Mapping[str, OmnibusResult], alpha: float) -> Table:
    """The omnibus tests: statistic, degrees of freedom, p-value."""
    rows = tuple(
        (
            OMNIBUS_TITLES[key],
            test.statistic,
            ", ".join(str(df) for df in test.df),
            test.pvalue,
            "rejected" if test.pvalue <= alpha else "not rejected",
        )
        for key, test in tests.items()
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
        note=f"A {reading} number speaks for the algorithm of the row.",
    )


def _notes(tests: Mapping[str, OmnibusResult]) -> str:
    """Kendall's W, and what the tests themselves want the reader to know, each once."""
    found = [
        f"Kendall's coefficient of concordance W = {test.kendall_w:.4f}."
        for test in tests.values()
        if test.kendall_w is not None
    ]
    found += [f"{note[0].upper()}{note[1:]}." for test in tests.values() for note in test.notes]
    return " ".join(dict.fromkeys(found))
