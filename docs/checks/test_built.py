"""The built site is whole, small, and loads nothing from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Links(HTMLParser):
    """What a page loads, where it leads, and the places in it that can be led to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.leads: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        self.places |= {values[key] or "" for key in ("id", "name") if key in values}
        if tag == "a":
            self.leads.append(values.get("href") or "")
        elif tag == "link" and values.get("rel") not in ("canonical", "next", "prev", "search"):
            self.loads.append(values.get("href") or "")
        elif tag in ("script", "img", "iframe", "source", "object"):
            self.loads.append(values.get("src") or values.get("data") or "")


def read(path: Path) -> Links:
    return Links(path.read_text(encoding="utf-8"))


def test_no_page_loads_anything_from_elsewhere(pages):
    for name, path in pages.items():
        for address in filter(None, read(path).loads):
            assert not urlsplit(address).netloc, (name, address)


def test_no_style_or_script_of_the_site_loads_anything_from_elsewhere(site):
    for path in site.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(@import\s+|url\()\s*['\"]?(https?:)?//", text), path


def test_every_link_inside_of_the_site_leads_somewhere(pages, site):
    places = {path: read(path).places for path in pages.values()}
    for name, path in pages.items():
        links = read(path)
        for address in {*links.leads, *links.loads}:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or not address:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            assert target.exists(), (name, address)
            if parts.fragment and target in places:
                assert unquote(parts.fragment) in places[target], (name, address)


def test_the_site_is_small(site):
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    assert size < 40_000_000
