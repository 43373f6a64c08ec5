"""The error of drawing one conclusion from several uncorrected tests."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expm1, log1p

from evenkeel.adjustments.inputs import as_pvalues
from evenkeel.errors import InputError


def combined_error(p: ArrayLike) -> float:
    """Error of a conclusion that rests on several pairwise tests at once.

    If m null hypotheses are rejected on the strength of their uncorrected p-values p_1, ..., p_m
    of independent tests, the error of the conclusion as a whole is::

        1 - (1 - p_1) (1 - p_2) ... (1 - p_m),

    which may be large though every single p-value is small. It is no test: it shows why the
    p-values of a family have to be adjusted. A p-value of 1 makes it 1.

    Parameters
    ----------
    p : array_like, shape (m,)
        Uncorrected p-values.

    Returns
    -------
    float

    References
    ----------
    .. [1] J. Derrac et al., A practical tutorial on the use of nonparametric statistical tests,
       Swarm and Evolutionary Computation 1 (2011) 3-18, Section 4,
       doi:10.1016/j.swevo.2011.02.002.

    Examples
    --------
    G-CMA-ES against ten optimisers by Wilcoxon's test (García and Herrera, lecture slides; the
    0.467 that they print is the product itself, not 1 less the product):

    >>> import evenkeel
    >>> p = [0.001, 0.001, 0.000, 0.009, 0.357, 0.001, 0.004, 0.003, 0.259, 0.000]
    >>> round(evenkeel.adjustments.combined_error(p), 3)
    0.533
    """
    values = as_pvalues(p)
    if values.ndim != 1:
        raise InputError(f"p has {values.ndim} dimensions; give the p-values of one conclusion")
    with np.errstate(divide="ignore"):
        return float(-expm1(log1p(-values).sum()))
