"""The page of the JSON Schema of saved reports."""

from __future__ import annotations

from importlib.resources import files

PLACE = "reference/json_schema.md"


def pages() -> dict[str, str]:
    """The schema as it is published, with what it is for."""
    schema = files("evenkeel.report").joinpath("report.schema.json").read_text(encoding="utf-8")
    lines = [
        "# JSON Schema of reports",
        "",
        'What `comparison.save("x.json")` and `evenkeel compare -o x.json` write, and '
        "`evenkeel.open_report` reads again without loss. The name in `schema` changes if a "
        "reader of the old form could misunderstand the new one.",
        "",
        "```json",
        schema.strip(),
        "```",
        "",
    ]
    return {PLACE: "\n".join(lines)}
