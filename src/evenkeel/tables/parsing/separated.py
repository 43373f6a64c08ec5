"""Text tables: cells that neither a reader nor a spreadsheet misunderstands.

A spreadsheet takes a cell that begins with =, +, - or @ for a formula, in quotation marks or not. A
label that it would take for one is written with an apostrophe before it, as one marks text in a
spreadsheet; without that apostrophe it is the label again. Numbers are never marked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_PLAIN = re.compile(r'[^\s#",;|](?:[^\t\r\n",;|]*[^\s",;|])?')  # needs no quotation marks
_FORMULA = re.compile(r"'*\s*[=+\-@＝＋－＠].", re.DOTALL)
_NUMBER = re.compile(r"[+-]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?")


def separated(cells: Iterable[str | float | None], separator: str = ",") -> str:
    r"""One row: texts, numbers with the digits that give them back, and empty cells.

    Examples
    --------
    >>> separated(["a;b", "=1+1", "-5", -5.0, 0.1, None])
    '"a;b",\'=1+1,-5,-5.0,0.1,\n'
    """
    return separator.join(map(_cell, cells)) + "\n"


def marked(label: str) -> str:
    """Put an apostrophe before a label that a spreadsheet would take for a formula."""
    return f"'{label}" if _is_formula(label) else label


def unmarked(cell: str) -> str:
    """The label that `marked` has made this cell of."""
    return cell[1:] if cell.startswith("'") and _is_formula(cell) else cell


def _is_formula(text: str) -> bool:
    """Whether a text begins as a formula, perhaps after apostrophes, and is no number."""
    return bool(_FORMULA.match(text)) and not _NUMBER.fullmatch(text.lstrip("'"))


def _cell(value: str | float | None) -> str:
    if isinstance(value, float):
        return "" if value != value else float.__repr__(value)
    if isinstance(value, str):
        text = marked(value)
        return text if _PLAIN.fullmatch(text) else '"' + text.replace('"', '""') + '"'
    return "" if value is None else str(value)
