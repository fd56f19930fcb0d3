"""Perft: how many sequences of decisions there are from a position, by depth. `python -m tests.perft` counts anew."""
