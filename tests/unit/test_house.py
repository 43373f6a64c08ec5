"""The plan of the house: few things at the top, files of a readable size, rooms with a map."""

from __future__ import annotations

import ast
import fnmatch
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import draw_house
import pytest

import evenkeel

ROOT = Path(__file__).parents[2]
HOUSE = Path(evenkeel.__file__).parent
MODULES = sorted(HOUSE.rglob("*.py"))
ROOMS = sorted(path.parent for path in HOUSE.rglob("__init__.py"))


def docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


def layers() -> list[str]:
    """The rooms and modules at the top, as the contract of the imports lists them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = settings["tool"]["importlinter"]["contracts"]
    return [name for layer in contract["layers"] for name in layer.split(" | ")]


def test_beside_the_rooms_stand_few_modules() -> None:
    modules = [path.stem for path in HOUSE.glob("*.py") if not path.stem.startswith("_")]
    assert len(modules) <= 8, modules  # the eighth: the bundled cases


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: str(room.relative_to(HOUSE.parent)))
def test_a_room_maps_its_files(room: Path) -> None:
    mapped = set(re.findall(r"[\w*]+", docstring(room / "__init__.py")))
    inside = {
        path.stem
        for path in room.iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    missing = {
        name
        for name in inside
        if not name.startswith("_") and not any(fnmatch.fnmatch(name, word) for word in mapped)
    }
    assert not missing, f"the docstring of {room.name}/__init__.py does not name {sorted(missing)}"


def test_a_file_over_400_lines_says_why() -> None:
    for path in MODULES:
        if len(path.read_text(encoding="utf-8").splitlines()) > 400:
            assert "Long because" in docstring(path), path


def test_the_name_of_a_test_is_its_subject_alone() -> None:
    """The folder says the kind: ``oracles/test_omnibus.py``, not ``test_omnibus_oracles.py``."""
    kinds = {"oracles": {"oracle", "oracles"}, "golden": {"golden", "published"}}
    for path in (ROOT / "tests").glob("*/test_*.py"):
        kind = path.parent.name
        words = path.stem.split("_")
        if kind != "fuzz" and path.stem != "test_cli":
            assert not {words[1], words[-1]} & kinds.get(kind, {kind}), path


def imported_with_the_module(tree: ast.AST) -> Iterator[str]:
    """What is imported when a module is: not within functions, nor for type checkers only."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from imported_with_the_module(ast.Module(node.orelse, []))
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield from imported_with_the_module(node)


def test_the_picture_has_all_rooms_and_its_arrows_are_imports() -> None:
    rooms = {path.parent.name for path in HOUSE.glob("*/__init__.py")}
    assert set(draw_house.ROOMS) | set(draw_house.BELOW) == rooms
    for start, end, _ in draw_house.FLOWS:
        texts = [path.read_text(encoding="utf-8") for path in (HOUSE / end).rglob("*.py")]
        assert any(f"from evenkeel.{start}" in text for text in texts), (start, end)
    written = (ROOT / "docs" / "pictures" / "house.svg").read_text(encoding="utf-8")
    texts = set(re.findall(r"<!-- (.+?) -->", written))
    assert {what for _, _, what in draw_house.FLOWS} <= texts
    assert {answers for _, _, answers in draw_house.ROOMS.values()} <= texts


@pytest.mark.slow
def test_what_stands_below_the_reports_asks_for_them_only_when_it_is_shown() -> None:
    # A result knows how it is reported; the contract of the imports lets it, and this is the limit.
    order = layers()
    below = order[order.index("report") + 1 :]
    for path in MODULES:
        place = path.relative_to(HOUSE).parts[0].removesuffix(".py")
        if place in below:
            imported = imported_with_the_module(ast.parse(path.read_text(encoding="utf-8")))
            assert not [name for name in imported if name.startswith("evenkeel.report")], path


def test_nothing_that_is_run_draws_without_a_seed() -> None:
    """Tests, tools, benchmarks and pages: their numbers are the same in every run."""
    unseeded = re.compile(
        r"(default_rng|RandomState|random\.Random|SystemRandom)\(\)|random\.seed\(\)"
    )
    files = [
        path
        for folder in ("tests", "tools", "benchmarks", "docs")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".md") and not {"made", "_build"} & set(path.parts)
    ]
    drawing = [path for path in files if unseeded.search(path.read_text(encoding="utf-8"))]
    assert len(files) > 100
    assert drawing == []
