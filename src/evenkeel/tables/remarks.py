"""What is missing from a table, and what else a careful reader would remark."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.errors import Message
from evenkeel.result import Result
from evenkeel.tables.faults import ANY_CHOICE
from evenkeel.tables.results import Results
from evenkeel.tables.scanning.survey import Survey
from evenkeel.text import p_in_words, series

# What is missing from a table: how much, where, and whether it goes with bad or good results.


_ENUMERATED = 8  # algorithms up to which all their orders are gone through
_RESAMPLES = 9_999
_LEVEL = 0.05  # at which an association is spoken of


class MissingPattern(Result):
    """Where results are missing, and whether algorithms with more holes do better or worse.

    Attributes
    ----------
    algorithms, problems : tuple of str
        Their names.
    present : ndarray of bool, shape (n, k)
        Which results are there.
    standing : ndarray, shape (k,)
        Of the rivals' results beside those of each algorithm, the share that it beats; a tie
        counts one half. NaN for an algorithm that never has a rival.
    correlation : float
        Spearman's rank correlation of the number of holes with the standing: negative if
        algorithms with more holes do worse where they are present. 0 if nothing is missing.
    pvalue : float
        Two-sided, over the orders of the algorithms.
    method : {"exact", "monte-carlo"}
        Whether all orders were gone through, or 9,999 random ones.
    """

    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    present: BoolArray
    standing: FloatArray
    correlation: float
    pvalue: float
    method: Literal["exact", "monte-carlo"]

    @property
    def by_algorithm(self) -> IntArray:
        """How many results of each algorithm are missing."""
        missing: IntArray = np.count_nonzero(~self.present, axis=0)
        return missing

    @property
    def by_problem(self) -> IntArray:
        """How many results on each problem are missing."""
        missing: IntArray = np.count_nonzero(~self.present, axis=1)
        return missing

    @property
    def count(self) -> int:
        """How many results are missing."""
        return int(self.by_problem.sum())

    @property
    def associated(self) -> bool:
        """Whether holes go with bad or good results, at the level 0.05."""
        return self.pvalue <= _LEVEL

    @property
    def sentence(self) -> str:
        """What is missing, in a sentence."""
        size, rows = self.present.size, int(np.count_nonzero(self.by_problem))
        columns, worst = int(np.count_nonzero(self.by_algorithm)), int(self.by_algorithm.argmax())
        if not self.count:
            return f"No result of the {size} is missing."
        return (
            f"{self.count} of {size} results ({self.count / size:.1%}) are missing, on {rows} of "
            f"{len(self.problems)} problems and of {columns} of {len(self.algorithms)} algorithms; "
            f"most of {self.algorithms[worst]} ({int(self.by_algorithm[worst])})."
        )

    @property
    def association(self) -> str:
        """Whether algorithms with more holes do better or worse, in a sentence."""
        if not self.count:
            return "No result is missing, so that nothing can go with it."
        start = "Algorithms with more holes "
        numbers = f"(rank correlation {self.correlation:.2f}, {p_in_words(self.pvalue)})"
        if not self.associated:
            return (
                f"{start}do neither clearly better nor clearly worse where they are present "
                f"{numbers}, which does not show that results are missing at random."
            )
        direction = "worse" if self.correlation < 0 else "better"
        kind = "bad" if self.correlation < 0 else "good"
        return (
            f"{start}do {direction} where they are present {numbers}: holes go with {kind} "
            "results, and methods that suppose them to be at random may mislead."
        )

    @property
    def cost(self) -> str:
        """How many of the results that are there would be lost with the problems or algorithms."""
        there = int(np.count_nonzero(self.present))
        rows, columns = self.by_problem > 0, self.by_algorithm > 0
        lost = {
            f"the {np.count_nonzero(rows)} problems": int(self.present[rows].sum()),
            f"the {np.count_nonzero(columns)} algorithms": int(self.present[:, columns].sum()),
        }
        least = min(lost, key=lost.__getitem__)
        listed = series([f"with {what} {count}" for what, count in lost.items()])
        return (
            f"Of the {there} results that are there, leaving out what has holes would lose "
            f"{listed}; least with {least}."
        )


def missing_pattern(results: Results) -> MissingPattern:
    """Count what is missing, and ask whether it goes with bad or good results.

    Null hypothesis of the test: the number of holes of an algorithm has nothing to do with how well
    it does where it is present. Alternative: algorithms with more holes do worse, or better.
    Spearman's correlation is compared with that of all orders of the algorithms (of 9,999 random
    ones for more than 8), so that a problem on which several fail together counts but once. It
    does not see holes that depend on the very values that are missing: nothing does.

    Parameters
    ----------
    results : Results
        A table with ``missing="keep"``.

    Returns
    -------
    MissingPattern

    Examples
    --------
    >>> import numpy as np
    >>> import evenkeel
    >>> values = [[1, 2, 3], [1, 2, np.nan], [1, np.nan, 3], [1, 2, np.nan]]
    >>> table = evenkeel.Results(values, better="lower", missing="keep")
    >>> pattern = evenkeel.tables.missing_pattern(table)
    >>> pattern.by_algorithm.tolist(), pattern.by_problem.tolist()
    ([0, 1, 2], [0, 1, 1, 1])
    >>> pattern.correlation, round(pattern.pvalue, 4)
    (-1.0, 0.3333)
    """
    present = ~np.isnan(results.values)
    standing = _standings(results.losses, present)
    holes = np.count_nonzero(~present, axis=0).astype(np.float64)
    known = ~np.isnan(standing)
    correlation, pvalue, method = _correlate(holes[known], standing[known])
    for array in (present, standing):
        array.flags.writeable = False
    return MissingPattern(
        results.algorithms, results.problems, present, standing, correlation, pvalue, method
    )


def _standings(losses: FloatArray, present: BoolArray) -> FloatArray:
    """The share of the rivals' results beside its own that each algorithm beats."""
    rivals = present.sum(axis=1, keepdims=True) - 1
    standing = np.full(losses.shape[1], np.nan)
    for j, own in enumerate(losses.T):
        here = present[:, j]
        met = int(rivals[here].sum())
        if met:
            beaten = np.count_nonzero(own[here, None] < losses[here])
            tied = np.count_nonzero(own[here, None] == losses[here]) - np.count_nonzero(here)
            standing[j] = (beaten + tied / 2) / met
    return standing


