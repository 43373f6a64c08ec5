"""Printed numbers at the ends of what can be computed with: an answer or a message, never more."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import pytest

from evenkeel.claims import audit, from_counts, from_pvalues, from_ranks, from_statistic
from evenkeel.critical import bonferroni_dunn_critical_difference, nemenyi_critical_difference
from evenkeel.errors import InputError
from evenkeel.omnibus._friedman import friedman_critical

RANKS = "A, 2.1\nB, 1.9\nC, 2.0\n"
SIZES = ("0", "1", "-1", "2", "7", "1e5", "x", "1" + "0" * 9, "1" + "0" * 18, "1" + "0" * 30)
NUMBERS = ("0", "-3", "0.5", "1e-400", "1e300", "-1e300", "1e301", "1e308", "1e400", "9" * 399)
LONG = 10**5000  # of which Python writes no digits
OTHERS: list[object] = ["x", None, 2.5, math.nan, math.inf, [3], LONG, -LONG, 1e300]


def shown(value: object) -> str:
    """The value as the name of a test."""
    return "long" if value in (LONG, -LONG) else repr(value)[:20]


def answered(call: Callable[[], object]) -> str | None:
    """None if there is an answer with a report, else the message."""
    try:
        call().report()  # type: ignore[attr-defined]
    except InputError as error:
        return str(error)
    return None


@pytest.mark.parametrize("n", [10**18, 10**30, 0, 1, -5, *OTHERS], ids=shown)
def test_no_paper_has_so_many_problems(n: object) -> None:
    wanted = "give a whole number of problems, from 2 to 1,000,000,000"
    assert wanted in str(answered(lambda: from_ranks(RANKS, n)))  # type: ignore[arg-type]
    assert wanted in str(
        answered(lambda: from_statistic("friedman", 3, n=n, k=3))  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("k", [10**18, 10**30, 0, 1, *OTHERS], ids=shown)
def test_no_paper_has_so_many_algorithms(k: object) -> None:
    wanted = "give a whole number of algorithms, from 2 to 1,000,000,000"
    assert wanted in str(
        answered(lambda: from_statistic("friedman", 3, n=10, k=k))  # type: ignore[arg-type]
    )
    for critical in (
        friedman_critical,
        nemenyi_critical_difference,
        bonferroni_dunn_critical_difference,
    ):
        with pytest.raises(InputError, match="give a whole number of algorithms"):
            critical(10, k)  # type: ignore[operator]


@pytest.mark.parametrize("n", [2, 3, 10**6, 10**9])
@pytest.mark.parametrize("ranking", ["friedman", "aligned", "quade"])
def test_the_largest_number_of_problems_is_answered(n: int, ranking: str) -> None:
    middle = (3 * n + 1) / 2 if ranking == "aligned" else 2
    alike = dict.fromkeys("ABC", middle)
    found = from_ranks(alike, n, ranking=ranking)
    assert found.pvalue.high.tolist() == pytest.approx([1, 1, 1])
    assert found.report().tables


@pytest.mark.parametrize("size", SIZES)
def test_sizes_in_an_audit(size: str) -> None:
    claims = (
        "rank,A,2.1\nrank,B,1.9\nrank,C,2.0\nstatistic,friedman,3.1\np,friedman,0.3\nz,A vs B,1\n"
        "critical-difference,nemenyi,1.2\nadjusted,holm: A vs B,0.3\nrejected,holm: A vs C,no"
    )
    told = answered(lambda: audit(f"n,,{size}\n{claims}"))
    assert (told is None) == (size in ("2", "7", "1" + "0" * 9)), told
    told = answered(lambda: audit(f"n,,9\nk,,{size}\nrank,A,1.1\ncritical-difference,nemenyi,1.2"))
    assert (told is None) == (size in ("2", "7", "1" + "0" * 9)), told


@pytest.mark.parametrize(
    ("form", "value", "n"),
    [*itertools.product(("friedman", "iman-davenport", "kendall"), NUMBERS, (2, 10**9))],
)
def test_statistics_at_the_ends(form: str, value: str, n: int) -> None:
    told = answered(lambda: from_statistic(form, value, n=n, k=3))
    paper = f"n,,{n}\nk,,3\nstatistic,{form},{value}\np,friedman,0.1\np,iman-davenport,0.2"
    audited = answered(lambda: audit(paper))
    beyond = value in ("1e301", "1e308", "1e400", "9" * 399)
    for message in (told, audited):
        assert (message is not None) == beyond, message
        assert not beyond or "beyond 1e+300" in str(message)


@pytest.mark.parametrize("value", NUMBERS)
def test_other_claims_at_the_ends(value: str) -> None:
    beyond = value in ("1e301", "1e308", "1e400", "9" * 399)
    papers = (
        f"z,A vs B,{value}\np,A vs B,0.2",
        f"n,,10\nrank,A,{value}\nrank,B,1",
        f"n,,10\nk,,3\ncritical-difference,nemenyi,{value}",
        f"p,A vs B,{value}\np,A vs C,0.2\np,B vs C,0.3\nadjusted,holm: A vs B,{value}",
    )
    for paper in papers[: 3 + (value in ("0", "0.5", "1e-400"))]:
        told = answered(lambda paper=paper: audit(paper))  # type: ignore[misc]
        assert (told is not None) == beyond, (paper, told)
    answered(lambda: from_ranks(f"A, {value}\nB, 1", 10))
    answered(lambda: from_pvalues(f"A vs B, {value}"))
    answered(lambda: from_counts({"A vs B": (value, value, value)}))


@pytest.mark.parametrize("given", OTHERS, ids=shown)
def test_what_is_no_number_is_a_message(given: object) -> None:
    answered(lambda: from_ranks({"A": given, "B": 1}, 10))
    answered(lambda: from_pvalues({"A vs B": given}))
    answered(lambda: from_counts({"A vs B": (given, 1, 1)}))
    answered(lambda: from_statistic("iman-davenport", given, n=10, k=3))
    answered(lambda: from_ranks(RANKS, 10, decimals=given))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "setting",
    [
        *("alpha,,0", "alpha,,2", "alpha,,1e400", "alpha,,1e-400", "alpha,,<0.1", "alpha,,x"),
        *("decimals,,500", "decimals,,-1", "decimals,,x", "decimals,,1e3"),
        *("ranking,,quade", "ranking,,skillings-mack", "control,,Z", "k,,9", "k,,2"),
        "k,," + "9" * 5000,
    ],
    ids=lambda setting: setting[:20],
)
def test_settings_of_an_audit_at_the_ends(setting: str) -> None:
    claims = (
        "rank,A,2.1\nrank,B,1.9\nrank,C,2.0\nstatistic,friedman,3.1\ncritical-difference,nemenyi,1"
        "\np,friedman,0.3\nz,A vs B,1\np,A vs B,0.2\np,A vs C,0.2\nrejected,holm: A vs C,yes"
    )
    told = answered(lambda: audit(f"n,,10\n{setting}\n{claims}"))
    assert told is None or len(told) < 2000
