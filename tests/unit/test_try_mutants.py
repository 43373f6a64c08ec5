"""The sample of mutants is spread over the modules, and its share comes with Wilson's interval."""

from __future__ import annotations

import runpy
from collections import Counter
from pathlib import Path

import pytest
from statsmodels.stats.proportion import proportion_confint

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "try_mutants.py"))
MUTANTS = [
    f"evenkeel.{module}.x_f__mutmut_{i}"
    for module, size in {
        "omnibus.permutation": 100,
        "omnibus.page": 300,
        "pairwise.sign": 600,
    }.items()
    for i in range(size)
]


@pytest.mark.parametrize(("noticed", "tried"), [(75, 83), (400, 400), (0, 7), (1, 2)])
def test_the_interval_is_that_of_statsmodels(noticed: int, tried: int) -> None:
    expected = proportion_confint(noticed, tried, method="wilson")
    assert TOOL["wilson"](noticed, tried) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_each_module_gives_in_proportion_to_its_mutants(seed: int) -> None:
    picked = TOOL["sample"](MUTANTS, 50, seed)
    counts = Counter(name.rpartition(".")[0] for name in picked)
    assert len(set(picked)) == 50
    assert counts == {
        "evenkeel.omnibus.permutation": 5,
        "evenkeel.omnibus.page": 15,
        "evenkeel.pairwise.sign": 30,
    }


def test_the_seed_alone_makes_the_sample() -> None:
    sample = TOOL["sample"]
    assert sample(MUTANTS, 40, 3) == sample(list(MUTANTS), 40, 3)
    assert sample(MUTANTS, 40, 3) != sample(MUTANTS, 40, 4)


def test_a_sample_larger_than_all_is_all() -> None:
    assert TOOL["sample"](MUTANTS, 2000, 1) == MUTANTS


def test_a_file_of_names_chooses_as_patterns_do(tmp_path: Path) -> None:
    path = tmp_path / "names.txt"
    path.write_text(f"{MUTANTS[3]}\n{MUTANTS[500]}\n")
    assert TOOL["chosen_of"](MUTANTS, [f"@{path}"]) == [MUTANTS[3], MUTANTS[500]]
    assert TOOL["chosen_of"](MUTANTS, ["*.page.*_7", "*.page.*_8"]) == [MUTANTS[107], MUTANTS[108]]


def test_a_timeout_is_noticed_and_an_unreached_mutant_is_not() -> None:
    tried = [
        TOOL["Tried"](MUTANTS[i], outcome, 1.0)
        for i, outcome in enumerate(["noticed", "timeout", "survived", "unreached"])
    ]
    last = TOOL["summary"](tried).splitlines()[-1]
    low, high = proportion_confint(2, 4, method="wilson")
    assert last == f"| all | 4 | 2 | 1 | 1 | 1 | 50.0% | {low:.1%} to {high:.1%} |"
