"""from_statistic(): p-values from a printed omnibus statistic, and whether it can be at all."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from evenkeel.claims.printed import Printed, printed_number
from evenkeel.errors import choice
from evenkeel.numerics.tails import f_sf
from evenkeel.omnibus._friedman import checked_sizes
from evenkeel.omnibus.permutation import chi_square_sf
from evenkeel.result import Result

Interval = tuple[float, float, float]  # of the number as printed, lowest, highest

_SLACK = Fraction(1, 10**9)  # of the arithmetic of doubles


@dataclass(frozen=True)
class Form:
    """One of the forms of Friedman's statistic.

    Attributes
    ----------
    title : str
        Its name in words.
    most : callable
        ``most(n, k)``: what it cannot exceed.
    to_chi_square, from_chi_square : callable
        ``to_chi_square(value, n, k)`` is Friedman's statistic, and back.
    """

    title: str
    most: Callable[[int, int], float]
    to_chi_square: Callable[[float, int, int], float]
    from_chi_square: Callable[[float, int, int], float]


def _from_f(f: float, n: int, k: int) -> float:
    return n * (k - 1) / (1 + (n - 1) / f) if f > 0 else 0.0


def _to_f(chi_square: float, n: int, k: int) -> float:
    rest = n * (k - 1) - chi_square
    return (n - 1) * chi_square / rest if rest > 0 else math.inf


#: By the names that `from_statistic` takes.
FORMS: Mapping[str, Form] = {
    "friedman": Form(
        "Friedman's statistic", lambda n, k: n * (k - 1), lambda x, n, k: x, lambda x, n, k: x
    ),
    "iman-davenport": Form("Iman and Davenport's F", lambda n, k: math.inf, _from_f, _to_f),
    "kendall": Form(
        "Kendall's W",
        lambda n, k: 1.0,
        lambda w, n, k: w * n * (k - 1),
        lambda x, n, k: x / (n * (k - 1)),
    ),
}


class StatisticAnalysis(Result):
    """What follows from a printed statistic of Friedman's test in one of its forms.

    Attributes
    ----------
    name : {"friedman", "iman-davenport", "kendall"}
        What was printed.
    printed : str
        As it is printed.
    n, k : int
        Numbers of problems and algorithms.
    possible : bool
        Whether it lies within the range of the statistic; if not, all that follows is None.
    uncorrected : bool
        Whether ranks, with or without ties, can have this statistic if it is not corrected for
        ties.
    chi_square, f, kendall_w : tuple of float or None
        Friedman's statistic, Iman and Davenport's and Kendall's W, each as printed, at its lowest
        and at its highest for numbers that are printed so.
    chi_square_pvalue, f_pvalue : tuple of float or None
        Their p-values by the chi-square and by the F distribution.
    notes : tuple of str
        Why it cannot be, or what it does not say.
    """

    name: str
    printed: str
    n: int
    k: int
    possible: bool
    uncorrected: bool
    chi_square: Interval | None
    f: Interval | None
    kendall_w: Interval | None
    chi_square_pvalue: Interval | None
    f_pvalue: Interval | None
    notes: tuple[str, ...]


def from_statistic(name: str, value: object, *, n: int, k: int) -> StatisticAnalysis:
    """P-values from a printed statistic of Friedman's test, and whether the statistic can be.

    Null hypothesis: all k algorithms perform alike. With Friedman's statistic X,

        F = (n - 1) X / (n (k - 1) - X),    W = X / (n (k - 1)),

    so that each of the three gives the others. X lies between 0 and n (k - 1). Because rank totals
    are whole numbers, or halves with ties, X + 3 n (k + 1) is a multiple of 6 / (n k (k + 1)): with
    few problems many printed values can be only if the statistic was corrected for ties.

    Parameters
    ----------
    name : {"friedman", "iman-davenport", "kendall"}
        Which statistic is printed: the chi-square, the F, or W.
    value : str or float
        As it is printed.
    n, k : int
        Numbers of problems and algorithms.

    Returns
    -------
    StatisticAnalysis

    References
    ----------
    Derrac, Garcia, Molina and Herrera (2011), doi:10.1016/j.swevo.2011.02.002, equations (2) and
    (3).

    Examples
    --------
    Friedman's statistic of nine optimisers on 25 functions, Table 11 of Derrac et al. (2011):

    >>> import evenkeel
    >>> result = evenkeel.claims.from_statistic("friedman", "35.99733", n=25, k=9)
    >>> print(f"F = {result.f[0]:.5f}, p = {result.f_pvalue[0]:.6f}")
    F = 5.26782, p = 0.000006
    >>> evenkeel.claims.from_statistic("friedman", "12.4", n=5, k=3).notes
    ("Friedman's statistic cannot be 12.4 with n = 5 and k = 3: it lies between 0 and 10",)
    """
    form = FORMS[choice(name, FORMS, "statistic")]
    n, k = checked_sizes(n, k)
    printed = printed_number(value, form.title)
    low, high = printed.ends(form.title)
    most = form.most(n, k)
    if high < 0 or low > most:
        why = (
            f"{form.title} cannot be {printed.text} with n = {n} and k = {k}: it lies between 0 "
            f"and {most:g}"
        )
        nothing = (None, None, None, None, None)
        return StatisticAnalysis(name, printed.text, n, k, False, False, *nothing, (why,))
    found = _chi_squares(printed, form, n, k)
    between = _between_multiples(found, n, k)
    f = _each(lambda x: _to_f(x, n, k), found)
    return StatisticAnalysis(
        name,
        printed.text,
        n,
        k,
        True,
        between is None,
        found,
        f,
        _each(lambda x: x / (n * (k - 1)), found),
        _falling(lambda x: float(chi_square_sf(x, k - 1)), found),
        _falling(lambda x: float(f_sf(x, k - 1, (k - 1) * (n - 1))), f),
        tuple(_notes(printed, form, between, n, k)),
    )


def _chi_squares(printed: Printed, form: Form, n: int, k: int) -> Interval:
    """Friedman's statistic as printed, lowest and highest, cut to what is possible."""
    low, high = printed.within(0, form.most(n, k), form.title)
    number = min(max(printed.number, low), high)
    value, least, largest = (form.to_chi_square(float(x), n, k) for x in (number, low, high))
    return value, least, largest


def _between_multiples(found: Interval, n: int, k: int) -> tuple[float, float] | None:
    """The two possible values of X between which all lie that are printed so, if they do."""
    step = Fraction(6, n * k * (k + 1))
    offset = 3 * n * (k + 1)  # X and it are a multiple of the step
    _, low, high = map(Fraction, found)
    above = math.ceil((low + offset - _SLACK) / step) * step - offset
    return (float(above - step), float(above)) if above > high + _SLACK else None


def _notes(
    printed: Printed, form: Form, between: tuple[float, float] | None, n: int, k: int
) -> Iterator[str]:
    if between is not None:
        below, above = (form.from_chi_square(each, n, k) for each in between)
        yield (
            f"{form.title} can be {printed.text} with n = {n} and k = {k} only if there are ties "
            f"and it was corrected for them; otherwise next to it are {below:.6g} and {above:.6g}"
        )
    yield (
        "whether it was corrected for ties, as R and scipy do, cannot be told; the p-values are "
        "those of the statistic as it stands"
    )
    yield "which algorithms differ, and exact p-values, cannot be told from the statistic"


def _each(function: Callable[[float], float], found: Interval) -> Interval:
    value, low, high = map(function, found)
    return value, low, high


def _falling(function: Callable[[float], float], found: Interval) -> Interval:
    value, low, high = map(function, found)
    return value, high, low
