"""The report as sections of the page; terms are explained where they first occur in a section."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from dataclasses import dataclass

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
from evenkeel.report.glossary import terms
from evenkeel.report.html import render_facts, render_table
from evenkeel.words.escaping import escape_html

_KEYS = {escape_html(spelling): term.key for term in terms() for spelling in term.spellings}
_SPELLINGS = re.compile(
    r"(?<![\w-])(" + "|".join(map(re.escape, sorted(_KEYS, key=len, reverse=True))) + r")(?![\w-])"
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
    key = _KEYS[spelling]
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
