"""Wide tables, with a row or a column for each problem: what names the rows, runs, measures.

Long because the choices of a wide table follow one from the other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.tables.drafts import (
    JOINT,
    Draft,
    chosen_rows,
    deviating,
    has,
    in_likely_order,
    listed,
    make_reading,
    measure_column,
    names_measures,
    nothing_to_compare,
    recurs,
    splits,
)
from evenkeel.tables.evidence import Block, Evidence
from evenkeel.tables.lexicon import (
    Meaning,
    are_splits,
    is_corner,
    kind_of_name,
    meanings,
    names_a_measure,
    names_runs,
    says_test,
    words,
)
from evenkeel.tables.parsing.cells import name_of, quote
from evenkeel.tables.parsing.numerals import is_nearly
from evenkeel.tables.profile import Column
from evenkeel.tables.readings import Choice, Layout, Part, Reading
from evenkeel.tables.wide_lines import (
    block_of,
    check_kind,
    check_rows,
    columns_left_out,
    first_look,
    orientation,
    rows_left_out,
)

_MIXED = 0.3  # share of numbers from which words among them may be faults
_REMARKED = re.compile(r"\s*[-+~]?[0-9]+(?:\.[0-9]+)?\s*[(\[]")  # a number, then a remark
_NEARLY = 0.6  # share of different names from which a column names single rows


def read_matrix(draft: Draft) -> Reading:
    """A bare matrix: each row a problem, each column an algorithm, unless it was told otherwise."""
    memory = draft.profile.table.origin.format in ("array", "frame")
    told = draft.told.get("shape", "auto") != "auto" or bool(draft.told.get("transpose")) or memory
    columns = draft.free()
    if draft.free("text") and not memory:
        raise nothing_to_compare(
            draft, "there is no row of names above the results; put one above them"
        )
    for column in columns:
        draft.role(column, "result", "")
    for option in ("algorithms", "not_algorithms", "drop"):
        if draft.told.get(option):
            raise InputError(
                Message(
                    f"{draft.profile.table.origin.description} has no names of columns to choose "
                    "by; leave ",
                    Option(option),
                    " out",
                )
            )
    layout: Layout = draft.decide(
        "orientation",
        0.5,
        "rows",
        "columns",
        told="columns" if draft.turned else "rows" if told else None,
    )
    return make_reading(draft, layout)


def _key_score(draft: Draft, column: Column, first: int) -> float:
    """How likely it is that a column names the rows of a wide table."""
    n = draft.profile.n
    score = 3.0 * (column.distinct >= _NEARLY * n) + 1.5 * (column.distinct == n)
    score += 2.0 * max(meanings(column.name).get(r, 0.0) for r in ("problem", "algorithm"))
    score += 1.5 * (column.position == first) - 0.02 * column.position
    blank = not column.name.strip() or column.name.startswith(("Unnamed", "index"))
    score += 1.0 * (blank and column.position == first)
    if (
        has(column, "remark")
        and not has(column, "problem", 1.0)
        and (column.position != first or column.distinct < n)
    ):
        score -= 2.5 + 3.0 * (column.distinct < _NEARLY * n)
    if names_measures(column):
        score -= 3.0
    if column.kind == "number":
        score -= 2.0
        score += 1.5 * (column.counting and column.position == first)
    return score - 3.0 * (column.distinct == 1) - 4.0 * (1.0 - column.filled)


def _may_key(draft: Draft, column: Column, first: int, texts: bool) -> bool:
    if column.kind == "text" or (column.position == 0 and is_corner(column.name)):
        return True
    if has(column, "problem", 1.0) or has(column, "algorithm", 1.0):
        return True
    if texts or column.position != first:
        return False
    if column.distinct < draft.profile.n or column.filled < 1.0:
        return False
    if not column.name.strip() or column.counting or has(column, "counter", 1.0):
        return True
    # sizes or settings at the left, each of them once and in order, name the problems
    rising = bool((np.diff(column.finite) > 0).all())  # above a row of means
    return has(column, "size", 1.0) or (rising and (column.whole or has(column, "size", 0.4)))


def read_wide(draft: Draft) -> Reading:
    """The reading of a table with a row or a column for each problem."""
    profile = draft.profile
    own = is_corner(profile.table.names[0])
    chosen = chosen_rows(draft)
    measure, where = measure_column(draft, chosen, each_row=True)
    if measure is not None and len(chosen) == profile.n:
        column = next(
            c
            for c in profile.columns
            if draft.roles.get(c.position, Part("", "")).role == "measure"
        )
        chosen = chosen[[column.names[i] == measure for i in chosen.tolist()]]
    keys = _wide_keys(draft, chosen, where)
    chosen = chosen if not where else chosen_rows(replace_told(draft, where))
    runs = _wide_runs(draft, keys, chosen)
    step = _wide_step(draft, (*keys, *runs), chosen)
    mixed = [column for column in draft.free("text") if own or _may_be_results(draft, column)]
    candidates = [c for c in draft.free() if own or c.kind == "number" or c in mixed]
    for column in draft.free("text"):
        if column not in mixed:
            draft.role(column, "text", "it holds words")
    candidates = _without_deviations(draft, candidates)
    measured = _columns_of_measures(draft, candidates)
    if measured is not None:
        candidates, measure = measured
    if not candidates:
        raise nothing_to_compare(
            draft, "no column holds numbers that could be results; give a table of results"
        )
    block = block_of(draft, candidates, keys, chosen)
    if not own and not draft.turned and draft.told.get("shape", "auto") == "auto":
        _check_crossed(draft, block)
        _check_tested(draft, block)
    rows_out, columns_out = first_look(draft, block)
    layout = orientation(draft, block, rows_out, columns_out, own, draft.turned, bool(runs))
    if layout == "rows" and measured is None and not own:
        measure = _of_crossed(draft, candidates, block) or measure
        candidates = [c for c in candidates if c.position not in draft.roles]
        block = block_of(draft, candidates, keys, chosen)
    gone = columns_left_out(draft, block, candidates, layout, own)
    left = [c for c in candidates if c not in gone]
    if not left:
        raise nothing_to_compare(
            draft,
            "no column holds results, only sizes, counts and summaries; give a table of results",
        )
    check_kind(draft, block, candidates, left, layout, own, measure is not None)
    lost = rows_left_out(draft, block, gone, candidates, chosen, layout, own)
    if not own and not runs:
        check_rows(draft, block.rows, lost, layout)
    for column in left:
        draft.role(column, "result", "")
    names = tuple(c.name for c in left)
    return make_reading(
        draft,
        layout,
        problem=tuple(c.name for c in keys) if layout == "rows" else (),
        algorithm=tuple(c.name for c in keys) if layout == "columns" else (),
        results=names,
        run=tuple(c.name for c in runs),
        step=None if step is None else step.name,
        measure=measure if measure is not None else None,
        where=tuple(where.items()),
        rows=lost,
    )


def _check_crossed(draft: Draft, block: Block) -> None:
    """Raise if a table compares names with one another, as p-values of all pairs do."""
    both = {*block.rows} & {*block.columns}
    pairs = next((a for a in (block.rows, block.columns) if _versus(a)), None)
    if len(both) >= 2 and len(both) >= 0.6 * max(len(block.rows), len(block.columns)):
        why = f"the rows have the names of the columns ({', '.join(sorted(both)[:3])}, ...)"
    elif pairs is not None:
        why = f"names such as {pairs[0]!r} are those of pairs"
    else:
        return
    raise nothing_to_compare(
        draft,
        Message(
            f"{why}: algorithms are compared with one another, as by p-values, and there are no "
            "results on problems; give those, or, if the rows are problems, give ",
            Option("shape", "wide"),
        ),
    )


def _check_tested(draft: Draft, block: Block) -> None:
    """Raise if the table holds p-values: its file says so, and so do the numbers."""
    source = draft.profile.table.origin.description.rpartition("/")[2]
    values = block.matrix[np.isfinite(block.matrix)]
    if not len(values) or values.min() < 0.0 or values.max() > 1.0 or not says_test(source):
        return
    positive = values[values > 0.0]
    spread = len(positive) > 0 and np.log10(positive.max() / positive.min()) > 3.0
    if spread or float(np.median(values)) < 0.1:
        raise nothing_to_compare(
            draft,
            Message(
                f"{source!r} seems to hold p-values of a test, and no results; give those that "
                "were tested, or, if these are results, give ",
                Option("shape", "wide"),
            ),
        )


def _versus(names: Sequence[str]) -> bool:
    """Whether most names are those of pairs, as in "A vs B"."""
    return sum(bool({"vs", "versus"} & {*words(name)[1:-1]}) for name in names) > 0.6 * len(names)


def _may_be_results(draft: Draft, column: Column) -> bool:
    """Whether a column of words holds so many numbers that the words may be faults."""
    filled = len(column.values) - column.missing
    remarked = sum(bool(_REMARKED.match(name_of(cell))) for cell in column.cells)
    decimal = column.table.decimal
    texts = (cell for cell in column.numbers.wrong.cells.values() if isinstance(cell, str))
    nearly = sum(is_nearly(cell.strip(), decimal) for cell in texts)
    if len(column.finite) + nearly < _MIXED * filled and remarked < 0.8 * filled:
        return False
    only, gone, drop = (
        draft.told.get(option) for option in ("algorithms", "not_algorithms", "drop")
    )
    told = None
    if column.name in (*listed(gone), *listed(drop)) or (only and column.name not in listed(only)):
        told = "out"
    elif (drop if draft.turned else (only or gone)) is not None:
        told = "result"
    wrong = filled - len(column.finite)
    why = "1 cell of it is no number" if wrong == 1 else f"{wrong} cells of it are no numbers"
    why += f", as {quote(next(iter(column.numbers.wrong.cells.values())))}"
    evidence = [Evidence("mixed", 0.5, why)]
    about = f"column:{column.name}"
    if draft.decide(about, 0.5, "result", "out", evidence, told) == "out":
        draft.role(column, "words", why)
        return False
    return True


def replace_told(draft: Draft, where: Mapping[str, Any]) -> Draft:
    """The draft with other rows chosen."""
    return Draft(draft.profile, {**draft.told, "where": where})


def _wide_keys(
    draft: Draft, rows: np.ndarray[Any, np.dtype[np.int64]], where: dict[str, Any]
) -> tuple[Column, ...]:
    """The columns that name the rows; none if the rows have no names."""
    by_name = draft.profile.by_name
    named = listed(draft.told.get("problem")) + listed(draft.told.get("algorithm"))
    if named:
        keys = tuple(by_name[name] for name in named)
        for column in keys:
            draft.role(column, "key", "you said so")
        return keys
    texts = [c for c in draft.free("text") if c.distinct > 1]
    first = min((c.position for c in draft.free("text", "number")), default=0)
    columns = [c for c in draft.free("text", "number") if _may_key(draft, c, first, bool(texts))]
    columns = [c for c in columns if c.name not in where]
    if not columns:
        return _blocks_of_sizes(draft, rows)
    best = max(columns, key=lambda c: _key_score(draft, c, first))
    score = _key_score(draft, best, first)
    nameless = best.kind == "text" and (best.distinct < 2 or score < -1.0) and len(columns) == 1
    if nameless and not (has(best, "problem", 1.0) or has(best, "algorithm", 1.0)):
        return ()
    called = has(best, "problem", 0.3) or has(best, "algorithm", 0.3)
    if (
        best.kind == "text"
        and not called
        and (best.position > first or best.distinct == 2)
        and best.distinct * 2 < len(rows)
    ):
        return ()  # a remark that recurs names no rows
    draft.role(best, "key", "it names the rows")
    if best.kind == "number" and not has(best, "problem") and not best.counting:
        # a size that names the problems may as well be a result
        draft.decide(f"key:{best.name}", 1.2 if has(best, "size", 0.4) else 0.6, "key", "result")
    found = [best]
    groups = _refining(draft, found, rows)
    for column in groups:
        values = list(dict.fromkeys(column.names[i] for i in rows.tolist()))
        pick = draft.pick(f"key:{column.name}", ["key", *values[:3]], 0.4)
        if pick == "key":
            draft.role(column, "key", "together with the others it names the rows")
            found.append(column)
        else:
            draft.role(column, "group", f"only the rows with {pick} are read")
            where[column.name] = pick
    return tuple(found)


def _refining(
    draft: Draft, keys: Sequence[Column], rows: np.ndarray[Any, np.dtype[np.int64]]
) -> list[Column]:
    """Columns of words that tell rows of one name apart, unless these are runs."""
    if not recurs(keys[:1], rows):
        return []
    runs = [column for column in draft.free() if has(column, "run", 1.0)]
    if runs and not recurs([*keys, *runs], rows):
        return []
    found: list[Column] = []
    for column in draft.free("text", "number"):
        said = column.kind == "text" or has(column, "size", 1.0) or has(column, "problem")
        crossed = column.distinct <= 30 and not recurs([*keys, *found, column], rows)
        if not said and not crossed:
            continue
        counts_runs = has(column, "run") and not are_splits(column.names)
        if counts_runs or has(column, "step") or column.distinct < 2:
            continue
        if column.distinct > len(rows) / 2 and not (
            crossed and column.kind == "text" and column.distinct < len(rows)
        ):
            continue
        if column.kind == "number" and not column.whole and not crossed:
            continue
        if splits(column, [*keys, *found], rows):
            found.append(column)
    return found


def _blocks_of_sizes(draft: Draft, rows: np.ndarray[Any, np.dtype[np.int64]]) -> tuple[Column, ...]:
    """Columns of sizes at the left that name problems together, in blocks of runs."""
    found: list[Column] = []
    for column in draft.free("number"):
        few = 1 < column.distinct <= max(2, draft.profile.n // 4)
        said = has(column, "size") or has(column, "problem")
        if not few or not (said or (found and _in_blocks([*found, column], rows))):
            break
        found.append(column)
    if found and len(draft.free("number")) - len(found) >= 2:
        for column in found:
            draft.role(column, "key", "it is the same in blocks of rows")
            draft.choices.append(Choice(f"key:{column.name}", "key", 0.6, (), (("result", 0.6),)))
        return tuple(found)
    return ()


def _in_blocks(columns: Sequence[Column], rows: np.ndarray[Any, np.dtype[np.int64]]) -> bool:
    """Whether columns are the same together in blocks of equally many rows."""
    names = list(zip(*([c.names[i] for i in rows.tolist()] for c in columns), strict=True))
    counts = Counter(names)
    changes = 1 + sum(one != other for one, other in pairwise(names))
    return len({*counts.values()}) == 1 and changes == len(counts) < len(names)


def _wide_runs(
    draft: Draft, keys: tuple[Column, ...], rows: np.ndarray[Any, np.dtype[np.int64]]
) -> tuple[Column, ...]:
    """The columns that number the rows of a problem, where it has several."""
    told, by_name = draft.told, draft.profile.by_name
    if told.get("run"):
        runs = tuple(by_name[name] for name in listed(told["run"]))
        for column in runs:
            draft.role(column, "run", "you said so")
        return runs
    if told.get("run") is False or not keys:
        return ()
    if not recurs(keys, rows):
        for column in draft.free("number"):
            said = has(column, "run", 1.0) and column.whole and not has(column, "measure")
            if said and (column.constant or column.counting):
                draft.role(column, "counter", "it tells no rows apart")
        return ()
    found: list[Column] = []
    for column in draft.free():
        if column.kind == "number" and not column.whole:
            continue
        said = has(column, "run", 1.0) and not are_splits(column.names)
        if (said or _numbers_runs(column, keys, rows)) and splits(column, [*keys, *found], rows):
            draft.role(column, "run", "it numbers the rows of each problem")
            found.append(column)
            if not said:
                draft.choices.append(Choice(f"run:{column.name}", "run", 1.2))
    return tuple(found)


def _wide_step(
    draft: Draft, keys: tuple[Column, ...], rows: np.ndarray[Any, np.dtype[np.int64]]
) -> Column | None:
    """The column of the steps of curves, where the rows of a run differ by it."""
    told = draft.told.get("step")
    steps = [draft.profile.by_name[told]] if told else []
    if told is None and keys and recurs(keys, rows):
        said = (c for c in draft.free("number") if has(c, "step", 1.0))
        steps = [c for c in said if splits(c, keys, rows) and _climbs(c, keys, rows)]
    if not steps:
        return None
    draft.role(steps[0], "step", "you said so" if told else "it tells rows of a run apart")
    return steps[0]


def _climbs(
    column: Column, keys: tuple[Column, ...], rows: np.ndarray[Any, np.dtype[np.int64]]
) -> bool:
    """Whether a column holds whole numbers, or climbs from row to row of each of the others."""
    last: dict[tuple[str, ...], float] = {}
    for i in rows.tolist() if not column.whole else ():
        cell = tuple(key.names[i] for key in keys)
        value = float(column.names[i] or "nan")
        if value <= last.get(cell, -np.inf):
            return False
        last[cell] = value
    return True


def _numbers_runs(
    column: Column, keys: tuple[Column, ...], rows: np.ndarray[Any, np.dtype[np.int64]]
) -> bool:
    """Whether a column without a name counts the rows within each problem."""
    blank = column.name.lower().startswith(("index", "unnamed:"))
    if column.kind != "number" or (any(map(str.isalpha, column.name)) and not blank):
        return False
    groups: dict[tuple[str, ...], list[str]] = {}
    for i in rows.tolist():
        groups.setdefault(tuple(key.names[i] for key in keys), []).append(column.names[i])
    sizes = {len(group) for group in groups.values()}
    return len(sizes) <= 2 and all(len(set(group)) == len(group) for group in groups.values())


def _without_deviations(draft: Draft, columns: list[Column]) -> list[Column]:
    """Columns such as "DE std" or "std DE" beside "DE" or "DE mean" hold deviations, no results."""
    left = []
    for column, deviates in zip(columns, deviating([c.name for c in columns]), strict=True):
        if deviates:
            draft.role(column, "deviation", "it is the deviation of a column beside it")
        else:
            left.append(column)
    return left


def _of_crossed(draft: Draft, columns: Sequence[Column], block: Block) -> str:
    """Ask what crossed headings say: one of them is chosen, or "" if all columns are algorithms."""
    parts = _crossed_levels([column.name for column in columns])
    if parts is None or any(
        draft.told.get(o) is not None for o in ("algorithms", "not_algorithms")
    ):
        return ""
    at = int(_stands_for(parts, 1, block) <= _stands_for(parts, 0, block))
    values = list(dict.fromkeys(part[at] for part in parts))
    measure = str(draft.pick("measure", [values[0], "", *values[1:]], 0.4))
    for column, part in zip(columns, parts, strict=True):
        if measure and part[at] != measure:
            draft.role(column, "other measure", f"it holds {part[at]}")
    return measure


def _stands_for(parts: Sequence[tuple[str, ...]], at: int, block: Block) -> float:
    """How much a level of crossed headings seems to name the algorithms."""
    found = -float(np.mean([kind_of_name(part[at]) for part in parts]))
    if block.bold is not None:  # one is emphasised among those that compete
        groups = [
            block.bold[:, [j for j, part in enumerate(parts) if part[1 - at] == value]]
            for value in dict.fromkeys(part[1 - at] for part in parts)
        ]
        found += 2.0 * float(np.mean([(group.sum(axis=1) == 1).mean() for group in groups]))
    return found


def _crossed_levels(names: Sequence[str]) -> list[tuple[str, ...]] | None:
    """The parts of headings below headings, where each of both stands with each other once."""
    parts = [tuple(name.split(JOINT)) for name in names]
    if any(len(part) != 2 for part in parts):
        return None
    tops, bottoms = ({part[at] for part in parts} for at in (0, 1))
    whole = len({*parts}) == len(parts) == len(tops) * len(bottoms)
    return parts if whole and min(len(tops), len(bottoms)) > 1 else None


def _columns_of_measures(draft: Draft, columns: list[Column]) -> tuple[list[Column], str] | None:
    """The columns of one measure, where each algorithm has a column for each of several."""
    pairs = measured_pairs(draft, columns)
    if pairs is None:
        return None
    measures = list(dict.fromkeys(measure for _, measure in pairs if measure))
    told = draft.told.get("measure")
    if told is not None:
        told = choice(str(told), measures, "measure")
    measure = draft.pick("measure", in_likely_order(draft, measures), 0.4, told, step=0.3)
    left = []
    for column, (_, its) in zip(columns, pairs, strict=True):
        if its == measure or not its:
            left.append(column)
        else:
            draft.role(column, "other measure", f"it holds {its}")
    return left, str(measure)


def measured_pairs(draft: Draft, columns: Sequence[Column]) -> list[tuple[str, str]] | None:
    """Algorithm (or problem) and measure of each column, where headings have both.

    The measure of a column that has none is empty.
    """
    names_of_columns = [column.name for column in columns]
    levels = draft.profile.table.levels
    parts = [tuple(name.split(JOINT)) for name in names_of_columns]
    if len(levels) == 2 and all(len(part) == 2 for part in parts):
        at = _level_of_measures(levels)
        if at is not None:
            return [(part[1 - at], part[at]) for part in parts]
    crossed = _crossed_levels(names_of_columns)
    for at in (1, 0) if crossed else ():
        values = {part[at] for part in parts}
        said = np.mean([names_a_measure(value) for value in values])
        if draft.told.get("measure") in values or (
            said >= 0.5 and not any(map(names_a_measure, {part[1 - at] for part in parts}))
        ):
            return [(part[1 - at], part[at]) for part in parts]
    if len(columns) < 4:
        return None
    for ends in (True, False):
        pairs = _shared_parts(names_of_columns, ends)
        if pairs is None:
            continue
        cut = [pair for pair in pairs if pair[1]]
        names = list(dict.fromkeys(name for name, _ in cut))
        measures = list(dict.fromkeys(measure for _, measure in cut))
        least = 0.75 if len(cut) == len(pairs) > 4 else 0.9  # some may not have been measured
        if (
            len(names) < 2
            or len(measures) < 2
            or len(set(cut)) != len(cut)
            or len(cut) < max(least * len(names) * len(measures), 0.6 * len(pairs))
            or not _are_measures(measures)
        ):
            continue
        if not are_splits(names) and not all(map(names_a_measure, names)):
            return pairs
    return None


def _are_measures(names: Sequence[str]) -> bool:
    """Whether parts of headings are measures, parts of the data, or numbers of runs."""
    kinds: tuple[Meaning, ...] = ("measure", "time", "statistic", "deviation", "summary")
    said = [any(meanings(name).get(kind, 0.0) >= 0.6 for kind in kinds) for name in names]
    if np.mean(said) > 0.5:
        return True
    if are_splits(names):
        return True
    return names_runs(list(names))


def _level_of_measures(levels: Sequence[str]) -> int | None:
    """Which of two levels of headings names measures, by what the levels are called."""
    for at, level in enumerate(levels):
        other = meanings(levels[1 - at])
        if meanings(level).get("measures", 0.0) == 1.0 or (
            not level and max(other.get("algorithm", 0.0), other.get("problem", 0.0)) == 1.0
        ):
            return at
    return None


_APART = " /_-.:"
_MARKS = (" / ", " - ", "_", " ", ".", "-", ":", "/")


def _shared_parts(names: Sequence[str], ends: bool) -> list[tuple[str, str]] | None:
    """Each name cut in two, where its end (or beginning) is that of others as well."""
    cuts: list[list[tuple[str, str]]] = []
    for name in names:
        found = []
        for mark in _MARKS:
            at = name.find(mark)
            while at >= 0:
                head, tail = name[:at].rstrip(_APART), name[at + len(mark) :].lstrip(_APART)
                if head and tail and not (mark == "." and head[-1].isdigit() and tail[0].isdigit()):
                    found.append((head, tail) if ends else (tail, head))
                at = name.find(mark, at + 1)
        cuts.append(list(dict.fromkeys(found)))
    counts = Counter(part for found in cuts for part in {part for _, part in found})
    # "acc_norm_A" beside "acc_A" is A's acc_norm: what is left is the name of others as well
    left = Counter(name for found in cuts for name in {name for name, _ in found})

    def likely(cut: tuple[str, str]) -> tuple[bool, bool, int, int]:
        return counts[cut[1]] > 1, left[cut[0]] > 1, counts[cut[1]], len(cut[1])

    chosen = [max(found, key=likely, default=("", "")) for found in cuts]
    parted = [(name, part) if counts[part] > 1 else ("", "") for name, part in chosen]
    return parted if any(part for _, part in parted) else None
