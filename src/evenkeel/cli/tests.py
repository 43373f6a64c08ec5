"""``evenkeel test NAME``: run one test by its name and report it."""

from __future__ import annotations

from typing import Any

from evenkeel.errors import InputError, choice
from evenkeel.omnibus.registry import OMNIBUS
from evenkeel.report.document import Document
from evenkeel.tables.results import Results

_PAIRWISE = ("sign", "wilcoxon", "t")
_CONTROL = "multiple-sign"


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
    order: list[str] | None,
) -> Document:
    """Run the test called `name`; an option that it does not have is an error."""
    if name not in (*_PAIRWISE, _CONTROL):
        choice(name, (*_PAIRWISE, *OMNIBUS.names, _CONTROL), "test")
        _refuse(name, {"--first": first, "--second": second, "--control": control})
        return _omnibus(name, results, alpha, {"method": method, "ties": ties, "order": order})
    _refuse(name, {"--order": order})
    given = {} if method is None else {"method": method}
    if name == _CONTROL:
        _refuse(name, {"--first": first, "--second": second, "--ties": ties, "--method": method})
        return _multiple_sign(results, control, alpha)
    _refuse(name, {"--control": control})
    if name == "sign":
        given |= {} if ties is None else {"ties": ties}
    else:
        _refuse(name, {"--ties": ties})
    if name != "wilcoxon":
        _refuse(name, {"--method": method})
    return _pairwise(name, results, first, second, given)


def _refuse(name: str, options: dict[str, object]) -> None:
    for option, value in options.items():
        if value is not None:
            raise InputError(f"the test {name!r} has no option {option}; leave it out")


def _omnibus(name: str, results: Results, alpha: float, options: dict[str, Any]) -> Document:
    entry = OMNIBUS.lookup(name)
    given = {key: value for key, value in options.items() if value is not None}
    _refuse(name, {f"--{key}": value for key, value in given.items() if key not in entry.options})
    document: Document = entry.function(results, **given).report(alpha=alpha)
    return document


def _multiple_sign(results: Results, control: str | None, alpha: float) -> Document:
    from evenkeel.pairwise.multiple_sign import multiple_sign_test

    if control is None:
        raise InputError("the multiple sign test needs a control; name it with --control")
    return multiple_sign_test(results, control=control, alpha=alpha).report()


def _pairwise(
    name: str, results: Results, first: str | None, second: str | None, options: dict[str, Any]
) -> Document:
    if name == "sign":
        from evenkeel.pairwise.sign import sign_test

        return sign_test(results, first, second, **options).report()
    if name == "t":
        from evenkeel.pairwise.ttest import t_test

        return t_test(results, first, second).report()
    from evenkeel.pairwise._wilcoxon import wilcoxon

    return wilcoxon(results, first, second, **options).report()
