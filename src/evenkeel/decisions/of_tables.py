"""Adjusted p-values of many tables at once, by the code that tests one."""

from __future__ import annotations

from evenkeel._types import FloatArray
from evenkeel.adjustments import adjust
from evenkeel.adjustments.registry import Adjustment
from evenkeel.families import Family
from evenkeel.hypotheses.registry import Law
from evenkeel.ranks.batches import Tables


def adjusted_of_tables(
    tables: Tables,
    family: Family,
    ranking: str,
    law: Law,
    procedure: Adjustment,
    *,
    holes: bool = False,
) -> FloatArray:
    """Adjusted p-values (..., m) of a family in tables (..., n, k), by a procedure that needs p."""
    pvalues = law.holes if holes and law.holes else law.pvalues
    raw = pvalues(tables, family.pairs, ranking)
    pooled = law.pooled and family.kind == "all-pairs"
    positions = tables.by(ranking).average if pooled else None
    return adjust(raw.pvalue, procedure.name, family=family, positions=positions)
