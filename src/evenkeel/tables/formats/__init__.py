"""What tools write and papers show: each format a file, registered once, found by content.

The flow, one module a step::

    registry       what a format is; FORMATS, the table of all of them
    givens         what was given: a file, an open file, a folder, a pattern, a list
    finding        which format it has, and the table of it
    building       long tables out of columns, and where their rows stand
    folders        ordinary tables in several files: a file an algorithm, a problem, a part
    nested_folders  a folder an algorithm with a file a problem, or the reverse

Files that tools write in a way of their own::

    tsml           aeon, tsml and tsml-eval: a file an algorithm and measure
    baycomp        accuracies.txt
    iohprofiler    JSON with the finals, .dat with the curves
    coco           .info with the finals, .dat with the curves; experiments.py: what both share
    lm_eval        results_*.json of the lm-evaluation-harness; records.py: JSON of tools
    mteb           a folder a model, a JSON file a task
    clickbench     a JSON file a system
    timings        hyperfine, Google Benchmark, pytest-benchmark, asv: a JSON file a version
    benchexec      tables with three heading rows
    smtcomp        a CSV file a solver
    trec_eval      trec_eval -q, a file a system
    aslib          algorithm_runs.arff

Tables whose columns have the names of a tool::

    jmetal (and SAES), amlb, tabarena, mlr3, weka, mlflow, critdd, fuzzbench, wandb,
    forecasting (GIFT-Eval, fev)

Tables out of papers::

    latex          a tabular; latex_cells.py: what a cell prints
    markdown       a pipe table
    web_page       an HTML table
    small_type     raised and small parts of cells, apart from their numbers
    grids          cells over several rows and columns -> a table
    papers         one file, the tables in it
"""
