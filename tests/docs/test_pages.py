"""Every code block of the documentation is run, and every block is of a kind that is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from page_blocks import RUN, SHOWN, Page, blocks

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    str(path.relative_to(DOCS)): path
    for path in sorted(DOCS.rglob("*.md"))
    if not {"made", "_build"} & set(path.relative_to(DOCS).parts)
}
WITH_CODE = {
    name: path
    for name, path in PAGES.items()
    if any(block.language in RUN for block in blocks(path.read_text(encoding="utf-8")))
}
DIRECTIVES = {
    "{toctree}", "{eval-rst}", "{figure}", "{image}", "{note}", "{admonition}", "{dropdown}",
    "{grid}", "{grid-item-card}", "{math}", "{tab-set}", "{tab-item}", "{card}", "{list-table}",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.tex
@pytest.mark.parametrize("name", WITH_CODE)
def test_every_block_does_what_the_page_shows(name, tmp_path, monkeypatch, evenkeel):
    monkeypatch.chdir(tmp_path)
    assert Page(WITH_CODE[name], tmp_path, evenkeel).run() > 0


@pytest.mark.parametrize("name", PAGES)
def test_every_block_is_run_or_of_a_kind_that_cannot_be(name):
    for block in blocks(PAGES[name].read_text(encoding="utf-8")):
        peer = block.language == "{code-block}" and ":class: peer" in block.text
        known = block.language in RUN | SHOWN | DIRECTIVES
        assert known or (peer and name.startswith("coming_from/")), (name, block.line)
