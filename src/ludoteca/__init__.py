"""Ludoteca: an open, self-hosted game house for two board games.

The rules live in `ludoteca.rules`; `ludoteca play` opens a house on this machine.
"""

__version__ = "1.0.0"
