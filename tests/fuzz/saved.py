"""Targets of files that evenkeel writes and reads again: studies and reports, some changed."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import evenkeel
from fuzz import tables
from fuzz.choices import Choices
from fuzz.computing import comparing
from fuzz.doors import called

ODD_LINES = (
    'command = "serve"', 'command = "run"', "[options]", 'output = ["/nowhere/x.html"]', "x = 1",
    'output = ["../x.txt"]', 'dask = "tcp://127.0.0.1:1"', "alpha = nan", "alpha = []", "=", "[",
    'file = "/etc/hostname"', 'sha256 = ""', "procedure = 1", "control = true",
)  # fmt: skip


def run(choices: Choices, place: Path) -> bool:
    """A saved study is repeated with the same conclusions; a changed one ends with a message."""
    meant = tables.draft(choices)
    table, study = place / "table.csv", place / "folder" / "study.toml"
    meant.results().save(table)
    study.parent.mkdir()
    options = comparing(choices, meant, spoil=False)
    named = [f"--{n}={options[n]}" for n in ("control", "ranking", "method", "alpha") if options[n]]
    report = study.parent / f"report{choices.of(('.txt', '.json', '.md'))}"
    words = ["compare", str(table), "--better", meant.better, *named, "-o", str(report)]
    code, _, _ = called([*words, "--save-config", str(study)])
    if code != 0:
        return False
    before = set(place.rglob("*"))
    if choices.spoil:
        study.write_bytes(_changed_study(choices, study.read_bytes()))
    flags = choices.of(((), (), ("--changed-data",)))
    code, _, told = called(["run", str(study), *flags])
    written = [path for path in place.rglob("*") if path not in before]
    assert all(path.is_relative_to(study.parent) for path in written), written
    if choices.spoil:
        assert code in (0, 1, 2), told
        return code != 2
    assert code == 0, told
    assert "the conclusions are those of the saved study" in told, told
    return True


def _changed_study(choices: Choices, content: bytes) -> bytes:
    if choices.rarely(2):
        return tables.spoiled(content, choices)
    lines = content.decode().splitlines()
    at = choices.integer(0, len(lines) - 1)
    lines[at : at + choices.integer(0, 1)] = [choices.of(ODD_LINES)]
    return ("\n".join(lines) + "\n").encode()


def open_report(choices: Choices, place: Path) -> bool:
    """A saved comparison comes back as it was; a changed file is opened or refused."""
    meant = tables.draft(choices)
    try:
        comparison = evenkeel.compare(meant.results(), **comparing(choices, meant, spoil=False))
    except evenkeel.EvenkeelError:
        return False
    path = place / "report.json"
    comparison.save(path)
    if choices.spoil:
        path.write_bytes(_changed_report(choices, path.read_bytes()))
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".* finds other numbers in", UserWarning)
            opened = evenkeel.open_report(path)
    except evenkeel.EvenkeelError:
        if not choices.spoil:
            raise
        return False
    assert choices.spoil or opened == comparison
    return True


def _changed_report(choices: Choices, content: bytes) -> bytes:
    """With another byte, or another value at some place of the study."""
    if choices.rarely(3):
        return tables.spoiled(content, choices)
    report = json.loads(content)
    held = report if choices.rarely() else report["study"]
    tables.altered(choices, held)
    return json.dumps(report).encode()
