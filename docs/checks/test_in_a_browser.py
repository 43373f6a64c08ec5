"""The site in a browser: found by its search, readable on a telephone and in the dark."""

from __future__ import annotations

import os

import pytest
from axe_playwright_python.sync_playwright import Axe

SCHEMES = ("light", "dark")


@pytest.fixture
def opened(browser, site):
    """A page of the site, opened as a file: there is no server, and nothing may be asked for."""
    contexts = []

    def open_page(name: str = "index.html", width: int = 1280, scheme: str = "light"):
        size = {"width": width, "height": 900}
        context = browser.new_context(viewport=size, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{(site / name).as_uri()}")
        assert all(address.startswith(("file:", "data:")) for address in asked), asked
        return page

    yield open_page
    for context in contexts:
        context.close()


def test_the_search_finds_a_method_without_a_server(opened):
    page = opened("search.html")
    page.goto(page.url + "?q=bergmann")
    page.wait_for_selector("#search-results li a")
    assert "ergmann" in page.inner_text("#search-results")


def test_no_page_is_wider_than_a_telephone(opened, pages):
    page = opened(width=390)
    written = [name for name in pages if not name.startswith("made/")]
    for name in dict.fromkeys([*written, *one_of_each_kind(pages)]):
        page.goto(pages[name].as_uri(), wait_until="domcontentloaded")
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 1, (name, wide)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_page_has_a_serious_fault_of_accessibility(opened, pages, scheme):
    page = opened(scheme=scheme)
    found = []
    for name in one_of_each_kind(pages):
        page.goto(pages[name].as_uri())
        for fault in Axe().run(page).response["violations"]:
            if fault["impact"] in ("serious", "critical"):
                found.append((name, fault["id"], [node["target"] for node in fault["nodes"]][:3]))
    assert not found, "\n".join(map(str, found))


def one_of_each_kind(pages) -> list[str]:
    """The first page of each folder, whose pages are alike; all if EVENKEEL_ALL_PAGES is set."""
    if "EVENKEEL_ALL_PAGES" in os.environ:
        return list(pages)
    kinds: dict[str, str] = {}
    for name in pages:
        kinds.setdefault("/".join(name.split("/")[:-1][:3]), name)
    return [*kinds.values(), "index.html", "calibration.html", "benchmarks.html", "made/guide.html"]
