"""Numbers as printed, lines as typed, what is refused and what is said."""

from __future__ import annotations

import io
import re
from pathlib import Path

import numpy as np
import pytest

import evenkeel
from evenkeel.claims import audit, from_counts, from_pvalues, from_ranks, from_statistic
from evenkeel.claims.printed import printed_number
from evenkeel.errors import InputError, TableError, UnknownNameError

RANKS = {"A": "1.5", "B": "1.9", "C": "2.6"}


@pytest.mark.parametrize(
    ("text", "normal", "low", "high"),
    [
        ("0.012", "0.012", 0.0115, 0.0125),
        ("0,012", "0.012", 0.0115, 0.0125),
        (".05", "0.05", 0.045, 0.055),
        ("p = 0.03*", "0.03", 0.025, 0.035),
        ("1.2e-5", "1.2e-5", 1.15e-5, 1.25e-5),
        ("1.2 x 10^-5", "1.2e-5", 1.15e-5, 1.25e-5),
        ("1,2·10^{−5}", "1.2e-5", 1.15e-5, 1.25e-5),
        ("7", "7", 6.5, 7.5),
        ("2.10", "2.10", 2.095, 2.105),
        ("-2.31", "-2.31", -2.315, -2.305),
        (2.1, "2.1", 2.05, 2.15),
        (3, "3", 2.5, 3.5),
        (1e-05, "1e-05", 0.5e-5, 1.5e-5),
    ],
)
def test_a_printed_number_lies_half_a_unit_about_its_digits(
    text: object, normal: str, low: float, high: float
) -> None:
    printed = printed_number(text)
    assert printed.text == normal
    assert float(printed.low) == pytest.approx(low, rel=1e-12)
    assert float(printed.high) == pytest.approx(high, rel=1e-12)


@pytest.mark.parametrize("text", ["<0.001", "< .001", "p<0.001", "≤0,001", "<= 0.001"])
def test_a_bound_is_open_on_one_side(text: str) -> None:
    printed = printed_number(text)
    assert (printed.text, printed.low, float(printed.high)) == ("<0.001", None, 0.001)


def test_a_float_with_all_its_digits_is_not_taken_for_a_printed_one() -> None:
    third = printed_number(13 / 3)
    assert third.low < printed_number(repr(13 / 3)).low
    found = from_ranks({"A": 4 / 3, "B": 5 / 3, "C": 3.0}, n=3)
    assert found.averages.value == pytest.approx([4 / 3, 5 / 3, 3])


@pytest.mark.parametrize("given", ["n.s.", "", "1.2.3", None, float("nan"), True])
def test_what_is_no_number_is_refused(given: object) -> None:
    with pytest.raises(InputError, match="which is no number; write it as it is printed"):
        printed_number(given)


@pytest.mark.parametrize("text", ["1e-999999999", "1e999", "0." + 500 * "1", "1e" + 5000 * "9"])
def test_numbers_that_nobody_prints_are_refused_at_once(text: str) -> None:
    with pytest.raises(InputError, match="has more than 400 digits"):
        printed_number(text)


def test_many_problems_take_no_memory() -> None:
    assert from_ranks({"A": "1.4", "B": "1.6"}, n=10**9).n == 10**9
    with pytest.raises(InputError, match="of at most 1,000,000 problems"):
        from_counts({"A vs B": (10**12, 0, 1)})
    with pytest.raises(InputError, match="give at least so many and at most 400"):
        from_ranks(RANKS, 10, decimals=10**9)


@pytest.mark.parametrize(
    "line",
    [
        "A vs B, 0.01",
        "A vs. B;0,01",
        "A versus B\t0.01",
        "A,B,0.01",
        "| A vs B | 0.01 |",
        "A vs B & 0.01 \\\\",
        "A - B = 0.01",
        '"A","B","0.01"',
        "A vs B p = 0.01",
        "A vs B: 0.01*",
        "A vs B 1e-2",
    ],
)
def test_a_line_may_be_written_in_many_ways(line: str) -> None:
    found = from_pvalues(f"{line}\n")
    assert found.labels == ("A vs B",)
    assert found.pvalue.value == pytest.approx([0.01])


