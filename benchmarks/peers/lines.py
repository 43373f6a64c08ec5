"""The lines of the agreement, a registry of data: each peer's call beside ours.

Long because it is the list: one entry per line, read by `measure`, by the page and by the tests. To
add one, append it here; `make bench` fails by its name if numbers differ without a reason.
"""

from __future__ import annotations

from benchmarks.peers.agreement import Line

_MONTE_CARLO = "both draw 50,000 samples from the posterior, so that the third digit is chance"

OMNIBUS = [
    Line(
        "omnibus tests",
        "Friedman's chi-square, no ties",
        "scipy",
        "friedman(cec2005).statistic",
        "stats.friedmanchisquare(*cec2005.values.T).statistic",
    ),
    Line(
        "omnibus tests",
        "p-value of Friedman's chi-square, no ties",
        "scipy",
        "friedman(cec2005).pvalue",
        "stats.friedmanchisquare(*cec2005.values.T).pvalue",
    ),
    Line(
        "omnibus tests",
        "Friedman's chi-square with ties, as the documents have it",
        "scipy",
        'friedman(demsar2006, ties="uncorrected").statistic',
        "stats.friedmanchisquare(*demsar2006.values.T).statistic",
        why="The source documents do not correct the statistic for ties; scipy, R and evenkeel "
        'do, unless it is asked for ties="uncorrected".',
        proof='friedman(demsar2006, ties="corrected").statistic',
    ),
    Line(
        "omnibus tests",
        "Friedman's chi-square, corrected for ties",
        "scipy",
        'friedman(demsar2006, ties="corrected").statistic',
        "stats.friedmanchisquare(*demsar2006.values.T).statistic",
    ),
    Line(
        "omnibus tests",
        "p-value of Friedman's test, corrected for ties",
        "pingouin",
        'friedman(garcia2008, ties="corrected").pvalue',
        "pg.friedman(frame(garcia2008)).p_unc.item()",
    ),
    Line(
        "omnibus tests",
        "p-value of Friedman's test, no ties",
        "autorank",
        "friedman(cec2005).pvalue",
        'autorank(frame(cec2005), order="ascending").pvalue',
    ),
    Line(
        "omnibus tests",
        "Iman and Davenport's F, corrected for ties",
        "pingouin",
        'iman_davenport(demsar2006, ties="corrected").statistic',
        'pg.friedman(frame(demsar2006), method="f").F.item()',
    ),
    Line(
        "omnibus tests",
        "p-value of Iman and Davenport's F",
        "pingouin",
        'iman_davenport(demsar2006, ties="corrected").pvalue',
        'pg.friedman(frame(demsar2006), method="f").p_unc.item()',
        why="pingouin refers F to k - 1 - 2/n and (n - 1)(k - 1 - 2/n) degrees of freedom, "
        "Iman and "
        "Davenport to k - 1 and (n - 1)(k - 1).",
        proof='stats.f.sf(iman_davenport(demsar2006, ties="corrected").statistic, 3 - 2 / 14, '
        "13 * (3 - 2 / 14))",
    ),
    Line(
        "omnibus tests",
        "Kendall's W with ties",
        "pingouin",
        "kendall_w(demsar2006).estimate",
        "pg.friedman(frame(demsar2006)).W.item()",
    ),
    Line(
        "omnibus tests",
        "Durbin's statistic of a balanced incomplete design",
        "scikit-posthocs",
        "durbin(incomplete).statistic",
        "sp.test_durbin(incomplete.values)[1]",
    ),
    Line(
        "omnibus tests",
        "p-value of Durbin's test",
        "scikit-posthocs",
        "durbin(incomplete).pvalue",
        "sp.test_durbin(incomplete.values)[0]",
    ),
    Line(
        "omnibus tests",
        "Skillings and Mack's statistic of a complete table is Friedman's",
        "scipy",
        "skillings_mack(cec2005).statistic",
        "stats.friedmanchisquare(*cec2005.values.T).statistic",
    ),
    Line(
        "omnibus tests",
        "average ranks",
        "autorank",
        "np.sort(friedman_ranks(cec2005).average)",
        'autorank(frame(cec2005), order="ascending").rankdf.meanrank',
    ),
    Line(
        "omnibus tests",
        "average aligned ranks",
        "scipy",
        "aligned_ranks(cec2005).average",
        "stats.rankdata(cec2005.values - cec2005.values.mean(axis=1, keepdims=True))"
        ".reshape(25, 9).mean(axis=0)",
    ),
    Line(
        "omnibus tests",
        "Page's L",
        "scipy",
        "page_trend(dietterich2000).statistic",
        "stats.page_trend_test(dietterich2000.values).statistic",
    ),
    Line(
        "omnibus tests",
        "p-value of Page's test, normal",
        "scipy",
        "page_trend(cec2005).pvalue",
        'stats.page_trend_test(cec2005.values, method="asymptotic").pvalue',
    ),
    Line(
        "omnibus tests",
        "p-value of Page's test, exact, 8 x 4",
        "scipy",
        'page_trend(cec2005.values[:8, :4], better="lower", method="exact").pvalue',
        'stats.page_trend_test(cec2005.values[:8, :4], method="exact").pvalue',
    ),
    Line(
        "omnibus tests",
        "p-value of Page's test for the opposite order, normal",
        "scikit-posthocs",
        'page_trend(-cec2005.values, better="lower").pvalue',
        'sp.test_page(-cec2005.values, alternative="greater")[0]',
        why="scikit-posthocs takes 1/2 off L for continuity; scipy and evenkeel do not.",
        proof='stats.norm.sf((page_trend(-cec2005.values, better="lower").statistic - 0.5 - '
        "25 * 225)"
        " / (25 * 81 * 10 * 80 / 144) ** 0.5)",
    ),
    Line(
        "omnibus tests",
        "p-value of Page's test, two-sided, a falling trend and the same one rising",
        "scikit-posthocs",
        'np.array([2, 2]) * page_trend(-cec2005.values, better="lower").pvalue',
        "[sp.test_page(cec2005.values)[0], sp.test_page(-cec2005.values)[0]]",
        why="A fault: scikit-posthocs takes 1/2 off L on either side, so that a falling "
        "trend has a "
        "smaller p-value than the same trend rising.",
        proof="[2 * stats.norm.sf((abs(page_trend(cec2005).statistic - 25 * 225) + s * 0.5)"
        " / (25 * 81 * 10 * 80 / 144) ** 0.5) for s in (1, -1)]",
    ),
]

