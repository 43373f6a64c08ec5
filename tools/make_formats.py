"""Write docs/formats.md: every format that the registry holds."""

from __future__ import annotations

from pathlib import Path

from evenkeel.report.single import report_formats
from evenkeel.report.text import render_markdown

PAGE = Path(__file__).parents[1] / "docs" / "formats.md"


def page() -> str:
    """The list of `evenkeel formats`, and how it is made."""
    made = "Made by tools/make_formats.py from the registry; `evenkeel formats` prints the same.\n"
    title, _, rest = render_markdown(report_formats()).partition("\n")
    return f"{title}\n\n{made}{rest}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
