"""Three tests of normality, each for many samples at once, and Lilliefors' law."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.polynomial import polynomial
from scipy.special import log_ndtr, ndtr, ndtri

from evenkeel._types import FloatArray
from evenkeel.numerics.moments import centred

# The law of Lilliefors' statistic D for normal samples, from a simulation of its own.
#
# There is no formula for it. `lilliefors.csv`, made by tools/make_lilliefors.py, holds quantiles of
# Stephens' modified statistic T = (sqrt(n) - 0.01 + 0.85 / sqrt(n)) D for some numbers n of runs. D
# itself shrinks like 1 / sqrt(n) and must not be interpolated in n; T hardly depends on n, so that
# between the stored n its quantiles are taken on a straight line in 1 / sqrt(n). Beyond 4000 runs
# they are those of 4000, which makes the p-values of very many runs some 3% too small.


#: The p-values end here: the table does.
LILLIEFORS_BOUNDS = (0.001, 0.99)


def modified(distance: FloatArray, runs: int) -> FloatArray:
    """Stephens' T of distances D from samples of so many runs (Stephens 1974)."""
    root = np.sqrt(runs)
    statistic: FloatArray = (root - 0.01 + 0.85 / root) * distance
    return statistic


def lilliefors_pvalue(distance: FloatArray, runs: int) -> FloatArray:
    """Probability that normal samples of 4 runs or more are as far from their fitted normal law.

    Between the stored levels its logarithm lies on a straight line in T. 0.001 and 0.99 mean "at
    most" and "at least".

    References
    ----------
    Lilliefors (1967), doi:10.1080/01621459.1967.10482916. Stephens (1974),
    doi:10.1080/01621459.1974.10480196, Table 1A, case 3.
    """
    sizes, levels, stored = _table()
    along = -1 / np.sqrt(sizes)  # increasing
    quantiles = [np.interp(-1 / np.sqrt(runs), along, column) for column in stored.T]
    return np.asarray(np.exp(np.interp(modified(distance, runs), quantiles, np.log(levels))))


@lru_cache(maxsize=1)
def _table() -> tuple[FloatArray, FloatArray, FloatArray]:
    """Numbers of runs (s,), levels in decreasing order (l,), quantiles of T (s, l)."""
    file = resources.files("evenkeel.runs") / "lilliefors.csv"
    table = np.loadtxt(file.read_text(encoding="utf-8").splitlines(), delimiter=",")
    return table[1:, 0], table[0, 1:], table[1:, 1:]


# Three tests of normality, each for many samples of one size at once.
#
# Every function takes samples (cells, runs) without NaN, none of them constant, and returns the
# statistic and the p-value of each. The null hypothesis is that the runs of a cell come from one
# normal distribution with any mean and any variance; the alternative, that they do not.


Tested = tuple[FloatArray, FloatArray]

#: Royston's p-values of the Shapiro-Wilk statistic were fitted up to so many runs.
SHAPIRO_LIMIT = 5000


def lilliefors(samples: FloatArray) -> Tested:
    """Kolmogorov-Smirnov distance from the fitted normal law, with Lilliefors' correction.

    D = max over the ordered z of max(i / r - Phi(z_i), Phi(z_i) - (i - 1) / r), where z is the
    sample less its mean over its standard deviation. The p-values come from a simulation, see
    `evenkeel.runs.normality`; 0.001 and 0.99 mean "at most" and "at least". At least 4
    runs.

    References
    ----------
    Lilliefors (1967), doi:10.1080/01621459.1967.10482916.
    """
    distance = distance_from_normal(samples)
    return distance, lilliefors_pvalue(distance, samples.shape[1])


def distance_from_normal(samples: FloatArray) -> FloatArray:
    """Kolmogorov and Smirnov's D of each sample from the normal law fitted to it."""
    runs = samples.shape[1]
    deviations = _deviations(samples)
    sd = np.sqrt(np.square(deviations).sum(axis=1, keepdims=True) / (runs - 1))
    expected = ndtr(deviations / sd)
    above = np.arange(1, runs + 1) / runs - expected
    below = expected - np.arange(runs) / runs
    distance: FloatArray = np.maximum(above.max(axis=1), below.max(axis=1))
    return distance


def shapiro_wilk(samples: FloatArray) -> Tested:
    """W of Shapiro and Wilk, by Royston's algorithm AS R94.

    W = (sum_i a_i x_(i))^2 / sum_i (x_i - mean)^2; the weights a approximate those of the normal
    order statistics. The p-value comes from the normal law of log(1 - W), of a power of it up to
    11 runs, and from the exact law for 3. At least 3 runs; beyond 5000 it is extrapolated.

    References
    ----------
    Shapiro and Wilk (1965), doi:10.1093/biomet/52.3-4.591. Royston (1995), doi:10.2307/2986146.
    """
    # scipy.stats.shapiro takes one sample at a time: for 1000 samples of 50 runs 14 times as long
    # with axis=, 118 times in a loop
    runs = samples.shape[1]
    deviations = _deviations(samples)
    weights = _royston_weights(runs)
    squares = np.square(deviations).sum(axis=1) * np.square(weights).sum()
    root, along = np.sqrt(squares), deviations @ weights
    lack = np.maximum((root - along) * (root + along) / squares, 0.0)  # 1 - W, no cancellation
    return 1 - lack, _royston_pvalue(lack, runs)


