"""Keys to seats. The house keeps the SHA-256 of a key (the *token*), never the key.

A *moving code* is short enough to be typed at another device and gives a seat a new key there. It follows from the
secret of the table, the seat's present key and the time, so nobody has to remember it, and it is worth nothing once
it was used.
"""

from __future__ import annotations

import hashlib
import hmac
import re

from . import lobby
from .refusals import Refusal, Refused
from .table import Table

MOVE_LABEL = b"ludoteca/move/1"
MOVE_LETTERS = 8  # 36 bits, for some minutes, at one seat: out of reach for whoever may ask 20 times a second
MOVE_SPAN = 300_000  # milliseconds; a code holds for one span at least and two at most
TOKEN = re.compile(r"[0-9a-f]{64}")
SHORTEST_SECRET = 4
LONGEST_SECRET = 64


def token_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def token_of_secret(name: str, secret: str) -> str:
    """A secret that somebody typed is a key too. It goes with the name, so that two people may think of the same."""
    if not (SHORTEST_SECRET <= len(secret) <= LONGEST_SECRET and secret.isprintable()):
        raise Refused(Refusal.BAD_SECRET, least=SHORTEST_SECRET, most=LONGEST_SECRET)
    return token_of(f"{name}#{secret}")


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


def moving_code(table: Table, seat: int, now: int) -> tuple[str, int]:
    """The code with which another device can claim the seat, and until when."""
    span = now // MOVE_SPAN
    return _code_of(table, seat, span), (span + 2) * MOVE_SPAN


def seat_of_moving_code(table: Table, typed: str, now: int) -> int | None:
    """The seat that a code typed by somebody moves."""
    code = lobby.read_letters(typed, MOVE_LETTERS)
    span = now // MOVE_SPAN
    found = None
    for number, seat in enumerate(table.seats):
        for when in (span, span - 1):
            if code is not None and seat.person and hmac.compare_digest(_code_of(table, number, when), code):
                found = number
    return found


def _code_of(table: Table, seat: int, span: int) -> str:
    name, token = table.seats[seat].name, table.seats[seat].token or ""
    message = MOVE_LABEL + f"{table.code} {name} {token} {span}".encode()
    return lobby.letters(hmac.digest(table.secret, message, "sha256"), MOVE_LETTERS)
