r"""The text of a cell of a LaTeX table: what is printed, without how.

Decorations that change no number (bold, colours, citations, footnotes) are taken away. A command
that is not known stays, so that the cell is told to be no number.
"""

from __future__ import annotations

import re
import unicodedata

_SHOWN = """
    textbf textit emph underline uline ul hl mathbf mathit mathrm mathsf mathtt textrm textsc
    texttt textsf textnormal text mbox boldsymbol bm num makecell thead shortstack
    textsuperscript ensuremath fbox cellfont
"""
_HIDDEN = """
    cellcolor color cite citep citet citeauthor parencite textcite autocite label footnote
    footnotemark tnote vspace hspace phantom hphantom vphantom rule fontsize
"""
_SWITCHES = """
    bfseries itshape scshape ttfamily bf it em sc rm sf tt tiny scriptsize footnotesize small
    normalsize large Large centering raggedright raggedleft displaystyle hfill par newline left
    right relax xspace
"""
_SYMBOLS = {
    "pm": " ± ", "dagger": "†", "ddagger": "‡", "ast": "*", "star": "*", "dag": "†", "ddag": "‡",
    "S": "§", "P": "¶", "cdot": "·", "times": "×", "alpha": "α", "beta": "β", "gamma": "γ",
    "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "lambda": "λ", "mu": "μ", "nu": "ν",
    "sigma": "σ", "theta": "θ", "tau": "τ", "phi": "φ", "rho": "ρ", "ell": "ℓ", "infty": "∞",
    "textpm": " ± ", "textbackslash": "\\", "textasciitilde": "~", "textunderscore": "_",
    "ldots": "...", "dots": "...", "quad": " ", "qquad": " ", "ss": "ß", "o": "ø", "aa": "å",
    "textendash": "-", "textemdash": "-", "textminus": "-", "uparrow": "", "downarrow": "",
}  # fmt: skip
_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "v": "\u030c", "u": "\u0306", "c": "\u0327", "H": "\u030b",
}  # fmt: skip
_DEPTH = 12  # commands within commands

_OPTIONAL = r"\*?(?:\s*+\[[^\[\]]*+\])*+\s*+"
_SHOWN_COMMAND = re.compile(rf"\\(?:{'|'.join(_SHOWN.split())}){_OPTIONAL}\{{([^{{}}]*+)\}}")
_HIDDEN_COMMAND = re.compile(rf"~?\\(?:{'|'.join(_HIDDEN.split())}){_OPTIONAL}\{{[^{{}}]*+\}}")
_COLOURED = re.compile(
    rf"\\(?:textcolor|colorbox|rotatebox|raisebox|resizebox){_OPTIONAL}"
    r"\{[^{}]*+\}(?:\{[!]\})?\s*+\{([^{}]*+)\}"
)
_SWITCH = re.compile(rf"\\(?:{'|'.join(_SWITCHES.split())})(?![A-Za-z])\s*+")
_SYMBOL = re.compile(rf"\\({'|'.join(_SYMBOLS)})(?![A-Za-z])(?:\{{\}})?\s*+")
_ACCENT = re.compile(r"\\(?:(['`^\"~=.])\s*+\{?\\?([A-Za-z])\}?|([vucH])\s*+\{([A-Za-z])\})")
_POWER = re.compile(r"([0-9.])\s*+[×·]\s*+10\s*+\^\s*+\{?\s*+([+-]?)\s*+([0-9]++)\s*+\}?")
_RAISED = re.compile(r"[\^_]\s*+\{?\s*+([±†‡*§¶][^{}]*+)\}?")
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
    """
    if not _MARKED.search(cell):
        return " ".join(cell.split())
    cell = _ACCENT.sub(_accented, cell)
    cell = _SYMBOL.sub(lambda match: _SYMBOLS[match[1]], cell)
    for _ in range(_DEPTH):
        before = cell
        cell = _COLOURED.sub(r"\1", _HIDDEN_COMMAND.sub("", cell))
        cell = _SHOWN_COMMAND.sub(r"\1", cell)
        if cell == before:
            break
    cell = _SWITCH.sub("", cell)
    cell = re.sub(r"\\[,;:! ]", " ", cell).replace("~", " ")
    cell = re.sub(r"(?<!\\)\$", "", cell)
    cell = _POWER.sub(r"\1e\2\3", cell)
    cell = _RAISED.sub(r" \1" if "±" in cell else r"\1", cell)
    cell = re.sub(r"(?<!\\)[{}]", "", cell)
    cell = re.sub(r"\\([%_&#${}])", r"\1", cell)
    return " ".join(cell.split())


def _accented(match: re.Match[str]) -> str:
    accent, letter = (match[1], match[2]) if match[1] else (match[3], match[4])
    return unicodedata.normalize("NFC", letter + _ACCENTS[accent])
