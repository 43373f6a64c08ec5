"""Pipes and other streams, which can be read only once, and names of files that are unusual."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import polars as pl
import pytest

import evenkeel
from evenkeel.tables.parsing import sources
from reading_help import refusal

RESULTS = evenkeel.Results([[0.5, 2], [3, 4.25]], ["x", "y"], ["A", "B"], better="lower")
RUNS = pl.DataFrame(
    {
        "algorithm": ["A", "A", "B", "B"],
        "problem": ["F1"] * 4,
        "run": [1, 2, 1, 2],
        "value": [1.0, 2.0, 3.0, 5.0],
    }
)
pytestmark = pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="needs pipes with a path")


@contextmanager
def piped(data: bytes) -> Iterator[str]:
    """The path of a pipe through which the bytes come, once."""
    reading, writing = os.pipe()

    def write() -> None:
        with os.fdopen(writing, "wb") as stream:
            stream.write(data)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield f"/dev/fd/{reading}"
    finally:
        os.close(reading)
        writer.join()


def saved(results: evenkeel.Results, path) -> bytes:
    results.save(path)
    return path.read_bytes()


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".xlsx", ".parquet", ".json"])
def test_a_pipe_is_read_once(tmp_path, ending):
    with piped(saved(RESULTS, tmp_path / f"table{ending}")) as path:
        results = evenkeel.read(path, better="lower")
    assert results == RESULTS
    assert results.origin.description == path


@pytest.mark.slow
@pytest.mark.parametrize("careful", ["", '"'], ids=["quick", "careful"])
def test_a_pipe_longer_than_its_beginning(careful):
    rng = np.random.default_rng(13)
    values = rng.normal(size=(40_000, 2))
    rows = "".join(f"{careful}p{i}{careful},{a},{b}\n" for i, (a, b) in enumerate(values.tolist()))
    data = f"problem,A,B\n{rows}".encode()
    assert len(data) > 1.5 * sources.CHUNK
    with piped(data) as path:
        assert np.array_equal(evenkeel.read(path, better="lower").values, values)


def test_an_empty_pipe():
    with piped(b"") as path:
        message = "the file is empty; give a table with a header and results"
        assert refusal_of(path) == f"{path}: {message}"
    assert refusal_of("/dev/null") == f"/dev/null: {message}"


def refusal_of(path: str) -> str:
    with pytest.raises(evenkeel.SourceError) as caught:
        evenkeel.read(path, better="lower")
    return str(caught.value)


def test_a_stream_without_end_is_given_up(monkeypatch):
    monkeypatch.setattr(sources, "MOST_STREAMED", 3 << 20)
    assert refusal_of("/dev/zero") == (
        "/dev/zero: more than 3 MiB come from this stream; save them to a file and give that"
    )


@pytest.mark.parametrize("form", ["csv", "parquet"])
@pytest.mark.parametrize("way", ["pipe", "open file"])
def test_runs_come_through_a_stream(form, way):
    stream = io.BytesIO()
    RUNS.write_csv(stream) if form == "csv" else RUNS.write_parquet(stream)
    if way == "pipe":
        with piped(stream.getvalue()) as path:
            runs = evenkeel.read_runs(path, better="lower")
        assert runs.origin.description == path
    else:
        stream.seek(0)
        runs = evenkeel.read_runs(stream, better="lower")
        assert runs.origin.description == "open file"
    assert runs.summary().median.tolist() == [[1.5, 4.0]]
    assert runs.values_by_cell()["B", "F1"].tolist() == [3, 5]
    assert runs.is_paired()


@pytest.mark.slow
def test_runs_from_an_open_text_and_their_faults():
    text = RUNS.write_csv()
    assert evenkeel.read_runs(io.StringIO(text), better="lower").counts().tolist() == [[2, 2]]
    for cell, fault in (
        ("x", "line 3, column 4 (problem 'F1', algorithm 'A'): found 'x', which is not a number"),
        ("2.0,7", "line 3 has 5 cells, but the table has 4 columns"),
    ):
        broken = text.replace("2.0", cell).encode()
        with piped(broken) as path, pytest.raises(evenkeel.TableError) as caught:
            evenkeel.read_runs(path, better="lower")
        assert str(caught.value).startswith(f"{path}: {fault}")


def test_other_engines_read_no_streams():
    with piped(b"") as path, pytest.raises(evenkeel.InputError) as caught:
        evenkeel.read_runs(path, better="lower", engine="duckdb")
    assert str(caught.value) == (
        f"{path}: text tables and streams are evaluated by polars; to use 'duckdb', give a Parquet "
        "file or a lazy frame of it, or leave engine= out"
    )
    stream = io.BytesIO()
    RUNS.write_parquet(stream)
    stream.seek(0)
    with pytest.raises(evenkeel.InputError) as caught:
        evenkeel.read_runs(stream, better="lower", engine="duckdb")
    assert str(caught.value) == (
        "engine='duckdb' says nothing about what is read whole; leave it out, or give a Parquet "
        "file or a lazy frame"
    )


def test_wide_runs_come_through_a_pipe():
    text = "problem,fold,A,B\nx,1,0.5,2\nx,2,0.7,3\ny,1,1,2\ny,2,3,4\n"
    with piped(text.encode()) as path:
        runs = evenkeel.read_runs(path, better="lower")
    assert runs.origin.description == path
    assert runs.values_by_cell()["A", "x"].tolist() == [0.5, 0.7]


READ = """
import sys, evenkeel
read = evenkeel.read_runs if sys.argv[1] == "runs" else evenkeel.read
for source in sys.argv[2:]:
    print(read(source, better="lower"))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "shown"), [("table", "2 problems x 2"), ("runs", "1 problem x 2")]
)
def test_standard_input_substitution_and_fifo(tmp_path, what, shown):
    path, fifo = tmp_path / "table.csv", tmp_path / "fifo"
    path.write_text("problem,A,B\nx,0.5,2\ny,3,4.25\n" if what == "table" else RUNS.write_csv())
    script = f"""
        mkfifo "{fifo}"
        cat "{path}" > "{fifo}" &
        cat "{path}" | "{sys.executable}" -c "$READ" {what} /dev/stdin <(cat "{path}") "{fifo}"
    """
    done = subprocess.run(
        ["bash", "-c", script],
        env={**os.environ, "READ": READ},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.count(shown) == 3


def test_open_files_that_fail_to_read():
    packed = gzip.compress(b"problem,A,B\nx,1,2\ny,3,4\n")
    cut = gzip.GzipFile(fileobj=io.BytesIO(packed[:-12]))
    assert "the file cannot be read (Compressed file ended before" in refusal(cut)

    class Odd:
        def read(self, size: int = -1) -> object:
            return None

    assert refusal(Odd()) == (
        "open file: reading gave NoneType, neither text nor bytes; give a path or an open file"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xef\xbb\xbf", "no cell is filled in; give a table with a header and results"),
        (b"\xef\xbb\xbf\n\n", "no cell is filled in; give a table with a header and results"),
        (b",,,\n,,,\n", "no cell is filled in; give a table with a header and results"),
        (b'algorithm,problem,"value\nA,x,1\n', "line 1: the quotation marks of '\"value' do not"),
    ],
)
def test_text_files_without_a_header_of_runs(tmp_path, content, message):
    path = tmp_path / "runs.csv"
    path.write_bytes(content)
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read_runs(path, better="lower")
    assert str(caught.value).startswith(f"{path}: {message}")


