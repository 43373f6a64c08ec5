"""compare() and compare_measures(): the whole methodology on one table, or on several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from numpy.typing import ArrayLike

from evenkeel._calls import answering
from evenkeel.adjustments.registry import lookup
from evenkeel.comparison.advice import advise
from evenkeel.comparison.findings import Comparison, describe
from evenkeel.comparison.second_look import look_twice, second_test
from evenkeel.comparison.situations import Situation
from evenkeel.comparison.steps import (
    Asked,
    concluding_procedure,
    omnibus_tests,
    on_missing_choices,
    one_value_a_cell,
    rejected_pair,
    serves,
    shown_pairs,
    two_algorithms,
)
from evenkeel.effects.contrasts import contrast_estimation
from evenkeel.errors import InputError, fraction
from evenkeel.families import Family
from evenkeel.numerics.resampling import Seed
from evenkeel.omnibus.registry import RESAMPLES, Ties, deciding_test
from evenkeel.pairwise._wilcoxon_all import wilcoxon_all
from evenkeel.pairwise.multiple_sign import multiple_sign_test
from evenkeel.pairwise.sign import TieTreatment, sign_all
from evenkeel.posthocs._leave_one_out import leave_one_out
from evenkeel.posthocs._posthoc import posthoc, procedures_for, resolve_control
from evenkeel.posthocs.confidence_sets import RankTest, rank_sets, sets_by_wilcoxon
from evenkeel.posthocs.laws import LAWS, law_for
from evenkeel.ranks.named import compute_ranks, fitting_ranking
from evenkeel.ranks.registry import RANKINGS
from evenkeel.result import Answer
from evenkeel.tables.choices import Statistic, whole_of
from evenkeel.tables.remarks import missing_pattern
from evenkeel.tables.results import Better, Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from evenkeel.report.document import Document
    from evenkeel.tables.runs import Runs

# compare(): the whole methodology of the documents on one table, in one call.


_OF_THE_TABLE = ("results", "better", "aggregate", "missing")  # no options of doing it again
_LEFT_OUT_IN_TURN = 100  # algorithms; the time grows as the cube of their number


@answering
def compare(
    results: Results | Runs | ArrayLike,
    *,
    control: str | None = None,
    alpha: float = 0.05,
    ranking: str = "friedman",
    adjust: str | Iterable[str] | None = None,
    procedure: str | None = None,
    method: str | None = None,
    always: bool = False,
    order: Sequence[str] | None = None,
    ties: Ties = "corrected",
    omnibus_method: Literal["permutation"] | None = None,
    sign_ties: TieTreatment = "split",
    second_look: RankTest | None = None,
    resamples: int = RESAMPLES,
    seed: Seed = 0,
    better: Better | None = None,
    aggregate: Statistic | float | None = None,
    missing: str | None = None,
    scaled: bool = False,
) -> Comparison:
    """Run the methodology of the documents on one table.

    Descriptive table, ranks by the three rankings, omnibus tests and, if the omnibus hypothesis
    is rejected, the post-hoc family with every procedure; contrast estimation; the multiple sign
    test for a control; pairwise sign and Wilcoxon tests, with the sizes of the differences and
    their intervals; confidence sets for the ranks. Two algorithms take the pairwise path.

    Ranks are taken among all algorithms, so that a third one can turn the verdict on two. The
    family is therefore looked at twice: the second time by a test of the two columns alone,
    Wilcoxon's signed-rank test or the sign test, exact and adjusted by Holm. What both looks show
    is shown; the family-wise error of that is at most alpha whatever the other algorithms do, see
    docs/calibration.md, if differences are symmetric, as Wilcoxon's test supposes; what wins alone
    do not show is named. What only the ranks show is named as resting on the other algorithms, or
    as undecided where so few problems could not reject. Laws that are taken from all algorithms
    are tried without each of up to 100 algorithms in turn, too.

    A table with holes (``missing="keep"``) is taken to miss results at random. Ranks are those
    among the algorithms present, the test of `skillings_mack` decides, every pair is compared on
    the problems that both algorithms have, and the average ranks are those to be expected without
    holes. What needs complete problems is refused if it is asked for, and else left out.

    Parameters
    ----------
    results : Results, Runs, array_like, frame, dict or path
        The table; what is neither `Results` nor `Runs` needs `better`. Frames, dicts and files are
        read with their names, as `read` and `read_runs` do. Of runs one value per cell is compared,
        see `aggregate`; `compare_runs` also looks at the runs of each problem.
    control : str, optional
        The control algorithm. Without it all pairs are compared; so they are with ``"best"``, the
        best ranked, as the same data would pick and test it, and its pairs lead the conclusions.
    alpha : float
        The level of significance.
    ranking : {"friedman", "aligned", "quade"}
        The ranking of the post-hoc hypotheses.
    adjust : str or iterable of str, optional
        The procedures to show; by default all that the documents list for the family.
    procedure : str, optional
        The procedure to draw conclusions from, shown with the others; by default Holm's for a
        control and Shaffer's for all pairs, Holm's too where the hypotheses are not transitive
        (``"wilcoxon"``, ``"sign"``), or the first of `adjust` if that does not hold them.
    method : str, optional
        How the raw p-values of the hypotheses are computed: ``"calibrated"`` (the default),
        ``"normal"`` (the default with ``ties="uncorrected"``) and ``"exact"`` are taken from all
        algorithms, ``"paired"`` (the default for a table with holes) from the pair's ranks among
        them, ``"wilcoxon"`` and ``"sign"`` from the two columns, see `posthoc_statistics`.
    always : bool
        Go on to the post-hoc procedures even if the omnibus hypothesis is not rejected. The
        documents call its rejection advisable, not compulsory.
    order : sequence of str, optional
        All algorithms in an order that was predicted before the results were seen, the best
        first: adds the tests for a trend, such as `page_trend`.
    ties : {"corrected", "uncorrected"}
        Whether the statistics of ranks are corrected for ties, of all algorithms and of pairs. The
        documents' are not. Where that turns a decision the conclusions say so.
    omnibus_method : {"permutation"}, optional
        Compute the p-values of the omnibus tests from all permutations within the problems, or
        from a sample of them if they are too many. By default each test has its usual
        approximation.
    sign_ties : {"split", "drop"}
        What the pairwise sign tests do with ties, see `sign_test`.
    second_look : {"wilcoxon", "sign"}, optional
        The test of the second look: Wilcoxon's by default, the sign test if failures are ranked
        last. Wilcoxon's compares the sizes of differences between problems; where results of
        different problems are not commensurable, take the sign test.
    resamples : int, default 9999
        Number of random permutations, for ``omnibus_method="permutation"`` and the procedure
        ``"closed-permutation"``; see `posthoc`.
    seed : int, Generator or None
        Seed of these.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.
    aggregate : str or float, optional
        The statistic of the runs of each cell, at their last step, by default their mean; see
        `Runs.aggregate`. The report says so. A table with one value per cell takes none.
    missing : {"drop-problem", "drop-algorithm", "worst", "keep"}, optional
        What is to become of missing results, see `evenkeel.tables.choose`. By default what was
        chosen when the table was read. The report names the choice, what it supposes, and
        whether another one would change the verdict.
    scaled : bool
        Map each problem on [0, 1] first, so that none outweighs another; see `Results.scaled`.

    Returns
    -------
    Comparison

    References
    ----------
    Demsar (2006), JMLR 7:1-30; Garcia and Herrera (2008), JMLR 9:2677-2694; Derrac et al. (2011),
    doi:10.1016/j.swevo.2011.02.002.

    Examples
    --------
    >>> import evenkeel
    >>> comparison = evenkeel.compare(evenkeel.load("garcia2008"), ties="uncorrected")
    >>> round(comparison.omnibus["friedman"].statistic, 3)  # as printed by the documents
    39.647
    >>> comparison.posthoc.groups(alpha=0.05, procedure="bergmann")
    (('C4.5', 'NaiveBayes'), ('CN2', '1-NN'), ('Kernel',))
    """
    adjust = adjust if adjust is None or isinstance(adjust, str) else tuple(adjust)
    asked = {name: given for name, given in locals().items() if name not in _OF_THE_TABLE}
    table = one_value_a_cell(results, better, aggregate, missing)
    table = table.scaled() if scaled else table
    holes = table.has_holes
    fraction(alpha, "alpha")
    ranking = fitting_ranking(table, ranking)
    documents = "normal" if ties == "uncorrected" and not holes else None
    method = law_for(method or documents, holes=holes).name
    alone = second_test(table, method, second_look)
    name = resolve_control(table, control, ranking)
    picked = name if name != control else None
    if picked is not None:
        name = None
    elif name is not None:
        table.index(name)
    several = table.k > 2
    options = {"ties": ties, "method": omnibus_method, "resamples": resamples, "seed": seed}
    omnibus = omnibus_tests(table, ranking, order, options) if several else {}
    decisive = omnibus.get(deciding_test(ranking).name)
    rejected = None if decisive is None else bool(decisive.pvalue <= alpha)
    hypotheses = Family(table.algorithms, name)
    names, notes = procedures_for(adjust, hypotheses, method, also=procedure, holes=holes)
    main = concluding_procedure(procedure, names, hypotheses, method)
    tests = wilcoxon_all(table, control=name)
    family = second = left_out = None
    if rejected or (several and always):
        family = posthoc(
            table,
            ranking=ranking,
            control=name,
            adjust=names,
            method=method,
            resamples=resamples,
            seed=seed,
        )
        family = replace(family, notes=(*notes, *family.notes))
        second = look_twice(table, family, main, alpha, tests, alone)
    if family is None or not LAWS.lookup(method).pooled or lookup(main).kind == "closed":
        pass  # nothing was tested, or nothing by a law of all algorithms
    elif table.k > _LEFT_OUT_IN_TURN:
        note = (
            f"whether a rejection falls without one of the other algorithms is looked at for up to "
            f"{_LEFT_OUT_IN_TURN} algorithms; evenkeel.posthocs.leave_one_out looks at any number"
        )
        family = replace(family, notes=(*family.notes, note))
    else:
        left_out = leave_one_out(
            table, ranking=ranking, control=name, procedure=main, method=method, alpha=alpha
        )
    whole = whole_of(table)
    pattern = None if whole is None else missing_pattern(whole[1])
    signs = multiple_sign_test(table, control=name, alpha=alpha) if several and name else None
    contrast = contrast_estimation(table, confidence=None)
    sets = None
    if several and alone == "wilcoxon" and not name:
        sets = sets_by_wilcoxon(table, tests, alpha)
    elif several:
        sets = rank_sets(table, alpha=alpha, test=alone)
    situation = Situation(
        table,
        procedure=main,
        ranking=ranking,
        method=method,
        procedures=family.procedures if family else (),
        control=name,
        picked=picked,
        omnibus_rejected=rejected,
        posthoc=family,
        second_look=second,
        leave_one_out=left_out,
        alpha=alpha,
        sign_ties=sign_ties,
        missing=pattern,
        multiple_sign=signs,
        contrast=contrast,
    )
    return Comparison(
        results=table,
        alpha=alpha,
        control=name,
        ranking=ranking,
        method=method,
        procedure=main,
        description=describe(table),
        ranks={
            entry.name: compute_ranks(table, entry.name)
            for entry in RANKINGS
            if entry.name == ranking or serves(entry.name, table)
        }
        if several
        else {},
        omnibus=omnibus,
        posthoc=family,
        picked=picked,
        second_look=second,
        leave_one_out=left_out,
        rank_sets=sets,
        contrast=contrast,
        multiple_sign=signs,
        signs=sign_all(table, control=name, ties=sign_ties),
        wilcoxon=tests,
        two=None if several else two_algorithms(table, *tests.family.hypotheses[0]),
        advice=advise(situation),
        missing=pattern,
        missing_choices=on_missing_choices(
            table,
            Asked(method, main, name, alpha, always, ties, second_look),
            shown_pairs(family, second, main, alpha) if several else rejected_pair(tests, alpha),
        ),
        asked=asked,
    )


# compare_measures(): several measures, or groups, of the same algorithms, each by itself.


class MeasuresComparison(Answer):
    """Everything that `compare_measures` found.

    Attributes
    ----------
    comparisons : dict of str to Comparison
        The comparison of each measure.
    joint_level : float or None
        The level of all measures together, if each has an equal part of it.
    """

    _folded = True

    comparisons: dict[str, Comparison]
    joint_level: float | None = None

    @property
    def conclusions(self) -> tuple[str, ...]:
        """The conclusions of each measure, with its name before them."""
        return tuple(
            f"{name}: {text}" for name, one in self.comparisons.items() for text in one.conclusions
        )

    @property
    def rejected(self) -> bool:
        """Whether the first hypothesis of every measure is rejected, see `Comparison`."""
        return all(one.rejected for one in self.comparisons.values())

    def report(self, *, exhaustive: bool = False) -> Document:
        """An overview of the measures and the algorithms, then the report of each measure."""
        return self._built(exhaustive=exhaustive)

    def plot(self) -> Axes:
        """Draw the critical difference diagrams of all measures, one above the other on one axis.

        They must be of the same algorithms, for else their ranks do not compare.
        """
        from evenkeel.plot import plot_critical_differences

        return plot_critical_differences(self)

    def __repr__(self) -> str:
        return "\n".join(
            [f"MeasuresComparison by {len(self.comparisons)} measures", *self.conclusions]
        )

    __str__ = __repr__  # the conclusions are shorter than the tables


def compare_measures(
    tables: Mapping[str, Results | Runs], *, joint_level: bool = False, **options: Any
) -> MeasuresComparison:
    """Compare algorithms by each of several measures, or in each of several groups.

    Each is a comparison of its own, as `compare` makes it: nothing is pooled, and no p-value is
    adjusted for the number of measures. With `joint_level` the level alpha holds for all measures
    together: each is tested at alpha over their number (Bonferroni). `joint_measures` asks in
    which combination of better and worse two algorithms stand.

    Parameters
    ----------
    tables : mapping of str to Results or Runs
        A table for each measure, as `read_measures` gives them.
    joint_level : bool, default False
        Whether alpha is the level of all measures together, instead of each by itself.
    **options
        As `compare` takes them, the same for all.

    Returns
    -------
    MeasuresComparison

    Examples
    --------
    >>> import evenkeel
    >>> table = evenkeel.load("garcia2008")
    >>> found = evenkeel.compare_measures({"accuracy": table, "again": table})
    >>> found.to_pandas("overview").iloc[0].tolist()[:3]
    ['accuracy', '2.100 a', '3.250 b']
    >>> ax = found.plot()  # both diagrams, on one axis of ranks
    """
    if not tables:
        raise InputError("there is no table; give one for each measure, as read_measures does")
    level = options.get("alpha", 0.05) if joint_level else None
    if level is not None:
        options["alpha"] = level / len(tables)
    compared = {name: compare(table, **options) for name, table in tables.items()}
    return MeasuresComparison(compared, level)
