"""Which pages are made from the code, and where they go: docs/made, which git does not keep."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pages import (
    command_line,
    decision_guide,
    errata,
    http_api,
    methods,
    python_reference,
    report_schema,
)

DOCS = Path(__file__).parents[2] / "docs"

#: Each gives texts by the names of their files under docs/made.
MAKERS: tuple[Callable[[], dict[str, str]], ...] = (
    decision_guide.pages,
    methods.pages,
    errata.pages,
    python_reference.pages,
    command_line.pages,
    http_api.pages,
    report_schema.pages,
)


def make(into: Path) -> None:
    """Write every page; a text that has not changed is left alone, so that it is not built anew."""
    for maker in MAKERS:
        for name, text in maker().items():
            path = into / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    make(DOCS / "made")
