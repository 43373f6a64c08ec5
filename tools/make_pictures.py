"""Draw the pictures of the README and of the first page of the site.

They go into docs/pictures, or into the folder that is given.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import evenkeel
from evenkeel.plot import plot_critical_difference, plot_pvalue_matrix, plot_stairs, save_figure

HERE = Path(__file__).parent.parent


def first_page() -> evenkeel.Results:
    """The table that the first page of the site shows its reader."""
    page = (HERE / "docs" / "index.md").read_text(encoding="utf-8")
    shown = re.search(r"^\$ cat results\.csv\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    if shown is None:
        raise SystemExit("docs/index.md shows no results.csv: write it below '$ cat results.csv'")
    return evenkeel.read(io.StringIO(shown.group(1)), better="higher")


def main(folder: Path) -> None:
    """Draw the pictures; the same versions of the packages give the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    table = evenkeel.load("cec2005")
    comparison = evenkeel.compare(table)
    pictures = {
        "critical-difference": plot_critical_difference(comparison, ranks=True, highlight="SaDE"),
        "pvalues": plot_pvalue_matrix(comparison),
        "stairs": plot_stairs(table, control="SaDE"),
        "first-page": plot_critical_difference(first_page(), ranks=True, highlight="New"),
    }
    for name, ax in pictures.items():
        print(save_figure(ax, folder / f"{name}.svg"))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "docs" / "pictures")
