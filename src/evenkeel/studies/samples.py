"""The work on blocks of samples of the user's own table, and on continuations of it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import log_expit

from evenkeel._types import FloatArray, IndexArray
from evenkeel.families import Family
from evenkeel.ranks.batches import Tables
from evenkeel.studies.blocks import Block, add_up, in_pieces
from evenkeel.studies.pvalues import COMPARISONS, adjusted_pvalues
from evenkeel.studies.storage import Tally


@dataclass(frozen=True, eq=False)
class Resampling:
    """The work on a block of samples; one scenario a bias."""

    losses: FloatArray
    advantages: FloatArray
    bias: tuple[float, ...]
    size: int
    family: Family
    comparison: str
    procedures: tuple[str, ...]
    alpha: float

    def __call__(self, block: Block) -> Tally:
        """Draw the samples of the block, test them and add up."""
        log_weights = log_expit(self.bias[block.scenario] * self.advantages)
        chosen = draw_without_replacement(block.generator(), log_weights, block.size, self.size)
        return add_up(
            tally_rejections(
                Tables(self.losses[piece]),
                self.family,
                self.comparison,
                self.procedures,
                self.alpha,
            )
            for piece in in_pieces(chosen)
        )

    def parameters(self) -> dict[str, object]:
        """What the sums depend on, for the store."""
        return {
            "study": "resampling",
            "table": _digest(self.losses),
            "differences": _digest(self.advantages),
            "algorithms": list(self.family.algorithms),
            "control": self.family.control,
            "size": self.size,
            "bias": list(self.bias),
            "comparison": self.comparison,
            "procedures": list(self.procedures),
            "alpha": self.alpha,
        }


@dataclass(frozen=True, eq=False)
class Continuation:
    """The work on a block of continued tables.

    How frequent problems like each of the n of the table are is not known from so few: each
    continuation has frequencies of its own, flat Dirichlet ones (the Bayesian bootstrap of Rubin
    1981, doi:10.1214/aos/1176345338).
    """

    losses: FloatArray
    more: int
    family: Family
    comparison: str
    procedure: str
    alpha: float

    def __call__(self, block: Block) -> Tally:
        """Continue the table with problems drawn from it, test and add up."""
        n = len(self.losses)
        generator = block.generator()
        reached = np.cumsum(generator.standard_exponential((block.size, n)), axis=1)
        reached /= reached[:, -1:]
        table = np.arange(block.size)[:, None]  # added, one search serves all tables
        places = np.searchsorted(
            (reached + table).ravel(), (generator.random((block.size, self.more)) + table).ravel()
        ).reshape(block.size, self.more)
        drawn = np.clip(places - n * table, 0, n - 1)
        rows = np.hstack([np.broadcast_to(np.arange(n), (block.size, n)), drawn])
        return tally_rejections(
            Tables(self.losses[rows]), self.family, self.comparison, [self.procedure], self.alpha
        )


def tally_rejections(
    tables: Tables, family: Family, comparison: str, procedures: Sequence[str], alpha: float
) -> Tally:
    """Count rejections and add up adjusted p-values, by procedure and hypothesis."""
    adjusted = np.stack(
        list(adjusted_pvalues(tables, COMPARISONS[comparison], family, procedures).values())
    )
    rejected = adjusted <= alpha
    return {
        "rejected": rejected.sum(axis=1),
        "any rejected": rejected.any(axis=2).sum(axis=1),
        "adjusted": adjusted.sum(axis=1),
    }


def draw_without_replacement(
    generator: np.random.Generator, log_weights: FloatArray, samples: int, size: int
) -> IndexArray:
    """Positions of weighted samples without replacement, shape (samples, size).

    The `size` largest log w_i + G_i, with independent standard Gumbel G_i, are distributed like
    `size` successive draws with probabilities proportional to the w_i that are left. Logarithms
    keep weights apart that would underflow.
    """
    keys = log_weights + generator.gumbel(size=(samples, log_weights.size))
    return np.argpartition(-keys, size - 1, axis=1)[:, :size]


def _digest(values: FloatArray) -> str:
    """A fingerprint of an array."""
    return hashlib.sha256(np.ascontiguousarray(values).tobytes()).hexdigest()
