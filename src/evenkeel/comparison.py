"""compare(): the whole methodology of the documents on one table, in one call."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from evenkeel.adjustments.registry import lookup
from evenkeel.advice import Advice, Situation, advise
from evenkeel.contrast import ContrastEstimation, contrast_estimation
from evenkeel.control import MultipleSignTest, multiple_sign_test
from evenkeel.errors import choice, fraction
from evenkeel.hypotheses import MAIN_PROCEDURE, PosthocResult, posthoc, resolve_control
from evenkeel.omnibus.aligned import friedman_aligned
from evenkeel.omnibus.core import OmnibusResult
from evenkeel.omnibus.friedman import friedman, iman_davenport
from evenkeel.omnibus.quade import quade
from evenkeel.pairwise.sign_all import SignTests, sign_all
from evenkeel.pairwise.ttest import PairedTTest, t_test
from evenkeel.pairwise.walsh import HodgesLehmann, hodges_lehmann
from evenkeel.pairwise.wilcoxon_all import SignedRankTests, wilcoxon_all
from evenkeel.ranks import RANKINGS, Ranks, compute_ranks
from evenkeel.results import Better, FloatArray, Results, as_results
from evenkeel.shown import Reported

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from evenkeel.report.document import Document

#: The omnibus test whose rejection leads on to the post-hoc procedures, for each ranking.
DECIDING = {"friedman": "iman-davenport", "aligned": "aligned", "quade": "quade"}


@dataclass(frozen=True)
class Description:
    """Mean, median, standard deviation and wins of each algorithm.

    A win is a problem on which no algorithm is better; algorithms that share the best value
    share the win as one each.
    """

    mean: FloatArray
    median: FloatArray
    sd: FloatArray
    wins: tuple[int, ...]


@dataclass(frozen=True)
class TwoAlgorithms:
    """What is shown only for two algorithms: how large their difference is."""

    t: PairedTTest
    hodges_lehmann: HodgesLehmann


@dataclass(frozen=True, eq=False)
class Comparison(Reported):
    """Everything that `compare` found.

    Attributes
    ----------
    results : Results
        The table.
    alpha : float
        The level of significance.
    control : str or None
        The control; None if all pairs are compared.
    ranking, method : str
        The ranking of the post-hoc hypotheses, and how their p-values were computed.
    procedure : str
        The procedure from which the conclusions are drawn.
    description : Description
        Mean, median, standard deviation and wins.
    ranks : dict of str to Ranks
        The three rankings (none for two algorithms).
    omnibus : dict of str to OmnibusResult
        ``"friedman"``, ``"iman-davenport"``, ``"aligned"`` and ``"quade"`` (none for two
        algorithms).
    posthoc : PosthocResult or None
        The family of hypotheses; None if the omnibus hypothesis was not rejected (see
        ``always``), or if there are only two algorithms.
    contrast : ContrastEstimation
        Contrasts based on medians.
    multiple_sign : MultipleSignTest or None
        The multiple sign test, if there is a control.
    signs : SignTests
    wilcoxon : SignedRankTests
        Pairwise tests, of the control with the rest or of all pairs. They do not control the
        family-wise error.
    two : TwoAlgorithms or None
        The paired t-test and the Hodges-Lehmann estimate, for two algorithms.
    advice : tuple of Advice
        The guidelines that apply, problems first.
    """

    results: Results
    alpha: float
    control: str | None
    ranking: str
    method: str
    procedure: str
    description: Description
    ranks: dict[str, Ranks]
    omnibus: dict[str, OmnibusResult]
    posthoc: PosthocResult | None
    contrast: ContrastEstimation
    multiple_sign: MultipleSignTest | None
    signs: SignTests
    wilcoxon: SignedRankTests
    two: TwoAlgorithms | None
    advice: tuple[Advice, ...]

    @property
    def deciding(self) -> OmnibusResult | None:
        """The omnibus test that decides whether the post-hoc procedures follow."""
        return self.omnibus.get(DECIDING[self.ranking])

    @property
    def omnibus_rejected(self) -> bool | None:
        """Whether the omnibus hypothesis is rejected; None for two algorithms."""
        return None if self.deciding is None else bool(self.deciding.pvalue <= self.alpha)

    @property
    def rejected(self) -> bool:
        """Whether the first hypothesis is rejected: the omnibus one, or Wilcoxon's for two."""
        if self.omnibus_rejected is None:
            return bool(self.wilcoxon.pvalue[0] <= self.alpha)
        return self.omnibus_rejected

    @property
    def conclusions(self) -> tuple[str, ...]:
        """Sentences that can stand in a paper, true to the numbers."""
        from evenkeel.conclusions import conclude

        return conclude(self)

    def report(self, *, exhaustive: bool = False) -> Document:
        """The report: one neutral document for every format.

        `exhaustive` adds the exhaustive sets of hypotheses (all pairs of at most 9 algorithms).
        """
        from evenkeel.report.comparing import report_comparison

        return report_comparison(self, exhaustive=exhaustive)

    def plot(self) -> Axes:
        """Draw the fitting picture: a critical difference diagram, or a scatter of two."""
        from evenkeel.plot import plot_critical_difference, plot_scatter

        if self.results.k == 2:
            return plot_scatter(self.results)
        return plot_critical_difference(self)

    def __repr__(self) -> str:
        return "\n".join([f"Comparison of {self.results.k} algorithms", *self.conclusions])


