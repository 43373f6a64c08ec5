"""Remarks as sentences."""

from __future__ import annotations

from collections.abc import Sequence


def sentence(remark: str) -> str:
    """A remark with a capital letter at the start and a full stop at the end.

    Examples
    --------
    >>> sentence("two problems are tied"), sentence("Holm's levels.")
    ('Two problems are tied.', "Holm's levels.")
    """
    stop = "" if remark.endswith(".") else "."
    return f"{remark[:1].upper()}{remark[1:]}{stop}"


def series(items: Sequence[str]) -> str:
    """Join items as English does: ``a``, ``a and b``, ``a, b and c``."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
