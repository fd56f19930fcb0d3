"""What is told of a table: all of it, what an entry changed, who came and went, who has won.

A view names players by letter, islands by tile and characters by number; here players are counted from 0, archipelagos
by their place in the list from 1 on, characters by their place on the table from 0 on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from msgspec import UNSET, UnsetType

from ludoteca.dialects.eriantys.spelling import SWAPS, Position
from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names, reading

from . import actions
from .errors import Explained, Status
from .messages import (
    VOCABULARY,
    ActiveCharacter,
    AddPlayerResponse,
    ArchipelagoStatus,
    CharacterCardsStatus,
    CloudStatus,
    CurrentStatus,
    GameParameters,
    GameState,
    IslandStatus,
    PlayerStatus,
    TurnStatus,
    Unfinished,
)

NOBODY = -1
OVER = "over"  # the step of a game in which nobody moves any more
MODES = {False: "simple", True: "expert"}


def counts(students: Mapping[str, int]) -> list[int]:
    """Students by colour, in the order of the document's arrays."""
    return [students.get(colour, 0) for colour in names.COLOURS]


def file_name(number: int | str) -> str:
    return f"P{int(number):02}.png"


def player(letter: str) -> int:
    return SEAT_LETTERS.index(letter)


# ---------------------------------------------------------------- the turn


def turn(game: Position, *, paused: bool = False) -> TurnStatus:
    over = game["phase"] == "over"
    return TurnStatus(
        player=NOBODY if over else player(game["active"]),
        phase="action" if over else game["phase"],
        step=OVER if over else game.get("step", UNSET),
        moved=game.get("moved", UNSET),
        characterUsed=bool(game.get("character_used")),
        activeCharacter=_active_character(game),
        unfinished=_unfinished(game),
        paused=paused,
    )


def _active_character(game: Position) -> ActiveCharacter | UnsetType:
    effect = game.get("active_character")
    if effect is None:
        return UNSET
    return ActiveCharacter(fileName=file_name(effect["number"]), colour=effect.get("colour", UNSET))


def _unfinished(game: Position) -> Unfinished | UnsetType:
    if "unfinished" not in game:
        return UNSET
    known = game["unfinished"]["action"]
    first, second = SWAPS.get(known["number"], ("", ""))
    return Unfinished(
        index=list(game["characters"]).index(str(known["number"])),
        choose=actions.chosen_next(known),
        pColour=known.get("colour", UNSET),
        pStudentsFrom=known.get(first, UNSET),
        pStudentsTo=known.get(second, UNSET),
    )


# ---------------------------------------------------------------- all of it


class Person(NamedTuple):
    """Who plays as a player of the game."""

    nickname: str
    connected: bool = True
    stand_in: bool = False


def whole(game: Position, people: Sequence[Person]) -> GameState:
    """The full state. `people` are the players of the game, A first."""
    letters = reading.seats(game)
    expert = game["expert"]
    return GameState(
        motherNatureIndex=game["mother_nature"],
        archipelagos=archipelagos(game),
        clouds=[CloudStatus(index=i, students=counts(cloud)) for i, cloud in enumerate(game["clouds"])],
        characterCards=[character(game, i) for i in range(len(game["characters"]))] if expert else UNSET,
        players=[_player(game, letter, person) for letter, person in zip(letters, people, strict=True)],
        professors=professors(game),
        gameMode=MODES[expert],
        firstPlayer=player(game["first_player"]),
        order=order(game),
        bag=game["bag"],
        coinSupply=game.get("supply", UNSET),
        lastRound=game["last_round"],
        cloudsShort=game["clouds_short"],
        draws=game["draws"],
    )


def archipelagos(game: Position) -> list[ArchipelagoStatus]:
    merged = {group[0]: group for group in game["groups"]}
    return [archipelago(game, place, tile, merged) for place, tile in enumerate(game["islands"], 1)]


def archipelago(game: Position, place: int, tile: str, merged: Mapping[int, list[int]]) -> ArchipelagoStatus:
    entry = game["islands"][tile]
    tower = entry.get("tower", UNSET)
    first, *others = merged.get(int(tile), [int(tile)])
    islands = [IslandStatus(islandIndex=first, index=first, students=counts(entry["students"]), towerColour=tower)]
    islands += [IslandStatus(islandIndex=t, index=t, students=[0] * const.COLOURS, towerColour=tower) for t in others]
    return ArchipelagoStatus(index=place, islands=islands, noEntryTiles=entry.get("no_entry", 0))


