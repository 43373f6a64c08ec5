"""Several measures together, beside brute force and the formulas of rNPBST, and at each door."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import evenkeel
from evenkeel.errors import InputError
from evenkeel.plot import draw_picture


def measured(seed: int = 0, m: int = 3, n: int = 24, k: int = 3) -> dict[str, evenkeel.Results]:
    """Tables with ties, every other measure turned."""
    rng = np.random.default_rng(seed)
    names = [f"A{j}" for j in range(k)]
    return {
        f"m{i}": evenkeel.Results(
            rng.integers(0, 6, (n, k)) + np.arange(k) * (i + 1) / 2,
            algorithms=names,
            better=("lower", "higher")[i % 2],
        )
        for i in range(m)
    }


def combination_counts(tables: dict[str, evenkeel.Results], a: str, b: str) -> list[Fraction]:
    """Problem by problem, each tie as half a win of either."""
    counts = dict.fromkeys(itertools.product((0, 1), repeat=len(tables)), Fraction(0))
    columns = [(t.select([a, b]).values, t.better) for t in tables.values()]
    for i in range(len(columns[0][0])):
        allowed = []
        for values, better in columns:
            first, second = values[i] if better == "higher" else -values[i]
            allowed.append((0, 1) if first == second else (int(first > second),))
        found = list(itertools.product(*allowed))
        for each in found:
            counts[each] += Fraction(1, len(found))
    return list(counts.values())


@pytest.mark.parametrize("m", [1, 2, 3])
def test_counts_and_pvalues_are_those_of_the_definition(m: int) -> None:
    tables = measured(seed=m, m=m)
    found = evenkeel.comparison.joint_measures(tables, method="chi-square")
    assert len(found.combinations) == 2**m
    for i, (a, b) in enumerate(found.family.hypotheses):
        counts = [float(count) for count in combination_counts(tables, a, b)]
        assert found.counts[i].tolist() == counts
        second, first = sorted(counts)[-2:]
        # the statistic of rNPBST's multipleMeasuresGLRT
        ratio = ((first + second) / 2) ** (first + second) / (first**first * second**second)
        expected = stats.chi2.sf(-2 * np.log(ratio), 1)
        assert found.pvalue[i] == pytest.approx(expected, rel=1e-9)
    np.testing.assert_allclose(found.adjusted, evenkeel.adjust(found.pvalue, "holm"))


def test_exact_pvalues_are_binomial_and_the_posterior_that_of_draws() -> None:
    rng = np.random.default_rng(5)
    values = rng.permuted(np.tile(np.arange(2.0), (30, 1)), axis=1)
    other = np.sort(rng.permuted(values, axis=1), axis=1)
    other[:8] = other[:8, ::-1]
    tables = {
        name: evenkeel.Results(each, algorithms=["A", "B"], better="lower")
        for name, each in (("x", values), ("y", other))
    }
    found = evenkeel.comparison.joint_measures(tables, prior=2)
    second, first = np.sort(found.counts[0])[-2:]
    expected = stats.binomtest(int(first), int(first + second)).pvalue
    assert found.pvalue[0] == pytest.approx(min(expected, 1), rel=1e-12)
    draws = rng.dirichlet(found.counts[0] + 0.5, 200_000).argmax(axis=1)
    shares = np.bincount(draws, minlength=4) / draws.size
    np.testing.assert_allclose(found.probability[0], shares, atol=0.004)


def test_pareto_pvalues_are_those_of_the_sign_tests() -> None:
    tables = measured(seed=7)
    margins = {"m0": 1.0, "m2": 0.5}
    found = evenkeel.comparison.joint_measures(tables, margins=margins)
    for i, pair in enumerate(found.family.hypotheses):
        for side, (a, b) in enumerate((pair, pair[::-1])):
            worse, better, dominates = [], [], np.ones((2, found.n), dtype=bool)
            for name, table in tables.items():
                chosen = table.select([a, b])
                d = (chosen.losses[:, 1] - chosen.losses[:, 0]).round(9)
                beyond = int((d < -margins.get(name, 0)).sum())
                worse.append(stats.binom.cdf(beyond, found.n, 0.5))
                untied = d[d != 0]
                better.append(
                    stats.binomtest(int((untied > 0).sum()), untied.size, alternative="greater")
                )
                dominates[0] &= d >= 0
                dominates[1] &= d == 0
            least = min(1, 3 * min(each.pvalue for each in better))
            assert found.pareto[i, side] == pytest.approx(max(*worse, least), rel=1e-9)
            assert found.dominates[i, side] == (dominates[0] & ~dominates[1]).sum()
    expected = evenkeel.adjust(found.pareto.ravel(), "holm")
    np.testing.assert_allclose(found.pareto_adjusted.ravel(), expected)


def test_what_is_shown_is_said_and_drawn() -> None:
    better = np.column_stack([np.zeros(12), np.ones(12), np.full(12, 2.0)])
    names = ["A", "B", "C"]
    tables = {
        name: evenkeel.Results(better * sign, algorithms=names, better=way)
        for name, sign, way in (("loss", 1, "lower"), ("gain", -1, "higher"))
    }
    found = evenkeel.comparison.joint_measures(tables, margins={"loss": 0.5})
    text = str(found)
    assert "A against B: most often better in loss and gain (12 of 12" in text
    assert "A is not worse than B in any measure by more than its margin and better" in text
    assert "more than its margin: loss 0.5" in text
    assert found.combinations == ("--", "-+", "+-", "++")
    turned = evenkeel.comparison.joint_measures(tables, control="C", method="chi-square")
    assert "A is not worse than C in any measure and better in one, shown" in str(turned)
    assert "likelihood ratio by its chi-square law" in str(turned)
    axes = draw_picture("joint", tables)
    bold = [t.get_text() for t in axes.texts if t.get_fontweight() == "bold"]
    assert bold == ["12"] * 3
    assert evenkeel.plot.plot_joint(found, annotate=False).texts
    wide = evenkeel.comparison.joint_measures(measured(k=4, m=2))
    assert "The tables have 3 more pairs." in str(wide)
    picture = next(block for block in found.report().flow if type(block).__name__ == "Picture")
    assert picture.draw().axes


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"margins": {"m0": -1.0}}, "the margin of 'm0' is -1.0"),
        ({"margins": {"mm": 1.0}}, "unknown measure 'mm'"),
        ({"prior": 0.0}, "prior is 0.0"),
        ({"alpha": 2.0}, "alpha is 2.0"),
        ({"procedure": "shaffer"}, "rests on ranks, or on logical"),
        ({"method": "normal"}, "unknown method"),
    ],
)
def test_options_are_checked(change: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        evenkeel.comparison.joint_measures(measured(), **change)  # type: ignore[arg-type]


def test_tables_that_do_not_fit_are_refused() -> None:
    tables = measured()
    with pytest.raises(InputError, match="'A2' is not in all measures"):
        evenkeel.comparison.joint_measures(tables | {"m1": tables["m1"].select(["A0", "A1"])})
    with pytest.raises(InputError, match="there are 7 measures"):
        evenkeel.comparison.joint_measures(measured(m=7))
    holes = evenkeel.Results([[1, np.nan], [2, 3]], better="lower", missing="keep")
    with pytest.raises(InputError, match="results of the measure 'm' are missing"):
        evenkeel.comparison.joint_measures({"m": holes})


def test_problems_that_one_measure_leaves_out_are_left_out_of_all() -> None:
    tables = measured(m=2)
    values = tables["m1"].values.copy()
    values[[2, 5], 0] = np.nan
    one = evenkeel.Results(
        values,
        tables["m1"].problems,
        tables["m1"].algorithms,
        better=tables["m1"].better,
        missing="keep",
    )
    found = evenkeel.comparison.joint_measures(
        tables | {"m1": evenkeel.tables.choose(one, "drop-problem")}
    )
    left = [p for i, p in enumerate(one.problems) if i not in (2, 5)]
    beside = evenkeel.comparison.joint_measures(
        {name: table.select(problems=left) for name, table in tables.items()}
    )
    assert found.left_out == (one.problems[2], one.problems[5])
    np.testing.assert_array_equal(found.counts, beside.counts)
    np.testing.assert_array_equal(found.pareto, beside.pareto)
    assert f"lacks results of them: {one.problems[2]}" in str(found.report().flow)
    short = tables["m1"].select(problems=left)  # nobody said why they are not there
    with pytest.raises(InputError, match="is not in the measure 'm1'"):
        evenkeel.comparison.joint_measures(tables | {"m1": short})
    with pytest.raises(InputError, match="missing='drop-problem'"):
        evenkeel.comparison.joint_measures(tables | {"m1": one})


def test_failures_are_worse_than_any_result_by_more_than_any_margin() -> None:
    tables = measured(m=2)
    values = tables["m1"].values.copy()
    values[[2, 5], 0] = values[5, 1] = np.nan
    kept = evenkeel.Results(
        values, algorithms=tables["m1"].algorithms, better="lower", missing="keep"
    )
    failed = evenkeel.tables.choose(kept, "worst")
    far = evenkeel.Results(
        np.where(np.isnan(values), 1e6, values), algorithms=kept.algorithms, better="lower"
    )
    plain = evenkeel.Results(tables["m0"].values, algorithms=kept.algorithms, better="lower")
    others = {"m0": plain}
    for margins in ({}, {"m1": 2.0}):
        one, other = (
            evenkeel.comparison.joint_measures(others | {"m1": table}, margins=margins)
            for table in (failed, far)
        )
        np.testing.assert_array_equal(one.counts, other.counts)
        np.testing.assert_array_equal(one.pareto, other.pareto)
        np.testing.assert_array_equal(one.dominates, other.dominates)


def test_a_joint_level_is_shared_by_the_measures() -> None:
    tables = measured(m=2)
    found = evenkeel.compare_measures(tables, joint_level=True, alpha=0.04)
    assert [one.alpha for one in found.comparisons.values()] == [0.02, 0.02]
    assert "The level 0.04 holds for all 2 measures together" in str(found.report().flow)
