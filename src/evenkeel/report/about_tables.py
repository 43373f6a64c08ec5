"""What a report says about the table itself, before any test: what was left out, what is odd."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evenkeel.report.document import Block, Column, Notice, Table
from evenkeel.tables.origin import Origin
from evenkeel.tables.results import Results
from evenkeel.words.sentences import sentence, series

_NAMED = 20  # problems that the notice names; the table has all
_SOME = 3  # algorithms that it names for each


def read_in_words(results: Results) -> str:
    """How the table was understood, in a line; nothing if it was not read from anything."""
    reading = None if results.origin is None else results.origin.reading
    return "" if reading is None else reading.sentence()


def notices_about(results: Results) -> Iterator[Block]:
    """What a reader must know before the conclusions."""
    if results.origin and results.origin.dropped:
        yield Notice("caution", "Problems left out", left_out_in_words(results.origin, results.n))


def passed_over(results: Results) -> Iterator[Block]:
    """The columns that are neither algorithm, problem nor value, and what else was not read."""
    if results.origin and results.origin.ignored:
        text = f"Columns that hold no results: {series(results.origin.ignored)}."
        yield Notice("note", "Columns passed over", text)
    for remark in results.origin.not_read() if results.origin else ():
        yield Notice("caution", "Not all was read", sentence(remark))


def left_out_tables(results: Results) -> Iterator[Block]:
    """The problems that were left out, if any were, and the algorithms without a value there."""
    origin = results.origin
    if origin is None or not origin.dropped:
        return
    yield Table(
        "left-out",
        "Problems that were left out",
        (Column("Problem"), Column("No value of")),
        tuple(
            (problem, ", ".join(lacking))
            for problem, lacking in zip(origin.dropped, origin.lacking, strict=True)
        ),
        note="They take no part in any number of this report.",
    )


def left_out_in_words(origin: Origin, n: int) -> str:
    """How many problems were left out, which and why, and how many are left.

    Examples
    --------
    >>> from evenkeel.tables import Origin
    >>> origin = Origin("f.csv", "csv", "wide", dropped=("F1",), lacking=(("A", "B"),))
    >>> left_out_in_words(origin, 9)
    "1 of 10 problems was left out, for values are missing: 'F1' (none of A and B). What follows
    holds for the other 9."
    """
    named = [
        f"{problem!r} (none of {_some(lacking)})"
        for problem, lacking in zip(origin.dropped, origin.lacking, strict=True)
    ]
    more = [f"{len(named) - _NAMED} more"] if len(named) > _NAMED else []
    were = "was" if len(named) == 1 else "were"
    return (
        f"{len(named)} of {n + len(named)} problems {were} left out, for values are missing: "
        f"{series([*named[:_NAMED], *more])}. What follows holds for the other {n}."
    )


def _some(algorithms: Sequence[str]) -> str:
    return series(algorithms) if len(algorithms) <= _SOME else f"{len(algorithms)} algorithms"
