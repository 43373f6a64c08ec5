"""Two ways to the same table must agree, on valid tables that were changed a little.

Most of the changed tables are still accepted, which arbitrary bytes hardly ever are: so the values
are compared, and not only the messages.
"""

from __future__ import annotations

import io
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evenkeel
from evenkeel.tables.parsing import text as text_tables

pytestmark = pytest.mark.slow

names = st.sampled_from(
    ["x", "y", "F1", "F10", "data set", "C4.5", "1-NN", "é", "数", "a'b", "7", "0.5", "NA", "-",
     "#1", "A+B", "(a)", "😀", "_", "x\u00a0y", "100%", "1e5", "ÿ", "problem", "model",
     "None", "crash", "failed"]
)  # fmt: skip
KEPT: dict[str, object] = {"drop": [], "not_algorithms": []}  # whatever they are called
# Each writes a number in a way that keeps it.
notations: list[Callable[[float], str]] = [
    repr,
    repr,
    lambda value: f"{value:.17e}",
    lambda value: f"+{value!r}" if value > 0 else repr(value),
    lambda value: f"{value:.17E}",
    lambda value: f"{value:.400f}" if abs(value) < 1e10 else repr(value),
    lambda value: repr(value).removeprefix("0") if 0.1 <= value < 1 else repr(value),
    lambda value: f"{int(value)}." if value.is_integer() and abs(value) < 1e6 else repr(value),
    lambda value: f"{int(value)}" if value.is_integer() and abs(value) < 1e6 else repr(value),
    lambda value: f"00{value!r}" if value > 0 else repr(value),
]
numbers = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.integers(-1000, 1000).map(float),
    st.integers(0, 10_000).map(lambda n: n / 10_000),
    st.sampled_from([0.0, -0.0, 5e-324, 1.7976931348623157e308, 0.1, 1 / 3, 2.0**53 + 2]),
)
# Each changes the lines of a table; those at the end may make it invalid.
odd_cells = [
    "",
    "NA",
    "timeout",
    "None",
    "—",
    "1.230",
    "abc",
    "1,5",
    "1.5",
    "inf",
    "1e400",
    '"',
    "1 2",
    "0x1F",
    "1" * 2001,
    "٣",
    "\t",
]


@st.composite
def tables(draw: st.DrawFn) -> tuple[bytes, dict[str, object]]:
    """The bytes of a text table, and the options to read it with."""
    rows = draw(st.integers(2, 5))
    columns = draw(st.integers(2, 4))
    cells = [[draw(names) for _ in range(columns + 1)]]
    cells[0][0] = draw(st.sampled_from(["problem"] * 3 + ["data set", "", "p"]))
    problems = draw(st.lists(names, min_size=rows, max_size=rows, unique=True))
    cells[0][1:] = draw(st.lists(names, min_size=columns, max_size=columns, unique=True))
    for problem in problems:
        written = [draw(st.sampled_from(notations))(draw(numbers)) for _ in range(columns)]
        cells.append([problem, *written])
    if draw(st.integers(0, 4)) == 4:  # the dialect is found from the first thirty rows
        cells[2:2] = [[f"p{i}", *(["1"] * columns)] for i in range(33)]
    separator = draw(st.sampled_from([",", ",", ";", "\t", "|"]))
    if separator != "," and draw(st.integers(0, 3)) == 3:
        cells = [
            cells[0],
            *([row[0], *(c.replace(".", ",") for c in row[1:])] for row in cells[1:]),
        ]
    quote = draw(st.sampled_from([None, None, None, None, "one", "all"]))
    if quote is not None:
        row, column = draw(st.integers(0, len(cells) - 1)), draw(st.integers(0, columns))
        cells = [
            [
                f'"{c}"' if quote == "all" or (i, j) == (row, column) else c
                for j, c in enumerate(line)
            ]
            for i, line in enumerate(cells)
        ]
    for _ in range(draw(st.sampled_from([0, 0, 0, 0, 1, 1, 2]))):
        _change_a_cell(draw, cells)
    lines = [separator.join(line) for line in cells]
    _change_the_lines(draw, lines, separator)
    newline = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    text = newline.join(lines) + draw(st.sampled_from([newline, newline, "", newline * 3]))
    encoding = draw(st.sampled_from(["utf-8"] * 4 + ["utf-8-sig", "utf-16"]))
    options = draw(st.sampled_from([KEPT, KEPT, KEPT, {}, {"missing": "keep", **KEPT}]))
    return text.encode(encoding), options


def _change_a_cell(draw: st.DrawFn, cells: list[list[str]]) -> None:
    line = draw(st.sampled_from(cells))
    column = draw(st.integers(0, len(line) - 1))
    kind = draw(st.sampled_from(["blanks", "blanks", "line end", "odd"]))
    if kind == "blanks":
        line[column] = draw(st.sampled_from([" {}", "{} ", "  {}\u00a0"])).format(line[column])
    elif kind == "line end" and column == 0:
        line[0] = '"' + line[0].strip('"') + '\nb"'
    else:
        line[column] = draw(st.sampled_from(odd_cells))


