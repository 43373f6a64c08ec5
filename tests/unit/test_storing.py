"""Saved reports: the schema holds, and a comparison is opened as the same object."""

from __future__ import annotations

import copy
import io
import json
import random
import warnings
from collections.abc import Iterator
from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import evenkeel
from evenkeel.errors import EvenkeelError, InputError, SourceError
from evenkeel.report.data import check_report, report_schema
from evenkeel.tables.faults import Origin

HOLES = np.array([[1, 2, 3], [2, 1, np.nan], [1, 3, 2], [1, 2, 3], [3, 1, 2]])
STUDIES = {
    "plain": lambda: evenkeel.compare(evenkeel.load("garcia2008")),
    "control": lambda: evenkeel.compare(evenkeel.load("garcia2010"), control="PDFC", alpha=0.1),
    "best": lambda: evenkeel.compare(evenkeel.load("garcia2010"), control="best"),
    "options": lambda: evenkeel.compare(
        evenkeel.load("toy"),
        ranking="quade",
        method="exact",
        adjust=["holm", "shaffer"],
        always=True,
        order=["C", "D", "A", "B"],
        ties="corrected",
        sign_ties="drop",
        omnibus_method="permutation",
        resamples=99,
        seed=7,
    ),
    "two": lambda: evenkeel.compare(evenkeel.load("garcia2008").select(["C4.5", "CN2"])),
    **{
        choice: lambda choice=choice: evenkeel.compare(
            evenkeel.tables.choose(evenkeel.Results(HOLES, better="lower", missing="keep"), choice)
        )
        for choice in ("keep", "drop-problem", "drop-algorithm", "worst")
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("name", STUDIES)
def test_a_comparison_is_opened_as_the_same_object(name: str, tmp_path: Path) -> None:
    comparison = STUDIES[name]()
    comparison.save(tmp_path / "study.json")
    opened = evenkeel.open_report(tmp_path / "study.json")
    assert opened == comparison
    assert opened.report().title == comparison.report().title
    assert opened.to_dict() == comparison.to_dict()


def test_numbers_keep_every_bit_and_names_every_character(tmp_path: Path) -> None:
    values = [[0.1, 1 / 3, 5e-324], [1e308, 2**53 + 1, -0.0], [1, 2, 3]]
    names = ["<b>", "ü\n", '"']
    comparison = evenkeel.compare(evenkeel.Results(values, algorithms=names, better="higher"))
    comparison.save(tmp_path / "study.json")
    opened = evenkeel.open_report(tmp_path / "study.json").results
    assert opened.values.tobytes() == comparison.results.values.tobytes()
    assert opened.algorithms == tuple(names)


def test_what_is_read_from_a_file_keeps_where_it_came_from(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("problem,A,B,C\np,1,2,3\nq,2,3,4\nr,3,1,2\n")
    comparison = evenkeel.compare(evenkeel.read(tmp_path / "t.csv", better="lower"))
    comparison.save(tmp_path / "study.json")
    assert evenkeel.open_report(tmp_path / "study.json").results.origin == (
        comparison.results.origin
    )


def test_other_numbers_than_those_of_the_file_are_named(tmp_path: Path) -> None:
    path = tmp_path / "study.json"
    STUDIES["plain"]().save(path)
    stored = json.loads(path.read_text())
    stored["tables"]["omnibus"]["rows"][0][1] += 1
    stored["evenkeel"] = "0.0.1"
    path.write_text(json.dumps(stored))
    with pytest.warns(UserWarning, match=r"0\.0\.1; .* finds other numbers in: omnibus$"):
        evenkeel.open_report(path)


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ("{", SourceError, "this is no JSON"),
        ("[]", InputError, r"this is no saved report: the file is \[\], no object"),
        ('{"study": null}', InputError, "this is no saved report: the file has no 'schema'"),
        ('{"a": NaN}', SourceError, "this is no JSON .NaN is no number"),
        ("[" * 100_000, SourceError, "this is no JSON .maximum recursion depth"),
        ('{"a": ' + "9" * 5000 + "}", SourceError, "this is no JSON"),
        (None, SourceError, "No such file"),
    ],
)
def test_what_is_no_study_is_refused(content, error, message, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(error, match=message):
        evenkeel.open_report(path)


def test_a_report_without_a_study_is_named(tmp_path: Path) -> None:
    evenkeel.friedman(evenkeel.load("toy")).save(tmp_path / "x.json")
    with pytest.raises(InputError, match="this holds no study that can be opened"):
        evenkeel.open_report(tmp_path / "x.json")


def test_the_schema_knows_every_option_and_every_fact_of_the_origin() -> None:
    study, origin = report_schema()["$defs"]["study"], report_schema()["$defs"]["origin"]
    of_the_table = {"results", "better", "aggregate", "missing"}
    options = set(signature(evenkeel.compare).parameters) - of_the_table
    assert set(study["properties"]["options"]["properties"]) == options
    assert set(origin["properties"]) == {each.name for each in fields(Origin)}


HUGE = (10**30, -(10**30), 10**400, 1e308, -1e308, 5e-324, 2**63, 2**31)
ODD = (None, True, 0, -1, 0.5, "", "x", "\ud800", "\x1b[2J", [], {}, [[]], [None], {"a": 1}, *HUGE)


def places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in plain data; of long lists only to the first and the last items."""
    yield above
    items: list[Any] = []
    if isinstance(value, dict):
        items = list(value)
    elif isinstance(value, list):
        items = list(range(len(value)))
        items = items if len(items) < 5 else [*items[:2], *items[-2:]]
    for each in items:
        yield from places(value[each], (*above, each))


def altered(report: Any, chance: random.Random) -> Any:
    """The report with one to three changes, most of them in the part that is computed with."""
    report = copy.deepcopy(report)
    for _ in range(chance.randint(1, 3)):
        root = ("study",) if isinstance(report.get("study"), dict) and chance.random() < 0.8 else ()
        known = [way for way in places(report["study"] if root else report, root) if way]
        *above, last = chance.choice(known)
        holder = report
        for each in above:
            holder = holder[each]
        change = chance.randrange(6)
        if change == 0:
            del holder[last]
        elif change == 1:
            holder[last] = chance.choice(ODD)
        elif change == 2:
            for _ in range(chance.choice((1, 3, 200))):
                holder[last] = [holder[last]]
        elif change == 3:
            holder[last] = chance.choice((float("nan"), float("inf"), -float("inf"), *HUGE))
        elif change == 4 and isinstance(holder, list):
            holder.insert(last, copy.deepcopy(holder[last]))
        elif change == 5 and isinstance(holder, dict):
            holder[chance.choice(("", "x", "algorithms", "results", "__class__"))] = holder[last]
        else:
            holder[last] = {"a": holder[last]}
    return report


READ = "model,Size,iris,wine,glass,Average\nSVM,3,0.9,0.8,0.7,0.8\nkNN,1,0.7,0.6,0.65,0.65\n"
SMALL = {
    "plain": lambda: evenkeel.compare(evenkeel.load("toy")),
    "control": lambda: evenkeel.compare(evenkeel.load("toy"), control="A", alpha=0.1),
    "file": lambda: evenkeel.compare(
        evenkeel.Results(
            evenkeel.load("toy").values,
            better="lower",
            origin=Origin("t.csv", "csv", "wide", ",", ".", "utf-8", ("x",), lacking=(("A1",),)),
            deviations=evenkeel.load("toy").values / 10,
        )
    ),
    "read": lambda: evenkeel.compare(
        evenkeel.read(io.StringIO(READ), better="higher", transpose=True, drop=["Size", "Average"])
    ),
    "no study": lambda: evenkeel.friedman(evenkeel.load("toy")),
    **{
        name: STUDIES[name]
        for name in ("options", "keep", "drop-problem", "drop-algorithm", "worst")
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_an_altered_report_is_opened_or_refused_in_our_own_words(name: str, tmp_path: Path) -> None:
    """Forty ways each, 360 together, of reports of every kind."""
    path = tmp_path / "altered.json"
    result = SMALL[name]()
    result.save(path)
    saved = json.loads(path.read_text())
    chance = random.Random(f"altered {name}")
    outcomes = []
    for _ in range(40):
        report = altered(saved, chance)
        path.write_text(json.dumps(report))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of other numbers than those of the file
            try:
                outcomes.append(evenkeel.open_report(path).report().title)
            except EvenkeelError as error:
                outcomes.append(str(error))
    refused = [each for each in outcomes if each.startswith(str(path))]
    assert len(refused) >= 20
    assert max(map(len, refused)) < 2000


@pytest.mark.slow
@pytest.mark.parametrize("depth", [10, 900, 950, 980])
def test_what_no_version_knows_of_an_origin_is_passed_over(depth: int, tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    comparison = SMALL["file"]()
    comparison.save(path)
    saved = json.loads(path.read_text())
    saved["study"]["table"]["origin"]["later"] = "HERE"
    path.write_text(json.dumps(saved).replace('"HERE"', "[" * depth + "]" * depth))
    try:
        assert evenkeel.open_report(path) == comparison
    except SourceError:
        assert depth > 900  # which is too deep for the reader of JSON


@pytest.mark.slow
@pytest.mark.parametrize("way", [("title",), ("study", "table", "values"), ("study", "x"), ("x",)])
@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_no_depth_is_too_deep_for_a_message(way, opening: str, tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    SMALL["file"]().save(path)
    saved = json.loads(path.read_text())
    holder = saved
    for each in way[:-1]:
        holder = holder[each]
    holder[way[-1]] = "HERE"
    text = json.dumps(saved)
    for depth in (*range(850, 1010, 3), 5_000, 100_000):
        deep = opening * depth + "1" + ("]" if opening == "[" else "}") * depth
        path.write_text(text.replace('"HERE"', deep))
        with pytest.raises(EvenkeelError):
            evenkeel.open_report(path)


@pytest.mark.slow
def test_what_follows_the_schema_is_what_jsonschema_says() -> None:
    """Of what is JSON, which NaN is not."""
    validator = jsonschema.Draft202012Validator(report_schema())
    chance = random.Random("schema")
    for make in SMALL.values():
        saved = json.loads(json.dumps(make().to_dict()))
        assert validator.is_valid(saved)
        check_report(saved)
        for _ in range(40):
            report = altered(saved, chance)
            if "NaN" in json.dumps(report):
                continue
            try:
                check_report(report)
            except InputError:
                assert not validator.is_valid(report)
            else:
                assert validator.is_valid(report)
