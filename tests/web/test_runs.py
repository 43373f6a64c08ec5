"""Runs at the page and the API: recognised, and the whole report of them."""

from __future__ import annotations

import html
import io
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import evenkeel
from evenkeel.report.data import document_to_dict

HOSTILE = 'a "quoted", <b>hostile</b> name'


def value(j: int, f: int, s: int) -> float:
    return j + f + s / 8 + ((j + 1) * f * s) % 5 / 64


LONG = "algorithm,function,seed,error\n" + "".join(
    f"{a},F{f},{s},{value(j, f, s)}\n"
    for j, a in enumerate(("new", "old", "other"))
    for f in range(1, 6)
    for s in (1, 2, 3, 4)
)
FOLDS = "function,seed,new,old,other\n" + "".join(
    f"F{f},{s},{value(0, f, s)},{value(1, f, s)},{value(2, f, s)}\n"
    for f in range(1, 6)
    for s in (1, 2, 3, 4)
)


@pytest.mark.parametrize("table", [LONG, FOLDS])
def test_the_api_answers_with_the_report_of_the_library(client, table):
    asked = {"table": table, "better": "lower", "statistic": "median", "control": "new"}
    asked |= {"test": "wilcoxon", "design": "independent-runs"}
    answer = client.post("/api/compare", json=asked)
    assert answer.status_code == 200, answer.text
    found = evenkeel.compare_runs(
        io.StringIO(LONG),
        better="lower",
        aggregate="median",
        control="new",
        test="wilcoxon",
        design="independent-runs",
    )
    expected = json.loads(json.dumps(document_to_dict(found.report())))
    assert answer.json()["tables"] == expected["tables"]
    assert answer.json()["sections"][0] == expected["sections"][0]
    file = client.post(
        "/api/compare/file",
        params={key: value for key, value in asked.items() if key != "table"},
        content=table.encode(),
    )
    assert file.json()["tables"] == expected["tables"]


def test_the_page_shows_the_whole_report_and_gives_the_runs_back(client):
    page = client.post("/", data={"table": FOLDS, "better": "lower"}).text
    headings = re.findall(r"<h2>([^<]+)</h2>", page)
    assert headings[:3] == ["What was understood", "Runs", "Conditions for parametric tests"]
    assert "Each problem of its own" in headings
    assert "<dd>wide, csv, many runs per cell, separated by comma</dd>" in page
    assert "<li>the table holds runs; the mean of 4 runs of each cell is compared</li>" in page
    text = client.post("/download/results.csv", data={"table": FOLDS, "better": "lower"}).text
    assert text.splitlines()[0] == '"algorithm","problem","value","run"'
    assert len(text.splitlines()) == 1 + 3 * 5 * 4
    again = client.post("/", data={"table": text, "better": "lower"}).text
    assert re.findall(r"<h2>([^<]+)</h2>", again) == headings
    verdict = re.compile(r'<section class="card verdict".*?</section>', re.DOTALL)
    assert verdict.search(again)[0] == verdict.search(page)[0]


def test_runs_without_a_direction_are_asked_for_it(client):
    page = client.post("/", data={"table": LONG}).text
    assert 'id="question"' in page
    assert "Which values are better, the lower or the higher?" in page
    assert "runs" in re.search(r'id="question".*?</section>', page, re.DOTALL)[0]


@pytest.mark.slow
def test_a_case_of_runs_is_shown_with_its_address(client):
    fields = {"case": "scipy_optimisers", "statistic": "median", "test": "welch", "alpha": "0.05"}
    answer = client.post("/", data={**fields, "design": "independent-runs"})
    assert answer.headers["location"] == (
        "/?case=scipy_optimisers&statistic=median&test=welch&design=independent-runs"
    )
    page = client.get(answer.headers["location"])
    assert page.status_code == 200
    assert "Each problem of its own" in page.text
    assert '<option value="welch" selected>' in page.text
    assert html.escape("evenkeel.compare_runs(runs, aggregate='median', test='welch'") in (
        page.text.replace("&#39;", "&#x27;")
    )
    refused = client.get("/", params={"case": "scipy_optimisers", "better": "higher"})
    assert refused.status_code == 422
    assert "scipy_optimisers: lower is better in this case study; leave better out" in refused.text


