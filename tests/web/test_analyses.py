"""The analyses beside the comparison, on the page and in the API."""

from __future__ import annotations

import html
import json
import shlex
import shutil
from pathlib import Path

import pytest

import evenkeel
from analysis_examples import EXAMPLES, options_of, write_tables
from evenkeel.comparison.analyses.registry import ANALYSES
from evenkeel.report.data import document_to_dict
from evenkeel.web.options import OFFERED, Source, address, command_line, options_from, python_code
from watched_runs import coco_curves, write_coco

CASE = {"case": "demsar2006"}
BESIDE = [(analysis, example) for analysis, example in EXAMPLES if analysis.beside]


@pytest.fixture
def files(tmp_path):
    write_tables(tmp_path)
    return tmp_path


def rounded(found):
    """The data with ten digits of every number: another process may add up in another order."""
    if isinstance(found, float):
        return float(f"{found:.10g}")
    if isinstance(found, list):
        return list(map(rounded, found))
    if isinstance(found, dict):
        return {key: rounded(value) for key, value in found.items()}
    return found


def request_of(files, analysis, example):
    words = shlex.split(example)
    better = words[words.index("--better") + 1]
    text = (files / words[1]).read_text()
    return {"table": text, "better": better}, options_of(analysis, example)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("analysis", "example"), EXAMPLES, ids=lambda each: getattr(each, "name", each)
)
def test_the_api_answers_as_the_library(client, files, analysis, example):
    source, texts = request_of(files, analysis, example)
    options = analysis.arguments(analysis.parsed(texts))
    answer = client.post(f"/api/analyses/{analysis.name}", json={**source, "options": options})
    assert answer.status_code == 200, answer.text
    read = evenkeel.read if analysis.takes == "results" else evenkeel.read_runs
    file = files / shlex.split(example)[1]
    expected = document_to_dict(analysis.run(read(file, better=source["better"]), options).report())
    assert rounded(answer.json()) == rounded(json.loads(json.dumps(expected)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("analysis", "example"), BESIDE, ids=lambda each: getattr(each, "name", each)
)
def test_the_page_shows_a_section_if_it_is_asked_for(client, files, analysis, example):
    source, texts = request_of(files, analysis, example)
    fields = {f"{analysis.name}.{name}": text for name, text in texts.items()}
    shape = {"shape": "runs"} if analysis.takes == "runs" else {}
    form = {**source, **shape, f"beside.{analysis.name}": "1", **fields}
    page = html.unescape(client.post("/", data=form).text)
    assert f"<h2>{analysis.title}</h2>" in page
    assert "Not done" not in page
    assert f"evenkeel {analysis.name} " in page  # the command that gives the same
    assert analysis.call in page


def test_the_form_offers_all_that_no_comparison_shows(client):
    page = client.get("/").text
    for analysis in ANALYSES:
        assert (f'name="beside.{analysis.name}"' in page) == analysis.beside


@pytest.mark.slow
def test_what_cannot_be_done_says_so_in_its_section(client):
    wanting = next(each for each in OFFERED if each.takes == "runs")
    page = client.get("/", params={**CASE, f"beside.{wanting.name}": "1"}).text
    assert "Not done: this analysis needs many runs per cell" in page


def test_a_number_beyond_the_bounds_of_the_page_is_refused(client):
    fields = {"beside.rank-sets": "1", "rank-sets.alpha": "2"}
    answer = client.get("/", params={**CASE, **fields})
    assert answer.status_code == 422
    assert "alpha is 2.0; give at most 1 here" in answer.text
    assert 'value="2"' in answer.text  # what was typed stays in the form


def test_the_address_and_the_code_bring_the_analysis_back():
    fields = {"beside.rank-sets": "1", "rank-sets.alpha": "0.1", "rank-sets.test": "sign"}
    options = options_from({**CASE, **fields})
    source = Source(case="demsar2006")
    assert address(source, options) == "case=demsar2006&beside.rank-sets=1&rank-sets.alpha=0.1"
    code = python_code(source, "higher", options, runs=False)
    assert code.endswith("print(evenkeel.rank_sets(results, alpha=0.1))\n")


def test_the_api_lists_them(client):
    listed = client.get("/api/analyses").json()
    assert [each["name"] for each in listed] == list(ANALYSES.names)


def test_the_page_has_the_checklist_that_the_command_line_has(client):
    assert 'id="table-checklist"' not in client.get("/", params=CASE).text
    asked = {**CASE, "checklist": "1"}
    page = client.get("/", params=asked).text
    assert 'id="table-checklist"' in page
    assert "Were problems kept or left out because of how some algorithm did" in page
    written = client.get("/download/report.md", params=asked).text
    assert "## Checklist" in written
    runs = client.get("/", params={"case": "scipy_optimisers", "checklist": "1"}).text
    assert 'id="table-checklist"' in runs


def test_problems_are_mapped_on_0_to_1_as_the_command_line_does(client):
    asked = {**CASE, "scaled": "1"}
    page = client.get("/", params=asked).text
    assert "scaled=True" in page
    assert "--scaled" in page
    written = client.get("/download/report.json", params=asked).json()
    values = written["study"]["table"]["values"]
    assert {(min(row), max(row)) for row in values} == {(0, 1), (0, 0)}  # one is tied


def test_the_checklist_is_in_the_address_the_code_and_the_command():
    options = options_from({**CASE, "checklist": "1"})
    source = Source(case="demsar2006")
    assert address(source, options) == "case=demsar2006&checklist=1"
    code = python_code(source, "higher", options, runs=False)
    assert code.endswith("print(evenkeel.comparison.checklist(comparison))\n")
    exec(code.replace("comparison.save('report.html')\n", ""), {})
    of_runs = python_code(Source(case="scipy_optimisers"), "lower", options, runs=True)
    assert "evenkeel.comparison.checklist(comparison.comparison)" in of_runs
    line = command_line(source, "higher", options, runs=False)
    assert shlex.split(line)[:5] == ["evenkeel", "compare", "case:demsar2006", "--checklist", "-o"]


@pytest.mark.parametrize("name", ["curves", "targets"])
def test_the_courses_of_a_folder_are_read_for_the_analyses_of_courses(client, tmp_path, name):
    write_coco(tmp_path / "exdata", coco_curves())
    packed = shutil.make_archive(str(tmp_path / "exdata"), "zip", tmp_path, "exdata")
    files = {"file": ("exdata.zip", Path(packed).read_bytes())}
    page = client.post("/", files=files, data={f"beside.{name}": "1"}).text
    assert "Not done" not in page
    assert ("Convergence" if name == "curves" else "The comparison at each target") in page
