"""lm-evaluation-harness and lighteval: a file of samples or details a model and task."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from evenkeel.items.logs.joining import field_of
from evenkeel.items.logs.registry import (
    LOGS,
    Better,
    Log,
    LogFile,
    LogFormat,
    Sample,
    fingerprint,
    number_of,
)

_STAMP = re.compile(r"^(?:samples|results|details)_(?:(.+)_)?(\d{4}-\d\d-\d\dT[\d.:-]+)$")
_LMMS = re.compile(r"^(\d{8}_\d{6})_(?:samples_(.+)|results)$")  # as lmms-eval names its files


def _named(file: LogFile) -> tuple[str, str]:
    """The task and the time that the name of a file tells."""
    if found := _STAMP.match(file.stem):
        return found[1] or "", found[2]
    other = _LMMS.match(file.stem)
    return (other[2] or "", other[1]) if other else ("", "")


# lm-evaluation-harness


def _is_lm_eval(file: LogFile) -> bool:
    first = {*file.records[0]} if file.records else set()
    return "doc_id" in first and not first.isdisjoint({"doc", "resps", "filtered_resps"})


def _is_lm_eval_results(file: LogFile) -> bool:
    data = file.data
    return isinstance(data, Mapping) and {"results", "configs"} <= data.keys()


def _read_lm_eval(file: LogFile, _: Mapping[str, str]) -> Iterator[Log]:
    results, paired = _results_of(file)
    told, stamp = _named(file)
    task = told or file.stem.removeprefix("samples_")
    configs = results.get("configs")
    if not stamp and isinstance(configs, Mapping):  # older versions: MODEL_TASK.jsonl
        task = max((t for t in configs if file.stem.endswith(f"_{t}")), key=len, default=task)
    folder = file.folder.replace("__", "/") if "__" in file.folder else ""
    samples: dict[str, Sample] = {}
    for number, record in enumerate(file.records, start=1):
        if "doc_id" not in record:
            raise file.damaged(f"record {number} has no doc_id")
        name = str(record["doc_id"])
        filtered = record.get("filter", "none")
        tail = "" if filtered in (None, "none") else f",{filtered}"
        listed = record.get("metrics")
        names = listed if isinstance(listed, list) else [k for k in record if k not in _LM_EVAL]
        values = {f"{m}{tail}": number_of(record.get(str(m))) for m in names}
        scores: dict[str, float | None] = {m: v for m, v in values.items() if v is not None}
        before = samples.get(name)
        if before is not None:
            if {*before.scores} & {*scores} or not scores:
                samples[f"{name}\n{number}"] = before._replace(scores=scores)  # told as repeated
                continue
            scores = {**before.scores, **scores}
        doc = record.get("doc")
        text = str(record.get("doc_hash") or (fingerprint(doc) if doc is not None else ""))
        fields = {**record, **(doc if isinstance(doc, Mapping) else {})}
        samples[name] = Sample(name, "", scores, text, fields)
    better: dict[str, Better] = {}
    directions = results.get("higher_is_better")
    own = directions.get(task) if isinstance(directions, Mapping) else None
    for sample in samples.values():
        for measure in sample.scores:
            higher = own.get(measure.split(",")[0]) if isinstance(own, Mapping) else None
            if isinstance(higher, bool):
                better[measure] = "higher" if higher else "lower"
    model = _lm_eval_model(results) or folder
    unnamed = f"{file.source}: no results_*.json names the model; it is called by its file."
    other = f"{file.source}: the model's name is from {paired}, whose time is another."
    notes = (*([] if model else [unnamed]), *([other] if paired and stamp else []))
    yield Log(model, task, list(samples.values()), file.source, better, notes=notes)


_LM_EVAL = {
    "doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics",
    "doc_hash", "prompt_hash", "target_hash", "schema_version",
}  # fmt: skip


def _results_of(file: LogFile) -> tuple[Mapping[str, Any], str]:
    """The results that were written with these samples, and their name if the times differ."""
    _, stamp = _named(file)
    near = list(file.beside(lambda name: "results" in name and name.endswith(".json")))
    same = [each for each in near if stamp and stamp in each.stem and _is_lm_eval_results(each)]
    if same:
        return same[0].data, ""
    other = [each for each in near if _is_lm_eval_results(each)] if len(near) == 1 else []
    return (other[0].data, other[0].name) if other else ({}, "")


def _lm_eval_model(results: Mapping[str, Any]) -> str:
    name = results.get("model_name")
    if isinstance(name, str) and name:
        return name
    given = field_of(results, "config.model_args")
    if isinstance(given, Mapping):
        return str(given.get("pretrained") or given.get("model") or "")
    found = re.search(r"(?:pretrained|model)=([^,]+)", given) if isinstance(given, str) else None
    return found[1] if found else ""


LOGS.register(
    LogFormat(
        "lm-eval",
        "lm-evaluation-harness",
        "samples_*.jsonl, with results_*.json beside them; those of lmms-eval, too",
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

    from evenkeel.tables.parsing.objects import damaged_parquet

    try:
        return pl.read_parquet(file.content.path or file.content.whole(), glob=False)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise damaged_parquet(file.source, error) from None


def _read_lighteval(file: LogFile, _: Mapping[str, str]) -> Iterator[Log]:
    columns = _details_columns(file)
    assert columns is not None  # it fits
    task = _named(file)[0] or file.stem.removeprefix("details_")
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