def test_headings_rules_and_comments_are_passed_over_and_headings_are_named() -> None:
    text = "| Comparison | p |\n|---|---|\n# mine\n| A vs B | <0.001 |\n\n| A vs C | 0.000 |\n"
    found = from_pvalues(text)
    assert found.printed == ("<0.001", "0.000")
    assert found.pvalue.high == pytest.approx([0.001, 0.0005])
    assert found.pvalue.low.tolist() == [0, 0]
    assert found.notes[0] == "the line 'Comparison | p' was taken for a heading"
    assert found.notes[1] == (
        "A vs B is printed as <0.001: p lies between 0 and 0.001, and multiplied by all 2 "
        "hypotheses it is at most 0.002"
    )
    assert found.notes[2].startswith("A vs C is printed as 0.000, which no p-value is")


def test_lines_come_from_files_streams_and_text(tmp_path: Path) -> None:
    text = "A,1.5\nB,1.9\nC,2.6\n"
    file = tmp_path / "ranks.csv"
    file.write_text(text)
    expected = from_ranks(RANKS, 10)
    for source in (text, file, str(file), io.StringIO(text), io.BytesIO(text.encode())):
        assert from_ranks(source, 10) == expected
    with pytest.raises(InputError, match="nothing there"):
        from_ranks(str(tmp_path / "nothing there"), 10)


def test_a_line_without_a_value_is_a_fault_with_its_number() -> None:
    with pytest.raises(
        TableError, match=r"line 3: 'B vs C n\.s\.' does not end with a value; write"
    ):
        from_pvalues("A vs B 0.01\nA vs C 0.02\nB vs C n.s.")
    with pytest.raises(TableError, match="no line ends with a value"):
        from_pvalues("nothing\nat all")


def test_labels_make_a_family() -> None:
    pairs = from_pvalues({"B vs A": 0.01, "C vs B": 0.02, "A vs C": 0.5})
    assert pairs.family == evenkeel.Family(("B", "A", "C"))
    assert "shaffer" in pairs.adjusted
    control = from_pvalues({"A vs B": 0.01, "C vs A": 0.02})
    assert control.family == evenkeel.Family(("A", "B", "C"), "A")
    named = from_pvalues({"B": 0.01, "C": 0.02}, control="A")
    assert named.labels == ("A vs B", "A vs C")
    assert named.adjusted["holm"].value == pytest.approx([0.02, 0.02])
    other = from_pvalues({"A vs B": 0.01, "C vs D": 0.02})
    assert other.family is None
    assert other.notes[0].startswith("A vs C is missing, so that procedures for all pairs")