def compare(
    results: Results | ArrayLike,
    *,
    control: str | None = None,
    alpha: float = 0.05,
    ranking: str = "friedman",
    adjust: str | Iterable[str] | None = None,
    procedure: str | None = None,
    method: str = "normal",
    always: bool = False,
    better: Better | None = None,
) -> Comparison:
    """Run the methodology of the documents on one table.

    Descriptive table, ranks by the three rankings, omnibus tests and, if the omnibus hypothesis
    is rejected, the post-hoc family with every procedure; contrast estimation; the multiple sign
    test for a control; pairwise sign and Wilcoxon tests. Two algorithms take the pairwise path.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    control : str, optional
        The control algorithm, or ``"best"`` for the best ranked. Without it all pairs are
        compared.
    alpha : float
        The level of significance.
    ranking : {"friedman", "aligned", "quade"}
        The ranking of the post-hoc hypotheses.
    adjust : str or iterable of str, optional
        The procedures to show; by default all that the documents list for the family.
    procedure : str, optional
        The procedure to draw conclusions from; by default Holm's for a control and Shaffer's
        for all pairs, or the first of `adjust` if that does not hold them.
    method : {"normal", "calibrated", "exact"}
        How the raw p-values of the hypotheses are computed, see `posthoc_statistics`.
    always : bool
        Go on to the post-hoc procedures even if the omnibus hypothesis is not rejected. The
        documents call its rejection advisable, not compulsory.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    Comparison

    References
    ----------
    Demsar (2006), JMLR 7:1-30; Garcia and Herrera (2008), JMLR 9:2677-2694; Derrac et al. (2011),
    doi:10.1016/j.swevo.2011.02.002.

    Examples
    --------
    >>> import evenkeel
    >>> comparison = evenkeel.compare(evenkeel.load("garcia2008"))
    >>> round(comparison.omnibus["friedman"].statistic, 3)
    39.647
    >>> comparison.posthoc.groups(alpha=0.05, procedure="bergmann")
    (('C4.5', 'NaiveBayes'), ('CN2', '1-NN'), ('Kernel',))
    """
    table = as_results(results, better)
    table.require_complete("compare()")
    fraction(alpha, "alpha")
    choice(ranking, RANKINGS, "ranking")
    name = resolve_control(table, control, ranking)
    if name is not None:
        table.index(name)
    several = table.k > 2
    omnibus = _omnibus(table) if several else {}
    rejected = bool(omnibus[DECIDING[ranking]].pvalue <= alpha) if several else None
    names = _procedures(adjust, procedure)
    family = (
        posthoc(table, ranking=ranking, control=name, adjust=names, method=method)
        if rejected or (several and always)
        else None
    )
    procedures = family.procedures if family else ()
    main = _main_procedure(procedure, procedures, "control" if name else "all-pairs")
    situation = Situation(
        table,
        ranking=ranking,
        method=method,
        procedures=procedures,
        control=name,
        control_was_picked=name != control,
        omnibus_rejected=rejected,
        posthoc=family,
        alpha=alpha,
    )
    tests = wilcoxon_all(table, control=name)
    return Comparison(
        results=table,
        alpha=alpha,
        control=name,
        ranking=ranking,
        method=method,
        procedure=main,
        description=_describe(table),
        ranks={key: compute_ranks(table, key) for key in RANKINGS} if several else {},
        omnibus=omnibus,
        posthoc=family,
        contrast=contrast_estimation(table),
        multiple_sign=(
            multiple_sign_test(table, control=name, alpha=alpha) if several and name else None
        ),
        signs=sign_all(table, control=name),
        wilcoxon=tests,
        two=None if several else _two(table, *tests.family.hypotheses[0]),
        advice=advise(situation),
    )


def _omnibus(table: Results) -> dict[str, OmnibusResult]:
    return {
        "friedman": friedman(table),
        "iman-davenport": iman_davenport(table),
        "aligned": friedman_aligned(table),
        "quade": quade(table),
    }


def _describe(table: Results) -> Description:
    losses = table.losses
    best = losses == losses.min(axis=1, keepdims=True)
    return Description(
        table.values.mean(axis=0),
        np.median(table.values, axis=0),
        table.values.std(axis=0, ddof=1),
        tuple(best.sum(axis=0).tolist()),
    )


def _two(table: Results, first: str, second: str) -> TwoAlgorithms:
    return TwoAlgorithms(t_test(table, first, second), hodges_lehmann(table, first, second))


def _procedures(
    adjust: str | Iterable[str] | None, procedure: str | None
) -> str | list[str] | None:
    """The procedures to compute: those asked for, and the one to conclude from."""
    if adjust is None or procedure is None:
        return adjust if adjust is None or isinstance(adjust, str) else list(adjust)
    return [*([adjust] if isinstance(adjust, str) else adjust), procedure]


def _main_procedure(procedure: str | None, shown: tuple[str, ...], kind: str) -> str:
    """The procedure to conclude from: the one asked for, the documents' choice, or the first."""
    if procedure is not None:
        return lookup(procedure).name
    default = MAIN_PROCEDURE[kind]
    return default if default in shown or not shown else shown[0]
