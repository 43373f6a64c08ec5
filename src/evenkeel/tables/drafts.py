"""Drafts: a reading in the making, and what is asked of the columns of any table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from evenkeel.errors import NoComparison, choice
from evenkeel.tables.evidence import Evidence
from evenkeel.tables.lexicon import Meaning, direction, meanings, word_set, words
from evenkeel.tables.profile import Column, Profile
from evenkeel.tables.readings import SURE, Choice, Layout, Part, Reading

JOINT = " / "  # between the parts of a name
Told = Mapping[str, Any]
Forced = Mapping[str, Any]


@dataclass
class Draft:
    """A reading in the making."""

    profile: Profile
    told: Told
    forced: Forced = field(default_factory=dict)
    off: frozenset[str] = frozenset()
    choices: list[Choice] = field(default_factory=list)
    roles: dict[int, Part] = field(default_factory=dict)

    @property
    def turned(self) -> bool:
        """Whether it was told that each row is an algorithm."""
        return bool(self.told.get("transpose")) or self.told.get("shape") == "transposed"

    def role(self, column: Column, role: str, why: str = "") -> None:
        """Say what a column is taken for."""
        self.roles[column.position] = Part(column.name, role, why)

    def free(self, *kinds: str) -> list[Column]:
        """The columns that have no role yet, of some kinds."""
        return [
            column
            for column in self.profile.columns
            if column.position not in self.roles and (not kinds or column.kind in kinds)
        ]

    def decide(
        self,
        about: str,
        score: float,
        yes: Any,
        no: Any,
        evidence: Sequence[Evidence] = (),
        told: Any = None,
    ) -> Any:
        """Take the answer that the score speaks for, unless it was told or is forced."""
        if told is not None:
            self.choices.append(Choice(about, told, SURE))
            return told
        if about in self.forced:
            pick = self.forced[about]
            self.choices.append(Choice(about, pick, abs(score), tuple(evidence)))
            return pick
        pick, other = (yes, no) if score > 0 else (no, yes)
        margin = abs(score)
        self.choices.append(Choice(about, pick, margin, tuple(evidence), ((other, margin),)))
        return pick

    def pick(
        self, about: str, ordered: Sequence[Any], margin: float, told: Any = None, step: float = 0.5
    ) -> Any:
        """Take the first of several answers in the order of their likelihood."""
        if told is not None:
            self.choices.append(Choice(about, told, SURE))
            return told
        if about in self.forced:
            self.choices.append(Choice(about, self.forced[about], margin))
            return self.forced[about]
        # another way to read the table is likelier meant than another of its values
        others = tuple((other, margin + 0.1 + step * i) for i, other in enumerate(ordered[1:]))
        self.choices.append(Choice(about, ordered[0], margin, (), others))
        return ordered[0]


def nothing_to_compare(draft: Draft, why: str, *more: str) -> NoComparison:
    """The refusal of a table, with the choices that led to it."""
    refusal = NoComparison(draft.profile.table.origin.description, [why, *more])
    refusal.choices = tuple(draft.choices)
    return refusal


def listed(names: object) -> list[str]:
    """Names that were given, one or several, as a list."""
    if names is None or names is False:
        return []
    several = isinstance(names, Iterable) and not isinstance(names, str)
    return list(names) if several else [names]  # type: ignore[call-overload, list-item]


def has(column: Column, meaning: Meaning, least: float = 0.6) -> bool:
    """Whether a meaning explains so much of the name of a column."""
    return meanings(column.name).get(meaning, 0.0) >= least


def names_measures(column: Column) -> bool:
    """Whether a column says what was measured in each row."""
    return column.kind == "text" and has(column, "measures", 1.0)


def chosen_rows(draft: Draft) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The rows that `where` chooses, all if nothing was said."""
    rows = np.arange(draft.profile.n)
    for name, wanted in (draft.told.get("where") or {}).items():
        column = draft.profile.by_name.get(name)
        if column is not None:
            values = {
                plain(each) for each in (wanted if isinstance(wanted, (list, tuple)) else [wanted])
            }
            rows = rows[[plain(column.names[i]) in values for i in rows.tolist()]]
    return rows


