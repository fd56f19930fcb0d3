"""The client's end: the position of a game, rebuilt from notifications alone; acknowledges, tells, asks."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from itertools import chain, zip_longest
from typing import Any

from ludoteca.dialects.contract import Choice, Question
from ludoteca.dialects.eriantys.client import PAUSED, EriantysClient
from ludoteca.dialects.eriantys.rebuild import Card, Island, School, Table
from ludoteca.dialects.eriantys.spelling import (
    COLOURS,
    ON_THE_CARD,
    TOWERS,
    Action,
    Colour,
    Position,
    Tower,
    counted,
    unfinished,
)
from ludoteca.house.options import PLAYERS
from ludoteca.house.seating import TOWERS as TOWERS_OF
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import reading

from . import actions, messages
from .errors import PROBLEMS
from .machine import State
from .messages import VOCABULARY, CardUse, FromServer, GameTable, Member, Player, Wizard
from .shapes import WIZARDS

ACKNOWLEDGED = VOCABULARY.line(messages.Acknowledgment())
WITH_BOTS = re.compile(r"([2-4])(e?) ([1-3])")
PATTERNS = [
    ("2", "a new game for 2, 3 or 4"),
    ("2e", "the same as an expert game"),
    ("3e 1", "with so many bots"),
    ("j", "the games that wait for players"),
    ("KDTWPQ Ada", "enter the game with that id, under that nickname; #secret may follow"),
]
WITH_STUDENTS = (*ON_THE_CARD, const.JESTER)
REASONS = {
    "last_tower": "the last tower is built",
    "few_groups": "only three groups of islands are left",
    "bag_empty": "the bag is empty",
    "no_assistants": "the assistants are all played",
    "alone": "nobody else is left",
    "resigned": "the others have given up",
    "agreed": "everybody agreed to end it",
    "closed": "the table was closed",
}


class Client(EriantysClient):
    def __init__(self) -> None:
        super().__init__()
        self.state = State.OUTSIDE
        self.picture: Picture | None = None
        self.game_id = ""  # that was created or asked for last
        self.members: list[Member] = []
        self.seats = 0  # of the game that was entered
        self.chooser: str | None = None
        self._passing_on = False  # the next player is about to be named

    @property
    def game(self) -> dict[str, Any] | None:
        return None if self.picture is None else self.picture.position

    def _deciding(self) -> bool:
        return self.picture is not None and self.picture.current_player == self.nickname and not self._passing_on

    def said(self, action: Action, position: Position) -> bytes:
        return VOCABULARY.line(actions.request_of(action))

    # ------------------------------------------------------------ from the server

    def _hear(self, line: bytes) -> bytes:
        told = self._understood(VOCABULARY, line)
        if told is None:
            return b""
        self._note(told)
        if isinstance(told, messages.PlayerPresenceChanged):
            self._heard_of(told)
        elif self.picture is None or isinstance(told, messages.Refusal):
            said = sentence(told, self.chooser or "")
            self._told += [said] if said else []
        elif isinstance(told, messages.GameStarted):
            self._narrate_copy(anew=True)
        elif isinstance(told, messages.Notification) and not isinstance(told, messages.Winner | messages.GameEnded):
            self._narrate_copy()
        return ACKNOWLEDGED if isinstance(told, messages.Notification) and told.awaited else b""

    def _narrate_copy(self, anew: bool = False) -> None:
        """The table goes on changing in its place, so what was told is kept as a copy."""
        self._narrate(anew)
        self._narrated = copy.deepcopy(self._narrated)

    def _heard_of(self, told: messages.PlayerPresenceChanged) -> None:
        if told.stand_in:
            self._stood_in(told.nickname)
        else:
            self._presence(told.nickname, told.connected)
        if told.paused:
            self._told.append(PAUSED)

    def _note(self, told: FromServer) -> None:
        match told:
            case messages.GameCreated():
                self.game_id = told.game_id
            case messages.GameEntered():
                self.state = State.LOBBY
            case messages.ExitGameSuccess():
                self._leave()
            case messages.PlayersChanged():
                self.members = list(told.players)
                self.seats = told.num_of_players
            case messages.NumPlayersChanged():
                self.seats = told.new_num
            case messages.TowerChanged():
                self._dress(tower=told.tower)
            case messages.WizardChanged():
                self._dress(wizard=told.wizard)
            case messages.CurrentPlayerChanged() if self.picture is None:
                self.chooser = told.next_player
                self.state = State.LOBBY if told.next_player is None else State.CHOICES
            case messages.GameStarted():
                self.picture = Picture(told)
                self.players = self.picture.nicknames
            case messages.Winner():
                self._end([*(self._winners or []), told.nickname], REASONS.get(told.reason, told.reason))
            case messages.GameEnded():
                self._end([], REASONS.get(told.reason, told.reason))
        # Notifications come one by one: whoever has played an assistant or taken a cloud still seems to be the one.
        if isinstance(told, messages.AssistantUsed | messages.StudentsTakenFromCloud):
            self._passing_on = True
        elif isinstance(told, messages.CurrentPlayerChanged | messages.GameStarted):
            self._passing_on = False
        if self.picture is not None:
            self.picture.apply(told)
            over = self._winners is not None
            self.state = State.OVER if over else State(self.picture.position["phase"])

    def _dress(self, tower: Tower | None = None, wizard: Wizard | None = None) -> None:
        self.members = [
            Member(nickname=member.nickname, tower=tower or member.tower, wizard=wizard or member.wizard)
            if member.nickname == self.chooser
            else member
            for member in self.members
        ]

    def _leave(self) -> None:
        self.state = State.OUTSIDE
        self.picture = self.chooser = self._winners = None
        self.members = []
        self._forget()

    # ------------------------------------------------------------ what is asked outside of a game

    def _lobby(self) -> Question | None:
        match self.state:
            case State.OUTSIDE:
                return self._outside()
            case State.LOBBY:
                return self._waiting()
            case State.CHOICES:
                return self._choices() if self.chooser == self.nickname else None
        choice = Choice("x", "Leave", VOCABULARY.line(messages.Exit()))
        return Question("The game is over. Type x to leave.", [choice])

    def _outside(self) -> Question:
        choices = [
            Choice(
                f"{number}{'e' if expert else ''}",
                f"Create {'an expert' if expert else 'a basic'} game for {number}",
                VOCABULARY.line(messages.CreateNewGame(num_of_players=number, want_expert=expert)),
            )
            for expert in (False, True)
            for number in PLAYERS["eriantys"]
        ]
        choices.append(Choice("j", "List the games that wait for players", VOCABULARY.line(messages.JoinGame())))
        if self.game_id:
            asked = f"Type a nickname to enter game {self.game_id}, or the id of another game and a nickname."
        else:
            asked = "Create a game, or type the id of a game and a nickname to enter it."
        return Question(asked, choices, self._enter, patterns=PATTERNS)

    def _enter(self, typed: str) -> bytes:
        """A nickname, or the id of a game and a nickname, maybe with # and a secret; or a new game with bots."""
        with_bots = WITH_BOTS.fullmatch(typed.strip().lower())
        if with_bots is not None:
            number, expert, bots = with_bots.groups()
            return VOCABULARY.line(
                messages.CreateNewGame(num_of_players=int(number), want_expert=expert == "e", bots=int(bots))
            )
        head, hash_sign, secret = typed.strip().partition("#")
        game_id, _, nickname = head.rpartition(" ")
        if not nickname or not (game_id or self.game_id):
            return b""
        self.game_id = game_id.strip() or self.game_id
        self.nickname = nickname
        return VOCABULARY.line(messages.EnterGame(game_id=self.game_id, nickname=nickname + hash_sign + secret))

    def _waiting(self) -> Question:
        leave = messages.ExitFromGame(nickname=self.nickname)
        choices = [
            Choice(
                str(number), f"Make it a game for {number}", VOCABULARY.line(messages.ChangeNumPlayers(new_num=number))
            )
            for number in PLAYERS["eriantys"]
            if number >= len(self.members) and number != self.seats
        ]
        choices.append(Choice("x", "Leave the game", VOCABULARY.line(leave)))
        if len(self.members) == self.seats:
            choices.append(
                Choice("n", "Go on to the choice of towers and wizards", VOCABULARY.line(messages.NextPhase()))
            )
            return Question("Everybody is there. Type n to go on.", choices)
        return Question(f"{self.seats - len(self.members)} more must come. You can wait.", choices, can_wait=True)

    def _choices(self) -> Question:
        own = next(member for member in self.members if member.nickname == self.nickname)
        others = [member for member in self.members if member.nickname != self.nickname]
        share = 2 if self.seats == 4 else 1
        towers = [TOWERS[word] for word in TOWERS_OF[self.seats]]
        free = [tower for tower in towers if sum(other.tower == tower for other in others) < share]
        choices = [
            Choice(tower.lower(), f"Take the {tower.lower()} towers", VOCABULARY.line(messages.SetTower(tower=tower)))
            for tower in free
        ]
        choices += [
            Choice(wizard.lower(), f"Take wizard {wizard[1]}", VOCABULARY.line(messages.SetWizard(wizard=wizard)))
            for wizard in WIZARDS.values()
            if all(other.wizard != wizard for other in others)
        ]
        if own.tower is None or own.wizard is None:
            return Question("Choose a tower colour and a wizard.", choices)
        choices.append(Choice("n", "Keep that", VOCABULARY.line(messages.NextPhase())))
        return Question(f"You have {own.tower.lower()} towers and wizard {own.wizard[1]}. Keep that?", choices)


