"""The web page and its API: a third thin door to `compare()` and its report.

In reading order::

    server         listen on an address until told to end; connections end when nothing comes
    settings       what can be set about the server, and its log, which holds nothing of the users
    app            the application: routes, limits and errors put together, with an address for
                   each analysis
    middleware     what surrounds every request: limits, headers, a log, and who may ask
    answers        how a table was understood, and why a request is refused
    options        what a request asks for: the table, the comparison, and the analyses beside it
    review         the sections of a report, the reviewer's tabs, and advice in the words of the
                   page
    tables         from the bytes of a request to a table, and refusing what only pretends to be
                   one
    jobs           what the processes of the pool do: plain functions of picklable arguments
    pool           A bounded pool of processes, each with a time and a memory limit
    api            the API: the same comparison as data, in the schema of the report's JSON
    pages          the page: a form and the report, from the server; the script only spares the
                   reload
    file_analyses  the analyses of files: a tab of the page and an address of the API for each of
                   their registry
"""
