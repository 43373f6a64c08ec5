"""Calls and names as scipy, statsmodels and scikit-posthocs have them give their numbers."""

from __future__ import annotations

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
from evenkeel.errors import CALLS, InputError, TableError

VALUES = np.random.default_rng(20261118).normal(size=(14, 4)) + np.array([0.0, 0.4, 0.0, 0.9])
X, Y = VALUES[:, 0], VALUES[:, 3]


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


def namespace() -> dict[str, object]:
    """What the answers speak of: a frame, columns, runs, p-values."""
    table = pandas.DataFrame(VALUES, columns=["A", "B", "C", "D"])
    lines = [
        f"{name},p{problem},{run},{VALUES[problem, run % 4] + place}"
        for place, name in enumerate("AB")
        for problem in range(2)
        for run in range(10)
    ]
    text = "\n".join(["algorithm,problem,run,value", *lines])
    runs = evenkeel.read_runs(io.StringIO(text), better="higher")
    labels = {"first": [1, 0, 1, 1], "second": [0, 0, 1, 0], "truth": [1, 1, 1, 1]}
    columns = dict(zip("xyz", VALUES.T, strict=False))
    more = {"pvalues": [0.01, 0.04], "n": 14, "k": 4, "numpy": np, "evenkeel": evenkeel}
    one = runs.select(problems=["p0"])
    return {"table": table, "runs": one, **labels, **columns, **more}


@pytest.mark.parametrize("name", CALLS)
def test_names_of_other_packages_are_answered_with_a_call_that_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AttributeError) as caught:
        getattr(evenkeel, name)
    said = str(caught.value)
    assert said.startswith(f"evenkeel has no {name!r}; type ")
    eval(said.split("; type ")[1], namespace())  # our own words


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
