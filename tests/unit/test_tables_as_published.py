"""Tables as people publish them: what is said of each, and the one call that reads it."""

from __future__ import annotations

import io

import pytest

import evenkeel
from tables_as_published import TABLES, Published


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_what_is_said_of_it(table: Published) -> None:
    if not table.faults:
        evenkeel.read(io.StringIO(table.text), better=table.better)
        return
    shape = {"shape": "long"} if table.options.get("shape") == "long" else {}
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read(io.StringIO(table.text), better=table.better, **shape)
    assert caught.value.faults == table.faults


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_what_is_read(table: Published) -> None:
    results = evenkeel.read(io.StringIO(table.text), better=table.better, **table.options)
    assert results.problems == table.problems
    assert dict(zip(results.algorithms, results.values[0].tolist(), strict=True)) == table.first_row
    assert results.origin is not None
    assert (results.origin.chosen, results.origin.ignored) == (table.chosen, table.ignored)
    assert (results.deviations is not None) is table.deviations
