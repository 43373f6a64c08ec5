"""Why a text is no number, and how to mend it without changing what was meant.

A message names the number to keep only where the rest is surely an addition to it: a deviation, a
rank in brackets, a mark of significance. Of 0x1F, 1_0, 1.5.2 or 10k no part is the number.

Every pattern gives back nothing that it took (``++``, ``*+``), so that each text is looked at a
fixed number of times, whatever it holds.
"""

from __future__ import annotations

import re

# Characters of a number; the longest exact decimal of a float64 has 1077, that of -5e-324.
LONGEST_NUMBER = 2_000

NUMBER = {
    ".": re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?"),
    ",": re.compile(r"[+-]?(?:[0-9]++(?:,[0-9]*+)?|,[0-9]++)(?:[eE][+-]?[0-9]++)?"),
}
TOO_LARGE = "beyond the largest number, about 1.8e308; replace it by a finite number"

_INFINITE = re.compile(r"[+-]?(?:inf(?:inity)?|∞)", re.IGNORECASE)
_GROUPED = {
    ".": re.compile(r"[+-]?[0-9]{1,3}(?:[, '_\u00a0\u202f][0-9]{3})++(?:\.[0-9]++)?"),
    ",": re.compile(r"[+-]?[0-9]{1,3}(?:[. '_\u00a0\u202f][0-9]{3})++(?:,[0-9]++)?"),
}
_DEVIATION = re.compile(r"(?:±|\+/?-|\\pm)\s*+(.++)")
_BRACKETS = re.compile(r"[(\[]([^()\[\]]*+)[)\]]")
_MARKS = re.compile("[*†‡§¶]++")


def remedy(text: str, decimal: str) -> str:
    """Say what is wrong with a text that should be a number, and how to mend it."""
    number, other = NUMBER[decimal], "," if decimal == "." else "."
    minus = text.replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    if len(text) > LONGEST_NUMBER:
        return (
            f"a cell of {len(text)} characters, more than the {LONGEST_NUMBER} that a number may "
            "have; make sure that every cell ends where it should, and write a number"
        )
    if _INFINITE.fullmatch(text):
        return "an infinite value; replace it by a finite number"
    if number.fullmatch(text):
        return TOO_LARGE
    if _GROUPED[decimal].fullmatch(text):
        plain = re.sub(rf"[^0-9{re.escape(decimal)}+-]", "", text)
        return f"with a thousands separator; write {plain}" + (
            f", or read the table with decimal={other!r} if {other!r} is the decimal mark"
            if NUMBER[other].fullmatch(text)
            else ""
        )
    if NUMBER[other].fullmatch(text):
        return (
            f"but the decimal mark of this table is {decimal!r}; write "
            f"{text.replace(other, decimal)}, or read the table with decimal={other!r} if all its "
            "numbers are written so"
        )
    if text.endswith("%") and number.fullmatch(text[:-1].strip()):
        return f"a percentage; write {text[:-1].strip()} without the sign, in the whole table"
    if minus != text and number.fullmatch(minus):
        return f"with a typographic minus sign; write {minus}"
    if text.casefold() in ("true", "false"):
        return "a truth value; write a number"
    if all(map(number.fullmatch, text.split())):
        return "several numbers in one cell; give each a cell of its own"
    begun = number.match(text)
    if begun:
        return _remedy_of_rest(begun[0], text[begun.end() :].strip(), number)
    return "which is not a number; write a number, or leave the cell empty if it is missing"


def _remedy_of_rest(kept: str, rest: str, number: re.Pattern[str]) -> str:
    """Say what to do with a text that begins with a number and goes on with `rest`."""
    deviation, remark = _DEVIATION.fullmatch(rest), _BRACKETS.fullmatch(rest)
    if deviation and number.fullmatch(deviation[1]):
        return f"a number with a deviation; keep {kept} alone"
    if remark and number.fullmatch(remark[1].strip()) and remark[1].strip()[0] not in "+-":
        return f"a number with a remark; keep {kept} alone"
    if _MARKS.fullmatch(rest):
        return f"a number with a mark after it; keep {kept} alone"
    if any(char.isnumeric() or char == "_" for char in rest):
        return "which is not one plain number; write it out in decimal digits, such as 31 or 3.1e1"
    return "a number with something after it; write numbers alone, in one unit in the whole table"
