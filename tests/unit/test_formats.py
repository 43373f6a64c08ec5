"""What tools write and papers show, and folders: the whole understanding, or the whole message."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import evenkeel
from evenkeel.tables.parsing.cells import numbers
from evenkeel.tables.parsing.table import Table
from evenkeel.tables.reading import find_table
from evenkeel.tables.reading_any import read_any
from format_cases import CASES, REFUSALS, Case, Refusal, written


def cells(table: Table) -> list[tuple[Any, ...]]:
    """The rows of a table: the value as a number if all its cells are some, None where missing."""
    columns = []
    for name, column in zip(table.names, table.columns, strict=True):
        if name in ("value", "step"):
            found = numbers(column, table.decimal)
            columns.append(
                [
                    (None if not isinstance(cell, str) or not cell else cell)
                    if math.isnan(value)
                    else value
                    for cell, value in zip(column, found.values.tolist(), strict=True)
                ]
            )
        else:
            columns.append([cell if isinstance(cell, str) else float(cell) for cell in column])
    return list(zip(*columns, strict=True))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_format_is_understood(case: Case, tmp_path: Path) -> None:
    source = written(case.files, tmp_path) / case.source
    table = find_table(source, **case.options)
    assert table.header == case.header
    assert cells(table) == case.rows
    assert table.faults == ()
    assert table.better == case.better
    origin = table.origin
    only = next(iter(case.files)) if len(case.files) == 1 else case.source
    assert (origin.format, origin.measure, origin.ignored, origin.description) == (
        case.format,
        case.measure,
        case.ignored,
        str(tmp_path / only),
    )


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: case.name)
def test_what_cannot_be_understood_is_refused_with_the_remedy(
    case: Refusal, tmp_path: Path
) -> None:
    source = written(case.files, tmp_path) / case.source
    with pytest.raises(evenkeel.EvenkeelError) as caught:
        read_any(source, **{"better": "lower", **case.options})
    assert str(caught.value).replace(str(tmp_path), "HERE") == case.message
