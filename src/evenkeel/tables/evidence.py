"""Evidence: what speaks for or against a role of a row or column, how strongly, and why.

Each rule is an entry of `RULES`. A rule looks at a `Block`, the numbers of a table with the names
at their sides, and speaks about one question:

    line         is a row or column no result? (a size, a summary, a counter, ...)
    orientation  do the problems lie in the rows (+) or in the columns (-)?
    kind         are the columns several measures of one thing (+), or results alike (-)?
    direction    are higher values better (+), or lower ones (-)? (`directions`)

Strengths are rough log odds. A name alone never settles a question: the strengths of words are
bounded so that without a look at the values the answer stays in doubt.

Long because it is the list of all rules, which read side by side.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.tables.lexicon import (
    CORNER,
    Meaning,
    kind_of_name,
    meanings,
    means,
    says_count,
    says_test,
    word_set,
    words,
)

About = Literal["line", "orientation", "kind", "direction"]
Axis = Literal["rows", "columns", "algorithms"]  # rows that are algorithms, if problems are columns

_FEW = 5  # rows below which a look says little
_LIKE_RANKS = 0.9  # correlation from which a column orders rows as their own ranks do
_CHANCE = 4.0  # digits: an agreement that chance would hit less than once in 10 to this power
_MOST_DIGITS = 2.5  # of one row: a sum with one large term agrees with it to all digits
_RARE = 2.5  # digits: what it says that a line alone holds whole numbers
_HINT = 2.8  # digits: an agreement that is worth a question
_TAIL = 6  # summaries stand side by side at the end
_LARGE = 1 << 17  # cells, above which only the simplest agreements are looked for
_SAMPLED = 300  # rows of a large block that have to agree
_RANK_LIKE = 40  # whole numbers up to here may be ranks, votes or counts


@dataclass(frozen=True)
class Evidence:
    """What one rule says: toward its question's yes (+) or no (-), how strongly, and why.

    `role` is what a line is taken for if it is no result.
    """

    rule: str
    strength: float
    why: str
    role: str = ""


@dataclass(frozen=True, eq=False)
class Block:
    """Numbers with names at both sides: the part of a table in which the results may be.

    `matrix` has a row for each row of the table that is looked at. `bold` marks emphasised cells,
    `deviations` the share of numbers in each column that have a deviation beside them, and
    `decimals` and `percent` how they are written. `corner` is the heading of the names of the rows,
    and `attributes` are headings of columns that hold texts.
    """

    matrix: FloatArray
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    corner: str = ""
    bold: BoolArray | None = None
    deviations: tuple[float, ...] = ()
    decimals: tuple[int, ...] = ()
    percent: tuple[bool, ...] = ()
    attributes: tuple[str, ...] = ()
    whole_names: bool = True  # whether `rows` are all names of the table, in order
    parts: dict[object, Block] = field(default_factory=dict)  # those that were looked at before
    seen: dict[object, list[Evidence]] = field(default_factory=dict)
    agreements: dict[int, tuple[str, float] | None] = field(default_factory=dict)

    @cached_property
    def turned(self) -> Block:
        """The block with its rows as columns."""
        return Block(
            self.matrix.T,
            self.columns,
            self.rows,
            "",
            None if self.bold is None else self.bold.T,
        )

    def without(self, columns: Iterable[int] = (), rows: Iterable[int] = ()) -> Block:
        """The block without some columns and rows."""
        gone, lost = frozenset(columns), frozenset(rows)
        if not gone and not lost:
            return self
        if (gone, lost) not in self.parts:
            self.parts[gone, lost] = self._without(gone, lost)
        return self.parts[gone, lost]

    def _without(self, gone: frozenset[int], lost: frozenset[int]) -> Block:
        stay = [j for j in range(len(self.columns)) if j not in gone]
        keep = [i for i in range(len(self.matrix)) if i not in lost]
        return Block(
            self.matrix[np.ix_(keep, stay)],
            tuple(self.rows[i] for i in keep),
            tuple(self.columns[j] for j in stay),
            self.corner,
            None if self.bold is None else self.bold[np.ix_(keep, stay)],
            tuple(self.deviations[j] for j in stay) if self.deviations else (),
            tuple(self.decimals[j] for j in stay) if self.decimals else (),
            tuple(self.percent[j] for j in stay) if self.percent else (),
            (*self.attributes, *(self.columns[j] for j in sorted(gone))),
            self.whole_names,
        )

    @cached_property
    def magnitudes(self) -> FloatArray:
        """The median order of magnitude of each column; NaN of zeros."""
        sizes = np.abs(self.matrix)
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.where(sizes > 0, np.log10(sizes), np.nan)
        return _nan_median(logs)

    @cached_property
    def within(self) -> tuple[BoolArray, BoolArray]:
        """Which columns lie between 0 and 1, and which between 0 and 100, nearly all of them."""
        missing = np.isnan(self.matrix)
        with np.errstate(invalid="ignore"):
            inside = (missing | ((self.matrix >= 0) & (self.matrix <= top)) for top in (1.0, 100.0))
            unit, percent = (each.mean(axis=0) > 0.97 for each in inside)
            return unit, percent

    @cached_property
    def whole(self) -> BoolArray:
        """Which columns hold whole numbers alone."""
        with np.errstate(invalid="ignore"):
            same = (self.matrix == np.round(self.matrix)) | np.isnan(self.matrix)
        return np.asarray(same.all(axis=0) & np.isfinite(self.matrix).any(axis=0))

    @cached_property
    def ranks(self) -> FloatArray:
        """Ranks of the rows within each column, mean ranks at ties, from 0 to 1."""
        ranked = np.where(np.isnan(self.matrix), np.nan, _ranks_down(self.matrix))
        return np.asarray(ranked / np.maximum(np.isfinite(self.matrix).sum(axis=0), 1))

    @cached_property
    def correlations(self) -> FloatArray:
        """The mean rank correlation of each column with the others."""
        if len(self.matrix) < _FEW or len(self.columns) < 3:
            return np.full(len(self.columns), np.nan)
        ranks = np.where(np.isnan(self.ranks), 0.5, self.ranks)
        centred = ranks - ranks.mean(axis=0)
        scale = np.sqrt((centred**2).sum(axis=0))
        unit = centred / np.where(scale > 0, scale, 1.0)
        total = unit.sum(axis=1)
        own = (unit**2).sum(axis=0)
        return np.asarray((unit.T @ total - own) / (len(self.columns) - 1))

    @cached_property
    def ranks_down(self) -> dict[str, FloatArray]:
        """Ranks within each column by what is better, mean ranks at ties."""
        lower = _ranks_down(self.matrix)
        whole = bool(np.isfinite(self.matrix).all())
        higher = len(lower) + 1 - lower if whole else _ranks_down(-self.matrix)
        return {"lower": lower, "higher": higher}

    @cached_property
    def unit(self) -> FloatArray:
        """The unit of the last digit of each cell, as its column and the table are written."""
        return np.maximum(10.0 ** -_decimals(self.matrix), _unit_of_digits(self.matrix))

    def line(self, j: int, axis: Axis, off: frozenset[str] = frozenset()) -> list[Evidence]:
        """What speaks for a column being no result; a look is taken once."""
        key = j, axis, off
        if key not in self.seen:
            self.seen[key] = gathered("line", self, j, axis, off=off)
        return self.seen[key]

    def agreement(self, j: int) -> tuple[str, float] | None:
        """Which statistic of the others a column is, if any, and how strongly it speaks."""
        if j not in self.agreements:
            self.look_for_agreements(range(len(self.columns)))
        return self.agreements[j]

    def look_for_agreements(self, columns: Iterable[int]) -> None:
        """Look at these columns together, which takes little longer than at one of them."""
        new = np.array([j for j in columns if j not in self.agreements], dtype=np.int64)
        rows, part = len(self.matrix), self
        if self.matrix.size > _LARGE and rows > _SAMPLED:
            some = slice(None, None, -(-rows // _SAMPLED))
            part = Block(self.matrix[some], self.rows[some], self.columns)
        found = _find_agreements(part, new)
        self.agreements.update((j, found.get(j)) for j in new.tolist())

    @cached_property
    def sisters(self) -> list[tuple[str, list[bool]]]:
        """The first and the last word that most names share, and which names have it."""
        parts = [words(name) for name in self.columns]
        shared = [(at, word) for at in (0, -1) for word in _shared(parts, at)]
        return [
            (word, [len(p) > 1 and p[at] == word for p in parts])
            for at, word in shared
            if len(word) > 1 and not word.isdigit()
        ]

    @cached_property
    def below(self) -> tuple[str, ...]:
        """The names of the columns without headings of groups above them, if these add nothing."""
        heads, _, tails = zip(*(name.rpartition(" / ") for name in self.columns), strict=True)
        return tails if all(heads) and len({*tails}) == len(tails) else self.columns

    @cached_property
    def plain(self) -> IntArray:
        """The columns whose names do not say that they are no results."""
        return np.array(
            [
                j
                for j, n in enumerate(self.own_words)
                if not (_vote(n, "columns") or _vote(n, "rows"))
            ],
            dtype=np.int64,
        )

    @cached_property
    def plain_whole(self) -> float:
        """The share of whole columns among those with plain names, else among all."""
        whole = self.whole[self.plain] if len(self.plain) else self.whole
        return float(whole.mean())

    @cached_property
    def own_words(self) -> tuple[str, ...]:
        """The names of the columns without the words that all or most of them share."""
        parts = [words(name) for name in self.below]
        if len(parts) < 3:
            above = {name.rpartition(" / ")[0] for name in self.columns}  # a heading of them all
            return (
                tuple(n.rpartition(" / ")[2] for n in self.columns)
                if len(above) == 1
                else self.columns
            )
        shared = [_shared(parts, at) for at in (0, -1)]
        own = []
        for name, part in zip(self.below, parts, strict=True):
            kept = list(part)
            if len(kept) > 1 and kept[-1] in shared[1]:
                kept.pop()
            if len(kept) > 1 and kept[0] in shared[0]:
                kept.pop(0)
            own.append(name if len(kept) == len(part) else " ".join(kept))
        return tuple(own)


def _shared(parts: list[tuple[str, ...]], at: int) -> list[str]:
    """The word that most names of several words have at one end, if there is one."""
    counts = Counter(part[at] for part in parts if len(part) > 1)
    return [word for word, count in counts.most_common(1) if count / len(parts) >= 0.6]


def _nan_median(array: FloatArray, axis: int = 0) -> FloatArray:
    """The median without NaN; NaN where nothing else is."""
    if not array.shape[axis]:
        return np.full(np.delete(array.shape, axis), np.nan)
    ordered = np.sort(array, axis=axis)  # NaN stand last
    count = np.isfinite(array).sum(axis=axis)
    low, high = np.maximum(count - 1, 0) // 2, count // 2
    high = np.minimum(high, np.maximum(count - 1, 0))
    take = np.take_along_axis
    parts = [np.squeeze(take(ordered, np.expand_dims(at, axis), axis), axis) for at in (low, high)]
    return np.where(count > 0, (parts[0] + parts[1]) / 2, np.nan)


@dataclass(frozen=True)
class Rule:
    """A rule: its name, the question that it speaks about, and how it looks."""

    name: str
    about: About
    look: Callable[..., Iterable[Evidence]]


#: All rules by their names, each of which can be switched off.
RULES: dict[str, Rule] = {}


Look = Callable[..., Iterable[Evidence]]


def rule(about: About) -> Callable[[Look], Look]:
    """Enter a function as a rule under its own name."""

    def enter(look: Look) -> Look:
        RULES[look.__name__] = Rule(look.__name__, about, look)
        return look

    return enter


def gathered(about: About, *looked_at: object, off: frozenset[str] = frozenset()) -> list[Evidence]:
    """What all rules about a question say; `off` names those that are switched off."""
    return [
        evidence
        for entry in RULES.values()
        if entry.about == about and entry.name not in off
        for evidence in entry.look(*looked_at)
        if evidence.strength
    ]


# Rows and columns that are no results ----------------------------------------------------------
# A rule sees the block turned so that the line is a column of it, and says of which axis it is.


@rule("line")
def agreement(block: Block, j: int, axis: Axis) -> Iterator[Evidence]:
    """Its numbers are a statistic of the other lines."""
    found = block.agreement(j)
    if found is not None:
        what, strength = found
        # rows of a table are often alike: a weak agreement counts where summaries stand
        at_an_end = j < 2 or j >= len(block.columns) - _TAIL
        if strength > 2.0 or axis == "columns" or at_an_end or _vote(block.columns[j], axis):
            yield Evidence("agreement", strength, f"it is {what} of the others", "summary")
            return
    values = block.matrix[:, j][np.isfinite(block.matrix[:, j])]
    if axis != "algorithms" and _adds_up_as_ranks(block, j, alone=axis == "rows"):
        yield Evidence("agreement", 2.8, "it adds up as average ranks do", "summary")
        return
    others = len(block.columns) - 1
    counted = set(range(max(2, others - _TAIL + 1), others + 1)) & set(values[:1])
    if len(values) >= max(2, 0.75 * len(block.matrix)) and counted and (values == values[0]).all():
        yield Evidence("agreement", 1.6, "it is the number of the others", "summary")


def _adds_up_as_ranks(block: Block, j: int, *, alone: bool) -> bool:
    """Whether only this line has the sum of average ranks, as far as they are rounded.

    Unless the sum is enough `alone`, it must also order the others as their own ranks do.
    """
    k = len(block.matrix)

    def ranks(lines: FloatArray) -> BoolArray:
        inside = (lines >= 1.0).all(axis=0) & (lines <= k).all(axis=0)
        near = np.abs(lines.sum(axis=0) - k * (k + 1) / 2) <= 0.006 * k
        return np.asarray(inside & near & (lines != lines[0]).any(axis=0))

    with np.errstate(invalid="ignore"):
        mine = k >= _FEW and bool(ranks(block.matrix[:, j : j + 1])[0])
        if not mine or int(ranks(block.matrix).sum()) > 1:
            return False
        if alone:
            return True
        others = np.delete(block.matrix, j, axis=1)
        places = np.argsort(np.argsort(others, axis=0), axis=0)  # of ties, one before the other
        own = np.ma.masked_array(places, np.isnan(others)).mean(axis=1).filled(0.0)
        return bool(abs(np.corrcoef(own, block.matrix[:, j])[0, 1]) > _LIKE_RANKS)


@rule("line")
def lexicon(block: Block, j: int, axis: Axis) -> Iterator[Evidence]:
    """Its name has a word for a size, a summary, a deviation, a time, a counter."""
    name = block.own_words[j]
    vote = _vote(name, axis)
    if vote is None:
        return
    meaning, strength = vote
    others = [_vote(other, axis) for other in block.own_words]
    crowd = sum(other is not None for other in others) / len(others)
    # so many such words are rather names, but for "#samples" beside columns of fractions
    sizes = says_count(block.below[j]) and len(block.plain) > 1 and not block.plain_whole
    if crowd > 0.34 and len(others) > 2 and not sizes and not says_test(block.below[j]):
        strength *= max(0.0, 1.6 - 1.8 * crowd)
    roles = {"size": "size", "time": "time", "remark": "remark", "counter": "counter"}
    if meaning in ("size", "counter") and not block.whole[j]:
        whole = block.below[j]
        if says_count(whole) and "size" not in meanings(" ".join(words(whole)[1:]) or whole):
            strength *= 0.2  # no count holds fractions: "NO OVER" counts nothing
    yield Evidence("lexicon", strength, f"its name says {meaning}", roles.get(meaning, "summary"))
    if meaning in ("summary", "deviation"):
        yield from _like_a_summary(block, j, strength, axis)


_VOTES: dict[Axis, dict[Meaning, float]] = {
    "columns": {
        "size": 2.0,
        "summary": 2.2,
        "deviation": 2.2,
        "time": 1.5,
        "remark": 1.6,
        "counter": 2.0,
    },
    "rows": {"summary": 2.2, "deviation": 2.2, "size": 1.5, "time": 1.5},
    "algorithms": {
        "size": 2.0,
        "summary": 2.2,
        "deviation": 2.2,
        "time": 1.5,
        "remark": 1.6,
        "counter": 2.0,
    },
}


@lru_cache(1 << 13)
def _vote(name: str, axis: Axis) -> tuple[Meaning, float] | None:
    found = meanings(name)
    votes = [
        (strength * found[meaning], meaning)
        for meaning, strength in _VOTES[axis].items()
        if found.get(meaning, 0.0) > (0.9 if meaning == "size" and axis == "rows" else 0.3)
    ]
    if not votes:
        return None
    strength, meaning = max(votes)
    if found[meaning] < 1.0 and kind_of_name(name):  # a word in a name, as in OPT-66B
        return None
    short = len(name.strip()) == 2 and name.islower()  # "se" may be a language
    return meaning, strength * (0.8 if short else 1.0)


def _like_a_summary(block: Block, j: int, strength: float, axis: Axis) -> Iterator[Evidence]:
    """A line called a mean that is nowhere near the mean of the others may be a result."""
    if block.agreement(j) is not None or min(len(block.columns), len(block.matrix)) < 3:
        return  # of fewer rows no agreement can be found
    others = np.delete(block.matrix, j, axis=1)
    low, high = _extremes(others)
    mine = block.matrix[:, j]
    there = np.isfinite(mine) & np.isfinite(low)
    if not there.any():
        return
    inside = (mine >= low) & (mine <= high)
    if inside[there].mean() >= 0.9 and not _differs(block, j):
        # a row is hardly ever called so unless it is one; a column may be an algorithm
        doubt = -0.05 if axis == "rows" else -0.55
        yield Evidence("lexicon", doubt * strength, "but its values are like those of the others")
    far = (mine < low - 0.25 * (high - low)) | (mine > high + 0.25 * (high - low))
    if far[there].mean() > 0.5 and others.shape[1] > _FEW:
        strength *= 0.15 if axis != "rows" else 0.4 if strength > 1.6 else 0.2
        yield Evidence("beside", strength, "its values lie beside those of the others", "summary")


def disproved(block: Block, j: int) -> bool:
    """Whether the numbers of a column say that it is no summary, whatever its name.

    What sums up others is computed from those that are shown: a column that lies among them row by
    row, and is no statistic of them, is one of them.
    """
    others = block.plain[block.plain != j]
    few = len(block.matrix) < _FEW or len(others) < 3 or bool(np.isnan(block.matrix).any())
    if few or block.agreements.get(j) is not None or _differs(block, j):
        return False
    low, high = _extremes(block.matrix[:, others])
    mine = block.matrix[:, j]
    there = np.isfinite(mine) & np.isfinite(low)
    room = 0.25 * (high - low)
    among = (mine >= low - room) & (mine <= high + room)
    return bool(there.sum() >= _FEW and among[there].mean() >= 0.8 and not block.whole[j])


def _extremes(others: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The smallest and largest of each row; NaN where there is none."""
    low = np.fmin.reduce(others, axis=1)
    high = np.fmax.reduce(others, axis=1)
    return low, high


