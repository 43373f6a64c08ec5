"""Rows and columns of a wide table: which way it lies, and which of them are no results.

Long because what a row and what a column may be other than a result is one question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from evenkeel.errors import Message, Option, choice
from evenkeel.tables.drafts import Draft, deviating, has, listed, nothing_to_compare, without_mean
from evenkeel.tables.evidence import (
    Axis,
    Block,
    Evidence,
    attribute,
    disproved,
    gathered,
    says_summary,
)
from evenkeel.tables.lexicon import Meaning, kind_of_name, meanings, names_runs, words
from evenkeel.tables.parsing.cells import is_missing
from evenkeel.tables.profile import Column, Profile
from evenkeel.tables.readings import Layout, Part

_MEASURED: tuple[Meaning, ...] = ("measure", "time", "deviation")
_BAR = 2.0  # a row or column leaves the results above it


_DISPROVED = 0.9  # what a word weighs that the numbers do not bear out
MANY = 5000  # rows, above which only those at the ends are looked at one by one


_HEAD, _ENDS = 6, 15
# a number that something follows, such as "70.5-69.7" or "0,81*"; "21B" and "3/1/2" are none
_GONE_WRONG = re.compile(r"[-+~<>≈±]?\s*[0-9][0-9.,]*(?:\s*[-–(\[*?!%†].*)?")
_NAMES = ("lexicon", "sisters")  # rules that look at names alone
_WEAK = ("order", "shape", "components")
_SLIGHT = 0.9


def block_of(
    draft: Draft,
    columns: Sequence[Column],
    keys: Sequence[Column],
    rows: np.ndarray[Any, np.dtype[np.int64]],
) -> Block:
    """The numbers of some columns, with the names at both sides."""
    profile = draft.profile
    texts = tuple(
        c.name for c in profile.columns if draft.roles.get(c.position, Part("", "")).role == "text"
    )
    places = (tuple(c.position for c in each) for each in (columns, keys))
    key = (*places, rows.tobytes(), texts)
    if key not in profile.blocks:
        profile.blocks[key] = _block(profile, columns, keys, rows, texts)
    found: Block = profile.blocks[key]
    return found


def _block(
    profile: Profile,
    columns: Sequence[Column],
    keys: Sequence[Column],
    rows: np.ndarray[Any, np.dtype[np.int64]],
    texts: tuple[str, ...],
) -> Block:
    some = _looked_at(profile, rows)
    at = np.searchsorted(profile.rows, some)
    matrix = np.column_stack([column.values[at] for column in columns])
    if keys:
        names = tuple(" / ".join(key.names[i] for key in keys) for i in some.tolist())
    else:
        names = tuple(str(i + 1) for i in some.tolist())
    bold = None
    if profile.table.bold:
        bold = np.zeros(matrix.shape, dtype=bool)
        place = {int(i): r for r, i in enumerate(some.tolist())}
        across = {column.position: j for j, column in enumerate(columns)}
        for i, j in profile.table.bold:
            if i in place and j in across:
                bold[place[i], across[j]] = True
    return Block(
        matrix,
        names,
        tuple(column.name for column in columns),
        _corner(keys),
        bold,
        tuple(column.deviations for column in columns),
        tuple(column.decimals for column in columns),
        tuple(bool(column.numbers.percent) for column in columns),
        texts,
        len(some) == len(rows),
    )


def _corner(keys: Sequence[Column]) -> str:
    """The heading of the names of the rows; of several, one that says what a row is.

    Rows that have both a problem and an algorithm are problems.
    """
    if len(keys) < 2:
        return keys[0].name if keys else ""
    roles: tuple[Meaning, ...] = ("problem", "algorithm")
    return next((key.name for role in roles for key in keys if has(key, role)), "")


def _looked_at(
    profile: Profile, rows: np.ndarray[Any, np.dtype[np.int64]]
) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Which of some rows are looked at."""
    return np.intersect1d(profile.rows, rows) if len(rows) < profile.n else profile.rows


def _is_meant(cells: Sequence[object]) -> bool:
    """Whether a row without a number is one of results: missing ones, or numbers gone wrong."""
    texts = [cell.strip() for cell in cells if isinstance(cell, str) and cell.strip()]
    return bool(texts) and all(is_missing(text) or _GONE_WRONG.fullmatch(text) for text in texts)


