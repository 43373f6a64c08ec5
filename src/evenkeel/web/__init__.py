"""The web page and its API: a third thin door to `compare()` and its report."""
