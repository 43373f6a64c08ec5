"""Tests of two learning algorithms on one data set, for the designs that reuse its examples."""

from __future__ import annotations

import math
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import erfc

from evenkeel._calls import answering
from evenkeel._types import FloatArray
from evenkeel.errors import InputError, choice
from evenkeel.numerics.arrays import by_largest, in_range, rounded_differences, unscaled
from evenkeel.numerics.moments import moments_of
from evenkeel.result import TestResult, shown
from evenkeel.runs.problem_tests import (
    combined_f,
    exact_mcnemar,
    mid_mcnemar,
    resampled_t,
    single_difference_t,
)


class CrossValidationTest(TestResult):
    """A test of two algorithms from the scores of a cross validation.

    Attributes
    ----------
    test : str
        Name of the test.
    statistic : float
        t or F.
    df : tuple of float
        Degrees of freedom.
    pvalue : float
        Two-sided p-value.
    mean_difference : float
        Mean of first minus second, in the units of the scores.
    notes : tuple of str
        What the test supposes, and what its reader should know.
    """

    _title: ClassVar[str] = "Test of two algorithms on one data set"

    test: str
    statistic: float = shown("statistic")
    df: tuple[float, ...] = shown("count", title="Degrees of freedom")
    pvalue: float = shown("p", title="p")
    mean_difference: float = shown("value")
    notes: tuple[str, ...]


class McNemarTest(TestResult):
    """McNemar's test of two classifiers on one test set.

    Attributes
    ----------
    only_first, only_second : int
        How many examples only the first, or only the second, classifies rightly.
    both, neither : int
        How many both classify rightly, or wrongly; they show nothing of the difference.
    statistic : float
        The smaller of the first two (exact, mid-p), or chi-square.
    pvalue : float
        Two-sided p-value.
    method : {"exact", "mid-p", "chi-square"}
        The binomial law, in the mid-p with half of the observed count, or chi-square with 1
        degree of freedom.
    continuity : bool
        Whether chi-square is corrected for continuity.
    notes : tuple of str
        What the test supposes, and what its reader should know.
    """

    _title: ClassVar[str] = "McNemar's test"

    only_first: int
    only_second: int
    both: int
    neither: int
    statistic: float = shown("statistic")
    pvalue: float = shown("p", title="p")
    method: Literal["exact", "mid-p", "chi-square"]
    continuity: bool
    notes: tuple[str, ...]


_TEN_SCORES = (
    "supposes that the ten differences are normal and that the two of a replication are "
    "independent of each other: their training sets are disjoint, but the five replications use "
    "the same examples",
    "holds for training sets of half the size of the data",
)


def five_by_two_t(first: ArrayLike, second: ArrayLike) -> CrossValidationTest:
    """Compare two learners by Dietterich's paired t-test on 5 x 2 cross validation.

    H0: both have the same expected score on this data set. H1: they have not.

    With the differences p_i1, p_i2 of the two folds of replication i = 1 ... 5 and
    s_i^2 = (p_i1 - p_i2)^2 / 2, ::

        t = p_11 / sqrt((s_1^2 + ... + s_5^2) / 5),   5 degrees of freedom.

    The numerator is one of the ten differences, the first: exchanging folds or replications
    changes t. `five_by_two_f` uses all ten and is to be preferred. Degenerate data: if the two
    differences of every replication are equal, t is 0 (p-value 1) if the first is zero, else
    infinite (p-value 0).

    Parameters
    ----------
    first, second : array_like, shape (5, 2) or (10,)
        Scores or errors of the two algorithms on the same folds: replication by replication, two
        folds each.

    Returns
    -------
    CrossValidationTest

    References
    ----------
    Dietterich (1998), Section 3.5, doi:10.1162/089976698300017197.

    Examples
    --------
    >>> import evenkeel
    >>> test = evenkeel.runs.five_by_two_t(
    ...     [0.11, 0.13, 0.12, 0.12, 0.14, 0.11, 0.13, 0.12, 0.12, 0.13],
    ...     [0.09, 0.10, 0.10, 0.09, 0.10, 0.10, 0.09, 0.10, 0.11, 0.10])
    >>> round(test.statistic, 4), test.df
    (1.451, (5,))
    """
    differences, power = _five_by_two(first, second)
    statistic, pvalue = single_difference_t(differences)
    return CrossValidationTest(
        "5x2cv paired t-test (Dietterich)",
        float(statistic),
        (5,),
        pvalue=float(pvalue),
        mean_difference=float(unscaled(differences.mean(), power)),
        notes=(
            *_TEN_SCORES,
            "depends on which difference comes first; five_by_two_f does not",
        ),
    )


