"""What the library advises, as fields of the page or keys of the API."""

from __future__ import annotations

import json
from typing import Any

from evenkeel.analyses.registry import ANALYSES
from evenkeel.tables.reading_options import READING
from evenkeel.words.remedies import phrased, rewritten, typed

_FIELDS = {
    **{o.name: o.title for analysis in ANALYSES for o in analysis.options},
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
    "ties": "Ties in statistics of ranks",
    "omnibus_method": "P-values of the omnibus tests",
    "sign_ties": "Ties in the sign tests",
    "second_look": "Test of two columns alone",
    "resamples": "Random permutations",
    "seed": "Seed of the permutations",
    "order": "Predicted order",
    "always": "go on even if the omnibus test does not reject",
}
#: What the menus call some of the choices.
LABELS = {
    "auto": "find out",
    "runs": "many runs a cell",
    "transposed": "a row an algorithm",
    "error": "are a fault",
    "keep": "are kept: missing at random",
    "drop-problem": "leave out the problem",
    "drop-algorithm": "leave out the algorithm",
    "worst": "are failures, ranked last",
    "number": "a number",
    "mean": "a mean and more",
}
_FIELDS["statistic"] = _FIELDS["aggregate"]
_KEYS = {name: name for name in _FIELDS} | {"aggregate": "statistic"}


_PHRASES = {
    "(evenkeel.equivalence)": '("Beside the comparison: Equivalence")',
    "(evenkeel.effect_sizes)": '("Beside the comparison: Effect sizes")',
    ", or read each with evenkeel.read_measures": "",
    "read repeated runs with evenkeel.read_runs": 'take repeated runs with shape="runs"',
    " to evenkeel.read_runs": "",
    ", or test its runs by themselves with evenkeel.per_problem": "",
    " or evenkeel.runs.corrected_resampled_t": "",
}


def on_page(text: str) -> str:
    """The text with its remedies as fields of the form.

    Examples
    --------
    >>> on_page('fill it in, or read the table with missing="drop-problem"')
    'fill it in, or read the table with "Missing cells: leave out the problem"'
    """
    return rewritten(phrased(text, _PHRASES), _as_field)


def in_api(text: str) -> str:
    """The text with its remedies as keys of a request."""
    return rewritten(phrased(text, _PHRASES), _as_key)


def _as_field(name: str, value: Any) -> str | None:
    if name not in _FIELDS:
        return None
    if value in (None, True):
        return f'"{_FIELDS[name]}"'
    words = LABELS.get(value, value) if name in READING and isinstance(value, str) else value
    return f'"{_FIELDS[name]}: {typed(words)}"'


def _as_key(name: str, value: Any) -> str | None:
    if name not in _KEYS:
        return None
    return f'"{_KEYS[name]}"' + ("" if value is None else f": {json.dumps(value)}")
