r"""The text of a cell of a LaTeX table: what is printed, without how.

Decorations that change no number (bold, colours, citations) are taken away. Raised, lowered and
small parts and the marks of footnotes stay apart from a number. A command that is not known stays,
so that the cell is told to be no number.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from evenkeel.tables.formats.small_type import (
    BOUNDARY,
    END,
    LOWERED,
    NOTE,
    POWER,
    RAISED,
    SMALL,
    marked,
    set_apart,
    without_signs,
)

_SHOWN = """
    textbf textit emph underline uline ul hl mathbf mathit mathrm mathsf mathtt textrm textsc
    texttt textsf textnormal text mbox makebox boldsymbol bm num makecell thead shortstack
    ensuremath fbox cellfont
"""
_HIDDEN = """
    cellcolor color cite citep citet citeauthor parencite textcite autocite label vspace vphantom
    fontsize
"""
_BLANKS = "hspace phantom hphantom rule"
_PARTS = {
    "textsuperscript": RAISED, "tnote": NOTE, "textsubscript": LOWERED, "tiny": SMALL,
    "scriptsize": SMALL, "footnotesize": SMALL, "small": SMALL,
}  # fmt: skip
_BOXES = {"raisebox": RAISED, "scalebox": SMALL}
_SWITCHES = """
    bfseries itshape scshape ttfamily bf it em sc rm sf tt normalsize large Large centering
    raggedright raggedleft displaystyle left right relax xspace
