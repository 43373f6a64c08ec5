"""The published tables, and how precisely a printed figure can be compared."""

from __future__ import annotations

from decimal import Decimal

from evenkeel.claims.reproduction.registry import published_rows as published

__all__ = ["half_unit", "published"]


def half_unit(printed: str) -> float:
    """Half a unit of the last printed digit."""
    exponent = int(Decimal(printed).as_tuple().exponent)
    return 0.5 * 10.0**exponent * (1 + 1e-9)
