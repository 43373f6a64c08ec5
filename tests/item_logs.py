"""Small logs as harnesses write them, for the tests of items."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa


def named(text: str | bytes, name: str = "log.csv") -> io.BytesIO:
    """An open binary file with a name."""
    stream = io.BytesIO(text if isinstance(text, bytes) else text.encode())
    stream.name = name
    return stream


def table(
    scores: dict[str, Sequence[float]], name: str = "t.csv", **more: Sequence[Any]
) -> io.BytesIO:
    """A table with a row per answer; `more` holds a cell for each item."""
    lines = [",".join(["model", "item", "score", *more])]
    for model, row in scores.items():
        for i, score in enumerate(row):
            beside = [str(cells[i]) for cells in more.values()]
            lines.append(",".join([model, f"q{i}", f"{score:g}", *beside]))
    return named("\n".join(lines) + "\n", name)


def inspect_log(
    model: str, values: Sequence[Any], *, epochs: int = 1, status: str = "success", **more: Any
) -> dict[str, Any]:
    """The JSON of one of Inspect's logs; the values are those of the epochs of items in turn."""
    samples = [
        {
            "id": i // epochs + 1,
            "epoch": i % epochs + 1,
            "input": f"question {i // epochs}",
            "metadata": {"passage": i // epochs // 2},
            "scores": {"match": {"value": value, "answer": "x"}},
        }
        for i, value in enumerate(values)
    ]
    about = {"task": "lab/quiz", "model": model}
    return {"version": 2, "status": status, "eval": about, "samples": samples, **more}


def eval_file(log: dict[str, Any], *, summaries: bool = True, header: bool = True) -> bytes:
    """The same as a file .eval, as versions of Inspect before 2026 wrote it."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        head = {key: log[key] for key in log if key != "samples"}
        start = {"version": 2, "eval": log["eval"]}
        archive.writestr("_journal/start.json", json.dumps(start))
        if header:
            archive.writestr("header.json", json.dumps(head))
        if summaries:
            archive.writestr("summaries.json", json.dumps(log["samples"]))
        else:
            for sample in log["samples"]:
                name = f"samples/{sample['id']}_epoch_{sample['epoch']}.json"
                archive.writestr(name, json.dumps(sample))
    return held.getvalue()


def by_zstandard(archive: bytes) -> bytes:
    """An archive with its files packed by Zstandard, method 93, as newer versions write them."""
    held = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as plain, zipfile.ZipFile(held, "w") as packed:
        for info in plain.infolist():
            data = plain.read(info)
            packed.writestr(info.filename, pa.compress(data, codec="zstd", asbytes=True))
            entry = packed.filelist[-1]
            entry.compress_type, entry.file_size, entry.CRC = 93, len(data), zlib.crc32(data)
    return held.getvalue()


def lm_eval_files(folder: Path, model: str, values: Sequence[float], stamp: str) -> Path:
    """Samples and results of lm-evaluation-harness in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        {
            "doc_id": i,
            "doc": {"question": f"q{i}", "passage": i // 2},
            "filter": chosen,
            "metrics": ["acc"],
            "doc_hash": f"h{i}",
            "acc": value,
        }
        for i, value in enumerate(values)
        for chosen in ("none", "strict")
    ]
    samples = folder / f"samples_arc_{stamp}.jsonl"
    samples.write_text("\n".join(map(json.dumps, lines)))
    told = {
        "results": {},
        "configs": {},
        "higher_is_better": {"arc": {"acc": True}},
        "model_name": model,
    }
    (folder / f"results_{stamp}.json").write_text(json.dumps(told))
    return samples


def helm_folder(folder: Path, model: str, values: Sequence[float]) -> Path:
    """A run of HELM."""
    folder.mkdir(parents=True)

    def stat(name: str, value: float) -> dict[str, Any]:
        return {"name": {"name": name, "split": "test"}, "count": 1, "sum": value, "mean": value}

    records: list[dict[str, Any]] = [
        {
            "instance_id": f"id{i}",
            "train_trial_index": 0,
            "stats": [stat("num_references", 4), stat("exact_match", value)],
        }
        for i, value in enumerate(values)
    ]
    disturbed = {**records[0], "perturbation": {"name": "typos"}}
    (folder / "per_instance_stats.json").write_text(json.dumps([*records, disturbed]))
    spec = {
        "name": f"mmlu:subject=law,model={model.replace('/', '_')}",
        "adapter_spec": {"model": model},
        "metric_specs": [{"args": {"names": ["exact_match"]}}, {"args": {}}],
    }
    (folder / "run_spec.json").write_text(json.dumps(spec))
    (folder / "scenario.json").write_text("{}")
    return folder


def eee_files(folder: Path, model: str, values: Sequence[float], *, lower: bool = False) -> Path:
    """Samples in the schema of Every Eval Ever, with the file that says the direction."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        {
            "evaluation_id": "e",
            "model_id": model,
            "evaluation_name": "bench",
            "sample_id": f"s{i}",
            "evaluation": {"score": value, "is_correct": value > 0},
            "metadata": {"subject": "sums"},
        }
        for i, value in enumerate(values)
    ]
    name = model.replace("/", "-")
    (folder / f"{name}_samples.jsonl").write_text("\n".join(map(json.dumps, lines)))
    result = {"evaluation_name": "bench", "metric_config": {"lower_is_better": lower}}
    told = {"evaluation_id": "e", "evaluation_results": [result]}
    (folder / f"{name}.json").write_text(json.dumps(told))
    return folder / f"{name}_samples.jsonl"


def alpaca(model: str, preferences: Sequence[float | None]) -> list[dict[str, Any]]:
    """Annotations of AlpacaEval."""
    return [
        {
            "dataset": "d",
            "instruction": f"do {i} things" + " and more" * 9,
            "output_1": f"reference {i}",
            "generator_1": "gpt4",
            "output_2": "word " * (i + 1),
            "generator_2": model,
            "annotator": "judge",
            "preference": preference,
        }
        for i, preference in enumerate(preferences)
    ]


def tau(values: Sequence[Sequence[float]]) -> list[dict[str, Any]]:
    """Trials of tau-bench: for each task the rewards of its trials."""
    return [
        {"task_id": task, "reward": reward, "info": {}, "traj": [], "trial": trial}
        for task, rewards in enumerate(values)
        for trial, reward in enumerate(rewards)
    ]


def promptfoo(outcomes: dict[str, Sequence[float]]) -> dict[str, Any]:
    """Results of promptfoo: for each provider the scores of its tests."""
    rows = [
        {
            "provider": {"id": provider, "label": ""},
            "promptIdx": at,
            "testIdx": test,
            "vars": {"question": f"q{test}"},
            "success": score == 1,
            "score": score,
            "namedScores": {"tone": 0.5},
            "failureReason": 0 if score == 1 else 1,
        }
        for at, (provider, scores) in enumerate(outcomes.items())
        for test, score in enumerate(scores)
    ]
    return {"evalId": "e", "results": {"version": 3, "results": rows}, "config": {}}


def swe_bench(outcomes: Sequence[float]) -> dict[str, Any]:
    """The report of a run of SWE-bench; of the failures the last had an error."""
    failed = [f"org__lib-{i}" for i, value in enumerate(outcomes) if not value]
    return {
        "resolved_ids": [f"org__lib-{i}" for i, value in enumerate(outcomes) if value],
        "unresolved_ids": failed[:-1],
        "error_ids": failed[-1:],
        "incomplete_ids": ["org__lib-99"],
        "schema_version": 2,
    }


def openai_evals(model: str, outcomes: Sequence[float]) -> str:
    """Events of OpenAI Evals as JSON Lines."""
    events = [
        {"run_id": "r", "sample_id": f"s.{i}", "type": kind, "data": data}
        for i, value in enumerate(outcomes)
        for kind, data in (
            ("sampling", {"prompt": "p", "sampled": ["x"]}),
            ("match", {"correct": bool(value), "expected": "x", "picked": "x"}),
        )
    ]
    spec = {"completion_fns": [model], "eval_name": "arithmetic.dev.v0"}
    return "\n".join(map(json.dumps, [{"spec": spec}, *events, {"final_report": {}}]))


def deepeval(outcomes: Sequence[float]) -> dict[str, Any]:
    """A run of tests by DeepEval."""
    return {
        "testCases": [
            {
                "name": f"test_case_{i}",
                "input": f"question {i}",
                "success": bool(value),
                "metricsData": [{"name": "Answer Relevancy", "score": 0.5 + value / 2}],
            }
            for i, value in enumerate(outcomes)
        ]
    }
