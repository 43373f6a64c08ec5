"""Whatever the form of the page offers works: every value, and every pair of values."""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser

import httpx
import pytest

from analysis_examples import options_of
from covering import pairwise
from evenkeel.runs.problem_tests import valid_tests
from evenkeel.tables import options as reading_options
from evenkeel.web.options import OFFERED

WIDE = "problem,A,B,C,D\n" + "".join(
    f"P{i},{i + i * i % 5}.5,{i + i * i % 7 + 1}.25,{2 * i + i % 3}.75,{40 - i * i % 9}.5\n"
    for i in range(7)
)
_CELLS = list(itertools.product("ABC", range(6)))
TABLES = {
    "wide": WIDE,
    "wide with a gap": WIDE.replace("P3,7.5,", "P3,,"),
    "long": "algorithm,problem,value\n"
    + "".join(f"{a},P{i},{i * i % 7 + ord(a)}\n" for a, i in _CELLS),
    "runs": "algorithm,problem,run,value\n"
    + "".join(f"{a},P{i},{r},{i * r % 5 + ord(a)}\n" for a, i in _CELLS for r in (1, 2, 3)),
}
RUNS_OF_TWO = "".join(  # one pair is enough for what integrates for seconds
    line for line in TABLES["runs"].splitlines(keepends=True) if not line.startswith("C,")
)
READING = (
    "better",
    *(
        option.name
        for option in reading_options.READING.values()
        if option.choices or option.kind == "flag"
    ),
)
OF_RUNS = ("statistic", "test", "design")
COMPARING = (
    *("family", "control", "alpha", "ranking", "method", "procedure", "adjust", "always"),
    "checklist",
    *("ties", "omnibus_method", "sign_ties", "second_look", "resamples", "seed", "scaled"),
)
BESIDE = {
    name: analysis
    for analysis in OFFERED
    for name in (
        f"beside.{analysis.name}",
        *(f"{analysis.name}.{option.name}" for option in analysis.options if option.menu),
    )
}


