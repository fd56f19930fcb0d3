"""Draws that neither the operator nor a player can choose.

The house picks 32 secret bytes and shows their SHA-256, the *commitment*, before anybody sits down. Everybody who
sits brings a *nonce*. The key of the game's draws mixes the secret with the nonces of all seats, so it is settled
only when the last one has sat down, by which time the house is bound by its commitment. After the end the secret is
shown, and whoever has the log can make every draw again. docs/fairness.md has the formulas with test vectors.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from .refusals import Refusal, Refused

SECRET_BYTES = 32
KEY_LABEL = b"ludoteca/key/1"
FIRST_LABEL = b"ludoteca/first/1"
PRACTICE_LABEL = b"ludoteca/practice/1"
STREAM_LABEL = b"ludoteca/draws/1"
WORDS_PER_BLOCK = 8
LARGEST_BOUND = 2**31
LONGEST_NONCE = 64


def commitment(secret: bytes) -> str:
    """What is shown beforehand."""
    return hashlib.sha256(secret).hexdigest()


def check_nonce(nonce: str) -> None:
    if len(nonce) > LONGEST_NONCE or not (nonce.isascii() and nonce.isprintable()):
        raise Refused(Refusal.BAD_NONCE, most=LONGEST_NONCE)


def game_key(secret: bytes, nonces: Sequence[str]) -> str:
    """The seed of the game's draws: 64 hexadecimal digits.

    Each nonce is preceded by its length, so that no two lists of nonces give the same message.
    """
    message = bytearray(KEY_LABEL)
    for nonce in nonces:
        text = nonce.encode()
        message += len(text).to_bytes(4, "big") + text
    return hmac.digest(secret, bytes(message), "sha256").hex()


def drawn_first(key: str, seats: int) -> int:
    """The seat that opens, in a game whose players are listed from the first one on: the high half of word x seats."""
    word = int.from_bytes(hmac.digest(bytes.fromhex(key), FIRST_LABEL, "sha256")[:4], "big")
    return word * seats >> 32


def practice_seed(key: str) -> int:
    """From which a game that begins from a position deals anew what its host cannot see."""
    return int.from_bytes(hmac.digest(bytes.fromhex(key), PRACTICE_LABEL, "sha256")[:8], "big")


def draw(key: str, position: int, bound: int) -> tuple[int, int]:
    """The draw that a stream makes from word number `position` on: the number of the word that gave it, the result.

    This is the definition of docs/draws.md over again, so that the rules do not vouch for themselves.
    """
    threshold = 2**32 % bound
    while (product := word(key, position) * bound) % 2**32 < threshold:
        position += 1
    return position, product >> 32


def word(key: str, number: int) -> int:
    block, place = divmod(number, WORDS_PER_BLOCK)
    digest = hmac.digest(bytes.fromhex(key), STREAM_LABEL + block.to_bytes(8, "big"), "sha256")
    return int.from_bytes(digest[4 * place : 4 * place + 4], "big")
