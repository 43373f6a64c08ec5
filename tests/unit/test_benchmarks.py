"""The page of benchmarks is what the stored run gives, and the stored run is still true of us."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks import analyses
from benchmarks.analyses import LIMITS, subjects
from benchmarks.peers import __main__ as running
from benchmarks.peers import environments, r_program
from benchmarks.peers.__main__ import PAGE, STORED
from benchmarks.peers.agreement import Answers, Line, faults, label, of_us
from benchmarks.peers.environments import ENVIRONMENTS, Environment
from benchmarks.peers.growth import GROWTHS, exponent
from benchmarks.peers.jobs import JOBS
from benchmarks.peers.lines import LINES
from benchmarks.peers.names import PEERS
from benchmarks.peers.page import page, stored_lines
from benchmarks.peers.racing import race

RUN = json.loads(STORED.read_text(encoding="utf-8"))
ANSWERS = [(line, found) for _, line, found in stored_lines(RUN)]


def test_the_page_is_what_the_stored_run_gives() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(RUN)


def test_the_stored_run_compares_at_least_forty_numbers_with_all_peers() -> None:
    assert len(ANSWERS) >= 40
    assert {line.peer for line, _ in ANSWERS} == set(PEERS)
    assert set(RUN["peers"]) | set(RUN["absent"]) == {*PEERS, r_program.R}


@pytest.mark.slow
@pytest.mark.parametrize(("line", "stored"), ANSWERS, ids=[label(line) for line, _ in ANSWERS])
def test_a_line_is_still_what_evenkeel_gives(line: Line, stored: Answers) -> None:
    ours, proof = of_us(line)
    assert line.alike(ours, stored.ours)
    assert faults(line, Answers(ours, stored.theirs, proof)) == []


def test_a_difference_that_nobody_explains_is_named() -> None:
    line = Line("omnibus tests", "a number", "scipy", "1", "2")
    (fault,) = faults(line, Answers([1.0], [2.0], []))
    assert fault == "a number (scipy): differs, and nobody says why"
    assert faults(line, Answers([1.0], [1.0 + 1e-12], [])) == []


def test_a_reason_that_no_longer_holds_is_named() -> None:
    line = Line("omnibus tests", "a number", "scipy", "1", "2", why="It is doubled.", proof="2")
    assert faults(line, Answers([1.0], [2.0], [2.0])) == []
    (gone,) = faults(line, Answers([2.0], [2.0], [2.0]))
    assert gone.startswith("a number (scipy): no longer differs")
    (wrong,) = faults(line, Answers([1.0], [3.0], [2.0]))
    assert wrong.startswith("a number (scipy): the reason no longer gives the peer's number")


def test_a_run_that_is_not_as_expected_fails_by_name_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {part: RUN[part] for part in ("peers", "absent", "jobs", "growth")}
    first, second = (label(line) for line, _ in ANSWERS if not line.why and line.peer == "choix")
    found["lines"] = {**RUN["lines"], first: {"ours": [1.0], "theirs": [2.0], "proof": []}}
    del found["lines"][second]
    found["broken"] = {second: "TypeError: another argument"}
    monkeypatch.setattr(running, "ENVIRONMENTS", (Environment("one", ()),))
    monkeypatch.setattr(Environment, "make", lambda _: None)
    monkeypatch.setattr(running, "_measured", lambda _: found)
    for name in ("STORED", "PAGE", "PICTURE"):
        monkeypatch.setattr(running, name, tmp_path / name)
    with pytest.raises(SystemExit) as stopped:
        running.main()
    assert f"{first}: differs, and nobody says why" in str(stopped.value)
    assert f"{second}: TypeError: another argument" in str(stopped.value)
    assert not list(tmp_path.iterdir())


def test_answers_of_another_length_are_not_alike() -> None:
    line = Line("omnibus tests", "a number", "scipy", "1", "2")
    assert not line.alike([1.0, 1.0], [1.0])
    assert line.alike([1.0, float("nan")], [1.0, float("nan")])
    assert not line.alike([1.0], [float("nan")])


def test_every_line_and_job_is_one_of_a_peer_that_is_installed_somewhere() -> None:
    installed = [peer for environment in ENVIRONMENTS for peer in environment.peers]
    assert sorted(installed) == sorted({*PEERS, r_program.R})
    assert {entry.peer for entry in (*LINES, *JOBS, *GROWTHS)} <= set(installed)


def test_names_are_unique_and_calls_fit_into_a_table() -> None:
    assert len({label(line) for line in LINES}) == len(LINES)
    assert len({(job.name, job.peer) for job in JOBS}) == len(JOBS)
    assert len({(growth.name, growth.axis) for growth in GROWTHS}) == len(GROWTHS)
    for line in LINES:
        assert bool(line.why) == bool(line.proof)
        assert not {"|", "`"} & set(line.ours + line.theirs + line.proof + line.name + line.why)


@pytest.mark.slow
def test_a_race_takes_both_in_turns() -> None:
    calls: list[str] = []
    slow = [lambda name=name: (calls.append(name), sum(range(1_000_000)))[0] for name in "ab"]
    ours, theirs = race(*slow)
    assert len(ours) == len(theirs) >= 5
    rounds = "".join(calls[4:])  # after two calls of each to see how long they take
    assert rounds == "ab" * (len(rounds) // 2)


def test_the_exponent_of_a_power_is_found() -> None:
    sizes = [10, 20, 40, 80]
    slope, half = exponent(sizes, [3.0 * size**1.5 for size in sizes])
    assert (slope, half) == (pytest.approx(1.5), pytest.approx(0, abs=1e-6))
    # by hand: logarithms to the base 2 of 1, 2, 8 over those of 1, 2, 4 are 0, 1, 3 over 0, 1, 2:
    # slope 3/2, residuals 1/6, -1/3, 1/6, standard error sqrt(1/6 / 2), Student's t 12.7062
    slope, half = exponent([1, 2, 4], [1.0, 2.0, 8.0])
    assert (slope, half) == (pytest.approx(1.5), pytest.approx(12.7062 * (1 / 12) ** 0.5, rel=1e-5))


def test_r_is_asked_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "Rscript"
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$3" > "$0.asked"\nprintf "10.5\\n0.25\\n"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert r_program.answer("friedman.test(demsar2006)$statistic", [0.5, 1.0]) == [10.5, 0.25]
    asked = (tmp_path / "Rscript.asked").read_text(encoding="utf-8")
    assert "given <- c(0.5, 1.0)" in asked
    assert "as.numeric(friedman.test(demsar2006)$statistic)" in asked


def test_without_r_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ImportError, match="there is no Rscript on this machine"):
        r_program.version_of_r()


def test_a_peer_that_cannot_be_installed_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one").mkdir()
    asked: list[tuple[str, ...]] = []

    def install(_: Environment, *what: str) -> int:
        asked.append(what)
        return int("choix" in what)

    monkeypatch.setattr(environments, "_FOLDER", tmp_path)
    monkeypatch.setattr(environments.venv, "create", lambda *_, **__: None)
    monkeypatch.setattr(Environment, "_install", install)
    made = Environment("one", ("scipy", "choix", "R"))
    made.make()
    assert asked[1:] == [("scipy", "choix"), ("scipy",), ("choix",)]
    assert "not to be installed here: choix" in capsys.readouterr().out
    made.make()
    assert len(asked) == 4  # it is there
    replace(made, besides=("pandas<3",)).make()
    assert len(asked) > 4  # another list, another environment


def test_every_analysis_has_a_curve_in_n_and_in_k() -> None:
    found = [(curve["name"], curve["axis"]) for curve in RUN["analyses"]]
    assert found == [(name, axis) for name, _, _ in subjects() for axis in LIMITS]


def test_what_grows_faster_than_its_limit_is_named() -> None:
    curve = {"name": "a", "axis": "n", "sizes": [1, 2, 4, 8], "argsort": [1.0] * 4}
    linear, square = (
        {**curve, "seconds": [size**power for size in (1, 2, 4, 8)]} for power in (1, 2)
    )
    assert analyses.above([linear]) == []
    assert analyses.above([linear, square]) == ["a: 2.00 in n, at most 1.2"]


@pytest.mark.parametrize("axis", ["n", "k"])
def test_sizes_double_until_a_call_takes_long(axis: str, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = iter([0.1, 0.2, 0.4, 5.0, 9.0] * 2)
    monkeypatch.setattr(analyses, "_SHORT", 0.0)
    monkeypatch.setattr(analyses, "seconds_of", lambda call: next(taken) if call() is None else 1.0)
    curve = analyses.growth("nothing", "results", lambda table: None, axis)
    assert curve["sizes"] == [*analyses.SIZES[axis][:4]]
    assert curve["seconds"] == [0.1, 0.2, 0.4, 5.0]
    assert curve["argsort"] == [1.0] * 4
