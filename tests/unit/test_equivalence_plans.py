"""problems_needed(equivalence=...): what it refuses, and what it says."""

from __future__ import annotations

from typing import Any

import pytest

from evenkeel.errors import InputError
from evenkeel.studies.planning import problems_needed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"equivalence": 0}, "margin is 0"),
        ({"equivalence": (-1, 2)}, "give one positive number"),
        ({"equivalence": 0.5, "effect": 1.0}, "no pair has advantages that differ by less than"),
        ({"equivalence": 1, "aim": "omnibus"}, "unknown aim of a study of equivalence 'omnibus'"),
        ({"equivalence": 1, "comparison": "t"}, "choose one of 'wilcoxon-exact', 'sign'"),
        ({"equivalence": 1, "distribution": "specialists"}, "choose one of normal, skewed"),
        ({"equivalence": 1, "procedure": "shaffer"}, "'not equivalent' is not"),
        ({"equivalence": 1, "alpha": 0.6}, "need one below 0.5"),
        ({}, "no number of problems gives power; give an effect"),
    ],
)
def test_a_plan_of_equivalence_says_what_it_cannot_use(options: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        problems_needed(2, **options)
    assert message in str(caught.value)


def test_a_plan_of_equivalence_says_what_it_is_about() -> None:
    plan = problems_needed(3, [0, 0, 5], equivalence=1.5, aim="all", repetitions=50, limit=40)
    assert (plan.equivalence, plan.comparison, plan.procedure) == (1.5, "wilcoxon-exact", "holm")
    words = str(plan)
    assert "shows the equivalence of all equivalent pairs with a probability of at least" in words
    assert "margin of equivalence: standard deviations times 1.5" in words
    assert "Wilcoxon's signed-rank test" in words
