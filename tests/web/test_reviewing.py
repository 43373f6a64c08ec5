"""The reviewer's tabs: average ranks, p-values and claims that a paper prints."""

from __future__ import annotations

import html
import re

import pytest

from evenkeel.web.reviewing import LONGEST_TEXT, TABS

RANKS = TABS["ranks"].example  # Garcia and Herrera (2008), 30 problems


def told(page: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", page)).split())


@pytest.mark.parametrize("tab", TABS)
def test_a_tab_explains_itself_and_its_example_is_answered(client, tab):
    empty = client.get(f"/{tab}")
    assert empty.status_code == 200
    assert TABS[tab].heading in told(empty.text)
    fields = {"text": TABS[tab].example, "n": "30", "alpha": "0.05"}
    answer = client.post(f"/{tab}", data=fields)
    assert answer.status_code == 200
    assert "cannot be checked" not in answer.text


def test_printed_ranks_give_the_published_statistic(client):
    answer = client.post("/ranks", data={"text": RANKS, "n": "30"})
    assert "39.6467" in told(answer.text)  # published: 39.647


def test_an_audit_names_what_differs(client):
    text = TABS["audit"].example.replace("39.647", "41.2")
    assert "differs" in told(client.post("/audit", data={"text": text}).text)


@pytest.mark.parametrize(
    ("tab", "fields", "message"),
    [
        ("ranks", {"text": ""}, "nothing was pasted"),
        ("ranks", {"text": RANKS}, "n is missing; give the number of problems"),
        ("ranks", {"text": RANKS, "n": "x"}, "n is 'x'"),
        ("pvalues", {"text": "A vs B, 2"}, "2"),
        ("pvalues", {"text": "x" * (LONGEST_TEXT + 1)}, "longer than 100,000 characters"),
        ("audit", {"text": "hello"}, "hello"),
    ],
)
def test_what_cannot_be_checked_says_why(client, tab, fields, message):
    answer = client.post(f"/{tab}", data=fields)
    assert answer.status_code == 422
    assert "This cannot be checked yet" in answer.text
    assert message in told(answer.text)


@pytest.mark.parametrize("name", ["/etc/passwd", "README.md"])
def test_the_name_of_a_file_is_text(client, name):
    answer = client.post("/pvalues", data={"text": name})
    assert answer.status_code == 422
    assert "root:" not in answer.text


def test_hostile_names_stay_text(client):
    text = "<script>alert(1)</script> vs B, 0.01\nA vs B, 0.2\n"
    assert "<script>alert" not in client.post("/pvalues", data={"text": text}).text


def test_other_names_are_no_tabs(client):
    assert client.get("/nothing").status_code == 404
