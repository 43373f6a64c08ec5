"""repeated_measures_anova(): the parametric answer, beside the nonparametric one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtrc

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, Message, Option
from evenkeel.families import Family
from evenkeel.numerics.arrays import by_largest, in_range, quotient, rounded_differences, unscaled
from evenkeel.numerics.studentised_range import dunnett_sf, equal_loads, tukey_sf
from evenkeel.numerics.tails import f_sf
from evenkeel.omnibus._friedman import friedman, iman_davenport
from evenkeel.omnibus.registry import OmnibusResult
from evenkeel.result import Result, shown
from evenkeel.runs.k_samples import sums_of_squares
from evenkeel.tables.results import Better, Results, as_results

if TYPE_CHECKING:
    from evenkeel.tables.runs import Runs


class Sphericity(Result):
    """Mauchly's test, and the epsilons by which the degrees of freedom are corrected.

    Attributes
    ----------
    mauchly_w, chi_square, df, pvalue
        Mauchly's W, its chi-square statistic with its degrees of freedom, and the p-value with
        the second-order term. W is 1 and the p-value 1 for two algorithms; with fewer problems
        than algorithms they are NaN.
    greenhouse_geisser, huynh_feldt : float
        The two epsilons, from 1 / (k - 1) to 1. The second is cut off at 1.
    """

    _title: ClassVar[str] = "Sphericity"

    mauchly_w: float = shown("statistic", title="Mauchly's W")
    chi_square: float = shown("statistic", title="Chi-square")
    df: int = shown("count", title="Degrees of freedom")
    pvalue: float = shown("p", title="p")
    greenhouse_geisser: float = shown("statistic", title="Epsilon of Greenhouse and Geisser")
    huynh_feldt: float = shown("statistic", title="Epsilon of Huynh and Feldt")


class MeanComparisons(Result):
    """Differences of means with p-values adjusted for their number.

    Attributes
    ----------
    procedure : {"Tukey", "Dunnett"}
        Tukey's for all pairs, Dunnett's for a control.
    family : Family
        The pairs.
    difference : ndarray, shape (m,)
        Mean of the first less mean of the second, in the units of the table.
    statistic : ndarray, shape (m,)
        The studentised range q, or t, without its sign.
    adjusted : ndarray, shape (m,)
        Adjusted p-values.
    """

    procedure: str
    family: Family
    difference: FloatArray
    statistic: FloatArray
    adjusted: FloatArray


class RepeatedMeasures(Result):
    """Repeated-measures analysis of variance, with the nonparametric answer beside it.

    Attributes
    ----------
    statistic, df : float and tuple of int
        F with k - 1 and (n - 1) (k - 1) degrees of freedom.
    pvalue : float
        Its p-value if sphericity holds.
    pvalue_greenhouse_geisser, pvalue_huynh_feldt : float
        Its p-values with both degrees of freedom times epsilon.
    mean_square_error : float
        The error term of the comparisons.
    sphericity : Sphericity
        Mauchly's test and the epsilons.
    tukey : MeanComparisons
        All pairs.
    dunnett : MeanComparisons or None
        The control against the rest, if there is a control.
    friedman, iman_davenport : OmnibusResult
        The nonparametric answer to the same question.
    n, k : int
        Problems and algorithms.
    notes : tuple of str
        What the analysis supposes, and what its reader should know.
    """

    statistic: float
    df: tuple[int, int]
    pvalue: float
    pvalue_greenhouse_geisser: float
    pvalue_huynh_feldt: float
    mean_square_error: float
    sphericity: Sphericity
    tukey: MeanComparisons
    dunnett: MeanComparisons | None
    friedman: OmnibusResult
    iman_davenport: OmnibusResult
    n: int
    k: int
    notes: tuple[str, ...]


def repeated_measures_anova(
    results: Results | Runs | ArrayLike,
    *,
    control: str | None = None,
    better: Better | None = None,
) -> RepeatedMeasures:
    """Compare the means of k algorithms over n problems by repeated-measures analysis of variance.

    H0: all algorithms have the same mean. H1: at least two differ. It supposes what tables of
    results seldom fulfil: residuals that are normal, commensurable over the problems, and
    spherical, that is, differences of any two algorithms with the same variance. See `conditions`.

    With the means m_i of the problems, m_j of the algorithms and m of all, ::

        F = [n sum_j (m_j - m)^2 / (k - 1)] / MSE,
        MSE = sum_ij (x_ij - m_i - m_j + m)^2 / ((n - 1) (k - 1)).

    With the covariance matrix S of k - 1 orthonormal contrasts, p = k - 1, ::

        Greenhouse-Geisser: e = tr(S)^2 / (p tr(S S))
        Huynh-Feldt:        (n p e - 2) / (p (n - 1 - p e)), at most 1
        Mauchly:            W = det(S) / (tr(S) / p)^p,
                            chi-square = -(n - 1 - (2 p^2 + p + 2) / (6 p)) log W

    with (p + 1) p / 2 - 1 degrees of freedom and Box's second-order term. The comparisons use the
    same MSE: Tukey's q = abs(m_a - m_b) / sqrt(MSE / n) with the studentised range of k means, and
    Dunnett's t = abs(m_a - m_b) / sqrt(2 MSE / n) with the law of the largest of k - 1 correlated
    t.

    Degenerate data. Without any residual F is 0 (p-value 1) if all means agree, else infinite
    (p-value 0), and there is no sphericity to speak of: NaN. With fewer problems than algorithms
    S is singular, and Mauchly's test is not possible: NaN.

    Parameters
    ----------
    results : Results, Runs or array_like
        The table; runs are averaged first, and a bare matrix needs `better`.
    control : str, optional
        The control of Dunnett's comparisons.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    RepeatedMeasures

    References
    ----------
    Fisher (1925), Statistical methods for research workers. Mauchly (1940),
    doi:10.1214/aoms/1177731915. Greenhouse and Geisser (1959), doi:10.1007/BF02289823. Huynh and
    Feldt (1976), doi:10.3102/10769986001001069. Tukey (1949), doi:10.2307/3001913. Dunnett (1955),
    doi:10.1080/01621459.1955.10501294. Demsar (2006), JMLR 7:1-30, Section 3.2.1.

    Examples
    --------
    The tuned C4.5 of Demsar (2006), Table 6:

    >>> import evenkeel
    >>> answer = evenkeel.runs.repeated_measures_anova(evenkeel.load("demsar2006"), control="C4.5")
    >>> answer.df, bool(answer.pvalue < 0.05), bool(answer.iman_davenport.pvalue < 0.05)
    ((3, 39), True, True)
    """
    table = _as_table(results, better)
    table.require_complete("the repeated-measures analysis of variance")
    if control is not None:
        table.index(control)
    n, k = table.n, table.k
    df = (k - 1, (n - 1) * (k - 1))
    values, power = _on_a_harmless_scale(table.values)
    between, error = (float(part) for part in sums_of_squares(values))
    noise = (np.finfo(float).eps * 4) ** 2 * n * k  # what rounding leaves of the residuals
    if error <= noise:
        error = 0.0
    mse = error / df[1]
    statistic = float(quotient(between / df[0], mse))
    sphericity = _sphericity(values) if error else _NO_SPHERICITY
    return RepeatedMeasures(
        statistic,
        df,
        pvalue=_corrected(statistic, df, 1.0),
        pvalue_greenhouse_geisser=_corrected(statistic, df, sphericity.greenhouse_geisser),
        pvalue_huynh_feldt=_corrected(statistic, df, sphericity.huynh_feldt),
        mean_square_error=float(unscaled(mse, 2 * power)),
        sphericity=sphericity,
        tukey=_tukey(table, values, mse, power, df[1]),
        dunnett=None if control is None else _dunnett(table, control, values, mse, power, df[1]),
        friedman=friedman(table),
        iman_davenport=iman_davenport(table),
        n=n,
        k=k,
        notes=tuple(_notes(sphericity, n, k, error)),
    )


_NO_SPHERICITY = Sphericity(math.nan, math.nan, 0, math.nan, math.nan, math.nan)


def _as_table(data: Results | Runs | ArrayLike, better: Better | None) -> Results:
    if isinstance(data, Results):
        return as_results(data, better)
    from evenkeel.tables.runs import Runs

    if not isinstance(data, Runs):
        return as_results(data, better)
    if better not in (None, data.better):
        raise InputError(
            Message(
                Option("better", better),
                f" was given, but the runs say {data.better!r} is better; leave the option out",
            )
        )
    return data.aggregate("mean")


def _on_a_harmless_scale(values: FloatArray) -> tuple[FloatArray, int]:
    """The table less the first value of each problem, over a power of two, and that power."""
    values, power = in_range(values)
    within = rounded_differences(values, np.broadcast_to(values[:, :1], values.shape))
    within, further = by_largest(within)
    return within, power + int(further[0, 0])


def _sphericity(values: FloatArray) -> Sphericity:
    n, k = values.shape
    p = k - 1
    covariance = np.cov(values @ _orthonormal_contrasts(k), rowvar=False, ddof=1).reshape(p, p)
    eigenvalues = np.maximum(np.linalg.eigvalsh(covariance), 0.0)
    total = float(eigenvalues.sum())
    # Greenhouse and Geisser (1959); tr(S S) is the sum of the squared eigenvalues.
    epsilon = min(total**2 / (p * float(np.square(eigenvalues).sum())), 1.0)
    # Huynh and Feldt (1976).
    over = p * (n - 1 - p * epsilon)
    huynh_feldt = min((n * p * epsilon - 2) / over, 1.0) if over > 0 else 1.0
    if p == 1:
        return Sphericity(1.0, 0.0, 0, 1.0, 1.0, 1.0)
    df = p * (p + 1) // 2 - 1
    if n <= p:
        return Sphericity(math.nan, math.nan, df, math.nan, epsilon, huynh_feldt)
    log_w = float(np.log(np.maximum(eigenvalues / (total / p), np.finfo(float).tiny)).sum())
    chi_square = -(n - 1 - (2 * p * p + p + 2) / (6 * p)) * log_w
    pvalue = _mauchly_pvalue(chi_square, n, p, df)
    return Sphericity(math.exp(log_w), chi_square, df, pvalue, epsilon, huynh_feldt)


def _mauchly_pvalue(chi_square: float, n: int, p: int, df: int) -> float:
    """The chi-square tail with the second term of Box's expansion, as in Anderson (1958, 10.7)."""
    rho = 1 - (2 * p * p + p + 2) / (6 * p * (n - 1))
    factor = (p + 2) * (p - 1) * (p - 2) * (2 * p**3 + 6 * p * p + 3 * p + 2)
    second = factor / (288 * ((n - 1) * p * rho) ** 2)
    tail, further = float(chdtrc(df, chi_square)), float(chdtrc(df + 4, chi_square))
    return min(max(tail + second * (further - tail), 0.0), 1.0)


