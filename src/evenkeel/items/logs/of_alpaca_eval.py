"""AlpacaEval: a judge's preferences of a model's answers over those of a reference."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from evenkeel.items.logs.registry import (
    LOGS,
    Log,
    LogFile,
    LogFormat,
    Sample,
    fingerprint,
    number_of,
)


def _fits(file: LogFile) -> bool:
    first = file.records[0] if file.records else {}
    return {"instruction", "generator_2", "preference"} <= first.keys()


def _read(file: LogFile, _: Mapping[str, str]) -> Iterator[Log]:
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
        _fits,
        _read,
        place=6,
    )
)
