"""The tables of a report in papers of two columns: nothing sticks out, everything has a label."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import evenkeel
from latex import compile_latex

CLASSES = {
    "article": r"\documentclass[twocolumn]{article}",
    "IEEEtran": r"\documentclass{IEEEtran}",
    "elsarticle": r"\documentclass[final,3p,twocolumn]{elsarticle}",
    # without its own fonts acmart falls back on some that cannot be stretched
    "acmart": r"\PassOptionsToPackage{expansion=false}{microtype}\documentclass[sigconf]{acmart}",
}
PACKAGES = r"\usepackage[T1]{fontenc}\usepackage{booktabs,adjustbox,siunitx}"


def paper(folder: Path, document_class: str, *fragments: str) -> Path:
    inputs = "\n".join(rf"\input{{{name}}}" for name in fragments)
    path = folder / "paper.tex"
    front = r"\title{A}\author{B}\maketitle"
    if document_class == "elsarticle":
        front = r"\begin{frontmatter}\title{A}\author{B}\end{frontmatter}"
    path.write_text(
        rf"{CLASSES[document_class]}{PACKAGES}\begin{{document}}"
        rf"{front} Text.{inputs}\end{{document}}",
        encoding="utf-8",
    )
    return path


@pytest.mark.tex
@pytest.mark.parametrize("document_class", CLASSES)
def test_nothing_sticks_out_in_two_columns(document_class: str, tmp_path: Path) -> None:
    pairs = evenkeel.compare(evenkeel.load("cec2005"))
    control = evenkeel.compare(evenkeel.load("garcia2010"), control="PDFC")
    pairs.save(tmp_path / "pairs.tex", fragment=True, label_prefix="pairs")
    control.save(tmp_path / "control.tex", fragment=True, siunitx=True, stars=True, digits=3)
    compiled = compile_latex(paper(tmp_path, document_class, "pairs", "control"))
    assert all(points < 1 for points in compiled.overfull())
    assert "multiply defined" not in compiled.log
    assert "PDFC" in compiled.text


@pytest.mark.tex
def test_the_report_with_long_tables_and_siunitx_compiles(tmp_path: Path) -> None:
    comparison = evenkeel.compare(evenkeel.load("cec2005"))
    comparison.save(tmp_path / "report.tex", siunitx=True, stars=True, digits=3)
    compiled = compile_latex(tmp_path / "report.tex")
    assert all(points < 1 for points in compiled.overfull())
    assert r"\begin{longtable}" in (tmp_path / "report.tex").read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_float_has_a_label_and_a_caption_that_stands_alone(tmp_path: Path) -> None:
    comparison = evenkeel.compare(evenkeel.load("cec2005"))
    comparison.save(tmp_path / "report.tex", label_prefix="cec")
    text = (tmp_path / "report.tex").read_text(encoding="utf-8")
    floats = re.findall(r"\\begin\{(?:table\*?|longtable|figure)\}.*?\\end", text, re.S)
    assert len(floats) > 5
    for each in floats:
        assert re.search(r"\\label\{(tab|fig):cec-[\w-]+\}", each)
        assert "Comparison of 9 algorithms on 25 problems." in each


def test_one_table_alone_with_its_caption(tmp_path: Path) -> None:
    comparison = evenkeel.compare(evenkeel.load("cec2005"))
    path = tmp_path / "p.tex"
    assert comparison.save(path, table="ranks", caption="Ranks of all") == [path]
    text = path.read_text(encoding="utf-8")
    assert text.count(r"\begin{table") == 1
    assert r"\caption{Ranks of all}" in text
    assert r"\label{tab:ranks}" in text
    assert r"max width=\linewidth" in text
