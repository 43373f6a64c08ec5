"""Saved pictures: the same bytes every time, whole or not at all, SVG that can stand in a page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from unittest.mock import patch

import matplotlib as mpl
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure

from evenkeel.casestudies import load
from evenkeel.errors import InputError, SourceError
from evenkeel.plot import (
    figure_svg,
    plot_critical_difference,
    plot_pvalue_matrix,
    plot_scatter,
    plot_stairs,
    save_figure,
)
from latex import compile_latex


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["svg", "pdf", "png", "eps"])
def test_a_figure_drawn_twice_has_the_same_bytes(tmp_path: Path, ending: str) -> None:
    files = []
    for number in range(2):
        ax = plot_critical_difference(load("garcia2008"), highlight="CN2")
        files.append(save_figure(ax, tmp_path / f"{number}.{ending}"))
    first, second = (file.read_bytes() for file in files)
    assert first == second
    assert len(first) > 5000
    # and once more from the same figure, whatever its name
    assert save_figure(ax.figure, tmp_path / f"again.{ending}").read_bytes() == first


@pytest.mark.slow
def test_pdf_has_no_type_3_fonts_and_is_not_blank(tmp_path: Path) -> None:
    with mpl.rc_context({"pdf.compression": 0}):
        ax = plot_critical_difference(load("garcia2008"))
        content = save_figure(ax, tmp_path / "a.pdf").read_bytes()
    assert b"/Subtype /Type3" not in content.replace(b"  ", b" ")
    assert b"/FontFile2" in content
    assert content.count(b" l\n") > 20  # lines are drawn


def test_settings_changed_by_hand_are_kept(tmp_path: Path) -> None:
    ax = plot_critical_difference(load("garcia2008"))
    with mpl.rc_context({"svg.fonttype": "none"}):
        text = save_figure(ax, tmp_path / "a.svg").read_text(encoding="utf-8")
    assert ">NaiveBayes</text>" in text


def test_a_figure_is_laid_out_and_drawn_once(tmp_path: Path) -> None:
    ax = plot_critical_difference(load("toy"))
    layout, height = ax.figure.get_layout_engine(), ax.figure.get_figheight()
    ax.set_title("A title that was set by hand")
    counted = patch.object(Figure, "draw", autospec=True, side_effect=Figure.draw)
    with mpl.rc_context({"figure.autolayout": True}), counted as draw:
        save_figure(ax, tmp_path / "a.svg")
    assert draw.call_count == 1
    assert ax.figure.get_figheight() > height
    assert ax.figure.get_layout_engine() is layout


def test_png_is_fine_enough_for_print(tmp_path: Path) -> None:
    ax = plot_critical_difference(load("garcia2008"))
    header = save_figure(ax, tmp_path / "a.png").read_bytes()[:24]
    width = int.from_bytes(header[16:20], "big")
    assert width == pytest.approx(300 * ax.figure.get_figwidth(), abs=2)


def test_an_unknown_ending_lists_the_known_ones(tmp_path: Path) -> None:
    ax = plot_critical_difference(load("garcia2008"))
    with pytest.raises(InputError) as caught:
        save_figure(ax, tmp_path / "a.docx")
    assert str(caught.value) == (
        f"{tmp_path / 'a.docx'}: the ending '.docx' does not say how to save a picture; use .pdf, "
        ".svg, .png, .eps, .pgf, .tikz, .tex"
    )
    with pytest.raises(InputError, match="a name without an ending"):
        save_figure(ax, tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


def test_only_a_diagram_of_its_own_is_tikz(tmp_path: Path) -> None:
    table = load("garcia2008")
    figure, ax = pyplot.subplots()
    try:
        plot_critical_difference(table, ax=ax)
        for drawn in (plot_pvalue_matrix(table), ax):
            with pytest.raises(InputError, match="only a critical difference diagram"):
                save_figure(drawn, tmp_path / "a.tikz")
    finally:
        pyplot.close(figure)


def test_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ax = plot_critical_difference(load("garcia2008"))
    target = tmp_path / "a.svg"
    target.write_text("old", encoding="utf-8")

    def fail(*_: object, **__: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(type(ax.figure), "savefig", fail)
    with pytest.raises(OSError, match="disk full"):
        save_figure(ax, target)
    assert target.read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"]


@pytest.mark.tex
def test_pgf_compiles_with_hostile_names(tmp_path: Path) -> None:
    names = {"C4.5": "A&B_50%", "1-NN": "$x$ {y}#1", "CN2": r"til~de^hat \ Ñ"}
    table = load("garcia2008").rename(names)
    pictures = {
        "diagram": plot_critical_difference(table),
        "matrix": plot_pvalue_matrix(table),
        "scatter": plot_scatter(table, first="A&B_50%", second="$x$ {y}#1"),
        "stairs": plot_stairs(table, control="$x$ {y}#1"),
    }
    width = pictures["stairs"].figure.get_figwidth()
    for name, ax in pictures.items():
        save_figure(ax, tmp_path / f"{name}.pgf")
    assert pictures["stairs"].figure.get_figwidth() == width  # escaped names are not measured
    inputs = "\n\n".join(f"\\input{{{name}.pgf}}" for name in pictures)
    source = tmp_path / "all.tex"
    source.write_text(
        "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage[utf8]{inputenc}"
        "\\usepackage{textcomp}\\usepackage{helvet}\\usepackage{pgf}"
        f"\\begin{{document}}{inputs}\\end{{document}}",
        encoding="utf-8",
    )
    text = compile_latex(source).text
    for name in names.values():
        assert name in text
    labels = [label.get_text() for label in pictures["stairs"].get_yticklabels()]
    assert "A&B_50%" in labels  # the figure is as it was


def test_pgf_without_latex(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, ax = tmp_path / "a.pgf", plot_critical_difference(load("toy"))
    monkeypatch.setenv("PATH", "")
    with mpl.rc_context({"pgf.texsystem": "lualatex"}), pytest.raises(SourceError) as caught:
        save_figure(ax, target)
    assert str(caught.value).startswith(f"{target}: a .pgf file is measured by LaTeX ('lualatex' ")
    assert str(caught.value).endswith("; save the picture as .pdf instead")
    assert list(tmp_path.iterdir()) == []


class TestSvgElement:
    def test_it_is_one_element_with_a_role_and_a_title(self) -> None:
        ax = plot_critical_difference(load("garcia2008").rename({"CN2": "<b> & co"}))
        svg = figure_svg(ax)
        assert svg.startswith("<svg role=")
        root = ElementTree.fromstring(svg)
        assert root.attrib["role"] == "img"
        title = root.find("{http://www.w3.org/2000/svg}title")
        assert title is not None
        assert title.attrib["id"] == root.attrib["aria-labelledby"]
        assert "Average ranks: C4.5 2.100, NaiveBayes 2.200, <b> & co 3.117" in str(title.text)
        assert "<!--" not in svg
        assert "<?xml" not in svg
        assert "metadata" not in svg

    @pytest.mark.slow
    def test_ids_of_two_figures_in_a_page_differ_and_are_found(self) -> None:
        first = figure_svg(plot_critical_difference(load("garcia2008")))
        second = figure_svg(plot_pvalue_matrix(load("garcia2008")))
        ids = [set(re.findall(r'\sid="([^"]+)"', svg)) for svg in (first, second)]
        assert len(ids[0]) > 10
        assert not ids[0] & ids[1]
        for svg, known in zip((first, second), ids, strict=True):
            used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg))
            assert used
            assert {a or b for a, b in used} <= known

    @pytest.mark.slow
    def test_it_is_the_same_every_time(self) -> None:
        first, second = (figure_svg(plot_stairs(load("cec2005"), control="SaDE")) for _ in "ab")
        assert first == second
        assert len(first) < 120_000
