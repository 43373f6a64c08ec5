"""Which rows of a table are headings, sections or titles, by what stands below them."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

from evenkeel.errors import TableError
from evenkeel.tables.finding import find_tables
from evenkeel.tables.parsing.cells import Table


def table(text: str, **options: Any) -> Table:
    (found,) = find_tables(io.StringIO(text), **options)
    return found


def rows(found: Table) -> list[tuple[object, ...]]:
    return list(zip(*found.columns, strict=True))


@pytest.mark.parametrize(
    ("text", "header", "first"),
    [
        ("set,A,B\nx,1,2\ny,3,4\n", ("set", "A", "B"), ("x", "1", "2")),
        (",A,B\nx,1,2\ny,3,4\n", ("", "A", "B"), ("x", "1", "2")),
        ("x,0.1,0.2\ny,0.3,0.4\n", None, ("x", "0.1", "0.2")),
        ("0.1,0.2\n0.3,0.4\n", None, ("0.1", "0.2")),
        ("iris,0.1,NA\nwine,0.3,0.4\n", None, ("iris", "0.1", "NA")),
        ("5,0.2,0.3\n3,0.3,0.4\n", None, ("5", "0.2", "0.3")),
        # names that are numbers, over an empty corner, a word over numbers, or unlike the numbers
        (",2019,2020\nx,1,2\ny,3,4\n", ("", "2019", "2020"), ("x", "1", "2")),
        ("n,10,50,100\n1,0.5,0.6,0.7\n2,0.1,0.2,0.3\n", ("n", "10", "50", "100"), None),
        ("name,100,10\nx,0.5,0.6\ny,0.25,0.75\n", ("name", "100", "10"), ("x", "0.5", "0.6")),
        ("name,1,2,3\nx,5,6,7\ny,2,7,5\n", ("name", "1", "2", "3"), ("x", "5", "6", "7")),
        ("0,1,2\n0.5,0.6,0.7\n0.1,0.2,0.3\n", ("0", "1", "2"), ("0.5", "0.6", "0.7")),
        ("1,2,3\n2,3,4\n3,4,5\n", None, ("1", "2", "3")),
        ("1,2,3\n4,5,6\n", None, ("1", "2", "3")),
        ("set,+90%,+50%\nx,51.5,52.5\ny,53,54\n", ("set", "+90%", "+50%"), ("x", "51.5", "52.5")),
        ("problem,3,1\nx,5,6\ny,2,7\n", ("problem", "3", "1"), ("x", "5", "6")),
        # cells that hold more than a number are numbers
        ("set,A\nx,0.5 ± 0.1\ny,0.25(3)\n", ("set", "A"), ("x", "0.5 ± 0.1")),
        ("x,0.5 ± 0.1\ny,0.25(3)\n", None, ("x", "0.5 ± 0.1")),
        # no number at all
        ("a,b\nx,y\nu,v\n", ("a", "b"), ("x", "y")),
    ],
)
def test_one_row_of_headings_or_none(
    text: str, header: tuple[str, ...] | None, first: tuple[str, ...] | None
) -> None:
    found = table(text, separator=",")
    assert found.header == header
    assert first is None or rows(found)[0] == first


@pytest.mark.parametrize(
    ("text", "header"),
    [
        (
            ",UCI,,KEEL,\n,err,time,err,time\nx,1,2,3,4\ny,5,6,7,8\n",
            ("", "UCI / err", "UCI / time", "KEEL / err", "KEEL / time"),
        ),
        (
            "tool,,A,A,B,B\nset,,s,s,s,s\npath,,cpu,wall,cpu,wall\nx,ok,1,2,3,4\ny,ok,5,6,7,8\n",
            ("tool / set / path", "", "A / s / cpu", "A / s / wall", "B / s / cpu", "B / s / wall"),
        ),
        (
            ",SVM,SVM,RF,RF\n,acc,f1,acc,f1\nset,,,,\nx,1,2,3,4\ny,5,6,7,8\n",
            ("set", "SVM / acc", "SVM / f1", "RF / acc", "RF / f1"),
        ),
        ("set,A,B\n,err,err\nx,1,2\ny,3,4\n", ("set", "A / err", "B / err")),
    ],
)
def test_several_rows_of_headings_are_joined(text: str, header: tuple[str, ...]) -> None:
    found = table(text)
    assert found.header == header
    assert found.names_in(0) == ("x", "y")


@pytest.mark.parametrize(
    "second",
    ["A,x,NA", "A,x,timeout", "A,x,", "licence,MIT,GPL", "x,failed,crash"],
)
def test_a_row_without_numbers_is_not_always_a_heading(second: str) -> None:
    found = table(f"one,two,three\n{second}\nB,1,2\nC,3,4\n")
    assert found.header == ("one", "two", "three")
    assert len(found.rows) == 3


def test_what_the_levels_are_called_is_kept() -> None:
    page = (
        "<table><thead><tr><th>model<th>SVM<th>RF<tr><th>set<th><th></thead>"
        "<tr><th>x<td>1<td>2<tr><th>y<td>3<td>4</table>"
    )
    found = table(page)
    assert found.header == ("set", "SVM", "RF")
    assert found.levels == ("model",)


def test_a_title_is_the_name_of_the_table() -> None:
    for title in ("Table 3: errors", "Table 3: errors,,"):
        found = table(f"{title}\nset,A,B\nx,1,2\ny,3,4\n")
        assert found.name == "Table 3: errors"
        assert found.header == ("set", "A", "B")
        assert list(found.rows) == [3, 4]


def test_sections_are_a_column_of_their_own() -> None:
    found = table("set,A,B\nUCI,,\nx,1,2\ny,3,4\nKEEL\nz,5,6\n")
    assert found.header == ("section", "set", "A", "B")
    assert rows(found) == [
        ("UCI", "x", "1", "2"),
        ("UCI", "y", "3", "4"),
        ("KEEL", "z", "5", "6"),
    ]
    assert found.column(2) == "column 2"
    assert list(found.rows) == [3, 4, 6]


@pytest.mark.parametrize(
    "body",
    [
        "x,1,2\ny,,\nz,3,4\n",  # not first of all
        "x,,\ny,,\nz,3,4\n",  # nothing belongs to the first
        "x,,\ny,1,2\nz,,\n",  # nothing belongs to the last
        "x,,\ny,1,2\nz,3,4\n",  # one alone says nothing
        "1,,\n2,3,4\n3,4,5\n",  # a number
    ],
)
def test_rows_without_results_are_no_sections(body: str) -> None:
    found = table(f"set,A,B\n{body}")
    assert found.header == ("set", "A", "B")
    assert len(found.rows) == 3


def test_most_lines_may_be_empty() -> None:
    lines = ["set,A,B"]
    for i in range(100):
        lines += [",,"] * 12 + [f"p{i},0.{i},0.5"]
    found = table("\n".join(lines))
    assert found.header == ("set", "A", "B")
    assert len(found.rows) == 100
    hollow = "".join(f"p{i},,\n" for i in range(200))
    found = table(f"set,A,B\n{hollow}x,1,2\ny,3,4\n")
    assert found.header == ("set", "A", "B")
    assert len(found.rows) == 202


def test_lines_that_end_too_soon_have_holes_with_the_reason() -> None:
    found = table("set,A,B\nx,1\ny,3,4\n")
    assert not found.faults
    numbers = found.numbers(2)
    assert np.isnan(numbers.values).tolist() == [True, False]
    assert numbers.absent[0].startswith("the value is missing (the line has 2 cells of 3); ")


def test_lines_with_too_many_cells_are_one_fault() -> None:
    found = table("set,A,B\n" + "".join(f"p{i},1,2{',3' * (i > 9)}\n" for i in range(2000)))
    assert len(found.rows) == 10
    assert found.faults == (
        "1990 lines have more cells than the 3 columns of the table, the first is line 12 with 4; "
        "remove what is too much, or put a cell with a separator in quotation marks",
    )


def test_bold_cells() -> None:
    found = table("set,A,B\nx,**1**,2\ny,3,\\textbf{4}\n")
    assert found.bold == {(0, 1), (1, 2)}
    with_sections = table("set,A,B\nUCI,,\nx,**1**,2\nKEEL,,\ny,3,\\textbf{4}\n")
    assert with_sections.bold == {(0, 2), (1, 3)}


def test_an_index_of_tuples_is_several_columns() -> None:
    text = ",A,B\n\"('Pima', 0.5, 1)\",1,2\n\"('Pima', 0.5, 2)\",3,4\n"
    found = table(text)
    assert found.header == ("level_0", "level_1", "level_2", "A", "B")
    assert rows(found)[1] == ("Pima", "0.5", "2", "3", "4")
    assert found.column(3) == "column 2"
    named = table(text.replace(",A,B", "\"('set', 'ratio', 'seed')\",A,B", 1))
    assert named.header is not None
    assert named.header[:3] == ("set", "ratio", "seed")
    joined = table("set,\"('A', 'acc')\",\"('A', 'f1')\"\nx,1,2\ny,3,4\n")
    assert joined.header == ("set", "A / acc", "A / f1")
    other = table(text.replace("('Pima', 0.5, 2)", "(f1), x"))
    assert other.header == ("", "A", "B")


def test_one_column_is_no_table() -> None:
    with pytest.raises(TableError, match="line 1 holds one column only"):
        table("abc\n1\n2\n")