def character(game: Position, place: int) -> CharacterCardsStatus:
    number, card = list(game["characters"].items())[place]
    return CharacterCardsStatus(
        index=place,
        fileName=file_name(number),
        coinOnIt=card["used"],
        noEntryTiles=card.get("no_entry", UNSET),
        students=counts(card["students"]) if "students" in card else UNSET,
    )


def professors(game: Position) -> list[int]:
    """Who holds the professor of each colour."""
    holders = reading.holders(game)
    return [player(holders[colour]) if colour in holders else NOBODY for colour in names.COLOURS]


def order(game: Position) -> list[int]:
    """The order of this round's turns; empty while it is not known."""
    return [player(letter) for letter in game.get("order", ())]


def cards_left(game: Position, letter: str) -> list[int]:
    return [value - 1 for value in game["hands"][letter]]


def _player(game: Position, letter: str, person: Person) -> PlayerStatus:
    board = game["boards"][letter]
    played = reading.assistants(game).get(letter)
    side = reading.side_of(game, letter)
    towers = reading.reserve(game, side)
    return PlayerStatus(
        index=player(letter),
        nickname=person.nickname,
        towerColour=side,
        assistantCardsLeft=cards_left(game, letter),
        lastAssistantCardPlayed=UNSET if played is None else played - 1,
        coins=board.get("coins", UNSET),
        studentsEntrance=counts(board["entrance"]),
        studentsHall=counts(board["dining"]),
        numTowers=towers,
        numT=towers,
        connected=UNSET if person.connected else False,
        standIn=True if person.stand_in else UNSET,
    )


def presence(before: Sequence[Person], after: Sequence[Person]) -> list[PlayerStatus]:
    """Who has come or gone, and for whom a stand-in plays."""
    return [
        PlayerStatus(
            index=index,
            connected=UNSET if new.connected == old.connected else new.connected,
            standIn=UNSET if new.stand_in == old.stand_in else new.stand_in,
        )
        for index, (old, new) in enumerate(zip(before, after, strict=True))
        if new != old
    ]


# ---------------------------------------------------------------- what has changed


def changes(before: Position, after: Position) -> GameState | UnsetType:
    """What is different; UNSET when nothing is, but perhaps the turn."""
    found: dict[str, Any] = {}
    if after["mother_nature"] != before["mother_nature"]:
        found["motherNatureIndex"] = after["mother_nature"]
    if after["islands"] != before["islands"] or after["groups"] != before["groups"]:
        found["archipelagos"] = _changed_archipelagos(before, after)
    if after["clouds"] != before["clouds"]:
        pairs = enumerate(zip(before["clouds"], after["clouds"], strict=True))
        found["clouds"] = [CloudStatus(index=i, students=counts(new)) for i, (old, new) in pairs if old != new]
    if after.get("characters") != before.get("characters"):
        places = enumerate(after["characters"].items())
        found["characterCards"] = [
            character(after, place) for place, (number, card) in places if card != before["characters"][number]
        ]
    players = _changed_players(before, after)
    if players:
        found["players"] = players
    if _held(after) != _held(before):
        found["professors"] = professors(after)
    if after["first_player"] != before["first_player"]:
        found["firstPlayer"] = player(after["first_player"])
    if after.get("order") != before.get("order"):
        found["order"] = order(after)
    for member, key in COPIED.items():
        if after.get(key) != before.get(key):
            found[member] = after[key]
    return GameState(**found) if found else UNSET


COPIED = {
    "bag": "bag",
    "coinSupply": "supply",
    "lastRound": "last_round",
    "cloudsShort": "clouds_short",
    "draws": "draws",
}


def _held(game: Position) -> list[list[str]]:
    return [board["professors"] for board in game["boards"].values()]


def _owned(game: Position) -> list[tuple[str, str | None]]:
    return [(tile, island.get("tower")) for tile, island in game["islands"].items()]


def _changed_archipelagos(before: Position, after: Position) -> list[ArchipelagoStatus]:
    if list(after["islands"]) != list(before["islands"]) or after["groups"] != before["groups"]:
        return archipelagos(after)  # places in the list have moved
    merged = {group[0]: group for group in after["groups"]}
    old = before["islands"]
    return [
        archipelago(after, place, tile, merged)
        for place, (tile, island) in enumerate(after["islands"].items(), 1)
        if island != old[tile]
    ]


