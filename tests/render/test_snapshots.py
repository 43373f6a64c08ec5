"""The whole text of two reports in four formats, held against stored files.

The numbers in them are tested against publications elsewhere; here a change of layout or wording
shows itself. After a wanted change: ``EVENKEEL_RENEW_SNAPSHOTS=1 pytest tests/render``, and read
the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import evenkeel
from evenkeel.report.data import render_json
from evenkeel.report.text import render_markdown, render_text
from evenkeel.report.typesetting import render_latex

FOLDER = Path(__file__).parent / "snapshots"
CASES = {"garcia2008": None, "cec2005": "SaDE"}
FORMATS = {
    "txt": render_text,
    "md": render_markdown,
    "tex": lambda document: render_latex(document, pictures="pictures"),
    "json": render_json,
}


@pytest.mark.slow
@pytest.mark.reaching
@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("case", CASES)
def test_report(case: str, ending: str) -> None:
    comparison = evenkeel.compare(evenkeel.load(case), control=CASES[case])
    rendered = FORMATS[ending](comparison.report())
    if ending == "json":  # the last digits of a float may differ between machines
        rendered = _rounded(rendered)
    stored = FOLDER / f"{case}.{ending}"
    if "EVENKEEL_RENEW_SNAPSHOTS" in os.environ:
        stored.write_text(rendered, encoding="utf-8")
    assert rendered == stored.read_text(encoding="utf-8")


def _rounded(text: str) -> str:
    """The JSON with floats at ten significant digits."""
    import json

    return json.dumps(
        json.loads(text, parse_float=lambda digits: float(f"{float(digits):.10g}")),
        indent=1,
        ensure_ascii=False,
    )
