"""posthoc(): from ranks to a family of hypotheses with raw and adjusted p-values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evenkeel.adjustments import adjust as adjust_pvalues
from evenkeel.adjustments.registry import lookup
from evenkeel.errors import InputError, choice, fraction
from evenkeel.families import Family
from evenkeel.groups import compact_letters, unrejected_groups
from evenkeel.pairwise.rank_statistics import PosthocStatistics, posthoc_statistics
from evenkeel.ranks import compute_ranks
from evenkeel.results import Better, FloatArray, Results, as_results

#: What Derrac et al. (2011, Table 3) list for each kind of family, in their order.
DOCUMENTED: Mapping[str, tuple[str, ...]] = {
    "control": ("bonferroni", "holm", "hochberg", "hommel", "holland", "rom", "finner", "li"),
    "all-pairs": ("nemenyi", "holm", "shaffer", "bergmann"),
}

#: The procedure from which the conclusions are drawn by default: Holm's must always be shown
#: (Derrac et al. 2011, Section 6.2), and for all pairs Shaffer's is strongly encouraged (6.3).
MAIN_PROCEDURE = {"control": "holm", "all-pairs": "shaffer"}


@dataclass(frozen=True, eq=False)
class PosthocResult:
    """A family of hypotheses with raw and adjusted p-values.

    Attributes
    ----------
    statistics : PosthocStatistics
        The family, the ranks, z and the raw p-values.
    adjusted : mapping of str to ndarray
        Adjusted p-values by the name of the procedure, in the order of the family.
    """

    statistics: PosthocStatistics
    adjusted: Mapping[str, FloatArray]

    @property
    def family(self) -> Family:
        """The hypotheses."""
        return self.statistics.family

    @property
    def pvalue(self) -> FloatArray:
        """The raw p-values, in the order of the family."""
        return self.statistics.pvalue

    @property
    def procedures(self) -> tuple[str, ...]:
        """Names of the procedures, in the order in which they were asked for."""
        return tuple(self.adjusted)

    @property
    def positions(self) -> FloatArray | None:
        """The average ranks, of whose distances the p-values are a function (all pairs)."""
        return self.statistics.ranks.average if self.family.kind == "all-pairs" else None

    def rejected(self, alpha: float = 0.05, procedure: str | None = None) -> NDArray[np.bool_]:
        """Which hypotheses are rejected at `alpha`: adjusted p-value <= alpha.

        Without `procedure` the first one is taken.
        """
        rejected: NDArray[np.bool_] = self._adjusted(procedure) <= fraction(alpha, "alpha")
        return rejected

    def groups(
        self, alpha: float = 0.05, procedure: str | None = None
    ) -> tuple[tuple[str, ...], ...]:
        """Maximal sets of algorithms among which no pair is rejected, best ranked first.

        That no pair is rejected does not say that the algorithms are equal.
        """
        groups = unrejected_groups(
            self._rejected_pairs(alpha, procedure, "groups"), positions=self.positions
        )
        return tuple(tuple(self.family.algorithms[j] for j in group) for group in groups)

    def letters(self, alpha: float = 0.05, procedure: str | None = None) -> dict[str, str]:
        """Compact letters: two algorithms share a letter if and only if they are not rejected."""
        letters = compact_letters(
            self._rejected_pairs(alpha, procedure, "letters"), positions=self.positions
        )
        return dict(zip(self.family.algorithms, letters, strict=True))

    def _repr_html_(self) -> str:
        from evenkeel.report.html import render_fragment
        from evenkeel.report.single import report_posthoc

        return render_fragment(report_posthoc(self, alpha=0.05))

    def _rejected_pairs(self, alpha: float, procedure: str | None, what: str) -> NDArray[np.bool_]:
        if self.family.kind != "all-pairs":
            raise InputError(
                f"{what} need all pairs, but here {self.family.control!r} is compared with the "
                "rest; leave out control="
            )
        return self.rejected(alpha, procedure)

    def _adjusted(self, procedure: str | None) -> FloatArray:
        if procedure is None:
            return next(iter(self.adjusted.values()))
        name = lookup(procedure).name
        return self.adjusted[choice(name, self.adjusted, "procedure of this result")]


def posthoc(
    results: Results | ArrayLike,
    *,
    ranking: str = "friedman",
    control: str | None = None,
    adjust: str | Iterable[str] | None = None,
    method: str = "normal",
    better: Better | None = None,
) -> PosthocResult:
    """Compare all pairs of algorithms, or a control with the rest, with adjusted p-values.

    Each null hypothesis says that two algorithms perform alike; the alternative, that they do
    not. The raw p-values come from `posthoc_statistics`.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    ranking : {"friedman", "aligned", "quade"}
        The ranking that the hypotheses are tested with.
    control : str, optional
        The control algorithm (1 x N), or ``"best"`` for the one with the best average rank.
        Without it all pairs are compared (N x N). Picking the best as the control looks at the
        same data that the tests use.
    adjust : str or iterable of str, optional
        Names of procedures, see `procedures`. By default all that Derrac et al. (2011) list for
        the kind of family.
    method : {"normal", "calibrated", "exact"}
        How the raw p-values are computed, see `posthoc_statistics`.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    PosthocResult

    References
    ----------
    Derrac, Garcia, Molina and Herrera (2011), Sections 4.3 and 5,
    doi:10.1016/j.swevo.2011.02.002.

    Examples
    --------
    Table 5 of Garcia and Herrera (2008): Bergmann-Hommel rejects eight of the ten hypotheses.

    >>> import evenkeel
    >>> result = evenkeel.posthoc(evenkeel.load("garcia2008"), adjust="bergmann")
    >>> int(result.rejected(alpha=0.05).sum())
    8
    >>> result.groups(alpha=0.05)
    (('C4.5', 'NaiveBayes'), ('CN2', '1-NN'), ('Kernel',))
    """
    table = as_results(results, better)
    statistics = posthoc_statistics(
        table, ranking=ranking, control=resolve_control(table, control, ranking), method=method
    )
    names = _named(adjust, statistics.family)
    positions = statistics.ranks.average if statistics.family.kind == "all-pairs" else None
    adjusted = {
        name: adjust_pvalues(statistics.pvalue, name, family=statistics.family, positions=positions)
        for name in names
    }
    return PosthocResult(statistics, adjusted)


def resolve_control(results: Results, control: str | None, ranking: str) -> str | None:
    """The name of the control: ``"best"`` stands for the best ranked, unless one is called so."""
    if control == "best" and "best" not in results.algorithms:
        return compute_ranks(results, ranking).best
    return control


def _named(adjust: str | Iterable[str] | None, family: Family) -> list[str]:
    if adjust is None:
        return list(DOCUMENTED[family.kind])
    given = [adjust] if isinstance(adjust, str) or not isinstance(adjust, Iterable) else [*adjust]
    if not given:
        raise InputError("adjust names no procedure; name one or more, or leave it out")
    return list(dict.fromkeys(lookup(name).name for name in given))
