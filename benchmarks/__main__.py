"""Run the benchmarks named on the command line, or all of them."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def main(names: list[str]) -> None:
    known = sorted(
        path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py")
    )
    for name in names or known:
        if name not in known:
            sys.exit(f"unknown benchmark {name!r}; choose from {', '.join(known)}")
        print(f"== {name}", flush=True)
        for measurement in importlib.import_module(f"benchmarks.bench_{name}").measurements():
            print(measurement, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
