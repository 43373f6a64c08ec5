"""What planning a study answers, as results and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from evenkeel.effects.intervals import CENTRES
from evenkeel.result import Result
from evenkeel.studies.models import MODELS
from evenkeel.studies.outcomes import Estimate
from evenkeel.studies.pvalues import COMPARISONS
from evenkeel.studies.work import TESTS
from evenkeel.text import sentence

Aim = Literal["average", "any", "all", "omnibus"]

_AIMS: Mapping[Aim, str] = {
    "average": "a false hypothesis on average",
    "any": "at least one false hypothesis",
    "all": "all false hypotheses",
    "omnibus": "the hypothesis that all algorithms perform alike",
}
_SHOWN: Mapping[Aim, str] = {
    "average": "the equivalence of an equivalent pair, on average,",
    "any": "the equivalence of at least one equivalent pair",
    "all": "the equivalence of all equivalent pairs",
}
_FAMILIES = {
    "all-pairs": "all pairs",
    "control": "the first algorithm against the others",
}


class ProblemsNeeded(Result):
    """How many problems a study needs for a wanted power.

    The power of a discrete test goes up and down with the number of problems. So `n`, `low` and
    `high` speak of the numbers in `tried`: around `n` each one if `n` is below 100, else one in
    every few. A number is surely too few if the whole Monte Carlo interval of its power lies below
    the wanted one, and surely enough if none of it does; each at the confidence of its estimate.

    Attributes
    ----------
    n : int or None
        The smallest number of problems from which on every number tried has a measured power of
        at least `power`; None if `limit` problems do not have it.
    low : int or None
        One more than the largest number tried that is surely too few; None if none is. Smaller
        numbers can have the power too, but then lose it again.
    high : int or None
        The smallest number from which on every number tried is surely enough; None if there is
        none, because the largest number tried is not surely enough.
    power : float
        The wanted power.
    aim : {"average", "any", "all", "omnibus"}
        Which power.
    tried : mapping of int to Estimate
        The measured power at each number of problems that was tried.
    k, effect, distribution, alpha
        What was simulated, see `simulate`.
    family, comparison, procedure : str or None
        The hypotheses and how they were tested; None for ``aim="omnibus"``. The procedure is None
        too if the p-values of the comparison are adjusted already, and ``"none"`` if they were to
        be left raw.
    omnibus : str or None
        The omnibus test; None for all other aims.
    repetitions, seed, limit : int
        Tables at each number of problems, the seed, and the largest number to try.
    equivalence : float or None
        The margin, in standard deviations of a result, if equivalence is to be shown.
    """

    n: int | None
    low: int | None
    high: int | None
    power: float
    aim: Aim
    tried: Mapping[int, Estimate] = field(repr=False)
    k: int
    effect: tuple[float, ...]
    distribution: str
    family: str | None
    comparison: str | None
    procedure: str | None
    omnibus: str | None
    alpha: float
    repetitions: int
    seed: int
    limit: int
    equivalence: float | None = None

    def __str__(self) -> str:
        aim = f"rejects {_AIMS[self.aim]}"
        if self.equivalence is not None:
            aim = f"shows {_SHOWN[self.aim]}"
        study = f"enough for a study that {aim} with a probability of at least {self.power:g}"
        answer = (
            f"The limit of {self.limit} problems is not {study}: measured {self.tried[self.limit]}."
            if self.n is None
            else f"{self.n} problems are {study}: {_reached(self.tried[self.n], self.power)}"
        )
        advantages = ", ".join(f"{advantage:g}" for advantage in self.effect)
        under = [
            f"{self.k} algorithms with advantages of {advantages} standard deviations",
            MODELS[self.distribution].summary,
            *self._tests(),
            f"level {self.alpha:g}",
            f"simulated tables for each number: {self.repetitions}",
            f"seed {self.seed}",
        ]
        return f"{answer} {_certainty(self.tried, self.low, self.high)} ({'; '.join(under)}.)"

    def _tests(self) -> list[str]:
        """The hypotheses and how they are tested."""
        if self.equivalence is None:
            return _tests_in_words(self.family, self.comparison, self.procedure, self.omnibus)
        margin = f"margin of equivalence: standard deviations times {self.equivalence:g}"
        test = CENTRES[TESTS[self.comparison or ""]].title
        return [margin, test, *_tests_in_words(self.family, None, self.procedure, None)]


class ProblemsToDecide(Result):
    """How many more problems would decide a pair, if they are like those of the table.

    Attributes
    ----------
    first, second : str
        The pair.
    n : int
        Problems of the table.
    rejected : bool
        Whether the table as it is rejects the hypothesis of the pair.
    more : int or None
        The smallest number of further problems from which on every number tried rejects the
        hypothesis with a measured probability of at least `power`: 0 if it is rejected already,
        None if `limit` further problems do not.
    low, high : int or None
        Between which numbers `more` lies for all that the simulation leaves open, as in
        `ProblemsNeeded`; both are 0 if the hypothesis is rejected already. They do not show how
        far the table may mislead.
    power : float
        The wanted probability.
    tried : mapping of int to Estimate
        The measured probability for each number of further problems that was tried.
    procedure, ranking, method, alpha
        How the hypothesis is tested; the procedure ``"none"`` leaves the p-values raw.
    repetitions, seed, limit : int
        Continued tables for each number, the seed, and the largest number to try.
    notes : tuple of str
        What the reader should know.
    """

    first: str
    second: str
    n: int
    rejected: bool
    more: int | None
    low: int | None
    high: int | None
    power: float
    tried: Mapping[int, Estimate] = field(repr=False)
    procedure: str
    ranking: str
    method: str
    alpha: float
    repetitions: int
    seed: int
    limit: int
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        hypothesis = f"the hypothesis that {self.first} and {self.second} perform alike"
        under = [
            *_tests_in_words(None, f"{self.ranking}-{self.method}", self.procedure, None),
            f"level {self.alpha:g}",
        ]
        if self.rejected:
            return (
                f"The {self.n} problems of the table reject {hypothesis} already. "
                f"({'; '.join(under)}.)"
            )
        rejection = f"enough to reject {hypothesis} with a probability of at least {self.power:g}"
        more = f"more than the {self.n} of the table"
        answer = (
            f"The limit of {self.limit} problems {more} is not {rejection}: measured "
            f"{self.tried[self.limit]}."
            if self.more is None
            else f"{self.more} {'problem' if self.more == 1 else 'problems'} {more} "
            f"{'is' if self.more == 1 else 'are'} {rejection}: "
            f"{_reached(self.tried[self.more], self.power)}"
        )
        under += [
            f"continued tables for each number: {self.repetitions}",
            f"seed {self.seed}",
        ]
        certainty = _certainty(self.tried, self.low, self.high)
        notes = "".join(f" {sentence(note)}" for note in self.notes)
        return f"{answer} {certainty}{notes} ({'; '.join(under)}.)"


def _reached(share: Estimate, power: float) -> str:
    return f"measured {share}, and not below {power:g} for any larger number tried."


def _certainty(tried: Mapping[int, Estimate], low: int | None, high: int | None) -> str:
    """A sentence on what is sure."""
    from evenkeel.text import percent

    too_few = "none is" if low is None else f"{low - 1} is the largest that is"
    enough = "the largest is not" if high is None else f"all from {high} on are"
    confidence = next(iter(tried.values())).confidence
    return (
        f"Of the numbers tried ({len(tried)}), {too_few} surely too few, and {enough} surely "
        f"enough, each with {percent(confidence)} confidence."
    )


def _tests_in_words(
    family: str | None, comparison: str | None, procedure: str | None, omnibus: str | None
) -> list[str]:
    """The hypotheses and how they are tested, as far as they are."""
    from evenkeel.studies.pvalues import omnibus_title, procedure_title

    words = []
    if family is not None:
        words.append(_FAMILIES[family])
    if comparison is not None:
        words.append(COMPARISONS[comparison].title)
    if procedure is not None:
        words.append(procedure_title(procedure))
    if omnibus is not None:
        words.append(omnibus_title(omnibus))
    return words
