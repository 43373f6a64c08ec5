"""Tables as people publish them: read at once or asked about, and the one call that reads them."""

from __future__ import annotations

import io

import pytest

import evenkeel
from evenkeel.errors import ReadingQuestion
from tables_as_published import TABLES, Published


def is_right(results: evenkeel.Results, table: Published) -> bool:
    """Whether the problems and the first row are those of the table."""
    first = dict(zip(results.algorithms, results.values[0].tolist(), strict=True))
    return (results.problems, first) == (table.problems, table.first_row)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_it_is_read_or_asked_about(table: Published) -> None:
    try:
        assert is_right(evenkeel.read(io.StringIO(table.text), better=table.better), table)
        said, answers = "", []
    except ReadingQuestion as question:
        said, answers = question.why, [reading.options() for reading in question.readings]
    except evenkeel.TableError as error:
        said, answers = error.faults[0], []
    assert said == table.said
    right = [
        number
        for number, options in enumerate(answers, start=1)
        if is_right(evenkeel.read(io.StringIO(table.text), **options), table)
    ]
    assert right == ([table.answer] if table.answer else [])


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_what_is_read(table: Published) -> None:
    results = evenkeel.read(io.StringIO(table.text), better=table.better, **table.options)
    assert is_right(results, table)
    assert results.origin is not None
    assert (results.origin.chosen, results.origin.ignored) == (table.chosen, table.ignored)
    assert (results.deviations is not None) is table.deviations


def test_models_with_their_sizes_and_scores_on_one_problem_are_nothing_to_compare() -> None:
    text = """\
| Model | resolution | Params (M) | Flops (G) | Top-1 (%) | Top-5 (%) | Config |
| :-- | :-: | :-: | :-: | :-: | :-: | :-: |
| former-s12 | 224x224 | 11.92 | 1.82 | 76.90 | 93.28 | [a](a) |
| former-s24 | 224x224 | 21.39 | 3.41 | 80.28 | 94.80 | [b](b) |
| former-s12-384 | 384x384 | 11.92 | 5.36 | 80.29 | 95.02 | [c](c) |
| former-s24-384 | 384x384 | 21.39 | 10.0 | 82.10 | 95.91 | [d](d) |
"""
    with pytest.raises(evenkeel.errors.NoComparison, match=r"'Top-1 \(%\)', 'Top-5 \(%\)' are me"):
        evenkeel.read(io.StringIO(text), better="higher")


def test_rows_without_names_that_words_are_said_of_are_data_and_no_results() -> None:
    text = "front,back,kind\n6.0,2.2,setosa\n5.2,3.4,setosa\n6.9,3.1,virginica\n6.8,3.0,virginica\n"
    with pytest.raises(evenkeel.errors.NoComparison, match="'front', 'back' are measures of one"):
        evenkeel.read(io.StringIO(text), better="higher")


def test_an_answer_names_the_table_where_others_could_be_compared_with_its_options() -> None:
    text = """\
## Runs

| task | net | Mean | other net |
|---|---|---|---|
| walk | 1.2 | 1.4 | 1.3 |
| hop | 2.2 | 2.9 | 2.5 |
| run | 3.3 | 3.1 | 2.9 |

## Score

| task | return |
|---|---|
| walk | 1.2 |
| hop | 2.2 |
"""
    with pytest.raises(ReadingQuestion) as asked:
        evenkeel.read(io.StringIO(text), better="higher")
    assert [reading.options()["pick"] for reading in asked.value.readings] == ["Runs"] * 2
    for reading in asked.value.readings:
        assert evenkeel.read(io.StringIO(text), **reading.options()).n == 3
