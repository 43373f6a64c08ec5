"""posthoc(): from ranks to a family of hypotheses with raw and adjusted p-values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from numpy.typing import ArrayLike

from evenkeel._calls import answering
from evenkeel._types import BoolArray, FloatArray
from evenkeel.adjustments import adjust
from evenkeel.adjustments import adjust as adjust_pvalues
from evenkeel.adjustments._adjust import serving
from evenkeel.adjustments.closed import ClosedPvalues
from evenkeel.adjustments.registry import Adjustment, lookup
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.families import Family
from evenkeel.numerics.resampling import Seed
from evenkeel.omnibus.registry import RESAMPLES
from evenkeel.posthocs.groups import compact_letters, unrejected_groups
from evenkeel.posthocs.laws import LAWS, Law
from evenkeel.posthocs.rank_statistics import PosthocStatistics, posthoc_statistics
from evenkeel.ranks.named import compute_ranks, fitting_ranking
from evenkeel.ranks.registry import Tables
from evenkeel.result import Result
from evenkeel.tables.results import Better, Results, as_results

if TYPE_CHECKING:
    from evenkeel.report.document import Document

#: What Derrac et al. (2011, Table 3) list for each kind of family, in their order; for all pairs
#: beside their form of Nemenyi's procedure the one that the name means elsewhere.
DOCUMENTED: Mapping[str, tuple[str, ...]] = {
    "control": ("bonferroni", "holm", "hochberg", "hommel", "holland", "rom", "finner", "li"),
    "all-pairs": ("nemenyi-bonferroni", "nemenyi-range", "holm", "shaffer", "bergmann"),
}

_QUICKLY_SEARCHED = 16  # algorithms up to which Bergmann-Hommel takes a second with any p-values
_QUICKLY_PLACED = 100  # the same with p-values that depend on the distance of two average ranks

#: What is said of a control that was called ``"best"``, after its name.
PICKED = (
    "is the control because its rank is the best: the same data picked and test it, so that these "
    "p-values are too small; name no control and read its pairs among all pairs"
)

#: The procedure from which the conclusions are drawn by default: Holm's must always be shown
#: (Derrac et al. 2011, Section 6.2), and for all pairs Shaffer's is strongly encouraged (6.3).
MAIN_PROCEDURE = {"control": "holm", "all-pairs": "shaffer"}


def main_procedure(family: Family, method: str | None = None) -> str:
    """The procedure to conclude from: Holm's where the hypotheses of a law are not transitive."""
    main = MAIN_PROCEDURE[family.kind]
    return "holm" if method and _misleads(lookup(main), LAWS.lookup(method), family) else main


def _misleads(adjustment: Adjustment, law: Law, family: Family) -> bool:
    """Whether a procedure uses logical relations that the hypotheses of a law do not have."""
    return adjustment.kind == "logical" and not law.null.transitive and family.m > 1


class ByProcedure(dict[str, FloatArray]):
    """Adjusted p-values by the name of the procedure, or by an alias of it."""

    def __missing__(self, key: str) -> FloatArray:
        name = lookup(key).name
        if name == key:
            raise KeyError(key)
        return self[name]


class PosthocResult(Result):
    """A family of hypotheses with raw and adjusted p-values.

    Attributes
    ----------
    statistics : PosthocStatistics
        The family, the ranks, z and the raw p-values.
    adjusted : mapping of str to ndarray
        Adjusted p-values by the name of the procedure, in the order of the family.
    notes : tuple of str
        Which procedures of the documents were left out by default, and why; and how accurate
        those are that sample permutations.
    """

    _printed: ClassVar[tuple[str, ...]] = ("adjusted",)

    statistics: PosthocStatistics
    adjusted: Mapping[str, FloatArray]
    notes: tuple[str, ...] = ()

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
        """The average ranks, which put algorithms and groups in order (all pairs)."""
        return self.statistics.ranks.average if self.family.kind == "all-pairs" else None

    def rejected(self, alpha: float = 0.05, procedure: str | None = None) -> BoolArray:
        """Which hypotheses are rejected at `alpha`: adjusted p-value <= alpha.

        Without `procedure` the first one is taken.
        """
        rejected: BoolArray = self._adjusted(procedure) <= fraction(alpha, "alpha")
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

    def report(self, *, alpha: float = 0.05) -> Document:
        """Levels, adjusted p-values, rejections and, for all pairs, groups at `alpha`.

        The table ``"matrix"`` has the p-values of the first procedure by two names, if it is asked
        for.
        """
        return self._built(alpha=alpha)

    def _rejected_pairs(self, alpha: float, procedure: str | None, what: str) -> BoolArray:
        if self.family.kind != "all-pairs":
            raise InputError(
                Message(
                    f"{what} need all pairs, but here {self.family.control!r} is compared with "
                    "the rest; leave out ",
                    Option("control"),
                )
            )
        return self.rejected(alpha, procedure)

    def _adjusted(self, procedure: str | None) -> FloatArray:
        if procedure is None:
            return next(iter(self.adjusted.values()))
        name = lookup(procedure).name
        return self.adjusted[choice(name, self.adjusted, "procedure of this result")]


