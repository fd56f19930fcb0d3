"""The dialects by hand, line for line, so that they can be spoken wrongly. Each has its own word for an error."""

from __future__ import annotations

import itertools
import socket
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import msgspec

from .besieged import Besieged
from .wire import PATIENCE, Json

Said = Json | bytes
SEATED = ("GameEntered", "InformationConnection", "PlayersReadyToStartMessage")
_NUMBERS = itertools.count(1)


class Caller:
    """A client of a dialect. Pings are answered and acknowledgments sent, unless it is told to be silent."""

    def __init__(
        self,
        house: Besieged,
        tongue: Tongue,
        *,
        silent: bool = False,
        receive_buffer: int | None = None,
        address: str | None = None,
    ) -> None:
        self.tongue = tongue
        self.silent = silent
        self.connection = socket.socket()
        if receive_buffer is not None:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.connection.settimeout(PATIENCE)
        self.connection.bind((address or house.another_address(), 0))
        self.connection.connect(("127.0.0.1", house.dialects[tongue.name]))
        self._came = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.connection.close()

    def send(self, *said: Said) -> None:
        lines = [each if isinstance(each, bytes) else msgspec.json.encode(each) for each in said]
        self.connection.sendall(b"".join(line + b"\n" for line in lines))

    def line(self) -> Json:
        """The next one that is no ping; ConnectionError when the other side has hung up."""
        while True:
            while b"\n" not in self._came:
                part = self.connection.recv(1 << 16)
                if not part:
                    raise ConnectionResetError(f"the house has hung up after {self._came!r}")
                self._came += part
            line, _, self._came = self._came.partition(b"\n")
            read: Json = msgspec.json.decode(line)
            if not self.silent:
                self._answer(read)
            if read.get("type") != "Ping":
                return read

    def _answer(self, read: Json) -> None:
        if read.get("type") == "Ping":
            self.send({"type": "Pong"})
        elif self.tongue.acknowledged(read):
            self.send({"type": "Acknowledgment"})

    def until(self, wanted: Callable[[Json], bool]) -> Json:
        heard: list[Json] = []
        try:
            while not wanted(read := self.line()):
                heard.append(read)
        except (TimeoutError, ConnectionError) as error:
            raise AssertionError(f"what was waited for has not come after {str(heard[-10:])[:2000]}") from error
        return read

    def error(self) -> Json:
        return self.until(self.tongue.is_error)

    def code(self) -> str:
        """The code of the table, as soon as it is told."""
        read = self.until(lambda line: isinstance(line.get("code", line.get("gameId")), str))
        return str(read.get("code", read.get("gameId")))

    def gone(self) -> bytes:
        """What still comes until the house hangs up."""
        read = self._came
        try:
            while part := self.connection.recv(1 << 16):
                read += part
        except ConnectionError:
            pass
        return read

    def rest(self) -> list[Json]:
        """All lines that still come until then."""
        return [msgspec.json.decode(line) for line in self.gone().splitlines()]

    # ------------------------------------------------------------ tables

    def found(self, name: str, bots: int = 0) -> str:
        """Open a table for two, and sit down there under a name, which may have a secret; its code."""
        self.send(*self.tongue.founding(name, bots))
        code = self.code()
        if self.tongue.name == "group31":
            self.send(*self.tongue.entering(name, code))
            self.until(lambda line: line["type"] == "GameEntered")
        return code

    def seated(self) -> None:
        """He is told that he has a seat."""
        self.until(lambda line: line.get("type") in SEATED or isinstance(line.get("code"), str))

    def enter(self, name: str, code: str) -> None:
        self.send(*self.tongue.entering(name, code))

    def play(self) -> None:
        """A game against a bot that has come to the first decision of this player, whose name nobody had before."""
        name = f"Eve{next(_NUMBERS)}"
        self.send(*self.tongue.founding(name, 1))
        if self.tongue.name == "group31":
            code = self.code()
            self.send(*self.tongue.entering(name, code))
        if self.tongue.choosing:
            self.until(self.tongue.may_choose)
            for message in self.tongue.choosing:
                self.send(message)
        self.until(lambda line: self.tongue.is_turn(line, name))


@dataclass(frozen=True)
class Tongue:
    """What an attacker has to know of a dialect. `of_another_phase`: well formed, and refused while he plans."""

    name: str
    is_error: Callable[[Json], bool]
    founding: Callable[[str, int], list[Said]]
    entering: Callable[[str, str], list[Said]]
    is_turn: Callable[[Json, str], bool]
    of_another_phase: Json
    choosing: tuple[Json, ...] = ()  # what is said before the game, once
    may_choose: Callable[[Json], bool] = lambda line: True
    acknowledged: Callable[[Json], bool] = lambda line: False


