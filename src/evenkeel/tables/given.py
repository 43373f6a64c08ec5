"""What was given in place of a table: something with names, which is read, or a bare matrix."""

from __future__ import annotations

import os
from collections.abc import Mapping

import numpy as np


def has_names(data: object) -> bool:
    """Whether it is a file, a dict or a frame, which is read, and no bare matrix."""
    if isinstance(data, (np.ndarray, list, tuple)):
        return False
    if isinstance(data, (str, os.PathLike, Mapping)) or hasattr(data, "read"):
        return True
    import narwhals.dependencies as libraries

    known = (
        libraries.is_into_dataframe,
        libraries.is_polars_lazyframe,
        libraries.is_dask_dataframe,
        libraries.is_duckdb_relation,
    )
    if libraries.is_pandas_series(data):
        return bool(data.index.nlevels > 1)
    return any(question(data) for question in known)
