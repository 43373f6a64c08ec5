"""What follows for a claim of a paper from the other claims, and whether it can be at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.claims.bounds import Bounds
from evenkeel.claims.from_average_ranks import RanksAnalysis, from_ranks, read_ranks
from evenkeel.claims.from_one_statistic import FORMS, StatisticAnalysis, from_statistic
from evenkeel.claims.from_printed_pvalues import pvalue_bounds
from evenkeel.claims.from_win_counts import CountsAnalysis, from_counts
from evenkeel.claims.labelled import Labelled, labelled, split_label
from evenkeel.claims.paper import Claim, Paper
from evenkeel.claims.possible import PossibleRanks, possible_ranks
from evenkeel.claims.printed import Printed, printed_number
from evenkeel.claims.rank_bounds import distances, normal_pvalue_bounds
from evenkeel.critical import bonferroni_dunn_critical_difference, nemenyi_critical_difference
from evenkeel.errors import InputError, choice
from evenkeel.omnibus.registry import OMNIBUS

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


class Following:
    """What follows from the claims of a paper; each part is computed when it is first needed."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.ranks = paper.of_kind("rank")
        self.n = paper.whole("n")
        given = paper.whole("k")
        self.k = given if given is not None else (len(self.ranks) or None)
        self.control = paper.settings.get("control")
        self.ranking = paper.settings.get("ranking", "friedman")
        self._analyses: dict[str, RanksAnalysis] = {}

    @property
    def notes(self) -> tuple[str, ...]:
        """What printed numbers cannot tell."""
        return (
            "a claim that agrees follows from the other claims; whether these are right, printed "
            "numbers cannot tell",
            "ties are not known: statistics that were corrected for ties are larger than those "
            "that follow here, and exact p-values need the table",
        )

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

    def about(self, claim: Claim) -> Followed | None:
        """What follows for a claim from the others; None if nothing does."""
        if claim.kind == "rank":
            return self._about_rank(claim.name)
        if claim.kind == "statistic":
            return self._about_statistic(claim.name)
        if claim.kind == "z":
            return self._about_pair(claim.name, "z")
        if claim.kind == "p":
            return self._about_p(claim.name)
        if claim.kind in ("adjusted", "rejected"):
            return self._about_adjusted(claim.name)
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
        return read_ranks(self._printed_ranks, self.paper.whole("decimals"))[1]

    @property
    def _printed_ranks(self) -> dict[str, object]:
        return {name: claim.value for name, claim in self.ranks.items()}

    def _from_ranks(self, procedure: str | None = None) -> RanksAnalysis | None:
        """The analysis of the ranks, if all are printed and they can be."""
        possible = self.possible
        if self.n is None or possible is None or possible.faults or self.k != len(self.ranks):
            return None
        name = procedure or "holm"
        if name not in self._analyses:
            self._analyses[name] = from_ranks(
                self._printed_ranks,
                self.n,
                decimals=self.paper.whole("decimals"),
                ranking=self.ranking,
                control=self.control,
                alpha=self.paper.alpha,
                adjust=name,
            )
        return self._analyses[name]

    def _about_rank(self, name: str) -> Followed | None:
        """What the others leave of the sum, if all are printed."""
        if self.possible is None or self.k != len(self.ranks) or self.k < 2:
            return None
        place = list(self.ranks).index(name)
        others = [each.or_cut() for j, each in enumerate(self._rounded_ranks) if j != place]
        total = self.possible.lattice.total
        value, high, low = (
            float(total - sum(getattr(each, side) for each in others))
            for side in ("number", "low", "high")
        )
        return Followed(_of_interval((value, low, high)), "the other ranks")

    def _statistic(self, name: str) -> StatisticAnalysis | None:
        """What follows from one printed form of Friedman's statistic."""
        claims = self.paper.of_kind("statistic")
        if name not in claims or self.n is None or self.k is None:
            return None
        printed = printed_number(claims[name].value).or_cut()
        return from_statistic(name, printed, n=self.n, k=self.k)

    def _about_statistic(self, name: str) -> Followed | None:
        choice(name, [*FORMS, "quade"], "statistic")
        analysis = self._from_ranks()
        if analysis is not None:
            if name == "kendall" and "friedman" in analysis.tests and self.n is not None:
                most = self.n * (len(analysis.algorithms) - 1)
                return Followed(_one(analysis.statistic, 0).over(most), "printed ranks")
            if name in analysis.tests:
                place = analysis.tests.index(name)
                return Followed(_one(analysis.statistic, place), "printed ranks")
        for other in list(FORMS)[: list(FORMS).index(name)] if name in FORMS else ():
            found = self._statistic(other)
            if found is not None and found.possible:
                forms = (found.chi_square, found.f, found.kendall_w)
                form = dict(zip(FORMS, forms, strict=True))[name]
                assert form is not None
                return Followed(_of_interval(form), f"printed {other} statistic")
        return None

    def _about_p(self, name: str) -> Followed | None:
        if name in OMNIBUS.names:
            return self._about_omnibus_p(name)
        return self._about_pair(name, "p")

    def _about_omnibus_p(self, name: str) -> Followed | None:
        for form in FORMS if name in ("friedman", "iman-davenport") else ():
            found = self._statistic(form)
            if found is not None and found.possible and form != "kendall":
                pvalue = found.chi_square_pvalue if name == "friedman" else found.f_pvalue
                assert pvalue is not None
                return Followed(_of_interval(pvalue), f"printed {form} statistic")
        analysis = self._from_ranks()
        if analysis is not None and name in analysis.tests:
            place = analysis.tests.index(name)
            return Followed(_one(analysis.omnibus_pvalue, place), "printed ranks")
        return None

    def _about_pair(self, label: str, kind: str) -> Followed | None:
        pair = frozenset(split_label(label, self.control))
        if kind == "p":
            for name, claim in self.paper.of_kind("z").items():
                if frozenset(split_label(name, self.control)) == pair:
                    return Followed(_pvalue_of_z(claim), "printed z")
        analysis = self._from_ranks()
        if analysis is not None:
            known = [frozenset(each) for each in analysis.family.hypotheses]
            if pair not in known:
                raise InputError(
                    f"{label!r} names no two algorithms whose ranks are printed"
                    + (f", one of them {self.control}" if self.control else "")
                )
            numbers = analysis.pvalue if kind == "p" else distances(analysis.z)
            return Followed(_one(numbers, known.index(pair)), "printed ranks")
        counts = self._counts
        if kind == "p" and counts is not None:
            known = [frozenset(split_label(each)) for each in counts.labels]
            if pair in known:
                return Followed(_one(counts.pvalue, known.index(pair)), "printed counts")
        return None

    def _about_adjusted(self, name: str) -> Followed | None:
        if name in OMNIBUS.names:
            return self._about_omnibus_p(name)
        procedure, _, label = name.partition(":")
        if not label.strip():
            raise InputError(f"found {name!r}; write the procedure and the pair, 'holm: A vs B'")
        entry = lookup(procedure.strip().casefold())
        pair = frozenset(split_label(label.strip(), self.control))
        for hypotheses, pvalues, source in self._families():
            known = [frozenset(each) for each in hypotheses.pairs]
            if pair in known:
                (chosen,), _ = hypotheses.procedures(entry.name)
                found = hypotheses.adjusted(pvalues, [chosen])[chosen]
                return Followed(_one(found, known.index(pair)), source)
        analysis = self._from_ranks(entry.name)
        if analysis is None:
            return None
        known = [frozenset(each) for each in analysis.family.hypotheses]
        if pair not in known:
            raise InputError(f"{label.strip()!r} is no hypothesis of the family")
        return Followed(_one(analysis.adjusted[entry.name], known.index(pair)), "printed ranks")

    def _families(self) -> list[tuple[Labelled, Bounds, str]]:
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
                found.append((hypotheses, pvalue_bounds(hypotheses.labels, printed), "printed p"))
        counts = self._counts
        if counts is not None and not self.ranks and not claims:
            hypotheses = labelled(list(counts.labels))
            found.append((hypotheses, counts.pvalue, "printed counts"))
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


def _one(bounds: Bounds, place: int) -> Bounds:
    return bounds.at(np.array([place]))


def _of_interval(interval: tuple[float, float, float]) -> Bounds:
    value, low, high = (np.array([each]) for each in interval)
    return Bounds(value, low, high)


def _pvalue_of_z(claim: Claim) -> Bounds:
    printed = printed_number(claim.value, f"the z of {claim.name}").or_cut()
    if printed.low is None or printed.high is None:
        raise InputError(f"the z of {claim.name} is a bound; give z itself")
    ends = (printed.number, printed.low, printed.high)
    return normal_pvalue_bounds(_of_interval((float(ends[0]), float(ends[1]), float(ends[2]))))
