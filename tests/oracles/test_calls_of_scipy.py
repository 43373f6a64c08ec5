"""Calls and names as scipy, statsmodels and scikit-posthocs have them give their numbers."""

from __future__ import annotations

import inspect
import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas
import pytest
import scipy.stats
from statsmodels.stats.descriptivestats import sign_test as statsmodels_sign_test
from statsmodels.stats.multitest import multipletests

import evenkeel
from evenkeel._calls import ARGUMENTS, CALLS, FIELDS, answering
from evenkeel.errors import InputError, TableError

VALUES = np.random.default_rng(20261118).normal(size=(14, 4)) + np.array([0.0, 0.4, 0.0, 0.9])
X, Y = VALUES[:, 0], VALUES[:, 3]
RUNS = np.random.default_rng(3).normal(size=(2, 10))


def test_omnibus_tests_unpack_and_need_no_direction() -> None:
    statistic, pvalue = evenkeel.friedman(VALUES)
    assert (statistic, pvalue) == pytest.approx(tuple(scipy.stats.friedmanchisquare(*VALUES.T)))
    for test in (evenkeel.iman_davenport, evenkeel.friedman_aligned, evenkeel.quade):
        lower, higher = (tuple(test(VALUES, better=better)) for better in ("lower", "higher"))
        assert tuple(test(VALUES)) == pytest.approx(lower)
        assert lower == pytest.approx(higher)


def test_two_sequences_as_scipy_takes_them() -> None:
    assert tuple(evenkeel.wilcoxon(X, Y)) == pytest.approx(tuple(scipy.stats.wilcoxon(X, Y)))
    assert tuple(evenkeel.pairwise.t_test(X, list(Y))) == pytest.approx(
        tuple(scipy.stats.ttest_rel(X, Y))
    )
    assert evenkeel.sign_test(list(X), Y).pvalue == pytest.approx(statsmodels_sign_test(X - Y)[1])
    found = evenkeel.wilcoxon(X, Y)
    assert (found.first, found.second) == ("x", "y")


def test_a_one_sided_test_of_two_sequences_needs_the_direction() -> None:
    with pytest.raises(TableError, match="give better='lower'"):
        evenkeel.wilcoxon(X, Y, alternative="better")
    found = evenkeel.wilcoxon(X, Y, alternative="better", better="higher")
    assert found.pvalue == pytest.approx(scipy.stats.wilcoxon(X, Y, alternative="greater").pvalue)


def test_sequences_of_different_lengths_are_refused() -> None:
    with pytest.raises(InputError) as caught:
        evenkeel.wilcoxon(X, Y[:3])
    assert str(caught.value) == (
        "Wilcoxon's test takes two sequences of the same length, or a table and the names of two "
        "algorithms; here x has the shape (14,) and y (3,)"
    )


@pytest.mark.parametrize(
    "name", ["bonferroni", "holm", "holm-sidak", "simes-hochberg", "hommel", "fdr_bh", "fdr_by"]
)
def test_procedures_by_the_names_of_statsmodels(name: str) -> None:
    pvalues = np.random.default_rng(7).uniform(size=6) ** 3
    adjusted = evenkeel.adjust(pvalues, name)
    assert adjusted == pytest.approx(multipletests(pvalues, method=name)[1])


def test_a_matrix_of_pvalues_has_names_on_both_sides() -> None:
    table = evenkeel.load("garcia2008")
    found = evenkeel.posthoc(table, adjust="holm")
    frame = found.to_pandas("matrix")
    assert list(frame.index) == list(frame.columns) == list(table.algorithms)
    pairs = dict(zip(found.family.hypotheses, found.adjusted["holm"], strict=True))
    for (first, second), pvalue in pairs.items():
        assert frame.loc[first, second] == frame.loc[second, first] == pvalue


def test_a_printed_test_says_its_title_once() -> None:
    assert str(evenkeel.friedman(VALUES)).count("Friedman test on") == 1


def namespace(several: bool) -> dict[str, object]:
    """What the answers speak of: a frame, columns, runs, p-values."""
    table = pandas.DataFrame(VALUES, columns=["A", "B", "C", "D"])
    lines = [
        f"{name},p{problem},{run},{RUNS[problem, run] + place * VALUES[run, 0]}"
        for place, name in enumerate("AB")
        for problem in range(2)
        for run in range(10)
    ]
    text = "\n".join(["algorithm,problem,run,value", *lines])
    runs = evenkeel.read_runs(io.StringIO(text), better="higher")
    labels = {"first": [1, 0, 1, 1], "second": [0, 0, 1, 0], "truth": [1, 1, 1, 1]}
    columns = dict(zip("xyz", VALUES.T, strict=False))
    more = {"pvalues": [0.01, 0.04], "n": 14, "k": 4, "numpy": np, "evenkeel": evenkeel}
    more["frame"] = table.melt(ignore_index=False, var_name="groups", value_name="y").reset_index(
        names="blocks"
    )
    more["comparison"] = evenkeel.compare(table, better="higher")
    one = runs if several else runs.select(problems=["p0"])
    return {"table": table, "runs": one, **labels, **columns, **more}


