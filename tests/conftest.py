"""What all tests share."""

import os

from hypothesis import settings

# No timed assertions; the examples are the same in every run, unless new ones are looked for.
EXPLORE = "EVENKEEL_EXPLORE" in os.environ
settings.register_profile("evenkeel", deadline=None, derandomize=not EXPLORE)
settings.load_profile("evenkeel")
