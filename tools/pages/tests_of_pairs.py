"""The tests of two algorithms over problems, which have no registry: the public ones, listed."""

from __future__ import annotations

from collections.abc import Iterator

import evenkeel
from pages import method_pictures as draw
from pages.docstrings import references, sentences, summary
from pages.method import Method, options_of, public_name


def tests_of_pairs() -> Iterator[Method]:
    """One page for each test; other public functions of the room stand on one of these."""
    for name, title, function, command, picture, rows, supposes in (
        (
            "wilcoxon",
            "Wilcoxon signed-rank test",
            evenkeel.wilcoxon,
            "test wilcoxon results.csv --better lower --first New --second Old",
            draw.of_table(
                "differences",
                "Differences of C4.5 and 1-NN, whose signed ranks are added",
                first="C4.5",
                second="1-NN",
            ),
            ("Wilcoxon",),
            "differences that are commensurable over the problems, and under the null hypothesis "
            "distributed symmetrically about 0; not that they are normal.",
        ),
        (
            "sign",
            "Sign test",
            evenkeel.sign_test,
            "test sign results.csv --better lower --first New --second Old",
            draw.of_table(
                "scatter",
                "C4.5 against 1-NN: a win is a point off the line",
                first="C4.5",
                second="1-NN",
            ),
            ("Sign test",),
            "problems drawn independently of each other; nothing of the values but which of two "
            "is better.",
        ),
        (
            "t-test",
            "Paired t-test",
            evenkeel.pairwise.t_test,
            "test t results.csv --better lower --first New --second Old",
            draw.of_table(
                "differences", "Differences of C4.5 and 1-NN, in order", first="C4.5", second="1-NN"
            ),
            ("Paired t-test",),
            "differences that are commensurable over the problems and normal.",
        ),
        (
            "multiple-sign-test",
            "Multiple sign test",
            evenkeel.multiple_sign_test,
            "test multiple-sign results.csv --better lower --control New",
            draw.of_table("win-tie-loss", "Wins, ties and losses of all pairs"),
            ("Multiple sign test",),
            "problems drawn independently of each other; the family-wise law supposes that all "
            "algorithms are alike.",
        ),
    ):
        yield Method(
            "pairs",
            name,
            title=title,
            meaning=summary(function),
            facts=(
                ("Hypotheses", " ".join(sentences(function, "H0", "H1")[:2])),
                ("Supposes", supposes),
            ),
            call=f"{public_name(function)}(results, ...)",
            command=f"evenkeel {command}",
            reference=references(function),
            picture=picture,
            options=options_of(function),
            rows=rows,
            errata=(title.removesuffix(" signed-rank test"),),
        )


#: Public functions of these rooms that stand on the page of another test or of another kind.
ELSEWHERE = {
    "hodges_lehmann": "effect-sizes/hodges-lehmann",
    "multiple_sign_critical": "pairs/multiple-sign-test",
    "sign_all": "pairs/sign",
    "sign_test_critical": "pairs/sign",
    "timeouts": "analyses/targets",
    "wilcoxon_all": "pairs/wilcoxon",
    "wilcoxon_critical": "pairs/wilcoxon",
    "win_tie_loss": "pairs/sign",
}