def _correlate(
    holes: FloatArray, standing: FloatArray
) -> tuple[float, float, Literal["exact", "monte-carlo"]]:
    """Spearman's correlation and its p-value over the orders of the algorithms."""
    one, other = (_centred_ranks(values) for values in (holes, standing))
    size = math.sqrt(float(one @ one) * float(other @ other))
    if not size:
        return 0.0, 1.0, "exact"
    observed = float(one @ other)
    reached = abs(observed) * (1 - 1e-12)
    if one.size <= _ENUMERATED:
        orders = np.array(list(permutations(range(one.size))))
        share = float(np.mean(np.abs(one[orders] @ other) >= reached))
        return observed / size, share, "exact"
    shuffled = np.random.default_rng(0).permuted(np.tile(one, (_RESAMPLES, 1)), axis=1)
    hits = int(np.count_nonzero(np.abs(shuffled @ other) >= reached))
    return observed / size, (1 + hits) / (1 + _RESAMPLES), "monte-carlo"


def _centred_ranks(values: FloatArray) -> FloatArray:
    """Ranks of a few numbers, ties averaged, less their mean."""
    below = (values[:, None] > values).sum(axis=1)
    tied = (values[:, None] == values).sum(axis=1)
    ranks: FloatArray = below + (tied - len(values)) / 2.0
    return ranks


