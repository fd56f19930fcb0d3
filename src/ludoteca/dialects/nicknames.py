"""What people type in place of a nickname: `name[@CODE][#secret]`.

The code invites to a table. The secret is a key to the seat: who comes back needs the same one. It is never shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ludoteca.house import keys, lobby
from ludoteca.house.before_play import NAME
from ludoteca.house.refusals import Refusal, Refused

from .house.problems import Problem, Trouble


@dataclass(frozen=True, slots=True)
class Nickname:
    name: str
    code: str | None = None
    secret: str | None = field(default=None, repr=False)


def read(typed: str, *, with_code: bool = True) -> Nickname:
    """The parts; or Refused (a name or a secret that cannot be one) or Trouble (no table can have that code).

    Dialects that show a list of games read names `with_code=False`: an @ is no part of a name.
    """
    head, hash_sign, secret = typed.partition("#")
    name, at_sign, code = head.partition("@") if with_code else (head, "", "")
    if not NAME.fullmatch(name):
        raise Refused(Refusal.BAD_NAME)
    if hash_sign:
        keys.token_of_secret(name, secret)
    if at_sign and lobby.read_code(code) is None:
        raise Trouble(Problem.NO_SUCH_TABLE, code=code[:20])
    return Nickname(name, lobby.read_code(code), secret if hash_sign else None)
