"""from_errors(): error rates with their intervals, and whether two of them differ."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.claims.bounds import Bounds
from evenkeel.claims.paper import Source, read_lines
from evenkeel.claims.printed import Printed, printed_number
from evenkeel.errors import InputError, choice, fraction, quoted
from evenkeel.numerics.intervals import normal_interval, wilson_interval
from evenkeel.result import Result
from evenkeel.text import percent

_MOST = 1_000_000_000  # examples
_ERRORS = r"(?:\d{1,9}|0?[.,]\d+|[01][.,]\d*)\s*(?:/|of)\s*\d{1,10}"
_FEW = 5  # n p (1 - p) below which the normal form is far off


@dataclass(frozen=True)
class IntervalForm:
    """A form of the interval of an error rate: its name in words, and its ends."""

    title: str
    ends: Callable[[FloatArray, IntArray, float], tuple[FloatArray, FloatArray]]


#: By the names that `from_errors` takes.
INTERVAL_FORMS: Mapping[str, IntervalForm] = {
    "wilson": IntervalForm("Wilson's score interval", wilson_interval),
    "normal": IntervalForm("the normal form p +- z sqrt(p (1 - p) / n)", normal_interval),
}


class ErrorsAnalysis(Result):
    """Error rates between the ends of their intervals, and the differences of each two.

    Attributes
    ----------
    labels : tuple of str
        The algorithms.
    printed : tuple of str
        What was given for each.
    n : ndarray of int
        On how many examples each was tested.
    rate : Bounds
        The error rates and the ends of their intervals.
    pairs : tuple of (str, str)
        All pairs.
    difference : Bounds
        Error rate of the first less that of the second; the intervals hold for all pairs together.
    method : {"wilson", "normal"}
        The form of the intervals.
    confidence : float
        Their confidence.
    notes : tuple of str
        What cannot be, and what is supposed.
    """

    _printed: ClassVar[tuple[str, ...]] = ("rates", "differences")

    labels: tuple[str, ...]
    printed: tuple[str, ...]
    n: IntArray
    rate: Bounds
    pairs: tuple[tuple[str, str], ...]
    difference: Bounds
    method: str
    confidence: float
    notes: tuple[str, ...]

    @property
    def half_width(self) -> FloatArray:
        """Half the width of each interval: what papers print behind the error rate."""
        return (self.rate.high - self.rate.low) / 2

    @property
    def differ(self) -> tuple[bool, ...]:
        """Of each pair whether 0 lies outside the interval of its difference."""
        outside = (self.difference.low > 0) | (self.difference.high < 0)
        return tuple(outside.tolist())


def from_errors(
    errors: Source, *, confidence: float = 0.95, method: str = "wilson"
) -> ErrorsAnalysis:
    """Give error rates their intervals, as in ``0.206 +- 0.054``, and compare each two by them.

    Each algorithm errs on e of n test examples, p = e / n. With the normal quantile z of the
    confidence, the normal form is p +- z sqrt(p (1 - p) / n). Wilson's interval has the rates that
    differ from p by at most z of their own standard errors; it stays between 0 and 1, and is
    honest where few errors are made. The difference of two rates lies between

        p - q - sqrt((p - low_p)^2 + (high_q - q)^2)  and
        p - q + sqrt((high_p - p)^2 + (q - low_q)^2),

    Newcombe's interval for Wilson's ends, the usual one for normal ends. With several pairs the
    intervals of the differences are as wide as all pairs together need (Bonferroni). That two
    intervals of rates overlap does not mean that the rates do not differ.

    The examples are supposed to be independent, and those of two algorithms too. Algorithms that
    were tested on the same examples are told apart better by `evenkeel.runs.mcnemar`.

    Parameters
    ----------
    errors : mapping, str, path or open file
        Errors by the names of the algorithms: ``(43, 208)`` or ``"43/208"``, or the error rate as
        printed, ``"0.207/208"``; or lines such as ``A, 43/208``, or a file of them.
    confidence : float, default 0.95
        Confidence of the intervals.
    method : {"wilson", "normal"}
        Their form.

    Returns
    -------
    ErrorsAnalysis

    References
    ----------
    Wilson (1927), doi:10.1080/01621459.1927.10502953. Newcombe (1998), method 10,
    doi:10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I.

    Examples
    --------
    C4.5 and boosted C4.5 on the 20,000 examples of `letter`, Dietterich (2000), who prints
    0.1225 +- 0.0045 and 0.0271 +- 0.0023:

    >>> import evenkeel
    >>> rates = {"C4.5": "0.1225/20000", "Adaboost": "0.0271/20000"}
    >>> found = evenkeel.claims.from_errors(rates, method="normal")
    >>> found.half_width.round(4).tolist()
    [0.0045, 0.0023]
    >>> found.differ
    (True,)
    """
    form = INTERVAL_FORMS[choice(method, INTERVAL_FORMS, "form of the interval")]
    level = fraction(confidence, "confidence")
    example = "a name with errors and examples, 'A, 43/208'"
    lines = read_lines(errors, _ERRORS, example, bool)
    labels = tuple(label for label, _ in lines.entries)
    read = [_read(given, label) for label, given in lines.entries]
    sizes = np.array([size for _, _, size in read])
    counts = np.array([count for _, count, _ in read])
    low, high = form.ends(counts, sizes, level)
    rate = Bounds(counts / sizes, low, high)
    first, second = np.array([*combinations(range(len(labels)), 2)], dtype=np.intp).reshape(-1, 2).T
    ends = form.ends(counts, sizes, 1 - (1 - level) / max(len(first), 1))
    return ErrorsAnalysis(
        labels=labels,
        printed=tuple(text for text, _, _ in read),
        n=sizes,
        rate=rate,
        pairs=tuple((labels[i], labels[j]) for i, j in zip(first, second, strict=True)),
        difference=difference_bounds(Bounds(rate.value, *ends), first, second),
        method=method,
        confidence=level,
        notes=(*lines.notes, *_notes(labels, read, method), *_suppositions(len(first), level)),
    )


def difference_bounds(rate: Bounds, first: IntArray, second: IntArray) -> Bounds:
    """Differences of rates, from the distances of their ends: Newcombe (1998), method 10."""
    one, other = rate.at(first), rate.at(second)
    difference = one.value - other.value
    down = np.hypot(one.value - one.low, other.high - other.value)
    up = np.hypot(one.high - one.value, other.value - other.low)
    return Bounds(difference, difference - down, difference + up)


def _read(given: object, label: str) -> tuple[str, float, int]:
    """What is printed, the errors it stands for, and the number of examples."""
    text = given if isinstance(given, str) else None
    parts: Any = text.replace("of", "/").split("/") if text is not None else given
    try:
        count, size = (printed_number(str(part).strip()) for part in parts)
    except (TypeError, ValueError):
        count = size = printed_number("-1")
    rate = count.decimals > 0  # a whole number is a count
    total = count.number * size.number if rate else count.number
    whole = size.decimals == 0 and 0 < size.number <= _MOST
    if count.bound or size.bound or not whole or not 0 <= total <= size.number:
        raise InputError(
            f"the errors of {label} are {quoted(given)}; give errors and examples, such as 43/208, "
            f"or the error rate, such as 0.207/208, of at most {_MOST:,} examples"
        )
    return f"{count.text}/{size.text}", float(total), int(size.number)


def _notes(
    labels: Sequence[str], read: Sequence[tuple[str, float, int]], method: str
) -> Iterator[str]:
    for label, (text, count, size) in zip(labels, read, strict=True):
        rate = printed_number(text.split("/")[0])
        if rate.decimals and not _is_share(rate, size):
            below, above = (f"{end / size:.6g}" for end in (math.floor(count), math.ceil(count)))
            yield (
                f"no number of errors out of {size} is printed as {rate.text}; next to it are "
                f"{below} and {above}"
            )
        if method == "normal" and count * (1 - count / size) < _FEW:
            yield (
                f"the interval of {label} is too narrow or no interval, since the normal form does "
                "not serve few errors; Wilson's does"
            )


def _is_share(rate: Printed, size: int) -> bool:
    """Whether some number of errors out of `size` is printed so, rounded or cut off."""
    low, high = rate.or_cut().ends("the error rate")
    return math.ceil(low * size) <= high * size


def _suppositions(pairs: int, confidence: float) -> Iterator[str]:
    if pairs > 1:
        held = percent(confidence)
        yield f"the intervals of the {pairs} differences hold together with {held} confidence"
    yield (
        "test examples are supposed to be independent; those of a cross-validation share training "
        "data, and algorithms that were tested on the same examples are compared better by "
        "McNemar's test of their predictions"
    )
