"""The report of each test and decision: its tables, the one that stands for it, its level."""

from __future__ import annotations

import pytest

import evenkeel
from evenkeel import adjustments, omnibus, pairwise
from evenkeel import posthocs as decisions
from evenkeel.omnibus import CriticalValue
from evenkeel.report.document import Document
from evenkeel.result import Result

TABLE = evenkeel.load("garcia2008")
PAIR = TABLE.select(["C4.5", "1-NN"])
SPSS = "As SPSS prints it: 1-NN - C4.5"


@pytest.mark.parametrize(
    ("result", "titles"),
    [
        (pairwise.wilcoxon(PAIR), ["Wilcoxon signed-rank test", SPSS]),
        (pairwise.wilcoxon(PAIR).spss_table, [SPSS]),
        (pairwise.wilcoxon_all(TABLE), ["Wilcoxon signed-rank tests, two-sided"]),
        (pairwise.sign_all(TABLE), ["Sign tests, two-sided"]),
        (
            adjustments.adjusted_alphas([0.01, 0.2]),
            ["Holm: levels of 2 hypotheses for alpha = 0.05"],
        ),
        (
            omnibus.friedman(TABLE),
            ["Friedman test on 30 problems and 5 algorithms", "Average ranks, 1 is the best"],
        ),
        (
            decisions.leave_one_out(TABLE),
            ["Adjusted p-values by Shaffer static, without one algorithm at a time"],
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_report_has_its_tables_and_one_that_stands_for_it(
    result: Result, titles: list[str]
) -> None:
    report = result.report()
    assert [table.title for table in report.tables] == titles
    assert report.main_table.title == titles[0]


def words(report: Document) -> str:
    return repr(report.blocks)


def test_a_report_decides_at_the_level_asked_for_and_at_five_per_cent_by_default() -> None:
    found = omnibus.friedman(evenkeel.load("toy"), ties="corrected", method="exact")
    assert 0.001 < found.pvalue < 0.05  # rejected at 0.05 only
    assert words(found.report()) == words(found.report(alpha=0.05))
    assert "is rejected at 0.05" in words(found.report())
    assert "is not rejected at 0.001" in words(found.report(alpha=0.001))
    pairs = decisions.posthoc(TABLE, adjust="holm")
    assert words(pairs.report()) == words(pairs.report(alpha=0.05))
    assert "Groups by Holm at 0.05" in words(pairs.report())
    assert "Groups by Holm at 0.01" in words(pairs.report(alpha=0.01))


def test_a_procedure_is_found_under_its_other_names_and_an_absent_one_is_not() -> None:
    adjusted = decisions.posthoc(TABLE, adjust=["shaffer", "bergmann"]).adjusted
    assert adjusted["shaffer-s1"] is adjusted["shaffer"]
    assert adjusted["bergmann-hommel"] is adjusted["bergmann"]
    with pytest.raises(KeyError, match=r"^'holm'$"):
        adjusted["holm"]


def test_a_critical_value_says_what_it_was_computed_for() -> None:
    """Friedman (1937), Table VI, for the exact value; 9.4877 is the chi-square of 4 degrees."""
    assert omnibus.friedman_critical(4, 3) == CriticalValue(
        value=6.5, attained=pytest.approx(1 / 24), alpha=0.05, n=4, k=3, method="exact"
    )
    assert omnibus.friedman_critical(30, 5, method="chi-square") == CriticalValue(
        value=pytest.approx(9.487729), attained=0.05, alpha=0.05, n=30, k=5, method="chi-square"
    )
    assert omnibus.friedman_critical(2, 3, 0.1) == CriticalValue(
        value=float("inf"), attained=0.0, alpha=0.1, n=2, k=3, method="exact"
    )
