"""Every procedure, family, ranking and method that the registries offer gives an answer."""

from __future__ import annotations

import itertools

import pytest

import evenkeel
from evenkeel.adjustments.registry import ADJUSTMENTS
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import RANKINGS

#: Every procedure with every law, once for each family; the rankings take turns, so that each of
#: them meets every procedure and every law.
CHOICES = [
    (procedure, family, RANKINGS.names[(i + j + turn) % len(RANKINGS.names)], method)
    for (i, procedure), (j, method), (turn, family) in itertools.product(
        enumerate(ADJUSTMENTS.names), enumerate(LAWS.names), enumerate(("control", "all-pairs"))
    )
]


def test_the_choices_cover_all_pairs_of_values() -> None:
    rankings = {
        (ranking, other)
        for procedure, _, ranking, method in CHOICES
        for other in (procedure, method)
    }
    assert rankings == set(itertools.product(RANKINGS.names, (*ADJUSTMENTS.names, *LAWS.names)))


@pytest.mark.slow
@pytest.mark.parametrize(("procedure", "family", "ranking", "method"), CHOICES)
def test_compare_concludes_from_the_procedure_asked_for_or_says_why_not(
    procedure: str, family: str, ranking: str, method: str
) -> None:
    case = evenkeel.load("toy")
    control = case.algorithms[0] if family == "control" else None
    options = {"control": control, "ranking": ranking, "method": method, "always": True}
    entry = next(p for p in evenkeel.procedures() if p.name == procedure)
    refused = None
    if family not in entry.families:
        refused = f"'{procedure}' serves .* choose one of"
    elif procedure == "closed-permutation" and method in ("wilcoxon", "sign"):
        refused = f"tests totals of ranks.*'{method}'"
    elif entry.kind == "logical" and method in ("wilcoxon", "sign"):
        refused = f"method='{method}' are not transitive"
    if refused:
        with pytest.raises(evenkeel.InputError, match=refused):
            evenkeel.compare(case, procedure=procedure, **options)
        return
    comparison = evenkeel.compare(case, procedure=procedure, **options)
    assert comparison.procedure == procedure
    assert comparison.posthoc is not None
    assert procedure in comparison.posthoc.procedures
    assert any(entry.title in line for line in comparison.conclusions)
    assert comparison.report().blocks


def test_a_procedure_that_cannot_serve_is_refused_before_the_omnibus_test_decides() -> None:
    with pytest.raises(evenkeel.InputError, match="'shaffer' serves all pairs"):
        evenkeel.compare(evenkeel.load("toy"), control="A", procedure="shaffer")
