"""The public names of this room, each with the file that defines it."""

from .all_algorithms import BayesFriedman as BayesFriedman
from .all_algorithms import bayes_friedman as bayes_friedman
from .comparing import BayesComparison as BayesComparison
from .comparing import bayes as bayes
from .registry import Density as Density
from .registry import Posterior as Posterior
