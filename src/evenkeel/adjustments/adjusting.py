"""adjust(): the shared wrapper round every formula, and the list of the procedures."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evenkeel.adjustments.inputs import as_pvalues, family_served, variant_options
from evenkeel.adjustments.registry import Adjustment, Kind, lookup, registered
from evenkeel.families import Family
from evenkeel.results import FloatArray
from evenkeel.sorting import put_back, sort_rows


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
    ``<= alpha``. For Holm's procedure, with the m p-values in increasing order,::

        APV_i = min{1, max{(m - j + 1) p_j : j <= i}};

    `procedures` lists the others, what each of them controls and what it assumes.

    Equal p-values get equal adjusted ones, except by the procedures that look at which
    hypotheses can be true together (kind ``"logical"``). A family of one hypothesis is left as
    it is. Adjusted p-values are never below the raw ones nor above 1.

    Families of several hundred thousand p-values are worked on by all cores, or by as many as
    the environment variable OMP_NUM_THREADS says.

    Parameters
    ----------
    p : array_like, shape (..., m)
        P-values. The last axis is the family; leading axes are independent replicates.
    method : str, default "holm"
        Name of the procedure, see `procedures`.
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
    if adjustment.kind == "logical":
        return adjustment.formula(values, served, positions, **options)
    if adjustment.kind in ("one-step", "two-step"):
        adjusted = adjustment.formula(values, **options)
        return np.minimum(adjusted, 1.0, out=adjusted)
    ordered, source = sort_rows(values.reshape(-1, values.shape[-1]))
    steps = adjustment.formula(ordered, **options)
    np.minimum(steps, 1.0, out=steps)
    _accumulate(steps, adjustment.kind)
    adjusted = ordered.ravel()  # its memory, which is not needed any more
    if len(steps) == 1:  # the larger p-values of a long family often get one and the same
        adjusted.fill(steps[0, -1])
        changing = np.searchsorted(steps[0], steps[0, -1])
        source, steps = source[:changing], steps[:, :changing]
    put_back(steps.ravel(), source, adjusted)
    return adjusted.reshape(values.shape)


def _accumulate(steps: FloatArray, kind: Kind) -> None:
    """Running maximum (step-down) or, from the end, minimum (step-up), in place.

    Numbers from 0 on (not -0.0) are in the order of their bits, and integers are faster by far.
    """
    bits = steps.view(np.int64)
    if kind == "step-down":
        np.maximum.accumulate(bits, axis=-1, out=bits)
    else:
        backwards = bits[..., ::-1]
        np.minimum.accumulate(backwards, axis=-1, out=backwards)


def procedures() -> tuple[Adjustment, ...]:
    """List the procedures that `adjust` knows.

    Returns
    -------
    tuple of Adjustment
        Each with its name, what it controls, what it assumes, the families it serves, its
        reference and, where there is one, a caveat.

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
    return registered()