def _score(
    draft: Draft, block: Block, j: int, axis: Axis, layout: Layout | None = None
) -> tuple[float, list[Evidence]]:
    """How much speaks for a line being no result."""
    evidence = block.line(j, axis, draft.off)
    if any(e.role == "not run" for e in evidence):  # whatever its name is known as
        evidence = [e for e in evidence if e.rule != "known_names"]
    if layout == "columns" and axis == "columns":
        # a problem may be tied, the easiest of all, and its results may lie anywhere
        evidence = [
            replace(e, strength=e.strength * (0.5 if e.rule == "scale" else 1.0))
            for e in evidence
            if not (e.rule == "look" and e.role in ("not run", "constant"))
            and not (e.rule == "agreement" and e.strength < 2.0 and len(evidence) == 1)
        ]
        if any(e.rule == "lexicon" and e.strength >= 2.2 for e in evidence):
            # nor is a problem called a mean, however its values look
            evidence = [e for e in evidence if e.strength > 0]
        said = [e for e in evidence if e.rule == "lexicon" and e.role in ("size", "time")]
        if said and attribute(block.columns[j]) <= 0 and said[0].strength > 1.0:
            # the size of a model or its time, which a problem is not called either
            side = 1.2 + 0.6 * (attribute(block.columns[j]) < 0)
            why = "it is said of the algorithms"
            evidence = [*evidence, Evidence("attributes", side, why, said[0].role)]
    words_ = sum(e.strength for e in evidence if e.rule in _NAMES)
    rest = sum(e.strength for e in evidence if e.rule not in _NAMES)
    algorithm = axis == "algorithms" or (axis == "columns" and layout == "rows")
    summary = any(e.rule == "lexicon" and e.role == "summary" for e in evidence)
    across = axis == "columns" and layout == "rows"
    if across and summary and words_ > _DISPROVED and disproved(block, j):
        words_ = _DISPROVED
    score = min(words_, 2.4) + rest
    if algorithm and not any(e.strength > 0 and e.rule not in _NAMES for e in evidence):
        score = min(score, _BAR - 0.1)  # "Mean" and "Median" may be algorithms
    plain = any(
        e.rule == "lexicon" and e.strength >= (1.2 if e.role == "size" else 2.2) for e in evidence
    )
    if words_ > _DISPROVED and plain:
        score = max(score, _BAR - 0.9)  # but such a name alone among others is asked about
    return score, evidence


def first_look(draft: Draft, block: Block) -> tuple[float, int]:
    """How many rows and columns surely sum up the others, whatever the orientation."""
    columns = sum(
        any(
            e.role == "summary"
            and e.rule == "agreement"
            and e.strength > 2
            # algorithms have a deviation on each problem, too
            and "deviation" not in e.why
            for e in ev
        )
        and s > 3
        for s, ev in (
            _score(draft, block, j, "columns") for j in range(min(len(block.columns), 400))
        )
    )
    turned = block.turned
    rows = 0.0
    looked_at = _rows_to_look_at(block)
    turned.look_for_agreements(looked_at)
    for i in looked_at:
        score, evidence = _score(draft, turned, i, "rows")
        if score > 2.0 and any(e.role == "summary" for e in evidence):
            rows += 1.0 if score > _BAR + 1.0 else 0.4
    return rows, columns


def _rows_to_look_at(block: Block) -> list[int]:
    n = len(block.matrix)
    if n <= MANY:
        named = [i for i, name in enumerate(block.rows) if says_summary(name)]
        zero = np.flatnonzero((np.nan_to_num(block.matrix) == 0).all(axis=1)).tolist()
        whole = np.flatnonzero(
            block.turned.whole & (block.turned.whole.sum() < 0.2 * len(block.rows))
        ).tolist()
        return sorted({*range(max(0, n - _ENDS), n), *range(min(_HEAD, n)), *named, *zero, *whole})
    return [*range(2), *range(n - _ENDS, n)]


