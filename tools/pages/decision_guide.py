"""Which test do I need? The steps of the guide, joined with the rules of `advice` as they stand.

The guide holds no rule of its own: titles, reasons and remedies are those of the registry that
`compare` asks, the sizes to which they apply are found by asking it, and the measured figures are
the sentences of docs/calibration.md. tests/docs/test_decision_guide.py sees to it that each rule
has its step.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evenkeel.comparison import Situation, advise
from evenkeel.comparison.guidelines import RULES, Rule
from evenkeel.tables import Results
from pages.guide_in_english import ENGLISH
from pages.guide_in_spanish import SPANISH
from pages.guide_words import Language, Step

CALIBRATION = Path(__file__).parents[2] / "docs" / "calibration.md"
PROBLEMS = (5, 8, 12, 20, 30, 60, 100)
ALGORITHMS = (2, 3, 4, 6, 10, 20)


@dataclass(frozen=True)
class Sizes:
    """The rules that apply to tables by their size alone, each with a letter."""

    letters: dict[str, str]
    found: dict[tuple[int, int], list[str]]


def measured() -> list[str]:
    """The sentences of the calibration's summary, each on one line."""
    text = CALIBRATION.read_text(encoding="utf-8")
    summary = text.split("## In short")[1].split("\n## ")[0]
    return [" ".join(item.split()) for item in summary.split("\n- ")[1:]]


def behind(beginning: str) -> str:
    """The sentence of the summary that begins so."""
    (found,) = [each for each in measured() if each.replace("*", "").startswith(beginning)]
    return found


def by_size() -> Sizes:
    """Ask `advise` about tables of many sizes that have nothing odd but their size."""
    found: dict[tuple[int, int], list[str]] = {}
    for n in PROBLEMS:
        for k in ALGORITHMS:
            values = np.random.default_rng(n * 100 + k).normal(size=(n, k))
            table = Results(
                values,
                [f"P{i}" for i in range(n)],
                [f"A{j}" for j in range(k)],
                better="lower",
            )
            found[n, k] = [advice.rule for advice in advise(Situation(table))]
    everywhere = set.intersection(*map(set, found.values()))
    names = [rule.name for rule in RULES if any(rule.name in each for each in found.values())]
    letters = dict(zip([n for n in names if n not in everywhere], "abcdefghijklmnop", strict=False))
    return Sizes(letters, found)


def rules() -> dict[str, Rule]:
    """The rules by their names; forms of one rule that differ in grade alone are one."""
    return {rule.name: rule for rule in RULES}


def _said(name: str, language: Language) -> str:
    rule = rules()[name]
    title, reason, remedy = language.rules.get(name, (rule.title, rule.reason, rule.remedy))
    source = language.source(rule.source)
    return f"{language.grades[rule.grade]} **{title}.** {reason} {remedy} *({source})*"


def _step(number: int, step: Step, language: Language) -> str:
    lines = [f"## {number}. {step.question}", "", step.text, "", "::::{grid} 1 1 2 2", ":gutter: 3"]
    for answer in step.answers:
        lines += ["", f":::{{grid-item-card}} {answer.title}", answer.text, ":::"]
    lines += ["::::", ""]
    if step.rules:
        lines += [f":::{{dropdown}} {language.what_advice_says}", ":icon: light-bulb", ""]
        lines += [line for name in step.rules for line in (f"- {_said(name, language)}",)]
        lines += [":::", ""]
    if step.measured:
        lines += [f":::{{dropdown}} {language.what_was_measured}", ":icon: graph", ""]
        lines += [f"- {behind(beginning)}" for beginning in step.measured]
        lines += ["", f"[{language.all_figures}]({language.up}calibration.md)", ":::", ""]
    return "\n".join(lines)


def _sizes_table(language: Language) -> str:
    sizes = by_size()
    head = "| " + " | ".join(["n \\ k", *map(str, ALGORITHMS)]) + " |"
    rule = "| ---: " + "| :---: " * len(ALGORITHMS) + "|"
    rows = [
        f"| **{n}** | "
        + " | ".join(
            " ".join(sizes.letters[r] for r in sizes.found[n, k] if r in sizes.letters) or "·"
            for k in ALGORITHMS
        )
        + " |"
        for n in PROBLEMS
    ]
    key = [
        f"- **{letter}**: {language.rules.get(name, (rules()[name].title,))[0]}"
        for name, letter in sizes.letters.items()
    ]
    return "\n".join(
        [f"## {language.sizes_title}", "", language.sizes_text, "", head, rule, *rows, "", *key, ""]
    )


def guide(language: Language) -> str:
    """The page in one language."""
    steps = [_step(i, step, language) for i, step in enumerate(language.steps, 1)]
    return "\n".join(
        [f"# {language.title}", "", language.beginning, "", *steps, _sizes_table(language)]
    )


def pages() -> dict[str, str]:
    """The guide in each language."""
    return {"guide.md": guide(ENGLISH), "es/guide.md": guide(SPANISH)}