@answering
def posthoc(
    results: Results | ArrayLike,
    *,
    ranking: str = "friedman",
    control: str | None = None,
    adjust: str | Iterable[str] | None = None,
    method: str | None = None,
    resamples: int = RESAMPLES,
    seed: Seed = 0,
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
    method : {"calibrated", "normal", "exact", "paired", "wilcoxon", "sign", "conover"}, optional
        How the raw p-values are computed, see `posthoc_statistics`; by default the first, and
        ``"paired"`` for a table with holes, whose pairs are compared on their common problems.
    resamples : int, default 9999
        Number of random permutations of each group of algorithms, for ``"closed-permutation"``,
        where they are too many to go through all. The notes state the Monte Carlo error.
    seed : int, Generator or None
        Seed of these.
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
    name = resolve_control(table, control, ranking)
    statistics = posthoc_statistics(table, ranking=ranking, control=name, method=method)
    law = LAWS.lookup(statistics.method)
    names, notes = procedures_for(adjust, statistics.family, law.name, holes=table.has_holes)
    if name != control:
        notes = (f"{name} {PICKED}", *notes)
    pooled = law.pooled and statistics.family.kind == "all-pairs"
    positions = statistics.ranks.average if pooled else None
    adjusted = ByProcedure()
    for adjustment in map(lookup, names):
        if adjustment.kind == "closed":
            found: ClosedPvalues = adjustment.formula(
                statistics.ranks.ranks, statistics.family, resamples=resamples, seed=seed
            )
            adjusted[adjustment.name] = found.adjusted
            notes = (*notes, _accuracy(adjustment, found))
        else:
            adjusted[adjustment.name] = adjust_pvalues(
                statistics.pvalue, adjustment.name, family=statistics.family, positions=positions
            )
    return PosthocResult(statistics, adjusted, notes)


def resolve_control(results: Results, control: str | None, ranking: str) -> str | None:
    """The name of the control: ``"best"`` stands for the best ranked, unless one is called so."""
    if control == "best" and "best" not in results.algorithms:
        return compute_ranks(results, fitting_ranking(results, ranking)).best
    return control


def procedures_for(
    adjust: str | Iterable[str] | None,
    family: Family,
    method: str,
    *,
    also: str | None = None,
    holes: bool = False,
) -> tuple[list[str], tuple[str, ...]]:
    """Names of the procedures asked for, each once, `also` with them, and what is to be said.

    By default they are the documents', but for those that these p-values do not suit; which ones
    and why is said. In a table with holes a procedure must need nothing but p-values.
    """
    law = LAWS.lookup(method)
    notes: tuple[str, ...] = ()
    if adjust is None:
        unsuited = unsuited_procedures(family, law)
        documented = DOCUMENTED[family.kind]
        given = [name for name in documented if name not in unsuited]
        notes = tuple(
            f"{lookup(name).title} is left out: {why}"
            for name, why in unsuited.items()
            if name in documented
        )
    elif isinstance(adjust, str) or not isinstance(adjust, Iterable):
        given = [adjust]
    else:
        given = [*adjust]
    if not given:
        raise InputError("adjust names no procedure; name one or more, or leave it out")
    if also is not None:
        given.append(also)
    chosen = [serving(lookup(name), family.kind) for name in given]
    for adjustment in chosen:
        if holes and (adjustment.kind == "closed" or adjustment.name == "nemenyi-range"):
            raise InputError(
                f"{adjustment.name!r} needs the ranks of complete problems, and some cells are "
                "missing; choose a procedure that needs only p-values, such as 'holm' or 'shaffer'"
            )
        require_transitive(adjustment, law, family)
        if adjustment.kind == "closed" and not law.ranked:
            raise InputError(
                Message(
                    f"{adjustment.name!r} tests totals of ranks, but ",
                    Option("method", law.name),
                    " does not look at them; choose ",
                    Option("method", "paired"),
                    ", or another procedure such as 'holm'",
                )
            )
    return list(dict.fromkeys(adjustment.name for adjustment in chosen)), notes


def require_transitive(adjustment: Adjustment, law: Law, family: Family) -> None:
    """Refuse a procedure that uses logical relations which the hypotheses of a law do not have."""
    if _misleads(adjustment, law, family):
        raise InputError(
            Message(
                f"{adjustment.name!r} counts which hypotheses can be true together, but those of ",
                Option("method", law.name),
                f" are not transitive ({law.null.statement}); choose ",
                Option("method", "paired"),
                ", whose hypotheses are, or a procedure such as 'holm'",
            )
        )


def unsuited_procedures(family: Family, law: Law) -> dict[str, str]:
    """Procedures that p-values of a law do not suit, and why."""
    return dict(_unsuited(family, law))


def _accuracy(adjustment: Adjustment, found: ClosedPvalues) -> str:
    """How accurate adjusted p-values from permutations are, for the reader."""
    if found.resamples is None:
        return f"{adjustment.title} went through all permutations"
    return (
        f"{adjustment.title} sampled {found.resamples:,} permutations of each group of algorithms; "
        "the Monte Carlo standard error of its adjusted p-values is at most "
        f"{found.standard_error.max():.2g}"
    )


def _unsuited(family: Family, law: Law) -> Iterator[tuple[str, str]]:
    if family.kind != "all-pairs":
        return
    if law.pooled:
        if family.k > _QUICKLY_PLACED:
            why = f"for {family.k} algorithms it may take minutes; it is computed if it is named"
            yield "bergmann", why
        return
    for adjustment in map(lookup, ("shaffer", "shaffer-dynamic", "bergmann")):
        if _misleads(adjustment, law, family):
            yield adjustment.name, f"the hypotheses of {law.words} are not transitive"
    yield "nemenyi-range", f"p-values by {law.words} do not have the joint law that it supposes"
    if family.k > _QUICKLY_SEARCHED and law.null.transitive:
        why = (
            f"for {family.k} algorithms and p-values that are no function of the distance of two "
            "average ranks it takes long or cannot be had; Shaffer static serves any number"
        )
        yield "bergmann", why
        yield "shaffer-dynamic", why


# Adjusted p-values of many tables at once, by the code that tests one.


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