class Form(HTMLParser):
    """The values that the menus, buttons and boxes of a page offer."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.offered: dict[str, list[str]] = {}
        self._menu = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        field = {name: value or "" for name, value in attrs}
        kind = field.get("type")
        if tag in ("select", "datalist"):
            self._menu = field.get("name", "")
        elif tag == "option":
            if self._menu:
                self._offer(self._menu, field["value"])
        elif kind in ("radio", "checkbox"):
            if kind == "checkbox":
                self._offer(field["name"], "")  # not ticked
            self._offer(field["name"], field["value"])
        elif kind == "number":
            for value in (field["min"], field["max"], field["value"]):
                self._offer(field["name"], value)

    def _offer(self, name: str, value: str) -> None:
        values = self.offered.setdefault(name, [])
        if value not in values:
            values.append(value)


@pytest.fixture(scope="module")
def offered(client: httpx.Client) -> dict[str, list[str]]:
    """What the form offers for an own table, with a control and without."""
    pages = (
        client.post("/", data={"table": WIDE, "better": "lower", "family": family}).text
        for family in ("all-pairs", "control")
    )
    values: dict[str, list[str]] = {}
    for page in pages:
        for name, choices in Form(page).offered.items():
            values[name] = list(dict.fromkeys((*values.get(name, ()), *choices)))
    return values


def test_the_choices_hold_every_pair():
    options = {"a": "12", "b": "345", "c": "6789"}
    rows = list(pairwise(options))
    for one, other in itertools.combinations(options, 2):
        expected = set(itertools.product(options[one], options[other]))
        assert {(row[one], row[other]) for row in rows} == expected
    assert len(rows) < 24


def _trouble(answer: httpx.Response) -> str:
    """What is wrong with an answer that is neither right nor a refusal with a message."""
    if answer.status_code == 200:
        return ""
    refused = re.search(r'id="(?:refused|question)".*?</section>', answer.text, re.DOTALL)
    message = html.unescape(re.sub(r"<[^>]*>", "", refused[0])) if refused else ""
    useful = answer.status_code in (413, 422) and len(message.strip()) > 60
    return "" if useful else f"{answer.status_code}: {' '.join(message.split())}"


def _form(table: str, choice: Mapping[str, str]) -> dict[str, str]:
    return {"better": "lower", "table": table, **{k: v for k, v in choice.items() if v}}


@pytest.mark.slow
def test_the_form_offers_what_is_walked_here(offered):
    assert {*READING, *OF_RUNS, *COMPARING, *BESIDE, "case"} == {
        name for name in offered if not name.startswith("role.")
    }
    assert len(offered["procedure"]) > 10


@pytest.mark.slow
def test_every_choice_shows_the_page(client, offered):
    most = max(len(offered[name]) for name in COMPARING)
    for i in range(most):
        choice = {name: offered[name][i % len(offered[name])] for name in COMPARING}
        answer = client.post("/", data=_form(WIDE, choice))
        assert answer.status_code == 200, choice
        assert 'id="conclusions"' in answer.text


@pytest.mark.slow
def test_every_pair_of_choices_of_the_comparison_gives_a_report(client, offered):
    names = [name for name in COMPARING if name not in ("resamples", "seed")]
    choices = list(pairwise({name: offered[name] for name in names}))
    asked = [(WIDE, {"resamples": "99", **choice}) for choice in choices]
    assert _answered(client, "/download/report.json", asked) > 0.9 * len(choices)


@pytest.mark.slow
@pytest.mark.parametrize("analysis", OFFERED, ids=lambda analysis: analysis.name)
def test_every_pair_of_choices_of_an_analysis_gives_a_report(client, offered, analysis):
    table = RUNS_OF_TWO if analysis.takes == "runs" else TABLES["wide"]
    told = options_of(analysis, analysis.examples[0])
    needed = {
        f"{analysis.name}.{option.name}": told[option.name]
        for option in analysis.options
        if option.required
    }
    choices = list(pairwise({n: offered[n] for n, each in BESIDE.items() if each is analysis}))
    asked = [(table, {**needed, **choice}) for choice in choices]
    assert _answered(client, "/download/report.json", asked) == len(choices)


@pytest.mark.slow
def test_every_pair_of_choices_of_runs_gives_a_report(client, offered):
    # A test is refused by a design for which it is not valid: each of the two has its turn.
    others = ("statistic", "family", "ranking", "method", "procedure")
    for own, values in (
        ("design", offered["design"]),
        ("test", [test for test in valid_tests("independent-runs") if test != "dunnett"]),
    ):
        choices = list(pairwise({own: values, **{name: offered[name] for name in others}}))
        asked = [(TABLES["runs"], choice) for choice in choices]
        assert _answered(client, "/download/report.json", asked) > 0.9 * len(choices)


@pytest.mark.slow
def test_every_pair_of_choices_of_the_reading_gives_a_table_or_a_message(client, offered):
    names = (*READING, *OF_RUNS)
    choices = list(pairwise({"table": list(TABLES), **{name: offered[name] for name in names}}))
    asked = [(TABLES[choice.pop("table")], choice) for choice in choices]
    assert _answered(client, "/download/results.csv", asked) > 0


def _answered(
    client: httpx.Client, path: str, asked: Sequence[tuple[str, Mapping[str, str]]]
) -> int:
    """How many of the questions are answered; the others must be refused with a message."""
    answers = [client.post(path, data=_form(table, choice)) for table, choice in asked]
    troubles = [
        (choice, _trouble(answer))
        for (_, choice), answer in zip(asked, answers, strict=True)
        if _trouble(answer)
    ]
    assert troubles == []
    return sum(answer.status_code == 200 for answer in answers)


@pytest.mark.slow
def test_every_case_study_works(client, offered):
    for case in filter(None, offered["case"]):
        assert client.get("/download/report.md", params={"case": case}).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("family", ["all-pairs", "control"])
def test_every_download_that_the_page_offers_works(client, family):
    fields = _form(WIDE, {"family": family})
    paths = set(re.findall(r'formaction="(/download/[^"]+)"', client.post("/", data=fields).text))
    assert len(paths) > 10
    for path in sorted(paths):
        assert client.post(path, data=fields).status_code == 200, path
