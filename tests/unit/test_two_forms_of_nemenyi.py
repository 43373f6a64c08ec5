"""One word, one thing: the documents' form of Nemenyi's procedure and Demsar's."""

from __future__ import annotations

import re

import numpy as np
import pytest

import evenkeel
import evenkeel.plot
from evenkeel.adjustments.registry import lookup
from evenkeel.critical import nemenyi_critical_difference
from evenkeel.report.text import render_text


def test_the_bare_name_is_an_alias_of_the_documents_form() -> None:
    assert lookup("nemenyi") is lookup("nemenyi-bonferroni")
    assert lookup("nemenyi-range") is not lookup("nemenyi")
    references = {lookup(name).reference.key for name in ("nemenyi", "nemenyi-range")}
    assert references == {"nemenyi1963", "demsar2006"}


@pytest.mark.parametrize("case", ["cec2005", "garcia2008"])
def test_no_report_says_the_bare_name(case: str) -> None:
    comparison = evenkeel.compare(evenkeel.load(case))
    assert comparison.posthoc is not None
    assert comparison.posthoc.procedures[:2] == ("nemenyi-bonferroni", "nemenyi-range")
    text = " ".join(render_text(comparison.report()).split())
    bare = re.findall(
        r"Nemenyi(?! \((?:Bonferroni|studentised range|1963)\)|, P|, 1963|'s name)", text
    )
    assert bare == []


def test_the_critical_difference_and_the_column_decide_alike() -> None:
    """The diagram draws a critical difference for the studentised range only, and names it."""
    rng = np.random.default_rng(2)
    for _ in range(20):
        n, k = int(rng.integers(8, 30)), int(rng.integers(3, 8))
        table = evenkeel.Results(rng.random((n, k)) + 0.1 * np.arange(k), better="lower")
        result = evenkeel.posthoc(table, adjust=["nemenyi-bonferroni", "nemenyi-range"])
        distance = np.abs(result.statistics.differences)
        by_range = distance >= nemenyi_critical_difference(n, k)
        assert result.rejected(0.05, "nemenyi-range").tolist() == by_range.tolist()
    axes = evenkeel.plot.plot_critical_difference(result, procedure="nemenyi-range")
    words = " ".join(" ".join(text.get_text() for text in axes.texts).split())
    assert "CD = " in words
    assert "Nemenyi (studentised range) at the 0.05 level" in words
    axes = evenkeel.plot.plot_critical_difference(result, procedure="nemenyi-bonferroni")
    assert not any(text.get_text().startswith("CD = ") for text in axes.texts)
