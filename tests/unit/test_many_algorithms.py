"""What a comparison of very many algorithms leaves out, and that it says so."""

import json

import numpy as np
import pytest

import evenkeel
from evenkeel.effects import intervals
from evenkeel.report import html
from evenkeel.report.data import document_to_dict, render_json
from evenkeel.report.document import Column, Paragraph, Table

pytestmark = [pytest.mark.slow, pytest.mark.reaching]


@pytest.fixture(scope="module")
def comparison():
    values = np.random.default_rng(0).normal(size=(30, 145)) + np.linspace(0, 2, 145)
    return evenkeel.compare(values, better="lower")


def test_what_takes_long_with_many_algorithms_is_left_out_with_a_note(comparison):
    assert comparison.leave_one_out is None
    assert "bergmann" not in comparison.posthoc.procedures
    assert comparison.posthoc.notes == (
        "Bergmann-Hommel is left out: for 145 algorithms it may take minutes; it is computed if it "
        "is named",
        "whether a rejection falls without one of the other algorithms is looked at for up to 100 "
        "algorithms; evenkeel.posthocs.leave_one_out looks at any number",
    )


def test_differences_of_very_many_pairs_are_not_measured(comparison):
    report = comparison.report()
    assert comparison.effects is None
    assert (
        Paragraph(
            "The sizes of the differences are left out: a comparison measures up to 10,000 pairs, "
            "and these are 10,440. The analysis of effect sizes (evenkeel.effect_sizes) measures "
            "any number."
        )
        in report.blocks
    )
    assert "Hodges-Lehmann" not in str(report.blocks)
    assert "hodges1963" not in [reference.key for reference in report.references]


def test_json_has_every_row(comparison):
    report = comparison.report()
    found = json.loads(render_json(report))
    assert found == json.loads(json.dumps(document_to_dict(report)))
    assert len(found["tables"]["wilcoxon"]["rows"]) == 10_440


def test_a_page_shows_the_first_rows_of_a_long_table():
    rows = tuple((f"row {i}", float(i)) for i in range(10_001))
    table = Table("long", "Long", (Column("Name"), Column("Number", "value")), rows, note="Said.")
    page = html.render_table(table)
    assert page.count("<tr>") == 1 + 10_000
    assert "row 9999<" in page
    assert "row 10000<" not in page
    assert (
        "The first 10000 of 10001 rows. Said. All rows are in the report saved as .json or .xlsx."
        in page
    )


def test_pairs_that_are_measured_in_blocks_have_the_same_sizes(monkeypatch):
    values = np.random.default_rng(1).normal(size=(25, 6))
    values[3, 2] = values[8, 5] = np.nan
    table = evenkeel.Results(values, better="lower", missing="keep")
    whole = evenkeel.effect_sizes(table)
    monkeypatch.setattr(intervals, "_BLOCK_CELLS", 60)
    blocks = evenkeel.effect_sizes(table)
    for name in ("estimate", "low", "high", "attained"):
        assert getattr(blocks, name).tolist() == getattr(whole, name).tolist()
