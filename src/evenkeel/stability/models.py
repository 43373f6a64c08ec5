"""The models of strengths by name, whether one fits, and intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.special import betainc, expit, logit

from evenkeel._types import FloatArray, IndexArray
from evenkeel.numerics.intervals import clopper_pearson
from evenkeel.numerics.resampling import jackknife_interval
from evenkeel.references import REFERENCES, Reference
from evenkeel.stability.contests import Contests, groups_in_order
from evenkeel.stability.likelihoods import choices, fit_choices, fit_pairs, win_logits
from evenkeel.stability.options import PRIOR
from evenkeel.text import p_in_words, series

# The models of strengths by name, each fitted to many samples of the problems at once.


#: Log strengths (r, k) and parameters of ties (r,), or of one table (k,) and ().
Fitted = tuple[FloatArray, FloatArray]
#: Samples of the problems, see `Contests`.
Sampled = FloatArray | IndexArray

_CELLS = 1 << 21  # pairs in samples that are worked on at a time


class Samples(NamedTuple):
    """Log strengths (r, k), parameters of ties (r,), and how many samples have no finite ones.

    For these the default prior took the place of none.
    """

    log: FloatArray
    nu: FloatArray
    infinite: int


@dataclass(frozen=True)
class StrengthModel:
    """A model of strengths.

    Attributes
    ----------
    name, title
        The name that ``model=`` takes, and the name to print.
    fit
        ``fit(contests, samples, prior, start)`` fits it to samples of the problems (see
        `Contests`), with a prior of that weight, beginning with what is fitted to the whole table.
    estimated_ties
        Whether ties have a parameter of their own.
    ties
        How it treats ties, if there is no choice.
    reference
        Where it was published.
    """

    name: str
    title: str
    fit: Callable[[Contests, Sampled, float, Fitted | None], Fitted]
    estimated_ties: bool
    reference: Reference
    ties: str | None = None

    def fit_samples(
        self,
        contests: Contests,
        blocks: Iterable[Sampled],
        prior: float,
        start: Fitted | None = None,
    ) -> Samples:
        """The fits to blocks of samples; where none is finite with prior 0, by `PRIOR`."""
        parts, infinite = [], 0
        for samples in _smaller(blocks, len(contests.pairs)):
            weights = np.full(len(samples), prior)
            if prior == 0:
                finite = contests.have_maximum(samples, estimated_ties=self.estimated_ties)
                weights[~finite] = PRIOR
                infinite += int(np.count_nonzero(~finite))
            log, nu = np.empty((len(samples), contests.k)), np.empty(len(samples))
            for weight in np.unique(weights):
                some = weights == weight
                log[some], nu[some] = self.fit(contests, samples[some], float(weight), start)
            parts.append((log, nu))
        logs, nus = zip(*parts, strict=True)
        return Samples(np.concatenate(logs), np.concatenate(nus), infinite)


def _smaller(blocks: Iterable[Sampled], m: int) -> Iterator[Sampled]:
    """Parts of the blocks, in so few samples that the counts of m pairs can be held."""
    step = max(1, _CELLS // m)
    for samples in blocks:
        for at in range(0, len(samples), step):
            yield samples[at : at + step]


def _bradley_terry(
    contests: Contests, samples: Sampled, prior: float, start: Fitted | None
) -> Fitted:
    return fit_pairs(contests.counts(samples, prior), start)


def _plackett_luce(
    contests: Contests, samples: Sampled, prior: float, start: Fitted | None
) -> Fitted:
    there, times = choices(contests.losses), contests.times(samples)
    begin = None if start is None else start[0]
    log = fit_choices(there, times, contests.pairs, contests.drawn(prior), begin)
    return log, np.zeros(len(log))


MODELS: Mapping[str, StrengthModel] = {
    model.name: model
    for model in (
        StrengthModel(
            "bradley-terry", "Bradley-Terry", _bradley_terry, True, REFERENCES["bradley1952"]
        ),
        StrengthModel(
            "plackett-luce",
            "Plackett-Luce",
            _plackett_luce,
            False,
            REFERENCES["plackett1975"],
            ties="efron",
        ),
    )
}


# Whether a model of strengths fits: the shares of problems won beside those that it gives.


_DOUBTFUL = 0.05  # level of the test of the fit
_LISTED = 5  # names that a note lists


def lack_of_fit(contests: Contests, log: FloatArray) -> tuple[float | None, int]:
    """The p-value of the model's fit, and the number of the pair that it fits worst.

    Of the problems that either of a pair won, each has its share by strength in both models. That
    the strengths were fitted to the same problems makes the test conservative.
    """
    if contests.k == 2:
        return None, 0
    wins, defeats, _ = contests.totals
    share = expit(log[contests.pairs[:, 0]] - log[contests.pairs[:, 1]])
    # P(so few wins or fewer) and P(so many or more), as incomplete beta functions
    few = np.where(defeats > 0, betainc(np.maximum(defeats, 1), wins + 1, 1 - share), 1.0)
    many = np.where(wins > 0, betainc(np.maximum(wins, 1), defeats + 1, share), 1.0)
    pvalues = np.minimum(2 * np.minimum(few, many), 1.0)
    worst = int(pvalues.argmin())
    return min(float(pvalues[worst]) * len(pvalues), 1.0), worst


def shares_won(contests: Contests) -> FloatArray:
    """Shares (k, k) of their common problems on which the row beats the column; NaN without any."""
    wins, defeats, ties = contests.totals
    (first, second), common = contests.pairs.T, wins + defeats + ties
    share = np.full((contests.k, contests.k), np.nan)
    share[first, second], share[second, first] = wins / common, defeats / common
    share.flags.writeable = False
    return share


def on_fit(
    contests: Contests, names: tuple[str, ...], fit: float | None, misfit: int
) -> Iterator[str]:
    """What the probabilities are worth: whether the model fits, and whether majorities cycle."""
    if fit is None:
        return
    yield (
        "probabilities of beating are those of the model, and their intervals hold what it would "
        "give for all problems: the share of problems won only if the model fits "
        f"(test of its fit: {p_in_words(fit)}); the shares seen stand beside them"
    )
    share = shares_won(contests)
    if fit <= _DOUBTFUL:
        a, b = contests.pairs[misfit].tolist()
        yield (
            f"the model does not fit: {names[a]} wins {share[a, b]:.3f} of its problems with "
            f"{names[b]}, which its strengths do not give; believe the shares (the "
            "effect size of superiority has their exact intervals)"
        )
    circles = [group for group in groups_in_order(share > share.T) if len(group) > 1]
    if circles:
        shown = [names[j] for j in circles[0]]
        more = len(shown) - _LISTED
        listed = series([*shown[:_LISTED], *([f"{more} more"] if more > 0 else [])])
        yield f"majorities go in a circle among {listed}, which no strengths can show"


# Intervals of strengths and of who beats whom.


_RARE = 1  # wins of one of two, up to which their exact interval widens that of the model


def intervals(
    contests: Contests, model: StrengthModel, whole: Fitted, less: Samples, level: float
) -> tuple[FloatArray, FloatArray]:
    """Bounds (2, k) of log strengths, and (2, m) of the logits of beating, of all ordered pairs.

    `less` are the fits without each problem. Where one of two won hardly ever these know little of
    what was not seen, so that the exact interval of the wins of the two widens theirs.
    """
    k, log = contests.k, whole[0]
    pairs = np.argwhere(~np.eye(k, dtype=bool))
    counts = np.zeros((3, k, k))
    (first, second), (wins, defeats, ties) = contests.pairs.T, contests.totals
    counts[:, first, second], counts[:, second, first] = (
        (wins, defeats, ties),
        (defeats, wins, ties),
    )
    won, lost, tied = counts[:, pairs[:, 0], pairs[:, 1]]
    if contests.split or not model.estimated_ties:
        won, lost, tied = won + tied / 2, lost + tied / 2, np.zeros(len(pairs))
    apart = _bounds(whole, less, pairs, level, ties=False)
    for bounds, other in (
        (apart, lost),
        (beats := _bounds(whole, less, pairs, level), lost + tied),
    ):
        edge = (won + other > 0) & (np.minimum(won, other) <= _RARE)
        exact = logit(clopper_pearson(won, won + other, level))
        bounds[0] = np.where(edge, np.minimum(bounds[0], exact[0]), bounds[0])
        bounds[1] = np.where(edge, np.maximum(bounds[1], exact[1]), bounds[1])
    low, high = jackknife_interval(log, less.log, level)
    rare = ((won + lost > 0) & (np.minimum(won, lost) <= _RARE)).reshape(k, k - 1).any(axis=1)
    means = apart.reshape(2, k, k - 1).sum(axis=2) / k  # of mean 0 over the algorithms
    low = np.where(rare, np.minimum(low, means[0]), low)
    return np.stack([low, np.where(rare, np.maximum(high, means[1]), high)]), beats


def _bounds(
    whole: Fitted, less: Samples, pairs: IndexArray, level: float, *, ties: bool = True
) -> FloatArray:
    """Bounds (2, m) of the logits of beating, with or without ties, by the jackknife."""
    bounds = np.empty((2, len(pairs)))
    step = max(1, _CELLS // len(less.nu))
    for at in range(0, len(pairs), step):
        some = pairs[at : at + step]
        logits, without = (
            win_logits(log, nu if ties else 0 * nu, some) for log, nu in (whole, less[:2])
        )
        bounds[:, at : at + step] = jackknife_interval(logits, without, level)
    return bounds