def sentence(told: FromServer, who: str) -> str:
    """What a message before the game means for a person; `who` chooses tower and wizard."""
    if isinstance(told, messages.Refusal):
        return PROBLEMS[type(told)]
    match told:
        case messages.PossibleGames(game_ids=[]):
            return "No game waits for players."
        case messages.PossibleGames():
            return f"Games that wait for players: {', '.join(told.game_ids)}."
        case messages.GameEntered():
            return "You have a place at the game."
        case messages.ExitGameSuccess():
            return "You have left the game."
        case messages.GameCreated():
            return f"The game is {told.game_id}. Tell the others."
        case messages.PlayersChanged():
            mode = "expert" if told.want_expert else "basic"
            names = ", ".join(member.nickname for member in told.players) or "nobody"
            return f"At the table ({mode}, {len(told.players)} of {told.num_of_players}): {names}."
        case messages.NumPlayersChanged():
            return f"The game is for {told.new_num} players now."
        case messages.TowerChanged():
            return f"{who} takes the {told.tower.lower()} towers."
        case messages.WizardChanged():
            return f"{who} takes wizard {told.wizard[1]}."
        case messages.CurrentPlayerChanged(phase="choices"):
            return f"{told.next_player} chooses tower and wizard."
        case messages.CurrentPlayerChanged(phase="planning"):
            return f"{told.next_player} plays an assistant."
        case messages.CurrentPlayerChanged(next_player=None):
            return "Nobody chooses any more: somebody has left."
        case messages.CurrentPlayerChanged():
            return f"It is {told.next_player}'s turn."
    return ""


