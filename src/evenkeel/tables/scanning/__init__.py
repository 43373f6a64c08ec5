"""From a long table of runs, of any size, to what is known of each cell.

A cell is an algorithm on a problem; its runs are rows of the table. Everything below is written
once against narwhals' lazy interface, in the few operations that polars, DuckDB and Dask do alike
(filter, join with a small table, sums and extremes by group), so that no engine is asked for a
median, a variance or a count of distinct values, which they do not compute alike or not exactly.

In reading order::

    survey      the first passes over runs of any number, by the engine that holds them
    opening     lazy frames, Parquet files, large text tables -> a lazy frame of algorithm,
                problem, value, run and step, by the reading of some of its rows
    checking    everything that rows must pass before they are used, and what is wrong with them
    statistics  later passes: exact moments, and order statistics in bounded memory
"""
