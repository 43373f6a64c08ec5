"""Omnibus tests of the hypothesis that k algorithms perform alike on n problems."""