PAIRS_OF_RANKS = [
    Line(
        "pairs by ranks",
        "Nemenyi's p-values, studentised range",
        "scikit-posthocs",
        'posthoc(garcia2008, method="normal", adjust="nemenyi-range").adjusted["nemenyi-range"]',
        "upper(sp.posthoc_nemenyi_friedman(frame(garcia2008)))",
        within=1e-6,
        note="scipy integrates the studentised range numerically",
    ),
    Line(
        "pairs by ranks",
        "Nemenyi's p-values as the documents have them",
        "scikit-posthocs",
        'posthoc(garcia2008, method="normal", adjust="nemenyi-bonferroni")'
        '.adjusted["nemenyi-bonferroni"]',
        "upper(sp.posthoc_nemenyi_friedman(frame(garcia2008)))",
        within=1e-6,
        why="The source documents call Bonferroni's procedure over all pairs by Nemenyi's name; "
        "Nemenyi's test, as Demsar and most programs have it, uses the studentised range.",
        proof='posthoc(garcia2008, method="normal", adjust="nemenyi-range")'
        '.adjusted["nemenyi-range"]',
    ),
    Line(
        "pairs by ranks",
        "normal p-values of all pairs (Siegel and Castellan)",
        "scikit-posthocs",
        'posthoc_statistics(garcia2008, method="normal").pvalue',
        "upper(sp.posthoc_siegel_friedman(frame(garcia2008)))",
    ),
    Line(
        "pairs by ranks",
        "the same by Holm's procedure",
        "scikit-posthocs",
        'posthoc(garcia2008, method="normal", adjust="holm").adjusted["holm"]',
        'upper(sp.posthoc_siegel_friedman(frame(garcia2008), p_adjust="holm"))',
    ),
    Line(
        "pairs by ranks",
        "normal p-values against a control (Demsar)",
        "scikit-posthocs",
        'posthoc_statistics(cec2005, control="PSO", method="normal").pvalue',
        'sp.posthoc_demsar(frame(cec2005), control="PSO", to_matrix=False)',
    ),
    Line(
        "pairs by ranks",
        "p-values of all pairs beside Miller's",
        "scikit-posthocs",
        'posthoc_statistics(garcia2008, method="normal").pvalue',
        "upper(sp.posthoc_miller_friedman(frame(garcia2008)))",
        why="Miller's test refers the square of the same z to chi-square with k - 1 degrees of "
        "freedom, so that it holds for all contrasts at once; the normal p-value is of one pair.",
        proof='stats.chi2.sf(posthoc_statistics(garcia2008, method="normal").z ** 2, 4)',
    ),
    Line(
        "pairs by ranks",
        "p-values of all pairs beside Conover's",
        "scikit-posthocs",
        'posthoc_statistics(garcia2008, method="normal").pvalue',
        "upper(sp.posthoc_conover_friedman(frame(garcia2008)))",
        why="Conover's test refers the difference to Student's t with a variance that shrinks as "
        'Friedman\'s statistic grows; method="conover" gives it.',
        proof="2 * stats.t.sf(abs(posthoc_statistics(garcia2008).differences) * 30 / (2 * 30 * "
        "friedman_ranks(garcia2008).ranks.var(axis=None) * 5 * 30 / (29 * 4) * (1 - "
        "friedman(garcia2008,"
        ' ties="corrected").statistic / 120)) ** 0.5, 29 * 4)',
    ),
    Line(
        "pairs by ranks",
        "normal p-values of all pairs by Quade's ranks",
        "scikit-posthocs",
        'posthoc_statistics(garcia2008, ranking="quade", method="normal").pvalue',
        'upper(sp.posthoc_quade(frame(garcia2008), dist="normal"))',
        why="A fault: in the standard error scikit-posthocs takes n for the number of all results, "
        "150, where it is the number of problems, 30; its error is 0.298, the exact one 0.465 "
        '(method="calibrated"), that of the source documents, which method="normal" keeps, 0.661.',
        proof='2 * stats.norm.sf(abs(posthoc_statistics(garcia2008, ranking="quade").differences) '
        "/ (5 * 6 * 301 * 4 / (18 * 150 * 151)) ** 0.5)",
    ),
    Line(
        "pairs by ranks",
        "Nemenyi's critical difference, n = 25, k = 9",
        "autorank",
        "nemenyi_critical_difference(25, 9)",
        'autorank(frame(cec2005), order="ascending").cd',
        within=1e-5,
        note="autorank takes the quantile from the approximation qsturng of statsmodels",
    ),
    Line(
        "pairs by ranks",
        "Nemenyi's critical difference, n = 25, k = 9",
        "scipy",
        "nemenyi_critical_difference(25, 9)",
        "stats.studentized_range.isf(0.05, 9, np.inf) * (9 * 10 / (12 * 25)) ** 0.5",
        within=1e-6,
        note="scipy searches the quantile of a numerical integral",
    ),
    Line(
        "pairs by ranks",
        "Bonferroni-Dunn critical difference, n = 25, k = 9",
        "scipy",
        "bonferroni_dunn_critical_difference(25, 9)",
        "stats.norm.isf(0.05 / 2 / 8) * (9 * 10 / (6 * 25)) ** 0.5",
    ),
]

