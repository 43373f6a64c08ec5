"""What a cell of a paper's table prints: small type apart, LaTeX as text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

# Raised, lowered and small parts of a cell, which stay apart from what stands before them.
#
# A reader of a format puts signs around such parts, `marked`, and where type changes, `BOUNDARY`;
# `set_apart` writes the cell as plain text. Beside a number a part is a rank, a note or a
# deviation: ``0.9 ^1``, ``80 _13``, ``81 (14)``. In a name it is written as in formulas, ``New^a``,
# ``F_1``, and the mark of a footnote is left out.


RAISED, LOWERED, SMALL, NOTE, END, BOUNDARY = "\x01", "\x02", "\x03", "\x04", "\x05", "\x06"

_SIGNS = re.compile("[\x01-\x06]")
_PIECE = re.compile("[\x01-\x05]|[^\x01-\x05]++")
_GLUE = re.compile("(?<=[0-9.,])\x06++(?=[0-9.,])")
POWER = re.compile(r"([0-9.])\s*+[×·]\s*+10\s*+\^\s*+\{?\s*+([+-]?)\s*+([0-9]++)\s*+\}?")
# A number, with all that may stand beside one; no word.
_RESULT = re.compile(r"(?:[^\w.,]|_)*+[.,]?[0-9](?:[\W\d_]|[eE](?=[+-]?[0-9]))*+")
_TEN = re.compile(r"(?:.*[^0-9.,])?10\s*+", re.DOTALL)
_WHOLE = re.compile("[+\N{MINUS SIGN}-]?[0-9]++")
_MARKS = re.compile(r"[*†‡§¶•◦°▲▼△▽↑↓≈\s]++")
_LONGEST = 200  # characters of a number with all that stands beside it
_OUTCOME = re.compile(r"[+=-]")  # of a test
_OPENS = ("±", "(", "[")  # parts that are apart by themselves


def without_signs(text: str) -> str:
    """A text of the user's, in which the signs mean nothing."""
    return _SIGNS.sub(" ", text)


def marked(sign: str, part: str) -> str:
    """A part with the signs around it."""
    return f"{sign}{part}{END}"


def set_apart(text: str) -> str:
    """The plain text of a cell with signs.

    Examples
    --------
    >>> set_apart("0.9" + marked(RAISED, "1")), set_apart("New" + marked(RAISED, "a"))
    ('0.9 ^1', 'New^a')
    >>> set_apart("81" + marked(SMALL, "14")), set_apart(marked(SMALL, "0.9"))
    ('81 (14)', '0.9')
    """
    text = _GLUE.sub(" ", text).replace(BOUNDARY, "")
    if _SIGNS.search(text):
        text = _joined(text)
    text = POWER.sub(r"\1e\2\3", text)
    return " ".join(text.split())


def _joined(text: str) -> str:
    pieces, last = list[str](), ""
    begun, start = False, ""  # all pieces as one text, or so many that they are no number
    for sign, part in _parts(text):
        if not part.strip():
            piece = part
        elif not sign:
            piece = " " * (bool(last) and _may_stick(start, part)) + part
        elif not begun:
            piece = _before_all(sign, part)
        else:
            number = _is_result(start)
            piece = _beside_number(start, sign, part) if number else _in_name(sign, part)
        pieces.append(piece)
        begun = begun or bool(piece.strip())
        start += piece if len(start) <= _LONGEST else ""
        last = sign
    return "".join(pieces)


def _parts(text: str) -> list[tuple[str, str]]:
    """The parts of a text, each with its sign; what is within another part belongs to it."""
    parts, signs = list[tuple[str, str]](), list[str]()
    for piece in _PIECE.findall(text):
        if piece == END:
            del signs[-1:]
        elif piece in (RAISED, LOWERED, SMALL, NOTE):
            signs.append(piece)
        else:
            parts.append((signs[0] if signs else "", piece))
    return parts


def _is_result(text: str) -> bool:
    return len(text) <= _LONGEST and _RESULT.fullmatch(text) is not None


def _may_stick(done: str, part: str) -> bool:
    """Whether a text after a part would be read as one with it."""
    return _is_result(done) and (part[0].isalnum() or part[0] in ".,")


def _is_apart(part: str) -> bool:
    return part.lstrip().startswith(_OPENS) or _MARKS.fullmatch(part) is not None


def _before_all(sign: str, part: str) -> str:
    if sign == SMALL or _is_apart(part):
        return part
    return "" if sign == NOTE else f"{_written(sign, part)} "


def _beside_number(done: str, sign: str, part: str) -> str:
    if _MARKS.fullmatch(part):
        return part
    if _is_apart(part) or _OUTCOME.fullmatch(part.strip()):
        return f" {part}"
    if sign == RAISED and _TEN.fullmatch(done) and _WHOLE.fullmatch(part.strip()):
        return "^" + part.strip().replace("\N{MINUS SIGN}", "-")  # a power
    return f" {_written(sign, part)}"


def _in_name(sign: str, part: str) -> str:
    if sign == NOTE:
        return ""
    if _MARKS.fullmatch(part):
        return part
    if sign == SMALL:  # capitals may be those of small capitals
        return part if part[0].isupper() else f" {part}"
    return _written(sign, part)


def _written(sign: str, part: str) -> str:
    part = part.strip()
    return {LOWERED: f"_{part}", SMALL: f"({part})"}.get(sign, f"^{part}")


# The text of a cell of a LaTeX table: what is printed, without how.
#
# Decorations that change no number (bold, colours, citations) are taken away. Raised, lowered and
# small parts and the marks of footnotes stay apart from a number. A command that is not known
# stays, so that the cell is told to be no number.


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
