r"""Cells that hold more than a number, as tables in papers do: ``0.81 ± 0.02``, ``\textbf{0.81}``.

The number and the deviation are told apart; bold type, marks of significance and ranks in brackets
are taken away. What is left must be plain numbers, so that no part of ``1.5.2`` is taken for one.
"""

from __future__ import annotations

import re

from evenkeel.tables.parsing.remedies import LONGEST_NUMBER, NUMBER

_DROPPED = re.compile(
    r"\\cellcolor(?:\[[^\]]*+\])?\{[^{}]*+\}"
    r"|\\(?:textbf|mathbf|boldsymbol|bm|bfseries|bf|textit|mathit|it|emph|underline|textcolor\{[^{}]*+\}"
    r"|mathrm|text|best|second)\b"
    r"|\\[,;:! ]|[{}$]|\*\*|__|[\^_](?=\{?[^0-9.,+-])|</?[a-zA-Z]++>"
)
_GLUED = re.compile("[0-9.,]\0++[0-9.,]")  # what was taken away stood within a number
_SIGNS = {
    r"\pm": "±", "+/-": "±", "+-": "±", "&plusmn;": "±", "~": " ", "\N{MINUS SIGN}": "-",
    r"\dagger": "†", r"\ddagger": "‡", r"\ast": "*", r"\star": "*", r"\bullet": "•", r"\circ": "◦",
    r"\uparrow": "↑", r"\downarrow": "↓", r"\approx": "≈",
}  # fmt: skip
_SIGN = re.compile("|".join(map(re.escape, sorted(_SIGNS, key=len, reverse=True))))
_POWER = re.compile(r"\s*+(?:\\times|\\cdot|×|·)\s*+10\s*+\^?\{?([+-]?[0-9]++)\}?")
_MARK = r"[*†‡§¶•◦°▲▼△▽↑↓+=≈-]"
_SHAPE = {
    decimal: re.compile(
        rf"{_MARK}*?\s*+({number.pattern})\s*+"
        rf"(?:±\s*+({number.pattern})|[(\[]\s*+±?\s*+({number.pattern})\s*+[)\]])?"
        rf"(?:\s*+{_MARK})*+"
    )
    for decimal, number in NUMBER.items()
}


def first_number(text: str, decimal: str = ".") -> tuple[float, float | None] | None:
    r"""The number and the deviation of a cell that holds more than a number; None if it does not.

    A whole number in brackets is a rank, not a deviation.

    Examples
    --------
    >>> first_number("0.81 ± 0.02"), first_number(r"$\mathbf{1.2\times10^{-3}}$ (2)")
    ((0.81, 0.02), (0.0012, None))
    >>> first_number("0.81"), first_number("1.5.2"), first_number("10k")
    (None, None, None)
    """
    if len(text) > LONGEST_NUMBER or NUMBER[decimal].fullmatch(text.strip()):
        return None
    plain = _SIGN.sub(lambda found: _SIGNS[found[0]], text)
    plain = _DROPPED.sub("\0", _POWER.sub(r"e\1", plain))
    found = _SHAPE[decimal].fullmatch(plain.replace("\0", "").strip())
    if found is None or _GLUED.search(plain):
        return None
    number, deviation, bracket = found.groups()
    if bracket is not None and re.search(r"[.,eE]", bracket):
        deviation = bracket
    return _float(number), None if deviation is None else _float(deviation)


def _float(text: str) -> float:
    return float(text.replace(",", "."))
