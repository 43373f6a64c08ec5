"""What the library advises, as fields of the page or keys of the API."""

from __future__ import annotations

import json

from evenkeel.analyses.registry import ANALYSES, every_analysis
from evenkeel.errors import Option
from evenkeel.tables.options import READING, typed

_FIELDS = {
    **{o.name: o.title for analysis in every_analysis() for o in analysis.options},
    **{option.name: option.title for option in READING.values()},
    "better": "Which values are better?",
    "aggregate": "Of many runs a cell, take the",
    "test": "Test the runs of each problem by the",
    "design": "The runs were made by",
    "test_share": "Share of the examples that each fold or split is tested on",
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
    "wide": "a row a problem",
    "long": "a row a result",
    "transposed": "a row an algorithm",
    "error": "are asked about",
    "keep": "are kept: missing at random",
    "drop-problem": "leave out the problem",
    "drop-algorithm": "leave out the algorithm",
    "worst": "are failures, ranked last",
}
_FIELDS["statistic"] = _FIELDS["aggregate"]
_FIELDS |= {o.parameter: o.title for analysis in every_analysis() for o in analysis.options}
_KEYS = {name: name for name in _FIELDS} | {"aggregate": "statistic"}
_KEYS |= {o.parameter: o.name for analysis in every_analysis() for o in analysis.options}


def on_page(option: Option) -> str:
    """An option as a field of the form.

    Examples
    --------
    >>> on_page(Option("missing", "drop-problem"))
    '"Missing cells: leave out the problem"'
    """
    name, value = option.name, option.value
    if name not in _FIELDS:
        return f'"{_elsewhere(name)}"' if option.call and _elsewhere(name) else str(option)
    if value is None or value is True:
        return f'"{_FIELDS[name]}"'
    words = LABELS.get(value, value) if name in READING and isinstance(value, str) else value
    return f'"{_FIELDS[name]}: {typed(words)}"'


def in_api(option: Option) -> str:
    """An option as a key of a request.

    Examples
    --------
    >>> in_api(Option("missing", "drop-problem"))
    '"missing": "drop-problem"'
    """
    if option.name not in _KEYS:
        return f"/api/analyses/{option.name}" if option.name in ANALYSES.names else str(option)
    value = "" if option.value is None else f": {json.dumps(option.value)}"
    return f'"{_KEYS[option.name]}"{value}'


def _elsewhere(name: str) -> str:
    """Where the page has what is a function in Python."""
    if name == "compare":
        return "Compare"
    if name in ANALYSES.names:
        return f"Beside the comparison: {ANALYSES.lookup(name).title}"
    from evenkeel.web.reviewing import TABS

    return TABS[name].title if name in TABS else ""
