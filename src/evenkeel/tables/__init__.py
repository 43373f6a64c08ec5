"""Tables of results and of runs: what they are, how they are read and written.

In reading order::

    results        Results: n problems x k algorithms, one direction; matrices: its values
    runs           Runs: many runs a cell, of any size; runs_summary: its table of cells
    origin         where a table came from, how it was understood, what was left out of it
    given          what is read with its names, and what is a bare matrix
    reading        read(), read_runs(), read_any(), read_measures(): one way in for anything
    options        what a user may say about a table, at every door
    finding        find_tables(): anything -> tables of cells; parsing/ holds the steps
    formats/       what tools write and papers show, folders and lists of files
    profile        what every column looks like
    lexicon        what words in headings and names usually mean
    evidence       what speaks for or against a role of a row or column, and how strongly
    readings       Reading: how a table is understood, as one object
    understanding  profile -> Reading, choice by choice; drafts: one in the making
    long_tables    tables of one result a row; wide_tables, wide_lines: all others
    settling       a clear reading is carried out, a doubtful one becomes one question
    arranging      a table and its reading -> Results or Runs
    scanning/      runs that stay where they are, of any size
    aggregating    Runs -> Results; cell_statistics: the statistics that do so
    faults         what is wrong with a table, with place and remedy
    choices        what is to become of missing results; failures: runs that have no value
    missing        what is missing, and whether it goes with bad results
    remarks        what a reader should know about a table
    writing        Results -> CSV, Excel, JSON, that read() reads back
    atomic         a file is written whole or not at all
    forks          a forked process, in which polars would hang
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
