"""Tests of tables with holes: at random, and where results are bad."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

import evenkeel
from calibration import tables
from calibration.rates import Claim, held, most
from calibration.studies import ALPHA, CONFIDENCE, FEWER, FEWEST, measured
from evenkeel.studies.models import Holes
from evenkeel.studies.outcomes import Estimate, estimate
from evenkeel.studies.pvalues import COMPARISONS, omnibus_title
from evenkeel.studies.simulation import SimulationStudy

SIZE = (30, 6)
SHARES = (0.05, 0.2, 0.5)
CHOICES = ("keep", "drop-problem", "worst")
PLACES = {"random": "at random", "bad": "bad results"}
LAWS = ("friedman-paired", "wilcoxon-exact", "sign")
EFFECT = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
_LAW = "friedman-paired"
_OMNIBUS = {"keep": "skillings-mack", "drop-problem": "skillings-mack", "worst": "friedman"}


@cache
def study(share: float, where: str, choice: str, *, effect: bool = False) -> SimulationStudy:
    """Six algorithms on 30 problems, alike or three of them better, with holes."""
    return measured(
        *SIZE,
        FEWER,
        missing=share,
        missing_where=where,
        missing_choice=choice,
        effect=EFFECT if effect else 0.0,
        omnibus=[_OMNIBUS[choice]],
        comparisons=LAWS if choice == "keep" else [_LAW],
        procedures="holm",
    )


def omnibus(share: float, where: str, choice: str) -> Estimate:
    """Type I error of the test that decides."""
    return study(share, where, choice).omnibus[_OMNIBUS[choice]]


def single(share: float, law: str) -> Estimate:
    """Type I error of one pair with holes at random, which are kept."""
    error = study(share, "random", "keep").outcome(law).single_error
    assert error is not None
    return error


def family_wise(share: float, where: str, choice: str) -> Estimate:
    """Family-wise error of Holm's procedure on paired p-values."""
    error = study(share, where, choice).outcome(_LAW, "holm").family_wise_error
    assert error is not None
    return error


@cache
def stated(share: float, where: str) -> tuple[Estimate, Estimate]:
    """Family-wise error of what compare() states of all alike, and without its reservation."""
    generator = np.random.default_rng(0)
    drawn = generator.standard_normal((FEWEST, *SIZE))
    wrong, sure = 0, 0
    for losses in Holes(share, where).punch(drawn, generator):  # type: ignore[arg-type]
        found = evenkeel.compare(evenkeel.Results(losses, better="lower", missing="keep"))
        if found.shown is not None:
            wrong += bool(found.shown.any())
            sure += bool((found.shown & ~np.asarray(found.by_size)).any())
    return estimate(wrong, FEWEST, CONFIDENCE), estimate(sure, FEWEST, CONFIDENCE)


def headlines() -> str:
    """What compare() says if holes are kept."""
    rows: list[tables.Row] = [
        (f"Holes {words}{reservation}", [stated(share, where)[i] for share in SHARES])
        for where, words in PLACES.items()
        for i, reservation in enumerate(("", ", without reservation"))
    ]
    title = _title("What compare(missing='keep') states: family-wise error")
    return tables.table(title, "Holes", _names(), rows)


def kept_at_random() -> str:
    """Type I error of the omnibus test and of pairs, holes kept."""
    rows: list[tables.Row] = [
        (omnibus_title("skillings-mack"), [omnibus(s, "random", "keep") for s in SHARES]),
        *(
            (f"One pair: {COMPARISONS[law].title}", [single(s, law) for s in SHARES])
            for law in LAWS
        ),
        (
            f"Holm: {COMPARISONS[_LAW].title}",
            [family_wise(s, "random", "keep") for s in SHARES],
        ),
    ]
    return tables.table(_title("Type I error with holes at random"), "Test", _names(), rows)


