"""evenkeel: from a table of results to an honest conclusion.

Nonparametric comparison of k algorithms on n problems, after Demsar (2006) and the Granada group.
The public names are written in ``__init__.pyi``, here and in the rooms, and imported when first
used, so that ``import evenkeel`` costs next to nothing.

The rooms, as the data flows::

    errors, families    what can go wrong; which hypotheses are tested together
    tables              Results and Runs: read and write them
    casestudies         published tables to try things on
    ranks               rankings
    omnibus             do all algorithms perform alike?
    pairwise            do two? does one beat a control?
    adjustments         adjusted p-values
    posthocs            post-hoc tests: raw p-values of a family, decisions, groups and letters
    effects             how large differences are
    stability           in what order, and how sure
    runs                many runs per cell
    gating              is a new version worse than its base?
    bayesian            Bayesian comparison: how probable a practical difference is
    critical            all critical values
    claims              what follows from the numbers that a paper prints
    comparison          the whole methodology in one call
    items               language models and agents on the questions themselves, and by votes
    studies             power, error rates and planning
    report              the document that every result becomes
    references          the publications that all of it rests on
    plot                pictures

Not for users, but for those who read on: ``numerics``, ``text``, ``registry`` and ``result``,
and the doors ``cli`` and ``web``.
"""

import sys

import lazy_loader

from evenkeel._version import __version__
from evenkeel.tables import system as _system  # noqa: F401  # it notices the forks from now on

_find, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__all__ = [*__all__, "__version__"]


def __getattr__(name: str) -> object:
    """A public name, imported when it is first used; of another package's name what to type."""
    try:
        return _find(name)
    except AttributeError:
        from evenkeel._calls import CALLS, unknown_attribute

        said = unknown_attribute(name, __all__)
        # `from evenkeel import autorank` asks here first, and has words of its own for what it
        # does not find; it passes on an error of another kind
        if name in CALLS and sys._getframe(1).f_code.co_name == "_handle_fromlist":
            raise ImportError(said, name=__name__) from None
        raise AttributeError(said) from None
