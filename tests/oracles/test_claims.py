"""Claims against scipy, brute force over all possible ranks, and publications with known errata."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import evenkeel
from evenkeel.claims import audit, from_counts, from_pvalues, from_ranks, from_statistic
from evenkeel.claims.possible import possible_ranks
from evenkeel.claims.printed import printed_number
from published import published


def orders_with_ties(k: int) -> set[tuple[float, ...]]:
    """All ranks that one problem can give k algorithms."""
    return {
        tuple(stats.rankdata(values).tolist()) for values in itertools.product(range(k), repeat=k)
    }


@pytest.mark.slow
@pytest.mark.parametrize(("n", "k"), [(2, 3), (3, 3), (4, 3)])
def test_ranks_are_possible_just_if_some_table_has_them(n: int, k: int) -> None:
    totals = {
        tuple(np.sum(rows, axis=0).tolist())
        for rows in itertools.combinations_with_replacement(orders_with_ties(k), n)
    }
    halves = range(2 * n, 2 * n * k + 1)
    # printed with so many decimals that nothing else is meant
    numbers = {each: printed_number(f"{each / (2 * n):.6f}") for each in halves}
    for doubled in itertools.product(halves, repeat=k):
        printed = [numbers[each] for each in doubled]
        expected = tuple(each / 2 for each in doubled) in totals
        found = possible_ranks(printed, n, "friedman")
        assert (not found.faults) == expected
        if expected:
            assert [float(low) for low in found.low] == pytest.approx(
                [each / (2 * n) for each in doubled]
            )


@pytest.mark.slow
@pytest.mark.parametrize(("n", "k"), [(3, 3), (5, 3), (7, 4)])
def test_an_average_rank_that_is_no_multiple_cannot_be(n: int, k: int) -> None:
    possible = {Fraction(doubled, 2 * n) for doubled in range(2 * n, 2 * n * k + 1)}
    for hundredths in range(100, 100 * k + 1):
        text = f"{hundredths / 100:.2f}"
        beyond = [each - Fraction(text) for each in possible]
        rounded = any(abs(each) <= Fraction(1, 200) for each in beyond)
        cut = any(0 <= each < Fraction(1, 100) for each in beyond)
        found = possible_ranks([printed_number(text)], n, "friedman", k)
        assert (not found.faults) == (rounded or cut)
        assert found.cut == (cut and not rounded)


def boxes() -> list[tuple[int, list[str]]]:
    return [
        (10, ["1.4", "2.1", "2.5"]),
        (10, ["1", "2", "3"]),
        (7, ["1.7", "1.9", "2.7", "3.7"]),
        (12, ["2.5", "2.5", "2.5", "2.5"]),
        (6, ["1.2", "2.3", "2.8", "3.7"]),
    ]


@pytest.mark.parametrize(("n", "printed"), boxes())
def test_bounds_are_those_of_all_ranks_that_are_printed_so(n: int, printed: list[str]) -> None:
    k = len(printed)
    names = "ABCD"[:k]
    found = from_ranks(dict(zip(names, printed, strict=True)), n)
    half = 0.5 * 10.0**-found.decimals
    choices = [
        [
            doubled / (2 * n)
            for doubled in range(2 * n, 2 * n * k + 1)
            if abs(doubled / (2 * n) - float(text)) <= half + 1e-12
        ]
        for text in printed
    ]
    ranks = np.array(
        [row for row in itertools.product(*choices) if abs(sum(row) - k * (k + 1) / 2) < 1e-9]
    )
    assert found.averages.low == pytest.approx(ranks.min(axis=0))
    assert found.averages.high == pytest.approx(ranks.max(axis=0))
    first, second = found.family.pairs.T
    z = (ranks[:, second] - ranks[:, first]) / np.sqrt(k * (k + 1) / (6 * n))
    assert found.z.low == pytest.approx(z.min(axis=0))
    assert found.z.high == pytest.approx(z.max(axis=0))
    p = 2 * stats.norm.sf(np.abs(z))
    assert found.pvalue.low == pytest.approx(p.min(axis=0))
    assert (found.pvalue.high >= p.max(axis=0) - 1e-12).all()
    x = 12 * n / (k * (k + 1)) * (np.square(ranks).sum(axis=1) - k * (k + 1) ** 2 / 4)
    width = found.averages.high - found.averages.low
    quarter = 12 * n / (k * (k + 1)) * np.square(width).max() / 4
    assert found.statistic.low[0] <= x.min() + 1e-9
    assert x.max() - 1e-9 <= found.statistic.high[0] <= x.max() + quarter + 1e-9
    # the least over the reals is below that over the multiples by no more than their step allows
    step = 12 * n / (k * (k + 1)) * k / (2 * n) ** 2
    assert found.statistic.low[0] >= x.min() - step
    assert found.omnibus_pvalue.high[0] >= stats.chi2.sf(x.min(), k - 1) - 1e-12


def test_verdicts_hold_for_all_ranks_that_are_printed_so() -> None:
    # the example of README and docstring: every possible rank, Holm's procedure from its definition
    ranks = {"C4.5": "2.1", "1-NN": "3.3", "NaiveBayes": "2.2", "Kernel": "4.3", "CN2": "3.1"}
    sixtieths = [range(round(60 * float(r) - 3), round(60 * float(r) + 4)) for r in ranks.values()]
    rows = np.array([row for row in itertools.product(*sixtieths) if sum(row) == 900]) / 60
    x = 12 * (np.square(rows).sum(axis=1) - 45)
    found = from_ranks(ranks, 30)
    assert found.statistic.low[0] == pytest.approx(x.min(), abs=0.1)
    assert found.statistic.high[0] == pytest.approx(x.max(), abs=0.1)
    control = from_ranks(ranks, 30, control="C4.5", adjust="holm")
    z = (rows[:, 1:] - rows[:, :1]) / np.sqrt(1 / 6)
    p = 2 * stats.norm.sf(np.abs(z))
    order = p.argsort(axis=1)
    steps = np.maximum.accumulate([4, 3, 2, 1] * np.take_along_axis(p, order, 1), axis=1)
    adjusted = np.minimum(np.take_along_axis(steps, order.argsort(axis=1), 1), 1)
    rejected = adjusted <= 0.05
    expected = [
        "rejected" if column.all() else "rounding could turn it" if column.any() else "not rejected"
        for column in rejected.T
    ]
    assert list(control.verdicts()) == expected
    assert control.adjusted["holm"].low == pytest.approx(adjusted.min(axis=0), rel=0.2)
    assert control.adjusted["holm"].high == pytest.approx(adjusted.max(axis=0), rel=0.2)


def test_ranks_with_all_decimals_give_what_the_table_gives() -> None:
    for case in ("garcia2008", "demsar2006", "cec2005"):
        table = evenkeel.load(case)
        average = evenkeel.ranks.friedman_ranks(table).average
        ranks = dict(zip(table.algorithms, average.tolist(), strict=True))
        found = from_ranks(ranks, table.n)
        test = evenkeel.friedman(table, ties="uncorrected")
        assert found.statistic.low[0] == pytest.approx(test.statistic, rel=1e-9)
        assert found.statistic.high[0] == pytest.approx(test.statistic, rel=1e-9)
        truth = evenkeel.posthoc(table, method="normal")
        for name, adjusted in truth.adjusted.items():
            assert found.adjusted[name].value == pytest.approx(adjusted, rel=1e-6)
            assert found.adjusted[name].low == pytest.approx(found.adjusted[name].high, rel=1e-6)


def test_the_statistic_of_quades_ranks_is_that_of_a_table_without_ties() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(np.arange(5) / 3, 1, (15, 5))
    average = evenkeel.ranks.quade_ranks(evenkeel.Results(values, better="lower")).average
    ranks = {f"A{j}": f"{each:.9f}" for j, each in enumerate(average)}
    found = from_ranks(ranks, 15, ranking="quade")
    expected = evenkeel.quade(values, better="lower")
    assert found.statistic.value[0] == pytest.approx(expected.statistic, rel=1e-9)
    assert found.omnibus_pvalue.value[0] == pytest.approx(expected.pvalue, rel=1e-8)


def test_a_printed_statistic_has_the_p_values_of_scipy() -> None:
    found = from_statistic("friedman", "12.4", n=20, k=5)
    f = 19 * 12.4 / (20 * 4 - 12.4)
    assert found.chi_square_pvalue[0] == pytest.approx(stats.chi2.sf(12.4, 4))
    assert found.chi_square_pvalue[1] == pytest.approx(stats.chi2.sf(12.45, 4))
    assert found.chi_square_pvalue[2] == pytest.approx(stats.chi2.sf(12.35, 4))
    assert found.f[0] == pytest.approx(f)
    assert found.f_pvalue[0] == pytest.approx(stats.f.sf(f, 4, 76))
    assert found.kendall_w[0] == pytest.approx(12.4 / 80)
    for name, value in (("iman-davenport", found.f[0]), ("kendall", found.kendall_w[0])):
        again = from_statistic(name, repr(value), n=20, k=5)
        assert again.chi_square[0] == pytest.approx(12.4)


@pytest.mark.parametrize(("n", "k"), [(3, 3), (4, 3), (2, 4)])
def test_every_statistic_of_some_table_is_possible(n: int, k: int) -> None:
    found = set()
    for rows in itertools.combinations_with_replacement(orders_with_ties(k), n):
        average = np.sum(rows, axis=0) / n
        x = 12 * n / (k * (k + 1)) * (np.square(average).sum() - k * (k + 1) ** 2 / 4)
        found.add(round(float(x), 9))
    for x in found:
        assert from_statistic("friedman", f"{x + 0.0:.6f}", n=n, k=k).uncorrected
    step = 6 / (n * k * (k + 1))
    between = from_statistic("friedman", f"{step / 2:.6f}", n=n, k=k)
    assert between.possible
    assert not between.uncorrected


def test_counts_have_the_sign_tests_of_scipy() -> None:
    counts = {"A vs B": (12, 2, 6), "A vs C": (3, 0, 17), "B vs C": (10, 0, 10)}
    found = from_counts(counts)
    expected = [stats.binomtest(w, w + x).pvalue for w, _, x in counts.values()]
    assert found.pvalue.value == pytest.approx(expected)
    split = from_counts(counts, ties="split").pvalue.value
    assert split[0] == pytest.approx(stats.binomtest(13, 20).pvalue)


def of(found: evenkeel.claims.Audit, kind: str, name: str) -> str:
    (finding,) = (each for each in found if (each.kind, each.name) == (kind, name))
    return str(finding.outcome)


def test_the_sum_of_the_cec_ranks_shows_the_misprint() -> None:
    # erratum 25: CoEVO's 6.44 should be 8.44; erratum 36: z of BLX-GL50
    rows = published("garcia2009_cec_gcmaes_control")
    claims = [("n", "", 25), ("control", "", "G-CMA-ES"), ("rank", "G-CMA-ES", "3.34")]
    claims += [("rank", row["algorithm"], row["rank"]) for row in rows]
    claims += [("z", row["algorithm"], row["z"]) for row in rows]
    claims += [("adjusted", f"bonferroni: {r['algorithm']}", r["bonferroni"]) for r in rows]
    right = audit(claims)
    assert [each.name for each in right.doubtful] == ["BLX-GL50"]
    misprinted = audit(
        [(a, b, "6.44" if b == "CoEVO" and a == "rank" else c) for a, b, c in claims]
    )
    assert of(misprinted, "rank", "CoEVO") == "cannot be"
    (found,) = (each for each in misprinted if (each.kind, each.name) == ("rank", "CoEVO"))
    assert found.value == pytest.approx(8.44)


def test_an_average_of_eleven_ranks_is_a_multiple_of_one_in_22() -> None:
    # erratum 46: 4.956 should be 4.955
    text = "5.227 7.681 9.000 4.955 5.409 6.318 3.045 7.545 6.545 4.956 5.318"
    claims = [("n", "", 11), *(("rank", f"A{j}", rank) for j, rank in enumerate(text.split()))]
    found = audit(claims)
    # 7.681 can be: 7.68181... is cut off
    assert [each.name for each in found if each.outcome == "cannot be"] == ["A9"]
    mended = audit([(a, b, "4.955" if c == "4.956" else c) for a, b, c in claims])
    assert not mended.doubtful
    assert "cut off" in mended[1].why


def test_the_statistic_in_a_heading_differs_from_the_ranks() -> None:
    # erratum 49: 16.255 for 16.225
    ranks = zip(("PDFC", "NNEP", "IS", "FH"), ["1.771", "2.479", "2.479", "3.271"], strict=True)
    claims = [("n", "", 24), *(("rank", *rank) for rank in ranks)]
    for value, outcome in (("16.225", "agrees"), ("16.255", "differs")):
        found = audit([*claims, ("statistic", "friedman", value), ("p", "friedman", "0.001")])
        assert of(found, "statistic", "friedman") == outcome
        assert of(found, "p", "friedman") == "agrees"


@pytest.mark.slow
def test_adjusted_p_values_of_all_pairs_differ_where_the_errata_say() -> None:
    # errata 13 and 26 of Table 20 of Derrac et al. (2011)
    rows = published("derrac2011_t20_all_pairs")
    claims = [("n", "", 25)]
    claims += [("rank", r["algorithm"], r["friedman"]) for r in published("derrac2011_t11_ranks")]
    for row in rows:
        pair = f"{row['first']} vs {row['second']}"
        claims += [("p", pair, row["unadjusted"])]
        claims += [
            ("adjusted", f"{name}: {pair}", row[name])
            for name in ("nemenyi", "holm", "shaffer", "bergmann")
        ]
    found = audit(claims)
    assert len(found) == 9 + 5 * 36
    assert sorted(each.name for each in found.doubtful) == sorted(
        [
            "holm: PSO vs SS-Arit",
            "bergmann: CHC vs SS-BLX",
            "bergmann: SS-Arit vs SaDE",
            "bergmann: SS-Arit vs DE-Bin",
        ]
    )


def test_a_wrong_power_of_ten_differs() -> None:
    # errata 22 and 33 of the Spanish tutorial: Li's and Finner's p-values of FH-GBML
    rows = [r for r in published("garcia2010_apv_control_pdfc") if r["ranking"] == "friedman"]
    names = ("FH-GBML", "IS-CHC+1NN", "NNEP")
    table = {row["procedure"]: row for row in rows}
    claims = [("control", "", "PDFC")]
    claims += [("p", name, table["unadjusted"][name]) for name in names]
    claims += [
        ("adjusted", f"{procedure}: {name}", row[name])
        for procedure, row in table.items()
        if procedure not in ("unadjusted", "rom")
        for name in names
    ]
    doubtful = {each.name for each in audit(claims).doubtful}
    assert doubtful == {"li: FH-GBML", "finner: FH-GBML"}


def test_adjusted_p_values_from_printed_ones_are_those_of_statsmodels() -> None:
    from statsmodels.stats.multitest import multipletests

    p = ["0.012", "0.034", "0.0005", "0.2", "0.61"]
    found = from_pvalues({f"H{i}": each for i, each in enumerate(p)})
    assert found.family is None
    for side, shift in (("value", 0.0), ("low", -0.5), ("high", 0.5)):
        raw = [float(each) + shift * 10.0 ** -len(each.split(".")[1]) for each in p]
        for name, theirs in (
            ("holm", "holm"),
            ("hochberg", "simes-hochberg"),
            ("hommel", "hommel"),
        ):
            expected = multipletests(raw, method=theirs)[1]
            assert getattr(found.adjusted[name], side) == pytest.approx(expected)


def test_ranks_that_are_cut_off_agree_with_their_statistic() -> None:
    # rounded ranks could be printed so as well, with other totals and another statistic
    averages = np.array([21, 23, 40]) / 14
    orders = np.repeat([[1, 2, 3], [2, 1, 3], [1, 3, 2]], [5, 7, 2], axis=0)
    assert orders.mean(axis=0) == pytest.approx(averages)
    statistic = stats.friedmanchisquare(*orders.T).statistic
    ranks = [("rank", name, str(each)[:3]) for name, each in zip("ABC", averages, strict=True)]
    assert [value for _, _, value in ranks] == ["1.5", "1.6", "2.8"]
    found = audit([("n", "", 14), *ranks, ("statistic", "friedman", f"{statistic:.2f}")])
    assert found[3].claimed == "15.57"
    assert not found.doubtful


def printed_so(value: float, decimals: int, cut: bool) -> str:
    """A number as a paper prints it, rounded or cut off."""
    if cut:
        value = float(np.trunc(value * 10**decimals + 1e-9 * np.sign(value)) / 10**decimals)
    return f"{value:.{decimals}f}"


def paper_with_ties(seed: int) -> list[tuple[str, str, object]]:
    """Claims of a paper about results with ties, by scipy and statsmodels."""
    from statsmodels.stats.multitest import multipletests

    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(5, 41)), int(rng.integers(3, 8))
    results = rng.integers(0, rng.integers(3, 12), (n, k)) + rng.integers(0, 3, k)
    ranks = stats.rankdata(results, axis=1)
    averages = ranks.mean(axis=0)
    chi_square, p = stats.friedmanchisquare(*results.T)
    f = (n - 1) * chi_square / (n * (k - 1) - chi_square)
    names = [f"A{j}" for j in range(k)]
    cut = bool(rng.integers(2))
    claims: list[tuple[str, str, object]] = [("n", "", n)]
    decimals = int(rng.integers(1, 5))
    claims += [
        ("rank", name, printed_so(each, decimals, cut))
        for name, each in zip(names, averages, strict=True)
    ]
    digits = int(rng.integers(2, 5))
    omnibus = [
        ("statistic", "friedman", printed_so(chi_square, digits, cut)),
        ("statistic", "iman-davenport", printed_so(f, digits, cut)),
        ("statistic", "kendall", printed_so(chi_square / (n * (k - 1)), digits, cut)),
        ("p", "friedman", printed_so(p, 4, cut)),
        ("p", "iman-davenport", printed_so(stats.f.sf(f, k - 1, (k - 1) * (n - 1)), 4, cut)),
    ]
    claims += [each for each in omnibus if rng.random() < 0.7]
    corrected = bool(rng.integers(2))
    left = np.square(ranks - (k + 1) / 2).sum() / (n * k * (k * k - 1) / 12) if corrected else 1
    pairs = list(itertools.combinations(range(k), 2))
    z = np.array([averages[b] - averages[a] for a, b in pairs])
    z = np.abs(z) / np.sqrt(k * (k + 1) / (6 * n) * left)
    raw = 2 * stats.norm.sf(z)
    holm = multipletests(raw, method="holm")[1]
    kinds = [kind for kind in ("z", "p", "adjusted", "rejected") if rng.random() < 0.6]
    for (a, b), *numbers in zip(pairs, z, raw, holm, strict=True):
        pair = f"A{a} vs A{b}"
        values = dict(zip(("z", "p", "adjusted"), numbers, strict=True))
        for kind in kinds:
            label = pair if kind in ("z", "p") else f"holm: {pair}"
            value = printed_so(values[kind], 4, cut) if kind in values else None
            claims.append((kind, label, value or ("yes" if numbers[2] <= 0.05 else "no")))
    return claims


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_no_right_paper_with_ties_is_accused(seed: int) -> None:
    found = audit(paper_with_ties(seed))
    assert [(each.kind, each.name, each.claimed, each.why) for each in found.doubtful] == []


def test_a_correction_for_ties_is_said_with_its_size_and_can_be_ruled_out() -> None:
    results = np.array([[1, 1, 2, 4], [1, 2, 2, 3], [2, 1, 3, 3], [1, 2, 3, 4], [2, 1, 3, 4]] * 3)
    ranks = stats.rankdata(results, axis=1)
    n, k = ranks.shape
    taken = 1 - np.square(ranks - 2.5).sum() / (n * k * (k * k - 1) / 12)
    assert taken == pytest.approx(3 * 3 * 6 / (n * (k**3 - k)))  # nine ties of two
    statistic = f"{stats.friedmanchisquare(*results.T).statistic:.3f}"
    averages = zip("ABCD", ranks.mean(axis=0), strict=True)
    claims = [("n", "", n), *(("rank", name, f"{each:.4f}") for name, each in averages)]
    claims.append(("statistic", "friedman", statistic))
    found = audit(claims)[-1]
    assert found.outcome == "agrees if corrected for ties"
    assert found.why == f"if ties take {taken:.2%} of the variance of the ranks"
    # no ties take a share between the steps, and none make a statistic smaller
    for wrong in (float(statistic) + 0.02, found.value - 0.02):
        wrongly = audit([*claims[:-1], ("statistic", "friedman", f"{wrong:.3f}")])
        assert wrongly[-1].outcome == "differs"
    assert audit([*claims, ("ties", "", "none")])[-1].outcome == "differs"


def test_kendalls_w_may_be_corrected_beside_a_statistic_that_is_not() -> None:
    results = np.array([[1, 1, 2], [1, 2, 3], [1, 2, 2], [1, 3, 2]])
    ranks = stats.rankdata(results, axis=1)
    uncorrected = 12 * 4 / (3 * 4) * np.square(ranks.mean(axis=0) - 2).sum()
    w = stats.friedmanchisquare(*results.T).statistic / (4 * 2)
    claims = f"n,,4\nk,,3\nstatistic,friedman,{uncorrected:.3f}\nstatistic,kendall,{w:.3f}"
    assert str(audit(claims)[1].outcome) == "agrees if corrected for ties"


def test_all_pairs_are_corrected_for_ties_alike_or_not_at_all() -> None:
    claims = "n,,20\nrank,A,1.500\nrank,B,2.000\nrank,C,2.500\n"
    left = 0.9
    z = np.array([0.5, 1.0, 0.5]) / np.sqrt(3 * 4 / (6 * 20) * left)
    pairs = [
        f"z,{pair},{each:.2f}\n"
        for pair, each in zip(("A vs B", "A vs C", "B vs C"), z, strict=True)
    ]
    assert {str(each.outcome) for each in audit(claims + "".join(pairs))[3:]} == {
        "agrees if corrected for ties"
    }
    # one that is not corrected, or a statistic that is not, and the others have no excuse
    for other in ("z,A vs B,1.58\n" + "".join(pairs[1:]), "statistic,friedman,10.00\n" + pairs[1]):
        outcomes = [str(each.outcome) for each in audit(claims + other)[3:]]
        assert outcomes[0] == "agrees"
        assert set(outcomes[1:]) == {"differs"}
