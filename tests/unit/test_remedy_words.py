"""Remedies are found and translated whatever names and cells stand beside them."""

from __future__ import annotations

import pytest

from evenkeel.cli.wording import on_command_line
from evenkeel.tables.parsing.cells import quote
from evenkeel.web.wording import in_api, on_page
from evenkeel.words.remedies import remedies

LONG = [
    "Stop = when the evaluator says so (checked by a wrapper), not before",
    "it's a cell with problem='x' within, and it's not the end of it at all",
    'both \' and " are in it, so that its quotation marks, it\'s "so", are escaped',
]


@pytest.mark.parametrize("cell", LONG)
def test_a_cell_that_is_abridged_hides_no_remedy(cell: str) -> None:
    text = (
        f"such as {quote(cell)} in line 5; leave it out with not_algorithms=['B'], or algorithms="
    )
    shown = f"such as {quote(cell)} in line 5; leave it out with "
    assert remedies(text) == [("not_algorithms", ["B"]), ("algorithms", None)]
    assert on_command_line()(text) == f"{shown}--not-algorithms B, or --algorithms"
    assert in_api(text) == f'{shown}"not_algorithms": ["B"], or "algorithms"'
    assert not remedies(on_page(text))


@pytest.mark.parametrize("name", ["Acc [%]", "a]b", "a{b}", "it's", 'say "so"', "x, y"])
def test_names_with_brackets_and_quotation_marks_are_values(name: str) -> None:
    text = f"leave it out with not_algorithms={[name]!r}, or keep all with not_algorithms=[]"
    assert remedies(text) == [("not_algorithms", [name]), ("not_algorithms", [])]
    assert not remedies(on_command_line()(text))


def test_dots_within_quotation_marks_end_nothing() -> None:
    text = 'call it \'a... missing=\' or "b... drop=", or say missing="keep"'
    assert remedies(text) == [("missing", "keep")]
