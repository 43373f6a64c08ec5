"""The sections of a report, the reviewer's tabs, and advice in the words of the page."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from evenkeel.comparison.analyses.registry import ANALYSES, every_analysis
from evenkeel.errors import InputError, Option
from evenkeel.report.document import (
    Block,
    Document,
    Facts,
    Heading,
    Notice,
    Paragraph,
    Picture,
    Table,
)
from evenkeel.report.html import render_facts, render_table
from evenkeel.report.single import terms
from evenkeel.result import Result
from evenkeel.tables.options import READING, typed
from evenkeel.text import escape_html
from evenkeel.web.options import number_from
from evenkeel.web.tables import check_count, check_pairs

# What the library advises, as fields of the page or keys of the API.


_FIELDS = {
    **{o.name: o.title for analysis in every_analysis() for o in analysis.options},
    **{option.name: option.title for option in READING.values()},
    "better": "Which values are better?",
    "aggregate": "Of many runs per cell, take the",
    "test": "Test the runs of each problem by the",
    "design": "The runs were made by",
    "test_share": "Share of the examples that each fold or split is tested on",
    "control": "Control",
    "alpha": "Level of significance, alpha",
    "ranking": "Ranking",
    "method": "P-values",
    "procedure": "Conclude from",
    "adjust": "Procedures to show",
    "ties": "Ties in statistics of ranks",
    "omnibus_method": "P-values of the omnibus tests",
    "sign_ties": "Ties in the sign tests",
    "second_look": "Test of two columns alone",
    "resamples": "Random permutations",
    "seed": "Seed of the permutations",
    "order": "Predicted order",
    "scaled": "map each problem on [0, 1] first",
    "always": "go on even if the omnibus test does not reject",
}
#: What the menus call some of the choices.
LABELS = {
    "auto": "find out",
    "runs": "many runs per cell",
    "wide": "a row per problem",
    "long": "a row per result",
    "transposed": "a row per algorithm",
    "error": "are asked about",
    "keep": "are kept: missing at random",
    "drop-problem": "leave out the problem",
    "drop-algorithm": "leave out the algorithm",
    "worst": "are failures, ranked last",
}
_FIELDS["statistic"] = _FIELDS["aggregate"]
_FIELDS = {
    o.parameter: o.title for analysis in every_analysis() for o in analysis.options
} | _FIELDS
_KEYS = {name: name for name in _FIELDS} | {"aggregate": "statistic"}
_KEYS |= {o.parameter: o.name for analysis in every_analysis() for o in analysis.options}


def on_page(option: Option) -> str:
    """An option as a field of the form.

    Examples
    --------
    >>> on_page(Option("missing", "drop-problem"))
    '"Missing cells: leave out the problem"'
    """
    name, value = option.name, option.value
    if name not in _FIELDS:
        return f'"{_elsewhere(name)}"' if option.call and _elsewhere(name) else str(option)
    if value is None or value is True:
        return f'"{_FIELDS[name]}"'
    words = LABELS.get(value, value) if name in READING and isinstance(value, str) else value
    return f'"{_FIELDS[name]}: {typed(words)}"'


def in_api(option: Option) -> str:
    """An option as a key of a request.

    Examples
    --------
    >>> in_api(Option("missing", "drop-problem"))
    '"missing": "drop-problem"'
    """
    if option.name not in _KEYS:
        return f"/api/analyses/{option.name}" if option.name in ANALYSES.names else str(option)
    value = "" if option.value is None else f": {json.dumps(option.value)}"
    return f'"{_KEYS[option.name]}"{value}'


def _elsewhere(name: str) -> str:
    """Where the page has what is a function in Python."""
    if name == "compare":
        return "Compare"
    if name in ANALYSES.names:
        return f"Beside the comparison: {ANALYSES.lookup(name).title}"

    return TABS[name].title if name in TABS else ""


# The report as sections of the page; terms are explained where they first occur in a section.


_PARAMETERS = {escape_html(spelling): term.key for term in terms() for spelling in term.spellings}
_SPELLINGS = re.compile(
    r"(?<![\w-])("
    + "|".join(map(re.escape, sorted(_PARAMETERS, key=len, reverse=True)))
    + r")(?![\w-])"
)
_CLICKED = ('<th scope="col"', "<summary")
_TAG = re.compile(r"(<[^>]*>)")


@dataclass(frozen=True)
class Section:
    """A section of the page: its anchor, its heading and its content as HTML."""

    anchor: str
    heading: str
    html: str


def sections_of(document: Document, *, names: Iterable[str] = ()) -> list[Section]:
    """Cut a document in sections; `names` are labels of the user, which are no terms."""
    spared = {escape_html(name) for name in names}
    parts: list[tuple[str, list[str]]] = [("", [])]
    for block in document.blocks:
        if isinstance(block, Heading):
            parts.append((block.text, []))
        else:
            parts[-1][1].append(_block(block))
    return [
        Section(_anchor(heading), heading, explain("\n".join(blocks), spared))
        for heading, blocks in parts
        if blocks
    ]


def explain(html: str, spared: Iterable[str] = ()) -> str:
    """Make a button that shows its explanation of the first occurrence of each term."""
    seen: set[str] = set()
    heading = False  # in a heading that is clicked itself: of a column, or of what unfolds
    parts = _TAG.split(html)
    for i, part in enumerate(parts):
        if i % 2:
            heading = part.startswith(_CLICKED) or (heading and part not in ("</th>", "</summary>"))
        elif not heading and part not in spared:
            parts[i] = _SPELLINGS.sub(lambda match: _button(match[1], seen), part)
    return "".join(parts)


def _button(spelling: str, seen: set[str]) -> str:
    key = _PARAMETERS[spelling]
    if key in seen:
        return spelling
    seen.add(key)
    return (
        f'<button type="button" class="term" popovertarget="term-{key}" '
        f'aria-describedby="term-{key}">{spelling}</button>'
    )


def _anchor(heading: str) -> str:
    return re.sub(r"[^a-z]+", "-", heading.lower()).strip("-")


def _block(block: Block) -> str:
    match block:
        case Paragraph(text):
            return f"<p>{escape_html(text)}</p>"
        case Facts():
            return render_facts(block)
        case Notice(grade, title, text):
            return (
                f'<details class="notice {grade}"><summary><strong>{grade.capitalize()}:</strong> '
                f"{escape_html(title)}.</summary><p>{escape_html(text)}</p></details>"
            )
        case Table():
            return render_table(block)
        case Picture():
            return _picture(block)
        case Heading(text):
            return f"<h3>{escape_html(text)}</h3>"


def _picture(picture: Picture) -> str:
    """A picture as an image with its data in the address, for the page allows no inline styles."""
    from evenkeel.plot.saving import figure_svg

    figure = picture.draw()
    data = base64.b64encode(figure_svg(figure).encode()).decode("ascii")
    shows = escape_html(str(figure.get_label() or picture.caption))
    return (
        f'<figure class="picture" id="picture-{escape_html(picture.name)}">'
        f'<img src="data:image/svg+xml;base64,{data}" alt="{shows}">'
        f"<figcaption>{escape_html(picture.caption)}</figcaption></figure>"
    )


# The reviewer's tabs: start from average ranks, p-values or claims that a paper prints.


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
    from evenkeel.claims.average_ranks import read_ranks
    from evenkeel.claims.paper import read_paper
    from evenkeel.claims.pvalues import read_pvalues

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
