"""What somebody with a seat is told: of his sitting down, of every entry of the table, and of whose turn it is.

The events of the rules say which parts of the table an action has changed; their content is taken from the view after
it, so nothing of the table before has to be kept (002 §1.4.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludoteca.dialects.contract import Seated, SeatEntry
from ludoteca.dialects.eriantys.spelling import Position
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import reading

from . import errors, messages, shapes
from .actions import Moment
from .machine import MACHINE, OWED, OWING, STEPS, State, state_of
from .messages import VOCABULARY, FromServer

LOOKS = ("sat", "dressed", "confirmed")  # entries after which somebody is new or looks different
SHOWN_ANEW = ("started", "took_back")  # entries after which the whole table is sent

# What somebody is asked for: said to the others.
DOES = {
    State.ASSISTANT: "{name} plays an assistant.",
    State.STUDENTS: "{name} moves students.",
    State.MOTHER_NATURE: "{name} moves mother nature.",
    State.CLOUD: "{name} takes a cloud.",
    State.END: "{name} ends the turn.",
}


Event = Mapping[str, Any]


class Teller:
    """Knows the state of the seat, and as much of the table as the next message of the client is about."""

    __slots__ = ("_active", "_prompter", "midway", "moment", "state")

    def __init__(self) -> None:
        self.state = State.WAITING
        self.midway = False  # whether more follows of what this seat has said: nothing is asked in between
        self.moment: Moment | None = None  # while it is this seat's turn
        self._active: int | None = None  # the character that the client knows to be active
        self._prompter = Prompter()

    # ------------------------------------------------------------ sitting down

    def seated(self, answer: Seated) -> bytes:
        view = answer.view
        self._look(view)
        greeting = errors.BACK if answer.back else errors.SEATED
        lines = VOCABULARY.line(information(view, greeting.format(name=own(view), code=view.code)))
        if view.game is None:
            return lines
        start = messages.GameStart(virtual_view=shapes.whole(view))
        return lines + VOCABULARY.lines([start, *self._after_the_whole(view)])

    def _after_the_whole(self, view: TableView) -> Iterator[FromServer]:
        """What the client needs besides the table: it has been told nothing, or nothing that still holds."""
        self._prompter.forget()
        self._active = shapes.active(shapes.game_of(view))
        if view.result is not None:
            yield ended(view)
            return
        if shapes.game_of(view)["last_round"]:
            yield messages.GameMustEnd()
        yield from self._prompt(view)

    # ------------------------------------------------------------ entries

    def told(self, seat_entry: SeatEntry) -> bytes:
        view, what = seat_entry.view, seat_entry.entry["what"]
        was_over = self.state is State.OVER
        self._look(view)
        if view.game is None:
            return VOCABULARY.lines(self._before(view, what))
        kind = what["kind"]
        if was_over and kind != "rematched":  # who comes or goes after the end is of no interest
            return b""
        sentence = errors.happening(errors.IN_GAME, view, what)
        information = b"" if sentence is None else VOCABULARY.line(messages.InformationGame(string=sentence))
        if kind == "acted":
            return self._acted(seat_entry)
        if kind in SHOWN_ANEW:
            start = seat_entry.once(
                "am24 GameStart", lambda: VOCABULARY.line(messages.GameStart(virtual_view=shapes.whole(view)))
            )
            return information + start + VOCABULARY.lines(self._after_the_whole(view))
        if kind in ("ended", "closed"):
            return VOCABULARY.line(ended(view))
        if kind == "departed" and view.alone_since is not None:
            seconds = view.options.patience.alone
            information += VOCABULARY.line(messages.InformationGame(string=errors.PAUSED.format(seconds=seconds)))
        return information

    def _look(self, view: TableView) -> None:
        self.state = state_of(view)
        mine = view.game is not None and view.turn is not None and view.turn == view.you
        before, self.moment = self.moment, Moment(view) if mine else None
        if before is not None and self.moment is not None and not self.moment.game.get("character_used"):
            self.moment.active = before.active

    def _before(self, view: TableView, what: dict[str, object]) -> Iterator[FromServer]:
        number = what.get("seat")
        if what["kind"] in LOOKS and isinstance(number, int):
            yield messages.UpdatePlayer(player=shapes.newcomer(view.seats[number]), index=number)
        sentence = errors.happening(errors.BEFORE, view, what)
        if sentence is not None and view.phase is Phase.OPEN:
            yield information(view, sentence)

    def _acted(self, seat_entry: SeatEntry) -> bytes:
        """All who are at the table know the same, so what changed is written once."""
        view, was_active = seat_entry.view, self._active
        changed = seat_entry.once(
            "am24 updates", lambda: VOCABULARY.lines(updates(view, seat_entry.events, was_active))
        )
        self._active = shapes.active(shapes.game_of(view))
        return changed + VOCABULARY.lines(self._own(seat_entry))

    def _own(self, seat_entry: SeatEntry) -> Iterator[FromServer]:
        view = seat_entry.view
        assert view.you is not None
        player = view.seats[view.you].player
        if any(event["event"] == "TurnEnded" and event["seat"] == player for event in seat_entry.events):
            yield messages.EndTurn()
        yield from self._prompt(view)

    def _prompt(self, view: TableView) -> Iterator[FromServer]:
        prompt = None if self.midway else self._prompter.prompt(view)
        if prompt is not None:
            yield prompt


def own(view: TableView) -> str:
    assert view.you is not None
    return view.seats[view.you].name


def information(view: TableView, sentence: str) -> messages.InformationConnection:
    names = [seat.name for seat in view.seats]
    said = f"{sentence} {errors.who(view)}" if view.phase is Phase.OPEN else sentence
    return messages.InformationConnection(string=said, nickname=own(view), code=view.code, nicknames=names)


def ended(view: TableView) -> messages.GameEnded:
    result = view.result
    assert result is not None
    return messages.GameEnded(winners=[view.seats[seat].name for seat in result.winners], reason=result.why)


# ---------------------------------------------------------------- who is asked for what (002 §1.3, §1.4)


class Prompter:
    """Remembers what was asked, so that each thing is asked once: a request is not repeated after an error."""

    __slots__ = ("_effect", "_step")

    def __init__(self) -> None:
        self._step: tuple[int, State, int] | None = None
        self._effect: str | None = None

    def forget(self) -> None:
        """The client is shown everything anew."""
        self._step = self._effect = None

    def prompt(self, view: TableView) -> FromServer | None:
        """What to tell this seat now, if it has not been told."""
        if view.turn is None or view.game is None:
            return None
        mine = view.turn == view.you
        owed = shapes.owed(view.game)
        if owed is not None and state_of(view) in OWING:
            if self._effect == owed.c:
                return None
            self._effect = owed.c
            return character_request(shapes.CHARS.index(owed.c))
        self._effect = None
        state = STEPS.get(view.game.get("step", ""), State.ASSISTANT)
        limit = most_steps(view) if mine and state is State.MOTHER_NATURE else 0
        if self._step == (view.turn, state, limit):
            return None
        self._step = (view.turn, state, limit)
        if mine:
            return request(state, limit)
        return messages.InformationGame(string=DOES[state].format(name=view.seats[view.turn].name))


def character_request(number: int) -> messages.CharacterRequest:
    """The effect of a character has to be said."""
    return messages.CharacterRequest(c=shapes.CHARS[number], answers=MACHINE.awaited(OWED[number]))


def request(state: State, limit: int) -> FromServer:
    match state:
        case State.ASSISTANT:
            return messages.SelectAssistant()
        case State.STUDENTS:
            return messages.MoveStudentRequest()
        case State.MOTHER_NATURE:
            return messages.MoveMNRequest(max_steps=limit)
        case State.CLOUD:
            return messages.SelectCloud()
        case _:
            return messages.EndTurnRequest()


def most_steps(view: TableView) -> int:
    """How far the player who decides may send mother nature (§6.2, §11.4)."""
    game = shapes.game_of(view)
    assert view.turn is not None
    letter = SEAT_LETTERS[view.seats[view.turn].player or 0]
    messenger = shapes.active(game) == const.MESSENGER
    return reading.most_steps(game["assistants"][letter]) + (const.MESSENGER_STEPS if messenger else 0)


# ---------------------------------------------------------------- what has changed


@dataclass(slots=True)
class Touched:
    """The parts that changed. Players, clouds and sides are counted from 0, tiles and characters are numbers."""

    tiles: set[int] = field(default_factory=set)
    world: bool = False
    mother_nature: bool = False
    professors: bool = False
    coins: bool = False
    clouds: set[int] = field(default_factory=set)
    characters: set[int] = field(default_factory=set)
    players: set[int] = field(default_factory=set)
    everybody: bool = False
    sides: set[str] = field(default_factory=set)
    last_round: bool = False


def touched(events: Sequence[Event]) -> Touched:
    parts = Touched()
    for event in events:
        note = TOUCHES.get(event["event"])
        if note is not None:
            note(parts, event)
    return parts


def _seat(parts: Touched, event: Event) -> None:
    parts.players.add(event["seat"])


def _round(parts: Touched, event: Event) -> None:
    parts.everybody = True  # nobody has played an assistant yet


def _cloud(parts: Touched, event: Event) -> None:
    parts.clouds.add(event["cloud"] - 1)


def _cloud_taken(parts: Touched, event: Event) -> None:
    _cloud(parts, event)
    _seat(parts, event)


def _to_island(parts: Touched, event: Event) -> None:
    parts.tiles.add(event["tile"])
    if event["source"] == "entrance":
        _seat(parts, event)


def _professor(parts: Touched, event: Event) -> None:
    parts.professors = True


def _coins(parts: Touched, event: Event) -> None:
    parts.coins = True
    _seat(parts, event)


def _mother_nature(parts: Touched, event: Event) -> None:
    parts.mother_nature = True


def _towers(parts: Touched, event: Event) -> None:
    parts.tiles.add(event["tile"])
    parts.sides |= {event["tower"], event["former"]} - {None}


def _joined(parts: Touched, event: Event) -> None:
    parts.world = parts.mother_nature = True  # her index changes with the list


def _no_entry(parts: Touched, event: Event) -> None:
    parts.tiles.add(event["tile"])
    parts.characters.add(const.HERBALIST)


def _character(parts: Touched, event: Event) -> None:
    parts.characters.add(event["number"])


def _ignored(parts: Touched, event: Event) -> None:
    parts.characters.add(const.MUSHROOM_HUNTER)


def _last_round(parts: Touched, event: Event) -> None:
    parts.last_round = True


TOUCHES: dict[str, Callable[[Touched, Event], None]] = {
    "RoundStarted": _round,
    "CloudFilled": _cloud,
    "AssistantPlayed": _seat,
    "StudentToDining": _seat,
    "StudentToIsland": _to_island,
    "ProfessorMoved": _professor,
    "CoinsChanged": _coins,
    "MotherNatureMoved": _mother_nature,
    "TowersChanged": _towers,
    "IslandsJoined": _joined,
    "NoEntryPlaced": _no_entry,
    "NoEntryUsed": _no_entry,
    "CloudTaken": _cloud_taken,
    "CharacterPlayed": _character,
    "CharacterChanged": _character,
    "StudentsSwapped": _seat,
    "StudentsReturned": _seat,
    "ColourIgnored": _ignored,
    "LastRound": _last_round,
}


def updates(view: TableView, events: Sequence[Event], was_active: int | None) -> Iterator[FromServer]:
    """What everybody is told. `was_active` is the character that was active before."""
    parts = touched(events)
    game = shapes.game_of(view)
    if shapes.pairs(game):  # each is swapped as soon as it is chosen
        parts.characters.add(game["unfinished"]["action"]["number"])
        parts.players.add(SEAT_LETTERS.index(game["active"]))
    yield from _of_characters(game, parts)
    if parts.coins:
        yield messages.UpdateCoins(coins=game["supply"])
    yield from _of_islands(game, parts)
    if parts.professors:
        yield messages.UpdateProfs(profs=shapes.professors(view))
    for cloud in sorted(parts.clouds):
        yield messages.ReplaceCloud(cloud=shapes.cloud(game, cloud), index=cloud)
    for player in range(game["players"]):
        if parts.everybody or player in parts.players or _keeps_towers(game, player, parts.sides):
            yield messages.UpdatePlayer(player=shapes.player(view, player), index=player)
    yield from _of_activity(game, parts, was_active)
    yield messages.UpdateTurn(turn=shapes.turn(view))
    if parts.last_round:
        yield messages.GameMustEnd()


def _of_characters(game: Position, parts: Touched) -> Iterator[FromServer]:
    for index, number in enumerate(shapes.characters(game)):
        if number in parts.characters:
            yield messages.ReplaceCharacter(character=shapes.character(game, number), index=index)


def _of_activity(game: Position, parts: Touched, was_active: int | None) -> Iterator[FromServer]:
    """A character begins to be active when it is played, which `ReplaceCharacter` says; here it ceases to be."""
    if was_active is not None and was_active != shapes.active(game) and was_active not in parts.characters:
        yield messages.UpdateActiveCharacter(index=shapes.characters(game).index(was_active), active=False)


def _of_islands(game: Position, parts: Touched) -> Iterator[FromServer]:
    groups = reading.groups(game)
    if parts.world:
        yield messages.UpdateWorld(islands=shapes.world(game))
    else:
        for index, tiles in enumerate(groups):
            if not parts.tiles.isdisjoint(tiles):
                yield messages.UpdateIsland(island=shapes.island(game, tiles), index=index)
    if parts.mother_nature:
        yield messages.UpdateMN(index=shapes.position_of(groups, game["mother_nature"]))


def _keeps_towers(game: Position, player: int, sides: set[str]) -> bool:
    """Whether a player's board shows the towers of one of these sides: that of the first member of each."""
    return player < len(reading.sides(game)) and reading.sides(game)[player] in sides