@pytest.mark.parametrize("name", ["a\x1b[31m\u202eb.csv", "a\nb.csv", "\udcff.csv"])
@pytest.mark.parametrize("read", [evenkeel.read, evenkeel.read_runs])
def test_names_of_files_are_printed_as_text(tmp_path, name, read):
    path = tmp_path / name
    shown = str(tmp_path) + "/" + ascii(name)[1:-1]
    with pytest.raises(evenkeel.SourceError) as caught:
        read(path, better="lower")
    assert str(caught.value).isprintable()
    path.write_text("algorithm,problem,value\nA,x,1\nB,x,z\n")
    with pytest.raises(evenkeel.TableError) as caught:
        read(path, better="lower")
    assert str(caught.value).startswith(f"{shown}: ")
    path.write_text("algorithm,problem,value\nA,x,1\nB,x,2\nA,y,1\nB,y,2\n")
    assert read(path, better="lower").origin.description == shown


@pytest.mark.parametrize("read", [evenkeel.read, evenkeel.read_runs])
def test_names_that_are_no_paths(read):
    for name, message in (
        ("", "the path is empty; give that of a file"),
        ("a" * 5000, f"{'a' * 5000}: the file cannot be read (File name too long)"),
        ("\ud800", "\\ud800: the file cannot be read ('utf-8' codec can't encode"),
    ):
        with pytest.raises(evenkeel.SourceError) as caught:
            read(name, better="lower")
        assert str(caught.value).startswith(message)
