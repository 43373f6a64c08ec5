"""Programs in a process of their own, for what must not happen in that of the tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

_GUARD = 120  # seconds after which a program is taken to hang


def output_of(code: str, *arguments: object) -> str:
    """Run a Python program that must succeed, and return what it prints."""
    with subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            printed, told = process.communicate(timeout=_GUARD)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # with the children that it has forked
            raise
    assert process.returncode == 0, told
    return printed