def orientation(
    draft: Draft,
    block: Block,
    rows_out: float,
    columns_out: int,
    own: bool,
    turned: bool,
    runs: bool,
) -> Layout:
    """Whether the problems lie in the rows or in the columns."""
    shape = draft.told.get("shape", "auto")
    told: Layout | None = "columns" if turned else "rows" if shape == "wide" or own else None
    named = [role for role in ("problem", "algorithm") if draft.told.get(role) is not None]
    if told is None and len(named) == 1:
        told = "rows" if named == ["problem"] else "columns"
    evidence = gathered("orientation", block, (rows_out, columns_out), off=draft.off)
    weak = sum(each.strength for each in evidence if each.rule in _WEAK)
    score = sum(each.strength for each in evidence if each.rule not in _WEAK)
    # the order and the numbers of rows and columns decide nothing by themselves
    score += weak if score * weak > 0 else max(-_SLIGHT, min(_SLIGHT, weak))
    if not block.corner and all(name.isdigit() for name in block.rows[:50]):
        # rows without names are problems: nobody publishes algorithms without their names
        evidence.append(Evidence("nameless", 2.5, "the rows have no names"))
        score += 2.5
    for level in draft.profile.table.levels:
        said = meanings(level)
        strength = 3.2 * (said.get("algorithm", 0.0) - said.get("problem", 0.0))
        if strength:
            evidence.append(Evidence("level", strength, f"the columns are called {level!r}"))
            score += strength
    if runs:
        evidence.append(Evidence("runs", 0.8, "problems have several rows"))
        score += 0.8
    layout: Layout = draft.decide("orientation", score, "rows", "columns", evidence, told)
    return layout


def columns_left_out(
    draft: Draft, block: Block, candidates: Sequence[Column], layout: Layout, own: bool
) -> list[Column]:
    """The columns of numbers that are no results."""
    option = "not_algorithms" if layout == "rows" else "drop"
    told = draft.told.get(option)
    only = draft.told.get("algorithms") if layout == "rows" else None
    gone: list[Column] = []
    if only is not None:
        names = listed(only)
        for name in names:
            choice(
                name,
                [c.name for c in candidates],
                f"column of {draft.profile.table.origin.description}",
            )
        for column in candidates:
            if column.name not in names:
                draft.role(column, "left out", "you said so")
                gone.append(column)
        return gone
    if told is not None or own:
        names = listed(told)
        for name in names:
            choice(
                name,
                [c.name for c in draft.profile.columns],
                f"column of {draft.profile.table.origin.description}",
            )
        for column in candidates:
            if column.name in names:
                draft.role(column, "left out", "you said so")
                gone.append(column)
        if own or not names:
            return gone
    sure = [j for j, column in enumerate(candidates) if column in gone]
    for _ in range(3):  # without the sure ones, the others are seen better
        left = block.without(sure)
        kept = [j for j in range(len(candidates)) if j not in sure]
        if len(kept) < 2:
            break
        scores = {j: _score(draft, left, at, "columns", layout) for at, j in enumerate(kept)}
        new = [j for j, (score, _) in scores.items() if score >= _BAR + 1.0]
        if not new or (len(kept) - len(new) < 2 and len(candidates) == 2):
            break  # of two columns both are compared
        for j in new:
            _leave(draft, candidates[j], *scores[j])
        sure += new
    if told or len(sure) == len(candidates):  # nobody doubts what stays beside what was told
        return [candidates[j] for j in sure]
    metadata = [words(candidates[j].name) for j in sure]
    shared = {w for part in metadata for w in part if len(w) > 2}
    gone = [candidates[j] for j in sure]
    left = block.without(sure)
    kept = [j for j in range(len(candidates)) if j not in sure]
    for at, j in enumerate(kept if len(candidates) > 2 else []):
        score, evidence = _score(draft, left, at, "columns", layout) if len(kept) > 1 else (0.0, [])
        if shared & {*words(candidates[j].name)} and score > 0:
            word = sorted(shared & {*words(candidates[j].name)})[0]
            evidence = [
                *evidence,
                Evidence("sisters", 1.2, f"it shares {word!r} with others that are left out"),
            ]
            score += 1.2
        if any(e.rule == "lexicon" and e.strength > 0 for e in evidence) and score > 0:
            beside = _beside(draft, candidates, sure, j)
            evidence = [*evidence, *beside]
            score += sum(each.strength for each in beside)
        if score <= _BAR - 1.0:
            continue
        pick = draft.decide(f"column:{candidates[j].name}", score - _BAR, "out", "result", evidence)
        if pick == "out":
            _leave(draft, candidates[j], score, evidence)
            gone.append(candidates[j])
    return gone


