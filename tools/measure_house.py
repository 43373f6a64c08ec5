"""Measure a house of Python: its files, lines of code, lines of functions, imports, rooms.

    python tools/measure_house.py [PACKAGE ...]

counts evenkeel, and beside it every package that is installed and named. A line of code holds
something else than a comment, a docstring or nothing. Stubs and tests count for no package.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from statistics import median
from typing import NamedTuple

SMALL = 40  # lines; a smaller file needs a reason
_BLANK = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
_OWNERS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class House(NamedTuple):
    """What is measured of a package."""

    name: str
    rooms: int
    files: int
    code: int
    bodies: int
    imports: int
    median: float
    lines: int
    small: tuple[str, ...]

    def row(self) -> str:
        """A row of the table."""
        return (
            f"| {self.name} | {self.rooms} | {self.files} | {self.code:,} | {self.bodies:,} "
            f"| {100 * self.imports / self.code:.1f} | {self.median:g} | {self.lines:,} |"
        )


def spanned(node: ast.stmt) -> range:
    """The lines of a statement."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def docstrings(tree: ast.Module) -> Iterator[int]:
    """The lines of docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, _OWNERS) and ast.get_docstring(node, clean=False) is not None:
            yield from spanned(node.body[0])


def counted(text: str) -> tuple[int, int, int]:
    """Lines of code; of them, lines in bodies of functions, and lines of imports."""
    tree = ast.parse(text)
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _BLANK and token.type != tokenize.ENDMARKER:
            code.update(range(token.start[0], token.end[0] + 1))
    code -= set(docstrings(tree))
    bodies: set[int] = set()
    imports: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            bodies.update(chain.from_iterable(map(spanned, node.body)))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            imports.update(spanned(node))
    return len(code), len(code & bodies), len(code & imports)


def measured(name: str) -> House | None:
    """The measures of an installed package; None if there is none of this name."""
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        return None
    root = Path(next(iter(spec.submodule_search_locations)))
    inner = (path.relative_to(root) for path in sorted(root.rglob("*.py")))
    paths = [path for path in inner if not {"tests", "test", "_tests"} & set(path.parts)]
    texts = {path: (root / path).read_text(encoding="utf-8") for path in paths}
    sizes = [len(text.splitlines()) for text in texts.values()]
    code, bodies, imports = map(sum, zip(*map(counted, texts.values()), strict=True))
    return House(
        name,
        len({path.parts[0] for path in paths if len(path.parts) > 1}),
        len(paths),
        code,
        bodies,
        imports,
        median(sizes),
        sum(sizes),
        tuple(
            str(path)
            for path, size in zip(paths, sizes, strict=True)
            if size < SMALL and path.name != "__init__.py"
        ),
    )


if __name__ == "__main__":
    print("| | rooms | files | code lines | lines of functions | imports, % | median | lines |")
    print("|---|---|---|---|---|---|---|---|")
    names = sys.argv[1:] or ["seaborn", "great_tables", "scikit_posthocs"]
    for house in filter(None, map(measured, ["evenkeel", *names])):
        print(house.row())
        if house.name == "evenkeel" and house.small:
            print(f"<!-- under {SMALL} lines: {', '.join(house.small)} -->", file=sys.stderr)
