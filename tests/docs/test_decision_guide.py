"""The decision guide says what the rules of advice say, all of it, in each language."""

from __future__ import annotations

import re

import pytest
from pages import decision_guide
from pages.guide_in_english import ENGLISH
from pages.guide_in_spanish import SPANISH

from evenkeel.comparison.guidelines import RULES

LANGUAGES = {"English": ENGLISH, "Spanish": SPANISH}


@pytest.mark.parametrize("name", LANGUAGES)
def test_each_rule_has_its_step_and_no_other_is_named(name):
    named = [rule for step in LANGUAGES[name].steps for rule in step.rules]
    assert sorted(named) == sorted({rule.name for rule in RULES})


def test_the_page_has_the_words_of_each_rule():
    page = decision_guide.guide(ENGLISH)
    for rule in RULES:
        assert all(text in page for text in (rule.title, rule.reason, rule.remedy, rule.source))


def test_each_rule_is_translated():
    assert set(SPANISH.rules) == {rule.name for rule in RULES}
    page = decision_guide.guide(SPANISH)
    for rule in RULES:
        assert rule.reason not in page
        assert all(text in page for text in SPANISH.rules[rule.name])


def test_names_and_numbers_of_the_steps_are_the_same_in_each_language():
    for english, spanish in zip(ENGLISH.steps, SPANISH.steps, strict=True):
        assert (english.rules, english.measured) == (spanish.rules, spanish.measured)
        for one, other in zip(english.answers, spanish.answers, strict=True):
            assert code(one.text) == code(other.text)


def code(text: str) -> list[str]:
    """What a reader would type, and where links lead."""
    return re.findall(r"`[^`]+`", text)


@pytest.mark.slow
def test_what_was_measured_is_quoted_from_the_calibration():
    for step in ENGLISH.steps:
        for beginning in step.measured:
            assert decision_guide.behind(beginning) in decision_guide.guide(ENGLISH)


def test_the_sizes_to_which_a_rule_applies_are_those_of_the_advice():
    found = decision_guide.by_size().found
    # The documents: fewer algorithms than problems, and problems at least twice as many.
    for (n, k), names in found.items():
        assert ("more-algorithms-than-problems" in names) == (k > 2 and k >= n)
        assert ("two-algorithms" in names) == (k == 2)
