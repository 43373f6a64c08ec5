"""strengths(): how strong the algorithms are, and who beats whom on a new problem."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from evenkeel._types import FloatArray, IndexArray
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.numerics.resampling import (
    Seed,
    checked_generator,
    resampled_weights,
)
from evenkeel.ranks.named import require_connected
from evenkeel.result import Result
from evenkeel.stability.contests import Contests, groups_in_order
from evenkeel.stability.likelihoods import outcomes
from evenkeel.stability.models import (
    MODELS,
    Samples,
    StrengthModel,
    intervals,
    lack_of_fit,
    on_fit,
    shares_won,
)
from evenkeel.stability.options import (
    LEAST_PRIOR,
    MOST_PRIOR,
    PRIOR,
    STRENGTH_TIES,
    Model,
    StrengthTies,
)
from evenkeel.stability.resamples import shares_of_places
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Better, Results, as_results
from evenkeel.text import series

_ELO_MEAN, _ELO_UNIT = 1500.0, 400 / np.log(10)
_DIGITS = 8  # of log strengths; what differs less is equal but for rounding
_LISTED = 5  # names of a group that a message lists


class Strengths(Result):
    """Strengths of k algorithms, with intervals, and who beats whom on a new problem.

    Attributes
    ----------
    algorithms : tuple of str
        The k algorithms.
    strength, low, high : ndarray, shape (k,)
        Logarithms of the strengths, of mean 0, or their Elo ratings, of mean 1500, with an
        interval; more is better.
    best : ndarray, shape (k,)
        Share of the resamples of the problems in which the algorithm is the strongest. It is no
        probability that the algorithm is the best, which only a prior could give.
    beats, beats_low, beats_high : ndarray, shape (k, k)
        Probability that the algorithm of the row beats that of the column on a new problem, as
        the model has it, with an interval; the diagonal is NaN. The interval holds what the model
        would give for all problems, which is the share of problems won only if the model fits.
    share : ndarray, shape (k, k)
        Share of their common problems on which the row did beat the column; NaN without any.
    fit : float or None
        P-value of the hypothesis that the model fits the shares of all pairs; None for two
        algorithms, whose share the model can always have.
    ties_with : ndarray, shape (k, k)
        Probability that the two tie.
    nu : float
        Davidson's parameter of ties; 0 if there are none.
    model : {"bradley-terry", "plackett-luce"}
    ties : {"davidson", "split", "efron"}
        What was done with ties.
    elo : bool
        Whether the strengths are Elo ratings.
    confidence : float
        Level of each interval by itself.
    prior : float
        The weight of the prior.
    apart : tuple of tuples of str
        If no maximum likelihood is finite without the prior: the groups of algorithms of which
        each wins every comparison with the next ones, the best first. Empty if it is finite.
    n, resamples : int
        Number of problems and of resamples.
    notes : tuple of str
        What the reader should know.
    """

    algorithms: tuple[str, ...]
    strength: FloatArray
    low: FloatArray
    high: FloatArray
    best: FloatArray
    beats: FloatArray
    beats_low: FloatArray
    beats_high: FloatArray
    ties_with: FloatArray
    share: FloatArray
    fit: float | None
    nu: float
    model: Model
    ties: str
    elo: bool
    confidence: float
    prior: float
    apart: tuple[tuple[str, ...], ...]
    n: int
    resamples: int
    notes: tuple[str, ...] = ()

    @property
    def order(self) -> tuple[str, ...]:
        """The algorithms, the strongest first."""
        return tuple(self.algorithms[j] for j in np.argsort(-self.strength, kind="stable"))

    def versus(self, first: str, second: str) -> tuple[float, float, float]:
        """Probability that the first beats the second on a new problem, and its interval."""
        a, b = (
            self.algorithms.index(choice(name, self.algorithms, "algorithm"))
            for name in (first, second)
        )
        return float(self.beats[a, b]), float(self.beats_low[a, b]), float(self.beats_high[a, b])


def strengths(
    results: Results | ArrayLike,
    *,
    model: Model = "bradley-terry",
    ties: StrengthTies = "davidson",
    prior: float = PRIOR,
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: Seed = 0,
    elo: bool = False,
    better: Better | None = None,
) -> Strengths:
    """Estimate how strong each algorithm is, and how likely it beats another on a new problem.

    There is no test in it, hence no hypotheses. With strengths a and b, the first algorithm beats
    the second on a problem with probability

        a / (a + b)                            (Bradley and Terry 1952),
        a / (a + b + nu sqrt(a b))             (with ties, Davidson 1970),

    the second with b in the numerator, and nu sqrt(a b) is for a tie. The strengths maximise the
    product of these over all pairs and problems. With ``model="plackett-luce"`` the order of a
    problem is drawn from the best to the worst, each time with probabilities that are as the
    strengths of those left; the probability of beating is the first formula. A tie there takes a
    place in every order of the tied, by Efron's approximation.

    Only who beats whom counts, not by how much. The results of one problem are not independent, so
    that every interval comes from leaving out whole problems: Student's interval with the standard
    error of the jackknife, of log strengths and of the logits of the probabilities. Where one of
    two won at most once, which says little of what was not seen, it holds the exact interval of
    their wins (Clopper and Pearson) as well: it may be unlimited. It supposes that the problems
    are a sample; its measured coverage is in docs/calibration.md. `best` comes from resampling
    the problems.

    The fit. The model gives one strength to each algorithm, which k - 1 numbers cannot do justice
    to k (k - 1) / 2 shares of wins where the results are not transitive: algorithms that are even
    with each other may do unequally against a third. `fit` is the p-value of a test of it: of each
    pair the problems that one of both won are tested against the model's probability by the
    binomial law, and the smallest p-value is multiplied by the number of pairs. The shares seen
    stand beside the probabilities; where the test rejects, or majorities go in a circle, a note
    says so, and then the shares are to be believed (`effect_sizes(size="superiority")` has their
    exact intervals).

    If one algorithm, or a group, wins every comparison with the others, no finite strength is the
    most likely one (`apart` names the groups; the condition is that of Ford 1957). Therefore a
    weak prior supplements the data: (k - 1) `prior` comparisons, spread evenly over the pairs, half
    won and half lost, but for as large a share of ties as in the table. For two algorithms and
    ``prior=1`` that is half a win of each. It draws the strengths together a little. With
    ``prior=0`` they are those of plain maximum likelihood; a table that has no finite one is then
    refused, and samples of its problems that have none are fitted with the default prior, which a
    note says.

    With holes two algorithms are compared on the problems that both have, and nothing is supposed
    about the others but that results are missing at random.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    model : {"bradley-terry", "plackett-luce"}
        The model.
    ties : {"davidson", "split"}
        In the model of Bradley and Terry: ties as a third outcome, or half a win of each.
    prior : float
        The weight of the prior, 0 or from 1e-6 to 1e6.
    confidence : float
        Level of each interval by itself.
    resamples : int
        Resamples of the problems, for `best`.
    seed : int, Generator or None
        Seed of these.
    elo : bool
        Give ratings on the Elo scale: mean 1500, and 400 points for odds of 10 to 1.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    Strengths

    References
    ----------
    Bradley and Terry (1952), doi:10.2307/2334029; Davidson (1970),
    doi:10.1080/01621459.1970.10481082; Plackett (1975), doi:10.2307/2346567; Ford (1957),
    doi:10.1080/00029890.1957.11989117; Hunter (2004), doi:10.1214/aos/1079120141; Efron (1977),
    doi:10.1080/01621459.1977.10480613.

    Examples
    --------
    >>> import evenkeel
    >>> from evenkeel.stability import strengths
    >>> found = strengths(evenkeel.load("garcia2008"))
    >>> found.order
    ('C4.5', 'NaiveBayes', 'CN2', '1-NN', 'Kernel')
    >>> probability, low, high = found.versus("C4.5", "CN2")
    >>> print(f"{probability:.2f}, from {low:.2f} to {high:.2f}")
    0.72, from 0.61 to 0.80
    """
    chosen = MODELS[choice(model, MODELS, "model")]
    treated = choice(ties, STRENGTH_TIES, "treatment of ties")
    level = fraction(confidence, "confidence")
    generator = checked_generator(resamples, seed)
    weight = _checked_prior(prior)
    table = failures_last(as_results(results, better))
    require_connected(table)
    contests = Contests(table.losses, split=treated == "split")
    apart = _groups_apart(contests, chosen, table.algorithms)
    if apart and weight == 0:
        raise InputError(_no_maximum(apart))
    whole = chosen.fit_samples(contests, [np.ones((1, table.n))], weight)
    log, nu = whole.log[0], whole.nu[0]
    less = chosen.fit_samples(contests, [np.arange(table.n)], weight, (log, nu))
    times = resampled_weights(table.n, resamples, generator)
    drawn = chosen.fit_samples(contests, times, weight, (log, nu))
    pairs = np.argwhere(~np.eye(table.k, dtype=bool))
    beats, _, tied = outcomes(log, nu, pairs)
    ends, bounds = intervals(contests, chosen, (log, nu), less, level)
    fit, misfit = lack_of_fit(contests, log)
    strength, low, high = (_scaled(each, elo) for each in (log, *ends))
    return Strengths(
        table.algorithms,
        strength,
        low,
        high,
        best=shares_of_places(-drawn.log.round(_DIGITS))[:, 0],
        beats=_matrix(beats, pairs, table.k),
        beats_low=_matrix(expit(bounds[0]), pairs, table.k),
        beats_high=_matrix(expit(bounds[1]), pairs, table.k),
        ties_with=_matrix(tied, pairs, table.k),
        share=shares_won(contests),
        fit=fit,
        nu=float(nu),
        model=cast(Model, chosen.name),
        ties=chosen.ties or treated,
        elo=bool(elo),
        confidence=level,
        prior=weight,
        apart=apart,
        n=table.n,
        resamples=int(resamples),
        notes=(*_notes(apart, less, drawn), *on_fit(contests, table.algorithms, fit, misfit)),
    )


def _checked_prior(prior: float) -> float:
    try:
        weight = float(prior)
    except (TypeError, ValueError, OverflowError):
        weight = -1.0
    if weight != 0 and not LEAST_PRIOR <= weight <= MOST_PRIOR:
        raise InputError(
            f"prior is {prior!r}; give the weight of the prior, such as {PRIOR:g}, from "
            f"{LEAST_PRIOR:g} to {MOST_PRIOR:g}, or 0 for none"
        )
    return weight


def _groups_apart(
    contests: Contests, model: StrengthModel, names: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    """The groups between which strengths are infinitely far apart without a prior, if any."""
    whole = np.ones((1, len(contests.losses)))
    if contests.have_maximum(whole, estimated_ties=model.estimated_ties)[0]:
        return ()
    wins, ties = contests.links(whole)
    groups = groups_in_order(wins[0] | ties[0])
    return tuple(tuple(names[j] for j in group) for group in groups)


def _no_maximum(apart: tuple[tuple[str, ...], ...]) -> str:
    return Message(f"{_apart_in_words(apart)}; give a prior, such as ", Option("prior", PRIOR))


def _apart_in_words(apart: tuple[tuple[str, ...], ...]) -> str:
    if len(apart) == 1:
        return (
            "there are ties and no wins that contradict each other, so that maximum likelihood "
            "has no finite parameter of ties"
        )
    shown = [
        *apart[0][:_LISTED],
        *([f"{len(apart[0]) - _LISTED} more"] * (len(apart[0]) > _LISTED)),
    ]
    win = "wins" if len(apart[0]) == 1 else "win"
    return (
        f"{series(shown)} {win} every comparison with the other algorithms, so that maximum "
        "likelihood has no finite strengths"
    )


def _notes(apart: tuple[tuple[str, ...], ...], less: Samples, drawn: Samples) -> Iterator[str]:
    if apart:
        yield f"{_apart_in_words(apart)}; those given rest on the prior"
    if less.infinite or drawn.infinite:
        yield (
            Message(
                f"of the {len(less.nu)} samples without one problem {less.infinite}, and "
                f"of the {len(drawn.nu)} resamples {drawn.infinite}, have no finite "
                "maximum likelihood; they were fitted with ",
                Option("prior", PRIOR),
            )
        )


def _scaled(log_strengths: FloatArray, elo: bool) -> FloatArray:
    scaled = _ELO_MEAN + _ELO_UNIT * log_strengths if elo else np.array(log_strengths)
    scaled.flags.writeable = False
    return scaled


def _matrix(values: FloatArray, pairs: IndexArray, k: int) -> FloatArray:
    """Values of all ordered pairs as a matrix with NaN in its diagonal."""
    matrix = np.full((k, k), np.nan)
    matrix[tuple(pairs.T)] = values
    matrix.flags.writeable = False
    return matrix
