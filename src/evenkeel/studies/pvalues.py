"""P-values of thousands of tables at once, by the kernels that serve the single tables too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Literal

import numpy as np

from evenkeel.adjustments import adjust
from evenkeel.adjustments.enumeration import LARGEST_ENUMERATED
from evenkeel.adjustments.registry import FamilyKind, lookup, registered
from evenkeel.control import signs_against, signs_of_differences
from evenkeel.control_law import familywise_level
from evenkeel.errors import InputError, choice
from evenkeel.families import Family
from evenkeel.hypotheses import DOCUMENTED
from evenkeel.omnibus.aligned import aligned_statistic
from evenkeel.omnibus.core import Ties, approximate_pvalues
from evenkeel.omnibus.friedman import friedman_statistic, iman_davenport_statistic
from evenkeel.omnibus.friedman_law import friedman_law
from evenkeel.omnibus.quade import quade_statistic
from evenkeel.pairwise.pair import normal_pvalue
from evenkeel.pairwise.rank_law import exact_pvalues
from evenkeel.pairwise.rank_statistics import (
    POSTHOC_METHODS,
    PosthocMethod,
    pair_differences,
    permutation_standard_error,
    standard_error,
)
from evenkeel.pairwise.sign import sign_pvalues
from evenkeel.pairwise.signed_rank_pvalues import Method, Options
from evenkeel.pairwise.ttest import t_pvalues, t_statistics
from evenkeel.pairwise.wilcoxon_all import compare_columns
from evenkeel.ranks import (
    RANKINGS,
    Ranking,
    average_quade_ranks,
    rank_aligned,
    rank_ranges,
    rank_rows,
)
from evenkeel.results import FloatArray

#: The name under which the raw p-values stand among the procedures.
UNADJUSTED = "none"

_SEARCHES = {"bergmann", "shaffer-dynamic"}  # procedures that look through exhaustive sets
_QUICK_SETS = 6  # algorithms up to which these sets are few


@dataclass(frozen=True, eq=False)
class Tables:
    """Losses of r tables, shape (r, n, k); each ranking is computed once, when it is wanted."""

    losses: FloatArray

    @property
    def n(self) -> int:
        """Number of problems."""
        return int(self.losses.shape[1])

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return int(self.losses.shape[2])

    def ranks(self, ranking: Ranking) -> FloatArray:
        """Ranks (r, n, k); Quade's are weighted, as in `Ranks`."""
        if ranking == "friedman":
            return self._friedman
        if ranking == "aligned":
            return self._aligned
        return self._quade

    def weights(self, ranking: Ranking) -> FloatArray:
        """Weights of the problems, (r, n): ones but for Quade's ranking."""
        return self._ranges if ranking == "quade" else np.ones(self.losses.shape[:2])

    def average(self, ranking: Ranking) -> FloatArray:
        """Average ranks (r, k)."""
        if ranking == "quade":
            return average_quade_ranks(self._friedman, self._ranges)
        average: FloatArray = self.ranks(ranking).mean(axis=1)
        return average

    @cached_property
    def _friedman(self) -> FloatArray:
        return rank_rows(self.losses)

    @cached_property
    def _aligned(self) -> FloatArray:
        return rank_aligned(self.losses)

    @cached_property
    def _ranges(self) -> FloatArray:
        return rank_ranges(self.losses)

    @cached_property
    def _quade(self) -> FloatArray:
        return self._friedman * self._ranges[..., None]


@dataclass(frozen=True)
class Comparison:
    """A way to the raw p-values of a family: a ranking or a pairwise test, and a method.

    `pvalues` takes tables and a family and returns p-values (r, m). They do not increase with the
    distance of the average ranks of `ranking`, if there is one. `adjusted` says that they are
    adjusted already, and `families` which families they serve.
    """

    name: str
    title: str
    pvalues: Callable[[Tables, Family], FloatArray]
    ranking: Ranking | None = None
    adjusted: bool = False
    families: tuple[FamilyKind, ...] = ("control", "all-pairs")


def adjusted_pvalues(
    tables: Tables, comparison: Comparison, family: Family, procedures: Iterable[str]
) -> dict[str, FloatArray]:
    """Adjusted p-values (r, m) by the name of the procedure; ``"none"`` leaves them raw."""
    raw = comparison.pvalues(tables, family)
    positions = None
    if comparison.ranking is not None and family.k > LARGEST_ENUMERATED:
        positions = tables.average(comparison.ranking) if family.kind == "all-pairs" else None
    return {
        name: raw if name == UNADJUSTED else adjust(raw, name, family=family, positions=positions)
        for name in procedures
    }


def omnibus_pvalues(tables: Tables, test: str, ties: Ties) -> FloatArray:
    """P-values (r,) of an omnibus test."""
    if test == "friedman-exact":
        statistic = friedman_statistic(tables.ranks("friedman"))
        return friedman_law(tables.n, tables.k).sf(statistic)
    ranking, formula, approximation = _OMNIBUS[test]
    ranks = tables.ranks(ranking)
    return approximate_pvalues(formula(ranks, ties=ties), ranks, approximation)


def is_slow(comparisons: Iterable[str], procedures: Iterable[str], k: int, *, ties: bool) -> bool:
    """Whether a law or a search is needed for each table, not one for thousands of them."""
    exact = [name for name in comparisons if name.endswith("-exact") and name != "sign-exact"]
    laws = "aligned-exact" in exact or (ties and bool(exact))
    return laws or (k > _QUICK_SETS and not _SEARCHES.isdisjoint(procedures))


