"""Times that tools of benchmarking write as JSON: a file per version, a benchmark per problem.

hyperfine, Google Benchmark, pytest-benchmark, asv and github-action-benchmark differ in where the
times stand; repetitions are runs, and what failed is a hole.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from evenkeel.errors import SourceError
from evenkeel.tables.formats.building import JSON, Rows, item, json_with, loaded
from evenkeel.tables.formats.givens import Given, Member, names_of_files
from evenkeel.tables.formats.registry import FORMATS, FileFormat
from evenkeel.tables.parsing.cells import Hole, Table
from evenkeel.tables.parsing.records import load_json

Timing = tuple[str, str, Sequence[object]]  # a benchmark, a measure, a value a repetition
_PER_SECOND = {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1.0}
_REAL = (int, float)
_TIME_UNITS = {
    *_PER_SECOND, "\u00b5s", "\u03bcs", "sec", "second", "seconds", "milliseconds", "nanoseconds"
}  # fmt: skip
_ASV_MEASURES = {"time": "time", "timeraw": "time", "mem": "memory", "peakmem": "peak memory"}


def _hyperfine(data: dict[str, Any], member: Member) -> Iterator[Timing]:
    metric = data.get("primary_metric")  # since version 2
    for result in item(data, "results", list, member):
        command = _name(result, ("name", "command"), member)
        if isinstance(metric, str):
            runs = item(result, "measurements", list, member)
            times = [item(item(run, metric, dict, member), "value", _REAL, member) for run in runs]
            codes = [run.get("exit_code") for run in runs]
        else:
            times = _several(result, "times", member) or [item(result, "mean", _REAL, member)]
            codes = _several(result, "exit_codes", member)
        yield command, metric if isinstance(metric, str) else "time", _unless_failed(times, codes)


def _name(record: Any, keys: tuple[str, str], member: Member) -> str:
    """The name under the first key, or else under the second."""
    first, second = keys
    told = record.get(first) if isinstance(record, dict) else None
    found: str = told if isinstance(told, str) else item(record, second, str, member)
    return found


def _several(record: dict[str, Any], key: str, member: Member) -> list[Any]:
    """The list under a key, empty if there is none."""
    found: list[Any] = [] if record.get(key) is None else item(record, key, list, member)
    return found


def _unless_failed(times: Sequence[object], codes: Sequence[object]) -> list[object]:
    """Times of commands that did not end with 0, as they were told to, are none."""
    return [
        Hole("", f"exit code {code}") if code else time
        for time, code in itertools.zip_longest(times, codes[: len(times)])
    ]


def _google(data: dict[str, Any], member: Member) -> Iterator[Timing]:
    found: dict[tuple[str, str], list[object]] = {}
    means: dict[tuple[str, str], list[object]] = {}
    for entry in item(data, "benchmarks", list, member):
        name = _name(entry, ("run_name", "name"), member)
        kept = found
        if entry.get("run_type") == "aggregate":
            if entry.get("aggregate_name") != "mean":
                continue
            kept = means
        for measure in ("real_time", "cpu_time"):
            kept.setdefault((name, measure), []).append(_seconds(entry, measure, member))
    for (name, measure), values in (means | found).items():
        yield name, measure, values


def _seconds(entry: dict[str, Any], measure: str, member: Member) -> object:
    if entry.get("error_occurred"):
        return Hole("", str(entry.get("error_message") or "an error"))
    unit = _PER_SECOND.get(str(entry.get("time_unit", "ns")))
    if unit is None:
        raise SourceError(
            f"{member.content.description}: the unit of time {entry['time_unit']!r} is not known; "
            f"give one of {', '.join(_PER_SECOND)}"
        )
    return float(item(entry, measure, _REAL, member)) / unit


def _pytest(data: dict[str, Any], member: Member) -> Iterator[Timing]:
    for benchmark in item(data, "benchmarks", list, member):
        stats = item(benchmark, "stats", dict, member)
        times = _several(stats, "data", member) or [item(stats, "mean", _REAL, member)]
        yield item(benchmark, "fullname", str, member), "time", times


def _asv(data: dict[str, Any], member: Member) -> Iterator[Timing]:
    columns = data.get("result_columns")
    for name, told in item(data, "results", dict, member).items():
        if isinstance(columns, list) and isinstance(told, list):  # since version 2
            told = dict(zip(map(str, columns), told, strict=False))
        elif not isinstance(told, dict):
            told = {"result": [told]}
        levels = [
            each if isinstance(each, list) else [each] for each in _several(told, "params", member)
        ]
        combined = [", ".join(map(str, each)) for each in itertools.product(*levels)]
        results = _several(told, "result", member) or [None] * len(combined)
        samples = _several(told, "samples", member) or [None] * len(combined)
        kind = name.rpartition(".")[2].partition("_")[0]
        for params, result, sample in zip(combined, results, samples, strict=False):
            problem = f"{name}({params})" if params else name
            repeated = isinstance(sample, list) and len(sample) > 0
            measure = _ASV_MEASURES.get(kind, "track")
            yield problem, measure, sample if repeated else [_asv_cell(result)]


def _asv_cell(result: object) -> object:
    if result is None:
        return Hole("", "the benchmark failed")
    skipped = isinstance(result, float) and math.isnan(result)
    return Hole("", "the benchmark was skipped") if skipped else result


_STORED = r"\s*window\.BENCHMARK_DATA\s*="  # how data.js begins, which holds all commits
_ENTRY = rf'\A(?:\s*\[\s*\{{|{_STORED}|\s*\{{\s*"lastUpdate")'


def _read_action(given: Given) -> Table:
    """Lists of objects with a name, a unit and a value, as github-action-benchmark takes them."""
    rows = Rows("algorithm", "problem", "run", "measure", "value")
    units, seen = set(), Counter[tuple[str, str]]()
    for version, member in zip(names_of_files(given.members), given.followed(), strict=True):
        for commit, entry in _action_entries(version, member):
            name, unit = (item(entry, key, str, member) for key in ("name", "unit"))
            units.add(unit.strip().lower())
            seen[commit, name] += 1
            value = item(entry, "value", _REAL, member)
            cells = (commit, name, str(seen[commit, name]), "value", value)
            rows.add(member.name, repr(name), *cells)
    times = all(unit.split("/")[0].strip() in _TIME_UNITS for unit in units)
    rates = all(unit.endswith(("/s", "/sec", "/second")) for unit in units)
    better = None if not units or times == rates else "lower" if times else "higher"
    return rows.table(given, "github-action-benchmark", row_word="benchmark", better=better)


def _action_entries(version: str, member: Member) -> Iterator[tuple[str, Any]]:
    """Each entry with its version: that of the file, or the commit in what the action stores."""
    source = member.content.description
    text = re.sub(rb"\A" + _STORED.encode(), b"", member.data).rstrip(b"; \r\n")
    data = load_json(text, source)
    if not isinstance(data, dict):
        yield from ((version, entry) for entry in data)
        return
    suites = item(data, "entries", dict, member)
    for run in (run for suite in suites for run in item(suites, suite, list, member)):
        commit = item(item(run, "commit", dict, member), "id", str, member)
        for entry in item(run, "benches", list, member):
            yield commit, entry


def _is_action(member: Member) -> bool:
    head = member.content.head
    return all(f'"{word}"'.encode() in head for word in ("name", "unit", "value"))


def _read(
    given: Given, name: str, timings: Callable[[dict[str, Any], Member], Iterator[Timing]]
) -> Table:
    rows = Rows("algorithm", "problem", "run", "measure", "value")
    for version, member in zip(names_of_files(given.members), given.followed(), strict=True):
        for benchmark, measure, values in timings(loaded(member), member):
            for run, value in enumerate(values, start=1):
                cells = (version, benchmark, str(run), measure, value)
                rows.add(member.name, repr(benchmark), *cells)
    other = "track" in rows.columns["measure"]  # which may be anything
    better = None if other else "lower"
    return rows.table(given, name, row_word="benchmark", better=better)


for _name_of_tool, _title, _known_by, _words, _timings in (
    (
        "hyperfine",
        "hyperfine --export-json",
        "JSON files with 'results', each with a 'command' and its times",
        ("results", "command", "median|measurements"),
        _hyperfine,
    ),
    (
        "google-benchmark",
        "Google Benchmark's JSON",
        "JSON files with 'context' and 'benchmarks' with 'real_time' and 'time_unit'",
        ("context", "benchmarks", "real_time", "time_unit"),
        _google,
    ),
    (
        "pytest-benchmark",
        "pytest-benchmark's JSON",
        "JSON files with 'benchmarks', each with a 'fullname' and 'stats'",
        ("benchmarks", "fullname", "stats"),
        _pytest,
    ),
    (
        "asv",
        "airspeed velocity (asv) results",
        "JSON files with 'commit_hash', 'requirements' and 'results'",
        ("commit_hash", "requirements", "results"),
        _asv,
    ),
):
    FORMATS.register(
        FileFormat(
            _name_of_tool,
            _title,
            "tool",
            _known_by,
            "times of which lower is better, or what else is measured: a file is a version (the "
            "algorithm), a benchmark per problem, repetitions are runs; failures are holes",
            partial(_read, name=_name_of_tool, timings=_timings),
            JSON,
            json_with(*_words),
            companions=("machine.json", "benchmarks.json") if _timings is _asv else (),
        )
    )

FORMATS.register(
    FileFormat(
        "github-action-benchmark",
        "github-action-benchmark's JSON",
        "tool",
        "JSON files that are lists of objects with 'name', 'unit' and 'value', and data.js",
        "a file is a version (the algorithm), of data.js each commit, a name per problem, and "
        "names that are there again are runs; of units of time lower is better, of rates higher",
        _read_action,
        _ENTRY,
        _is_action,
    )
)
