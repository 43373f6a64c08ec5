"""Recompute the published tables of the source documents, figure by figure."""
