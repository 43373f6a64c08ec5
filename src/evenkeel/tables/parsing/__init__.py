"""From a file, a frame or an object to tables of cells; nothing is said about what columns mean.

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
"""
