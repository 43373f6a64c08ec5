"""The TikZ of a critical difference diagram compiles and is the picture of matplotlib."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from drawing import random_study
from evenkeel.casestudies import load
from evenkeel.plot import figure_tikz, plot_critical_difference, save_figure
from evenkeel.tables.results import Results
from latex import compile_latex

HOSTILE = (
    "A&B",
    "under_score",
    "50%",
    "cost $5 or $6",
    r"back\slash",
    "til~de^hat",
    "{brace}#1",
    "quote\"s and 'these'",
    "--dashes--",
    "Ñandú café",
)
DOCUMENT = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\usepackage{helvet}
\usepackage{tikz}
\renewcommand{\familydefault}{\sfdefault}
\pagestyle{empty}
\begin{document}
%s
\end{document}
"""


def hostile_study() -> Results:
    rng = np.random.default_rng(5)
    values = rng.normal(size=(20, len(HOSTILE))) + 0.3 * np.arange(len(HOSTILE))
    return Results(values, (), HOSTILE, better="lower")


@pytest.mark.tex
def test_it_compiles_and_labels_come_out_as_themselves(tmp_path: Path) -> None:
    study = hostile_study()
    pictures = [
        figure_tikz(plot_critical_difference(study, ranks=True, highlight="50%")),
        figure_tikz(plot_critical_difference(study, control="best")),
        figure_tikz(plot_critical_difference(study, procedure="nemenyi-range", layout="one-sided")),
        figure_tikz(
            plot_critical_difference(
                study,
                adjusted=np.random.default_rng(2).uniform(size=45),
                alpha=0.5,
                colours="groups",
            )
        ),
        figure_tikz(plot_critical_difference(random_study(7, 20, 30))),
    ]
    source = tmp_path / "diagram.tex"
    source.write_text(DOCUMENT % "\n\\clearpage\n".join(pictures), encoding="utf-8")
    compiled = compile_latex(source)
    for name in HOSTILE:
        assert compiled.text.count(name) >= 4, name
    assert "at the 0.05 level" in compiled.text
    assert "CD = " in compiled.text
    assert "Missing character" not in compiled.log


def test_every_line_stands_where_matplotlib_has_it() -> None:
    options = {"ranks": True, "procedure": "nemenyi-range", "highlight": "SaDE"}
    study = load("cec2005")
    ax = plot_critical_difference(study, **options)
    text = figure_tikz(plot_critical_difference(study, **options))
    drawn = sorted(
        tuple((round(float(x), 4), round(float(y), 4)) for x, y in line.get_xydata())
        for line in ax.lines
    )
    written = sorted(
        tuple((float(x), float(y)) for x, y in re.findall(r"\(([\d.]+), ([\d.]+)\)", row))
        for row in text.splitlines()
        if row.startswith("\\draw")
    )
    assert written == drawn
    places = sorted(
        (round(t.get_position()[0], 4), round(t.get_position()[1], 4)) for t in ax.texts
    )
    nodes = re.findall(r"at \(([\d.]+), ([\d.]+)\)", text)
    assert sorted((float(x), float(y)) for x, y in nodes) == places


def test_marks_have_the_size_of_matplotlib() -> None:
    options = {"control": "SaDE"}
    ax = plot_critical_difference(load("cec2005"), **options)
    text = figure_tikz(plot_critical_difference(load("cec2005"), **options))
    discs = [line for line in ax.lines if line.get_marker() == "o"]
    radii = re.findall(r"circle\[radius=([\d.]+)bp\]", text)
    assert len(radii) == len(discs) == 8
    assert {float(radius) for radius in radii} == {
        round(line.get_markersize() / 2, 2) for line in discs
    }


def test_saving_a_diagram_as_tikz(tmp_path: Path) -> None:
    study = load("garcia2008")
    ax = plot_critical_difference(study)
    for ending in ("tikz", "tex"):
        saved = save_figure(ax, tmp_path / f"diagram.{ending}")
        assert saved.read_text(encoding="utf-8") == figure_tikz(plot_critical_difference(study))


@pytest.mark.filterwarnings("ignore:Glyph .* missing from")  # of matplotlib's own font
def test_what_pdflatex_lacks_is_defined_only_where_it_is_used() -> None:
    study = load("garcia2008").rename({"C4.5": "算法"})
    written = figure_tikz(plot_critical_difference(study))
    assert written.count("\\providecommand{\\evenkeelcharacter}") == 1
    assert "{\\evenkeelcharacter{7B97}{算}\\evenkeelcharacter{6CD5}{法}};" in written
    assert "evenkeelcharacter" not in figure_tikz(plot_critical_difference(load("garcia2008")))


@pytest.mark.parametrize("layout", ["two-sided", "one-sided"])
def test_width_in_inches(layout: str) -> None:
    text = figure_tikz(plot_critical_difference(load("garcia2008"), width=6.0, layout=layout))
    right = max(float(x) for x in re.findall(r"\(([\d.]+), ", text))
    assert 4.5 < right < 6.0
