"""Who may ask: the names of the server, and the pages of other sites."""

from __future__ import annotations

import pytest

TABLE = "problem,A,B,C\nx,1,2,3\ny,2,3,4\nz,1,4,2\n"
ELSEWHERE = {"origin": "http://elsewhere.example"}
COSTLY = (
    ("POST", "/api/compare", {"json": {"case": "toy"}}),
    ("POST", "/api/compare/file?better=lower", {"content": TABLE}),
    ("POST", "/api/adjust", {"json": {"pvalues": [0.01]}}),
    (
        "POST",
        "/api/power",
        {"json": {"case": "toy", "first": "A", "second": "B", "repetitions": 1, "size": 3}},
    ),
    ("POST", "/", {"data": {"table": TABLE, "better": "lower"}}),
    ("POST", "/download/report.html", {"data": {"table": TABLE, "better": "lower"}}),
    ("GET", "/?case=toy", {}),
    ("GET", "/download/report.html?case=toy", {}),
)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8000", "localhost", "LocalHost:1", "[::1]", "[::1]:8000"]
)
def test_the_names_of_this_machine_are_known(client, host):
    assert client.get("/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "elsewhere.example",
        "localhost.elsewhere.example",
        "localhost@elsewhere.example",
        "localhost:x",
        "127.0.0.2",
        "127.0.0.1:1:1",
        "[::2]",
        "[::1",
        "a b",
        "",
        "x" * 10_000,
    ],
)
def test_a_foreign_host_name_is_refused(client, host):
    # a page of another site could else read the answers through a name that it points here
    for path in ("/", "/health", "/?case=toy"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 400
        assert "--name" in answer.text
        assert len(answer.text) < 500


@pytest.mark.parametrize(("method", "path", "body"), COSTLY)
@pytest.mark.parametrize(
    "headers",
    [
        ELSEWHERE | {"content-type": "text/plain", "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"},
        {"sec-fetch-site": "same-site", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"},
        ELSEWHERE,
        {"origin": "null"},
        {"origin": "http://localhost:1"},
    ],
)
def test_a_page_of_another_site_gets_no_answer_that_costs(client, method, path, body, headers):
    answer = client.request(method, path, headers=headers, **body)
    assert answer.status_code == 403
    assert "another site" in answer.text


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path", "body"), COSTLY)
def test_the_own_page_and_programs_are_answered(client, server, method, path, body):
    own = [
        {},
        {"origin": server.url},
        {"origin": server.url, "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
    ]
    for headers in own:
        assert client.request(method, path, headers=headers, **body).status_code == 200


def test_a_server_behind_a_proxy_with_tls_is_its_own_origin(client):
    headers = {"host": "localhost", "origin": "https://localhost"}
    assert client.post("/api/compare", json={"case": "toy"}, headers=headers).status_code == 200


def test_a_link_from_another_site_opens_the_page_but_sends_no_form(client):
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    link |= {"sec-fetch-dest": "document"}
    assert client.get("/?case=toy", headers=link).status_code == 200
    form = {"table": TABLE, "better": "lower"}
    assert client.post("/", data=form, headers=link).status_code == 403
