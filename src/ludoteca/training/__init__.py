"""Learning the weights of the search: self-play, training and the matches that decide which weights are better.

Needs the extra `train` (torch and NumPy); playing needs nothing of it.
"""
