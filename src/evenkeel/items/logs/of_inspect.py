"""Inspect: a log a model and task, as JSON or as .eval, a zip archive of JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from evenkeel.items.logs.joining import field_of
from evenkeel.items.logs.registry import (
    LOGS,
    Log,
    LogFile,
    LogFormat,
    Sample,
    fingerprint,
    number_of,
)

_LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
_WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
_JOURNAL = re.compile(r"_journal/summaries/\d+\.json")


def _is_inspect(file: LogFile) -> bool:
    if file.members:
        return "header.json" in file.members or "_journal/start.json" in file.members
    data = file.data
    return isinstance(data, Mapping) and "samples" in data and _has_task(data)


def _has_task(data: Mapping[str, Any]) -> bool:
    head = data.get("eval")
    return isinstance(head, Mapping) and "task" in head and "model" in head


def _read_inspect(file: LogFile, _: Mapping[str, str]) -> Iterator[Log]:
    if file.members:
        names = file.members
        top = "header.json" if "header.json" in names else "_journal/start.json"
        (header,) = file.parts([top])
        listed = [each for each in names if each.startswith("samples/")]
        if "summaries.json" in names:
            (samples,) = file.parts(["summaries.json"])
        elif listed:
            samples = file.parts(listed)
        else:
            parts = file.parts([each for each in names if _JOURNAL.fullmatch(each)])
            samples = [sample for part in parts if isinstance(part, list) for sample in part]
    else:
        header, samples = file.data, file.data["samples"]
    if not isinstance(header, Mapping) or not _has_task(header):
        raise file.damaged("the header of the log names no task and model")
    if not isinstance(samples, list) or not all(
        isinstance(each, Mapping) and "id" in each for each in samples
    ):
        raise file.damaged("the samples are no list of objects with an id")
    about = header["eval"]
    status = header.get("status", "started")
    unfinished = f"{file.source}: the log was not finished (status {status!r})."
    yield Log(
        str(about["model"]),
        PurePosixPath(str(about["task"])).name,
        [_inspect_sample(each, file) for each in samples],
        file.source,
        clusters=_inspect_cluster(header),
        notes=() if status == "success" else (unfinished,),
    )


def _inspect_sample(sample: Mapping[str, Any], file: LogFile) -> Sample:
    scores: dict[str, float | None] = {}
    given = sample.get("scores") or {}
    for scorer, score in given.items() if isinstance(given, Mapping) else ():
        value = score.get("value") if isinstance(score, Mapping) else score
        parts = value if isinstance(value, Mapping) else {"": value}
        for part, each in parts.items():
            name = f"{scorer}/{part}" if part else str(scorer)
            scores[name] = _inspect_value(each, f"sample {sample['id']!r}", file)
    fields = {**sample, "human": field_of(sample, "metadata.human")}
    text = fingerprint(sample["input"]) if sample.get("input") else ""
    return Sample(str(sample["id"]), str(sample.get("epoch", 1)), scores, text, fields)


def _inspect_value(value: Any, what: str, file: LogFile) -> float | None:
    """A value as Inspect's own metrics take it; a list of values has no one number."""
    if value is None or isinstance(value, list):
        return None
    if isinstance(value, str):
        known = {**_LETTERS, **_WORDS}.get(value, _WORDS.get(value.lower()))
        try:
            return known if known is not None else float(value)
        except ValueError:
            raise file.damaged(
                f"{what} has the score {value[:40]!r}, no letter or number"
            ) from None
    return number_of(value)


def _inspect_cluster(header: Mapping[str, Any]) -> str:
    """The field of the metadata by which the log's own standard errors are clustered."""
    scores = field_of(header, "results.scores")
    for score in scores if isinstance(scores, list) else ():
        metrics = field_of(score, "metrics")
        for metric in metrics.values() if isinstance(metrics, Mapping) else ():
            for told in (field_of(metric, f"{key}.cluster") for key in ("params", "options")):
                if isinstance(told, str):
                    return f"metadata.{told}"
    return ""


LOGS.register(
    LogFormat(
        "inspect",
        "Inspect",
        ".eval files, and JSON files with 'eval' and 'samples'",
        _is_inspect,
        _read_inspect,
        place=1,
    )
)
