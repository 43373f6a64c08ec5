"""Every published table, figure by figure, from the sources that `evenkeel reproduce` names."""

from __future__ import annotations

import csv
from importlib import resources

import numpy as np
import pytest

import evenkeel
import evenkeel.claims.reproduction  # enters the tables
from evenkeel.claims.reproduction.outcomes import Outcome, reproduce_table
from evenkeel.claims.reproduction.registry import (
    DERRAC,
    SLIDES,
    SPANISH,
    TABLES,
    PublishedTable,
    errata,
    unpublished,
)
from evenkeel.claims.reproduction.slides import averages_behind


def name(table: PublishedTable) -> str:
    return f"{table.document}, {table.number}, {table.source}"


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_every_figure_agrees_or_has_its_erratum(table: PublishedTable) -> None:
    outcome = reproduce_table(table)
    assert outcome.unexplained == ()
    assert outcome.stale == ()
    assert set(outcome.errata) <= set(errata())


def of(document: str, number: str) -> dict[str, Outcome]:
    """The outcomes of a table by their source."""
    return {
        table.source: reproduce_table(table)
        for table in TABLES
        if (table.document, table.number) == (document, number)
    }


def test_no_table_has_two_entries_for_one_source() -> None:
    assert len(set(map(name, TABLES))) == len(TABLES)


def test_every_explanation_belongs_to_a_table() -> None:
    text = resources.files("evenkeel.claims.reproduction").joinpath("explained.csv").read_text()
    places = {
        f"{row['document']}, {row['table']}, {row['source']}"
        for row in csv.DictReader(text.splitlines())
    }
    assert places <= set(map(name, TABLES))


def test_tables_11_and_17_come_from_the_data() -> None:
    """The aligned ranks too, which were left out before PSO on F7 was mended (erratum 40)."""
    table_11 = of(DERRAC, "Table 11")["data"]
    assert sum(", aligned" in label for label in table_11.labels) == 9
    assert {figure.label for figure, _ in table_11.explained} == {
        "aligned, statistic",
        "aligned, p",
    }
    table_17 = of(DERRAC, "Table 17")["data"]
    assert table_17.agreeing == {"rounded": 72}


@pytest.mark.parametrize("ranking", ["aligned", "quade"])
def test_four_classifiers_are_adjusted_from_data_and_from_ranks(ranking: str) -> None:
    """Not from the printed Bonferroni values, which would be circular."""
    found = of(SPANISH, f"Table 5, {ranking}")
    assert set(found) == {"data", "printed ranks"}
    assert len(found["data"].labels) == len(found["printed ranks"].labels) == 27
    assert 41 in found["data"].errata
    assert 41 not in found["printed ranks"].errata


def test_averages_of_the_four_classifiers_are_not_left_out() -> None:
    for number, what in (("Table 3", "average of"), ("Table 4", "T of")):
        for outcome in of(SPANISH, number).values():
            assert sum(label.startswith(f"{what} ") for label in outcome.labels) >= 4


@pytest.mark.parametrize(
    ("study", "sums", "over"),
    [
        ("classification rate", [51, 131, 92, 88, 58], 28),
        ("neural networks", [0, 106, 94, 80, 70, 62, 50], 32),
    ],
)
def test_unadjusted_p_values_give_the_ranks_behind_them(
    study: str, sums: list[int], over: int
) -> None:
    """An outside check found these sums of doubled ranks, or differences to the control's."""
    averages = averages_behind(study)
    origin = averages[0] if sums[0] == 0 else 0
    assert (averages - origin) * over == pytest.approx(sums)
    assert averages.sum() == pytest.approx(len(sums) * (len(sums) + 1) / 2)


def test_half_widths_are_those_of_one_size_a_row() -> None:
    """What the sizes stand for: of phoneme any from 7230 to 7280 gives all four figures."""
    errors, widths = (evenkeel.load(f"dietterich2000{end}") for end in ("", "_halfwidth"))
    row = errors.problems.index("phoneme")
    for n, right in ((7229, False), (7230, True), (7280, True), (7290, False)):
        rate = errors.values[row]
        found = 1.96 * np.sqrt(rate * (1 - rate) / n)
        # the rates themselves are rounded to four decimals
        fit = np.abs(found - widths.values[row]) <= 5e-5 + 5e-5 * 1.96 / np.sqrt(n)
        assert fit.all() == right
    assert (widths.values > 0).all()


def test_the_conditions_of_the_slides_are_counted_as_not_recomputable() -> None:
    counts = {(table.document, table.number): table.figures for table in unpublished()}
    assert counts[SLIDES, "TABLE 1, networks"] == 3 * 5 * 8
    assert counts[SLIDES, "TABLE I, genetics"] == 2 * 4 * 14
    assert all(table.why for table in unpublished())