def _beside(
    draft: Draft, candidates: Sequence[Column], sure: Sequence[int], j: int
) -> list[Evidence]:
    """What a column stands beside: sizes stand beside sizes, summaries beside summaries."""
    gone = {candidates[i].position for i in sure}
    place = candidates[j].position
    last = len(draft.profile.columns) - 1
    near = [place + side in gone for side in (-1, 1)]
    other = [
        near[i] or not 0 <= place + side <= last or place + side in draft.roles
        for i, side in enumerate((-1, 1))
    ]
    if not any(near):
        return []
    if all(other):
        return [Evidence("beside", 1.2, "the columns beside it are left out", "")]
    return [Evidence("beside", 0.8, "the column beside it is left out", "")]


def _leave(draft: Draft, column: Column, score: float, evidence: Iterable[Evidence]) -> None:
    told = sorted((e for e in evidence if e.strength > 0), key=lambda e: -e.strength)
    role = next((e.role for e in told if e.role), "other")
    draft.role(column, role, "; ".join(dict.fromkeys(e.why for e in told[:2])))


def rows_left_out(
    draft: Draft,
    block: Block,
    gone: Sequence[Column],
    candidates: Sequence[Column],
    rows: np.ndarray[Any, np.dtype[np.int64]],
    layout: Layout,
    own: bool,
) -> tuple[Part, ...]:
    """The rows that are no results: summaries, and rows without numbers."""
    option = "drop" if layout == "rows" else "not_algorithms"
    told = draft.told.get(option)
    only = draft.told.get("algorithms") if layout == "columns" else None
    left = block.without([j for j, c in enumerate(candidates) if c in gone])
    empty = np.flatnonzero(np.isnan(left.matrix).all(axis=1)).tolist() if not own else []
    some = _looked_at(draft.profile, rows) if empty else rows
    cells = [draft.profile.table.columns[c.position] for c in candidates if c not in gone]
    empty = [i for i in empty if not _is_meant([column[some[i]] for column in cells])]
    parts = [Part(left.rows[i], "empty", "it has no number") for i in empty]
    if only is not None:
        names = listed(only)
        for name in names:
            choice(name, block.rows, "algorithm")
        return tuple(
            Part(name, "left out", "you said so")
            for name in dict.fromkeys(block.rows)
            if name not in names
        )
    if told is not None:
        names = listed(told)
        for name in names:
            choice(name, [*block.rows, *draft.profile.table.names], "row")
        asked = [Part(name, "left out", "you said so") for name in names if name in block.rows]
        parts = [*asked, *(part for part in parts if part.name not in names)]
        if not names:
            return tuple(parts)
        empty += [i for i, name in enumerate(left.rows) if name in names and i not in empty]
    if own:
        return tuple(parts)
    if told is None and len(left.rows) <= MANY:
        apart = [i for i, deviates in enumerate(deviating(left.rows)) if deviates]
        why = "it is the deviation of a row beside it"
        parts += [Part(left.rows[i], "deviation", why) for i in apart]
        empty += apart
    axis: Axis = "algorithms" if layout == "columns" else "rows"
    return (*parts, *summed_up(draft, left, empty, axis, layout, sure_only=told is not None))


