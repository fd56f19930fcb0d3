"""Whole games as text, to be read and to notice any change of the rules: `python -m tests.golden` writes them anew."""
