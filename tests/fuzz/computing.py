"""Targets of the numbers: adjusting p-values and comparing whole tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import evenkeel
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import RANKINGS
from evenkeel.report.data import render_json
from evenkeel.report.html import render_html
from evenkeel.report.text import render_markdown, render_text
from evenkeel.report.typesetting import render_latex
from fuzz import tables
from fuzz.choices import Choices

PVALUES = (0.05, 0.01, 0.5, 0.0, 1.0, -0.0, 5e-324, 1e-300, 1 - 2**-53, 0.025, 0.05 / 3)
NO_PVALUES = (-1e-9, 1.0000001, float("nan"), float("inf"), "x", None, [], 10**400, 1j)
RENDERERS = (render_text, render_markdown, render_latex, render_html, render_json)


def adjust(choices: Choices, place: Path) -> bool:
    """Adjusted p-values lie between the raw ones and 1, in their order, wherever they stand."""
    procedure = choices.of([entry for entry in evenkeel.procedures() if entry.kind != "closed"])
    k = choices.integer(2, 6)
    m = k * (k - 1) // 2
    spread = choices.rarely(2)
    p = [choices.integer(0, 65_535) / 65_535 if spread else choices.of(PVALUES) for _ in range(m)]
    given: list[object] = [*p]
    if choices.spoil:
        given[choices.integer(0, m - 1)] = choices.of(NO_PVALUES)
    variant = choices.of((None, None, None, None, *procedure.variants))
    try:
        adjusted = evenkeel.adjust(given, procedure.name, variant=variant)
    except evenkeel.EvenkeelError:
        assert choices.spoil
        return False
    assert not choices.spoil
    raw = np.array(p)
    assert ((raw <= adjusted) & (adjusted <= 1)).all()
    rows = evenkeel.adjust([p, p[::-1]], procedure.name, variant=variant)
    np.testing.assert_allclose(rows[0], adjusted, rtol=1e-12)  # Rom's are found by iteration
    if procedure.kind != "logical":
        np.testing.assert_allclose(rows[1][::-1], adjusted, rtol=1e-12)
        assert (np.diff(adjusted[np.argsort(raw, kind="stable")]) >= 0).all()
    return True


def compare(choices: Choices, place: Path) -> bool:
    """A comparison gives a report in any format, and the same with the table turned round."""
    meant = tables.draft(choices, tables.EXTREME if choices.spoil else tables.NUMBERS)
    options = comparing(choices, meant)
    try:
        results = meant.results()
        comparison = evenkeel.compare(results, **options)
    except evenkeel.EvenkeelError:
        return False
    assert choices.of(RENDERERS)(comparison.report())
    if options.get("control") == "best":
        return True  # of algorithms that tie, the first is picked
    turned = evenkeel.Results(
        -results.values[::-1],
        results.problems[::-1],
        results.algorithms,
        better="lower" if results.better == "higher" else "higher",
    )
    other = evenkeel.compare(turned, **options)
    for name, test in comparison.omnibus.items():
        np.testing.assert_allclose(other.omnibus[name].pvalue, test.pvalue, rtol=1e-9, atol=1e-15)
    return True


def comparing(choices: Choices, meant: tables.Draft, *, spoil: bool = True) -> dict[str, object]:
    """Options of a comparison; of each the usual value first, and most of them fitting."""
    control = choices.of((None, meant.algorithms[0], "best", meant.algorithms[-1]))
    kind = "all-pairs" if control is None else "control"
    fitting = [entry.name for entry in evenkeel.procedures() if kind in entry.families]
    options: dict[str, object] = {
        "control": control,
        "alpha": choices.of((0.05, 0.01, 0.1, 0.5, 1e-300)),
        "ranking": choices.of(RANKINGS.names),
        "method": choices.of([law.name for law in LAWS if law.quick]),
        "procedure": choices.of((None, *fitting)),
        "always": choices.rarely(2),
    }
    if choices.rarely():
        options["adjust"] = choices.distinct(fitting, choices.integer(1, 3))
    if choices.rarely():
        options["order"] = choices.distinct(meant.algorithms, len(meant.algorithms))
    if spoil and choices.spoil and choices.rarely(2):
        name = choices.of((*options, "control"))
        options[name] = choices.of(("nothing", "", 0, -1.0, float("nan"), None, [], ["x"]))
    return options
