"""The base of all results: which fields a report shows and how, equality, frames, brevity."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

import evenkeel
from evenkeel._types import FloatArray
from evenkeel.errors import InputError, MissingPackageError
from evenkeel.report.document import Column, Document, Notice, Paragraph, Table
from evenkeel.report.saving import save_document
from evenkeel.report.text import render_markdown
from evenkeel.report.typesetting import render_latex
from evenkeel.result import Result, hidden, shown

ROOT_TWO = math.sqrt(2)


class Invented(Result):
    """A result with a field of every kind."""

    _title: ClassVar[str] = "Invented test"
    _note: ClassVar[str] = "It speaks for the first."

    algorithms: tuple[str, ...]
    statistic: float = shown("statistic", title="T")
    pvalue: float = shown("p", title="p")
    df: tuple[int, ...] = shown("count", title="Degrees of freedom")
    n: int
    two_sided: bool
    average: FloatArray = shown("rank")
    estimates: FloatArray = shown("value")
    table: FloatArray = hidden(repr=False)
    error: float | None = shown("p", default=None)
    notes: tuple[str, ...] = ()


def invented(**changes: object) -> Invented:
    values = {
        "algorithms": ("A", "B"),
        "statistic": ROOT_TWO,
        "pvalue": 1e-5 / 3,
        "df": (1, 8),
        "n": 9,
        "two_sided": True,
        "average": np.array([1.25, 1.75]),
        "estimates": np.array([[0.0, 1 / 3], [-1 / 3, 0.0]]),
        "table": np.zeros((9, 2)),
        "notes": ("two values are tied",),
    }
    return Invented(**values | changes)  # type: ignore[arg-type]


def test_the_report_of_the_fields() -> None:
    assert str(invented()) == "\n".join(
        [
            "Invented test",
            "=============",
            "",
            "                    Value",
            "------------------  ---------",
            "T                   1.4142",
            "p                   3.333e-06",
            "Degrees of freedom  1, 8",
            "n                   9",
            "Two sided           yes",
            "It speaks for the first.",
            "",
            "Invented test: algorithms",
            "Algorithm  Average",
            "---------  -------",
            "A            1.250",
            "B            1.750",
            "",
            "Estimates",
            "Algorithm         A        B",
            "---------  --------  -------",
            "A           0.00000  0.33333",
            "B          -0.33333  0.00000",
            "",
            "Two values are tied.",
        ]
    )


def test_numbers_keep_their_precision_as_data() -> None:
    record = invented().to_polars("summary")
    assert record.height == 1
    assert record["T"].item() == ROOT_TWO
    assert record["p"].item() == 1e-5 / 3
    assert record["Two sided"].item() is True
    assert record["Error"].to_list() == [None]
    assert invented().to_dict()["tables"]["estimates"]["rows"][0] == ["A", 0.0, 1 / 3]


@pytest.mark.parametrize("render", [render_markdown, render_latex])
def test_a_record_stands_upright_for_readers(render) -> None:
    text = render(invented().report())
    assert text.index("Degrees of freedom") < text.index("1, 8") < text.index("Two sided")


def test_the_main_table_is_that_of_the_arrays() -> None:
    assert invented().to_polars().columns == ["Algorithm", "Average"]


def test_a_number_that_is_not_declared_is_refused() -> None:
    class Silent(Result):
        share: float

    with pytest.raises(TypeError, match=r"Silent\.share does not say what its numbers are"):
        Silent(0.5).report()


def test_a_thing_that_is_no_cell_is_refused() -> None:
    class Holder(Result):
        inner: object

    with pytest.raises(TypeError, match=r"a Document is no cell of a table"):
        Holder(Document("", ())).report()


def test_as_many_problems_as_algorithms() -> None:
    # The ranks (4, 4) and the weights (4,) of the problems run over no algorithms.
    assert set(evenkeel.ranks.quade_ranks(evenkeel.load("toy")).to_dict()["tables"]) == {
        "summary",
        "ranks",
    }


def test_results_are_equal_if_their_fields_are() -> None:
    one, two = evenkeel.load("toy"), evenkeel.load("toy")
    assert evenkeel.ranks.friedman_ranks(one) == evenkeel.ranks.friedman_ranks(two)
    assert evenkeel.ranks.friedman_ranks(one) != evenkeel.ranks.friedman_ranks(
        one.select(["A", "B", "C"])
    )
    assert evenkeel.compare(one) == evenkeel.compare(two)
    assert evenkeel.compare(one) != evenkeel.compare(two, alpha=0.1)
    assert invented() != invented(average=np.array([1.25, 1.5]))
    assert invented() != invented(average=np.array([1, 2]))
    assert invented() != invented(average=np.array([1.25, 1.75, 2.0]))
    assert invented(error=math.nan) == invented(error=float("nan"))
    assert hash(invented(error=math.nan)) == hash(invented(error=float("nan")))
    assert invented(error=math.nan) != invented(error=0.5)
    gap = np.array([1.0, math.nan])
    assert invented(average=gap) == invented(average=gap.copy())
    assert hash(invented(average=gap)) == hash(invented(average=gap.copy()))
    assert hash(invented(average=0 * gap)) == hash(invented(average=-0.0 * gap))


def test_pandas_is_named_if_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(
        MissingPackageError,
        match=r"to_pandas\(\) needs the package pandas; install it with: pip install pandas$",
    ):
        invented().to_pandas()


def test_an_algorithm_with_the_name_of_a_column() -> None:
    results = evenkeel.load("toy").rename(algorithms={"A": "Algorithm"})
    contrasts = evenkeel.contrast_estimation(results)
    expected = ["Algorithm", "Algorithm (2)", "B", "C", "D"]
    assert contrasts.to_polars().columns == expected
    assert list(contrasts.to_pandas().columns) == expected


def test_an_unknown_table_is_refused_by_name() -> None:
    with pytest.raises(InputError, match="unknown table 'sumary': did you mean 'summary'"):
        invented().to_polars("sumary")


def test_print_abridges_long_tables() -> None:
    results = evenkeel.Results(np.arange(40.0).reshape(4, 10), better="lower")
    lines = str(evenkeel.pairwise.sign_all(results)).splitlines()
    assert sum(" vs " in line for line in lines) == 40
    assert any(line.startswith("The first 40 of 45 rows. Wins are") for line in lines)


def test_a_document_without_tables(tmp_path: Path) -> None:
    document = Document("Words", (Paragraph("No numbers."),))
    with pytest.raises(InputError, match=r"the report 'Words' has no table; to_dict\(\)"):
        _ = document.main_table
    with pytest.raises(InputError, match="this report has no table; choose another ending"):
        save_document(document, tmp_path / "words.csv")


def test_brief_keeps_notices_and_the_tables_named() -> None:
    one, two = (Table(name, name, (Column("x"),), ()) for name in ("one", "two"))
    notice = Notice("caution", "Mind", "this")
    document = Document("All", (Paragraph("long"), one, notice, two))
    assert document.brief(["two"]).blocks == (notice, two)
    assert document.brief().blocks == document.blocks


def test_the_alternative_is_told() -> None:
    results = evenkeel.load("toy")
    for alternative in ("two-sided", "better", "worse"):
        for test in (evenkeel.wilcoxon_all, evenkeel.pairwise.sign_all):
            (table,) = test(results, alternative=alternative).report().tables
            assert table.title.endswith(f", {alternative}")
    for alternative, words in (
        ("control-better", "(the control is better)"),
        ("control-worse", "(the control is worse)"),
        ("two-sided", "(two-sided)"),
    ):
        test = evenkeel.multiple_sign_test(results, control="A", alternative=alternative)
        assert test.report().tables[0].title.endswith(words)
