"""The fixture of pytest: ``evenkeel_gate(base, new, margin="2%")`` in a test of benchmarks.

Loaded by the entry point of pytest; evenkeel itself is imported when a test asks for the gate.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from evenkeel.gating.gates import Gate


@pytest.fixture
def evenkeel_gate() -> Callable[..., Gate]:
    """A function that compares two versions: worse fails the test, undecided skips it.

    It takes what `evenkeel.gate` takes; with ``lenient=True`` undecided passes, unless all
    benchmarks are shifted together.
    """

    def check(base: Any, new: Any, **options: Any) -> Gate:
        from evenkeel.gating.gates import gate

        found = gate(base, new, **options)
        if found.exit_code == 1:
            pytest.fail(str(found), pytrace=False)
        if found.exit_code:
            pytest.skip(" ".join(found.conclusions))
        return found

    return check
