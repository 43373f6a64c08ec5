"""Laws of a pair's own differences: paired ranks, Wilcoxon's and the sign test.

Those of Wilcoxon and of the sign test look at the two columns alone. The differences of paired
ranks are taken among all algorithms, so that the others can turn them.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from scipy.special import bdtrc

from evenkeel._types import IndexArray
from evenkeel.hypotheses.nulls import EQUAL_WINS, EXCHANGEABLE, SYMMETRIC
from evenkeel.hypotheses.paired_law import paired_pvalues
from evenkeel.hypotheses.pooled_laws import over_problems, pair_differences, standardised
from evenkeel.hypotheses.registry import LAWS, Law, Raw
from evenkeel.hypotheses.with_holes import paired_with_holes, wilcoxon_with_holes
from evenkeel.pairwise.signed_rank_pairs import compare_columns
from evenkeel.pairwise.signed_rank_pvalues import Options, z_scores
from evenkeel.ranks.batches import Tables
from evenkeel.words.references import REFERENCES, Reference

Chosen = Literal["auto", "exact", "normal"]
_EXACT = "exact"


def _paired(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """The differences of the pair's ranks change sign: exact, or by a saddle point."""
    ranked = tables.by(ranking)
    found = paired_pvalues(ranked.ranks, pairs)
    squares = over_problems(lambda d: np.square(d).sum(axis=-1), ranked.ranks, pairs)
    error = np.sqrt(squares) / ranked.weights.sum(axis=-1)[..., None]
    z = standardised(pair_differences(ranked.average, pairs), error)
    return Raw(found.pvalue, z, error, found.methods)


def wilcoxon_law(tables: Tables, pairs: IndexArray, ranking: str, method: Chosen = "auto") -> Raw:
    """Wilcoxon's test: the tables side by side are one with r k columns, some of them compared."""
    *leading, n, k = tables.losses.shape
    losses = tables.losses.reshape(-1, n, k)
    r = len(losses)
    side_by_side = np.ascontiguousarray(losses.transpose(1, 0, 2)).reshape(n, r * k)
    columns = (pairs + k * np.arange(r)[:, None, None]).reshape(-1, 2)
    options = Options("split", method, "two-sided", continuity=False)
    sums, pvalue, exact = compare_columns(side_by_side, columns, options)
    z = z_scores(sums, Options("split", "normal", "two-sided", continuity=False))
    used = ((_EXACT, exact.any()), (options.approximation, not exact.all()))
    shape = (*leading, len(pairs))
    computed = tuple(name for name, occurs in used if occurs)
    return Raw(pvalue.reshape(shape), z.reshape(shape), computed=computed)


def sign_law(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """The sign test given the ties, which it leaves out: a binomial law."""
    first, second = (tables.losses[..., pairs[:, side]] for side in (0, 1))
    wins, losses = (first < second).sum(axis=-2), (first > second).sum(axis=-2)
    counted = wins + losses
    tail = bdtrc(np.maximum(wins, losses) - 1, counted, 0.5)
    z = standardised((wins - losses).astype(np.float64), np.sqrt(counted))
    return Raw(np.minimum(2 * np.where(counted > 0, tail, 1.0), 1.0), z, computed=(_EXACT,))


LAWS.register(
    Law(
        "paired",
        "paired",
        "the exact law of the pair's own rank differences under changes of sign",
        EXCHANGEABLE,
        _paired,
        Reference(
            "benavoli2016",
            "Benavoli, A. and Corani, G. and Mangili, F.",
            2016,
            "Should we really use post-hoc tests based on mean-ranks?",
            "Journal of Machine Learning Research",
            volume="17",
            pages="1-10",
        ),
        pooled=False,
        quick=False,
        holes=paired_with_holes,
    )
)
LAWS.register(
    Law(
        "wilcoxon",
        "Wilcoxon",
        "Wilcoxon's signed-rank test of each pair",
        SYMMETRIC,
        wilcoxon_law,
        REFERENCES["wilcoxon1945"],
        ranked=False,
        pooled=False,
        quick=False,
        holes=wilcoxon_with_holes,
        measured=True,
    )
)
LAWS.register(
    Law(
        "sign",
        "sign test",
        "the sign test of each pair, ties left out",
        EQUAL_WINS,
        sign_law,
        REFERENCES["dixon1946"],
        ranked=False,
        pooled=False,
        holes=sign_law,  # a missing result is neither better nor worse
    )
)
