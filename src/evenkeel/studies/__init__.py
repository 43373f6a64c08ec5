"""Studies of the procedures themselves: error rates and power, from one core to a cluster.

In reading order::

    pvalues     p-values of thousands of tables at once
    checks      what the doors of the studies check
    outcomes    what a study measures with its Monte Carlo interval, and the search for a size
    blocks      blocks of replicates: their seeds, and their execution on one core, on many or on
                a cluster
    storage     finished blocks in a directory that the user names, with the study that they
                belong to
    models      what simulated tables look like, who is alike in them, and which results are
                missing
    work        the work on blocks: simulated tables, samples of the user's own, tests of
                equivalence
    simulation  simulate()
    _power      power(): the experiment of the documents, on the user's own table
    planning    how many problems a study needs, and how many more would decide an undecided pair
    plans       what planning a study answers, as results and in words
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
