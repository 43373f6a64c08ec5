"""The tables of tests of two algorithms, and of the multiple sign test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evenkeel.report.document import Cell, Column, Table
from evenkeel.report.numbers import p_in_words

if TYPE_CHECKING:
    from evenkeel.comparison import TwoAlgorithms
    from evenkeel.control import MultipleSignTest
    from evenkeel.pairwise.sign_all import SignTests
    from evenkeel.pairwise.spss import SpssTable
    from evenkeel.pairwise.ttest import PairedTTest
    from evenkeel.pairwise.wilcoxon import SignedRankTest
    from evenkeel.pairwise.wilcoxon_all import SignedRankTests


def sign_table(tests: SignTests) -> Table:
    """Sign tests of each pair."""
    columns = (tests.wins, tests.losses, tests.ties)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (f"{first} vs {second}", *(int(column[i]) for column in columns), float(tests.pvalue[i]))
        for i, (first, second) in enumerate(tests.family.hypotheses)
    )
    return Table(
        "sign",
        f"Sign tests, {tests.alternative}",
        (
            Column("Pair"),
            Column("Wins", "count"),
            Column("Losses", "count"),
            Column("Ties", "count"),
            Column("Exact p", "p"),
        ),
        rows,
        note="Wins are those of the first algorithm. The p-values are not adjusted.",
    )


def wilcoxon_table(tests: SignedRankTests) -> Table:
    """Wilcoxon tests of each pair."""
    rows = tuple(
        (f"{first} vs {second}", float(plus), float(minus), float(p), method)
        for (first, second), plus, minus, p, method in zip(
            tests.family.hypotheses,
            tests.r_plus,
            tests.r_minus,
            tests.pvalue,
            tests.method,
            strict=True,
        )
    )
    return Table(
        "wilcoxon",
        "Wilcoxon signed-rank tests, two-sided",
        (
            Column("Pair"),
            Column("R+", "count"),
            Column("R-", "count"),
            Column("p", "p"),
            Column("Method"),
        ),
        rows,
        note="R+ speaks for the first algorithm. The p-values are not adjusted.",
    )


def signed_rank_table(test: SignedRankTest) -> Table:
    """Wilcoxon's test of one pair, with z."""
    return Table(
        "wilcoxon",
        f"{test.first} vs {test.second}, {test.alternative}",
        (
            Column("R+", "count"),
            Column("R-", "count"),
            Column("T", "count"),
            Column("z", "statistic"),
            Column("p", "p"),
            Column("Method"),
        ),
        ((test.r_plus, test.r_minus, test.statistic, test.z, test.pvalue, test.method),),
        note="R+ speaks for the first algorithm.",
    )


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


def t_table(test: PairedTTest) -> Table:
    """The paired t-test of one pair."""
    return Table(
        "t",
        f"{test.first} minus {test.second}, {test.alternative}",
        (
            Column("t", "statistic"),
            Column("Degrees of freedom", "count"),
            Column("p", "p"),
            Column("Mean difference", "value"),
            Column("Low", "value"),
            Column("High", "value"),
        ),
        ((test.statistic, test.df, test.pvalue, test.mean_difference, test.low, test.high),),
        note=f"The interval has a confidence of {test.confidence:.0%}.",
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
        note=f"Intervals: {estimate.attained:.1%} (Hodges-Lehmann) and {t.confidence:.0%} (t). The "
        "t-test supposes normal differences.",
    )


def multiple_sign_table(test: MultipleSignTest) -> Table:
    """The multiple sign test against the control."""
    rows = tuple(
        (
            name,
            int(test.plus[j]),
            int(test.minus[j]),
            int(test.ties[j]),
            int(test.r[j]),
            float(test.adjusted[j]),
            "rejected" if test.rejected[j] else "not rejected",
        )
        for j, name in enumerate(test.algorithms)
    )
    critical = "no count is small enough" if test.critical is None else f"{test.critical}"
    return Table(
        "multiple-sign",
        f"Multiple sign test against {test.control} (the control is better)",
        (
            Column("Algorithm"),
            Column("Plus", "count"),
            Column("Minus", "count"),
            Column("Ties", "count"),
            Column("r", "count"),
            Column("Adjusted p", "p"),
            Column(f"At {test.alpha:g}"),
        ),
        rows,
        note=f"Signs of the algorithm's value minus the control's. Critical value: {critical}.",
    )
