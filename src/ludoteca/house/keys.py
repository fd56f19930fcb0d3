"""Keys to seats. The house keeps the SHA-256 of a key (the *token*), never the key.

A *moving code* is short enough to be typed at another device and gives a seat a new key there. It is drawn when the
player asks for it. What is kept of it goes with the seat's present key, so it is worth nothing once it was used.
"""

from __future__ import annotations

import hashlib
import hmac
import re

import msgspec

from . import lobby
from .refusals import Refusal, Refused
from .table import Table

MOVE_LABEL = b"ludoteca/move/2"
MOVE_LETTERS = 8  # 36 bits, for two minutes, at one seat: out of reach for whoever has a few guesses
MOVE_BYTES = 16  # so many more numbers than codes that all codes are equally likely, as far as anybody can tell
MOVE_SPAN = 120_000  # milliseconds for which a code holds
TOKEN = re.compile(r"[0-9a-f]{64}")
SHORTEST_SECRET = 4  # of a seat that was taken before longer ones were asked for
SHORTEST_NEW_SECRET = 8
LONGEST_SECRET = 64


def token_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def token_of_secret(name: str, secret: str) -> str:
    """A secret that somebody typed is a key too. It goes with the name, so that two people may think of the same."""
    if not (SHORTEST_SECRET <= len(secret) <= LONGEST_SECRET and secret.isprintable()):
        raise bad_secret()
    return token_of(f"{name}#{secret}")


def is_secret_of(name: str, key: str) -> bool:
    """Whether a key has the form of a secret that goes with that name."""
    return key.startswith(f"{name}#")


def bad_secret() -> Refused:
    """A seat is taken with a secret that is not guessed soon. With a shorter one a player can only come back."""
    return Refused(Refusal.BAD_SECRET, least=SHORTEST_NEW_SECRET, most=LONGEST_SECRET)


def seat_of_key(table: Table, key: str) -> int:
    """The seat that a key opens."""
    seat = seat_of_token(table, token_of(key))
    if seat is None:
        raise Refused(Refusal.WRONG_TOKEN)
    return seat


def seat_of_token(table: Table, token: str) -> int | None:
    """Compares in constant time, so that answers tell nothing about how near a guess was."""
    found = None
    for number, seat in enumerate(table.seats):
        if seat.token is not None and hmac.compare_digest(seat.token, token):
            found = number
    return found


def check_token(table: Table, token: str | None) -> None:
    """A token opens one seat of the table at most."""
    if token is not None and (not TOKEN.fullmatch(token) or seat_of_token(table, token) is not None):
        raise Refused(Refusal.BAD_TOKEN)


class DeviceCode(msgspec.Struct, frozen=True):
    """What is kept of a code that was asked for; `until` is milliseconds since 1970."""

    digest: str
    until: int


def device_code(table: Table, seat: int, chance: bytes, now: int) -> tuple[str, DeviceCode]:
    """A code with which another device can claim the seat, made of random bytes, and what is kept of it."""
    if len(chance) < MOVE_BYTES:
        raise ValueError(f"a code is made of {MOVE_BYTES} random bytes")
    code = lobby.letters(chance, MOVE_LETTERS)
    return code, DeviceCode(_digest(table, seat, code), now + MOVE_SPAN)


def is_device_code(table: Table, seat: int, kept: DeviceCode, typed: str, now: int) -> bool:
    """Whether that was typed, in time, while the seat has the key that it had when it was asked for."""
    code = lobby.read_letters(typed, MOVE_LETTERS)
    fits = hmac.compare_digest(_digest(table, seat, code or ""), kept.digest)
    in_time = now < kept.until <= now + 2 * MOVE_SPAN  # the clocks of two servers differ; one may be put back
    return fits and code is not None and table.seats[seat].person and in_time


def _digest(table: Table, seat: int, code: str) -> str:
    name, token = table.seats[seat].name, table.seats[seat].token or ""
    message = MOVE_LABEL + f"{table.code} {name} {token} {code}".encode()
    return hmac.digest(table.secret, message, "sha256").hex()
