"""The server and the clients of the tests, which the benchmarks of the page use too."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from web_faults import (
    HALF_A_BODY,
    HALF_A_HEADER,
    Tally,
    crowd,
    long_request,
    many,
    until_closed,
)
from web_server import FULL_DISK, Server, running_server, until

__all__ = [
    "FULL_DISK",
    "HALF_A_BODY",
    "HALF_A_HEADER",
    "Server",
    "Tally",
    "crowd",
    "long_request",
    "many",
    "running_server",
    "until",
    "until_closed",
]
