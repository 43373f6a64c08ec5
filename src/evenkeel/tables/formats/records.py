"""JSON files of tools: read as JSON is read elsewhere, and asked for what they must have."""

from __future__ import annotations

from typing import Any

from evenkeel.errors import SourceError
from evenkeel.tables.formats.givens import Member
from evenkeel.tables.parsing.records import load_json


def loaded(member: Member) -> dict[str, Any]:
    """The object that a JSON file holds."""
    source = member.content.description
    data = load_json(member.data, source)
    if not isinstance(data, dict):
        raise SourceError(f"{source}: the file holds no JSON object; give the file as it was made")
    return data


_WORDS = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "an integer",
    bool: "true or false",
}


def number(record: Any, key: str, member: Member) -> float:
    """The number that an object has under a key."""
    try:
        return float(item(record, key, (int, float), member))
    except OverflowError:
        raise SourceError(
            f"{member.content.description}: {key!r} is beyond the largest number, about 1.8e308; "
            "replace it by a finite number"
        ) from None


def item(record: Any, key: str, kind: type | tuple[type, ...], member: Member) -> Any:
    """What an object has under a key, which must be of a type."""
    found = record.get(key) if isinstance(record, dict) else None
    if isinstance(found, kind) and (kind is bool or not isinstance(found, bool)):
        return found
    word = _WORDS[kind] if isinstance(kind, type) else "a number"
    raise SourceError(
        f"{member.content.description}: {key!r} is not there or not {word}; give the file as it "
        "was made"
    )
