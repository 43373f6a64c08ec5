"""advise(): which guidelines apply to a table and what is done with it."""

from __future__ import annotations

from evenkeel.comparison.guidelines import GRADES, RULES, Grade
from evenkeel.comparison.situations import Situation
from evenkeel.result import Result, ResultList, hidden
from evenkeel.text import joined


class Advice(Result):
    """One guideline that applies to a situation.

    Attributes
    ----------
    rule : str
        The name of the guideline.
    grade : {"problem", "caution", "note"}
        How much it matters.
    title, facts, reason, remedy, source : str
        What it says, what was measured, why it matters, what to do, and who says so.
    general : bool
        Whether it holds for nearly every table, and so is not what this one earns.
    """

    rule: str
    grade: Grade
    title: str
    facts: str
    reason: str
    remedy: str
    source: str
    general: bool = hidden(default=False)

    def __str__(self) -> str:
        return f"[{self.grade}] {self.title}. {self.text}"

    @property
    def text(self) -> str:
        """Facts, reason, remedy and source as running text."""
        return joined((self.facts, self.reason, self.remedy, f"({self.source}.)"))


class AdviceList(ResultList[Advice]):
    """The guidelines that apply to a situation, problems first."""


def advise(situation: Situation) -> AdviceList:
    """The guidelines that apply to a situation, problems first.

    Parameters
    ----------
    situation : Situation
        The table, and what is done with it; `compare` asks this question by itself.

    Returns
    -------
    AdviceList

    Examples
    --------
    >>> import evenkeel
    >>> from evenkeel.comparison import Situation, advise
    >>> advice = advise(Situation(evenkeel.load("toy")))[0]
    >>> print(f"{advice.grade}: {advice.title}. {advice.facts}")
    problem: Not fewer algorithms than problems. There are n = 4 problems and k = 4 algorithms.
    """
    found = [
        Advice(
            rule.name,
            rule.grade,
            rule.title,
            facts,
            rule.reason,
            rule.remedy,
            rule.source,
            rule.general,
        )
        for rule in RULES
        if (facts := rule.facts(situation)) is not None
    ]
    return AdviceList(tuple(sorted(found, key=lambda advice: GRADES.index(advice.grade))))
