"""``evenkeel formats``: what is read beside ordinary tables."""

from __future__ import annotations

from evenkeel.cli.output import OUTPUT, Destination
from evenkeel.cli.parameters import takes


@takes(OUTPUT)
def formats(goes: Destination) -> None:
    """List the formats of tools and papers that are read, and by what each is known.

    For example:

      evenkeel formats
    """
    from evenkeel.report.single import report_formats

    goes.emit(report_formats())
