"""Tables of results and of runs: how they are read, what they are, and how they are written.

In reading order::

    reading        read(), read_runs(), read_any(), read_measures(): the ways in
    options        what a user may say about a table, at every door
    finding        find_tables(): anything -> tables of cells, by what they are or what is asked
                   for
    profile        what is to be seen of the rows, the columns and the corner of a table
    lexicon        what words mean
    evidence       what speaks for or against a role of a row or column
    drafts         a reading while it is made
    results        results: n problems x k algorithms, one direction
    wide_lines     which rows and columns of a wide table are no results
    readings       reading: how a table is understood, and why
    wide_tables    readings of tables with a row per problem, or a row per algorithm
    long_tables    readings of tables with a row per result
    understanding  all possible readings of a table, the likeliest first, and which values are
                   better
    settling       go, ask or refuse
    arranging      the cells of a reading in their order
    making         arranged cells -> Results or Runs
    runs           runs: many runs per cell, of any size
    outcomes       outcomes: runs that may end unsolved, out of status words and cutoffs
    choices        what is to become of missing results, and of many runs in a cell
    faults         what can be wrong with a table, where it came from, and what was left out of it
    remarks        what is missing from a table, and what else a careful reader would remark
    writing        results and Runs -> files that are read back to the same
    system         files that are written whole or not at all, and processes that were forked
    formats/       What tools write and papers show: each format an entry of `FORMATS`, found by
                   content
    parsing/       From a file, a frame or an object to tables of cells; nothing is said about
                   what columns mean
    scanning/      From a long table of runs, of any size, to what is known of each cell
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
