"""What a real browser says of the pages that ask, and what the server makes of it."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from web_server import Server, until

pytestmark = pytest.mark.slow

CSV = "problem,New,Old,Base\n" + "".join(
    f"P{i},{(90 + i) / 100},{(80 + i) / 100},{(50 + 2 * i) / 100}\n" for i in range(12)
)
_ASK = """async ([url, table]) => {
    const picture = new Promise((seen) => {
        const image = new Image();
        image.onload = image.onerror = seen;
        image.src = url + "/?case=toy";
    });
    const post = fetch(url + "/api/compare/file?better=lower",
        {method: "POST", mode: "no-cors", headers: {"content-type": "text/plain"}, body: table});
    const frame = new Promise((seen) => {
        const inside = document.createElement("iframe");
        inside.onload = seen;
        inside.src = url + "/?case=toy&control=A";
        document.body.append(inside);
    });
    await Promise.allSettled([picture, post, frame]);
}"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def other_site(tmp_path: Path) -> Iterator[int]:
    """The port of another server on this machine, with an empty page."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Elsewhere</title>")
    handler = partial(_Quiet, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:
        thread = threading.Thread(target=site.serve_forever)
        thread.start()
        yield int(site.server_address[1])
        site.shutdown()
        thread.join()


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])  # the same site, and another
def test_a_page_of_another_server_gets_nothing_computed(browser: Browser, server, other_site, name):
    context = browser.new_context()
    page = context.new_page()
    before = len(_statuses(server))
    page.goto(f"http://{name}:{other_site}/")
    page.evaluate(_ASK, [server.url, CSV])
    until(lambda: len(_statuses(server)) >= before + 3)
    context.close()
    assert _statuses(server)[before:] == [403, 403, 403]


def _statuses(server: Server) -> list[int | None]:
    """The statuses of all requests so far."""
    lines = map(json.loads, server.log.read_text().splitlines())
    return [line["status"] for line in lines if line["event"] == "request"]


@pytest.mark.parametrize("script", [True, False])
def test_the_page_serves_itself_under_a_plain_name(browser: Browser, server, script: bool):
    # no Sec-Fetch-Site comes with plain HTTP under a name: the origin of the page's forms decides
    base = f"http://evenkeel.test:{server.port}"
    context = browser.new_context(base_url=base, java_script_enabled=script, accept_downloads=True)
    page = context.new_page()
    page.goto("/")
    page.get_by_label("or paste the table").fill(CSV)
    page.get_by_label("higher (accuracies)").check()
    if not script:
        page.get_by_role("button", name="Compare").click()
    expect(page.locator("#conclusions")).to_contain_text("New, rank 1.00", timeout=30_000)
    with page.expect_download() as downloading:
        page.get_by_role("button", name="JSON").click()
    assert downloading.value.suggested_filename == "report.json"
    context.close()
