"""Names and arguments of other packages, which are answered with what to type here.

Every answer is a call that runs; a remark stands behind it as a comment.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")

_COMPARE = "evenkeel.compare(table, better='higher')"
_POSTHOC = "evenkeel.posthoc(table, better='higher', {}adjust='holm')"
_PAIRS = _POSTHOC + ".to_pandas('matrix')"
_RUNS = "evenkeel.per_problem(runs, {})  # runs = evenkeel.read_runs(...), many a cell"
_BLOCKS = "  # theirs is for independent samples; algorithms on the same problems are none"
_PAGE = "evenkeel.page_trend(table, better='higher')"
_RANGE = "evenkeel.posthoc(table, better='higher', method='normal', adjust='nemenyi-range')"
_CRITICAL = "evenkeel.critical.nemenyi_critical_difference({}n, {}k)"
_SIZES = "evenkeel.effect_sizes(table, size='{}', better='higher')"
_BAYES = "evenkeel.bayes({}, rope=0.01, {})"
_ANOVA = "evenkeel.runs.repeated_measures_anova(table, better='higher')"
_LONG = (
    "evenkeel.read(frame, algorithm='groups', problem='blocks', value='y', better='higher')"
    "  # a table for every test"
)

_ANSWERS = {
    # autorank
    "autorank": _COMPARE,
    "create_report": f"print({_COMPARE}.report())",
    "latex_table": f"{_COMPARE}.save('table.tex')",
    "latex_report": f"{_COMPARE}.save('report.tex')",
    # scikit-posthocs
    "posthoc_nemenyi_friedman": _RANGE + ".to_pandas('matrix')",
    "posthoc_conover_friedman posthoc_durbin": _PAIRS.format("method='conover', "),
    "posthoc_siegel_friedman": _PAIRS.format("method='normal', "),
    "posthoc_miller_friedman": _PAIRS.format("method='normal', ") + "  # Siegel's, not Miller's",
    "posthoc_quade": _PAIRS.format("ranking='quade', "),
    "posthoc_wilcoxon pairwise_tests": _PAIRS.format("method='wilcoxon', "),
    "posthoc_dunn posthoc_conover posthoc_nemenyi posthoc_dscf posthoc_anderson posthoc_scheffe "
    "posthoc_npm_test": _PAIRS.format("") + _BLOCKS,
    "posthoc_vanwaerden": "evenkeel.van_der_waerden(table)" + _BLOCKS,
    "test_durbin": "evenkeel.omnibus.durbin(table)",
    "test_mackwolfe test_osrt": _PAGE + _BLOCKS,
    "global_simes_test": "evenkeel.adjust(pvalues, 'hommel').min()",
    "sign_plot": f"evenkeel.plot.plot_pvalue_matrix({_POSTHOC.format('')})",
    "sign_array": "evenkeel.posthoc(table, better='higher').rejected(0.05)",
    "sign_table": f"print({_POSTHOC.format('')})",
    # Orange, aeon and their like
    "plot_stats critical_difference_diagram plot_critical_difference graph_ranks": "evenkeel.plot."
    f"plot_critical_difference({_COMPARE})",
    "compute_CD studentized_range": _CRITICAL.format("", ""),
    "nemenyi nemenyi_test": _RANGE,
    "wilcoxon_test": "evenkeel.wilcoxon_all(table, better='higher')",
    "plot_pairwise_scatter": "evenkeel.plot.plot_scatter("
    "evenkeel.read(table, better='higher'), first='A', second='B')",
    "create_multi_comparison_matrix": "evenkeel.plot.plot_comparison_matrix("
    "evenkeel.read(table, better='higher'))",
    # scipy
    "friedmanchisquare": "evenkeel.friedman(numpy.column_stack([x, y, z]))",
    "friedman_test global_f_test": "evenkeel.friedman(table)",
    "quade_test": "evenkeel.quade(table)",
    "kruskal median_test f_oneway": "evenkeel.friedman(table)" + _BLOCKS,
    "page_trend_test": _PAGE,
    "ttest_rel": "evenkeel.pairwise.t_test(x, y)",
    "ttest_ind": "evenkeel.pairwise.t_test(x, y)" + _BLOCKS,
    "binomtest binom_test": "evenkeel.sign_test(x, y)",
    "mannwhitneyu ranksums brunnermunzel permutation_test posthoc_mannwhitney": _RUNS.format(
        "test='mann-whitney'"
    ),
    "posthoc_ttest": _RUNS.format("test='t'"),
    "tukey_hsd pairwise_tukeyhsd MultiComparison posthoc_tukey posthoc_tukey_hsd": _RUNS.format(
        "test='tukey'"
    ),
    "dunnett posthoc_dunnett": _RUNS.format("control='A', test='dunnett'"),
    "posthoc_tamhane": _RUNS.format("test='tamhane'"),
    "levene bartlett shapiro normaltest kstest anderson lilliefors normality": "evenkeel."
    "conditions(runs)  # runs = evenkeel.read_runs(...), many a cell",
    "rankdata": "evenkeel.ranks.friedman_ranks(evenkeel.read(table, better='higher'))",
    "kendalltau": "evenkeel.effects.kendall_w(table)",
    # statsmodels
    "multipletests multicomp holm": "evenkeel.adjust(pvalues, 'holm')",
    "fdrcorrection false_discovery_control": "evenkeel.adjust(pvalues, 'fdr_bh')",
    "mcnemar": "evenkeel.runs.mcnemar(first, second, truth)",
    "cochrans_q": "evenkeel.friedman(table)  # of zeros and ones its statistic is Cochran's Q",
    "AnovaRM rm_anova": _ANOVA,
    "ttost_paired": "evenkeel.equivalence(table, 0.1, better='higher')",
    "TTestPower tt_solve_power": "evenkeel.problems_needed(k=4, effect=0.5)",
    "proportion_confint": "evenkeel.claims.from_errors({'A': '43/208', 'B': '61/208'})",
    "cliffs_delta cliff_delta": _SIZES.format("cliff-delta"),
    "cohens_d compute_effsize": _SIZES.format("standardised-mean"),
    # baycomp
    "two_on_multiple": _BAYES.format("numpy.column_stack([x, y])", "better='higher'"),
    "two_on_single": _BAYES.format("runs", "method='correlated-t', test_share=0.1"),
    "SignTest": _BAYES.format("table", "method='sign', better='higher'"),
    "SignedRankTest": _BAYES.format("table", "better='higher'"),
    "HierarchicalTest": _BAYES.format("runs", "method='hierarchical', test_share=0.1"),
}


def _by_name(answers: Mapping[str, str]) -> dict[str, str]:
    return {name: call for names, call in answers.items() for name in names.split()}


#: By the name that another package gives it.
CALLS = _by_name(_ANSWERS)

_OPTIONS = {
    "zero_method": "evenkeel.wilcoxon(x, y, zeros='drop')  # 'wilcox' there; or 'pratt', 'split'",
    "correction": "evenkeel.wilcoxon(x, y, method='normal', continuity=True)",
    "mode": "evenkeel.wilcoxon(x, y, method='exact')",
    "mu0": "evenkeel.sign_test(x, y)",
    "exact": "evenkeel.runs.mcnemar(first, second, truth, method='exact')",
    "p_adjust": _POSTHOC.format(""),
    "melted y_col block_col group_col val_col block_id_col": _LONG,
    "predicted_ranks": "evenkeel.page_trend(table, order=['D', 'B', 'A', 'C'], better='higher')",
    "nan_policy": "evenkeel.read(table, better='higher', missing='drop-problem')",
    "verbose": f"print({_COMPARE}.report())",
    "approach rope": CALLS["SignedRankTest"],
    "force_mode": _ANOVA,
    "alpha": "evenkeel.adjust(pvalues, 'holm') <= 0.05",
    "random_state": "evenkeel.friedman(table, method='permutation', seed=0)",
    "n_resamples": "evenkeel.friedman(table, method='permutation', resamples=9999)",
}
#: By the name of an argument there.
ARGUMENTS = _by_name(_OPTIONS)

#: By the name of a field of autorank's result.
FIELDS: Mapping[str, str] = {
    "rankdf": "comparison.ranks['friedman'].to_pandas()",
    "pvalue": "comparison.omnibus['iman-davenport'].pvalue",
    "cd": _CRITICAL.format("comparison.results.", "comparison.results."),
    "num_samples": "comparison.results.n",
    "effect_size": "evenkeel.effect_sizes(comparison.results)",
}

#: What other packages call with several samples.
_SAMPLES = {"friedman": "friedmanchisquare", "bayes": "two_on_multiple"}


def unknown_attribute(name: str, known: Iterable[str]) -> str:
    """What to say of an attribute that evenkeel has not.

    Examples
    --------
    >>> unknown_attribute("autorank", [])
    "evenkeel has no 'autorank'; type evenkeel.compare(table, better='higher')"
    >>> unknown_attribute("freidman", ["friedman", "quade"])
    "evenkeel has no 'freidman'; did you mean 'friedman'?"
    """
    if name in CALLS:
        return f"evenkeel has no {name!r}; type {CALLS[name]}"
    close = difflib.get_close_matches(name, list(known), n=1)
    return f"evenkeel has no {name!r}" + (f"; did you mean {close[0]!r}?" if close else "")


def unknown_field(name: str, owner: str) -> str:
    """What to say of a field that the result of a comparison has not.

    Examples
    --------
    >>> unknown_field("num_samples", "Comparison")
    "'Comparison' object has no attribute 'num_samples'; type comparison.results.n"
    """
    said = f"{owner!r} object has no attribute {name!r}"
    return f"{said}; type {FIELDS[name]}" if name in FIELDS else said


def answering(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """A function that says what to type where it is called as its like of another package."""

    @wraps(function)
    def called(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        try:
            return function(*args, **kwargs)
        except TypeError as error:
            trace = error.__traceback__
            if trace is None or trace.tb_next is not None:  # it was raised within the function
                raise
            own, name = inspect.signature(function).parameters, function.__name__
            unknown = [each for each in kwargs if each not in own]
            call = ARGUMENTS.get(unknown[0]) if unknown else CALLS.get(_SAMPLES.get(name, name))
            raise TypeError(f"{error}; type {call}" if call else str(error)) from None

    return called
