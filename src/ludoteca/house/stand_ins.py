"""What is decided for an absent player when nobody says what: any legal decision, chosen by a hash so that every node
would choose the same."""

from __future__ import annotations

import hashlib

from ludoteca import rules


def choose(game: rules.Game, code: str, number: int) -> int:
    """One small decision after entry `number`."""
    legal = game.legal_actions()
    word = int.from_bytes(hashlib.sha256(f"stand-in {code} {number}".encode()).digest()[:4], "big")
    return legal[word * len(legal) >> 32]