def _changed_players(before: Position, after: Position) -> list[PlayerStatus]:
    old_cards, new_cards = reading.assistants(before), reading.assistants(after)
    towers = _owned(before) != _owned(after)
    found = []
    for letter in reading.seats(after):
        members: dict[str, Any] = {}
        old, new = before["boards"][letter], after["boards"][letter]
        if after["hands"][letter] != before["hands"][letter]:
            members["assistantCardsLeft"] = cards_left(after, letter)
        played = new_cards.get(letter)
        if played is not None and played != old_cards.get(letter):
            members["lastAssistantCardPlayed"] = played - 1
        if new.get("coins") != old.get("coins"):
            members["coins"] = new["coins"]
        if new["entrance"] != old["entrance"]:
            members["studentsEntrance"] = counts(new["entrance"])
        if new["dining"] != old["dining"]:
            members["studentsHall"] = counts(new["dining"])
        if towers:
            side = reading.side_of(after, letter)
            left = reading.reserve(after, side)
            if left != reading.reserve(before, side):
                members["numTowers"] = members["numT"] = left
        if members:
            found.append(PlayerStatus(index=player(letter), **members))
    return found


# ---------------------------------------------------------------- lines


def people(view: TableView) -> tuple[Person, ...]:
    """The players of the game, A first. Who is told of it is there himself, whatever the table has noted so far."""
    found = {
        seat.player: Person(seat.name, seat.connected or number == view.you, seat.stand_in is not None)
        for number, seat in enumerate(view.seats)
        if seat.player is not None
    }
    return tuple(found[player] for player in sorted(found))


def winners(view: TableView) -> str:
    """Joint winners are named together; nobody's name when the game was given up by agreement."""
    assert view.result is not None
    return ", ".join(view.seats[seat].name for seat in view.result.winners)


class Wire(Protocol):
    """How what is told is spelt: as the document does, or as the program behind it."""

    def error(self, why: Explained) -> bytes: ...

    def number(self, former: int, user: int, code: str) -> bytes:
        """A user's number in the waiting room. `former` is the number before, 0 for none."""

    def awaiting(self, user: int, wanted: GameParameters) -> bytes:
        """The parameters are accepted, and others are awaited."""

    def back(self, user: int, view: TableView) -> bytes:
        """Everything for a player who comes to a game that is played."""

    def whole(self, view: TableView) -> bytes:
        """A status with everything. A client that gets it forgets what it knew before."""

    def changed(self, before: Position, view: TableView) -> bytes:
        """What an accepted command changed: the turn at least."""

    def presence(self, before: Sequence[Person], after: Sequence[Person], view: TableView) -> bytes:
        """Who came and went; nothing when nobody did."""

    def winner(self, view: TableView) -> bytes: ...


class Documented:
    """As the document spells it."""

    def error(self, why: Explained) -> bytes:
        return VOCABULARY.line(CurrentStatus(status=why.status, errorMessage=why.message))

    def number(self, former: int, user: int, code: str) -> bytes:
        return VOCABULARY.line(AddPlayerResponse(status=Status.OK, userID=user, code=code))

    def awaiting(self, user: int, wanted: GameParameters) -> bytes:
        mode = wanted.gameMode.lower()
        response = AddPlayerResponse(status=Status.OK, userID=user, numPlayers=wanted.numPlayers, gameMode=mode)
        return VOCABULARY.line(response)

    def back(self, user: int, view: TableView) -> bytes:
        return self.number(0, user, view.code) + self.whole(view)

    def whole(self, view: TableView) -> bytes:
        """`playerIndex` marks it."""
        assert view.game is not None
        assert view.you is not None
        player = view.seats[view.you].player
        return VOCABULARY.line(
            CurrentStatus(
                status=Status.OK,
                playerIndex=UNSET if player is None else player,
                turn=turn(view.game, paused=view.alone_since is not None),
                game=whole(view.game, people(view)),
            )
        )

    def changed(self, before: Position, view: TableView) -> bytes:
        assert view.game is not None
        return self._status(view, view.game, changes(before, view.game))

    def presence(self, before: Sequence[Person], after: Sequence[Person], view: TableView) -> bytes:
        assert view.game is not None
        changed = presence(before, after)
        return self._status(view, view.game, GameState(players=changed)) if changed else b""

    def winner(self, view: TableView) -> bytes:
        return VOCABULARY.line(CurrentStatus(status=Status.OK, winner=winners(view)))

    def _status(self, view: TableView, game: Position, changed: GameState | UnsetType) -> bytes:
        status = turn(game, paused=view.alone_since is not None)
        return VOCABULARY.line(CurrentStatus(status=Status.OK, turn=status, game=changed))


DOCUMENTED = Documented()
