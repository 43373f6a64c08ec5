"""How large differences are.

In reading order::

    sizes                the effect sizes: what each is, its kernel and its law
    intervals            estimates and intervals of all pairs: by a law, or by bootstrap
    measuring            effect_sizes()
    unpaired             the share of wins of independent samples, such as runs
    concordance          kendall_w()
    contrasts            contrast estimation based on medians
    medians_with_holes   the same from the differences that are there
    contrast_intervals   its intervals, by bootstrap
    skill                skill_scores(): ratios to a baseline, and win rates
    margins              margins of equivalence, in units of the values or per cent
    centres              tests of where differences have their centre, and intervals
    verdicts             what tests of equivalence find: verdicts, groups, letters
    equivalence_tests    equivalence(): which algorithms are shown to be close
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