PAIRED = [
    Line(
        "two algorithms",
        "Wilcoxon's test, exact, no ties, n = 25",
        "scipy",
        'wilcoxon(cec2005, "PSO", "DE-Exp").pvalue',
        'stats.wilcoxon(u, v, method="exact").pvalue',
    ),
    Line(
        "two algorithms",
        "Wilcoxon's test, normal, with correction for continuity",
        "scipy",
        'wilcoxon(cec2005, "PSO", "DE-Exp", method="normal", continuity=True).pvalue',
        'stats.wilcoxon(u, v, method="asymptotic", correction=True).pvalue',
    ),
    Line(
        "two algorithms",
        "Wilcoxon's test, defaults, no ties",
        "pingouin",
        'wilcoxon(cec2005, "PSO", "DE-Exp").pvalue',
        "pg.wilcoxon(u, v).p_val.item()",
    ),
    Line(
        "two algorithms",
        "Wilcoxon's test with ties, zeros left out, exact and defaults",
        "scipy",
        'wilcoxon(demsar2006, "C4.5", "C4.5m", zeros="drop").pvalue',
        "stats.wilcoxon(x, y).pvalue",
        why="With ties or zeros and more than 13 differences scipy takes the normal approximation; "
        "here the law stays exact, given the ties.",
        proof='wilcoxon(demsar2006, "C4.5", "C4.5m", zeros="drop", method="normal").pvalue',
    ),
    Line(
        "two algorithms",
        "Wilcoxon's test with ties, zeros left out, exact",
        "scipy",
        'wilcoxon(demsar2006, "C4.5", "C4.5m", zeros="drop").pvalue',
        'stats.wilcoxon(x, y, method="exact").pvalue',
        why="scipy's exact law is that of ranks without ties, its statistic 6.5 rounded to 7; here "
        "it is that of the tied ranks.",
        proof="2 * np.mean([sum(r + 1 for r in range(12) if s >> r & 1) <= 7 for s in "
        "range(4096)])",
    ),
    Line(
        "two algorithms",
        "Wilcoxon's test with ties, zeros left out, exact, the first 11 problems",
        "scipy",
        'wilcoxon(demsar2006.values[:11, :2], zeros="drop", better="higher").pvalue',
        "stats.wilcoxon(x[:11], y[:11]).pvalue",
    ),
    Line(
        "two algorithms",
        "Wilcoxon's test with ties, zeros split, exact, the first 11 problems",
        "scipy",
        'wilcoxon(demsar2006.values[:11, :2], better="higher").pvalue',
        'stats.wilcoxon(x[:11], y[:11], zero_method="zsplit").pvalue',
    ),
    Line(
        "two algorithms",
        "Wilcoxon's test, zeros split, normal",
        "scipy",
        'wilcoxon(demsar2006, "C4.5", "C4.5m", method="normal").pvalue',
        'stats.wilcoxon(x, y, zero_method="zsplit", method="asymptotic").pvalue',
        why="scipy's variance counts the ranks of the zeros, which under the hypothesis cannot "
        "vary, for they are split evenly whatever the signs.",
        proof="2 * stats.norm.sf((52.5 - 12) / (np.square(stats.rankdata(abs(x - y))).sum() "
        "/ 4) ** 0.5)",
    ),
    Line(
        "two algorithms",
        "Wilcoxon's test, zeros by Pratt, normal",
        "scipy",
        'wilcoxon(demsar2006, "C4.5", "C4.5m", zeros="pratt", method="normal").pvalue',
        'stats.wilcoxon(x, y, zero_method="pratt", method="asymptotic").pvalue',
    ),
    Line(
        "two algorithms",
        "Wilcoxon's tests of all pairs, normal, zeros left out",
        "scikit-posthocs",
        'wilcoxon_all(garcia2008, zeros="drop", method="normal").pvalue',
        'upper(sp.posthoc_wilcoxon(frame(garcia2008).melt(), "value", "variable", '
        'method="asymptotic"))',
        why="scikit-posthocs ranks the differences as they come out of the subtraction, where "
        "differences of printed decimals that are equal, such as 0.8 - 0.7 and 0.3 - 0.2, "
        "differ in "
        "the last bit and are no ties.",
        proof="[signed_ranks_of_floats(a - b) for i, a in enumerate(garcia2008.values.T) "
        "for b in garcia2008.values.T[i + 1 :]]",
    ),
    Line(
        "two algorithms",
        "the same of results in thousandths, which are whole numbers",
        "scikit-posthocs",
        'wilcoxon_all(garcia2008, zeros="drop", method="normal").pvalue',
        'upper(sp.posthoc_wilcoxon((1000 * frame(garcia2008)).round().melt(), "value", "variable", '
        'method="asymptotic"))',
    ),
    Line(
        "two algorithms",
        "sign test, ties left out",
        "scipy",
        'sign_test(demsar2006, "C4.5", "C4.5m", ties="drop").pvalue',
        "stats.binomtest(2, 12).pvalue",
    ),
    Line(
        "two algorithms",
        "sign test, defaults",
        "statsmodels",
        'sign_test(demsar2006, "C4.5", "C4.5m").pvalue',
        "statsmodels_sign_test(x - y)[1]",
        why="The source documents split ties evenly between wins and losses, statsmodels leaves "
        'them out, as ties="drop" does here.',
        proof='sign_test(demsar2006, "C4.5", "C4.5m", ties="drop").pvalue',
    ),
    Line(
        "two algorithms",
        "paired t-test",
        "scipy",
        't_test(cec2005, "PSO", "DE-Exp").pvalue',
        "stats.ttest_rel(u, v).pvalue",
    ),
    Line(
        "two algorithms",
        "bounds of the mean difference",
        "pingouin",
        '[t_test(demsar2006, "C4.5", "C4.5m").low, t_test(demsar2006, "C4.5", "C4.5m").high]',
        "pg.ttest(x, y, paired=True).CI95.item()",
        why="pingouin rounds its interval to two decimals.",
        proof="np.round(stats.ttest_rel(x, y).confidence_interval(), 2)",
    ),
    Line(
        "two algorithms",
        "McNemar's test, exact",
        "statsmodels",
        "mcnemar([1] * 7 + [0] * 8, [1] * 5 + [0] * 6 + [1] * 4, [1] * 15).pvalue",
        "statsmodels_mcnemar([[5, 2], [4, 4]], exact=True).pvalue",
    ),
]

