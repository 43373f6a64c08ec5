"""The public names of this room, each with the file that defines it."""

from ._bayes import BayesComparison as BayesComparison
from ._bayes import bayes as bayes
from .all_algorithms import BayesFriedman as BayesFriedman
from .all_algorithms import bayes_friedman as bayes_friedman
from .registry import Density as Density
from .registry import Posterior as Posterior
