"""Target of formats: what tools write is understood, and a spoiled file is read or refused."""

from __future__ import annotations

import bz2
import gzip
from pathlib import Path

import evenkeel
from evenkeel.tables.finding import find_tables
from format_cases import CASES, cells
from fuzz import tables
from fuzz.choices import Choices


def tools(choices: Choices, place: Path) -> bool:
    """The files of a case, packed at times; one of them may be cut or have another byte."""
    case = choices.of(CASES)
    spoiled = choices.of(sorted(case.files))
    for name, text in case.files.items():
        data = text.encode()
        if choices.spoil and name == spoiled:
            for _ in range(choices.integer(1, 3)):
                data = tables.spoiled(data, choices) or b"\n"
        if choices.rarely():
            data = choices.of((gzip.compress, bz2.compress))(data)
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(data)
    try:
        table = find_tables(place / case.source, **case.options)[0]
    except evenkeel.EvenkeelError:
        assert choices.spoil
        return False
    assert choices.spoil or cells(table) == case.rows
    return True