def dagostino_pearson(samples: FloatArray) -> Tested:
    """K^2 of D'Agostino and Pearson: skewness and kurtosis, each turned into a normal score.

    K^2 = Z(skewness)^2 + Z(kurtosis)^2, approximately chi-square with 2 degrees of freedom. At
    least 8 runs; the score of the kurtosis is trustworthy from about 20.

    References
    ----------
    D'Agostino and Pearson (1973), doi:10.1093/biomet/60.3.613. D'Agostino (1970),
    doi:10.1093/biomet/57.3.679. Anscombe and Glynn (1983), doi:10.1093/biomet/70.1.227.
    """
    runs = samples.shape[1]
    deviations = _deviations(samples)
    squares = np.square(deviations)  # whose products are the powers: pow takes ten times as long
    second = squares.mean(axis=1)
    skewness = (squares * deviations).mean(axis=1) / second**1.5
    kurtosis = np.square(squares).mean(axis=1) / second**2
    squared = np.square(_skewness_score(skewness, runs))
    squared += np.square(_kurtosis_score(kurtosis, runs))
    return squared, np.exp(-squared / 2)  # the survival function of chi-square with 2 df


def _deviations(samples: FloatArray) -> FloatArray:
    """The ordered samples less their means, on a harmless scale."""
    values = np.sort(centred(samples)[0], axis=1)
    deviations: FloatArray = values - values.mean(axis=1, keepdims=True)
    return deviations


# Coefficients of Royston (1995), in increasing powers.
_LARGEST = (0.0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056)
_SECOND = (0.0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633)
_SMALL_MEAN = (0.544, -0.39978, 0.025054, -6.714e-4)
_SMALL_LOG_SD = (1.3822, -0.77857, 0.062767, -0.0020322)
_SMALL_BOUND = (-2.273, 0.459)
_LARGE_MEAN = (-1.5861, -0.31082, -0.083751, 0.0038915)
_LARGE_LOG_SD = (-0.4803, -0.082676, 0.0030302)


def _royston_weights(runs: int) -> FloatArray:
    """The weights a of the ordered runs, antisymmetric, from the smallest to the largest run."""
    if runs == 3:
        return np.array([-np.sqrt(0.5), 0.0, np.sqrt(0.5)])
    # Blom's scores of the upper half, the largest first.
    scores = -ndtri((np.arange(1, runs // 2 + 1) - 0.375) / (runs + 0.25))
    squares = 2 * float(scores @ scores)
    upper = scores.copy()
    x = 1 / np.sqrt(runs)
    upper[0] = polynomial.polyval(x, _LARGEST) + scores[0] / np.sqrt(squares)
    fitted = 1
    if runs > 5:
        upper[1] = polynomial.polyval(x, _SECOND) + scores[1] / np.sqrt(squares)
        fitted = 2
    rest = squares - 2 * float(scores[:fitted] @ scores[:fitted])
    share = 1 - 2 * float(upper[:fitted] @ upper[:fitted])
    upper[fitted:] = scores[fitted:] / np.sqrt(rest / share)
    return np.concatenate([-upper, np.zeros(runs % 2), upper[::-1]])


def _royston_pvalue(lack: FloatArray, runs: int) -> FloatArray:
    """P-value of 1 - W."""
    if runs == 3:
        # Exact: 6 / pi (asin(sqrt(W)) - asin(sqrt(3 / 4))), W at least 3 / 4.
        angle = np.arcsin(np.sqrt(np.maximum(1 - lack, 0.75))) - np.arcsin(np.sqrt(0.75))
        return np.asarray(6 / np.pi * angle)
    with np.errstate(divide="ignore", invalid="ignore"):
        score = np.log(lack)
        if runs <= 11:
            # W has a lower bound; beyond the fitted one nothing is left of the p-value.
            score = -np.log(np.maximum(polynomial.polyval(runs, _SMALL_BOUND) - score, 0.0))
            mean = polynomial.polyval(runs, _SMALL_MEAN)
            log_sd = polynomial.polyval(runs, _SMALL_LOG_SD)
        else:
            mean = polynomial.polyval(np.log(runs), _LARGE_MEAN)
            log_sd = polynomial.polyval(np.log(runs), _LARGE_LOG_SD)
    return np.asarray(np.exp(log_ndtr((mean - score) / np.exp(log_sd))))


def _skewness_score(skewness: FloatArray, runs: int) -> FloatArray:
    """Normal score of the skewness, D'Agostino (1970)."""
    n = float(runs)
    y = skewness * np.sqrt((n + 1) * (n + 3) / (6 * (n - 2)))
    beta2 = 3 * (n * n + 27 * n - 70) * (n + 1) * (n + 3)
    beta2 /= (n - 2) * (n + 5) * (n + 7) * (n + 9)
    w2 = np.sqrt(2 * (beta2 - 1)) - 1
    score: FloatArray = np.arcsinh(y / np.sqrt(2 / (w2 - 1))) / np.sqrt(0.5 * np.log(w2))
    return score


def _kurtosis_score(kurtosis: FloatArray, runs: int) -> FloatArray:
    """Normal score of the kurtosis, Anscombe and Glynn (1983)."""
    n = float(runs)
    expected = 3 * (n - 1) / (n + 1)
    variance = 24 * n * (n - 2) * (n - 3) / ((n + 1) ** 2 * (n + 3) * (n + 5))
    x = (kurtosis - expected) / np.sqrt(variance)
    skew = 6 * (n * n - 5 * n + 2) / ((n + 7) * (n + 9))
    skew *= np.sqrt(6 * (n + 3) * (n + 5) / (n * (n - 2) * (n - 3)))
    a = 6 + 8 / skew * (2 / skew + np.sqrt(1 + 4 / skew**2))
    root = np.cbrt((1 - 2 / a) / (1 + x * np.sqrt(2 / (a - 4))))
    score: FloatArray = (1 - 2 / (9 * a) - root) / np.sqrt(2 / (9 * a))
    return score
