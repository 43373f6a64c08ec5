"""Every procedure, family, ranking and method that the registries offer gives an answer."""

from __future__ import annotations

import itertools

import pytest

import evenkeel
from evenkeel.hypotheses.registry import LAWS
from evenkeel.ranks.registry import RANKINGS

CHOICES = [
    (procedure.name, family, ranking, method)
    for procedure in evenkeel.procedures()
    for family, ranking, method in itertools.product(
        ("control", "all-pairs"), RANKINGS.names, LAWS.names
    )
]


@pytest.mark.slow
@pytest.mark.parametrize(("procedure", "family", "ranking", "method"), CHOICES)
def test_compare_concludes_from_the_procedure_asked_for_or_says_why_not(
    procedure: str, family: str, ranking: str, method: str
) -> None:
    case = evenkeel.load("toy")
    control = case.algorithms[0] if family == "control" else None
    options = {"control": control, "ranking": ranking, "method": method, "always": True}
    serves = next(p.families for p in evenkeel.procedures() if p.name == procedure)
    if family not in serves:
        with pytest.raises(evenkeel.InputError, match=f"'{procedure}' serves .* choose one of"):
            evenkeel.compare(case, procedure=procedure, **options)
        return
    if procedure == "closed-permutation" and method in ("wilcoxon", "sign"):
        with pytest.raises(evenkeel.InputError, match=f"tests totals of ranks.*'{method}'"):
            evenkeel.compare(case, procedure=procedure, **options)
        return
    comparison = evenkeel.compare(case, procedure=procedure, **options)
    assert comparison.procedure == procedure
    assert comparison.posthoc is not None
    assert procedure in comparison.posthoc.procedures
    title = next(p.title for p in evenkeel.procedures() if p.name == procedure)
    assert any(
        f"With {title} at" in line or "not significant" in line for line in comparison.conclusions
    )
    assert comparison.report().blocks


def test_a_procedure_that_cannot_serve_is_refused_before_the_omnibus_test_decides() -> None:
    with pytest.raises(evenkeel.InputError, match="'shaffer' serves all pairs"):
        evenkeel.compare(evenkeel.load("toy"), control="A", procedure="shaffer")
