"""The reference of the HTTP API, from the description that the page itself publishes."""

from __future__ import annotations

import json
from typing import Any

from evenkeel.text import escape_markdown
from evenkeel.web.app import create_app

PLACE = "reference/http_api.md"


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(each)}`" for each in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return str(schema.get("type", "anything"))


def _fields(schema: dict[str, Any]) -> list[str]:
    needed = set(schema.get("required", ()))
    lines = ["| Field | Values | Meaning |", "| --- | --- | --- |"]
    for name, each in schema.get("properties", {}).items():
        star = " (needed)" if name in needed else ""
        lines.append(
            f"| `{name}`{star} | {_kind(each)} | {escape_markdown(each.get('description', ''))} |"
        )
    return [*lines, ""]


def _resolved(schema: dict[str, Any], described: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = described["components"]["schemas"][name] if name else schema
    return found


def _operation(path: str, verb: str, operation: dict[str, Any], described: Any) -> list[str]:
    lines = [f"## {verb.upper()} {path}", "", escape_markdown(operation.get("description", "")), ""]
    parameters = operation.get("parameters", [])
    if parameters:
        lines += ["| Parameter | Values | Meaning |", "| --- | --- | --- |"]
        lines += [
            f"| `{each['name']}` | {_kind(each['schema'])} | "
            f"{escape_markdown(each.get('description', ''))} |"
            for each in parameters
        ]
        lines.append("")
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        lines += [f"Body, `{kind}`:", "", *_fields(_resolved(content.get("schema", {}), described))]
    answers = ", ".join(f"`{code}`" for code in operation.get("responses", {}))
    return [*lines, f"Answers: {answers}.", ""]


def pages() -> dict[str, str]:
    """One page with all addresses, the fields they take and the answers they give."""
    described = create_app().openapi()
    lines = [
        "# HTTP API",
        "",
        "`evenkeel serve` offers it beside the page; `/api` lists the addresses, and "
        "`/openapi.json` has all schemas. Limits and refusals: [security](../../security.md).",
        "",
    ]
    for path, verbs in described["paths"].items():
        for verb, operation in verbs.items():
            lines += _operation(path, verb, operation, described)
    return {PLACE: "\n".join(lines)}
