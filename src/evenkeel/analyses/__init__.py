"""The analyses beside the comparison, each an entry that every door shows by itself.

In reading order::

    registry           what an entry is: the function, its options, its words
    of_rank_sets       confidence sets for the ranks
    of_contrasts       contrast estimation
    of_equivalence     tests of equivalence
    of_aggregates      aggregates of all runs
    of_profiles        performance profiles
    of_curves, of_targets, of_timeouts
                       runs over time
    of_stability       how the ranking and the verdicts hang on the problems
    of_strengths       how likely each algorithm beats another on a new problem
    of_effect_sizes    effect sizes of pairs, of runs and of the whole table
    of_bayes           Bayesian comparison
    of_bayes_friedman  the Bayesian Friedman test
    of_skill           skill scores and win rates
    of_gate            the gate of a new version
    of_votes           ratings by votes
"""
