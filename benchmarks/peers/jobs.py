"""The jobs that evenkeel and a peer both do, timed in turns: a registry of data.

`given` is made before the clock starts. Tables are made anew in every call of ours, for they
remember their ranks. Where the peer does less than ours, or ours less, `note` says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Job:
    """A job with the two calls, expressions of `names` and of what is `given`."""

    name: str
    peer: str
    ours: str
    theirs: str
    given: dict[str, str] = field(default_factory=dict)
    note: str = ""


def _table(n: int, k: int) -> dict[str, str]:
    return {
        "X": f"np.random.default_rng(0).normal(size=({n}, {k})) + np.linspace(0, 1, {k})",
        "data": 'frame(Results(X, better="lower"))',
    }


_FRESH = 'Results(X, better="lower")'
_SAMPLES = {"X": "np.random.default_rng(0).normal(size=(1000, 50))"}
_DIAGRAM = {
    **_table(40, 30),
    "result": 'posthoc(Results(X, better="lower"), adjust="nemenyi-range")',
    "file": "drawing_file()",
}

JOBS = [
    Job(
        "whole comparison, 25 x 9",
        "autorank",
        "compare(Results(cec2005.values, better='lower'))",
        'autorank(data, order="ascending", force_mode="nonparametric")',
        {"data": "frame(cec2005)"},
        "ours: five omnibus tests, five procedures over all pairs, a second look at each pair, "
        "Wilcoxon's and sign tests, sets of ranks, contrasts, advice; intervals of effect sizes "
        "when they are asked for; autorank: Friedman, the critical difference, effect sizes",
    ),
    Job(
        "whole comparison, 112 x 40",
        "autorank",
        f"compare({_FRESH})",
        'autorank(data, order="ascending", force_mode="nonparametric")',
        _table(112, 40),
        "as above",
    ),
    Job(
        "Friedman's test, 25 x 9",
        "scipy",
        "friedman(Results(cec2005.values, better='lower'))",
        "stats.friedmanchisquare(*cec2005.values.T)",
    ),
    Job(
        "Friedman's test, 100,000 x 20",
        "scipy",
        f"friedman({_FRESH})",
        "stats.friedmanchisquare(*X.T)",
        _table(100_000, 20),
    ),
    Job(
        "Friedman's test, 1,000 x 20",
        "pingouin",
        f"friedman({_FRESH})",
        "pg.friedman(data)",
        _table(1000, 20),
    ),
    Job(
        "Nemenyi's test of all pairs, 30 x 20",
        "scikit-posthocs",
        f'posthoc({_FRESH}, adjust="nemenyi-range")',
        "sp.posthoc_nemenyi_friedman(data)",
        _table(30, 20),
    ),
    Job(
        "normal p-values of all pairs by Holm, 30 x 20",
        "scikit-posthocs",
        f'posthoc({_FRESH}, adjust="holm")',
        'sp.posthoc_siegel_friedman(data, p_adjust="holm")',
        _table(30, 20),
    ),
    Job(
        "Wilcoxon's tests of all pairs, 30 x 20",
        "scikit-posthocs",
        f"wilcoxon_all({_FRESH})",
        'sp.posthoc_wilcoxon(long, "value", "variable")',
        {**_table(30, 20), "long": "data.melt()"},
    ),
    Job(
        "Wilcoxon's tests of all pairs, 1,000 x 50",
        "scipy",
        f"wilcoxon_all({_FRESH})",
        "stats.wilcoxon(D, axis=0)",
        {
            **_table(1000, 50),
            "D": "X[:, np.triu_indices(50, 1)[0]] - X[:, np.triu_indices(50, 1)[1]]",
        },
        "scipy in one vectorised call, by the normal law there; ours is exact",
    ),
    Job(
        "Holm, 36 p-values",
        "statsmodels",
        'adjust(p, "holm")',
        'multipletests(p, method="holm")',
        {"p": "np.random.default_rng(0).random(36)"},
    ),
    Job(
        "Holm, a million p-values",
        "statsmodels",
        'adjust(p, "holm")',
        'multipletests(p, method="holm")',
        {"p": "np.random.default_rng(0).random(1_000_000)"},
    ),
    Job(
        "Hommel, 1,000 p-values",
        "statsmodels",
        'adjust(p, "hommel")',
        'multipletests(p, method="hommel")',
        {"p": "np.random.default_rng(0).random(1000)"},
    ),
    Job(
        "Benjamini-Hochberg, a million p-values",
        "scipy",
        'adjust(p, "benjamini-hochberg")',
        "stats.false_discovery_control(p)",
        {"p": "np.random.default_rng(0).random(1_000_000)"},
    ),
    Job(
        "Shapiro and Wilk's test of 1,000 samples of 50",
        "scipy",
        "shapiro_wilk(X)",
        "[stats.shapiro(sample) for sample in X]",
        _SAMPLES,
    ),
    Job(
        "D'Agostino and Pearson's test of 1,000 samples of 50",
        "scipy",
        "dagostino_pearson(X)",
        "stats.normaltest(X, axis=1)",
        _SAMPLES,
    ),
    Job(
        "Lilliefors' test of 1,000 samples of 50",
        "statsmodels",
        "our_lilliefors(X)",
        "[lilliefors(sample) for sample in X]",
        _SAMPLES,
    ),
    Job(
        "analysis of variance of repeated measures, 30 x 5",
        "pingouin",
        "repeated_measures_anova(garcia2008)",
        "pg.rm_anova(data, correction=True)",
        {"data": "frame(garcia2008)"},
        "ours with Tukey's comparisons, Friedman's test and Iman and Davenport's",
    ),
    Job(
        "A12 of all pairs with BCa intervals, 25 x 5, 999 resamples",
        "scipy",
        f'effect_sizes({_FRESH}, size="a12", interval="bca", resamples=999, simultaneous=False)',
        "[stats.bootstrap((X[:, i], X[:, j]), a12, paired=True, vectorized=False, n_resamples=999, "
        "rng=0) for i in range(5) for j in range(i + 1, 5)]",
        {
            **_table(25, 5),
            "a12": "lambda a, b: ((a[:, None] > b) + (a[:, None] == b) / 2).mean()",
        },
    ),
    Job(
        "rank-biserial correlation of all pairs, 25 x 9",
        "pingouin",
        'effect_sizes(cec2005, size="rank-biserial")',
        "[pg.wilcoxon(cec2005.values[:, i], cec2005.values[:, j]) for i in range(9) "
        "for j in range(i + 1, 9)]",
        {},
        "ours with intervals, pingouin's with the p-value",
    ),
    Job(
        "equivalence of all pairs, 30 x 20",
        "statsmodels",
        f"equivalence({_FRESH}, 0.5)",
        "[ttost_paired(X[:, i], X[:, j], -0.5, 0.5) for i in range(20) for j in range(i + 1, 20)]",
        _table(30, 20),
        "ours by ranks with intervals and adjusted, statsmodels by t-tests",
    ),
    Job(
        "Bayesian signed-rank test of one pair of 30, 50,000 draws",
        "baycomp",
        'bayes(Results(X, better="lower"), rope=0.1)',
        "baycomp.SignedRankTest.probs(*X.T, 0.1)",
        _table(30, 2),
    ),
    Job(
        "Bayesian signed-rank tests of all pairs, 30 x 5, 5,000 draws",
        "autorank",
        f"bayes({_FRESH}, rope=0.1, resamples=5000)",
        'autorank(data, approach="bayesian", rope=0.1, rope_mode="absolute", nsamples=5000)',
        _table(30, 5),
    ),
    Job(
        "Bradley and Terry's strengths with 10 resamples, 25 x 9",
        "choix",
        "strengths(Results(cec2005.values, better='lower'), resamples=10)",
        "[choix.ilsr_pairwise(9, duels, alpha=0.01) for _ in range(11)]",
    ),
    Job(
        "four aggregates with intervals, 26 x 10 x 6, 1,000 resamples",
        "rliable",
        'aggregates(scores, better="higher", resamples=1000)',
        "library.get_interval_estimates(scores, all_four, reps=1000)",
        {
            "scores": "{f'A{j}': np.random.default_rng(j).lognormal(0.1 * j, 1.0, (10, 26)) "
            "for j in range(6)}",
            "all_four": "lambda s, metrics=metrics, np=np: np.array([metrics.aggregate_mean(s), "
            "metrics.aggregate_median(s), metrics.aggregate_iqm(s), "
            "metrics.aggregate_optimality_gap(s)])",
        },
        "ours with the differences and the improvement of all 15 pairs",
    ),
    Job(
        "critical difference diagram of 30 algorithms as PDF",
        "autorank",
        "save_figure(plot_critical_difference(result), file)",
        "(plot_stats(analysis, allow_insignificant=True), save_drawn(file))",
        {**_DIAGRAM, "analysis": 'autorank(data, order="ascending", force_mode="nonparametric")'},
    ),
    Job(
        "critical difference diagram of 30 algorithms as PDF",
        "scikit-posthocs",
        "save_figure(plot_critical_difference(result), file)",
        "(sp.critical_difference_diagram(average, pvalues), save_drawn(file))",
        {
            **_DIAGRAM,
            "pvalues": "sp.posthoc_nemenyi_friedman(data)",
            "average": "data.rank(axis=1).mean()",
        },
    ),
    Job(
        "ratings of a million votes on 200 models",
        "evalica",
        "votes(many)",
        "evalica_ratings(many)",
        {"many": "drawn_battles(1_000_000, 200)"},
        "ours: Davidson's model with errors, places and five checks, from a frame; evalica: the "
        "ratings of Bradley and Terry, from lists made of the same frame",
    ),
    Job(
        "reading a table of 100,000 x 100 from CSV",
        "polars",
        'read(path, better="lower")',
        "pl.read_csv(path)",
        {"path": "drawn_table(100_000, 100)"},
        "ours: understood, checked for names, holes and infinite values, one matrix of rows; "
        "polars: the columns",
    ),
    Job(
        "means of 30 million runs in 500 cells from Parquet",
        "polars",
        'read_runs(path, better="lower").aggregate("mean")',
        'pl.scan_parquet(path).group_by("algorithm", "problem").agg(pl.col("value").mean())'
        '.collect(engine="streaming")',
        {"path": "drawn_runs(30_000_000)"},
        "ours: understood by some rows, and checked for what is missing or infinite",
    ),
    Job(
        "import in a new process",
        "autorank",
        'in_new_process("import evenkeel; evenkeel.compare")',
        'in_new_process("import autorank")',
    ),
    Job(
        "import in a new process",
        "scikit-posthocs",
        'in_new_process("import evenkeel; evenkeel.compare")',
        'in_new_process("import scikit_posthocs")',
    ),
]
