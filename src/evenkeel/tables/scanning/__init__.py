"""From a long table of runs, of any size, to what is known of each cell.

A cell is an algorithm on a problem; its runs are rows of the table. Everything below is written
once against narwhals' lazy interface, in the few operations that polars, DuckDB and Dask do alike
(filter, join with a small table, sums and extremes by group), so that no engine is asked for a
median, a variance or a count of distinct values, which they do not compute alike or not exactly.

The flow, one module a step::

    files       a path, a directory or a pattern -> files of one kind
    opening     frames, Parquet files and large text tables -> a lazy frame of the columns that
                a Reading of their first rows names
    engines     the engine of a frame: collect its answer, put a small table beside it
    checking    everything a table must pass before it is used
    survey      first pass: the cells, how many runs they have, mean and extremes
    faults      what is wrong with the rows: missing or infinite values, runs that occur twice
    moments     second pass: exact sums, squares of deviations
    steps       the choice of one step of curves
    held        values in memory, for what needs them all
    remarks     what a reader should know about the cells
    selection   order statistics by shrinking windows, exact, in bounded memory
"""
