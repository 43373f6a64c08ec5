"""Malformed and hostile uploads: only 4xx, always with a message that helps."""

from __future__ import annotations

import html
import re

import pytest

from web_malformed import MALFORMED


def test_there_are_enough_of_them():
    assert len(MALFORMED) >= 60


@pytest.mark.slow
@pytest.mark.parametrize("name", MALFORMED)
def test_the_api_refuses_it_with_a_helpful_message(client, name):
    answer = client.post(
        "/api/compare/file",
        params={} if b'"better"' in MALFORMED[name] else {"better": "lower"},
        content=MALFORMED[name],
    )
    assert answer.status_code in (413, 422), answer.text[:300]
    error = answer.json()["error"]
    assert error["type"] not in ("CrashError", "TimeLimitError", "InternalError")
    assert len(error["message"]) > 20
    assert "Traceback" not in error["message"]


@pytest.mark.slow
@pytest.mark.parametrize("name", MALFORMED)
def test_the_page_refuses_it_with_the_same_message(client, name):
    data = {} if b'"better"' in MALFORMED[name] else {"better": "lower"}
    answer = client.post("/", data=data, files={"file": ("results.csv", MALFORMED[name])})
    assert answer.status_code in (413, 422)
    refused = re.search(r'id="(refused|question)".*?</section>', answer.text, re.DOTALL)
    assert refused
    assert len(html.unescape(re.sub(r"<[^>]*>", "", refused[0])).strip()) > 60


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("text cell", "line 3, column 3 (problem 'y', algorithm 'B'): found 'oops'"),
        ("zip bomb", "unpacks to more than 100 MB"),
        ("zip bomb that lies", "is a damaged or protected Excel file"),
        ("workbook with a far cell", "reaches to row 1048576 and column 16384"),
        ("far cell with spaces", "reaches to row 1048576 and column 16384"),
        ("far cell, Workbook.xml", "reaches to row 1048576 and column 16384"),
        ("far cell, backslashes", "reaches to row 1048576 and column 16384"),
        ("workbook of many texts", "declares more than 2000000 entries"),
        ("wide below a comment", "line 2 has 2001 cells"),
        ("a million columns", "the first line is longer than 100000 bytes"),
        ("two thousand columns", "2001 cells"),
        ("parquet", "the page reads no Parquet files"),
        ("old Excel", "an Office document of the old binary kind"),
        ("json deep", "the file is not valid JSON"),
    ],
)
def test_the_message_names_the_culprit(client, name, words):
    answer = client.post("/api/compare/file?better=lower", content=MALFORMED[name])
    assert words in answer.json()["error"]["message"]
