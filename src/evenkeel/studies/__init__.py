"""Studies of the procedures themselves: error rates and power, from one core to a cluster.

In reading order::

    pvalues                  p-values of thousands of tables at once
    checks, outcomes         what the doors check; shares with their intervals
    blocks, storage          replicates in blocks on cores or a cluster; finished ones kept
    holes                    holes of simulated tables, and what is done with them
    models, simulated        what simulated tables look like; the work on a block of them
    simulation               simulate()
    samples, resampling      the work on samples of a user's table; power()
    equivalences             tests of equivalence on simulated tables
    searching, plans, planning
                             the smallest number that suffices; problems_needed() and the other
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
