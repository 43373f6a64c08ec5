"""One list of sources for all doors: what tools write, tables as published, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evenkeel.errors import EvenkeelError, Option, ReadingQuestion
from evenkeel.tables.options import READING, typed
from evenkeel.tables.reading import read_any
from evenkeel.tables.results import Results
from evenkeel.tables.runs import aggregated
from evenkeel.tables.writing import lines_of
from format_cases import CASES, REFUSALS, written
from tables_as_published import TABLES


@dataclass(frozen=True)
class Door:
    """Files, what is read of them, and what is said about it."""

    name: str
    files: Mapping[str, str]
    source: str
    options: Mapping[str, Any]

    def written(self, place: Path) -> Path:
        """The path to give."""
        return written(self.files, place) / self.source

    @property
    def words(self) -> dict[str, str]:
        """The options as they are typed, by the names of Python."""
        return {
            name: value if name == "better" else typed(value)
            for name, value in self.options.items()
        }

    @property
    def flags(self) -> list[str]:
        """The options of the command line."""
        flags = {"better": "--better", **{each.name: each.flag for each in READING.values()}}
        return [word for name, value in self.words.items() for word in (flags[name], value)]

    def in_python(self, place: Path, spell: Callable[[Option], str] = str) -> str:
        """The table as text, one value per cell, or the message; of a question, its doubts."""
        try:
            found = read_any(self.written(place), **self.options)
            results = found if isinstance(found, Results) else aggregated(found)
        except ReadingQuestion as question:
            return question.why
        except EvenkeelError as error:
            return error.spelled(spell)
        return "".join(lines_of(results))


LOWER = {"better": "lower"}
DOORS = [
    *(Door(f"format: {c.name}", c.files, c.source, {**LOWER, **c.options}) for c in CASES),
    *(Door(f"refused: {c.name}", c.files, c.source, {**LOWER, **c.options}) for c in REFUSALS),
    *(Door(f"faults: {t.name}", {"t.csv": t.text}, "t.csv", {"better": t.better}) for t in TABLES),
    *(
        Door(f"read: {t.name}", {"t.csv": t.text}, "t.csv", {"better": t.better, **t.options})
        for t in TABLES
    ),
]
