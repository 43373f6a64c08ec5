"""The calibration page holds what its script measures."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import evenkeel
from evenkeel import Results
from evenkeel.effects.registry import EFFECTS
from evenkeel.posthocs.laws import LAWS
from evenkeel.runs import aggregates
from evenkeel.runs._conditions import NORMALITY, VARIANCES
from evenkeel.runs.problem_tests import PROBLEM_TESTS
from evenkeel.studies.models import MODELS
from evenkeel.studies.pvalues import (
    COMPARISONS,
    chosen_omnibus,
    chosen_procedures,
    omnibus_title,
    procedure_title,
)

TOOLS = Path(__file__).parents[2] / "tools"
PAGE = TOOLS.parent / "docs" / "calibration.md"


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    """The script, on one core."""
    sys.path.insert(0, str(TOOLS))
    try:
        import_module("calibration.studies").WORKERS = 1  # type: ignore[attr-defined]
        yield import_module("make_calibration")
    finally:
        sys.path.remove(str(TOOLS))


def table(title: str) -> dict[str, dict[str, str]]:
    """A table of the page: cells by row and column, bold ones with their asterisks."""
    page = PAGE.read_text(encoding="utf-8").replace("\\", "")
    lines = page.split(f"**{title}")[1].split("\n\n")[1].splitlines()
    header, _, *rows = (
        [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")]
        for line in lines
    )
    return {row[0]: dict(zip(header[1:], row[1:], strict=True)) for row in rows}


def test_rates_measured_again_are_those_of_the_page(script: ModuleType) -> None:
    study = script.tables.studies.alike(20, 5, "control")
    shown = table("Family-wise error against a control")
    for name in chosen_procedures("all", "control"):
        rate = study.outcome("friedman-normal", name).family_wise_error
        cell = shown[procedure_title(name)]["k = 5, n = 20"]
        assert cell.strip("*") == f"{rate.value:.3f}"
        assert cell.startswith("**") == (rate.low > 0.05)
    assert shown["Li"]["k = 5, n = 20"].startswith("**")


def test_tests_of_runs_measured_again_are_those_of_the_page(script: ModuleType) -> None:
    shown = table("Type I error of the tests of conditions")
    for name, (title, _, _) in NORMALITY.items():
        rate = script.of_runs.normality(name, 23)
        assert shown[title]["23 runs"].strip("*") == f"{rate.value:.3f}"


@pytest.mark.slow
def test_the_coverage_measured_again_is_that_of_the_page(script: ModuleType) -> None:
    shown = table("Simultaneous coverage of the confidence sets")
    for truth in script.of_sets.TRUTHS:
        share = script.of_sets.coverage(truth, "sign").share
        assert shown[truth.title]["Coverage, sign test"] == f"{share.value:.3f}"


@pytest.mark.slow
def test_rates_with_holes_measured_again_are_those_of_the_page(script: ModuleType) -> None:
    shown = table("How wrong each choice can be")
    of_holes = import_module("calibration.of_holes")
    for choice in of_holes.CHOICES[1:]:
        rate = of_holes.omnibus(0.2, "bad", choice)
        cell = shown[f"Holes bad results, missing='{choice}'"]["Omnibus, 20%"]
        assert cell.strip("*") == f"{rate.value:.3f}"
        assert cell.startswith("**") == (rate.low > 0.05)


def test_the_page_has_every_test_procedure_and_model(script: ModuleType) -> None:
    page = PAGE.read_text(encoding="utf-8").replace("\\", "")
    titles = [
        *map(omnibus_title, chosen_omnibus("all")),
        *(comparison.title for comparison in COMPARISONS.values()),
        *map(procedure_title, chosen_procedures("all", "all-pairs")),
        *map(procedure_title, chosen_procedures("all", "control")),
        *(model.title for name, model in MODELS.items() if name != "specialists"),
        *(title for title, *_ in (*NORMALITY.values(), *VARIANCES.values())),
        *(PROBLEM_TESTS[name].title for name in script.of_runs.TWO_SAMPLE),
        *map(script.of_runs.k_sample_title, script.of_runs.TWO_SAMPLE),
    ]
    for title in titles:
        assert title.lower() in page.lower()


def test_the_page_shows_in_bold_where_pooled_laws_err_and_the_others_do_not() -> None:
    control = table("The control and one other are specialists")
    for row in ("Holm", "Holm, n = 100, k = 20"):
        bold = {law for law, cell in control[row].items() if cell.startswith("**")}
        assert bold == {COMPARISONS[name].title for name in ("friedman-normal", "friedman-exact")}
    own = ("friedman-paired", "wilcoxon-exact", "sign")
    for row, cells in table("Specialists among ten algorithms").items():
        if row.split(": ")[1] in {COMPARISONS[name].title for name in own}:
            assert not any(cell.startswith("**") for cell in cells.values())


def test_pooled_laws_say_what_they_suppose() -> None:
    for law in LAWS:
        assert ("all k algorithms are alike" in law.caveat) == law.pooled
        assert ("Benavoli" in law.caveat) == law.pooled


@pytest.mark.slow
def test_claims_of_equivalence_measured_again_are_those_of_the_page(script: ModuleType) -> None:
    measured = script.of_equivalence
    shown = table("Families of six: false claims of equivalence")
    for name in ("none", "holm", "hochberg"):
        rate, power = measured.over_family(20, measured.SIX, "control", "sign", name)
        cell = shown[f"Control, Sign test: {procedure_title(name)}"]["n = 20"]
        assert cell.strip("*") == f"{rate.value:.3f} / {power.value:.2f}"
        assert cell.startswith("**") == (rate.low > 0.05)
    skewed = table("One pair: false claims of equivalence if differences are exponential")
    rate = measured.claimed_if_skewed(20, "wilcoxon", "median", "inwards")
    cell = skewed["Wilcoxon: median at the margin, tail inwards"]["n = 20"]
    assert cell == f"**{rate.value:.3f}**"


def test_notes_have_the_figures_that_were_measured_at_the_edge() -> None:
    def most(title: str, row: str) -> str:
        rows = [cells for name, cells in table(title).items() if name.startswith(row)]
        return f"{max(float(each.strip('*')) for cells in rows for each in cells.values()):.0%}"

    a12 = most("At the edge: how", "Vargha-Delaney A12")
    assert f"missed in up to {a12} of the tables" in EFFECTS.lookup("a12").assumes
    wide = np.random.default_rng(0).normal(size=(3, 4)) * [10, 1, 1, 1]
    found = aggregates({"A": wide, "B": wide}, better="higher", resamples=99)
    gap = most("Aggregates at the edge", "Optimality gap: one problem")
    mean = most("Aggregates at the edge", "Mean: one problem")
    (note,) = (each for each in found.notes if "comes from one problem" in each)
    assert f"of the optimality gap up to {gap}" in note
    assert float(mean.rstrip("%")) <= 6


def test_the_headline_that_is_measured_is_that_of_compare(script: ModuleType) -> None:
    """Three tables of each model: what is counted is what compare() shows, and without which."""
    headline = script.of_headline
    for case in (*headline.CASES, *headline.ASYMMETRIC):
        drawn = case.draw(np.random.default_rng(7), 3 if case.k < 8 else 1)
        looks = headline.looks(drawn, case.family, case.test)
        for losses, expected, by_wins in zip(drawn, looks.both, looks.by_wins, strict=True):
            table = Results(losses, algorithms=case.family.algorithms, better="lower")
            found = evenkeel.compare(table, control=case.family.control, second_look=case.test)
            shown = np.zeros(case.family.m, dtype=bool) if found.shown is None else found.shown
            np.testing.assert_array_equal(shown, expected)
            left = shown if found.by_size is None else shown & ~found.by_size
            np.testing.assert_array_equal(left, by_wins)


@pytest.mark.slow
def test_what_compare_states_holds_the_family_wise_error(script: ModuleType) -> None:
    page = table("Family-wise error of two tests and of the headline")
    for case in (*script.of_headline.CASES, *script.of_headline.ASYMMETRIC):
        if case in script.of_headline.ASYMMETRIC and case.k > 5:
            continue  # the largest takes ten seconds
        row, found = (
            page[f"{case.title}: n = {case.n}, k = {case.k}"],
            script.of_headline.found(case),
        )
        for column, rate in zip(list(row)[-2:], (found.by_wins, found.headline), strict=True):
            assert row[column].strip("*").split(" / ")[0] == f"{rate.value:.3f}"
        assert found.by_wins.high <= 0.05
        assert case in script.of_headline.ASYMMETRIC or found.headline.value <= 0.05