def five_by_two_f(first: ArrayLike, second: ArrayLike) -> CrossValidationTest:
    """Compare two learners by Alpaydin's combined F test on 5 x 2 cross validation.

    H0: both have the same expected score on this data set. H1: they have not.

    With the differences p_ij and the variances s_i^2 of `five_by_two_t`, ::

        F = sum_ij p_ij^2 / (2 sum_i s_i^2),   10 and 5 degrees of freedom.

    It does not depend on the order of the folds. Degenerate data: if the two differences of
    every replication are equal, F is 0 (p-value 1) if all are zero, else infinite (p-value 0).

    Parameters
    ----------
    first, second : array_like, shape (5, 2) or (10,)
        As in `five_by_two_t`.

    Returns
    -------
    CrossValidationTest

    References
    ----------
    Alpaydin (1999), equation (3.3), doi:10.1162/089976699300016007.

    Examples
    --------
    >>> import evenkeel
    >>> test = evenkeel.runs.five_by_two_f(
    ...     [0.11, 0.13, 0.12, 0.12, 0.14, 0.11, 0.13, 0.12, 0.12, 0.13],
    ...     [0.09, 0.10, 0.10, 0.09, 0.10, 0.10, 0.09, 0.10, 0.11, 0.10])
    >>> round(test.statistic, 4), test.df
    (3.8421, (10, 5))
    """
    differences, power = _five_by_two(first, second)
    statistic, pvalue = combined_f(differences)
    return CrossValidationTest(
        "5x2cv combined F test (Alpaydin)",
        float(statistic),
        (10, 5),
        pvalue=float(pvalue),
        mean_difference=float(unscaled(differences.mean(), power)),
        notes=_TEN_SCORES,
    )


def corrected_resampled_t(
    first: ArrayLike, second: ArrayLike, *, train: float, test: float
) -> CrossValidationTest:
    """Compare two learners by Nadeau and Bengio's t-test, corrected for overlapping training sets.

    H0: both have the same expected score on this data set. H1: they have not.

    With the mean m and the variance s^2 of the J differences, ::

        t = m / sqrt((1/J + test/train) s^2),   J - 1 degrees of freedom.

    An uncorrected test has 1/J alone and rejects far too often, since every two training sets
    share examples. Degenerate data: if all differences are equal, t is 0 (p-value 1) if they are
    zero, else infinite (p-value 0).

    Parameters
    ----------
    first, second : array_like, shape (J,)
        Scores or errors of the two algorithms on the same J random splits, or on the J = r k
        folds of a cross validation repeated r times (Bouckaert and Frank 2004). At least 2.
    train, test : float
        Examples (or their shares) in the training and in the test set of each split; for k folds
        train = k - 1 and test = 1 will do.

    Returns
    -------
    CrossValidationTest

    References
    ----------
    Nadeau and Bengio (2003), Section 3, doi:10.1023/A:1024068626366. Bouckaert and Frank (2004),
    doi:10.1007/978-3-540-24775-3_3.

    Examples
    --------
    >>> import evenkeel
    >>> test = evenkeel.runs.corrected_resampled_t(
    ...     [0.82, 0.85, 0.79, 0.84], [0.80, 0.81, 0.78, 0.81], train=9, test=1)
    >>> test.df, round(test.mean_difference, 3)
    ((3,), 0.025)
    """
    for name, size, which in (("train", train, "training"), ("test", test, "test")):
        if not (math.isfinite(size) and size > 0):
            raise InputError(
                f"{name} is {size!r}; give the size of the {which} set, a positive number"
            )
    differences, power = _differences(first, second)
    runs = differences.size
    if runs < 2:
        raise InputError(f"the corrected t-test needs at least 2 splits, not {runs}")
    statistic, pvalue = resampled_t(differences, test / train)
    return CrossValidationTest(
        "corrected resampled t-test (Nadeau and Bengio)",
        float(statistic),
        (runs - 1,),
        pvalue=float(pvalue),
        mean_difference=float(unscaled(moments_of(differences, np.array(runs)).mean, power)),
        notes=(
            "supposes that the differences are normal and that the correlation of two splits is "
            f"the share of the test set, {test / (train + test):.3g}: a rule of thumb, not a proof",
            "holds for training sets of the size used, on this data set alone",
        ),
    )


