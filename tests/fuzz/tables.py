"""Valid tables drawn from choices, written as tools write them, and a little spoiled at times."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import openpyxl
import polars as pl

import evenkeel
from fuzz.choices import Choices

NAMES = (
    "x", "y", "F1", "F10", "C4.5", "1-NN", "data set", "é", "数", "a'b", "A+B", "(a)", "😀", "_",
    "100%", "a,b", "a;b", "a|b", 'a"b', "a\nb", "<a & b>", "=1+1", "$x_1$", "\\alpha", "#1", "NA",
    "-", "7", "0.5", "1e5", "nan", "x\u00a0y", "ÿ", "a/b", "C:\\x",
)  # fmt: skip
NUMBERS: tuple[Callable[[Choices], float], ...] = (
    lambda choices: choices.integer(0, 10_000) / 10_000,
    lambda choices: choices.integer(0, 10_000) / 100,
    lambda choices: float(choices.integer(-4, 4)),
    lambda choices: choices.of((0.0, -0.0, 1.0, 0.1, 1 / 3, 0.5, 1e22, 2.0**53, -1e-7)),
)
EXTREME: tuple[Callable[[Choices], float], ...] = (
    *NUMBERS,
    Choices.double,
    lambda choices: choices.of((5e-324, -2.2e-308, 1.7976931348623157e308, -1e200, 1e-160)),
)
NOTATIONS: tuple[Callable[[float], str], ...] = (
    repr,
    lambda value: f"{value:.17e}",
    lambda value: f"{value:.17E}",
    lambda value: f"+{value!r}" if value > 0 else repr(value),
    lambda value: repr(value).removeprefix("0") if 0.1 <= value < 1 else repr(value),
    lambda value: f"{value:.0f}" if value.is_integer() and 0 < abs(value) < 1e6 else repr(value),
)
ODD_CELLS = (
    "", "NA", "abc", "inf", "-inf", "1e400", '"', "1 2", "0x1F", "1_000", "12%", "1" * 400, "٣",
    "\t", "=1+1", "1\n100", "\0", "0.5 (0.1)", "1±2", "1.2.3", "\ud7ff", "\u202e1",
)  # fmt: skip
RUN_NAMES = ("run", "seed", "fold")


@dataclass(frozen=True)
class Draft:
    """A table as it is meant: names, values and which are better."""

    problems: tuple[str, ...]
    algorithms: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    better: str

    def results(self) -> evenkeel.Results:
        return evenkeel.Results(self.values, self.problems, self.algorithms, better=self.better)

    def agrees(self, results: evenkeel.Results) -> bool:
        """Whether a table holds the very numbers, to the bit, under the very names."""
        rows = [results.problems.index(name) for name in self.problems]
        columns = [results.algorithms.index(name) for name in self.algorithms]
        found = results.values[np.ix_(rows, columns)]
        return found.tobytes() == np.array(self.values).tobytes()


def draft(
    choices: Choices,
    numbers: tuple[Callable[[Choices], float], ...] = NUMBERS,
    problems: tuple[int, int] = (2, 7),
) -> Draft:
    n, k = choices.integer(*problems), choices.integer(2, 5)
    names = choices.distinct(NAMES, n + k)  # rows named as the columns would be a table of pairs
    algorithms = names[n:]
    number = choices.of(numbers)
    values = tuple(tuple(number(choices) for _ in range(k)) for _ in range(n))
    better = choices.of(("lower", "higher"))
    return Draft(tuple(names[:n]), tuple(algorithms), values, better)


def wide_cells(table: Draft, choices: Choices) -> list[list[str]]:
    corner = choices.of(("problem", "instance", "function"))  # none of them is among the names
    notation = choices.of(NOTATIONS)
    body = [
        [name, *map(notation, row)] for name, row in zip(table.problems, table.values, strict=True)
    ]
    return [[corner, *table.algorithms], *body]


def long_cells(table: Draft, choices: Choices, runs: int = 0, steps: int = 0) -> list[list[str]]:
    """A row per result; with runs, a row per run or a step of it, each with another value."""
    header = [choices.of(("algorithm", "method")), choices.of(("problem", "dataset")), "value"]
    notation = choices.of(NOTATIONS)
    rows = [
        [
            algorithm,
            problem,
            notation(run_value(table.values[i][j], run, step)),
            str(run),
            str(step),
        ]
        for i, problem in enumerate(table.problems)
        for j, algorithm in enumerate(table.algorithms)
        for run in range(1, max(runs, 1) + 1)
        for step in range(1, max(steps, 1) + 1)
    ]
    order = choices.distinct([0, 1, 2], 3)
    turned = [[row[at] for at in order] for row in [header, *rows]]
    if not runs:
        return turned
    beside = [[choices.of(RUN_NAMES), "step"], *(row[3:] for row in rows)]
    return [[*cells, *more[: 1 + bool(steps)]] for cells, more in zip(turned, beside, strict=True)]


def measured_cells(table: Draft, choices: Choices) -> list[list[str]]:
    """A row per algorithm and problem, with two measures."""
    notation = choices.of(NOTATIONS)
    rows = [
        [algorithm, problem, notation(table.values[i][j]), notation(-table.values[i][j] / 2)]
        for i, problem in enumerate(table.problems)
        for j, algorithm in enumerate(table.algorithms)
    ]
    return [["algorithm", "problem", "HV", "IGD"], *rows]


def run_value(value: float, run: int, step: int = 1) -> float:
    """The value of a run, of which the first has that of the table, and of later steps of it."""
    moved = (run - 1) * 0.25 + (step - 1) * 0.5
    return value + moved if moved else value


def text_table(cells: list[list[str]], choices: Choices) -> bytes:
    """The bytes of a text table in some dialect; spoiled if the choices say so."""
    separator = choices.of((",", ";", "\t", "|"))
    if separator == ";" and choices.rarely(2):
        cells = [cells[0], *(list(map(_with_comma, row)) for row in cells[1:])]
    if choices.spoil:
        row = choices.of(cells)
        row[choices.integer(0, len(row) - 1)] = choices.of(ODD_CELLS)
    always = choices.rarely()
    lines = [separator.join(_quoted(cell, separator, always) for cell in row) for row in cells]
    match choices.of(("", "", "", "blank", "comment", "ends")):
        case "blank":
            lines.insert(choices.integer(1, len(lines)), "")
        case "comment":
            lines.insert(choices.integer(0, len(lines)), "# what a tool says")
        case "ends":
            lines = [line + separator for line in lines]
    newline = choices.of(("\n", "\r\n"))
    text = newline.join(lines) + choices.of((newline, "", newline * 3))
    data = text.encode(choices.of(("utf-8", "utf-8", "utf-8-sig")), "surrogatepass")
    return spoiled(data, choices) if choices.spoil and choices.rarely() else data


def workbook(cells: list[list[str]], choices: Choices) -> bytes:
    """An Excel file as another program writes it: numbers as numbers."""
    book = openpyxl.Workbook()
    sheet = book.active
    for i, row in enumerate(cells, start=1):
        for j, cell in enumerate(row, start=1):
            number = _number(cell) if i > 1 else None
            place = sheet.cell(i, j)
            if number is None:
                place.value = cell.replace("\0", "")
                place.data_type = "s"  # a name that begins with = is no formula
            else:
                place.value = number
    file = io.BytesIO()
    book.save(file)
    return spoiled(file.getvalue(), choices) if choices.spoil else file.getvalue()


def parquet(cells: list[list[str]], choices: Choices) -> bytes:
    """A Parquet file; a column is of numbers if all its cells are."""
    columns: dict[str, list[object]] = {}
    for name, *column in zip(*cells, strict=True):
        numbers = [_number(cell) for cell in column]
        whole = name in RUN_NAMES and None not in numbers
        columns[name] = column if None in numbers else list(map(int, column)) if whole else numbers
    file = io.BytesIO()
    pl.DataFrame(columns).write_parquet(file, compression=choices.of(("uncompressed", "zstd")))
    return spoiled(file.getvalue(), choices) if choices.spoil else file.getvalue()


def records(cells: list[list[str]], choices: Choices) -> bytes:
    """JSON: a list of records, or columns by name."""
    header, *body = cells
    rows = [[_number(cell) if j else cell for j, cell in enumerate(row)] for row in body]
    rows = [
        [body[i][j] if cell is None else cell for j, cell in enumerate(row)]
        for i, row in enumerate(rows)
    ]
    as_columns = dict(zip(header, map(list, zip(*rows, strict=True)), strict=True))
    found: object = [dict(zip(header, row, strict=True)) for row in rows]
    text = json.dumps(choices.of((found, as_columns)), ensure_ascii=choices.rarely(2))
    data = text.encode("utf-8", "surrogatepass")
    return spoiled(data, choices) if choices.spoil else data


def spoiled(data: bytes, choices: Choices) -> bytes:
    """Cut, or with another byte somewhere."""
    at = choices.integer(0, len(data) - 1)
    if choices.rarely():
        return data[:at]
    return data[:at] + bytes([choices.integer(0, 255)]) + data[at + 1 :]


ODD_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1e308, 10**400, "", "x", "nan", [], {}, [[]], ["x"], {"x": 1}, "\ud800",
    "../../x", "/x", "\x1b[31m", [None],
)  # fmt: skip


def altered(choices: Choices, held: Any) -> Any:
    """Data of JSON with another value at some place."""
    inner = held
    for _ in range(choices.integer(0, 5)):
        below = inner[_key(choices, inner)]
        if not isinstance(below, dict | list) or not below:
            break
        inner = below
    inner[_key(choices, inner)] = choices.of(ODD_VALUES)
    return held


def _key(choices: Choices, held: dict[str, Any] | list[Any]) -> Any:
    return choices.of(sorted(held) if isinstance(held, dict) else range(len(held)))


def _with_comma(cell: str) -> str:
    return cell.replace(".", ",") if _number(cell) is not None else cell


def _number(cell: str) -> float | None:
    """The number that a cell holds; none for a name that merely looks like one."""
    try:
        number = float(cell)
    except ValueError:
        return None
    return number if cell not in NAMES and np.isfinite(number) else None


def _quoted(cell: str, separator: str, always: bool) -> str:
    """In quotation marks where a reader could go wrong without them; a number needs none."""
    plain = separator != "," and _number(cell.replace(",", ".")) is not None
    special = cell.startswith("#") or (not plain and set(cell) & set(',;|\t"\r\n'))
    return '"' + cell.replace('"', '""') + '"' if always or special else cell