def check_rows(draft: Draft, rows: Sequence[str], lost: Sequence[Part], layout: Layout) -> None:
    """Refuse where the rows are several measures, or runs, of one problem or algorithm."""
    one, option = ("problem", "drop") if layout == "rows" else ("algorithm", "not_algorithms")
    gone = {part.name for part in lost}
    names = [name for name in rows if name not in gone]
    if draft.told.get(option) is not None or len(names) < 2 or len(names) > MANY:
        return
    counted = names_runs(names) and not all(name.isdigit() for name in names)
    own = Block(np.empty((0, len(names))), (), tuple(names)).own_words  # of sisters one measure
    measured = [  # F1 may be a function
        not re.fullmatch("[fF][0-9]+", name)
        and not kind_of_name(name)
        and max(meanings(word).get(kind, 0.0) for kind in _MEASURED) >= 0.6
        for name, word in zip(names, own, strict=True)
    ]
    if not counted and np.mean(measured) < 0.7:
        return
    what = "runs" if counted else "measures"
    if draft.decide("rows", 1.5 if len(names) > 2 else 0.4, what, "results") != what:
        return
    shown = ", ".join(map(repr, names[:3])) + ", ..." * (len(names) > 3)
    raise nothing_to_compare(
        draft,
        Message(
            f"the rows {shown} are {what} of one {one}, so there is nothing to compare; give a "
            f"table with two or more {one}s, or, if they are names of {one}s, give ",
            Option(option, []),
        ),
    )


def summed_up(
    draft: Draft,
    left: Block,
    lost: Sequence[int],
    axis: Axis,
    layout: Layout,
    *,
    sure_only: bool = False,
) -> list[Part]:
    """The rows that sum up others, beside those that are `lost` already; some may be in doubt."""
    lost, parts = [*lost], list[Part]()
    undecided = [i for i in _rows_to_look_at(left) if i not in lost]
    for _ in range(3):
        turned = left.without(rows=lost).turned
        at = {
            i: position
            for position, i in enumerate(k for k in range(len(left.matrix)) if k not in lost)
        }
        turned.look_for_agreements(at[i] for i in undecided if i in at)
        new = []
        for i in reversed(undecided):
            if i in lost:
                continue
            score, evidence = _score(draft, turned, at[i], axis, layout)
            last = all(k in lost or k in new for k in range(i + 1, len(left.matrix)))
            if score >= _BAR + 1.0 and (last or i == 0 or says_summary(left.rows[i])):
                new.append(i)
                why = "; ".join(dict.fromkeys(e.why for e in evidence if e.strength > 0))
                parts.append(Part(left.rows[i], "summary", why))
        if not new:
            break
        lost += new
    if sure_only:
        return parts
    turned = left.without(rows=lost).turned
    at = {
        i: position
        for position, i in enumerate(k for k in range(len(left.matrix)) if k not in lost)
    }
    for i in undecided:
        if i in lost:
            continue
        score, evidence = _score(draft, turned, at[i], axis, layout)
        if {i - 1, i + 1} & {*lost} and any(
            e.rule != "lexicon" and e.strength > 0 for e in evidence
        ):
            score += 0.8
        if score <= _BAR - 1.0:
            continue
        score = min(score, _BAR + 0.9)  # a row among others may be the mean of them by chance
        pick = draft.decide(f"row:{left.rows[i]}", score - _BAR, "out", "result", evidence)
        if pick == "out":
            why = "; ".join(dict.fromkeys(e.why for e in evidence if e.strength > 0))
            parts.append(Part(left.rows[i], "summary", why))
    return parts


