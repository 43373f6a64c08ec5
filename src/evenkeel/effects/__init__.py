"""How large differences are: sizes, contrasts, intervals, equivalence.

Each size of an effect is an entry of ``registry``; what stands beside it measures tables.

In reading order::

    intervals           estimates and intervals of all pairs: of sizes, and of the centres of
                        differences
    _effect_sizes       effect_sizes()
    registry            what an effect size is, the table of all of them, and what a pair gives on
                        each problem
    superiority         how often one beats the other: superiority, A12 and Cliff's delta, paired
                        or not
    kendall             Kendall's coefficient of concordance W with an interval
    contrasts           contrast estimation based on medians: by how much each algorithm differs
                        from each other
    skill               skill_scores(): ratios to a baseline, and win rates
    margins             margins of equivalence, and what tests against them find
    _equivalence        equivalence(): which algorithms are shown to be close
    typical_differences typical differences: Hodges and Lehmann's, the median ratio, the
                        standardised mean
    rank_sizes          sizes from ranks: the rank-biserial correlation, and the difference of
                        average ranks
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
