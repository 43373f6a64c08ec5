"""Go, ask or refuse: a clear reading is carried out, a doubtful one becomes one question.

The answers of a question are whole readings. Each is carried out in memory before it is offered,
with the very options that it names, so that following it leads to no other question.

Long because an answer is made, carried out and told in one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from itertools import count
from typing import Any, cast

import numpy as np

from evenkeel.errors import (
    EvenkeelError,
    Message,
    NoComparison,
    Option,
    ReadingQuestion,
    TableError,
)
from evenkeel.tables.arranging import Arranged, arrange
from evenkeel.tables.evidence import Evidence
from evenkeel.tables.faults import MEND_MISSING, direction_faults, name_faults
from evenkeel.tables.lexicon import says_test
from evenkeel.tables.making import cell_faults, make_results, make_runs
from evenkeel.tables.parsing.cells import Table
from evenkeel.tables.profile import Profile, profile
from evenkeel.tables.readings import CLEAR, SURE, Choice, Reading
from evenkeel.tables.results import Better, Results
from evenkeel.tables.runs import Runs, aggregated
from evenkeel.tables.understanding import likely_direction, understand

_MOST = 3  # answers that are offered
_FAR = 2.5  # the price of an answer that nobody would mean
_LIKELY = 0.55  # the margin from which measures are not offered as what is to be compared
_TRIED = 16  # readings that are carried out to find them

Told = Mapping[str, Any]


def settle(tables: Sequence[Table], told: Told, *, runs: bool | None = None) -> Results | Runs:
    """Read the table that is meant, or ask; `runs` says that runs are wanted, or that they are not.

    Raises
    ------
    ReadingQuestion
        If a choice is in doubt.
    TableError
        If there is nothing to compare, or the cells have faults.
    """
    pick = told.get("pick")
    if pick is None and len(tables) > 1:
        tables = _one_for_each(tables)
    if pick is not None or len(tables) == 1:
        table = tables[0] if pick is None else picked(tables, pick)
        return _settle_one(table, told, runs)
    return _settle_several(tables, told, runs)


def _one_for_each(tables: Sequence[Table]) -> Sequence[Table]:
    """Sheets of bare numbers with as many rows: one for each algorithm, a column for each run."""
    heights = {len(table.rows) for table in tables}
    bare = all(table.header is None and table.name for table in tables)
    if not bare or len(heights) > 1 or heights < {2}:
        return tables
    columns: dict[str, list[Any]] = {name: [] for name in ("algorithm", "problem", "run", "value")}
    for table in tables:
        for run, column in enumerate(table.columns, start=1):
            for row, cell in enumerate(column, start=1):
                columns["algorithm"].append(table.name)
                columns["problem"].append(f"P{row}")
                columns["run"].append(run)
                columns["value"].append(cell)
    first = tables[0]
    rows = [
        f"{place} of {table.name}"
        for table in tables
        for _ in table.columns
        for place in table.rows
    ]
    joint = Table(first.origin, tuple(columns), list(columns.values()), rows, first.row_word)
    return (replace(joint, decimal=first.decimal, formatted=True),)


def picked(tables: Sequence[Table], pick: object) -> Table:
    """The table of a number, from 1, or of a name."""
    from evenkeel.errors import choice

    names = [table.name or str(number) for number, table in enumerate(tables, start=1)]
    text = str(pick).strip()
    if text.isdigit() and 1 <= int(text) <= len(tables) and text not in names:
        return tables[int(text) - 1]
    source = tables[0].origin.description
    return tables[names.index(choice(text, names, f"table of {source}"))]


def _settle_several(tables: Sequence[Table], told: Told, runs: bool | None) -> Results | Runs:
    """Ask which of several tables is meant, unless one alone can be compared."""
    readings: list[Reading] = []
    refusals: list[str] = []
    for number, table in enumerate(tables, start=1):
        try:
            found = _proposals(table, told, runs, most=1)
        except EvenkeelError as error:
            why = error.faults[0] if isinstance(error, TableError) else str(error)
            refusals.append(Message(f"{table.name or f'table {number}'}: ", why))
            continue
        if found:
            name = table.name or str(number)
            names = [each.name for each in tables]
            label: Any = name if names.count(name) == 1 else number
            choice = Choice("pick", label, 0.0)
            first = found[0]
            readings.append(replace(first, pick=str(label), choices=(choice, *first.choices)))
    source = tables[0].origin.description
    if not readings:
        count = f"there are {len(tables)} tables, and none of them can be compared"
        raise TableError(source, [count, *refusals[:_MOST]])
    if len(readings) == 1:
        try:
            return _settle_one(picked(tables, readings[0].pick), told, runs)
        except ReadingQuestion as asked:  # with an answer's options others might be compared, too
            label = {"pick": readings[0].pick, "choices": readings[0].choices[:1]}
            found = [replace(each, **label) for each in asked.readings]
            raise ReadingQuestion(asked.source, asked.why, found) from None
    listed = ", ".join(f"{i}: {t.name or f'table {i}'}" for i, t in enumerate(tables, start=1))
    why = (
        f"there are {len(tables)} tables ({listed}), and {len(readings)} of them can be compared; "
        "which one is meant?"
    )
    structure = ("shape", "transpose", "not_algorithms", "drop", "value", "problem", "algorithm")

    def unlikely(reading: Reading) -> tuple[bool, int, int]:
        doubts = sum(map(reading.told.__contains__, structure))
        return says_test(str(reading.pick)), doubts, -_size(reading)

    best = sorted(readings, key=unlikely)
    raise ReadingQuestion(source, why, best[:_MOST])


def _size(reading: Reading) -> int:
    """How many results a reading has."""
    return int(reading.names.get("n", 0)) * int(reading.names.get("k", 0))


def _named_apart(table: Table) -> Table:
    """The table with names for columns that have none, beyond the first of these."""
    blank = [j for j, name in enumerate(table.names) if not name.strip()]
    if table.header is None or len(blank) < 2:
        return table
    names = [f"Unnamed: {j}" if j in blank[1:] else name for j, name in enumerate(table.names)]
    return replace(table, header=tuple(names))


def _settle_one(table: Table, told: Told, runs: bool | None) -> Results | Runs:
    table = _named_apart(table)
    looked = profile(table)
    try:
        reading = understand(looked, told)
    except NoComparison as refusal:
        if _is_sure(refusal):
            raise
        found = _offered(looked, told, runs, _forced_by(refusal))
        if not found:
            raise
        raise ReadingQuestion(table.origin.description, str(refusal.faults[0]), found) from None
    arranged = arrange(table, reading)
    reading = _with_data(reading, arranged, table, runs)
    if not reading.open:
        return _carried_out(arranged, reading, runs)
    found = _offered(looked, told, runs, reading)
    if not found:  # nothing that could be asked leads on: say what is wrong
        try:
            _carried_out(arranged, reading, runs)
        except TableError as error:
            raise TableError(error.source, [*error.faults, *_unsaid(reading)]) from None
        again = name_faults("column", table.names, "position") if table.header else ()
        raise TableError(table.origin.description, [_in_doubt(reading), *again])
    why: list[str] = [_in_doubt(reading)]
    if faults := cell_faults(arranged):
        why += [" there is a fault: ", faults[0]]
    raise ReadingQuestion(table.origin.description, Message(*why), found)


def clear_reading(table: Table, told: Told) -> Reading | None:
    """The reading of some rows of a table, to be carried out on all of them; None if it is none.

    Raises
    ------
    ReadingQuestion
        If a choice is in doubt.
    """
    looked = profile(table)
    try:
        reading = understand(looked, told)
    except NoComparison:
        return None
    if reading.layout != "long":
        return None
    arranged = replace(arrange(table, reading), values=np.zeros(1))  # holes are looked for later
    reading = _with_data(reading, arranged, table, True)
    if reading.open:
        found = _offered(looked, told, True, reading)
        raise ReadingQuestion(table.origin.description, _in_doubt(reading), found)
    return reading


def _proposals(table: Table, told: Told, runs: bool | None, most: int) -> list[Reading]:
    looked = profile(_named_apart(table))
    reading = understand(looked, told)
    return _offered(looked, told, runs, reading, most)


def _is_sure(refusal: NoComparison) -> bool:
    """Whether a refusal rests on choices that are likely enough not to offer their opposite."""
    needed = {"kind": _LIKELY, "rows": _LIKELY, "shape": CLEAR}
    return all(each.margin >= needed.get(each.about, 0.0) for each in refusal.choices)


def _forced_by(refusal: NoComparison) -> Reading:
    """The choices that led to a refusal, as a reading whose other answers can be tried."""
    return Reading("rows", choices=refusal.choices)


def _with_data(reading: Reading, arranged: Arranged, table: Table, runs: bool | None) -> Reading:
    """The reading with what only the cells tell: holes, and the direction."""
    choices = list(reading.choices)
    # of runs each cell has as many as it has
    holes = arranged.empty if runs or arranged.holds_runs else arranged.holes
    holes -= len(arranged.wrong)
    missing = reading.missing
    if holes > 0 and missing == "error" and "missing" not in reading.told:
        order = ["keep", "drop-problem", "worst"]
        if arranged.failed:
            order = ["worst", "keep", "drop-problem"]
        others = tuple((each, 1.0 + 0.3 * i) for i, each in enumerate(order[1:]))
        first = Evidence("missing", 0.0, arranged.first_hole())
        choices.append(Choice("missing", order[0], 0.0, (first,), others))
        missing = order[0]
    better = reading.better or cast("str | None", table.better)
    if better is None:
        better, evidence = likely_direction(reading, arranged)
        other = "higher" if better == "lower" else "lower"
        cost = max(0.1, min(1.5, 0.4 * abs(sum(each.strength for each in evidence))))
        choices.append(Choice("better", better, 0.0, evidence, ((other, cost),)))
    return replace(
        reading, holes=max(holes, 0), missing=missing, better=better, choices=tuple(choices)
    )


def _carried_out(arranged: Arranged, reading: Reading, runs: bool | None) -> Results | Runs:
    """Results, or runs if the cells have several or runs are wanted."""
    arranged = arranged.by(reading)
    better = cast("Better | None", reading.better)
    if runs or (runs is None and arranged.holds_runs) or reading.told.get("shape") == "runs":
        return make_runs(arranged, better, reading.missing)
    if runs is False and arranged.holds_runs:
        raise TableError(arranged.table.origin.description, [_runs_fault(arranged)])
    return make_results(arranged, better, reading.missing)


def _runs_fault(arranged: Arranged) -> Message:
    return Message(
        "the table holds runs, for some cells have several results; read it with ",
        Option("shape", "runs", call="evenkeel.read_runs"),
        ", or keep one result in each cell",
    )


def _offered(
    looked: Profile, told: Told, runs: bool | None, first: Reading, most: int = _MOST
) -> list[Reading]:
    """The likeliest readings that can be carried out, each with the options that lead to it."""
    found: list[Reading] = []
    unfit: list[Reading] = []
    made: list[Results | Runs] = []
    for reading in _in_order(looked, told, first, runs):
        checked = _verified(looked, reading, runs)
        if checked is None:
            continue
        reading, results = checked
        if any(_same(results, other) for other in made):
            continue
        made.append(results)
        if runs is None and not _compares(results):
            unfit.append(reading)
            continue
        found.append(reading)
        if len(found) == most:
            break
    return found or unfit[:most]


def _compares(made: Results | Runs) -> bool:
    """Whether there is something to compare, of runs once each cell has one value."""
    try:
        return isinstance(made, Results) or bool(aggregated(made, missing="keep"))
    except EvenkeelError:
        return False


def _in_order(looked: Profile, told: Told, first: Reading, runs: bool | None) -> Iterator[Reading]:
    """Readings by turning over the least sure choices, the cheapest first."""
    number = count()
    heap: list[tuple[float, int, dict[str, Any]]] = [(0.0, next(number), {})]
    seen: set[str] = set()
    # where all but the direction and holes is clear, nothing else is turned over
    doubt = any(each.about not in ("better", "missing") for each in first.open)
    tried = 0
    while heap and tried < _TRIED:
        cost, _, forced = heappop(heap)
        key = repr(sorted(forced.items(), key=lambda item: item[0]))
        if key in seen:
            continue
        seen.add(key)
        tried += 1
        data = {name: forced[name] for name in ("missing", "better") if name in forced}
        structure = {name: pick for name, pick in forced.items() if name not in data}
        try:
            reading = understand(looked, told, structure)
            arranged = arrange(looked.table, reading)
            reading = _with_data(reading, arranged, looked.table, runs)
            for name, pick in data.items():
                reading = replace(reading, **{name: pick})
            choices: Sequence[Choice] = reading.choices
            yield reading
        except NoComparison as refusal:
            choices = refusal.choices or (first.choices if not forced else ())
        except EvenkeelError:
            choices = ()
        for each in choices:
            if each.about in forced or each.margin >= (SURE if doubt else CLEAR):
                continue
            for other, price in each.others:
                if price <= _FAR:
                    heappush(heap, (cost + price, next(number), {**forced, each.about: other}))
        doubtful = [c for c in choices if c.about.startswith(("column:", "row:")) and not c.clear]
        if len(doubtful) > 1 and not forced:
            for answer in ("out", "result"):
                together = {c.about: answer for c in doubtful}
                turned = [c.margin for c in doubtful if c.pick != answer]
                if turned:  # all of them together are likelier than any one alone
                    heappush(heap, (0.9 * min(turned), next(number), together))


def _verified(
    looked: Profile, reading: Reading, runs: bool | None
) -> tuple[Reading, Results | Runs] | None:
    """The reading with options that lead to it, and what it gives; None if it does not work."""
    table = looked.table
    for explicit in (reading.options(), reading.every_option()):
        try:
            again = understand(looked, explicit)
            arranged = arrange(table, again)
            again = _with_data(again, arranged, table, runs)
            if again.open or again.layout != reading.layout or again.results != reading.results:
                continue
            made = _carried_out(arranged, again, runs)
        except EvenkeelError:
            continue
        small = again.where and min(len(made.problems), len(made.algorithms)) < 2
        if small or (isinstance(made, Runs) and made.has_steps and not again.run):
            continue  # a group in which nothing is compared, or curves without an end
        origin = made.origin
        known = getattr(origin, "reading", None) or again
        parts = {"columns": reading.columns, "rows": reading.rows}  # with what speaks for them
        return replace(known, told=explicit, choices=(), **parts), made
    return None


def _same(one: Results | Runs, other: Results | Runs) -> bool:
    if isinstance(one, Results) and isinstance(other, Results):
        return one == other
    if isinstance(one, Runs) and isinstance(other, Runs):
        return (
            one.algorithms == other.algorithms
            and one.problems == other.problems
            and one.better == other.better
            and bool((one.facts.counts == other.facts.counts).all())
            and one.origin.chosen == other.origin.chosen
            and one.columns == other.columns
        )
    return False


_QUESTIONS = {
    "shape": "is each row one result (long), or is there a row or a column for each problem?",
    "orientation": "do the problems lie in the rows or in the columns?",
    "rows": "are the rows results on several problems, or runs or measures of one?",
    "kind": "are the columns results of several algorithms, or measures of one?",
    "value": "which column holds the values?",
    "measure": "which measure is meant?",
    "better": "which values are better, the lower or the higher?",
    "key": "what names a problem?",
    "run": "which column names the runs?",
    "step": "which column holds the steps?",
}


def _holes(reading: Reading, choice: Choice) -> str:
    """How many results are missing, and which is the first."""
    several = reading.holes > 1
    count = f"{reading.holes} results are" if several else "1 result is"
    return f"{count} missing, {'the first ' * several}{choice.evidence[0].why}"


def _unsaid(reading: Reading) -> Iterator[str]:
    """What else is to be said of a table that has faults."""
    for each in reading.open:
        if each.about == "missing":
            yield Message(f"{_holes(reading, each)}; ", MEND_MISSING)
        elif each.about == "better":
            yield from direction_faults(None)


def _in_doubt(reading: Reading) -> str:
    """What is in doubt, in sentences."""
    told: list[str] = []
    last: list[str] = []
    lines: dict[str, list[str]] = {"column": [], "row": []}
    for each in reading.open:
        about, _, name = each.about.partition(":")
        if about in lines:
            why = "; ".join(dict.fromkeys(e.why for e in each.evidence if e.strength > 0))
            lines[about].append(f"{name!r} ({why})" if why else repr(name))
        elif about == "missing":
            which = "them" if reading.holes > 1 else "it"
            last.append(f"{_holes(reading, each)}: what is to become of {which}?")
        elif about == "better":
            last.append(_QUESTIONS[about])
        elif each.about == "key:roles":
            told.append("which column names the algorithms, and which one the problems?")
        elif name and about in ("key", "run"):
            told.append(f"what does the column {name!r} say? ({_QUESTIONS[about]})")
        else:
            told.append(_QUESTIONS.get(about, about))
    for about, names in lines.items():
        if names:
            some = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
            told.append(
                f"does the {about} {some} hold results?"
                if len(names) == 1
                else f"do the {about}s {some} hold results?"
            )
    if told:
        told[0] = f"the table can be read in several ways: {told[0]}"
    return " ".join(dict.fromkeys([*told, *last]))
