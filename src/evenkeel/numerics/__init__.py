"""What knows nothing of algorithms and problems: arrays, sorting, differences, tails.

In reading order::

    arrays             masked and complex arrays are refused, not misread
    equality           equality of dataclasses that hold arrays
    scaling            powers of two that keep sums and squares in range
    moments            means and deviations that no scale and no common value spoils
    differences        differences and when they are equal up to rounding
    sorting            sorted rows, or one long vector, with their positions
    quotients          what is 0 / 0, and what is infinite
    tails              p-values of the normal, t and F distributions
    proportions        intervals of shares: Wilson's and the normal one
    bracketing, chebyshev   crossings of monotone functions; polynomials
    progress           long loops tell how far they are
    randomness         seeds of random numbers
    bootstrap          seeded resamples, and intervals from replicates or the jackknife
    bounded_means      intervals of means that cannot leave their range, honest at its ends
    curve_bands        bands that hold for a whole distribution function at once
    weighted           medians of rows that count several times
    largest_share      which share of a Dirichlet distribution is the largest
    panels             Gauss's rule on panels that are split where a density needs it
    inversion          tails of many random sums by their characteristic functions
    saddle_point       tails of sums with random signs by Lugannani and Rice
    studentised_range  the law of the range of k normal variables
    noncentral_t       Student's noncentral law, and the noncentralities that fit a t
    studentised_tails  Tukey's and Dunnett's tails with finite degrees of freedom
"""
