"""Many runs a cell: conditions for parametric tests, single problems, repeated measures."""
