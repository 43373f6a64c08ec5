"""The checklist answers what results show, and asks the rest."""

from __future__ import annotations

import numpy as np

import evenkeel
from evenkeel.comparison import checklist
from evenkeel.comparison._checklist import CHECKS
from evenkeel.comparison.guidelines import RULES


def seen(results: evenkeel.Results, **options: object) -> dict[str, str]:
    return {item.name: item.seen for item in checklist(evenkeel.compare(results, **options))}


def test_every_check_is_listed_with_question_reason_and_source() -> None:
    found = checklist(evenkeel.compare(evenkeel.load("garcia2008")))
    assert [item.name for item in found] == [check.name for check in CHECKS]
    assert len({item.name for item in found}) == len(found)
    assert all(item.question.endswith("?") and item.why.endswith(".") for item in found)
    assert all(item.source for item in found)


def test_what_no_table_shows_is_asked() -> None:
    found = checklist(evenkeel.compare(evenkeel.load("garcia2008")))
    # three of the four effects lie in the design
    assert [item.name for item in found.open] == [
        "regression",
        "order",
        "sampling bias",
        "independence",
    ]


def test_what_the_results_show_is_answered() -> None:
    values = np.random.default_rng(1).uniform(0.996, 0.9995, (12, 3))
    close = evenkeel.Results(values, better="higher")
    assert "within half a per cent of 1" in seen(close)["ceiling effect"]
    plain = seen(evenkeel.load("garcia2008"))
    assert plain["ceiling effect"].startswith("On few problems")
    assert plain["the question"].startswith("5 algorithms on 30 problems")
    assert plain["many comparisons"].startswith("10 hypotheses are allowed for")
    assert plain["control"] == "All pairs are compared; there is no control."


def test_a_control_that_was_picked_is_not_one_that_was_named() -> None:
    table = evenkeel.load("garcia2008")
    assert seen(table, control="CN2")["control"] == "CN2 is the control."
    picked = seen(table, control="best")["control"]
    assert "was to be the control because its average rank is the best" in picked


def test_the_advice_that_checks_rest_on_exists() -> None:
    few = evenkeel.Results(np.random.default_rng(0).normal(size=(4, 5)), better="lower")
    assert "n = 4 problems and k = 5 algorithms" in seen(few)["size of the study"]
    assert {"ceiling", "few-problems", "control-was-picked"} <= {rule.name for rule in RULES}
