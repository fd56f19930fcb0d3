"""What happened at the table, as notifications: what the document has first, then what is added here, then who is next.

Everything here is the same for all who speak the dialect and know the islands by the same names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.notation import reading

from . import messages, picturing, whole_tables
from .messages import Message
from .picturing import Game, Known
from .shapes import CardUse
from .spelling import COLOURS, TOWERS, listed
from .wire import write

Event = Mapping[str, Any]


def lines(said: Iterable[Message]) -> bytes:
    return b"".join([write(message) for message in said])


# ---------------------------------------------------------------- one action


class Telling:
    """The notifications of one entry. `before` is the character that was half used before it."""

    def __init__(self, view: TableView, game: Game, known: Known, before: Mapping[str, Any] | None) -> None:
        self.view = view
        self.game = game
        self.known = known
        self.names = list(picturing.nicknames(view).values())
        self.before = before
        self.documented: list[Message] = []
        self.closing: list[Message] = []
        self.choices: list[Event] = []
        self.used = before is not None  # a character
        self.professors: dict[int, None] = {}  # players, islands and so on: in the order in which they changed
        self.coins: dict[int, None] = {}
        self.cards: dict[int, None] = {}
        self.no_entry: dict[int, None] = {}
        self.entrances: dict[int, None] = {}
        self.dining_rooms: dict[int, None] = {}
        self.islands: dict[int, None] = {}
        self.towers: dict[str, int] = {}
        self.tower = 0  # the island that got one

    def hear(self, event: Event) -> None:
        tell = TELL.get(event["event"])
        if tell is not None:
            tell(self, event)

    def told(self) -> list[Message]:
        return [*self._use_of_character(), *self.documented, *self._professors(), *self._added(), *self.closing]

    # ------------------------------------------------------------ event by event

    def assistant(self, event: Event) -> None:
        self.documented.append(messages.AssistantUsed(assistant=event["value"]))

    def to_dining(self, event: Event) -> None:
        if event["source"] == "entrance":
            self.documented.append(messages.StudentToDiningRoomMoved(student=COLOURS[event["colour"]]))
        else:
            self.dining_rooms[event["seat"]] = None

    def to_island(self, event: Event) -> None:
        if event["source"] == "entrance":
            self.documented.append(
                messages.StudentToIslandMoved(student=COLOURS[event["colour"]], island_id=self.known[event["tile"] - 1])
            )
        else:
            self.islands[event["tile"]] = None

    def professor(self, event: Event) -> None:
        self.professors[event["seat"]] = None
        if event["former"] is not None:
            self.professors[event["former"]] = None

    def coin(self, event: Event) -> None:
        self.coins[event["seat"]] = None

    def mother_nature(self, event: Event) -> None:
        self.documented.append(messages.MotherNatureMoved(positions=event["steps"]))

    def towers_changed(self, event: Event) -> None:
        self.tower = self.known[event["tile"] - 1]
        self.documented.append(messages.TowerOnIslandChanged(new_tower=TOWERS[event["tower"]], island_id=self.tower))
        self.towers[event["tower"]] = event["reserve"]
        if event["former"] is not None:
            self.towers[event["former"]] = event["former_reserve"]

    def islands_joined(self, event: Event) -> None:
        stays, goes = picturing.names_of_joined(self.known, event, self.tower)
        self.documented.append(messages.IslandsUnified(island_id1=stays, island_id2=goes))
        self.known = picturing.joined(self.known, stays, goes)

    def no_entry_changed(self, event: Event) -> None:
        self.no_entry[event["tile"]] = None
        self.cards[5] = None

    def cloud_taken(self, event: Event) -> None:
        self.documented.append(messages.StudentsTakenFromCloud(cloud_id=event["cloud"] - 1))

    def cloud_filled(self, event: Event) -> None:
        self.documented.append(
            messages.CloudFilled(
                cloud_id=event["cloud"] - 1,
                students=listed(event["students"]),
                bag=self.game["bag"],
                draws=self.game["draws"],
            )
        )

    def character(self, event: Event) -> None:
        self.used = True
        self.before = {"do": "play_character", "number": event["number"]}
        if event["paid"] != event["price"]:  # its first use
            self.cards[event["number"]] = None

    def choice(self, event: Event) -> None:
        self.choices.append(event)

    def card_changed(self, event: Event) -> None:
        self.cards[event["number"]] = None

    def swapped(self, event: Event) -> None:
        self.entrances[event["seat"]] = None
        if event["source"] == "dining":
            self.dining_rooms[event["seat"]] = None

    def returned(self, event: Event) -> None:
        if event["count"]:
            self.dining_rooms[event["seat"]] = None
            self.cards[12] = None  # it tells what is in the bag

    def last_round(self, event: Event) -> None:
        self.closing.append(messages.LastRound())

    def turn_started(self, event: Event) -> None:
        self.closing.append(whole_tables.current_player(self.view, self.game))

    def game_ended(self, event: Event) -> None:
        self.closing += whole_tables.ending(self.view)

    # ------------------------------------------------------------ what it comes to

    def _use_of_character(self) -> list[Message]:
        if not self.used:
            return []
        use = picturing.unfinished(self.game, self.known)
        finished = use is None
        if use is None:
            use = picturing.card_use(with_choices(self.before or {}, self.choices), self.known)
        return [used(self.names[self._player()], use, finished)]

    def _player(self) -> int:
        """Whose character it is: that of the active player, or of the last one when the game is over."""
        if self.choices:
            return int(self.choices[-1]["seat"])
        return SEAT_LETTERS.index(self.game["active"])

    def _professors(self) -> list[Message]:
        return [
            messages.ChangeProfessor(
                nickname=self.names[player], professor_list=picturing.professors(self.game, SEAT_LETTERS[player])
            )
            for player in self.professors
        ]

    def _added(self) -> list[Message]:
        game, boards = self.game, self.game["boards"]
        said: list[Message] = [
            messages.CoinsChanged(
                nickname=self.names[player], coins=boards[SEAT_LETTERS[player]]["coins"], supply=game["supply"]
            )
            for player in self.coins
        ]
        said += [self._card(number) for number in self.cards]
        for tile in self.no_entry:
            count = reading.island(game, reading.group_of(game, tile)).get("no_entry", 0)
            said.append(messages.NoEntryTilesChanged(island_id=self.known[tile - 1], no_entry_tiles=count))
        for player in self.entrances:
            students = listed(boards[SEAT_LETTERS[player]]["entrance"])
            said.append(messages.EntranceChanged(nickname=self.names[player], students=students))
        for player in self.dining_rooms:
            seated = picturing.dining_room(game, SEAT_LETTERS[player])
            said.append(messages.DiningRoomChanged(nickname=self.names[player], dining_room=seated))
        for tile in self.islands:
            students = listed(reading.island(game, reading.group_of(game, tile))["students"])
            said.append(messages.StudentsOnIslandChanged(island_id=self.known[tile - 1], students=students))
        said += [
            messages.TowersLeftChanged(tower=TOWERS[tower], towers_left=left) for tower, left in self.towers.items()
        ]
        return said

    def _card(self, number: int) -> Message:
        card = picturing.card(self.game, number)
        return messages.CharacterCardChanged(
            character=number,
            cost=card.cost,
            used=card.used,
            students=card.students,
            no_entry_tiles=card.no_entry_tiles,
            bag=self.game["bag"],
            draws=self.game["draws"],
        )


TELL = {
    "AssistantPlayed": Telling.assistant,
    "StudentToDining": Telling.to_dining,
    "StudentToIsland": Telling.to_island,
    "ProfessorMoved": Telling.professor,
    "CoinsChanged": Telling.coin,
    "MotherNatureMoved": Telling.mother_nature,
    "TowersChanged": Telling.towers_changed,
    "IslandsJoined": Telling.islands_joined,
    "NoEntryPlaced": Telling.no_entry_changed,
    "NoEntryUsed": Telling.no_entry_changed,
    "CloudTaken": Telling.cloud_taken,
    "CloudFilled": Telling.cloud_filled,
    "CharacterPlayed": Telling.character,
    "ChoiceMade": Telling.choice,
    "CharacterChanged": Telling.card_changed,
    "StudentsSwapped": Telling.swapped,
    "StudentsReturned": Telling.returned,
    "LastRound": Telling.last_round,
    "TurnStarted": Telling.turn_started,
    "GameEnded": Telling.game_ended,
}


def with_choices(action: Mapping[str, Any], choices: Iterable[Event]) -> dict[str, Any]:
    """An action `play_character` with what was chosen since. A student of the monk or the princess is its colour."""
    whole = dict(action)
    for choice in choices:
        what, value = choice["what"], choice["value"]
        if what in ("colour", "island"):
            whole[what] = value
        elif what == "from_card" and action["number"] != 7:
            whole["colour"] = value
        else:
            whole[what] = [*whole.get(what, ()), value]
    return whole


def used(nickname: str, use: CardUse, finished: bool) -> Message:
    return messages.CharacterCardUsed(
        nickname=nickname,
        character=use.character,
        student=use.student,
        island_id=use.island_id,
        students_from=use.students_from,
        students_to=use.students_to,
        finished=finished,
    )


def happened(
    view: TableView, game: Game, events: Iterable[Event], known: Known, before: Mapping[str, Any] | None
) -> bytes:
    """All notifications of one action."""
    telling = Telling(view, game, known, before)
    for event in events:
        telling.hear(event)
    return lines(telling.told())
