"""A saved report in a browser: what lights up, what is sorted, no violation, nothing too wide."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import evenkeel

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SERIOUS = ("serious", "critical")


def long_names() -> evenkeel.Results:
    rng = np.random.default_rng(21)
    values = rng.normal(size=(30, 21)) + np.linspace(0, 2, 21)
    names = [f"{j:02d} {'a long name of it ' * 9}"[:60] for j in range(21)]
    return evenkeel.Results(values, algorithms=names, better="lower")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The addresses of some reports."""
    folder = tmp_path_factory.mktemp("reports")
    cec, garcia = evenkeel.load("cec2005"), evenkeel.load("garcia2008")
    reports = {
        "pairs": evenkeel.compare(cec),
        "control": evenkeel.compare(garcia, control="C4.5"),
        "two": evenkeel.compare(garcia.select(["C4.5", "CN2"])),
        "long": evenkeel.compare(long_names()),
    }
    for name, found in reports.items():
        found.save(folder / f"{name}.html")
    return {name: Path(folder / f"{name}.html").as_uri() for name in reports}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page()
    yield opened
    opened.close()


def lit(page: Page) -> set[str]:
    """What is lit, by the names of the parts of the picture or of the rows."""
    found: list[str] = page.eval_on_selector_all(
        ".lit", "parts => parts.map(p => p.id ? p.id.replace(/^.*?-/, '') : p.cells[0].textContent)"
    )
    return set(found)


def test_an_algorithm_lights_up_with_its_row_its_mark_and_its_bars(page: Page, saved) -> None:
    page.goto(saved["pairs"])
    rows = page.locator("#table-verdict tbody tr")
    position = evenkeel.load("cec2005").algorithms.index
    rows.filter(has_text="PSO").hover()
    at = position("PSO")
    assert lit(page) == {"PSO", f"name-{at}", f"stem-{at}", "bar-1"}
    rows.filter(has_text="SaDE").locator("th").focus()
    at = position("SaDE")
    assert lit(page) >= {"SaDE", f"name-{at}", f"stem-{at}", "bar-0", "bar-1"}
    assert "PSO" not in lit(page)


def test_a_click_sorts_and_a_number_has_all_its_digits(page: Page, saved) -> None:
    page.goto(saved["pairs"])
    table = page.locator("#table-verdict")
    heading = table.locator("thead th", has_text="Rank").first
    for first in ("DE-Exp", "PSO"):
        heading.click()
        expect(table.locator("tbody tr").first.locator("th")).to_have_text(first)
    cell = table.locator("tbody tr").first.locator("td").last
    cell.hover()
    assert float(cell.get_attribute("title") or "") == pytest.approx(0.0001551, abs=5e-8)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", ["pairs", "control", "two", "long"])
def test_the_answer_is_on_the_first_screen(browser: Browser, saved, name: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(saved[name])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator("h1")).to_be_in_viewport()
    if name != "long" or width > 390:
        for label in ("Best", "Differ?"):
            expect(page.locator(".glance dt", has_text=label).first).to_be_in_viewport()
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["pairs", "control", "two"])
def test_axe_finds_no_serious_violation(browser: Browser, saved, name: str, scheme: str) -> None:
    page = browser.new_page(color_scheme=scheme)
    page.goto(saved[name])
    found = Axe().run(page).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in SERIOUS] == []
    page.close()