ADJUSTMENTS = [
    *(
        Line(
            "adjustments",
            f"{title}, 15 given p-values",
            "statsmodels",
            f'adjust(given, "{name}")',
            f'multipletests(given, method="{there}")[1]',
        )
        for title, name, there in (
            ("Bonferroni", "bonferroni", "bonferroni"),
            ("Sidak", "sidak", "sidak"),
            ("Holm", "holm", "holm"),
            ("Holland (Holm with Sidak's levels)", "holland", "holm-sidak"),
            ("Hochberg", "hochberg", "simes-hochberg"),
            ("Hommel", "hommel", "hommel"),
            ("Benjamini-Hochberg", "benjamini-hochberg", "fdr_bh"),
            ("Benjamini-Yekutieli", "benjamini-yekutieli", "fdr_by"),
        )
    ),
    Line(
        "adjustments",
        "Benjamini-Hochberg beside the two-stage procedure",
        "statsmodels",
        'adjust(given, "benjamini-hochberg")',
        'multipletests(given, method="fdr_tsbh")[1]',
        why="The two-stage procedure multiplies by the share of hypotheses that a first stage does "
        "not reject, here 11 of 15; evenkeel does not have it.",
        proof='adjust(given, "benjamini-hochberg") * 11 / 15',
    ),
    Line(
        "adjustments",
        "Benjamini-Hochberg, 15 given p-values",
        "scipy",
        'adjust(given, "benjamini-hochberg")',
        "stats.false_discovery_control(given)",
    ),
    Line(
        "adjustments",
        "Benjamini-Yekutieli, 15 given p-values",
        "scipy",
        'adjust(given, "benjamini-yekutieli")',
        'stats.false_discovery_control(given, method="by")',
    ),
    Line(
        "adjustments",
        "Holm, 15 given p-values",
        "pingouin",
        'adjust(given, "holm")',
        'pg.multicomp(given, method="holm")[1]',
    ),
]

