"""The public names: few at the top, the rest in rooms, documented, with examples, light."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

import evenkeel
from evenkeel.errors import EvenkeelError
from evenkeel.result import Result

TOP = [name for name in evenkeel.__all__ if not isinstance(getattr(evenkeel, name), ModuleType)]
ROOMS: dict[str, Any] = {
    name: getattr(evenkeel, name) for name in evenkeel.__all__ if name not in TOP
}
PUBLIC = {
    f"evenkeel.{room}.{name}": getattr(module, name)
    for room, module in ROOMS.items()
    for name in module.__all__
}
FUNCTIONS = {name: value for name, value in PUBLIC.items() if isinstance(value, FunctionType)}
CLASSES = {name: value for name, value in PUBLIC.items() if isinstance(value, type)}


@pytest.mark.parametrize("module", [evenkeel, *ROOMS.values()], ids=lambda m: m.__name__)
def test_every_public_name_can_be_imported(module: Any) -> None:
    assert sorted(module.__all__) == sorted(set(module.__all__))
    for name in module.__all__:
        assert getattr(module, name) is not None
    assert set(module.__all__) <= set(dir(module)) | {"__version__"}


def test_at_the_top_stand_about_forty_names_and_each_is_that_of_a_room() -> None:
    assert len(TOP) <= 52
    rooms = {name.rpartition(".")[2]: value for name, value in PUBLIC.items()}
    for name in set(TOP) - {"__version__"}:
        assert getattr(evenkeel, name) is rooms[name]


def test_a_name_means_one_thing_wherever_it_stands() -> None:
    meanings: dict[str, Any] = {}
    for name, value in PUBLIC.items():
        assert meanings.setdefault(name.rpartition(".")[2], value) is value


@pytest.mark.parametrize("module", [evenkeel, *ROOMS.values()], ids=lambda m: m.__name__)
def test_no_public_name_is_that_of_a_module_beside_it(module: Any) -> None:
    beside = {each.name for each in pkgutil.iter_modules(getattr(module, "__path__", []))}
    assert beside & set(module.__all__) <= set(ROOMS)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_documented(name: str) -> None:
    value = PUBLIC[name]
    if name in FUNCTIONS or name in CLASSES:
        assert re.match(r"\S.*\.$", (value.__doc__ or "").split("\n")[0])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_has_an_example_that_calls_it(name: str) -> None:
    # The examples run with the doctests of all modules.
    (found,) = doctest.DocTestFinder(recurse=False).find(FUNCTIONS[name])
    called = name.rpartition(".")[2] + "("
    assert any(called in example.source for example in found.examples)


def test_every_result_and_every_error_of_the_core_is_public() -> None:
    for module in pkgutil.walk_packages(evenkeel.__path__, "evenkeel."):
        if module.name.startswith(("evenkeel.web", "evenkeel.result", "evenkeel.__main__")):
            continue
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, (Result, EvenkeelError)):
                private = value.__name__.startswith("_") or value.__module__ == "evenkeel.result"
                assert private or value in CLASSES.values(), value


def annotations() -> Iterator[tuple[str, str, str]]:
    """What public functions and methods return and public fields hold: where, module, text."""
    for name, function in FUNCTIONS.items():
        yield name, function.__module__, str(inspect.signature(function).return_annotation)
    for name, value in CLASSES.items():
        for key, member in inspect.getmembers(value):
            function = member.fget if isinstance(member, property) else member
            if inspect.isfunction(function) and not key.startswith("_"):
                returned = inspect.signature(function).return_annotation
                yield f"{name}.{key}", function.__module__, str(returned)
        for field in fields(value) if is_dataclass(value) else ():
            if not field.name.startswith("_"):
                yield f"{name}.{field.name}", value.__module__, str(field.type)


@cache
def meaning(word: str, module: str) -> Any:
    """What a word of a module's annotations means, if the module imports it for types only too."""
    found = sys.modules[module]
    for node in ast.walk(ast.parse(inspect.getsource(found))):
        if isinstance(node, ast.ImportFrom) and word in {alias.name for alias in node.names}:
            return getattr(importlib.import_module(str(node.module)), word, None)
    return getattr(found, word, None)


@pytest.mark.slow
def test_what_a_public_function_returns_is_public() -> None:
    hidden = set()
    for where, module, annotation in annotations():
        for word in re.findall(r"\b[A-Z]\w+", annotation):
            value = meaning(word, module)
            if isinstance(value, type) and value.__module__.startswith("evenkeel."):
                hidden |= {(where, word)} if value not in CLASSES.values() else set()
    assert hidden == set()


LAZY_ROOMS = [r for r in ROOMS if (Path(evenkeel.__file__).parent / r / "__init__.pyi").exists()]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", *(f".{room}" for room in LAZY_ROOMS)])
def test_importing_evenkeel_or_a_room_imports_nothing_heavy(name: str) -> None:
    code = f"import sys, evenkeel{name}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in run.stdout.split()}
    assert not loaded & {"numpy", "scipy", "polars", "pandas", "matplotlib", "typer", "rich"}
