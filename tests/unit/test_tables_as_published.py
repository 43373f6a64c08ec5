"""Tables as people publish them: read at once or asked about, and the one call that reads them."""

from __future__ import annotations

import io

import pytest

import evenkeel
from evenkeel.errors import ReadingQuestion
from tables_as_published import TABLES, Published


def is_right(results: evenkeel.Results, table: Published) -> bool:
    """Whether the problems and the first row are those of the table."""
    first = dict(zip(results.algorithms, results.values[0].tolist(), strict=True))
    return (results.problems, first) == (table.problems, table.first_row)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_it_is_read_or_asked_about(table: Published) -> None:
    try:
        assert is_right(evenkeel.read(io.StringIO(table.text), better=table.better), table)
        said, answers = "", []
    except ReadingQuestion as question:
        said, answers = question.why, [reading.options() for reading in question.readings]
    except evenkeel.TableError as error:
        said, answers = error.faults[0], []
    assert said == table.said
    right = [
        number
        for number, options in enumerate(answers, start=1)
        if is_right(evenkeel.read(io.StringIO(table.text), **options), table)
    ]
    assert right == ([table.answer] if table.answer else [])


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_what_is_read(table: Published) -> None:
    results = evenkeel.read(io.StringIO(table.text), better=table.better, **table.options)
    assert is_right(results, table)
    assert results.origin is not None
    assert (results.origin.chosen, results.origin.ignored) == (table.chosen, table.ignored)
    assert (results.deviations is not None) is table.deviations
