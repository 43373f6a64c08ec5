"""Studies that print the main tables of their report."""

from __future__ import annotations

from typing import ClassVar

from evenkeel.shown import Reported


class ReportedStudy(Reported):
    """A study with a report, of which `print` shows a part."""

    _printed: ClassVar[tuple[str, ...]]  # the tables of the report that print() shows

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
