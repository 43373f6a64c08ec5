"""Remarks as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evenkeel.errors import Message, Option


def sentence(remark: str) -> str:
    """A remark with a capital letter at the start and a full stop at the end.

    Examples
    --------
    >>> sentence("two problems are tied"), sentence("Holm's levels.")
    ('Two problems are tied.', "Holm's levels.")
    """
    first, *rest = remark.parts if isinstance(remark, Message) else (remark,)
    if not isinstance(first, Option):
        first = f"{first[:1].upper()}{first[1:]}"
    return Message(first, *rest, "" if remark.endswith(".") else ".")


def joined(texts: Iterable[str], between: str = " ") -> str:
    """Texts one after the other; the options that messages among them name stay options."""
    parts = [part for text in texts for part in (between, text)]
    return Message(*parts[1:])


def series(items: Sequence[str]) -> str:
    """Join items as English does: ``a``, ``a and b``, ``a, b and c``."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
