r"""Texts that are numbers, with or without more beside them; and why another text is none.

One parser serves all sources: ``0.81 ± 0.02``, ``93.3(0.5)``, ``$\textbf{0.91} \pm 0.01$``,
``10614 +/- 671*``, ``0.55+0.01``, ``1.8 %``, ``1,014.45``. Bold type, marks of significance, ranks
and notes that are in brackets, raised (``0.81 ^2``) or lowered are taken away. What is left must be
plain numbers, so that no part of ``1.5.2`` is taken for one.

Every pattern gives back nothing that it took (``++``, ``*+``), so that each text is looked at a
fixed number of times, whatever it holds.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from evenkeel.errors import Message, Option

# Characters of a number; the longest exact decimal of a float64 has 1077, that of -5e-324.
LONGEST_NUMBER = 2_000

NUMBER = {
    ".": re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?"),
    ",": re.compile(r"[+-]?(?:[0-9]++(?:,[0-9]*+)?|,[0-9]++)(?:[eE][+-]?[0-9]++)?"),
}
OTHER = {".": ",", ",": "."}
TOO_LARGE = "beyond the largest number, about 1.8e308; replace it by a finite number"

_INFINITE = re.compile(r"[+-]?(?:inf(?:inity)?|∞)", re.IGNORECASE)
_GROUPED = {
    decimal: re.compile(
        rf"[+-]?[0-9]{{1,3}}(?:[{other} '_\u00a0\u202f][0-9]{{3}})++"
        rf"(?:{re.escape(decimal)}[0-9]++)?"
    )
    for decimal, other in OTHER.items()
}
_BOLD = re.compile(
    r"\\(?:textbf|mathbf|boldsymbol|bm|bfseries|bf)(?![A-Za-z])|\*\*|__|<(?:b|strong)\b"
)
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
    r"\uparrow": "↑", r"\downarrow": "↓", r"\approx": "≈", r"\%": "%",
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
    rf"{_NOTHING}\s*+(?:[±+]\s*+{_NOTHING}|\(\s*+±?\s*+{_NOTHING}\s*+\))", re.IGNORECASE
)


def _interval(decimal: str) -> str:
    """Two bounds in brackets."""
    number, between = NUMBER[decimal].pattern, ";" if decimal == "," else ",;"
    return rf"[(\[]\s*+{number}\s*+(?:[{between}–]|-|to)\s*+{number}\s*+[)\]]"


def _remark(decimal: str) -> str:
    """A deviation, a rank, a change, an interval or a note after a number."""
    number = NUMBER[decimal].pattern
    return (
        rf"±\s*+(?:{number}|nan)|[(\[]\s*+±?\s*+(?:{number}\s*+%?|nan)\s*+[)\]]"
        rf"|(?<=\s)[\^_](?:{number}|[a-z](?:\s?,\s?[a-z])*+(?![a-z]))|{_interval(decimal)}"
    )


_SHAPE = {
    decimal: re.compile(
        rf"{_MARK}*?\s*+({number.pattern})(?:\s*+(%))?"
        rf"((?:\s*+(?:{_remark(decimal)}))*+)(?:\s*+(%))?(?:\s*+{_MARK}|(?:\s++|(?<=\)))-)*+"
    )
    for decimal, number in NUMBER.items()
}
_INTERVAL = {decimal: re.compile(_interval(decimal)) for decimal in NUMBER}
_REMARKS = {
    decimal: re.compile(rf"(±|[(\[]\s*+±?|[\^_])\s*+({number.pattern}|[a-z]++)\s*+(%?)")
    for decimal, number in NUMBER.items()
}
# 0.55+0.01: two fractions of which the second has no sign of its own
_PLUS = {
    decimal: re.compile(
        rf"([0-9]++{mark}[0-9]++)(?:\+|\s++\+\s++)(?=[0-9]++{mark}[0-9]++(?:\Z|[^0-9.,]))"
    )
    for decimal, mark in ((".", r"\."), (",", ","))
}
_THOUSANDS = {
    decimal: re.compile(
        rf"(?<![\w.,])[1-9][0-9]{{0,2}}(?:([{other}'\u00a0\u202f])[0-9]{{3}}(?![0-9]))"
        rf"((?:\1[0-9]{{3}}(?![0-9]))*+)({re.escape(decimal)}?)(?![{other}'])"
    )
    for decimal, other in OTHER.items()
}


class Parsed(NamedTuple):
    """What a cell says: a value, NaN if it says that there is none; a deviation; a per cent sign.

    `more` says that it holds more than a plain number.
    """

    value: float
    deviation: float | None = None
    percent: bool = False
    more: bool = True


def parse(text: str, decimal: str = ".", *, sure: bool = False) -> Parsed | None:
    r"""What a text says if it is a number, with or without more beside it; None if it is none.

    A whole number in brackets, raised or small is a rank, not a deviation; a number with a sign
    there is a change. The number of ``nan ± nan`` is NaN. `sure` says that a single comma, as in
    1,234, separates thousands.

    Examples
    --------
    >>> parse("0.81 ± 0.02")[:2], parse(r"$\mathbf{1.2\times10^{-3}}$ (2)")[:2]
    ((0.81, 0.02), (0.0012, None))
    >>> parse("0.81 (±0.02) (+1.2%)")[:2], parse("0.9<sup>1</sup>")[:2]
    ((0.81, 0.02), (0.9, None))
    >>> parse("1,014.45")[0], parse("1,014"), parse("1,014", sure=True)[0]
    (1014.45, None, 1014.0)
    >>> parse("1.8 %")[::2], parse("0.55+0.01")[:2]
    ((1.8, True), (0.55, 0.01))
    >>> parse("1.5.2"), parse("10k")
    (None, None)
    """
    text = text.strip()
    if len(text) > LONGEST_NUMBER:
        return None
    if NUMBER[decimal].fullmatch(text):
        return Parsed(_float(text), more=False)
    plain = _SIGN.sub(lambda found: _SIGNS[found[0]], text)
    plain = _DROPPED.sub("\0", _PART.sub(_apart, _POWER.sub(r"e\1", plain)))
    bare = plain.replace("\0", "").strip()
    if _ABSENT.fullmatch(bare):
        return Parsed(math.nan)
    bare = _THOUSANDS[decimal].sub(lambda found: _ungrouped(found, sure), bare)
    found = _SHAPE[decimal].fullmatch(_PLUS[decimal].sub(r"\1±", bare))
    if found is None or _GLUED.search(plain):
        return None
    number, unit, told, later = found.groups()
    remarks = _REMARKS[decimal].findall(_INTERVAL[decimal].sub("", told))
    if any(_may_be_power(number, sign, remark, unit) for sign, remark, unit in remarks):
        return None
    deviations = _deviations(remarks)
    if len(deviations) > 1:
        return None
    return Parsed(_float(number), deviations[0] if deviations else None, bool(unit or later))


def _ungrouped(found: re.Match[str], sure: bool) -> str:
    """A number without the marks between its thousands, unless its only one may be decimal.

    A single point is in doubt even beside decimal commas, for it is the usual decimal mark.
    """
    mark, more, fraction = found[1], found[2], found[3]
    doubtful = mark in ".," and not (more or fraction or (sure and mark == ","))
    return found[0] if doubtful else found[0].replace(mark, "")


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
    signed = [remark for sign, remark, _ in remarks if "±" in sign]
    fractions = [
        remark
        for sign, remark, unit in remarks
        if "±" not in sign and not unit and re.match(r"[0-9]*+(?:[.,]|[0-9.,]*+[eE])", remark)
    ]
    return [_float(remark) for remark in signed or fractions if remark != "nan"]


def _float(text: str) -> float:
    return float(text.replace(",", "."))


def is_bold(text: str) -> bool:
    r"""Whether a cell is written with the bold type of LaTeX, Markdown or HTML.

    Examples
    --------
    >>> is_bold(r"\textbf{0.9} $\pm$ 0.1"), is_bold("**0.9**"), is_bold("0.9*")
    (True, True, False)
    """
    return _BOLD.search(text) is not None


def is_nearly(text: str, decimal: str) -> bool:
    """Whether a text is a number in another notation than that of its table.

    Examples
    --------
    >>> [is_nearly(text, ".") for text in ("0,81", "1,234", "1.5.2", "2020-01-02")]
    [True, True, False, False]
    """
    short = len(text) <= LONGEST_NUMBER
    patterns = _GROUPED[decimal], NUMBER[OTHER[decimal]]
    return short and any(pattern.fullmatch(text) for pattern in patterns)


def remedy(text: str, decimal: str) -> str:
    """Say what is wrong with a text that should be a number, and how to mend it."""
    number, other = NUMBER[decimal], OTHER[decimal]
    if len(text) > LONGEST_NUMBER:
        return (
            f"a cell of {len(text)} characters, more than the {LONGEST_NUMBER} that a number may "
            "have; make sure that every cell ends where it should, and write a number"
        )
    if _INFINITE.fullmatch(text):
        return "an infinite value; replace it by a finite number"
    if number.fullmatch(text):
        if math.isinf(_float(text)):
            return TOO_LARGE
        return "a plain number among percentages; write all of them with the sign, or none"
    if _GROUPED[decimal].fullmatch(text):
        plain = re.sub(rf"[^0-9{re.escape(decimal)}+-]", "", text)
        told = f"with a thousands separator; write {plain}"
        if not NUMBER[other].fullmatch(text):
            return told
        option = Option("decimal", other)
        return Message(
            f"{told}, or read the table with ", option, f" if {other!r} is the decimal mark"
        )
    if NUMBER[other].fullmatch(text):
        return Message(
            f"but the decimal mark of this table is {decimal!r}; write "
            f"{text.replace(other, decimal)}, or read the table with ",
            Option("decimal", other),
            " if all its numbers are written so",
        )
    if text.endswith("%") and number.fullmatch(text[:-1].strip()):
        return (
            f"a percentage among plain numbers; write {text[:-1].strip()} without the sign, or all "
            "of them with it"
        )
    if text.casefold() in ("true", "false"):
        return "a truth value; write a number"
    if all(map(number.fullmatch, text.split())):
        return "several numbers in one cell; give each a cell of its own"
    begun = number.match(text)
    if begun and any(char.isnumeric() or char == "_" for char in text[begun.end() :]):
        return "which is not one plain number; write it out in decimal digits, such as 31 or 3.1e1"
    if begun:
        return (
            "a number with something after it; write numbers alone, in one unit in the whole table"
        )
    return "which is not a number; write a number, or leave the cell empty if it is missing"
