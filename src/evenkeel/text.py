"""Numbers, remarks and labels as text, the same for every report, page and picture."""

from __future__ import annotations

import html
import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal

from evenkeel.errors import Message, Option

# The one place where numbers become text, for every report format.


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


def attained_percent(level: float) -> str:
    """A level that is attained, to a tenth of a percent and rounded down: no more is.

    Examples
    --------
    >>> attained_percent(0.9375), attained_percent(0.95)
    ('93.7%', '95.0%')
    """
    return f"{math.floor(1000 * level + 1e-6) / 10:.1f}%"


def promised(confidence: float, held: float, pairs: int) -> str:
    """What intervals of so many pairs promise together, or of one: no more than is held.

    Examples
    --------
    >>> promised(0.95, 0.96, 3), promised(0.95, 0.8125, 3)
    ('95% for all 3 together', '81.2% for all 3 together, for 95% there are too few problems')
    """
    whom = f"for all {pairs} together" if pairs > 1 else "each"
    if held > confidence - 1e-12:
        return f"{percent(confidence)} {whom}"
    told = attained_percent(held) if held > 0 else "no confidence"
    return f"{told} {whom}, for {percent(confidence)} there are too few problems"


def places(low: int, high: int, to: str = " to ") -> str:
    """The places from one to another; one place by itself.

    Examples
    --------
    >>> places(2, 4), places(5, 5)
    ('2 to 4', '5')
    """
    return f"{low}" if low == high else f"{low}{to}{high}"


# Remarks as sentences.


def sentence(remark: str) -> str:
    """A remark with a capital letter at the start and a full stop at the end.

    Examples
    --------
    >>> sentence("two problems are tied"), sentence("Holm's levels.")
    ('Two problems are tied.', "Holm's levels.")
    """
    first, *rest = remark.parts if isinstance(remark, Message) else (remark,)
    if not isinstance(first, Option):
        first = f"{first[:1].upper()}{first[1:]}"
    return Message(first, *rest, "" if remark.endswith(".") else ".")


def joined(texts: Iterable[str], between: str = " ") -> str:
    """Texts one after the other; the options that messages among them name stay options."""
    parts = [part for text in texts for part in (between, text)]
    return Message(*parts[1:])


def count_of(number: int, word: str) -> str:
    """``1 benchmark``, ``2 benchmarks``."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def series(items: Sequence[str], most: int | None = None, what: str = "") -> str:
    """Join items as English does, beyond `most` of them with the number of the others.

    Examples
    --------
    >>> series(["a"]), series(["a", "b", "c"]), series(["a", "b", "c"], 1, "pair")
    ('a', 'a, b and c', 'a and 2 more pairs')
    """
    rest = len(items) - (len(items) if most is None else most)
    if rest > 0:
        more = f"{rest} more" + (f" {what}{'s' * (rest > 1)}" if what else "")
        items = [*items[:most], more]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


# One escaper a format: a label comes out as itself, never as markup.
#
# What a format cannot show is shown by its code point in brackets, such as [U+0007].


_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": r"{-}",  # no ligature makes a dash of two hyphens
    "[": r"{[}",  # no option, if it comes after the end of a row
    "]": r"{]}",
    "*": r"{*}",
}
# Symbols that LaTeX sets in mathematics.
_GREEK = """
    αalpha βbeta γgamma δdelta εvarepsilon ζzeta ηeta θtheta ιiota κkappa λlambda μmu νnu ξxi πpi
    ρrho σsigma τtau υupsilon φvarphi χchi ψpsi ωomega ΓGamma ΔDelta ΘTheta ΛLambda ΞXi ΠPi ΣSigma
    ΥUpsilon ΦPhi ΨPsi ΩOmega
"""
_SIGNS = "≤le ≥ge ≠ne ≈approx →rightarrow ←leftarrow ∞infty ∈in"
_LATEX |= {word[0]: rf"\ensuremath{{\{word[1:]}}}" for word in f"{_GREEK} {_SIGNS}".split()} | {
    "−": r"\ensuremath{-}"
}
# Beside ASCII, pdflatex with T1 fonts knows most of Latin-1 and Latin Extended-A, and this.
_NOT_IN_T1 = "\xad\xb8ĦħĸĿŀŉŦŧſ"
_IN_T1 = {chr(code) for code in range(0xA0, 0x180)} - set(_NOT_IN_T1)
_IN_T1 |= set("ȘșȚț–—‘’‚“”„†‡•…‰‹›€™")

#: Sets a character that the font has, or else its code point; pdflatex has no font for it.
LATEX_CHARACTER = (
    r"\providecommand{\evenkeelcharacter}[2]{\ifdefined\Umathcode"
    r"\iffontchar\font`#2 #2\else[U+#1]\fi\else[U+#1]\fi}"
)

_MARKDOWN = set("\\`*_{}[]()#+-.!|<>~$&")
# They change the direction of the text around them (the property Bidi_Control of Unicode).
_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def escape_latex(text: str) -> str:
    r"""Escape text for LaTeX; it needs T1 fonts, and `LATEX_CHARACTER` where it uses it.

    Examples
    --------
    >>> escape_latex(r"50% of C4.5_cf & ~x^2")
    '50\\% of C4.5\\_cf \\& \\textasciitilde{}x\\textasciicircum{}2'
    >>> escape_latex("算")
    '\\evenkeelcharacter{7B97}{算}'
    """
    escaped = "".join(_latex(character) for character in printable(text))
    return re.sub(",(?=,)", ",{}", escaped)  # no ligature makes a quotation mark of two commas


def latex_definitions(latex: str) -> list[str]:
    """What must stand before a piece of LaTeX that uses it: `LATEX_CHARACTER`, or nothing."""
    return [LATEX_CHARACTER] if r"\evenkeelcharacter" in latex else []


def escape_html(text: str) -> str:
    """Escape text for HTML, in content and in attributes."""
    return html.escape(printable(text))


def escape_markdown(text: str) -> str:
    r"""Escape text for Markdown, tables included.

    Examples
    --------
    >>> escape_markdown("a|b_c")
    'a\\|b\\_c'
    """
    flat = printable(text)
    return "".join(f"\\{c}" if c in _MARKDOWN else c for c in flat)


def printable(text: str) -> str:
    """Show control characters by their code points instead of letting them act.

    Line breaks and tabs become spaces. Characters that change the direction of the text around
    them are shown by their code points too, and so are halves of surrogate pairs and the code
    points that stand for no character, which a file need not hold.

    Examples
    --------
    >>> printable("two" + chr(10) + "lines" + chr(0))
    'two lines[U+0000]'
    """
    if text.isascii() and text.isprintable():  # as nearly every cell is
        return text
    return "".join(_printable(character) for character in text)


def codepoint(character: str) -> str:
    """The code point of a character in brackets."""
    return f"[U+{ord(character):04X}]"


def _printable(character: str) -> str:
    if character in "\n\r\t":
        return " "
    if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in _DIRECTIONS:
        return codepoint(character)
    code = ord(character)
    return codepoint(character) if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code < 0xFDF0 else character


def _latex(character: str) -> str:
    if character in _LATEX:
        return _LATEX[character]
    if character.isascii() or character in _IN_T1:
        return character
    return rf"\evenkeelcharacter{{{ord(character):04X}}}{{{character}}}"
