"""The command line: a thin door to the same functions and the same reports.

In reading order::

    app          the commands
    commands     commands and their options: shared parameters, help in groups, built when called
    options      options that several commands share, and the files that they name
    reading      the table of a command, how it was read, and ``evenkeel read`` and ``formats``
    runs         commands for many runs per cell, and the options of all commands that compare
    questions    questions and advice in the words of the command that runs
    output       to a terminal, to a pipe, to files
    terminal     a document on a terminal: in colour, as wide as it
    streams      standard input and output, what a terminal shows while a command works, and links
    tests        ``evenkeel test NAME``
    analyses     commands made from registries: the analyses beside the comparison, and the
                 pictures
    study_files  the file of a study, and what is none
    repetition   ``--save-config`` and ``run``
    claims       ``from-ranks``, ``from-pvalues``, ``from-counts``, ``from-errors``, ``from-
                 statistic``, ``audit``
    power        ``power``
    serve        ``serve``
"""
