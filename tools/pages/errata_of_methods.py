"""Which errata of the source documents touch which method, by the names that stand in them.

What an erratum touches says it; where it stands only if that names no method: a p-value of Li's
procedure is printed below the heading of Friedman's ranks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evenkeel.claims.reproduction.registry import Erratum, errata
from pages.errata import evidence
from pages.method import Method


def errata_of(methods: Sequence[Method]) -> dict[str, list[Erratum]]:
    """The errata of each method by its place; a longer name goes before one that is in it."""
    names = sorted({name for method in methods for name in method.errata}, key=len, reverse=True)
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b", re.IGNORECASE)
    shown = evidence()
    named = {
        erratum: _names(pattern, shown[number]["touches"]) or _names(pattern, erratum.where)
        for number, erratum in errata().items()
    }
    return {
        method.place: [
            erratum
            for erratum, found in named.items()
            if found & {name.lower() for name in method.errata}
        ]
        for method in methods
    }


def _names(pattern: re.Pattern[str], text: str) -> set[str]:
    return {name.lower() for name in pattern.findall(_as_titles(text))}


def _as_titles(text: str) -> str:
    """Names as titles have them: Iman-Davenport for Iman and Davenport's."""
    return text.replace("'s", "").replace(" and ", "-")
