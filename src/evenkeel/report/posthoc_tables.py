"""The tables of a family of hypotheses: levels, adjusted p-values, rejections, groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from evenkeel.adjustments import adjusted_alphas
from evenkeel.adjustments.exhaustive import exhaustive_sets
from evenkeel.adjustments.registry import lookup
from evenkeel.errors import InputError
from evenkeel.posthocs.laws import LAWS
from evenkeel.report.document import Cell, Column, Document, Notice, Paragraph, Table
from evenkeel.text import sentence, series

if TYPE_CHECKING:
    from evenkeel.comparison.second_look import SecondLook
    from evenkeel.posthocs._leave_one_out import LeaveOneOut
    from evenkeel.posthocs._posthoc import PosthocResult

_LISTED = 10  # pairs that a notice names
_LEVELS = (0.05, 0.10)  # the levels at which the documents count rejections


def report_posthoc(posthoc: PosthocResult, alpha: float) -> Document:
    """A family of hypotheses by itself."""
    family = posthoc.family
    title = f"All {family.m} pairs" if family.control is None else f"Control {family.control}"
    tables = posthoc_tables(posthoc, alpha, posthoc.procedures[0])
    return Document(
        title,
        (*tables, *posthoc_notices(posthoc, alpha)),
        main="adjusted",
        more=(matrix_table(posthoc, alpha, posthoc.procedures[0]),),
    )


def posthoc_notices(posthoc: PosthocResult, alpha: float) -> Iterator[Notice]:
    """What the reader should know about the p-values, and about procedures that were left out."""
    few = posthoc.statistics.powerless(alpha)
    if few:
        pairs = "1 pair has" if len(few) == 1 else f"{len(few)} pairs have"
        listed = series(few, _LISTED)
        yield Notice(
            "caution",
            "Too few common problems",
            f"{pairs} too few common problems for any rejection at {alpha:g}, however clear the "
            f"results: {listed}.",
        )
    for note in (*posthoc.statistics.notes, *posthoc.notes):
        yield Notice("note", "On these p-values", sentence(note))


def posthoc_tables(posthoc: PosthocResult, alpha: float, procedure: str) -> Iterator[Table]:
    """The tables of a family of hypotheses; the groups only where all pairs are compared."""
    yield hypotheses_table(posthoc, alpha)
    yield adjusted_table(posthoc, alpha)
    yield rejections_table(posthoc, alpha)
    if posthoc.family.kind == "all-pairs":
        yield groups_table(posthoc, alpha, procedure)


def report_second_look(look: SecondLook) -> Document:
    """Both looks at a family of hypotheses."""
    said = tuple(Paragraph(each) for each in look.sentences)
    return Document("Both looks at the pairs", (second_look_table(look), *said))


def second_look_table(look: SecondLook) -> Table:
    """Every hypothesis by both looks, and what is shown."""
    order = np.argsort(np.maximum(look.first, look.alone), kind="stable").tolist()
    words = {
        "both": look.both,
        "rests on the others": look.pooled,
        "too few problems": look.undecided,
        "opposite": look.opposed,
        "two alone": look.own,
    }
    said = [next((word for word, of in words.items() if of[i]), "") for i in range(look.family.m)]
    return Table(
        "second-look",
        "Both looks, adjusted p-values",
        (
            Column("Hypothesis"),
            Column("Ranks among all", "p"),
            Column("The two alone", "p"),
            Column("Problems that differ", "count"),
            Column("Shown by"),
        ),
        tuple(
            (
                look.family.labels[i],
                float(look.first[i]),
                float(look.alone[i]),
                int(look.differing[i]),
                said[i],
            )
            for i in order
        ),
        frozenset(
            (row, column)
            for row, i in enumerate(order)
            for column, adjusted in ((1, look.first), (2, look.alone))
            if adjusted[i] <= look.alpha
        ),
        f"The two alone: {look.title}, adjusted by Holm; no other algorithm moves it.",
        emphasis=f"rejected at {look.alpha:g}",
    )


def report_leave_one_out(found: LeaveOneOut) -> Document:
    """Adjusted p-values with all algorithms and without each; rejected ones in bold."""
    family = found.family
    columns = np.vstack([found.adjusted, found.without])
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (label, *(None if np.isnan(p) else float(p) for p in columns[:, i]))
        for i, label in enumerate(family.labels)
    )
    table = Table(
        "leave-one-out",
        f"Adjusted p-values by {lookup(found.procedure).title}, without one algorithm at a time",
        (
            Column("Hypothesis"),
            Column("With all", "p"),
            *(Column(f"Without {name}", "p") for name in family.algorithms),
        ),
        rows,
        frozenset(
            (int(row), int(column) + 1) for column, row in np.argwhere(columns <= found.alpha)
        ),
        "A rejection that falls when a third algorithm is left out rests on that algorithm.",
        emphasis=f"rejected at {found.alpha:g}",
    )
    return Document("Leaving out one algorithm at a time", (table,))


def hypotheses_table(posthoc: PosthocResult, alpha: float) -> Table:
    """Hypotheses by their p-values, with z and the level that each procedure compares p with."""
    order = np.argsort(posthoc.pvalue, kind="stable").tolist()
    labels = posthoc.family.labels
    levels = {
        name: np.asarray(adjusted_alphas(posthoc.pvalue, name, alpha, family=posthoc.family).levels)
        for name in posthoc.procedures
        if lookup(name).decide is not None
    }
    common = posthoc.statistics.common
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            labels[i],
            *(() if common is None else (int(common[i]),)),
            float(posthoc.statistics.z[i]),
            float(posthoc.pvalue[i]),
            *(float(level[i]) for level in levels.values()),
        )
        for i in order
    )
    without = [lookup(name).title for name in posthoc.procedures if name not in levels]
    null = LAWS.lookup(posthoc.statistics.method).null
    note = f"Null hypothesis of a pair: {null.statement}. "
    if any(lookup(name).kind == "logical" for name in posthoc.procedures):
        note += f"{null.consequence} "
    if common is not None:
        note += "n counts the problems that both algorithms have. "
    note += f"Levels for alpha = {alpha:g}."
    if without:
        note += f" {' and '.join(without)} compares sets of hypotheses and has no such levels."
    return Table(
        "hypotheses",
        "Hypotheses ordered by p-value, and the adjusted levels they are compared with",
        (
            Column("Hypothesis"),
            *(() if common is None else (Column("n", "count"),)),
            Column("z", "statistic"),
            Column("p", "p", starred=False),
            *(Column(lookup(name).title, "p", starred=False) for name in levels),
        ),
        rows,
        note=note,
    )


def adjusted_table(posthoc: PosthocResult, alpha: float) -> Table:
    """Raw and adjusted p-values; those at most alpha in bold."""
    order = np.argsort(posthoc.pvalue, kind="stable").tolist()
    labels = posthoc.family.labels
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            labels[i],
            float(posthoc.pvalue[i]),
            *(float(adjusted[i]) for adjusted in posthoc.adjusted.values()),
        )
        for i in order
    )
    bold = {
        (row, column)
        for column, adjusted in enumerate(posthoc.adjusted.values(), start=2)
        for row, i in enumerate(order)
        if adjusted[i] <= alpha
    }
    return Table(
        "adjusted",
        "Adjusted p-values",
        (
            Column("Hypothesis"),
            Column("p", "p", starred=False),
            *(Column(lookup(name).title, "p") for name in posthoc.procedures),
        ),
        rows,
        frozenset(bold),
        emphasis=f"rejected at {alpha:g}",
    )


def matrix_table(posthoc: PosthocResult, alpha: float, procedure: str) -> Table:
    """Adjusted p-values by one procedure, an algorithm per row and a column."""
    names = posthoc.family.algorithms
    values = posthoc.adjusted[procedure].tolist()
    known = dict(zip(map(frozenset, posthoc.family.hypotheses), values, strict=True))
    rows = tuple((row, *(known.get(frozenset((row, name))) for name in names)) for row in names)
    return Table(
        "matrix",
        f"Adjusted p-values by {lookup(procedure).title}",
        (Column("Algorithm"), *(Column(name, "p") for name in names)),
        rows,
        frozenset(
            (r, c)
            for r, row in enumerate(rows)
            for c, p in enumerate(row)
            if isinstance(p, float) and p <= alpha
        ),
        emphasis=f"rejected at {alpha:g}",
    )


def rejections_table(posthoc: PosthocResult, alpha: float) -> Table:
    """How many hypotheses each procedure rejects at the documents' levels and at alpha."""
    levels = sorted({*_LEVELS, alpha})
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            lookup(name).title,
            lookup(name).controls,
            lookup(name).assumes,
            *(int(posthoc.rejected(level, name).sum()) for level in levels),
        )
        for name in posthoc.procedures
    )
    return Table(
        "rejections",
        f"Rejected hypotheses out of {posthoc.family.m}",
        (
            Column("Procedure"),
            Column("Controls"),
            Column("Under"),
            *(Column(f"At {level:g}", "count") for level in levels),
        ),
        rows,
        note=" ".join(
            f"{lookup(name).title}: {lookup(name).caveat}"
            for name in posthoc.procedures
            if lookup(name).caveat
        ),
    )