# What a careful reader would remark about results, and about runs, that have no faults.


MEND_CELL = Message("add the runs, or say ", ANY_CHOICE)
_EXACT = 2.0**53  # up to here every integer is a float64


def remarks(results: Results) -> Iterable[str]:
    """Remark on constant, flat, copied, missing and ignored data, rounded numbers, names alike."""
    values = results.values
    yield from names_alike("algorithm", results.algorithms)
    yield from names_alike("problem", results.problems)
    yield from rounded_integers("value", np.abs(values), results.algorithms, results.problems)
    for j in np.flatnonzero(_constant(values, axis=0)):
        yield (
            f"the algorithm {results.algorithms[j]!r} has the same value "
            f"{np.fmin.reduce(values[:, j]):g} on every problem; make sure that it is a result and "
            "not an identifier or a default"
        )
    flat = _constant(values, axis=1)
    if flat.any():
        first = results.problems[int(np.argmax(flat))]
        count = int(flat.sum())
        on = f"problem {first!r}" if count == 1 else f"{count} problems, the first {first!r},"
        yield f"on {on} all algorithms are equal; it shows nothing about their order"
    for a in range(results.k):
        for b in range(a + 1, results.k):
            if np.array_equal(values[:, a], values[:, b], equal_nan=True):
                yield (
                    f"the algorithms {results.algorithms[a]!r} and {results.algorithms[b]!r} are "
                    "equal on every problem; make sure that no column was copied"
                )
    if results.has_missing:
        pattern = missing_pattern(results)
        rows = int(np.count_nonzero(pattern.by_problem))
        most = int(pattern.by_algorithm.argmax())
        yield (
            f"{pattern.count} cells in {rows} problems are missing, most of "
            f"{results.algorithms[most]!r} ({pattern.by_algorithm[most]} of {results.n})"
        )
        if pattern.associated:
            yield f"{pattern.association[0].lower()}{pattern.association[1:-1]}"
    if results.origin is not None and results.origin.ignored:
        yield (
            "columns that hold neither algorithm, problem nor value were passed over: "
            f"{', '.join(map(repr, results.origin.ignored))}"
        )
    if results.origin is not None:
        yield from results.origin.not_read()


def names_alike(what: str, names: Sequence[str]) -> Iterable[str]:
    """Remark on different names that look the same, or differ only in case or blanks.

    Unicode has two ways to write an é, so that names of it may look the same.

    Examples
    --------
    >>> list(names_alike("algorithm", ("New", "Old", "new")))
    ["the algorithms 'New' and 'new' differ only in case or blanks; make sure that they are not \
one, written in two ways"]
    """
    whole = "".join(names)
    composed = names if whole.isascii() else [unicodedata.normalize("NFC", name) for name in names]
    same = _twins(names, composed)
    if same:
        yield _remark_on(what, same, "look alike", repr_of=ascii)
    plain = [text.casefold() for text in composed]
    if len(whole.split(maxsplit=1)) > 1 or whole != whole.strip():
        plain = ["".join(text.split()) for text in plain]
    nearly = [pair for pair in _twins(names, plain) if pair not in same]
    if nearly:
        yield _remark_on(what, nearly, "differ only in case or blanks", repr_of=repr)


def _twins(names: Sequence[str], keys: Sequence[str]) -> list[tuple[str, str]]:
    """Each name after the first of its key, beside this first one."""
    if len(set(keys)) == len(keys):  # most tables, in little time
        return []
    first: dict[str, str] = {}
    pairs = [(first.setdefault(key, name), name) for name, key in zip(names, keys, strict=True)]
    return [(one, other) for one, other in pairs if one != other]


def _remark_on(
    what: str, twins: Sequence[tuple[str, str]], how: str, repr_of: Callable[[str], str]
) -> str:
    one, other = map(repr_of, twins[0])
    more = f" (the first of {len(twins)} such pairs)" if len(twins) > 1 else ""
    return (
        f"the {what}s {one} and {other} {how}{more}; make sure that they are not one, written in "
        "two ways"
    )


