"""evenkeel reproduce: the report of the published tables, and when it ends with 1."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import evenkeel.claims.reproduction  # noqa: F401  enters the tables
from evenkeel.claims.printed import Figure
from evenkeel.claims.reproduction import registry
from evenkeel.claims.reproduction.registry import (
    DERRAC,
    GARCIA_2008,
    SLIDES,
    PublishedTable,
    errata,
)
from evenkeel.cli.app import main

WRONG = PublishedTable(
    "Nobody (1900)", "Table 1", "wrong", "data", lambda: iter([Figure("x", "1.00", 2.0)])
)


@pytest.fixture
def reproduce(monkeypatch, capsys):
    def run(tables, *options):
        monkeypatch.setattr(registry, "TABLES", tables)
        monkeypatch.setattr(sys, "argv", ["evenkeel", "reproduce", *options])
        with pytest.raises(SystemExit) as ending:
            main()
        return ending.value.code or 0, capsys.readouterr().out

    return run


def some(*places):
    return [table for table in registry.TABLES if (table.document, table.number) in places]


def test_every_table_says_from_what_it_was_recomputed(reproduce):
    tables = some((DERRAC, "Table 8"), (GARCIA_2008, "Table 5"), (SLIDES, "Table 10"))
    code, out = reproduce(tables, "--json")
    assert code == 0
    found = json.loads(out)["tables"]
    # figures, rounded, cut off, rounded source, erratum, unexplained, errata
    assert [row[3:] for row in found["tables"]["rows"]] == [
        ["data", 20, 19, 0, 0, 1, 0, "23"],
        ["data", 50, 49, 0, 0, 1, 0, "13"],
        ["printed ranks", 50, 44, 1, 0, 5, 0, "36, 45"],
        ["printed p", 30, 29, 1, 0, 0, 0, ""],
    ]
    assert found["errata"]["rows"][1][2:] == ["1.250", "1.750"]
    assert "unexplained" not in found
    assert all(row[4] for row in found["unpublished"]["rows"])


def test_the_last_lines_count_by_category(reproduce):
    _, out = reproduce(some((DERRAC, "Table 8"), (SLIDES, "Table 10")))
    last = " ".join(out[out.rindex("\n\n") :].split())
    assert last.startswith(
        "70 printed figures of 2 tables were recomputed, 30 of them from two sources; of the 100 "
        "values 92 agree by rounding, 2 by cutting off, 0 within the rounding of their source, 6 "
        "differ by errata, 0 are unexplained."
    )
    assert "681 figures of 12 tables cannot be recomputed" in last


def test_a_difference_that_no_erratum_explains_is_shown_and_ends_with_1(reproduce):
    code, out = reproduce([WRONG])
    assert code == 1
    assert "printed 1.00, computed 2.0" in out
    assert "1 are unexplained" in " ".join(out.split())


def test_the_readme_has_the_right_numbers():
    places = {(table.document, table.number) for table in registry.TABLES}
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    words = " ".join(readme.split())
    assert f"the figures of {len(places)} published tables" in words
    assert f"{len(errata())} numbered errata" in words
