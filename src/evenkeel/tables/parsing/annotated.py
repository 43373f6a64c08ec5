r"""Cells that hold more than a number, as tables in papers do: ``0.81 ± 0.02``, ``\textbf{0.81}``.

The number and the deviation are told apart; bold type, marks of significance, ranks and notes that
are in brackets, raised (``0.81 ^2``) or lowered are taken away. What is left must be plain numbers,
so that no part of ``1.5.2`` is taken for one.
"""

from __future__ import annotations

import math
import re

from evenkeel.tables.parsing.remedies import LONGEST_NUMBER, NUMBER

_DROPPED = re.compile(
    r"\\cellcolor(?:\[[^\]]*+\])?\{[^{}]*+\}"
    r"|\\(?:textbf|mathbf|boldsymbol|bm|bfseries|bf|textit|mathit|it|emph|underline|textcolor\{[^{}]*+\}"
    r"|mathrm|text|best|second)\b"
    r"|\\[,;:! ]|[{}$]|\*\*|__|[\^_](?=\{?[^0-9.,+a-z-])|</?[a-zA-Z]++>"
)
_GLUED = re.compile("[0-9.,]\0++[0-9.,]")  # what was taken away stood within a number
_SIGNS = {
    r"\pm": "±", "+/-": "±", "+-": "±", "&plusmn;": "±", "~": " ", "\N{MINUS SIGN}": "-",
    r"\dagger": "†", r"\ddagger": "‡", r"\ast": "*", r"\star": "*", r"\bullet": "•", r"\circ": "◦",
    r"\uparrow": "↑", r"\downarrow": "↓", r"\approx": "≈",
}  # fmt: skip
_SIGN = re.compile("|".join(map(re.escape, sorted(_SIGNS, key=len, reverse=True))))
_POWER = re.compile(r"\s*+(?:\\times|\\cdot|×|·)\s*+10\s*+\^?\{?([+-]?[0-9]++)\}?")
# Parts that are raised, lowered or small, as LaTeX and HTML write them.
_SMALL = r"tiny|scriptsize|footnotesize|small"
_PART = re.compile(
    r"<(?:sup|sub|small)>([^<>]*+)</(?:sup|sub|small)>|\\text(?:super|sub)script\{([^{}]*+)\}"
    rf"|\$[\^_]\{{([^{{}}$]*+)\}}\$|\{{\\(?:{_SMALL})(?![a-z])\s*+([^{{}}]*+)\}}"
)
_MARK = r"[*†‡§¶•◦°▲▼△▽↑↓+=≈]"
_NOTHING = r"(?:nan|n/?a|-{1,3})"
_ABSENT = re.compile(
    rf"{_NOTHING}\s*+(?:±\s*+{_NOTHING}|\(\s*+±?\s*+{_NOTHING}\s*+\))", re.IGNORECASE
)


def _remark(number: str) -> str:
    """A deviation, a rank, a change or a note after a number."""
    return (
        rf"±\s*+(?:{number}|nan)|[(\[]\s*+±?\s*+(?:{number}\s*+%?|nan)\s*+[)\]]"
        rf"|(?<=\s)[\^_](?:{number}|[a-z](?:\s?,\s?[a-z])*+(?![a-z]))"
    )


_SHAPE = {
    decimal: re.compile(
        rf"{_MARK}*?\s*+({number.pattern})"
        rf"((?:\s*+(?:{_remark(number.pattern)}))*+)(?:\s*+{_MARK}|\s++-)*+"
    )
    for decimal, number in NUMBER.items()
}
_REMARKS = {
    decimal: re.compile(rf"(±|[(\[]\s*+±?|[\^_])\s*+({number.pattern}|[a-z]++)\s*+(%?)")
    for decimal, number in NUMBER.items()
}


def first_number(text: str, decimal: str = ".") -> tuple[float, float | None] | None:
    r"""The number and the deviation of a cell that holds more than a number; None if it does not.

    A whole number in brackets, raised or small is a rank, not a deviation; a number with a sign
    there is a change. The number of ``nan ± nan`` is NaN.

    Examples
    --------
    >>> first_number("0.81 ± 0.02"), first_number(r"$\mathbf{1.2\times10^{-3}}$ (2)")
    ((0.81, 0.02), (0.0012, None))
    >>> first_number("0.81 (±0.02) (+1.2%)"), first_number("0.9<sup>1</sup>")
    ((0.81, 0.02), (0.9, None))
    >>> first_number("0.81"), first_number("1.5.2"), first_number("10k")
    (None, None, None)
    """
    if len(text) > LONGEST_NUMBER or NUMBER[decimal].fullmatch(text.strip()):
        return None
    plain = _SIGN.sub(lambda found: _SIGNS[found[0]], text)
    plain = _DROPPED.sub("\0", _PART.sub(_apart, _POWER.sub(r"e\1", plain)))
    bare = plain.replace("\0", "").strip()
    if _ABSENT.fullmatch(bare):
        return math.nan, None
    found = _SHAPE[decimal].fullmatch(bare)
    if found is None or _GLUED.search(plain):
        return None
    number, told = found.groups()
    remarks = _REMARKS[decimal].findall(told)
    if any(_may_be_power(number, sign, remark, unit) for sign, remark, unit in remarks):
        return None
    deviations = _deviations(remarks)
    if len(deviations) > 1:
        return None
    return _float(number), deviations[0] if deviations else None


def _apart(found: re.Match[str]) -> str:
    """A raised, lowered or small part, apart from the number before it."""
    part = next(part for part in found.groups() if part is not None).strip()
    return f" ^{part} " if part[:1].isalnum() or part[:1] in (".", ",") else f" {part} "


def _may_be_power(number: str, sign: str, remark: str, unit: str) -> bool:
    """Whether a remark may be an exponent: that of 10 ^3, or of 1.5(-3) in some tables."""
    if sign == "^" and number.lstrip("+-") == "10":
        return re.fullmatch("[+-]?[0-9]++", remark) is not None
    plain = "±" not in sign and not unit
    return plain and re.fullmatch("[+-][0-9]++", remark) is not None


def _deviations(remarks: list[tuple[str, str, str]]) -> list[float]:
    """What may be the deviation: what has the sign of one, else fractions without any sign."""
    signed = [remark for sign, remark, unit in remarks if "±" in sign and not unit]
    fractions = [
        remark
        for sign, remark, unit in remarks
        if "±" not in sign and not unit and re.match(r"[0-9]*+(?:[.,]|[0-9.,]*+[eE])", remark)
    ]
    return [_float(remark) for remark in signed or fractions if remark != "nan"]


def _float(text: str) -> float:
    return float(text.replace(",", "."))