EFFECTS = [
    Line(
        "effect sizes",
        "A12 of all pairs",
        "pingouin",
        'effect_sizes(demsar2006, size="a12").estimate',
        '[pg.compute_effsize(*demsar2006.values.T[[i, j]], eftype="CLES") for i, j in pairs]',
    ),
    Line(
        "effect sizes",
        "A12 of all pairs",
        "statsmodels",
        'effect_sizes(demsar2006, size="a12").estimate',
        "[rank_compare_2indep(*demsar2006.values.T[[i, j]]).prob1 for i, j in pairs]",
    ),
    Line(
        "effect sizes",
        "A12 of the runs of two algorithms",
        "pingouin",
        'run_effects(optimisers, problem="Griewank").estimate[0, 8]',
        'pg.compute_effsize(runs[4], runs[1], eftype="CLES")',
    ),
    Line(
        "effect sizes",
        "Cliff's delta of the best algorithm with each",
        "autorank",
        'effect_sizes(cec2005, size="cliff-delta", control="DE-Exp").estimate',
        'autorank(frame(cec2005), order="ascending", effect_size="cliff_delta").rankdf.effect_size'
        '.drop("DE-Exp").reindex(list(cec2005.algorithms)).dropna()',
        why="The sign alone: autorank counts larger values, here a positive delta speaks for the "
        "first algorithm, whether lower or higher is better.",
        proof='-effect_sizes(cec2005, size="cliff-delta", control="DE-Exp").estimate',
    ),
    Line(
        "effect sizes",
        "Cliff's delta of the best algorithm with each, higher is better",
        "autorank",
        'effect_sizes(demsar2006, size="cliff-delta", control="C4.5cf,m").estimate',
        'autorank(frame(demsar2006), effect_size="cliff_delta").rankdf.effect_size'
        '.drop("C4.5").reindex(list(demsar2006.algorithms)).dropna()',
        why="A fault: autorank promises the effect size in comparison to the highest ranking "
        "approach, but where higher is better it sorts the average ranks downwards and takes the "
        "worst, C4.5.",
        proof='effect_sizes(demsar2006, size="cliff-delta", control="C4.5").estimate',
    ),
    Line(
        "effect sizes",
        "rank-biserial correlation, no zeros",
        "pingouin",
        'effect_sizes(cec2005.select(["PSO", "DE-Exp"]), size="rank-biserial").estimate',
        "pg.wilcoxon(v, u).RBC.item()",
    ),
    Line(
        "effect sizes",
        "rank-biserial correlation with zeros",
        "pingouin",
        'effect_sizes(demsar2006.select(["C4.5", "C4.5m"]), size="rank-biserial").estimate',
        "pg.wilcoxon(x, y).RBC.item()",
        why="pingouin leaves out the two problems without a difference, which makes the rest look "
        "more one-sided; here their ranks are split evenly, as in Wilcoxon's test.",
        proof="(lambda d: np.sign(d) @ stats.rankdata(abs(d)) / (d.size * (d.size + 1) / "
        "2))((x - y)"
        "[x != y])",
    ),
    Line(
        "effect sizes",
        "standardised mean difference",
        "pingouin",
        'effect_sizes(demsar2006.select(["C4.5", "C4.5m"]), size="standardised-mean").estimate',
        'pg.compute_effsize(x, y, paired=True, eftype="hedges")',
        why="pingouin divides by the average spread of the two samples, here the mean "
        "difference is "
        "divided by the spread of the differences, whose law the paired t-test uses.",
        proof="(x - y).mean() / ((x.var(ddof=1) + y.var(ddof=1)) / 2) ** 0.5 * (1 - 3 / (4 * "
        "28 - 9))",
    ),
    Line(
        "effect sizes",
        "standardised mean difference by the spread of the differences",
        "pingouin",
        'effect_sizes(demsar2006.select(["C4.5", "C4.5m"]), size="standardised-mean").estimate',
        'pg.compute_effsize(x, y, paired=True, eftype="cohen_dz")',
        why="pingouin's Cohen's d_z has no correction for few problems; Hedges' factor is "
        "0.941 for "
        "14.",
        proof="(x - y).mean() / (x - y).std(ddof=1)",
    ),
]

