"""The models of strengths by name, each fitted to many samples of the problems at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from evenkeel._types import FloatArray, IndexArray
from evenkeel.orders.choice_likelihood import choices, fit_choices
from evenkeel.orders.contests import Contests
from evenkeel.orders.pair_likelihood import fit_pairs
from evenkeel.orders.strength_options import PRIOR
from evenkeel.words.references import REFERENCES, Reference

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
