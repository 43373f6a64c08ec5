"""The public names of this room, each with the file that defines it."""

from ._aligned import friedman_aligned as friedman_aligned
from ._durbin import durbin as durbin
from ._friedman import CriticalValue as CriticalValue
from ._friedman import friedman as friedman
from ._friedman import friedman_critical as friedman_critical
from ._friedman import iman_davenport as iman_davenport
from ._page import TrendTest as TrendTest
from ._page import daniel_trend as daniel_trend
from ._page import page_trend as page_trend
from ._quade import quade as quade
from ._skillings_mack import skillings_mack as skillings_mack
from ._van_der_waerden import van_der_waerden as van_der_waerden
from .registry import OmnibusResult as OmnibusResult
