"""Packed files: read as what they hold, in bounded memory, and errors of spreadsheets."""

from __future__ import annotations

import bz2
import gzip
import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest

import evenkeel
from evenkeel.tables.finding import find_tables
from evenkeel.tables.parsing.sources import held
from evenkeel.tables.parsing.unpacking import archived, archived_names, unpacked
from evenkeel.tables.reading import read_any
from reading_help import question, refusal
from workbooks import archive, workbook

TABLE = "problem,A,B\nx,0.5,2\ny,3,4.25\n"
EXPECTED = evenkeel.Results([[0.5, 2], [3, 4.25]], ["x", "y"], ["A", "B"], better="lower")
RUNS = "algorithm,problem,run,value\nA,x,1,0.5\nA,x,2,1\nB,x,1,2\nB,x,2,3\n"


def zipped(data: bytes, *more: str, name: str = "table.csv") -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
        for other in more:
            archive.writestr(other, "something")
    return stream.getvalue()


def zstandard(data: bytes) -> bytes:
    stream = pa.BufferOutputStream()
    with pa.CompressedOutputStream(stream, "zstd") as packed:
        packed.write(data)
    return bytes(stream.getvalue())


PACKED: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".zst": zstandard,
    ".zip": zipped,
}


@pytest.mark.parametrize("ending", PACKED)
def test_a_packed_table_is_read_as_what_it_holds(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"table.csv{ending}"
    path.write_bytes(PACKED[ending](TABLE.encode()))
    assert evenkeel.read(path, better="lower") == EXPECTED
    assert evenkeel.read(io.BytesIO(path.read_bytes()), better="lower") == EXPECTED
    frame = pl.read_csv(io.StringIO(TABLE))
    stream = io.BytesIO()
    frame.write_parquet(stream)
    path.write_bytes(PACKED[ending](stream.getvalue()))
    assert evenkeel.read(path, better="lower") == EXPECTED


@pytest.mark.parametrize("ending", PACKED)
def test_packed_runs_are_read_alone_and_in_a_folder(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"runs.csv{ending}"
    path.write_bytes(PACKED[ending](RUNS.encode()))
    shown = "Runs: 1 problem x 2 algorithms, 2 runs per cell, lower is better"
    assert repr(evenkeel.read_runs(path, better="lower")) == shown
    (tmp_path / "more.csv").write_text(RUNS.replace("x", "y"))
    both = evenkeel.read_runs(tmp_path, better="lower")
    assert repr(both) == "Runs: 2 problems x 2 algorithms, 2 runs per cell, lower is better"


def test_a_name_is_taken_without_the_endings(tmp_path: Path) -> None:
    for name in ("HC2", "C4.5"):
        packed = gzip.compress(b"Resamples:,0,1\nIris,0.5,0.25\n")
        (tmp_path / f"{name}_accuracy.csv.gz").write_bytes(packed)
    assert read_any(tmp_path, better="higher").algorithms == ("C4.5", "HC2")


@pytest.mark.parametrize("ending", PACKED)
def test_what_unpacks_to_too_much_is_refused_before_it_is_held(ending: str) -> None:
    bomb = held(PACKED[ending](bytes(5 << 20)), "bomb")
    with pytest.raises(evenkeel.errors.OversizeError) as caught:
        unpacked(bomb, most=1 << 21)
    assert str(caught.value) == (
        "bomb: the file unpacks to more than 2 MiB; unpack it and give the path of what it holds"
    )


@pytest.mark.slow
@pytest.mark.reaching
@pytest.mark.parametrize("ending", PACKED)
def test_what_packs_as_no_table_does_is_refused_within_the_limit(ending: str) -> None:
    # One byte of a packed table holds some, never more than 100 of it, beyond the first 16 MiB.
    data = bytes(17 << 20)
    with pytest.raises(evenkeel.errors.OversizeError) as caught:
        unpacked(held(PACKED[ending](data), "bomb"))
    assert str(caught.value) == (
        "bomb: the file unpacks to more than 16 MiB; unpack it and give the path of what it holds"
    )
    several = held(archive({"a.csv": data, "b.csv": b""}), "bomb")
    with pytest.raises(evenkeel.errors.OversizeError, match="unpack it and give the folder"):
        archived(several, archived_names(several))
    plain = held(PACKED[ending](data[:1000]), "table")
    assert unpacked(plain).whole() == data[:1000]


@pytest.mark.parametrize(
    ("ending", "word"),
    [
        (".gz", "gzip file"),
        (".bz2", "bzip2 file"),
        (".zst", "Zstandard file"),
        (".zip", "Excel file or zip archive"),
    ],
)
def test_a_packed_file_that_is_cut_is_refused(ending: str, word: str, tmp_path: Path) -> None:
    path = tmp_path / "t"
    path.write_bytes(PACKED[ending](TABLE.encode() * 50)[:-12])
    assert refusal(path) == f"{path} is a damaged or protected {word}; pack it again, or unpack it"


def test_an_archive_among_other_files_holds_one(tmp_path: Path) -> None:
    (tmp_path / "t.csv.zip").write_bytes(zipped(b"x", "a.csv", "b/"))
    (tmp_path / "u.csv").write_text(TABLE)
    assert refusal(tmp_path).startswith(
        f"{tmp_path / 't.csv.zip'} is a zip archive of 2 files ('table.csv', 'a.csv'); an archive "
        "is read if it holds one, so unpack it and give the path of a file or folder"
    )


EACH = {f"results/{name}.csv": f"problem,value\nx,{i}\ny,{i + 2}\n" for i, name in enumerate("AB")}


@pytest.mark.parametrize("more", [{}, {"results/README.md": "|a|"}, {"__MACOSX/._A.csv": "x"}])
def test_an_archive_of_a_folder_is_read_as_the_folder(more: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    path.write_bytes(archive({**EACH, **more}))
    for name, text in EACH.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    folder = evenkeel.read(tmp_path / "results", better="lower")
    assert folder.algorithms == ("A", "B")
    for source in (path, str(path), io.BytesIO(path.read_bytes())):
        found = evenkeel.read(source, better="lower")
        assert found.algorithms == folder.algorithms
        assert found.values.tolist() == folder.values.tolist() == [[0, 1], [2, 3]]


def test_runs_in_an_archive_are_parts_of_one_table(tmp_path: Path) -> None:
    path = tmp_path / "runs.zip"
    header, *rows = RUNS.splitlines()
    rows += [row.replace(",x,", ",y,") for row in rows]
    path.write_bytes(
        archive({f"{i}.csv": "\n".join((header, *rows[i::2])) + "\n" for i in range(2)})
    )
    runs = evenkeel.read_runs(path, better="lower")
    assert runs.aggregate("mean").values.tolist() == [[0.75, 2.5], [0.75, 2.5]]


def test_an_archive_of_one_table_and_prose_is_that_table(tmp_path: Path) -> None:
    path = tmp_path / "t.zip"
    path.write_bytes(archive({"a/table.csv": TABLE, "a/notes.rtf": "x", "README.txt": "x"}))
    assert evenkeel.read(path, better="lower") == EXPECTED


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "why"),
    [
        (
            {"a.rtf": "x", "b.rtf": "y", "../c.csv": TABLE},
            "the zip archive holds no table (not read: hidden files, whose names begin with '.' or "
            "'_' (rename those that hold results): '../c.csv'; files that are no tables by their "
            "names: 'a.rtf', 'b.rtf'); put files such as .csv, .xlsx or .json in it",
        ),
        (
            {f"{i}.csv": "" for i in range(10_001)},
            "the zip archive holds 10001 files, more than 10000; unpack it and give the folder",
        ),
    ],
)
def test_an_archive_that_is_no_folder_of_tables(files, why: str, tmp_path: Path) -> None:
    path = tmp_path / "t.zip"
    path.write_bytes(archive(files))
    assert refusal(path) == f"{path}: {why}"


def test_an_archive_of_a_folder_is_unpacked_in_bounded_memory_and_one_layer() -> None:
    bomb = held(archive({f"{i}.csv": "0" * 400 for i in range(4)}), "bomb")
    names = archived_names(bomb)
    assert len(archived(bomb, names, 1600)) == 4
    with pytest.raises(evenkeel.errors.OversizeError) as caught:
        archived(bomb, names, 1599)
    assert str(caught.value) == (
        "bomb: the zip archive unpacks to more than a table may have; unpack it and give the folder"
    )
    inner = archive({"t.csv": TABLE.encode()})
    outer = archive({"a.csv": inner, "b.csv": inner})
    with pytest.raises(evenkeel.errors.SourceError, match=r"a\.csv in open file is a zip archive"):
        evenkeel.read(io.BytesIO(outer), better="lower")


def test_archives_of_one_file_and_of_none(tmp_path: Path) -> None:
    path = tmp_path / "t.zip"
    path.write_bytes(zipped(TABLE.encode(), "__MACOSX/._table.csv"))
    assert evenkeel.read(path, better="lower") == EXPECTED
    with zipfile.ZipFile(path, "w") as archive:
        archive.mkdir("empty")
    assert refusal(path) == (
        f"{path} is a zip archive of no file; an archive is read if it holds one, so unpack it and "
        "give the path of a file or folder"
    )


def test_one_layer_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "t.gz"
    path.write_bytes(gzip.compress(bz2.compress(TABLE.encode())))
    assert refusal(path).startswith(f"{path} is a bzip2 archive, not a table of results; give ")


def cell(place: str, text: str, kind: str = "str") -> str:
    return f'<c r="{place}" t="{kind}"><v>{text}</v></c>'


ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")


@pytest.mark.parametrize("error", ERRORS)
def test_the_error_of_a_spreadsheet_is_a_missing_value_with_its_place(error: str) -> None:
    header = cell("A1", "problem") + cell("B1", "new") + cell("C1", "old")
    first = cell("A2", "x") + cell("B2", error, "e") + cell("C2", "1", "n")
    rows = [
        header,
        first,
        *(
            cell(f"A{i}", f"p{i}") + cell(f"B{i}", "1", "n") + cell(f"C{i}", "2", "n")
            for i in (3, 4)
        ),
    ]
    book = workbook("".join(f'<row r="{i}">{row}</row>' for i, row in enumerate(rows, start=1)))
    expected = (
        f"1 result is missing, that of 'new' on 'x' (row 2, column B: '{error}'): what is to "
        "become of it?"
    )
    why, answers = question(io.BytesIO(book))
    assert why == expected
    assert {"missing": "drop-problem"} in answers
    kept = evenkeel.read(io.BytesIO(book), better="lower", missing="drop-problem")
    assert kept.origin is not None
    assert (kept.problems, kept.origin.dropped) == (("p3", "p4"), ("x",))
    text = f"problem,new,old\nx,{error},1\np3,1,2\np4,1,2\n"
    line = expected.replace("row 2", "line 2").replace("column B", "column 2")
    assert question(text)[0] == line


@pytest.mark.slow
def test_errors_are_found_wherever_the_xml_is_cut_into_pieces() -> None:
    # The parts of a workbook are passed on in pieces of 256 KiB, and a tag may lie across two.
    count = 12_000
    header = cell("A1", "problem") + cell("B1", "new") + cell("C1", "old")
    rows = "".join(
        f'<row r="{i}">{cell(f"A{i}", f"p{i}")}{cell(f"B{i}", "#N/A", "e")}'
        f'<c r="C{i}"><v>1</v></c></row>'
        for i in range(2, count + 2)
    )
    (table,) = find_tables(io.BytesIO(workbook(f'<row r="1">{header}</row>{rows}')))
    assert list(table.columns[1]) == ["#N/A"] * count
