"""Pages of the site that are made from the code: docs/conf.py asks `making` before each build."""
