"""The one kind of result: what every public result can do follows from its report.

A result says of each field that holds numbers what they are, so that the report can format them::

    class MyTest(Result):
        statistic: float = shown("statistic")
        pvalue: float = shown("p", title="p")
        n: int

The report of these fields is made by `evenkeel.report.fields`. A result that needs a richer one has
an entry in `evenkeel.report.registry`, for results stand below reports and do not import them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, dataclass_transform, overload

from evenkeel.numerics.arrays import ByValue

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from evenkeel.report.document import Document, Table
    from evenkeel.report.glance import Drawn
    from evenkeel.text import Kind

Item = TypeVar("Item")


def shown(kind: Kind, *, title: str = "", **options: Any) -> Any:
    """A field of a result, with what its numbers are and its title in the report.

    The title is by default the name of the field. `options` are those of `dataclasses.field`.
    Whole numbers, words and truth values need no declaration.
    """
    return field(metadata={"kind": kind, "title": title}, **options)


def hidden(**options: Any) -> Any:
    """A field of a result that its report does not show."""
    return field(metadata={"hidden": True}, **options)


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(shown, hidden, field))
class Result(ByValue):
    """A result. Every subclass is made a frozen dataclass.

    Two results of a class are equal if all their fields are, arrays element by element.
    """

    _title: ClassVar[str] = ""  # of the report of the fields; by default the name of the class
    _note: ClassVar[str] = ""  # what holds for every result of the class, below its numbers
    _printed: ClassVar[tuple[str, ...]] = ()  # the tables of the report that print() shows, or all

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, eq=False)(cls)

    def report(self) -> Document:
        """The result as a neutral document, from which every format is made."""
        return self._built()

    def _built(self, **options: Any) -> Document:
        from evenkeel.report.registry import report_of

        return report_of(self, **options)

    @property
    def exit_code(self) -> int:
        """What a command ends with that shows the result: 0, unless it is a gate."""
        return 0

    def save(
        self,
        path: str | Path,
        *,
        fragment: bool = False,
        table: str | None = None,
        digits: int | None = None,
        stars: bool = False,
        siunitx: bool = False,
        caption: str | None = None,
        label_prefix: str = "",
        picture: str | None = None,
    ) -> list[Path]:
        """Save the report; the ending of the path says how.

        The options are those of `evenkeel.report.document.Layout`: `fragment` writes the tables
        without a document around them (.tex), `table` one of them alone, with a `caption` of its
        own; `digits`, `stars` and `siunitx` say how numbers are shown, and `label_prefix` what the
        labels of LaTeX begin with. A name that ends in .svg, .pdf or .png holds the first picture
        of the report, or the one that `picture` names.
        """
        from evenkeel.report.document import Layout
        from evenkeel.report.saving import save_document

        layout = Layout(fragment, table, digits, stars, siunitx, caption, label_prefix, picture)
        return save_document(self.report(), path, layout)

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data: what `save` writes to a .json file."""
        from evenkeel.report.data import document_to_dict

        return document_to_dict(self.report())

    def to_polars(self, table: str | None = None) -> pl.DataFrame:
        """The main table of the report, or the one of that name, as a polars frame."""
        from evenkeel.report.data import table_to_polars

        return table_to_polars(self._table(table))

    def to_pandas(self, table: str | None = None) -> pd.DataFrame:
        """The main table of the report, or the one of that name, as a pandas frame."""
        from evenkeel.report.data import table_to_pandas

        return table_to_pandas(self._table(table))

    def __str__(self) -> str:
        from evenkeel.report.text import render_text

        return render_text(self.report().brief(self._printed)).rstrip("\n")

    def _repr_html_(self) -> str:
        from evenkeel.report.html import render_shown

        return render_shown(self.report())

    def _table(self, name: str | None) -> Table:
        report = self.report()
        return report.main_table if name is None else report.table(name)


class Answer(Result):
    """A result that answers a whole question, in sentences and at a glance.

    The builders of both stand beside those of the reports, in `evenkeel.report.registry`.
    """

    _folded: ClassVar[bool] = False  # a notebook shows the verdict, the report behind a heading

    @property
    def conclusions(self) -> tuple[str, ...]:
        """The answer in sentences for a paper, which claim no more than is shown."""
        from evenkeel.report.registry import conclusions_of

        return conclusions_of(self)

    def verdict(self, *, drawn: Drawn | None = None) -> Document:
        """The answer at a glance: labelled lines and one table, which fit on a screen.

        With `drawn` a diagram in characters may take the place of the table, no wider than that
        says.
        """
        from evenkeel.report.registry import verdict_of

        return verdict_of(self, drawn)

    def _repr_html_(self) -> str:
        from evenkeel.report.html import render_folded

        shown = super()._repr_html_
        return render_folded(self.verdict(), self.report()) if self._folded else shown()


class _Tested(Protocol):
    @property
    def statistic(self) -> float: ...
    @property
    def pvalue(self) -> float: ...


class TestResult(Result):
    """The result of one test, which unpacks as scipy's do: ``statistic, pvalue = friedman(x)``."""

    __test__: ClassVar[bool] = False  # pytest would take the name for a class of tests

    def __iter__(self: _Tested) -> Iterator[float]:
        return iter((self.statistic, self.pvalue))

    def __getitem__(self: _Tested, place: int) -> float:
        return (self.statistic, self.pvalue)[place]


class ResultList(Result, Sequence[Item]):
    """Results that are listed together; it reads as a tuple of them."""

    items: tuple[Item, ...]

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        return self.items[index]

    def __len__(self) -> int:
        return len(self.items)
