"""From a file, a frame or an object to tables of cells; nothing is said about what columns mean.

In reading order::

    sources    what was given: a path or an open file, and what kind of file its bytes show
    unpacking  packed files, in bounded memory
    numerals   texts that are numbers, with all that may stand beside one; why another is none
    cells      from cells to numbers and names, or the reasons why they are none; a table of them
    dialect    text -> rows of cells; which separator and decimal mark
    text       encoding, then the quick way by polars or the careful one to a table
    headings   rows of cells -> a table: headings, sections, rows that do not fit
    workbook   sheets of Excel -> tables; no workbook asks for more memory than a table does
    objects    tables given as Python objects: arrays, lists, dicts, and frames of any library
    records    JSON, JSON Lines, YAML and ARFF -> tables
    written    the other way: text and Excel files that nobody misunderstands
"""
