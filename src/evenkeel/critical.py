"""All critical values: those of the tests, and the critical differences of average ranks."""

from __future__ import annotations

import math

from scipy.special import ndtri

from evenkeel.errors import fraction
from evenkeel.numerics.studentised_range import studentised_range_isf
from evenkeel.omnibus._friedman import CriticalValue, checked_sizes, friedman_critical
from evenkeel.pairwise._wilcoxon import wilcoxon_critical
from evenkeel.pairwise.multiple_sign import multiple_sign_critical
from evenkeel.pairwise.sign import sign_test_critical
from evenkeel.posthocs.rank_statistics import standard_error

__all__ = [
    "CriticalValue",
    "bonferroni_dunn_critical_difference",
    "friedman_critical",
    "multiple_sign_critical",
    "nemenyi_critical_difference",
    "sign_test_critical",
    "wilcoxon_critical",
]


def nemenyi_critical_difference(n: int, k: int, alpha: float = 0.05) -> float:
    """Critical difference of Nemenyi's test by the studentised range, for all pairs.

    Null hypothesis of each pair: the two algorithms perform alike. Two average Friedman ranks
    differ at level `alpha`, for all pairs together, if they differ by at least

        q sqrt(k (k + 1) / (6 n)),

    where q is the upper alpha point of the studentised range of k independent normal variables
    with infinitely many degrees of freedom, divided by sqrt(2). It is computed for any k. The
    formula takes no account of ties, which make it conservative.

    Parameters
    ----------
    n, k : int
        Numbers of problems and algorithms, at least 2.
    alpha : float, default 0.05
        Level of the family of all pairs.

    Returns
    -------
    float

    References
    ----------
    Nemenyi (1963), Distribution-free multiple comparisons, Princeton University; Demsar (2006),
    JMLR 7:1-30, Section 3.2.2 and Table 5 (a).

    Examples
    --------
    Demsar (2006), Section 3.2.2: four versions of C4.5 on 14 data sets, alpha 0.10.

    >>> import evenkeel
    >>> round(evenkeel.critical.nemenyi_critical_difference(14, 4, alpha=0.10), 2)
    1.12
    """
    n, k = checked_sizes(n, k)
    alpha = fraction(alpha, "alpha")
    return float(studentised_range_isf(alpha, k)) / math.sqrt(2) * standard_error("friedman", n, k)


def bonferroni_dunn_critical_difference(n: int, k: int, alpha: float = 0.05) -> float:
    """Critical difference of the Bonferroni-Dunn test, for a control against k - 1 others.

    Null hypothesis of each comparison: the control and the other perform alike. The average
    Friedman ranks of the control and another algorithm differ at level `alpha`, for all k - 1
    comparisons together, if they differ by at least

        q sqrt(k (k + 1) / (6 n)),

    where q is the upper alpha / (2 (k - 1)) point of the normal distribution. The formula takes
    no account of ties, which make it conservative.

    Parameters
    ----------
    n, k : int
        Numbers of problems and of algorithms including the control, at least 2.
    alpha : float, default 0.05
        Level of the family of all k - 1 comparisons.

    Returns
    -------
    float

    References
    ----------
    Dunn (1961), doi:10.1080/01621459.1961.10482090; Demsar (2006), JMLR 7:1-30, Section 3.2.2
    and Table 5 (b), where the q of 9 classifiers at 0.05 is 2.734, not 2.724.

    Examples
    --------
    Demsar (2006), Section 3.2.2: four versions of C4.5 on 14 data sets.

    >>> import evenkeel
    >>> round(evenkeel.critical.bonferroni_dunn_critical_difference(14, 4, alpha=0.05), 2)
    1.17
    """
    n, k = checked_sizes(n, k)
    quantile = -float(ndtri(fraction(alpha, "alpha") / (2 * (k - 1))))
    return quantile * standard_error("friedman", n, k)
