"""A type checker sees every public name, and knows what it is."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest
from mypy import api

import evenkeel

ROOMS = [name for name in evenkeel.__all__ if isinstance(getattr(evenkeel, name), ModuleType)]
NAMES = [f"evenkeel.{name}" for name in evenkeel.__all__ if name not in ROOMS] + [
    f"evenkeel.{room}.{name}" for room in ROOMS for name in getattr(evenkeel, room).__all__
]
ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_type_checker_knows_every_public_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYPYPATH", str(Path(evenkeel.__file__).parents[1]))
    monkeypatch.chdir(ROOT)  # its settings, and the cache of `make types`
    snippet = tmp_path / "snippet.py"
    lines = ["import evenkeel", *(f"reveal_type({name})" for name in NAMES)]
    snippet.write_text("\n".join(lines), encoding="utf-8")
    output, errors, status = api.run(["--strict", str(snippet)])
    assert (errors, status) == ("", 0), output
    revealed = re.findall(r'Revealed type is "(.*)"', output)
    assert len(revealed) == len(NAMES)
    assert "Any" not in revealed
