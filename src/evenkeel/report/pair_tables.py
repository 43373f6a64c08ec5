"""The tables of tests of two algorithms, and of the multiple sign test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evenkeel.effects._effect_sizes import direction
from evenkeel.effects.registry import EFFECTS
from evenkeel.report.document import Cell, Column, Document, Paragraph, Table
from evenkeel.report.effect_tables import effect_column, level_sentence
from evenkeel.report.fields import report_fields
from evenkeel.text import attained_percent, p_in_words, sentence

if TYPE_CHECKING:
    from evenkeel._types import IntArray
    from evenkeel.comparison.steps import TwoAlgorithms
    from evenkeel.effects._effect_sizes import EffectSizes
    from evenkeel.pairwise._wilcoxon import SignedRankTest, SpssTable
    from evenkeel.pairwise._wilcoxon_all import SignedRankTests
    from evenkeel.pairwise.multiple_sign import MultipleSignTest
    from evenkeel.pairwise.sign import SignTests

_ALTERNATIVES = {
    "control-better": "the control is better",
    "control-worse": "the control is worse",
    "two-sided": "two-sided",
}


def report_signs(tests: SignTests) -> Document:
    """Sign tests of each pair."""
    return Document("Sign tests", (sign_table(tests),))


def report_wilcoxon(tests: SignedRankTests) -> Document:
    """Wilcoxon tests of each pair."""
    return Document("Wilcoxon signed-rank tests", (wilcoxon_table(tests),))


def report_spss(table: SpssTable) -> Document:
    """The table that SPSS prints."""
    return Document("Wilcoxon signed-rank test", (spss_table(table),))


def report_two_algorithms(two: TwoAlgorithms) -> Document:
    """How large the difference of two algorithms is."""
    return Document("Difference of two algorithms", (two_algorithms_table(two),))


def report_multiple_sign(test: MultipleSignTest) -> Document:
    """The multiple sign test against the control."""
    notes = (Paragraph(sentence(note)) for note in test.notes)
    return Document("Multiple sign test", (multiple_sign_table(test), *notes))


def sign_table(tests: SignTests) -> Table:
    """Sign tests of each pair."""
    columns = [tests.wins, tests.losses, tests.ties]
    if tests.common is not None:
        columns.insert(0, tests.common)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (label, *(int(column[i]) for column in columns), float(tests.pvalue[i]))
        for i, label in enumerate(tests.family.labels)
    )
    exact = set(tests.method) <= {"exact"}
    note = "Wins are those of the first algorithm. The p-values are not adjusted."
    if tests.tie_treatment == "drop":
        note += " Ties are left out."
    elif not exact:
        note += " Ties are split evenly, so that p is not exact where there are several."
    return Table(
        "sign",
        f"Sign tests, {tests.alternative}",
        (
            Column("Pair"),
            *_n_column(tests.common),
            Column("Wins", "count"),
            Column("Losses", "count"),
            Column("Ties", "count"),
            Column("Exact p" if exact else "p", "p", starred=False),
        ),
        rows,
        note=note,
    )


def wilcoxon_table(tests: SignedRankTests, effects: EffectSizes | None = None) -> Table:
    """Wilcoxon tests of each pair, and beside them the sizes of the same pairs if given."""
    common = tests.common
    column, sizes = (None, []) if effects is None else effect_column(effects)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            label,
            *(() if common is None else (int(common[i]),)),
            *(float(values[i]) for values in (tests.r_plus, tests.r_minus, tests.pvalue)),
            tests.method[i],
            *sizes[i : i + 1],
        )
        for i, label in enumerate(tests.family.labels)
    )
    note = "R+ speaks for the first algorithm. The p-values are not adjusted."
    if effects is not None:
        entry = EFFECTS.lookup(effects.size)
        turned = direction(entry, effects.better)
        note += f" {entry.title}: {entry.formula}; {turned}. {level_sentence(effects)}"
    return Table(
        "wilcoxon",
        f"Wilcoxon signed-rank tests, {tests.alternative}",
        (
            Column("Pair"),
            *_n_column(common),
            Column("R+", "count"),
            Column("R-", "count"),
            Column("p", "p", starred=False),
            Column("Method"),
            *(() if column is None else (column,)),
        ),
        rows,
        note=note,
    )


def _n_column(common: IntArray | None) -> tuple[Column, ...]:
    """The column of the problems that both algorithms have, in a table with holes."""
    return () if common is None else (Column("n", "count"),)


def report_signed_rank(test: SignedRankTest) -> Document:
    """The test, and the table that SPSS prints."""
    return report_fields(test, spss_table(test.spss_table), main="summary")


def spss_table(table: SpssTable) -> Table:
    """The table that SPSS prints."""
    lines = (("Negative ranks", table.negative), ("Positive ranks", table.positive))
    rows: list[tuple[Cell, ...]] = [
        (name, line.n, line.mean_rank, line.sum_of_ranks) for name, line in lines
    ]
    rows += [("Ties", table.ties, None, None), ("Total", table.total, None, None)]
    return Table(
        "spss",
        f"As SPSS prints it: {table.second} - {table.first}",
        (
            Column("Ranks"),
            Column("N", "count"),
            Column("Mean rank", "rank"),
            Column("Sum of ranks", "rank"),
        ),
        tuple(rows),
        note=f"Z = {table.z:.3f} (based on {table.based_on} ranks), asymptotic two-sided "
        f"{p_in_words(table.pvalue)}.",
    )


def two_algorithms_table(two: TwoAlgorithms) -> Table:
    """How large the difference of two algorithms is, and the paired t-test."""
    estimate, t = two.hodges_lehmann, two.t
    rows: tuple[tuple[Cell, ...], ...] = (
        ("Hodges-Lehmann", estimate.estimate, estimate.low, estimate.high, None),
        ("Mean (paired t-test)", t.mean_difference, t.low, t.high, t.pvalue),
    )
    return Table(
        "difference",
        f"Difference {t.first} minus {t.second}",
        (
            Column("Estimate"),
            Column("Difference", "value"),
            Column("Low", "value"),
            Column("High", "value"),
            Column("p", "p"),
        ),
        rows,
        note=f"Intervals: {attained_percent(estimate.attained)} (Hodges-Lehmann) and "
        f"{t.confidence:.0%} (t). The t-test supposes normal differences.",
    )


def multiple_sign_table(test: MultipleSignTest) -> Table:
    """The multiple sign test against the control."""
    counts = [test.plus, test.minus, test.ties, test.r]
    if test.common is not None and test.criticals is not None:
        counts = [test.common, *counts, test.criticals]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            name,
            *(None if column[j] < 0 else int(column[j]) for column in counts),
            float(test.adjusted[j]),
            float(test.bonferroni[j]),
            "rejected" if test.rejected[j] else "not rejected",
        )
        for j, name in enumerate(test.algorithms)
    )
    critical = "no count is small enough" if test.critical is None else f"{test.critical}"
    note = f"Signs of the algorithm's value minus the control's. Critical value: {critical}."
    if test.common is not None:
        note = (
            "Signs of the algorithm's value minus the control's on the n problems that both have. "
            "No critical value: too few problems for any rejection."
        )
    return Table(
        "multiple-sign",
        f"Multiple sign test against {test.control} ({_ALTERNATIVES[test.alternative]})",
        (
            Column("Algorithm"),
            *_n_column(test.common),
            Column("Plus", "count"),
            Column("Minus", "count"),
            Column("Ties", "count"),
            Column("r", "count"),
            *(() if test.criticals is None else (Column("Critical", "count"),)),
            Column("Adjusted p", "p"),
            Column("Bonferroni p", "p"),
            Column(f"At {test.alpha:g}"),
        ),
        rows,
        note=f"{note} Adjusted p and the decision suppose that all algorithms are alike; "
        "Bonferroni's p holds whatever the others do.",
    )
