"""Which errata of the source documents touch which method, by the names that stand in them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evenkeel.reproduction.stored import Erratum, errata
from pages.method import Method


def errata_of(methods: Sequence[Method]) -> dict[str, list[Erratum]]:
    """The errata of each method by its place; a longer name goes before one that is in it."""
    names = sorted({name for method in methods for name in method.errata}, key=len, reverse=True)
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b", re.IGNORECASE)
    named = {
        erratum: {name.lower() for name in pattern.findall(erratum.where)}
        for erratum in errata().values()
    }
    return {
        method.place: [
            erratum
            for erratum, found in named.items()
            if found & {name.lower() for name in method.errata}
        ]
        for method in methods
    }
