"""Studies that show themselves by their report."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from evenkeel.report.document import Document


class Reported(ABC):
    """A study with a report, which is what notebooks show, `print` shortens and `save` saves."""

    _printed: ClassVar[tuple[str, ...]]  # the tables of the report that print() shows

    @abstractmethod
    def report(self) -> Document:
        """The study as a report."""

    def save(
        self, path: str | Path, *, fragment: bool = False, table: str | None = None
    ) -> list[Path]:
        """Save the report; the ending says how, see `evenkeel.report.saving.save_document`."""
        from evenkeel.report.saving import save_document

        return save_document(self.report(), path, fragment=fragment, table=table)

    def __str__(self) -> str:
        from evenkeel.report.document import Document, Notice, Table
        from evenkeel.report.text import render_text

        report = self.report()
        brief = (
            block
            for block in report.blocks
            if isinstance(block, Notice)
            or (isinstance(block, Table) and block.name in self._printed)
        )
        return render_text(Document(report.title, tuple(brief))).rstrip("\n")

    def _repr_html_(self) -> str:
        from evenkeel.report.html import render_fragment

        return render_fragment(self.report(), pictures=False)
