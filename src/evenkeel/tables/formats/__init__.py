"""What tools write and papers show: each format an entry of `FORMATS`, found by content.

A new format is an entry in the file of its kind, or in one of its own::

    registry       what a format is; FORMATS, the table of all of them
    givens         what was given: a file, an open file, a folder, a pattern, a list
    building       long tables out of columns and JSON, and where their rows stand
    folders        ordinary tables in several files, named after algorithms or problems

Files that tools write in a way of their own::

    scores         aeon, tsml and tsml-eval; baycomp's accuracies.txt; trec_eval -q
    optimisers     IOHprofiler and COCO, finals and curves
    solvers        BenchExec, SMT-COMP, ASlib
    json_tools     ClickBench, MTEB, lm-evaluation-harness
    timings        hyperfine, Google Benchmark, pytest-benchmark, asv, github-action-benchmark

Tables whose columns have the names of a tool::

    columns        critdd, TabArena, jMetal and SAES, mlr3, GIFT-Eval, fev, FuzzBench, Weka, amlb
    trackers       MLflow, Weights & Biases

Tables out of papers::

    latex          a tabular; latex_cells: what a cell prints
    markdown       a pipe table
    web_page       an HTML table
    small_type     raised and small parts of cells, apart from their numbers
    grids          one file, the tables in it; cells over several rows and columns -> a table
"""
