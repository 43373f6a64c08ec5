"""What a picture of hypotheses shows: from results, a comparison or a post-hoc result.

Long because all three come to the same decisions here, each by what was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import BoolArray, FloatArray
from evenkeel.adjustments.registry import Adjustment, lookup
from evenkeel.comparison.second_look import (
    SECOND_PROCEDURE,
    SecondLook,
    look_twice,
    second_test,
)
from evenkeel.critical import nemenyi_critical_difference
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.families import Family
from evenkeel.omnibus.registry import deciding_test
from evenkeel.pairwise._wilcoxon_all import wilcoxon_all
from evenkeel.posthocs._posthoc import PosthocResult, main_procedure, posthoc, resolve_control
from evenkeel.posthocs.groups import unrejected_groups
from evenkeel.posthocs.laws import LAWS
from evenkeel.posthocs.rank_statistics import standard_error
from evenkeel.ranks.named import Ranks, compute_ranks, fitting_ranking
from evenkeel.tables.results import Results


class Compared(Protocol):
    """A comparison, as far as the pictures need it."""

    @property
    def results(self) -> Results:
        """The table."""

    @property
    def posthoc(self) -> PosthocResult | None:
        """The family of hypotheses, if it was tested."""

    @property
    def alpha(self) -> float:
        """The level of significance."""

    @property
    def control(self) -> str | None:
        """The control."""

    @property
    def ranking(self) -> str:
        """The ranking of the hypotheses."""

    @property
    def method(self) -> str:
        """How the raw p-values are computed."""

    @property
    def procedure(self) -> str:
        """The procedure from which the conclusions are drawn."""

    @property
    def second_look(self) -> SecondLook | None:
        """Each pair by a test of its two columns alone, if there is one."""


@dataclass(frozen=True)
class Decisions:
    """Ranks, hypotheses and which of them are rejected by one procedure at one level.

    Attributes
    ----------
    ranks : Ranks
        The ranks that the hypotheses are about.
    family : Family
        The hypotheses.
    pvalue, adjusted : ndarray or None
        Their raw and adjusted p-values; None if they are not known, or if nothing was tested
        because the omnibus hypothesis stands.
    rejected : ndarray of bool
        Which are rejected.
    procedure, title : str
        The name of the procedure, and what to print: with the raw p-values that it adjusts, unless
        these are the documents'.
    law : str
        What the raw p-values are, to be printed; empty if they are not known.
    alpha : float
        The level.
    critical_difference : float or None
        The difference of average ranks that decides, if one does.
    tested : bool
        False if the omnibus hypothesis stands, so that no hypothesis was tested.
    picked : bool
        Whether the control was picked by the same ranks that it is tested with.
    computed : PosthocResult or None
        The post-hoc result that has the p-values, if there is one.
    """

    ranks: Ranks
    family: Family
    pvalue: FloatArray | None
    adjusted: FloatArray | None
    rejected: BoolArray
    procedure: str
    title: str
    alpha: float
    law: str = ""
    critical_difference: float | None = None
    tested: bool = True
    picked: bool = False
    computed: PosthocResult | None = None

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Maximal sets in which no pair is rejected (all pairs only), best ranked first."""
        if self.family.control is not None:
            raise InputError("a control is compared with the others only; there are no groups")
        return unrejected_groups(self.rejected, positions=self.ranks.average)

    @property
    def basis(self) -> str:
        """The procedure, the level and the number of problems, to be printed in the picture."""
        picked = ", control picked by its rank: p-values too small" if self.picked else ""
        return f"{self.rule}, {self.ranks.n}\u00a0problems{picked}"

    @property
    def rule(self) -> str:
        """The procedure and the level."""
        # words rather than a Greek letter: a PDF embeds a second font for it, which takes as long
        # as all the rest of a diagram
        return f"{self.title} at the\u00a0{self.alpha:g}\u00a0level"

    @property
    def untested(self) -> str:
        """That the omnibus hypothesis stands, to be printed in the picture."""
        return f"Omnibus hypothesis not rejected, so no pair was tested: {self.basis}"


def results_of(data: Results | Compared | PosthocResult) -> Results:
    """The table of results of whatever was given."""
    table = getattr(data, "results", data)
    if not isinstance(table, Results):
        raise InputError(
            f"a picture cannot be drawn of {type(data).__name__}; give Results (see "
            "evenkeel.read) or what compare() returns"
        )
    return table


def ranks_of(data: Results | Compared | PosthocResult, ranking: str | None) -> Ranks:
    """The ranks by the ranking that was asked for, else by the one of the comparison."""
    if isinstance(data, PosthocResult):
        return _ranks_in(data, ranking)
    table = results_of(data)
    usual = "friedman" if isinstance(data, Results) else data.ranking
    return compute_ranks(table, fitting_ranking(table, ranking or usual))


