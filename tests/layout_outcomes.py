"""What a reader makes of a layout, beside what the layout holds."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from evenkeel.errors import EvenkeelError, ReadingQuestion
from evenkeel.tables.reading import read_any
from evenkeel.tables.results import Results
from evenkeel.tables.runs import Runs
from layouts import Layout, Matrix, Spellings, Truth

AT_ONCE, UNASKED = "right at once", "one of several measures, unasked"
ASKED = ("asked, 1st answer right", "asked, 2nd answer right", "asked, 3rd answer right")
NONE_RIGHT, REFUSED = "asked, no answer right", "refused wrongly"
RIGHTLY_REFUSED, WRONG, CRASHED = "refused rightly", "WRONG without a word", "CRASHED"
OUTCOMES = (AT_ONCE, UNASKED, *ASKED, NONE_RIGHT, REFUSED, RIGHTLY_REFUSED, WRONG, CRASHED)


@dataclass(frozen=True)
class Outcome:
    """What came of a layout.

    `why` says what differs or what was said; `broken` counts the answers that were offered and
    could not be carried out.
    """

    kind: str
    why: str = ""
    broken: int = 0


def read_layout(layout: Layout, **options: Any) -> Results:
    """What is read, the mean of runs; the options are those of an answer."""
    told = {"better": layout.better, **layout.given, **options}
    return as_results(read_any(io.BytesIO(layout.content), **told))


def as_results(read: Results | Runs) -> Results:
    """One number per cell: at the last step of curves, the mean of runs."""
    if isinstance(read, Results):
        return read
    if read.has_steps:
        read = read.at_step("last")
    return read.aggregate("mean", missing="keep")


def answers(error: Exception) -> Sequence[Any]:
    """The readings that a question offers, none if it is a refusal."""
    return getattr(error, "readings", ())


def judge(layout: Layout) -> Outcome:
    """Read the layout, follow each answer if it is asked, and compare with the truth."""
    try:
        found = read_layout(layout)
    except EvenkeelError as error:
        if isinstance(error, ReadingQuestion) or answers(error):
            return _asked(layout, answers(error), str(error))
        return Outcome(REFUSED if layout.truth else RIGHTLY_REFUSED, str(error))
    except Exception as error:
        return Outcome(CRASHED, f"{type(error).__name__}: {error}")
    if layout.truth is None:
        return Outcome(WRONG, f"there is nothing to compare, but {found.algorithms} were read")
    if why := difference(found, layout.truth):
        return Outcome(WRONG, why)
    return Outcome(UNASKED if len(layout.truth.matrices) > 1 else AT_ONCE)


def _asked(layout: Layout, offered: Sequence[Any], said: str) -> Outcome:
    right, broken, whys = None, 0, []
    for number, reading in enumerate(offered):
        try:
            found = read_layout(layout, **reading.options())
        except Exception as error:
            broken += 1
            whys.append(f"answer {number + 1} fails: {type(error).__name__}: {error}")
            continue
        why = difference(found, layout.truth) if layout.truth else "there is nothing to compare"
        if not why and right is None:
            right = number
        whys.append(why or f"answer {number + 1} is right")
    kind = NONE_RIGHT if right is None else ASKED[min(right, 2)]
    return Outcome(kind, "; ".join([*whys, said]), broken)


def difference(found: Results, truth: Truth) -> str:
    """What differs between a table and the truth, empty if nothing."""
    differences = [_from_matrix(found, truth, matrix) for matrix in truth.matrices]
    return "" if "" in differences else differences[0]


def _from_matrix(found: Results, truth: Truth, matrix: Matrix) -> str:
    held = np.any(~np.isnan(found.values), axis=0)
    read = [name for name, has in zip(found.algorithms, held.tolist(), strict=True) if has]
    values = found.values[:, held]
    columns = matched(read, matrix.algorithms)
    if isinstance(columns, str):
        if truth.problems and not isinstance(matched(read, truth.problems), str):
            return "the wrong way round: the problems are read as algorithms"
        return f"algorithms: {columns}"
    rows = matched(found.problems, truth.problems) if truth.problems else range(len(values))
    if isinstance(rows, str):
        return f"problems: {rows}"
    if len(rows) != len(matrix.values):
        return f"problems: {len(rows)} for {len(matrix.values)}"
    expected = matrix.values[np.ix_(list(rows), list(columns))]
    for factor in (1, 0.01, 100) if truth.per_cent else (1,):
        if np.allclose(values, factor * expected, rtol=1e-9, atol=1e-12, equal_nan=True):
            return ""
    place = np.argwhere(~np.isclose(values, expected, rtol=1e-9, atol=1e-12, equal_nan=True))[0]
    return f"values: {values[tuple(place)]} for {expected[tuple(place)]} in {len(values)} rows"


def matched(read: Sequence[str], known: Sequence[Spellings]) -> list[int] | str:
    """Which name each of those read is, or what is too many and too few."""
    for plain in (str, bare):
        found: dict[str, int] = {}
        for place, spellings in enumerate(known):
            for spelling in spellings:
                found.setdefault(plain(spelling), place)
        places = [found.get(plain(name)) for name in read]
        if None not in places and len(set(places)) == len(known) == len(read):
            return [place for place in places if place is not None]
    extra = [name for name, place in zip(read, places, strict=True) if place is None]
    lacking = [spellings[0] for place, spellings in enumerate(known) if place not in places]
    return f"{extra[:4]} too many ({len(extra)}), {lacking[:4]} lacking ({len(lacking)})"


def bare(name: str) -> str:
    """A name without marks between its words, such as those that join two headings."""
    return "".join(mark for mark in name.casefold() if mark.isalnum()) or name


@dataclass(frozen=True)
class Tried:
    """A layout by its number and its tags, and what came of it."""

    seed: int
    index: int
    tags: frozenset[str]
    plain: bool
    meaningful: bool
    outcome: Outcome

    @property
    def bad(self) -> bool:
        """Whether it was read wrongly, or not at all for a reason of ours."""
        return self.outcome.kind in (WRONG, CRASHED)

    @property
    def asked(self) -> bool:
        """Whether it ended in a question."""
        return self.outcome.kind in (*ASKED, NONE_RIGHT)


def tried(layout: Layout) -> Tried:
    """Judge a layout, and keep what is told of it without its content."""
    return Tried(
        layout.seed, layout.index, layout.tags, layout.plain, layout.meaningful, judge(layout)
    )


@dataclass(frozen=True)
class Goal:
    """The largest share of some layouts that may miss something."""

    title: str
    among: Callable[[Tried], bool]
    missed: Callable[[Tried], bool]
    at_most: float

    def counts(self, all_tried: Sequence[Tried]) -> tuple[int, int]:
        """How many missed it, of how many."""
        group = [one for one in all_tried if self.among(one)]
        return sum(map(self.missed, group)), len(group)


GOALS = (
    Goal("wrong, names mean something", lambda one: one.meaningful, lambda one: one.bad, 0.002),
    Goal("wrong, a summary or size is `q`", lambda one: not one.meaningful,
         lambda one: one.bad, 0.01),
    Goal("plain, not right at once", lambda one: one.plain,
         lambda one: one.outcome.kind != AT_ONCE, 0.02),
    Goal("asked, not right in the first two", lambda one: one.asked,
         lambda one: one.outcome.kind not in ASKED[:2], 0.15),
    Goal("asked, an answer cannot be carried out", lambda one: one.asked,
         lambda one: one.outcome.broken > 0, 0.0),
)  # fmt: skip
