"""What follows for a claim of a paper from the other claims, and whether it can be at all."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.claims.average_ranks import RanksAnalysis, analyse_ranks, read_ranks
from evenkeel.claims.bounds import Bounds, Labelled, labelled, split_label
from evenkeel.claims.omnibus_statistics import FORMS, StatisticAnalysis, from_statistic
from evenkeel.claims.paper import Claim, Paper
from evenkeel.claims.possible import PossibleRanks, distances, normal_pvalue_bounds, possible_ranks
from evenkeel.claims.printed import Printed, printed_number
from evenkeel.claims.pvalues import CountsAnalysis, from_counts, pvalue_bounds
from evenkeel.critical import bonferroni_dunn_critical_difference, nemenyi_critical_difference
from evenkeel.errors import InputError, choice
from evenkeel.omnibus._friedman import checked_sizes
from evenkeel.omnibus.registry import OMNIBUS

Places = Mapping[frozenset[str], int]  # of pairs among the hypotheses of a family

_CRITICAL: Mapping[str, Callable[[int, int, float], float]] = {
    "nemenyi": nemenyi_critical_difference,
    "bonferroni-dunn": bonferroni_dunn_critical_difference,
}


@dataclass(frozen=True, eq=False)
class Followed:
    """What follows for one claim: a number between its bounds, and from what."""

    bounds: Bounds  # of one number
    source: str

    @property
    def numbers(self) -> tuple[float, float, float]:
        """The number, its lowest and its highest."""
        return float(self.bounds.value[0]), float(self.bounds.low[0]), float(self.bounds.high[0])


class _PrintedFamily:
    """Hypotheses whose p-values are known as a whole; each procedure adjusts them once."""

    def __init__(self, hypotheses: Labelled, pvalues: Bounds, source: str) -> None:
        self.hypotheses = hypotheses
        self.pvalues = pvalues
        self.source = source
        self.places = _places(hypotheses.pairs)
        self._adjusted: dict[str, Bounds] = {}

    def adjusted(self, procedure: str) -> Bounds:
        """The adjusted p-values between their bounds."""
        (chosen,), _ = self.hypotheses.procedures(procedure)
        if chosen not in self._adjusted:
            self._adjusted |= self.hypotheses.adjusted(self.pvalues, [chosen])
        return self._adjusted[chosen]


class Following:
    """What follows from the claims of a paper; each part is computed when it is first needed."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.ranks = paper.of_kind("rank")
        self.n, given = paper.whole("n"), paper.whole("k")
        checked_sizes(2 if self.n is None else self.n, 2 if given is None else given)
        self.k = given if given is not None else (len(self.ranks) or None)
        self.control = paper.settings.get("control")
        self.ranking = paper.settings.get("ranking", "friedman")
        choice(paper.settings.get("ties", "none"), ["none"], "word about ties")
        self._analyses: dict[tuple[str, float], RanksAnalysis] = {}

    @property
    def notes(self) -> tuple[str, ...]:
        """What printed numbers cannot say."""
        return (
            "a claim that agrees follows from the other claims; whether these are right, printed "
            "numbers cannot say",
            "ties are not known; what agrees only if it was corrected for them, as scipy and R do, "
            "is said to; 'ties,,none' says that there are none",
            "p-values of pairs are those of rank differences by the normal law; exact ones, and "
            "those of Wilcoxon's and the sign test, need the table",
        )

    @cached_property
    def tie_steps(self) -> int:
        """In how many equal steps ties can take the variance of the ranks; 0 if there are none.

        A tie of t ranks takes (t^3 - t) / (n (k^3 - k)) of it, and t^3 - t is a multiple of 6; of
        Quade's weighted ranks, which are quarters, it is a sum of sixteenths.
        """
        if "ties" in self.paper.settings or self.n is None or self.k is None:
            return 0
        n, cubes = self.n, self.k**3 - self.k
        quade = n * (n + 1) * (2 * n + 1) * cubes * 2 // 9
        steps = {"friedman": n * cubes // 6, "quade": quade}.get(self.ranking, 0)
        return min(steps, sys.maxsize)

    def taken_by_ties(self, steps: int) -> float:
        """The share of the variance of the ranks that so many steps are."""
        return steps / self.tie_steps

    def is_omnibus(self, claim: Claim) -> bool:
        """Whether a claim is about all algorithms, not about a pair."""
        return claim.kind == "statistic" or claim.name in OMNIBUS.names

    def impossible(self, claim: Claim) -> str:
        """Why no results can give what is claimed; empty if some can."""
        if claim.kind == "rank" and self.possible is not None:
            names = list(self.ranks)
            for place, why in self.possible.faults:
                if place is None:
                    return f"all together {why.removeprefix('they ')}"
                if names[place] == claim.name:
                    return why
        if claim.kind in ("p", "adjusted"):
            printed = printed_number(claim.value)
            beyond = (printed.low or 0) > 1 or (printed.high is not None and printed.high < 0)
            return "a p-value lies between 0 and 1" if beyond else ""
        if claim.kind == "statistic" and claim.name in FORMS:
            found = self._statistic(claim.name)
            return found.notes[0] if found is not None and not found.possible else ""
        return ""

    def remark(self, claim: Claim) -> str:
        """What is to be said of a claim that can be."""
        if claim.kind == "rank" and self.possible is not None:
            tied = list(self.ranks).index(claim.name) in self.possible.tied
            cut = "possible only if some ranks are cut off, not rounded"
            return cut if self.possible.cut else "possible only with ties" if tied else ""
        if claim.kind == "statistic" and claim.name in FORMS:
            found = self._statistic(claim.name)
            corrected = found is not None and not found.uncorrected
            return "possible only with ties, and corrected for them" if corrected else ""
        return ""

    def is_source(self, claim: Claim) -> bool:
        """Whether other claims are compared with this one, or could be."""
        return claim.kind in ("rank", "statistic", "z", "p", "counts")

    def lacking(self, claim: Claim) -> str:
        """What would have to be printed for a claim to be checked."""
        if claim.kind == "critical-difference":
            return "needs n and k"
        return "needs n and all average ranks, or the p-values of the whole family"

    def about(self, claim: Claim, spread: float = 1.0) -> Followed | None:
        """What follows for a claim from the others; None if nothing does.

        `spread` is the share of the variance of the ranks that ties leave, if what follows from
        ranks is corrected for them.
        """
        if claim.kind == "rank":
            return self._about_rank(claim.name)
        if claim.kind == "statistic":
            return self._about_statistic(claim.name, spread)
        if claim.kind == "z":
            return self._about_pair(claim.name, "z", spread)
        if claim.kind == "p":
            return self._about_p(claim.name, spread)
        if claim.kind in ("adjusted", "rejected"):
            return self._about_adjusted(claim.name, spread)
        if claim.kind == "critical-difference":
            return self._about_critical_difference(claim.name)
        return None

    @cached_property
    def possible(self) -> PossibleRanks | None:
        """Whether the printed ranks can be; None if n or the ranks are not printed."""
        if self.n is None or not self.ranks:
            return None
        return possible_ranks(self._rounded_ranks, self.n, self.ranking, self.k)

    @cached_property
    def _rounded_ranks(self) -> list[Printed]:
        printed = {name: claim.value for name, claim in self.ranks.items()}
        return read_ranks(printed, self.paper.whole("decimals"))[1]

    def _from_ranks(
        self, spread: float = 1.0, procedure: str | None = None
    ) -> RanksAnalysis | None:
        """The analysis of the ranks, rounded or cut off, if all are printed and they can be."""
        possible = self.possible
        if self.n is None or possible is None or possible.faults or self.k != len(self.ranks):
            return None
        key = (procedure or "holm", spread)
        if key not in self._analyses:
            self._analyses[key] = analyse_ranks(
                tuple(self.ranks),
                [each.or_cut() for each in self._rounded_ranks],
                self.n,
                self.ranking,
                self.control,
                self.paper.alpha,
                key[0],
                spread,
            )
        return self._analyses[key]

    def _about_rank(self, name: str) -> Followed | None:
        """What the others leave of the sum, if all are printed."""
        if self.possible is None or self.k != len(self.ranks) or self.k < 2:
            return None
        own, total = self._rank_ends[list(self.ranks).index(name)], self.possible.lattice.total
        value, high, low = (
            float(total - (together - each))
            for together, each in zip(self._sums_of_ends, own, strict=True)
        )
        return Followed(_of_interval((value, low, high)), "the other ranks")

    @cached_property
    def _rank_ends(self) -> list[tuple[Fraction, Fraction, Fraction]]:
        """Each rank as printed, at its lowest and at its highest, which may have been cut off."""
        cut = [each.or_cut() for each in self._rounded_ranks]
        return [(each.number, *each.ends("an average rank")) for each in cut]

    @cached_property
    def _sums_of_ends(self) -> list[Fraction]:
        return [sum(each, Fraction(0)) for each in zip(*self._rank_ends, strict=True)]

    def _statistic(self, name: str) -> StatisticAnalysis | None:
        """What follows from one printed form of Friedman's statistic."""
        claims = self.paper.of_kind("statistic")
        if name not in claims or self.n is None or self.k is None:
            return None
        printed = printed_number(claims[name].value).or_cut()
        return from_statistic(name, printed, n=self.n, k=self.k)

    def _about_statistic(self, name: str, spread: float) -> Followed | None:
        choice(name, [*FORMS, "quade"], "statistic")
        analysis = self._from_ranks(spread)
        if analysis is not None:
            if name == "kendall" and "friedman" in analysis.tests and self.n is not None:
                most = self.n * (len(analysis.algorithms) - 1)
                return Followed(_one(analysis.statistic, 0).over(most), "printed ranks")
            if name in analysis.tests:
                place = analysis.tests.index(name)
                return Followed(_one(analysis.statistic, place), "printed ranks")
        for other in list(FORMS)[: list(FORMS).index(name)] if name in FORMS else ():
            found = self._statistic(other)
            if found is not None and found.chi_square is not None:
                most = found.n * (found.k - 1)
                value, low, high = (
                    FORMS[name].from_chi_square(min(each / spread, most), found.n, found.k)
                    for each in found.chi_square
                )
                return Followed(_of_interval((value, low, high)), f"printed {other} statistic")
        return None

    def _about_p(self, name: str, spread: float) -> Followed | None:
        if name in OMNIBUS.names:
            return self._about_omnibus_p(name, spread)
        return self._about_pair(name, "p", spread)

    def _about_omnibus_p(self, name: str, spread: float) -> Followed | None:
        own_first = sorted(FORMS, key=lambda form: form != name)
        for form in own_first if name in ("friedman", "iman-davenport") else ():
            found = self._statistic(form)
            if found is not None and found.possible and form != "kendall":
                pvalue = found.chi_square_pvalue if name == "friedman" else found.f_pvalue
                assert pvalue is not None
                return Followed(_of_interval(pvalue), f"printed {form} statistic")
        analysis = self._from_ranks(spread)
        if analysis is not None and name in analysis.tests:
            place = analysis.tests.index(name)
            return Followed(_one(analysis.omnibus_pvalue, place), "printed ranks")
        return None

    def _about_pair(self, label: str, kind: str, spread: float) -> Followed | None:
        pair = frozenset(split_label(label, self.control))
        if kind == "p" and pair in self._printed_z:
            return Followed(_pvalue_of_z(self._printed_z[pair]), "printed z")
        analysis = self._from_ranks(spread)
        if analysis is not None:
            if pair not in self._rank_pairs:
                raise InputError(
                    f"{label!r} names no two algorithms whose ranks are printed"
                    + (f", one of them {self.control}" if self.control else "")
                )
            numbers = analysis.pvalue if kind == "p" else distances(analysis.z)
            return Followed(_one(numbers, self._rank_pairs[pair]), "printed ranks")
        counts = self._counts
        if kind == "p" and counts is not None and pair in self._counted_pairs:
            return Followed(_one(counts.pvalue, self._counted_pairs[pair]), "printed counts")
        return None

    @cached_property
    def _printed_z(self) -> dict[frozenset[str], Claim]:
        found = self.paper.of_kind("z").items()
        return {frozenset(split_label(name, self.control)): claim for name, claim in found}

    @cached_property
    def _rank_pairs(self) -> Places:
        """The place of each hypothesis about the ranks, which can be."""
        analysis = self._from_ranks()
        return {} if analysis is None else _places(analysis.family.hypotheses)

    @cached_property
    def _counted_pairs(self) -> Places:
        counts = self._counts
        return {} if counts is None else _places(map(split_label, counts.labels))

    def _about_adjusted(self, name: str, spread: float) -> Followed | None:
        if name in OMNIBUS.names:
            return self._about_omnibus_p(name, spread)
        procedure, _, label = name.partition(":")
        if not label.strip():
            raise InputError(f"found {name!r}; write the procedure and the pair, 'holm: A vs B'")
        entry = lookup(procedure.strip().casefold())
        pair = frozenset(split_label(label.strip(), self.control))
        for family in self._families:
            if pair in family.places:
                return Followed(
                    _one(family.adjusted(entry.name), family.places[pair]), family.source
                )
        analysis = self._from_ranks(spread, entry.name)
        if analysis is None:
            return None
        if pair not in self._rank_pairs:
            raise InputError(f"{label.strip()!r} is no hypothesis of the family")
        return Followed(
            _one(analysis.adjusted[entry.name], self._rank_pairs[pair]), "printed ranks"
        )

    @cached_property
    def _families(self) -> list[_PrintedFamily]:
        """Families whose p-values are printed, or follow from counts, as a whole."""
        claims = {
            name: claim
            for name, claim in self.paper.of_kind("p").items()
            if name not in OMNIBUS.names
        }
        found = []
        if claims:
            hypotheses = labelled(list(claims), self.control)
            if self._whole(hypotheses):
                printed = [printed_number(claim.value).or_cut() for claim in claims.values()]
                bounds = pvalue_bounds(hypotheses.labels, printed)
                found.append(_PrintedFamily(hypotheses, bounds, "printed p"))
        counts = self._counts
        if counts is not None and not self.ranks and not claims:
            hypotheses = labelled(list(counts.labels))
            found.append(_PrintedFamily(hypotheses, counts.pvalue, "printed counts"))
        return found

    def _whole(self, hypotheses: Labelled) -> bool:
        """Whether printed p-values are those of a whole family."""
        if self.k is None:
            return True
        family = hypotheses.family
        return family is not None and family.k == self.k

    @cached_property
    def _counts(self) -> CountsAnalysis | None:
        claims = self.paper.of_kind("counts")
        if not claims:
            return None
        counts = {name: claim.value for name, claim in claims.items()}
        return from_counts(counts, control=self.control, adjust="holm")

    def _about_critical_difference(self, name: str) -> Followed | None:
        compute = _CRITICAL[choice(name, _CRITICAL, "critical difference")]
        if self.n is None or self.k is None:
            return None
        value = np.array([compute(self.n, self.k, self.paper.alpha)])
        return Followed(Bounds(value, value, value), "n and k")


def _places(pairs: Iterable[tuple[str, str]]) -> Places:
    return {frozenset(pair): i for i, pair in enumerate(pairs)}


def _one(bounds: Bounds, place: int) -> Bounds:
    return bounds.at(np.array([place]))


def _of_interval(interval: tuple[float, float, float]) -> Bounds:
    value, low, high = (np.array([each]) for each in interval)
    return Bounds(value, low, high)


def _pvalue_of_z(claim: Claim) -> Bounds:
    printed = printed_number(claim.value, f"the z of {claim.name}").or_cut()
    low, high = printed.ends(f"the z of {claim.name}")
    return normal_pvalue_bounds(_of_interval((float(printed.number), float(low), float(high))))
