"""A table in doubt is asked about once; the commands that are offered work as they stand."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TextIO

import pytest

import evenkeel as package
from evenkeel.cli.commands import WORDS
from evenkeel.cli.options import CONTEXT
from evenkeel.cli.questions import command_with, roles
from evenkeel.tables.options import READING
from evenkeel.tables.readings import Part, Reading
from terminals import screen, terminal

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

#: One cell is empty and nobody says which values are better: what is in doubt is known to a reader.
HOLES = "problem,A,B,C\nx,1.5,2.5,3.5\ny,2.1,3.2,\nz,1.2,4.3,2.4\nu,1,2,3\nv,2,3,4\n"
CLEAN = HOLES.replace("3.2,\n", "3.2,4.1\n")
RUNS = "algorithm,problem,run,value\n" + "".join(
    f"{a},{p},{r},{i + j + 0.5 * r}\n"
    for i, a in enumerate("AB")
    for j, p in enumerate(("x", "y", "z"))
    for r in (1, 2)
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my results (final).csv"
    path.write_text(HOLES)
    return path


def offered(said: str) -> list[str]:
    """The commands of a question."""
    return [line.strip() for line in said.splitlines() if line.strip().startswith("evenkeel ")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["compare", "FILE", "--control", "best", "--alpha=0.1"],
        ["posthoc", "--adjust", "holm", "FILE"],
        ["test", "sign", "FILE", "--first", "A", "--second", "B"],
        ["rank-sets", "FILE"],
        ["read", "FILE"],
    ],
    ids=lambda words: words[0],
)
def test_a_question_ends_with_2_and_each_command_that_it_offers_works(evenkeel, file, words):
    given = [str(file) if word == "FILE" else word for word in words]
    run = evenkeel(*given)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"evenkeel: {file}: ")
    assert "1 result is missing" in run.err
    commands = offered(run.err)
    assert 2 <= len(commands) <= 3
    for command in commands:
        name, *typed = shlex.split(command)
        assert (name, typed[: len(given)]) == ("evenkeel", given)  # what was typed, and more
        assert typed[len(given) :]
        answered = evenkeel(*typed)
        assert answered.code == 0, answered.err
        lines = answered.out.split("\n\n")
        assert lines[1].startswith(("Read ", "Read: "))


def test_the_proposed_reading_is_shown_with_every_column(evenkeel, file) -> None:
    said = evenkeel("compare", str(file)).err
    table = [line.split() for line in said.splitlines()]
    assert ["Column", "Taken", "for", "Because"] in table
    for name, role in (("problem", "problem"), ("A", "result"), ("B", "result"), ("C", "result")):
        assert any(line[:2] == [name, role] for line in table), name


@pytest.mark.slow
def test_an_answer_at_a_terminal_goes_on_and_says_the_command_for_the_next_time(
    file, monkeypatch, tmp_path
) -> None:
    from evenkeel.cli.app import main

    study = tmp_path / "study.toml"
    words = ["compare", str(file), "--save-config", str(study)]
    with terminal() as out, terminal() as err:
        monkeypatch.setattr(sys, "argv", ["evenkeel", *words])
        monkeypatch.setattr(sys, "stdout", out.stream)
        monkeypatch.setattr(sys, "stderr", err.stream)
        monkeypatch.setattr(sys, "stdin", Typed("9\n1\n", err.stream))
        with pytest.raises(SystemExit) as ending:
            main()
        printed, said = screen(out.close()), screen(err.close())
    assert int(ending.value.code or 0) == 0
    assert any(line.startswith("Read     5 problems") for line in printed)
    told = " ".join(line.strip() for line in said)
    assert told.count("Which one?") == 2  # 9 is none of them
    assert "evenkeel: next time: evenkeel compare" in told
    assert 'missing = "' in study.read_text()  # what was answered is kept


@pytest.mark.slow
def test_no_answer_at_a_terminal_ends_with_2(file, monkeypatch) -> None:
    from evenkeel.cli.app import main

    with terminal() as out:
        monkeypatch.setattr(sys, "argv", ["evenkeel", "compare", str(file)])
        monkeypatch.setattr(sys, "stdout", out.stream)
        monkeypatch.setattr(sys, "stdin", Typed("\n"))
        with pytest.raises(SystemExit) as ending:
            main()
    assert ending.value.code == 2


class Typed:
    """Standard input at a terminal, which shows what is typed."""

    def __init__(self, text: str, shown: TextIO | None = None) -> None:
        self._lines = text.splitlines(keepends=True)
        self._shown = shown

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        line = self._lines.pop(0) if self._lines else ""
        if self._shown is not None:
            self._shown.write(line)
        return line


class Context:
    """What a command was given."""

    class command:  # noqa: N801
        name = "compare"

    def __init__(self, *words: str) -> None:
        self.meta = {WORDS: list(words)}


@pytest.mark.parametrize(
    ("words", "options", "given", "command"),
    [
        (
            ("a b.csv", "-o", "r.html"),
            {"transpose": True, "better": "higher"},
            {},
            "evenkeel compare 'a b.csv' -o r.html --transpose --better higher",
        ),
        (
            ("t.csv", "--better", "lower"),
            {"better": "lower", "drop": ["it's", "x, y"]},
            {"better": "lower"},
            """evenkeel compare t.csv --better lower --drop-rows 'it'"'"'s,"x, y"'""",
        ),
        (
            ("--better", "lower", "--", "-t.csv"),
            {"run": False, "not_algorithms": []},
            {"better": "lower"},
            "evenkeel compare --better lower --run none --not-algorithms none -- -t.csv",
        ),
    ],
)
def test_a_command_is_what_was_typed_and_the_options_that_it_lacked(words, options, given, command):
    told = CONTEXT.set(Context(*words))
    try:
        assert command_with(options, given) == command
    finally:
        CONTEXT.reset(told)
    typed = shlex.split(command)
    for name, value in options.items():
        if value is not True and name in READING:
            assert READING[name].parsed(typed[typed.index(READING[name].flag) + 1]) == value


def test_many_columns_of_one_role_share_a_line() -> None:
    parts = [
        Part("", "problem", "it names the rows"),
        *(Part(f"m{i}", "result") for i in range(48)),
    ]
    reading = Reading("rows", columns=(*parts, Part("n", "size", "whole numbers")))
    assert list(roles(reading)) == [
        ("(no name)", "problem", "it names the rows"),
        ("m0, m1, ... m47 (48 columns)", "result", ""),
        ("n", "size", "whole numbers"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".csv", ".tsv", ".xlsx", ".parquet", ".json"])
def test_read_shows_a_table_and_writes_it_clean(evenkeel, tmp_path: Path, ending: str) -> None:
    source, clean = tmp_path / "t.csv", tmp_path / f"clean{ending}"
    source.write_text(CLEAN)
    run = evenkeel("read", str(source), "--better", "lower", "-o", str(clean))
    assert (run.code, run.err) == (0, f"wrote {clean}\n")
    title, _, sentence = run.out.split("\n")[:3], None, run.out.split("\n\n")[1]
    assert title[0] == f"How {source} is read"
    assert sentence.startswith("Read: 5 problems (x, y, ... v), 3 algorithms (A, B, C), lower is")
    assert f"On the command line: evenkeel compare {source} --better lower" in run.out
    direction = None if ending == ".json" else "lower"
    assert package.read(clean, better=direction) == package.read(source, better="lower")


def test_read_need_not_know_which_values_are_good_unless_the_file_keeps_it(evenkeel, tmp_path):
    source = tmp_path / "t.csv"
    source.write_text(CLEAN)
    run = evenkeel("read", str(source), "-o", str(tmp_path / "clean.csv"))
    assert run.code == 0
    assert "is better" not in run.out
    run = evenkeel("read", str(source), "-o", str(tmp_path / "clean.json"))
    assert run.code == 2
    assert "--better lower or --better higher" in run.err


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_read_writes_runs_a_row_each(evenkeel, tmp_path: Path, ending: str) -> None:
    source, clean = tmp_path / "runs.csv", tmp_path / f"clean{ending}"
    source.write_text(RUNS)
    run = evenkeel("read", str(source), "-b", "lower", "-o", str(clean))
    assert (run.code, run.err) == (0, f"wrote {clean}\n")
    written, before = (package.read_runs(path, better="lower") for path in (clean, source))
    assert written.aggregate("mean").values.tolist() == before.aggregate("mean").values.tolist()


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".txt", ".md", ".html", ".tex", ".typ", ".docx", ".json"])
def test_what_was_read_is_the_first_line_of_every_report(evenkeel, tmp_path: Path, ending: str):
    source, report = tmp_path / "t.csv", tmp_path / f"report{ending}"
    source.write_text(CLEAN)
    for words in (["compare"], ["posthoc"], ["test", "friedman"], ["rank-sets"]):
        run = evenkeel(*words, str(source), "-b", "lower", "-o", str(report))
        assert run.code == 0, run.err
        shown = " ".join((run.out + run.err).replace("Read:", "Read").split())
        assert "Read 5 problems (x, y, ... v), 3 algorithms (A, B, C)" in shown
        if ending == ".json":
            said = json.loads(report.read_text())["read"]
        elif ending == ".docx":
            from docx import Document

            texts = [paragraph.text for paragraph in Document(str(report)).paragraphs]
            said = texts[2 if words == ["compare"] else 1]  # below the headline
        else:
            text = report.read_text()
            at = text.index("Read: ")
            said = text[at : at + 60].replace("\\", "")
            before = text[:at].lower()
            assert "conclusions" not in before
        assert said.startswith("Read: 5 problems (x, y, ... v), 3 algorithms")


@pytest.mark.slow
def test_a_picture_is_drawn_with_what_was_read_on_standard_error(evenkeel, tmp_path: Path) -> None:
    source = tmp_path / "t.csv"
    source.write_text(CLEAN)
    words = ("plot", "stairs", str(source), "-b", "lower", "-c", "A", "-o", str(tmp_path / "p.svg"))
    run = evenkeel(*words)
    assert run.code == 0
    assert run.err.startswith("Read: 5 problems")


@pytest.mark.parametrize("command", ["compare", "runs", "check", "plot", "read", "power", "effect"])
def test_every_command_that_reads_has_all_options_of_reading(evenkeel, command: str) -> None:
    said = " ".join(evenkeel(command, "--help-all").out.split())
    for option in READING.values():
        assert f"{option.flag} " in said, option.name