@pytest.mark.slow
def test_the_code_and_the_command_give_the_same_report_of_runs(client, tmp_path):
    fields = {"table": LONG.replace("old", f'"{HOSTILE.replace(chr(34), chr(34) * 2)}"')}
    fields |= {"better": "lower", "statistic": "worst", "test": "paired-t", "design": "hold-out"}
    fields |= {"family": "control", "control": "new", "alpha": "0.1", "adjust": ["holm", "rom"]}

    def get(name: str) -> bytes:
        answer = client.post(f"/download/{name}", data=fields)
        assert answer.status_code == 200, answer.text
        (tmp_path / name).write_bytes(answer.content)
        return answer.content

    get("results.csv")
    code, command = get("compare.py").decode(), get("compare.sh").decode()
    expected = get("report.html").decode().replace("from the table (", "from results.csv (")
    expected = without_reading(expected)
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True)
    assert without_reading(Path(tmp_path / "report.html").read_text(encoding="utf-8")) == expected
    words = shlex.split(command)
    assert words[:4] == ["evenkeel", "runs", "results.csv", "--better=lower"]
    (tmp_path / "report.html").unlink()
    subprocess.run(
        [sys.executable, "-m", "evenkeel", *words[1:]],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    assert without_reading(Path(tmp_path / "report.html").read_text(encoding="utf-8")) == expected


def without_reading(report: str) -> str:
    """A report without how the table was read, of which the clean one has less to say."""
    return re.sub(r"<p>Read: [^<]*</p>", "", report)


@pytest.mark.parametrize(
    ("field", "message"),
    [
        (
            {"test": "foo"},
            "unknown test 'foo': choose one of 'mann-whitney', 't', 'welch', 'wilcoxon', "
            "'paired-t', 'tukey', 'dunnett', 'tamhane', 'five-by-two-f', 'five-by-two-t', "
            "'corrected-resampled-t', 'mcnemar'",
        ),
        (
            {"design": "foo"},
            "unknown design 'foo': choose one of 'hold-out', 'k-fold', '5x2', 'independent-runs', "
            "'resampled', 'shared-seeds', 'predictions'",
        ),
        (
            {"statistic": "foo"},
            "unknown statistic of the runs 'foo': choose one of 'mean', 'median', 'min', 'max', "
            "'best', 'worst', 'std'",
        ),
    ],
)
def test_a_wrong_choice_is_refused(client, field, message):
    answer = client.post("/", data={"table": LONG, "better": "lower", **field})
    assert answer.status_code == 422
    assert message in html.unescape(answer.text)


@pytest.mark.slow
def test_more_tests_than_a_page_can_show_are_refused(client):
    names = [f"A{j}" for j in range(40)]
    rows = "".join(
        f"P{i},{r},"
        + ",".join(f"{i + (i * 7 + j * 3 + r) * 37 % 101 / 100:.2f}" for j in range(40))
        + "\n"
        for i in range(30)
        for r in (1, 2)
    )
    table = f"problem,run,{','.join(names)}\n{rows}"
    answer = client.post("/api/compare", json={"table": table, "better": "lower"})
    assert answer.status_code == 413
    assert answer.json()["error"]["message"] == (
        "the table: the tests of 780 pairs of algorithms on each of 30 problems are more than this "
        "page serves (20000); compare with a control, leave some out, or use evenkeel in Python, "
        "which has no limit"
    )
    with_control = {"table": table, "better": "lower", "control": "A3"}
    assert client.post("/api/compare", json=with_control).status_code == 200
