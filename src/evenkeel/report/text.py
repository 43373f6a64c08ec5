"""Plain text, and Markdown with pipe tables."""

from __future__ import annotations

import re
import textwrap
import unicodedata

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
from evenkeel.text import escape_markdown, printable

# Plain text, for terminals without colour, pipes and files.


_WIDTH = 96
_LABEL = 9  # columns of a label and the space behind it


def render_text(document: Document) -> str:
    """Render a document as plain text."""
    parts = [_underlined(document.title, "=")]
    said = f"{printable(document.title)}\n"  # a table of that title need not say it again
    parts += [text.removeprefix(said) for block in document.flow if (text := _block(block))]
    if document.references:
        parts.append(_underlined("References", "-"))
        parts.append("\n".join(_wrapped(r.text, hanging=4) for r in document.references))
    return "\n\n".join(parts) + "\n"


def render_table(table: Table) -> str:
    """Render one table as aligned plain text, title first and note last."""
    table = table.laid_out()
    columns = range(len(table.columns))
    header = [printable(column.title) for column in table.columns]
    body = [
        [printable(table.text(r, c)) + _marks(table, r, c) for c in columns]
        for r in range(len(table.rows))
    ]
    widths = [max(display_width(row[c]) for row in [header, *body]) for c in columns]

    def line(row: list[str]) -> str:
        return "  ".join(
            _padded(row[c], widths[c], right=table.is_number(c)) for c in columns
        ).rstrip()

    rule = "  ".join("-" * width for width in widths)
    lines = [printable(table.title), line(header), rule, *map(line, body)]
    if remark := table.remark(None if table.stars else "*"):
        lines.append(_wrapped(remark))
    return "\n".join(lines)


def _marks(table: Table, row: int, column: int) -> str:
    """The stars of a p-value if they are asked for, else one for what others print in bold."""
    if table.stars:
        return table.stars_of(row, column)
    return "*" if (row, column) in table.bold else ""


def display_width(text: str) -> int:
    """Columns that a text takes on a terminal: wide characters take two, marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(character) or character in "\u200d\ufe0f"
        else 2
        if unicodedata.east_asian_width(character) in "WF"
        else 1
        for character in text
    )


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return _underlined(text, "-" if level == 1 else ".")
        case Paragraph(text):
            return _wrapped(text)
        case Facts(lines):
            return "\n".join(_labelled(label, text) for label, text in lines)
        case Notice(grade, title, text):
            return _wrapped(f"[{grade}] {title}. {text}", hanging=4)
        case Table():
            return render_table(block)
        case Picture():
            return "" if block.text is None else render_table(block.text()).lstrip("\n")


def _labelled(label: str, text: str) -> str:
    """A label, and its lines beside it."""
    first, *others = (f"{line}" for line in text.split("\n"))
    return "\n".join(
        [
            _wrapped(f"{label:<{_LABEL}}{first}", hanging=_LABEL),
            *(_wrapped(f"{'':{_LABEL}}{line}", hanging=_LABEL) for line in others),
        ]
    )


def _underlined(text: str, stroke: str) -> str:
    text = printable(text)
    return f"{text}\n{stroke * display_width(text)}"


def _wrapped(text: str, hanging: int = 0) -> str:
    return textwrap.fill(
        printable(text),
        _WIDTH,
        subsequent_indent=" " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _padded(text: str, width: int, *, right: bool) -> str:
    space = " " * (width - display_width(text))
    return space + text if right else text + space


# Markdown with pipe tables, as GitHub and Jupyter read it.


def render_markdown(document: Document) -> str:
    """Render a document as Markdown."""
    parts = [f"# {escape_markdown(document.title)}"]
    parts += [text for block in document.flow if (text := _markdown_block(block))]
    if document.references:
        parts.append("## References")
        parts.append("\n".join(f"- {escape_markdown(r.text)}" for r in document.references))
    return "\n\n".join(parts) + "\n"


def markdown_table(table: Table) -> str:
    """Render one table as a pipe table, title first and note last."""
    table = table.laid_out()
    columns = range(len(table.columns))
    header = " | ".join(escape_markdown(column.title) for column in table.columns)
    rule = " | ".join("---:" if table.is_number(c) else "---" for c in columns)
    body = [
        "| " + " | ".join(_cell(table, r, c) for c in columns) + " |"
        for r in range(len(table.rows))
    ]
    lines = [f"**{escape_markdown(table.title)}**", "", f"| {header} |", f"| {rule} |", *body]
    if remark := table.remark("Bold"):
        lines += ["", escape_markdown(remark)]
    return "\n".join(lines)


def _cell(table: Table, row: int, column: int) -> str:
    text = table.text(row, column)
    number = table.is_number(column) and not isinstance(table.rows[row][column], str)
    escaped = text if number and text[:1] != "<" else escape_markdown(text)
    stars = escape_markdown(table.stars_of(row, column))
    return (f"**{escaped}**" if (row, column) in table.bold and escaped else escaped) + stars


def _markdown_block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * (level + 1)} {escape_markdown(text)}"
        case Paragraph(text, leads):
            return f"**{escape_markdown(text)}**" if leads else escape_markdown(text)
        case Facts(lines):
            return "\n".join(
                f"- **{escape_markdown(label)}** {_lines(text)}" for label, text in lines
            )
        case Notice(grade, title, text):
            return f"> **{grade.capitalize()}: {escape_markdown(title)}.** {escape_markdown(text)}"
        case Table():
            return markdown_table(block)
        case Picture():
            drawn = _block(block)
            fence = "`" * (max(2, *map(len, re.findall("`+", drawn)), 0) + 1)
            return f"{fence}text\n{drawn}\n{fence}" if drawn else ""


def _lines(text: str) -> str:
    """Lines of an item of a list, each broken where it ends."""
    return "  \n  ".join(map(escape_markdown, text.split("\n")))
