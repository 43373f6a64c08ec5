"""A remedy that the page or the API names is a field of it, and mends the fault."""

from __future__ import annotations

import html
import json
import re

import httpx
import pytest

from evenkeel.tables.reading_options import READING
from evenkeel.words.remedies import remedies, typed
from remedy_cases import ADVISED, REFUSED, Refused

_LABEL = re.compile(r'<label for="([^"]+)">([^<]+)</label>')
_MENU = re.compile(r'<option value="([^"]*)"[^>]*>([^<]*)</option>')
_FIELD = re.compile(r'"([A-Z][^":]+)(?:: ([^"]+))?"')
_KEY = re.compile(r'"([a-z_]+)"(?:: ("[^"]*"|\[[^]]*\]|\{[^}]*\}|true|false))?')

refused = pytest.mark.parametrize("case", REFUSED, ids=[case.name for case in REFUSED])


def posted(client: httpx.Client, case: Refused, **fields: str) -> httpx.Response:
    return client.post(
        "/", data={"better": "lower", **fields}, files={"file": ("table", case.data)}
    )


def refusal(page: str) -> str:
    found = re.search(r'id="refused".*?</section>', page, re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", " ", found[0])) if found else ""


def labels_of(page: str) -> dict[str, str]:
    """The fields by their labels; of the analyses beside the comparison come later ones."""
    found = reversed(_LABEL.findall(page))
    return {html.unescape(title): name for name, title in found if not name.startswith("role-")}


@pytest.mark.slow
@refused
def test_the_page_mends_what_it_refuses(client: httpx.Client, case: Refused) -> None:
    page = posted(client, case).text
    said = refusal(page)
    assert case.fault in said
    labels = labels_of(page)
    offered = [(labels[title], value) for title, value in _FIELD.findall(said) if title in labels]
    assert {name for name, _ in offered} == set(case.remedies)
    assert not [name for name, _ in remedies(said) if name in READING]
    menus = {html.unescape(label): value for value, label in _MENU.findall(page)}
    for name, value in offered:
        fields = {name: menus.get(value, value)} if value else case.knows
        assert case.fault not in refusal(posted(client, case, **fields).text)


@refused
def test_the_api_mends_what_it_refuses(client: httpx.Client, case: Refused) -> None:
    asked = {"better": "lower"}
    address = "/api/compare/file"
    error = client.post(address, params=asked, content=case.data).json()["error"]
    assert case.fault in error["message"]
    offered = [(name, value) for name, value in _KEY.findall(error["message"]) if name in READING]
    assert {name for name, _ in offered} == set(case.remedies)
    for name, text in offered:
        fields = {name: typed(json.loads(text))} if text else case.knows
        answer = client.post(address, params=asked | fields, content=case.data)
        assert answer.status_code in (200, 422)
        assert case.fault not in answer.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "case", "options", "keywords"), ADVISED, ids=[rule for rule, *_ in ADVISED]
)
def test_the_page_has_the_fields_that_it_advises(client, rule, case, options, keywords) -> None:
    page = client.get("/", params={"case": case, **options}).text
    labels = labels_of(page)
    found = re.search(r'<section id="advice">.*?</section>', page, re.DOTALL)
    assert found, rule
    said = html.unescape(re.sub(r"<[^>]+>", "", found[0]))
    offered = [(labels[title], value) for title, value in _FIELD.findall(said) if title in labels]
    assert set(keywords) <= {name for name, _ in offered}
    for name, value in offered:
        answer = client.get("/", params={"case": case, **options, name: value})
        assert answer.status_code == 200
        assert not refusal(answer.text)
