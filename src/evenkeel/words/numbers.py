"""The one place where numbers become text, for every report format."""

from __future__ import annotations

import math
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
