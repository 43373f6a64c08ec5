"""When a printed figure agrees with a computed one, and how outcomes are counted."""

from __future__ import annotations

import pytest

from evenkeel.claims.printed import Agreement, Figure
from evenkeel.claims.reproduction import outcomes as outcomes_module
from evenkeel.claims.reproduction.outcomes import Outcome, reproduce_table, total
from evenkeel.claims.reproduction.registry import PublishedTable, Source
from evenkeel.errors import InputError

ROUNDED, CUT, SOURCE = Agreement.ROUNDED, Agreement.CUT, Agreement.SOURCE


@pytest.mark.parametrize(
    ("printed", "computed", "agreement"),
    [
        ("0.0123", 0.01234, ROUNDED),
        ("0.0123", 0.01239, CUT),
        ("0.0123", 0.0124, None),  # one unit more is not cutting
        ("0.0123", 0.01224, None),  # nor is it rounding to round up from below a half
        ("0.0123", 0.01225, ROUNDED),  # a half goes either way
        ("0.0123", 0.01235, ROUNDED),
        ("-0.0123", -0.01239, CUT),  # towards zero
        ("-0.0123", -0.01221, None),
        ("-0.0123", 0.0123, None),
        ("0", 0.4, ROUNDED),
        ("2", 2.9, CUT),
        ("1.20e-7", 1.204e-7, ROUNDED),
        ("1.20e-7", 1.2099e-7, CUT),
        ("1.20e-7", 1.21e-7, None),
        (">0.2", 0.21, ROUNDED),
        (">0.2", 0.19, None),
        ("<0.0001", 0.00005, ROUNDED),
        ("", None, ROUNDED),
        ("", 0, None),
        ("0", None, None),
    ],
)
def test_rounding_and_cutting_are_exact(
    printed: str, computed: float | None, agreement: Agreement | None
) -> None:
    assert Figure("x", printed, computed).agreement is agreement


def test_dropped_zeros_count_as_digits() -> None:
    assert Figure("x", "157.4", 157.41).agreement is ROUNDED
    assert Figure("x", "157.4", 157.41, places=4).agreement is None
    assert Figure("x", "3", 3.5, places=1).agreement is None  # a rank
    assert Figure("x", "4.487e-8", 4.4869e-8, places=4).agreement is ROUNDED


def test_a_rounded_source_gives_slack() -> None:
    # 4 p is printed as 0.05711; p is printed as 0.01428, which may stand for 0.0142775
    assert Figure("x", "0.05711", 4 * 0.01428).agreement is None
    assert Figure("x", "0.05711", 4 * 0.01428, slack=4 * 0.000005).agreement is SOURCE
    assert Figure("x", "0.05711", 0.0572, slack=4 * 0.000005).agreement is None


def outcome(monkeypatch, figures, known=None, source: Source = "data") -> Outcome:
    monkeypatch.setattr(outcomes_module, "explanations", lambda *place: known or {})
    return reproduce_table(PublishedTable("d", "Table 1", "x", source, lambda: iter(figures)))


def test_figures_are_sorted(monkeypatch) -> None:
    figures = [
        Figure("a", "1.0", 1.04),
        Figure("b", "1.0", 1.09),
        Figure("c", "1.0", 2.0),
        Figure("d", "1.0", 3.0),
        Figure("e", "1.0", 1.12, slack=0.1),
    ]
    found = outcome(monkeypatch, figures, {"c": 23})
    assert found.agreeing == {ROUNDED: 1, CUT: 1, SOURCE: 1}
    assert [(figure.label, number) for figure, number in found.explained] == [("c", 23)]
    assert [figure.label for figure in found.unexplained] == ["d"]
    assert found.errata == (23,)
    assert not found.settled


def test_an_erratum_that_is_not_needed_or_names_nothing_is_stale(monkeypatch) -> None:
    found = outcome(monkeypatch, [Figure("a", "1.0", 1.0)], {"a": 23, "nowhere": 24})
    assert found.stale == ("a", "nowhere")
    assert not found.settled


def test_a_table_without_figures_or_with_a_label_twice_is_refused(monkeypatch) -> None:
    with pytest.raises(InputError, match="no figure"):
        outcome(monkeypatch, [])
    with pytest.raises(InputError, match="same label"):
        outcome(monkeypatch, [Figure("a", "1", 1), Figure("a", "2", 2)])


def test_a_figure_from_two_sources_is_printed_once(monkeypatch) -> None:
    first = outcome(monkeypatch, [Figure("a", "1.0", 1.0), Figure("b", "1.0", 1.09)])
    second = outcome(monkeypatch, [Figure("a", "1.0", 2.0)], {"a": 1}, "printed ranks")
    counts = total([first, second])
    assert (counts.tables, counts.figures, counts.recomputed) == (1, 2, 3)
    assert (counts.rounded, counts.cut, counts.explained, counts.unexplained) == (1, 1, 1, 0)
