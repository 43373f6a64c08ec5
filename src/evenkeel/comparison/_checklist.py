"""checklist(): what to ask of a study before it is believed; what can be seen is answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evenkeel.comparison.findings import Comparison
from evenkeel.result import Result, ResultList

_RIDDLE = "Riddle, slides on evaluation; Cohen (1995)"
_YOURS = ""  # what no table shows


@dataclass(frozen=True)
class Check:
    """A question to ask of a study; `seen` answers what a comparison shows of it."""

    name: str
    question: str
    seen: Callable[[Comparison], str]
    why: str
    source: str


class Item(Result):
    """A question of the checklist with what the results show.

    Attributes
    ----------
    name, question, why, source : str
        The check, what it asks, why it matters, and who says so.
    seen : str
        What the results show; empty if no table of results can show it.
    """

    name: str
    question: str
    seen: str
    why: str
    source: str


class Checklist(ResultList[Item]):
    """The questions, each with what the results show."""

    @property
    def open(self) -> tuple[Item, ...]:
        """Those that only the people who made the study can answer."""
        return tuple(item for item in self if not item.seen)


def checklist(comparison: Comparison) -> Checklist:
    """The questions to ask of a study before its conclusions are believed.

    Four effects can make a difference, or hide one, that the algorithms do not have: the ceiling,
    the regression, the order and the sampling effect. What the results show of them and of other
    conditions is said; what they cannot show is asked.

    Parameters
    ----------
    comparison : Comparison
        What `evenkeel.compare` found.

    Returns
    -------
    Checklist

    References
    ----------
    Cohen (1995), Empirical Methods for Artificial Intelligence, chapter 3. Dietterich (1998),
    doi:10.1162/089976698300017197. Jensen and Cohen (2000), doi:10.1023/A:1007631014630.

    Examples
    --------
    >>> import evenkeel
    >>> from evenkeel.comparison import checklist
    >>> found = checklist(evenkeel.compare(evenkeel.load("garcia2008")))
    >>> [item.name for item in found.open]
    ['regression', 'order', 'sampling bias', 'independence']
    """
    return Checklist(
        tuple(
            Item(check.name, check.question, check.seen(comparison), check.why, check.source)
            for check in CHECKS
        )
    )


def _of_advice(*rules: str, otherwise: str) -> Callable[[Comparison], str]:
    """What the advice measured, or what is to be said if none of these rules applies."""

    def seen(comparison: Comparison) -> str:
        facts = [each.facts for each in comparison.advice if each.rule in rules]
        return " ".join(facts) or otherwise

    return seen


def _kind_of_question(comparison: Comparison) -> str:
    n, k = comparison.results.n, comparison.results.k
    return (
        f"{k} algorithms on {n} problems: which of them do better on problems like these. Of a "
        "single trained model, or of new examples of one problem, this says nothing."
    )


def _tried(comparison: Comparison) -> str:
    m = comparison.wilcoxon.family.m
    return (
        f"{m} {'hypothesis is' if m == 1 else 'hypotheses are'} allowed for. Variants and settings "
        "that were tried and are not in the table are not."
    )


def _control(comparison: Comparison) -> str:
    if comparison.picked is not None:
        return " ".join(["All pairs are compared.", *_picked(comparison)])
    if comparison.control is None:
        return "All pairs are compared; there is no control."
    return " ".join([f"{comparison.control} is the control.", *_picked(comparison)])


def _picked(comparison: Comparison) -> list[str]:
    return [each.facts for each in comparison.advice if each.rule == "control-was-picked"]


#: In the order in which they are printed.
CHECKS: tuple[Check, ...] = (
    Check(
        "the question",
        "Is that the question: algorithms that learn, or one model; one domain, or many?",
        _kind_of_question,
        "A test answers one of several questions about learning; each needs its own design.",
        "Dietterich (1998), taxonomy of nine questions; Riddle, slides on evaluation",
    ),
    Check(
        "ceiling effect",
        "Do the problems leave room to do better?",
        _of_advice("ceiling", otherwise="On few problems, if any, several share the best value."),
        "Where several algorithms do as well as can be, no test can tell them apart.",
        _RIDDLE,
    ),
    Check(
        "regression",
        "Were problems kept or left out because of how some algorithm did on them before?",
        lambda _: _YOURS,
        "Where chance plays a role, what was extreme once is less so the next time: problems on "
        "which one did badly flatter its successor. Run the same problems for all.",
        _RIDDLE,
    ),
    Check(
        "order",
        "Could the order of the examples, runs or algorithms matter, and was more than one tried?",
        lambda _: _YOURS,
        "What comes later may profit from what came before. Balance the orders, or draw several.",
        _RIDDLE,
    ),
    Check(
        "sampling bias",
        "How were problems and data collected, and could that favour an algorithm?",
        lambda _: _YOURS,
        "Problems on which one algorithm was developed or tuned are not a sample of the others.",
        _RIDDLE,
    ),
    Check(
        "independence",
        "Are the problems independent of each other: no two versions of one data set?",
        lambda _: _YOURS,
        "All tests here suppose it, the nonparametric ones too; copies count twice.",
        "Garcia and Herrera, lecture slides; Riddle, slides on evaluation",
    ),
    Check(
        "many comparisons",
        "How many variants were tried before these were shown?",
        _tried,
        "The best of many is good by chance: that, not the complexity of a model, is the cause of "
        "overfitting. Each that was tried belongs to the family.",
        "Jensen and Cohen (2000), doi:10.1023/A:1007631014630",
    ),
    Check(
        "control",
        "Was the control named before the results were seen?",
        _control,
        "A control that is changed after the fact loses the control of the family-wise error.",
        "Derrac et al. (2011), Section 6.2",
    ),
    Check(
        "size of the study",
        "Are there enough problems for so many algorithms?",
        _of_advice(
            "more-algorithms-than-problems",
            "few-problems",
            "wilcoxon-cannot-reject",
            "ties",
            otherwise="There are, by the rules of thumb, and ties are few.",
        ),
        "With few problems, or many ties, differences that exist are missed.",
        "Derrac et al. (2011), Section 6",
    ),
)
