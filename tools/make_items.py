"""Write docs/items.md: what the source documents hold, and where each part is in evenkeel.

The list is docs/items.csv. `where` names functions and classes (``evenkeel.wilcoxon``), commands
with their options (``$ evenkeel plot qq --of``) and pages, with semicolons; what is not done has a
reason instead.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "items.md"


def items() -> list[dict[str, str]]:
    """The list, a dictionary an item."""
    with (DOCS / "items.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def names(item: dict[str, str]) -> list[str]:
    """Where an item is; none if it is not done."""
    return [name for each in item["where"].split(";") if (name := each.strip())]


def page() -> str:
    """The page: a table a document."""
    listed = items()
    left = sum(not item["where"] for item in listed)
    return "\n".join(
        [
            "# The documents, item by item",
            "",
            "Made by tools/make_items.py from docs/items.csv; a test holds that every name, option",
            f"and test below exists. Of {len(listed)} items {left} are not done, with the reason.",
            "",
            *_tables(listed),
        ]
    )


def _tables(listed: list[dict[str, str]]) -> Iterator[str]:
    for document in dict.fromkeys(item["document"] for item in listed):
        yield from (
            f"## {document}",
            "",
            "| Place | Item | In evenkeel | Test |",
            "|---|---|---|---|",
        )
        for item in listed:
            if item["document"] == document:
                yield f"| {item['place']} | {item['item']} | {_where(item)} | {_test(item)} |"
        yield ""


def _where(item: dict[str, str]) -> str:
    found = [f"`{name.removeprefix('$ ')}`" for name in names(item)] or ["not done."]
    return " ".join([", ".join(found), *([item["remark"]] if item["remark"] else [])])


def _test(item: dict[str, str]) -> str:
    return f"`tests/{item['test']}`" if item["test"] else ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
