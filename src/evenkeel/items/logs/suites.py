"""HELM and Every Eval Ever: runs of suites, with a file beside them that says more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from evenkeel.items.logs.joining import field_of
from evenkeel.items.logs.registry import LOGS, Better, Log, LogFile, LogFormat, Sample, number_of

# HELM

_HELM_USUAL = (
    "exact_match", "quasi_exact_match", "prefix_exact_match", "quasi_prefix_exact_match",
    "exact_match_indicator", "final_number_exact_match", "math_equiv_chain_of_thought",
    "math_equiv", "f1_score", "rouge_l", "bleu_4", "chain_of_thought_correctness",
    "ifeval_strict_accuracy", "wildbench_score_rescaled", "omni_math_accuracy", "pass",
)  # fmt: skip


def _is_helm(file: LogFile) -> bool:
    return bool(file.records) and {"instance_id", "stats"} <= file.records[0].keys()


def _helm_belongs(file: LogFile) -> bool:
    helm = {"run_spec.json", "scenario.json", "stats.json", "scenario_state.json", "instances.json"}
    names = {*helm, "display_predictions.json", "display_requests.json", "per_instance_stats.json"}
    return PurePosixPath(file.name).name in names


def _read_helm(file: LogFile, _: Mapping[str, str]) -> Iterator[Log]:
    told = next((each.data for each in file.beside(lambda name: name == "run_spec.json")), None)
    spec: Mapping[str, Any] = told if isinstance(told, Mapping) else {}
    run = str(spec.get("name") or file.folder)
    found = re.search(r"(?:^|[:,])model=([^,]+)", run)
    model = str(
        field_of(spec, "adapter_spec.model") or (found[1].replace("_", "/", 1) if found else "")
    )
    task = re.sub(r"(?:^|(?<=[:,]))model=[^,]+,?", "", run).strip(",:") if found else ""
    metrics = spec.get("metric_specs")
    listed = [field_of(each, "args.names") for each in metrics] if isinstance(metrics, list) else []
    wanted = [str(name) for names in listed if isinstance(names, list) for name in names]
    samples = []
    for number, record in enumerate(file.records, start=1):
        stats = record.get("stats")
        if "instance_id" not in record or not isinstance(stats, list):
            raise file.damaged(f"record {number} has no instance_id or no stats")
        if record.get("perturbation"):
            continue
        means = dict(_helm_means(stats))
        order = [name for name in (*wanted, *_HELM_USUAL) if name in means] or [*means]
        scores = {name: means[name] for name in dict.fromkeys(order)}
        epoch = str(record.get("train_trial_index", 0))
        samples.append(Sample(str(record["instance_id"]), epoch, scores, "", record))
    kept = f"{file.source}: answers to perturbed questions are left out."
    notes = (kept,) if len(samples) < len(file.records) else ()
    yield Log(model, task, samples, file.source, notes=notes)


def _helm_means(stats: Iterable[Any]) -> Iterator[tuple[str, float]]:
    """The mean of each statistic, of the original questions."""
    for stat in stats:
        about = field_of(stat, "name")
        count = number_of(field_of(stat, "count"))
        if isinstance(about, Mapping) and not about.get("perturbation") and count:
            value, total = number_of(stat.get("mean")), number_of(stat.get("sum"))
            if value is None and total is not None:
                value = total / count
            if value is not None:
                yield str(about.get("name")), value


LOGS.register(
    LogFormat(
        "helm",
        "HELM",
        "per_instance_stats.json, with run_spec.json beside it",
        _is_helm,
        _read_helm,
        _helm_belongs,
        place=4,
    )
)


# Every Eval Ever


def _is_eee(file: LogFile) -> bool:
    first = file.records[0] if file.records else {}
    return {"evaluation_id", "sample_id", "evaluation"} <= first.keys()


def _is_eee_summary(file: LogFile) -> bool:
    data = file.data
    return isinstance(data, Mapping) and {"evaluation_id", "evaluation_results"} <= data.keys()


def _read_eee(file: LogFile, _: Mapping[str, str]) -> Iterator[Log]:
    groups: dict[tuple[str, str], list[Sample]] = {}
    named: dict[tuple[str, str], dict[str, None]] = {}
    for number, record in enumerate(file.records, start=1):
        result = record.get("evaluation")
        if "sample_id" not in record or not isinstance(result, Mapping):
            raise file.damaged(f"record {number} has no sample_id or no evaluation")
        score = number_of(result.get("score"))
        if score is None:
            score = number_of(result.get("is_correct"))
        text = str(record.get("sample_hash") or "")
        more = record.get("metadata")
        fields = {**record, **(more if isinstance(more, Mapping) else {})}
        key = str(record.get("model_id", "")), str(record.get("evaluation_name", ""))
        measure = str(record.get("evaluation_result_id") or "score")
        named.setdefault(key, {})[measure] = None
        sample = Sample(str(record["sample_id"]), "", {measure: score}, text, fields)
        groups.setdefault(key, []).append(sample)
    directions = _eee_directions(file)
    for (model, task), samples in groups.items():
        measures = list(named[model, task])
        if len(measures) > 1:  # several scores of a sample stand in rows of their own
            samples = _merged(samples)
        else:
            samples = [
                each._replace(scores={"score": each.scores[measures[0]]}) for each in samples
            ]
            measures = ["score"]
        better = {m: directions[key] for m in measures for key in (m, task) if key in directions}
        yield Log(model, task, samples, file.source, better)


def _merged(samples: Iterable[Sample]) -> list[Sample]:
    """Samples of one name as one with all scores, unless a score would be there twice."""
    found: dict[str, Sample] = {}
    for number, sample in enumerate(samples):
        before = found.get(sample.item)
        if before is not None and {*before.scores} & {*sample.scores}:
            found[f"{sample.item}\n{number}"] = sample  # told as repeated
        elif before is not None:
            found[sample.item] = before._replace(scores={**before.scores, **sample.scores})
        else:
            found[sample.item] = sample
    return list(found.values())


def _eee_directions(file: LogFile) -> dict[str, Better]:
    """Of each evaluation and result, which scores are good, from the file without ``_samples``."""
    wanted = f"{file.stem.removesuffix('_samples')}.json"
    found: dict[str, Better] = {}
    for summary in file.beside(lambda name: name == wanted):
        results = field_of(summary.data, "evaluation_results")
        for result in results if isinstance(results, list) else ():
            lower = field_of(result, "metric_config.lower_is_better")
            for name in ("evaluation_name", "evaluation_result_id"):
                if isinstance(lower, bool) and result.get(name):
                    found[str(result[name])] = "lower" if lower else "higher"
    return found


LOGS.register(
    LogFormat(
        "every-eval-ever",
        "Every Eval Ever",
        "*_samples.jsonl of that schema",
        _is_eee,
        _read_eee,
        _is_eee_summary,
        place=5,
    )
)
