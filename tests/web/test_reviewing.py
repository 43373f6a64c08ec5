"""The reviewer's tabs: average ranks, p-values and claims that a paper prints."""

from __future__ import annotations

import html
import re

import pytest

from evenkeel.web.review import LONGEST_TEXT, TABS

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


def ranks_of(k: int) -> str:
    """Average ranks that k algorithms can have: all alike."""
    return "".join(f"A{i}, {(k + 1) / 2}\n" for i in range(k))


def pvalues_of(k: int) -> str:
    return "".join(f"A{i} vs A{j}, 0.3\n" for i in range(k) for j in range(i))


def claims_of(k: int) -> str:
    return "n,,30\n" + "".join(f"rank,A{i},{(k + 1) / 2}\n" for i in range(k))


@pytest.mark.parametrize(
    ("tab", "made"), [("ranks", ranks_of), ("pvalues", pvalues_of), ("audit", claims_of)]
)
def test_a_tab_serves_forty_algorithms_and_no_more(client, tab, made):
    answer = client.post(f"/{tab}", data={"text": made(40), "n": "30"})
    assert answer.status_code == 200
    assert len(answer.content) < 2_000_000
    answer = client.post(f"/{tab}", data={"text": made(41), "n": "30"})
    assert answer.status_code == 413
    assert "820 hypotheses are more than this page serves (780)" in told(answer.text)


@pytest.mark.parametrize("tab", ["ranks", "audit"])
def test_with_a_control_a_tab_serves_more(client, tab):
    text = ranks_of(300) if tab == "ranks" else f"control,,A0\n{claims_of(300)}"
    answer = client.post(f"/{tab}", data={"text": text, "n": "30", "control": "A0"})
    assert answer.status_code == 200
    assert len(answer.content) < 2_000_000


def test_claims_are_counted_too(client):
    claims = "".join(f"z,A{i} vs B,1.2\n" for i in range(781))
    answer = client.post("/audit", data={"text": claims})
    assert answer.status_code == 413
    assert "781 claims are more than this page serves (780)" in told(answer.text)


def test_no_line_is_endless(client):
    answer = client.post("/pvalues", data={"text": "A vs " + "B " * 400 + ", 0.1"})
    assert answer.status_code == 422
    assert "line 1 is longer than 500 characters" in told(answer.text)


@pytest.mark.parametrize(
    ("tab", "fields"),
    [
        ("ranks", {"text": RANKS, "n": "1" + "0" * 18}),
        ("ranks", {"text": RANKS, "n": "1" + "0" * 30}),
        ("ranks", {"text": RANKS, "n": "9" * 5000}),
        ("audit", {"text": "n,,0\nrank,A,1.5\nrank,B,1.5"}),
        ("audit", {"text": f"n,,{10**30}\nrank,A,1.5\nrank,B,1.5"}),
        ("audit", {"text": "n,,30\nk,,5\nstatistic,iman-davenport,1e400"}),
    ],
    ids=["1e18", "1e30", "digits", "zero", "audit 1e30", "1e400"],
)
def test_numbers_beyond_all_papers_are_a_message(client, tab, fields):
    answer = client.post(f"/{tab}", data=fields)
    assert answer.status_code == 422
    assert "This cannot be checked yet" in answer.text
