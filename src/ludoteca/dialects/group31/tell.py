"""Notifications: of what happened at the table, of a whole game, and of what happens before it starts.

Of an action, what the document has comes first, then what is added here, then who is next. That is the same for all who
speak the dialect and know the islands by the same names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ludoteca.dialects.eriantys.spelling import COLOURS, TOWERS, Position, in_order, listed, nicknames, with_choices
from ludoteca.dialects.messages import Message
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.notation import names, reading

from . import messages, shapes
from .messages import VOCABULARY, CardUse, Member
from .shapes import Known

Event = Mapping[str, Any]

# ---------------------------------------------------------------- one action


class Telling:
    """The notifications of one entry. `before` is the character that was half used before it."""

    def __init__(self, view: TableView, game: Position, known: Known, before: Mapping[str, Any] | None) -> None:
        self.view = view
        self.game = game
        self.known = known
        self.names = list(nicknames(view).values())
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
        stays, goes = shapes.names_of_joined(self.known, event, self.tower)
        self.documented.append(messages.IslandsUnified(island_id1=stays, island_id2=goes))
        self.known = shapes.joined(self.known, stays, goes)

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
        self.closing.append(current_player(self.view, self.game))

    def game_ended(self, event: Event) -> None:
        self.closing += ending(self.view)

    # ------------------------------------------------------------ what it comes to

    def _use_of_character(self) -> list[Message]:
        if not self.used:
            return []
        use = shapes.unfinished(self.game, self.known)
        finished = use is None
        if use is None:
            use = shapes.card_use(with_choices(self.before or {}, self.choices), self.known)
        return [used(self.names[self._player()], use, finished)]

    def _player(self) -> int:
        """Whose character it is: that of the active player, or of the last one when the game is over."""
        if self.choices:
            return int(self.choices[-1]["seat"])
        return SEAT_LETTERS.index(self.game["active"])

    def _professors(self) -> list[Message]:
        return [
            messages.ChangeProfessor(
                nickname=self.names[player], professor_list=shapes.professors(self.game, SEAT_LETTERS[player])
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
            seated = shapes.dining_room(game, SEAT_LETTERS[player])
            said.append(messages.DiningRoomChanged(nickname=self.names[player], dining_room=seated))
        for tile in self.islands:
            students = listed(reading.island(game, reading.group_of(game, tile))["students"])
            said.append(messages.StudentsOnIslandChanged(island_id=self.known[tile - 1], students=students))
        said += [
            messages.TowersLeftChanged(tower=TOWERS[tower], towers_left=left) for tower, left in self.towers.items()
        ]
        return said

    def _card(self, number: int) -> Message:
        card = shapes.card(self.game, number)
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
    view: TableView, game: Position, events: Iterable[Event], known: Known, before: Mapping[str, Any] | None
) -> bytes:
    """All notifications of one action."""
    telling = Telling(view, game, known, before)
    for event in events:
        telling.hear(event)
    return VOCABULARY.lines(telling.told())


# ---------------------------------------------------------------- a whole game


def everything(view: TableView, game: Position, known: Known) -> list[Message]:
    """The table as it is, at the start, on a return, and when something was taken back."""
    said: list[Message] = [
        messages.GameStarted(table=shapes.game_table(view, game, known), players=shapes.players(view, game))
    ]
    if view.phase is Phase.PLAYING and "active" in game:
        said.append(current_player(view, game))
    if game["last_round"]:
        said.append(messages.LastRound())
    away = [number for number, seat in enumerate(view.seats) if not seat.connected or seat.stand_in is not None]
    return [*said, *(presence(view, number) for number in away if number != view.you)]


def presence(view: TableView, number: int) -> Message:
    """Whether somebody is there."""
    seat = view.seats[number]
    return messages.PlayerPresenceChanged(
        nickname=seat.name,
        connected=seat.connected,
        stand_in=seat.stand_in is not None,
        paused=view.alone_since is not None,
    )


def current_player(view: TableView, game: Position) -> Message:
    nickname = nicknames(view)[game["active"]]
    return messages.CurrentPlayerChanged(next_player=nickname, phase=game["phase"], step=game.get("step"))


def ending(view: TableView) -> list[Message]:
    """Who has won, and why. Before the house has noted the end, the rules know it."""
    game = view.game
    why = "rules" if view.result is None else view.result.why
    if why == "rules" and game is not None:
        why = names.REASONS[reading.why_over(game)]
        winners = [in_order(view)[SEAT_LETTERS.index(letter)].name for letter in winning(game)]
    else:
        winners = [view.seats[seat].name for seat in (view.result.winners if view.result else ())]
    said: list[Message] = [messages.Winner(nickname=winner, reason=why) for winner in winners]
    return said or [messages.GameEnded(reason=why)]


def winning(game: Position) -> list[str]:
    return sorted(letter for side in reading.winning_sides(game) for letter in reading.members(game, side))


# ---------------------------------------------------------------- before the game


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a client knows of a game that has not started. `chooser` is whose turn it is to choose, if anybody's."""

    members: tuple[Member, ...]
    people: int  # members that are no bots
    players: int
    expert: bool
    choosing: bool
    chooser: str | None

    @property
    def nicknames(self) -> list[str]:
        return [member.nickname for member in self.members]

    def member(self, nickname: str) -> Member:
        return next(member for member in self.members if member.nickname == nickname)


def waiting_at(view: TableView) -> Waiting:
    chooser = None if view.chooser is None else view.seats[view.chooser].name
    return Waiting(
        tuple(shapes.members(view.seats)),
        sum(seat.bot is None for seat in view.seats),
        view.options.players,
        bool(view.options.settings.get("expert", False)),
        view.choosing,
        chooser,
    )


def all_waiting(now: Waiting) -> list[Message]:
    """What somebody is told who has just come."""
    said: list[Message] = [players_changed(now)]
    if now.chooser is not None:
        said.append(current_chooser(now))
    return said


def changes(before: Waiting, now: Waiting) -> list[Message]:
    said: list[Message] = []
    if now.players != before.players:
        said.append(messages.NumPlayersChanged(new_num=now.players))
    if now.nicknames != before.nicknames or now.expert != before.expert:
        said.append(players_changed(now))
    elif now.members != before.members:
        said += looks(before, now)
    if now.chooser != before.chooser and now.chooser is not None:
        said.append(current_chooser(now))
    elif before.choosing and not now.choosing:
        said.append(messages.CurrentPlayerChanged(next_player=None, phase="lobby", step=None))
    return said


def looks(before: Waiting, now: Waiting) -> list[Message]:
    """`TowerChanged` and `WizardChanged` speak of whoever was choosing; for others the whole list is told."""
    changed = [member for member, old in zip(now.members, before.members, strict=True) if member != old]
    if [member.nickname for member in changed] != [before.chooser]:
        return [players_changed(now)]
    member, old = changed[0], before.member(changed[0].nickname)
    if (member.tower is None and old.tower is not None) or (member.wizard is None and old.wizard is not None):
        return [players_changed(now)]
    said: list[Message] = []
    if member.tower is not None and member.tower != old.tower:
        said.append(messages.TowerChanged(tower=member.tower))
    if member.wizard is not None and member.wizard != old.wizard:
        said.append(messages.WizardChanged(wizard=member.wizard))
    return said


def players_changed(now: Waiting) -> Message:
    return messages.PlayersChanged(players=list(now.members), num_of_players=now.players, want_expert=now.expert)


def current_chooser(now: Waiting) -> Message:
    return messages.CurrentPlayerChanged(next_player=now.chooser, phase="choices", step=None)
