"""Benchmarks of evenkeel: ratios against a peer or a floor, measured in one run.

``python -m benchmarks`` runs them all, ``python -m benchmarks ranks tests`` some of them.
"""
