"""The command line: a thin door to the same functions and the same reports."""
