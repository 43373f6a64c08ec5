"""Many runs per cell: conditions, single problems, repeated measures, aggregates, profiles.

In reading order::

    cells               runs as one array, their moments, and as scores between two anchors
    normality           three tests of normality, each for many samples at once, and Lilliefors'
                        law
    k_samples           the k-sample tests of single problems, of means and of variances, for all
                        at once
    two_samples         the two-sample tests of single problems, pair by pair and joint, for all
                        at once
    problem_tests       the tests of single problems and the designs of runs: which test is valid
                        for which design
    crossvalidation     the same of two learners on one data set
    _conditions         conditions()
    _run_effects        run_effects(): the size of differences on each problem
    _per_problem        per_problem()
    repeated_measures   repeated_measures_anova(): the parametric answer, beside
    profile_curves      shares of profiles, and the stratified bootstrap of runs
    aggregate_intervals the aggregates of runs, the improvement of pairs, and the intervals of
                        both
    _aggregates         aggregates(): all of these
    courses             the courses of runs at any step, and whether they draw apart or together
    over_problems       the comparison over problems at each of several budgets or targets
    curve_comparison    curves(): convergence, budgets, bands
    censored            ranks, tests and bands of runs that may end before they are solved
    target_times        targets(): expected running times, ECDFs
    solver_times        timeouts(): solvers, PARx, the virtual best one
    _profiles           profiles(): performance profiles of scores, and those of Dolan and More
                        for costs
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
