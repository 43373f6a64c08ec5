"""The API: the library's numbers, the library's messages, the right status."""

from __future__ import annotations

import json

import numpy as np
import pytest

import evenkeel
from evenkeel.comparison.analyses.registry import ANALYSES, FILE_ANALYSES
from evenkeel.report.data import document_to_dict

TOY = "problem,A,B,C,D\nP1,2.711,3.147,2.515,2.612\nP2,7.832,9.828,7.832,7.921\n"
TOY += "P3,0.012,0.532,0.122,0.005\nP4,3.431,4.111,3.401,3.401\n"


def test_a_case_study_gives_the_published_friedman_statistic(client):
    # Garcia and Herrera (2008), Section 3.2: chi-square 39.647
    answer = client.post("/api/compare", json={"case": "garcia2008", "ties": "uncorrected"})
    assert answer.status_code == 200
    rows = {row[0]: row for row in answer.json()["tables"]["omnibus"]["rows"]}
    assert rows["Friedman test"][1] == pytest.approx(39.647, abs=5e-4)


@pytest.mark.slow
def test_the_answer_is_the_report_of_the_library(client):
    options = {"control": "SaDE", "alpha": 0.1, "ranking": "quade", "adjust": ["holm", "hommel"]}
    answer = client.post("/api/compare", json={"case": "cec2005", **options}).json()
    comparison = evenkeel.compare(evenkeel.load("cec2005"), **options)
    assert answer == json.loads(json.dumps(document_to_dict(comparison.report())))


@pytest.mark.slow
def test_text_and_file_give_the_same_tables(client):
    text = client.post("/api/compare", json={"table": TOY, "better": "lower"}).json()
    file = client.post("/api/compare/file", params={"better": "lower"}, content=TOY).json()
    assert text["tables"] == file["tables"]
    # by hand: A (3 + 1.5 + 2 + 3) / 4, B always last, C (1 + 1.5 + 3 + 1.5) / 4, D the rest of 10
    ranks = {row[0]: row[1] for row in text["tables"]["ranks"]["rows"]}
    assert ranks == {"A": 2.375, "B": 4.0, "C": 1.75, "D": 1.875}


def test_an_excel_file_is_read(client, tmp_path):
    path = tmp_path / "results.xlsx"
    evenkeel.load("toy").save(path)
    answer = client.post(
        "/api/compare/file",
        params={"better": "lower", "name": "results.xlsx"},
        content=path.read_bytes(),
    )
    text = client.post("/api/compare", json={"case": "toy"})
    assert answer.status_code == 200
    assert answer.json()["tables"] == text.json()["tables"]


def test_runs_are_aggregated(client):
    lines = ["algorithm,function,seed,error"]
    lines += [
        f"{a},F{f},{s},{j + f + s / 10}"
        for j, a in enumerate(("new", "old", "other"))
        for f in range(1, 5)
        for s in (1, 2, 3)
    ]
    asked = {"table": "\n".join(lines) + "\n", "better": "lower", "statistic": "median"}
    answer = client.post("/api/compare", json=asked)
    assert answer.status_code == 200, answer.text
    rows = {row[0]: row[1:] for row in answer.json()["tables"]["description"]["rows"]}
    # the median run is s = 2; the mean over the functions 1 to 4 is 2.5 + 0.2
    assert rows["new"][0] == pytest.approx(2.7)
    assert rows["other"][0] == pytest.approx(4.7)


def test_adjust_answers_in_the_order_given(client):
    # Holm by hand: 3 * 0.01, then 2 * 0.02, then max(0.04, 0.03)
    asked = {"pvalues": [0.03, 0.01, 0.02], "methods": ["holm"]}
    answer = client.post("/api/adjust", json=asked)
    adjusted = [row[2] for row in answer.json()["tables"]["adjusted"]["rows"]]
    assert adjusted == pytest.approx([0.04, 0.03, 0.04])


def test_power_grows_with_the_bias(client):
    asked = {"case": "garcia2008", "first": "C4.5", "second": "1-NN", "bias": [0, 20]}
    answer = client.post("/api/power", json={**asked, "repetitions": 50, "procedures": ["holm"]})
    assert answer.status_code == 200, answer.text
    assert answer.json()["tables"]


@pytest.mark.parametrize(
    "excess",
    [{"repetitions": 2001}, {"bias": [0] * 22}, {"size": 1}, {"bias": [-1]}, {"method": "exact"}],
)
def test_power_is_bounded(client, excess):
    asked = {"case": "garcia2008", "first": "C4.5", "second": "1-NN", **excess}
    answer = client.post("/api/power", json=asked)
    assert answer.status_code == 422
    assert next(iter(excess)) in answer.json()["error"]["message"]


