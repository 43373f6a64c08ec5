"""The public names of this room, each with the file that defines it."""

from ._wilcoxon import RankLine as RankLine
from ._wilcoxon import SignedRankTest as SignedRankTest
from ._wilcoxon import SpssTable as SpssTable
from ._wilcoxon import wilcoxon as wilcoxon
from ._wilcoxon import wilcoxon_critical as wilcoxon_critical
from ._wilcoxon_all import SignedRankTests as SignedRankTests
from ._wilcoxon_all import wilcoxon_all as wilcoxon_all
from .multiple_sign import MultipleSignTest as MultipleSignTest
from .multiple_sign import multiple_sign_critical as multiple_sign_critical
from .multiple_sign import multiple_sign_test as multiple_sign_test
from .pair import WinTieLoss as WinTieLoss
from .pair import win_tie_loss as win_tie_loss
from .sign import SignTest as SignTest
from .sign import SignTests as SignTests
from .sign import sign_all as sign_all
from .sign import sign_test as sign_test
from .sign import sign_test_critical as sign_test_critical
from .ttest import PairedTTest as PairedTTest
from .ttest import t_test as t_test
from .walsh import HodgesLehmann as HodgesLehmann
from .walsh import hodges_lehmann as hodges_lehmann
