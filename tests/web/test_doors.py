"""The page understands and refuses every single file as Python does."""

from __future__ import annotations

import html
import re
from pathlib import Path

import httpx
import pytest

from door_cases import DOORS, Door
from evenkeel.web.review import on_page

OF_FOLDERS = ("refused: no table", "refused: a pattern without files")  # which the page has not
SINGLE = [case for case in DOORS if len(case.files) == 1 and case.name not in OF_FOLDERS]


@pytest.mark.slow
@pytest.mark.parametrize("case", SINGLE, ids=lambda case: case.name)
def test_the_page_says_what_python_says(client: httpx.Client, tmp_path: Path, case: Door) -> None:
    expected = case.in_python(tmp_path, on_page)
    [(name, text)] = case.files.items()
    last = name.rpartition("/")[2]
    answer = client.post(
        "/download/results.csv", data=case.words, files={"file": (last, text.encode())}
    )
    if answer.status_code == 200:
        table, lines = answer.text.splitlines(), expected.splitlines()
        if table[0].startswith('"algorithm"'):  # runs are given back as they are
            algorithms = dict.fromkeys(row.split(",")[0].strip('"') for row in table[1:])
            assert set(algorithms) == set(lines[0].split(",")[1:])
        else:
            assert (table[0], len(table)) == (lines[0], len(lines))
    else:
        found = re.search(r'id="(refused|question)".*?</section>', answer.text, re.DOTALL)
        assert found is not None
        said = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", found[0])).split())
        fault = expected.replace(str(tmp_path / name), last).replace(str(tmp_path), last)
        assert " ".join(fault.split("\n")[-1].removeprefix("  - ").split())[1:] in said
