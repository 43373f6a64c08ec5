"""evenkeel reproduce: every published table, figure by figure."""

from __future__ import annotations

import json
import sys

import pytest

from evenkeel.cli.app import main
from evenkeel.reproduction.figures import Figure, PublishedTable, errata, reproduce_table
from evenkeel.reproduction.reporting import TABLES


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.document}, {table.number}")
def test_every_figure_agrees_or_is_a_known_misprint(table: PublishedTable) -> None:
    outcome = reproduce_table(table)
    assert outcome.explained, outcome.verdict
    assert set(outcome.errata) <= set(errata())


def test_there_are_at_least_thirty_tables() -> None:
    assert len({(table.document, table.number) for table in TABLES}) >= 30


def test_the_command_reports_them(monkeypatch, capsys) -> None:
    quick = [table for table in TABLES if table.number in ("Table 5", "Table 8")]
    monkeypatch.setattr("evenkeel.reproduction.reporting.TABLES", quick)
    monkeypatch.setattr(sys, "argv", ["evenkeel", "reproduce", "--json"])
    with pytest.raises(SystemExit) as ending:
        main()
    assert not ending.value.code
    tables = json.loads(capsys.readouterr().out)["tables"]
    assert [row[4] for row in tables["tables"]["rows"]] == [
        "agrees",
        "agrees but for erratum 23",
        "agrees but for erratum 13",
    ]
    assert tables["errata"]["rows"][1][2:] == ["1.250", "1.750"]


def test_a_difference_that_no_erratum_explains_fails(monkeypatch, capsys) -> None:
    wrong = PublishedTable("Nobody (1900)", "Table 1", "wrong", lambda: iter([("x", "1.00", 2.0)]))
    monkeypatch.setattr("evenkeel.reproduction.reporting.TABLES", [wrong])
    monkeypatch.setattr(sys, "argv", ["evenkeel", "reproduce"])
    with pytest.raises(SystemExit) as ending:
        main()
    assert ending.value.code == 1
    assert "DIFFERS: x printed 1.00, computed 2" in capsys.readouterr().out


def test_an_erratum_that_is_not_needed_is_reported() -> None:
    table = PublishedTable("d", "t", "x", lambda: iter([("x", "1.00", 1.0)]), {"x": 23})
    assert reproduce_table(table).verdict == "erratum 23 is not needed for x"


@pytest.mark.parametrize(
    ("printed", "computed", "agrees"),
    [
        ("0.0123", 0.01234, True),  # rounded
        ("0.0123", 0.01239, True),  # cut off
        ("0.0123", 0.01245, False),
        ("1.20e-7", 1.204e-7, True),
        (">0.2", 0.21, True),
        (">0.2", 0.19, False),
    ],
)
def test_when_figures_agree(printed: str, computed: float, agrees: bool) -> None:
    assert Figure("x", printed, computed).agrees is agrees
