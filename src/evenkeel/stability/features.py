"""Features of problems, and the ways in which they part problems in two."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IndexArray
from evenkeel.errors import InputError, choice, quoted
from evenkeel.tables.results import Results

if TYPE_CHECKING:
    from evenkeel.tables.parsing.cells import Table

_MOST_CUTS = 100  # of a number with more values, those at its percentiles
_MOST_LABELS = 6  # up to which all ways to part labels in two are tried; else one beside the rest


@dataclass(frozen=True)
class Feature:
    """A feature of the problems: numbers, or labels, in the order of the problems."""

    name: str
    values: FloatArray | tuple[str, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """What it can be, if it is no number."""
        return () if isinstance(self.values, np.ndarray) else tuple(dict.fromkeys(self.values))


@dataclass(frozen=True)
class Question:
    """What parts problems in two: a number at most `cut`, or a label among `labels`."""

    feature: str
    cut: float | None = None
    labels: tuple[str, ...] = ()

    def in_words(self, *, yes: bool) -> str:
        """``size <= 5`` or ``size > 5``."""
        if self.cut is not None:
            return f"{self.feature} {'<=' if yes else '>'} {self.cut:.6g}"
        word = "is" if len(self.labels) == 1 else "is one of"
        negated = word if yes else word.replace("is", "is not", 1)
        return f"{self.feature} {negated} {', '.join(self.labels)}"


def checked_features(
    features: Mapping[str, Sequence[Any]], table: Results
) -> tuple[tuple[Feature, ...], tuple[str, ...]]:
    """The features that can be tried, and why others are left out."""
    found, left_out = [], []
    for name in list(features):
        values = np.asarray(features[name])
        if values.shape != (table.n,):
            raise InputError(
                f"feature {quoted(str(name))} has the shape {values.shape}; give a value for each "
                f"of the {table.n} problems"
            )
        own = str(name) in table.algorithms
        feature = "it is an algorithm" if own else _feature(str(name), values)
        if isinstance(feature, str):
            left_out.append(f"{name} ({feature})")
        else:
            found.append(feature)
    if not found:
        why = f": {', '.join(left_out)}" if left_out else ""
        raise InputError(f"there is no feature to try{why}; give one that differs between problems")
    return tuple(found), tuple(left_out)


def _feature(name: str, values: Any) -> Feature | str:
    if values.dtype.kind in "biuf":
        numbers = values.astype(np.float64)
        if not np.isfinite(numbers).all():
            return "not there on all problems"
        differ = numbers.min() < numbers.max()
        return Feature(name, numbers) if differ else "the same on all problems"
    labels = tuple("" if each is None else str(each) for each in values.tolist())
    if "" in labels or any(each != each for each in values.tolist()):
        return "not there on all problems"
    kinds = len(set(labels))
    if kinds == 1:
        return "the same on all problems"
    if kinds == len(labels):
        return "another label on each problem"
    return Feature(name, labels)


@dataclass(frozen=True)
class Ways:
    """All ways to part some problems in two.

    The questions, who answers yes (ways, n), whose question it is, and of how many features.
    """

    questions: tuple[Question, ...]
    yes: BoolArray
    feature: IndexArray
    count: int

    def statistics(self, ranks: FloatArray) -> FloatArray:
        """T of each way, (..., ways), of ranks (..., n, k), as `problem_tree` defines it."""
        n = ranks.shape[-2]
        left = self.yes.sum(axis=1)
        sums = self.yes.astype(np.float64) @ ranks  # (..., ways, k)
        rest = ranks.sum(axis=-2, keepdims=True) - sums
        apart = sums / left[:, None] - rest / (n - left)[:, None]
        found: FloatArray = np.square(apart).sum(axis=-1) * left * (n - left) / n
        return found

    def largest(self, statistics: FloatArray) -> FloatArray:
        """The largest statistic of each feature, (..., count); -inf for one without any way."""
        found = np.full((*statistics.shape[:-1], self.count), -np.inf)
        for number in np.unique(self.feature).tolist():
            found[..., number] = statistics[..., self.feature == number].max(axis=-1)
        return found

    def of(self, drawn: IndexArray) -> Ways:
        """Those of a sample of the problems that have problems on both sides there."""
        yes = self.yes[:, drawn]
        fitting: BoolArray = np.logical_and(yes.any(axis=1), ~yes.all(axis=1))
        questions = tuple(itertools.compress(self.questions, fitting))
        return Ways(questions, yes[fitting], self.feature[fitting], self.count)


def ways_of(features: Sequence[Feature], rows: IndexArray, least: int) -> Ways:
    """All ways to part these rows in two, each with `least` of them or more."""
    questions: list[Question] = []
    yes: list[BoolArray] = []
    whose: list[int] = []
    for number, feature in enumerate(features):
        for question, answers in _questions(feature, rows):
            if least <= np.count_nonzero(answers) <= rows.size - least:
                questions.append(question)
                yes.append(answers)
                whose.append(number)
    found = np.array(yes, dtype=bool).reshape(-1, rows.size)
    return Ways(tuple(questions), found, np.array(whose, dtype=np.int64), len(features))


def _questions(feature: Feature, rows: IndexArray) -> Iterator[tuple[Question, BoolArray]]:
    if isinstance(feature.values, np.ndarray):
        own = feature.values[rows]
        values = np.unique(own)
        cuts = values[:-1]
        if cuts.size > _MOST_CUTS:
            inner = np.linspace(0, 1, _MOST_CUTS + 2)[1:-1]
            cuts = np.unique(np.quantile(own, inner, method="lower"))
        for cut in cuts.tolist():
            yield Question(feature.name, cut), own <= cut
        return
    labels = np.array(feature.values)[rows]
    kinds = sorted(set(labels.tolist()))
    sizes = range(1, len(kinds) // 2 + 1) if len(kinds) <= _MOST_LABELS else (1,)
    for size in sizes:
        for chosen in itertools.combinations(kinds, size):
            if 2 * size < len(kinds) or kinds[0] in chosen:  # of two equal halves one is enough
                yield Question(feature.name, labels=chosen), np.isin(labels, chosen)


def parted(source: Any, names: Sequence[str]) -> tuple[Table, Table]:
    """A table without the columns of these names, and the whole of it."""
    from evenkeel.tables.finding import find_tables
    from evenkeel.tables.parsing.cells import only_table

    whole = only_table(find_tables(source))
    for name in names:
        choice(name, whole.names, "column")
    kept = [j for j, name in enumerate(whole.names) if name not in names]
    some = replace(
        whole,
        header=tuple(whole.names[j] for j in kept),
        columns=[whole.columns[j] for j in kept],
        places=[whole.places[j] for j in kept] if whole.places else (),
        matrix=None,
    )
    return some, whole


def features_of(
    source: Any, problems: Sequence[str], chosen: Sequence[str] | None = None
) -> dict[str, Sequence[Any]]:
    """The columns of a table for these problems, whose names one of its columns holds.

    All others, or those that were chosen.
    """
    from evenkeel.tables.finding import find_tables
    from evenkeel.tables.parsing.cells import names_of, only_table

    table = only_table(find_tables(source))
    named = [names_of(column) for column in table.columns]
    known = [len({*problems} & {*names}) for names in named]
    at = int(np.argmax(known))
    places = {name: row for row, name in enumerate(named[at])}
    lacking = [name for name in problems if name not in places]
    if lacking:
        raise InputError(
            f"{table.origin.description}: no column names all problems; {table.names[at]!r} lacks "
            f"{len(lacking)} of {len(problems)}, such as {quoted(lacking[0])}; give a row for each"
        )
    if len(places) < len(named[at]) and any(named[at].count(name) > 1 for name in problems):
        twice = next(name for name in problems if named[at].count(name) > 1)
        raise InputError(
            f"{table.origin.description}: {quoted(twice)} has several rows; give one per problem"
        )
    for name in chosen or ():
        choice(name, table.names, "column")
    rows = [places[name] for name in problems]
    found: dict[str, Sequence[Any]] = {}
    for column, name in enumerate(table.names):
        if column == at or (chosen is not None and name not in chosen):
            continue
        own = table.numbers(column)
        cells = names_of(table.columns[column]) if own.wrong else own.values
        found[name] = [cells[row] for row in rows]
    return found
