"""
Critical difference diagram
===========================

Each algorithm stands at its average rank, the best on the left. A bar joins algorithms of which
no pair is rejected by the tests that the note names; two algorithms without a common bar were
told apart. A common bar says that the data do not tell them apart, not that they perform alike.
"""

import evenkeel
from evenkeel.plot import plot_critical_difference

table = evenkeel.load("cec2005")
ax = plot_critical_difference(table, ranks=True, highlight="SaDE")

# %%
# With Nemenyi's test one length, the critical difference, decides over all pairs. It is drawn to
# scale.

ax = plot_critical_difference(table, procedure="nemenyi-range", colours="groups")

# %%
# With a control there are no bars, since only the control was compared with the others: filled
# discs are rejected against it, open ones are not.

ax = plot_critical_difference(table, control="SaDE", layout="one-sided")
