"""One escaper a format: a label comes out as itself, never as markup.

What a format cannot show is shown by its code point in brackets, such as [U+0007].
"""

from __future__ import annotations

import html
import re
import unicodedata

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
