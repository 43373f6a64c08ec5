"""JSON files of tools: ClickBench (per system), MTEB (per task) and lm-eval (per model)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from evenkeel.errors import SourceError
from evenkeel.tables.formats.building import JSON, Rows, item, json_with, loaded, told_apart
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.cells import Hole, Table

# ClickBench: the times of three tries of each query

_FAILED = Hole("", "the query failed")


def _read_clickbench(given: Given) -> Table:
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
                raise member.damaged(f"the result of {query} is no list of times")
            first, *others = times or [None]
            hot = [time for time in others if time is not None]
            best = min(hot) if len(hot) == len(others) > 0 else None
            for measure, time in (("cold run", first), ("hot run", best)):
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
        _read_clickbench,
        JSON,
        json_with("system", "machine", "load_time", "result"),
    )
)

# MTEB: a folder per model (and revision), with a file per task

_SCORE, _SPLIT, _SUBSET = "main_score", "test", "default"
_REVISION = re.compile("[0-9a-f]{7,40}|no_revision_available|external")


def _read_mteb(given: Given) -> Table:
    keys = [_model_and_revision(member) for member in given.members]
    folders = list(dict.fromkeys(keys))
    models = dict(zip(folders, told_apart(folders), strict=True))
    rows = Rows("algorithm", "problem", "value")
    ignored = {"scores other than the main score": None}
    for key, member in zip(keys, given.followed(), strict=True):
        data = loaded(member)
        task = item(data, "task_name", str, member)
        splits = item(data, "scores", dict, member)
        for split in splits:
            if _SPLIT in splits and split != _SPLIT:
                ignored[f"split {split!r} of {task!r}"] = None
                continue
            for scores in item(splits, split, list, member):
                score = item(scores, _SCORE, (int, float), member)
                # A task is a problem, and so is each of its subsets (languages) if it has some.
                told = (scores.get("hf_subset", _SUBSET), split)
                parts = [str(part) for part in told if part not in (_SUBSET, _SPLIT)]
                problem = f"{task} ({', '.join(parts)})" if parts else task
                rows.add(member.name, split, models[key], problem, score)
    return rows.table(given, "mteb", row_word="score", better="higher", ignored=ignored)


def _model_and_revision(member: Member) -> tuple[str, str]:
    """What the folders of a file are named after."""
    *above, last = ("", *PurePosixPath(member.name).parts[:-1])
    if _REVISION.fullmatch(last) and above[-1]:
        return above[-1], last
    if not last:
        raise SourceError(
            f"{member.content.description}: the model is the name of a folder; give the folder "
            "above those of the models"
        )
    return last, ""


FORMATS.register(
    FileFormat(
        "mteb",
        "MTEB results",
        "tool",
        "JSON files with 'mteb_version' and 'scores', in a folder per model",
        "results of the main score, of which higher is better, on the split 'test' where there is "
        "one; a task is a problem, and each of its subsets",
        _read_mteb,
        JSON,
        json_with("mteb_version", "scores"),
        companions=("model_meta.json",),
    )
)

# lm-evaluation-harness: results_*.json, a file per model, with its tasks and their metrics


def _read_lm_eval(given: Given) -> Table:
    rows = Rows("algorithm", "problem", "measure", "value")
    groups: dict[str, None] = {}  # which were left out
    directions: set[bool | None] = set()
    for member in given.followed():
        data = loaded(member)
        model = _model(data, member)
        nested, higher = data.get("group_subtasks") or {}, data.get("higher_is_better") or {}
        for task, metrics in item(data, "results", dict, member).items():
            if isinstance(nested, dict) and nested.get(task):
                groups[f"group {task!r}, whose tasks are there"] = None
                continue
            if not isinstance(metrics, dict):
                raise member.damaged(f"the results of {task!r} are no object of metrics")
            told = higher.get(task) if isinstance(higher, dict) else None
            for name, measure, value in _metrics(metrics):
                rows.add(member.name, task, model, task, measure, value)
                directions.add(_direction(told, name, task, member))
    only = next(iter(directions)) if len(directions) == 1 else None
    better = {True: "higher", False: "lower", None: None}[only]
    return rows.table(given, "lm-eval", row_word="task", better=better, ignored=groups)


def _metrics(metrics: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """The metrics of a task: the name, what it is called with its filter, and the value."""
    filtered = any("," in key for key in metrics)  # as newer versions name metrics
    for key, value in metrics.items():
        name, comma, kind = key.partition(",")
        if name != "alias" and not name.endswith("_stderr") and (comma or not filtered):
            yield name, f"{name} ({kind})" if kind and kind != "none" else name, value


def _direction(told: object, name: str, task: str, member: Member) -> bool | None:
    """Whether higher is better by what the file says about a task, None if it does not say."""
    higher = told.get(name) if isinstance(told, dict) else None
    if higher is None or isinstance(higher, bool):
        return higher
    raise member.damaged(
        f"'higher_is_better' of the metric {name!r} of {task!r} is not true or false"
    )


def _model(data: dict[str, Any], member: Member) -> str:
    """The name of the model: as the file says it, or else of the file's folder."""
    name = data.get("model_name")
    if isinstance(name, str) and name:
        return name
    config = data.get("config")
    arguments = config.get("model_args") if isinstance(config, dict) else None
    if isinstance(arguments, dict) and isinstance(arguments.get("pretrained"), str):
        arguments = f"pretrained={arguments['pretrained']}"
    told = re.search(
        "(?:pretrained|model)=([^,]+)", arguments if isinstance(arguments, str) else ""
    )
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
        "JSON files with 'results', a key per task, and 'higher_is_better', 'n-shot' or 'versions'",
        "results, a measure for each metric; the direction if the files state one; groups of "
        "tasks, which are means of others, are left out",
        _read_lm_eval,
        JSON,
        json_with("results", "higher_is_better|n-shot|lm_eval_version|git_hash|versions"),
        aliases=("lm-evaluation-harness",),
    )
)
