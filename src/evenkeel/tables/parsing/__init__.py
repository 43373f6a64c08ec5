"""From a file, a frame or an object to a table of cells, and from cells to results.

The flow, one module a step::

    sources     what was given: a path or an open file, and what kind of file its bytes show
    unpacking   packed files, in bounded memory
    lines       text -> rows of cells
    dialect     which separator and decimal mark
    quick       clean text tables, by polars
    text        encoding, then the quick or the careful way to a table
    sheets      Excel -> table; measuring.py: no workbook asks for more memory than a table does
    frames      data frames and Parquet -> table
    objects     arrays, lists, dicts and JSON -> table
    crossvalidated  what scikit-learn returns from cross validation -> table
    run_matrices  a matrix of scores an algorithm, as rliable takes them -> table
    levels      frames with two levels of columns -> table
    table       a table as found: header, columns of cells, the number of each row
    roles       what a column's name says about its meaning
    cells       a cell -> a number, or why it is none; remedies.py: how to mend it
    annotated   cells such as 0.81 ± 0.02; notation.py: one fault for all of them
    shapes      wide or long; wide.py, long.py: table -> values, problems and algorithms
    selecting   the rows that have wanted values
    keys        columns that tell results apart, such as measures, which are not pooled
    not_algorithms  columns such as Size and Time, which are no algorithms
    turning     a row an algorithm -> a column an algorithm
    summary_rows  means, ranks and wins below the problems, which are none
    odd_rows    second rows of headings, and rows with nothing but a name
    not_problems  measures on one problem and runs, which are none either
    separated   the other way: rows of a text table that nobody misunderstands
    workbook    the other way: an Excel file that keeps every number whole
"""
