"""The client's end of the wire of the program behind the document, written from what that wire tells and nothing else.

It keeps the table as the program's client does: an archipelago that comes alone replaces the one of its index, more of
them replace the ring; members of players, clouds and characters replace what was known.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from ludoteca.dialects.am28 import DIALECT, tell
from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.notation import reading
from tests.dialects.room import Caller, Room

CARDS = 10


class OriginalClient:
    """A connection at the program's port."""

    def __init__(self, room: Room, name: str) -> None:
        self.room = room
        self.name = name
        self.come()

    def come(self) -> None:
        """Connect, with a client that knows nothing."""
        self.caller: Caller = self.room.connect(DIALECT, original=True)
        self.first: bool | None = None
        self.own: int | None = None
        self.mode = ""
        self.turn: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.errors: list[tuple[int, str]] = []
        self.winner: str | None = None
        self._read = 0
        self.caller.send(f"{self.name}#secret of {self.name}")

    async def send(self, message: dict[str, Any]) -> None:
        self.caller.send(message)
        await self.room.quiet()
        self.hear()

    def hear(self) -> None:
        for line in self.caller.lines[self._read :]:
            if line == b"ping":
                self.caller.send("pong")
            else:
                self._take(msgspec.json.decode(line))
        self._read = len(self.caller.lines)

    def _take(self, reply: dict[str, Any]) -> None:
        if reply["statusCode"] != 0:
            self.errors.append((reply["statusCode"], reply["errorMessage"]))
            return
        self.first = reply.get("first", self.first)
        self.winner = reply.get("winner", self.winner)
        self.turn = reply.get("turn", self.turn)
        game = reply.get("game", {})
        if "playerID" in reply:
            self.own, self.mode = reply["playerID"], reply["gameMode"]
            self.table = {"archipelagos": [], "clouds": {}, "players": {}, "characterCards": {}}
        for member in ("motherNatureIndex", "professors"):
            if member in game:
                self.table[member] = game[member]
        changed = game.get("archipelagos", [])
        if len(changed) == 1:
            self.table["archipelagos"][changed[0]["index"]] = changed[0]
        elif changed:
            self.table["archipelagos"] = changed
        for member in ("clouds", "players", "characterCards"):
            for part in game.get(member, []):
                self.table[member].setdefault(part["index"], {}).update(part)

    # ------------------------------------------------------------ what is true

    def check(self) -> None:
        """Everything that the wire tells is what the seat may see."""
        self.hear()
        view = self.caller.view
        assert view.game is not None
        expected = told(view)
        for index, player in self.table["players"].items():
            if "lastAssistantCardPlayed" not in expected["players"][index]:
                player.pop("lastAssistantCardPlayed", None)  # of a round that is over: the wire has no word for none
        assert self.table == expected
        assert self.turn == {"player": tell.turn(view.game).player, "phase": tell.turn(view.game).phase.upper()}
        assert self.mode == tell.MODES[view.game["expert"]]
        assert self.own == view.seats[self.caller.seat or 0].player

    # ------------------------------------------------------------ playing

    def command(self, chance: Random) -> dict[str, Any]:
        """Something that may be legal, judged by the table as it was told; the program's client offers little more."""
        own = self.table["players"][self.own]
        if self.turn["phase"] == "PLANNING":
            unplayed = [card for card, played in enumerate(own["assistantCards"]) if not played]
            return {"cmd": "PLAYASSISTANTCARD", "index": chance.choice(unplayed)}
        colours = ("green", "red", "yellow", "pink", "blue")
        entrance = [colour for colour, count in zip(colours, own["studentsOnEntrance"], strict=True) if count]
        return chance.choice(
            [
                {"cmd": "MOVETOHALL", "studentColour": chance.choice(entrance or colours)},
                {
                    "cmd": "MOVETOISLAND",
                    "studentColour": chance.choice(entrance or colours),
                    "index": chance.randint(1, 12),
                },
                {"cmd": "MOVEMOTHERNATURE", "motherNatureShifts": chance.randint(1, 5)},
                {"cmd": "TAKEFROMCLOUD", "index": chance.randrange(len(self.table["clouds"]))},
                *self._characters(colours, chance),
            ]
        )

    def _characters(self, colours: tuple[str, ...], chance: Random) -> list[dict[str, Any]]:
        return [
            {
                "cmd": "PLAYCHARACTERCARD",
                "index": index,
                "pIndex": chance.randint(1, 12),
                "pColour": chance.choice(colours),
                "pStudentsFrom": one_of_five(chance),
                "pStudentsTo": one_of_five(chance),
            }
            for index in self.table["characterCards"]
            if chance.random() < 0.2
        ]


def one_of_five(chance: Random) -> list[int]:
    chosen = chance.randrange(5)
    return [int(place == chosen) for place in range(5)]


def told(view: TableView) -> dict[str, Any]:
    """What the wire tells of a table, made from the view of the seat by the notation's names."""
    game = view.game
    assert game is not None
    letters = reading.seats(game)
    played = reading.assistants(game)
    effect = game.get("active_character") or {}
    groups = {group[0]: group for group in game["groups"]}
    holders = reading.holders(game)
    nicknames = {seat.player: seat.name for seat in view.seats if seat.player is not None}
    players = {}
    for index, letter in enumerate(letters):
        board, side = game["boards"][letter], reading.side_of(game, letter)
        players[index] = {
            "index": index,
            "nickName": nicknames[index],
            "towerColour": side.upper(),
            "assistantCards": [card + 1 not in game["hands"][letter] for card in range(CARDS)],
            "studentsOnEntrance": tell.counts(board["entrance"]),
            "studentsOnHall": tell.counts(board["dining"]),
            "numTowers": reading.reserve(game, side),
            "addedShifts": effect.get("number") == 4 and game["active"] == letter,
        }
        if "coins" in board:
            players[index]["coins"] = board["coins"]
        if letter in played:
            players[index]["lastAssistantCardPlayed"] = played[letter] - 1
    archipelagos = []
    for place, (tile, island) in enumerate(game["islands"].items()):
        islands = []
        for each in groups.get(int(tile), [int(tile)]):
            students = tell.counts(island["students"]) if each == int(tile) else [0] * 5
            tower = {"towerColour": island["tower"].upper()} if "tower" in island else {}
            islands.append({"islandIndex": each, "students": students, **tower})
        archipelagos.append({"index": place, "islands": islands, "noEntryTiles": island.get("no_entry", 0)})
    return {
        "motherNatureIndex": game["mother_nature"],
        "archipelagos": archipelagos,
        "clouds": {i: {"index": i, "students": tell.counts(cloud)} for i, cloud in enumerate(game["clouds"])},
        "characterCards": {
            place: {
                "index": place,
                "fileName": f"P{int(number):02}.jpg",
                "coinOnIt": card["used"],
                "noEntryTiles": card.get("no_entry", 0),
                "students": tell.counts(card.get("students", {})),
            }
            for place, (number, card) in enumerate(game.get("characters", {}).items())
        },
        "players": players,
        "professors": [
            SEAT_LETTERS.index(holders[colour]) if colour in holders else -1
            for colour in ("green", "red", "yellow", "pink", "blue")
        ],
    }
