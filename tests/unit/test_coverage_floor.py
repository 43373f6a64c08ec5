"""The floor of the coverage counts lines and branches outside web/."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

MAIN = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "coverage_floor.py"))["main"]


def file(lines: int, missing: int, branches: int, partial: int) -> dict[str, Any]:
    summary = {
        "num_statements": lines,
        "covered_lines": lines - missing,
        "num_branches": branches,
        "covered_branches": branches - partial,
    }
    return {"summary": summary, "missing_lines": list(range(missing))}


@pytest.mark.parametrize(
    ("core", "status"), [((1000, 20, 100, 10), 0), ((1000, 21, 100, 0), 1), ((1000, 0, 100, 11), 1)]
)
def test_floors(tmp_path: Path, core: tuple[int, int, int, int], status: int) -> None:
    files = {
        "src/evenkeel/ranks/a.py": file(*core),
        "src/evenkeel/web/b.py": file(500, 400, 50, 50),
    }
    path = tmp_path / "coverage.json"
    path.write_text(json.dumps({"files": files}), encoding="utf-8")
    assert MAIN(path) == status
