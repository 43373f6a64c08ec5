"""The page without JavaScript: forms, addresses, downloads, and what must stay text."""

from __future__ import annotations

import html
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import evenkeel
from evenkeel.report.single import terms
from latex import compile_latex

CSV = "problem,New,Old,Base\n" + "".join(
    f"P{i},{(90 + i) / 100},{(80 + i) / 100},{(50 + 2 * i) / 100}\n" for i in range(12)
)
HOSTILE = '<script>alert("x")</script>'


def _text(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", page))


@pytest.mark.slow
def test_the_verdict_comes_first_and_in_the_words_of_the_library(client):
    page = client.get("/", params={"case": "cec2005", "control": "SaDE"}).text
    text = " ".join(_text(page[page.index('<main id="answer"') :]).split())
    comparison = evenkeel.compare(evenkeel.load("cec2005"), control="SaDE")
    answer = text.index("2 of 8 differences from SaDE are shown.")
    assert answer < text.index("SaDE > PSO, CHC") < text.index("What was understood")
    assert text.index("What was understood") < text.index("Omnibus tests The null")
    places = [text.index(sentence) for sentence in comparison.conclusions]
    assert places == sorted(places)


@pytest.mark.slow
def test_a_case_study_chosen_in_the_form_gets_an_address(client):
    fields = {"case": "cec2005", "family": "control", "control": "SaDE", "alpha": "0.1"}
    fields |= {"ranking": "quade", "method": "exact", "adjust": ["holm", "rom"], "always": "1"}
    answer = client.post("/", data=fields)
    assert answer.status_code == 303
    assert answer.headers["location"] == (
        "/?case=cec2005&control=SaDE&alpha=0.1&ranking=quade&method=exact&adjust=holm&adjust=rom"
        "&always=1"
    )
    page = client.get(answer.headers["location"])
    assert page.status_code == 200
    assert 'id="family-control" value="control" checked' in page.text
    assert '<option value="SaDE" selected>' in page.text
    assert '<option value="quade" selected>' in page.text


def test_all_pairs_leaves_the_control_out(client):
    fields = {"case": "toy", "family": "all-pairs", "control": "A", "alpha": "0.05"}
    assert client.post("/", data=fields).headers["location"] == "/?case=toy"


def test_an_own_table_needs_its_direction(client):
    page = client.post("/", data={"table": CSV}).text
    assert 'id="question"' in page
    assert "Read: 12 problems (P0, P1, ... P11), 3 algorithms (New, Old, Base)" in page
    assert 'id="verdicts"' not in page
    assert 'id="conclusions"' in client.post("/", data={"table": CSV, "better": "higher"}).text


def test_the_table_comes_back_for_the_next_question(client):
    given = CSV.replace(",", ";")  # as it was given, so that what is told about it still holds
    page = client.post("/", data={"table": given, "better": "higher"}).text
    table = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert table
    assert html.unescape(table[1]) == given


def test_a_faulty_table_comes_back_for_correction(client):
    faulty = CSV.replace("0.91", "0.91 %")
    page = client.post("/", data={"table": faulty, "better": "higher"})
    assert page.status_code == 422
    assert "0.91 %" in _text(re.findall(r"<textarea.*?</textarea>", page.text, re.DOTALL)[0])
    assert "line 3, column 2" in _text(page.text)


def test_a_file_counts_more_than_pasted_text(client):
    files = {"file": ("mine.csv", CSV.encode())}
    page = client.post("/", data={"table": "rubbish", "better": "higher"}, files=files)
    assert page.status_code == 200
    assert "from mine.csv" in page.text


@pytest.mark.parametrize(
    ("shown", "picked"), [("own", "case study 'toy'"), ("case", "12 problems"), ("", "case study")]
)
def test_of_a_case_and_a_table_the_new_one_counts(client, shown, picked):
    fields = {"table": CSV, "better": "higher", "case": "toy", "shown": shown}
    if shown != "case":
        fields.pop("better")
    page = client.post("/", data=fields, follow_redirects=True)
    assert picked in _text(page.text)


def test_hostile_names_stay_text(client):
    table = CSV.replace("New", '"<script>alert(""x"")</script>"').replace("P3", "<img src=x>")
    page = client.post("/", data={"table": table, "better": "higher"}).text
    assert HOSTILE not in page
    assert "<img src=x" not in page
    assert html.escape(HOSTILE) in page
    assert re.findall(r"<script[^>]*>", page) == ['<script src="/static/page.js" defer>']


def test_a_hostile_name_in_the_address_stays_text(client):
    page = client.get("/", params={"case": HOSTILE, "control": '"><script>1</script>'})
    assert page.status_code == 422
    assert "<script>1" not in page.text
    assert HOSTILE not in page.text


def test_no_inline_script_or_style(client):
    for address in ("/", "/?case=cec2005", "/?case=nothing"):
        answer = client.get(address)
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:", answer.text)
        assert not re.search(r'(src|href)="(https?:)?//', answer.text)


def test_a_choice_that_does_not_fit_the_family_is_left_out_aloud(client):
    page = client.get("/?case=toy&procedure=shaffer&control=A&always=1").text
    assert "does not serve comparisons with a control and is left out" in _text(page)
    assert 'data-query="case=toy&amp;control=A&amp;always=1"' in page


def test_a_control_of_another_table_is_left_out_aloud(client):
    page = client.get("/?case=toy&control=SaDE").text
    assert "This table has no algorithm 'SaDE'; all pairs are compared." in _text(page)
    assert 'value="all-pairs" checked' in page


def test_every_explained_term_has_its_explanation(client):
    page = client.get("/?case=cec2005&control=SaDE").text
    used = set(re.findall(r'popovertarget="([^"]+)"', page))
    assert {"term-holm", "term-iman-davenport", "term-fwer"} <= used
    assert used <= set(re.findall(r'<div popover id="([^"]+)"', page))
    assert len({term.key for term in terms()}) == len(terms())


def test_an_algorithm_named_like_a_term_is_no_term(client):
    table = CSV.replace("New", "Holm")
    page = client.post("/", data={"table": table, "better": "higher"}).text
    assert '<th scope="row">Holm</th>' in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kind", "start"),
    [
        ("report.html", "text/html", b"<!doctype html>"),
        ("report.tex", "application/x-tex", b"\\documentclass"),
        ("report.json", "application/json", b"{"),
        ("report.md", "text/markdown", b"# "),
        ("report.bib", "application/x-bibtex", b"@"),
        ("figure.pdf", "application/pdf", b"%PDF"),
        ("figure.svg", "image/svg+xml", b"<svg"),
        ("results.csv", "text/csv", b"problem,"),
        ("ranks.csv", "text/csv", b"Algorithm,Friedman"),
        ("compare.py", "text/x-python", b"import evenkeel"),
        ("compare.sh", "text/plain", b"evenkeel compare"),
    ],
)
def test_downloads(client, name, kind, start):
    for answer in (
        client.get(f"/download/{name}?case=garcia2008"),
        client.post(f"/download/{name}", data={"table": CSV, "better": "higher"}),
    ):
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        assert answer.content.startswith(start)


