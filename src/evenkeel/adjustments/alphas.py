"""adjusted_alphas(): the level that each p-value is compared with, and the decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import BoolArray, FloatArray
from evenkeel.adjustments.adjusting import adjust
from evenkeel.adjustments.inputs import as_pvalues, family_served, variant_options
from evenkeel.adjustments.registry import lookup
from evenkeel.errors import fraction
from evenkeel.families import Family
from evenkeel.numerics.sorting import sort_rows
from evenkeel.result import Result

if TYPE_CHECKING:
    from evenkeel.report.document import Document


class AdjustedAlphas(Result):
    """Levels of significance adjusted for the number of hypotheses, and the decision.

    Attributes
    ----------
    method : str
        Name of the procedure.
    alpha : float
        The level of the whole family.
    levels : ndarray, shape (..., m), or None
        The level that each p-value is compared with, in the order of the p-values. None for the
        procedures that compare sets of hypotheses, not single ones: Shaffer's dynamic one and
        Bergmann and Hommel's.
    rejected : ndarray of bool, shape (..., m)
        Which hypotheses the procedure rejects. A step-down procedure may retain one whose
        p-value is below its level, since a smaller p-value has failed; a step-up procedure may
        reject one whose p-value is above its level.
    """

    method: str
    alpha: float
    levels: FloatArray | None
    rejected: BoolArray

    def report(self) -> Document:
        """The levels and decisions, in the order of the p-values."""
        from evenkeel.report.single import report_levels

        return report_levels(self)


def adjusted_alphas(
    p: ArrayLike,
    method: str = "holm",
    alpha: float = 0.05,
    *,
    family: Family | None = None,
    positions: ArrayLike | None = None,
    variant: str | None = None,
) -> AdjustedAlphas:
    """Levels that the p-values of a family are compared with, and which hypotheses are rejected.

    The other side of `adjust`: instead of raising the p-values it lowers alpha. Each p-value
    belongs to a null hypothesis, such as "these two algorithms perform alike", against its
    alternative. With the m p-values in increasing order, Holm's level of the i-th is::

        alpha / (m - i + 1),

    and the procedure rejects until the first p-value above its level. The decision is made by
    the procedure's own steps and always agrees with ``adjust(p, method) <= alpha``, also for
    p-values on the very boundary: see the notes.

    Equal p-values get neighbouring levels, in either order; they are rejected or retained
    together.

    Parameters
    ----------
    p, method, family, positions, variant
        As in `adjust`.
    alpha : float, default 0.05
        The level of the whole family.

    Returns
    -------
    AdjustedAlphas

    Notes
    -----
    A p-value that equals its level is rejected (or fails only because another one has), and the
    next double above is not. Each comparison ``p <= level`` is made as ``f(p) <= alpha``, f being
    the inverse of the level as a function of alpha, and both are rounded so that they agree. Only
    Rom's levels and those of the studentised range, found numerically, agree to ten digits.
    Shaffer's dynamic procedure and Bergmann and Hommel's have no level for a single hypothesis;
    for them the decision is that of the adjusted p-values.

    References
    ----------
    .. [1] S. García and F. Herrera, An extension on "Statistical comparisons of classifiers over
       multiple data sets" for all pairwise comparisons, Journal of Machine Learning Research 9
       (2008) 2677-2694, Table 3.

    Examples
    --------
    García and Herrera (2008), Table 3: Holm rejects five of ten hypotheses.

    >>> import evenkeel
    >>> p = [4.487e-8, 1.736e-7, 0.0029, 0.0048, 0.008, 0.0101, 0.0128, 0.0247, 0.744, 0.8065]
    >>> result = evenkeel.adjustments.adjusted_alphas(p, "holm")
    >>> result.levels.round(4).tolist()
    [0.005, 0.0056, 0.0062, 0.0071, 0.0083, 0.01, 0.0125, 0.0167, 0.025, 0.05]
    >>> int(result.rejected.sum())
    5
    """
    adjustment = lookup(method)
    alpha = fraction(alpha, "alpha")
    values = as_pvalues(p)
    served = family_served(adjustment, family, values.shape[-1])
    options = variant_options(adjustment, variant)
    decide = adjustment.decide
    if decide is None:
        adjusted = adjust(values, method, family=served, positions=positions)
        return AdjustedAlphas(adjustment.name, alpha, None, adjusted <= alpha)
    if adjustment.kind in ("one-step", "two-step"):
        levels, rejected = decide(values, alpha, **options)
        return AdjustedAlphas(adjustment.name, alpha, levels.copy(), rejected)
    ordered, source = sort_rows(values)
    sorted_levels, sorted_rejected = decide(ordered, alpha, **options)
    levels = np.empty(values.size)
    levels[source] = sorted_levels.ravel()
    rejected = np.empty(values.size, dtype=bool)
    rejected[source] = sorted_rejected.ravel()
    return AdjustedAlphas(
        adjustment.name, alpha, levels.reshape(values.shape), rejected.reshape(values.shape)
    )
