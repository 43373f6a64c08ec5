"""Every label comes out of pdflatex as itself or as its code points: tables, TikZ and pgf."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from evenkeel.plot import figure_tikz, plot_critical_difference, save_figure
from evenkeel.report.document import Column, Document, Heading, Paragraph, Table
from evenkeel.report.typesetting import render_fragment, render_latex
from evenkeel.tables.results import Results
from latex import compile_latex

#: What LaTeX would read as an option, a star, a comment, a ligature, a parameter, an end.
TRAPS = (
    "[2cm]x", "*x", "[", "]", "*", "*[1ex]", "[x", "x]", "\\\\[1cm]", "\\", "{", "}", "}{", "#",
    "##1", "%", "$", "$$", "&", "_", "^", "^^M", "^^41", "~", "--", "---", "``", "''", "?`", "!`",
    "<<", ">>", ",,", '"', '""a', "'", "`", "fi ffi ff fl", "\\end{tabular}", "\\input{x}", "%%",
    "$\\alpha$", "(a)", "@{}", "|", "<a>", "a&b", "=1+1", "+1", "-x", "/", "a/b", "n/a", "...", "?",
    "!", ";:",
)  # fmt: skip
#: Characters that act on the text around them, or cannot be printed at all.
ACTING = ("\x00", "\x07", "\x08", "\x0b", "\x0c", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u2029",
          "\u061c", "\u200e", "\u200f", "\u202a", "\u202d", "\u202e", "\u2066", "\u2069",
          "\ud800", "\udfff", "\xad", "\ufeff", "\ufffe", "\uffff")  # fmt: skip

#: What pdftotext makes of glyphs that are right to the eye.
READ_AS = {"²": "2", "³": "3", "¹": "1", "Đ": "Ð", "ĩ": "ı\u0303", "ī": "ı\u0304", "ĭ": "ı\u0306",
           "ĵ": "ȷ\u0302", "…": ". . .", "μ": "µ", "Δ": "∆"}  # fmt: skip
#: Letters that are set from two glyphs, whose parts pdftotext finds in different places.
TWO_GLYPHS = set("ĢģĮįĶķĻļŅņŖŗŲųȘșȚț")


def hostile_names() -> Iterator[str]:
    """Traps, all of ASCII and of Latin, some of every block of Unicode, and random mixtures."""
    yield from TRAPS
    yield from (f"a{character}b" for character in ACTING)
    ascii_marks = [chr(code) for code in range(33, 127) if not chr(code).isalnum()]
    yield from (f"{mark}x{mark}{mark}" for mark in ascii_marks)
    latin = {chr(code) for code in range(0xA0, 0x250) if chr(code).isprintable()}
    known = sorted(latin - TWO_GLYPHS)
    yield from ("".join(known[start : start + 12]) for start in range(0, len(known), 12))
    rest = [chr(code) for code in range(0x250, 0x110000) if chr(code).isprintable()]
    draw = random.Random(20240613)
    by_block = {ord(character) >> 8: character for character in draw.sample(rest, 4000)}
    sample = sorted(by_block.values())
    yield from ("".join(sample[start : start + 5]) for start in range(0, len(sample), 5))
    yield from ("e\u0301", "👩‍👩‍👧", "עברית", "العربية", "算法", "ελληνικά Ω ∞ ≤", "Кириллица")
    pool = [*ascii_marks, *"ab12 ", *known, *draw.sample(rest, 40)]
    yield from ("x" + "".join(draw.choices(pool, k=draw.randint(1, 10))) for _ in range(150))


def shows(name: str) -> re.Pattern[str]:
    """What a PDF may show of a name: of each character itself, or its code point in brackets."""

    def one(character: str) -> str:
        if character.isspace() and character not in "\x0b\x0c\x85\u2028\u2029":
            return r"\s*"
        shown = READ_AS.get(character, unicodedata.normalize("NFC", character))
        forms = {character, shown, f"[U+{ord(character):04X}]"}
        return "(?:" + "|".join(map(re.escape, sorted(forms))) + r")\s*"

    return re.compile("".join(map(one, name)))


def read_back(text: str) -> dict[int, str]:
    """The first cells of the rows of a table whose second cells are row numbers."""
    found = {}
    for line in unicodedata.normalize("NFC", text).splitlines():
        row = re.fullmatch(r"\s*(.*?)\s+row(\d+)row\s*", line)
        if row:
            found[int(row[2])] = row[1]
    return found


@pytest.fixture(scope="module")
def names() -> list[str]:
    return list(dict.fromkeys(hostile_names()))


def table_of(names: list[str]) -> Table:
    rows = tuple((name, f"row{number}row") for number, name in enumerate(names))
    return Table("names", "[1] *Names 算", (Column("[2cm]Name"), Column("Row")), rows)


def check(names: list[str], compiled_text: str) -> None:
    found = read_back(compiled_text)
    assert sorted(found) == list(range(len(names)))
    wrong = {
        name: found[number]
        for number, name in enumerate(names)
        if not shows(name).fullmatch(found[number])
    }
    assert wrong == {}


@pytest.mark.tex
def test_a_table_of_hostile_names(names: list[str], tmp_path: Path) -> None:
    blocks = (Heading("[2cm]*x"), Paragraph("*[x] 算法"), table_of(names))
    source = tmp_path / "names.tex"
    source.write_text(render_latex(Document("*[1] 算法", blocks)), encoding="utf-8")
    compiled = compile_latex(source)
    check(names, compiled.text)
    assert "Missing character" not in compiled.log
    shown = compiled.text.replace(" ", "")
    assert "[2cm]Name" in shown
    assert "[2cm]*x" in shown
    assert "*[x][U+7B97][U+6CD5]" in shown
    assert "*[1][U+7B97][U+6CD5]" in shown


@pytest.mark.tex
def test_the_fragment_of_hostile_names_in_a_paper(names: list[str], tmp_path: Path) -> None:
    (tmp_path / "table.tex").write_text(
        render_fragment(Document("", (table_of(names[:: len(names) // 80]),))), encoding="utf-8"
    )
    paper = tmp_path / "paper.tex"
    paper.write_text(
        "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern}"
        "\\usepackage{booktabs}\\usepackage{adjustbox}\\begin{document}\\listoftables\\input{table}\\end{document}",
        encoding="utf-8",
    )
    compile_latex(paper)
    compiled = compile_latex(paper)  # and now with a list of tables
    check(names[:: len(names) // 80], compiled.text)
    assert compiled.text.count("[1] *Names [U+7B97] (1 of 3)") == 2


PICTURES = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{lmodern}
\usepackage{textcomp}
\usepackage{tikz}
\pagestyle{empty}
\begin{document}
%s
\end{document}
"""
#: No label of a picture is long; these hold every trap and some of every script.
LABELS = (
    "[2cm]x", "*x", "a\\\\b", "#1 %2", "$x$ & {y}", "^^M~_", "--- ,, ''", '"q" `p`', "α ≤ Ω",
    "算法", "e\u0301ﬁ", "a\x1b[1m", "b\u202ec", "Ħłø €", "👩‍👧", "עבר",
)  # fmt: skip


