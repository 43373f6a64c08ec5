"""Comparisons of two algorithms over many problems, for one pair and for all.

In reading order::

    pair                  who, the differences, the alternative
    wins                  win_tie_loss()
    sign, sign_pairs      sign_test() and its critical values; sign_all()
    signed_ranks          sums of signed ranks: the kernel of Wilcoxon's test
    signed_rank_law       their exact null law
    signed_rank_pvalues   from these sums to z and p-values
    signed_rank           wilcoxon() and its critical values
    signed_rank_pairs     wilcoxon_all()
    spss                  the table that SPSS prints of it
    walsh_sums, walsh     sums of two differences in order; hodges_lehmann() and its interval
    ttest                 t_test(), to set beside
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
