"""What the decision guide says in a language, beside the rules."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Answer:
    """An answer to the question of a step, and what to use then."""

    title: str
    text: str


@dataclass(frozen=True)
class Step:
    """A question, its answers, the rules of `advice` that speak of it, and what was measured.

    `measured` are the beginnings of sentences in the summary of docs/calibration.md.
    """

    question: str
    text: str
    answers: tuple[Answer, ...]
    rules: tuple[str, ...] = ()
    measured: tuple[str, ...] = ()


@dataclass(frozen=True)
class Language:
    """The words of the guide; `rules` are translations: title, reason and remedy by name.

    `sources` translates the words in which the rules say where they come from.
    """

    title: str
    beginning: str
    steps: tuple[Step, ...]
    grades: dict[str, str]
    what_advice_says: str
    what_was_measured: str
    all_figures: str
    sizes_title: str
    sizes_text: str
    up: str
    rules: dict[str, tuple[str, str, str]]
    sources: dict[str, str] = field(default_factory=dict)

    def source(self, text: str) -> str:
        """Where a rule comes from, in this language."""
        for words, translated in self.sources.items():
            text = text.replace(words, translated)
        return text