def _orthonormal_contrasts(k: int) -> FloatArray:
    """Helmert's contrasts (k, k - 1): orthonormal columns that add up to zero."""
    contrasts = np.zeros((k, k - 1))
    for j in range(1, k):
        contrasts[:j, j - 1] = 1 / math.sqrt(j * (j + 1))
        contrasts[j, j - 1] = -j / math.sqrt(j * (j + 1))
    return contrasts


def _tukey(table: Results, values: FloatArray, mse: float, power: int, df: int) -> MeanComparisons:
    family = Family(table.algorithms)
    difference = _differences(values, family)
    q = quotient(np.abs(difference), math.sqrt(mse / table.n))
    return _frozen("Tukey", family, unscaled(difference, power), q, tukey_sf(q, table.k, df))


def _dunnett(
    table: Results, control: str, values: FloatArray, mse: float, power: int, df: int
) -> MeanComparisons:
    family = Family(table.algorithms, control)
    difference = _differences(values, family)
    t = quotient(np.abs(difference), math.sqrt(2 * mse / table.n))
    adjusted = dunnett_sf(t, equal_loads(family.m), df)
    return _frozen("Dunnett", family, unscaled(difference, power), t, adjusted)


def _frozen(procedure: str, family: Family, *arrays: FloatArray) -> MeanComparisons:
    for array in arrays:
        array.flags.writeable = False
    return MeanComparisons(procedure, family, *arrays)


def _differences(values: FloatArray, family: Family) -> FloatArray:
    first, second = family.pairs.T
    differences: FloatArray = (values[:, first] - values[:, second]).mean(axis=0)
    return differences


def _corrected(statistic: float, df: tuple[int, int], epsilon: float) -> float:
    """P-value of F with both degrees of freedom times epsilon."""
    return float(f_sf(statistic, epsilon * df[0], epsilon * df[1]))


def _notes(sphericity: Sphericity, n: int, k: int, error: float) -> Iterator[str]:
    yield (
        "supposes residuals that are normal and commensurable over the problems; Tukey's and "
        "Dunnett's p-values suppose sphericity as well, the corrected p-values do not"
    )
    if not error:
        yield "the algorithms differ by the same amounts on every problem: nothing is left to test"
    elif k > 2 and n < k:
        yield (
            f"with n = {n} problems and k = {k} algorithms the covariances cannot be estimated; "
            "Mauchly's test is not possible, and the epsilons are rough"
        )
    if sphericity.huynh_feldt == 1.0 and k > 2 and sphericity.greenhouse_geisser < 1:
        yield "Huynh and Feldt's epsilon reached 1 and was cut off there"
