"""The LaTeX of a report compiles, with its pictures, and nothing sticks out of the page."""

from __future__ import annotations

from pathlib import Path

import pytest

import evenkeel
from latex import compile_latex


@pytest.mark.tex
@pytest.mark.parametrize(("case", "control"), [("cec2005", None), ("garcia2010", "PDFC")])
def test_report_compiles(case: str, control: str | None, tmp_path: Path) -> None:
    comparison = evenkeel.compare(evenkeel.load(case), control=control)
    written = comparison.save(tmp_path / "report.tex")
    assert [path.name for path in written] == ["report.tex", "ranks.pdf"]
    compiled = compile_latex(tmp_path / "report.tex")
    assert all(points < 3 for points in compiled.overfull())
    assert "Conclusions" in compiled.text
    assert "Kendall" in compiled.text


@pytest.mark.tex
def test_two_algorithms_compile(tmp_path: Path) -> None:
    results = evenkeel.load("garcia2008").select(["C4.5", "CN2"])
    evenkeel.compare(results).save(tmp_path / "report.tex")
    compiled = compile_latex(tmp_path / "report.tex")
    assert "Hodges-Lehmann" in compiled.text


@pytest.mark.tex
def test_the_fragment_compiles_in_a_paper(tmp_path: Path) -> None:
    evenkeel.compare(evenkeel.load("cec2005")).save(tmp_path / "tables.tex", fragment=True)
    paper = tmp_path / "paper.tex"
    paper.write_text(
        "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs}"
        "\\usepackage{adjustbox}\\begin{document}\\input{tables}\\end{document}",
        encoding="utf-8",
    )
    assert "Adjusted p-values" in compile_latex(paper).text
