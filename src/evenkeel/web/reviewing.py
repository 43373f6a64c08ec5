"""The reviewer's tabs: start from average ranks, p-values or claims that a paper prints."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evenkeel.errors import InputError
from evenkeel.result import Result
from evenkeel.web.guard import check_count, check_pairs
from evenkeel.web.options import number_from
from evenkeel.web.rendering import Section, sections_of
from evenkeel.web.wording import on_page

LONGEST_TEXT = 100_000  # characters that a reviewer may paste
LONGEST_LINE = 500


@dataclass(frozen=True)
class Tab:
    """A tab of the page: what is pasted, an example of it, and which fields go with it."""

    name: str
    title: str
    heading: str
    help: str
    example: str
    fields: tuple[str, ...] = ()


TABS: Mapping[str, Tab] = {
    tab.name: tab
    for tab in (
        Tab(
            "ranks",
            "Average ranks",
            "What follows from printed average ranks?",
            "A line each: the name of an algorithm and its printed average rank. Rounding is "
            "carried through: each p-value lies between two bounds, and the verdict says whether "
            "rounding could turn it.",
            "C4.5, 2.10\n1-NN, 3.25\nNaiveBayes, 2.20\nKernel, 4.33\nCN2, 3.12\n",
            ("n", "control", "alpha"),
        ),
        Tab(
            "pvalues",
            "P-values",
            "What follows from printed p-values?",
            "A line each: two algorithms and the printed p-value, which may be a bound such as "
            "<0.001. They are adjusted by every procedure that serves them.",
            "A vs B, 0.012\nA vs C, <0.001\nB vs C, 0.31\n",
            ("control", "alpha"),
        ),
        Tab(
            "audit",
            "Audit",
            "Do the claims of a paper agree with each other?",
            "A line each: kind, name, value. Each claim agrees, agrees by rounding or if "
            "corrected for ties, differs, or cannot be with this n and k.",
            "n,,30\nrank,C4.5,2.10\nrank,1-NN,3.25\nrank,NaiveBayes,2.20\nrank,Kernel,4.33\n"
            "rank,CN2,3.12\nstatistic,friedman,39.647\n",
        ),
    )
}


@dataclass(frozen=True)
class Reviewed:
    """The answer of a tab."""

    title: str
    sections: tuple[Section, ...]


def review(name: str, fields: Mapping[str, str]) -> Reviewed:
    """What follows from what was pasted."""
    text = fields.get("text", "")
    if not text.strip():
        raise InputError("nothing was pasted; give a line each, as in the example")
    if len(text) > LONGEST_TEXT:
        raise InputError(f"the text is longer than {LONGEST_TEXT:,} characters; give less")
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > LONGEST_LINE:
            raise InputError(
                f"line {number} is longer than {LONGEST_LINE} characters; write shorter names"
            )
    source = io.BytesIO(text.encode("utf-8", "replace"))  # a text might be taken for a file's name
    _check_size(name, source, fields)
    source.seek(0)
    document = _result(name, source, fields).report().spelled(on_page)
    return Reviewed(document.title, tuple(sections_of(document)))


def _check_size(name: str, source: io.BytesIO, fields: Mapping[str, str]) -> None:
    """Raise if so much was pasted that the answer would fill more than a page."""
    from evenkeel.claims.from_average_ranks import read_ranks
    from evenkeel.claims.from_printed_pvalues import read_pvalues
    from evenkeel.claims.paper import read_paper

    if name == "ranks":
        check_pairs(len(read_ranks(source, None)[0]), fields.get("control"))
    elif name == "pvalues":
        check_count(len(read_pvalues(source).entries), "hypotheses")
    else:
        paper = read_paper(source)
        check_count(len(paper.claims), "claims")
        check_pairs(len(paper.of_kind("rank")), paper.settings.get("control"))


def _result(name: str, source: io.BytesIO, fields: Mapping[str, str]) -> Result:
    from evenkeel.claims import audit, from_pvalues, from_ranks

    if name == "audit":
        return audit(source)
    options: dict[str, Any] = {
        "control": fields.get("control") or None,
        "alpha": number_from(fields, "alpha", 0.05),
    }
    if name == "pvalues":
        return from_pvalues(source, **options)
    if not fields.get("n"):
        raise InputError("n is missing; give the number of problems")
    return from_ranks(source, int(number_from(fields, "n", 0)), **options)