def plain(cell: object) -> str:
    """A cell as text without blanks; equal numbers are written alike."""
    from evenkeel.tables.parsing.cells import is_number, name_of

    if isinstance(cell, str) and is_number(cell):
        return name_of(float(cell))
    return name_of(cell).strip()


def splits(
    column: Column, keys: Sequence[Column], rows: np.ndarray[Any, np.dtype[np.int64]]
) -> bool:
    """Whether a column has several values in a cell of the others."""
    seen: dict[tuple[str, ...], str] = {}
    names = [key.names for key in keys]
    for i in rows[:200_000].tolist():
        cell = tuple(each[i] for each in names)
        if seen.setdefault(cell, column.names[i]) != column.names[i]:
            return True
    return False


def recurs(keys: Sequence[Column], rows: np.ndarray[Any, np.dtype[np.int64]]) -> bool:
    """Whether columns name several rows the same."""
    if len(keys) == 1 and len(rows) == len(keys[0].names):
        return keys[0].distinct < len(rows)
    names = [key.names for key in keys]
    some = rows[:200_000].tolist()
    return len({tuple(each[i] for each in names) for i in some}) < len(some)


def measure_column(
    draft: Draft, rows: np.ndarray[Any, np.dtype[np.int64]], *, each_row: bool = False
) -> tuple[str | None, dict[str, Any]]:
    """The measure that is read, where a column says what each row holds.

    `each_row` says that a row is a problem or algorithm: if none is measured twice, its measure is
    a remark.
    """
    where = dict(draft.told.get("where") or {})
    columns = [
        c
        for c in draft.free("text")
        if names_measures(c) and c.name not in where and c.distinct < len(c.names)
    ]
    if draft.profile.table.formatted and "measure" in draft.profile.by_name:
        columns = [draft.profile.by_name["measure"]]
    for name in where:
        column = draft.profile.by_name.get(name)
        if column is not None and column.position not in draft.roles:
            draft.role(column, "group", "rows are chosen by it")
    if not columns:
        return None, where
    column = columns[0]
    values = list(dict.fromkeys(column.names[i] for i in rows.tolist()))
    told = draft.told.get("measure")
    if each_row and told is None and len(values) > 1 and _measured_once(draft, values, rows):
        draft.role(column, "text", "it says what was measured in each row")
        return None, where
    if each_row and told is not None and len(values) == 1 and str(told) not in values:
        return None, where  # it is one of the columns' measures
    draft.role(column, "measure", "it says what each row holds")
    if told is not None:
        told = choice(str(told), values, f"measure of {draft.profile.table.origin.description}")
    if len(values) < 2 and told is None:
        return (values[0] if values else None), where
    ordered = in_likely_order(draft, values)
    measure = draft.pick("measure", ordered, 0.4, told, step=0.3)
    return str(measure), where


def _measured_once(
    draft: Draft, measures: Sequence[str], rows: np.ndarray[Any, np.dtype[np.int64]]
) -> bool:
    """Whether no row has the name of another, and all measures have one direction."""
    texts = [c for c in draft.free("text") if not names_measures(c)]
    directions = {direction(measure) for measure in measures} - {None}
    if not texts or recurs(texts[:1], rows) or len(directions) > 1:
        return False
    counts = (Counter(c.names[i] for i in rows.tolist()) for c in texts[1:] if c.distinct > 1)
    return all(len({*count.values()}) > 1 or 1 in count.values() for count in counts)


def in_likely_order(draft: Draft, names: Sequence[str]) -> list[str]:
    """Measures in the order in which they are likely meant; none that the direction excludes."""
    better = draft.told.get("better")
    fitting = [name for name in names if better is None or direction(name) in (None, better)]
    return sorted(fitting or names, key=_unlikely_measure)


