"""The analyses of files: their tabs, and their addresses in the API."""

from __future__ import annotations

import json

import pytest

from evenkeel.comparison.analyses.registry import FILE_ANALYSES

LOG = "".join(
    json.dumps({"model": model, "item": f"q{item}", "score": int(item % 3 < right)}) + "\n"
    for model, right in (("large", 2), ("small", 1))
    for item in range(30)
)
FILES = [("file", ("large & <small>.jsonl", LOG.encode()))]


@pytest.mark.parametrize("analysis", list(FILE_ANALYSES), ids=lambda each: each.name)
def test_each_has_a_tab_that_says_what_it_takes(client, analysis):
    page = client.get(f"/{analysis.name}")
    assert page.status_code == 200
    assert f"<h1>{analysis.title}</h1>" in page.text
    assert 'type="file"' in page.text
    assert all(f'name="{option.name}"' in page.text for option in analysis.options)
    assert f'href="/{analysis.name}"' in client.get("/").text


@pytest.mark.parametrize("analysis", list(FILE_ANALYSES), ids=lambda each: each.name)
def test_without_a_file_each_says_so(client, analysis):
    page = client.post(f"/{analysis.name}", files=[("other", ("a.txt", b""))])
    assert page.status_code == 422
    assert "no file was sent" in page.text
    answer = client.post(f"/api/files/{analysis.name}", files=[("other", ("a.txt", b""))])
    assert answer.status_code == 422
    assert "no file was sent" in answer.json()["error"]["message"]


@pytest.mark.parametrize("analysis", list(FILE_ANALYSES), ids=lambda each: each.name)
def test_a_file_that_is_none_is_refused_and_not_a_fault_of_ours(client, analysis):
    for data in (b"", b"\x00\xff" * 50, b"{", b"PK\x03\x04broken", b"a,b\n1,2\n"):
        page = client.post(f"/{analysis.name}", files=[("file", ("<b>.json", data))] * 2)
        assert page.status_code in (413, 422), page.text
        assert "<b>.json" not in page.text


def test_the_page_and_the_api_give_the_numbers_of_the_logs(client):
    page = client.post("/items", files=FILES)
    assert page.status_code == 200
    means = ("0.667", "0.333")  # 20 and 10 of 30
    assert all(mean in page.text for mean in means)
    assert "2 models, 30 items; score, higher is better" in page.text
    answer = client.post("/api/files/items", files=FILES)
    assert answer.status_code == 200, answer.text
    rows = next(
        table["rows"] for name, table in answer.json()["tables"].items() if name.startswith("board")
    )
    assert [row[:2] for row in rows] == [
        ["large", pytest.approx(2 / 3)],
        ["small", pytest.approx(1 / 3)],
    ]


def test_several_measures_are_compared_together(client):
    rows = [
        f"{name},p{problem},{measure},{value}"
        for place, name in enumerate("AB")
        for problem in range(8)
        for measure, value in (("IGD", place + 0.1 * problem), ("HV", 9 - place))
    ]
    text = "\n".join(["algorithm,problem,measure,value", *rows])
    files = [("file", ("measures.csv", text.encode()))]
    given = {"better": "HV=higher,IGD=lower", "margins": "IGD=0.5"}
    page = client.post("/joint", files=files, data=given)
    assert page.status_code == 200
    assert "most often better in IGD and HV (8 of 8 problems)" in page.text
    answer = client.post("/api/files/joint", files=files, data=given).json()
    assert answer["tables"]["joint"]["rows"][0][:3] == ["A vs B", "++", 8.0]
    refused = client.post("/api/files/joint", files=files, data={"better": "lower,x"})
    assert refused.status_code == 422
    two = client.post("/joint", files=files * 2, data=given)
    assert "2 files were given; give one that has all measures" in two.text


def test_the_files_of_several_solvers_are_read_together(client):
    files = []
    for name, slow in (("one", 1), ("two", 5)):
        lines = ["benchmark_id,cpu_time,wallclock_time,result"]
        lines += [f"{i},{slow * i},{slow * i},{'sat' if slow * i < 30 else 'x'}" for i in range(9)]
        files.append(("file", (f"smt/{name}.csv", "\n".join(lines).encode())))
    page = client.post("/timeouts", files=files, data={"measure": "cpu_time"})
    assert page.status_code == 200, page.text
    assert "2 solvers on 9 problems, with timeouts" in page.text


def test_a_menu_says_nothing_unless_something_is_chosen(client):
    tab = client.get("/items").text  # whose direction the logs tell
    menu = tab.partition('name="better"')[2].partition("</select>")[0]
    assert menu.count("selected") == 0
    assert menu.partition(">")[2].strip().startswith('<option value="">')


def test_a_report_is_saved_from_the_tab(client):
    saved = client.post("/items/report.md", files=FILES)
    assert saved.status_code == 200
    assert saved.headers["content-disposition"] == 'attachment; filename="report.md"'
    assert saved.text.startswith("# ")
    assert client.post("/items/report.exe", files=FILES).status_code == 404


@pytest.mark.parametrize("analysis", list(FILE_ANALYSES), ids=lambda each: each.name)
def test_an_option_that_is_none_is_refused_with_the_choices(client, analysis):
    for option in analysis.options:
        if option.kind == "choice":
            page = client.post(f"/{analysis.name}", files=FILES, data={option.name: "nonsense"})
            assert page.status_code == 422
            assert all(choice in page.text for choice in option.choices)


@pytest.mark.parametrize(
    ("name", "message"),
    [("\ud800", "holds half of a surrogate pair"), ("m" * 20_000, "has 20,000 characters")],
)
def test_names_that_no_page_can_show_are_refused(client, name, message):
    items = LOG.replace('"large"', json.dumps(name)).encode()
    runs = {"fullname": name, "stats": {"mean": 1.0, "data": [1.0, 2.0, 3.0, 4.0]}}
    bench = json.dumps({"benchmarks": [runs]}).encode()
    asked = {"items": ([items], {}), "gate": ([bench] * 2, {"margin": "2%"})}
    for analysis, (sent, options) in asked.items():
        files = [
            ("file", (f"{i}.json{'l' * (analysis == 'items')}", d)) for i, d in enumerate(sent)
        ]
        for path in (f"/{analysis}", f"/api/files/{analysis}"):
            answer = client.post(path, files=files, data=options)
            assert answer.status_code == 422
            assert message in answer.text
            assert len(answer.text) < 20_000


def test_half_a_pair_elsewhere_in_a_log_does_not_fail(client):
    text = LOG.replace('"score"', '"\\ud800": 1, "score"')
    files = [("file", ("log.jsonl", text.encode()))]
    for path in ("/items", "/api/files/items", "/items/report.json", "/items/report.tex"):
        assert client.post(path, files=files, data={"cluster": "\\ud800"}).status_code in (200, 422)


def test_scores_beyond_what_can_be_squared_are_refused(client):
    text = LOG.replace('"score": 1', '"score": 1e200')
    answer = client.post("/api/files/items", files=[("file", ("log.jsonl", text.encode()))])
    assert answer.status_code == 422
    assert "has the score 1e+200; mend the log" in answer.json()["error"]["message"]
