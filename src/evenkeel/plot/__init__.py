"""Pictures that go straight into a paper.

Every ``plot_*`` function takes results or a comparison and an optional `ax`, and returns the axes,
on which anything can be changed as usual in matplotlib. Without `ax` a new figure is made, outside
pyplot, that has the width of a column and grows where its labels need it. `save_figure` saves it.

In reading order::

    kinds               the pictures of results and of runs by name, for the menus of the command
                        line
    options             the options of the pictures where only text can be typed: their flags, and
                        what a text means
    decisions           what a picture of hypotheses shows, from results or a comparison
    axes                what pictures share: rows of algorithms or problems, cells of matrices,
                        scales of axes
    styles              the two styles, the colours, and mathematics in labels
    canvas              figures without pyplot that grow with their labels, and the measuring of
                        text
    scene               A drawing as lines, marks and texts in inches, drawn by matplotlib or as
                        TikZ
    cd_notes            what a critical difference diagram says of closeness, and what stands
                        below it
    cd_geometry         where everything in a critical difference diagram stands: plain numbers,
                        in inches
    cd_scene            A critical difference diagram as a scene: from decisions and measured
                        labels to lines
    critical_difference the critical difference diagram, and several of them in one figure
    cd_list             the same as a list, for many algorithms or long names
    cd_panels           several critical difference diagrams as one scene: above each other, on
                        the same axis
    matrices            matrices of all pairs: p-values, wins, contrasts, and the comparison
                        matrix
    average_ranks       pictures of average ranks: bars with intervals, and the Bonferroni-Dunn
                        graphic
    stairs              the stair of a procedure: p-values in order against the levels they are
                        compared with
    pairs               two algorithms: on all problems, and by several measures together
    boards              boards: ratings of models by votes, and the ratios of a gate
    effects             how large differences are: the forest plot
    equivalence         what is shown of equivalence
    confidence_curve    intervals of every level of a difference
    problems            problem by problem: ranks, and what is missing
    orders              who beats whom on a new problem; places in resamples
    posteriors          Bayesian comparisons: simplex, density, matrix of probabilities
    curves              learning and convergence curves: the course of the runs over their steps
    runs                pictures of runs: their distribution on one problem or on several
    trees               a tree of problems
    times               times: cactus and survival plots with timeouts, and runtimes to targets
    power_curves        power studies
    aggregates          aggregates and performance profiles of runs
    items               models on items: means, differences, shares of variance
    saving              figures to files, the same bytes every time
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
