"""How a report is laid out when it is saved: what a paper wants to choose."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from evenkeel.errors import InputError, Message, Option
from evenkeel.report.document import Document, Table


@dataclass(frozen=True)
class Layout:
    """What can be chosen when a report is saved.

    Attributes
    ----------
    fragment
        For .tex: only the tables, without a document around them.
    table
        The name of the one table to write; .html, .json, .xlsx and .bib hold the whole report.
    digits
        Significant digits of p-values and values, and decimals of ranks and statistics.
    stars
        Whether p-values up to 0.05, 0.01 and 0.001 have one, two and three stars.
    siunitx
        For .tex: whether numbers are set by the package siunitx.
    caption
        For .tex, .typ and .docx: the caption of the one table in place of its own.
    label_prefix
        For .tex: what the labels begin with, as in ``tab:PREFIX-adjusted``.
    """

    fragment: bool = False
    table: str | None = None
    digits: int | None = None
    stars: bool = False
    siunitx: bool = False
    caption: str | None = None
    label_prefix: str = ""

    def __post_init__(self) -> None:
        if self.digits is not None and not (
            isinstance(self.digits, int) and 1 <= self.digits <= 15
        ):
            raise InputError(f"digits is {self.digits!r}; give a whole number from 1 to 15")
        if not re.fullmatch("[A-Za-z0-9:_.-]*", self.label_prefix):
            raise InputError(
                f"label_prefix is {self.label_prefix!r}; give letters, digits and the signs :_.-"
            )

    def applied(self, document: Document) -> Document:
        """The document with its numbers as they are asked for, and its one table alone."""
        blocks = tuple(
            self._shown(block) if isinstance(block, Table) else block for block in document.blocks
        )
        shown = replace(document, blocks=blocks, more=tuple(map(self._shown, document.more)))
        if self.table is None:
            if self.caption is not None:
                raise InputError(
                    Message("a caption belongs to one table; name it with ", Option("table"))
                )
            return shown
        chosen = shown.table(self.table)
        if self.caption is not None:
            chosen = replace(chosen, title=self.caption)
        return replace(shown, blocks=(chosen,), references=(), main=chosen.name, read="")

    def _shown(self, table: Table) -> Table:
        digits = table.digits if self.digits is None else self.digits
        return replace(table, digits=digits, stars=self.stars)