def groups_table(posthoc: PosthocResult, alpha: float, procedure: str) -> Table:
    """Groups of algorithms among which no pair is rejected, and the letters."""
    letters = posthoc.letters(alpha, procedure)
    ranks = posthoc.statistics.ranks
    rows = tuple(
        (name, float(ranks.average[j]), letters[name])
        for j in ranks.order.tolist()
        for name in [posthoc.family.algorithms[j]]
    )
    return Table(
        "groups",
        f"Groups by {lookup(procedure).title} at {alpha:g}",
        (Column("Algorithm"), Column("Average rank", "rank"), Column("Groups")),
        rows,
        note="Algorithms that share a letter were not told apart by these p-values; that does not "
        "show that they perform alike.",
    )


def exhaustive_table(posthoc: PosthocResult, alpha: float) -> Table:
    """The exhaustive sets of the hypotheses, and what each contributes to Bergmann-Hommel."""
    family = posthoc.family
    if family.control is not None:
        raise InputError(
            f"exhaustive sets are those of all pairs, and these are comparisons with "
            f"{family.control!r}; leave out the control, or ask for no exhaustive sets"
        )
    place = {tuple(pair): i for i, pair in enumerate(family.pairs.tolist())}
    rows = []
    for sets in exhaustive_sets(family.k):
        smallest = float(min(posthoc.pvalue[place[pair]] for pair in sets.pairs))
        product = min(1.0, len(sets) * smallest)
        accepted = "yes" if product > alpha else ""  # equation (19) of Derrac et al. (2011)
        rows.append((str(sets), len(sets), smallest, product, accepted))
    numbered = ", ".join(f"{j} {name}" for j, name in enumerate(family.algorithms, start=1))
    return Table(
        "exhaustive",
        f"The {len(rows)} exhaustive sets of hypotheses",
        (
            Column("Set"),
            Column("Hypotheses", "count"),
            Column("Smallest p", "p", starred=False),
            Column("Product", "p", starred=False),
            Column("Accepted"),
        ),
        tuple(rows),
        note=f"12 is the hypothesis that algorithms 1 and 2 perform alike: {numbered}. The "
        "Bergmann-Hommel p-value of a hypothesis is the largest product of the sets that hold it. "
        f"A set is accepted if its product is above {alpha:g}; the hypotheses in any accepted set "
        "are the acceptance set, and all others are rejected.",
    )