@pytest.mark.parametrize(
    ("pvalues", "options", "message"),
    [
        ({"A vs B": "1.2"}, {}, "the p-value of A vs B is printed as 1.2; it lies between 0 and 1"),
        ({"A vs A": 0.1}, {}, "'A vs A' compares A with itself; name two algorithms"),
        ({"A vs B": 0.1, "B vs A": 0.1}, {}, "'B vs A' is given twice, perhaps the other way"),
        ({"A vs B": 0.1, "C vs D": 0.1}, {"adjust": "shaffer"}, "A vs C is missing; give all"),
        ({"A vs B": 0.1, "A vs C": 0.1}, {"control": "B"}, "control is 'B', which not every"),
        ({"A vs B": 0.1}, {"adjust": []}, "adjust names no procedure"),
        ({"A vs B": 0.1}, {"adjust": "closed-permutation"}, "needs the table, not p-values"),
        ({"A vs B": 0.1}, {"alpha": 2}, "alpha is 2; give a number between 0 and 1"),
        ({}, {}, "the mapping: nothing is given"),
        (5, {}, "int cannot be read; give a mapping"),
    ],
)
def test_p_values_that_cannot_be_used_are_refused(
    pvalues: object, options: dict[str, object], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        from_pvalues(pvalues, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ranks", "options", "message"),
    [
        (
            {"A": "1.5", "B": "1.9", "C": "3.6"},
            {},
            "average rank of C cannot be as printed: 3.6 does not lie between 1 and 3",
        ),
        (
            {"A": "1.5", "B": "1.9", "C": "2.1"},
            {},
            "the average ranks cannot be as printed: they add to .* and must add to 6",
        ),
        (
            {"A": "1.00", "B": "1.70", "C": "3.00"},
            {},
            "the average ranks cannot be as printed: they add to 5.7, and must add to 6",
        ),
        (
            {"A": "1.53", "B": "1.87", "C": "2.60"},
            {},
            "no average over 10 problems is printed as 1.53; with ties it is a multiple of 1/20",
        ),
        ({"A": "<2", "B": "1.9"}, {}, "<2 is a bound; give the average rank itself"),
        (RANKS, {"decimals": 0}, "decimals is 0, but 1.5 has 1"),
        (RANKS, {"ranking": "skillings-mack"}, "unknown ranking of printed average ranks"),
        (RANKS, {"control": "X"}, "unknown control 'X'"),
        (RANKS, {"n": 1}, "n is 1; give a whole number of problems, from 2 to 1,000,000,000"),
        ({"A": "1.5"}, {}, "k is 1; give a whole number of algorithms, from 2 to 1,000,000,000"),
    ],
)
def test_ranks_that_cannot_be_are_refused(
    ranks: dict[str, object], options: dict[str, object], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        from_ranks(ranks, **({"n": 10} | options))  # type: ignore[arg-type]


def test_the_best_of_some_ranks_cannot_be_too_good() -> None:
    # two algorithms share ranks 1 and 2 at best, so that they add to 3 at least
    with pytest.raises(InputError, match=r"the best 2 of them add to at most 2.9, .* at least 3"):
        from_ranks({"A": "1.40", "B": "1.50", "C": "3.40", "D": "3.70"}, n=10)


def test_decimals_are_those_of_the_longest_rank_or_as_said() -> None:
    mixed = from_ranks({"A": "1.5", "B": "2", "C": "2.50"}, n=1000)
    assert mixed.decimals == 2
    assert "taken to be rounded to 2 decimals" in mixed.notes[0]
    assert mixed.averages.low == pytest.approx([1.495, 1.995, 2.495])
    said = from_ranks(RANKS, 1000, decimals=3)
    assert said.averages.high == pytest.approx([1.5005, 1.9005, 2.6005])


def test_the_best_can_be_the_control_and_ties_are_noticed() -> None:
    found = from_ranks({"A": "1.55", "B": "1.85", "C": "2.60"}, 10, control="best")
    assert found.family == evenkeel.Family(("A", "B", "C"), "A")
    assert found.ties_needed == ("A", "B")
    assert "the printed ranks of A, B can be only if there are ties" in found.notes
    assert found.procedure == "holm"


def test_no_test_of_all_can_be_had_from_aligned_ranks() -> None:
    found = from_ranks({"A": "10.5", "B": "20.5", "C": "15.5"}, 10, ranking="aligned")
    assert found.tests == ()
    assert any("needs the ranks of the problems" in note for note in found.notes)
    assert "omnibus" not in [table.name for table in found.report().tables]


def test_problems_that_all_rank_alike_have_the_exact_chance_of_that() -> None:
    found = from_ranks({"A": "1.00", "B": "2.00", "C": "3.00"}, 4)
    assert np.isinf(found.statistic.value[1])
    assert found.omnibus_pvalue.value[1] == pytest.approx(6.0**-3)
    rounded = from_ranks({"A": "1", "B": "2", "C": "3"}, 4)
    assert rounded.omnibus_pvalue.low[1] == 0
    assert rounded.omnibus_pvalue.high[1] < 1


def test_two_algorithms_and_two_problems_have_an_answer() -> None:
    found = from_ranks({"A": "1", "B": "2"}, 2)
    # A and B may be tied, or A be first on both: |z| is then 1.414 and p 0.157
    assert found.pvalue.low[0] == pytest.approx(0.1573, abs=5e-5)
    assert found.pvalue.high[0] == 1
    assert found.verdicts() == ("not rejected",)


def test_the_picture_is_that_of_the_ranks() -> None:
    axes = from_ranks(RANKS, 40).plot("nemenyi-range")
    words = {text.get_text() for text in axes.texts}
    assert {"A", "B", "C"} <= words
    # of A and B, which are closer than the critical difference of 0.524, one bar
    assert [line.get_gid() for line in axes.lines if str(line.get_gid()).startswith("bar")] == [
        "bar-0"
    ]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("friedman", "25", "Friedman's statistic cannot be 25 with n = 10 and k = 3: .* and 20"),
        ("kendall", "1.2", "Kendall's W cannot be 1.2 .*: it lies between 0 and 1"),
        ("iman-davenport", "-1", "F cannot be -1 .*: it lies between 0 and inf"),
    ],
)
def test_a_statistic_beyond_its_range_is_said_to_be_impossible(
    name: str, value: str, words: str
) -> None:
    found = from_statistic(name, value, n=10, k=3)
    assert not found.possible
    assert found.chi_square is None
    (note,) = found.notes
    assert re.search(words, note)


