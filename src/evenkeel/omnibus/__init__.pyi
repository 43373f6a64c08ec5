"""The public names of this room, each with the file that defines it."""

from .carrying_out import OmnibusResult as OmnibusResult
from .friedman_law import CriticalValue as CriticalValue
from .friedman_law import friedman_critical as friedman_critical
from .of_aligned import friedman_aligned as friedman_aligned
from .of_durbin import durbin as durbin
from .of_friedman import friedman as friedman
from .of_friedman import iman_davenport as iman_davenport
from .of_page import page_trend as page_trend
from .of_quade import quade as quade
from .of_skillings_mack import skillings_mack as skillings_mack
from .of_van_der_waerden import van_der_waerden as van_der_waerden