def _unlikely_measure(name: str) -> float:
    """How little a measure is likely to be the one that is compared."""
    found = meanings(name)
    main = {"accuracy", "acc", "score", "value", "auc", "r2", "rmse", "error", "f1", "result", "hv"}
    likely = 2.0 * bool(main & {*words(name)}) + found.get("measure", 0.0)
    likely += 1.5 * found.get("value", 0.0)
    for meaning in ("deviation", "size", "remark", "counter"):
        likely -= 2.0 * found.get(meaning, 0.0)
    likely += 0.8 * ("mean" in words(name)) - found.get("time", 0.0)
    likely -= 0.5 * bool({"train", "training", "min", "max", "std"} & {*words(name)})
    return -likely


DEVIATIONS = word_set("std stdev stddev sd dev sem se stderr ci pm deviation variance var iqr")
_MEANS = ("mean", "avg", "ave", "average", "median")
_SAID = {"+/-": " pm ", "±": " pm ", "σ": " sd "}
_SIGNS = re.compile(r"\+/-|[±σ]")


def deviating(labels: Sequence[str]) -> list[bool]:
    """Which labels are those of deviations, as "DE std" is beside "DE" or "DE mean".

    Examples
    --------
    >>> deviating(["DE", "σ DE", "PSO mean", "PSO +/-", "error"])
    [False, True, False, True, False]
    """
    plain = [_SIGNS.sub(lambda sign: _SAID[sign[0]], label) for label in labels]
    names = [tuple(w for w in words(label) if w != "standard") for label in plain]
    stems = {*names, *map(without_mean, names)} - {()}  # "std" beside "mean" may be two names
    marks = {*DEVIATIONS, "err", "error"}
    return [
        (part[-1:] and part[-1] in marks and part[:-1] in stems)
        or (part[:1] and part[0] in marks and part[1:] in stems)
        or False
        for part in names
    ]


def without_mean(name: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a label without that of a mean at its end or beginning."""
    if name[-1:] and name[-1] in _MEANS:
        return name[:-1]
    return name[1:] if name[:1] and name[0] in _MEANS else name


def is_no_value(column: Column) -> bool:
    """Whether a column of numbers is rather a size, a deviation or a count than a result."""
    found, parts = meanings(column.name), words(column.name)
    if {*parts[:1], *parts[-1:]} & DEVIATIONS:
        return True
    senses: tuple[Meaning, ...] = ("size", "deviation", "counter", "run", "remark", "step")
    result = max(found.get("measure", 0.0), found.get("value", 0.0), found.get("time", 0.0))
    return max(found.get(sense, 0.0) for sense in senses) > result


def make_reading(
    draft: Draft,
    layout: Layout,
    *,
    problem: tuple[str, ...] = (),
    algorithm: tuple[str, ...] = (),
    results: tuple[str, ...] = (),
    run: tuple[str, ...] = (),
    step: str | None = None,
    measure: str | None = None,
    where: tuple[tuple[str, Any], ...] = (),
    rows: tuple[Part, ...] = (),
) -> Reading:
    """The reading that a draft has come to."""
    columns = []
    for column in draft.profile.columns:
        part = draft.roles.get(column.position, Part(column.name, "other", ""))
        if part.role == "key":
            part = replace(part, role="problem" if layout == "rows" else "algorithm")
        columns.append(part)
    used = [
        c
        for c in draft.profile.columns
        if draft.roles.get(c.position, Part("", "")).role in ("result", "value")
    ]
    forms = [c.deviations for c in used]
    cells = "mean ± deviation" if forms and np.median(forms) > 0.5 else "number"
    told = {name: value for name, value in draft.told.items() if value is not None}
    return Reading(
        layout,
        problem,
        algorithm,
        results or tuple(c.name for c in used),
        run,
        step,
        measure,
        where,
        cells,
        tuple(columns),
        rows,
        missing=str(draft.told.get("missing", "error")),
        better=draft.told.get("better"),
        choices=tuple(draft.choices),
        told=told,
    )
