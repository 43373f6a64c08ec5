"""Comparison: everything that compare() found, and what can be made of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from evenkeel._calls import unknown_field
from evenkeel._types import BoolArray, FloatArray
from evenkeel.adjustments.registry import lookup
from evenkeel.comparison.advice import AdviceList
from evenkeel.comparison.second_look import SecondLook, shown_by_wins
from evenkeel.comparison.steps import TwoAlgorithms
from evenkeel.effects._effect_sizes import EffectSizes, effect_sizes
from evenkeel.effects.contrasts import ContrastEstimation
from evenkeel.families import Family
from evenkeel.numerics.arrays import in_range, unscaled
from evenkeel.numerics.moments import moments_of
from evenkeel.omnibus.registry import OMNIBUS, TIES, OmnibusResult, deciding_test
from evenkeel.pairwise._wilcoxon_all import SignedRankTests
from evenkeel.pairwise.multiple_sign import MultipleSignTest
from evenkeel.pairwise.sign import SignTests
from evenkeel.posthocs._leave_one_out import LeaveOneOut
from evenkeel.posthocs._posthoc import PosthocResult, posthoc
from evenkeel.posthocs.confidence_sets import RankSets
from evenkeel.posthocs.groups import compact_letters
from evenkeel.ranks.named import Ranks
from evenkeel.result import Answer, Result, hidden
from evenkeel.stability._hinges import LEAST, Hinges, hinges_of, is_light
from evenkeel.stability.resamples import Verdicts
from evenkeel.tables.remarks import MissingPattern
from evenkeel.tables.results import Better, Results
from evenkeel.text import p_in_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from evenkeel.report.document import Document

# Mean, median, standard deviation and wins: what stands before every test.


class Description(Result):
    """Mean, median, standard deviation and wins of each algorithm.

    A win is a problem on which no algorithm is better; algorithms that share the best value
    share the win as one each. With holes everything is over the problems that an algorithm has,
    and `counts` says how many; otherwise it is None.
    """

    algorithms: tuple[str, ...]
    better: Better
    mean: FloatArray
    median: FloatArray
    sd: FloatArray
    wins: tuple[int, ...]
    counts: tuple[int, ...] | None = None


def describe(table: Results) -> Description:
    """The description of a table."""
    losses = table.losses
    best = losses == np.fmin.reduce(losses, axis=1, keepdims=True)
    values, power = in_range(table.values)
    columns, counts = values.T, np.full(table.k, table.n)
    if table.has_missing:
        columns, counts = np.sort(columns, axis=1), np.count_nonzero(~np.isnan(columns), axis=1)
    moments = moments_of(columns, counts)
    medians = [np.median(column[:count]) for column, count in zip(columns, counts, strict=True)]
    return Description(
        table.algorithms,
        table.better,
        unscaled(moments.mean, power),
        unscaled(np.array(medians), power),
        unscaled(moments.sd, power),
        tuple(best.sum(axis=0).tolist()),
        tuple(counts.tolist()) if table.has_missing else None,
    )


# Whether the verdicts of a comparison hang on single problems, or on the correction for ties.


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


#: Pairs of algorithms up to which a comparison measures how large the differences are.
MEASURED_PAIRS = 10_000

_SUREST = math.nextafter(1.0, 0.0)  # the confidence of levels that 1 cannot be told from


class Comparison(Answer):
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
        Every ranking by its name (none for two algorithms).
    omnibus : dict of str to OmnibusResult
        Every registered test by its name, such as ``"iman-davenport"``; those for a trend only
        if an order was predicted (none for two algorithms).
    posthoc : PosthocResult or None
        The family of hypotheses; None if the omnibus hypothesis was not rejected (see
        ``always``), or if there are only two algorithms.
    picked : str or None
        The best ranked algorithm, if it was asked for as the control. The same data would pick and
        test it, so that all pairs are compared and `control` is None.
    second_look : SecondLook or None
        The same family by tests of the two columns alone; None if no family was tested, or if the
        chosen method looks at nothing else.
    leave_one_out : LeaveOneOut or None
        The same family without each algorithm in turn; None if no family was tested, or if the
        chosen method is not taken from all algorithms.
    hinges : Hinges or None
        The verdicts without each problem in turn, computed when they are first asked for; None
        if nothing was decided.
    rank_sets : RankSets or None
        Confidence sets for the ranks, by the test of the second look (none for two algorithms).
    contrast : ContrastEstimation
        Contrasts based on medians.
    multiple_sign : MultipleSignTest or None
        The multiple sign test, if there is a control that was named.
    signs : SignTests
    wilcoxon : SignedRankTests
        Pairwise tests, of the control with the rest or of all pairs. They do not control the
        family-wise error.
    effects : EffectSizes
        Hodges-Lehmann differences of the same pairs, with intervals that hold for all of them
        together with the confidence 1 - alpha, or with what `promise` says; computed when they
        are first asked for.
    two : TwoAlgorithms or None
        The paired t-test and the Hodges-Lehmann estimate, for two algorithms.
    advice : AdviceList
        The guidelines that apply, problems first.
    missing : MissingPattern or None
        What is missing, or was before problems or algorithms were left out, if anything.
    missing_choices : tuple of str
        Which choice was made for missing results, what it supposes, and, a sentence each, whether
        the others would change the verdict.
    asked : mapping of str to object
        The options of `compare` that were given, for doing it again.
    """

    _folded = True

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
    picked: str | None
    second_look: SecondLook | None
    leave_one_out: LeaveOneOut | None
    rank_sets: RankSets | None
    contrast: ContrastEstimation
    multiple_sign: MultipleSignTest | None
    signs: SignTests
    wilcoxon: SignedRankTests
    two: TwoAlgorithms | None
    advice: AdviceList
    missing: MissingPattern | None = None
    missing_choices: tuple[str, ...] = ()
    asked: Mapping[str, Any] = hidden(default_factory=dict)

    if not TYPE_CHECKING:  # checkers shall know the fields that there are

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(unknown_field(name, type(self).__name__))

    @cached_property
    def hinges(self) -> Hinges | None:
        """Whether a verdict hangs on a single problem, if that takes no time to speak of."""
        return look_at_problems(
            self.results, self.posthoc, self.procedure, self.alpha, self.wilcoxon
        )

    @property
    def measured(self) -> bool:
        """Whether the pairs are few enough to measure how large the differences are."""
        return self.wilcoxon.family.m <= MEASURED_PAIRS

    @cached_property
    def effects(self) -> EffectSizes | None:
        """How large the differences are, with intervals, for the pairs that are compared.

        None for more pairs than `MEASURED_PAIRS`, as it takes long; `effect_sizes` measures them.
        """
        if not self.measured:
            return None
        confidence = min(1 - self.alpha, _SUREST)
        return effect_sizes(self.results, control=self.control, confidence=confidence)

    @property
    def shown(self) -> BoolArray | None:
        """Which hypotheses are shown to be false: rejected by both looks, or by the only one."""
        if self.second_look is not None:
            return self.second_look.both
        return None if self.posthoc is None else self.posthoc.rejected(self.alpha, self.procedure)

    @property
    def by_size(self) -> BoolArray | None:
        """Which of these, or of two, rest on the sizes of differences: wins do not show them."""
        alone = self.method if self.second_look is None else self.second_look.test
        if self.two is not None:
            shown, side = (
                self.wilcoxon.pvalue <= self.alpha,
                self.wilcoxon.r_plus - self.wilcoxon.r_minus,
            )
        elif self.posthoc is not None and self.shown is not None and alone == "wilcoxon":
            shown, side = self.shown, self.posthoc.statistics.z
        else:
            return None
        sides = np.sign(side).astype(np.int64)
        by_size: BoolArray = shown & ~shown_by_wins(self.signs, sides, self.alpha)
        return by_size

    @property
    def letters(self) -> dict[str, str] | None:
        """Compact letters of all pairs: two share one if they are not shown to differ."""
        if self.posthoc is None or self.shown is None or self.control is not None:
            return None
        letters = compact_letters(self.shown, positions=self.posthoc.positions)
        return dict(zip(self.results.algorithms, letters, strict=True))

    @cached_property
    def turned_by_ties(self) -> tuple[str, ...]:
        """What the correction for ties decides, a sentence each."""
        return tuple(turned_by_ties(self))

    @property
    def deciding(self) -> OmnibusResult | None:
        """The omnibus test that decides whether the post-hoc procedures follow."""
        return self.omnibus.get(deciding_test(self.ranking).name)

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
        from evenkeel.comparison.conclusions import conclude

        return conclude(self)

    def report(self, *, exhaustive: bool = False) -> Document:
        """The report: one neutral document for every format.

        `exhaustive` adds the exhaustive sets of hypotheses (all pairs of at most 9 algorithms).
        """
        return self._built(exhaustive=exhaustive)

    def plot(self) -> Axes:
        """Draw the fitting picture: a critical difference diagram, or a scatter of two."""
        from evenkeel.plot import plot_critical_difference, plot_scatter

        if self.results.k == 2:
            return plot_scatter(self.results)
        return plot_critical_difference(self)

    def __repr__(self) -> str:
        return "\n".join([f"Comparison of {self.results.k} algorithms", *self.conclusions])

    __str__ = __repr__  # the conclusions are shorter than the tables