def test_a_statistic_between_two_possible_ones_must_have_been_corrected_for_ties() -> None:
    found = from_statistic("friedman", "2.53", n=4, k=3)
    assert found.possible
    assert not found.uncorrected
    assert found.notes[0].endswith("otherwise next to it are 2.5 and 2.625")


def test_statistics_that_are_no_number_or_name_are_refused() -> None:
    with pytest.raises(InputError, match="<3 is a bound; give Friedman's statistic itself"):
        from_statistic("friedman", "<3", n=4, k=3)
    with pytest.raises(UnknownNameError, match="unknown statistic 'quade'"):
        from_statistic("quade", "3", n=4, k=3)


@pytest.mark.parametrize(
    "given", [(1, 2), "1/2", (1.5, 0, 2), (-1, 0, 2), (0, 0, 0), None, "a/b/c"]
)
def test_counts_are_three_whole_numbers(given: object) -> None:
    with pytest.raises(InputError, match="the counts of A vs B are"):
        from_counts({"A vs B": given})


def test_counts_of_unequal_totals_are_remarked_on() -> None:
    found = from_counts("A vs B, 12/2/6\nA vs C 3-0-16")
    assert found.wins.tolist() == [12, 3]
    assert "20 for A vs B, 19 for A vs C" in found.notes[0]
    assert "exact given the ties" in found.notes[1]
    assert "not exact" in from_counts({"A vs B": "12/2/6"}, ties="split").notes[0]


CLAIMS = """kind,name,value
n,,10
alpha,,0.05
rank,A,1.2
rank,B,1.9
rank,C,2.9
statistic,friedman,14.6
statistic,iman-davenport,24.33
statistic,kendall,0.73
p,iman-davenport,<0.001
z,A vs B,1.57
p,A vs C,0.0001
adjusted,holm: A vs C,0.0006
rejected,holm: A vs C,yes
rejected,holm: A vs B,yes
rejected,friedman,yes
critical-difference,nemenyi,1.05
critical-difference,bonferroni-dunn,1.002
"""


def test_each_kind_of_claim_is_compared_with_what_it_rests_on() -> None:
    found = audit(CLAIMS)
    outcomes = {(each.kind, each.name): (str(each.outcome), each.source) for each in found}
    assert outcomes[("rank", "A")] == ("agrees", "the other ranks")
    assert outcomes[("statistic", "friedman")] == ("agrees", "printed ranks")
    assert outcomes[("statistic", "iman-davenport")] == ("agrees", "printed ranks")
    assert outcomes[("statistic", "kendall")] == ("agrees", "printed ranks")
    assert outcomes[("p", "iman-davenport")] == (
        "agrees",
        "printed iman-davenport statistic",
    )
    assert outcomes[("z", "A vs B")] == ("agrees", "printed ranks")
    assert outcomes[("p", "A vs C")] == ("agrees", "printed ranks")
    assert outcomes[("adjusted", "holm: A vs C")] == ("agrees by rounding", "printed ranks")
    assert outcomes[("rejected", "holm: A vs C")] == ("agrees", "printed ranks")
    assert outcomes[("rejected", "holm: A vs B")] == ("differs", "printed ranks")
    assert outcomes[("rejected", "friedman")] == ("agrees", "printed friedman statistic")
    assert outcomes[("critical-difference", "nemenyi")] == ("agrees", "n and k")
    assert outcomes[("critical-difference", "bonferroni-dunn")] == ("agrees", "n and k")
    assert [each.name for each in found.doubtful] == ["holm: A vs B"]
    assert found.count("agrees") == len(found) - 2