def check_kind(
    draft: Draft,
    block: Block,
    candidates: Sequence[Column],
    left: Sequence[Column],
    layout: Layout,
    own: bool,
    measured: bool,
) -> None:
    """Refuse where the columns are several measures, or runs, of one algorithm or problem."""
    if own or measured:
        return
    given = any(draft.told.get(name) is not None for name in ("algorithms", "not_algorithms"))
    names = [c.name for c in left]
    one: Meaning = "algorithm" if layout == "rows" else "problem"
    told = (
        "results"
        if given or draft.told.get("shape") == "wide" or draft.told.get("transpose")
        else None
    )
    if names_runs(names) and told is None:
        sure = 1.5 if len(names) > 4 and layout == "rows" else 0.4
        if draft.decide("kind", sure, "runs", "results") == "runs":
            raise nothing_to_compare(
                draft,
                Message(
                    f"the columns {names[0]!r}, {names[1]!r}, ... are runs of one {one}; a "
                    "comparison needs two or more: read the files of several algorithms together "
                    "(a folder, a pattern or a list of files), or, if they are names of "
                    "algorithms, give ",
                    Option("not_algorithms", []),
                ),
            )
        return
    nameless = not block.corner and all(name.isdigit() for name in block.rows)
    problems = float(np.mean([kind_of_name(name) for name in names]))
    if nameless and problems > 0.6 and told is None and not draft.turned:
        if draft.decide("kind", 1.5, "one", "results") == "one":
            raise nothing_to_compare(
                draft,
                Message(
                    f"the columns {names[0]!r}, {names[1]!r}, ... are named like problems, and no "
                    "column names algorithms: these seem to be results of one; read the files of "
                    "several together, or, if the columns are algorithms, give ",
                    Option("not_algorithms", []),
                ),
            )
        return
    if any(part.role == "deviation" for part in draft.roles.values()):
        stems = (" ".join(without_mean(words(name))) or name for name in block.columns)
        block = replace(block, columns=tuple(stems), parts={}, seen={})
    gone = [j for j, c in enumerate(candidates) if c not in left]
    score, evidence = _measured(draft, block.without(gone), layout)
    # with what is left out: a deviation is a measure as well, but not the mean of the others
    sizes = [
        j
        for j in gone
        if draft.roles[candidates[j].position].role in ("size", "counter") or j in block.agreements
    ]
    if len(sizes) < len(gone):
        again, more = _measured(draft, block.without(sizes), layout)
        if again > score:
            score, evidence = again, more
    if nameless and any(part.role == "text" for part in draft.roles.values()):
        why = "the rows have no names, though words are said of them"
        evidence, score = [*evidence, Evidence("nameless", 3.0, why)], score + 3.0
    alone = [
        c
        for c in draft.profile.columns
        if (has(c, one, 1.0) or has(c, "algorithm", 1.0)) and c.distinct == 1
    ]
    if len(left) == 1 or alone:
        score = max(score, 2.0)
    single = next((c.names[0] for c in alone if has(c, "algorithm", 1.0)), None)
    if draft.decide("kind", score, "measures", "results", evidence, told) == "measures":
        if single is not None:
            raise nothing_to_compare(
                draft,
                f"all rows are of one algorithm ({single!r}); a comparison needs two or more: read "
                "the files of several algorithms together (a folder, a pattern or a list of files)",
            )
        shown = ", ".join(map(repr, names[:5])) + ", ..." * (len(names) > 5)
        what = "measures" if len(names) > 1 else "the only column of results"
        raise nothing_to_compare(
            draft,
            Message(
                f"the columns {shown} are {what} of one {one}, so there is nothing to compare; "
                f"give a table with two or more {one}s, or, if they are names of {one}s, give "
                if len(names) > 1
                else Message(
                    f"{shown} is {what}; give a table with two or more, or, if each row is one "
                    "result, name the columns with ",
                    Option("algorithm"),
                    " and ",
                    Option("problem"),
                    "; or give ",
                ),
                Option("not_algorithms", []) if layout == "rows" else Option("drop", []),
            ),
            *(_no_numbers(draft) if len(names) == 1 else ()),
        )


def _no_numbers(draft: Draft) -> Iterator[str]:
    """Where columns that may be meant as results have their first cell that is no number."""
    table = draft.profile.table
    for column in draft.profile.columns:
        part = draft.roles.get(column.position)
        if part is None or part.role not in ("text", "words"):
            continue
        for row, cell in column.numbers.wrong.cells.items():
            if isinstance(cell, str) and not any(map(str.isdigit, cell)):
                break  # words
            place = f"{table.row_word} {table.rows[column.rows[row]]}"
            place += f", {table.column(column.position)} ({column.name!r})"
            yield Message(f"{place}: ", column.numbers.wrong[row])
            break


def _measured(draft: Draft, block: Block, layout: Layout) -> tuple[float, list[Evidence]]:
    """How much speaks for the columns being measures of one thing."""
    evidence = gathered("kind", block, off=draft.off)
    if layout == "columns":  # problems lie on scales of their own
        evidence = [e for e in evidence if e.rule != "different_units" or e.strength < 0]
    return sum(each.strength for each in evidence) - 1.6, evidence
