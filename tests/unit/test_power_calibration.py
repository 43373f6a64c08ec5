"""The calibration page holds what its script measures."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "make_calibration", ROOT / "tools" / "make_calibration.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.WORKERS = 1
    return module


def test_a_row_measured_again_is_the_row_of_the_page(script: ModuleType) -> None:
    page = script.PAGE.read_text(encoding="utf-8")
    section = page.split("## Procedures against a control")[1]
    rows = section.split("exact**")[1].splitlines()
    row = next(line for line in rows if line.startswith("| 5 | 20 |"))
    rates = script.procedure_rates(script.alike(20, 5, "control"), "friedman-exact")
    shown = [cell.strip(" *") for cell in row.strip("|").split("|")]
    assert shown == ["5", "20", *(f"{rate.value:.3f}" for rate in rates.values())]
    assert "**" in row  # Li's rate is surely too high
    assert rates["li"].low > 0.05


def test_the_page_has_every_test_and_procedure(script: ModuleType) -> None:
    page = script.PAGE.read_text(encoding="utf-8").replace("\\", "")
    for name in script.OMNIBUS:
        assert script.omnibus_title(name) in page
    for comparison in script.COMPARISONS.values():
        assert comparison.title.lower() in page.lower()
    for procedure in script.procedures():
        assert procedure.title in page
