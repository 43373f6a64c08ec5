"""The page on security says what is so: its tests exist, and its limits are the server's."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from evenkeel.web.settings import Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def _rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its first two lines."""
    part = PAGE.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.mark.slow
def test_every_test_that_the_page_names_exists():
    known = {
        node.name
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }
    named = set(re.findall(r"\btest_\w+", PAGE))
    assert len(named) > 30
    assert named <= known


def test_every_threat_is_met_by_a_test_or_left_to_the_reader():
    for threat, _, tests, left in _rows("Threats"):
        assert "test_" in tests or left, threat


def test_the_limits_of_the_page_are_those_of_the_server():
    rows = {name.strip("`"): value for name, value, _ in _rows("Limits")}
    assert set(rows) == {field.name for field in fields(Settings)}
    assert rows.pop("workers") == "1 to 4"
    assert rows.pop("hosts") == ", ".join(Settings.hosts)
    assert {name: float(value) for name, value in rows.items()} == {
        name: getattr(Settings, name) for name in rows
    }


@pytest.mark.parametrize("option", re.findall(r"--(?:name|no-browser|host)\b", PAGE))
def test_the_options_of_the_page_exist(option):
    source = (ROOT / "src" / "evenkeel" / "cli" / "serve.py").read_text(encoding="utf-8")
    assert f'"{option}"' in source
