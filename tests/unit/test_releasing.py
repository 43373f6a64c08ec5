"""docs/releasing.md says what is so: its versions, its files and its targets."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path

import evenkeel

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8")
OLDEST = runpy.run_path(str(ROOT / "tools" / "oldest.py"))
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSIONS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.split("## Versions that were run")[1].splitlines()
    if line.startswith("| ") and not line.startswith("| package")
]


def pins(lines: list[str]) -> dict[str, str]:
    return {name.lower(): version for name, version in (line.split("==") for line in lines)}


def test_the_oldest_versions_of_the_page_are_the_floors() -> None:
    floors = pins(OLDEST["floors"](SETTINGS)) | {"python": OLDEST["python"](SETTINGS)}
    shown = {name.lower(): oldest for name, oldest, _, _ in VERSIONS}
    assert shown == {name: floors[name] for name in shown}
    required = {re.split(r"[\[>]", each)[0] for each in SETTINGS["project"]["dependencies"]}
    assert required - {"lazy-loader", "rich"} <= set(shown)


def test_the_versions_in_between_are_those_of_the_constraints() -> None:
    tried = pins((ROOT / "constraints.txt").read_text(encoding="utf-8").split())
    shown = {name.lower(): version for name, _, version, _ in VERSIONS if name != "Python"}
    assert shown == {name: tried[name] for name in shown}


def test_the_changelog_begins_with_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## (\S+) \((unreleased|\d{4}-\d{2}-\d{2})\)$", changelog, re.MULTILINE)
    assert first is not None
    assert first[1] == evenkeel.__version__


def test_the_targets_and_files_of_the_page_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"\bmake ([a-z][a-z-]+)", PAGE))
    assert {"smoke", "dist", "oldest", "newest"} <= targets
    assert targets <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    files = set(
        re.findall(r"`((?:src|tools)/[\w./]+|[A-Z]\w+\.(?:md|cff)|constraints\.txt)`", PAGE)
    )
    assert len(files) >= 6
    assert all((ROOT / name).is_file() for name in files)
