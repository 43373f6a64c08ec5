"""Many runs a cell: conditions, single problems, repeated measures, aggregates, profiles.

In reading order::

    run_cells               runs as one array, and the moments of its cells
    ceiling                 when results press against a bound
    lilliefors_law          the simulated law of Lilliefors' statistic
    normality, variance_ratios
                            the tests of the two conditions, for many samples at once
    mann_whitney, two_sample_tests, k_sample_tests, joint_comparisons
                            the tests of one problem, for all problems at once
    dependent_tests         those of runs that are not independent: 5x2 cv, resampling, McNemar
    crossvalidation         the same of two learners on one data set
    problem_tests           which test is valid for which design of the runs
    parametric_conditions   conditions()
    effects_of_runs         run_effects(): the size of differences on each problem
    single_problem          per_problem()
    repeated_measures       repeated_measures_anova(): the parametric answer, beside
    score_cells             runs as scores between two anchors
    stratified_bootstrap    the runs of each cell drawn again, as weights
    aggregate_statistics, improvement
                            mean, median, interquartile mean, optimality gap; P(X better than Y)
    aggregate_intervals     their intervals, expanded for few runs
    run_aggregates          aggregates(): all of these
    courses                 curves of runs, and what they are at any step
    page_convergence        Page's test of convergence, and the exchange of curves
    curve_comparison        curves(): convergence, budgets, bands
    censored                ranks, Gehan's and the log-rank test of runs that may time out
    target_times            targets(): expected running times, ECDFs
    solver_times            timeouts(): solvers, PARx, the virtual best one
    profile_curves, performance_profiles
                            profiles(): shares of runs or problems that are at least so good
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
