"""Figures as the documents print them: in a line, or in a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from evenkeel.claims.figures import Figure

#: The rankings of the documents, in the order of their tables.
DOCUMENTED_RANKINGS = ("friedman", "aligned", "quade")


def row_of_figures(
    what: str,
    names: Iterable[str],
    printed: str,
    values: Iterable[float | None],
    *,
    places: int | None = None,
) -> Iterator[Figure]:
    """Figures printed in one line, separated by blanks: `what` for each of the `names`."""
    for name, text, value in zip(names, printed.split(), values, strict=True):
        yield Figure(f"{what} {name}", text, value, places)


def table_of_figures(
    rows: Iterable[Mapping[str, str]],
    columns: Sequence[str],
    values: Iterable[Iterable[float | None]],
    *,
    what: str = "",
    places: int | None = None,
    slack: float = 0.0,
) -> Iterator[Figure]:
    """Figures of printed `rows`, labelled by their first cell and the title of the column."""
    for row, line in zip(rows, values, strict=True):
        name = next(iter(row.values()))
        for column, value in zip(columns, line, strict=True):
            yield Figure(f"{name}, {what}{column}", row[column], value, places, slack)
