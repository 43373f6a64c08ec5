"""Adjusted p-values: one_step, step_down, step_up, two_step need only p; logical the family."""

from __future__ import annotations

# isort: off
# Each of these modules enters its procedures in the registry; this is the order of the lists.
from evenkeel.adjustments import one_step as _one_step  # noqa: F401
from evenkeel.adjustments import step_down as _step_down  # noqa: F401
from evenkeel.adjustments import step_up as _step_up  # noqa: F401
from evenkeel.adjustments import hommel as _hommel  # noqa: F401
from evenkeel.adjustments import rom as _rom  # noqa: F401
from evenkeel.adjustments import two_step as _two_step  # noqa: F401
from evenkeel.adjustments import false_discovery as _false_discovery  # noqa: F401
from evenkeel.adjustments import logical as _logical  # noqa: F401
# isort: on

from evenkeel.adjustments.adjusting import adjust, procedures
from evenkeel.adjustments.alphas import AdjustedAlphas, adjusted_alphas
from evenkeel.adjustments.combined import combined_error
from evenkeel.adjustments.registry import Adjustment

__all__ = [
    "AdjustedAlphas",
    "Adjustment",
    "adjust",
    "adjusted_alphas",
    "combined_error",
    "procedures",
]
