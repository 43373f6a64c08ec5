"""What the page accepts beside ordinary tables: packed files, and tables out of papers."""

from __future__ import annotations

import gzip
from random import Random

import pytest

from evenkeel.errors import SourceError
from evenkeel.tables.reading import read_any
from evenkeel.web.answers import TooLargeError
from evenkeel.web.tables import Upload, check_upload
from format_cases import HTML, LATEX, MARKDOWN
from workbooks import archive

TABLES = {
    "table.tex": LATEX.replace(r"0.81$\pm$0.02", "1").replace("---", "2"),
    "table.md": MARKDOWN.replace("| − |", "| 1 |"),
    "page.html": HTML,
    "table.csv": "problem,A,B\nx,1,2\ny,3,4\n",
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_may_be_pasted_or_packed(name: str) -> None:
    plain = TABLES[name].encode()
    read = []
    for data in (plain, gzip.compress(plain)):
        check_upload(data, name)
        read.append(read_any(Upload(data, name), better="higher"))
    assert read[0] == read[1]


@pytest.mark.slow
def test_a_file_that_unpacks_to_too_much_is_refused() -> None:
    with pytest.raises(TooLargeError, match=r"bomb: the file unpacks to more than 95 MiB;"):
        check_upload(gzip.compress(Random(1).randbytes(2_000_000) + bytes(99_000_000)), "bomb")


def test_a_folder_may_be_given_as_a_zip_archive() -> None:
    text = "problem,value\nx,{}\ny,3\n"
    data = archive({f"all/{a}.csv": text.format(i).encode() for i, a in enumerate("AB")})
    check_upload(data, "all.zip")
    found = read_any(Upload(data, "all.zip"), better="higher")
    assert (found.algorithms, found.values.tolist()) == (("A", "B"), [[0, 1], [3, 3]])


@pytest.mark.slow
def test_every_file_of_an_archive_is_looked_at() -> None:
    table = b"problem,value\nx,1\n"
    with pytest.raises(TooLargeError, match=r"^b\.csv in a\.zip: the first line has 1002 cells"):
        check_upload(archive({"a.csv": table, "b.csv": b"," * 1001 + b"\n"}), "a.zip")
    with pytest.raises(TooLargeError, match=r"^a\.zip: the zip archive unpacks to more than"):
        check_upload(archive({"a.csv": table, "b.csv": bytes(101_000_000)}), "a.zip")


def test_a_page_without_a_table_is_refused() -> None:
    with pytest.raises(SourceError, match=r"^x is an HTML page, not a table of results"):
        check_upload(b"<html><p>nothing</p></html>", "x")
