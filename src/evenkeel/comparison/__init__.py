"""The whole methodology in one call; joins, no mathematics.

In reading order::

    _compare       compare() and compare_measures(): the whole methodology on one table, or on
                   several
    findings       comparison: everything that compare() found, and what can be made of it
    steps          single steps of compare(), and whether another choice for holes changes the
                   verdict
    second_look    the same family by tests of the two columns alone
    guidelines     the rules: reason, remedy and source
    situations     what the guidelines look at, and what they measure
    advice         advise(): which of them apply
    _checklist     checklist(): what to ask of a study
    conclusions    what was found, in sentences
    storage        a study as plain data, and the same comparison from it
    _compare_runs  compare_runs(): from raw runs to conclusions, with all that lies between
    combinations   joint_measures(): two algorithms by several measures together
    analyses/      The analyses beside the comparison, each an entry that every door shows by
                   itself
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
