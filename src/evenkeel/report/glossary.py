"""The terms that the page explains: general ones, and one for every registered method."""

from __future__ import annotations

from collections.abc import Iterator

from evenkeel.adjustments.registry import ADJUSTMENTS
from evenkeel.omnibus.registry import OMNIBUS
from evenkeel.ranks.registry import RANKINGS
from evenkeel.words.glossary import GENERAL, Term


def terms() -> tuple[Term, ...]:
    """All terms, each with the spellings in which reports have it."""
    return (*GENERAL, *_methods())


def _methods() -> Iterator[Term]:
    for test in OMNIBUS:
        yield Term(test.name, (test.title,), test.meaning)
    for ranking in RANKINGS:
        yield Term(f"{ranking.name}-ranks", (f"{ranking.title} rank",), ranking.meaning)
    for procedure in ADJUSTMENTS:
        yield Term(procedure.name, (procedure.title,), procedure.meaning)
