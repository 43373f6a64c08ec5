"""A report on a terminal: whole numbers however narrow it is, and links where it has them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import evenkeel as package
from evenkeel.cli.output import _pointed_out as pointed_out
from evenkeel.cli.streams import addresses
from evenkeel.report.document import Paragraph
from evenkeel.report.single import report_results
from terminals import screen, terminal

LINK = re.compile(r"\x1b\]8;[^;]*;([^\x1b]+)\x1b\\(.*?)\x1b\]8;;\x1b\\")


@dataclass(frozen=True)
class Shown:
    out: str
    err: str


@pytest.fixture
def shown(evenkeel, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Shown]]:
    """Run a command on a terminal so many columns wide, and see all that it wrote there."""
    with ExitStack() as opened:

        def run(*words: str, columns: int = 80, kind: str = "xterm-256color") -> Shown:
            out, err = (opened.enter_context(terminal()) for _ in range(2))
            with monkeypatch.context() as changed:
                changed.setenv("COLUMNS", str(columns))
                changed.setenv("TERM", kind)
                changed.delenv("INSIDE_EMACS", raising=False)
                changed.setattr(sys, "stdout", out.stream)
                changed.setattr(sys, "stderr", err.stream)
                assert evenkeel(*words).code == 0
            return Shown(out.close(), err.close())

        yield run


def links(text: str) -> dict[str, str]:
    """The text of every link with its address."""
    return {words: address for address, words in LINK.findall(text)}


@pytest.mark.slow
@pytest.mark.parametrize("columns", [20, 40, 80, 300])
def test_no_number_is_cut_and_no_column_is_dropped(shown, columns: int) -> None:
    lines = screen(shown("table", "case:cec2005", columns=columns).out)
    assert max(map(len, lines)) <= columns
    table = report_results(package.load("cec2005")).table("results")
    texts = [table.text(r, c) for r in range(len(table.rows)) for c in range(len(table.columns))]
    words = set("\n".join(lines).split())
    broken = columns < 40  # a column is narrower than its numbers
    for text in [column.title for column in table.columns] + texts:
        assert broken or set(text.split()) <= words
    assert "…" not in "".join(words)


def test_every_part_of_a_table_has_the_names_of_its_rows(shown) -> None:
    lines = screen(shown("table", "case:cec2005").out)
    assert [line for line in lines if line.endswith(", continued")] == [
        "Results; lower is better, continued"
    ]
    assert sum(line.startswith(" F25 ") for line in lines) == 2


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("-o", "report.tex"), ("--control", "SaDE")])
def test_the_verdict_on_nine_algorithms_fits_on_a_screen(
    shown, more: tuple[str, ...], tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = shown("compare", "case:cec2005", *more)
    printed = [line for text in (run.err, run.out) for line in screen(text) if text]
    assert printed[-1].strip()
    assert len(printed) <= 40


def test_the_references_are_links_to_their_dois(shown) -> None:
    run = shown("compare", "case:garcia2008", "--full", columns=200)
    found = links(run.out)
    report = package.compare(package.load("garcia2008")).report()
    dois = [reference.doi for reference in report.references if reference.doi]
    assert len(dois) > 5
    for doi in dois:
        assert found[f"doi:{doi}"] == f"https://doi.org/{doi}"
    lines = screen(run.out)
    words = " ".join(" ".join(lines[lines.index("References") :]).split())
    for reference in report.references:
        assert reference.text in words


def test_sources_in_tables_are_links_even_when_broken_into_lines(shown) -> None:
    text = shown("cases", columns=70).out
    assert set(re.findall(r";(https://[^\x1b]+)", text)) >= {
        "https://doi.org/10.1016/j.swevo.2011.02.002"
    }
    assert "10.1016/j.swevo.2011.02.002" in "".join("".join(screen(text)).split())


def test_a_file_that_was_written_is_a_link_to_it(shown, tmp_path: Path) -> None:
    report, picture = tmp_path / "my report 1.md", tmp_path / "ranks.svg"
    told = shown("compare", "case:toy", "-o", str(report), columns=40).err
    told += shown("plot", "critical-difference", "case:toy", "-o", str(picture), columns=40).err
    found = links(told)
    for path in (report, picture):
        parts = urlsplit(found[str(path)])
        assert parts.scheme == "file"
        assert unquote(parts.path) == str(path)
        assert f"wrote {path}" in screen(told)


@pytest.mark.parametrize("kind", ["linux", "dumb"])
def test_terminals_that_would_show_the_address_get_no_links(shown, kind, tmp_path) -> None:
    run = shown("cases", "-o", str(tmp_path / "cases.md"), kind=kind)
    assert "\x1b]" not in run.err
    assert "\x1b]" not in shown("cases", kind=kind).out


def test_pipes_and_files_get_neither_links_nor_colours(evenkeel, tmp_path: Path) -> None:
    path = tmp_path / "report.txt"
    run = evenkeel("compare", "case:toy", "--full", "-o", str(path))
    assert run.err == f"wrote {path}\n"
    run = evenkeel("compare", "case:toy", "--full")
    assert "doi:10." in run.out
    for text in (run.out, path.read_text()):
        assert "\x1b" not in text


@pytest.mark.parametrize(
    ("text", "words", "leads"),
    [
        ("doi:10.2307/3001968", "doi:10.2307/3001968", "https://doi.org/10.2307/3001968"),
        (
            "in (doi:10.1016/0169-7161(84)04004-0).",
            "doi:10.1016/0169-7161(84)04004-0",
            "https://doi.org/10.1016/0169-7161(84)04004-0",
        ),
        ("see https://a.org/x?y=1#z, and", "https://a.org/x?y=1#z", "https://a.org/x?y=1#z"),
        ("doi:10.1000/ß", "doi:10.1000/ß", "https://doi.org/10.1000/%C3%9F"),
    ],
)
def test_an_address_ends_where_it_ends(text: str, words: str, leads: str) -> None:
    ((start, end, address),) = addresses(text)
    assert (text[start:end], address) == (words, leads)


@pytest.mark.parametrize("text", ["doi:11.1/x", "doi: none", "http:/x", "javascript://x", ""])
def test_what_is_no_address_is_no_link(text: str) -> None:
    assert addresses(text) == []


def test_of_many_tables_the_first_are_named_and_all_counted() -> None:
    table = package.load("garcia2008")
    found = package.compare_measures(dict.fromkeys("ABC", table))
    report = found.report()
    count = len(report.tables) + len(report.more)
    assert count > 20
    last = pointed_out(found.verdict(), report).blocks[-1]
    assert isinstance(last, Paragraph)
    assert last.text.startswith("More: --full, --sentence, --table NAME (overview, a-")
    assert last.text.endswith(f", ... ({count} in all)).")
