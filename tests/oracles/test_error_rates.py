"""Error rates with their intervals beside statsmodels, and the refusals."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from evenkeel.claims import from_errors
from evenkeel.errors import InputError
from evenkeel.report.text import render_text

COUNTS = [(0, 30), (1, 30), (43, 208), (71, 218), (199, 200), (200, 200), (2450, 20000)]


@pytest.mark.parametrize(("method", "theirs"), [("wilson", "wilson"), ("normal", "normal")])
@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_intervals_are_those_of_statsmodels(method: str, theirs: str, confidence: float) -> None:
    rates = {f"A{i}": each for i, each in enumerate(COUNTS)}
    found = from_errors(rates, confidence=confidence, method=method)
    for i, (errors, n) in enumerate(COUNTS):
        low, high = proportion_confint(errors, n, 1 - confidence, theirs)
        if theirs == "normal":  # theirs are cut to what is possible
            assert (max(found.rate.low[i], 0), min(found.rate.high[i], 1)) == pytest.approx(
                (low, high)
            )
        else:
            assert (found.rate.low[i], found.rate.high[i]) == pytest.approx((low, high), abs=1e-15)


@pytest.mark.parametrize(("method", "theirs"), [("wilson", "newcomb"), ("normal", "wald")])
def test_differences_of_two_are_those_of_statsmodels(method: str, theirs: str) -> None:
    for one, other in [((43, 208), (20, 208)), ((2, 57), (11, 60)), ((71, 218), (300, 1000))]:
        found = from_errors({"A": one, "B": other}, method=method)
        expected = confint_proportions_2indep(*one, *other, method=theirs)
        assert (found.difference.low[0], found.difference.high[0]) == pytest.approx(expected)
        assert found.differ == (expected[0] > 0 or expected[1] < 0,)


def test_differences_of_several_are_as_wide_as_all_need() -> None:
    found = from_errors({"A": "43/208", "B": "20/208", "C": "60/208"})
    low, high = confint_proportions_2indep(43, 208, 20, 208, method="newcomb", alpha=0.05 / 3)
    assert found.pairs[0] == ("A", "B")
    assert (found.difference.low[0], found.difference.high[0]) == pytest.approx((low, high))
    said = "The intervals of the 3 differences hold together with 99.9% confidence."
    sure = from_errors({"A": "5/50", "B": "9/50", "C": "20/50"}, confidence=0.999)
    assert said in render_text(sure.report())


def test_wilson_misses_no_rate_more_often_than_it_should_where_few_err() -> None:
    # all counts of 100 examples by their binomial chance, at an error rate of 0.01
    chances = np.array([1.0])
    for _ in range(100):
        chances = np.convolve(chances, [0.99, 0.01])
    rates = {f"e{e}": (e, 100) for e in range(101)}
    missed = {}
    for method in ("wilson", "normal"):
        rate = from_errors(rates, method=method).rate
        missed[method] = chances[(rate.low > 0.01) | (rate.high < 0.01)].sum()
    assert missed["wilson"] < 0.08
    assert missed["normal"] > 0.3


@pytest.mark.parametrize(
    "text", ["A, 43/208", "A 43 of 208", "A;43/208", "| A | 43/208 |", "A,0.2067/208"]
)
def test_a_line_may_be_written_in_many_ways(text: str) -> None:
    found = from_errors(f"Algorithm, errors\n{text}")
    assert found.labels == ("A",)
    assert found.rate.value[0] == pytest.approx(43 / 208, abs=5e-5)
    assert found.pairs == ()


def test_a_rate_that_no_count_gives_is_remarked_on() -> None:
    # sonar of Dietterich (2000) has 208 examples, and 71 of 218 as its error rate
    (note, _) = from_errors({"C4.5": "0.3257/208"}).notes
    assert note == (
        "no number of errors out of 208 is printed as 0.3257; next to it are 0.322115 and 0.326923"
    )
    assert len(from_errors({"C4.5": "0.3257/218"}).notes) == 1


def test_the_normal_form_warns_of_few_errors() -> None:
    found = from_errors({"A": "0/50"}, method="normal")
    assert found.half_width.tolist() == [0]
    assert "too narrow or no interval" in found.notes[0]


@pytest.mark.parametrize(
    "given", ["43", (5, 0), (-1, 10), (11, 10), "1.2/10", "4/2.5", (1, 2, 3), ("x", 3), 7]
)
def test_what_are_no_errors_is_refused(given: object) -> None:
    with pytest.raises(InputError, match="give errors and examples, such as 43/208"):
        from_errors({"A": given})


def test_unknown_forms_are_refused() -> None:
    with pytest.raises(InputError, match="unknown form of the interval 'wald'"):
        from_errors({"A": "1/2"}, method="wald")
