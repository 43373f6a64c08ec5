"""The table that SPSS prints for Wilcoxon's signed-rank test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.numerics.tails import normal_pvalue
from evenkeel.pairwise.signed_rank_pvalues import Options, z_scores
from evenkeel.pairwise.signed_ranks import signed_ranks
from evenkeel.result import Result

if TYPE_CHECKING:
    from evenkeel.report.document import Document


@dataclass(frozen=True)
class RankLine:
    """One line of the table: how many ranks, their mean (0 if there are none) and their sum."""

    n: int
    mean_rank: float
    sum_of_ranks: float


class SpssTable(Result):
    """Ranks of second minus first, in the values of the table, as SPSS reports them.

    Zero differences are dropped before ranking. `z` is that of the smaller sum and never
    positive, tie-corrected, without correction for continuity; `pvalue` is two-sided and
    asymptotic. `based_on` tells which ranks z comes from: ``"negative"``, ``"positive"``, or
    ``"equal"`` if both sums are the same. ``str()`` gives the table as text.
    """

    first: str
    second: str
    negative: RankLine
    positive: RankLine
    ties: int
    total: int
    z: float
    pvalue: float
    based_on: str

    def report(self) -> Document:
        """The table."""
        from evenkeel.report.pair_tables import report_spss

        return report_spss(self)

    def __str__(self) -> str:
        title = f"{self.second} - {self.first}"
        lines = [
            title,
            f"{'':<16}{'N':>6}{'Mean Rank':>12}{'Sum of Ranks':>15}",
            *(
                f"{name:<16}{line.n:>6}{line.mean_rank:>12.2f}{line.sum_of_ranks:>15.2f}"
                for name, line in (
                    ("Negative Ranks", self.negative),
                    ("Positive Ranks", self.positive),
                )
            ),
            f"{'Ties':<16}{self.ties:>6}",
            f"{'Total':<16}{self.total:>6}",
            f"Z = {self.z:.3f} (based on {self.based_on} ranks), "
            f"Asymp. Sig. (2-tailed) = {self.pvalue:.3f}",
        ]
        return "\n".join(lines)


def spss_table(differences: FloatArray, first: str, second: str) -> SpssTable:
    """The SPSS table of `differences`, second minus first."""
    sums = signed_ranks(differences[None, :], "drop")
    plus, minus = float(sums.plus[0]), float(sums.minus[0])
    z = float(z_scores(sums, Options("drop", "normal", "two-sided", False))[0])
    based_on = "equal" if plus == minus else "negative" if minus < plus else "positive"
    return SpssTable(
        first,
        second,
        negative=_line(int(np.count_nonzero(differences < 0)), minus),
        positive=_line(int(np.count_nonzero(differences > 0)), plus),
        ties=int(sums.zeros[0]),
        total=differences.size,
        z=min(z, -z),
        pvalue=float(normal_pvalue(z, "two-sided")),
        based_on=based_on,
    )


def _line(count: int, total: float) -> RankLine:
    return RankLine(count, total / count if count else 0.0, total)
