"""Measure one section of docs/calibration.md again and put it into the page, with its claims.

Run ``python tools/insert_calibration.py of_equivalence``: a module of tools/calibration with
``section()`` and ``claims()``. What the whole page is made by, `make_calibration.py`, gives the
same, but measures everything. A claim is known by its first five words.
"""

from __future__ import annotations

import sys
from importlib import import_module

from make_calibration import PAGE, filled

from evenkeel.tables.system import write_text


def with_section(page: str, section: str) -> str:
    """The page with the section in the place of the old one, or at the end."""
    heading = section.splitlines()[0]
    begin = page.find(f"{heading}\n")
    if begin < 0:
        return f"{page.rstrip()}\n\n{section}\n"
    end = page.find("\n## ", begin)
    rest = "" if end < 0 else page[end:]
    return f"{page[:begin]}{section}\n{rest}"


def with_claim(page: str, claim: str) -> str:
    """The page with the claim in the place of the old one, or after the others."""
    before, short, rest = page.partition("## In short\n")
    claims, line, after = rest.partition("\n## ")
    items = [item.strip("\n") for item in claims.split("\n\n") if item.strip()]
    known = " ".join(claim.split()[:6])
    places = [i for i, item in enumerate(items) if " ".join(item.split()[:6]) == known]
    place = places[0] if places else len(items)
    items[place : place + 1] = [claim]
    return before + short + "\n" + "\n\n".join(items) + "\n" + line + after


def main(name: str) -> None:
    """Measure the section of that module, and write the page if its claims are borne out."""
    module = import_module(f"calibration.{name}")
    page = PAGE.read_text(encoding="utf-8")
    for claim, borne_out in module.claims():
        if not borne_out:
            raise SystemExit(f"not borne out by the numbers: {claim}")
        page = with_claim(page, filled(f"- {claim}"))
    page = with_section(page, "\n\n".join(filled(part) for part in module.section()))
    write_text(PAGE, page)
    print(f"wrote {PAGE}")


if __name__ == "__main__":
    main(sys.argv[1])
