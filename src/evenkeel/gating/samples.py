"""What a file of a version holds: the runs of each benchmark, in the order they were made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any, cast

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, Message, Option, SourceError, choice, few, quoted
from evenkeel.tables.faults import check_names
from evenkeel.tables.finding import find_tables
from evenkeel.tables.lexicon import direction, means, word_set, words
from evenkeel.tables.parsing.cells import Table, names_of, numbers

_MOST = 40  # runs of a benchmark that are kept one by one; more are put together
BATCHES = 20


@dataclass(frozen=True)
class Sample:
    """The runs of one benchmark in their order, with their names if they have any."""

    values: FloatArray
    names: tuple[str, ...] = ()

    def batched(self) -> Sample:
        """Medians of neighbouring runs in place of many runs, which resemble their neighbours."""
        if self.values.size <= _MOST:
            return self
        parts = np.array_split(self.values, BATCHES)
        return Sample(np.array([np.median(part) for part in parts]))


@dataclass(frozen=True)
class Version:
    """All benchmarks of a version: where they come from, and how they were understood."""

    source: str
    samples: Mapping[str, Sample]
    better: str | None
    measure: str = ""
    remarks: tuple[str, ...] = ()
    made_of: str = "runs"


def by_folder(files: Sequence[Any]) -> list[Any]:
    """The open files of two folders as two lists; anything else as it is."""
    folders: dict[str, list[Any]] = {}
    for each in files:
        folders.setdefault(_folder(each), []).append(each)
    return [*folders.values()] if len(files) > len(folders) == 2 and "" not in folders else [*files]


def _folder(file: Any) -> str:
    """The folder in the name of an open file, or of the first of several."""
    named = file[0] if isinstance(file, list) and file else file
    name = str(getattr(named, "name", "")) if hasattr(named, "seek") else ""
    return name.replace("\\", "/").rpartition("/")[0]


def read_version(source: Any, columns: Mapping[str, str | None], better: str | None) -> Version:
    """The runs of each benchmark that a source holds.

    `columns` names those of ``benchmark``, ``run``, ``value`` and the ``measure``, as far as the
    caller does.

    Parameters
    ----------
    source : path, folder, list of paths, open file, data frame, or dict of arrays
        A file that a tool of benchmarking writes, or a table with a row per run or a column per
        benchmark. Of a folder of files each file is one run of the version.
    """
    if isinstance(source, Version):
        return source
    if isinstance(source, Mapping):
        return _of_mapping(source, better)
    tables = find_tables(source)
    if len(tables) > 1:
        raise SourceError(
            f"{tables[0].origin.description}: there are {len(tables)} tables; give a file with one"
        )
    (table,) = tables
    roles = _roles(table, columns)
    version = _of_rows(table, roles, columns.get("measure"), better)
    return replace(version, source=_folder(source) or version.source)


def versions_of_items(
    base: Any, new: Any, measure: str | None, better: str | None
) -> tuple[Version, Version] | None:
    """Two versions of a model from logs of items, each item a run; None of anything else.

    Items that hang together are one run: their sum over the usual size of a cluster, so that the
    mean of the runs is that of the items.
    """
    sources = [
        part for each in (base, new) for part in (each if isinstance(each, list) else [each])
    ]
    streams = [each for each in sources if hasattr(each, "seek")]
    if not all(isinstance(each, (str, PathLike)) or hasattr(each, "seek") for each in sources):
        return None
    from evenkeel.items.logs.registry import are_logs, read_items

    known = all(map(are_logs, sources))
    for stream in streams:
        stream.seek(0)
    if not known:
        return None
    items = read_items(sources, score=measure, better=cast(Any, better))
    names = [_folder(each) or str(getattr(each, "name", each)) for each in (base, new)]
    if len(items.models) != 2:
        raise SourceError(
            f"{names[0]} and {names[1]} hold answers of {len(items.models)} models, "
            f"{_few(items.models)}; give the logs of one model before and after"
        )
    remarks = list(items.notes)
    if items.left_out:
        which = _few([item for _, item, _ in items.left_out])
        remarks.append(f"items that only one version has, and not compared: {which}")
    samples: tuple[dict[str, Sample], ...] = ({}, {})
    made_of = "clusters" if any(table.clustered for table in items.tables) else "items"
    for table in items.tables:
        means, runs = table.means, table.items
        if table.clustered:
            _, code, size = np.unique(table.clusters, return_inverse=True, return_counts=True)
            sums = np.zeros((size.size, table.k))
            np.add.at(sums, code, means)
            means = sums * size.size / table.n
            runs = tuple(f"cluster {place}" for place in range(size.size))
            remarks.append(f"{table.n} items in {size.size} clusters, each of which is one run")
        for place, model in enumerate(items.models):
            if model in table.models:
                column = means[:, table.models.index(model)]
                samples[place][table.benchmark or items.measure] = Sample(column, runs)
    first, second = (
        _checked(Version(name, own, items.better, items.measure, tuple(remarks), made_of))
        for name, own in zip(names, samples, strict=True)
    )
    return first, second


def _of_mapping(source: Mapping[Any, Any], better: str | None) -> Version:
    samples = {}
    for name, values in source.items():
        try:
            array = np.asarray(values, dtype=np.float64).reshape(-1)
        except (TypeError, ValueError):
            raise InputError(f"{quoted(name)}: the runs are no numbers; give numbers") from None
        samples[str(name)] = Sample(array)
    return _checked(Version("the dict", samples, better))


def _roles(table: Table, columns: Mapping[str, str | None]) -> dict[str, int]:
    """Which columns hold the benchmark, the run, the value, the measure and the file."""
    header, source = table.names, table.origin.description
    known = dict.fromkeys(("algorithm", "problem", "run", "measure", "value"))
    if table.formatted:
        return {name: at for at, name in enumerate(header) if name in known}
    said = {"problem": columns.get("benchmark"), "run": columns.get("run")}
    said["value"] = columns.get("value")
    roles: dict[str, int] = {}
    for role, name in said.items():
        if name:
            roles[role] = header.index(choice(name, header, f"column of {source}"))
    numeric = [at for at in range(len(header)) if _is_numeric(table, at)]
    for role, least in (("problem", 1.0), ("run", 1.0)):
        if role not in roles:
            fitting = [at for at in _free(table, roles) if _means(header[at], role, least)]
            texts = [at for at in fitting if at not in numeric] or fitting
            if texts and (role == "run" or texts[0] not in numeric):
                roles[role] = texts[0]
    left = [at for at in numeric if at in _free(table, roles)]
    if "value" not in roles and len(left) == 1:
        roles["value"] = left[0]
    if "value" not in roles and "problem" not in roles and len(left) > 1:
        return roles  # a column per benchmark
    if "value" not in roles:
        named = [at for at in left if _means(header[at], "value", 0.5)]
        if len(named) != 1:
            raise SourceError(
                Message(
                    f"{source}: which of the columns {', '.join(map(repr, header))} holds the "
                    "values of the runs is not clear; say it with ",
                    Option("value"),
                )
            )
        roles["value"] = named[0]
    return roles


def _free(table: Table, roles: Mapping[str, int]) -> list[int]:
    return [at for at in range(len(table.names)) if at not in roles.values()]


_MEANINGS: Mapping[str, tuple[Any, ...]] = {
    "problem": ("problem",),
    "run": ("run", "counter"),
    "value": ("value", "time", "measure"),
}
_ALSO = {"problem": ("name", "fullname", "command", "case"), "run": ("item", "id", "item_id")}


def _means(label: str, role: str, least: float) -> bool:
    if label.strip().lower() in _ALSO.get(role, ()):
        return True
    return any(means(label, meaning, least) for meaning in _MEANINGS[role])


def _is_numeric(table: Table, at: int) -> bool:
    column = table.columns[at]
    if isinstance(column, np.ndarray):
        return True
    found = numbers(column, table.decimal)
    return not found.wrong and bool(np.isfinite(found.values).any())


def _of_rows(
    table: Table, roles: Mapping[str, int], measure: str | None, better: str | None
) -> Version:
    source, remarks = table.origin.description, []
    if "value" not in roles:
        columns = [at for at in _free(table, roles) if _is_numeric(table, at)]
        found = {table.names[at]: Sample(_values(table, at)) for at in columns}
        return _checked(Version(source, found, better or _said(table, "")))
    values = _values(table, roles["value"])
    kept = np.ones(len(values), dtype=bool)
    name = table.origin.measure or ("" if table.formatted else table.names[roles["value"]])
    if "measure" in roles:
        measures = names_of(table.columns[roles["measure"]])
        offered = list(dict.fromkeys(measures))
        name = choice(measure, offered, "measure") if measure else offered[0]
        kept = np.array([each == name for each in measures])
        remarks.append(f"of the measures {', '.join(offered)}: {name}")
    problems = names_of(table.columns[roles["problem"]]) if "problem" in roles else ()
    problems = problems or (name or "all runs",) * len(values)
    runs = names_of(table.columns[roles["run"]]) if "run" in roles else ()
    files = names_of(table.columns[roles["algorithm"]]) if "algorithm" in roles else ()
    several = len(set(files)) > 1
    cells: dict[str, dict[str, list[int]]] = {}
    for at in np.flatnonzero(kept & np.isfinite(values)).tolist():
        cells.setdefault(problems[at], {}).setdefault(files[at] if several else "", []).append(at)
    gone = int(np.count_nonzero(kept & ~np.isfinite(values)))
    if gone:
        remarks.append(f"{gone} failed or missing run{'s' * (gone > 1)} left out")
    samples = {}
    for benchmark, parts in cells.items():
        if several:
            medians = np.array([np.median(values[rows]) for rows in parts.values()])
            samples[benchmark] = Sample(medians)
        else:
            rows = parts[""]
            own = tuple(runs[at] for at in rows) if runs and _identifies(table, roles) else ()
            samples[benchmark] = Sample(values[rows], own if len(set(own)) == len(rows) else ())
    if several:
        remarks.append(f"each of {len(set(files))} files is one run: the median of its repetitions")
    told = better or _said(table, name)
    return _checked(Version(source, samples, told, name, tuple(remarks)))


#: What names a run that both versions made; their first runs are no partners by themselves.
_IDENTITIES = word_set(
    "seed seeds randomseed randomstate fold folds split item items id question prompt sample task"
)


def _identifies(table: Table, roles: Mapping[str, int]) -> bool:
    return not table.formatted and bool(_IDENTITIES & {*words(table.names[roles["run"]])})


def _said(table: Table, name: str) -> str | None:
    """Which values are good, if the source or the name of the measure says it."""
    told = table.better if isinstance(table.better, str) else None
    return told or (direction(name) if name else None)


def _values(table: Table, at: int) -> FloatArray:
    found = numbers(table.columns[at], table.decimal)
    if found.wrong:
        row = min(found.wrong)
        raise SourceError(
            f"{table.origin.description}: column {table.names[at]!r}, {table.row_word} "
            f"{table.rows[row]}: {found.wrong[row]}; mend it"
        )
    return found.values


def _checked(version: Version) -> Version:
    if not version.samples:
        raise SourceError(f"{version.source}: no runs were found; give a file that holds some")
    check_names(version.source, "benchmark", version.samples)
    return version


def common_names(
    base: Version, new: Version
) -> tuple[list[str], Mapping[str, Sample], tuple[str, ...]]:
    """The benchmarks that both versions have, those of the new one, and remarks on the others.

    If each has one alone they are compared: commands of hyperfine may name the version.
    """
    if len(base.samples) == len(new.samples) == 1 and {*base.samples} != {*new.samples}:
        (old,), ((fresh, sample),) = base.samples, new.samples.items()
        remark = f"the only benchmarks are compared, {quoted(fresh)} with {quoted(old)}"
        return [old], {old: sample}, (remark,)
    both = [name for name in base.samples if name in new.samples]
    if not both:
        raise InputError(
            f"{base.source} and {new.source} have no benchmark in common: {_few(base.samples)} "
            f"in the first, {_few(new.samples)} in the second; give two versions of one suite"
        )
    remarks = []
    for title, one, other in (("the base", base, new), ("the new version", new, base)):
        alone = [name for name in one.samples if name not in other.samples]
        if alone:
            remarks.append(f"only in {title}, and not compared: {_few(alone)}")
    return both, new.samples, tuple(remarks)


def _few(names: Sequence[str] | Mapping[str, Any], most: int = 3) -> str:
    return few(map(quoted, names), most, counted=True)
