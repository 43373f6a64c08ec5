"""The examples of the analyses beside the comparison, and tables on which they run."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import evenkeel
from evenkeel.comparison.analyses.registry import ANALYSES, Analysis

EXAMPLES = [(analysis, example) for analysis in ANALYSES for example in analysis.examples]
NAMES = ("New", "Old", "Baseline")


def write_tables(place: Path) -> None:
    """The files that the examples name, with algorithms New, Old and Baseline."""
    demsar = evenkeel.load("demsar2006")
    table = evenkeel.Results(
        demsar.values[:, :3], algorithms=NAMES, problems=demsar.problems, better="higher"
    )
    table.save(place / "results.csv")
    for name, runs in (("runs.csv", 5), ("folds.csv", 10)):
        lines = ["algorithm,problem,run,value"]
        for a, algorithm in enumerate(NAMES):
            for p in range(4):
                for r in range(runs):
                    value = 0.1 + 0.05 * a + 0.02 * p + 0.03 * ((7 * r + 3 * a + 5 * p) % 11)
                    lines.append(f"{algorithm},P{p},{r},{value:.3f}")
        (place / name).write_text("\n".join(lines) + "\n")
    lines = ["algorithm,problem,run,step,value"]
    for a, algorithm in enumerate(NAMES):
        for p in range(4):
            for r in range(3):
                for step in range(1, 9):
                    value = 0.1 + 0.8 / (step + a + 0.1 * p + 0.2 * ((7 * r + a) % 3))
                    lines.append(f"{algorithm},P{p},{r},{step},{value:.4f}")
    (place / "curves.csv").write_text("\n".join(lines) + "\n")


def options_of(analysis: Analysis, example: str) -> dict[str, Any]:
    """The options of the analysis that the example gives, as texts."""
    words = shlex.split(example)
    texts: dict[str, str | None] = {}
    for option in analysis.options:
        flag = option.flag
        if flag in words:
            texts[option.name] = "yes" if option.kind == "flag" else words[words.index(flag) + 1]
        elif f"--no-{flag[2:]}" in words:
            texts[option.name] = "no"
    return texts
