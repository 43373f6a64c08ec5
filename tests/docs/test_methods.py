"""One page per method: nothing registered is missing, and nothing stands there that is not."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from pages import methods
from pages.errata_of_methods import errata_of
from pages.measured import measured
from pages.registered_analyses import OF_FILES
from pages.tests_of_pairs import ELSEWHERE

import evenkeel
from evenkeel.adjustments.registry import ADJUSTMENTS
from evenkeel.bayesian.registry import BAYES_METHODS
from evenkeel.comparison.analyses.registry import ANALYSES, FILE_ANALYSES
from evenkeel.effects.registry import EFFECTS
from evenkeel.errors import InputError
from evenkeel.omnibus.registry import OMNIBUS
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import RANKINGS
from evenkeel.registry import Registry
from evenkeel.runs._conditions import NORMALITY, VARIANCES
from evenkeel.runs.problem_tests import PROBLEM_TESTS

ROOT = Path(__file__).parents[2]
REGISTRIES: dict[str, Registry] = {
    "rankings": RANKINGS,
    "omnibus": OMNIBUS,
    "laws": LAWS,
    "procedures": ADJUSTMENTS,
    "effect-sizes": EFFECTS,
    "bayes": BAYES_METHODS,
}
GENERATED = ("Hypotheses and assumptions", "Names and options")
HAND = ("Formula", "By hand", "By call", "When not to use it")
AFTER = ("Picture", "What was measured")


def named(kind: str) -> set[str]:
    return {method.name for method in methods.methods() if method.kind == kind}


@pytest.mark.parametrize("kind", REGISTRIES)
def test_every_registered_name_has_a_page_and_no_other(kind: str) -> None:
    assert named(kind) == set(REGISTRIES[kind].names)


def test_every_analysis_has_a_page_or_a_guide() -> None:
    guides = {
        "gate": "cookbook/ci_gate",
        "items": "start/language_models",
        "timeouts": "start/solvers",
        "votes": "cookbook/votes",
    }
    assert named("analyses") == set(ANALYSES.names) | set(OF_FILES)
    assert set(OF_FILES) | set(guides) == set(FILE_ANALYSES.names)
    for name, guide in guides.items():
        assert f"evenkeel {name} " in (ROOT / "docs" / f"{guide}.md").read_text(encoding="utf-8")


def test_every_test_of_runs_that_an_option_takes_has_a_page() -> None:
    assert {*NORMALITY, *VARIANCES, *PROBLEM_TESTS} <= named("runs")


def test_every_public_function_of_pairs_and_runs_stands_on_a_page() -> None:
    called = {method.call.split("(")[0].split(".")[-1] for method in methods.methods()}
    public = {
        name
        for room in (evenkeel.pairwise, evenkeel.pairwise, evenkeel.runs)
        for name in room.__all__
        if inspect.isfunction(getattr(room, name))
    }
    assert public <= called | set(ELSEWHERE)
    assert not called & set(ELSEWHERE)
    assert set(ELSEWHERE.values()) <= {method.place for method in methods.methods()}


def test_every_page_has_its_part_by_hand_and_nothing_unregistered_has_one() -> None:
    assert methods.faults() == []


def test_a_part_that_is_missing_is_named_with_what_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(methods, "HAND", tmp_path)
    with pytest.raises(InputError, match=r"docs/methods/procedures/holm\.md is missing; write"):
        methods.pages()


def test_a_part_with_other_sections_and_one_of_nothing_registered_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(methods, "HAND", tmp_path)
    (tmp_path / "procedures").mkdir()
    part = "## By hand\n\n```console\n## Formula\n```\n\n## By call\n"
    (tmp_path / "procedures" / "holm.md").write_text(part, encoding="utf-8")
    (tmp_path / "procedures" / "hom.md").write_text("", encoding="utf-8")
    found = methods.faults()
    assert (
        "docs/methods/procedures/holm.md has the headings By hand, By call; it needs exactly "
        "Formula, By hand, By call, When not to use it, in this order"
    ) in found
    assert found[-1] == (
        "docs/methods/procedures/hom.md is about no method that is registered; remove or rename it"
    )


def test_a_page_shows_the_rates_that_name_its_method() -> None:
    by_place = {method.place: method for method in methods.methods()}
    holm = measured(by_place["procedures/holm"])
    assert "| Holm, n = 100, k = 20 | **0.164 / 0.96** |" in holm
    assert "| Hommel |" not in holm
    assert "calibration.md#if-results-are-missing)" in holm
    wilcoxon = measured(by_place["runs/wilcoxon"])
    assert "Wilcoxon's signed\\-rank test; normal runs | 0.051 |" in wilcoxon
    assert "specialists" not in wilcoxon
    mid_p = measured(by_place["runs/mcnemar"])
    assert "| m = 16 | 0.021 | 0.077 | 0.021 |" in mid_p
    nothing = measured(by_place["runs/five-by-two-f"])
    assert nothing.startswith("Nothing was measured of this method by itself.")


def test_a_long_name_in_the_errata_is_not_taken_for_the_short_one_in_it() -> None:
    errata = errata_of(methods.methods())
    numbers = {place: {each.number for each in found} for place, found in errata.items()}
    assert numbers["omnibus/aligned"] == {1, 18, 19, 53}
    assert numbers["omnibus/friedman"].isdisjoint({1})
    assert numbers["pairs/sign"] == {30}
    assert numbers["pairs/multiple-sign-test"] == {12, 29, 32}
    assert numbers["procedures/rom"] == {3, 4, 55}


def test_every_page_has_its_sections_its_picture_and_its_reference(monkeypatch) -> None:
    monkeypatch.setattr(
        methods, "_drawn", lambda method: f"<svg>{method.place}"
    )  # `make docs` draws
    made = methods.pages()
    for method in methods.methods():
        page = made[f"methods/{method.place}.md"]
        prose = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
        headings = re.findall(r"^## (.+)$", prose, re.MULTILINE)
        errata = ["Errata"] if "Errata" in headings else []
        assert headings == [*GENERATED, *HAND, *AFTER, *errata, "Reference"]
        assert re.search(r"## Reference\n\n\S", page)
        picture = re.search(r"^!\[\S.+\]\(\.\./(pictures/.+\.svg)\)$", page, re.MULTILINE)
        assert picture is not None
        assert made[f"methods/{picture[1]}"] == f"<svg>{method.place}"
        assert f"({method.place}.md)" in made["methods/index.md"]
        assert f"({method.name}.md)" in made[f"methods/{method.kind}/index.md"]
