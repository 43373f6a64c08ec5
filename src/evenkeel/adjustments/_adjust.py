"""adjust() and adjusted_alphas(): one p-value or level per hypothesis, by any procedure."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expm1, log1p

from evenkeel._calls import answering
from evenkeel._types import BoolArray, FloatArray
from evenkeel.adjustments.registry import ADJUSTMENTS, Adjustment, FamilyKind, lookup
from evenkeel.errors import InputError, Message, Option, choice, fraction
from evenkeel.families import Family, algorithms_of_pairs
from evenkeel.numerics.arrays import sort_rows, unmasked
from evenkeel.result import Result

# Checks that every door to the adjustments shares.


def as_pvalues(p: ArrayLike) -> FloatArray:
    """Return p as an array of p-values with the family on the last axis, or say what is wrong."""
    try:
        values = np.asarray(unmasked(p), dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"p is not an array of numbers ({error})") from None
    if values.ndim == 0:
        raise InputError(f"p is {p!r}; give a list with one p-value or more")
    if values.size == 0:
        raise InputError(
            f"p is empty (its shape is {values.shape}); give one p-value for each hypothesis"
        )
    if not (values.min() >= 0 and values.max() <= 1):  # nor do they for a NaN
        index = tuple(int(i) for i in np.argwhere(~((values >= 0) & (values <= 1)))[0])
        where = ", ".join(str(i) for i in index)
        raise InputError(f"p[{where}] is {values[index]}; a p-value lies between 0 and 1")
    return values + 0.0  # which turns -0.0 into 0.0


def as_positions(positions: ArrayLike) -> FloatArray:
    """Return the positions of the algorithms as an array, or say what is wrong."""
    try:
        values = np.asarray(unmasked(positions), dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"the positions are not an array of numbers ({error})") from None
    if not np.isfinite(values).all():
        raise InputError("a position is not a finite number; give the average ranks")
    return values


def family_served(adjustment: Adjustment, family: Family | None, m: int) -> Family | None:
    """The family of m hypotheses, checked against what the procedure serves.

    A procedure that serves all pairs only gets them from m if no family is given. Others need
    none.
    """
    name = adjustment.name
    if adjustment.kind == "closed":
        raise InputError(
            Message(
                f"{name!r} needs the table, not p-values: it permutes the ranks; give the "
                "table to posthoc() or compare(), with ",
                Option("adjust", name),
            )
        )
    if family is not None and not isinstance(family, Family):
        raise InputError(f"family is {family!r}; give an evenkeel.Family of the algorithms")
    if family is None:
        if "control" in adjustment.families:
            return None
        remedy = Message(
            f"give {name!r} the p-values of all of them, and their names with ", Option("family")
        )
        return Family.of_size(algorithms_of_pairs(m, remedy))
    serving(adjustment, family.kind)
    if family.m != m:
        raise InputError(
            f"{m} p-values were given for a family of {family.m} hypotheses; "
            "give one for each, on the last axis"
        )
    return family


def serving(adjustment: Adjustment, kind: FamilyKind) -> Adjustment:
    """Return the procedure if it serves that kind of family, else raise."""
    if kind in adjustment.families:
        return adjustment
    kinds = {"control": "a control against the rest", "all-pairs": "all pairs"}
    of_pvalues = [a.name for a in ADJUSTMENTS if kind in a.families and a.kind != "closed"]
    others = ", ".join(map(repr, of_pvalues))
    raise InputError(
        f"{adjustment.name!r} serves {kinds[adjustment.families[0]]}, but the family is "
        f"{kinds[kind]}; for that choose one of {others}"
    )


def variant_options(adjustment: Adjustment, variant: str | None) -> dict[str, str]:
    """The keyword for `formula` and `decide`: nothing for a procedure without variants."""
    if adjustment.variants:
        chosen = adjustment.variants[0] if variant is None else variant
        return {"variant": choice(chosen, adjustment.variants, f"variant of {adjustment.name}")}
    if variant is not None:
        raise InputError(
            Message(f"{adjustment.name!r} has no variants; leave out ", Option("variant", variant))
        )
    return {}


# adjust(): the shared wrapper round every formula, and the list of the procedures.


@answering
def adjust(
    p: ArrayLike,
    method: str = "holm",
    *,
    family: Family | None = None,
    positions: ArrayLike | None = None,
    variant: str | None = None,
) -> FloatArray:
    """Adjust the p-values of a family of hypotheses for their number.

    Each p-value belongs to a null hypothesis, such as "these two algorithms perform alike",
    against its alternative, "they do not". The adjusted p-value of a hypothesis is the smallest
    alpha at which the procedure, applied to the whole family, rejects it: reject what is
    ``<= alpha``. For Holm's procedure, with the m p-values in increasing order, ::

        APV_i = min{1, max{(m - j + 1) p_j : j <= i}};

    `procedures` lists the others, what each of them controls and what it assumes.

    No adjustment makes good a raw p-value that is wrong: each must be valid for its own hypothesis,
    whatever the others are. The p-values of mean ranks by the normal, calibrated or exact law
    suppose that all k algorithms are alike [3]_. If some win big or lose big, Holm's procedure on
    them separates two that are alike in more than 10% of the tables at alpha = 0.05, and the
    logical procedures err too; docs/calibration.md has the rates. P-values of the pair's own
    differences (``method="paired"``, ``"wilcoxon"`` and ``"sign"`` of `posthoc_statistics`) do not
    suppose it; those of paired ranks can still be turned by the other algorithms.

    Equal p-values get equal adjusted ones, except by the procedures that look at which
    hypotheses can be true together (kind ``"logical"``). A family of one hypothesis is left as
    it is. Adjusted p-values are never below the raw ones nor above 1.

    Parameters
    ----------
    p : array_like, shape (..., m)
        P-values. The last axis is the family; leading axes are independent replicates.
    method : str, default "holm"
        Name of the procedure, see `procedures`. One of kind ``"closed"`` needs the ranks, not
        p-values, and is refused; `posthoc` and `compare` take it.
    family : Family, optional
        The hypotheses, in the order of `p`. Without it, a procedure for all pairs takes p as the
        k (k - 1) / 2 pairs (1, 2), (1, 3), ..., (k - 1, k).
    positions : array_like, shape (..., k), optional
        Numbers, such as average ranks, with whose distance the p-values do not increase. The
        logical procedures can use them to serve more algorithms; the others have no need of them.
    variant : str, optional
        A variant of the procedure; ``"keel"`` for Rom's constants as the published tables have
        them.

    Returns
    -------
    ndarray, shape (..., m)
        Adjusted p-values in the order of `p`.

    References
    ----------
    .. [1] J. Derrac et al., A practical tutorial on the use of nonparametric statistical tests,
       Swarm and Evolutionary Computation 1 (2011) 3-18, Section 4.3,
       doi:10.1016/j.swevo.2011.02.002.
    .. [2] S. P. Wright, Adjusted p-values for simultaneous inference, Biometrics 48 (1992)
       1005-1013, doi:10.2307/2532694.
    .. [3] A. Benavoli, G. Corani and F. Mangili, Should we really use post-hoc tests based on
       mean-ranks?, Journal of Machine Learning Research 17(5) (2016) 1-10.

    Examples
    --------
    Table 16 of Derrac et al. (2011), DE-Exp against the eight others by Friedman's ranks:

    >>> import numpy as np
    >>> from scipy.special import erfc
    >>> import evenkeel
    >>> ranks = np.array([7, 6.28, 5.5, 5.4, 4.84, 4.64, 4, 3.84])
    >>> p = erfc((ranks - 3.5) / np.sqrt(9 * 10 / (6 * 25)) / np.sqrt(2))
    >>> evenkeel.adjust(p, "holm").round(6).tolist()
    [5e-05, 0.002324, 0.05894, 0.070857, 0.334569, 0.423278, 1.0, 1.0]
    >>> evenkeel.adjust(p, "hommel").round(6).tolist()
    [5e-05, 0.002324, 0.049116, 0.070857, 0.282186, 0.423278, 0.660706, 0.660706]
    """
    adjustment = lookup(method)
    values = as_pvalues(p)
    served = family_served(adjustment, family, values.shape[-1])
    options = variant_options(adjustment, variant)
    adjusted: FloatArray
    if adjustment.kind == "logical":
        adjusted = adjustment.formula(values, served, positions, **options)
        return adjusted
    if adjustment.kind in ("one-step", "two-step"):
        adjusted = np.minimum(adjustment.formula(values, **options), 1.0)
        return adjusted
    ordered, source = sort_rows(values)
    steps = np.minimum(adjustment.formula(ordered, **options), 1.0)
    if adjustment.kind == "step-down":
        steps = np.maximum.accumulate(steps, axis=-1)
    else:
        steps = np.minimum.accumulate(steps[..., ::-1], axis=-1)[..., ::-1]
    adjusted = np.empty(values.size)
    adjusted[source] = steps.ravel()
    return adjusted.reshape(values.shape)


def procedures() -> tuple[Adjustment, ...]:
    """List the procedures that `adjust` knows.

    Returns
    -------
    tuple of Adjustment
        Each with its name, what it controls (if the raw p-values are valid, see `adjust`), what it
        assumes, the families it serves, its reference and, where there is one, a caveat.

    Examples
    --------
    >>> import evenkeel
    >>> for procedure in evenkeel.procedures():
    ...     if procedure.kind == "step-down":
    ...         print(procedure.name, procedure.controls, procedure.assumes, sep=" | ")
    holm | FWER | any dependence
    holland | FWER | positive dependence
    finner | weak FWER | positive dependence
    """
    return tuple(ADJUSTMENTS)


# adjusted_alphas(): the level that each p-value is compared with, and the decision.


class AdjustedAlphas(Result):
    """Levels of significance adjusted for the number of hypotheses, and the decision.

    Attributes
    ----------
    method : str
        Name of the procedure.
    alpha : float
        The level of the whole family.
    levels : ndarray, shape (..., m), or None
        The level that each p-value is compared with, in the order of the p-values. None for the
        procedures that compare sets of hypotheses, not single ones: Shaffer's dynamic one and
        Bergmann and Hommel's.
    rejected : ndarray of bool, shape (..., m)
        Which hypotheses the procedure rejects. A step-down procedure may retain one whose
        p-value is below its level, since a smaller p-value has failed; a step-up procedure may
        reject one whose p-value is above its level.
    """

    method: str
    alpha: float
    levels: FloatArray | None
    rejected: BoolArray


def adjusted_alphas(
    p: ArrayLike,
    method: str = "holm",
    alpha: float = 0.05,
    *,
    family: Family | None = None,
    positions: ArrayLike | None = None,
    variant: str | None = None,
) -> AdjustedAlphas:
    """Levels that the p-values of a family are compared with, and which hypotheses are rejected.

    The other side of `adjust`: instead of raising the p-values it lowers alpha. Each p-value
    belongs to a null hypothesis, such as "these two algorithms perform alike", against its
    alternative. With the m p-values in increasing order, Holm's level of the i-th is::

        alpha / (m - i + 1),

    and the procedure rejects until the first p-value above its level. The decision is made by
    the procedure's own steps and always agrees with ``adjust(p, method) <= alpha``, also for
    p-values on the very boundary: see the notes.

    Equal p-values get neighbouring levels, in either order; they are rejected or retained
    together.

    Parameters
    ----------
    p, method, family, positions, variant
        As in `adjust`.
    alpha : float, default 0.05
        The level of the whole family.

    Returns
    -------
    AdjustedAlphas

    Notes
    -----
    A p-value that equals its level is rejected (or fails only because another one has), and the
    next double above is not. Each comparison ``p <= level`` is made as ``f(p) <= alpha``, f being
    the inverse of the level as a function of alpha, and both are rounded so that they agree. Only
    Rom's levels and those of the studentised range, found numerically, agree to ten digits.
    Shaffer's dynamic procedure and Bergmann and Hommel's have no level for a single hypothesis;
    for them the decision is that of the adjusted p-values.

    References
    ----------
    .. [1] S. García and F. Herrera, An extension on "Statistical comparisons of classifiers over
       multiple data sets" for all pairwise comparisons, Journal of Machine Learning Research 9
       (2008) 2677-2694, Table 3.

    Examples
    --------
    García and Herrera (2008), Table 3: Holm rejects five of ten hypotheses.

    >>> import evenkeel
    >>> p = [4.487e-8, 1.736e-7, 0.0029, 0.0048, 0.008, 0.0101, 0.0128, 0.0247, 0.744, 0.8065]
    >>> result = evenkeel.adjustments.adjusted_alphas(p, "holm")
    >>> result.levels.round(4).tolist()
    [0.005, 0.0056, 0.0062, 0.0071, 0.0083, 0.01, 0.0125, 0.0167, 0.025, 0.05]
    >>> int(result.rejected.sum())
    5
    """
    adjustment = lookup(method)
    alpha = fraction(alpha, "alpha")
    values = as_pvalues(p)
    served = family_served(adjustment, family, values.shape[-1])
    options = variant_options(adjustment, variant)
    decide = adjustment.decide
    if decide is None:
        adjusted = adjust(values, method, family=served, positions=positions)
        return AdjustedAlphas(adjustment.name, alpha, None, adjusted <= alpha)
    if adjustment.kind in ("one-step", "two-step"):
        levels, rejected = decide(values, alpha, **options)
        return AdjustedAlphas(adjustment.name, alpha, levels.copy(), rejected)
    ordered, source = sort_rows(values)
    sorted_levels, sorted_rejected = decide(ordered, alpha, **options)
    levels = np.empty(values.size)
    levels[source] = sorted_levels.ravel()
    rejected = np.empty(values.size, dtype=bool)
    rejected[source] = sorted_rejected.ravel()
    return AdjustedAlphas(
        adjustment.name, alpha, levels.reshape(values.shape), rejected.reshape(values.shape)
    )


# The error of drawing one conclusion from several uncorrected tests.


def combined_error(p: ArrayLike) -> float:
    """Error of a conclusion that rests on several pairwise tests at once.

    If m null hypotheses are rejected on the strength of their uncorrected p-values p_1, ..., p_m
    of independent tests, the error of the conclusion as a whole is::

        1 - (1 - p_1) (1 - p_2) ... (1 - p_m),

    which may be large though every single p-value is small. It is no test: it shows why the
    p-values of a family have to be adjusted. A p-value of 1 makes it 1.

    Parameters
    ----------
    p : array_like, shape (m,)
        Uncorrected p-values.

    Returns
    -------
    float

    References
    ----------
    .. [1] J. Derrac et al., A practical tutorial on the use of nonparametric statistical tests,
       Swarm and Evolutionary Computation 1 (2011) 3-18, Section 4,
       doi:10.1016/j.swevo.2011.02.002.

    Examples
    --------
    G-CMA-ES against ten optimisers by Wilcoxon's test (García and Herrera, lecture slides; the
    0.467 that they print is the product itself, not 1 less the product):

    >>> import evenkeel
    >>> p = [0.001, 0.001, 0.000, 0.009, 0.357, 0.001, 0.004, 0.003, 0.259, 0.000]
    >>> round(evenkeel.adjustments.combined_error(p), 3)
    0.533
    """
    values = as_pvalues(p)
    if values.ndim != 1:
        raise InputError(f"p has {values.ndim} dimensions; give the p-values of one conclusion")
    with np.errstate(divide="ignore"):
        return float(-expm1(log1p(-values).sum()))