BAYES = [
    Line(
        "Bayesian comparison",
        "signed-rank test, rope 0.01",
        "baycomp",
        'bayes(demsar2006, rope=0.01, first="C4.5", second="C4.5m").of("C4.5", "C4.5m")',
        "baycomp.SignedRankTest.probs(x, y, 0.01, random_state=1)",
        absolute=0.01,
        note=_MONTE_CARLO,
    ),
    Line(
        "Bayesian comparison",
        "signed-rank test of all pairs, rope 0.0102",
        "autorank",
        "np.concatenate([bayes(demsar2006, rope=0.0102).of(a, b) for a, b in named_pairs])",
        "autorank_posteriors(demsar2006, named_pairs)",
        absolute=0.02,
        note="both draw samples from the posterior, autorank here 10,000, so that the second "
        "decimal "
        "is chance",
    ),
    Line(
        "Bayesian comparison",
        "signed-rank test with means of differences at the border of the rope",
        "baycomp",
        'bayes(demsar2006, rope=0.01, first="C4.5", second="C4.5cf").of("C4.5", "C4.5cf")',
        "baycomp.SignedRankTest.probs(x, z, 0.01, random_state=1)",
        absolute=0.01,
        why="A mean of two differences of exactly 0.01 counts half for the rope; baycomp "
        "looks for it "
        "in sums of binary fractions, which miss it by the last bit.",
        proof="signed_rank_posterior(z - x, 0.01)",
    ),
    Line(
        "Bayesian comparison",
        "the same of results in thousandths, which are whole numbers",
        "baycomp",
        'bayes(demsar2006, rope=0.01, first="C4.5", second="C4.5cf").of("C4.5", "C4.5cf")',
        "baycomp.SignedRankTest.probs(np.rint(1000 * x), np.rint(1000 * z), 10, random_state=1)",
        absolute=0.01,
        note=_MONTE_CARLO,
    ),
    Line(
        "Bayesian comparison",
        "sign test, rope 0.01",
        "baycomp",
        'bayes(demsar2006, rope=0.01, method="sign", first="C4.5", second="C4.5m")'
        '.of("C4.5", "C4.5m")',
        "baycomp.SignTest.probs(x, y, 0.01, random_state=1)",
        absolute=0.01,
        note="baycomp draws 50,000 samples, ours is integrated; the third digit is chance",
    ),
    Line(
        "Bayesian comparison",
        "correlated t-test, three runs of ten folds",
        "baycomp",
        'bayes(optimisers, rope=0.01, method="correlated-t", problem="Griewank", '
        'first="Nelder-Mead", second="Powell", test_share=0.1).of("Nelder-Mead", "Powell")[::-1]',
        "baycomp.CorrelatedTTest.probs(runs[4], runs[5], 0.01, 3)",
    ),
]

