"""Whether the verdicts of a comparison hang on single problems."""

from __future__ import annotations

from evenkeel.decisions.testing import PosthocResult
from evenkeel.families import Family
from evenkeel.orders.leaving_problems_out import LEAST, Hinges, hinges_of, is_light
from evenkeel.orders.verdicts import Verdicts
from evenkeel.pairwise.signed_rank_pairs import SignedRankTests
from evenkeel.tables.results import Results


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
