"""The public names are what they say, and importing evenkeel is light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import evenkeel
import evenkeel.plot


def test_every_public_name_can_be_imported() -> None:
    for module in (evenkeel, evenkeel.plot):
        assert sorted(module.__all__) == sorted(set(module.__all__))
        for name in module.__all__:
            assert getattr(module, name) is not None
        assert set(dir(module)) == set(module.__all__)


def test_the_types_that_checkers_see_are_the_names_that_are_exported() -> None:
    tree = ast.parse(Path(evenkeel.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {alias.name for node in block.body for alias in node.names}
    assert seen == set(evenkeel.__all__) - {"__version__"}


def test_no_public_function_has_the_name_of_a_module_beside_it() -> None:
    modules = {path.stem for path in Path(evenkeel.__file__).parent.iterdir()}
    assert not modules & set(evenkeel.__all__)


def test_importing_evenkeel_imports_nothing_heavy() -> None:
    code = "import sys, evenkeel; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in run.stdout.split()}
    assert not loaded & {"numpy", "scipy", "polars", "pandas", "matplotlib", "typer", "rich"}
