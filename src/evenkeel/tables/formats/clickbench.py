"""ClickBench: a JSON file a system and machine, with the times of three tries of each query."""

from __future__ import annotations

from evenkeel.errors import SourceError
from evenkeel.tables.formats.building import Rows, told_apart
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.records import item, loaded
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.cells import Hole
from evenkeel.tables.parsing.table import Table

_FAILED = Hole("", "the query failed")


def _fits(member: Member) -> bool:
    head = member.content.head.lstrip()
    words = (b'"system"', b'"machine"', b'"load_time"', b'"result"')
    return head.startswith(b"{") and all(word in head for word in words)


def _read(given: Given) -> Table:
    files = [(member, loaded(member)) for member in given.followed()]
    systems = told_apart(
        [
            (item(data, "system", str, member), str(data.get("machine")), str(data.get("date")))
            for member, data in files
        ]
    )
    rows = Rows("algorithm", "problem", "measure", "value")
    for system, (member, data) in zip(systems, files, strict=True):
        for number, times in enumerate(item(data, "result", list, member)):
            query = f"Q{number}"
            if not isinstance(times, list) or not all(t is None or _is_time(t) for t in times):
                raise SourceError(
                    f"{member.content.description}: the result of {query} is no list of times; "
                    "give the file as it was made"
                )
            first, *others = times or [None]
            hot = [time for time in others if time is not None]
            found = {
                "cold run": first,
                "hot run": min(hot) if len(hot) == len(others) > 0 else None,
            }
            for measure, time in found.items():
                value = _FAILED if time is None else time
                rows.add(member.name, query, system, query, measure, value)
    return rows.table(given, "clickbench", row_word="query", better="lower")


def _is_time(cell: object) -> bool:
    return isinstance(cell, (int, float)) and not isinstance(cell, bool)


FORMATS.register(
    FileFormat(
        "clickbench",
        "ClickBench results",
        "tool",
        "JSON files with 'system', 'machine', 'load_time' and 'result'",
        "times, of which lower is better, as ClickBench takes them: the first try (cold run) and "
        "the best of the others (hot run); failed queries are holes",
        _read,
        _fits,
    )
)