@answering
def mcnemar(
    first: ArrayLike,
    second: ArrayLike,
    truth: ArrayLike,
    *,
    method: Literal["exact", "mid-p", "chi-square"] = "exact",
    continuity: bool = True,
) -> McNemarTest:
    """Compare two classifiers by McNemar's test on the examples that only one of them gets right.

    H0: it is as likely that only the first classifier is right as that only the second is. H1:
    it is not.

    With b examples that only the first gets right and c that only the second does, ::

        exact:       2 P(X <= min(b, c)), at most 1, X binomial(b + c, 1/2)
        mid-p:       2 P(X <= min(b, c)) - P(X = min(b, c)), or 1 - P(X = b) / 2 if b = c
        chi-square:  (|b - c| - 1)^2 / (b + c), 1 degree of freedom; without the continuity
                     correction (b - c)^2 / (b + c)

    Examples that both get right, or both wrong, play no part. Degenerate data: if the classifiers
    never differ, the p-value is 1. Chi-square is meant for b + c of 25 or more. The mid-p errs
    less to the safe side than the exact p-value and promises no level: given b + c it rejects
    falsely at 0.05 in up to 0.077 of the cases (b + c = 16, of all b + c up to 300).

    Parameters
    ----------
    first, second : array_like, shape (N,)
        Predictions of the two classifiers for the same N test examples, of any type.
    truth : array_like, shape (N,)
        The true classes.
    method : {"exact", "mid-p", "chi-square"}
        The law of the p-value.
    continuity : bool, default True
        Whether chi-square is corrected for continuity.

    Returns
    -------
    McNemarTest

    References
    ----------
    McNemar (1947), doi:10.1007/BF02295996. Edwards (1948), doi:10.1007/BF02289261. Dietterich
    (1998), Section 3.1, doi:10.1162/089976698300017197. Fagerland, Lydersen and Laake (2013),
    doi:10.1186/1471-2288-13-91 (mid-p).

    Examples
    --------
    >>> import evenkeel
    >>> test = evenkeel.runs.mcnemar(list("aabbab"), list("abbbbb"), list("aabbbb"))
    >>> test.only_first, test.only_second, test.pvalue
    (1, 1, 1.0)
    """
    choice(method, ("exact", "mid-p", "chi-square"), "method")
    a, b, true = (np.asarray(values).ravel() for values in (first, second, truth))
    if not a.size == b.size == true.size or a.size == 0:
        raise InputError(
            f"the predictions have {a.size} and {b.size} entries and the truth {true.size}; give "
            "one of each for every test example"
        )
    right, also = np.asarray(a == true), np.asarray(b == true)
    only_first, only_second = int((right & ~also).sum()), int((~right & also).sum())
    differ, few = only_first + only_second, min(only_first, only_second)
    corrected = continuity and method == "chi-square"
    if method != "chi-square":
        statistic = float(few)
        law = exact_mcnemar if method == "exact" else mid_mcnemar
        pvalue = float(law(only_first, only_second))
    else:
        distance = max(abs(only_first - only_second) - corrected, 0)
        statistic = distance**2 / differ if differ else 0.0
        pvalue = float(erfc(math.sqrt(statistic / 2)))  # chi-square with 1 df
    notes = [
        "supposes that the test examples are independent and were not trained on",
        "concerns these two trained classifiers, not how they vary with the training set",
    ]
    if method == "chi-square" and differ < 25:
        notes.append(
            f"the classifiers differ on {differ} examples; below 25 the exact method is better"
        )
    return McNemarTest(
        only_first,
        only_second,
        both=int((right & also).sum()),
        neither=int((~right & ~also).sum()),
        statistic=statistic,
        pvalue=pvalue,
        method=method,
        continuity=corrected,
        notes=tuple(notes),
    )


def _five_by_two(first: ArrayLike, second: ArrayLike) -> tuple[FloatArray, int]:
    differences, power = _differences(first, second)
    if differences.size != 10:
        raise InputError(
            f"5 x 2 cross validation has ten scores an algorithm, and {differences.size} were "
            "given; give 5 replications of 2 folds"
        )
    return differences, power


def _differences(first: ArrayLike, second: ArrayLike) -> tuple[FloatArray, int]:
    """First minus second, as one row, over a power of two that makes all of them small."""
    try:
        a, b = (np.asarray(scores, dtype=np.float64).ravel() for scores in (first, second))
    except (TypeError, ValueError) as error:
        raise InputError(f"the scores are not numbers ({error})") from None
    if a.size != b.size or a.size == 0:
        raise InputError(
            f"the first algorithm has {a.size} scores and the second {b.size}; give both for the "
            "same folds"
        )
    for name, scores in (("first", a), ("second", b)):
        if not np.isfinite(scores).all():
            place = int(np.flatnonzero(~np.isfinite(scores))[0])
            raise InputError(
                f"score {place + 1} of the {name} algorithm is {scores[place]}; give finite numbers"
            )
    (a, b), power = in_range(np.stack([a, b]))
    differences, further = by_largest(rounded_differences(a, b))
    return differences, power + int(further[0])
