"""Write ``deploy/requirements.txt``: what the image installs, exactly, with the hash of each file.

Run ``python tools/pin_image.py > deploy/requirements.txt`` after a change of ``constraints.txt`` or
of what the page requires. pip is asked which wheels it would take for the Python of the
``Dockerfile`` on Linux; what it takes now is taken from then on, or nothing is installed.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
MACHINES = ("x86_64", "aarch64")
OLD_NAMES = ("manylinux2014", "manylinux2010", "manylinux1")
NEWEST_C_LIBRARY = 36  # glibc 2.36 of Debian 12; wheels for a newer one are not taken


def main() -> None:
    """Print a line a package: its name, its version, and a hash for each kind of machine."""
    hashes: dict[str, dict[str, None]] = {}
    for machine in MACHINES:
        for package in _chosen(machine):
            data = package["metadata"]
            name = re.sub(r"[-_.]+", "-", data["name"]).lower()
            digest = package["download_info"]["archive_info"]["hashes"]["sha256"]
            hashes.setdefault(f"{name}=={data['version']}", {})[digest] = None
    print("# Made by tools/pin_image.py: what the image installs, and the build of its wheel.")
    for pin, digests in sorted(hashes.items()):
        print(pin, *(f"--hash=sha256:{digest}" for digest in digests), sep=" \\\n    ")


def _chosen(machine: str) -> list[dict[str, Any]]:
    """The wheels that pip would install on such a machine."""
    names = [*OLD_NAMES, *(f"manylinux_2_{minor}" for minor in range(5, NEWEST_C_LIBRARY + 1))]
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"]
    command += ["--report", "-", "--only-binary", ":all:", "--target", "nowhere"]
    command += ["--python-version", _python()]
    command += [word for name in names for word in ("--platform", f"{name}_{machine}")]
    command += ["--constraint", str(ROOT / "constraints.txt"), *_requirements()]
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    found: list[dict[str, Any]] = json.loads(answer)["install"]
    return found


def _requirements() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = settings["project"]
    page = project["optional-dependencies"]["web"]
    return [*project["dependencies"], *page, *settings["build-system"]["requires"]]


def _python() -> str:
    found = re.search(r"python:(\d+\.\d+)-slim", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


if __name__ == "__main__":
    main()