"""
_SYMBOLS = {
    "pm": " ± ", "dagger": "†", "ddagger": "‡", "ast": "*", "star": "*", "dag": "†", "ddag": "‡",
    "S": "§", "P": "¶", "cdot": "·", "times": "×", "alpha": "α", "beta": "β", "gamma": "γ",
    "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "lambda": "λ", "mu": "μ", "nu": "ν",
    "sigma": "σ", "theta": "θ", "tau": "τ", "phi": "φ", "rho": "ρ", "ell": "ℓ", "infty": "∞",
    "textpm": " ± ", "textbackslash": "\\", "textasciitilde": "~", "textunderscore": "_",
    "ldots": "...", "dots": "...", "quad": " ", "qquad": " ", "ss": "ß", "o": "ø", "aa": "å",
    "textendash": "-", "textemdash": "-", "textminus": "-", "uparrow": "↑", "downarrow": "↓",
    "textdagger": "†", "textdaggerdbl": "‡", "textasteriskcentered": "*", "hfill": " ",
    "par": " ", "newline": " ", "approx": "≈",
}  # fmt: skip
_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "v": "\u030c", "u": "\u0306", "c": "\u0327", "H": "\u030b",
}  # fmt: skip
_DEPTH = 12  # commands within commands

_OPTIONAL = r"\*?(?:\s*+\[[^\[\]]*+\])*+\s*+"
_GROUP = r"\{([^{}]*+)\}"


def _command(names: Iterable[str]) -> str:
    return rf"\\({'|'.join(names)})(?![A-Za-z]){_OPTIONAL}"


_SHOWN_COMMAND = re.compile(_command(_SHOWN.split()) + _GROUP)
_HIDDEN_COMMAND = re.compile("~?" + _command(_HIDDEN.split()) + _GROUP)
_BLANK_COMMAND = re.compile(_command(_BLANKS.split()) + _GROUP)
_PART_COMMAND = re.compile(_command(_PARTS) + _GROUP)
_PART_NAME = rf"\\({'|'.join(_PARTS)})(?![A-Za-z])"
_PART_GROUP = re.compile(
    rf"\{{([^{{}}\\]*+(?:(?!{_PART_NAME})\\[^{{}}\\]*+)*+){_PART_NAME}\s*+([^{{}}]*+)\}}"
)
_PART_SWITCH = re.compile(rf"\\({'|'.join(_PARTS)})(?![A-Za-z])\s*+([^{END}]*+)")
_BOX = re.compile(_command(_BOXES) + rf"{_GROUP}(?:\s*+\[[^\[\]]*+\])*+\s*+{_GROUP}")
_FOOTNOTE = re.compile(_command(("footnote", "tablefootnote")) + _GROUP)
_FOOTNOTE_MARK = re.compile(r"\\footnotemark(?![A-Za-z])(?:\[([^\[\]]*+)\]|\{[^{}]*+\})?")
_COLOURED = re.compile(
    rf"\\(?:textcolor|colorbox|rotatebox|resizebox){_OPTIONAL}"
    r"\{[^{}]*+\}(?:\{[!]\})?\s*+\{([^{}]*+)\}"
)
_SWITCH = re.compile(rf"\\(?:{'|'.join(_SWITCHES.split())})(?![A-Za-z])\s*+")
_SYMBOL = re.compile(rf"\\({'|'.join(_SYMBOLS)})(?![A-Za-z])(?:\{{\}})?\s*+")
_ACCENT = re.compile(r"\\(?:(['`^\"~=.])\s*+\{?\\?([A-Za-z])\}?|([vucH])\s*+\{([A-Za-z])\})")
_WHOLE_POWER = re.compile(r"(?<![0-9.,])([0-9]++)\s*+\^\s*+(?:\{\s*+([+-]?[0-9]++)\s*+\}|([0-9]))")
_HAT = "\x07"  # of a power, which stays
_SCRIPT = re.compile(r"(?<!\\)([\^_])\s*+(?:\{([^{}]*+)\}|([^\s{}\\$]))")
# A group that is no argument: a command that stays keeps what is in its braces.
_PLAIN_GROUP = re.compile(
    r"(\\[A-Za-z]++\*?(?:\s*+\[[^\[\]]*+\])*+(?:\s*+\{[^{}]*+\})++|[\^_]\s*+\{[^{}]*+\}|\\.)"
    rf"|{_GROUP}",
    re.DOTALL,
)
_ARROW = re.compile(r"[↑↓](?!\s*+\$?\s*+[+-]?[0-9.])")
_MARKED = re.compile(r"[\\{}$~^_]")


def plain_text(cell: str) -> str:
    r"""What a cell prints.

    Examples
    --------
    >>> plain_text(r" $\mathbf{0.81} \pm 0.02$ ")
    '0.81 ± 0.02'
    >>> plain_text(r"C4.5~\cite{quinlan}")
    'C4.5'
    >>> plain_text(r"$1.2\times 10^{-3}$")
    '1.2e-3'
    >>> plain_text(r"95\textsuperscript{2}"), plain_text(r"81{\tiny 14}")
    ('95 ^2', '81 (14)')
    """
    cell = without_signs(cell).replace(_HAT, " ")
    if not _MARKED.search(cell):
        return " ".join(cell.split())
    cell = _ACCENT.sub(_accented, cell)
    cell = _ARROW.sub("", _SYMBOL.sub(lambda match: _SYMBOLS[match[1]], cell))
    for _ in range(_DEPTH):
        before = cell
        cell = _without_groups(_without_commands(_with_parts(cell)))
        if cell == before:
            break
    cell = _PART_SWITCH.sub(lambda found: marked(_PARTS[found[1]], found[2]), cell)
    cell = _SWITCH.sub(BOUNDARY, cell)
    cell = re.sub(r"\\[,;:! ]", " ", cell).replace("~", " ")
    cell = re.sub(r"(?<!\\)\$", "", cell)
    cell = re.sub(r"(?<!\\)[{}]", "", cell)
    cell = re.sub(r"\\([%_&#${}])", r"\1", cell)
    return set_apart(cell.replace(_HAT, "^"))


def _with_parts(cell: str) -> str:
    """Put signs around what is raised, lowered or small."""
    cell = POWER.sub(r"\1e\2\3", cell)
    cell = _WHOLE_POWER.sub(lambda found: f"{found[1]}{_HAT}{found[2] or found[3]}", cell)
    cell = _SCRIPT.sub(_script, cell)
    cell = _FOOTNOTE_MARK.sub(lambda found: marked(NOTE, found[1] or "*"), cell)
    cell = _FOOTNOTE.sub(marked(NOTE, "*"), cell)
    cell = _BOX.sub(lambda found: marked(_BOXES[found[1]], found[3]), cell)
    cell = _PART_GROUP.sub(_part_of_group, cell)
    return _PART_COMMAND.sub(lambda found: marked(_PARTS[found[1]], found[2]), cell)


def _part_of_group(found: re.Match[str]) -> str:
    return f"{{{found[1]}{marked(_PARTS[found[3]], found[4])}}}"


def _script(found: re.Match[str]) -> str:
    part = found[3] if found[2] is None else found[2]
    return marked(RAISED if found[1] == "^" else LOWERED, part)


def _without_commands(cell: str) -> str:
    """Take away what changes no number, but note where the type changes."""
    cell = _BLANK_COMMAND.sub(" ", _HIDDEN_COMMAND.sub(BOUNDARY, cell))
    cell = _COLOURED.sub(rf"{BOUNDARY}\1{BOUNDARY}", cell)
    return _SHOWN_COMMAND.sub(rf"{BOUNDARY}\2{BOUNDARY}", cell)


def _without_groups(cell: str) -> str:
    return _PLAIN_GROUP.sub(lambda found: found[1] or found[2], cell)


def _accented(match: re.Match[str]) -> str:
    accent, letter = (match[1], match[2]) if match[1] else (match[3], match[4])
    return unicodedata.normalize("NFC", letter + _ACCENTS[accent])
