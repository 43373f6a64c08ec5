"""Outcomes of runs that are stopped at a limit: when each was solved, or how long it was watched.

A status, a word in place of a time and a time at or beyond the cutoff all say the same: that the
run was not solved. What number or word stands there is forgotten at once, so that nothing that is
computed later can depend on it.

Long because all that may say so is read in one place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from evenkeel._types import BoolArray, FloatArray
from evenkeel.errors import InputError, Message, Option, ReadingQuestion
from evenkeel.numerics.arrays import ByValue
from evenkeel.tables.faults import Origin
from evenkeel.tables.finding import find_tables
from evenkeel.tables.formats.building import cells_of
from evenkeel.tables.lexicon import FAILURES
from evenkeel.tables.options import READING
from evenkeel.tables.parsing.cells import Column, Hole, Table, is_number, only_table
from evenkeel.tables.reading import read_any
from evenkeel.tables.results import Results
from evenkeel.tables.runs import Runs
from evenkeel.text import series

#: Words of a status that say that a run was solved, without blanks, dashes and case.
SOLVED = frozenset(
    (
        *("ok", "solved", "sat", "unsat", "satisfiable", "unsatisfiable", "true", "false"),
        *("done", "success", "successful", "complete", "completed", "optimal", "yes", "1"),
        *("pass", "passed", "correct", "finished", "10", "20"),
    )
)
#: Words that say that it was not.
UNSOLVED = frozenset(
    (
        *("timeout", "timedout", "to", "memout", "outofmemory", "oom", "mo", "memoryout", "error"),
        *("crash", "crashed", "fail", "failed", "failure", "unknown", "starexecunknown", "other"),
        *("unsolved", "notapplicable", "no", "0", "wrong", "incorrect", "aborted", "abort"),
        *("killed", "cutoff", "limit", "timelimit", "memorylimit", "resourceout", "gaveup", "dnf"),
        *("segfault", "exception", "incomplete", "none", "presolved"),
        *(re.sub(r"[\W_]", "", word.casefold()) for word in FAILURES),
    )
)
_IN_CELLS = UNSOLVED - {"0"}  # words in place of a time
_STATUS = frozenset(
    ("status", "runstatus", "result", "outcome", "answer", "solved", "verdict", "exitstatus")
)
_TIME = re.compile(
    r"(cpu|wall|run|solve|solving|total|wallclock)?[_ ]?times?([_ (\[]*(s|sec|secs|seconds)[)\]]*)?"
    r"|seconds|runtimes?|par ?\d+|cpu|duration|wallclock",
    re.IGNORECASE,
)
_NO_TIMES = "of the values higher is better, so that they are no times; use evenkeel compare"
_BEYOND = re.compile(r">=?\s*[\d.,]+")


@dataclass(frozen=True, eq=False, repr=False)
class Outcomes(ByValue):
    """When runs of k algorithms on n problems were solved, or how long they were watched.

    Attributes
    ----------
    algorithms, problems
        Their names.
    end : ndarray, shape (n, k, r)
        The time at which a run was solved, or its limit if it was not (infinite if it is not
        known); NaN where a cell has fewer than r runs.
    solved : ndarray of bool, shape (n, k, r)
        Whether the run was solved.
    source : str
        What was read.
    remarks : tuple of str
        How it was read: which of several measures, and what was left out.

    Examples
    --------
    >>> import numpy as np
    >>> Outcomes(("A", "B"), ("p",), np.array([[[3.0], [9.0]]]), np.array([[[True], [False]]]))
    Outcomes: 1 problem x 2 algorithms, 1 of 2 runs solved
    """

    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    end: FloatArray
    solved: BoolArray
    source: str = "the outcomes"
    remarks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        shape = (len(self.problems), len(self.algorithms))
        if self.end.ndim != 3 or self.end.shape[:2] != shape or self.solved.shape != self.end.shape:
            raise InputError(
                f"{self.source}: times have the shape {self.end.shape} and what is solved "
                f"{self.solved.shape}; give both as {shape[0]} problems x {shape[1]} algorithms "
                "x runs"
            )
        times = self.end[self.solved]
        if not np.isfinite(times).all() or (self.end < 0).any():
            raise InputError(f"{self.source}: times must be finite and not negative")
        for i, j in np.argwhere(~self.present.any(axis=2)).tolist()[:1]:
            raise InputError(
                Message(
                    f"{self.source}: {self.algorithms[j]!r} has no run on {self.problems[i]!r}, "
                    "solved or not; give its outcome, compare some of the solvers with ",
                    Option("algorithms"),
                    ", or leave out such problems with ",
                    Option("missing", "drop-problem"),
                )
            )

    @property
    def present(self) -> BoolArray:
        """Which runs there are, (n, k, r)."""
        return ~np.isnan(self.end)

    @property
    def limit(self) -> float | None:
        """The limit of all runs; None if they differ or are not known."""
        limits = np.unique(self.end[self.present & ~self.solved])
        if limits.size != 1 or not np.isfinite(limits[0]):
            return None
        return float(limits[0]) if limits[0] >= self.end[self.solved].max(initial=0.0) else None

    def __repr__(self) -> str:
        n, k = len(self.problems), len(self.algorithms)
        runs = f"{int(self.solved.sum())} of {int(self.present.sum())} runs solved"
        return f"Outcomes: {n} problem{'s' * (n > 1)} x {k} algorithms, {runs}"


def read_outcomes(
    source: Any,
    *,
    cutoff: float | str | None = None,
    status: str | None = None,
    solved: str | Sequence[str] | None = None,
    **options: Any,
) -> Outcomes:
    """Read runtimes with timeouts.

    Parameters
    ----------
    source : Outcomes, Results, Runs, or anything that `evenkeel.read` takes
        An ASlib scenario, tables of BenchExec, SMT-COMP or StarExec, a table with a column of
        status words, or a table of times in which a word such as ``timeout``, ``>5000`` or a time
        at or beyond the cutoff stands for a run that was not solved.
    cutoff : float or str, optional
        The time at which runs were stopped, or the column that holds it for each run. ASlib's
        description.txt says it.
    status : str, optional
        The column of the status; found by its name if it is usual.
    solved : str or sequence of str, optional
        The words of the status that say that a run was solved.
    **options
        Other options of `evenkeel.read`, such as `algorithm`, `problem`, `value`, `measure` and
        `algorithms`. Without ``missing="drop-problem"`` every solver has a run on every problem.

    Examples
    --------
    >>> table = {"problem": ["p", "q"], "A": [1.0, "timeout"], "B": [2.0, 30.0]}
    >>> read_outcomes(table, cutoff=100)
    Outcomes: 2 problems x 2 algorithms, 3 of 4 runs solved
    """
    if isinstance(source, Outcomes):
        return source
    if isinstance(source, (Results, Runs)):
        cutoff = _as_cutoff(cutoff)
        if not isinstance(cutoff, float):
            raise InputError(
                Message("say from which time on a run counts as not solved with ", Option("cutoff"))
            )
        if source.better == "higher":
            raise InputError(_NO_TIMES)
        return _outcomes(source, cutoff, np.inf, strict=True)
    if isinstance(source, (list, tuple)) and len(source) == 1:
        source = source[0]
    reading = {
        name: READING[name].parsed(value) if isinstance(value, str) and name in READING else value
        for name, value in options.items()
        if value is not None
    }
    table = only_table(find_tables(source, format=str(reading.pop("format", "auto"))))
    if table.better == "higher":
        raise InputError(f"{table.origin.description}: {_NO_TIMES}")
    cutoff = _as_cutoff(cutoff)
    limits = cutoff if isinstance(cutoff, str) else None
    at = cutoff if isinstance(cutoff, float) else None if limits else table.limit
    if at is not None and not 0 < at < np.inf:
        raise InputError(f"cutoff is {at:g}; give the time at which runs were stopped, above 0")
    known = frozenset(_plain(word) for word in _words_in(solved))
    marked, beyond, strict = _marked(table, status, known, reading, limits, at)
    found = _read_marked(marked, reading)
    if limits is None:
        return _outcomes(found, np.inf if at is None else at, beyond, strict=strict)
    column = _position(table, limits, "cutoff")
    value = table.names.index(str(reading["value"]))
    columns = [table.columns[column] if c == value else cells for c, cells in enumerate(marked[1])]
    of_limits = _read_marked((marked[0], columns), reading)
    return _outcomes(found, _cells(of_limits), beyond, strict=strict)


def _as_cutoff(cutoff: float | str | None) -> float | str | None:
    """A number as a number, however it was typed; any other text is a column."""
    try:
        return None if cutoff is None else float(cutoff)
    except ValueError:
        return cutoff


def _words_in(solved: str | Sequence[str] | None) -> Sequence[str]:
    return solved.split(",") if isinstance(solved, str) else solved or ()


def _plain(word: object) -> str:
    return re.sub(r"[\W_]", "", str(word).casefold())


def _position(table: Table, name: str, option: str) -> int:
    if name not in table.names:
        raise InputError(
            Message(
                f"{table.origin.description}: there is no column {name!r}; give one of "
                f"{', '.join(map(repr, table.names))} as ",
                Option(option),
            )
        )
    return table.names.index(name)


def _status_column(table: Table, status: str | None) -> int | None:
    if status is not None:
        return _position(table, status, "status")
    usual = [c for c, name in enumerate(table.names) if _plain(name) in _STATUS]
    return usual[0] if len(usual) == 1 and not table.formatted else None


def _value_column(table: Table, reading: dict[str, Any]) -> int:
    """The column of the times beside one of the status."""
    if "value" in reading:
        return _position(table, str(reading["value"]), "value")
    wanted = reading.get("measure")
    times = [c for c, name in enumerate(table.names) if _TIME.fullmatch(name.strip())]
    if wanted in table.names:
        times = [table.names.index(str(wanted))]
    if len(times) != 1:
        what = "none" if not times else " and ".join(repr(table.names[c]) for c in times)
        raise InputError(
            Message(
                f"{table.origin.description}: which column holds the times is not clear ({what} "
                "by name); say it with ",
                Option("value"),
            )
        )
    reading["value"] = table.names[times[0]]
    return times[0]


def _marked(
    table: Table,
    status: str | None,
    known: frozenset[str],
    reading: dict[str, Any],
    limits: str | None,
    at: float | None,
) -> tuple[tuple[Table, Sequence[Column]], float, bool]:
    """The table with one number beyond all others for what is not solved, and that number.

    Also whether a time that is exactly the cutoff is not solved, which only a status can show.
    """
    place = _status_column(table, status)
    held = [_numbers(table, c) for c in range(len(table.columns))]
    largest = max((float(np.nanmax(x)) for x in held if x is not None and x.size), default=1.0)
    beyond = 4.0 * max(largest if np.isfinite(largest) else 1.0, at or 1.0, 1.0)
    dropped = {place} if place is not None else set()
    columns = [*table.columns]
    if limits is not None:
        dropped.add(_position(table, limits, "cutoff"))
    if place is not None or limits is not None:
        value = _value_column(table, reading)
        gone = _without_status(columns[value])
        if place is not None:
            words = [_plain(word) for word in table.columns[place]]
            good = known or SOLVED
            strange = next((w for w in words if w not in good | UNSOLVED and not known), None)
            if strange is not None:
                raise InputError(
                    Message(
                        f"{table.origin.description}: whether the status {strange!r} of the column "
                        f"{table.names[place]!r} is solved is not known; name the words that say "
                        "so with ",
                        Option("solved"),
                    )
                )
            gone = [w not in good for w in words]
        numbers = columns[value]
        columns[value] = [
            beyond if lost else cell for lost, cell in zip(gone, numbers, strict=True)
        ]
    else:
        columns = [
            cells
            if isinstance(cells, np.ndarray)
            else [
                beyond if lost else cell
                for lost, cell in zip(_without_status(cells), cells, strict=True)
            ]
            for cells in columns
        ]
    kept = [c for c in range(len(columns)) if c not in dropped]
    header = None if table.header is None else tuple(table.header[c] for c in kept)
    places = [table.places[c] for c in kept] if table.places else ()
    made = replace(table, header=header, columns=[], places=places, matrix=None)
    strict = place is None and not _has_holes(table)
    return (made, [columns[c] for c in kept]), beyond, strict


def _has_holes(table: Table) -> bool:
    return any(
        isinstance(cell, Hole)
        for cells in table.columns
        if not isinstance(cells, np.ndarray)
        for cell in cells
    )


def _without_status(cells: Column) -> list[bool]:
    """Which cells say by themselves that a run was not solved.

    Words do so beside numbers, or where nothing else is in the column: names are left alone.
    """
    if isinstance(cells, np.ndarray):
        return [False] * len(cells)
    words = [isinstance(cell, str) and _plain(cell) in _IN_CELLS for cell in cells]
    timed = all(words) or any(_is_time(cell) for cell in cells)
    return [
        isinstance(cell, Hole)
        or (word and timed)
        or (isinstance(cell, str) and _BEYOND.fullmatch(cell.strip()) is not None)
        or (isinstance(cell, float) and cell == np.inf)
        for word, cell in zip(words, cells, strict=True)
    ]


def _is_time(cell: object) -> bool:
    return isinstance(cell, (int, float)) or (isinstance(cell, str) and is_number(cell))


def _numbers(table: Table, column: int) -> FloatArray | None:
    cells = table.columns[column]
    found = cells if isinstance(cells, np.ndarray) else table.numbers(column).values
    finite: FloatArray = np.asarray(found, dtype=np.float64)
    finite = finite[np.isfinite(finite)]
    return finite if finite.size else None


def _read_marked(marked: tuple[Table, Sequence[Column]], reading: dict[str, Any]) -> Results | Runs:
    table = replace(marked[0], columns=marked[1], better="lower")
    try:
        return read_any(table, better="lower", **{"missing": "keep", **reading})
    except ReadingQuestion as question:
        told = {"better", "missing", *reading}
        answers = [
            [Option(name, value) for name, value in each.options().items() if name not in told]
            for each in question.readings
        ]
        options = [answer[0] for answer in answers if answer]
        if any(option.name == "measure" for option in options) and "measure" in table.names:
            measures = [str(name) for name in dict.fromkeys(cells_of(table, "measure"))]
            times = [name for name in measures if _TIME.fullmatch(name)]
            if len(times) == 1:
                return _read_marked(marked, {**reading, "measure": times[0]})
            options = [Option("measure", name) for name in times or measures]
        if not options:
            raise
        choices: list[str | Option] = []
        for option in options:
            if option not in choices:
                choices += [*([" or "] if choices else []), option]
        raise InputError(
            Message(
                f"{table.origin.description}: the times can be read in several ways; give ",
                *choices,
            )
        ) from None


def _cells(found: Results | Runs) -> FloatArray:
    """The values (n, k, r), NaN where there is no run."""
    if isinstance(found, Results):
        return found.values[..., None]
    cells = found.values_by_cell()
    most = max(len(values) for values in cells.values())
    held = np.full((found.n, found.k, most), np.nan)
    for i, problem in enumerate(found.problems):
        for j, algorithm in enumerate(found.algorithms):
            values = cells.get((algorithm, problem), np.empty(0))
            held[i, j, : len(values)] = values
    return held


def _outcomes(
    found: Results | Runs, limit: FloatArray | float, beyond: float, *, strict: bool
) -> Outcomes:
    values = _cells(found)
    late = values >= limit if strict else values > limit
    lost = (values >= beyond) | late
    end = np.where(lost, limit, values)
    source = found.origin.description if found.origin is not None else "the table"
    solved = (~lost) & ~np.isnan(values)
    remarks = tuple(_remarks(found.origin)) if found.origin is not None else ()
    return Outcomes(found.algorithms, found.problems, end, solved, source, remarks)


def _remarks(origin: Origin) -> Iterator[str]:
    if origin.measure is not None:
        yield f"the times are those of {origin.measure!r}"
    if origin.dropped:
        count = len(origin.dropped)
        yield f"{count} problem{'s' * (count > 1)} on which a solver has no run are left out"
    if origin.left_out:
        yield f"solvers without a run on a problem are left out: {series(origin.left_out, 6)}"
    yield from origin.not_read()