# ---------------------------------------------------------------- the table

LASTING = (2, 4, 6, 8, 9)  # characters whose effect lasts until the end of the turn
AT_THE_END_OF_A_TURN = ("bag_empty", "no_assistants")


class Picture:
    """A game as a client knows it."""

    def __init__(self, started: messages.GameStarted) -> None:
        self.nicknames = [player.nickname for player in started.players]
        self.towers_left = {player.tower: player.towers_left for player in started.players}
        self.position = position_of(started.table, started.players)
        # The tiles of each group, clockwise, by the islandID under which the server speaks of it.
        self.tiles = {island.island_id: [tile + 1 for tile in island.tiles] for island in started.table.islands}

    # ------------------------------------------------------------ where things are

    def letter(self, nickname: str) -> str:
        return SEAT_LETTERS[self.nicknames.index(nickname)]

    def board(self, nickname: str) -> dict[str, Any]:
        found: dict[str, Any] = self.position["boards"][self.letter(nickname)]
        return found

    @property
    def own_board(self) -> dict[str, Any]:
        """That of the current player."""
        found: dict[str, Any] = self.position["boards"][self.position["active"]]
        return found

    @property
    def current_player(self) -> str | None:
        active = self.position.get("active")
        return None if active is None else self.nicknames[SEAT_LETTERS.index(active)]

    def island(self, island_id: int) -> dict[str, Any]:
        found: dict[str, Any] = self.position["islands"][str(self.group(island_id)[0])]
        return found

    def group(self, island_id: int) -> list[int]:
        """The tiles of the island known by this id."""
        return self.tiles[island_id]

    # ------------------------------------------------------------ notifications

    def apply(self, told: FromServer) -> None:
        match told:
            case messages.CurrentPlayerChanged():
                self._turn(told)
            case messages.AssistantUsed():
                self._assistant(told.assistant)
            case messages.StudentToIslandMoved():
                self._leave_entrance(told.student)
                add(self.island(told.island_id)["students"], told.student)
                self._moved()
            case messages.StudentToDiningRoomMoved():
                self._leave_entrance(told.student)
                add(self.own_board["dining"], told.student)
                self._moved()
            case messages.ChangeProfessor():
                self.board(told.nickname)["professors"] = [colour.lower() for colour in told.professor_list]
            case messages.MotherNatureMoved():
                self.position["mother_nature"] = reading.destination(self.position, told.positions)[0]
                self._step("end" if self.position["clouds_short"] else "cloud")
            case messages.TowerOnIslandChanged():
                self.island(told.island_id)["tower"] = told.new_tower.lower()
            case messages.IslandsUnified():
                self._unify(told.island_id1, told.island_id2)
            case messages.StudentsTakenFromCloud():
                self._take_cloud(told.cloud_id)
            case messages.CloudFilled():
                self._fill(told)
            case messages.LastRound():
                self.position["last_round"] = True
            case messages.Winner():
                self._end(told.reason)
            case _:
                self._apply_added(told)

    def _apply_added(self, told: FromServer) -> None:
        match told:
            case messages.CharacterCardUsed():
                self._use(told)
            case messages.CoinsChanged():
                self.board(told.nickname)["coins"] = told.coins
                self.position["supply"] = told.supply
            case messages.CharacterCardChanged():
                self.position["characters"][str(told.character)] = character(told).noted()
                self.position |= {"bag": told.bag, "draws": told.draws}
            case messages.NoEntryTilesChanged():
                self._no_entry(told.island_id, told.no_entry_tiles)
            case messages.EntranceChanged():
                self.board(told.nickname)["entrance"] = counted(told.students)
            case messages.DiningRoomChanged():
                self.board(told.nickname)["dining"] = dining(told.dining_room)
            case messages.StudentsOnIslandChanged():
                self.island(told.island_id)["students"] = counted(told.students)
            case messages.TowersLeftChanged():
                self.towers_left[told.tower] = told.towers_left

    # ------------------------------------------------------------ the course of the game

    def _turn(self, told: messages.CurrentPlayerChanged) -> None:
        assert told.next_player is not None
        active = self.letter(told.next_player)
        position = self.position
        if (active, told.phase) == (position.get("active"), position["phase"]):
            return  # after `GameStarted`, which has said it
        self._end_turn()
        if told.phase == "planning":
            if position["phase"] != "planning":
                for member in ("step", "moved", "assistants", "order"):
                    position.pop(member, None)
                position |= {"first_player": active, "played": []}
        elif position["phase"] == "planning":  # everybody has played an assistant
            played = position["played"]
            position |= {"played": [], "assistants": dict(played)}
            position["order"] = [letter for letter, _ in sorted(played, key=lambda pair: pair[1])]
        position |= {"phase": told.phase, "active": active}
        if told.step is not None:
            self._step(told.step)

    def _step(self, step: str) -> None:
        self.position["step"] = step
        self.position.pop("moved", None)
        if step == "students":
            self.position["moved"] = 0

    def _end_turn(self) -> None:
        if self.position["expert"]:
            self.position |= {"active_character": None, "character_used": False}

    def _assistant(self, value: int) -> None:
        active = self.position["active"]
        self.position["hands"][active].remove(value)
        self.position["played"].append([active, value])

    def _leave_entrance(self, student: Colour) -> None:
        entrance = self.own_board["entrance"]
        word = student.lower()
        entrance[word] -= 1
        if not entrance[word]:
            del entrance[word]

    def _moved(self) -> None:
        moved = self.position["moved"] + 1
        if moved == per_turn(self.position):
            self._step("mother_nature")
        else:
            self.position["moved"] = moved

    def _take_cloud(self, cloud: int) -> None:
        students = self.position["clouds"][cloud]
        self.position["clouds"][cloud] = {}
        entrance = self.own_board["entrance"]
        for word, count in students.items():
            entrance[word] = entrance.get(word, 0) + count

    def _fill(self, told: messages.CloudFilled) -> None:
        if told.cloud_id == 0:
            self.position["clouds_short"] = False
        self.position["clouds"][told.cloud_id] = counted(told.students)
        self.position["clouds_short"] |= len(told.students) < per_turn(self.position)
        self.position |= {"bag": told.bag, "draws": told.draws}

    def _end(self, reason: str) -> None:
        """The rules have ended the game. When people end it, the table stays as it is."""
        if reason not in ("alone", "resigned"):
            if reason in AT_THE_END_OF_A_TURN:
                self._end_turn()
            for member in ("step", "moved", "active"):
                self.position.pop(member, None)
            self.position["phase"] = "over"

    # ------------------------------------------------------------ islands

    def _unify(self, stays: int, goes: int) -> None:
        position = self.position
        one, other = self.tiles[stays], self.tiles.pop(goes)
        islands = position["islands"]
        here, there = islands.pop(str(one[0])), islands.pop(str(other[0]))
        for word, count in there["students"].items():
            here["students"][word] = here["students"].get(word, 0) + count
        if "no_entry" in there:
            here["no_entry"] = here.get("no_entry", 0) + there["no_entry"]
        whole = [*one, *other] if one[-1] % const.ISLANDS + 1 == other[0] else [*other, *one]
        self.tiles[stays] = whole
        islands[str(whole[0])] = here
        position["groups"] = sorted(group for group in self.tiles.values() if len(group) > 1)
        if position["mother_nature"] in whole:
            position["mother_nature"] = whole[0]

    def _no_entry(self, island_id: int, count: int) -> None:
        island = self.island(island_id)
        island.pop("no_entry", None)
        if count:
            island["no_entry"] = count

    # ------------------------------------------------------------ characters

    def _use(self, told: messages.CharacterCardUsed) -> None:
        position = self.position
        position["character_used"] = True
        position.pop("unfinished", None)
        if not told.finished:
            position["unfinished"] = half_used(told)
        elif told.character in LASTING:
            position["active_character"] = active(told.character, told.student)


