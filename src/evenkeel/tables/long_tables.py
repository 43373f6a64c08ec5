"""Long tables, in which each row holds one result: keys, runs, steps, measures and values.

Long because the choices of a long table follow one from the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from evenkeel.errors import Message, Option, TableError, choice
from evenkeel.tables.drafts import (
    JOINT,
    Draft,
    chosen_rows,
    has,
    in_likely_order,
    is_no_value,
    listed,
    make_reading,
    measure_column,
    names_measures,
    nothing_to_compare,
    recurs,
    splits,
)
from evenkeel.tables.evidence import Block, Evidence, says_summary
from evenkeel.tables.lexicon import Meaning, are_splits, kind_of_name, meanings, says_test
from evenkeel.tables.profile import Column
from evenkeel.tables.readings import SURE, Part, Reading
from evenkeel.tables.wide_lines import MANY, summed_up


def formatted_keys(draft: Draft) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
    """The columns of a table that a format has made: their roles are told by their names."""
    by_name = draft.profile.by_name
    return (by_name["algorithm"],), (by_name["problem"],)


def long_keys(draft: Draft) -> tuple[tuple[Column, ...], tuple[Column, ...]] | None:
    """The columns of the algorithms and the problems if each row is one result, else None."""
    told = draft.told
    shape = told.get("shape", "auto")
    turned = bool(told.get("transpose")) or shape == "transposed"
    if shape == "wide" or turned:
        draft.decide("shape", SURE, "wide", "long", told="wide")
        return None
    found = _best_pair(draft)
    asked = (
        shape == "long"
        or bool(told.get("algorithm") and told.get("problem"))
        or bool(told.get("value"))
    )
    if found is None:
        if asked:
            return _asked_keys(draft)
        return None
    score, algorithm, problem, evidence = found
    pick = draft.decide("shape", score, "long", "wide", evidence, "long" if asked else None)
    if pick != "long":
        return None
    return _asked_keys(draft, algorithm, problem)


def _asked_keys(
    draft: Draft, algorithm: Column | None = None, problem: Column | None = None
) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
    by_name, source = draft.profile.by_name, draft.profile.table.origin.description
    found = []
    for role, column in (("algorithm", algorithm), ("problem", problem)):
        named = listed(draft.told.get(role))
        columns = tuple(by_name[name] for name in named) if named else (column,) if column else ()
        if not columns:
            known = ", ".join(map(repr, draft.profile.table.names))
            raise TableError(
                source,
                [
                    Message(
                        f"no column was recognised as that of the {role}s among {known}; say "
                        "which one it is with ",
                        Option(role),
                    )
                ],
            )
        found.append(columns)
    first, second = found
    if algorithm and problem and not draft.told.get("algorithm") and not draft.told.get("problem"):
        side = _role_of_key(algorithm, problem)
        swapped = draft.decide("key:roles", side, False, True)
        if swapped:
            return second, first
    return first, second


def _role_of_key(algorithm: Column, problem: Column) -> float:
    """How clear it is which of two crossed columns names the algorithms."""
    a, p = meanings(algorithm.name), meanings(problem.name)
    said = a.get("algorithm", 0.0) - a.get("problem", 0.0)
    said += p.get("problem", 0.0) - p.get("algorithm", 0.0)
    kinds = _kind(problem) - _kind(algorithm)
    fewer = 0.4 if algorithm.distinct < problem.distinct else -0.2
    return 2.0 * said + 0.8 * kinds + fewer


def _kind(column: Column) -> float:
    names = list(dict.fromkeys(column.names))[:100]
    return float(np.mean([kind_of_name(name) for name in names])) if names else 0.0


def _may_name(draft: Draft, column: Column) -> bool:
    """Whether a column may name algorithms or problems of a long table."""
    named = has(column, "problem") or has(column, "algorithm")
    if column.kind == "number" and not (named or column.whole or has(column, "size", 0.4)):
        return False
    if column.distinct < 2 or column.named < 0.9 or names_measures(column):
        return False
    if column.kind == "text":
        return not are_splits(column.names)
    if named:
        return column.whole or has(column, "problem", 1.0)
    if has(column, "run") or has(column, "step") or column.filled < 1.0:
        return False
    few = column.whole and column.distinct <= 30
    return column.distinct * 2 <= draft.profile.n and (few or has(column, "size", 0.4))


def _best_pair(draft: Draft) -> tuple[float, Column, Column, list[Evidence]] | None:
    """The two columns that may name algorithm and problem of each row, and how likely that is."""
    chosen = draft.told.get("where") or {}
    columns = [
        c for c in draft.free("text", "number") if _may_name(draft, c) and c.name not in chosen
    ]
    columns += [
        draft.profile.by_name[name]
        for role in ("algorithm", "problem")
        for name in listed(draft.told.get(role))
        if draft.profile.by_name[name] not in columns
    ]
    columns = [c for c in columns if not _is_said_of(c, columns)]
    columns = sorted(columns, key=lambda c: (c.kind != "text", c.position))[:12]
    best: tuple[float, Column, Column, list[Evidence]] | None = None
    wanted = {role: listed(draft.told.get(role)) for role in ("algorithm", "problem")}
    named = _plainly_named(draft)
    if named is not None:
        columns += [column for column in named if column not in columns]
    for one, other in combinations(columns, 2):
        pairs = len(set(zip(one.names, other.names, strict=True)))
        sure = named is not None and {one.position, other.position} == {c.position for c in named}
        if pairs < 1.5 * max(one.distinct, other.distinct) and not sure:
            continue
        crossing = pairs / (one.distinct * other.distinct)
        if _role_of_key(one, other) < _role_of_key(other, one):
            one, other = other, one
        for role, column in (("algorithm", one), ("problem", other)):
            if wanted[role] and column.name not in wanted[role]:
                break
        else:
            evidence = _long_evidence(draft, one, other, crossing)
            score = sum(each.strength for each in evidence)
            if best is None or score > best[0]:
                best = score, one, other, evidence
    return best


def _is_said_of(column: Column, columns: Sequence[Column]) -> bool:
    """Whether a number is the same wherever one of the words is, as the size of a problem is."""
    named = has(column, "problem") or has(column, "algorithm")
    if column.kind != "number" or (named and not has(column, "size")):
        return False
    for words_ in columns:
        if words_.kind == "text" and column.distinct <= words_.distinct < len(words_.names):
            some = slice(200), slice(None)
            if all(
                len({*zip(words_.names[part], column.names[part], strict=True)})
                == len({*words_.names[part]})
                for part in some
            ):
                return True
    return False


def _plainly_named(draft: Draft) -> tuple[Column, Column] | None:
    """The columns called algorithm and problem, if one holds values: however few there are."""
    texts = draft.free("text")
    found = [
        [c for c in draft.free("text", "number") if has(c, role, 1.0) and not _is_said_of(c, texts)]
        for role in ("algorithm", "problem")
    ]
    values = [c for c in _valued(draft) if has(c, "value", 1.0) or has(c, "measure", 1.0)]
    if [len(columns) for columns in found] != [1, 1] or found[0] == found[1] or not values:
        return None
    return found[0][0], found[1][0]


def _valued(draft: Draft) -> list[Column]:
    """The columns that may hold values: numbers, and what is called so and went wrong."""
    texts = [c for c in draft.free("text") if has(c, "value", 1.0) or has(c, "measure", 1.0)]
    wrong = [c for c in texts if sum(map(str.isdigit, "".join(c.names))) > 0.5 * _length(c)]
    return [*draft.free("number"), *wrong] or [c for c in texts if has(c, "value", 1.0)]


def _length(column: Column) -> int:
    return sum(map(len, column.names))


def _long_evidence(
    draft: Draft, algorithm: Column, problem: Column, crossing: float
) -> list[Evidence]:
    names = f"{algorithm.name!r} and {problem.name!r}"
    found = [Evidence("crossed", 3.0 * min(1.0, 1.2 * crossing) - 1.5, f"{names} are crossed")]
    for role, column in (("algorithm", algorithm), ("problem", problem)):
        said = meanings(column.name)
        other = "problem" if role == "algorithm" else "algorithm"
        strength = 2.0 * (said.get(role, 0.0) - said.get(other, 0.0))  # type: ignore[call-overload]
        found.append(Evidence("role_word", strength, f"{column.name!r} is a word for it"))
        if column.kind == "number":
            weight = 1.5 if role == "algorithm" else 0.5
            if role == "algorithm" and any(
                c is not problem and c.distinct > 1 and not has(c, "remark")
                for c in draft.free("text")
            ):
                weight += 1.5  # words name algorithms rather than numbers do
            if has(column, "measure") or has(column, "value") or has(column, "time"):
                weight += 4.0
            found.append(Evidence("numbers", -weight, f"{column.name!r} holds numbers"))
        if has(column, "remark", 1.0):
            found.append(Evidence("remark", -1.2, f"{column.name!r} is a remark"))
    numbered = [c for c in draft.free() if has(c, "run", 1.0) and c.distinct < draft.profile.n]
    unsaid = algorithm.kind == "number" and not has(algorithm, "algorithm")
    if unsaid and numbered and not recurs([problem, *numbered], np.arange(draft.profile.n)):
        why = f"{problem.name!r} and {numbered[0].name!r} name every row"
        found.append(Evidence("numbered_rows", -SURE, why))
    if crossing == 1.0 and draft.profile.n == algorithm.distinct * problem.distinct:
        found.append(Evidence("complete", 1.5, f"each pair of {names} occurs once"))
    first = draft.free("text", "number")[0]
    if first.kind == "text" and first.distinct >= 0.9 * draft.profile.n:
        called = has(first, "algorithm", 1.0) or has(first, "problem", 1.0)
        strength = -5.0 if called and first.distinct == draft.profile.n else -2.5
        found.append(Evidence("named_rows", strength, f"{first.name!r} names single rows"))
    values = [
        c
        for c in _valued(draft)
        if c not in (algorithm, problem)
        and not has(c, "run", 1.0)
        and (not c.counting or has(c, "value") or has(c, "measure"))
    ]
    if not values:
        return [*found, Evidence("no_values", -SURE, "no column holds values")]
    kinds: tuple[Meaning, ...] = (
        "measure",
        "value",
        "time",
        "deviation",
        "size",
        "statistic",
        "step",
    )
    like = [kind_of_name(c.name) for c in values]
    share = float(
        np.mean(
            [
                any(has(c, kind) for kind in kinds) and not k
                for c, k in zip(values, like, strict=True)
            ]
        )
    )
    if len(values) > 1 and np.mean(like) < -0.3:
        found.append(Evidence("rivals", -3.0, "columns beside them are named like algorithms"))
    if len(values) == 1:
        strength = 1.5 + share
    elif share >= 0.5 or len(values) == 2:
        strength = 2.0 * share - 1.0 * (1 - share)
    else:
        strength = -6.0 * (1.0 - share)
    found.append(Evidence("values", strength, "columns beside them are measures"))
    return found


def read_long(draft: Draft, algorithm: tuple[Column, ...], problem: tuple[Column, ...]) -> Reading:
    """The reading of a table whose rows are results, by the columns that name these."""
    for columns, role in ((algorithm, "algorithm"), (problem, "problem")):
        for column in columns:
            draft.role(column, role, "it names them")
    chosen = chosen_rows(draft)
    runs, step = _runs_and_step(draft, algorithm, problem, chosen)
    measure, where = measure_column(draft, chosen)
    keys = _splitting(draft, algorithm, problem, runs, step, chosen, where)
    for column in keys:
        answers: list[Any] = ["problem", *dict.fromkeys(column.names[i] for i in chosen.tolist())]
        # A group that tells results apart is part of the problem, or one of its values is meant.
        pick = draft.pick(f"key:{column.name}", answers[:4], 0.4)
        if pick == "problem":
            problem = (*problem, column)
            draft.role(column, "problem", "together with the others it names them")
        else:
            where[column.name] = pick
            draft.role(column, "group", f"only the rows with {pick} are read")
            chosen = chosen[[column.names[i] == pick for i in chosen.tolist()]]
    value = _value_column(draft, measure, [column.name for column in problem])
    for column in draft.free():
        draft.role(column, _remark(column), _remark_why(draft, column))
    return make_reading(
        draft,
        "long",
        problem=tuple(c.name for c in problem),
        algorithm=tuple(c.name for c in algorithm),
        results=(value.name,),
        run=tuple(c.name for c in runs),
        step=None if step is None else step.name,
        measure=measure if measure is not None else _told_measure(draft),
        where=tuple(where.items()),
        rows=_summaries(draft, algorithm, problem, value, chosen),
    )


def _summaries(
    draft: Draft,
    algorithm: tuple[Column, ...],
    problem: tuple[Column, ...],
    value: Column,
    rows: np.ndarray[Any, np.dtype[np.int64]],
) -> tuple[Part, ...]:
    """The problems that sum up others, by their names and by the means of their results."""
    told = draft.told.get("drop")
    if draft.profile.table.formatted or told == []:
        return ()
    some, at, _ = np.intersect1d(draft.profile.rows, rows, return_indices=True)
    own = [JOINT.join(key.names[i] for key in problem) for i in some.tolist()]
    other = [JOINT.join(key.names[i] for key in algorithm) for i in some.tolist()]
    problems, algorithms = (list(dict.fromkeys(names)) for names in (own, other))
    if len(problems) > MANY or not any(map(says_summary, problems)):
        return ()  # a problem of small or large values is no summary
    line = {name: i for i, name in enumerate(problems)}
    across = {name: j for j, name in enumerate(algorithms)}
    cells = [line[p] for p in own], [across[a] for a in other]
    values = value.values[at]
    there = np.isfinite(values)
    total, count = np.zeros((2, len(problems), len(algorithms)))
    np.add.at(count, cells, there)
    with np.errstate(invalid="ignore", over="ignore"):
        np.add.at(total, cells, np.where(there, values, 0.0))
        block = Block(total / count, tuple(problems), tuple(algorithms), "")
    lost = [line[name] for name in listed(told) if name in line]
    return tuple(summed_up(draft, block, lost, "rows", "long", sure_only=told is not None))


def _told_measure(draft: Draft) -> str | None:
    measure = draft.told.get("measure")
    return None if measure is None else str(measure)


def _remark(column: Column) -> str:
    if column.kind == "text":
        return "text"
    found = meanings(column.name)
    senses: tuple[Meaning, ...] = ("size", "time", "deviation", "measure", "counter")
    most = max(senses, key=lambda sense: found.get(sense, 0.0))
    role = "other measure" if most == "measure" else most
    return role if found.get(most, 0.0) else "other"


def _remark_why(draft: Draft, column: Column) -> str:
    return "it is the same in every row" if column.distinct == 1 else "it is not the value"


def _runs_and_step(
    draft: Draft,
    algorithm: tuple[Column, ...],
    problem: tuple[Column, ...],
    rows: np.ndarray[Any, np.dtype[np.int64]],
) -> tuple[tuple[Column, ...], Column | None]:
    """The columns that tell runs of a cell apart, and that of the steps of curves."""
    told, by_name = draft.told, draft.profile.by_name
    runs: list[Column] = [by_name[name] for name in listed(told.get("run"))]
    step = by_name[told["step"]] if told.get("step") else None
    for column in runs:
        draft.role(column, "run", "you said so")
    if step is not None:
        draft.role(step, "step", "you said so")
    if draft.profile.table.formatted:
        for name in ("run", "step"):
            if (
                name in by_name
                and told.get(name) is None
                and by_name[name].position not in draft.roles
            ):
                draft.role(by_name[name], name, "the format says so")
                if name == "run":
                    runs.append(by_name[name])
                else:
                    step = by_name[name]
        return tuple(runs), step
    if told.get("run") is None:
        for column in draft.free():
            whole = column.kind == "text" or column.whole
            said = has(column, "run", 1.0) and not has(column, "step", 1.0)
            said = said and not are_splits(column.names)
            if (
                said
                and whole
                and (column.distinct == 1 or splits(column, algorithm + problem, rows))
            ):
                draft.role(column, "run", "its name says so")
                runs.append(column)
    if told.get("step") is None and step is None:
        steps = [c for c in draft.free("number") if has(c, "step", 1.0)]
        steps = [c for c in steps if splits(c, (*algorithm, *problem, *runs), rows)]
        if steps:
            column = steps[0]
            # An iteration may be the number of a run: few of them, the same in every cell.
            if not runs and column.whole and has(column, "run", 1.0) and told.get("run") is None:
                once = not recurs((*algorithm, *problem, column), rows)
                few = 1.2 if column.distinct <= 50 and once else -1.2
                role = draft.decide(f"run:{column.name}", few, "run", "step")
            else:
                role = "step"
            draft.role(column, role, "its name says so, and it tells results apart")
            if role == "run":
                runs.append(column)
            else:
                step = column
    if step is not None and not runs and told.get("run") is None:
        # curves are of runs, even if there is one of each
        runs = [c for c in draft.free() if has(c, "run", 1.0)][:1]
        for column in runs:
            draft.role(column, "run", "its name says so")
    return tuple(runs), step


def _splitting(
    draft: Draft,
    algorithm: tuple[Column, ...],
    problem: tuple[Column, ...],
    runs: tuple[Column, ...],
    step: Column | None,
    rows: np.ndarray[Any, np.dtype[np.int64]],
    where: Mapping[str, Any],
) -> list[Column]:
    """Columns that tell results of a cell apart and are neither runs nor measures."""
    keys = [*algorithm, *problem, *runs, *([step] if step else [])]
    measures = [
        c
        for c in draft.profile.columns
        if draft.roles.get(c.position) == Part(c.name, "measure", "it says what each row holds")
    ]
    keys += measures
    cells = Counter(zip(*([key.names[i] for i in rows.tolist()] for key in keys), strict=True))
    if max(cells.values(), default=1) == 1:
        groups = [c for c in draft.free("text") if runs and c.distinct > 1 and c.name not in where]
        return [c for c in groups if _are_groups(c, (*algorithm, *problem), rows)]
    found: list[Column] = []
    results: tuple[Meaning, ...] = ("measure", "value", "time", "statistic")
    candidates = [
        c
        for c in draft.free("text", "number")
        if c.name not in where
        and not (draft.told.get("run") is False and has(c, "run", 1.0))
        and 1 < c.distinct <= max(20, draft.profile.n // 4)
        and (c.kind == "text" or (c.whole and not any(has(c, r) for r in results)))
        and c.filled > 0.95
    ]
    for column in sorted(candidates, key=lambda c: c.kind != "text"):
        if splits(column, [*keys, *found], rows):
            found.append(column)
            now = Counter(
                zip(*([k.names[i] for i in rows.tolist()] for k in (*keys, *found)), strict=True)
            )
            if max(now.values()) == 1:
                break
    if runs and found:  # a complete design of runs needs no further key
        return [c for c in found if c.kind == "text" or has(c, "size")]
    return found


def _are_groups(
    column: Column, keys: tuple[Column, ...], rows: np.ndarray[Any, np.dtype[np.int64]]
) -> bool:
    """Whether each cell has several runs of every value of a column, and of all as many."""
    names = [[key.names[i] for i in rows.tolist()] for key in (*keys, column)]
    counts = Counter(zip(*names, strict=True))
    cells = len(set(zip(*names[:-1], strict=True)))
    sizes = {*counts.values()}
    return len(sizes) == 1 and sizes != {1} and len(counts) == cells * len({*names[-1]})


def _value_column(draft: Draft, measure: str | None, problem: Sequence[str]) -> Column:
    told, by_name = draft.told, draft.profile.by_name
    source = draft.profile.table.origin.description
    asked = told.get("value")
    if draft.profile.table.formatted:
        asked = asked or "value"
    elif asked is None and measure is None and told.get("measure") is not None:
        asked = choice(told["measure"], draft.profile.table.names, f"column of {source}")
    if asked is not None:
        column = by_name[choice(asked, draft.profile.table.names, f"column of {source}")]
        draft.role(column, "value", "you said so" if not draft.profile.table.formatted else "")
        return column
    columns = [c for c in _valued(draft) if c.distinct > 1] or _valued(draft)
    if not columns:
        raise nothing_to_compare(
            draft, "no column holds numbers that could be results; give a table of results"
        )
    keys = [by_name[name] for name in problem] if len(columns) > 1 else []
    differing = [c for c in columns if not keys or splits(c, keys, chosen_rows(draft))]
    columns = differing or columns  # what is the same for all algorithms compares none
    results = [c for c in columns if not is_no_value(c)]
    tested = [c for c in results if says_test(c.name) and c.low >= 0.0 and c.high <= 1.0]
    if tested and len(tested) == len(results):
        why = f"{tested[0].name!r} holds p-values of a test; give the results that were tested"
        raise nothing_to_compare(draft, why)
    names = in_likely_order(draft, [c.name for c in results or columns])
    ordered = [by_name[name] for name in names]
    first = ordered[0]
    plainly = [c for c in ordered if has(c, "value", 1.0)]
    clear = len(ordered) == 1 or (len(plainly) == 1 and plainly[0] is first)
    name = draft.pick("value", [c.name for c in ordered], 3.0 if clear else 0.4, step=0.3)
    column = by_name[name]
    draft.role(column, "value", "it holds the results")
    return column