def _usual(values: FloatArray, j: int) -> float:
    """The median of all but one; NaN if one of them is."""
    others = np.sort(np.delete(values, j))  # NaN stand last
    if not len(others) or np.isnan(others[-1]):
        return np.nan
    return float((others[(len(others) - 1) // 2] + others[len(others) // 2]) / 2)


def _differs(block: Block, j: int) -> bool:
    """Whether a column is written otherwise than the others: whole numbers, other decimals."""
    others = np.delete(block.whole, j)
    if block.whole[j] and others.size and others.mean() < 0.2:
        return True
    if not block.decimals:
        return False
    usual = _usual(np.array(block.decimals), j)
    return bool(abs(block.decimals[j] - usual) >= 2 and usual < 8)


@rule("line")
def look(block: Block, j: int, axis: Axis) -> Iterator[Evidence]:
    """Zeros alone, a count of the rows, yes or no, whole numbers among fractions."""
    values = block.matrix[:, j]
    finite = values[np.isfinite(values)]
    n, others = len(finite), np.delete(block.whole, j)
    if not n:
        return
    if axis == "rows":
        whole = bool(block.whole[j] and others.size and others.mean() < 0.2 and n > 2)
        if whole and _vote(block.columns[j], axis):
            yield Evidence("look", 1.0, "it holds whole numbers among fractions", "summary")
        rest = np.delete(block.matrix, j, axis=1)
        if (
            whole
            and (finite == finite[0]).all()
            and finite[0] > max(1.5 * np.nanmax(rest, initial=0.0), 1.0)
        ):
            yield Evidence("look", 2.6, "it is the same whole number above all others", "summary")
        return
    if axis == "algorithms":
        if (finite == 0).all() and n >= 5:
            yield Evidence("look", 4.0, "it is 0 everywhere, as if it had not been run", "not run")
        elif block.whole[j] and others.size > 1 and others.mean() < 0.2 and n >= 3:
            yield Evidence("look", 1.5, "it holds whole numbers among fractions", "size")
        return
    if (finite == 0).all():
        run = np.nan_to_num(block.matrix).any(axis=0)
        zero = (block.matrix == 0)[block.matrix.any(axis=1)]  # a tied problem may be 0 for all
        others = zero[:, run].any(axis=1)
        alone = len(zero) >= 3 and others.mean() <= (0.2 if n >= _FEW else 0.0)
        strength = 4.0 if n >= 10 else 2.8 if alone else 0.8
        yield Evidence("look", strength, "it is 0 everywhere, as if it had not been run", "not run")
        return
    if (finite == finite[0]).all() and n >= 3:
        yield Evidence("look", 1.4, "it is the same everywhere", "constant")
    steps = np.diff(values)
    if n == len(values) >= 3 and finite[0] in (0, 1) and (steps == 1).all():
        yield Evidence("look", 3.0, "it counts the rows", "counter")
    elif block.whole[j] and others.size > 1 and _among_fractions(block, j, others):
        if set(np.unique(finite)) == {0.0, 1.0}:
            yield Evidence("look", 2.5, "it holds only 0 and 1", "flag")
        elif n >= 3 and not (finite == finite[0]).all():
            yield Evidence("look", 1.5, "it holds whole numbers among fractions", "size")


def _among_fractions(block: Block, j: int, others: BoolArray) -> bool:
    """Whether the other columns are no whole numbers, or those without a word for a size."""
    sized = len(block.plain) > 1 and j not in block.plain and block.plain_whole < 0.4
    return sized or bool(others.mean() < 0.4)


@rule("line")
def scale(block: Block, j: int, axis: Axis) -> Iterator[Evidence]:
    """It lies outside the range in which nearly all other lines lie."""
    if len(block.columns) < 4 or len(block.matrix) < 3:
        return
    values = block.matrix[:, j]
    finite = values[np.isfinite(values)]
    if len(finite) < (3 if axis == "rows" else 1) or (finite == 0).all():
        return
    unit, percent = ((each.sum() - each[j]) / (len(each) - 1) for each in block.within)
    sizes = np.abs(finite)
    if unit >= 0.75 and sizes.max() > 1.0 and np.median(sizes) > 1.0:
        strength = 1.6 if axis == "rows" else 2.2
        why = "it is above 1, and the others lie between 0 and 1"
        yield Evidence("scale", strength, why, "size")
        return
    if axis == "rows":
        return
    if percent >= 0.8 and sizes.max() > 150.0 and np.median(finite) > 150.0:
        yield Evidence("scale", 1.6, "it is above 100, and the others are not", "size")
        return
    usual = np.delete(block.magnitudes, j)
    usual = usual[np.isfinite(usual)]
    if len(usual) < 3 or np.ptp(usual) >= 1.5 or abs(block.magnitudes[j] - np.median(usual)) < 1.0:
        return
    row = _nan_median(np.delete(block.matrix, j, axis=1), axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = np.log10(np.abs(values) / np.abs(row))
    apart = apart[np.isfinite(apart)]
    if len(apart) >= 3:
        side = float(np.median(apart))
        if abs(side) > 2.0 and (np.sign(apart) == np.sign(side)).mean() > 0.9:
            how = "larger" if side > 0 else "smaller"
            yield Evidence("scale", 1.6, f"it is a hundred times {how} than the others", "size")


@rule("line")
def company(block: Block, j: int, axis: Axis) -> Iterator[Evidence]:
    """It goes, or does not go, with the others; its cells have, or lack, what theirs have."""
    if axis == "columns":
        found = block.correlations
        if np.isfinite(found).any():
            usual = _usual(found, j)
            if usual > 0.5 and found[j] < 0.15:
                yield Evidence("company", 0.8, "it hardly goes with the others", "size")
            elif usual > 0.3 and found[j] > 0.8 * usual and not _differs(block, j):
                yield Evidence("company", -0.4, "it goes with the others")
        if any(block.deviations) and len(block.columns) > 1:
            usual = _usual(np.array(block.deviations), j)
            if usual > 0.8 and block.deviations[j] < 0.1:
                yield Evidence("company", 1.4, "it has no deviations, and the others have", "")
        if block.percent and not block.percent[j] and np.mean(block.percent) > 0.6:
            why = "it has no percentages, and the others have"
            yield Evidence("company", 2.4, why, "summary")


@rule("line")
def sisters(block: Block, j: int, axis: Axis) -> Iterator[Evidence]:
    """Its name lacks the word that most of the others share."""
    if axis != "columns" or len(block.columns) < 4:
        return
    lacking = [word for word, have in block.sisters if not have[j]]
    for word in lacking[:1]:
        yield Evidence("sisters", 1.2, f"its name lacks the word {word!r} of the others")


@rule("line")
def repeated(block: Block, j: int, axis: Axis) -> Iterator[Evidence]:
    """Its name is that of another with a number, as programs write names that occur twice."""
    head, mark, number = block.columns[j].rpartition(".")
    if axis == "columns" and mark and number.isdigit() and head in block.columns:
        yield Evidence("repeated", 2.6, f"its name is {head!r} once more", "repeated")


@rule("line")
def setting(block: Block, j: int, axis: Axis) -> Iterator[Evidence]:
    """It climbs from row to row in round numbers, before the others, as a setting does."""
    values = block.matrix[:, j]
    if axis != "columns" or j or len(values) < _FEW or not block.decimals:
        return
    usual = float(np.median(block.decimals[1:])) if len(block.decimals) > 1 else 0.0
    if (np.diff(values) > 0).all() and block.decimals[0] + 2 <= usual:
        yield Evidence("setting", 2.6, "it climbs from row to row, as a setting does", "setting")


@rule("line")
def known_names(block: Block, j: int, axis: Axis) -> Iterator[Evidence]:
    """Its name is that of a known algorithm or data set."""
    name = block.below[j]
    if kind_of_name(name) and _vote(name, axis) is None:
        yield Evidence("known_names", -1.0, "its name is that of an algorithm or a data set")


# Where the problems are --------------------------------------------------------------------------


@rule("orientation")
def corner(block: Block, summaries: tuple[int, int]) -> Iterator[Evidence]:
    """The heading of the names of the rows says what they are."""
    if block.corner.startswith(CORNER):
        yield Evidence("corner", 8.0, "the corner says so")
        return
    found = meanings(block.corner)
    side = found.get("problem", 0.0) - found.get("algorithm", 0.0)
    if block.corner.rstrip().endswith(":"):
        side *= -0.5  # "Estimators:" rather heads what follows in its row
    below, mark, beside = re.split(r"\s*([\\/|])\s*", f"{block.corner}||", maxsplit=1)
    if mark and not side:  # "Instance\Method": what the rows are stands first
        first, second = (meanings(part.strip("|")) for part in (below, beside))
        signs = (("problem", "algorithm", 0.75), ("algorithm", "problem", -0.75))
        side = sum(s for a, b, s in signs if a in first and b in second)
    if side:
        what = "problems" if side > 0 else "algorithms"
        some = (row for row in block.rows[:50] if len(words(row)) > 1)
        if side > 0 and any(_measure(row, ("measure",)) for row in some):
            side *= -0.3  # "Accuracy reported" is no problem: it heads the names of the columns
        yield Evidence("corner", 3.2 * side, f"{block.corner!r} heads names of {what}")


@rule("orientation")
def summed_up(block: Block, summaries: tuple[float, int]) -> Iterator[Evidence]:
    """Rows that sum up the rows above stand below problems; such columns beside problems."""
    rows, columns = summaries
    if rows:
        yield Evidence("summed_up", 2.5 * min(rows, 1.0), "the last rows sum up the others")
    if columns:
        yield Evidence("summed_up", -2.2, "a column sums up the others")


@rule("orientation")
def emphasis(block: Block, summaries: tuple[int, int]) -> Iterator[Evidence]:
    """The best of each problem is set in bold type."""
    if block.bold is None or not block.bold.any():
        return
    rows, columns = _best_in_bold(block), _best_in_bold(block.turned)
    if max(rows, columns) >= 0.6 and abs(rows - columns) > 0.2:
        side, what = (1.0, "row") if rows > columns else (-1.0, "column")
        yield Evidence("emphasis", 2.5 * side, f"the best of each {what} is in bold type")


def _best_in_bold(block: Block) -> float:
    """In which share of the rows the bold cells are the largest or the smallest ones."""
    assert block.bold is not None
    with np.errstate(invalid="ignore"):
        shares = []
        for extreme in _extremes(block.matrix):
            best = block.matrix == extreme[:, None]
            marked = block.bold.any(axis=1)
            right = (block.bold & best).any(axis=1) & ((block.bold & ~best).sum(axis=1) <= 1)
            shares.append(float(right.mean()) if marked.any() else 0.0)
    return max(shares)


@rule("orientation")
def kinds_of_names(block: Block, summaries: tuple[int, int]) -> Iterator[Evidence]:
    """Names of known problems or algorithms stand at one side."""
    if _rivals(block):
        return
    side = _kind(block.rows) - _kind(block.columns)
    strength = 2.5 * max(-1.0, min(1.0, 1.6 * side))
    if abs(strength) >= 0.3:
        what = "problems" if strength > 0 else "algorithms"
        yield Evidence("kinds_of_names", strength, f"the rows are named like {what}")


def _kind(names: tuple[str, ...]) -> float:
    some = names[:: max(1, len(names) // 200)]
    return float(np.mean([kind_of_name(name) for name in some])) if some else 0.0


@rule("orientation")
def rival_names(block: Block, summaries: tuple[int, int]) -> Iterator[Evidence]:
    """The corner heads names of algorithms, but the columns are named like algorithms as well."""
    if meanings(block.corner).get("algorithm", 0.0) >= 0.6 and _kind(block.columns) < -0.25:
        # such rows are settings, as classifiers are of what is compared with each of them
        strength = 4.0 if _rivals(block) else 2.0
        yield Evidence("rival_names", strength, "the columns are named like algorithms")


def _rivals(block: Block) -> bool:
    """Whether most of the rows and most of the columns have names of algorithms."""
    return max(_kind(block.rows), _kind(block.columns)) <= -0.5


@rule("orientation")
def order(block: Block, summaries: tuple[int, int]) -> Iterator[Evidence]:
    """Problems are often in the order of the alphabet, boards are sorted by a result."""
    n = len(block.matrix)
    if n < _FEW or not block.whole_names:
        return
    folded = [name.casefold() for name in block.rows]
    if folded == sorted(folded) and len(set(folded)) > 1:
        yield Evidence("order", 0.8, "the rows are in the order of the alphabet")
    with np.errstate(invalid="ignore"):
        steps = np.diff(block.matrix, axis=0)
        falling = ((steps <= 0).all(axis=0) | (steps >= 0).all(axis=0)) & (steps != 0).any(axis=0)
    if n >= 6 and falling.sum() in (1, 2):
        yield Evidence("order", -1.2, "the rows are sorted by a column")


@rule("orientation")
def shape(block: Block, summaries: tuple[int, int]) -> Iterator[Evidence]:
    """Most studies have more problems than algorithms."""
    n, k = block.matrix.shape if block.whole_names else (len(block.rows), len(block.columns))
    ratio = n / max(k, 1)
    strength = 1.2 if ratio >= 3 else 0.6 if ratio >= 1.5 else 0.0
    strength = -1.0 if ratio <= 0.34 else -0.5 if ratio <= 0.75 else strength
    if strength:
        more = "more" if strength > 0 else "fewer"
        yield Evidence("shape", strength, f"there are {more} rows than columns")


@rule("orientation")
def attributes(block: Block, summaries: tuple[int, int]) -> Iterator[Evidence]:
    """Columns beside the results say of what kind the rows are."""
    sides = [attribute(name) for name in block.attributes]
    side = sum(sides)
    if side:
        what = "problems" if side > 0 else "algorithms"
        example = next(n for n, s in zip(block.attributes, sides, strict=True) if s * side > 0)
        strength = max(-2.0, min(2.0, 1.4 * side))
        yield Evidence("attributes", strength, f"{example!r} is said of {what}")


_OF_PROBLEMS = word_set(
    """
    samples instances examples features attributes dimensions dimension dim classes outlier anomaly
    imbalance ir length lengths trainsize testsize patterns variables jobs machines nodes cities bks
    optimum
    """
)
_OF_ALGORITHMS = word_set(
    """
    license licence params parameters organization organisation family tokens release paper
    publication authors author architecture backbone pretraining b billion
    """
)


def attribute(name: str) -> float:
    """Whether a heading is said of problems (+1), as "#samples" is, or of algorithms (-1)."""
    parts = {*words(name)}
    if name.lstrip().startswith("#") or parts & _OF_PROBLEMS:
        return 1.0
    return -1.0 if parts & _OF_ALGORITHMS else 0.0


@rule("orientation")
def components(block: Block, summaries: tuple[int, int]) -> Iterator[Evidence]:
    """Values mostly differ more between problems; it may lower the confidence, not decide."""
    n, k = block.matrix.shape
    if n < 8 or k < 4 or _rank_like(block.matrix):
        return
    filled = np.where(np.isnan(block.matrix), np.nanmedian(block.matrix), block.matrix)
    scores = _ranks_down(filled.reshape(-1, 1)).reshape(filled.shape) / filled.size
    rows, columns = scores.mean(axis=1).var(), scores.mean(axis=0).var()
    if rows + columns > 0:
        side = (rows - columns) / (rows + columns)
        if abs(side) > 0.3:
            across = "rows" if side > 0 else "columns"
            yield Evidence("components", 0.6 * side, f"values differ more between {across}")


def _rank_like(matrix: FloatArray) -> bool:
    finite = matrix[np.isfinite(matrix)]
    return bool(len(finite)) and bool(
        (finite * 2 == np.round(finite * 2)).all()
        and finite.min() >= 0
        and finite.max() <= _RANK_LIKE
    )


# Whether the columns are several measures of one thing --------------------------------------------


@rule("kind")
def measure_words(block: Block) -> Iterator[Evidence]:
    """Most headings are names of measures or of statistics."""
    names = block.own_words
    parts = [words(name) for name in block.columns]
    cut = {*words(" ".join(block.columns))} - {*words(" ".join(names))}
    # "time" of some columns is a measure among others; "WER" of nearly all is the only one,
    # unless nothing is left but a number or a letter, as of ROUGE-1 and Top-5
    said = [w for w in cut if _measure(w)]
    shorter = [own for own, name in zip(names, block.columns, strict=True) if own != name]
    bare = all(len(name) == 1 or name.isdigit() for name in shorter)
    if any(np.mean([w in part for part in parts]) < 0.75 for w in said) or bare:
        names = block.columns
    shares = [_measure(name) for name in names]
    share = float(np.mean(shares))
    if share > 0.3:
        plainly = names == block.columns and np.mean([_measure(n, _PLAINLY) > 0 for n in names])
        # beside names of algorithms such columns are no imputers called Mean and Median
        rows = meanings(block.corner).get("algorithm", 0.0) >= 0.6
        whole = min(shares) > 0 and share >= 0.7 and (plainly >= 0.7 or rows)
        strength = min(2.7 if plainly >= 0.5 else 2.1, 3.4 * share) + 1.0 * whole
        yield Evidence("measure_words", strength, "the headings are names of measures")
    apart = np.mean([bool(kind_of_name(name)) and not _measure(name) for name in names])
    if apart > 0.2:
        yield Evidence("measure_words", -2.0 * float(apart), "headings are names of algorithms")


_PLAINLY: tuple[Meaning, ...] = ("measure", "time", "deviation", "size", "value")


def _measure(name: str, kinds: tuple[Meaning, ...] = (*_PLAINLY, "statistic", "summary")) -> float:
    found = meanings(name)
    most = max((found.get(meaning, 0.0) for meaning in kinds), default=0.0)
    return most if most >= 0.6 else 0.0


@rule("kind")
def only_sizes(block: Block) -> Iterator[Evidence]:
    """All columns are whole numbers and called sizes."""
    if block.whole.all():
        if all(map(says_count, block.columns)):
            yield Evidence("only_sizes", 3.0, "the columns are counts")
        elif all(_measure(name, ("size", "remark")) for name in block.own_words):
            yield Evidence("only_sizes", 1.5, "the columns are sizes")


@rule("kind")
def described(block: Block) -> Iterator[Evidence]:
    """Beside few numbers stand many words, as where each row is described."""
    if len(block.attributes) >= max(4, 2 * len(block.columns)):
        yield Evidence("described", 1.8, "most columns hold words that describe the rows")


@rule("kind")
def ordered(block: Block) -> Iterator[Evidence]:
    """Whether columns called least, mean and most are in that order in every row."""
    named = {name.casefold(): j for j, name in enumerate(block.columns)}
    least, most = ([named[w] for w in each if w in named] for each in (_LEAST, _MOST_OF_ALL))
    between = [named[w] for w in ("mean", "median", "average", "avg") if w in named]
    n = len(block.matrix)
    parts = [block.matrix[:, each] for each in (least, between, most) if each]
    if n < 3 or len(parts) < 2:
        return
    with np.errstate(invalid="ignore"):
        broken = np.zeros(n, dtype=bool)
        for lower, upper in pairwise(parts):
            broken |= (lower.max(axis=1) > upper.min(axis=1)) & np.isfinite(lower).all(axis=1)
    if broken.mean() > 0.2:
        yield Evidence("ordered", -2.0, "what is called least is not so in every row")
    elif not broken.any() and n >= _FEW:
        yield Evidence("ordered", 1.5, "what is called least and most is so in every row")


_LEAST, _MOST_OF_ALL = ("min", "minimum"), ("max", "maximum")


@rule("kind")
def logged(block: Block) -> Iterator[Evidence]:
    """The rows have no names, and a column climbs from each to the next, as in the log of a run."""
    n = len(block.matrix)
    nameless = not block.corner and all(name.isdigit() for name in block.rows)
    if nameless and n >= 20 and bool((np.diff(block.matrix, axis=0) > 0).all(axis=0).any()):
        yield Evidence("logged", 2.8, "the rows follow one another as steps of a run do")


@rule("kind")
def complements(block: Block) -> Iterator[Evidence]:
    """Two columns add up to a constant, as accuracy and error do."""
    matrix = block.matrix[:, :30]
    if len(matrix) < _FEW:
        return
    for i in range(matrix.shape[1] - 1):
        sums = matrix[:, i : i + 1] + matrix[:, i + 1 :]
        low, high = _extremes(sums.T)
        for whole in (1.0, 100.0):
            same = (low > 0.999 * whole) & (high < 1.001 * whole)
            same &= np.isfinite(sums).sum(axis=0) >= _FEW
            if same.any() and not (matrix[:, i] == matrix[0, i]).all():
                names = f"{block.columns[i]!r} and {block.columns[i + 1 + int(same.argmax())]!r}"
                yield Evidence("complements", 2.5, f"{names} add up to a constant")
                return


@rule("kind")
def shared_out(block: Block) -> Iterator[Evidence]:
    """Counts that add up to the same in each row, as wins, ties and losses do; ranks do so, too."""
    n, k = block.matrix.shape
    if 3 <= k <= 4 and n >= 3 and block.whole.all() and (block.matrix >= 0).all():
        sums = block.matrix.sum(axis=1)
        if (sums == sums[0]).all() and sums[0] != k * (k + 1) / 2:
            why = f"the columns add up to {sums[0]:g} in each row, as wins, ties and losses do"
            yield Evidence("shared_out", 3.0, why)


@rule("kind")
def different_units(block: Block) -> Iterator[Evidence]:
    """The columns lie on different scales, whatever the row."""
    sizes = block.magnitudes[np.isfinite(block.magnitudes)]
    if len(sizes) >= 3 and len(block.matrix) >= 3:
        spread = float(np.ptp(sizes))
        if spread > 2.0 and 0.2 <= block.whole.mean() <= 0.8 and len(sizes) >= 5:
            yield Evidence("different_kinds", 1.3, "some columns count, others are fractions")
        elif spread > 2.0 and not np.isfinite(block.correlations).any():
            yield Evidence("different_units", 0.6, "the columns lie on different scales")
        elif spread > 2.0 and float(np.median(block.correlations)) < 0.3:
            yield Evidence("different_units", 1.2, "the columns lie on different scales")
        elif spread < 0.5 and not bool(block.whole.any() and not block.whole.all()):
            yield Evidence("different_units", -0.8, "the columns lie on one scale")


# Agreement with a statistic of the other lines -------------------------------------------------


def _find_agreements(block: Block, looked_at: IntArray) -> dict[int, tuple[str, float]]:
    """Which of some columns are a statistic of the others, each left out of its own.

    The others are all others, or those whose names do not say that they are no results, or, for
    the last columns, those before them, since several summaries may stand side by side.
    """
    found: dict[int, tuple[str, float]] = {}
    m, q = block.matrix.shape
    if m < 2 or q < 3:
        return found
    plain = np.isin(np.arange(q), block.plain)
    every = np.arange(q)
    _compare(block, np.ones(q, dtype=bool), looked_at, found)
    if 2 <= plain.sum() < q:
        _compare(block, plain, looked_at, found)
    if block.matrix.size > _LARGE:
        return found
    for first in range(max(2, q - _TAIL), q - 1):
        _compare(block, every < first, looked_at[looked_at >= first], found)
    for last in range(1, min(3, q - 3)):
        _compare(block, every > last, looked_at[looked_at <= last], found)
    return found


def _compare(
    block: Block, among: BoolArray, looked_at: IntArray, found: dict[int, tuple[str, float]]
) -> None:
    """Compare some columns with the statistics of those that are `among` the results."""
    q = block.matrix.shape[1]
    if among.sum() < 3:  # one other column alone has no sum
        looked_at = looked_at[~among[looked_at]]
    if not len(looked_at):
        return
    mine, unit = block.matrix[:, looked_at], block.unit[:, looked_at]
    inputs = np.median(block.unit[:, among], axis=1, keepdims=True)
    rounding = inputs * min(0.5, 1.3 / np.sqrt(among.sum()))
    room = _room(np.where(among, block.matrix, np.nan))
    alone = block.whole[looked_at] & (block.whole.sum() - 1 < 0.2 * (q - 1))
    for what, strength, statistic in _statistics(block, among, looked_at):
        averaged = what.startswith(("the mean", "the sum", "the standard"))
        if "rank" in what:
            width = np.full(len(mine), len(mine) - 1.0)
        elif "wins" in what or "count" in what:
            width = np.full(len(mine), float(among.sum()))
        else:
            width = room
        if "sum" in what:  # it may lie anywhere up to its own size
            width = np.abs(np.nan_to_num(statistic)).max(axis=1)
        with np.errstate(invalid="ignore"):
            spread = rounding * (among.sum() if "sum" in what else 1.0) * averaged
            digits = _agreed(mine, statistic, unit, spread, width, like=width is room)
        if "wins" in what:  # whole numbers among fractions are no results, whatever their name
            digits = digits + _RARE * (digits > 0.9) * alone
        for j, agreed in zip(looked_at.tolist(), digits.tolist(), strict=True):
            if agreed < _HINT:
                continue
            at_the_end = j in (0, q - 1) and strength > 3.0
            said = _vote(block.own_words[j], "rows")  # a name and the numbers together
            sure = agreed >= (_HINT if said else _CHANCE)
            weight = strength if sure else 1.5 if at_the_end else 0.0
            if weight > found.get(j, ("", 0.0))[1]:
                found[j] = what, weight


def _statistics(
    block: Block, among: BoolArray, looked_at: IntArray
) -> Iterator[tuple[str, float, FloatArray]]:
    """Statistics of each row over some columns, for each that is looked at without itself."""
    matrix = block.matrix
    part = np.isfinite(matrix) & among
    own = part[:, looked_at]
    zeros = np.where(part, matrix, 0.0)
    count = part.sum(axis=1, keepdims=True) - own
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        total = zeros.sum(axis=1, keepdims=True) - zeros[:, looked_at]
        total = np.where(count > 0, total, np.nan)
        mean = total / count
        yield "the mean", 4.0, mean
        yield "the sum", 4.0, total
        centre = zeros.sum(axis=1, keepdims=True) / np.maximum(part.sum(axis=1, keepdims=True), 1)
        squares = np.where(part, (matrix - centre) ** 2, 0.0)
        spread = squares.sum(axis=1, keepdims=True) - squares[:, looked_at]
        spread = np.maximum(spread - count * (mean - centre) ** 2, 0.0)
        yield "the standard deviation", 4.0, np.sqrt(spread / (count - 1))
        yield "the standard deviation", 4.0, np.sqrt(spread / count)
        if matrix.size <= 1 << 16:
            # the problem in the middle may be so for all: a median is nothing but a hint
            yield "the median", 2.0, _medians(np.where(part, matrix, np.nan), looked_at)
        for name, sign in (("lower", 1.0), ("higher", -1.0)):
            if matrix.size <= 1 << 18:
                ranks = np.where(part, block.ranks_down[name], 0.0)
                mean_rank = (ranks.sum(axis=1, keepdims=True) - ranks[:, looked_at]) / count
                yield f"the average rank ({name} is better)", 4.0, mean_rank
            best = np.fmin.reduce(np.where(part, sign * matrix, np.inf), axis=0)
            won = part & (sign * matrix == best)
            wins = won.sum(axis=1, keepdims=True) - won[:, looked_at]
            yield f"the number of wins ({name} is better)", 4.0, wins.astype(np.float64)
        yield "the count", 3.0, count.astype(np.float64)
        for name, sign in (("largest", -1.0), ("smallest", 1.0)):
            ordered = np.sort(np.where(part, sign * matrix, np.inf), axis=1)[:, :2]
            first, second = ordered[:, :1], ordered[:, 1:]
            best_of_it = own & (sign * matrix[:, looked_at] == first)
            extreme = sign * np.where(best_of_it, second, first)
            # one line that is always the first is no summary, nor is its double
            once = ((matrix == extreme[:, :1]) | ~part).all(axis=0).sum() <= 1
            yield f"the {name}", 3.2 if len(matrix) >= 6 and once else 1.6, extreme


def _medians(matrix: FloatArray, looked_at: IntArray) -> FloatArray:
    """The median of each row for each column that is looked at, without itself."""
    ordered = np.sort(matrix, axis=1)  # NaN stand last
    place = np.argsort(np.argsort(matrix, axis=1, kind="stable"), axis=1, kind="stable")
    place, there = place[:, looked_at], np.isfinite(matrix[:, looked_at])
    count = np.isfinite(matrix).sum(axis=1, keepdims=True)
    left = count - there
    parts = []
    for at in ((left - 1) // 2, left // 2):
        # without its own place the middle moves by one
        moved = np.clip(at + (there & (place <= at)), 0, np.maximum(count - 1, 0))
        parts.append(np.take_along_axis(ordered, moved, axis=1))
    return np.where(left > 0, (parts[0] + parts[1]) / 2, np.nan)


def _ranks_down(matrix: FloatArray) -> FloatArray:
    """Ranks within each column, mean ranks at ties; scipy's would have to be imported first."""
    values = np.where(np.isnan(matrix), np.inf, matrix)
    order = np.argsort(values, axis=0)
    ordered = np.take_along_axis(values, order, axis=0)
    other = np.ones((len(values) + 1, values.shape[1]), dtype=bool)  # where a new value begins
    other[1:-1] = ordered[1:] != ordered[:-1]
    place = np.arange(len(values))[:, None]
    first = np.maximum.accumulate(np.where(other[:-1], place, 0), axis=0)
    last = np.minimum.accumulate(np.where(other[1:], place, len(values))[::-1], axis=0)[::-1]
    ranks = np.empty(values.shape)
    np.put_along_axis(ranks, order, (first + last) / 2.0 + 1.0, axis=0)
    return ranks


def _agreed(
    matrix: FloatArray,
    statistic: FloatArray,
    unit: FloatArray,
    rounding: FloatArray,
    room: FloatArray,
    like: bool,
) -> FloatArray:
    """How many digits of each column agree with the statistic beyond chance; 0 if not all do.

    Where the statistic lies among its inputs (`like`), a line may be at its level by chance, once
    for all rows; what differs between the rows counts for each.
    """
    there = np.isfinite(matrix)
    both = there & np.isfinite(statistic)
    tolerance = 0.55 * unit + 2e-6 * np.abs(matrix) + rounding
    close = both & (np.abs(matrix - statistic) <= tolerance)
    share = close.sum(axis=0) / np.maximum(both.sum(axis=0), 1)
    enough = (both.sum(axis=0) >= np.maximum(2, 0.9 * there.sum(axis=0))) & (share >= 0.95)
    result = np.zeros(matrix.shape[1])
    for j in np.flatnonzero(enough).tolist():
        rows = both[:, j]
        mine, its = matrix[rows, j], statistic[rows, j]
        if np.ptp(mine) == 0 or np.ptp(its) == 0:
            continue
        whole = bool((mine == np.round(mine)).all() and (its == np.round(its)).all())
        if whole and share[j] < 1.0:
            continue
        if whole:  # as many whole numbers lie within the tolerance
            near = 2 * np.floor(tolerance[rows, j]) + 1
            digits = np.log10(np.maximum((np.ptp(its) + 1) / near, 1.0))
        else:
            near, wide = 2 * tolerance[rows, j], room[rows]
            if like:
                result[j] = np.log10(max(1.0, min(float(np.median(wide / near)), 300.0)))
                wide = np.minimum(wide, np.ptp(its))
            digits = np.log10(np.maximum(wide / near, 1.0))
        result[j] += np.minimum(digits, _MOST_DIGITS).sum()
    return result


def _room(matrix: FloatArray) -> FloatArray:
    """In how wide a range a value of each row may lie, once the level of its line is known.

    An easy problem is easy for all: what is left after the levels of rows and columns counts.
    """
    low, high = _extremes(matrix)
    filled = np.isfinite(matrix)
    level = _nan_median(matrix, axis=0)
    rest = matrix - level
    rest = np.abs(rest - _nan_median(rest, axis=1)[:, None])
    usual = 6.0 * _nan_median(np.where(filled, rest, np.nan), axis=1)
    return np.nan_to_num(np.fmin(high - low, usual))


def _unit_of_digits(matrix: FloatArray) -> FloatArray:
    """The unit of the last digit where numbers are written with up to five digits in all."""
    finite = matrix[np.isfinite(matrix) & (matrix != 0)]
    some = np.abs(finite[:: max(1, len(finite) // 2000)])
    size = np.floor(np.log10(some)) if len(some) else np.zeros(0)
    for digits in range(3, 6):
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            scaled = some * 10.0 ** (digits - 1 - size)
            if len(some) and (np.abs(scaled - np.round(scaled)) <= 1e-6 * scaled).all():
                sizes = np.floor(np.log10(np.abs(matrix)))
                return np.nan_to_num(10.0 ** (sizes - digits + 1), posinf=0.0, neginf=0.0)
    return np.zeros(matrix.shape)


def _decimals(matrix: FloatArray) -> FloatArray:
    """With how many decimals the numbers of each column are written, up to 9."""
    some = np.where(np.isfinite(matrix[:400]), matrix[:400], 0.0)
    found = np.full(some.shape[1], 9.0)
    for places in range(8, -1, -1):
        scaled = some * 10.0**places
        written = np.abs(scaled - np.round(scaled)) <= 1e-7 * np.abs(scaled)
        found[written.all(axis=0)] = places
    return found


def says_summary(name: str) -> bool:
    """Whether the name of a row is wholly that of a summary, such as "Average rank"."""
    return means(name, "summary") or means(name, "deviation")
