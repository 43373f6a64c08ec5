"""Draw the pictures of the README into docs/pictures, or into the folder that is given."""

from __future__ import annotations

import sys
from pathlib import Path

import evenkeel
from evenkeel.plot import (
    plot_critical_difference,
    plot_pvalue_matrix,
    plot_stairs,
    save_figure,
)


def main(folder: Path) -> None:
    """Draw the three pictures; the same versions of the packages give the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    table = evenkeel.load("cec2005")
    comparison = evenkeel.compare(table)
    pictures = {
        "critical-difference": plot_critical_difference(comparison, ranks=True, highlight="SaDE"),
        "pvalues": plot_pvalue_matrix(comparison),
        "stairs": plot_stairs(table, control="SaDE"),
    }
    for name, ax in pictures.items():
        print(save_figure(ax, folder / f"{name}.svg"))


if __name__ == "__main__":
    here = Path(__file__).parent.parent
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else here / "docs" / "pictures")
