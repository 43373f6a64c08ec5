"""The report of several measures together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, cast

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.errors import few
from evenkeel.references import Reference
from evenkeel.report.document import Cell, Column, Document, Heading, Paragraph, Picture, Table
from evenkeel.text import series

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel.comparison.combinations import JointMeasures

_SENTENCES = 6
_LEFT_OUT = "Left out, for a measure lacks results of them: {}."
_REFERENCE = Reference(
    "decampos2016",
    "de Campos, C. P. and Benavoli, A.",
    2016,
    "Joint analysis of multiple algorithms and performance measures",
    "New Generation Computing",
    volume="35",
    pages="69-86",
    doi="10.1007/s00354-016-0005-8",
)


def report_joint(found: JointMeasures) -> Document:
    """The conclusions, the tests of all pairs, and the combinations of each."""
    told = found.conclusions
    more = len(told) - _SENTENCES
    return Document(
        f"{series(found.measures)} together",
        (
            *map(Paragraph, told[:_SENTENCES]),
            *([Paragraph(f"The tables have {more // 2} more pairs.")] if more > 0 else []),
            *([Paragraph(_LEFT_OUT.format(few(found.left_out, 5)))] if found.left_out else []),
            joint_table(found),
            pareto_table(found),
            combinations_table(found),
            Picture("combinations", "Problems of each combination, by pair.", _drawn(found)),
            Heading("How to read it"),
            *map(Paragraph, _explained(found)),
        ),
        (_REFERENCE, lookup(found.procedure).reference),
        main="joint",
    )


def joint_table(found: JointMeasures) -> Table:
    """A row per pair: its most frequent combination."""
    place = found.most_frequent
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            label,
            found.combinations[at],
            *map(float, (found.counts[i, at], found.pvalue[i], found.adjusted[i])),
            float(found.probability[i, at]),
        )
        for i, (label, at) in enumerate(zip(found.family.labels, place.tolist(), strict=True))
    )
    return Table(
        "joint",
        f"The most frequent combination of better and worse, n = {found.n}",
        (
            Column("Pair"),
            Column("Combination"),
            Column("Problems", "value"),
            Column("p", "p", starred=False),
            Column(f"p, {lookup(found.procedure).title}", "p"),
            Column("Posterior", "rank"),
        ),
        rows,
        frozenset((i, 4) for i in np.flatnonzero(found.adjusted <= found.alpha).tolist()),
        f"A sign per measure, in the order {series(found.measures)}: + where the first is better. "
        "Ties share a problem evenly.",
        emphasis=f"at most {found.alpha:g}",
    )


def pareto_table(found: JointMeasures) -> Table:
    """Who is not worse in any measure and better in one, a row for each order of a pair."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (pair[side], pair[1 - side], int(found.dominates[i, side]), *p[:, side].tolist())
        for i, pair in enumerate(found.family.hypotheses)
        for p in [np.stack([found.pareto[i], found.pareto_adjusted[i]])]
        for side in (0, 1)
    )
    shown = np.flatnonzero(found.pareto_adjusted.ravel() <= found.alpha).tolist()
    return Table(
        "pareto",
        "Not worse in any measure and better in one",
        (
            Column("Algorithm"),
            Column("Against"),
            Column("Dominates on", "count"),
            Column("p", "p", starred=False),
            Column(f"p, {lookup(found.procedure).title}", "p"),
        ),
        rows,
        frozenset((i, 4) for i in shown),
        f"Dominates on: problems of {found.n} on which it is better in one measure and worse in "
        "none.",
        emphasis=f"at most {found.alpha:g}",
    )


def combinations_table(found: JointMeasures) -> Table:
    """On how many problems each combination holds, and how probably it is the most frequent."""
    rows = tuple(
        (label, signs, float(found.counts[i, at]), float(found.probability[i, at]))
        for i, label in enumerate(found.family.labels)
        for at, signs in enumerate(found.combinations)
        if found.counts[i, at] > 0
    )
    return Table(
        "combinations",
        "Combinations of better and worse",
        (
            Column("Pair"),
            Column("Combination"),
            Column("Problems", "value"),
            Column("Probability to be the most frequent", "rank"),
        ),
        rows,
        note="Combinations that no problem shows are left out.",
    )


def _drawn(found: JointMeasures) -> Callable[[], Figure]:
    def draw() -> Figure:
        from evenkeel.plot import plot_joint

        return cast("Figure", plot_joint(found).figure)

    return draw


def _explained(found: JointMeasures) -> Iterator[str]:
    yield (
        "The first p is that of the hypothesis that the most frequent combination is on new "
        "problems no more frequent than the next: "
        + (
            "twice the binomial tail."
            if found.method == "exact"
            else "the likelihood ratio by its chi-square law, which a few problems need not follow."
        )
    )
    yield (
        "Posterior: how probably the combination is the most frequent one on problems like these, "
        f"with a Dirichlet prior worth {found.prior:g} of them, spread evenly. It bounds no error "
        "rate."
    )
    margins = ", ".join(f"{name} {margin:g}" for name, margin in found.margins.items() if margin)
    yield (
        "Not worse in any measure and better in one: in each measure it is worse on fewer than "
        f"half of the problems{f' (by more than its margin: {margins})' if margins else ''}, and "
        "in one it is better on more than half of those without ties. Not to have shown it is not "
        "to have shown the contrary. docs/calibration_newer.md has the error rates."
    )
