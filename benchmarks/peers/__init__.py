"""evenkeel beside its peers: the same numbers, the same jobs, in one run (`make bench`).

In reading order: `lines` (the registry of numbers, each a `Line` of `agreement`), `jobs` (what is
timed), `growth` (how time and memory grow), `names` and `helpers` (what their expressions may say),
`racing` (the clock), `r_program` (R, where it is), `environments` (where the peers are installed),
`measure` (what runs in each of them), `page` and `picture` (the stored run, `run.json`, as
docs/benchmarks.md), and `__main__`, which does all of it.
"""
