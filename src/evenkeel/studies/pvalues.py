"""P-values of thousands of tables at once, by the kernels that serve the single tables too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.adjustments import adjust
from evenkeel.adjustments.exhaustive import LARGEST_ENUMERATED
from evenkeel.adjustments.registry import ADJUSTMENTS, FamilyKind, lookup
from evenkeel.errors import InputError, choice
from evenkeel.families import Family
from evenkeel.numerics.tails import t_pvalue
from evenkeel.omnibus._friedman import friedman_law, friedman_statistic
from evenkeel.omnibus.registry import OMNIBUS, Ties
from evenkeel.pairwise.multiple_sign import signs_against, signs_of_differences
from evenkeel.pairwise.sign import sign_pvalues
from evenkeel.pairwise.sign_counts import familywise_level
from evenkeel.pairwise.ttest import t_statistics
from evenkeel.posthocs._posthoc import DOCUMENTED
from evenkeel.posthocs.laws import LAWS, Law
from evenkeel.posthocs.paired_laws import Chosen, wilcoxon_law
from evenkeel.posthocs.pooled_laws import pair_differences
from evenkeel.ranks.registry import RANKINGS, Tables, complete_rankings
from evenkeel.studies.models import pvalues_with_holes

#: The name under which the raw p-values stand among the procedures.
UNADJUSTED = "none"
#: Friedman's test by its exact law, for tables without ties.
FRIEDMAN_EXACT = "friedman-exact"

_QUICK_SETS = 6  # algorithms up to which few sets of hypotheses are to be searched


@dataclass(frozen=True)
class Way:
    """A way to the raw p-values of a family: a ranking or a pairwise test, and a method.

    `pvalues` takes tables and a family and returns p-values (r, m). They do not increase with the
    distance of the average ranks of `ranking`, if there is one. `adjusted` says that they are
    adjusted already, and `families` which families they serve.
    """

    name: str
    title: str
    pvalues: Callable[[Tables, Family], FloatArray]
    ranking: str | None = None
    adjusted: bool = False
    families: tuple[FamilyKind, ...] = ("control", "all-pairs")


def adjusted_pvalues(
    tables: Tables,
    comparison: Way,
    family: Family,
    procedures: Iterable[str],
    *,
    holes: bool = False,
) -> dict[str, FloatArray]:
    """Adjusted p-values (r, m) by the name of the procedure; ``"none"`` leaves them raw."""
    if holes:
        raw = pvalues_with_holes(tables, comparison.name, family)
    else:
        raw = comparison.pvalues(tables, family)
    positions = None
    if comparison.ranking is not None and family.k > LARGEST_ENUMERATED:
        all_pairs = family.kind == "all-pairs"
        positions = tables.by(comparison.ranking).average if all_pairs else None
    return {
        name: raw if name == UNADJUSTED else adjust(raw, name, family=family, positions=positions)
        for name in procedures
    }


def omnibus_pvalues(tables: Tables, name: str, ties: Ties) -> FloatArray:
    """P-values (r,) of an omnibus test; those for a trend take the columns in their order."""
    if name == FRIEDMAN_EXACT:
        statistic = friedman_statistic(tables.by("friedman").ranks)
        return friedman_law(tables.n, tables.k).sf(statistic)
    test = OMNIBUS.lookup(name)
    ranks = tables.by(test.ranking).ranks
    return test.tail(test.statistic(ranks, ties=ties), ranks, ties)


def procedure_title(name: str) -> str:
    """The name of a procedure to print."""
    return "Not adjusted" if name == UNADJUSTED else lookup(name).title


def omnibus_title(name: str) -> str:
    """The name of an omnibus test to print."""
    return "Friedman test, exact" if name == FRIEDMAN_EXACT else OMNIBUS.lookup(name).title


def is_slow(comparisons: Iterable[str], procedures: Iterable[str], k: int, *, ties: bool) -> bool:
    """Whether a law or a search is needed for each table, not one for thousands of them."""
    comparisons = tuple(comparisons)
    exact = [name for name in comparisons if name.endswith("-exact") and name != "sign-exact"]
    own = any(name == "wilcoxon" or name.endswith("-paired") for name in comparisons)
    laws = own or "aligned-exact" in exact or (ties and bool(exact))
    searches = any(name != UNADJUSTED and not lookup(name).quick for name in procedures)
    return laws or (k > _QUICK_SETS and searches)


def chosen_procedures(wanted: str | Iterable[str] | None, kind: FamilyKind) -> tuple[str, ...]:
    """Names of procedures for a kind of family; None for the documents' choice."""
    if wanted is None:
        return DOCUMENTED[kind]
    serving = [a.name for a in ADJUSTMENTS if kind in a.families and a.kind != "closed"]
    if wanted == "all":
        return tuple(serving)
    names = dict.fromkeys(
        name if name == UNADJUSTED else lookup(name).name for name in _listed(wanted)
    )
    listed = ", ".join(repr(other) for other in serving)
    for name in names:
        if name != UNADJUSTED and lookup(name).kind == "closed":
            raise InputError(
                f"the procedure {name!r} permutes the ranks of one table, which takes too long for "
                f"thousands of them; choose from {listed}"
            )
        if name != UNADJUSTED and name not in serving:
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


