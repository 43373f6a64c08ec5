"""The web page and its API: a third thin door to `compare()` and its report.

In reading order::

    settings, server    what can be set; run the application until told to end
    app                 routes, limits and errors put together
    middleware, logs    what surrounds every request; a log that holds nothing of the users
    connection, origin  connections that end when nothing comes; who may ask
    refusals            why a request is refused
    options, beside     what a request asks for, and which analyses beside the comparison
    readings            how a table was understood, and the controls that change it
    wording             the options that messages name, as fields of the page or keys of the API
    guard, tables       what only pretends to be a table; from bytes to `Results`
    pool, jobs          processes with limits, and what they do
    analysing           the analyses beside the comparison, joined to its report
    api, api_analyses   the comparison as data, and the analyses beside it
    pages, rendering    the page: a form and the sections of the report
    columns             the columns of a table that was not understood
    reviewing           the reviewer's tabs: ranks, p-values and claims that a paper prints
"""
