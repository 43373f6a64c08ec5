"""A table in doubt: the page asks with buttons, the API with answers; each of them works."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qs

import httpx
import numpy as np
import pytest

from evenkeel.tables.readings import Part, Reading
from evenkeel.web.answers import MOST_COLUMNS, shown, text_of, with_answers

HOLES = "problem,A,B,C\nx,1.5,2.5,3.5\ny,2.1,3.2,\nz,1.2,4.3,2.4\nu,1.1,2.2,3.3\nv,2.4,3.1,4.7\n"
CLEAN = HOLES.replace("3.2,\n", "3.2,4.1\n")
NOTHING = dict.fromkeys(("problem", "algorithm", "value", "run", "step"), "")
_BUTTON = re.compile(r'<button class="file" form="form" name="(\w+)" value="([^"]*)">')


def section(page: str, name: str) -> str:
    found = re.search(rf'<(section|details)[^>]* id="{name}".*?</\1>', page, re.DOTALL)
    assert found, name
    return found[0]


def roles_in(page: str) -> dict[str, str]:
    """The fields of the columns, each with what is chosen."""
    menus = re.findall(r'<select form="form" name="([^"]*)".*?</select>', page, re.DOTALL)
    chosen = re.findall(r'<option value="([^"]*)" selected>', section(page, "roles"))
    return dict(zip(map(html.unescape, menus), chosen, strict=True))


def buttons(text: str) -> list[tuple[str, str]]:
    return [(name, html.unescape(value)) for name, value in _BUTTON.findall(text)]


@pytest.mark.slow
def test_each_answer_of_the_page_is_a_button_that_works(client: httpx.Client) -> None:
    answer = client.post("/", data={"table": HOLES})
    assert answer.status_code == 422
    asked = section(answer.text, "question")
    assert "1 result is missing" in asked
    assert 'aria-label="A"' in asked  # the columns of the likeliest reading
    offered = [value for name, value in buttons(asked) if name == "answer" and "missing" in value]
    assert 2 <= len(offered) <= 3
    for value in offered:
        page = client.post("/", data={"table": HOLES, "answer": value})
        assert page.status_code == 200
        assert '<p class="read">Read: ' in page.text
        for field, given in parse_qs(value).items():  # the form has them from now on
            told = f'value="{given[0]}" selected' if field == "missing" else f'value="{given[0]}"'
            assert told in page.text


@pytest.mark.slow
def test_the_api_sends_answers_with_which_the_request_works(client: httpx.Client) -> None:
    answer = client.post("/api/compare", json={"table": HOLES})
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["type"] == "ReadingQuestion"
    question = error["question"]
    assert "1 result is missing" in question["why"]
    assert {"name": "B", "role": "result", "why": ""} in question["columns"]
    for each in question["answers"]:
        assert each["sentence"].startswith(
            "Read: 5 problems" if "keep" in each["command"] else "Read"
        )
        assert each["command"].startswith("evenkeel compare ")
        report = client.post("/api/compare", json={"table": HOLES, **each["options"]})
        assert report.status_code == 200, report.text
        assert report.json()["read"] == each["sentence"]


@pytest.mark.slow
def test_a_column_is_left_out_and_taken_back_on_the_page(client: httpx.Client) -> None:
    page = client.post("/", data={"table": CLEAN, "better": "lower"}).text
    fields = roles_in(page)
    assert fields == {
        "role.problem.problem": "problem",
        "role.result.A": "result",
        "role.result.B": "result",
        "role.result.C": "result",
    }
    [apply] = [value for name, value in buttons(section(page, "roles")) if name == "roles"]
    told = {"table": CLEAN, "better": "lower", "roles": apply}
    page = client.post("/", data=told | fields | {"role.result.B": "out"}).text
    assert "2 algorithms (A, C)" in page
    assert 'name="not_algorithms" value="B"' in page
    again = roles_in(page)
    assert again["role.out.B"] == "out"
    told |= {"not_algorithms": "B"}
    page = client.post("/", data=told | again | {"role.out.B": "result"}).text
    assert "3 algorithms (A, B, C)" in page


@pytest.mark.slow
def test_a_button_takes_the_rows_for_algorithms(client: httpx.Client) -> None:
    page = client.post("/", data={"table": CLEAN, "better": "lower"}).text
    [turn] = [value for name, value in buttons(section(page, "roles")) if name == "answer"]
    turned = client.post("/", data={"table": CLEAN, "better": "lower", "answer": turn}).text
    assert "3 problems (A, B, C), 5 algorithms (x, y, ... v)" in turned
    assert 'id="transpose" value="1" checked' in turned
    [back] = [value for name, value in buttons(section(turned, "roles")) if name == "answer"]
    fields = {"table": CLEAN, "better": "lower", "transpose": "1", "answer": back}
    assert "5 problems (x, y, ... v), 3 algorithms (A, B, C)" in client.post("/", data=fields).text


@pytest.mark.slow
def test_a_table_of_52_columns_has_a_control_for_each(client: httpx.Client) -> None:
    """Asked about, or with more algorithms than the page serves, it can be made smaller there."""
    names = [f"Ensemble-of-SVM-{j}-and-kNN-{j}" for j in range(51)]
    values = np.random.default_rng(1).beta(8, 2, (60, 51)).round(3).astype(str)
    rows = [",".join([f"P{i}", *row]) for i, row in enumerate(values)]
    told = {"table": "\n".join([",".join(["problem", *names]), *rows])}
    for better, status in (("", 422), ("higher", 413)):
        answer = client.post("/", data=told | {"better": better})
        assert answer.status_code == status
        shown = section(answer.text, "question" if status == 422 else "refused")
        fields = dict(re.findall(r'<select form="form" name="(role\.(\w*)\.[^"]*)"', shown))
        assert len(fields) == 52
        out = {name: "out" for name in fields if name.split(".")[2] in names[19:]}
        smaller = client.post("/", data=told | fields | out | {"better": "higher", "roles": "rows"})
        assert smaller.status_code == 200
        assert "19 algorithms" in smaller.text


def test_a_reading_of_very_many_columns_has_a_bounded_number_of_controls() -> None:
    parts = tuple(Part(f"A{i}", "result") for i in range(1000))
    found = shown(Reading("rows", columns=parts))
    assert len(found.columns) == 1000
    assert sum(bool(column.field) for column in found.columns) == MOST_COLUMNS


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"answer": "better=higher&drop=Mean%2CSum", "shape": "auto"},
         {"better": "higher", "drop": "Mean,Sum", "shape": "auto"}),
        ({"answer": "better=higher&control=X&case=toy"}, {"better": "higher"}),
        ({"roles": "rows", "role.result.A": "out", "role.out.n": "out", "role..d": "problem"},
         {**NOTHING, "problem": "d", "not_algorithms": "A,n"}),
        ({"roles": "rows", "role.out.n": "result"}, {**NOTHING, "not_algorithms": "none"}),
        ({"roles": "rows", "role.result.A": "result", "role.out.n": "out"}, {}),
        ({"roles": "columns", "role.result.A": "out"}, {**NOTHING, "drop": "A", "transpose": "1"}),
        ({"roles": "long", "role.problem.a.b": "run", "role..c, d": "problem"},
         {**NOTHING, "problem": '"c, d"', "run": "a.b"}),
        ({"roles": "long", "role..x, y": "value"}, {**NOTHING, "value": "x, y"}),
        ({"role.result.A": "out"}, {}),  # without its button nothing is changed
    ],
)  # fmt: skip
def test_buttons_and_menus_become_options(fields, told) -> None:
    assert with_answers(fields) == told


def test_values_are_fields() -> None:
    assert (text_of(True), text_of(False), text_of(["a", "b"])) == ("1", "none", "a,b")
