"""From the profile of a table to readings of it: choices, each with its evidence.

A reading is made of few questions, which are answered in this order: is each row one result
(`long_tables`)? which columns name the rows (`wide_tables`)? do the problems lie in rows or
columns? which rows and columns are no results, and are the columns measures of one thing
(`wide_lines`)? An answer may be told by the user or forced, to see what follows from another one.
"""

from __future__ import annotations

from collections import Counter
from itertools import takewhile

import numpy as np

from evenkeel.errors import InputError, Message, Option, TableError, choice
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
from evenkeel.tables.lexicon import is_corner
from evenkeel.tables.long_tables import formatted_keys, long_keys, read_long
from evenkeel.tables.profile import Profile
from evenkeel.tables.readings import Reading
from evenkeel.tables.wide_tables import measured_pairs, read_matrix, read_wide


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
