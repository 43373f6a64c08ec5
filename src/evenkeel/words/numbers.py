"""The one place where numbers become text, for every report format."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

Kind = Literal["text", "count", "rank", "statistic", "p", "value"]

MINUS = "-"


def format_number(value: float, kind: Kind, digits: int | None = None) -> str:
    """Format one number by what it is.

    ``"count"``
        A whole number; halves are shown (tied wins are split).
    ``"rank"``
        Three decimals.
    ``"statistic"``
        Four decimals, or four significant digits in scientific notation far from 1.
    ``"p"``
        Four significant digits; below 0.0001 in scientific notation; never 0.
    ``"value"``
        Five significant digits, for numbers in the units of the table.

    `digits` asks for another number of significant digits of p-values and values, and of decimals
    of ranks and statistics.

    Examples
    --------
    >>> format_number(5.43013e-8, "p"), format_number(0.05, "p"), format_number(0.0, "p")
    ('5.430e-08', '0.05000', '<1e-300')
    >>> format_number(35.99733, "statistic"), format_number(3.5, "rank")
    ('35.9973', '3.500')
    >>> format_number(0.0123456, "p", 2), format_number(3.5, "rank", 1)
    ('0.012', '3.5')
    """
    if not math.isfinite(value):
        return "n/a" if math.isnan(value) else "inf" if value > 0 else f"{MINUS}inf"
    if kind == "p":
        return format_p(value, digits or 4)
    if kind == "count":
        return f"{value:g}" if abs(value) < 1e6 else f"{value:.0f}"
    if kind == "rank":
        return f"{value:.{3 if digits is None else digits}f}"
    if kind == "value":
        return f"{value:.{digits or 5}g}"
    decimals = digits or 4
    if value == 0 or 1e-3 <= abs(value) < 1e6:
        return f"{value:.{decimals}f}"
    return f"{value:.{decimals - 1}e}"


def column_decimals(values: Sequence[float], digits: int | None = None) -> int | None:
    """The decimals that the values of a column share; None where their sizes differ too much.

    As many as any of them needs for its significant digits, if the largest then has at most one
    digit more than these.

    Examples
    --------
    >>> column_decimals([93.3, 10.0, 81.25]), column_decimals([93.3, 10.0], 2)
    (2, 0)
    >>> column_decimals([93.3, 0.00012])
    """
    significant = digits or 5
    texts = [f"{value:.{significant}g}" for value in values]
    if not texts or any("e" in text for text in texts):
        return None
    decimals = max(len(text.partition(".")[2]) for text in texts)
    whole = max(len(text.partition(".")[0].lstrip("-")) for text in texts)
    return decimals if whole + decimals <= significant + 1 else None


def format_p(pvalue: float, digits: int = 4) -> str:
    """Format a p-value: four significant digits or as many as are asked for, never 0."""
    if pvalue < 1e-300:
        return "<1e-300"
    if pvalue < 1e-4:
        return f"{pvalue:.{digits - 1}e}"
    decimals = digits - 1 - math.floor(math.log10(pvalue))
    return f"{pvalue:.{max(decimals, 0)}f}"


def p_in_words(pvalue: float) -> str:
    """Format a p-value as part of a sentence: ``p = 0.0123`` or ``p < 1e-300``.

    Examples
    --------
    >>> p_in_words(0.01234), p_in_words(0.0)
    ('p = 0.01234', 'p < 1e-300')
    """
    text = format_p(pvalue)
    return f"p < {text[1:]}" if text.startswith("<") else f"p = {text}"


def percent(confidence: float) -> str:
    """A confidence to print; 0.999 is 99.9%, not 100%."""
    return f"{100 * confidence:.10g}%"


def places(low: int, high: int, to: str = " to ") -> str:
    """The places from one to another; one place by itself.

    Examples
    --------
    >>> places(2, 4), places(5, 5)
    ('2 to 4', '5')
    """
    return f"{low}" if low == high else f"{low}{to}{high}"
