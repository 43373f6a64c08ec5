"""A cell may hold a line end; it stays one cell, whoever gives it and in whatever shape."""

from __future__ import annotations

import json

import pandas as pd
import polars as pl
import pytest

import evenkeel
from reading_help import faults, read_text

PAIR = "1\n100"  # two numbers in one cell: the next value must not slip into its place
LONG = [
    ("A", "x", "1"),
    ("B", "x", PAIR),
    ("A", "y", "3"),
    ("B", "y", "4"),
    ("A", "z", "5"),
    ("B", "z", "6"),
]
WIDE = {"problem": ["x", "y", "z"], "A": ["1", "3", "5"], "B": [PAIR, "4", "6"]}
FOUND = "(problem 'x', algorithm 'B'): found '1\\n100', "


def records() -> list[dict[str, str]]:
    return [dict(zip(("algorithm", "problem", "value"), row, strict=True)) for row in LONG]


def quoted_csv(rows: list[tuple[str, ...]]) -> str:
    return "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows)


@pytest.mark.parametrize(
    "source",
    [
        quoted_csv([("algorithm", "problem", "value"), *LONG]),
        records(),
        pd.DataFrame(records()),
        pl.DataFrame(records()),
        quoted_csv([tuple(WIDE), *zip(*WIDE.values(), strict=True)]),
        WIDE,
        pd.DataFrame(WIDE),
        [list(WIDE), *map(list, zip(*WIDE.values(), strict=True))],
    ],
    ids=["csv", "records", "pandas", "polars", "wide csv", "dict", "wide pandas", "rows"],
)
def test_two_numbers_in_a_cell_are_refused_and_shift_nothing(source):
    (fault,) = faults(source)
    assert FOUND in fault


@pytest.mark.parametrize("break_", ["\n", "\r\n", "\r", "\x0b", "\x1c", "\x85", "\u2028"])
def test_every_kind_of_line_end_between_two_numbers_is_refused(break_):
    (fault,) = faults({**WIDE, "B": [f"1{break_}100", "4", "6"]})
    assert f"found {f'1{break_}100'!r}, " in fault


def test_line_ends_around_a_number_belong_to_no_number():
    results = evenkeel.read({**WIDE, "B": ["\n7", "4\r\n", " 6 "]}, better="lower")
    assert results.column("B").tolist() == [7, 4, 6]


def test_names_keep_their_line_ends():
    results = read_text(quoted_csv([("problem", "A\nB", "C"), ("x\ny", "1", "2"), ("z", "3", "4")]))
    assert results.algorithms == ("A\nB", "C")
    assert results.problems == ("x\ny", "z")
    assert results.values.tolist() == [[1, 2], [3, 4]]


def test_json_with_line_ends(tmp_path):
    path = tmp_path / "table.json"
    path.write_text(json.dumps(records()))
    (fault,) = faults(path)
    assert FOUND in fault
