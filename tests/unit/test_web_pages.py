"""Tables of web pages: what the standard of HTML makes of odd tags, comments and quotes.

Expected values follow the tokenisation and the tree construction of the HTML Standard (WHATWG,
sections 13.2.5 and 13.2.6.4.9 to 15).
"""

from __future__ import annotations

import pytest

from evenkeel.tables.formats import grids
from evenkeel.tables.formats.markup import in_signs
from reading_help import read_text, refusal

HEAD = "<table><tr><th>problem<th>A<th>B</tr>"
ROWS = [f"<tr><td>x{i}<td>{i}<td>{i + 0.5}</tr>" for i in range(6)]


@pytest.mark.parametrize(
    "between",
    [
        "<!-- a --!>",
        "<!-->",
        "<!--->",
        "<!---->",
        "<!-- > -->",
        "<!-- a -- > b -->",
        "<!--<!-- a -->",
        "<!doctype html>",
        "<! a -- >",
        "<? a ?>",
        "</ a >",
        "</>",
        "<![CDATA[ a ]]>",
        "<script>if (a<b) '<td title=\"'</script >",
        "<style>a:before { content: '<!--' }</style>",
        "<template><tr><td>y<td>1<td>2</tr></template>",
    ],
)
def test_no_row_is_lost_after_what_shows_nothing(between: str) -> None:
    page = f"{HEAD}{''.join(ROWS[:2])}{between}{''.join(ROWS[2:])}<!-- the end --></table>"
    results = read_text(page)
    assert results.problems == tuple(f"x{i}" for i in range(6))
    assert results.values.tolist() == [[i, i + 0.5] for i in range(6)]


@pytest.mark.parametrize(
    "tag",
    [
        '<td title="a > b">',
        "<td title='<b>\">'>",
        '<td title = "</td>">',
        "<td data-a='<tr>' title=\">\">",
        "<td title=it's>",
        '<td title=a"b>',
        "<td / title>",
        "<td\n class=a\n>",
        "<TD class>",
        '<td title="colspan=3 rowspan=2">',
        "<td data-colspan=3>",
    ],
)
def test_an_attribute_ends_no_tag_and_is_no_text(tag: str) -> None:
    results = read_text(f"{HEAD}{ROWS[0]}<tr>{tag}x1{tag}1{tag}1.5</tr>{ROWS[2]}</table>")
    assert results.problems == ("x0", "x1", "x2")
    assert results.values.tolist() == [[0, 0.5], [1, 1.5], [2, 2.5]]


@pytest.mark.parametrize(
    "spans", ['colspan="2"', "COLSPAN = 2", "colspan='2' colspan=9", "a=b colspan=2"]
)
def test_a_cell_across_columns(spans: str) -> None:
    results = read_text(f"{HEAD}<tr><td>x<td {spans}>1</tr>{ROWS[2]}</table>")
    assert results.values.tolist() == [[1, 1], [2, 2.5]]


def test_a_sign_that_opens_no_tag_is_text() -> None:
    page = f"{HEAD}<tr><td>n < 5<td><0.05<td>1</tr>{ROWS[1]}</table>"
    assert "row 2, column 2 (problem 'n < 5', algorithm 'A'): found '<0.05'" in refusal(page)
    assert in_signs("a < b &lt; c<sub>1</sub>").startswith("a < b < c")


def test_references_of_thousands_of_digits_are_characters_or_none() -> None:
    for reference, shown in (("9" * 5000, "\ufffd"), ("0" * 5000 + "65", "A"), ("65", "A")):
        page = f"{HEAD}<tr><td>x&#{reference};<td>1<td>2</tr>{ROWS[1]}</table>"
        assert read_text(page).problems == (f"x{shown}", "x1")


def test_cells_without_a_row_make_one() -> None:
    results = read_text(
        "<table><th>problem<th>A<th>B<tbody><td>x<td>1<td>2</tr><td>y<td>3<td>4</table>"
    )
    assert results.problems == ("x", "y")
    assert results.values.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("opened", "what", "end"),
    [
        ("<!-- a", "a comment", "-->"),
        ("<script>", "<script>", "</script>"),
        ("<STYLE media=x>", "<style>", "</style>"),
        ("<template>", "<template>", "</template>"),
    ],
)
def test_what_is_left_open_and_swallows_rows_is_refused(opened: str, what: str, end: str) -> None:
    page = f"{HEAD}\n{ROWS[0]}{ROWS[1]}\n{opened}{ROWS[2]}</table>"
    assert refusal(page) == (
        f"open file: {what} in line 3 is left open, so that the rows after it are not shown; close "
        f"it with {end}"
    )
    assert read_text(f"{HEAD}{ROWS[0]}{ROWS[1]}</table>{opened} the end").n == 2


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}{'<tr><td>x<td>1<td>2' * 70}</table>",
        "| p | A |\n|---|---|\n" + "| x | 1 |\n" * 150,
        "\\begin{tabular}{lr}\np & A \\\\\n" + "x & 1 \\\\\n" * 110 + "\\end{tabular}",
    ],
    ids=["html", "markdown", "latex"],
)
def test_more_cells_than_a_paper_shows_are_refused_before_they_are_held(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grids, "_MOST_CELLS", 200)
    monkeypatch.setattr(grids, "_spread", None)  # comes after all cells were read
    assert refusal(text) == (
        "open file: the table has more than 200 cells, too many for one that a paper shows; "
        "give it as CSV"
    )


def test_rows_in_a_comment_are_said() -> None:
    shown = f"{HEAD}\n{ROWS[0]}\n{ROWS[1]}\n"
    results = read_text(f"{shown}<!-- {ROWS[2]}\n{ROWS[3]} -->\n<!-- a note -->\n{ROWS[4]}</table>")
    assert results.problems == ("x0", "x1", "x4")
    assert results.origin is not None
    assert results.origin.unread == ("rows in a comment (line 4)",)
