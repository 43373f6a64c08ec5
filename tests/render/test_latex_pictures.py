"""A LaTeX report with its pictures: whatever its name, and wherever it cannot be written."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest

import evenkeel
from evenkeel.errors import SourceError
from evenkeel.plot.saving import figure_pdf
from evenkeel.report.document import Document, Picture
from evenkeel.report.saving import save_document
from latex import compile_latex
from processes import output_of


@pytest.fixture(scope="module")
def report() -> Document:
    return evenkeel.compare(evenkeel.load("toy"), always=True).report()


@pytest.fixture(scope="module")
def picture(report: Document) -> bytes:
    (block,) = (block for block in report.blocks if isinstance(block, Picture))
    return figure_pdf(block.draw())


@pytest.fixture
def rendered_once(picture: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture of the report is the same under every name."""
    monkeypatch.setattr("evenkeel.plot.saving._rendered", lambda *_: picture)


def refusal(report: Document, path: Path) -> str:
    with pytest.raises(SourceError) as error:
        save_document(report, path)
    return str(error.value)


NAMES = (
    "r",
    "my#1",
    "50%",
    "a b  c",
    "x_y",
    "{a}$&~^",
    "-o",
    "Ñandú",
    "a.b",
    "算法",
    "\\x",
    "'q\"",
)


@pytest.mark.tex
@pytest.mark.usefixtures("rendered_once")
def test_the_pictures_are_found_whatever_the_name(report: Document, tmp_path: Path):
    included = []
    for name in NAMES:
        written = save_document(report, tmp_path / f"{name}.tex")
        assert [path.name for path in written] == [f"{name}.tex", "ranks.pdf"]
        text = written[0].read_text(encoding="utf-8")
        included += re.findall(r"\\includegraphics.*", text)
    everything = "\n\n".join(included)
    start, end = text.index("\\begin{document}"), text.index("\\end{document}")
    whole = f"{text[:start]}\\begin{{document}}\n{everything}\n{text[end:]}"
    (tmp_path / "all.tex").write_text(whole, encoding="utf-8")
    assert compile_latex(tmp_path / "all.tex").text.count("Average Friedman rank") == len(NAMES)


@pytest.mark.slow
@pytest.mark.usefixtures("rendered_once")
def test_a_plain_name_keeps_its_letters_and_no_two_share_a_folder(report: Document, tmp_path: Path):
    folders = [
        save_document(report, tmp_path / f"{name}.tex")[1].parent.name
        for name in ("a-b", "a b", "a#b", "-a-b", "a-b-")
    ]
    assert folders[0] == "a-b_pictures"
    assert len(set(folders)) == 5


@pytest.mark.slow
@pytest.mark.usefixtures("rendered_once")
def test_a_long_name(report: Document, tmp_path: Path):
    written = save_document(report, tmp_path / ("a" * 251 + ".tex"))
    assert all(path.exists() for path in written)
    too_long = tmp_path / ("a" * 252 + ".tex")
    assert refusal(report, too_long) == (
        f"{too_long}: the file cannot be written (File name too long)"
    )


def test_a_file_where_the_pictures_go(report: Document, tmp_path: Path):
    (tmp_path / "r_pictures").write_text("mine")
    assert refusal(report, tmp_path / "r.tex") == (
        f"{tmp_path / 'r_pictures'}: the pictures go into a directory of this name, but there is "
        "a file; move it away, or save the report under another name"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["r_pictures"]


@pytest.mark.slow
@pytest.mark.usefixtures("rendered_once")
def test_a_directory_where_a_picture_goes(report: Document, tmp_path: Path):
    taken = tmp_path / "r_pictures" / "ranks.pdf"
    taken.mkdir(parents=True)
    assert refusal(report, tmp_path / "r.tex") == (
        f"{taken}: the file cannot be written (Is a directory)"
    )


def test_a_directory_that_is_missing_or_closed(report: Document, tmp_path: Path, monkeypatch):
    lost = tmp_path / "no" / "r_pictures"
    assert refusal(report, tmp_path / "no" / "r.tex") == (
        f"{lost}: there is no directory {lost.parent}; make it first"
    )

    def refuse(*_: object, **__: object) -> None:  # as root one may write everywhere
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "mkdir", refuse)
    assert refusal(report, tmp_path / "r.tex") == (
        f"{tmp_path / 'r_pictures'}: cannot write into {tmp_path} (Permission denied); choose "
        "another directory"
    )


FULL = """
import resource, sys
import evenkeel
from evenkeel.errors import SourceError
from evenkeel.plot import plot_critical_difference, save_figure
from pathlib import Path
comparison = evenkeel.compare(evenkeel.load("toy"), always=True)
results = comparison.results
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))  # as a disk that is full after 1000 bytes
folder = Path(sys.argv[1])
sys.stderr = sys.stdout  # no traceback, not even of what Python ignores
for name in ("r.tex", "r.html", "r.json", "r.xlsx", "r.docx", "t.csv", "t.parquet", "t.tsv",
             "t.xlsx", "p.pdf", "p.svg", "p.png", "p.eps", "p.tikz"):
    path = folder / name
    try:
        if name[0] == "r":
            comparison.save(path)
        elif name[0] == "t":
            evenkeel.Results([[0.1 + i, 1 / 3] for i in range(999)], better="lower").save(path)
        else:
            save_figure(plot_critical_difference(results), path)
    except SourceError as error:
        print(str(error).removeprefix(str(folder)))
    else:
        print(name, "was written")
print([path.name for path in folder.rglob("*") if path.is_file()])
"""


@pytest.mark.slow
def test_a_full_disk_is_told_in_one_line_and_leaves_nothing(tmp_path: Path):
    lines = output_of(FULL, tmp_path).splitlines()
    assert lines[0] == "/r_pictures/ranks.pdf: the file cannot be written (File too large)"
    assert lines[-1] == "[]"
    names = ["r.html", "r.json", "r.xlsx", "r.docx", "t.csv", "t.parquet", "t.tsv", "t.xlsx"]
    names += ["p.pdf", "p.svg", "p.png", "p.eps", "p.tikz"]
    assert lines[1:-1] == [
        f"/{name}: the file cannot be written (File too large)" for name in names
    ]
