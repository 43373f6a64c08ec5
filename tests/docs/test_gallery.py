"""The gallery shows every picture: a script of it draws each public function of `evenkeel.plot`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import evenkeel.plot
from evenkeel.plot import KINDS

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
SCRIPTS = {path.stem: path.read_text(encoding="utf-8") for path in GALLERY.glob("plot_*.py")}
PICTURES = sorted(name for name in dir(evenkeel.plot) if name.startswith("plot_"))


@pytest.mark.parametrize("picture", PICTURES)
def test_every_public_picture_is_drawn_by_the_script_of_its_name(picture: str) -> None:
    assert picture in SCRIPTS
    assert f"ax = {picture}(" in SCRIPTS[picture]


def test_every_script_is_of_a_public_picture() -> None:
    assert set(SCRIPTS) == set(PICTURES)


def test_every_kind_of_the_command_line_is_in_the_gallery() -> None:
    drawn = set(re.findall(r"ax = (plot_\w+)\(", "".join(SCRIPTS.values())))
    functions = {kind.function.__name__ for kind in KINDS.values()}
    assert functions <= drawn
