"""Reports: one neutral document, and a renderer for each format.

In reading order::

    document            the neutral document with typed cells, and how it is laid out when saved
    tables              the table itself: what was left out, what is missing, and values, ranks
                        and tests
    fields              the report of a result from its fields
    comparison          the report of a comparison, of several measures, and its verdict on one
                        screen
    glance              the answer: labelled lines, a diagram in characters, a row for each
    html                HTML: one self-contained file, and what a notebook shows
    pair_tables         the tables of tests of two algorithms, and of the multiple sign test
    posthoc_tables      the tables of a family of hypotheses: levels, adjusted p-values,
                        rejections, groups
    order_tables        the reports of strengths, of stability and of hinges
    tree_tables         the report of a tree of problems
    effect_tables       the tables of effect sizes, and the column that other tables show of them
    equivalence_tables  practical differences: tests of equivalence, and the Bayesian comparison
    claims_tables       what follows from the numbers that a paper prints
    runs                reports of many runs per cell: conditions, each problem of its own, and all
                        together
    run_tables          tables of aggregates, of performance profiles and of repeated measures
    curves_tables       the courses of runs and the times to targets, as tables of a report
    timeouts_tables     the report of runs with timeouts
    gate_tables         the gate of a new version: the verdict in words, all benchmarks, and their
                        picture
    votes_tables        A board of votes: ratings with intervals and places, the checks, and the
                        picture
    single              reports of single things, and the terms that the page explains
    studies             the reports of a power study and of a simulation: tables, figures, and
                        what was done
    saving              save a document; the ending of the file's name says in which format. Word
                        is one
    text                plain text, and Markdown with pipe tables
    typesetting         laTeX and Typst: documents that compile as they are, or bare tables
    data                machine-readable forms of a report: JSON, CSV, Excel and frames, and the
                        schema
    item_tables         the tables of a comparison on items: the board, pairs, benchmarks, trials,
                        judges, plan
    reproduction        the published tables, recomputed: counts, what is left, and the errata
    items               the report of a comparison on items: the answer, the board, pairs,
                        benchmarks, trials, plan
    joint_tables        the report of several measures together
    registry            which function builds the report of which result, found when a report is
                        asked for
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
