"""Comparisons of two algorithms, one file a test."""
