"""Tables of results and of runs: how they are read, what they are, and how they are written.

In reading order, as a table walks from a file to its results::

    reading        read(), read_runs(), read_any(), read_measures(): the ways in
    options        what a user may say about a table, at every door
    finding        find_tables(): anything -> tables of cells, by what they are or what is asked for
    formats/       what tools write and papers show; folders and lists of files
    parsing/       bytes, frames and objects -> tables of cells
    profile        what is to be seen of the rows, the columns and the corner of a table
    lexicon        what words mean
    evidence       what speaks for or against a role of a row or column
    drafts         a reading while it is made
    wide_lines     which rows and columns of a wide table are no results
    wide_tables    readings of tables with a row a problem, or a row an algorithm
    long_tables    readings of tables with a row a result
    understanding  all possible readings of a table, the likeliest first
    readings       Reading: how a table is understood, and why
    directions     which values are likely better, for the order of the answers
    settling       go, ask or refuse
    arranging      the cells of a reading in their order
    making         arranged cells -> Results or Runs
    scanning/      runs that stay where they are: passes over rows of any number

What comes of it::

    results        Results: n problems x k algorithms, one direction
    runs           Runs: many runs a cell, of any size
    outcomes       Outcomes: runs that may end unsolved, out of status words and cutoffs
    cell_statistics  the statistics that make one number of a cell; RunsSummary: all of them
    origin         where a table came from, how it was understood, what was left out of it
    faults         what is wrong with a table, with place and remedy
    choices        what is to become of missing results
    missing        what is missing, and whether it goes with bad results
    remarks        what a reader should know about results and about runs
    writing        Results and Runs -> files that are read back to the same
    atomic         a file is written whole or not at all
    forks          a forked process, in which polars would hang
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
