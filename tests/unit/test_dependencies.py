"""What the package imports and what it declares."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

import evenkeel

SOURCE = Path(evenkeel.__file__).parent
PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
BROUGHT_ALONG = {"pydantic"}  # by fastapi
MODULES = {"python-multipart": "python_multipart", "lazy-loader": "lazy_loader"}


def declared(requirements: list[str]) -> set[str]:
    """The modules of required packages."""
    names = [re.split(r"[\[><=]", requirement)[0] for requirement in requirements]
    return {MODULES.get(name, name) for name in names}


def imported(file: Path) -> set[str]:
    """Packages that a module imports, at its top or in a function."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.slow
def test_statsmodels_is_for_the_tests_alone():
    users = [str(file) for file in SOURCE.rglob("*.py") if "statsmodels" in imported(file)]
    assert users == []


@pytest.mark.slow
def test_what_the_page_alone_needs_is_no_dependency_of_the_rest():
    files = [file for file in SOURCE.rglob("*.py") if "web" not in file.relative_to(SOURCE).parts]
    used = set().union(*map(imported, files))
    assert declared(PROJECT["dependencies"]) <= used


def test_the_extra_of_the_page_holds_what_the_page_imports():
    extra = declared(PROJECT["optional-dependencies"]["web"])
    known = extra | declared(PROJECT["dependencies"]) | BROUGHT_ALONG | {"evenkeel"}
    used = set().union(*map(imported, (SOURCE / "web").rglob("*.py")))
    assert used - set(sys.stdlib_module_names) <= known
