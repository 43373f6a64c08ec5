"""bayes(): posterior probabilities of a pair, of a control with the rest, or of all pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._calls import answering
from evenkeel._types import FloatArray, IntArray
from evenkeel.bayesian.checks import (
    checked_place,
    checked_prior,
    checked_share,
    compared,
    require_common,
)
from evenkeel.bayesian.registry import (
    BAYES_METHODS,
    PLACES,
    BayesMethod,
    Place,
    Posterior,
    Problem,
    Rope,
    checked_rope,
)
from evenkeel.errors import InputError, Message, Option, choice, few, fraction
from evenkeel.families import Family
from evenkeel.numerics.resampling import Seed, checked_generator
from evenkeel.result import Result, hidden
from evenkeel.tables.results import Better, Results

if TYPE_CHECKING:
    from evenkeel.tables.runs import Runs

# The decision about a pair, and what it is expected to cost.
#
# A wrong decision costs 1, a right one nothing, and to leave the question open 1 - level. The
# decision of least expected loss is then the region whose probability reaches the level, and none
# else: with the level 0.95 a wrong decision is taken to be 20 times as bad as an open question.


Decision = Literal["left", "within", "right", "open"]
_REGIONS: tuple[Decision, ...] = ("left", "within", "right")


def checked_level(decision: float) -> float:
    """The probability that decides: more than 1/2, so that no two regions can have it."""
    level = fraction(decision, "decision")
    if level <= 0.5:
        raise InputError(
            f"decision is {decision!r}; give a probability above 0.5, such as 0.95, for at most "
            "one region can then have it"
        )
    return level


def decide(probabilities: FloatArray, level: float) -> tuple[Decision, ...]:
    """The region of each row (m, 3) whose probability reaches the level, else ``"open"``."""
    place, reached = probabilities.argmax(axis=1), probabilities.max(axis=1) >= level
    return tuple(
        _REGIONS[i] if decided else "open"
        for i, decided in zip(place.tolist(), reached.tolist(), strict=True)
    )


def expected_losses(probabilities: FloatArray, level: float) -> FloatArray:
    """What the best decision of each row is expected to cost."""
    losses: FloatArray = np.minimum(1 - probabilities.max(axis=1), 1 - level)
    return losses


#: Draws of the methods that draw, unless these would take long.
DRAWS = 50_000

_LEAST_DRAWS = 1000  # however long they take
_MOST_WEIGHTS = 1 << 31  # weights of problems in all draws for all pairs


class BayesComparison(Result):
    """Posterior probabilities of each pair: the first practically better, alike, the second.

    Attributes
    ----------
    family : Family
        The pairs.
    method : str
        The method.
    rope : float or None
        Half the width of the region of practical equivalence, in the units of the values; None if
        there is none.
    left, within, right : ndarray, shape (m,)
        Probabilities that the first algorithm of the pair is practically better, that the two are
        practically alike, and that the second is practically better. Their sum is 1; without a
        rope the middle one is 0.
    standard_error : ndarray, shape (m, 3), or None
        Their Monte Carlo standard errors; None if nothing was drawn at random.
    decision : tuple of {"left", "within", "right", "open"}
        The region whose probability reaches `level`, else ``"open"``.
    expected_loss : ndarray, shape (m,)
        What the decision is expected to cost, if a wrong one costs 1 and an open question
        1 - `level`.
    level : float
        The probability that decides.
    prior : float or None
        The strength of the prior; None if the method has none to choose.
    prior_place : {"left", "rope", "right"}
        Where it lies.
    n : ndarray of int, shape (m,)
        How many problems both algorithms have, or runs, if one problem was asked for.
    resamples : int or None
        How many draws; None if nothing was drawn.
    posterior : Posterior
        The whole posterior, from which pictures are drawn.
    notes : tuple of str
        What the probabilities mean and suppose, and what the reader should know.
    """

    family: Family
    method: str
    rope: float | None
    left: FloatArray
    within: FloatArray
    right: FloatArray
    standard_error: FloatArray | None
    decision: tuple[Decision, ...]
    expected_loss: FloatArray
    level: float
    prior: float | None
    prior_place: Place
    n: IntArray
    resamples: int | None
    posterior: Posterior = hidden()
    notes: tuple[str, ...] = ()

    @property
    def verdicts(self) -> tuple[str, ...]:
        """The decisions in words."""
        practically = "" if self.rope is None else "practically "
        return tuple(
            {
                "left": f"{first} {practically}better",
                "within": "practically alike",
                "right": f"{second} {practically}better",
                "open": "undecided",
            }[decision]
            for (first, second), decision in zip(self.family.hypotheses, self.decision, strict=True)
        )

    def of(self, first: str, second: str) -> tuple[float, float, float]:
        """P(first practically better), P(practically alike), P(second practically better)."""
        pair, turned = self.position(first, second)
        left, within, right = (float(side[pair]) for side in (self.left, self.within, self.right))
        return (right, within, left) if turned else (left, within, right)

    def position(self, first: str | None, second: str | None) -> tuple[int, bool]:
        """Where a pair stands in the family, and whether in the opposite order."""
        if first is None and second is None and self.family.m == 1:
            return 0, False
        if first is None or second is None:
            raise InputError(
                Message(
                    f"this comparison has {self.family.m} pairs; name the two algorithms, for "
                    "example ",
                    Option("first", self.family.hypotheses[0][0]),
                    ", ",
                    Option("second", self.family.hypotheses[0][1]),
                )
            )
        for name in (first, second):
            choice(name, self.family.algorithms, "algorithm")
        for turned, pair in enumerate(((first, second), (second, first))):
            if pair in self.family.hypotheses:
                return self.family.hypotheses.index(pair), bool(turned)
        raise InputError(
            f"{first!r} and {second!r} were not compared with each other; each pair holds the "
            f"control {self.family.control!r}"
            if self.family.control is not None
            else f"a pair has two algorithms, but {first!r} was named twice"
        )


@answering
def bayes(
    data: Results | Runs | ArrayLike,
    *,
    rope: Rope | None = None,
    method: str = "signed-rank",
    first: str | None = None,
    second: str | None = None,
    control: str | None = None,
    prior: float | None = None,
    prior_place: Place | Literal["any"] = "rope",
    test_share: float | None = None,
    problem: str | None = None,
    resamples: int | None = None,
    seed: Seed = 0,
    decision: float = 0.95,
    better: Better | None = None,
) -> BayesComparison:
    """Find how probable it is that one algorithm is practically better than another, or alike.

    There is no null hypothesis and no p-value. For each pair the posterior gives the probabilities
    of three regions of the difference: left, the first algorithm is better by more than the rope
    (the region of practical equivalence); within, they differ by no more; right, the second is
    better by more. What is asked of the region differs with the method:

    ``"sign"``
        Each problem lies in one region. The shares of the regions have a Dirichlet distribution
        with the counts and the prior as parameters, and a region's probability is that of its
        share being the largest. It is computed exactly, by quadrature of gamma densities.
    ``"signed-rank"``
        The problems have Dirichlet weights (a Dirichlet process), and the shares are those of the
        sums of two differences against twice the rope; half of a sum at the border belongs to
        either side. By Monte Carlo, with the same draws for all pairs.
    ``"correlated-t"``
        For the runs of one problem, as from cross validation: the mean difference has a Student
        posterior with J - 1 degrees of freedom about the mean m of the J differences and the
        squared scale (1/J + r / (1 - r)) s^2, where r, the share of the test set, stands for the
        correlation that overlapping training sets cause. Exact.
    ``"hierarchical"``
        For the runs of several problems: each problem has such a mean difference, and these come
        from one Student distribution whose mean, scale and degrees of freedom are estimated; a
        region's probability is that of its being the most probable on a new problem. A sampler is
        not needed: all but three of the unknowns can be integrated out, and the posterior of these
        three is integrated by quadrature, to about 0.0005 (see
        `evenkeel.bayesian.hyperparameters`).

    Ties, few problems, degenerate data. Differences that rounding alone tells apart are equal; one
    at the border lies within the rope. With two or three problems the prior counts. Without
    a rope ties say nothing of which algorithm is better (``"sign"``) or count half for each side
    (``"signed-rank"``). In a table with holes each pair is compared on the problems that both have;
    failures are holes. Where all differences of runs are equal the posterior is a point
    (``"correlated-t"``), or their standard deviation is taken to be that of the rope
    (``"hierarchical"``), and the notes say so.

    The probabilities of several pairs are those of each pair by itself; nothing is adjusted for
    their number. They bound no error rate: how often a decision is wrong if two algorithms are
    alike is shown in docs/calibration.md.

    Parameters
    ----------
    data : Results, Runs or array_like
        The table, for ``"signed-rank"`` and ``"sign"``; a bare matrix needs `better`. Runs, paired
        by their names, for the other two.
    rope : float or "none"
        By how much two algorithms may differ and still be alike in practice, in the units of the
        values. There is no default; ``"none"`` asks only which one is better.
    method : {"signed-rank", "sign", "correlated-t", "hierarchical"}
        The method.
    first, second : str, optional
        Compare only these two.
    control : str, optional
        Compare only this algorithm with each other one, or ``"best"``, the best ranked. Picking
        the best looks at the same data that the comparison uses.
    prior : float, optional
        How many problems the prior is worth: by default 1 for ``"sign"`` and 0.5 for
        ``"signed-rank"``. The other methods have priors of their own.
    prior_place : {"rope", "left", "right", "any"}
        Where these problems lie: at a difference of 0, or where the first, or the second algorithm
        of each pair is better. With ``"any"`` all three are looked at, and a pair on which their
        answers differ is open.
    test_share : float
        For the methods of runs: the share of the examples in each test set, 0.1 for ten folds.
    problem : str, optional
        For ``"correlated-t"``: the problem, if the runs have several.
    resamples : int, optional
        Draws of ``"signed-rank"``. By default 50,000, or fewer for so many pairs of so many
        problems that these would take long, which a note says.
    seed : int, Generator or None
        Seed of these.
    decision : float, default 0.95
        The probability that decides.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    BayesComparison

    References
    ----------
    Benavoli, Corani, Demsar and Zaffalon (2017), Journal of Machine Learning Research 18(77):1-36.
    Benavoli, Mangili, Corani, Zaffalon and Ruggeri (2014), ICML, PMLR 32(2):1026-1034 (signed
    ranks). Corani and Benavoli (2015), doi:10.1007/s10994-015-5486-z (correlated t). Corani,
    Benavoli, Demsar, Mangili and Zaffalon (2017), doi:10.1007/s10994-017-5641-9 (hierarchical).

    Examples
    --------
    Tuning the leaf size of C4.5 (Demsar 2006), with a rope of 0.01 of the AUC:

    >>> import evenkeel
    >>> tuned = evenkeel.load("demsar2006").select(["C4.5m", "C4.5"])
    >>> found = evenkeel.bayes(tuned, rope=0.01, method="sign")
    >>> [round(p, 4) for p in found.of("C4.5m", "C4.5")]
    [0.212, 0.788, 0.0]
    >>> found.verdicts
    ('undecided',)
    """
    width = checked_rope(rope)
    how = BAYES_METHODS.lookup(method)
    level = checked_level(decision)
    losses, cells, family = compared(data, how, first, second, control, problem, better)
    draws = DRAWS if losses is None else drawn_by_default(len(losses), family.m)
    draws = draws if resamples is None else resamples
    generator = checked_generator(draws, seed)
    made = Problem(
        losses,
        cells,
        family.pairs,
        width,
        checked_prior(how, prior),
        checked_place(how, prior_place),
        checked_share(how, test_share),
        draws,
        generator,
    )
    require_common(made, family)
    places = PLACES if prior_place == "any" else (made.place,)
    found, *others = (
        how.posterior(replace(made, place=place, generator=deepcopy(generator)))
        for place in sorted(places, key=lambda place: place != made.place)
    )
    decisions = decide(found.probabilities, level)
    elsewhere = [decide(other.probabilities, level) for other in others]
    by_prior = [len({*each}) > 1 for each in zip(decisions, *elsewhere, strict=True)]
    left, within, right = found.probabilities.T
    return BayesComparison(
        family,
        how.name,
        width or None,
        left=left,
        within=within,
        right=right,
        standard_error=found.standard_error,
        decision=tuple("open" if by else d for d, by in zip(decisions, by_prior, strict=True)),
        expected_loss=expected_losses(found.probabilities, level),
        level=level,
        prior=made.prior if how.strength is not None else None,
        prior_place=made.place,
        n=found.count,
        resamples=draws if how.sampled else None,
        posterior=found,
        notes=(
            *found.notes,
            *_cut(how, draws if resamples is None else DRAWS),
            *(_by_the_prior(family, by_prior) if others else ()),
        ),
    )


def _by_the_prior(family: Family, decided: Sequence[bool]) -> Iterator[str]:
    labels = [label for label, by in zip(family.labels, decided, strict=True) if by]
    yield (
        f"the prior decides about {few(labels, 5, counted=True)}: where it lies in favour of one "
        "or the other the answers differ, so that these pairs are open"
        if labels
        else "wherever the prior lies, in favour of either or of none, the answers are the same"
    )


def drawn_by_default(n: int, m: int) -> int:
    """How many draws for m pairs on n problems: as many as take some seconds.

    Examples
    --------
    >>> drawn_by_default(30, 10), drawn_by_default(100, 1225), drawn_by_default(10_000, 4950)
    (50000, 17530, 1000)
    """
    return min(DRAWS, max(_LEAST_DRAWS, _MOST_WEIGHTS // (n * m)))


def _cut(how: BayesMethod, draws: int) -> Iterator[str]:
    if how.sampled and draws < DRAWS:
        yield (
            Message(
                f"{draws:,} draws instead of {DRAWS:,}, which would take long for so many "
                "pairs and problems; the standard errors are larger for it. Give ",
                Option("resamples", DRAWS),
                ", or compare fewer pairs with ",
                Option("control"),
                " or ",
                Option("first"),
                " and ",
                Option("second"),
                ", if they are too large",
            )
        )
