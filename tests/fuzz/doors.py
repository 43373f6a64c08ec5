"""Targets of the doors: the arguments of the command line, and the requests of the API."""

from __future__ import annotations

import contextlib
import io
import json
import math
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import httpx

import evenkeel
from evenkeel.cli.app import main
from evenkeel.comparison.analyses.registry import Analysis
from evenkeel.omnibus.registry import OMNIBUS
from fuzz import tables
from fuzz.analysing import RUNS, drawn, steps, texts_of
from fuzz.choices import Choices
from fuzz.computing import PVALUES, comparing
from web_in_place import asked as asked_in_place

ENDINGS = (".txt", ".md", ".tex", ".html", ".json", ".bib", ".xlsx")
COMMANDS = (
    *("compare", "posthoc", "table", "advise", "contrast", "test", "adjust", "check", "runs"),
    *("analysis", "analysis", "power", "read"),
)
ODD_WORDS = ("", "-", "--", "x", "nan", "-1", "1e400", "é", "a,b", "\udc80", "--help", "=", "0x1")


def command_line(choices: Choices, place: Path) -> bool:
    """Any words end with exit code 0, 1 or 2, and a message if they were refused."""
    words = _words(choices, place)
    if choices.spoil:
        at = choices.integer(1, len(words))
        words[at : at + choices.integer(0, 1)] = [choices.of(ODD_WORDS)]
    code, _, told = called(words)
    assert code in (0, 1, 2), (words, code)
    assert code != 2 or told, words
    return code != 2


