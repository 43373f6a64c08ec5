"""Pictures that go straight into a paper.

Every ``plot_*`` function takes results or a comparison and an optional `ax`, and returns the axes,
on which anything can be changed as usual in matplotlib. Without `ax` a new figure is made, outside
pyplot, that has the width of a column and grows where its labels need it. `save_figure` saves it.

In reading order::

    kinds, options        the pictures by name, for the menus; their options as they are typed
    decisions             what a picture of hypotheses shows, from results or a comparison
    styles, scales        colours and settings; linear or logarithmic
    mathtext, canvas      formulas in labels; figures that grow with their labels
    scene, tikz           a drawing as lines, marks and texts in inches; the same as TikZ
    closeness             which algorithms a diagram shows as close
    cd_geometry, cd_notes, cd_scene, critical_difference
                          the critical difference diagram: where, what, drawn
    cd_list               the same as a list, for many algorithms or long names
    cd_panels, critical_differences
                          several of them on the same axis
    rows, cells           one row an algorithm or a problem; matrices of coloured cells
    control, stairs       average ranks with intervals; Holm's and Hochberg's stair
    matrices              p-values, wins and contrasts of all pairs
    comparison_matrix     difference, wins and p-value of each pair
    gate_ratios           the gate of a new version
    boards                ratings by votes
    equivalences          verdicts on equivalence of all pairs
    forest                sizes of differences with their intervals
    confidence_curve      intervals of every level of a difference
    pairs, problems       two algorithms on all problems; ranks over the problems
    orders                who beats whom on a new problem; places in resamples
    posteriors            Bayesian comparisons: simplex, density, matrix of probabilities
    joint                 several measures together
    missing               which results are missing
    runs, curves          runs of one problem or of several, and their course
    targets, timeouts     ECDFs, expected running times; cactus and survival plots
    power_curves          power studies
    profiles              how often an algorithm does at least so well
    run_aggregates        aggregates of all runs with their intervals
    items                 models on items: means, differences, shares of variance
    saving                figures to files, the same bytes every time
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
