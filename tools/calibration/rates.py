"""What claims say of several rates together."""

from __future__ import annotations

from collections.abc import Iterable

from calibration.studies import ALPHA
from evenkeel.studies.outcomes import Estimate
from evenkeel.studies.simulation import FamilyOutcome

#: A sentence, and whether the numbers bear it out.
Claim = tuple[str, bool]


def held(rates: Iterable[Estimate | None]) -> bool:
    """Whether no rate is surely above the level."""
    return all(rate is None or rate.low <= ALPHA for rate in rates)


def errors(outcomes: Iterable[FamilyOutcome]) -> list[Estimate]:
    """Their family-wise errors."""
    return [each.family_wise_error for each in outcomes if each.family_wise_error is not None]


def span(rates: Iterable[Estimate]) -> str:
    """From the smallest to the largest."""
    values = [rate.value for rate in rates]
    return f"{min(values):.3f} to {max(values):.3f}"


def most(rates: Iterable[Estimate]) -> str:
    """The largest."""
    return f"{max(rate.value for rate in rates):.3f}"
