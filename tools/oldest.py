"""Print the oldest versions that pyproject.toml allows, one ``name==version`` a line.

Run ``python tools/oldest.py`` for the packages, ``python tools/oldest.py python`` for the version
of Python. `make oldest` gives them to pip as constraints, for the package and for its build, and
runs the tests on them: no floor is written twice, and none is only believed.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

SETTINGS = Path(__file__).parents[1] / "pyproject.toml"
REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(\[[\w,-]+\])?\s*(?P<bounds>[^;@]*)")


def floors(settings: dict[str, Any]) -> list[str]:
    """The pins of all requirements: of the package, of its extras and of its build."""
    project = settings["project"]
    extras = project["optional-dependencies"].values()
    requirements = [
        *project["dependencies"],
        *(requirement for extra in extras for requirement in extra),
        *settings["build-system"]["requires"],
    ]
    return sorted(set(_pins(requirements, own=project["name"])))


def python(settings: dict[str, Any]) -> str:
    """The oldest version of Python."""
    return _floor("Python", settings["project"]["requires-python"])


def _pins(requirements: Iterable[str], own: str) -> Iterable[str]:
    for requirement in requirements:
        found = REQUIREMENT.fullmatch(requirement)
        if found is None:
            raise SystemExit(f"{requirement!r} has a form that tools/oldest.py does not know")
        name = found["name"]
        if name != own:  # else an extra that names other extras
            yield f"{name}=={_floor(name, found['bounds'])}"


def _floor(name: str, bounds: str) -> str:
    lower = [bound.strip() for bound in bounds.split(",") if bound.strip().startswith(">=")]
    if len(lower) != 1:
        raise SystemExit(f"{name} has no floor: write {name}>=VERSION in pyproject.toml")
    return lower[0].removeprefix(">=").strip()


def main(words: list[str]) -> None:
    """Print what was asked for."""
    settings = tomllib.loads(SETTINGS.read_text(encoding="utf-8"))
    print(python(settings) if words == ["python"] else "\n".join(floors(settings)))


if __name__ == "__main__":
    main(sys.argv[1:])