def _change_the_lines(draw: st.DrawFn, lines: list[str], separator: str) -> None:
    kind = draw(st.sampled_from([None] * 9 + ["blank", "comment", "ends", "twice", "cut", "NUL"]))
    where = draw(st.integers(0, len(lines)))
    if kind == "blank":
        lines.insert(where, "")
    elif kind == "comment":
        lines.insert(where, "# what a tool says")
    elif kind == "ends":
        lines[:] = [line + separator for line in lines]
    elif kind == "twice":
        lines.append(lines[-1])
    elif kind == "cut":
        lines[-1] = lines[-1].rpartition(separator)[0]
    elif kind == "NUL":
        lines[-1] += "\0"


def outcome(source: object, **options: object) -> object:
    """The numbers, names and origin of a table, or what was said of it."""
    try:
        results = evenkeel.read(source, better="lower", **options)
    except evenkeel.InputError as error:
        return str(error)
    return results.values.tobytes(), results.problems, results.algorithms, results.origin


def test_the_quick_and_the_careful_way_agree_on_changed_tables(tmp_path):
    seen: Counter[str] = Counter()
    path = tmp_path / "table.csv"

    @settings(max_examples=300, deadline=None, database=None)
    @given(table=tables())
    def agree(table: tuple[bytes, dict[str, object]]) -> None:
        data, options = table
        path.write_bytes(data)
        with pytest.MonkeyPatch.context() as patch:
            ways = []

            def spy(*arguments: object, **more: object) -> object:
                ways.append(quick_columns(*arguments, **more))
                return ways[-1]

            quick_columns = text_tables.quick_columns
            patch.setattr(text_tables, "SMALL", 0)
            patch.setattr(text_tables, "quick_columns", spy)
            quick = outcome(path, **options)
            patch.setattr(text_tables, "quick_columns", lambda *_, **__: None)
            careful = outcome(path, **options)
        assert quick == careful
        seen["accepted"] += isinstance(quick, tuple)
        seen["quick"] += bool(ways and ways[0] is not None)
        seen["all"] += 1

    agree()
    # Hypothesis draws constants of the modules that are loaded, so that the share moves.
    assert seen["accepted"] > 0.33 * seen["all"]
    assert seen["quick"] > seen["all"] / 8


@settings(max_examples=150, deadline=None)
@given(table=tables())
def test_a_file_an_open_file_and_a_text_agree(table):
    data, options = table
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "table.csv"
        path.write_bytes(data)
        by_path = outcome(path, **options)
        with path.open("rb") as file:
            assert outcome(file, **options) == by_path
    stream = outcome(io.BytesIO(data), **options)
    if isinstance(by_path, tuple):
        assert stream[:3] == by_path[:3]
    else:
        assert stream == by_path.replace(str(path), "open file")


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".xlsx", ".parquet", ".json"])
@settings(max_examples=40, deadline=None)
@given(table=tables())
def test_what_was_read_is_written_and_read_back(ending, table):
    data, options = table
    try:
        results = evenkeel.read(io.BytesIO(data), better="lower", **options)
    except evenkeel.InputError:
        return
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / f"table{ending}"
        results.save(path)
        back = evenkeel.read(path, better="lower", missing="keep")
    assert back == results
    kept = ~np.isnan(results.values)
    assert np.array_equal(np.signbit(back.values)[kept], np.signbit(results.values)[kept])


@st.composite
def long_tables(draw: st.DrawFn) -> bytes:
    """A long table of one run per cell, most of them complete and valid."""
    algorithms = draw(st.lists(names, min_size=2, max_size=3, unique=True))
    problems = draw(st.lists(names, min_size=2, max_size=3, unique=True))
    separator = draw(st.sampled_from([",", ";", "\t"]))
    rows = [
        [algorithm, problem, draw(st.sampled_from(notations))(draw(numbers))]
        for problem in problems
        for algorithm in algorithms
    ]
    rows = draw(st.permutations(rows))
    if draw(st.integers(0, 7)) == 7:
        draw(st.sampled_from(rows))[2] = draw(st.sampled_from(odd_cells))
    if draw(st.integers(0, 4)) == 4:
        line = draw(st.sampled_from(rows))
        column = draw(st.integers(0, 2))
        line[column] = draw(st.sampled_from(['"{}"', " {}", "{} ", '"{}\nb"'])).format(line[column])
    header = ["algorithm", "problem", "value"]
    return "".join(separator.join(row) + "\n" for row in [header, *rows]).encode()


def test_tables_and_runs_are_read_alike(tmp_path):
    seen: Counter[str] = Counter()
    path = tmp_path / "runs.csv"

    @settings(max_examples=150, deadline=None, database=None)
    @given(data=long_tables())
    def agree(data: bytes) -> None:
        path.write_bytes(data)
        seen["all"] += 1
        try:
            runs = evenkeel.read_runs(path, better="lower")
            results = evenkeel.read(path, better="lower", shape="long")
        except evenkeel.InputError:
            return
        seen["accepted"] += 1
        found = {
            (algorithm, problem): results.values[i, j].tobytes()
            for i, problem in enumerate(results.problems)
            for j, algorithm in enumerate(results.algorithms)
        }
        cells = runs.values_by_cell()
        assert {place: values.tobytes() for place, values in cells.items()} == found

    agree()
    assert seen["accepted"] > seen["all"] / 2
