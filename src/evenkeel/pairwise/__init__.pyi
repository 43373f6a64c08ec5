"""The public names of this room, each with the file that defines it."""

from .sign import SignTest as SignTest
from .sign import sign_test as sign_test
from .sign import sign_test_critical as sign_test_critical
from .sign_pairs import SignTests as SignTests
from .sign_pairs import sign_all as sign_all
from .signed_rank import SignedRankTest as SignedRankTest
from .signed_rank import wilcoxon as wilcoxon
from .signed_rank import wilcoxon_critical as wilcoxon_critical
from .signed_rank_pairs import SignedRankTests as SignedRankTests
from .signed_rank_pairs import wilcoxon_all as wilcoxon_all
from .spss import RankLine as RankLine
from .spss import SpssTable as SpssTable
from .ttest import PairedTTest as PairedTTest
from .ttest import t_test as t_test
from .walsh import HodgesLehmann as HodgesLehmann
from .walsh import hodges_lehmann as hodges_lehmann
from .wins import WinTieLoss as WinTieLoss
from .wins import win_tie_loss as win_tie_loss
