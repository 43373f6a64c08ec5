"""adjust(): the shared wrapper round every formula, and the list of the procedures."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.adjustments.inputs import as_pvalues, family_served, variant_options
from evenkeel.adjustments.registry import ADJUSTMENTS, Adjustment, lookup
from evenkeel.families import Family
from evenkeel.numerics.sorting import sort_rows


def adjust(
    p: ArrayLike,
    method: str = "holm",
    *,
    family: Family | None = None,
    positions: ArrayLike | None = None,
    variant: str | None = None,
) -> FloatArray:
    """Adjust the p-values of a family of hypotheses for their number.

    Each p-value belongs to a null hypothesis, such as "these two algorithms perform alike",
    against its alternative, "they do not". The adjusted p-value of a hypothesis is the smallest
    alpha at which the procedure, applied to the whole family, rejects it: reject what is
    ``<= alpha``. For Holm's procedure, with the m p-values in increasing order, ::

        APV_i = min{1, max{(m - j + 1) p_j : j <= i}};

    `procedures` lists the others, what each of them controls and what it assumes.

    No adjustment makes good a raw p-value that is wrong: each must be valid for its own hypothesis,
    whatever the others are. The p-values of mean ranks by the normal, calibrated or exact law
    suppose that all k algorithms are alike [3]_. If some win big or lose big, Holm's procedure on
    them separates two that are alike in more than 10% of the tables at alpha = 0.05, and the
    logical procedures err too; docs/calibration.md has the rates. P-values of the pair's own
    differences (``method="paired"``, ``"wilcoxon"`` and ``"sign"`` of `posthoc_statistics`) do not
    suppose it; those of paired ranks can still be turned by the other algorithms.

    Equal p-values get equal adjusted ones, except by the procedures that look at which
    hypotheses can be true together (kind ``"logical"``). A family of one hypothesis is left as
    it is. Adjusted p-values are never below the raw ones nor above 1.

    Parameters
    ----------
    p : array_like, shape (..., m)
        P-values. The last axis is the family; leading axes are independent replicates.
    method : str, default "holm"
        Name of the procedure, see `procedures`. One of kind ``"closed"`` needs the ranks, not
        p-values, and is refused; `posthoc` and `compare` take it.
    family : Family, optional
        The hypotheses, in the order of `p`. Without it, a procedure for all pairs takes p as the
        k (k - 1) / 2 pairs (1, 2), (1, 3), ..., (k - 1, k).
    positions : array_like, shape (..., k), optional
        Numbers, such as average ranks, with whose distance the p-values do not increase. The
        logical procedures can use them to serve more algorithms; the others have no need of them.
    variant : str, optional
        A variant of the procedure; ``"keel"`` for Rom's constants as the published tables have
        them.

    Returns
    -------
    ndarray, shape (..., m)
        Adjusted p-values in the order of `p`.

    References
    ----------
    .. [1] J. Derrac et al., A practical tutorial on the use of nonparametric statistical tests,
       Swarm and Evolutionary Computation 1 (2011) 3-18, Section 4.3,
       doi:10.1016/j.swevo.2011.02.002.
    .. [2] S. P. Wright, Adjusted p-values for simultaneous inference, Biometrics 48 (1992)
       1005-1013, doi:10.2307/2532694.
    .. [3] A. Benavoli, G. Corani and F. Mangili, Should we really use post-hoc tests based on
       mean-ranks?, Journal of Machine Learning Research 17(5) (2016) 1-10.

    Examples
    --------
    Table 16 of Derrac et al. (2011), DE-Exp against the eight others by Friedman's ranks:

    >>> import numpy as np
    >>> from scipy.special import erfc
    >>> import evenkeel
    >>> ranks = np.array([7, 6.28, 5.5, 5.4, 4.84, 4.64, 4, 3.84])
    >>> p = erfc((ranks - 3.5) / np.sqrt(9 * 10 / (6 * 25)) / np.sqrt(2))
    >>> evenkeel.adjust(p, "holm").round(6).tolist()
    [5e-05, 0.002324, 0.05894, 0.070857, 0.334569, 0.423278, 1.0, 1.0]
    >>> evenkeel.adjust(p, "hommel").round(6).tolist()
    [5e-05, 0.002324, 0.049116, 0.070857, 0.282186, 0.423278, 0.660706, 0.660706]
    """
    adjustment = lookup(method)
    values = as_pvalues(p)
    served = family_served(adjustment, family, values.shape[-1])
    options = variant_options(adjustment, variant)
    adjusted: FloatArray
    if adjustment.kind == "logical":
        adjusted = adjustment.formula(values, served, positions, **options)
        return adjusted
    if adjustment.kind in ("one-step", "two-step"):
        adjusted = np.minimum(adjustment.formula(values, **options), 1.0)
        return adjusted
    ordered, source = sort_rows(values)
    steps = np.minimum(adjustment.formula(ordered, **options), 1.0)
    if adjustment.kind == "step-down":
        steps = np.maximum.accumulate(steps, axis=-1)
    else:
        steps = np.minimum.accumulate(steps[..., ::-1], axis=-1)[..., ::-1]
    adjusted = np.empty(values.size)
    adjusted[source] = steps.ravel()
    return adjusted.reshape(values.shape)


def procedures() -> tuple[Adjustment, ...]:
    """List the procedures that `adjust` knows.

    Returns
    -------
    tuple of Adjustment
        Each with its name, what it controls (if the raw p-values are valid, see `adjust`), what it
        assumes, the families it serves, its reference and, where there is one, a caveat.

    Examples
    --------
    >>> import evenkeel
    >>> for procedure in evenkeel.procedures():
    ...     if procedure.kind == "step-down":
    ...         print(procedure.name, procedure.controls, procedure.assumes, sep=" | ")
    holm | FWER | any dependence
    holland | FWER | positive dependence
    finner | weak FWER | positive dependence
    """
    return tuple(ADJUSTMENTS)
