"""What of a folder, an archive or a file is not read is said, by every door."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

import evenkeel
from evenkeel.cli.app import app
from evenkeel.report.document import Notice
from evenkeel.tables.reading import read_any
from format_cases import written

COLUMN = "problem,value\nx,1\ny,2\n"
HIDDEN = "hidden files, whose names begin with '.' or '_' (rename those that hold results)"
OTHERS = "files that are no tables by their names"
RUNS = "algorithm,problem,run,value\nA,x,1,0.5\nA,x,2,1\nB,x,1,2\nB,x,2,3\n"


def packed(files: Mapping[str, str]) -> io.BytesIO:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return io.BytesIO(stream.getvalue())


@pytest.mark.parametrize(
    ("others", "unread"),
    [
        (["_D.csv"], (f"{HIDDEN}: '_D.csv'",)),
        ([".D.csv.gz", "_old/D.csv"], (f"{HIDDEN}: '.D.csv.gz', '_old/D.csv'",)),
        (["README.md", "D.xls"], (f"{OTHERS}: 'D.xls', 'README.md'",)),
        (["_D.csv", "run.log"], (f"{HIDDEN}: '_D.csv'", f"{OTHERS}: 'run.log'")),
        (
            [f"{number}.log" for number in range(9)],
            (f"{OTHERS}: '0.log', '1.log', '2.log', '3.log', '4.log' and 4 more",),
        ),
        (["_SUCCESS", ".DS_Store", ".git/config"], ()),
    ],
)
def test_what_a_folder_or_an_archive_holds_beside_its_tables_is_said(
    others: list[str], unread: tuple[str, ...], tmp_path: Path
) -> None:
    files = {f"{name}.csv": COLUMN for name in "ABC"} | dict.fromkeys(others, COLUMN)
    for source in (written(files, tmp_path / "runs"), packed(files)):
        results = evenkeel.read(source, better="lower")
        assert results.algorithms == ("A", "B", "C")
        assert results.origin is not None
        assert results.origin.unread == unread
        said = [remark for remark in results.checks() if remark.startswith("not read: ")]
        assert said == [f"not read: {what}" for what in unread]


@pytest.mark.slow
def test_what_is_not_read_is_said_by_the_report_and_the_command_line(tmp_path: Path) -> None:
    written({f"{name}.csv": COLUMN for name in ("A", "B", "C", "_D")}, tmp_path)
    comparison = evenkeel.compare(evenkeel.read(tmp_path, better="lower"))
    notices = [block.text for block in comparison.report().blocks if isinstance(block, Notice)]
    assert f"Not read: {HIDDEN}: '_D.csv'." in notices
    shown = CliRunner().invoke(app, ["compare", str(tmp_path), "--better", "lower"])
    assert f"evenkeel: not read: {HIDDEN}: '_D.csv'" in shown.stderr


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_what_is_beside_files_that_are_scanned_is_said(ending: str, tmp_path: Path) -> None:
    frame = pl.read_csv(io.StringIO(RUNS))
    for name in ("a", "b", "_c"):
        part = frame.with_columns(problem=pl.lit(name))
        getattr(part, f"write_{ending}")(tmp_path / f"{name}.{ending}")
    (tmp_path / "README.txt").write_text("Runs.")
    unread = (f"{HIDDEN}: '_c.{ending}'", f"{OTHERS}: 'README.txt'")
    runs = evenkeel.read_runs(tmp_path, better="lower")
    assert (runs.problems, runs.origin.unread) == (("a", "b"), unread)
    assert runs.checks() == tuple(f"not read: {what}" for what in unread)
    assert runs.aggregate("mean").checks()[-2:] == runs.checks()


def test_a_table_of_another_kind_beside_texts_is_read_with_them(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(RUNS)
    records = pl.read_csv(io.StringIO(RUNS.replace("x", "y"))).write_json()
    (tmp_path / "b.json").write_text(records)
    for named in ({}, {"algorithm": "algorithm"}):
        assert evenkeel.read_runs(tmp_path, better="lower", **named).problems == ("x", "y")


def test_a_folder_that_a_pattern_finds_is_said_unless_it_is_gone_into(tmp_path: Path) -> None:
    written({f"{name}.csv": COLUMN for name in ("A", "B", "more/C")}, tmp_path)
    results = evenkeel.read(tmp_path / "*", better="lower")
    assert results.origin is not None
    assert results.origin.unread == ("folders that the pattern finds: 'more'",)
    whole = evenkeel.read(tmp_path / "**", better="lower")
    assert whole.algorithms == ("A", "B", "C")
    assert whole.origin is not None
    assert whole.origin.unread == ()


def test_a_link_to_a_folder_is_said(tmp_path: Path) -> None:
    written({"elsewhere/C.csv": COLUMN}, tmp_path)
    runs = written({f"{name}.csv": COLUMN for name in "AB"}, tmp_path / "runs")
    (runs / "link").symlink_to(tmp_path / "elsewhere")
    results = evenkeel.read(runs, better="lower")
    assert results.origin is not None
    assert results.origin.unread == (f"{OTHERS}: 'link'",)


def test_what_holds_hidden_tables_alone_is_refused_with_their_names(tmp_path: Path) -> None:
    files = {"_A.csv": COLUMN, "_B.csv": COLUMN}
    for source, what in (
        (written(files, tmp_path / "runs"), "the folder"),
        (packed(files), "the zip archive"),
    ):
        with pytest.raises(evenkeel.EvenkeelError, match=f"{what} holds no table") as caught:
            read_any(source, better="lower")
        assert f"not read: {HIDDEN}: '_A.csv', '_B.csv'" in str(caught.value)


@pytest.mark.parametrize(
    "names",
    [
        ("//a/A.csv", "//a/B.csv"),
        ("/A.csv", "//B.csv"),
        ("A.csv", "b\\.\\B.csv"),
        ("A.csv", "C:\\B.csv"),
    ],
)
def test_members_of_an_archive_may_have_odd_names(names: tuple[str, ...]) -> None:
    results = evenkeel.read(packed(dict.fromkeys(names, COLUMN)), better="lower")
    assert sorted(results.algorithms) == ["A", "B"]


def test_a_member_without_a_name_or_above_the_archive_is_no_table() -> None:
    results = evenkeel.read(
        packed(dict.fromkeys(("", "A.csv", "B.csv", "../C.csv"), COLUMN)), better="lower"
    )
    assert results.origin is not None
    assert (results.algorithms, results.origin.unread) == (
        ("A", "B"),
        (f"{HIDDEN}: '../C.csv'", f"{OTHERS}: ''"),
    )


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    "names", [("A.csv", "A.csv"), ("a/A.csv", "a\\A.csv"), ("/A.csv", "A.csv")]
)
def test_two_members_of_one_name_are_refused(names: tuple[str, str]) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in (*names, "B.csv"):
            archive.writestr(zipfile.ZipInfo(name), COLUMN)
    with pytest.raises(evenkeel.SourceError) as caught:
        evenkeel.read(io.BytesIO(stream.getvalue()), better="lower")
    name = names[1].replace("\\", "/")
    assert str(caught.value) == (
        f"open file: the zip archive holds several files named {name!r}; unpack it, and give the "
        "folder"
    )
