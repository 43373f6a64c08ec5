"""``python -m evenkeel``."""

from evenkeel.cli.app import main

main()
