"""``evenkeel formats``: what is read beside ordinary tables."""

from __future__ import annotations

from evenkeel.cli.output import Destination, takes_output


@takes_output
def formats(goes: Destination) -> None:
    """List the formats of tools and papers that are read, and by what each is known."""
    from evenkeel.report.single import report_formats

    goes.emit(report_formats())