def test_cases_and_procedures_are_listed(client):
    names = {case["name"] for case in client.get("/api/cases").json()}
    assert {case.name for case in evenkeel.cases()} < names
    listed = [p["name"] for p in client.get("/api/procedures").json()]
    assert listed == [p.name for p in evenkeel.procedures()]


@pytest.mark.parametrize(
    ("asked", "call"),
    [
        ({"case": "cec"}, lambda: evenkeel.load("cec")),
        ({"case": "toy", "control": "E"}, lambda: _toy(control="E")),
        ({"case": "toy", "procedure": "holmes"}, lambda: _toy(procedure="holmes", always=True)),
        (
            {"case": "toy", "control": "A", "adjust": ["shaffer"]},
            lambda: _toy(control="A", adjust=["shaffer"]),
        ),
    ],
)
def test_errors_have_the_messages_of_the_library(client, asked, call):
    with pytest.raises(evenkeel.EvenkeelError) as expected:
        call()
    answer = client.post("/api/compare", json=asked)
    assert answer.status_code == 422
    assert answer.json()["error"] == {
        "type": type(expected.value).__name__,
        "message": str(expected.value),
        "faults": [],
    }


def _toy(**options: object) -> object:
    return evenkeel.compare(evenkeel.load("toy"), **options)


def test_all_faults_of_a_table_are_listed(client):
    table = TOY.replace("2.711", "2.711%").replace("0.532", "oops")
    error = client.post("/api/compare", json={"table": table, "better": "lower"}).json()["error"]
    assert error["type"] == "TableError"
    assert [fault.split(",", 2)[:2] for fault in error["faults"]] == [
        ["line 2", " column 2 (problem 'P1'"],
        ["line 4", " column 3 (problem 'P3'"],
    ]
    assert "algorithm 'A'): found '2.711%', a percentage" in error["faults"][0]
    assert "algorithm 'B'): found 'oops', which is not a number" in error["faults"][1]


def test_the_direction_is_never_guessed(client):
    answer = client.post("/api/compare", json={"table": TOY})
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert '"better": "lower"' in error["message"]
    directions = {answer["options"]["better"] for answer in error["question"]["answers"]}
    assert directions == {"lower", "higher"}


@pytest.mark.parametrize("asked", [{}, {"case": "toy", "table": TOY}])
def test_either_a_case_or_a_table(client, asked):
    answer = client.post("/api/compare", json=asked)
    assert answer.status_code == 422
    assert "either" in answer.json()["error"]["message"]


def test_a_request_that_is_too_large_is_refused_with_413(client):
    answer = client.post("/api/compare/file", content=b"x" * 50_000_001)
    assert answer.status_code == 413
    assert "50 MB" in answer.json()["error"]["message"]


def test_a_body_without_a_declared_length_is_limited_too(client):
    def pieces():
        for _ in range(51):
            yield b"a,b\n" * 250_000

    answer = client.post("/api/compare/file", content=pieces())
    assert answer.status_code == 413


def test_too_many_algorithms_are_refused_with_413(client):
    header = ",".join(f"A{j}" for j in range(51))
    rows = "\n".join(f"P{i}," + ",".join(["1"] * 51) for i in range(3))
    asked = {"table": f"problem,{header}\n{rows}\n", "better": "lower"}
    answer = client.post("/api/compare", json=asked)
    assert answer.status_code == 413
    assert "51 algorithms" in answer.json()["error"]["message"]


def test_fifty_algorithms_are_answered(client):
    values = np.random.default_rng(1).normal(size=(12, 50)).round(3)
    header = ",".join(f"A{j}" for j in range(50))
    rows = "\n".join(f"P{i}," + ",".join(map(str, row)) for i, row in enumerate(values))
    asked = {"table": f"problem,{header}\n{rows}\n", "better": "lower"}
    answer = client.post("/api/compare", json=asked)
    assert answer.status_code == 200
    assert "50 algorithms" in answer.json()["title"]


def test_health_tells_how_busy_the_server_is(client):
    answer = client.get("/health").json()
    assert answer["status"] == "ok"
    assert answer["evenkeel"] == evenkeel.__version__
    assert answer["waiting"] == 0


@pytest.mark.slow
def test_the_openapi_document_names_every_route_and_refusal(client):
    document = client.get("/openapi.json").json()
    analyses = [f"/api/analyses/{name}" for name in ANALYSES.names]
    analyses += [f"/api/files/{name}" for name in FILE_ANALYSES.names]
    assert set(document["paths"]) == {
        "/api/compare",
        "/api/compare/file",
        "/api/adjust",
        "/api/power",
        "/api/cases",
        "/api/procedures",
        "/health",
        "/api",
        "/api/analyses",
        *analyses,
    }
    for path in ("/api/compare", "/api/compare/file", "/api/adjust", "/api/power", *analyses):
        assert {"200", "413", "422", "503"} <= set(document["paths"][path]["post"]["responses"])
