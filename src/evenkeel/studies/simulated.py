"""The work on blocks of simulated tables."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from evenkeel._types import BoolArray
from evenkeel.families import Family
from evenkeel.omnibus.registry import Ties
from evenkeel.ranks.batches import Tables
from evenkeel.studies.blocks import Block, add_up, in_pieces
from evenkeel.studies.holes import NO_HOLES, Holes
from evenkeel.studies.models import MODELS
from evenkeel.studies.pvalues import (
    COMPARISONS,
    UNADJUSTED,
    adjusted_pvalues,
    omnibus_pvalues,
)
from evenkeel.studies.storage import Tally


@dataclass(frozen=True, eq=False)
class Simulation:
    """The work on a block of simulated tables."""

    n: int
    effect: tuple[float, ...]
    distribution: str
    family: Family
    omnibus: tuple[str, ...]
    comparisons: tuple[str, ...]
    procedures: tuple[str, ...]
    ties: Ties
    alpha: float
    holes: Holes = NO_HOLES

    @property
    def true(self) -> BoolArray:
        """Which hypotheses are true."""
        return MODELS[self.distribution].alike(np.array(self.effect), self.family.pairs)

    def applicable(self, comparison: str) -> tuple[str, ...]:
        """The procedures for a comparison: none if its p-values are adjusted already."""
        return (UNADJUSTED,) if COMPARISONS[comparison].adjusted else self.procedures

    def __call__(self, block: Block) -> Tally:
        """Draw the tables of the block, test them and add up."""
        model = MODELS[self.distribution]
        generator = block.generator()
        losses = model.draw(generator, block.size, self.n, np.array(self.effect))
        losses = self.holes.punch(losses, generator)
        return add_up(self._tally(Tables(piece)) for piece in in_pieces(losses))

    def _tally(self, tables: Tables) -> Tally:
        rejections = [
            omnibus_pvalues(tables, test, self.ties) <= self.alpha for test in self.omnibus
        ]
        tally: Tally = {"omnibus": np.array([rejected.sum() for rejected in rejections], dtype=int)}
        for name in self.comparisons:
            adjusted = adjusted_pvalues(
                tables,
                COMPARISONS[name],
                self.family,
                self.applicable(name),
                holes=self.holes.left,
            )
            for procedure, pvalues in adjusted.items():
                sums = sums_of_rejections(pvalues <= self.alpha, self.true)
                tally |= {key(name, procedure, what): total for what, total in sums.items()}
        return tally

    def parameters(self) -> dict[str, object]:
        """What the sums depend on, for the store."""
        return {
            "study": "simulation",
            "n": self.n,
            "effect": list(self.effect),
            "distribution": self.distribution,
            "family": self.family.kind,
            "omnibus": list(self.omnibus),
            "comparisons": list(self.comparisons),
            "procedures": list(self.procedures),
            "ties": self.ties,
            "alpha": self.alpha,
            **({"holes": asdict(self.holes)} if self.holes.share else {}),
        }


def sums_of_rejections(rejected: BoolArray, true: BoolArray) -> Tally:
    """What is counted of the rejections (r, m) of a family."""
    wrong, right = rejected[:, true], rejected[:, ~true]
    wrong_share = wrong.sum(axis=1) / np.maximum(rejected.sum(axis=1), 1)
    sums = {
        "rejected": rejected.sum(axis=0),
        "any true": wrong.any(axis=1).sum(),
        "false discoveries": wrong_share.sum(),
        "any false": right.any(axis=1).sum(),
        "all false": right.all(axis=1).sum(),
    }
    return {what: np.asarray(total) for what, total in sums.items()}


def key(comparison: str, procedure: str, what: str) -> str:
    """The name of a sum in the tally."""
    return f"{comparison} | {procedure} | {what}"
