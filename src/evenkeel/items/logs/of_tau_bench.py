"""tau-bench: several trials of an agent on each task."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from evenkeel.items.logs.joining import field_of
from evenkeel.items.logs.registry import LOGS, Log, LogFile, LogFormat, Sample, number_of

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
