"""The edges of the numbers that analyses take, with all their choices, at every door.

A covering array for each analysis: every two values of two options meet, and each value goes
through the command line, the page and the API, with an ordinary table and with one on which the
algorithms are always in the same order. There is an answer or a message, never a fault.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import httpx
import pytest

from analysis_examples import NAMES, options_of, write_tables
from covering import pairwise
from evenkeel.comparison.analyses.registry import ANALYSES, Analysis, AnalysisOption
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import complete_rankings
from web_in_place import asked

TEXTS = {
    "control": ("", "best", NAMES[0]),
    "first": ("", NAMES[0]),
    "second": ("", NAMES[1]),
    "baseline": (NAMES[0], NAMES[1]),
    "problem": ("", "P0"),
    "at": ("", "1,2", "0", "x"),
    "targets": ("", "0.3,0.2", "1e308", "x"),
    "limits": ("", "-1e9,1e9", "1,0"),
    "adjust": ("", "hommel"),
    "procedure": ("", "bergmann"),
    "zero": ("", "worst", "-1e308"),
    "one": ("", "best", "1e308", "-1e308"),
}


def edges(option: AnalysisOption, told: str) -> list[str]:
    """What is tried of an option: its usual value, every choice, and the ends of a number."""
    if option.kind == "text":
        return list(TEXTS[option.name])
    if option.kind == "count":
        return (
            [told, str(option.least), "2"] if option.name == "resamples" else ["", "-1", str(2**70)]
        )
    if option.kind != "number":
        return [told, *option.menu]
    least = -math.inf if option.least is None else option.least
    most = math.inf if option.most is None else option.most
    ends = (
        least,
        math.nextafter(least, math.inf),
        1e-16,
        1e-6,
        math.nextafter(most, -math.inf),
        most,
    )
    return [told, *option.choices, *(repr(float(end)) for end in ends if math.isfinite(end))]


def rows(analysis: Analysis) -> list[dict[str, str]]:
    """Choices of all options; few resamples, for they are asked for often."""
    example = options_of(analysis, analysis.examples[0])
    values = {
        option.name: list(dict.fromkeys(edges(option, _usual(option, example))))
        for option in analysis.options
    }
    doors = list(DOORS)[: 3 if analysis.beside else 2]
    return list(pairwise({**values, "door": doors, "table": ("", " apart")}))


def _usual(option: AnalysisOption, example: dict[str, str]) -> str:
    return "19" if option.name == "resamples" else example.get(option.name, "")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("edges")
    write_tables(place)
    apart = "".join(f"P{p},{p},{p + 1},{p + 3}\n" for p in range(5))
    (place / "results apart.csv").write_text(f"problem,{','.join(NAMES)}\n{apart}")
    lines = [
        f"{a},P{p},{r},{p + i}\n" for i, a in enumerate(NAMES) for p in range(4) for r in "123"
    ]
    (place / "runs apart.csv").write_text("algorithm,problem,run,value\n" + "".join(lines))
    steps = [line.replace(",", f",{step},", 1) for line in lines for step in (1, 2, 3)]
    (place / "curves apart.csv").write_text("algorithm,step,problem,run,value\n" + "".join(steps))
    return place


@pytest.mark.parametrize("analysis", list(ANALYSES), ids=lambda analysis: analysis.name)
def test_every_edge_of_an_analysis_is_answered_or_refused(evenkeel, place, analysis):
    answers, troubles = 0, []
    for row in rows(analysis):
        told = dict(row)
        kind = "curves" if analysis.curves else analysis.takes
        door, file = DOORS[told.pop("door")], place / f"{kind}{told.pop('table')}.csv"
        try:
            answers += door(evenkeel, analysis, file, {n: text for n, text in told.items() if text})
        except Exception as error:
            troubles.append((row, repr(error)[:300]))
    assert troubles == []
    assert answers > 0


def on_the_command_line(evenkeel, analysis: Analysis, file: Path, texts: dict[str, str]) -> bool:
    """Whether there is an answer; a refusal is one message."""
    flags = [flag for option in analysis.options for flag in _flags(option, texts)]
    run = evenkeel(analysis.name, str(file), "--better", "lower", *flags, "--json")
    assert run.code == 0 or (run.code == 2 and run.err.startswith("evenkeel: ")), run.err
    return run.code == 0


def on_the_page(evenkeel, analysis: Analysis, file: Path, texts: dict[str, str]) -> bool:
    fields = {f"{analysis.name}.{name}": text for name, text in texts.items()}
    form = {"table": file.read_text(), "better": "lower", f"beside.{analysis.name}": "1", **fields}
    return _answered(asked("/download/report.json", data=form))


def in_the_api(evenkeel, analysis: Analysis, file: Path, texts: dict[str, str]) -> bool:
    options = {o.name: o.parsed(texts[o.name]) for o in analysis.options if o.name in texts}
    request = {"table": file.read_text(), "better": "lower", "options": options}
    return _answered(asked(f"/api/analyses/{analysis.name}", json=request))


DOORS = {"command line": on_the_command_line, "API": in_the_api, "page": on_the_page}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("seed", "-1", "seed is -1; give a whole number from 0"),
        ("resamples", "0", "resamples is 0; give a whole number of at least 1"),
        ("resamples", "100001", "resamples is 100001; give at most 100000 here"),
    ],
)
def test_numbers_of_a_comparison_beyond_their_ends_are_refused(field, value, message):
    form = {"case": "toy", "omnibus_method": "permutation", field: value}
    answer = asked("/download/report.json", data=form)
    assert (answer.status_code, message in answer.text) == (422, True)


def test_a_seed_below_0_is_refused_on_the_command_line(evenkeel):
    run = evenkeel("compare", "case:toy", "--omnibus-method", "permutation", "--seed=-1")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("evenkeel: seed is -1; give a whole number from 0")


def test_every_edge_of_a_study_of_power_is_answered_or_refused(evenkeel):
    options = {
        "ranking": complete_rankings(),
        "method": LAWS.names,
        "control": ("", "C4.5"),
        "alpha": ("0.05", "5e-324", "0.9999999999999999"),
        "bias": ("0", "1e6", "5e-324"),
        "size": ("2", "29"),
        "repetitions": ("1", "3"),
        "door": ("command line", "API"),
    }
    pair = {"first": "C4.5", "second": "1-NN"}
    for row in pairwise(options):
        told = {**pair, **{name: text for name, text in row.items() if text}}
        if told.pop("door") == "API":
            numbers = ("alpha", "bias", "size", "repetitions")
            typed = {n: json.loads(t) if n in numbers else t for n, t in told.items()}
            typed |= {"bias": [typed["bias"]], "case": "garcia2008"}
            answer = asked("/api/power", json=typed)
            served = LAWS.lookup(row["method"]).quick
            assert answer.status_code == (200 if served else 422), (row, answer.text[:500])
        else:
            flags = [f"--{name}={text}" for name, text in told.items()]
            run = evenkeel("power", "case:garcia2008", *flags, "--json")
            assert run.code == 0, (row, run.err)


def _answered(answer: httpx.Response) -> bool:
    assert answer.status_code in (200, 422), (answer.status_code, answer.text[:200])
    return answer.status_code == 200 and "Not done: " not in answer.text


def _flags(option: AnalysisOption, texts: dict[str, str]) -> list[str]:
    if option.name not in texts:
        return []
    if option.kind == "flag":
        return [option.flag if texts[option.name] == "yes" else f"--no-{option.flag[2:]}"]
    return [f"{option.flag}={texts[option.name]}"]
