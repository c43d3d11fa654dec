"""Statistics: how sure a measured number is."""

import math

Z95 = 1.959963984540054
"""How many standard errors to each side hold 95 of 100 measurements."""


def share_interval(hits: float, trials: int) -> tuple[float, float]:
    """This is the interval that holds the true share 95 times in 100 (Wilson's, good for few trials too).

    >>> [round(bound, 3) for bound in share_interval(50, 100)]
    [0.404, 0.596]
    """
    share, spread = hits / trials, Z95 * Z95 / trials
    middle = (share + spread / 2) / (1 + spread)
    reach = Z95 * math.sqrt(share * (1 - share) / trials + spread / trials / 4) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def mean_error(deviation: float, trials: int) -> float:
    """This is how far a measured mean may be off, 95 times in 100."""
    return Z95 * deviation / math.sqrt(trials)