def comparison_by(ranking: str, method: str) -> str:
    """The name of the comparison by a ranking and a law, for complete tables."""
    ranks, law = RANKINGS.lookup(ranking), LAWS.lookup(method)
    if ranks.holes:
        serving = ", ".join(repr(name) for name in complete_rankings())
        raise InputError(
            f"the ranking {ranks.name!r} is for tables with holes, and a study of power needs a "
            f"complete one; choose one of {serving}"
        )
    return f"{ranks.name}-{law.name}" if law.ranked else law.name


def chosen_omnibus(wanted: str | Iterable[str] | None) -> tuple[str, ...]:
    """Names of omnibus tests; ``"friedman-exact"`` is Friedman's by its exact law, without ties."""
    if wanted is None:
        return tuple(test.name for test in OMNIBUS if not test.holes)
    known = (*OMNIBUS.names, FRIEDMAN_EXACT)
    if wanted == "all":
        return (*chosen_omnibus(None), FRIEDMAN_EXACT)
    return tuple(dict.fromkeys(choice(name, known, "omnibus test") for name in _listed(wanted)))


def _listed(names: str | Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _by_law(tables: Tables, family: Family, *, law: Law, ranking: str) -> FloatArray:
    return law.pvalues(tables, family.pairs, ranking).pvalue


def _wilcoxon(tables: Tables, family: Family, *, method: Chosen) -> FloatArray:
    return wilcoxon_law(tables, family.pairs, "friedman", method).pvalue


def _sign(tables: Tables, family: Family) -> FloatArray:
    """The sign test as the documents have it: ties are split."""
    first, second = (tables.losses[..., family.pairs[:, side]] for side in (0, 1))
    wins, losses = (first < second).sum(axis=1), (first > second).sum(axis=1)
    return sign_pvalues(wins, losses, tables.n, "two-sided")


def _t(tables: Tables, family: Family) -> FloatArray:
    differences = pair_differences(tables.losses, family.pairs).swapaxes(1, 2)
    return t_pvalue(t_statistics(differences)[2], tables.n - 1)


def _multiple_sign(tables: Tables, family: Family) -> FloatArray:
    control = family.algorithms.index(family.control or "")
    plus, minus = signs_of_differences(tables.losses, control)
    counted = signs_against("two-sided", "lower", plus, minus, tables.n)
    levels = familywise_level(tables.n, family.m, range(tables.n + 1), "two-sided")
    pvalue: FloatArray = np.minimum(levels, 1.0)[counted]
    return pvalue


#: The comparisons, by name.
COMPARISONS: Mapping[str, Way] = {
    comparison.name: comparison
    for comparison in (
        *(
            Way(
                f"{ranking.name}-{law.name}",
                f"{ranking.title} ranks, {law.title}",
                partial(_by_law, law=law, ranking=ranking.name),
                ranking=ranking.name if law.pooled else None,
            )
            for ranking in map(RANKINGS.lookup, complete_rankings())
            for law in LAWS
            if law.ranked
        ),
        *(
            Way(name, title, partial(_by_law, law=LAWS.lookup(name), ranking=RANKINGS.default))
            for name, title in (("wilcoxon", "Wilcoxon"), ("sign", "Sign test, ties left out"))
        ),
        Way("wilcoxon-normal", "Wilcoxon, normal", partial(_wilcoxon, method="normal")),
        Way("wilcoxon-exact", "Wilcoxon, exact", partial(_wilcoxon, method="exact")),
        Way("sign-exact", "Sign test, ties split", _sign),
        Way("t", "Paired t-test", _t),
        Way(
            "multiple-sign",
            "Multiple sign test",
            _multiple_sign,
            adjusted=True,
            families=("control",),
        ),
    )
}
