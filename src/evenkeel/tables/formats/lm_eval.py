"""lm-evaluation-harness: results_*.json, a file a model, with its tasks and their metrics."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from evenkeel.errors import SourceError
from evenkeel.tables.formats.building import Places, long_table
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.records import item, loaded
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.table import Column, Table
from evenkeel.tables.results import Origin

_ALSO = ('"higher_is_better"', '"n-shot"', '"lm_eval_version"', '"git_hash"', '"versions"')


@dataclass
class _Rows:
    """The columns that the files fill, groups that were left out, and the directions told."""

    columns: dict[str, list[Any]] = field(
        default_factory=lambda: {name: [] for name in ("algorithm", "problem", "measure", "value")}
    )
    groups: dict[str, None] = field(default_factory=dict)
    directions: set[object] = field(default_factory=set)


def _fits(member: Member) -> bool:
    head = member.content.head.lstrip()
    if not head.startswith(b"{") or b'"results"' not in head:
        return False
    return any(word.encode() in head for word in _ALSO)


def _read(given: Given) -> Table:
    rows, parts = _Rows(), []
    for member in given.followed():
        before = len(rows.columns["value"])
        _read_file(member, rows)
        tasks = rows.columns["problem"][before:]
        parts.append((member.name, len(tasks), tasks.__getitem__))
    told = rows.directions if len(rows.directions) == 1 else {None}
    better = {True: "higher", False: "lower"}.get(next(iter(told)))  # type: ignore[call-overload]
    columns: dict[str, Column] = {**rows.columns}
    return long_table(
        Origin(given.description, "lm-eval", "long", ignored=tuple(rows.groups)),
        columns,
        Places(parts),
        row_word="task",
        better=better,
    )


def _read_file(member: Member, rows: _Rows) -> None:
    data = loaded(member)
    model = _model(data, member)
    groups = data.get("group_subtasks") or {}
    directions = data.get("higher_is_better") or {}
    for task, metrics in item(data, "results", dict, member).items():
        if isinstance(groups, dict) and groups.get(task):
            rows.groups[f"group {task!r}, whose tasks are there"] = None
            continue
        if not isinstance(metrics, dict):
            raise SourceError(
                f"{member.content.description}: the results of {task!r} are no object of metrics; "
                "give the file as it was made"
            )
        filtered = any("," in key for key in metrics)  # as newer versions name metrics
        for key, value in metrics.items():
            name, comma, filter_name = key.partition(",")
            if name == "alias" or name.endswith("_stderr") or (filtered and not comma):
                continue
            named = filter_name and filter_name != "none"
            cells = (model, task, f"{name} ({filter_name})" if named else name, value)
            for column, cell in zip(rows.columns.values(), cells, strict=True):
                column.append(cell)
            told = directions.get(task) if isinstance(directions, dict) else None
            higher = told.get(name) if isinstance(told, dict) else None
            rows.directions.add(higher if isinstance(higher, bool) else None)


def _model(data: dict[str, Any], member: Member) -> str:
    """The name of the model: as the file tells it, or else of the file's folder."""
    name = data.get("model_name")
    if isinstance(name, str) and name:
        return name
    config = data.get("config")
    arguments = config.get("model_args") if isinstance(config, dict) else None
    if isinstance(arguments, dict):
        arguments = f"pretrained={arguments.get('pretrained', '')}"
    told = re.search("(?:pretrained|model)=([^,]+)", str(arguments))
    if told:
        return told[1]
    folder = PurePosixPath(member.name).parent.name
    if not folder:
        raise SourceError(
            f"{member.content.description}: the file does not name its model ('model_name'); put "
            "it in a folder of that name, and give the folder above"
        )
    return folder


FORMATS.register(
    FileFormat(
        "lm-eval",
        "lm-evaluation-harness results",
        "tool",
        "JSON files with 'results', a key a task, and 'higher_is_better', 'n-shot' or 'versions'",
        "results, a measure for each metric; the direction if the files tell one; groups of tasks, "
        "which are means of others, are left out",
        _read,
        _fits,
        aliases=("lm-evaluation-harness",),
    )
)
