"""Reading: how a table is understood, as one object that can be shown, kept and typed again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from evenkeel.errors import visible
from evenkeel.tables.evidence import Evidence

Layout = Literal["rows", "columns", "long"]

SURE = 9.0  # the margin of what was told, or cannot be otherwise
CLEAR = 1.0  # the margin from which a choice is taken without a question
_SHOWN = 6  # names that a line shows
_HOLES = {  # what is said of one, and of several
    "keep": ("1 missing result kept as missing", "{} missing results kept as missing"),
    "worst": ("1 missing result taken for a failure", "{} missing results taken for failures"),
    "drop-problem": (
        "the problem of 1 missing result left out",
        "the problems of {} missing results left out",
    ),
    "drop-algorithm": (
        "the algorithm of 1 missing result left out",
        "the algorithms of {} missing results left out",
    ),
}


@dataclass(frozen=True)
class Part:
    """A row or a column: its name, what it is taken for, and why."""

    name: str
    role: str
    why: str = ""


@dataclass(frozen=True)
class Choice:
    """A question about a table, the answer that was taken, and how clear it is.

    `others` are the other answers, each with what it costs to take it, in log odds.
    """

    about: str
    pick: Any
    margin: float
    evidence: tuple[Evidence, ...] = ()
    others: tuple[tuple[Any, float], ...] = ()

    @property
    def clear(self) -> bool:
        """Whether it is taken without a question."""
        return self.margin >= CLEAR


@dataclass(frozen=True)
class Reading:
    r"""How a table is understood.

    Attributes
    ----------
    layout : {"rows", "columns", "long"}
        Whether the problems lie in the rows, in the columns, or a row holds a single result.
    problem, algorithm : tuple of str
        The columns that name the problems, or the algorithms; several name them together.
    results : tuple of str
        The columns that hold results: one for each algorithm (rows), for each problem (columns),
        or the column of the values (long).
    run, step : tuple of str, str or None
        The columns that name the runs, and that of the steps of curves.
    measure, where
        The measure that is read, and other rows that are chosen, by column.
    cells : str
        How a cell is written: ``"number"``, ``"mean ± deviation"``, ``"per cent"``.
    columns, rows : tuple of Part
        Every column, and every row that is no result, with what it is taken for and why.
    missing, holes
        What becomes of missing results, and how many there are.
    better
        Which values are good, if that is known.
    choices : tuple of Choice
        All questions and their answers; a reading is as sure as its least sure choice.

    Examples
    --------
    >>> import io
    >>> import evenkeel
    >>> text = "model,Size,iris,wine\nSVM,3,0.9,0.8\nkNN,1,0.7,0.6\n"
    >>> options = {"better": "higher", "transpose": True, "drop": ["Size"]}
    >>> results = evenkeel.read(io.StringIO(text), **options)
    >>> reading = results.origin.reading
    >>> print(reading)
    Read: 2 problems (iris, wine), 2 algorithms (SVM, kNN), higher is better; left out: Size.
    >>> reading.code("models.csv")
    "evenkeel.read('models.csv', better='higher', transpose=True, drop=['Size'])"
    >>> print(reading.command("compare", "models.csv"))
    evenkeel compare models.csv --better higher --transpose --drop-rows Size
    """

    layout: Layout
    problem: tuple[str, ...] = ()
    algorithm: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    run: tuple[str, ...] = ()
    step: str | None = None
    measure: str | None = None
    where: tuple[tuple[str, Any], ...] = ()
    cells: str = "number"
    columns: tuple[Part, ...] = ()
    rows: tuple[Part, ...] = ()
    missing: str = "error"
    holes: int = 0
    better: str | None = None
    pick: str | None = None
    choices: tuple[Choice, ...] = ()
    told: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def confidence(self) -> float:
        """The margin of the least sure choice."""
        return min((choice.margin for choice in self.choices), default=SURE)

    @property
    def open(self) -> tuple[Choice, ...]:
        """The choices that are in doubt."""
        return tuple(choice for choice in self.choices if not choice.clear)

    @property
    def left_out(self) -> tuple[Part, ...]:
        """The columns and rows that hold no results and name nothing."""
        used = ("algorithm", "problem", "result", "value", "run", "step", "measure", "deviation")
        columns = (part for part in self.columns if part.role not in (*used, "group"))
        return (*columns, *self.rows)

    def options(self) -> dict[str, Any]:
        """The options that make this reading explicit: what was told, and what was in doubt."""
        return {**self.told, **dict(self._decided(self.open))}

    def every_option(self) -> dict[str, Any]:
        """The options that leave nothing to be found out."""
        return {**self.told, **dict(self._decided(self.choices))}

    def code(self, source: str = "results.csv", function: str = "read") -> str:
        """The call in Python that reads the table so.

        Examples
        --------
        >>> Reading("columns", told={"better": "higher", "transpose": True}).code("t.csv")
        "evenkeel.read('t.csv', better='higher', transpose=True)"
        """
        given = ", ".join(f"{name}={value!r}" for name, value in self.options().items())
        return f"evenkeel.{function}({source!r}{', ' * bool(given)}{given})"

    def command(self, name: str = "compare", source: str = "results.csv") -> str:
        """The command that reads the table so.

        Examples
        --------
        >>> Reading("columns", told={"better": "higher", "transpose": True}).command(source="t.csv")
        'evenkeel compare t.csv --better higher --transpose'
        """
        parts = ["evenkeel", name, shlex.quote(source)]
        for option, value in self.options().items():
            parts += typed_option(option, value)
        return " ".join(parts)

    def _decided(self, choices: Sequence[Choice]) -> Iterator[tuple[str, Any]]:
        about = {choice.about.partition(":")[0] for choice in choices}
        if "shape" in about or "orientation" in about or "kind" in about:
            if self.layout == "columns":
                yield "transpose", True
            else:
                yield "shape", "long" if self.layout == "long" else "wide"
        if "key" in about or ("shape" in about and self.layout == "long"):
            yield from self._keys()
        if "value" in about and self.layout == "long":
            yield "value", self.results[0]
        if "measure" in about and self.measure is not None:
            yield "measure", self.measure
        if "run" in about:
            yield "run", _one(self.run) if self.run else False
        if "step" in about:
            yield "step", self.step or False
        if self.where and ("where" in about or "key" in about):
            yield "where", dict(self.where)
        if "measure" in about and self.measure is None:  # all columns are results
            about |= {"column"}
        if about & {"column", "row", "rows"}:
            yield from self._left_out(about)
        if "missing" in about:
            yield "missing", self.missing
        if "better" in about and self.better is not None:
            yield "better", self.better
        if "pick" in about and self.pick is not None:
            yield "pick", self.pick

    def _keys(self) -> Iterator[tuple[str, Any]]:
        if self.layout != "rows" and self.algorithm:
            yield "algorithm", _one(self.algorithm)
        if self.layout != "columns" and self.problem:
            yield "problem", _one(self.problem)

    def _left_out(self, about: set[str]) -> Iterator[tuple[str, Any]]:
        roles = ("text", "empty", "algorithm", "problem", "result", "value", "run", "step")
        columns = [
            part.name
            for part in self.columns
            if part.role not in (*roles, "measure", "other measure", "group", "deviation", "key")
        ]
        rows = [part.name for part in self.rows if part.role != "empty"]
        of_columns, of_rows = "not_algorithms", "drop"
        if self.layout == "columns":
            of_columns, of_rows = of_rows, of_columns
        if self.layout != "long" and ("column" in about or columns):
            yield of_columns, columns
        if about & {"row", "rows"} or rows:
            yield of_rows, rows

    def table(self) -> list[tuple[str, str, str]]:
        """Every column, and every row that is left out: name, role and reason."""
        lines = [(part.name, part.role, part.why) for part in self.columns]
        return lines + [(part.name, f"{part.role} (row)", part.why) for part in self.rows]

    def sentence(self, *, algorithms: bool = True) -> str:
        """What was read, in a line; the names of the `algorithms` may stand elsewhere."""
        names = self.names
        parts = [
            f"{names[size]} {word}{'s' * (names[size] != '1')}"
            + (f" ({names[f'{word}s']})" if algorithms or word == "problem" else "")
            for size, word in (("n", "problem"), ("k", "algorithm"))
            if size in names
        ]
        if names.get("runs"):
            parts.append(names["runs"])
        if self.measure is not None:
            parts.append(f"measure {self.measure}")
        elif self.layout == "long" and self.results:
            parts.append(f"values of {visible(self.results[0])}")
        parts += [f"{column} = {value}" for column, value in self.where]
        if self.better is not None:
            parts.append(f"{self.better} is better")
        if self.holes and self.missing in _HOLES:
            parts.append(_HOLES[self.missing][self.holes > 1].format(self.holes))
        left = self.left_out
        tail = ""
        if left:
            named = [
                (visible(part.name) or "(no name)")
                + (f" ({part.role})" if part.role != "left out" else "")
                for part in left
            ]
            more = f" and {len(named) - _SHOWN} more" if len(named) > _SHOWN else ""
            tail = f"; left out: {', '.join(named[:_SHOWN])}{more}"
        return f"Read: {', '.join(parts)}{tail}."

    def __str__(self) -> str:
        return self.sentence()

    def known_by(self, problems: Sequence[str], algorithms: Sequence[str], runs: str) -> Reading:
        """The reading with what came of it, for its sentence."""
        facts = {
            "n": str(len(problems)),
            "k": str(len(algorithms)),
            "problems": _some(problems),
            "algorithms": _some(algorithms),
            "runs": runs,
        }
        return replace(self, names=facts)


def _one(names: Sequence[str]) -> str | list[str]:
    return names[0] if len(names) == 1 else list(names)


def _some(names: Sequence[str]) -> str:
    if len(names) <= 4:
        return ", ".join(map(visible, names))
    return f"{visible(names[0])}, {visible(names[1])}, ... {visible(names[-1])}"


def typed_option(name: str, value: Any) -> list[str]:
    """An option as it is typed on a command line.

    Examples
    --------
    >>> typed_option("drop", ["Mean", "Average rank"]), typed_option("transpose", True)
    (['--drop-rows', "'Mean,Average rank'"], ['--transpose'])
    """
    from evenkeel.tables.options import READING, typed

    flag = READING[name].flag if name in READING else f"--{name.replace('_', '-')}"
    return [flag] if value is True else [flag, shlex.quote(typed(value, name))]
