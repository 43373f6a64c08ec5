"""What the doors of the studies check."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Real

import numpy as np

from evenkeel.adjustments.registry import FamilyKind
from evenkeel.errors import InputError, choice
from evenkeel.families import Family
from evenkeel.omnibus._friedman import friedman_law
from evenkeel.studies.models import (
    MODELS,
    Holes,
    ordinal_omnibus,
    serving_comparisons,
    serving_omnibus,
)
from evenkeel.studies.pvalues import (
    FRIEDMAN_EXACT,
    chosen_comparisons,
    chosen_omnibus,
    chosen_procedures,
)
from evenkeel.tables.results import Results

#: The comparisons of complete tables if none is named.
_USUAL = ("friedman-calibrated", "friedman-exact")
#: How the names of comparisons begin that look at nothing but the order within problems.
_ORDINAL = ("friedman-", "sign", "multiple-sign")


def is_whole(value: object) -> bool:
    """Whether it is a whole number, of any type but bool."""
    return isinstance(value, Real) and not isinstance(value, bool) and float(value).is_integer()


def whole_number(value: int, what: str, least: int) -> int:
    """Return `value` if it is a whole number and not too small, else raise."""
    if not is_whole(value) or value < least:
        raise InputError(f"{what} is {value!r}; give a whole number of at least {least}")
    return int(value)


def family_with_pair(table: Results, first: str, second: str, control: str | None) -> Family:
    """All pairs, or the control against the rest, with the pair among them."""
    if control is not None and control not in (first, second):
        choice(control, table.algorithms, "control")
        raise InputError(
            f"the control {control!r} is neither {first!r} nor {second!r}; one of the two must be "
            "the control, so that their hypothesis is in the family"
        )
    return Family(table.algorithms, control)


def position_of_pair(family: Family, first: str, second: str) -> int:
    """Position of the hypothesis about two algorithms in a family that has it."""
    wanted = {first, second}
    return next(i for i, pair in enumerate(family.hypotheses) if set(pair) == wanted)


def finite_biases(bias: float | Iterable[float]) -> tuple[float, ...]:
    """The biases, each once."""
    try:
        given = np.array(list(bias) if isinstance(bias, Iterable) else [bias], dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        given = np.empty(0)
    if given.ndim != 1 or given.size == 0 or not np.isfinite(given).all():
        raise InputError("bias: give one finite number or more, such as 0, 5, 10")
    if np.unique(given).size < given.size:
        raise InputError("bias: the same number was given twice; give each once")
    return tuple(given.tolist())


def effect_of_each(effect: float | Sequence[float], k: int) -> tuple[float, ...]:
    """The advantage of each of k algorithms."""
    try:
        given = np.asarray(effect, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        given = np.full(1, np.nan)
    if given.ndim == 0:
        given = np.append(given, np.zeros(k - 1))
    if given.shape != (k,) or not np.isfinite(given).all():
        raise InputError(
            f"effect is {effect!r}; give one finite number, or one for each of the {k} algorithms"
        )
    return tuple(given.tolist())


def chosen_with(
    holes: Holes,
    omnibus: str | Iterable[str] | None,
    comparisons: str | Iterable[str] | None,
    procedures: str | Iterable[str] | None,
    kind: FamilyKind,
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Omnibus tests, comparisons and procedures; with holes only those that serve them."""
    if not holes.share:
        return (
            chosen_omnibus(omnibus),
            chosen_comparisons(_USUAL if comparisons is None else comparisons, kind),
            chosen_procedures(procedures, kind),
        )
    if not holes.left:
        return _chosen_with_failures(omnibus, comparisons, procedures, kind)
    everything = (None, "all")
    tests = serving_omnibus() if omnibus in everything else chosen_omnibus(omnibus)
    ways = serving_comparisons()
    if comparisons not in everything:
        ways = chosen_comparisons(comparisons or (), kind)
    names = chosen_procedures(procedures, kind)
    if procedures in everything:
        names = tuple(name for name in names if name != "nemenyi-range")
    for name, serving in (
        *((test, serving_omnibus()) for test in tests),
        *((way, serving_comparisons()) for way in ways),
        *((name, ("holm", "shaffer")) for name in names if name == "nemenyi-range"),
    ):
        if name not in serving:
            raise InputError(
                f"{name!r} needs complete tables, and results are missing; choose from "
                f"{', '.join(map(repr, serving))}"
            )
    return tests, ways, names


def _chosen_with_failures(
    omnibus: str | Iterable[str] | None,
    comparisons: str | Iterable[str] | None,
    procedures: str | Iterable[str] | None,
    kind: FamilyKind,
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """As `chosen_with`, of what looks at nothing but the order within problems."""
    everything = (None, "all")
    tests = chosen_omnibus(omnibus)
    if omnibus in everything:
        tests = tuple(test for test in tests if test in ordinal_omnibus())
    ways = chosen_comparisons(_USUAL if comparisons is None else comparisons, kind)
    if comparisons == "all":
        ways = tuple(way for way in ways if way.startswith(_ORDINAL))
    measured = [test for test in tests if test not in ordinal_omnibus()]
    measured += [way for way in ways if not way.startswith(_ORDINAL)]
    if measured:
        raise InputError(
            f"{measured[0]!r} needs the values, which a failure has not; choose a test of ranks "
            "within problems or of signs, such as 'friedman', 'friedman-paired' or 'sign'"
        )
    return tests, ways, chosen_procedures(procedures, kind)


def feasible_omnibus(
    tests: tuple[str, ...], n: int, k: int, distribution: str, *, exacting: bool
) -> tuple[str, ...]:
    """The tests, once it is clear that Friedman's exact law can be had if it is wanted.

    Unless `exacting`, a law that cannot be had is left out.
    """
    if FRIEDMAN_EXACT not in tests:
        return tests
    if MODELS[distribution].step is not None:
        reason = f"the distribution {distribution!r} has ties, and its law is without them"
    else:
        try:
            friedman_law(n, k)
        except InputError:
            reason = f"its law takes too long to compute for {n} problems and {k} algorithms"
        else:
            return tests
    if exacting:
        raise InputError(f'"friedman-exact" cannot be had: {reason}; use "friedman" instead')
    return tuple(test for test in tests if test != FRIEDMAN_EXACT)
