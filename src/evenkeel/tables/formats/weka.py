"""Weka's Experimenter: a row a fold of a scheme on a data set, a column a measure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evenkeel.errors import TableError
from evenkeel.tables.formats.building import cells_of, holds_numbers, turned
from evenkeel.tables.formats.registry import FORMATS, ColumnFormat
from evenkeel.tables.parsing.cells import names_of
from evenkeel.tables.parsing.table import Table

_NEEDED = ("Key_Dataset", "Key_Scheme", "Key_Run")
_OPTIONS = "Key_Scheme_options"


def _lacking(header: Sequence[str]) -> list[str]:
    return [name for name in _NEEDED if name not in header]


def _turn(table: Table) -> Table:
    runs: list[str] = [name for name in ("Key_Run", "Key_Fold") if name in table.names]
    measures = {
        name: name
        for position, name in enumerate(table.names)
        if not name.startswith("Key_") and name != "Date_time" and holds_numbers(table, position)
    }
    if not measures:
        raise TableError(
            table.origin.description,
            ["no column holds a measure, such as 'Percent_correct'; export the whole experiment"],
        )
    keys = {
        "algorithm": ["Key_Scheme"],
        "problem": ["Key_Dataset"],
        "run": runs,
    }
    schemes = {"algorithm": _schemes(table)}
    return turned(table, "weka", keys, measures, made=schemes, told=(_OPTIONS,))


def _schemes(table: Table) -> list[str]:
    """The names of the classes, with their packages and their options where these differ."""
    classes = names_of(cells_of(table, "Key_Scheme"))
    short = {name: name.rpartition(".")[2] for name in classes}
    alike = Counter(short.values())
    names = [short[name] if alike[short[name]] == 1 else name for name in classes]
    if _OPTIONS not in table.names:
        return names
    options = names_of(cells_of(table, _OPTIONS))
    several: dict[str, set[str]] = {}
    for name, option in zip(names, options, strict=True):
        several.setdefault(name, set()).add(option)
    return [
        f"{name} {option}".strip() if len(several[name]) > 1 else name
        for name, option in zip(names, options, strict=True)
    ]


FORMATS.register(
    ColumnFormat(
        "weka",
        "Weka Experimenter results",
        "columns Key_Dataset, Key_Scheme, Key_Run, mostly with Key_Fold",
        "runs, a measure for each other column of numbers; the algorithm is the class of the "
        "scheme, with its package and its options where they differ",
        _lacking,
        _turn,
    )
)
