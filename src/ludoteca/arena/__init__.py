"""Bots against each other: the same deals from every side, and what may be concluded from the results."""
