"""Look into the wheel and the sdist of a folder: they hold what they must, and nothing else.

Run ``python tools/dist_contents.py dist`` in a clone; `make dist` does. The sdist must hold exactly
the files that git knows, so that it can be built and tested, the wheel exactly those of the
package, and neither a path of this machine.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
Files = Mapping[str, bytes]


def tracked() -> set[str]:
    """The files that git knows, below the root."""
    if not (ROOT / ".git").exists():
        raise SystemExit(f"{ROOT} is no clone: there is nothing to hold the archives against")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return {name for name in listed.stdout.split("\0") if name}


def files_of_sdist(path: Path) -> Files:
    """The files of an sdist, by their names below its folder."""
    with tarfile.open(path) as archive:
        return {
            member.name.partition("/")[2]: archive.extractfile(member).read()  # type: ignore[union-attr]
            for member in archive
            if member.isfile()
        }


def files_of_wheel(path: Path) -> Files:
    """The files of a wheel, by their names."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def sdist_faults(files: Files, known: set[str]) -> list[str]:
    """What an sdist lacks or has too much."""
    return _differences("sdist", set(files) - {"PKG-INFO"}, known)


def wheel_faults(files: Files, known: set[str]) -> list[str]:
    """What a wheel lacks or has too much."""
    package = {name.removeprefix("src/") for name in known if name.startswith("src/")}
    inside = {name for name in files if ".dist-info/" not in name}
    return _differences("wheel", inside, package)


def machine_faults(what: str, files: Files, places: list[str]) -> list[str]:
    """Files that name a place of this machine."""
    return [
        f"{what}: {name} names {place}"
        for name, data in files.items()
        for place in places
        if place.encode() in data
    ]


def _differences(what: str, found: set[str], wanted: set[str]) -> list[str]:
    return [f"{what}: {name} is missing" for name in sorted(wanted - found)] + [
        f"{what}: {name} is not known to git: add it, ignore it or remove it"
        for name in sorted(found - wanted)
    ]


def faults_of(dist: Path) -> list[str]:
    """All that is wrong with the archives of a folder."""
    wheels, sdists = sorted(dist.glob("*.whl")), sorted(dist.glob("*.tar.gz"))
    if len(wheels) != 1 or len(sdists) != 1:
        raise SystemExit(f"{dist} must hold one wheel and one sdist; empty it and run make dist")
    wheel, sdist, known = files_of_wheel(wheels[0]), files_of_sdist(sdists[0]), tracked()
    places = [f"{ROOT}/", f"{Path.home()}/"]
    return [
        *sdist_faults(sdist, known),
        *wheel_faults(wheel, known),
        *machine_faults("sdist", sdist, places),
        *machine_faults("wheel", wheel, places),
    ]


def main(words: list[str]) -> None:
    """Print what is wrong; end with 1 if something is."""
    faults = faults_of(Path(words[0] if words else "dist"))
    print(*faults or ["wheel and sdist hold what they must"], sep="\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main(sys.argv[1:])
