"""How two people come to a table in each dialect, and by what a refusal is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

Said = Mapping[str, Any] | str


@dataclass(frozen=True)
class Opening:
    """`found` and `enter` give what is said, one after the other. `hello` is answered with a line, and that is all."""

    found: Callable[[str], list[Said]]
    enter: Callable[[str, str], list[Said]]
    refusal: bytes
    hello: Said
    enters_twice: bool = False  # who opens a table has still to enter it


def lines(said: list[Said]) -> bytes:
    return b"".join((each.encode() if isinstance(each, str) else msgspec.json.encode(each)) + b"\n" for each in said)


OPENINGS = {
    "group31": Opening(
        found=lambda name: [{"type": "CreateNewGame", "numOfPlayers": 2, "wantExpert": False}],
        enter=lambda name, code: [{"type": "EnterGame", "gameId": code, "nickname": name}],
        refusal=b'Error"',
        hello={"type": "Ping"},
        enters_twice=True,
    ),
    "psp24": Opening(
        found=lambda name: [{"type": "nickname", "nickname": name}],
        enter=lambda name, code: [{"type": "nickname", "nickname": f"{name}@{code}"}],
        refusal=b'"nack"',
        hello={"type": "nickname", "nickname": "!"},
    ),
    "am24": Opening(
        found=lambda name: [
            {"type": "GameParams", "numPlayers": 2, "expert": False, "nickname": name, "mage": "MAGE1"}
        ],
        enter=lambda name, code: [{"type": "Join", "nickname": name, "mage": "MAGE2", "code": code}],
        refusal=b'"Error"',
        hello={"type": "EndTurn"},
    ),
    "am28": Opening(
        found=lambda name: [name, {"numPlayers": 2, "gameMode": "simple"}],
        enter=lambda name, code: [f"{name}@{code}"],
        refusal=b'"errorMessage"',
        hello="!",
    ),
    "psp38": Opening(
        found=lambda name: [
            {"type": "GameModeResponse", "gameMode": "MULTIPLAYER"},
            {"type": "NicknameResponse", "nickname": name},
            {"type": "NumberOfPlayersResponse", "numberOfPlayers": 2},
        ],
        enter=lambda name, code: [
            {"type": "GameModeResponse", "gameMode": "MULTIPLAYER"},
            {"type": "NicknameResponse", "nickname": f"{name}@{code}"},
        ],
        refusal=b'"isRetry":true',
        hello={"type": "GameModeResponse", "gameMode": "!"},
    ),
}
