"""Items: the score of each model on each item of each benchmark, paired by the items' names."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.errors import InputError, Message, Option, TableError, choice
from evenkeel.words.sentences import series

if TYPE_CHECKING:
    from evenkeel.items.logs.registry import Log, Sample

Better = Literal["higher", "lower"]
_FEW = 5  # names that a message lists


@dataclass(frozen=True, eq=False)
class ItemTable:
    """The items of one benchmark that all its models have.

    Attributes
    ----------
    benchmark : str
        Its name.
    models, items : tuple of str
        The k models and the n items.
    scores : ndarray, shape (n, k, epochs)
        NaN where a model has fewer epochs of an item than another.
    clusters : ndarray of int, shape (n,)
        The cluster of each item, numbered from 0; each item its own if nothing hangs together.
    """

    benchmark: str
    models: tuple[str, ...]
    items: tuple[str, ...]
    scores: FloatArray
    clusters: IntArray

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.items)

    @property
    def k(self) -> int:
        """Number of models."""
        return len(self.models)

    @property
    def epochs(self) -> int:
        """The largest number of epochs of an item."""
        return int(self.scores.shape[2])

    @cached_property
    def means(self) -> FloatArray:
        """Mean of the epochs of each item and model, (n, k)."""
        found: FloatArray = np.nanmean(self.scores, axis=2)
        return found

    @property
    def clustered(self) -> bool:
        """Whether any two items hang together."""
        return len(np.unique(self.clusters)) < self.n

    @property
    def binary(self) -> bool:
        """Whether all scores are 0 or 1."""
        present = self.scores[~np.isnan(self.scores)]
        return bool(((present == 0) | (present == 1)).all())

    @property
    def bounds(self) -> tuple[float, float]:
        """The range that the scores can have: 0 to 1 if they keep to it, else what was seen."""
        low, high = float(np.nanmin(self.scores)), float(np.nanmax(self.scores))
        return (0.0, 1.0) if low >= 0 and high <= 1 else (low, high)


@dataclass(frozen=True, eq=False, repr=False)
class Items:
    """Scores of models on items, a row an answer; `read_items` makes it.

    Attributes
    ----------
    model, benchmark, item, cluster, epoch : ndarray of int, shape (rows,)
        Codes into the names below; `cluster` numbers within a benchmark.
    score : ndarray, shape (rows,)
        NaN where there is none.
    models, benchmarks : tuple of str
        Names.
    items : tuple of tuple of str
        For each benchmark, the names of its items.
    better : {"higher", "lower"}
        Which scores are good.
    measure : str
        What the scores are called.
    kinds, sources : tuple of str
        Which tools wrote the logs, and the files.
    notes : tuple of str
        What was chosen or left out in reading.
    also : mapping
        Columns beside the scores, with NaN: ``human`` labels, ``length``, ``order``.
    """

    model: IntArray
    benchmark: IntArray
    item: IntArray
    cluster: IntArray
    epoch: IntArray
    score: FloatArray
    models: tuple[str, ...]
    benchmarks: tuple[str, ...]
    items: tuple[tuple[str, ...], ...]
    better: Better = "higher"
    measure: str = "score"
    kinds: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    also: Mapping[str, FloatArray] = field(default_factory=dict)
    clustered_by: str = ""

    def __repr__(self) -> str:
        count = sum(map(len, self.items))
        many = len(self.benchmarks)
        word = "benchmark" if many == 1 else "benchmarks"
        return f"Items: {len(self.models)} models, {count} items of {many} {word}"

    @cached_property
    def tables(self) -> tuple[ItemTable, ...]:
        """Each benchmark as a table of the items that all its models have."""
        return tuple(self._table(b)[0] for b in range(len(self.benchmarks)))

    @cached_property
    def left_out(self) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """Items that not all models have: benchmark, item, and the models that lack it."""
        return tuple(each for b in range(len(self.benchmarks)) for each in self._table(b)[1])

    def column(self, name: str, benchmark: int) -> FloatArray:
        """A column beside the scores as the table of a benchmark has it, (n, k, epochs)."""
        return self._arranged(benchmark, self.also[name])[0]

    def _arranged(
        self, b: int, values: FloatArray
    ) -> tuple[FloatArray, list[int], list[tuple[str, str, tuple[str, ...]]]]:
        """Values as (n, k, epochs), with the items kept and those that some model lacks."""
        here = np.flatnonzero(self.benchmark == b)
        present = sorted({*self.model[here].tolist()})
        place = np.zeros(len(self.models), dtype=np.int64)
        place[present] = np.arange(len(present))
        shape = (len(self.items[b]), len(present), int(self.epoch[here].max()) + 1)
        cells = np.full(shape, np.nan)
        there = np.full(shape, np.nan)
        at = (self.item[here], place[self.model[here]], self.epoch[here])
        cells[at], there[at] = values[here], self.score[here]
        has = ~np.isnan(there).all(axis=2)
        kept = np.flatnonzero(has.all(axis=1))
        lacking = [
            (
                self.benchmarks[b],
                self.items[b][i],
                tuple(self.models[present[j]] for j in np.flatnonzero(~has[i]).tolist()),
            )
            for i in np.flatnonzero(~has.all(axis=1)).tolist()
        ]
        return cells[kept], kept.tolist(), lacking

    def _table(self, b: int) -> tuple[ItemTable, list[tuple[str, str, tuple[str, ...]]]]:
        cells, kept, lacking = self._arranged(b, self.score)
        here = self.benchmark == b
        models = tuple(self.models[j] for j in sorted({*self.model[here].tolist()}))
        if not kept:
            raise InputError(self._nothing_shared(b, models))
        cluster = np.zeros(len(self.items[b]), dtype=np.int64)
        cluster[self.item[here]] = self.cluster[here]
        codes = np.unique(cluster[kept], return_inverse=True)[1].astype(np.int64)
        names = tuple(self.items[b][i] for i in kept)
        return ItemTable(self.benchmarks[b], models, names, cells, codes), lacking

    def _nothing_shared(self, b: int, models: Sequence[str]) -> str:
        counts = Counter(
            self.models[int(j)] for j in self.model[(self.benchmark == b) & ~np.isnan(self.score)]
        )
        fewest = min(models, key=lambda name: counts[name])
        return (
            f"no item{f' of {self.benchmarks[b]}' if self.benchmarks[b] else ''} has a score of every model; {fewest} has only "
            f"{counts[fewest]}: leave out the models that have few, or give logs of the same items"
        )


def items_of(
    logs: Sequence[Log],
    *,
    kinds: tuple[str, ...] = (),
    measure: str | None = None,
    cluster: str | None = None,
    better: Better | None = None,
    notes: tuple[str, ...] = (),
) -> Items:
    """Join logs: choose the score and its direction, name models, pair items; see `read_items`."""
    chosen, measure_notes = _measure(logs, measure)
    direction = _direction(logs, chosen, better)
    named, name_notes = _named_apart(logs)
    by, cluster_notes = _clusters(logs, cluster)
    rows = _Rows(by)
    for name, log in zip(named, logs, strict=True):
        for sample in log.samples:
            rows.add(name, log, sample, _score(sample, chosen, log))
    rows.check()
    told = (note for log in logs for note in log.notes)
    all_notes = (*measure_notes, *name_notes, *cluster_notes, *dict.fromkeys(told), *notes)
    sources = tuple(dict.fromkeys(log.source for log in logs))
    return rows.items(direction, chosen, kinds, sources, all_notes)


def _score(sample: Sample, measure: str, log: Log) -> float:
    value = sample.scores.get(measure)
    if value is None or math.isnan(value):
        return math.nan
    if math.isinf(value):
        raise InputError(f"{log.source}: item {sample.item!r} has an infinite score; mend the log")
    return float(value)


def _measure(logs: Sequence[Log], asked: str | None) -> tuple[str, list[str]]:
    """Which score is compared: the one asked for, or the first that all logs have."""
    sets = [list(dict.fromkeys(m for s in log.samples for m in s.scores)) for log in logs]
    for log, names in zip(logs, sets, strict=True):
        if not names:
            raise InputError(f"{log.source}: the log has no scores of items; score it first")
    everywhere = [m for m in sets[0] if all(m in names for names in sets)]
    if asked is not None:
        choice(asked, dict.fromkeys(m for names in sets for m in names), "measure")
        lacking = [log.source for log, names in zip(logs, sets, strict=True) if asked not in names]
        if lacking:
            raise InputError(f"{lacking[0]}: there is no score {asked!r} in this log")
        return asked, []
    if not everywhere:
        other = next((names for names in sets if names[0] != sets[0][0]), sets[-1])
        raise InputError(
            f"the logs have no score in common: {sets[0][0]!r} in {logs[0].source}, "
            f"{other[0]!r} in {logs[sets.index(other)].source}; give logs of one scorer"
        )
    if len(everywhere) == 1:
        return everywhere[0], []
    others = series([repr(each) for each in everywhere[1:4]])
    more = "" if len(everywhere) <= 4 else ", ..."
    note = f"The first score, {everywhere[0]!r}, is compared; there are {others}{more} as well ("
    return everywhere[0], [Message(note, Option("measure", everywhere[1]), ").")]


def _direction(logs: Sequence[Log], measure: str, asked: Better | None) -> Better:
    if asked is not None:
        choice(asked, ("higher", "lower"), "direction")
    told = {log.better[measure] for log in logs if measure in log.better}
    if len(told) > 1:
        raise InputError(f"one log says that higher {measure!r} is better, another lower; mend one")
    if told:
        (only,) = told
        if asked not in (None, only):
            raise InputError(f"the logs say that {only} {measure!r} is better; leave better out")
        return only
    if asked is None and any(log.undirected for log in logs):
        raise InputError(
            Message(
                f"nothing says whether high or low values of {measure!r} are good; give ",
                Option("better", "higher"),
                " or ",
                Option("better", "lower"),
            )
        )
    return asked or "higher"


def _named_apart(logs: Sequence[Log]) -> tuple[list[str], list[str]]:
    """Names of the models; logs of one model on the same items are told apart by their files."""
    groups: dict[tuple[str, str], list[int]] = {}
    for i, log in enumerate(logs):
        groups.setdefault((log.model, log.benchmark), []).append(i)
    names, notes = [log.model for log in logs], []
    for (model, _), members in groups.items():
        seen = [{(s.item, s.epoch) for s in logs[i].samples} for i in members]
        if len(members) > 1 and sum(map(len, seen)) > len(set().union(*seen)):
            sources = [logs[i].source for i in members]
            if len({*sources}) < len(sources):
                sources = [f"{source} ({n})" for n, source in enumerate(sources, start=1)]
            for i, tail in zip(members, _short(sources), strict=True):
                names[i] = f"{model} [{tail}]" if model else tail
            if model:
                notes.append(
                    f"{len(members)} logs are of the model {model}; they are compared with each "
                    "other, by the names of their files."
                )
    blank = [i for i, name in enumerate(names) if not name]
    for i, tail in zip(blank, _short([logs[i].source for i in blank]), strict=True):
        names[i] = tail
    return names, notes


def _short(sources: Sequence[str]) -> list[str]:
    """The ends of paths, as long as tells them apart."""
    parts = [source.replace("\\", "/").split("/") for source in sources]
    for length in range(1, max(map(len, parts), default=1) + 1):
        found = ["/".join(each[-length:]) for each in parts]
        if len({*found}) == len(found):
            return found
    return list(sources)


def _clusters(logs: Sequence[Log], asked: str | None) -> tuple[str, list[str]]:
    """The field by which items hang together, if any."""
    if asked == "none":
        return "", []
    if asked:
        return asked, []
    told = {log.clusters for log in logs}
    if told == {""}:
        return "", []
    if len(told) > 1:
        return "", ["Some logs say that items hang together and some do not: no clusters are used."]
    (by,) = told
    return by, [f"Items with the same {by} hang together, as the logs say."]


class _Rows:
    """The rows of all logs as they come, by codes of names."""

    def __init__(self, by: str) -> None:
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
        if self.by:
            self._cluster(b, i, sample, log)
        self.rows.append((m, b, i, e, score))
        self.also.append(tuple(_number(sample.fields.get(c)) for c in _ALSO))  # type: ignore[arg-type]

    def _cluster(self, b: int, i: int, sample: Sample, log: Log) -> None:
        from evenkeel.items.logs.registry import field_of

        found = field_of(sample.fields, self.by)
        if found is None:
            self.without += 1
            return
        name = str(found)
        if self.belongs[b].setdefault(i, name) != name and len(self.strange) < _FEW:
            self.strange.append(
                f"{log.source}: item {sample.item!r} has {self.by} {name!r} here and "
                f"{self.belongs[b][i]!r} elsewhere; an item lies in one cluster"
            )

    def check(self) -> None:
        if self.strange:
            raise TableError("the logs", self.strange)
        if self.twice:
            raise TableError("the logs", self.twice)
        if self.by and self.without:
            few = self.without < len(self.rows)
            raise InputError(
                Message(
                    f"{self.without} answers have no field {self.by!r}"
                    if few
                    else f"no log has a field {self.by!r}",
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
        codes = np.array([row[:4] for row in self.rows], dtype=np.int64).reshape(-1, 4)
        clusters = np.array(codes[:, 2])
        for b, belongs in enumerate(self.belongs if self.by else ()):
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
            self.by,
        )


_ALSO = ("human", "length", "order")  # columns that are kept beside the scores


def _number(value: Any) -> float:
    number = isinstance(value, (int, float)) and math.isfinite(value)
    return float(value) if number else math.nan
