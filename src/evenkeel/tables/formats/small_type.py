"""Raised, lowered and small parts of a cell, which stay apart from what stands before them.

A reader of a format puts signs around such parts, `marked`, and where type changes, `BOUNDARY`;
`set_apart` writes the cell as plain text. Beside a number a part is a rank, a note or a deviation:
``0.9 ^1``, ``80 _13``, ``81 (14)``. In a name it is written as in formulas, ``New^a``, ``F_1``, and
the mark of a footnote is left out.
"""

from __future__ import annotations

import re

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
