"""Any table or JSON Lines: a row per answer, or a row per item with a column per model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from evenkeel.errors import EvenkeelError, Message, Option, TableError
from evenkeel.items.logs.registry import LOGS, Better, Log, LogFile, LogFormat, Sample, number_of
from evenkeel.tables.parsing.records import flat

#: What columns are called, the likeliest first; of the scores also which are good.
_ROLES: dict[str, tuple[str, ...]] = {
    "model": (
        "model", "model_id", "model_name", "model_name_or_path", "system", "agent", "llm",
        "algorithm", "method",
    ),
    "benchmark": ("benchmark", "dataset", "task", "suite", "eval", "evaluation", "subject"),
    "item": (
        "item", "item_id", "question_id", "qid", "sample_id", "instance_id", "doc_id", "example_id",
        "prompt_id", "task_id", "problem_id", "question", "instance", "sample", "example",
        "problem", "id", "idx", "index",
    ),
    "epoch": ("epoch", "trial", "attempt", "run", "seed", "repeat", "repetition", "replicate"),
    "score": (
        "score", "correct", "is_correct", "accuracy", "acc", "exact_match", "reward", "success",
        "passed", "pass", "resolved", "solved", "f1", "value", "result", "error", "loss",
    ),
    "cluster": ("cluster", "cluster_id", "passage", "passage_id", "document_id", "group"),
    "human": ("human", "human_label", "human_score", "gold_label"),
    "length": ("length", "output_length", "response_length"),
    "order": ("order", "position", "swapped"),
}  # fmt: skip
_LOWER = {"error", "loss"}
_NEUTRAL = {"value", "result"}  # names of scores that give no direction
_GOOD = {*_ROLES["score"]} - _LOWER - _NEUTRAL
_TRUTH = {
    **dict.fromkeys(("true", "yes", "y", "1", "correct", "right", "c", "pass", "passed"), 1.0),
    **dict.fromkeys(("false", "no", "n", "0", "incorrect", "wrong", "i", "fail", "failed"), 0.0),
}


def _columns(file: LogFile) -> dict[str, Sequence[Any]]:
    """The columns of a file as cells; none if it is no table."""
    if "columns" not in file.memo:
        file.memo["columns"] = _found_columns(file)
    found: dict[str, Sequence[Any]] = file.memo["columns"]
    return found


def _found_columns(file: LogFile) -> dict[str, Sequence[Any]]:
    if file.members:
        return {}
    if isinstance(file.data, (Mapping, list)):
        rows = [flat(record) for record in file.records or _records_within(file.data)]
        names = dict.fromkeys(name for row in rows for name in row)
        columns: dict[str, Sequence[Any]] = {
            name: [row.get(name) for row in rows] for name in names
        }
        known = bool(file.records) or {"item", "score"} <= _roles(file, columns, {}).keys()
        return columns if known else {}
    from evenkeel.tables.finding import find_tables

    try:
        tables = find_tables(file.content)
    except EvenkeelError:
        return {}
    if len(tables) != 1 or tables[0].header is None:
        return {}
    header = tables[0].header
    return {name: list(c) for name, c in zip(header, tables[0].columns, strict=True)}


def _records_within(data: Any) -> list[Mapping[str, Any]]:
    """The records of an object with one list of them, each with what it tells beside the list."""
    parts = data.values() if isinstance(data, Mapping) else ()
    lists = [p for p in parts if isinstance(p, list) and p and isinstance(p[0], Mapping)]
    if len(lists) != 1 or not all(isinstance(each, Mapping) for each in lists[0]):
        return []
    beside = {name: part for name, part in data.items() if part is not lists[0]}
    return [{**beside, **each} for each in lists[0]]


def _plain(name: str) -> str:
    """The name of a column, without the objects that it lies in."""
    return re.sub(r"[ -]", "_", name.strip().casefold()).rpartition(".")[2]


def _roles(file: LogFile, columns: Mapping[str, Any], named: Mapping[str, str]) -> dict[str, str]:
    """Which column has which role, by what was told and by their usual names."""
    found = {}
    for role, column in named.items():
        if column not in columns:
            listed = ", ".join(map(repr, list(columns)[:12]))
            raise TableError(
                file.source,
                Message(Option("columns", f"{role}={column}"), f" names no column of {listed}"),
            )
        found[role] = column
    lowered = {_plain(name): name for name in reversed([*columns])}
    for role, names in _ROLES.items():
        free = (lowered[n] for n in names if n in lowered and lowered[n] not in found.values())
        first = next(free, None)
        if first is not None:
            found.setdefault(role, first)
    if "score" not in named and _plain(found.get("score", "")) not in _GOOD:
        left = [name for name in columns if name not in found.values()]
        like = [name for name in left if _GOOD & {*_plain(name).split("_")}]
        if len(like) == 1:  # such as judge_score or score_match
            found["score"] = like[0]
    return found


def _fits(file: LogFile) -> bool:
    return bool(_columns(file))


def _read(file: LogFile, named: Mapping[str, str]) -> Iterator[Log]:
    columns = _columns(file)
    roles = _roles(file, columns, named)
    if "item" not in roles and "model" not in roles and "score" not in roles:
        first, *others = columns  # a row per item: its name, then a column per model
        if len(others) >= 2:
            roles = {"item": first}
    if "item" not in roles:
        listed = ", ".join(map(repr, list(columns)[:12]))
        raise TableError(
            file.source,
            Message(
                f"no column names the items ({listed}); say which with ",
                Option("columns", "item=NAME"),
            ),
        )
    if "model" in roles and "score" not in roles:
        listed = ", ".join(repr(name) for name in columns if name not in roles.values())
        raise TableError(
            file.source,
            Message(
                f"which column holds the scores is not clear ({listed}); say it with ",
                Option("columns", "score=NAME"),
            ),
        )
    if "score" in roles:
        yield from _of_answers(file, columns, roles)
    else:
        yield from _of_wide(file, columns, roles)


def _of_answers(
    file: LogFile, columns: Mapping[str, Sequence[Any]], roles: Mapping[str, str]
) -> Iterator[Log]:
    name = roles["score"]
    plain = _plain(name)
    better: dict[str, Better] = {name: "lower"} if plain in _LOWER else {}
    scores = [_cell(cell, file, name, i) for i, cell in enumerate(columns[name], start=1)]
    zero_one = all(s is None or s in (0, 1) for s in scores)
    undirected = (plain in _NEUTRAL and not zero_one) or not (
        {*_ROLES["score"]} & {plain, *plain.split("_")}
    )
    groups: dict[tuple[str, str], list[Sample]] = {}
    parts = {role: columns[column] for role, column in roles.items()}
    count = len(scores)
    models = parts.get("model") or [""] * count
    tasks = parts.get("benchmark") or [""] * count
    epochs = parts.get("epoch") or [""] * count
    for i, score in enumerate(scores):
        fields = {column: cells[i] for column, cells in columns.items()}
        for role in ("human", "length", "order"):
            if role in parts:
                fields[role] = _cell(parts[role][i], file, roles[role], i + 1)
        key = _text(models[i]), _text(tasks[i])
        sample = Sample(_text(parts["item"][i]), _text(epochs[i]), {name: score}, "", fields)
        groups.setdefault(key, []).append(sample)
    clusters = roles.get("cluster", "")
    for (model, task), samples in groups.items():
        yield Log(
            model, task, samples, file.source, better, undirected=undirected,
            clusters=clusters,
        )  # fmt: skip


def _of_wide(
    file: LogFile, columns: Mapping[str, Sequence[Any]], roles: Mapping[str, str]
) -> Iterator[Log]:
    """A row per item: every column of numbers beside those with another role is a model."""
    aside = {column for role, column in roles.items() if role in ("item", "benchmark", "cluster")}
    items = columns[roles["item"]]
    tasks = columns.get(roles.get("benchmark", ""), [""] * len(items))
    clusters = roles.get("cluster", "")
    for model, cells in columns.items():
        if model in aside:
            continue
        groups: dict[str, list[Sample]] = {}
        for i, cell in enumerate(cells):
            fields = {column: columns[column][i] for column in aside}
            score = {"score": _cell(cell, file, model, i + 1)}
            sample = Sample(_text(items[i]), "", score, "", fields)
            groups.setdefault(_text(tasks[i]), []).append(sample)
        for task, samples in groups.items():
            yield Log(model, task, samples, file.source, undirected=True, clusters=clusters)


def _text(cell: Any) -> str:
    """A cell as a name; whole numbers without their decimal point."""
    if isinstance(cell, (float, np.floating)) and float(cell).is_integer():
        return str(int(cell))
    return str(cell)


def _cell(cell: Any, file: LogFile, column: str, row: int) -> float | None:
    if isinstance(cell, np.number):
        cell = cell.item()
    if isinstance(cell, (bool, int, float)):
        return None if cell != cell else number_of(cell)
    text = str(cell if cell is not None else "").strip()
    if text.casefold() in ("", "nan", "na", "null", "none"):
        return None
    try:
        return _TRUTH.get(text.casefold()) if text.casefold() in _TRUTH else float(text)
    except ValueError:
        raise TableError(
            file.source,
            Message(
                f"{column!r} in row {row} is {text[:40]!r}, no score; leave the column out, or "
                "say which holds the scores with ",
                Option("columns", "score=NAME"),
            ),
        ) from None


LOGS.register(
    LogFormat(
        "table",
        "tables and JSON Lines",
        "columns for model, item and score, and for benchmark, epoch and cluster if there are any",
        _fits,
        _read,
        place=99,
    )
)
