"""Install the wheel and the sdist of a folder in clean environments, and try every door there.

Run ``python tools/smoke.py dist`` after `make dist`, or `make smoke` for both. The wheel is
installed with nothing but what evenkeel always needs, the sdist with the extra `all`. Both must
install the same files. Then each environment must pass what `tools/smoke_doors.py` lists, in a
folder of its own and without the repository: Python, every command, and the page. What needs an
extra that is not there must be refused with a message that names the extra. In a third environment
the workflow, the hook and the test of the page on the gate are run (`tools/smoke_gate.py`).

``--constraint FILE`` holds the versions to those of a file; without it they are the newest.
``--python PROGRAM`` is the Python of the environments.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import smoke_gate
from smoke_doors import BEGINS, CALLS, FILES, PROGRAM, PVALUE, STATISTIC, Call

GUARD = 900  # seconds after which a program is taken to hang
INSTALLING = 1800  # the same for pip, which has much to bring and to unpack


class DoorError(Exception):
    """A door that does not do what it must."""


@dataclass(frozen=True)
class Environment:
    """A virtual environment and, beside it, the folder in which its doors are tried."""

    place: Path
    full: bool  # with all extras

    @property
    def home(self) -> Path:
        """The folder in which programs run."""
        return self.place / "home"

    def program(self, name: str) -> str:
        """The path of a program of the environment."""
        windows = sys.platform == "win32"
        folder = self.place / "venv" / ("Scripts" if windows else "bin")
        return str(folder / (f"{name}.exe" if windows else name))

    def variables(self) -> dict[str, str]:
        """The environment's variables: nothing of ours that could lead to the repository."""
        ours = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PYTHONSTARTUP")
        kept = {name: value for name, value in os.environ.items() if name not in ours}
        return {**kept, "PYTHONNOUSERSITE": "1", "MPLCONFIGDIR": str(self.place / "matplotlib")}

    def run(
        self, *words: str, entered: bytes = b"", seconds: float = GUARD
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a program to its end."""
        return subprocess.run(
            words,
            cwd=self.home,
            env=self.variables(),
            input=entered,
            capture_output=True,
            timeout=seconds,
        )

    def install(self, python: str, archive: Path, constraint: Path | None) -> None:
        """Make the environment and install the archive in it."""
        self.home.mkdir(parents=True)
        for name, data in FILES.items():
            (self.home / name).write_bytes(data)
        _must(self.run(python, "-m", "venv", str(self.place / "venv")), "making an environment")
        pip = (self.program("python"), "-m", "pip", "--disable-pip-version-check", "--quiet")
        bound = () if constraint is None else ("--constraint", str(constraint.resolve()))
        wanted = f"{archive}[all]" if self.full else str(archive)
        brought = self.run(*pip, "install", *bound, wanted, seconds=INSTALLING)
        _must(brought, f"installing {archive.name}")
        _must(self.run(*pip, "check"), "pip check")

    def installed(self) -> dict[str, str]:
        """The files of the package and their hashes."""
        code = (
            "import importlib.metadata as m; print(m.distribution('evenkeel').read_text('RECORD'))"
        )
        listed = _must(self.run(self.program("python"), "-I", "-c", code), "reading RECORD")
        rows = csv.reader(listed.decode().splitlines())
        return {row[0]: row[1] for row in rows if row and row[0].startswith("evenkeel/") and row[1]}


def _must(ended: subprocess.CompletedProcess[bytes], what: str) -> bytes:
    if ended.returncode:
        raise DoorError(f"{what}: ended with {ended.returncode}: {ended.stderr.decode()[-2000:]}")
    return ended.stdout


def _expect(truth: bool, what: str) -> None:
    if not truth:
        raise DoorError(what)


def _extra_named(message: str, extra: str) -> None:
    _expect(f"pip install 'evenkeel[{extra}]'" in message, f"does not name {extra!r}: {message}")


def try_python(here: Environment) -> None:
    """Import, read, compare and save."""
    printed = _must(here.run(here.program("python"), "-I", "-c", PROGRAM), "the program")
    found = json.loads(printed)
    _expect(str(here.place.resolve()) in str(Path(found["file"]).resolve()), "another evenkeel")
    package = Path(found["file"]).parent
    _expect((package / "py.typed").is_file(), "there is no py.typed")
    _expect(found["statistic"] == STATISTIC, f"statistic {found['statistic']}")
    _expect(math.isclose(found["pvalue"], PVALUE, rel_tol=1e-12), f"p-value {found['pvalue']}")
    _expect(found["case"] == [25, 9], "cec2005 has another shape")
    _expect(found["conclusions"] > 0, "no conclusions")
    for engine, outcome in found["engines"].items():
        if here.full or engine == "polars":
            _expect(outcome == ["A", "B", "C"], f"{engine} reads {outcome}")
        else:
            _extra_named(outcome, engine)


def try_module(here: Environment) -> None:
    """Call the package by ``python -m``; both ways must say the same version."""
    module = _must(here.run(here.program("python"), "-I", "-m", "evenkeel", "--version"), "-m")
    command = _must(here.run(here.program("evenkeel"), "--version"), "--version")
    _expect(module == command and command.strip() != b"", f"{module!r} is not {command!r}")


def try_call(here: Environment, call: Call) -> None:
    """Run a command and look at what it prints and writes."""
    ended = here.run(here.program("evenkeel"), *call.words, entered=FILES["own.csv"])
    if call.needs and not here.full:
        _expect(ended.returncode == 2, f"ended with {ended.returncode}, not with 2")
        _extra_named(ended.stderr.decode(), call.needs)
        return
    printed = _must(ended, "the command").decode()
    _expect(call.says in printed, f"does not say {call.says!r}: {printed[-2000:]}")
    for name in call.files:
        data = (here.home / name).read_bytes()
        _expect(len(data) > 100, f"{name} has only {len(data)} bytes")
        _expect(data.startswith(BEGINS[Path(name).suffix]), f"{name} begins with {data[:40]!r}")


def try_page(here: Environment) -> None:
    """Serve the page on loopback, and ask for its parts and for a comparison."""
    port = _free_port()
    words = [here.program("evenkeel"), "serve", "--no-browser", "--workers", "1"]
    words += ["--port", str(port)]
    if not here.full:
        ended = here.run(*words)
        _expect(ended.returncode == 2, f"ended with {ended.returncode}, not with 2")
        _extra_named(ended.stderr.decode(), "web")
        return
    url = f"http://127.0.0.1:{port}"
    with _serving(here, words, url):
        for path, text in (("/", "evenkeel"), ("/static/page.js", "fetch("), ("/ranks", "rank")):
            _expect(text in _answer(url + path), f"{path} does not hold {text!r}")
        body = {"table": FILES["own.csv"].decode(), "better": "higher"}
        report = json.loads(_answer(f"{url}/api/compare", json.dumps(body).encode()))
        rows = {row[0]: row for row in report["tables"]["omnibus"]["rows"]}
        _expect(rows["Friedman test"][1] == STATISTIC, f"statistic {rows['Friedman test']}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _serving(here: Environment, words: Sequence[str], url: str) -> Iterator[None]:
    """A server that answers; it must end when it is told to."""
    with (here.place / "server.log").open("wb") as log:
        server = subprocess.Popen(words, cwd=here.home, env=here.variables(), stderr=log)
    try:
        end = time.monotonic() + GUARD
        while True:
            _expect(server.poll() is None, "the server ended")
            _expect(time.monotonic() < end, "the server does not answer")
            try:
                _answer(f"{url}/health")
            except urllib.error.URLError:
                time.sleep(0.1)
            else:
                break
        yield
        server.terminate()
        server.wait(GUARD)
    finally:
        server.kill()
        server.wait()


def _answer(url: str, body: bytes | None = None) -> str:
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=GUARD) as answer:
        return str(answer.read().decode())


def doors(here: Environment) -> Iterator[tuple[str, Callable[[], None]]]:
    """All doors by name; Python first, for it writes a file that a command reads."""
    yield "Python", lambda: try_python(here)
    yield "python -m evenkeel", lambda: try_module(here)
    for call in CALLS:
        yield f"evenkeel {call.text}", lambda call=call: try_call(here, call)  # type: ignore[misc]
    yield "evenkeel serve", lambda: try_page(here)


def try_gate(here: Environment, python: str, wheel: Path, constraint: Path | None) -> list[str]:
    """Run what the page on the gate shows, in an environment that it fills itself."""
    here.home.mkdir(parents=True)
    _must(here.run(python, "-m", "venv", str(here.place / "venv")), "making an environment")
    bound = {} if constraint is None else {"PIP_CONSTRAINT": str(constraint.resolve())}
    path = f"{Path(here.program('python')).parent}{os.pathsep}{os.environ['PATH']}"
    about = {**here.variables(), **bound, "PATH": path}

    def run(
        words: Sequence[str], folder: Path, more: Mapping[str, str]
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            words, cwd=folder, env={**about, **more}, capture_output=True, timeout=INSTALLING
        )

    begun = time.monotonic()
    faults = [f"[gate] {each}" for each in smoke_gate.tried(here.home / "work", wheel, run)]
    word = "FAILS" if faults else "ok"
    print(f"{word:5} [gate] the page on the gate ({time.monotonic() - begun:.1f} s)", flush=True)
    return faults


def try_all(here: Environment) -> list[str]:
    """Try all doors of an environment; the faults, each with its door."""
    kind = "all" if here.full else "core"
    faults = []
    for name, attempt in doors(here):
        begun, word = time.monotonic(), "ok"
        try:
            attempt()
        except (DoorError, OSError, KeyError, ValueError, subprocess.TimeoutExpired) as fault:
            word = "FAILS"
            faults.append(f"[{kind}] {name}: {fault}")
        print(f"{word:5} [{kind}] {name} ({time.monotonic() - begun:.1f} s)", flush=True)
    return faults


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise SystemExit(f"{folder} must hold one {pattern}, not {len(found)}; run make dist")
    return found[0].resolve()


def smoke(dist: Path, python: str, constraint: Path | None) -> list[str]:
    """Install both archives, try all doors of both, and return the faults."""
    wheel, sdist = _only(dist, "evenkeel-*.whl"), _only(dist, "evenkeel-*.tar.gz")
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(2) as pool:
        core = Environment(Path(place, "core"), full=False)
        full = Environment(Path(place, "all"), full=True)
        made: list[Any] = [
            pool.submit(here.install, python, archive, constraint)
            for here, archive in ((core, wheel), (full, sdist))
        ]
        for each in made:
            each.result()
        faults = [] if core.installed() == full.installed() else ["wheel and sdist differ"]
        faults += [fault for found in pool.map(try_all, (core, full)) for fault in found]
        return faults + try_gate(Environment(Path(place, "gate"), False), python, wheel, constraint)


def main() -> None:
    """Read the options, try everything, and end with 1 if something fails."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("dist", type=Path, help="the folder with one wheel and one sdist")
    parser.add_argument("--constraint", type=Path, help="versions that pip is held to")
    parser.add_argument("--python", default=sys.executable, help="the Python to install for")
    asked = parser.parse_args()
    begun = time.monotonic()
    faults = smoke(asked.dist, asked.python, asked.constraint)
    used = os.times()
    computed = used.children_user + used.children_system
    print(f"{len(faults)} faults, {time.monotonic() - begun:.0f} s, {computed:.0f} s of computing")
    print(*faults, sep="\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