def chosen_procedures(wanted: str | Iterable[str] | None, kind: FamilyKind) -> tuple[str, ...]:
    """Names of procedures for a kind of family; None for the documents' choice."""
    if wanted is None:
        return DOCUMENTED[kind]
    serving = [a.name for a in registered() if kind in a.families]
    if wanted == "all":
        return tuple(serving)
    names = dict.fromkeys(
        name if name == UNADJUSTED else lookup(name).name for name in _listed(wanted)
    )
    for name in names:
        if name != UNADJUSTED and name not in serving:
            listed = ", ".join(repr(other) for other in serving)
            raise InputError(
                f"the procedure {name!r} does not serve the family {kind!r}; choose from {listed}"
            )
    return tuple(names)


def chosen_comparisons(wanted: str | Iterable[str], kind: FamilyKind) -> tuple[str, ...]:
    """Names of comparisons for a kind of family."""
    serving = [name for name, comparison in COMPARISONS.items() if kind in comparison.families]
    if wanted == "all":
        return tuple(serving)
    return tuple(dict.fromkeys(choice(name, serving, "comparison") for name in _listed(wanted)))


def chosen_omnibus(wanted: str | Iterable[str]) -> tuple[str, ...]:
    """Names of omnibus tests."""
    if wanted == "all":
        return OMNIBUS
    return tuple(dict.fromkeys(choice(name, OMNIBUS, "omnibus test") for name in _listed(wanted)))


def _listed(names: str | Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _by_ranks(
    tables: Tables, family: Family, *, ranking: Ranking, method: PosthocMethod
) -> FloatArray:
    ranks = tables.ranks(ranking)
    if method == "exact":
        return exact_pvalues(ranks, pair_differences(ranks.sum(axis=1), family.pairs))
    differences = pair_differences(tables.average(ranking), family.pairs)
    if method == "normal":
        error = np.full((1, 1), standard_error(ranking, tables.n, tables.k))
    else:
        error = permutation_standard_error(ranks, tables.weights(ranking))[:, None]
    z = np.divide(differences, error, out=np.zeros_like(differences), where=error > 0)
    return normal_pvalue(z, "two-sided")


def _wilcoxon(tables: Tables, family: Family, *, method: Method) -> FloatArray:
    """The tables side by side are one table with r k columns, of which only some are compared."""
    r, n, k = tables.losses.shape
    side_by_side = np.ascontiguousarray(tables.losses.transpose(1, 0, 2)).reshape(n, r * k)
    pairs = (family.pairs + k * np.arange(r)[:, None, None]).reshape(-1, 2)
    options = Options("split", method, "two-sided", continuity=False)
    return compare_columns(side_by_side, pairs, options)[1].reshape(r, family.m)


def _sign(tables: Tables, family: Family) -> FloatArray:
    first, second = (tables.losses[..., family.pairs[:, side]] for side in (0, 1))
    wins, losses = (first < second).sum(axis=1), (first > second).sum(axis=1)
    return sign_pvalues(wins, losses, tables.n, "two-sided")


def _t(tables: Tables, family: Family) -> FloatArray:
    differences = pair_differences(tables.losses, family.pairs).swapaxes(1, 2)
    return t_pvalues(t_statistics(differences)[2], tables.n - 1)


def _multiple_sign(tables: Tables, family: Family) -> FloatArray:
    control = family.algorithms.index(family.control or "")
    plus, minus = signs_of_differences(tables.losses, control)
    counted = signs_against("two-sided", "lower", plus, minus, tables.n)
    levels = familywise_level(tables.n, family.m, range(tables.n + 1), "two-sided")
    pvalue: FloatArray = np.minimum(levels, 1.0)[counted]
    return pvalue


Formula = Callable[..., FloatArray]
_OMNIBUS: Mapping[str, tuple[Ranking, Formula, Literal["chi-square", "f"]]] = {
    "friedman": ("friedman", friedman_statistic, "chi-square"),
    "iman-davenport": ("friedman", iman_davenport_statistic, "f"),
    "aligned": ("aligned", aligned_statistic, "chi-square"),
    "quade": ("quade", quade_statistic, "f"),
}
#: The omnibus tests; the last is Friedman's by its exact law, for tables without ties.
OMNIBUS = (*_OMNIBUS, "friedman-exact")

#: The comparisons, by name.
COMPARISONS: Mapping[str, Comparison] = {
    comparison.name: comparison
    for comparison in (
        *(
            Comparison(
                f"{ranking}-{method}",
                f"{ranking.capitalize()} ranks, {method}",
                partial(_by_ranks, ranking=ranking, method=method),
                ranking=ranking,
            )
            for ranking in RANKINGS
            for method in POSTHOC_METHODS
        ),
        Comparison("wilcoxon-normal", "Wilcoxon, normal", partial(_wilcoxon, method="normal")),
        Comparison("wilcoxon-exact", "Wilcoxon, exact", partial(_wilcoxon, method="exact")),
        Comparison("sign-exact", "Sign test, exact", _sign),
        Comparison("t", "Paired t-test", _t),
        Comparison(
            "multiple-sign",
            "Multiple sign test",
            _multiple_sign,
            adjusted=True,
            families=("control",),
        ),
    )
}
