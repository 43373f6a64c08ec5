"""The analyses beside the comparison, each an entry that every door shows by itself.

In reading order::

    registry  what an entry is: the function, its options, its words
    tables    analyses of tables: sizes, contrasts, equivalence, rank sets, strengths, stability
    runs      analyses of runs: aggregates, profiles, courses, times to targets, timeouts
    bayes     Bayesian comparison of a table and of runs, and the Bayesian Friedman test
    files     analyses of files: the gate of commits, models on items, ratings by votes
"""
