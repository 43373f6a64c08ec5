"""The public names of this room, each with the file that defines it."""

from .multiple_sign import MultipleSignTest as MultipleSignTest
from .multiple_sign import multiple_sign_critical as multiple_sign_critical
from .multiple_sign import multiple_sign_test as multiple_sign_test
