"""What can be said to `strengths`, and what holds if nothing is: known without the computation.

Menus and the help need it, and shall import nothing heavy.
"""

from __future__ import annotations

from typing import Literal

Model = Literal["bradley-terry", "plackett-luce"]
StrengthTies = Literal["davidson", "split"]
STRENGTH_TIES: tuple[StrengthTies, ...] = ("davidson", "split")

#: The weight of the prior if none is named, and where plain maximum likelihood is infinite.
PRIOR = 0.5
#: The least and the largest weight: beyond them the strengths are lost among rounding errors.
LEAST_PRIOR, MOST_PRIOR = 1e-6, 1e6
