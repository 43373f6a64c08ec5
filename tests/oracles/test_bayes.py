"""Bayesian comparisons: rational arithmetic, brute force, quadrature by scipy, baycomp and Stan."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction
from math import exp, factorial, lgamma, log1p, pi, sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import betainc
from scipy.stats import gamma as gamma_law
from scipy.stats import t as student_law

import evenkeel
from evenkeel.bayesian.hyperparameters import hyperposterior, shares_of_regions
from evenkeel.bayesian.integrated_means import Convolution, Likelihoods
from evenkeel.bayesian.sign import Steps, largest_share_probability
from evenkeel.numerics.calculus import Panels
from runs_examples import make_runs

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

STORED = json.loads((Path(__file__).parent / "python" / "bayes.json").read_text(encoding="utf-8"))
TABLES = STORED["tables"]
RUNS = {
    method: [r for r in STORED["runs"] if r["method"] == method]
    for method in ("correlated-t", "hierarchical")
}


def erlang_largest(a: int, *others: int) -> Fraction:
    """P(a gamma variable of whole shape a exceeds two others), by multiplying out the integrand."""

    def moment(power: int, rate: int) -> Fraction:
        return Fraction(factorial(a - 1 + power), factorial(a - 1)) / Fraction(rate) ** (a + power)

    b, c = others
    single = sum(moment(m, 2) / factorial(m) for shape in others for m in range(shape))
    both = sum(moment(m + k, 3) / (factorial(m) * factorial(k)) for m in range(b) for k in range(c))
    return 1 - single + both


@pytest.mark.slow
@pytest.mark.parametrize("shapes", list(itertools.product([1, 2, 5, 14, 40], repeat=3)))
def test_the_largest_share_agrees_with_rational_arithmetic(shapes):
    expected = [
        float(erlang_largest(shapes[i], *(shapes[j] for j in range(3) if j != i))) for i in range(3)
    ]
    found = largest_share_probability(np.array(shapes, dtype=float))
    assert found == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize("shapes", [(0.5, 0.5), (0.5, 30.5), (1e-3, 1.0), (500.5, 520.0)])
def test_the_larger_of_two_shares_follows_the_beta_law(shapes):
    a, b = shapes
    found = largest_share_probability(np.array([shapes]))[0]
    assert found == pytest.approx([betainc(b, a, 0.5), betainc(a, b, 0.5)], abs=1e-12)


def test_the_largest_share_agrees_with_draws():
    alpha = np.array([3.5, 0.7, 4.25])
    drawn = np.random.default_rng(5).dirichlet(alpha, 400_000).argmax(axis=1)
    expected = np.bincount(drawn, minlength=3) / drawn.size
    assert largest_share_probability(alpha) == pytest.approx(expected, abs=4 * 0.5 / 400_000**0.5)


@pytest.mark.parametrize("place", ["left", "rope", "right"])
@pytest.mark.parametrize("rope", [0.0, 0.5, 1.0, 2.0])
def test_the_stair_agrees_with_all_sums_of_two(rope, place):
    rng = np.random.default_rng(8)
    values = rng.integers(-4, 5, 13).astype(float)  # ties, zeros, and sums at the border
    values[4] = np.nan
    weights = rng.exponential(size=(14, 50))
    found = Steps.of(values, rope, 1e-12, place).shares(weights, np.empty((3, 15, 50)))
    z = np.append(values, {"left": 1e9, "rope": 0.0, "right": -1e9}[place])
    kept = ~np.isnan(z)
    sums = z[kept, None] + z[kept]
    share = weights[kept] / weights[kept].sum(axis=0)
    for row, sign in ((0, 1), (2, -1)):
        beyond = np.heaviside(sign * sums - 2 * rope, 0.5)
        assert found[row] == pytest.approx(np.einsum("id,ij,jd->d", share, beyond, share))
    assert found.sum(axis=0) == pytest.approx(1)


@pytest.mark.parametrize("n", [1, 30, 31, 32, 63, 64, 100])
def test_the_stair_of_any_number_of_problems_agrees_with_all_sums_of_two(n):
    rng = np.random.default_rng(n)
    values, weights = rng.normal(size=n), rng.exponential(size=(n + 1, 9))
    found = Steps.of(values, 0.5, 1e-12, "rope").shares(weights, np.empty((3, n + 2, 9)))
    z = np.append(values, 0.0)
    share = weights / weights.sum(axis=0)
    for row, sign in ((0, 1), (2, -1)):
        beyond = np.heaviside(sign * (z[:, None] + z) - 1.0, 0.5)
        expected = np.einsum("id,ij,jd->d", share, beyond, share)
        assert found[row] == pytest.approx(expected, abs=1e-13)


@pytest.mark.slow
@pytest.mark.parametrize("case", TABLES, ids=lambda c: f"{c['method']}-{c['case']}-{c['rope']}")
def test_tables_agree_with_baycomp(case):
    found = evenkeel.bayes(
        evenkeel.load(case["case"]).select(case["pair"]),
        rope=case["rope"] or "none",
        method=case["method"],
        prior=case["prior"],
        prior_place=case["place"],
    )
    expected = np.array(case["probabilities"])
    error = np.maximum(expected * (1 - expected), 1e-3) / case["draws"]
    own = 0.0 if found.standard_error is None else found.standard_error[0] ** 2
    assert (np.abs(found.of(*case["pair"]) - expected) <= 4.5 * np.sqrt(error + own)).all()


def runs_of(case):
    """Runs of two algorithms with the stored differences, first minus second."""
    cells = {}
    for i, differences in enumerate(case["differences"]):
        cells["first", f"P{i}"] = [0.8 + d for d in differences]
        cells["second", f"P{i}"] = [0.8] * len(differences)
    return make_runs(cells, "higher")


@pytest.mark.parametrize("case", RUNS["correlated-t"], ids=lambda c: c["name"])
def test_the_correlated_t_test_agrees_with_baycomp(case):
    found = evenkeel.bayes(
        runs_of(case), rope=case["rope"], method="correlated-t", test_share=1 / case["folds"]
    )
    assert found.of("first", "second") == pytest.approx(case["probabilities"], abs=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("case", RUNS["hierarchical"], ids=lambda c: c["name"])
def test_the_hierarchical_test_agrees_with_stan(case):
    found = evenkeel.bayes(
        runs_of(case), rope=case["rope"], method="hierarchical", test_share=1 / case["folds"]
    )
    # 100,000 draws; where sigma_0 is near 0 Stan's chains move slowly
    assert found.of("first", "second") == pytest.approx(case["probabilities"], abs=0.012)
    shares = found.posterior.shares(0, 100_000).mean(axis=0)
    assert shares == pytest.approx(case["shares"], abs=0.01)


def student_density(x: float, df: float, scale: float) -> float:
    """Student's density as it is defined: scipy's takes longer by call than by value."""
    constant = exp(lgamma((df + 1) / 2) - lgamma(df / 2)) / (scale * sqrt(pi * df))
    return constant * exp(-(df + 1) / 2 * log1p((x / scale) ** 2 / df))


@pytest.mark.slow
@pytest.mark.parametrize("df", [3.0, 8.0, 98.0])
@pytest.mark.parametrize("distance", [0.0, 1.3, 6.0])
@pytest.mark.parametrize(("sigma", "nu"), [(2e-3, 1.2), (0.15, 45.0), (0.7, 3.0), (9.0, 8.0)])
def test_the_means_are_integrated_out_as_by_quadrature_of_scipy(df, distance, sigma, nu):
    data = Likelihoods(np.zeros(2), np.array([1.0, 1.6]), np.full(2, df), reach=8.0, spread=1.0)
    integrand = Convolution.of(data, np.array([distance, -1.0]))
    weights = integrand.weights(np.array([sigma]), np.array([nu]))[0]
    found = integrand.densities()[0] @ weights

    def product(x, scale):
        return student_density(x, df, scale) * student_density(x - distance, nu, sigma)

    for i, scale in enumerate(data.scale):
        cuts = {k * unit for k in (1, 4, 20, 100) for unit in (sigma, scale)}
        edges = sorted(
            {0.0, distance, *(distance + c for c in cuts), *(distance - c for c in cuts)}
            | {-1e4, 1e4, *cuts, *(-c for c in cuts)}
        )
        parts = (
            quad(product, a, b, (scale,), epsrel=1e-8)[0] for a, b in itertools.pairwise(edges)
        )
        assert found[i] == pytest.approx(sum(parts), rel=2e-4)


@pytest.mark.slow
def test_the_hyperposterior_of_wide_data_is_that_of_a_sum_over_a_fine_grid():
    mean, scale = np.array([0.3, 1.1, -0.4, 0.6]), np.array([0.5, 0.6, 0.4, 0.5])
    data = Likelihoods(mean, scale, np.full(4, 1e6), reach=3.0, spread=float(mean.std()))
    found = hyperposterior(data)
    # with nu fixed at infinity the integrals are normal; compare the part of the grid with nu > 500
    large = np.exp(found.nu.nodes) > 500
    weights = found.sigma.weights[:, None, None] * found.nu.weights[:, None] * found.mu.weights
    mass = (found.density * weights)[:, large].sum(axis=(0, 1))
    expected = np.zeros_like(mass)
    for sigma in np.split(np.linspace(5e-4, 40, 40_000), 100):
        variance = np.square(scale) + np.square(sigma[:, None])
        fit = (1 / variance) @ np.square(found.mu.nodes - mean[:, None])
        height = 1 / np.sqrt(variance.prod(axis=1))
        expected += height @ np.exp(-0.5 * fit)
    expected = expected * found.mu.weights
    assert mass / mass.sum() == pytest.approx(expected / expected.sum(), abs=2e-3)


@pytest.mark.slow
def test_the_hyperposterior_of_heavy_tails_is_that_of_plain_sums():
    mean, scale = np.array([0.3, 1.4, -0.5, 0.6, 6.0]), np.array([0.5, 0.6, 0.3, 0.5, 0.4])
    data = Likelihoods(mean, scale, np.full(5, 8.0), reach=7.0, spread=float(mean.std()))
    found = hyperposterior(data)
    sigma, nu = np.exp(found.sigma.nodes)[:, None, None], 1 + np.exp(found.nu.nodes)[:, None]
    shares = shares_of_regions(found.mu.nodes, sigma, nu, 0.2)
    means = np.einsum("snm,snmr->r", found.mass, shares)
    # every integral as a sum over a fine grid; a and b are drawn, not integrated
    x = -60 + 0.04 * np.arange(3000)
    own = student_law.pdf(x, 8, mean[:, None], scale[:, None]) * 0.04
    mu = -6.9 + 0.2 * np.arange(70)
    # mu goes five steps of x, so that the differences x - mu lie on one grid, from the last mu on
    difference = x[0] - mu[-1] + 0.04 * np.arange(3000 + 5 * 69)
    rng = np.random.default_rng(1)
    shapes, rates = rng.uniform(1, 2, 4000), rng.uniform(0.01, 0.1, 4000)
    total, sums = 0.0, np.zeros(3)
    for log_y in np.linspace(np.log(2e-3), np.log(2000), 16):
        prior = gamma_law.pdf(np.exp(log_y), shapes, scale=1 / rates).mean()
        for log_sigma in np.linspace(np.log(2e-2), np.log(500), 22):
            df = 1 + np.exp(log_y)
            density = student_law.pdf(difference, df, 0, np.exp(log_sigma))
            kernel = np.lib.stride_tricks.sliding_window_view(density, 3000)[::-5].T
            weight = np.exp(np.log(own @ kernel).sum(axis=0) + log_sigma + log_y) * prior
            total += weight.sum()
            sums += weight @ shares_of_regions(mu, np.exp(log_sigma), np.array(df), 0.2)
    assert means == pytest.approx(sums / total, abs=5e-3)


@pytest.mark.slow
@pytest.mark.parametrize("scale", [1e-4, 1e-9])
def test_the_hyperposterior_of_runs_that_hardly_vary_is_that_of_their_means(scale):
    mean = np.array([0.3, 1.4, -0.5, 0.6, 6.0])
    narrow = Likelihoods(mean, np.full(5, scale), np.full(5, 8.0), reach=7.0, spread=mean.std())
    found = hyperposterior(narrow)
    sigma, nu = np.exp(found.sigma.nodes)[:, None, None], 1 + np.exp(found.nu.nodes)[:, None]
    shares = shares_of_regions(found.mu.nodes, sigma, nu, 0.2)
    means = np.einsum("snm,snmr->r", found.mass, shares)
    # the means are points: their density by scipy, summed over a fine grid
    mu = np.arange(-6.99, 7, 0.02)
    rng = np.random.default_rng(1)
    shapes, rates = rng.uniform(1, 2, 4000), rng.uniform(0.01, 0.1, 4000)
    total, sums = 0.0, np.zeros(3)
    for log_y in np.linspace(np.log(2e-3), np.log(2000), 16):
        df, prior = 1 + np.exp(log_y), gamma_law.pdf(np.exp(log_y), shapes, scale=1 / rates).mean()
        for log_sigma in np.linspace(np.log(2e-2), np.log(1000 * mean.std()), 30):
            density = student_law.logpdf(mean[:, None], df, mu, np.exp(log_sigma)).sum(axis=0)
            weight = np.exp(density + log_sigma + log_y) * prior
            total += weight.sum()
            sums += weight @ shares_of_regions(mu, np.exp(log_sigma), np.array(df), 0.2)
    assert means == pytest.approx(sums / total, abs=5e-3)


def test_panels_integrate_from_any_bound():
    panels = Panels.even(-2.0, 3.0, 5)
    values = np.stack([panels.nodes**4, np.cos(panels.nodes)])
    bounds = np.array([0.7, -1.3])
    expected = [(3**5 - 0.7**5) / 5, np.sin(3.0) - np.sin(-1.3)]
    assert panels.integral_above(values, bounds) == pytest.approx(expected, abs=1e-6)
    assert panels.integral_above(values, np.array([9.0, -9.0]))[0] == 0
    assert panels.integral_above(values, np.array([9.0, -9.0]))[1] == pytest.approx(
        values[1] @ panels.weights
    )