def position_of(table: GameTable, players: Sequence[Player]) -> dict[str, Any]:
    """The shapes of `GameStarted` as a position of the notation."""
    letters = {player.nickname: SEAT_LETTERS[place] for place, player in enumerate(players)}
    effect = table.active_character
    return Table(
        schools=[school(player) for player in players],
        islands=[
            Island([tile + 1 for tile in each.tiles], counted(each.students), lower(each.tower), each.no_entry_tiles)
            for each in table.islands
        ],
        mother_nature=table.mother_nature + 1,
        clouds=[counted(cloud.students) for cloud in table.clouds],
        phase=table.phase,
        step=table.step,
        moved=table.moved,
        first=letters[table.first_player],
        order=[letters[nickname] for nickname in table.order],
        active=None if table.current_player is None else letters[table.current_player],
        bag=table.bag,
        draws=table.draws,
        expert=table.expert,
        last_round=table.last_round,
        clouds_short=table.clouds_short,
        characters={card.character: character(card) for card in table.characters},
        effect=None if effect is None else active(effect.character, effect.student),
        character_used=table.character_used,
        supply=table.coins,
        unfinished=None if table.unfinished is None else half_used(table.unfinished),
    ).position()


def lower(word: str | None) -> str | None:
    return None if word is None else word.lower()


