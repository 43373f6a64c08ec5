"""The command line: a thin door to the same functions and the same reports.

In reading order::

    app        the commands
    building   only the command that is called, with its options
    helping    what --help shows, in groups
    options    options that several commands share
    parameters how shared options join the parameters of a command
    reading    the file of a command and the options of reading it
    comparing  the options of `compare`
    questions  a table that can be read in several ways
    showing    evenkeel read
    wording    the options that messages name, as flags
    output     to a terminal, to a pipe, to files
    terminal   a document on a terminal: in colour, as wide as it
    links      links in a terminal
    progress   what a terminal shows while a command works
    streams    standard input and output as they come: closed, full, in another encoding
    testing    ``evenkeel test NAME``
    analysing  a command for each analysis beside the comparison
    files      no file that is read is written over
    study_files  the file of a study, and what is none
    repeating  ``--save-config`` and ``run``
    reviewing  ``from-ranks``, ``from-pvalues``, ``from-counts``, ``from-errors``,
               ``from-statistic``, ``audit``
    plotting   ``plot``
    formats    ``formats``
    runs       ``check`` and ``runs``
    power      ``power``
    serve      ``serve``
"""
