"""Whether the verdicts of a comparison hang on single problems, or on the correction for ties."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.decisions.testing import PosthocResult, posthoc
from evenkeel.families import Family
from evenkeel.omnibus.registry import OMNIBUS, TIES
from evenkeel.orders.leaving_problems_out import LEAST, Hinges, hinges_of, is_light
from evenkeel.orders.verdicts import Verdicts
from evenkeel.pairwise.signed_rank_pairs import SignedRankTests
from evenkeel.tables.results import Results
from evenkeel.words.numbers import p_in_words

if TYPE_CHECKING:
    from evenkeel.comparison.findings import Comparison

#: The laws of Friedman's ranks without and with the correction.
_LAWS = {"normal": "calibrated", "calibrated": "normal"}
_WITHOUT, _WITH = "Without the correction for ties", "Corrected for ties"


def look_at_problems(
    table: Results,
    found: PosthocResult | None,
    procedure: str,
    alpha: float,
    tests: SignedRankTests,
) -> Hinges | None:
    """The verdicts without each problem in turn, if that takes no time to speak of.

    They are those of the procedure from which conclusions are drawn, or of Wilcoxon's test for
    two algorithms; None if the hypotheses were not tested, or if problems are too few.
    """
    if table.n < LEAST:
        return None
    if found is not None:
        statistics = found.statistics
        verdicts = Verdicts.of(
            table, found.family, statistics.ranking, statistics.method, procedure
        )
        return hinges_of(verdicts, found.adjusted[procedure], alpha, looked=is_light(verdicts))
    if table.k > 2:
        return None
    alone = Family(table.algorithms, tests.family.control)
    verdicts = Verdicts.of(table, alone, "friedman", "wilcoxon", "holm")  # of one hypothesis
    return hinges_of(verdicts, tests.pvalue, alpha, looked=is_light(verdicts))


def turned_by_ties(comparison: Comparison) -> Iterator[str]:
    """What the statistics would decide without the correction for ties, or with it."""
    test, alpha = comparison.deciding, comparison.alpha
    if test is None or not test.tied:
        return
    entry = OMNIBUS.lookup(test.test)
    if test.method == entry.approximation:
        (other,) = set(TIES) - {test.ties}
        again = entry.function(comparison.results, ties=other)
        if (again.pvalue <= alpha) != (test.pvalue <= alpha):
            would = "would reject" if again.pvalue <= alpha else "would not reject"
            start = _WITH if other == "corrected" else _WITHOUT
            yield f"{start} the {test.title} {would} ({p_in_words(again.pvalue)})."
    found, law = comparison.posthoc, _LAWS.get(comparison.method)
    name = comparison.procedure
    ranked = comparison.ranking == "friedman" and lookup(name).kind != "closed"
    if found is None or law is None or not ranked:
        return
    others = posthoc(
        comparison.results, control=comparison.control, adjust=name, method=law
    ).rejected(alpha, name)
    turned = int(np.count_nonzero(others != found.rejected(alpha, name)))
    if turned:
        start, verb = (_WITH, "more") if law == "calibrated" else (_WITHOUT, "fewer")
        pairs = "hypothesis" if turned == 1 else "hypotheses"
        yield f"{start} the ranks would reject {turned} {pairs} {verb}."
