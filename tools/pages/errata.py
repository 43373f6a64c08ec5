"""The page of errata: what is printed, what is right, and what shows it.

The list is that of the package (claims/reproduction/errata.csv), with the figures that each erratum
explains (explained.csv); errata_evidence.toml beside this file adds the evidence.
"""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from evenkeel.claims.reproduction.registry import Erratum, errata
from evenkeel.text import escape_markdown

PLACE = "errata.md"
EVIDENCE = Path(__file__).with_name("errata_evidence.toml")

_HEAD = """# Errata of the source documents

The documents that define these methods have misprints, and some of them were copied into programs.
This is the list of all that are known, {count} of them. Where a text and its own printed results
disagree, the results, or the original definition, are taken to be right. Each erratum says what
shows it, and names tests under `tests/` that assert it, so that the evidence can be run. The list
is data of the package (`claims/reproduction/errata.csv`); this page is made from it.

The documents are those of the [tutorial](../tutorial/index.md): Derrac et al. (2011), Garcia and
Herrera (2008), the Spanish tutorial, two sets of lecture slides, and Demsar (2006), whom they cite.
The *24 x 4 study* is that of [four classifiers](../tutorial/four_classifiers.md); the *CEC study*
and the *C4.5 study* are on the [slides](../tutorial/lecture.md).
"""


def pages() -> dict[str, str]:
    """The page by the name of its file."""
    known = errata()
    shown = evidence()
    explained = _explained()
    parts = [_HEAD.format(count=len(known)), _overview(known.values())]
    parts += [
        "\n".join(_section(one, shown[number], explained.get(number, Counter())))
        for number, one in known.items()
    ]
    return {PLACE: "\n".join(parts)}


def evidence() -> dict[int, dict[str, Any]]:
    """What shows each erratum: `touches`, `evidence` and `tests`, by its number."""
    found = tomllib.loads(EVIDENCE.read_text(encoding="utf-8"))
    return {int(number): entry for number, entry in found.items()}


def _explained() -> dict[int, Counter[str]]:
    """How many printed figures of which table each erratum explains."""
    text = (
        resources.files("evenkeel.claims.reproduction").joinpath("explained.csv").read_text("utf-8")
    )
    found: dict[int, Counter[str]] = {}
    for row in csv.DictReader(text.splitlines()):
        table = f"{row['document']}, {row['table']}"
        found.setdefault(int(row["erratum"]), Counter())[table] += 1
    return found


def _overview(known: Iterable[Erratum]) -> str:
    lines = ["| erratum | where |", "|---|---|"]
    lines += [
        f"| [{one.number}](#erratum-{one.number}) | {escape_markdown(one.where)} |" for one in known
    ]
    return "\n".join(lines) + "\n"


def _section(one: Erratum, shown: dict[str, Any], figures: Counter[str]) -> Iterator[str]:
    yield f"(erratum-{one.number})="
    yield f"## {one.number}. {escape_markdown(one.where)}\n"
    yield f"- **Printed:** {escape_markdown(one.printed)}"
    yield f"- **Right:** {escape_markdown(one.correct)}"
    yield f"- **Touches:** {escape_markdown(shown['touches'])}"
    yield f"- **Evidence:** {escape_markdown(shown['evidence'])}"
    if figures:
        counted = "; ".join(f"{table} ({count})" for table, count in figures.items())
        yield f"- **Explains printed figures of:** {escape_markdown(counted)}"
    yield "- **Tests:** " + ", ".join(f"`{test}`" for test in shown["tests"]) + "\n"
