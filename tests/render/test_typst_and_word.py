"""Reports for Typst and Word: they open, and hold what the document holds."""

from __future__ import annotations

import subprocess
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import docx
import pytest
import typst
from docx.shared import Cm
from matplotlib.figure import Figure

import evenkeel
from evenkeel.report.document import Column, Document, Heading, Layout, Paragraph, Picture, Table
from evenkeel.report.saving import save_document
from latex import require

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

HOSTILE = ['#panic("x")', "$x$", "*b* _i_", '"]', "\\", "<a> @b", "// c", "[x] = y", "`r`", "算法"]
TABLE = Table(
    "names",
    "#Names <b>",
    (Column("Name"), Column("Holm", "p")),
    tuple((name, 0.00001 * (i + 1)) for i, name in enumerate(HOSTILE)),
    frozenset({(0, 1)}),
    "A $note$.",
    emphasis="rejected",
)
DOCUMENT = Document("# T *x*", (Heading("= H"), Paragraph("P #x"), TABLE))


def compiled(path: Path) -> str:
    pdf = path.with_suffix(".pdf")
    typst.compile(str(path), output=str(pdf))
    words = [require("pdftotext"), "-layout", str(pdf), "-"]
    return subprocess.run(words, capture_output=True, check=True, timeout=60).stdout.decode()


@pytest.mark.tex  # the text of the PDF is read by a program that LaTeX's tests need, too
def test_hostile_names_stay_text_in_typst(tmp_path: Path) -> None:
    save_document(DOCUMENT, tmp_path / "report.typ", Layout(stars=True))
    text = "".join(compiled(tmp_path / "report.typ").split())
    for name in ("# T *x*", "= H", "P #x", "#Names <b>", "A $note$.", *HOSTILE[:-1]):
        assert "".join(name.split()) in text, name
    assert "Bold:rejected." in text


@pytest.mark.slow
def test_the_whole_report_and_a_fragment_compile_in_typst(tmp_path: Path) -> None:
    comparison = evenkeel.compare(evenkeel.load("cec2005"))
    written = comparison.save(tmp_path / "report.typ", digits=3)
    assert [path.name for path in written] == ["report.typ", "ranks.svg"]
    assert "Iman-Davenport" in compiled(tmp_path / "report.typ")
    comparison.save(tmp_path / "tables.typ", table="ranks", label_prefix="cec")
    paper = tmp_path / "paper.typ"
    paper.write_text('#include "tables.typ"\n')
    assert "SaDE" in compiled(paper)
    assert "<tab:cec-ranks>" in (tmp_path / "tables.typ").read_text()


@pytest.mark.slow
@pytest.mark.reaching
def test_word_has_real_tables_headings_and_the_picture(tmp_path: Path) -> None:
    comparison = evenkeel.compare(evenkeel.load("garcia2008"))
    comparison.save(tmp_path / "report.docx", stars=True)
    word = docx.Document(str(tmp_path / "report.docx"))
    report = comparison.report()
    assert len(word.tables) == len(report.tables)
    for table, found in zip(report.tables, word.tables, strict=True):
        cells = [[cell.text for cell in row.cells] for row in found.rows]
        assert cells[0] == [column.title for column in table.columns]
        assert [row[0] for row in cells[1:]] == [table.text(r, 0) for r in range(len(table.rows))]
    assert "Conclusions in sentences" in [
        p.text for p in word.paragraphs if p.style.name == "Heading 1"
    ]
    assert len(word.inline_shapes) == 1


def test_bold_and_stars_in_word(tmp_path: Path) -> None:
    save_document(DOCUMENT, tmp_path / "report.docx", Layout(stars=True))
    (table,) = docx.Document(str(tmp_path / "report.docx")).tables
    number, stars = table.cell(1, 1).paragraphs[0].runs
    assert (number.text, number.bold) == ("1.000e-05", True)
    assert (stars.text, stars.font.superscript) == ("***", True)
    assert table.cell(2, 0).text == "$x$"


def test_word_has_the_same_bytes_at_any_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = replace(DOCUMENT, blocks=(*DOCUMENT.blocks, Picture("p", "A picture", drawn)))
    written = []
    for moment in (1e9, 2e9):
        monkeypatch.setattr(time, "localtime", lambda _=0, at=moment: time.gmtime(at))
        monkeypatch.setattr(time, "time", lambda at=moment: at)
        save_document(document, tmp_path / "report.docx")
        written.append((tmp_path / "report.docx").read_bytes())
    assert written[0] == written[1]


def drawn(wide: float = 250) -> Figure:
    figure = Figure(figsize=(wide, 2))
    figure.add_subplot().plot([1, 2])
    return figure


def test_a_picture_has_no_more_pixels_than_a_page_of_word_can_show(tmp_path: Path) -> None:
    # A picture of 250 inches, which a name of 2,000 characters makes, had 45 million pixels; a
    # page shows 16 cm of it.
    for wide, dots in ((250, 20), (12, 300 * 16 / 2.54 / 12), (5, 300)):
        picture = Picture("p", "A picture", partial(drawn, wide))
        save_document(Document("T", (picture,)), tmp_path / "report.docx")
        word = docx.Document(str(tmp_path / "report.docx"))
        (shape,) = word.inline_shapes
        assert shape.width == min(Cm(16), Cm(2.54 * wide))
        parts = word.part.package.iter_parts()
        (image,) = [part.image for part in parts if part.partname.endswith(".png")]
        assert abs(image.px_width - wide * dots) <= 1


@pytest.mark.slow
def test_a_name_of_thousands_of_characters_is_written_to_word(tmp_path: Path) -> None:
    names = ["W" * 2000, "B" * 20_000, "C"]
    results = evenkeel.Results(
        [[1, 2, 3], [2, 3, 4.5], [3, 1, 2]], algorithms=names, better="lower"
    )
    evenkeel.compare(results, always=True).save(tmp_path / "report.docx")
    assert len(docx.Document(str(tmp_path / "report.docx")).inline_shapes) == 1


def test_a_table_of_word_fits_its_page_and_breaks_no_number(tmp_path: Path) -> None:
    rows = tuple((f"{'a long name ' * 4}{i}", *[0.00001 * (i + 1)] * 6) for i in range(3))
    columns = (Column("Name"), *(Column(f"Procedure {j}", "p") for j in range(6)))
    wide = Table("wide", "Wide", columns, rows)
    (path,) = save_document(Document("D", (wide, TABLE)), tmp_path / "d.docx")
    word = docx.Document(str(path))
    first, second = word.tables
    section = word.sections[0]
    room = section.page_width - section.left_margin - section.right_margin
    assert sum(column.width for column in first.columns) <= room
    least = Cm(0.15 * len(wide.text(0, 1)))  # a digit of 7 points is no wider
    assert all(column.width >= least for column in first.columns)
    assert first.style.name == "Light Shading"  # of the template
    assert all(column.width < room / 2 for column in second.columns)
    heading, *others = (row._tr.xml for row in first.rows)
    assert "w:tblHeader" in heading  # on each page again
    assert not any("w:tblHeader" in other for other in others)
