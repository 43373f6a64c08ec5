"""From a file, a frame or an object to a table of cells, and from cells to results.

The flow, one module a step::

    sources     what was given: a path or an open file, and what kind of file its bytes show
    unpacking   packed files, in bounded memory
    numerals    texts that are numbers, with all that may stand beside one; why another is none
    cells       cells and columns of cells -> numbers and names, or reasons
    table       a table as found: header, columns of cells, the number of each row
    dialect     text -> rows of cells; which separator and decimal mark
    headings    rows of cells -> a table: headings, sections, rows that do not fit
    text        encoding, then the quick way by polars or the careful one to a table
    workbook    sheets of Excel -> tables; no workbook asks for more memory than a table does
    objects     arrays, lists, dicts, and what scikit-learn and rliable give -> a table
    records     JSON, JSON Lines, YAML and ARFF -> tables
    frames      data frames and Parquet -> a table; levels of rows and columns
    written     the other way: text and Excel files that nobody misunderstands

What the columns of a table mean::

    roles       what a column's name says about its meaning
    notation    one fault for all cells that hold more than a number
    shapes      wide or long; wide.py, long.py: table -> values, problems and algorithms
    selecting   the rows that have wanted values
    keys        columns that tell results apart, such as measures, which are not pooled
    not_algorithms  columns such as Size and Time, which are no algorithms
    turning     a row an algorithm -> a column an algorithm
    summary_rows  means, ranks and wins below the problems, which are none
    odd_rows    second rows of headings, and rows with nothing but a name
    not_problems  measures on one problem and runs, which are none either
"""