def test_semicolons_and_decimal_commas_are_understood() -> None:
    with_commas = CLAIMS.replace(",", ";").replace(".", ",")
    assert [each.outcome for each in audit(with_commas)] == [each.outcome for each in audit(CLAIMS)]


def test_what_nothing_tells_about_is_taken_as_given_or_not_checked() -> None:
    found = audit("p,A vs B,0.01\nadjusted,holm: A vs C,0.02\nrank,A,1.5\nrank,B,3.5")
    assert [str(each.outcome) for each in found] == [
        "taken as given",
        "not checked",
        "taken as given",
        "taken as given",
    ]
    assert "needs n and all average ranks" in found[1].why


def test_some_ranks_of_k_are_checked_one_by_one() -> None:
    found = audit("n,,10\nk,,5\nrank,A,1.53\nrank,B,4.55")
    assert [str(each.outcome) for each in found] == ["cannot be", "taken as given"]
    assert found[1].why == "possible only with ties"


def test_counts_give_p_values_and_adjusted_ones() -> None:
    found = audit(
        "counts,A vs B,12/2/6\ncounts,A vs C,3/0/17\np,A vs B,0.238\nadjusted,holm: A vs C,0.005"
    )
    assert str(found[2].outcome) == "agrees"
    assert found[2].source == "printed counts"


def test_p_values_beyond_one_cannot_be() -> None:
    found = audit("p,A vs B,1.2\np,A vs C,0.1")
    assert [str(each.outcome) for each in found] == ["cannot be", "taken as given"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rnk,A,2", "line 1: unknown kind of claim 'rnk': did you mean 'rank'"),
        ("rank,A", "line 1: found 'rank,A'; write rank,A,2.10"),
        ("n,,ten\nrank,A,2\nrank,B,1", "n is 'ten'; write a whole number, such as 'n,,30'"),
        ("n,,5\nn,,6\nrank,A,2", "line 2: give n once"),
        ("ties,,some\nrank,A,2", "unknown word about ties 'some'"),
        ("rank,A,2\nrank,A,2", "line 2: the rank of A is claimed twice"),
        ("rank,A,good", "line 1: the rank of A is 'good', which is no number"),
        ("rejected,holm: A vs B,maybe", "line 1: found 'maybe'; write yes or no"),
        ("# nothing\n", "no claim is made; write one per line"),
        ("n,,9\nrank,A,1\nrank,B,2\nz,A vs X,1", "line 4: 'A vs X' names no two algorithms"),
        ("n,,9\nrank,A,1\nrank,B,2\nadjusted,A vs B,1", "line 4: found 'A vs B'; write the proc"),
        ("n,,9\nrank,A,1\nrank,B,2\nstatistic,chi,1", "line 4: unknown statistic 'chi'"),
    ],
)
def test_claims_that_are_not_understood_are_named_by_their_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        audit(f"{text}\n")


def test_faults_are_listed_together() -> None:
    with pytest.raises(TableError) as refused:
        audit("rank,A,x\nfoo,B,1\n")
    assert len(refused.value.faults) == 2


def test_a_report_counts_the_outcomes_and_marks_what_is_doubtful() -> None:
    report = audit(CLAIMS).report()
    text = str(report.blocks[0])
    assert "Of 15 claims, 13 agree, 1 agrees by rounding and 1 differs." in text
    table = report.table("claims")
    assert [table.rows[row][1] for row, _ in table.bold] == ["holm: A vs B"]