def called(words: list[str]) -> tuple[object, str, str]:
    """The exit code of a command, what it printed, and what it said on standard error."""
    said = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="surrogateescape")
    told = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace")
    nothing = io.TextIOWrapper(io.BytesIO(), "utf-8")
    code: object = 0
    with (
        mock.patch.object(sys, "argv", ["evenkeel", *words]),
        mock.patch.object(sys, "stdin", nothing),
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(told),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
    printed = []
    for stream in (said, told):
        stream.flush()
        printed.append(stream.buffer.getvalue().decode("utf-8", "replace"))  # type: ignore[attr-defined]
    return code, printed[0], printed[1]


def api(choices: Choices, place: Path) -> bool:
    """Any request is answered, or refused with a message: no answer of 500 or above."""
    kind = choices.of(("compare", "analyses", "compare", "file", "adjust", "power"))
    meant = tables.draft(choices)
    shape = choices.of((tables.wide_cells, tables.long_cells))
    data = tables.text_table(shape(meant, choices), choices)
    options = {name: value for name, value in comparing(choices, meant).items() if name != "order"}
    if kind == "adjust":
        p = [abs(choices.of(PVALUES)) for _ in range(choices.of((3, 6, 10)))]
        methods = [choices.of(evenkeel.procedures()).name]
        answer = _post(choices, "/api/adjust", {"pvalues": p, "methods": methods})
    elif kind == "file":
        given = {name: value for name, value in options.items() if value is not None}
        answer = _sent("/api/compare/file", data, {"better": meant.better, **given})
    else:
        asked = {"table": data.decode("utf-8", "replace"), "better": meant.better}
        if kind == "analyses":
            analysis = drawn(choices)
            if analysis.takes == "runs":
                cells = tables.long_cells(meant, choices, RUNS, steps(analysis))
                asked["table"] = tables.text_table(cells, choices).decode("utf-8", "replace")
            texts = texts_of(choices, analysis, meant)
            kind = f"analyses/{analysis.name}"
            asked["options"] = {n: _typed(analysis, n, text) for n, text in texts.items()}
        elif kind == "power":
            first, second = meant.algorithms[:2]
            asked |= {"first": first, "second": second, "size": 2, "repetitions": 2}
        else:
            asked |= options
        answer = _post(choices, f"/api/{kind}", asked)
    assert answer.status_code in (200, 400, 413, 422), (answer.status_code, answer.text)
    if answer.status_code != 200:
        assert answer.json()["error"]["message"]
    return bool(answer.status_code == 200)


def _typed(analysis: Analysis, name: str, text: str) -> object:
    """The value of an option as a program sends it, or the text if it is none."""
    (option,) = (each for each in analysis.options if each.name == name)
    try:
        value = option.parsed(text)
    except evenkeel.EvenkeelError:
        return text
    return text if isinstance(value, float) and not math.isfinite(value) else value


def _words(choices: Choices, place: Path) -> list[str]:
    """A command and fitting arguments for it."""
    meant = tables.draft(choices)
    path = place / "table.csv"
    runs = choices.of((0, 0, 0, 3))
    if runs:
        cells = tables.long_cells(meant, choices, runs)
    else:
        cells = choices.of((tables.wide_cells, tables.long_cells))(meant, choices)
    path.write_bytes(tables.text_table(cells, choices))
    table = [str(path), "--better", meant.better]
    output = ["-o", str(place / f"report{choices.of(ENDINGS)}")] if choices.rarely() else []
    chosen = comparing(choices, meant)
    named = [f"--{name}={chosen[name]}" for name in ("control", "ranking") if chosen[name]]
    command = choices.of(COMMANDS)
    if command == "analysis":
        analysis = drawn(choices)
        if analysis.takes == "runs":
            cells = tables.long_cells(meant, choices, RUNS, steps(analysis))
            path.write_bytes(tables.text_table(cells, choices))
        flags = [flag_of(analysis, *each) for each in texts_of(choices, analysis, meant).items()]
        return [analysis.name, *table, *flags, *output]
    if command == "power":
        first, second = meant.algorithms[:2]
        few = ["--size=2", "--repetitions=2", "--bias=0,1", f"--ranking={chosen['ranking']}"]
        return [command, *table, f"--first={first}", f"--second={second}", *few, *output]
    if command == "adjust":
        p = [repr(abs(choices.of(PVALUES))) for _ in range(choices.of((3, 6, 10)))]
        return ["adjust", *p, "--method", choices.of(evenkeel.procedures()).name]
    if command in ("check", "runs"):
        if not runs:
            path.write_bytes(tables.text_table(tables.long_cells(meant, choices, 3), choices))
        return [command, *table, *output]
    if command == "test":
        return ["test", *_one_test(choices, meant), *table, *output]
    if command in ("compare", "advise"):
        named += [f"--method={chosen['method']}", f"--alpha={chosen['alpha']}"]
    if command == "compare":
        flags = ["--always", "--fragment", "--fail-if-not-rejected", "--json", "--exhaustive"]
        named += choices.distinct(flags, choices.integer(0, 2))
        named += [f"--procedure={chosen['procedure']}"] if chosen["procedure"] else []
    if command in ("table", "contrast", "read"):
        named = []
    return [command, *table, *named, *output]


def flag_of(analysis: Analysis, name: str, text: str) -> str:
    """An option of an analysis as it is typed."""
    (option,) = (each for each in analysis.options if each.name == name)
    if option.kind == "flag":
        return option.flag if text == "yes" else f"--no-{option.flag[2:]}"
    return f"{option.flag}={text}"


def _one_test(choices: Choices, meant: tables.Draft) -> list[str]:
    name = choices.of((*OMNIBUS.names, "sign", "wilcoxon", "t", "multiple-sign"))
    if name in ("sign", "wilcoxon", "t"):
        return [name, f"--first={meant.algorithms[0]}", f"--second={meant.algorithms[1]}"]
    if name == "multiple-sign":
        return [name, f"--control={meant.algorithms[0]}"]
    if "order" in OMNIBUS.lookup(name).options:
        return [name, "--order=" + ",".join(meant.algorithms)]
    return [name]


def _post(choices: Choices, path: str, asked: dict[str, Any]) -> httpx.Response:
    """Send it as JSON, of which one value is another at times."""
    if choices.spoil:
        odd = ("", [], {}, None, -1, 1e308, "nothing", "\ud800", ["x"], True)
        asked = {**asked, choices.of((*asked, "other")): choices.of(odd)}
    return _sent(path, json.dumps(asked).encode())


def _sent(path: str, body: bytes, options: dict[str, Any] | None = None) -> httpx.Response:
    headers = {"content-type": "application/json"}
    return asked_in_place(path, content=body, params=options, headers=headers)