def rounded_integers(
    what: str, sizes: FloatArray, algorithms: Sequence[str], problems: Sequence[str]
) -> Iterable[str]:
    """Remark on values so large that integers have lost their last digits."""
    rounded = sizes >= _EXACT
    if rounded.any():
        row, column = np.argwhere(rounded)[0]
        count = int(rounded.sum())
        some = f"1 {what} reaches" if count == 1 else f"{count} {what}s reach"
        first = "that" if count == 1 else "the first that"
        yield (
            f"{some} 2^53 in size, {first} of {algorithms[column]!r} on {problems[row]!r}; "
            "integers of that size are rounded to 53 bits, and different ones may have become equal"
        )


def _constant(values: FloatArray, axis: int) -> BoolArray:
    """Which rows or columns have at least two values, all of them equal."""
    several = (~np.isnan(values)).sum(axis=axis) > 1
    same = np.fmin.reduce(values, axis=axis) == np.fmax.reduce(values, axis=axis)
    return np.asarray(several & same)


def remarks_on_runs(facts: Survey, columns: Mapping[str, str]) -> Iterator[str]:
    """Cells without runs, unequal numbers of runs, curves, runs without names; names alike."""
    yield from names_alike("algorithm", facts.algorithms)
    yield from names_alike("problem", facts.problems)
    sizes = np.fmax(np.abs(facts.minimum), np.abs(facts.maximum))
    yield from rounded_integers("cell", sizes, facts.algorithms, facts.problems)
    if not facts.present.all():
        yield missing_cells(facts)
    if "step" in columns:
        yield (
            f"the runs are curves over the steps in column {columns['step']!r}; choose one step "
            "with at_step()"
        )
        return
    counts = facts.counts[facts.present]
    fewest, most = int(counts.min()), int(counts.max())
    if fewest < most:
        where = _cell(facts, *np.argwhere(facts.counts == fewest)[0])
        yield f"the cells have from {fewest} to {most} runs; the fewest has {where}"
    elif most == 1:
        yield "every cell has one run, so nothing is known about the spread of the runs"
    if "run" not in columns:
        yield (
            "no column names the runs, so they cannot be paired, and a run that occurs twice would "
            "not be noticed"
        )


def runs_in_words(facts: Survey, what: str = "run") -> str:
    """How many runs the cells have that have any: ``30 runs``, ``1 run`` or ``1 to 2 runs``.

    Of courses they are values, one per step of each run.
    """
    counts = facts.counts[facts.present]
    fewest, most = int(counts.min()), int(counts.max())
    return f"{fewest if fewest == most else f'{fewest} to {most}'} {what}{'s' * (most > 1)}"


def missing_cells(facts: Survey) -> str:
    """Say how many cells have no run, and which is the first."""
    lacking = ~facts.present
    count = int(lacking.sum())
    where = _cell(facts, *np.argwhere(lacking)[0])
    have = "has" if count == 1 else "have"
    return f"{count} of {lacking.size} cells {have} no run, the first that of {where}"


def lost_statistic(facts: Survey, statistic: str, row: int, column: int) -> str:
    """Say why the statistic of a cell with runs is no finite number."""
    where = _cell(facts, row, column)
    if statistic == "std" and facts.counts[row, column] == 1:
        return (
            f"a standard deviation needs two runs or more, but {where} has one; aggregate by "
            "'mean', 'median', 'min' or 'max'"
        )
    largest = max(abs(facts.minimum[row, column]), abs(facts.maximum[row, column]))
    return (
        f"the {statistic} of {where} is beyond the largest number, for its values reach "
        f"{largest:g}; rescale the values"
    )


def _cell(facts: Survey, row: int, column: int) -> str:
    return f"{facts.algorithms[column]!r} on {facts.problems[row]!r}"