def each_choice() -> str:
    """Type I error of the omnibus test and family-wise error of Holm's procedure, by choice."""
    rows: list[tables.Row] = [
        (
            f"Holes {words}, missing={choice!r}",
            [
                *(omnibus(s, where, choice) for s in SHARES),
                *(family_wise(s, where, choice) for s in SHARES),
            ],
        )
        for where, words in PLACES.items()
        for choice in CHOICES
    ]
    names = [f"{what}, {share:.0%}" for what in ("Omnibus", "Holm") for share in SHARES]
    return tables.table(_title("How wrong each choice can be"), "Holes and choice", names, rows)


def power() -> str:
    """Family-wise error and power of Holm's procedure if three algorithms are better."""
    rows: list[tables.Row] = [
        (
            f"Holes {words}, missing={choice!r}",
            [
                tables.error_and_power(
                    study(share, where, choice, effect=True).outcome(_LAW, "holm")
                )
                for share in SHARES
            ],
        )
        for where, words in PLACES.items()
        for choice in CHOICES
    ]
    title = "Three of six algorithms better by a standard deviation: family-wise error / power"
    return tables.table(_title(title), "Holes and choice", _names(), rows)


def section() -> Iterator[str]:
    """The section of the page."""
    yield "## If results are missing"
    yield (
        f"Normal results of {SIZE[1]} algorithms that are alike on {SIZE[0]} problems, "
        f"{FEWER:,} tables for each share of holes. Holes that are kept: Skillings and Mack's "
        "test, and p-values of pairs on the problems that both algorithms have; the more holes, "
        "the fewer common problems, and the less can be found."
    )
    yield kept_at_random()
    yield (
        "Holes of *bad results*: of the first three algorithms alone, a result is the likelier "
        "missing the worse it ranks on its problem, as runs that fail are; the share is that of "
        "the results of these three. Then no choice is right. Keeping the holes or leaving out "
        "problems favours the three, taking a mediocre result for the worst is unfair to them. "
        "Holm's procedure has paired p-values."
    )
    yield each_choice()
    yield power()
    yield (
        "`compare` refuses a table with holes until it is said what they mean. With "
        f'`missing="keep"`, all algorithms alike, {FEWEST:,} tables:'
    )
    yield headlines()


def claims() -> Iterator[Claim]:
    """What the page says of them in short."""
    rates = [
        *(omnibus(s, "random", c) for s in SHARES for c in ("keep", "drop-problem")),
        *(single(s, law) for s in SHARES for law in LAWS),
        *(family_wise(s, "random", c) for s in SHARES for c in CHOICES),
    ]
    yield (
        "**With results missing at random**, 5, 20 or 50% of them, Skillings and Mack's test and "
        "p-values of pairs on their common problems hold their level: the largest rate is "
        f"{most(rates)}.",
        held(rates),
    )
    wrong = {choice: omnibus(SHARES[-1], "bad", choice) for choice in CHOICES}
    listed = ", ".join(f"{rate.value:.3f} with `{choice}`" for choice, rate in wrong.items())
    yield (
        "If half of the algorithms miss half of their results because these are bad, every choice "
        f"errs: algorithms that are alike are told apart by the omnibus test in {listed} of the "
        "tables. No method makes good what the holes hide.",
        all(rate.low > ALPHA for rate in wrong.values()),
    )
    headline, bad = ([stated(s, where)[0] for s in SHARES] for where in PLACES)
    yield (
        "**A table with holes is refused by `compare`** until it is said what they mean. With "
        f'`missing="keep"` what it states errs in at most {most(headline)} of the tables if '
        f"results are missing at random, and in up to {most(bad)} if bad ones are, against which "
        "its report cautions.",
        held(headline) and max(rate.low for rate in bad) > ALPHA,
    )


def _names() -> list[str]:
    return [f"{share:.0%} missing" for share in SHARES]


def _title(what: str) -> str:
    n, k = SIZE
    return f"{what}, n = {n}, k = {k}"
