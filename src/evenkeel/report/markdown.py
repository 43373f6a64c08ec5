"""Markdown with pipe tables, as GitHub and Jupyter read it."""

from __future__ import annotations

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
from evenkeel.words.escaping import escape_markdown


def render_markdown(document: Document) -> str:
    """Render a document as Markdown."""
    parts = [f"# {escape_markdown(document.title)}"]
    parts += [text for block in document.flow if (text := _block(block))]
    if document.references:
        parts.append("## References")
        parts.append("\n".join(f"- {escape_markdown(r.text)}" for r in document.references))
    return "\n\n".join(parts) + "\n"


def render_table(table: Table) -> str:
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


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * (level + 1)} {escape_markdown(text)}"
        case Paragraph(text):
            return escape_markdown(text)
        case Facts(lines):
            return "\n".join(
                f"- **{escape_markdown(label)}** {_lines(text)}" for label, text in lines
            )
        case Notice(grade, title, text):
            return f"> **{grade.capitalize()}: {escape_markdown(title)}.** {escape_markdown(text)}"
        case Table():
            return render_table(block)
        case Picture():
            return ""


def _lines(text: str) -> str:
    """Lines of an item of a list, each broken where it ends."""
    return "  \n  ".join(map(escape_markdown, text.split("\n")))
