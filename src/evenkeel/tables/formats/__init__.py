"""What tools write and papers show: each format an entry of `FORMATS`, found by content.

In reading order::

    registry       what a format is; FORMATS, the table of all of them
    givens         what was given: a file, an open file, a folder, a pattern, a list
    building       long tables out of columns and JSON, and where their rows stand
    columns        critdd, TabArena, jMetal and SAES, mlr3, GIFT-Eval, fev, FuzzBench, Weka, amlb
    folders        ordinary tables in several files, named after algorithms or problems
    scores         aeon, tsml and tsml-eval; baycomp's accuracies.txt; trec_eval -q
    optimisers     IOHprofiler's JSON files, finals and curves
    info_files     COCO's .info files, and IOHprofiler's older ones
    fronts         two objectives of IOHprofiler, by hypervolume or IGD+
    solvers        benchExec, SMT-COMP, ASlib
    json_tools     clickBench, MTEB, lm-evaluation-harness
    timings        hyperfine, Google Benchmark, pytest-benchmark, asv, github-action-benchmark
    trackers       MLflow, Weights & Biases, TensorBoard
    latex          a tabular; latex_cells: what a cell prints
    printed_cells  what a cell of a paper's table prints: small type apart, LaTeX as text
    markup         HTML and Markdown: the table of a page
    grids          one file, the tables in it; cells over several rows and columns -> a table
"""
