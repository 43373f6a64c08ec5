"""How numbers and tables are laid out on request, in every format."""

from __future__ import annotations

from pathlib import Path

import pytest

import evenkeel
from evenkeel.errors import InputError
from evenkeel.report.document import Column, Document, Layout, Table
from evenkeel.report.html import render_html
from evenkeel.report.single import report_results
from evenkeel.report.text import render_markdown, render_text
from evenkeel.report.typesetting import render_fragment

TABLE = Table(
    "adjusted",
    "Adjusted p-values",
    (Column("Pair"), Column("p", "p", starred=False), Column("Holm", "p"), Column("Rank", "rank")),
    (("A vs B", 0.0001234, 0.0004567, 2.0), ("A vs C", 0.03, 0.0451, 1.25)),
    frozenset({(0, 2), (1, 2)}),
    "A note.",
    emphasis="rejected at 0.05",
)
DOCUMENT = Document("Study", (TABLE, Table("other", "Other", (Column("x"),), (("y",),))))


def test_each_format_says_how_it_emphasises() -> None:
    assert "*: rejected at 0.05. A note." in render_text(DOCUMENT)
    assert r"Bold: rejected at 0\.05\. A note\." in render_markdown(DOCUMENT)
    assert "Bold: rejected at 0.05. A note." in render_html(DOCUMENT)
    assert "Bold: rejected at 0.05. A note." in render_fragment(DOCUMENT)
    assert DOCUMENT.blocks[0] is TABLE


def test_stars_go_to_adjusted_p_values_only() -> None:
    shown = Layout(stars=True, digits=2).applied(DOCUMENT)
    text = render_text(shown)
    assert "A vs B  0.00012  0.00046***  2.00" in text
    assert "A vs C    0.030      0.045*  1.25" in text
    assert "A note. Stars: p <= 0.05, p <= 0.01, p <= 0.001." in text
    assert "rejected at" not in text  # nothing is emphasised there
    assert "**0.00046**\\*\\*\\*" in render_markdown(shown)
    assert "<strong>0.00046</strong><sup>***</sup>" in render_html(shown)
    assert r"$\mathbf{0.00046}^{***}$" in render_fragment(DOCUMENT, Layout(stars=True, digits=2))


def test_siunitx_sets_the_numbers() -> None:
    text = render_fragment(DOCUMENT, Layout(siunitx=True, stars=True))
    assert r"\usepackage{siunitx}" in text
    assert r"\textbf{\num{0.0004567}}$^{***}$" in text
    assert r"\num{0.0001234} &" in text


def test_one_table_alone() -> None:
    shown = Layout(table="other").applied(DOCUMENT)
    assert [table.name for table in shown.tables] == ["other"]
    assert shown.main_table.name == "other"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"digits": 0}, "digits is 0; give a whole number from 1 to 15"),
        ({"label_prefix": "a b"}, "label_prefix is 'a b'; give letters, digits and the signs :_.-"),
        ({"caption": "x"}, "a caption belongs to one table; name it with table="),
        ({"table": "nothing"}, "unknown table 'nothing': choose one of 'adjusted', 'other'"),
    ],
)
def test_what_cannot_be_done_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as error:
        Layout(**options).applied(DOCUMENT)  # type: ignore[arg-type]
    assert str(error.value) == message


def test_a_row_of_ranks_has_the_same_decimals_everywhere() -> None:
    values = [[1, 2, 3], [1, 2, 3], [2, 1, 3]]
    results = evenkeel.Results(values, better="lower")
    last = render_text(report_results(results)).split("\n")[9]
    assert last.split() == ["Average", "rank", "1.333*", "1.667", "3.000"]


@pytest.mark.parametrize(
    ("p", "stars"),
    [(0.05, "*"), (0.01, "**"), (0.001, "***"), (0.0501, ""), (0.0101, "*"), (0.00101, "**")],
)
def test_a_p_value_equal_to_a_level_has_its_star(p: float, stars: str) -> None:
    table = Table("t", "T", (Column("Holm", "p"),), ((p,),), stars=True)
    assert table.stars_of(0, 0) == stars


def test_one_table_alone_comes_without_references() -> None:
    report = evenkeel.compare(evenkeel.load("garcia2008")).report()
    alone = Layout(table="ranks").applied(report)
    assert report.references
    assert render_text(alone).splitlines()[3] == report.table("ranks").title
    assert "References" not in render_text(alone)


def test_a_table_that_is_only_shown_by_its_name(tmp_path: Path) -> None:
    comparison = evenkeel.compare(evenkeel.load("toy"), always=True)
    path = tmp_path / "m.csv"
    comparison.save(path, table="matrix")
    lines = path.read_text().splitlines()
    assert lines[0] == "Algorithm,A,B,C,D"
    assert len(lines) == 5
    assert "matrix" not in [table.name for table in comparison.report().tables]
    posthoc = comparison.posthoc
    assert posthoc is not None
    adjusted = dict(zip(posthoc.family.hypotheses, posthoc.adjusted["shaffer"], strict=True))
    frame = comparison.to_pandas("matrix")
    for (first, second), p in adjusted.items():
        assert frame.loc[first, second] == frame.loc[second, first] == p
