"""compare_measures(): several measures, or groups, of the same algorithms, each by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from evenkeel.comparison.comparing import compare
from evenkeel.comparison.findings import Comparison
from evenkeel.errors import InputError
from evenkeel.result import Result
from evenkeel.tables.results import Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from evenkeel.report.document import Document
    from evenkeel.report.glance import Drawn
    from evenkeel.tables.runs import Runs


class MeasuresComparison(Result):
    """Everything that `compare_measures` found.

    Attributes
    ----------
    comparisons : dict of str to Comparison
        The comparison of each measure.
    joint_level : float or None
        The level of all measures together, if each has an equal part of it.
    """

    comparisons: dict[str, Comparison]
    joint_level: float | None = None

    @property
    def conclusions(self) -> tuple[str, ...]:
        """The conclusions of each measure, with its name before them."""
        return tuple(
            f"{name}: {text}" for name, one in self.comparisons.items() for text in one.conclusions
        )

    @property
    def rejected(self) -> bool:
        """Whether the first hypothesis of every measure is rejected, see `Comparison`."""
        return all(one.rejected for one in self.comparisons.values())

    def verdict(self, *, drawn: Drawn | None = None) -> Document:
        """An overview of the measures, and the answer of each at a glance, see `Comparison`."""
        from evenkeel.report.verdict import verdict_of_measures

        return verdict_of_measures(self, drawn)

    def report(self, *, exhaustive: bool = False) -> Document:
        """An overview of the measures and the algorithms, then the report of each measure."""
        from evenkeel.report.of_measures import report_measures

        return report_measures(self, exhaustive=exhaustive)

    def plot(self) -> Axes:
        """Draw the critical difference diagrams of all measures, one above the other on one axis.

        They must be of the same algorithms, for else their ranks do not compare.
        """
        from evenkeel.plot import plot_critical_differences

        return plot_critical_differences(self)

    def _repr_html_(self) -> str:
        from evenkeel.report.notebook import render_folded

        return render_folded(self.verdict(), self.report())

    def __repr__(self) -> str:
        return "\n".join(
            [f"MeasuresComparison by {len(self.comparisons)} measures", *self.conclusions]
        )

    __str__ = __repr__  # the conclusions are shorter than the tables


def compare_measures(
    tables: Mapping[str, Results | Runs], *, joint_level: bool = False, **options: Any
) -> MeasuresComparison:
    """Compare algorithms by each of several measures, or in each of several groups.

    Each is a comparison of its own, as `compare` makes it: nothing is pooled, and no p-value is
    adjusted for the number of measures. With `joint_level` the level alpha holds for all measures
    together: each is tested at alpha over their number (Bonferroni). `joint_measures` asks in
    which combination of better and worse two algorithms stand.

    Parameters
    ----------
    tables : mapping of str to Results or Runs
        A table for each measure, as `read_measures` gives them.
    joint_level : bool, default False
        Whether alpha is the level of all measures together, instead of each by itself.
    **options
        As `compare` takes them, the same for all.

    Returns
    -------
    MeasuresComparison

    Examples
    --------
    >>> import evenkeel
    >>> table = evenkeel.load("garcia2008")
    >>> found = evenkeel.compare_measures({"accuracy": table, "again": table})
    >>> found.to_pandas("overview").iloc[0].tolist()[:3]
    ['accuracy', '2.100 a', '3.250 b']
    >>> ax = found.plot()  # both diagrams, on one axis of ranks
    """
    if not tables:
        raise InputError("there is no table; give one for each measure, as read_measures does")
    level = options.get("alpha", 0.05) if joint_level else None
    if level is not None:
        options["alpha"] = level / len(tables)
    compared = {name: compare(table, **options) for name, table in tables.items()}
    return MeasuresComparison(compared, level)
