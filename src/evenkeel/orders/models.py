"""The models of strengths by name, each fitted to many samples of the problems at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.orders.choice_likelihood import choices, fit_choices
from evenkeel.orders.contests import Contests
from evenkeel.orders.pair_likelihood import fit_pairs
from evenkeel.orders.strength_options import PRIOR
from evenkeel.words.references import REFERENCES, Reference

#: Log strengths (r, k) and parameters of ties (r,).
Fitted = tuple[FloatArray, FloatArray]


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
        ``fit(contests, times, prior, start)`` fits it to samples in which problems count `times`
        (r, n), with a prior of that weight, beginning with log strengths (k,) or None.
    estimated_ties
        Whether ties have a parameter of their own.
    ties
        How it treats ties, if there is no choice.
    reference
        Where it was published.
    """

    name: str
    title: str
    fit: Callable[[Contests, FloatArray, float, FloatArray | None], Fitted]
    estimated_ties: bool
    reference: Reference
    ties: str | None = None

    def fit_samples(
        self,
        contests: Contests,
        blocks: Iterable[FloatArray],
        prior: float,
        start: FloatArray | None = None,
    ) -> Samples:
        """The fits to blocks (r, n) of samples; where none is finite with prior 0, by `PRIOR`."""
        parts, infinite = [], 0
        for times in blocks:
            weights = np.full(len(times), prior)
            if prior == 0:
                finite = contests.have_maximum(times, estimated_ties=self.estimated_ties)
                weights[~finite] = PRIOR
                infinite += int(np.count_nonzero(~finite))
            log, nu = np.empty((len(times), contests.k)), np.empty(len(times))
            for weight in np.unique(weights):
                some = weights == weight
                log[some], nu[some] = self.fit(contests, times[some], float(weight), start)
            parts.append((log, nu))
        logs, nus = zip(*parts, strict=True)
        return Samples(np.concatenate(logs), np.concatenate(nus), infinite)


def times_drawn(rows: IntArray, n: int) -> FloatArray:
    """How often each of n problems is among the rows (r, size): shape (r, n)."""
    shifted = rows + n * np.arange(len(rows))[:, None]
    counts = np.bincount(shifted.ravel(), minlength=n * len(rows))
    return counts.reshape(len(rows), n).astype(np.float64)


def _bradley_terry(
    contests: Contests, times: FloatArray, prior: float, start: FloatArray | None
) -> Fitted:
    return fit_pairs(contests.counts(times, prior), start)


def _plackett_luce(
    contests: Contests, times: FloatArray, prior: float, start: FloatArray | None
) -> Fitted:
    there = choices(contests.losses)
    log = fit_choices(there, times, contests.pairs, contests.drawn(prior), start)
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
