"""The public names of this room, each with the file that defines it."""

from .control import plot_average_ranks as plot_average_ranks
from .control import plot_bonferroni_dunn as plot_bonferroni_dunn
from .critical_difference import plot_critical_difference as plot_critical_difference
from .equivalences import plot_equivalence as plot_equivalence
from .kinds import KINDS as KINDS
from .kinds import Kind as Kind
from .kinds import draw_picture as draw_picture
from .matrices import plot_comparison_matrix as plot_comparison_matrix
from .matrices import plot_contrasts as plot_contrasts
from .matrices import plot_pvalue_matrix as plot_pvalue_matrix
from .matrices import plot_win_tie_loss as plot_win_tie_loss
from .missing import plot_missing as plot_missing
from .pairs import plot_differences as plot_differences
from .pairs import plot_scatter as plot_scatter
from .power_curves import plot_power as plot_power
from .problems import plot_rank_heatmap as plot_rank_heatmap
from .runs import plot_curves as plot_curves
from .runs import plot_histogram as plot_histogram
from .runs import plot_qq as plot_qq
from .runs import plot_runs_box as plot_runs_box
from .saving import figure_svg as figure_svg
from .saving import figure_tikz as figure_tikz
from .saving import save_figure as save_figure
from .stairs import plot_stairs as plot_stairs
from .styles import STYLES as STYLES
from .styles import style as style
