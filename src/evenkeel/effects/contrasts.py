"""Contrast estimation based on medians: by how much each algorithm differs from each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray, IntArray
from evenkeel.effects.medians_with_holes import consistent_effects, medians_of_common
from evenkeel.errors import choice
from evenkeel.numerics.scaling import in_range, unscaled
from evenkeel.ranks.designs import require_connected
from evenkeel.result import Result
from evenkeel.tables.results import Better, Results, as_results

if TYPE_CHECKING:
    from evenkeel.report.document import Document


class ContrastEstimation(Result):
    """Estimated differences between k algorithms, in the units of the table.

    Attributes
    ----------
    algorithms : tuple of str
        The k algorithms.
    medians : ndarray, shape (k, k)
        Unadjusted estimators Z_uv: median of the differences row minus column.
    effects : ndarray, shape (k,)
        m_u of equation (17): mean of row u of the medians.
    estimates : ndarray, shape (k, k)
        m_u - m_v, the estimator of the difference row minus column.
    better : {"lower", "higher"}
        The direction of the table; where lower is better, negative rows are good.
    n : int
        Number of problems.
    common : ndarray of int, shape (k, k), or None
        The problems that two algorithms share; None if no result is missing.
    """

    algorithms: tuple[str, ...]
    medians: FloatArray
    effects: FloatArray
    estimates: FloatArray
    better: Better
    n: int
    common: IntArray | None = None

    def estimate(self, first: str, second: str) -> float:
        """The estimated difference first minus second."""
        a, b = (
            self.algorithms.index(choice(name, self.algorithms, "algorithm"))
            for name in (first, second)
        )
        return float(self.estimates[a, b])

    def report(self) -> Document:
        """The estimates as a table."""
        from evenkeel.report.tables import report_contrasts

        return report_contrasts(self)


def contrast_estimation(
    results: Results | ArrayLike, *, better: Better | None = None
) -> ContrastEstimation:
    """Estimate the differences between all algorithms by medians over the problems.

    An estimate, not a test: there are no hypotheses and no p-value. It supposes that the expected
    difference between two algorithms is the same on all problems.

    With D_i(uv) = x_iu - x_iv (equation (16)), Z_uv is the median of D_i(uv) over the n problems,
    so that Z_vu = -Z_uv and Z_uu = 0. m_u is the mean of Z_u1, ..., Z_uk (equation (17)), and
    m_u - m_v estimates the difference between u and v. Unlike the medians, the estimates are
    consistent with each other: that of u and w is the sum of those of u and v and of v and w.

    The differences are those of the table and are not turned by its direction: where lower is
    better, an algorithm whose row is negative is good; where higher is better, one whose row is
    positive. Ties need no care. With two algorithms the estimate is the median itself. Equal
    algorithms differ by 0 from each other.

    In a table with holes the medians are those of the problems that two algorithms share, and the
    m_u are those whose differences come closest to the medians, by least squares weighted by the
    number of problems; without holes that is the mean of the row.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    ContrastEstimation

    References
    ----------
    Doksum (1967), Robust procedures for some linear models with one observation per cell, Annals
    of Mathematical Statistics 38:878-883. Derrac, Garcia, Molina and Herrera (2011), Section 4.4,
    equations (16) and (17), doi:10.1016/j.swevo.2011.02.002; it prints Z_uv = Z_vu, which is a
    misprint.

    Examples
    --------
    Table 19 of Derrac et al. (2011), SaDE minus the others; lower is better:

    >>> import evenkeel
    >>> contrasts = evenkeel.contrast_estimation(evenkeel.load("cec2005"))
    >>> contrasts.estimates[-1].round(3).tolist()
    [-25.035, -13.863, -48.706, -14.539, -1.025, -3.884, -9.92, -7.403, 0.0]
    """
    table = as_results(results, better)
    if table.has_missing:
        return _with_holes(table)
    values, power = in_range(table.values)
    columns = np.ascontiguousarray(values.T)
    medians = np.zeros((table.k, table.k))
    for u in range(table.k - 1):
        above = np.median(columns[u] - columns[u + 1 :], axis=1)  # equation (16), u < v
        medians[u, u + 1 :] = above
        medians[u + 1 :, u] = -above  # Z_vu = -Z_uv
    effects = medians.mean(axis=1)  # equation (17)
    return _named(table, medians, effects, power)


def _with_holes(table: Results) -> ContrastEstimation:
    require_connected(table)
    values, power = in_range(table.values)
    medians, common = medians_of_common(values)
    return _named(table, medians, consistent_effects(medians, common), power, common)


def _named(
    table: Results,
    medians: FloatArray,
    effects: FloatArray,
    power: int,
    common: IntArray | None = None,
) -> ContrastEstimation:
    estimates = effects[:, None] - effects
    medians, effects, estimates = (unscaled(part, power) for part in (medians, effects, estimates))
    for array in (medians, effects, estimates):
        array.flags.writeable = False
    return ContrastEstimation(
        table.algorithms, medians, effects, estimates, table.better, table.n, common
    )
