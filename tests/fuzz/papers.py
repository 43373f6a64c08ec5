"""Target of the reviewer's texts: what a paper prints of a table, rounded, and a little spoiled."""

from __future__ import annotations

import io
from pathlib import Path

import evenkeel
from evenkeel import claims
from evenkeel.web.jobs import perform
from fuzz import tables
from fuzz.choices import Choices
from fuzz.computing import RENDERERS

NAMES = ("A", "B", "C4.5", "1-NN", "é", "数", "A+B", "data set", "x_1", "NSGA-II")  # as in papers
SEPARATORS = (", ", "; ", "\t", " | ", " & ", ": ")
ODD = (
    "", "-", "nan", "1e400", "1e18", "-1", "0", "<", "<0", "1/2", "12/2/6/1", "9" * 400, "0,5",
    "**", "\0", "0.1.2", "10" + "0" * 30, "≤ 0.001", "1e-400", "\u202e", "yes",
)  # fmt: skip


def reviewing(choices: Choices, place: Path) -> bool:
    """Printed ranks, p-values, counts, a statistic or claims give a report or a message."""
    table = _table(choices)
    text, n = choices.of((_ranks, _pvalues, _counts, _claims))(choices, table), table.n
    if choices.spoil:
        text = _spoiled(text, choices)
        n = choices.of((n, n, 0, 1, 10**18, 10**30))
    control = choices.of((None, None, None, "best" if text.startswith("A") else None))
    try:
        result = _result(choices, text, n, control, table)
    except evenkeel.EvenkeelError:
        return False
    assert choices.of(RENDERERS)(result.report())
    return True


def _table(choices: Choices) -> evenkeel.Results:
    n, k = choices.integer(2, 12), choices.integer(3, 6)
    number = choices.of(tables.NUMBERS)
    values = [[number(choices) for _ in range(k)] for _ in range(n)]
    return evenkeel.Results(values, algorithms=choices.distinct(NAMES, k), better="lower")


def _result(
    choices: Choices, text: str, n: int, control: str | None, table: evenkeel.Results
) -> evenkeel.result.Result:
    source = io.BytesIO(text.encode("utf-8", "surrogatepass"))
    if text.startswith(("n,", "k,", "rank,")):
        _as_on_the_page("audit", {"text": text})
        return claims.audit(source)
    if "/" in text:
        return claims.from_counts(source, ties=choices.of(("drop", "split")))
    if " vs " in text:
        _as_on_the_page("pvalues", {"text": text})
        return claims.from_pvalues(source)
    if choices.rarely():
        test = evenkeel.friedman(table)
        value = _printed(choices, test.statistic)
        return claims.from_statistic("friedman", value, n=n, k=table.k)
    _as_on_the_page("ranks", {"text": text, "n": str(n), "control": control or ""})
    return claims.from_ranks(source, n, control=control)


def _as_on_the_page(tab: str, fields: dict[str, str]) -> None:
    """The tab of the page must answer or refuse, too."""
    done, answer = perform("review", (tab, fields))
    assert done or answer[0] in (413, 422), answer


def _ranks(choices: Choices, table: evenkeel.Results) -> str:
    averages = evenkeel.ranks.friedman_ranks(table).average
    printed = [_printed(choices, rank) for rank in averages]
    return _lines(choices, dict(zip(table.algorithms, printed, strict=True)))


def _pvalues(choices: Choices, table: evenkeel.Results) -> str:
    found = evenkeel.posthoc_statistics(table)
    pairs = [f"{a} vs {b}" for a, b in found.family.hypotheses]
    printed = [_printed(choices, p) for p in found.pvalue]
    return _lines(choices, dict(zip(pairs, printed, strict=True)))


def _counts(choices: Choices, table: evenkeel.Results) -> str:
    counts = {}
    for i, a in enumerate(table.algorithms):
        for j in range(i):
            first, second = table.values[:, i], table.values[:, j]
            numbers = ((first < second).sum(), (first == second).sum(), (first > second).sum())
            counts[f"{a} vs {table.algorithms[j]}"] = "/".join(map(str, numbers))
    return _lines(choices, counts)


def _claims(choices: Choices, table: evenkeel.Results) -> str:
    averages = evenkeel.ranks.friedman_ranks(table).average
    ranks = zip(table.algorithms, averages, strict=True)
    lines = [f"n,,{table.n}", *(f"rank,{a},{_printed(choices, r)}" for a, r in ranks)]
    comparison = evenkeel.compare(table, always=True, procedure="holm")
    assert comparison.posthoc is not None
    a, b = comparison.posthoc.family.hypotheses[0]
    more = (
        f"statistic,friedman,{_printed(choices, comparison.omnibus['friedman'].statistic)}",
        f"p,{a} vs {b},{_printed(choices, comparison.posthoc.statistics.pvalue[0])}",
        f"rejected,holm: {a} vs {b},{choices.of(('yes', 'no'))}",
        f"alpha,,{choices.of(('0.05', '0.1'))}",
        f"counts,{a} vs {b},1/0/{table.n - 1}",
    )
    return "\n".join([*lines, *choices.distinct(more, choices.integer(0, len(more)))]) + "\n"


def _printed(choices: Choices, value: float) -> str:
    """A number as papers print it."""
    digits = choices.of((2, 3, 4))
    if 0 < value < 10.0**-digits and choices.rarely(2):
        return f"<{10.0**-digits:.{digits}f}"
    return f"{value:.{digits}f}"


def _lines(choices: Choices, entries: dict[str, str]) -> str:
    separator = choices.of(SEPARATORS)
    return "".join(f"{label}{separator}{value}\n" for label, value in entries.items())


def _spoiled(text: str, choices: Choices) -> str:
    """With another value, or another byte, somewhere."""
    if choices.rarely(2):
        data = tables.spoiled(text.encode(), choices)
        return data.decode("utf-8", "replace")
    words = text.split(" ")
    words[choices.integer(0, len(words) - 1)] = choices.of(ODD)
    return " ".join(words)