def typed(said: str) -> object:
    """What the call gives that a message tells to type."""
    call = said.split("; type ")[1]
    return eval(call, namespace("hierarchical" in call))  # our own words


@pytest.mark.parametrize("name", CALLS)
def test_names_of_other_packages_are_answered_with_a_call_that_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AttributeError) as caught:
        getattr(evenkeel, name)
    said = str(caught.value)
    assert said.startswith(f"evenkeel has no {name!r}; type ")
    typed(said)
    with pytest.raises(ImportError) as failed:
        exec(f"from evenkeel import {name}")
    assert str(failed.value) == said


@pytest.mark.parametrize("name", FIELDS)
def test_fields_of_autoranks_result_are_answered(name: str) -> None:
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'") as caught:
        getattr(evenkeel.compare(VALUES, better="higher"), name)
    typed(str(caught.value))
    assert not hasattr(evenkeel.compare(VALUES, better="higher"), "nothing")


@pytest.mark.parametrize("argument", ARGUMENTS)
def test_arguments_of_other_packages_are_answered_with_a_call_that_runs(argument: str) -> None:
    functions = [
        evenkeel.wilcoxon,
        evenkeel.adjust,
        evenkeel.posthoc,
        evenkeel.compare,
        evenkeel.bayes,
        evenkeel.page_trend,
        evenkeel.friedman,
        evenkeel.sign_test,
        evenkeel.runs.mcnemar,
    ]
    for function in functions:
        if argument not in inspect.signature(function).parameters:
            with pytest.raises(TypeError, match=f"argument '{argument}'; type ") as caught:
                function(VALUES, **{argument: 1})
    typed(str(caught.value))


def test_several_samples_are_answered_and_errors_within_are_not() -> None:
    with pytest.raises(TypeError, match=r"type evenkeel.friedman\(numpy.column_stack") as caught:
        evenkeel.friedman(X, Y, VALUES[:, 1])
    assert tuple(typed(str(caught.value))) == pytest.approx(  # type: ignore[call-overload]
        tuple(scipy.stats.friedmanchisquare(X, VALUES[:, 1], VALUES[:, 2]))
    )
    with pytest.raises(TypeError, match=r"type evenkeel.bayes\("):
        evenkeel.bayes(X, Y, rope=0.1)
    with pytest.raises(TypeError, match=r"type evenkeel.runs.mcnemar\("):
        evenkeel.runs.mcnemar([[10, 5], [2, 8]])
    with pytest.raises(TypeError, match=r"argument 'nothing'$"):
        evenkeel.friedman(VALUES, nothing=1)
    with pytest.raises(TypeError, match=r"'mode'$"):
        answering(lambda: evenkeel.friedman.__wrapped__(VALUES, mode=1))()  # type: ignore[attr-defined]


def test_one_sequence_of_differences_is_answered() -> None:
    for test in (evenkeel.wilcoxon, evenkeel.sign_test, evenkeel.pairwise.t_test):
        for one in (X - Y, list(X - Y), pandas.Series(X - Y)):
            with pytest.raises(InputError, match=r"give d and numpy.zeros\(len\(d\)\)"):
                test(one)
    found = evenkeel.wilcoxon(X - Y, np.zeros(len(X)))
    assert found[1] == pytest.approx(scipy.stats.wilcoxon(X - Y).pvalue)
    assert found[0] == found.statistic


def test_a_name_that_nobody_has_is_one_of_ours_misspelled() -> None:
    with pytest.raises(AttributeError, match="did you mean 'friedman'"):
        _ = evenkeel.freidman
    with pytest.raises(AttributeError, match=r"evenkeel has no 'zzz'$"):
        _ = evenkeel.zzz


@pytest.mark.parametrize("test", [evenkeel.wilcoxon, evenkeel.sign_test, evenkeel.pairwise.t_test])
def test_an_alternative_of_scipy_is_answered(test: Callable[..., object]) -> None:
    with pytest.raises(InputError, match="alternative='better', with better='higher'"):
        test(X, Y, alternative="greater")
    with pytest.raises(InputError, match="alternative='better', with better='lower'"):
        test(X, Y, alternative="less")


def test_a_procedure_that_is_given_as_the_method_is_answered() -> None:
    with pytest.raises(InputError, match="a procedure of adjustment; give it as adjust='holm'"):
        evenkeel.posthoc(VALUES, method="holm", better="lower")
