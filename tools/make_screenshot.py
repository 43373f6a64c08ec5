"""Make the picture of the web page that the README shows: docs/pictures/page.png.

It starts the server on a free port of this machine, opens a case study in the system's chromium
and stops the server. Run it from the root of the repository, with playwright installed:

    python tools/make_screenshot.py
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from web_server import running_server  # noqa: E402

ADDRESS = "/?case=cec2005&control=SaDE"
TARGET = ROOT / "docs" / "pictures" / "page.png"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def main() -> None:
    """Write the picture."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("chromium is needed; tools/system-packages installs it")
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder), workers=1) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1200, "height": 860}, color_scheme="light")
        page.goto(server.url + ADDRESS, timeout=60_000)
        page.locator("#advice").wait_for()
        page.screenshot(path=TARGET)
        browser.close()
    print(f"wrote {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
