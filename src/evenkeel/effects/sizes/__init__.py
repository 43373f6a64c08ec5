"""The effect sizes, one file an idea.

In reading order::

    registry             what an effect size is, and the table of all
    samples              what a pair gives on each problem
    of_hodges_lehmann    median of the averages of two differences
    signed_rank_score    the score interval of the next
    of_rank_biserial     share of the signed ranks
    of_superiority       share of the problems won
    of_cliff             A12 and delta: pairs of values of any two problems or runs
    of_ratio             median of ratios
    of_mean_difference   standardised mean difference
    of_rank_difference   difference of average ranks
    of_kendall           concordance of the whole table
"""
