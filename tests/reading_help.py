"""Helpers for the tests of reading."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import polars as pl
import pytest

import evenkeel
from evenkeel.errors import ReadingQuestion

MEND = (
    "fill it in, or read the table with missing='drop-problem', missing='drop-algorithm', "
    "missing='worst' or missing='keep'"
)
assert pl  # once it is imported, small tables are read the quick way too


def read_text(text: str | bytes, **options: Any) -> evenkeel.Results:
    """Read a table from memory; lower is better unless the options say otherwise."""
    file = io.StringIO(text) if isinstance(text, str) else io.BytesIO(text)
    return evenkeel.read(file, **{"better": "lower", **options})


def refusal(source: Any, **options: Any) -> str:
    """Return the whole message with which a source is refused; a text is read from memory."""
    file = io.StringIO(source) if isinstance(source, str) else source
    with pytest.raises(evenkeel.EvenkeelError) as caught:
        evenkeel.read(file, **{"better": "lower", **options})
    return str(caught.value)


def question(
    source: Any, *, read: Callable[..., Any] = evenkeel.read, **options: Any
) -> tuple[str, list[dict[str, Any]]]:
    """Return what is asked about a table, and the options that each answer adds."""
    file = io.StringIO(source) if isinstance(source, str) else source
    told = {"better": "lower", **options}
    with pytest.raises(ReadingQuestion) as caught:
        read(file, **told)
    answers = [reading.options().items() for reading in caught.value.readings]
    return caught.value.why, [
        dict(each for each in items if each[0] not in told) for items in answers
    ]


def faults(source: Any, **options: Any) -> list[str]:
    """Return all faults that are found in a table."""
    file = io.StringIO(source) if isinstance(source, str) else source
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read(file, **{"better": "lower", **options})
    return list(caught.value.faults)
