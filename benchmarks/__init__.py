"""Benchmarks of evenkeel: against limits and floors here, beside other programs in `peers`.

``python -m benchmarks`` runs all of these (`make limits`), ``python -m benchmarks tests logical``
some of them; `make bench` runs `peers`.
"""
