"""What knows nothing of algorithms and problems: arrays, sorting, differences, tails.

In reading order::

    arrays             arrays: what is finite, equal, sorted, scaled, and how two of them differ
    moments            means, deviations and medians that no scale of the data spoils, with
                       weights or without
    tails              tails of the normal, t and F distributions, central and noncentral
    intervals          intervals of proportions and of means of bounded values
    calculus           roots between bounds, Chebyshev interpolation and Gauss-Legendre panels
    progress           long loops tell how far they are
    resampling         random numbers, resamples of rows, and intervals from replicates
    sums               tails of sums: saddle points, and tilted characteristic functions inverted
    studentised_range  the studentised range, and Tukey's and Dunnett's statistics with finite df
"""
