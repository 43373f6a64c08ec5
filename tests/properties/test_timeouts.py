"""Verdicts on runs with timeouts depend on nothing that stands in place of a timeout."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evenkeel
from evenkeel.tables.outcomes import Outcomes, read_outcomes
from watched_runs import arff, scenario


def verdict(found):
    return (
        found.ranks.tolist(), found.omnibus, found.adjusted.tolist(), found.wins.tolist(),
        found.losses.tolist(), found.solved.tolist(), found.turns, found.described,
    )  # fmt: skip


@pytest.mark.parametrize("code", [100, 100.1, 1000, 200, 0, 1, 99, "?", 1e9])
def test_a_scenario_says_the_same_whatever_stands_for_its_timeouts(tmp_path, code):
    usual = evenkeel.runs.timeouts(str(arff(tmp_path / "a")))
    other = evenkeel.runs.timeouts(str(arff(tmp_path / "b", code)))
    assert verdict(other) == verdict(usual)
    assert usual.limit == 100


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1000), st.lists(st.floats(100, 1e12), min_size=9, max_size=9))
def test_times_beyond_the_cutoff_are_forgotten(seed, beyond):
    names, times, solved = scenario(6, seed)
    end = np.where(solved, times, 100.0)[..., None]
    problems = tuple(f"p{i}" for i in range(6))
    known = evenkeel.runs.timeouts(Outcomes(tuple(names), problems, end, solved[..., None]))
    coded = np.where(solved, times, np.resize(beyond, times.shape))
    table = evenkeel.Results(coded, problems, names, better="lower")
    assert verdict(evenkeel.runs.timeouts(table, cutoff=100)) == verdict(known)


@pytest.mark.parametrize("word", ["timeout", "TIMEOUT (100s)"[:7], ">100", "T/O", "memout", "DNF"])
def test_words_in_place_of_times(word):
    names, times, solved = scenario(8)
    lines = [",".join(["instance", *names])]
    lines += [
        ",".join([f"i{i}", *(f"{t}" if s else word for t, s in zip(row, good, strict=False))])
        for i, (row, good) in enumerate(zip(times, solved, strict=False))
    ]
    found = read_outcomes(io.StringIO("\n".join(lines)), cutoff=100)
    np.testing.assert_array_equal(found.solved[..., 0], solved)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1000), st.permutations(range(3)))
def test_the_order_of_solvers_and_the_unit_of_time_do_not_matter(seed, order):
    names, times, solved = scenario(7, seed)
    problems = tuple(f"p{i}" for i in range(7))
    end = np.where(solved, times, 100.0)[..., None]
    one = evenkeel.runs.timeouts(Outcomes(tuple(names), problems, end, solved[..., None]))
    order = list(order)
    turned = Outcomes(
        tuple(names[j] for j in order), problems, 60 * end[:, order], solved[:, order][..., None]
    )
    other = evenkeel.runs.timeouts(turned)
    assert [one.ranks[j] for j in order] == other.ranks.tolist()
    assert sorted(np.round(one.adjusted, 9)) == sorted(np.round(other.adjusted, 9))
