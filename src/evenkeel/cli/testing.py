"""``evenkeel test NAME``: run one test by its name and report it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evenkeel.errors import InputError, choice
from evenkeel.report import pair_tables, tables
from evenkeel.report.document import Column, Document, Paragraph, Table
from evenkeel.results import Results

_OMNIBUS = ("friedman", "iman-davenport", "aligned", "quade")
_PAIRWISE = ("sign", "wilcoxon", "t")
TESTS = (*_PAIRWISE, *_OMNIBUS, "multiple-sign")


def run_test(
    name: str,
    results: Results,
    *,
    first: str | None,
    second: str | None,
    control: str | None,
    alpha: float,
    method: str | None,
    ties: str | None,
) -> Document:
    """Run the test called `name`; an option that it does not have is an error."""
    choice(name, TESTS, "test")
    options = {"method": method, "ties": ties}
    given = {key: value for key, value in options.items() if value is not None}
    if name in _OMNIBUS:
        _refuse(name, {"--first": first, "--second": second, "--control": control})
        return _omnibus(name, results, alpha, given)
    if name == "multiple-sign":
        _refuse(name, {"--first": first, "--second": second, "--ties": ties, "--method": method})
        return _multiple_sign(results, control, alpha)
    _refuse(name, {"--control": control, "--ties": ties})
    if name != "wilcoxon":
        _refuse(name, {"--method": method})
    return _pairwise(name, results, first, second, given)


def _refuse(name: str, options: dict[str, object]) -> None:
    for option, value in options.items():
        if value is not None:
            raise InputError(f"the test {name!r} has no option {option}; leave it out")


def _omnibus(name: str, results: Results, alpha: float, options: dict[str, Any]) -> Document:
    from evenkeel.omnibus.aligned import friedman_aligned
    from evenkeel.omnibus.friedman import friedman, iman_davenport
    from evenkeel.omnibus.quade import quade

    functions: dict[str, Callable[..., Any]] = {
        "friedman": friedman,
        "iman-davenport": iman_davenport,
        "aligned": friedman_aligned,
        "quade": quade,
    }
    if name == "aligned":
        _refuse(name, {"--ties": options.get("ties")})
    if name == "iman-davenport":
        _refuse(name, {"--method": options.get("method")})
    test = functions[name](results, **options)
    ranks = Table(
        "ranks",
        "Average ranks, 1 is the best",
        (Column("Algorithm"), Column("Rank", "rank")),
        tuple(
            (results.algorithms[j], float(test.ranks.average[j])) for j in test.ranks.order.tolist()
        ),
    )
    return Document(
        f"{test.test} on {results.n} problems and {results.k} algorithms",
        (tables.omnibus_table({name: test}, alpha), ranks),
    )


def _multiple_sign(results: Results, control: str | None, alpha: float) -> Document:
    from evenkeel.control import multiple_sign_test

    if control is None:
        raise InputError("the multiple sign test needs a control; name it with --control")
    test = multiple_sign_test(results, control=control, alpha=alpha)
    return Document("Multiple sign test", (pair_tables.multiple_sign_table(test),))


def _pairwise(
    name: str, results: Results, first: str | None, second: str | None, options: dict[str, Any]
) -> Document:
    if name == "sign":
        from evenkeel.pairwise.sign import sign_test
        from evenkeel.pairwise.sign_all import sign_all

        sign = sign_test(results, first, second)
        pair = results.select([sign.first, sign.second])
        table = pair_tables.sign_table(sign_all(pair))
        return Document("Sign test", (table, *map(Paragraph, sign.notes)))
    if name == "t":
        from evenkeel.pairwise.ttest import t_test

        t = t_test(results, first, second)
        return Document("Paired t-test", (pair_tables.t_table(t), *map(Paragraph, t.notes)))
    from evenkeel.pairwise.wilcoxon import wilcoxon

    test = wilcoxon(results, first, second, **options)
    blocks = (pair_tables.signed_rank_table(test), pair_tables.spss_table(test.spss_table))
    return Document("Wilcoxon signed-rank test", (*blocks, *map(Paragraph, test.notes)))
