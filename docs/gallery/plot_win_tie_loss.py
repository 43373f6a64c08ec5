"""
Wins, ties and losses
=====================

On how many problems the row is better than, tied with and worse than the column. Rows that win
more often than they lose are blue, the others orange. It counts and tests nothing.
"""

import evenkeel
from evenkeel.plot import plot_win_tie_loss

ax = plot_win_tie_loss(evenkeel.load("cec2005"))
