"""The whole methodology in one call; joins, no mathematics.

In reading order::

    comparing          compare(): every test that the documents ask for
    findings           Comparison: what it found
    steps              single steps of it
    describing         means, medians and wins
    second_look        the same family by tests of the two columns alone
    hinging            whether verdicts hang on single problems, or on the correction for ties
    missing_choices    whether another choice for missing results changes the verdict
    situations         what the guidelines look at, and what they measure
    guidelines         the rules: reason, remedy and source
    advice             advise(): which of them apply
    study_checklist          checklist(): what to ask of a study
    conclusions        what was found, in sentences
    storing            a study as plain data, and the same comparison from it
    comparing_runs     compare_runs(): runs, single problems, conditions, and compare()
    comparing_measures  compare_measures(): compare() for each measure or group
    combinations       joint_measures(): two algorithms by several measures together
    runs_conclusions   what the runs say, in sentences
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
