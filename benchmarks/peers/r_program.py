"""R's own tests, where R is: an expression of R on the bundled tables, by Rscript."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

R = "R"
_CASES = Path(__file__).parents[2] / "src" / "evenkeel" / "casestudies"
_TABLES = ("cec2005", "demsar2006", "garcia2008")
_SCRIPT = """
{tables}
x <- demsar2006[, 1]; y <- demsar2006[, 2]; u <- cec2005[, 1]; v <- cec2005[, 8]
given <- c({given})
cat(format(as.numeric({expression}), digits = 17), sep = "\\n")
"""


def version_of_r() -> str:
    """The version of R, or an ImportError that says that there is none."""
    if shutil.which("Rscript") is None:
        raise ImportError("there is no Rscript on this machine")
    return _run("cat(as.character(getRversion()))").strip()


def answer(expression: str, given: list[float]) -> list[float]:
    """The numbers that R prints for an expression of the tables, the samples and `given`."""
    tables = "\n".join(
        f'{name} <- as.matrix(read.csv("{(_CASES / name).with_suffix(".csv").as_posix()}", '
        "row.names = 1))"
        for name in _TABLES
    )
    listed = ", ".join(map(repr, given))
    return [
        float(word)
        for word in _run(_SCRIPT.format(tables=tables, given=listed, expression=expression)).split()
    ]


def _run(script: str) -> str:
    return subprocess.run(
        ["Rscript", "--vanilla", "-e", script], check=True, capture_output=True, text=True
    ).stdout
