"""The names of the columns of a pasted table, for choosing what each of them holds."""

from __future__ import annotations

from evenkeel.errors import InputError
from evenkeel.tables.parsing.dialect import detect

_HEAD = 20_000  # characters that are looked at
_MOST = 60  # columns that are listed


def columns_of(text: str) -> tuple[str, ...]:
    r"""The names in the first line, or nothing if the text is no table of columns.

    Examples
    --------
    >>> columns_of("data;method;acc\niris;SVM;0.9\n")
    ('data', 'method', 'acc')
    """
    try:
        _, rows = detect(text[:_HEAD], "auto", "auto", "the table")
    except InputError:
        return ()
    cells = rows[0].cells if rows else ()
    names = tuple(dict.fromkeys(cell.strip() for cell in cells if cell.strip()))
    return names if 1 < len(names) <= _MOST else ()
