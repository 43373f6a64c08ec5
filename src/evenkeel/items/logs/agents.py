"""Logs of agents and judges: Inspect, tau-bench, AlpacaEval."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from evenkeel.errors import few
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

# Inspect: a log a model and task, as JSON or as .eval, a zip archive of JSON.


_LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
_WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
_JOURNAL = re.compile(r"_journal/summaries/\d+\.json")


def _is_inspect(file: LogFile) -> bool:
    if file.members:
        return "header.json" in file.members or "_journal/start.json" in file.members
    data = file.data
    return isinstance(data, Mapping) and ("samples" in data or "stats" in data) and _has_task(data)


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
        header, samples = file.data, file.data.get("samples")
    if not isinstance(header, Mapping) or not _has_task(header):
        raise file.damaged("the header of the log names no task and model")
    if not isinstance(samples, list) or not all(
        isinstance(each, Mapping) and "id" in each for each in samples
    ):
        raise file.damaged("there is no list of samples with an id in the log")
    about = header["eval"]
    read = [_inspect_sample(each) for each in samples]
    words = _inspect_words(read, file)
    status = header.get("status", "started")
    unfinished = f"{file.source}: the log was not finished (status {status!r})."
    yield Log(
        str(about["model"]),
        PurePosixPath(str(about["task"])).name,
        read,
        file.source,
        clusters=_inspect_cluster(header),
        notes=(*words, *([] if status == "success" else [unfinished])),
    )


def _inspect_words(samples: list[Sample], file: LogFile) -> tuple[str, ...]:
    """Take out the scores that are words on all samples, and name them."""
    found: dict[str, dict[bool, tuple[str, Any]]] = {}
    for sample in samples:
        for name, value in sample.scores.items():
            if value is not None:
                found.setdefault(name, {})[isinstance(value, str)] = sample.item, value
    words = [name for name, kinds in found.items() if {*kinds} == {True}]
    if words == [*found] or any(len(kinds) > 1 for kinds in found.values()):
        for kinds in found.values():
            for item, value in [kinds[True]] if True in kinds else ():
                raise file.damaged(
                    f"sample {item!r} has the score {value[:40]!r}, no letter or number"
                )
    for place, sample in enumerate(samples):
        kept = {name: value for name, value in sample.scores.items() if name not in words}
        samples[place] = sample._replace(scores=kept)
    listed = few(map(repr, words), 3, counted=True)
    return (f"{file.source}: scores that are words are left out: {listed}.",) if words else ()


def _inspect_sample(sample: Mapping[str, Any]) -> Sample:
    scores: dict[str, Any] = {}
    given = sample.get("scores") or {}
    for scorer, score in given.items() if isinstance(given, Mapping) else ():
        value = score.get("value") if isinstance(score, Mapping) else score
        parts = value if isinstance(value, Mapping) else {"": value}
        for part, each in parts.items():
            name = f"{scorer}/{part}" if part else str(scorer)
            scores[name] = _inspect_value(each)
    fields = {**sample, "human": field_of(sample, "metadata.human")}
    text = fingerprint(sample["input"]) if sample.get("input") else ""
    return Sample(str(sample["id"]), str(sample.get("epoch", 1)), scores, text, fields)


def _inspect_value(value: Any) -> float | str | None:
    """A value as Inspect's own metrics take it, or a word; a list of values has no one number."""
    if value is None or isinstance(value, list):
        return None
    if isinstance(value, str):
        known = {**_LETTERS, **_WORDS}.get(value, _WORDS.get(value.lower()))
        try:
            return known if known is not None else float(value)
        except ValueError:
            return value
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


# tau-bench: several trials of an agent on each task.


_DOMAIN = re.compile(r"^(.*?)[-_]?(airline|retail|telecom|mock)$")


def _fits(file: LogFile) -> bool:
    first = file.records[0] if file.records else {}
    return {"task_id", "reward", "trial"} <= first.keys() or _is_second(file.data)


def _is_second(data: Any) -> bool:
    """Whether it is a file of tau2-bench, which has the trials beside what was run."""
    return isinstance(data, Mapping) and {"simulations", "info"} <= data.keys()


def _read(file: LogFile, _: Mapping[str, str]) -> Iterator[Log]:
    named = _DOMAIN.match(file.stem)
    model, domain = (named[1] or file.stem, named[2]) if named else (file.stem, "tau-bench")
    records = file.records
    if _is_second(file.data):
        about, told = file.data["info"], file.data["simulations"]
        records = told if isinstance(told, list) else []
        model = str(field_of(about, "agent_info.llm") or model)
        domain = str(field_of(about, "environment_info.domain_name") or domain)
    samples = []
    for number, record in enumerate(records, start=1):
        if not isinstance(record, Mapping) or not {"task_id", "trial"} <= record.keys():
            raise file.damaged(f"record {number} has no task_id or no trial")
        reward = field_of(record, "reward_info.reward")
        scores = {"reward": number_of(record.get("reward") if reward is None else reward)}
        samples.append(Sample(str(record["task_id"]), str(record["trial"]), scores, "", record))
    yield Log(model, domain, samples, file.source, {"reward": "higher"})


LOGS.register(
    LogFormat(
        "tau-bench",
        "tau-bench",
        "JSON lists of trials with 'task_id', 'reward' and 'trial'",
        _fits,
        _read,
        place=7,
    )
)


# AlpacaEval: a judge's preferences of a model's answers over those of a reference.


def _fits_alpaca_eval(file: LogFile) -> bool:
    first = file.records[0] if file.records else {}
    return {"instruction", "generator_2", "preference"} <= first.keys()


def _read_alpaca_eval(file: LogFile, _: Mapping[str, str]) -> Iterator[Log]:
    groups: dict[str, list[Sample]] = {}
    references: dict[str, None] = {}
    for number, record in enumerate(file.records, start=1):
        if not {"instruction", "generator_2", "preference"} <= record.keys():
            raise file.damaged(f"record {number} lacks instruction, generator_2 or preference")
        value = number_of(record["preference"])
        if value is not None and not (math.isnan(value) or value == 0 or 1 <= value <= 2):
            raise file.damaged(f"record {number} has the preference {value:g}, not 1 to 2")
        score = None if value is None else 0.5 if value == 0 else value - 1
        fields = {**record, "length": _longer(record), "human": record.get("human")}
        asked = str(record["instruction"])
        text = fingerprint([asked, record.get("output_1")])  # some instructions stand there twice
        name = f"{asked[:50]}{'...' * (len(asked) > 50)} {text[:6]}"
        sample = Sample(name, "", {"preference": score}, text, fields)
        groups.setdefault(str(record["generator_2"]), []).append(sample)
        references[str(record.get("generator_1", "the reference"))] = None
    note = f"Scores are the judge's preferences over {', '.join(references)}, 0 to 1."
    for model, samples in groups.items():
        yield Log(
            model, "AlpacaEval", samples, file.source, {"preference": "higher"}, notes=(note,)
        )


def _longer(record: Mapping[str, object]) -> float | None:
    """The logarithm of how many times longer the model's answer is than the reference's."""
    lengths = [len(str(record.get(name) or "")) for name in ("output_2", "output_1")]
    return math.log(lengths[0] / lengths[1]) if min(lengths) > 0 else None


LOGS.register(
    LogFormat(
        "alpaca-eval",
        "AlpacaEval",
        "annotations.json: objects with 'instruction', 'generator_2' and 'preference'",
        _fits_alpaca_eval,
        _read_alpaca_eval,
        place=6,
    )
)
