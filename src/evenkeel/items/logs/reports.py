"""Reports of tools that test prompts and agents: promptfoo, SWE-bench, OpenAI Evals, DeepEval."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
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

# promptfoo: what `promptfoo eval -o results.json` writes; a row per test, prompt and provider.


def _promptfoo_rows(file: LogFile) -> list[Any]:
    rows = field_of(file.data, "results.results")
    return rows if isinstance(rows, list) else []


def _is_promptfoo(file: LogFile) -> bool:
    rows = _promptfoo_rows(file)
    first = rows[0] if rows else None
    return isinstance(first, Mapping) and {"provider", "success"} <= first.keys()


def _read_promptfoo(file: LogFile, _: Mapping[str, str]) -> Iterator[Log]:
    rows = _promptfoo_rows(file)
    several = len({str(field_of(row, "promptIdx")) for row in rows}) > len(
        {str(field_of(row, "provider.id")) for row in rows}
    )
    groups: dict[str, list[Sample]] = {}
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, Mapping) or not {"provider", "success"} <= row.keys():
            raise file.damaged(f"result {number} has no provider or no success")
        provider = row["provider"]
        model = str(field_of(provider, "label") or field_of(provider, "id") or provider)
        if several:
            prompt = field_of(row, "prompt.label") or field_of(row, "prompt.raw")
            model += f" [{str(prompt)[:40]}]"
        asked = row.get("vars") or field_of(row, "testCase.vars")
        told = row.get("testIdx")
        name = f"test {told}" if told is not None else json.dumps(asked, sort_keys=True)[:60]
        failed = row.get("failureReason") == 2  # the provider did not answer
        scores = {
            "success": None if failed else number_of(row["success"]),
            "score": None if failed else number_of(row.get("score")),
        }
        named = row.get("namedScores")
        for metric, value in named.items() if isinstance(named, Mapping) else ():
            scores[str(metric)] = None if failed else number_of(value)
        groups.setdefault(model, []).append(Sample(name, "", scores, fingerprint(asked), row))
    told_by = str(field_of(file.data, "config.description") or "promptfoo")
    for model, samples in groups.items():
        yield Log(model, told_by, samples, file.source)


# SWE-bench: the report of a run, with the ids of what was resolved and what was not.

_SWE_FAILED = ("unresolved_ids", "empty_patch_ids", "error_ids")


def _is_swe_bench(file: LogFile) -> bool:
    return isinstance(file.data, Mapping) and {"resolved_ids", "unresolved_ids"} <= file.data.keys()


def _read_swe_bench(file: LogFile, _: Mapping[str, str]) -> Iterator[Log]:
    data = file.data
    failed = [each for key in _SWE_FAILED for each in data.get(key) or ()]
    outcomes = dict.fromkeys(map(str, failed), 0.0)
    outcomes |= dict.fromkeys(map(str, data["resolved_ids"]), 1.0)
    samples = [
        Sample(name, "", {"resolved": value}, "", {"repository": name.rpartition("-")[0]})
        for name, value in outcomes.items()
    ]
    left = len(data.get("incomplete_ids") or ())
    note = f"{file.source}: {left} instances that were not submitted are left out."
    model = file.stem.partition(".")[0].replace("__", "/")
    yield Log(
        model, "SWE-bench", samples, file.source, {"resolved": "higher"}, notes=(note,) * (left > 0)
    )


# OpenAI Evals: events as JSON Lines, the first of which tells the model.


def _is_openai_evals(file: LogFile) -> bool:
    return bool(file.records) and {"completion_fns", "eval_name"} <= _spec(file).keys()


def _spec(file: LogFile) -> Mapping[str, Any]:
    found = file.records[0].get("spec")
    return found if isinstance(found, Mapping) else {}


def _read_openai_evals(file: LogFile, _: Mapping[str, str]) -> Iterator[Log]:
    spec = _spec(file)
    answers: dict[str, dict[str, float | None]] = {}
    for event in file.records:
        if event.get("type") in ("match", "metrics") and isinstance(event.get("data"), Mapping):
            values = {
                str(name): number_of(value)
                for name, value in event["data"].items()
                if number_of(value) is not None
            }
            answers.setdefault(str(event.get("sample_id")), {}).update(values)
    samples = [Sample(name, "", scores, "", {}) for name, scores in answers.items()]
    named = spec["completion_fns"]
    model = ", ".join(map(str, named)) if isinstance(named, list) else str(named)
    yield Log(model, str(spec["eval_name"]), samples, file.source)


# DeepEval: a run of tests, each with the scores of its metrics.


def _is_deepeval(file: LogFile) -> bool:
    cases = _cases(file)
    return bool(cases) and isinstance(cases[0], Mapping) and "metricsData" in cases[0]


def _cases(file: LogFile) -> list[Any]:
    data = field_of(file.data, "testRunData") or file.data
    found = field_of(data, "testCases")
    return found if isinstance(found, list) else []


def _read_deepeval(file: LogFile, _: Mapping[str, str]) -> Iterator[Log]:
    samples = []
    for number, case in enumerate(_cases(file), start=1):
        metrics = field_of(case, "metricsData")
        if not isinstance(metrics, list):
            raise file.damaged(f"test case {number} has no metrics")
        scores: dict[str, float | None] = {"success": number_of(field_of(case, "success"))}
        for metric in metrics:
            scores[str(field_of(metric, "name"))] = number_of(field_of(metric, "score"))
        asked = field_of(case, "input")
        name = str(field_of(case, "name") or f"case {number}")
        samples.append(Sample(name, "", scores, fingerprint(asked) if asked else "", case))
    yield Log("", str(field_of(file.data, "testFile") or "DeepEval"), samples, file.source)


for _format in (
    LogFormat(
        "promptfoo",
        "promptfoo",
        "JSON with 'results' that have 'provider' and 'success'",
        _is_promptfoo,
        _read_promptfoo,
        place=8,
    ),
    LogFormat(
        "swe-bench",
        "SWE-bench",
        "MODEL.RUN.json with 'resolved_ids' and 'unresolved_ids'",
        _is_swe_bench,
        _read_swe_bench,
        place=9,
    ),
    LogFormat(
        "openai-evals",
        "OpenAI Evals",
        "JSON Lines of events after a 'spec' with 'completion_fns'",
        _is_openai_evals,
        _read_openai_evals,
        place=10,
    ),
    LogFormat(
        "deepeval",
        "DeepEval",
        "JSON with 'testCases' that have 'metricsData'",
        _is_deepeval,
        _read_deepeval,
        place=11,
    ),
):
    LOGS.register(_format)
