"""Inspect, lm-evaluation-harness, lighteval, HELM and Every Eval Ever: a log a model and task."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from evenkeel.items.logs.registry import (
    LOGS,
    Better,
    Log,
    LogFile,
    LogFormat,
    Sample,
    fingerprint,
)

_STAMP = re.compile(r"^(?:samples|results|details)_(?:(.+)_)?(\d{4}-\d\d-\d\dT[\d.:-]+)$")


def number_of(value: Any) -> float | None:
    """A score as a number: truth values too; None if it is none."""
    return float(value) if isinstance(value, (bool, int, float)) else None


# Inspect

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
            samples = [sample for part in parts for sample in part]
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
    fields = {**sample, "human": field_number(sample, "human")}
    text = fingerprint(sample["input"]) if sample.get("input") else ""
    return Sample(str(sample["id"]), str(sample.get("epoch", 1)), scores, text, fields)


def field_number(sample: Mapping[str, Any], name: str) -> Any:
    """A number of the metadata, such as a human label."""
    metadata = sample.get("metadata")
    return metadata.get(name) if isinstance(metadata, Mapping) else None


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
    results = header.get("results")
    scores = results.get("scores") if isinstance(results, Mapping) else None
    for score in scores if isinstance(scores, list) else ():
        metrics = score.get("metrics") if isinstance(score, Mapping) else None
        for metric in metrics.values() if isinstance(metrics, Mapping) else ():
            for key in ("params", "options"):
                told = metric.get(key) if isinstance(metric, Mapping) else None
                if isinstance(told, Mapping) and isinstance(told.get("cluster"), str):
                    return f"metadata.{told['cluster']}"
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


# lm-evaluation-harness


def _is_lm_eval(file: LogFile) -> bool:
    return bool(file.records) and {"doc_id", "doc"} <= file.records[0].keys()


def _is_lm_eval_results(file: LogFile) -> bool:
    data = file.data
    return isinstance(data, Mapping) and {"results", "configs"} <= data.keys()


def _read_lm_eval(file: LogFile, _: Mapping[str, str]) -> Iterator[Log]:
    results, paired = _results_of(file)
    found = _STAMP.match(file.stem)
    task = (found and found[1]) or file.stem.removeprefix("samples_")
    folder = file.folder.replace("__", "/") if "__" in file.folder else ""
    samples: dict[str, Sample] = {}
    for number, record in enumerate(file.records, start=1):
        if "doc_id" not in record:
            raise file.damaged(f"record {number} has no doc_id")
        name = str(record["doc_id"])
        filtered = record.get("filter", "none")
        tail = "" if filtered in (None, "none") else f",{filtered}"
        told = record.get("metrics")
        names = told if isinstance(told, list) else [k for k in record if k not in _LM_EVAL]
        values = {f"{m}{tail}": number_of(record.get(str(m))) for m in names}
        scores: dict[str, float | None] = {m: v for m, v in values.items() if v is not None}
        before = samples.get(name)
        if before is not None:
            if {*before.scores} & {*scores} or not scores:
                samples[f"{name}\n{number}"] = before._replace(scores=scores)  # told as repeated
                continue
            scores = {**before.scores, **scores}
        doc = record.get("doc")
        text = str(record.get("doc_hash") or fingerprint(doc))
        fields = {**record, **(doc if isinstance(doc, Mapping) else {})}
        samples[name] = Sample(name, "", scores, text, fields)
    better: dict[str, Better] = {}
    directions = results.get("higher_is_better", {})
    own = directions.get(task, {}) if isinstance(directions, Mapping) else {}
    for sample in samples.values():
        for measure in sample.scores:
            higher = own.get(measure.split(",")[0]) if isinstance(own, Mapping) else None
            if isinstance(higher, bool):
                better[measure] = "higher" if higher else "lower"
    model = _lm_eval_model(results) or folder
    unnamed = f"{file.source}: no results_*.json tells the model; it is called by its file."
    other = f"{file.source}: the model's name is from {paired}, whose time is another."
    notes = (*([] if model else [unnamed]), *([other] if paired else []))
    yield Log(model, task, list(samples.values()), file.source, better, notes=notes)


_LM_EVAL = {
    "doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics",
    "doc_hash", "prompt_hash", "target_hash", "schema_version",
}  # fmt: skip


def _results_of(file: LogFile) -> tuple[Mapping[str, Any], str]:
    """The results that were written with these samples, and their name if the times differ."""
    found = _STAMP.match(file.stem)
    stamp = found[2] if found else ""
    near = list(file.beside(lambda name: name.startswith("results") and name.endswith(".json")))
    same = [each for each in near if stamp and stamp in each.stem and _is_lm_eval_results(each)]
    if same:
        return same[0].data, ""
    other = [each for each in near if _is_lm_eval_results(each)] if len(near) == 1 else []
    return (other[0].data, other[0].name) if other else ({}, "")


def _lm_eval_model(results: Mapping[str, Any]) -> str:
    name = results.get("model_name")
    if isinstance(name, str) and name:
        return name
    config = results.get("config")
    given = config.get("model_args") if isinstance(config, Mapping) else None
    if isinstance(given, Mapping):
        return str(given.get("pretrained") or given.get("model") or "")
    found = re.search(r"(?:pretrained|model)=([^,]+)", given) if isinstance(given, str) else None
    return found[1] if found else ""


LOGS.register(
    LogFormat(
        "lm-eval",
        "lm-evaluation-harness",
        "samples_*.jsonl, with results_*.json beside them",
        _is_lm_eval,
        _read_lm_eval,
        _is_lm_eval_results,
        place=2,
    )
)


# lighteval

_DETAILS = {"__metric__": "__doc__", "metric": "doc", "metrics": "example"}


def _details_columns(file: LogFile) -> tuple[str, str] | None:
    if not file.content.head.startswith(b"PAR1"):
        return None
    names = set(_frame(file).columns)
    return next(((m, d) for m, d in _DETAILS.items() if m in names and d in names), None)


def _frame(file: LogFile) -> Any:
    import polars as pl

    from evenkeel.tables.parsing.frames import damaged_parquet

    try:
        return pl.read_parquet(file.content.path or file.content.whole(), glob=False)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise damaged_parquet(file.source, error) from None


def _read_lighteval(file: LogFile, _: Mapping[str, str]) -> Iterator[Log]:
    columns = _details_columns(file)
    assert columns is not None  # it fits
    found = _STAMP.match(file.stem)
    task = (found and found[1]) or file.stem.removeprefix("details_")
    samples = []
    for number, row in enumerate(_frame(file).iter_rows(named=True)):
        metric, doc = row[columns[0]], row[columns[1]]
        if not isinstance(metric, Mapping):
            raise file.damaged(f"row {number + 1} has no metrics")
        scores = {str(m): number_of(v) for m, v in metric.items() if number_of(v) is not None}
        asked = doc.get("query") if isinstance(doc, Mapping) else doc
        known = doc.get("id") if isinstance(doc, Mapping) else None
        name = str(known) if known not in (None, "") else str(number)
        fields = doc if isinstance(doc, Mapping) else {}
        samples.append(Sample(name, "", scores, fingerprint(asked), fields))
    yield Log(_lighteval_model(file), task.replace("|", ":"), samples, file.source)


def _lighteval_model(file: LogFile) -> str:
    """The model in ``details/ORGANISATION/MODEL/TIME/details_*.parquet``."""
    path = PurePosixPath(file.path.absolute().as_posix() if file.path else file.name)
    above = path.parts[:-2]
    if "details" not in above:
        return ""
    return "/".join(above[len(above) - above[::-1].index("details") :])


LOGS.register(
    LogFormat(
        "lighteval",
        "lighteval",
        "Parquet files of details with columns for the metrics and the document",
        lambda file: _details_columns(file) is not None,
        _read_lighteval,
        lambda file: isinstance(file.data, Mapping) and "config_general" in file.data,
        place=3,
    )
)


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
    adapter = spec.get("adapter_spec")
    own = adapter.get("model") if isinstance(adapter, Mapping) else None
    model = str(own or (found[1].replace("_", "/", 1) if found else ""))
    task = re.sub(r"(?:^|(?<=[:,]))model=[^,]+,?", "", run).strip(",:") if found else ""
    wanted = [name for each in spec.get("metric_specs", ()) for name in _metric_names(each)]
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


def _metric_names(spec: Any) -> Sequence[str]:
    told = spec.get("args") if isinstance(spec, Mapping) else None
    names = told.get("names") if isinstance(told, Mapping) else None
    return [str(name) for name in names] if isinstance(names, list) else []


def _helm_means(stats: Iterable[Any]) -> Iterator[tuple[str, float]]:
    """The mean of each statistic, of the original questions."""
    for stat in stats:
        about = stat.get("name") if isinstance(stat, Mapping) else None
        if isinstance(about, Mapping) and not about.get("perturbation") and stat.get("count"):
            value = number_of(stat.get("mean"))
            if value is None and number_of(stat.get("sum")) is not None:
                value = float(stat["sum"]) / float(stat["count"])
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
    for number, record in enumerate(file.records, start=1):
        result = record.get("evaluation")
        if "sample_id" not in record or not isinstance(result, Mapping):
            raise file.damaged(f"record {number} has no sample_id or no evaluation")
        score = number_of(result.get("score"))
        if score is None:
            score = number_of(result.get("is_correct"))
        text = str(record.get("sample_hash") or "")
        fields = {**record, **(record.get("metadata") or {})}
        key = str(record.get("model_id", "")), str(record.get("evaluation_name", ""))
        sample = Sample(str(record["sample_id"]), "", {"score": score}, text, fields)
        groups.setdefault(key, []).append(sample)
    directions = _eee_directions(file)
    for (model, task), samples in groups.items():
        better = {"score": directions[task]} if task in directions else {}
        yield Log(model, task, samples, file.source, better)


def _eee_directions(file: LogFile) -> dict[str, Better]:
    """Of each evaluation, which scores are good, from the file without ``_samples``."""
    wanted = f"{file.stem.removesuffix('_samples')}.json"
    found: dict[str, Better] = {}
    for summary in file.beside(lambda name: name == wanted):
        data = summary.data
        results = data.get("evaluation_results") if isinstance(data, Mapping) else None
        for result in results if isinstance(results, list) else ():
            config = result.get("metric_config") if isinstance(result, Mapping) else None
            if isinstance(config, Mapping) and isinstance(config.get("lower_is_better"), bool):
                name = str(result.get("evaluation_name"))
                found[name] = "lower" if config["lower_is_better"] else "higher"
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