def at(name: str, code: str) -> str:
    """`name#secret` at a table."""
    bare, hash_sign, secret = name.partition("#")
    return f"{bare}@{code}{hash_sign}{secret}"


# ---------------------------------------------------------------- each of them

UNACKNOWLEDGED = ("GameEntered", "PossibleGames", "ExitGameSuccess", "Pong")


def group31_acknowledged(line: Json) -> bool:
    return not line["type"].endswith("Error") and line["type"] not in UNACKNOWLEDGED


GROUP31 = Tongue(
    "group31",
    is_error=lambda line: line["type"].endswith("Error"),
    founding=lambda name, bots: [{"type": "CreateNewGame", "numOfPlayers": 2, "wantExpert": False, "bots": bots}],
    entering=lambda name, code: [{"type": "EnterGame", "gameId": code, "nickname": name}],
    is_turn=lambda line, name: (
        line["type"] == "CurrentPlayerChanged"
        and line["nextPlayer"] == name.partition("#")[0]
        and line["phase"] == "planning"
    ),
    of_another_phase={"type": "MoveMotherNature", "positions": 1},
    choosing=(
        {"type": "NextPhase"},
        {"type": "SetTower", "tower": "WHITE"},
        {"type": "SetWizard", "wizard": "W1"},
        {"type": "NextPhase"},
    ),
    may_choose=lambda line: len(line.get("players", ())) == 2,
    acknowledged=group31_acknowledged,
)
PSP24 = Tongue(
    "psp24",
    is_error=lambda line: line["type"] == "nack",
    founding=lambda name, bots: [
        {"type": "nickname", "nickname": name},
        {"type": "joinLobby"},
        {"type": "setNumPlayer", "numPlayers": 2, "bots": bots},
        {"type": "setExpertsVariant", "expertsVariant": False},
    ],
    entering=lambda name, code: [{"type": "nickname", "nickname": at(name, code)}, {"type": "joinLobby"}],
    is_turn=lambda line, name: line["type"] == "askAssistantCard",
    of_another_phase={"type": "chooseStepsNumber", "index": 1},
    choosing=({"type": "setAssistantSeed", "seed": "SEED1"},),
    may_choose=lambda line: line["type"] == "askAssistantSeed",
)
AM24 = Tongue(
    "am24",
    is_error=lambda line: line["type"] == "Error",
    founding=lambda name, bots: [
        {"type": "GameParams", "numPlayers": 2, "expert": False, "nickname": name, "mage": "MAGE1", "bots": bots}
    ],
    entering=lambda name, code: [{"type": "Join", "nickname": name, "mage": "MAGE2", "code": code}],
    is_turn=lambda line, name: line["type"] == "SelectAssistant",
    of_another_phase={"type": "MoveMN", "steps": 1},
)
AM28 = Tongue(
    "am28",
    is_error=lambda line: line["status"] != 0,
    founding=lambda name, bots: [name.encode(), {"numPlayers": 2, "gameMode": "simple", "bots": bots}],
    entering=lambda name, code: [at(name, code).encode()],
    is_turn=lambda line, name: line.get("turn") == {"player": 0, "phase": "planning"},
    of_another_phase={"cmd": "MOVEMOTHERNATURE", "playerId": 0, "motherNatureShifts": 1},
)
PSP38 = Tongue(
    "psp38",
    is_error=lambda line: line["type"] == "ErrorMessage" or line.get("isRetry") is True,
    founding=lambda name, bots: [
        {"type": "GameModeResponse", "gameMode": "MULTIPLAYER"},
        {"type": "NicknameResponse", "nickname": name},
        {"type": "NumberOfPlayersResponse", "numberOfPlayers": 2, "bots": bots},
    ],
    entering=lambda name, code: [
        {"type": "GameModeResponse", "gameMode": "MULTIPLAYER"},
        {"type": "NicknameResponse", "nickname": at(name, code)},
    ],
    is_turn=lambda line, name: line["type"] == "ChooseLeaderCardsRequest",
    of_another_phase={"type": "MarbleInsertionPositionResponse", "position": 1},
)
TONGUES: dict[str, Tongue] = {tongue.name: tongue for tongue in (GROUP31, PSP24, AM24, AM28, PSP38)}