def alpha_of(data: Results | Compared | PosthocResult, alpha: float | None) -> float:
    """The level that was asked for, else the one of the comparison, else 0.05."""
    usual = 0.05 if isinstance(data, Results | PosthocResult) else data.alpha
    return fraction(usual if alpha is None else alpha, "alpha")


def decisions_of(
    data: Results | Compared | PosthocResult,
    *,
    ranking: str | None = None,
    control: str | None = None,
    procedure: str | None = None,
    method: str | None = None,
    alpha: float | None = None,
    adjusted: ArrayLike | None = None,
) -> Decisions:
    """Which hypotheses are rejected; what was not asked for comes from the comparison."""
    if not isinstance(data, PosthocResult):
        results_of(data)
    level = alpha_of(data, alpha)
    law = None if method is None else LAWS.lookup(method).name
    if adjusted is not None:
        if law is not None:
            raise InputError(
                Message(
                    Option("method", method),
                    " was given with adjusted p-values, which are computed already; leave one "
                    "of the two out",
                )
            )
        ranks = ranks_of(data, ranking)
        return _by_pvalues(ranks, control, adjusted, procedure or "p-values as given", level)
    if isinstance(data, PosthocResult):
        _ranks_in(data, ranking)
        if control not in (None, data.family.control):
            raise InputError(
                Message(
                    Option("control", control),
                    " was given with a post-hoc result that was computed for "
                    f"{data.family.control or 'all pairs'}; leave the option out",
                )
            )
        if law not in (None, data.statistics.method):
            raise InputError(
                Message(
                    Option("method", method),
                    " was given with a post-hoc result of p-values by "
                    f"{data.statistics.method!r}; leave the option out",
                )
            )
        return _decide(data, procedure or data.procedures[0], level)
    if isinstance(data, Results):
        decide = _concluded if procedure is None else _compute  # a procedure that is named tests
        found = decide(data, ranking or "friedman", control, procedure, law, level)
    else:
        found = _of_comparison(data, ranking, control, procedure, law, level)
    return replace(found, picked=control is not None and found.family.control != control)


def shown_of(
    data: Results | Compared | PosthocResult, decisions: Decisions, *, named: bool
) -> Decisions:
    """What both looks of a comparison reject, of a table what both looks of `compare` would.

    Decisions by a procedure, a law or p-values that were `named`, and not those of the comparison,
    are left as they are.
    """
    found = decisions.computed
    if isinstance(data, PosthocResult) or found is None:
        return decisions
    if isinstance(data, Results):
        if named or data.k == 2:
            return decisions
        tests = wilcoxon_all(data, control=found.family.control)
        alone = second_test(data, found.statistics.method, None)
        look = look_twice(data, found, decisions.procedure, decisions.alpha, tests, alone)
    else:
        look = data.second_look
        own = found is data.posthoc and decisions.procedure == lookup(data.procedure).name
        look = look if own and look is not None and decisions.alpha == look.alpha else None
    if look is None:
        return decisions
    title = f"{look.test.capitalize()} with {lookup(SECOND_PROCEDURE).title}"
    title = f"{decisions.title}, and {title} of the two alone,"
    return replace(decisions, rejected=look.both, title=title)


def require_tested(decisions: Decisions) -> None:
    """Refuse to draw p-values that do not exist."""
    if not decisions.tested:
        raise InputError(
            Message(
                "there are no p-values to draw: the omnibus hypothesis was not rejected, "
                "so that nothing was tested; name a procedure, such as ",
                Option("procedure", "holm"),
                ", to test anyway",
            )
        )


def positions_of(names: str | Sequence[str] | None, algorithms: Sequence[str]) -> set[int]:
    """Positions of the algorithms that are named."""
    listed = [names] if isinstance(names, str) else list(names or ())
    return {list(algorithms).index(choice(name, algorithms, "algorithm")) for name in listed}


def _decide(result: PosthocResult, procedure: str, alpha: float) -> Decisions:
    adjustment = lookup(procedure)
    rejected = result.rejected(alpha, procedure)
    ranks = result.statistics.ranks
    classical = adjustment.name == "nemenyi-range" and ranks.ranking == "friedman"
    return Decisions(
        ranks=ranks,
        family=result.family,
        pvalue=result.pvalue,
        adjusted=result.adjusted[adjustment.name],
        rejected=rejected,
        procedure=adjustment.name,
        title=_title(adjustment, result.statistics.method),
        alpha=alpha,
        law=LAWS.lookup(result.statistics.method).title,
        critical_difference=_critical_difference(result, alpha) if classical else None,
        computed=result,
    )


