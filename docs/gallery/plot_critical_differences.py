"""
Critical difference diagrams of several measures
================================================

The same algorithms by several measures, groups of problems or dimensions, above each other on one
axis of ranks, so that an algorithm can be followed from one diagram to the next. Each diagram is
a family of its own: no p-value is adjusted for the number of diagrams.
"""

import evenkeel
from evenkeel.plot import plot_critical_differences

table = evenkeel.load("cec2005")
halves = {"F1 to F12": table.problems[:12], "F13 to F25": table.problems[12:]}
tables = {name: table.select(problems=some) for name, some in halves.items()}
ax = plot_critical_differences(tables, highlight="SaDE")
