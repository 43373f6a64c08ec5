"""Count the files of the package that a clean CSV walks through: read, reported, drawn.

A file counts if one of its functions runs the second time; what is only imported does not.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from types import CodeType, FrameType

import evenkeel
from evenkeel.cli.app import main

HOUSE = Path(evenkeel.__file__).parent
TABLE = "problem,A,B,C\n" + "".join(f"p{i},0.{i}1,0.{i}2,0.{i}3\n" for i in range(1, 8))


def walked(do: Callable[[], object]) -> list[str]:
    """The files of the package of which functions run."""
    codes: set[CodeType] = set()
    do()  # imports

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(None)
    files = {Path(code.co_filename) for code in codes}
    return sorted(str(path.relative_to(HOUSE)) for path in files if path.is_relative_to(HOUSE))


def command(*words: str) -> Callable[[], object]:
    """A call of the command line that does not end the process."""

    def run() -> None:
        sys.argv = ["evenkeel", *words]
        Path(words[-1]).unlink(missing_ok=True)
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()), suppress(SystemExit):
            main()
        assert Path(words[-1]).exists()

    return run


if __name__ == "__main__":
    verbose = "-v" in sys.argv
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.csv"
        path.write_text(TABLE)
        page, picture = str(path.with_suffix(".html")), str(path.with_suffix(".svg"))
        better = ("--better", "higher")
        for title, do in {
            "evenkeel.read": lambda: evenkeel.read(path, better="higher"),
            "CSV -> HTML report": command("compare", str(path), *better, "-o", page),
            "plot critical-difference": command(
                "plot", "critical-difference", str(path), *better, "-o", picture
            ),
        }.items():
            files = walked(do)
            tables = [name for name in files if name.startswith("tables")]
            print(f"{title}: {len(files)} files, {len(tables)} of them in tables")
            if verbose:
                print(*(f"  {name}" for name in files), sep="\n")