def hostile_study() -> Results:
    values = np.random.default_rng(3).normal(size=(12, len(LABELS))) + np.arange(len(LABELS))
    return Results(values, (), LABELS, better="lower")


def assert_shown(labels: tuple[str, ...], text: str) -> None:
    shown = unicodedata.normalize("NFC", text)
    missing = [label for label in labels if not shows(label).search(shown)]
    assert missing == []


@pytest.mark.tex
@pytest.mark.filterwarnings("ignore:Glyph .* missing from")
def test_tikz_of_hostile_names(tmp_path: Path) -> None:
    source = tmp_path / "diagram.tex"
    source.write_text(
        PICTURES % figure_tikz(plot_critical_difference(hostile_study())), encoding="utf-8"
    )
    compiled = compile_latex(source)
    assert_shown(LABELS, compiled.text)
    assert "Missing character" not in compiled.log


@pytest.mark.tex
@pytest.mark.filterwarnings("ignore:Glyph .* missing from")
def test_pgf_of_hostile_names(tmp_path: Path) -> None:
    save_figure(plot_critical_difference(hostile_study()), tmp_path / "diagram.pgf")
    source = tmp_path / "all.tex"
    source.write_text(PICTURES % "\\input{diagram.pgf}", encoding="utf-8")
    compiled = compile_latex(source)
    assert_shown(LABELS, compiled.text)
    assert "Missing character" not in compiled.log
