"""Every requirement has a floor, and `make oldest` installs exactly these."""

from __future__ import annotations

import runpy
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

ROOT = Path(__file__).parents[2]
OLDEST = runpy.run_path(str(ROOT / "tools" / "oldest.py"))
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]
DECLARED = [
    requirement
    for text in (
        *PROJECT["dependencies"],
        *chain(*PROJECT["optional-dependencies"].values()),
        *SETTINGS["build-system"]["requires"],
    )
    if (requirement := Requirement(text)).name != PROJECT["name"]
]


def floors_of(bounds: SpecifierSet) -> list[str]:
    return [bound.version for bound in bounds if bound.operator == ">="]


def made(**changes: list[str]) -> dict[str, Any]:
    """Settings of a small project."""
    return {
        "build-system": {"requires": changes.get("build", ["hatchling>=1"])},
        "project": {
            "name": "evenkeel",
            "requires-python": ">=3.11, <4",
            "dependencies": changes.get("core", ["numpy>=1.26"]),
            "optional-dependencies": {"all": changes.get("all", ["evenkeel[web]"])},
        },
    }


@pytest.mark.parametrize("requirement", DECLARED, ids=str)
def test_every_requirement_has_one_floor(requirement: Requirement) -> None:
    assert len(floors_of(requirement.specifier)) == 1


def test_a_package_that_is_named_twice_has_the_same_floor() -> None:
    floors: dict[str, list[str]] = {}
    for requirement in DECLARED:
        floors.setdefault(requirement.name, []).extend(floors_of(requirement.specifier))
    assert {name: found for name, found in floors.items() if len(set(found)) > 1} == {}


def test_the_oldest_versions_are_the_declared_ones_and_no_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    OLDEST["main"]([])
    pins = [Requirement(line) for line in capsys.readouterr().out.splitlines()]
    printed = {(pin.name, str(pin.specifier)) for pin in pins}
    declared = {(each.name, f"=={floors_of(each.specifier)[0]}") for each in DECLARED}
    assert printed == declared
    assert len(pins) == len(printed)


@pytest.mark.parametrize(
    ("package", "mended", "advisory"),
    [
        ("jinja2", "3.1.6", "CVE-2025-27516"),
        ("h11", "0.16", "CVE-2025-43859"),
        ("python-multipart", "0.0.31", "CVE-2026-53540"),
        ("starlette", "1.3.0", "PYSEC-2026-248"),
    ],
)
def test_the_floors_of_the_page_are_above_known_advisories(package, mended, advisory) -> None:
    (requirement,) = (each for each in DECLARED if each.name == package)
    (floor,) = floors_of(requirement.specifier)
    assert Version(floor) >= Version(mended), advisory


def test_the_oldest_python_is_the_declared_one(capsys: pytest.CaptureFixture[str]) -> None:
    OLDEST["main"](["python"])
    version = capsys.readouterr().out.strip()
    assert floors_of(SpecifierSet(PROJECT["requires-python"])) == [version]
    named = [f"Programming Language :: Python :: {version}"]
    assert set(named) <= set(PROJECT["classifiers"])


def test_bounds_from_above_and_extras_are_understood() -> None:
    settings = made(core=["pytest >=8, <9.2", "dask[dataframe]>=2025.1"])
    assert OLDEST["floors"](settings) == ["dask==2025.1", "hatchling==1", "pytest==8"]


@pytest.mark.parametrize("kind", ["core", "all", "build"])
@pytest.mark.parametrize("bounds", ["", "<3", "==2", ">1"])
def test_a_requirement_without_a_floor_is_named(kind: str, bounds: str) -> None:
    with pytest.raises(SystemExit, match="scipy has no floor: write scipy>=VERSION"):
        OLDEST["floors"](made(**{kind: [f"scipy{bounds}"]}))


def test_a_requirement_of_another_form_is_refused() -> None:
    with pytest.raises(SystemExit, match="does not know"):
        OLDEST["floors"](made(core=["tool @ file:tool"]))
