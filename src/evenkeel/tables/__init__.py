"""Tables of results and of runs: what they are, how they are read and written.

In reading order::

    origin         where a table came from
    results        Results: n problems x k algorithms, one direction
    origin         where a table came from, and what was left out of it
    matrices       values as a read-only matrix
    given          what is read with its names, and what is a bare matrix
    runs           Runs: many runs a cell, of any size; runs_summary: its table of cells
    finding        find_tables(): anything -> tables of cells; parsing/ holds the steps
    reading        read(): anything -> Results; parsing/ holds the steps
    formats/       what tools write and papers show, a file each; folders and lists of files
    reading_runs   read_runs(): anything -> Runs; scanning/ holds the steps
    choosing       which rows are meant: one measure, one group, nothing pooled
    recognising    whether a table holds runs, and its runs as a long table; failures: those that
                   have no value
    reading_options  what a user may say about a table, at every door
    reading_any    read_any(): anything -> Results or Runs, whichever it holds
    reading_measures  read_measures(): anything -> Results of each measure
    aggregating    Runs -> Results; cell_statistics: the statistics that do so
    faults         what is wrong with a table, with place and remedy
    choices        what is to become of missing results
    missing        what is missing, and whether it goes with bad results
    remarks        what a reader should know about a table
    writing        Results -> CSV, Excel, JSON, that read() reads back
    atomic         a file is written whole or not at all
    forks          a forked process, in which polars would hang
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
