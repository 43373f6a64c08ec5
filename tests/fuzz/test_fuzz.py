"""Each target on its stored corpus and on inputs drawn from a fixed seed; `make fuzz` goes on."""

from __future__ import annotations

from itertools import islice

import pytest

from fuzz.targets import TARGETS, drawn, run, stored

pytestmark = pytest.mark.slow

# As many as take some three seconds; with the corpus it is half a minute in all.
DRAWN = {
    "read": 400,
    "formats": 500,
    "read_runs": 40,
    "adjust": 2500,
    "compare": 120,
    "analyses": 150,
    "files": 150,
    "reviewing": 100,
    "run": 25,
    "open_report": 60,
    "command_line": 45,
    "api": 240,
    "tools": 400,
}


def _accepted(name: str, inputs: list[bytes]) -> float:
    """The share that is accepted; of what must not happen, the input is told."""
    accepted = 0
    for data in inputs:
        try:
            accepted += run(name, data)
        except BaseException as error:
            error.add_note(f"the input is {data!r}")
            raise
    return accepted / len(inputs)


@pytest.mark.parametrize("name", TARGETS)
def test_the_stored_corpus_holds(name):
    corpus = stored(name)
    assert 0 < len(corpus) <= 100
    _accepted(name, corpus)


@pytest.mark.parametrize("name", TARGETS)
def test_most_drawn_inputs_are_accepted_and_none_fails(name):
    assert _accepted(name, list(islice(drawn(name, seed=0), DRAWN[name]))) > 0.5