def school(player: Player) -> School:
    return School(
        entrance=counted(player.entrance),
        dining=dining(player.dining_room),
        professors=[colour.lower() for colour in player.professors],
        hand=list(player.assistants),
        assistant=player.last_assistant,
        coins=player.coins,
    )


def character(card: messages.CharacterCard | messages.CharacterCardChanged) -> Card:
    students = counted(card.students) if card.character in WITH_STUDENTS else None
    return Card(card.used, students, card.no_entry_tiles if card.character == const.HERBALIST else None)


def active(number: int, student: Colour | None) -> dict[str, Any]:
    return {"number": number} if student is None else {"number": number, "colour": student.lower()}


def half_used(use: CardUse | messages.CharacterCardUsed) -> dict[str, Any]:
    pairs = zip_longest(use.students_from, use.students_to)
    chosen = [use.student, *chain.from_iterable(pairs)]
    return unfinished(use.character, [colour.lower() for colour in chosen if colour is not None])


def dining(room: Mapping[Colour, int]) -> dict[str, int]:
    return {word: room[colour] for word, colour in COLOURS.items() if room.get(colour)}


def add(students: dict[str, int], student: Colour) -> None:
    students[student.lower()] = students.get(student.lower(), 0) + 1


def per_turn(position: Position) -> int:
    """How many students are moved in a turn, and lie on a full cloud."""
    return 4 if position["players"] == 3 else 3