@pytest.mark.tex
def test_the_latex_of_hostile_names_compiles(client, tmp_path):
    table = CSV.replace("New", "a_b^{c} & 50% \\input{/etc/passwd}").replace("P3", "#$~")
    answer = client.post("/download/report.tex", data={"table": table, "better": "higher"})
    (tmp_path / "report.tex").write_bytes(answer.content)
    assert "root:" not in compile_latex(tmp_path / "report.tex").text


@pytest.mark.slow
def test_the_code_and_the_command_give_the_same_report(client, tmp_path):
    fields = {"table": CSV, "better": "higher", "family": "control", "control": "New"}
    fields |= {"alpha": "0.1", "ranking": "quade", "adjust": ["holm", "finner"]}

    def get(name: str) -> bytes:
        answer = client.post(f"/download/{name}", data=fields)
        assert answer.status_code == 200
        (tmp_path / name).write_bytes(answer.content)
        return answer.content

    get("results.csv")
    code, command = get("compare.py").decode(), get("compare.sh").decode()
    expected = get("report.html").decode().replace("from the table;", "from results.csv;")
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True)
    assert Path(tmp_path / "report.html").read_text(encoding="utf-8") == expected
    words = shlex.split(command)
    assert words[:2] == ["evenkeel", "compare"]
    (tmp_path / "report.html").unlink()
    subprocess.run(
        [sys.executable, "-m", "evenkeel", *words[1:]],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    assert Path(tmp_path / "report.html").read_text(encoding="utf-8") == expected


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/page.css/..",
        "/download/..%2f..%2fetc%2fpasswd?case=toy",
        "/download/%2fetc%2fpasswd.csv?case=toy",
        "/download/secret.csv?case=toy",
        "/?case=../../etc/passwd",
        "/?case=toy%00.csv",
    ],
)
def test_no_path_reaches_the_file_system(client, path):
    answer = client.get(path)
    assert answer.status_code in (404, 422)
    assert "root:" not in answer.text


@pytest.mark.parametrize("alpha", ["0", "1", "x", "nan", "1e999", "-0.05", "0,05"])
def test_a_wrong_alpha_is_explained(client, alpha):
    answer = client.get("/", params={"case": "toy", "alpha": alpha})
    assert answer.status_code == 422
    assert "alpha is" in answer.text
    assert "between 0 and 1" in answer.text


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"content-type": "multipart/form-data"}, b"x"),
        ({"content-type": "multipart/form-data; boundary=b"}, b"--b\r\nbroken"),
        ({"content-type": "multipart/form-data; boundary=b"}, b"--b\r\n\r\n\r\n--b--\r\n"),
        (
            {"content-type": "multipart/form-data; boundary=b"},
            b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n",
        ),
        (
            {"content-type": "multipart/form-data; boundary=b; charset=none"},
            b'--b\r\nContent-Disposition: form-data; name="table"\r\n\r\n\xff\r\n--b--\r\n',
        ),
        ({"content-type": "application/json"}, b"{}"),
        ({}, b"x"),
        ({"content-type": "application/x-www-form-urlencoded"}, b"&=&%zz=%ff&" * 100),
        ({"content-type": "application/x-www-form-urlencoded"}, b"table=%ed%a0%80"),
    ],
)
def test_a_broken_form_is_refused(client, headers, body):
    answer = client.post("/", headers=headers, content=body)
    assert answer.status_code == 422
    assert 'id="refused"' in answer.text
