"""The built site: `make docs` builds it and then runs these tests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SITE = Path(__file__).parents[1] / "_build" / "html"


@pytest.fixture(scope="session")
def pages() -> dict[str, Path]:
    """Every page by its address."""
    found = {
        str(path.relative_to(SITE)): path
        for path in sorted(SITE.rglob("*.html"))
        if "_static" not in path.parts
    }
    assert found, "build it first: make docs"
    return found


@pytest.fixture(scope="session")
def site() -> Path:
    return SITE


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