def _critical_difference(result: PosthocResult, alpha: float) -> float | None:
    """Demsar's critical difference, given the ties if the p-values are; None by other laws."""
    statistics, error = result.statistics, result.statistics.standard_error
    if error is None or LAWS.lookup(statistics.method).of_averages is None:
        return None
    n, k = statistics.n, statistics.k
    share = float(error[0]) / standard_error(statistics.ranking, n, k)
    return nemenyi_critical_difference(n, k, alpha) * share


def _title(adjustment: Adjustment, method: str) -> str:
    """The procedure to print, with the law of the raw p-values that it adjusts."""
    if adjustment.kind == "closed" or method == LAWS.default:
        return adjustment.title
    return f"{adjustment.title} of {LAWS.lookup(method).title} p-values"


def _of_comparison(
    data: Compared,
    ranking: str | None,
    control: str | None,
    procedure: str | None,
    method: str | None,
    alpha: float,
) -> Decisions:
    several = data.results.k > 2
    as_compared = ranking is None and control is None and method in (None, data.method) and several
    kept = procedure is None and (control is None or data.control is not None)  # kind of family
    wish = data.procedure if kept else procedure
    if as_compared and data.posthoc is not None:
        if wish is not None and lookup(wish).name in data.posthoc.adjusted:
            return _decide(data.posthoc, wish, alpha)
    elif as_compared and procedure is None and alpha == data.alpha:
        return _untested(ranks_of(data, None), data.control, data.procedure, alpha)
    asked = (ranking or data.ranking, control or data.control)
    law = method or (data.method if several else None)
    if data.posthoc is None and procedure is None:
        return _concluded(data.results, *asked, wish, law, alpha)
    return _compute(data.results, *asked, wish, law, alpha)


def _concluded(
    table: Results,
    ranking: str,
    control: str | None,
    procedure: str | None,
    method: str | None,
    alpha: float,
) -> Decisions:
    """What `compare` concludes of the table: nothing is tested if the omnibus hypothesis stands."""
    ranking = fitting_ranking(table, ranking)
    if table.k == 2 or deciding_test(ranking).function(table).pvalue <= alpha:
        return _compute(table, ranking, control, procedure, method, alpha)
    name = resolve_control(table, control, ranking)
    usual = procedure or main_procedure(Family(table.algorithms, name), method)
    return _untested(compute_ranks(table, ranking), name, usual, alpha)


def _compute(
    table: Results,
    ranking: str,
    control: str | None,
    procedure: str | None,
    method: str | None,
    alpha: float,
) -> Decisions:
    ranking = fitting_ranking(table, ranking)
    name = resolve_control(table, control, ranking)
    wish = procedure or main_procedure(Family(table.algorithms, name), method)
    law = method or ("wilcoxon" if table.k == 2 else None)  # by which compare() decides of two
    computed = posthoc(table, ranking=ranking, control=name, adjust=wish, method=law)
    return _decide(computed, wish, alpha)


def _ranks_in(result: PosthocResult, ranking: str | None) -> Ranks:
    ranks = result.statistics.ranks
    if ranking not in (None, ranks.ranking):
        raise InputError(
            Message(
                Option("ranking", ranking),
                f" was given with a post-hoc result of {ranks.ranking} ranks; leave the option out",
            )
        )
    return ranks


def _untested(ranks: Ranks, control: str | None, procedure: str, alpha: float) -> Decisions:
    """The omnibus hypothesis stands: nothing is rejected."""
    family = Family(ranks.algorithms, control)
    return Decisions(
        ranks=ranks,
        family=family,
        pvalue=None,
        adjusted=None,
        rejected=np.zeros(family.m, dtype=bool),
        procedure=procedure,
        title=lookup(procedure).title,
        alpha=alpha,
        tested=False,
    )


def _by_pvalues(
    ranks: Ranks, control: str | None, adjusted: ArrayLike, title: str, alpha: float
) -> Decisions:
    """Adjusted p-values that came from elsewhere, such as from tests of each pair by itself."""
    family = Family(ranks.algorithms, control)
    pvalues = np.asarray(adjusted, dtype=np.float64)
    if pvalues.shape != (family.m,) or not ((pvalues >= 0) & (pvalues <= 1)).all():
        raise InputError(
            f"adjusted has the shape {pvalues.shape}; give {family.m} numbers from 0 to 1, one for "
            "each hypothesis in the order of evenkeel.Family"
        )
    return Decisions(
        ranks=ranks,
        family=family,
        pvalue=None,
        adjusted=pvalues,
        rejected=pvalues <= alpha,
        procedure="given",
        title=title,
        alpha=alpha,
    )
