"""Reports: one neutral document, and a renderer for each format.

In reading order::

    document              headings, paragraphs, tables and pictures, with typed cells
    layout                what a paper wants to choose: digits, stars, captions, one table
    of_fields             the report of a result from its fields
    comparing             the report of a comparison: which blocks, in which order
    glance                the answer: labelled lines, a diagram in characters, a row for each
    verdict, notebook     what of it fits on a screen; with a picture and the rest folded
    about_tables          what it says about the table itself
    tables, posthoc_tables, pair_tables, missing_tables
                          its tables: all algorithms; a family; two algorithms; what is missing
    order_tables          the reports of strengths, of stability and of hinges
    effect_tables, equivalence_tables
                          sizes of differences; tests of equivalence
    claims_tables         what follows from the numbers that a paper prints
    of_measures           the report of several measures
    of_runs               the reports of many runs a cell
    condition_tables, single_problem_tables, repeated_measures_tables, aggregates_tables,
    profiles_tables       their tables
    curves_tables, targets_tables, timeouts_tables
                          runs over time
    bayes_tables          the report of a Bayesian comparison
    gate_tables, votes_tables
                          the gate of a new version; ratings by votes
    studies, single       reports of studies; of lists, tables, cases and advice
    glossary              the terms of a document with their meanings
    text, markdown, latex, typst, html, word
                          the renderers
    junit                 the outcomes of a gate, for continuous integration
    data, frames          JSON, CSV and Excel; data frames
    schema                whether data follow the published schema of the JSON
    saving                the ending of a file's name says how
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
