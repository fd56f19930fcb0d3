"""Ludoteca: an open, self-hosted game house for two board games.

The rules live in `ludoteca.rules`; `ludoteca play` starts a game in the terminal.
"""

__version__ = "0.1.0"
