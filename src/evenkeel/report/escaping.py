"""One escaper a format: a label comes out as itself, never as markup."""

from __future__ import annotations

import html
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
}
_MARKDOWN = set("\\`*_{}[]()#+-.!|<>~$&")


def escape_latex(text: str) -> str:
    r"""Escape text for LaTeX; characters beyond Latin-1 stay, see `beyond_pdflatex`.

    Examples
    --------
    >>> escape_latex(r"50% of C4.5_cf & ~x^2")
    '50\\% of C4.5\\_cf \\& \\textasciitilde{}x\\textasciicircum{}2'
    """
    return "".join(_LATEX.get(character, character) for character in printable(text))


def beyond_pdflatex(text: str) -> list[str]:
    """Characters of `text` that pdflatex with T1 fonts does not know, in order, each once."""
    return sorted({character for character in text if ord(character) > 0x17F})


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
    """Show control characters by their picture instead of letting them act.

    Line breaks and tabs become spaces; other control characters become the replacement
    character; the characters that override the direction of the text around them do too.

    Examples
    --------
    >>> printable("two" + chr(10) + "lines" + chr(0))
    'two lines\ufffd'
    """
    return "".join(_printable(character) for character in text)


def _printable(character: str) -> str:
    if character in "\n\r\t":
        return " "
    if unicodedata.category(character) in ("Cc", "Cs") or character in _OVERRIDES:
        return "\ufffd"
    return character


_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