RUNS = [
    Line(
        "runs",
        "Shapiro and Wilk's p-values of seven samples",
        "scipy",
        'conditions(optimisers).normality["shapiro-wilk"].pvalue[3]',
        "[stats.shapiro(sample).pvalue for sample in runs]",
        within=1e-6,
        note="the same approximation by Royston, to eight digits",
    ),
    Line(
        "runs",
        "D'Agostino and Pearson's p-values of seven samples",
        "scipy",
        'conditions(optimisers).normality["dagostino-pearson"].pvalue[3]',
        "[stats.normaltest(sample).pvalue for sample in runs]",
    ),
    Line(
        "runs",
        "Lilliefors' statistics of seven samples",
        "statsmodels",
        'conditions(optimisers).normality["lilliefors"].statistic[3]',
        "[lilliefors(sample)[0] for sample in runs]",
    ),
    Line(
        "runs",
        "Lilliefors' p-values of seven samples",
        "statsmodels",
        'conditions(optimisers).normality["lilliefors"].pvalue[3]',
        "[lilliefors(sample)[1] for sample in runs]",
        within=0.1,
        note="both interpolate tables that were simulated, statsmodels one with fewer entries",
    ),
    Line(
        "runs",
        "Levene's test by means",
        "scipy",
        'conditions(optimisers).variances["levene"].pvalue[3]',
        'stats.levene(*runs, center="mean").pvalue',
    ),
    Line(
        "runs",
        "Brown and Forsythe's test (Levene's by medians)",
        "pingouin",
        'conditions(optimisers).variances["brown-forsythe"].pvalue[3]',
        "pg.homoscedasticity(runs).pval.item()",
    ),
    Line(
        "runs",
        "Kruskal and Wallis' test",
        "scipy",
        "per_problem(optimisers).k_sample.pvalue[3]",
        "stats.kruskal(*runs).pvalue",
    ),
    Line(
        "runs",
        "analysis of variance",
        "scipy",
        'per_problem(optimisers, test="t").k_sample.pvalue[3]',
        "stats.f_oneway(*runs).pvalue",
    ),
    Line(
        "runs",
        "Welch's analysis of variance",
        "statsmodels",
        'per_problem(optimisers, test="welch").k_sample.pvalue[3]',
        'anova_oneway(runs, use_var="unequal").pvalue',
    ),
    Line(
        "runs",
        "Mann and Whitney's test with ties",
        "scipy",
        "per_problem(optimisers).tests.pvalue[3, 8]",
        "stats.mannwhitneyu(runs[1], runs[4]).pvalue",
    ),
    Line(
        "runs",
        "Welch's t-test",
        "scipy",
        'per_problem(optimisers, test="welch").tests.pvalue[3, 8]',
        "stats.ttest_ind(runs[1], runs[4], equal_var=False).pvalue",
    ),
    Line(
        "runs",
        "F of the analysis of variance of repeated measures",
        "statsmodels",
        "repeated_measures_anova(garcia2008).statistic",
        'AnovaRM(frame(garcia2008).reset_index().melt(id_vars="index"), "value", "index", '
        'within=["variable"]).fit().anova_table["F Value"].item()',
    ),
    Line(
        "runs",
        "Mauchly's W",
        "pingouin",
        "repeated_measures_anova(garcia2008).sphericity.mauchly_w",
        "pg.sphericity(frame(garcia2008)).W",
    ),
    Line(
        "runs",
        "p-value of Mauchly's test",
        "pingouin",
        "repeated_measures_anova(garcia2008).sphericity.pvalue",
        "pg.sphericity(frame(garcia2008)).pval",
        why="pingouin follows R, which puts the number of algorithms, 5, into the second term of "
        "Box's expansion where Anderson (1958) has the number of contrasts, 4.",
        proof="(lambda c, w: stats.chi2.sf(c, 9) + w * (stats.chi2.sf(c, 13) - stats.chi2.sf(c, 9))"
        ")(repeated_measures_anova(garcia2008).sphericity.chi_square, 6 * 3 * 2 * (2 * 64 + 6 * 16 "
        "+ 3 * 5 + 2) / (288 * (116 - 19 / 3) ** 2))",
    ),
    Line(
        "runs",
        "Greenhouse and Geisser's epsilon",
        "pingouin",
        "repeated_measures_anova(garcia2008).sphericity.greenhouse_geisser",
        'pg.epsilon(frame(garcia2008), correction="gg")',
    ),
    Line(
        "runs",
        "Huynh and Feldt's epsilon",
        "pingouin",
        "repeated_measures_anova(garcia2008).sphericity.huynh_feldt",
        'pg.epsilon(frame(garcia2008), correction="hf")',
    ),
    *(
        Line(
            "runs",
            f"{title} of normalised scores",
            "rliable",
            f'aggregates(scores, better="higher", statistics="{name}", threshold=1.0, resamples=99)'
            ".value",
            f"[metrics.aggregate_{there}(array) for array in scores.values()]",
        )
        for title, name, there in (
            ("mean", "mean", "mean"),
            ("median", "median", "median"),
            ("interquartile mean", "iqm", "iqm"),
            ("optimality gap", "optimality-gap", "optimality_gap"),
        )
    ),
    Line(
        "runs",
        "probability of improvement",
        "rliable",
        'aggregates(scores, better="higher", resamples=99).improvement',
        "[metrics.probability_of_improvement(*scores.values())]",
    ),
    Line(
        "runs",
        "means of the runs of each optimiser on each function",
        "polars",
        'np.sort(optimisers.aggregate("mean").values, axis=None)',
        'optimisers.frame.to_native().group_by("algorithm", "problem")'
        '.agg(pl.col("value").mean()).collect()["value"].sort()',
    ),
]

