"""A label comes out as itself in every format, whatever characters it holds."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path

import openpyxl
import pytest

from evenkeel.references import REFERENCES
from evenkeel.report.data import render_csv, render_json
from evenkeel.report.document import Column, Document, Heading, Notice, Paragraph, Table
from evenkeel.report.html import render_html
from evenkeel.report.saving import save_document
from evenkeel.report.text import render_markdown, render_text
from evenkeel.report.typesetting import render_latex
from latex import compile_latex

LABELS = [
    "A&B",
    "under_score",
    "50%",
    "<script>alert(1)</script>",
    "cost $5",
    r"back\slash",
    "til~de^hat",
    "{brace}#1",
    "quote\"s and 'these'",
    "--dashes--",
    "*bold* [link](x) `code` |pipe|",
    "=1+1",
    "Ñandú café",
    "αβγ ≤ ∞",
]
BEYOND_PDFLATEX = ["rocket 🚀", "עברית", "العربية", "算法"]


@pytest.fixture
def document() -> Document:
    rows = tuple((label, float(i)) for i, label in enumerate(LABELS + BEYOND_PDFLATEX))
    return Document(
        title="Title with <b> & _ % $",
        blocks=(
            Heading(LABELS[0]),
            Paragraph(" ".join(LABELS)),
            Notice("caution", LABELS[3], LABELS[5]),
            Table("labels", LABELS[1], (Column(LABELS[2]), Column("value", "value")), rows),
        ),
        references=(REFERENCES["demsar2006"], REFERENCES["garcia2008"]),
    )


class _Page(HTMLParser):
    """Collects the text of the cells, and every tag."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.cells: list[str] = []
        self._open = False

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "th" and dict(attrs).get("scope") == "row":
            self._open = True
            self.cells.append("")

    def handle_endtag(self, tag):
        self._open = self._open and tag != "th"

    def handle_data(self, data):
        if self._open:
            self.cells[-1] += data


def test_html_shows_labels_as_text(document):
    page = _Page()
    page.feed(render_html(document))
    assert page.cells == LABELS + BEYOND_PDFLATEX
    assert page.tags.count("script") == 1  # our own; the label's is text
    assert "b" not in page.tags


def test_html_asks_for_nothing_from_outside(document):
    html = render_html(document)
    assert "http://" not in html
    assert "https://" not in html
    assert "src=" not in html


@pytest.mark.tex
def test_latex_compiles_and_the_pdf_shows_the_labels(document, tmp_path: Path):
    source = tmp_path / "report.tex"
    source.write_text(render_latex(document), encoding="utf-8")
    compiled = compile_latex(source)
    shown = "".join(compiled.text.split())
    curly = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'"})
    for label in LABELS:
        assert "".join(label.split()) in shown.translate(curly), label
    assert "[U+1F680]" in shown  # pdflatex has no rocket: the code point stands for it
    assert "{1F680}{🚀}" in source.read_text(encoding="utf-8")  # lualatex may have one
    assert compiled.overfull() == []


def test_markdown_escapes_every_special_character(document):
    markdown = render_markdown(document)
    assert r"| A\&B | 0 |" in markdown
    assert r"\<script\>alert\(1\)\</script\>" in markdown
    assert r"\*bold\* \[link\]\(x\) \`code\` \|pipe\|" in markdown


def test_text_shows_labels_as_they_are(document):
    text = render_text(document)
    assert all(label in text for label in LABELS + BEYOND_PDFLATEX)


def test_json_and_csv_keep_labels_exactly(document):
    data = json.loads(render_json(document))
    assert [row[0] for row in data["tables"]["labels"]["rows"]] == LABELS + BEYOND_PDFLATEX
    rows = list(csv.reader(io.StringIO(render_csv(document.table("labels")))))
    formulas = {"--dashes--": "'--dashes--", "=1+1": "'=1+1"}  # to a spreadsheet
    assert [row[0] for row in rows[1:]] == [
        formulas.get(label, label) for label in LABELS + BEYOND_PDFLATEX
    ]


def test_characters_that_no_file_can_hold(tmp_path: Path):
    label = "a\ud800b\0c\uffff"
    document = Document("x", (Table("t", label, (Column(label),), ((label,),)),))
    for ending in ("json", "csv", "xlsx", "html", "txt", "md", "tex"):
        save_document(document, tmp_path / f"report.{ending}")
    data = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert data["tables"]["t"]["rows"] == [[label]]
    shown = "a[U+D800]b[U+0000]c[U+FFFF]"
    assert (tmp_path / "report.csv").read_text(encoding="utf-8") == f"{shown}\n{shown}\n"
    sheet = openpyxl.load_workbook(tmp_path / "report.xlsx")["1 t"]
    assert [row[0] for row in sheet.values] == [shown] * 3


def test_excel_keeps_labels_as_text(document, tmp_path: Path):
    save_document(document, tmp_path / "report.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "report.xlsx")["1 labels"]
    cells = [row[0] for row in sheet.iter_rows(min_row=3)]
    assert [cell.value for cell in cells] == LABELS + BEYOND_PDFLATEX
    assert {cell.data_type for cell in cells} == {"s"}


def test_control_characters_and_direction_overrides_do_not_act():
    table = Table("t", "t", (Column("name"),), (("a\nb\x00c\u202ed\ud800\uffff",),))
    document = Document("x", (table,))
    for render in (render_text, render_markdown, render_html, render_latex):
        output = render(document)
        assert output.isascii()
        assert "\x00" not in output
        plain = output.replace("\\", "").replace("{[}", "[").replace("{]}", "]")
        assert "a b[U+0000]c[U+202E]d[U+D800][U+FFFF]" in plain


def test_text_among_numbers_is_escaped_too():
    table = Table("t", "t", (Column("value", "value"),), (("$x$ | <b>",), (None,), (1e-9,)))
    document = Document("x", (table,))
    assert r"\$x\$ \textbar{} \textless{}b\textgreater{} \\" in render_latex(document)
    assert r"| \$x\$ \| \<b\> |" in render_markdown(document)
