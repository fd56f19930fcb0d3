"""Keys to seats. The house keeps the SHA-256 of a key (the *token*), never the key."""

from __future__ import annotations

import hashlib
import hmac
import re

from .refusals import Refusal, Refused
from .table import Table

TOKEN = re.compile(r"[0-9a-f]{64}")


def token_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


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
