"""Logs joined as items: which score, which direction, which names, which clusters."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from evenkeel._types import BoolArray
from evenkeel.errors import InputError, Message, Option, TableError, choice, quoted
from evenkeel.items.scores import Better, Items
from evenkeel.tables.faults import check_names
from evenkeel.text import series

if TYPE_CHECKING:
    from evenkeel.items.logs.registry import Log, Sample

_LARGEST = 1e100  # a score; the squares of larger ones are beyond the numbers of the machine
_FEW = 5  # names that a message lists
_ALSO = ("human", "length", "order")  # columns that are kept beside the scores
_DEEPEST = 8  # parts of the name of a field
_ENDING = re.compile(r"(?<=.)\.(?:jsonl?|csv|tsv|parquet|eval|xlsx)(?:\.gz)?$")


def items_of(
    logs: Sequence[Log],
    *,
    kinds: tuple[str, ...] = (),
    score: str | None = None,
    cluster: str | None = None,
    better: Better | None = None,
    notes: tuple[str, ...] = (),
) -> Items:
    """Join logs: choose the score and its direction, name models, pair items; see `read_items`."""
    chosen, measure_notes = _measures(logs, score)
    direction = _direction(logs, chosen, better)
    named, name_notes = _named_apart(logs)
    by, cluster_notes = _clusters(logs, cluster)
    rows = _Rows(by)
    for name, log in zip(named, logs, strict=True):
        for sample in log.samples:
            rows.add(name, log, sample, _score(sample, chosen[log.benchmark], log))
    rows.check()
    told = (note for log in logs for note in log.notes)
    all_notes = (*measure_notes, *name_notes, *cluster_notes, *dict.fromkeys(told), *notes)
    sources = tuple(dict.fromkeys(log.source for log in logs))
    measures = {*chosen.values()}
    measure = measures.pop() if len(measures) == 1 else "score"
    return rows.items(direction, measure, kinds, sources, all_notes)


def _score(sample: Sample, measure: str, log: Log) -> float:
    value = sample.scores.get(measure)
    if value is None or math.isnan(value):
        return math.nan
    if abs(value) > _LARGEST:
        size = "an infinite score" if math.isinf(value) else f"the score {value:g}"
        raise InputError(f"{log.source}: item {quoted(sample.item)} has {size}; mend the log")
    return float(value)


def _measures(logs: Sequence[Log], asked: str | None) -> tuple[dict[str, str], list[str]]:
    """Which score is compared on each benchmark: the one asked for, or the first of all its logs.

    One that all logs have goes first, so that as many benchmarks as can be have the same.
    """
    sets = [list(dict.fromkeys(m for s in log.samples for m in s.scores)) for log in logs]
    for log, names in zip(logs, sets, strict=True):
        if not names:
            raise InputError(f"{log.source}: the log has no scores of items; score it first")
    benchmarks = dict.fromkeys(log.benchmark for log in logs)
    if asked is not None:
        choice(asked, dict.fromkeys(m for names in sets for m in names), "score")
        lacking = [log.source for log, names in zip(logs, sets, strict=True) if asked not in names]
        if lacking:
            raise InputError(f"{lacking[0]}: there is no score {asked!r} in this log")
        return dict.fromkeys(benchmarks, asked), []
    everywhere = _shared(sets)
    if everywhere:
        verb = "is" if len(everywhere) == 2 else "are"
        note = f"The first score, {everywhere[0]!r}, is compared; there {verb} "
        if len(everywhere) == 1:
            return dict.fromkeys(benchmarks, everywhere[0]), []
        others = series([repr(each) for each in everywhere[1:4]])
        more = "" if len(everywhere) <= 4 else ", ..."
        told = Message(note, f"{others}{more} as well (", Option("score", everywhere[1]), ").")
        return dict.fromkeys(benchmarks, everywhere[0]), [told]
    chosen: dict[str, str] = {}
    groups = [[i for i, log in enumerate(logs) if log.benchmark == each] for each in benchmarks]
    if max(map(len, groups)) == 1:
        groups = [[*range(len(logs))]]  # no two logs are of one benchmark: it would be a mistake
    for at in groups:
        own = [sets[i] for i in at]
        shared = _shared(own)
        if not shared:
            other = next((i for i in at if sets[i][0] != own[0][0]), at[-1])
            raise InputError(
                f"the logs have no score in common: {own[0][0]!r} in {logs[at[0]].source}, "
                f"{sets[other][0]!r} in {logs[other].source}; give logs of one scorer"
            )
        chosen[logs[at[0]].benchmark] = shared[0]
    listed = series([f"{measure!r} on {benchmark}" for benchmark, measure in chosen.items()][:_FEW])
    more = " and so on" if len(chosen) > _FEW else ""
    return chosen, [f"No score is in all logs; compared are {listed}{more}."]


def _shared(sets: Sequence[Sequence[str]]) -> list[str]:
    """The scores that all have, in the order of the first."""
    return [name for name in sets[0] if all(name in names for names in sets)]


def _direction(logs: Sequence[Log], chosen: Mapping[str, str], asked: Better | None) -> Better:
    """Which scores are good, of all benchmarks."""
    if asked is not None:
        choice(asked, ("higher", "lower"), "direction")
    measures = [chosen[log.benchmark] for log in logs]
    told = {log.better[m] for log, m in zip(logs, measures, strict=True) if m in log.better}
    shown = series([repr(each) for each in dict.fromkeys(measures)][:_FEW])
    if len(told) > 1:
        raise InputError(
            f"one log says that higher {shown} is better, another lower; mend one, or give "
            "benchmarks of one direction"
        )
    if told:
        (only,) = told
        if asked not in (None, only):
            raise InputError(f"the logs say that {only} {shown} is better; leave better out")
        return only
    if asked is None and any(log.undirected for log in logs):
        raise InputError(
            Message(
                f"nothing says whether high or low values of {shown} are good; give ",
                Option("better", "higher"),
                " or ",
                Option("better", "lower"),
            )
        )
    return asked or "higher"


def _named_apart(logs: Sequence[Log]) -> tuple[list[str], list[str]]:
    """Names of the models; logs of one model on the same items are told apart.

    By their folders if each folder has the items but once, so that a model keeps its name on all
    benchmarks, else by their files.
    """
    names, notes = [log.model for log in logs], []
    groups: dict[str, list[int]] = {}
    for i, log in enumerate(logs):
        groups.setdefault(log.model, []).append(i)
    for model, members in groups.items():
        clashing = _clashing(logs, members, [""] * len(members))
        if not clashing:
            continue
        sources = [logs[i].source.replace("\\", "/") for i in members]
        folders = [source.rpartition("/")[0] for source in sources]
        if model and not _clashing(logs, members, folders):
            tails, told = _tails(folders), "folders"
        else:
            sources = [logs[i].source for i in clashing]
            if len({*sources}) < len(sources):
                sources = [f"{source} ({n})" for n, source in enumerate(sources, start=1)]
            members, tails, told = clashing, _short(sources), "files"
        for i, tail in zip(members, tails, strict=True):
            names[i] = f"{model} [{tail}]" if model else tail
        if model:
            notes.append(
                f"{len(members)} logs are of the model {model}; they are compared with each "
                f"other, by the names of their {told}."
            )
    blank = [i for i, name in enumerate(names) if not name]
    for i, tail in zip(blank, _short([logs[i].source for i in blank]), strict=True):
        names[i] = tail
    return names, notes


def _clashing(logs: Sequence[Log], members: Sequence[int], apart: Sequence[str]) -> list[int]:
    """Those of the logs that have an answer twice, although they are told `apart`."""
    groups: dict[tuple[str, str], list[int]] = {}
    for i, which in zip(members, apart, strict=True):
        groups.setdefault((logs[i].benchmark, which), []).append(i)
    found = []
    for group in groups.values():
        seen = [{(s.item, s.epoch) for s in logs[i].samples} for i in group]
        if len(group) > 1 and sum(map(len, seen)) > len(set().union(*seen)):
            found += group
    return sorted(found)


def _tails(folders: Sequence[str]) -> list[str]:
    """The ends of folders, as long as tells them apart."""
    once = list(dict.fromkeys(folders))
    tails = dict(zip(once, _short(once), strict=True))
    return [tails[folder] for folder in folders]


def _short(sources: Sequence[str]) -> list[str]:
    """The ends of paths, as long as tells them apart, without the endings of files."""
    parts = [source.replace("\\", "/").split("/") for source in sources]
    for length in range(1, max(map(len, parts), default=1) + 1):
        found = ["/".join(each[-length:]) for each in parts]
        if len({*found}) == len(found):
            stems = [_ENDING.sub("", each) for each in found]
            return stems if len({*stems}) == len(stems) else found
    return list(sources)


def _clusters(logs: Sequence[Log], asked: str | None) -> tuple[dict[str, str], list[str]]:
    """The field by which the items of each benchmark hang together, where there is one."""
    told: dict[str, set[str]] = {}
    for log in logs:
        told.setdefault(log.benchmark, set()).add(log.clusters)
    if asked:
        return {} if asked == "none" else dict.fromkeys(told, asked), []
    found = {name: next(iter(by)) for name, by in told.items() if len(by) == 1 and by != {""}}
    notes = [f"Items with the same {by} hang together." for by in dict.fromkeys(found.values())]
    if any(len(by) > 1 for by in told.values()):
        notes.append(
            "Some logs say that items hang together and some do not: no clusters are used."
        )
    return found, notes


class _Rows:
    """The rows of all logs as they come, by codes of names."""

    def __init__(self, by: Mapping[str, str]) -> None:
        self.by = by
        self.models: dict[str, int] = {}
        self.benchmarks: dict[str, int] = {}
        self.names: list[dict[str, int]] = []
        self.texts: list[dict[int, tuple[str, str]]] = []
        self.belongs: list[dict[int, str]] = []
        self.epochs: dict[tuple[int, int, int], dict[str, int]] = {}
        self.rows: list[tuple[int, int, int, int, float]] = []
        self.also: list[tuple[float, float, float]] = []
        self.twice: list[str] = []
        self.strange: list[str] = []
        self.without = 0

    def add(self, model: str, log: Log, sample: Sample, score: float) -> None:
        m = self.models.setdefault(model, len(self.models))
        b = self.benchmarks.setdefault(log.benchmark, len(self.benchmarks))
        if b == len(self.names):
            self.names.append({})
            self.texts.append({})
            self.belongs.append({})
        i = self.names[b].setdefault(sample.item, len(self.names[b]))
        if sample.text:
            text, who = self.texts[b].setdefault(i, (sample.text, model))
            if text != sample.text and len(self.strange) < _FEW:
                self.strange.append(
                    f"item {sample.item!r} of {log.benchmark} is not the same question in the logs "
                    f"of {who} and {model}; give logs of the same data"
                )
        seen = self.epochs.setdefault((m, b, i), {})
        if sample.epoch in seen and len(self.twice) <= _FEW:
            which = f", epoch {sample.epoch}" if sample.epoch else ""
            self.twice.append(
                f"{log.source}: {model} has the item {sample.item!r}{which} of "
                f"{log.benchmark or 'the benchmark'} twice; leave one out, or say which column "
                "numbers the epochs"
            )
        e = seen.setdefault(sample.epoch, len(seen))
        if log.benchmark in self.by:
            self._cluster(b, i, sample, log)
        self.rows.append((m, b, i, e, score))
        self.also.append(tuple(_number(sample.fields.get(c)) for c in _ALSO))  # type: ignore[arg-type]

    def _cluster(self, b: int, i: int, sample: Sample, log: Log) -> None:
        by = self.by[log.benchmark]
        found = field_of(sample.fields, by)
        if found is None:
            self.without += 1
            return
        name = str(found)
        if self.belongs[b].setdefault(i, name) != name and len(self.strange) < _FEW:
            self.strange.append(
                f"{log.source}: item {sample.item!r} has {by} {name!r} here and "
                f"{self.belongs[b][i]!r} elsewhere; an item lies in one cluster"
            )

    @property
    def told(self) -> str:
        """The fields by which items hang together."""
        return ", ".join(dict.fromkeys(self.by.values()))

    def check(self) -> None:
        if self.strange:
            raise TableError("the logs", self.strange)
        if self.twice:
            raise TableError("the logs", self.twice)
        if self.by and self.without:
            few = self.without < len(self.rows)
            raise InputError(
                Message(
                    f"{self.without} answers have no field {self.told!r}"
                    if few
                    else f"no log has a field {self.told!r}",
                    "; give another ",
                    Option("cluster"),
                    ", or leave it out",
                )
            )

    def items(
        self,
        better: Better,
        measure: str,
        kinds: tuple[str, ...],
        sources: tuple[str, ...],
        notes: tuple[str, ...],
    ) -> Items:
        for what, names in (
            ("model", self.models),
            ("benchmark", self.benchmarks),
            ("score", [measure]),
        ):
            check_names("the logs", what, names)
        for items in self.names:
            check_names("the logs", "item", items, math.inf)
        codes = np.array([row[:4] for row in self.rows], dtype=np.int64).reshape(-1, 4)
        clusters = np.array(codes[:, 2])
        for b, belongs in enumerate(self.belongs):
            if not belongs:
                continue
            number = {name: c for c, name in enumerate(dict.fromkeys(belongs.values()))}
            lookup = np.array([number[belongs[i]] for i in range(len(belongs))], dtype=np.int64)
            here: BoolArray = codes[:, 1] == b
            clusters[here] = lookup[codes[here, 2]]
        extra = np.array(self.also, dtype=np.float64).reshape(-1, len(_ALSO))
        return Items(
            codes[:, 0],
            codes[:, 1],
            codes[:, 2],
            clusters,
            codes[:, 3],
            np.array([row[4] for row in self.rows], dtype=np.float64),
            tuple(self.models),
            tuple(self.benchmarks),
            tuple(tuple(names) for names in self.names),
            better,
            measure,
            kinds,
            sources,
            notes,
            {c: extra[:, j] for j, c in enumerate(_ALSO) if not np.isnan(extra[:, j]).all()},
            self.told,
        )


def _number(value: Any) -> float:
    number = isinstance(value, (int, float)) and abs(value) <= _LARGEST
    return float(value) if number else math.nan


def field_of(fields: Any, name: str) -> Any:
    """A field of a log by its name, or by its path with dots; None if there is none."""
    if isinstance(fields, Mapping) and name in fields:
        return fields[name]
    found: Any = fields
    for part in name.split(".", _DEEPEST):
        if not isinstance(found, Mapping) or part not in found:
            return None
        found = found[part]
    return found
