"""All possible readings of a table, the likeliest first, and which values are better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile

import numpy as np

from evenkeel._types import BoolArray, FloatArray
from evenkeel.errors import InputError, Message, Option, TableError, choice
from evenkeel.tables.arranging import Arranged
from evenkeel.tables.drafts import (
    Draft,
    Forced,
    Told,
    chosen_rows,
    has,
    is_no_value,
    listed,
    names_measures,
    nothing_to_compare,
)
from evenkeel.tables.evidence import Evidence, gathered, rule
from evenkeel.tables.lexicon import direction, is_corner, words
from evenkeel.tables.long_tables import formatted_keys, long_keys, read_long
from evenkeel.tables.parsing.cells import numbers
from evenkeel.tables.profile import Profile
from evenkeel.tables.readings import Reading
from evenkeel.tables.wide_tables import measured_pairs, read_matrix, read_wide

# From the profile of a table to readings of it: choices, each with its evidence.
#
# A reading is made of few questions, which are answered in this order: is each row one result
# (`long_tables`)? which columns name the rows (`wide_tables`)? do the problems lie in rows or
# columns? which rows and columns are no results, and are the columns measures of one thing
# (`wide_lines`)? An answer may be told by the user or forced, to see what follows from another one.


@np.errstate(over="ignore", invalid="ignore")  # numbers near the largest double weigh nothing
def understand(
    profile: Profile, told: Told, forced: Forced | None = None, off: frozenset[str] = frozenset()
) -> Reading:
    """The likeliest reading of a table, given what was told and what is forced.

    Raises
    ------
    NoComparison
        If there is nothing to compare, whatever the details.
    """
    draft = Draft(profile, told, forced or {}, off)
    _check_names(profile, told)
    if profile.table.faults and not (profile.columns and profile.n):
        raise TableError(profile.table.origin.description, profile.table.faults)
    if not profile.columns or not profile.n:
        raise nothing_to_compare(
            draft, "the table has no rows below its headings; give a table of results"
        )
    _set_aside(draft)
    if profile.table.header is None:
        return read_matrix(draft)
    if profile.table.formatted:
        return read_long(draft, *formatted_keys(draft))
    keys = None if is_corner(profile.table.names[0]) else long_keys(draft)
    return read_long(draft, *keys) if keys is not None else read_wide(draft)


def _check_names(profile: Profile, told: Told) -> None:
    """Raise if a column was named that the table does not have."""
    source = profile.table.origin.description
    for role in ("algorithm", "problem", "value", "run", "step"):
        asked = told.get(role)
        if asked is None or (asked is False and role in ("run", "step")):
            continue
        if profile.table.header is None:
            raise InputError(
                Message(
                    Option(role, asked),
                    f" names a column, but {source} has no header; leave it out, or give the "
                    "columns names",
                )
            )
        several = asked is not False and role in ("algorithm", "problem", "run")
        for name in listed(asked) if several else [asked]:
            choice(name, profile.table.names, f"column of {source}")
    for name in told.get("where") or {}:
        choice(name, profile.table.names, f"column of {source}")
    named = [
        n for role in ("algorithm", "problem", "value", "step") for n in listed(told.get(role))
    ]
    for name, count in Counter(named).items():
        if count > 1:
            raise InputError(f"the column {name!r} is given for two roles; give each its own")


def _set_aside(draft: Draft) -> None:
    """Empty columns, and those that merely number the rows beside others that name them."""
    if is_corner(draft.profile.table.names[0]):
        return
    named = {
        n
        for role in ("algorithm", "problem", "value", "run", "step")
        for n in listed(draft.told.get(role))
    }
    for column in draft.profile.columns:
        if column.name in named:
            continue
        if column.kind == "empty":
            draft.role(column, "empty", "it has no cell that is filled in")
    texts = [
        c
        for c in draft.free("text", "number")
        if (c.kind == "text" or ((has(c, "problem", 1.0) or has(c, "algorithm", 1.0)) and c.whole))
        and c.distinct > 1
    ]
    leading = {  # positions of columns at the left without a name
        c.position for c in takewhile(lambda c: _is_nameless(c.name), draft.profile.columns)
    }
    for column in draft.free("number"):
        if column.name in named or not {*texts} - {column} or not column.whole:
            continue
        unique = column.distinct == draft.profile.n
        if (column.position in leading and (unique or column.constant)) or (
            column.counting and has(column, "counter", 1.0)
        ):
            draft.role(column, "counter", "it numbers the rows")


def _is_nameless(name: str) -> bool:
    return not name.strip() or name.lower().startswith("unnamed:")


def measures_of(profile: Profile, told: Told, each: str | None) -> tuple[str | None, list[str]]:
    """The column of measures and its values; or None and the columns that hold values.

    `each` names the column whose values are taken instead.
    """
    source = profile.table.origin.description
    draft = Draft(profile, told)
    rows = chosen_rows(draft)
    if each is not None:
        choice(each, profile.table.names, f"column of {source}")
    columns = [profile.by_name[each]] if each else [c for c in profile.columns if names_measures(c)]
    if profile.table.formatted and not each and "measure" in profile.by_name:
        columns = [profile.by_name["measure"]]
    if len(columns) == 1:
        names = columns[0].names
        return columns[0].name, list(dict.fromkeys(names[i] for i in rows.tolist()))
    if pairs := measured_pairs(draft, [c for c in profile.columns if c.kind == "number"]):
        return None, list(dict.fromkeys(measure for _, measure in pairs))
    taken = {n for role in ("algorithm", "problem", "run", "step") for n in listed(told.get(role))}
    values = [
        c.name
        for c in profile.columns
        if c.kind == "number"
        and c.name not in taken
        and (has(c, "measure") or has(c, "value") or has(c, "time"))
        and not is_no_value(c)
    ]
    if len(values) < 2:
        listing = ", ".join(map(repr, profile.table.names))
        raise InputError(
            Message(
                f"{source}: no single column holds measures, nor do several hold values, among "
                f"{listing}; say which column tells them apart with ",
                Option("each"),
            )
        )
    return None, values


# Which values are better, by evidence: the order in which the two directions are offered.
#
# Nobody is spared the question by it: a wrong guess would turn conclusions round. The rules are
# entries of the registry of `evidence`, and speak for higher values (+) or lower ones (-).


_MOST = 1 << 16  # values that are looked at
_BY_NAME = 4.0  # what the name of the measure weighs


@dataclass(frozen=True, eq=False)
class Valued:
    """The results of a reading as one looks at them to tell good from bad.

    `values` are by problem and algorithm, of a long table in one column; `marked` are those that
    the source emphasises; `texts` are what is written around them, with what a word in it weighs.
    """

    values: FloatArray
    algorithms: tuple[str, ...]
    texts: Mapping[str, float]
    parts: tuple[tuple[str, str], ...] = ()
    marked: BoolArray | None = None
    wide: bool = True
    sorted: Mapping[str, float] = field(default_factory=dict)


def likely_direction(reading: Reading, arranged: Arranged) -> tuple[str, tuple[Evidence, ...]]:
    """The direction that is offered first, and what speaks for it."""
    table = arranged.table
    said = [reading.measure, table.origin.measure]
    said += reading.results[:1] if reading.layout == "long" else []
    texts = dict.fromkeys((name for name in said if name), _BY_NAME)
    sides = (arranged.algorithms, arranged.problems) if arranged.wide else ()
    around = {
        **{str(wanted): 1.5 for _, wanted in reading.where},
        table.name: 1.5,
        table.origin.description.rsplit("/", 1)[-1]: 1.2,
        **{" ".join(_shared(names[:200])): 1.5 for names in sides},
    }
    texts |= {text: weight for text, weight in around.items() if text and text not in texts}
    values = arranged.values if arranged.wide else arranged.values[:, None]
    step = max(1, values.size // _MOST)
    marked = _marked(arranged) if arranged.wide and step == 1 else None
    looked = Valued(
        values[::step],
        arranged.algorithms if arranged.wide else (),
        texts,
        tuple((part.name, part.why) for part in reading.left_out),
        marked,
        arranged.wide,
        _sorted(arranged) if reading.layout == "columns" else {},
    )
    evidence = gathered("direction", looked)
    score = sum(each.strength for each in evidence)
    return ("lower" if score < 0 else "higher"), tuple(evidence)


def _sorted(arranged: Arranged) -> dict[str, float]:
    """The summaries beside the results by which the algorithms are listed: +1 if they fall."""
    found = {}
    for part, column in zip(arranged.reading.columns, arranged.table.columns, strict=True):
        if part.role == "summary" and len(arranged.lines) > 5:
            values = numbers([column[i] for i in arranged.lines.tolist()], arranged.table.decimal)
            steps = np.diff(values.values[np.isfinite(values.values)])
            if len(steps) > 4 and ((steps <= 0).all() or (steps >= 0).all()) and steps.any():
                found[part.name] = -float(np.sign(steps.sum()))
    return found


def _shared(names: tuple[str, ...]) -> list[str]:
    """The words that most of some names have, as in "AMI WER", "LS WER"."""
    parts = [{*words(name)} for name in names]
    found = dict.fromkeys(word for part in parts[:50] for word in part)
    return [word for word in found if sum(word in part for part in parts) > 0.5 * len(parts)]


def _marked(arranged: Arranged) -> BoolArray | None:
    """The cells in bold type, or else those with a star, by problem and algorithm."""
    table, cells = arranged.table, arranged.table.bold
    turned = arranged.reading.layout == "columns"
    marked = np.zeros(arranged.values.T.shape if turned else arranged.values.shape, dtype=bool)
    if not cells:
        for column, j in enumerate(arranged.across):
            if not isinstance(table.columns[j], np.ndarray):
                for row, i in enumerate(arranged.lines.tolist()):
                    cell = table.columns[j][i]
                    marked[row, column] = isinstance(cell, str) and cell.rstrip().endswith("*")
    elif len(cells) * 3 < marked.size * 2:
        place = {int(i): row for row, i in enumerate(arranged.lines.tolist())}
        across = {j: column for column, j in enumerate(arranged.across)}
        for i, j in cells:
            if i in place and j in across:
                marked[place[i], across[j]] = True
    if not marked.any():
        return None
    return marked.T if turned else marked


@rule("direction")
def said(looked: Valued) -> Iterator[Evidence]:
    """The measure is named, or a measure in what is written around the table."""
    for text, weight in looked.texts.items():
        if found := direction(text):
            yield Evidence("said", weight * _side(found), f"{text!r} says so")
            if weight >= _BY_NAME:
                return


def _side(better: str) -> float:
    return 1.0 if better == "higher" else -1.0


@rule("direction")
def ranked(looked: Valued) -> Iterator[Evidence]:
    """The values are ranks, or mean ranks: they add up to what ranks add up to in each row."""
    k = len(looked.algorithms)
    values = (
        looked.values[np.isfinite(looked.values).all(axis=1)] if looked.wide and k > 2 else None
    )
    if values is None or len(values) < 3 or values.min() < 1.0 or values.max() > k:
        return
    halves = bool((2 * values == np.round(2 * values)).all())
    off = np.abs(values.sum(axis=1) - k * (k + 1) / 2)
    firsts = halves & (values.min(axis=1) <= 1.5)  # of ties all may get the first of their places
    if ((off <= 0.02 * k) | firsts).mean() >= 0.9 and np.ptp(values) > 0:
        yield Evidence("ranked", -2.5 * _BY_NAME, "the values are ranks")
    elif k > 4 and (off <= 0.04 * k * (k + 1)).all():
        yield Evidence("ranked", -1.5, "the values add up nearly as mean ranks do")


@rule("direction")
def marks(looked: Valued) -> Iterator[Evidence]:
    """The best of each problem are emphasised: they lie above or below the others."""
    if looked.marked is None:
        return
    some = looked.marked.any(axis=1) & ~looked.marked.all(axis=1)
    votes = []
    for values, marked in zip(looked.values[some], looked.marked[some], strict=True):
        rest = values[~marked & np.isfinite(values)]
        if len(rest) and np.isfinite(values[marked]).any():
            above = np.mean(rest < np.nanmean(values[marked]))
            votes.append(2.0 * float(above) - 1.0)
    if votes and abs(side := float(np.mean(votes))) > 0.2:
        which = "highest" if side > 0 else "lowest"
        yield Evidence("marks", 3.0 * side, f"the {which} values are emphasised")


@rule("direction")
def summed(looked: Valued) -> Iterator[Evidence]:
    """A column of ranks or wins agrees with one direction."""
    for name, why in looked.parts:
        for better in ("higher", "lower"):
            if f"({better} is better)" in why:
                yield Evidence("summed", 3.0 * _side(better), f"{name!r} counts so")
                return


@rule("direction")
def own_method(looked: Valued) -> Iterator[Evidence]:
    """The method that its authors propose is seldom worse than the median of the others."""
    own = [j for j, name in enumerate(looked.algorithms) if {*words(name)} & {"ours", "proposed"}]
    if len(own) != 1 or len(looked.algorithms) < 3:
        return
    with np.errstate(invalid="ignore"):
        rest = np.delete(looked.values, own[0], axis=1)
        above = np.sign(looked.values[:, own[0]] - np.nanmedian(rest, axis=1))
    if np.isfinite(above).any() and (side := float(np.nanmean(above))):
        yield Evidence("own_method", 1.5 * side, f"{looked.algorithms[own[0]]!r} lies so")


@rule("direction")
def sorted_by_mean(looked: Valued) -> Iterator[Evidence]:
    """A board is sorted by its mean, the best first."""
    for name, order in looked.sorted.items():
        which = "falls" if order > 0 else "climbs"
        yield Evidence("sorted_by_mean", 1.5 * order, f"{name!r} {which} from row to row")
        return


@rule("direction")
def span(looked: Valued) -> Iterator[Evidence]:
    """Shares fill the range up to 1 or 100; errors, costs and times have a floor alone."""
    finite = looked.values[np.isfinite(looked.values)]
    if not len(finite):
        return
    low, high, middle = float(finite.min()), float(finite.max()), float(np.median(finite))
    if low >= 0.0 and middle > 0.0:
        top = 1.0 if high <= 1.0 else 100.0 if high <= 100.0 else np.inf
        if top < np.inf and middle >= 0.4 * top:
            yield Evidence("span", 1.0, f"the values lie below {top:g}, most in the upper part")
            return
        small = float(np.quantile(finite, 0.1))
        if high > 100.0 * max(small, np.finfo(float).tiny) and middle < 0.1 * high:
            yield Evidence("span", -1.0, "the values have a floor and spread over magnitudes")
        elif top == 1.0 and middle < 0.1:
            yield Evidence("span", -0.5, "the values lie near 0")
        elif top == np.inf and (low > 100.0 or high > 10.0 * middle):
            yield Evidence("span", -0.5, "the values are large as costs and times are")


@rule("direction")
def listed_best_first(looked: Valued) -> Iterator[Evidence]:
    """A board lists its algorithms in the order of their mean, the best first."""
    k = len(looked.algorithms)
    if k < 6 or not looked.wide:
        return
    with np.errstate(invalid="ignore"):
        level = looked.values - np.nanmedian(looked.values, axis=1, keepdims=True)
        held = np.isfinite(level).any(axis=0)
        means = np.nanmedian(level[:, held], axis=0)
    if held.sum() >= 6:
        steps = np.sign(np.diff(means))
        if abs(side := -float(steps.mean())) > 0.7:
            yield Evidence("listed_best_first", 0.8 * side, "the algorithms are listed so")
