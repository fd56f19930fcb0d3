"""Who may come into a private house: people with its password or an invitation.

Whoever has given one of them gets a token that says until when it is good, signed with a key that is kept in the store.
So it is good at every server and after a restart, and no server has to remember it. A token goes with what it was
given for: with another password, or once the invitation is revoked, it opens nothing.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable

import msgspec

from ludoteca.dialects.house.operator import Admitted, Invitation, NewInvitation
from ludoteca.dialects.house.problems import Problem, Trouble

from .notes import Notes

SESSION_KEY = "session key"  # a note in the store
PREFIX = "invitation "
COOKIE = "ludoteca_admitted"
BY_PASSWORD = "password"
MOST_INVITATIONS = 1000
DAY = 86_400_000  # milliseconds
SESSION = 90 * DAY


class KeptInvitation(msgspec.Struct, frozen=True):
    """`left`: how often it may still be used; None: as often as one likes."""

    hash: str
    made: int
    until: int | None
    left: int | None


class Admission:
    def __init__(self, notes: Notes, password: str | None, by_invitation: bool, now: Callable[[], int]) -> None:
        self.private = bool(password) or by_invitation
        self._notes = notes
        self.password = password
        self._now = now

    async def open(self) -> None:
        """Have a key to sign with. Of servers that start at once all take the same one."""
        if self.private and self._notes.get(SESSION_KEY) is None:
            await self._notes.change(SESSION_KEY, None, secrets.token_bytes(32))

    # ------------------------------------------------------------ coming in

    @property
    def cookie(self) -> str:
        """What the cookie with a token is called. Browsers send cookies to all ports of a host: another house there has
        another key, so that the cookies of both are kept."""
        return f"{COOKIE}_{self._mac('cookie').hex()[:8]}" if self.private else COOKIE

    def admits(self, token: str) -> bool:
        if not self.private:
            return True
        if not self.issued(token):
            return False
        origin, until, _ = token.split(".")
        return int(until) > self._now() and self._still_good(origin)

    def issued(self, token: str) -> bool:
        """Whether a token was given by this house, whatever has become of it since."""
        if self._notes.get(SESSION_KEY) is None:  # it has never been private
            return False
        signed, _, signature = token.rpartition(".")
        given = signature.encode(errors="replace")
        return hmac.compare_digest(given, self._signature(signed).encode())

    def _still_good(self, origin: str) -> bool:
        if origin.startswith(f"{BY_PASSWORD}-"):
            return origin == self._password_origin()
        return self._notes.get(PREFIX + origin) is not None

    async def enter(self, password: str | None, invitation: str | None) -> Admitted:
        """A token, or Trouble. Where everybody may come in, it is empty."""
        if not self.private:
            return Admitted("", self._now() + SESSION)
        if password is not None and self.password is not None:
            tried, right = (
                hashlib.sha256(text.encode(errors="replace")).digest() for text in (password, self.password)
            )
            if hmac.compare_digest(tried, right):
                return self._token(self._password_origin())
        elif invitation is not None:
            identity = await self._use(invitation)
            if identity is not None:
                return self._token(identity)
        raise Trouble(Problem.WRONG_PASSWORD)

    def _token(self, origin: str) -> Admitted:
        until = self._now() + SESSION
        signed = f"{origin}.{until}"
        return Admitted(f"{signed}.{self._signature(signed)}", until)

    def _signature(self, text: str) -> str:
        return base64.urlsafe_b64encode(self._mac(f"session {text}")).decode().rstrip("=")

    def _password_origin(self) -> str:
        return f"{BY_PASSWORD}-{self._mac(f'password {self.password}').hex()[:16]}"

    def _mac(self, text: str) -> bytes:
        key = self._notes.get(SESSION_KEY)
        if key is None:  # it is there before the house opens; without it nothing would be secret
            raise RuntimeError("there is no key to sign with")
        return hmac.digest(key, text.encode(errors="replace"), "sha256")

    # ------------------------------------------------------------ invitations

    async def _use(self, code: str) -> str | None:
        """The id of the invitation, with one use less; None when it is wrong, used up or too old."""
        hashed = hashlib.sha256(code.encode(errors="replace")).hexdigest()
        identity = identity_of(hashed)
        while True:  # whenever a change fails, another client has used it: at some time no use is left
            body = self._notes.get(PREFIX + identity)
            kept = None if body is None else msgspec.json.decode(body, type=KeptInvitation)
            if kept is None or not hmac.compare_digest(kept.hash, hashed) or kept.left == 0:
                return None
            if kept.until is not None and kept.until <= self._now():
                return None
            if kept.left is None:
                return identity
            used = msgspec.structs.replace(kept, left=kept.left - 1)
            if await self._notes.change(PREFIX + identity, body, msgspec.json.encode(used)):
                return identity

    async def invite(self, uses: int | None, days: int | None) -> NewInvitation:
        if len(self._notes.under(PREFIX)) >= MOST_INVITATIONS:
            raise Trouble(Problem.TOO_MANY, what="invitations", most=MOST_INVITATIONS)
        code = secrets.token_urlsafe(16)
        hashed = hashlib.sha256(code.encode()).hexdigest()
        now = self._now()
        kept = KeptInvitation(hashed, now, None if days is None else now + days * DAY, uses)
        await self._notes.change(PREFIX + identity_of(hashed), None, msgspec.json.encode(kept))
        return NewInvitation(identity_of(hashed), code, kept.until, uses)

    def invitations(self) -> list[Invitation]:
        listed = []
        for identity, body in self._notes.under(PREFIX).items():
            kept = msgspec.json.decode(body, type=KeptInvitation)
            listed.append(Invitation(identity, kept.made, kept.until, kept.left))
        return sorted(listed, key=lambda each: (each.made, each.id))

    async def revoke(self, identity: str) -> None:
        """Neither it nor what was given for it opens the house any more."""
        if not await self._notes.drop(PREFIX + identity):
            raise Trouble(Problem.NOT_FOUND)

    async def tidy(self) -> None:
        """Delete invitations for which no token can be good any more."""
        for identity, body in self._notes.under(PREFIX).items():
            until = msgspec.json.decode(body, type=KeptInvitation).until
            if until is not None and until + SESSION <= self._now():
                await self._notes.drop(PREFIX + identity)


def identity_of(hashed: str) -> str:
    return hashed[:12]
