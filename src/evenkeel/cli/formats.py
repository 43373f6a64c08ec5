"""``evenkeel formats``: what is read beside ordinary tables."""

from __future__ import annotations

from evenkeel.cli.options import JsonOption, OutputOption
from evenkeel.cli.output import emit


def formats(output: OutputOption = None, json: JsonOption = False) -> None:
    """List the formats of tools and papers that are read, and by what each is known."""
    from evenkeel.report.single import report_formats

    emit(report_formats(), json=json, output=output)
