"""
Verdicts on equivalence
=======================

A cell speaks of the row against the column: ``=`` where the two are shown to be equivalent within
the margin, ``+`` where the row is shown to be better and a minus where it is worse; both signs
where a difference is shown that is smaller than the margin. A question mark says that nothing was
shown, neither a difference nor equivalence.
"""

import evenkeel
from evenkeel.plot import plot_equivalence

tests = evenkeel.equivalence(evenkeel.load("demsar2006"), margin=0.03)
ax = plot_equivalence(tests)
