"""Whether plain data, which a stranger may have written, follow the published schema of reports."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from evenkeel.errors import InputError, quoted

_TYPES: Mapping[str, tuple[type, ...]] = {
    "null": (type(None),),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "string": (str,),
    "array": (list,),
    "object": (dict,),
}


def check_report(found: object) -> None:
    """Raise with the first place at which data are not as `report.schema.json` says.

    The words of JSON Schema that stand in it are understood, and no others. A whole number is one
    that is written as such.
    """
    for fault in _faults(found, report_schema(), ""):
        raise InputError(fault)


@cache
def report_schema() -> dict[str, Any]:
    """The published schema."""
    text = files("evenkeel.report").joinpath("report.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _faults(value: Any, schema: Mapping[str, Any], place: str) -> Iterator[str]:
    if not schema:  # anything may stand here, and is not looked into
        return
    if "$ref" in schema:
        yield from _faults(value, report_schema()["$defs"][schema["$ref"].split("/")[-1]], place)
    if "anyOf" in schema:
        several = [list(_faults(value, each, place)) for each in schema["anyOf"]]
        yield from several[-1] if all(several) else ()
    allowed = [schema["const"]] if "const" in schema else schema.get("enum")
    if allowed is not None and not any(type(value) is type(x) and value == x for x in allowed):
        yield f"{_named(place)} is {quoted(value)}, not {' or '.join(map(repr, allowed))}"
    kinds = schema.get("type", [*_TYPES])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if not any(_is(value, kind) for kind in kinds):
        yield f"{_named(place)} is {quoted(value)}, no {' or '.join(kinds)}"
    elif isinstance(value, dict):
        yield from _faults_of_object(value, schema, place)
    elif isinstance(value, list):
        yield from _faults_of_array(value, schema, place)
    elif _is(value, "number") and not schema.get("minimum", value) <= value <= schema.get(
        "maximum", value
    ):
        yield f"{_named(place)} is {quoted(value)}, too small or too large"


def _faults_of_object(
    value: Mapping[str, Any], schema: Mapping[str, Any], place: str
) -> Iterator[str]:
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{_named(place)} has no {name!r}"
    known, others = schema.get("properties", {}), schema.get("additionalProperties", {})
    for name, each in value.items():
        if name in known or others is not False:
            yield from _faults(each, known.get(name, others), f"{place}.{name}")
        else:
            yield f"{_named(place)} has {quoted(name)}, which no report has"


def _faults_of_array(value: list[Any], schema: Mapping[str, Any], place: str) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{_named(place)} has {len(value)} items"
    for i, each in enumerate(value):
        yield from _faults(each, schema.get("items", {}), f"{place}[{i}]")


def _is(value: object, kind: str) -> bool:
    return isinstance(value, _TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _named(place: str) -> str:
    return quoted(place.removeprefix(".")) if place else "the file"
