"""What the library advises, as fields of the page or keys of the API."""

from __future__ import annotations

import json
from typing import Any

from evenkeel.tables.reading_options import READING
from evenkeel.words.remedies import rewritten, typed

_FIELDS = {
    **{option.name: option.title for option in READING.values()},
    "better": "Which values are better?",
    "aggregate": "Of many runs a cell, take the",
    "test": "Test the runs of each problem by the",
    "design": "The runs were made by",
    "control": "Control",
    "alpha": "Level of significance, alpha",
    "ranking": "Ranking",
    "method": "P-values",
    "procedure": "Conclude from",
    "adjust": "Procedures to show",
    "ties": "Ties in the omnibus tests",
    "omnibus_method": "P-values of the omnibus tests",
    "sign_ties": "Ties in the sign tests",
    "resamples": "Random permutations",
    "seed": "Seed of the permutations",
    "order": "Predicted order",
    "always": "go on even if the omnibus test does not reject",
}
_FIELDS["statistic"] = _FIELDS["aggregate"]
_KEYS = {name: name for name in _FIELDS} | {"aggregate": "statistic"}


def on_page(text: str) -> str:
    """The text with its remedies as fields of the form.

    Examples
    --------
    >>> on_page('fill it in, or read the table with missing="drop-problem"')
    'fill it in, or read the table with "Missing cells: drop-problem"'
    """
    return rewritten(text, _as_field)


def in_api(text: str) -> str:
    """The text with its remedies as keys of a request."""
    return rewritten(text, _as_key)


def _as_field(name: str, value: Any) -> str | None:
    if name not in _FIELDS:
        return None
    return f'"{_FIELDS[name]}"' if value in (None, True) else f'"{_FIELDS[name]}: {typed(value)}"'


def _as_key(name: str, value: Any) -> str | None:
    if name not in _KEYS:
        return None
    return f'"{_KEYS[name]}"' + ("" if value is None else f": {json.dumps(value)}")
