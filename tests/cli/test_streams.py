"""Closed, full and foreign standard streams: a message and an exit code, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

TABLE = "problem,Ñandú,算法\nP1,1.5,2.5\nP2,2.5,1.5\nP3,3.5,5.5\n"
READ = "Read: 3 problems (P1, P2, P3), 2 algorithms (Ñandú, 算法), lower is better.\n"


@dataclass(frozen=True)
class Run:
    out: bytes
    err: str
    code: int


def evenkeel(*words: str, redirect: str = "", stdin: bytes = b"", encoding: str = "utf-8") -> Run:
    """Run a command under a shell that redirects its streams."""
    run = subprocess.run(
        ["sh", "-c", f'exec "$@" {redirect}', "sh", sys.executable, "-m", "evenkeel", *words],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        timeout=120,
    )
    told = run.stderr.decode("utf-8")
    assert "Traceback" not in told
    assert "Exception ignored" not in told
    return Run(run.stdout, told, run.returncode)


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "table.csv"
    path.write_text(TABLE, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_what_an_encoding_lacks_is_escaped(table: str, encoding: str):
    run = evenkeel("table", table, "-b", "lower", encoding=encoding)
    assert (run.code, run.err) == (0, "")
    text = run.out.decode(encoding)
    assert r"\u7b97\u6cd5" in text
    assert (r"\xd1and\xfa" if encoding == "ascii" else "Ñandú") in text


@pytest.mark.parametrize("encoding", ["ascii", "utf-16"])
def test_json_is_whole_in_every_encoding(table: str, encoding: str):
    run = evenkeel("table", table, "-b", "lower", "--json", encoding=encoding)
    assert run.code == 0
    told = json.loads(run.out.decode(encoding))
    columns = told["tables"]["results"]["columns"]
    assert [column["title"] for column in columns] == ["Problem", "Ñandú", "算法"]


def test_halves_of_surrogate_pairs(tmp_path: Path):
    source = tmp_path / "table.json"
    names = ["\ud800x", "B"]
    values = {"better": "lower", "algorithms": names, "problems": ["p", "q"]}
    source.write_text(json.dumps({**values, "values": [[1, 2], [2, 3]]}))
    run = evenkeel("table", str(source), "--json")
    assert run.code == 2
    assert run.err.endswith(
        "the algorithm name '\\ud800x' at column 2 holds half of a surrogate pair, which is no "
        "character; mend it\n"
    )


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_standard_output_that_is_closed(table: str, words: tuple[str, ...]):
    run = evenkeel("table", table, "-b", "lower", *words, redirect=">&-")
    assert run.err == "evenkeel: standard output is closed; name a file with -o\n"
    assert run.code == 2


def test_a_long_study_is_refused_at_once_if_nobody_can_read_it():
    words = ("power", "case:garcia2008", "--first", "C4.5", "--second", "1-NN")
    run = evenkeel(*words, "--repetitions", "1000000000", redirect=">&-")
    assert run.err == "evenkeel: standard output is closed; name a file with -o\n"


def test_files_are_written_though_every_stream_is_closed(table: str, tmp_path: Path):
    path = tmp_path / "out.txt"
    words = ("table", table, "-b", "lower", "-o", str(path))
    assert evenkeel(*words, redirect=">&- 2>&- <&-").code == 0
    closed = path.read_bytes()
    assert evenkeel(*words).err == f"{READ}wrote {path}\n"
    assert path.read_bytes() == closed


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_standard_output_on_a_full_disk():
    run = evenkeel("table", "case:toy", redirect=">/dev/full")
    assert run.err == "evenkeel: standard output cannot be written (No space left on device)\n"
    assert run.code == 2


def test_a_reader_that_has_read_enough():
    run = evenkeel("compare", "case:cec2005", "--json", redirect="| head -c 1")
    assert (run.out, run.err) == (b"{", "")


def test_standard_input_that_is_closed_or_no_text():
    run = evenkeel("table", "-", "-b", "lower", redirect="<&-")
    assert (run.code, run.out) == (2, b"")
    assert "the file is empty" in run.err
    assert evenkeel("adjust", redirect="<&-").code == 2
    assert "is no number" in evenkeel("adjust", stdin=b"0.1 \xff").err


def test_names_of_files_print_without_control_characters(table: str, tmp_path: Path):
    missing = evenkeel("table", f"{tmp_path}/no\x1b[31m\x07.csv", "-b", "lower")
    assert missing.err.startswith(f"evenkeel: {tmp_path}/no\\x1b[31m\\x07.csv: no file matches")
    path = tmp_path / "a\nb\x1b[2J\udcff.txt"
    run = evenkeel("table", table, "-b", "lower", "-o", str(path))
    assert run.err == f"{READ}wrote {tmp_path}/a\\nb\\x1b[2J\\udcff.txt\n"
    assert path.exists()


def test_the_name_of_a_file_is_no_option(tmp_path: Path):
    path = tmp_path / 'missing="\\x".csv'
    path.write_text("problem,A,B\nx,1,NA\ny,2,3\nz,3,4\n")
    run = evenkeel("compare", str(path), "--better", "lower")
    assert run.code == 2
    assert run.err.startswith(f"evenkeel: {path}: 1 result is missing")
    assert "--missing drop-problem" in run.err


@pytest.mark.parametrize("words", [("{long}", "-b", "lower"), ("case:toy", "-o", "{long}.txt")])
def test_names_that_are_too_long(tmp_path: Path, words: tuple[str, ...]):
    long = f"{tmp_path}/{'a' * 300}"
    run = evenkeel("table", *(word.format(long=long) for word in words))
    assert run.code == 2
    assert run.err.startswith(f"evenkeel: {long}")
    assert "File name too long" in run.err
