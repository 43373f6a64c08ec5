"""Targets of reading: two ways to a table agree, and what is accepted is what was meant."""

from __future__ import annotations

import io
from pathlib import Path
from unittest import mock

import numpy as np
import polars as pl

import evenkeel
from evenkeel.errors import ReadingQuestion
from evenkeel.tables.parsing import text as text_tables
from fuzz import tables
from fuzz.choices import Choices


def read(choices: Choices, place: Path) -> bool:
    """A text table: the quick, the careful and the streaming way give the same."""
    meant = tables.draft(choices, tables.EXTREME)
    cells = choices.of((tables.wide_cells, tables.wide_cells, tables.long_cells))(meant, choices)
    data = tables.text_table(cells, choices)
    options = choices.of(({}, {}, {"missing": "keep"}, {"missing": "drop-problem"}))
    path = place / "table.csv"
    path.write_bytes(data)
    with mock.patch.object(text_tables, "SMALL", 0):
        quick = _outcome(path, meant.better, options)
    careful = _outcome(path, meant.better, options)
    stream = _outcome(io.BytesIO(data), meant.better, options)
    assert _facts(quick, str(path)) == _facts(careful, str(path))
    assert _facts(quick, str(path)) == _facts(stream, "open file")
    return _meant(quick, meant, choices) or _offered(path, meant, options)


def _offered(path: Path, meant: tables.Draft, options: dict[str, str]) -> bool:
    """Whether a question offers what was meant; each of its answers must work."""
    given = {"better": meant.better, **options}
    try:
        evenkeel.read(path, **given)
    except ReadingQuestion as question:
        answers = [{**given, **reading.options()} for reading in question.readings]
    except evenkeel.EvenkeelError:
        return False
    read = [evenkeel.read(path, **answer) for answer in answers]
    return any(
        set(each.problems) == set(meant.problems)
        and set(each.algorithms) == set(meant.algorithms)
        and meant.agrees(each)
        for each in read
    )


def formats(choices: Choices, place: Path) -> bool:
    """Every format, as evenkeel and as other programs write it, gives the numbers back."""
    if choices.rarely(2):
        meant = tables.draft(choices, tables.EXTREME)
        path = place / f"table{choices.of(('.csv', '.tsv', '.xlsx', '.parquet', '.json'))}"
        meant.results().save(path)
        if choices.spoil:
            path.write_bytes(tables.spoiled(path.read_bytes(), choices))
        return _meant(_outcome(path, meant.better, {}), meant, choices)
    meant = tables.draft(choices)  # openpyxl writes no more than 16 digits
    shape = choices.of((tables.wide_cells, tables.long_cells))
    write = choices.of((tables.workbook, tables.parquet, tables.records))
    data = write(shape(meant, choices), choices)
    return _meant(_outcome(io.BytesIO(data), meant.better, {}), meant, choices)


def read_runs(choices: Choices, place: Path) -> bool:
    """Runs from a text, its stream, a Parquet file and a frame: the same values in every cell."""
    meant = tables.draft(choices)
    runs = choices.integer(2, 4)
    cells = tables.long_cells(meant, choices, runs)
    text, columnar = place / "runs.csv", place / "runs.parquet"
    text.write_bytes(tables.text_table([row[:] for row in cells], choices))
    columnar.write_bytes(tables.parquet(cells, choices))
    sources: tuple[object, ...] = (text, io.BytesIO(text.read_bytes()), columnar)
    if not choices.spoil:
        sources = (*sources, pl.read_parquet(columnar), pl.read_parquet(columnar).to_pandas())
    read = [_read_runs(source, meant.better) for source in sources]
    if choices.spoil:
        return all(found is not None for found in read)
    found = [each for each in read if each is not None]
    expected = {
        (algorithm, problem): [tables.run_value(meant.values[i][j], r + 1) for r in range(runs)]
        for i, problem in enumerate(meant.problems)
        for j, algorithm in enumerate(meant.algorithms)
    }
    for each in found:
        held = {cell: values.tolist() for cell, values in each.values_by_cell().items()}
        assert held == expected
        means = each.aggregate("mean")
        by_cell = [[np.mean(expected[a, p]) for a in means.algorithms] for p in means.problems]
        np.testing.assert_allclose(means.values, by_cell, rtol=1e-12, atol=1e-300)
    return len(found) == len(sources)


def _read_runs(source: object, better: str) -> evenkeel.Runs | None:
    try:
        return evenkeel.read_runs(source, better=better)
    except evenkeel.EvenkeelError:
        return None


def _outcome(source: object, better: str, options: dict[str, str]) -> evenkeel.Results | str:
    try:
        return evenkeel.read(source, better=better, **options)
    except evenkeel.EvenkeelError as error:
        return str(error)


def _facts(outcome: evenkeel.Results | str, source: str) -> object:
    """What two ways to read a table must agree in: values, names and words."""
    if isinstance(outcome, str):
        return outcome.replace(source, "it")
    origin = outcome.origin
    told = (origin.shape, origin.separator, origin.decimal, origin.dropped, origin.ignored)
    return outcome.values.tobytes(), outcome.problems, outcome.algorithms, told


def _meant(outcome: evenkeel.Results | str, meant: tables.Draft, choices: Choices) -> bool:
    """Whether a table was accepted; if it was not spoiled it must hold what was written."""
    if isinstance(outcome, str):
        assert outcome
        return False
    assert choices.spoil or meant.agrees(outcome), (meant, outcome)
    return True
