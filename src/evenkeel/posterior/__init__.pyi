"""The public names of this room, each with the file that defines it."""

from .comparing import BayesComparison as BayesComparison
from .comparing import bayes as bayes
from .registry import Density as Density
from .registry import Posterior as Posterior
