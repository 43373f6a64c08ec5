"""The whole run: install the peers, measure in each environment, judge, and write the page."""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

import evenkeel
from benchmarks.peers.agreement import faults
from benchmarks.peers.environments import ENVIRONMENTS, ROOT, Environment
from benchmarks.peers.page import Run, page, stored_lines
from benchmarks.peers.picture import draw

STORED = Path(__file__).with_name("run.json")
PAGE = ROOT / "docs" / "benchmarks.md"
# Threads of linear algebra that wait spend processor time too.
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS")
_ONE_THREAD = {**os.environ, **dict.fromkeys(_THREADS, "1")}
PICTURE = ROOT / "docs" / "pictures" / "benchmarks.svg"


def main() -> None:
    run: Run = {
        "date": datetime.date.today().isoformat(),
        "machine": f"{platform.system()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}",
        "evenkeel": evenkeel.__version__,
        "peers": {},
        "absent": {},
        "broken": {},
        "lines": {},
        "jobs": [],
        "growth": [],
        "analyses": stored().get("analyses", []),  # which `make growth` measures
    }
    for environment in ENVIRONMENTS:
        environment.make()
        for part, found in _measured(environment).items():
            run[part] = run[part] | found if isinstance(found, dict) else run[part] + found
    print(page(run))
    wrong = [fault for _, line, found in stored_lines(run) for fault in faults(line, found)]
    wrong += [f"{name}: {error}" for name, error in run.pop("broken").items()]
    if wrong:
        sys.exit("\n".join(["", "Not as it should be, and nothing was written:", *wrong]))
    _write(run)
    draw(run, PICTURE)


def stored() -> Run:
    """The last run, empty if there was none."""
    run: Run = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    return run


def with_analyses(curves: list[Run]) -> None:
    """Write how the analyses grow into the stored run and its page."""
    _write(stored() | {"analyses": curves})


def _write(run: Run) -> None:
    STORED.write_text(_compact(run), encoding="utf-8")
    PAGE.write_text(page(run), encoding="utf-8")


def _measured(environment: Environment) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "found.json"
        command = [str(environment.python), "-m", "benchmarks.peers.measure", str(file)]
        subprocess.run([*command, *environment.peers], check=True, cwd=ROOT, env=_ONE_THREAD)
        found: Run = json.loads(file.read_text(encoding="utf-8"))
    return found


def _compact(run: Run) -> str:
    """JSON with a line for each line, job and curve."""
    dumped = {
        name: "[\n  " + ",\n  ".join(map(json.dumps, part)) + "\n ]"
        if isinstance(part, list)
        else "{\n  "
        + ",\n  ".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in part.items())
        + "\n }"
        if name == "lines"
        else json.dumps(part)
        for name, part in run.items()
    }
    return "{\n" + ",\n".join(f' "{name}": {text}' for name, text in dumped.items()) + "\n}\n"


if __name__ == "__main__":
    main()
