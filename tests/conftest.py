"""What all tests share."""

import os

from hypothesis import settings

# No timed assertions; in CI the examples are the same in every run.
settings.register_profile("evenkeel", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("evenkeel")