ORDERS = [
    Line(
        "strengths",
        "Bradley and Terry's strengths",
        "choix",
        "strengths(cec2005, prior=0, resamples=99).strength",
        "choix.opt_pairwise(9, duels, tol=1e-12)",
        within=1e-6,
        note="both search a maximum",
    ),
    Line(
        "strengths",
        "Plackett and Luce's strengths",
        "choix",
        'strengths(cec2005, model="plackett-luce", prior=0, resamples=99).strength',
        "choix.opt_rankings(9, list(np.argsort(cec2005.values, axis=1)), tol=1e-12)",
        within=1e-6,
        note="both search a maximum",
    ),
]

OF_R = [
    *(
        Line("R", name, "R", here, there)
        for name, here, there in (
            (
                "Friedman's chi-square, corrected for ties",
                'friedman(demsar2006, ties="corrected").statistic',
                "friedman.test(demsar2006)$statistic",
            ),
            (
                "Quade's F, corrected for ties",
                'quade(garcia2008, ties="corrected").statistic',
                "quade.test(garcia2008)$statistic",
            ),
            (
                "p-value of Quade's test",
                'quade(garcia2008, ties="corrected").pvalue',
                "quade.test(garcia2008)$p.value",
            ),
            (
                "Wilcoxon's test, exact, no ties",
                'wilcoxon(cec2005, "PSO", "DE-Exp").pvalue',
                "wilcox.test(u, v, paired = TRUE, exact = TRUE)$p.value",
            ),
            (
                "sign test, ties left out",
                'sign_test(demsar2006, "C4.5", "C4.5m", ties="drop").pvalue',
                "binom.test(2, 12)$p.value",
            ),
            (
                "paired t-test",
                't_test(cec2005, "PSO", "DE-Exp").pvalue',
                "t.test(u, v, paired = TRUE)$p.value",
            ),
            ("Bonferroni", 'adjust(given, "bonferroni")', 'p.adjust(given, "bonferroni")'),
            ("Holm", 'adjust(given, "holm")', 'p.adjust(given, "holm")'),
            ("Hochberg", 'adjust(given, "hochberg")', 'p.adjust(given, "hochberg")'),
            ("Hommel", 'adjust(given, "hommel")', 'p.adjust(given, "hommel")'),
            ("Benjamini-Hochberg", 'adjust(given, "benjamini-hochberg")', 'p.adjust(given, "BH")'),
            (
                "Benjamini-Yekutieli",
                'adjust(given, "benjamini-yekutieli")',
                'p.adjust(given, "BY")',
            ),
        )
    ),
]

_MODELS = "items and votes of language models"

OF_MODELS = [
    Line(
        _MODELS,
        "mean of answers",
        "inspect-ai",
        "items(answered(answers)).benchmarks[0].mean",
        "inspect_metric(scorer.mean(), answers, passages)",
    ),
    Line(
        _MODELS,
        "standard error of a mean",
        "inspect-ai",
        "items(answered(answers)).benchmarks[0].error",
        "inspect_metric(scorer.stderr(), answers, passages)",
    ),
    Line(
        _MODELS,
        "standard error of a mean with clusters",
        "inspect-ai",
        "items(answered(answers, passages)).benchmarks[0].error",
        'inspect_metric(scorer.stderr(cluster="passage"), answers, passages)',
    ),
    Line(
        _MODELS,
        "mean of answers",
        "lm-eval",
        "items(answered(answers)).benchmarks[0].mean",
        "lm_eval_metrics.mean(answers.tolist())",
    ),
    Line(
        _MODELS,
        "standard error of a mean",
        "lm-eval",
        "items(answered(answers)).benchmarks[0].error",
        "lm_eval_metrics.mean_stderr(answers.tolist())",
    ),
    Line(
        _MODELS,
        "ratings of Bradley and Terry, ties as half a win",
        "evalica",
        'votes(battles, model="bradley-terry").rating[np.argsort('
        'votes(battles, model="bradley-terry").models)]',
        "evalica_ratings(battles, tolerance=1e-14, limit=100_000)",
    ),
    Line(
        _MODELS,
        "ratings of Bradley and Terry, ties as half a win",
        "arena-rank",
        'votes(battles, model="bradley-terry").rating[np.argsort('
        'votes(battles, model="bradley-terry").models)]',
        "arena_ratings(battles)",
        within=1e-6,
        note="arena-rank stops where its optimiser does",
    ),
]

LINES = [
    *OMNIBUS,
    *PAIRS_OF_RANKS,
    *PAIRED,
    *ADJUSTMENTS,
    *EFFECTS,
    *BAYES,
    *RUNS,
    *ORDERS,
    *OF_R,
    *OF_MODELS,
]
