"""The client's end: the whole view once, then part after part; and the table as a position of the notation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ludoteca.dialects.contract import Choice, Question
from ludoteca.dialects.eriantys.client import EriantysClient, with_bots
from ludoteca.dialects.eriantys.rebuild import Card, Island, School, Table
from ludoteca.dialects.eriantys.spelling import SWAPS, Action, Position, counted, unfinished
from ludoteca.house.before_play import NAME
from ludoteca.house.options import PLAYERS
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const

from . import actions, messages, shapes
from .messages import VOCABULARY, FromServer, LobbyShape, VirtualCharacter, VirtualIsland, VirtualPlayer, VirtualView
from .tell import DOES

NAME_WANTED = "What is your name? 1 to 20 of the characters A-Z a-z 0-9 . _ -"
OPENED = re.compile(r"open ([2-4]) (basic|expert) mage([1-4])(?: ([1-3]))?")
OPENING = [("open 2 basic mage1", "a table for 2 to 4, basic or expert, and your mage, 1 to 4")]
WITH_BOTS = ("open 3 expert mage1 1", "the same, with so many bots")
STATUS = {"SETUP": "waiting for players", "PLAYING": "playing", "PAUSE": "paused", "ENDED": "over"}


class Client(EriantysClient):
    def __init__(self) -> None:
        super().__init__()
        self.picture: Picture | None = None
        self._lobbies: Sequence[LobbyShape] | None = None  # until the first list of them has come
        self._seated = False

    @property
    def game(self) -> dict[str, Any] | None:
        return None if self.picture is None else self.picture.position()

    def _deciding(self) -> bool:
        return self.picture is not None and self.picture.turn.current == self.nickname

    def said(self, action: Action, position: Position) -> bytes:
        return VOCABULARY.lines(actions.said(action, position))

    # ------------------------------------------------------------ what came

    def _hear(self, line: bytes) -> bytes:
        message = self._understood(VOCABULARY, line)
        match message:
            case messages.Ping():
                self._news = False
                return VOCABULARY.line(messages.Pong())
            case messages.Welcome():
                self._lobbies = message.lobbies
                self._seated = False
                self._told += lobbies(message.lobbies)
                if self._winners is None:  # otherwise the last table may be looked at
                    self._leave()
            case messages.InformationConnection():
                self._seated = True
                self.nickname = message.nickname
                self._told.append(message.string)
                if self._winners is not None:
                    self._winners = None
                    self._leave()
            case messages.GameStart():
                self.picture = Picture(message.virtual_view)
                self.players = [player.nickname for player in self.picture.players]
                self._narrate(anew=True)
            case messages.GameEnded():
                self._end(message.winners)
            case messages.Error():
                self._told.append(f"Not possible: {message.string}")
            case messages.InformationGame() if not self._is_known(message.string):
                self._told.append(message.string)
            case messages.UpdatePlayer() if self.picture is None:
                self._told.append(f"{message.player.nickname} is at the table.")
            case FromServer() if self.picture is not None:
                self.picture.update(message)
                if isinstance(message, messages.UpdateTurn):
                    self._narrate()
        return b""

    def _is_known(self, sentence: str) -> bool:
        """Whose turn it is the table says as well."""
        current = None if self.picture is None else self.picture.turn.current
        return any(sentence == does.format(name=current) for does in DOES.values())

    def _leave(self) -> None:
        self.picture = None
        self._forget()

    # ------------------------------------------------------------ which table

    def _lobby(self) -> Question | None:
        if self._seated or self._lobbies is None:
            return None
        if not self.nickname:
            return Question(NAME_WANTED, free=self._typed)
        joining = list(self._tables_to_join(self._lobbies))
        words = f"Open a table or join one, {self.nickname}. Or type another name."
        patterns = [*OPENING, WITH_BOTS, *((choice.key, choice.words) for choice in joining)]
        return Question(words, [*self._tables_to_open(), *joining], self._typed, patterns=patterns)

    def _typed(self, text: str) -> bytes:
        """A secret may follow the name, after #: then only who knows it can come back to the seat."""
        opened = OPENED.fullmatch(text.lower())
        self._thought = False
        if opened is not None and self.nickname:
            players, mode, mage, bots = opened.groups()
            return self._opening(int(players), mode == "expert", int(mage), int(bots or 0)).lines
        if NAME.fullmatch(text.partition("#")[0]):
            self.nickname = text
        else:
            self._told.append("That cannot be a name. Take 1 to 20 of the characters A-Z a-z 0-9 . _ -")
        return b""

    def _opening(self, players: int, expert: bool, mage: int, bots: int = 0) -> Choice:
        message = messages.GameParams(
            num_players=players, expert=expert, nickname=self.nickname, mage=shapes.MAGES[mage], bots=bots
        )
        key = f"open {players} {'expert' if expert else 'basic'} mage{mage}"
        return Choice(key, f"Open {with_bots(players, bots, expert)}, as mage {mage}", VOCABULARY.line(message))

    def _tables_to_open(self) -> Iterator[Choice]:
        for players in PLAYERS["eriantys"]:
            for expert in (False, True):
                yield from (self._opening(players, expert, mage) for mage in range(1, 5))

    def _tables_to_join(self, shown: Sequence[LobbyShape]) -> Iterator[Choice]:
        name = self.nickname.partition("#")[0]
        for lobby in shown:
            back = name in lobby.nicknames
            if not back and (lobby.game_status != "SETUP" or len(lobby.nicknames) >= lobby.num_players):
                continue
            mages = shapes.MAGES[1:2] if back else [mage for mage in shapes.MAGES[1:] if mage not in lobby.mages]
            for mage in mages:
                index = lobby.lobby_index
                line = VOCABULARY.line(messages.Join(nickname=self.nickname, mage=mage, index=index))
                key = f"join {index}" if back else f"join {index} {mage.lower()}"
                yield Choice(key, f"Come back to lobby {index}" if back else f"Join lobby {index} as {mage}", line)


def lobbies(shown: Sequence[LobbyShape]) -> Iterator[str]:
    if not shown:
        yield "There is no table yet."
    for lobby in shown:
        names = ", ".join(lobby.nicknames) or "nobody"
        yield (
            f"Lobby {lobby.lobby_index}, {STATUS[lobby.game_status]}: {names}; {len(lobby.nicknames)} of "
            f"{lobby.num_players}, {'expert' if lobby.mode else 'basic'} game, code {lobby.code}."
        )


# ---------------------------------------------------------------- the table


class Picture:
    """What the client has been shown."""

    def __init__(self, view: VirtualView) -> None:
        self.world = list(view.virtual_world)
        self.players = list(view.virtual_players)
        self.clouds = list(view.virtual_clouds)
        self.professors = view.virtual_profs
        self.characters = list(view.virtual_characters)
        self.coins = view.virtual_coins
        self.mother_nature = view.mn_pos
        self.turn = view.virtual_turn

    def update(self, message: FromServer) -> None:
        """Put in a part that has changed."""
        match message:
            case messages.UpdateIsland():
                self.world[message.index] = message.island
            case messages.UpdateWorld():
                self.world = list(message.islands)
            case messages.UpdateMN():
                self.mother_nature = message.index
            case messages.UpdateProfs():
                self.professors = message.profs
            case messages.UpdatePlayer():
                self.players[message.index] = message.player
            case messages.UpdateCoins():
                self.coins = message.coins
            case messages.ReplaceCloud():
                self.clouds[message.index] = message.cloud
            case messages.ReplaceCharacter():
                self.characters[message.index] = message.character
            case messages.UpdateActiveCharacter():
                before = self.characters[message.index]
                color = before.color if message.active else None  # what CHAR9 ignored counts again
                self.characters[message.index] = msgspec.structs.replace(before, active=message.active, color=color)
            case messages.UpdateTurn():
                self.turn = message.turn

    def position(self) -> dict[str, Any]:
        """As `TableView.game` has it."""
        turn = self.turn
        effect: dict[str, Any] | None = None
        for character in self.characters:
            if character.active and turn.owed is None:
                effect = {"number": number_of(character.c)}
                if character.color is not None:
                    effect["colour"] = character.color.lower()
        table = Table(
            schools=[self._school(player) for player in self.players],
            islands=[island_of(island) for island in self.world],
            mother_nature=self.world[self.mother_nature].tiles[0] + 1,
            clouds=[counted(cloud.students) for cloud in self.clouds],
            phase=turn.phase.lower(),
            step=None if turn.step is None else turn.step.lower(),
            moved=turn.moved,
            first=self._letter(turn.first_player),
            order=[self._letter(nickname) for nickname in turn.order],
            active=None if turn.current is None else self._letter(turn.current),
            bag=turn.bag,
            draws=turn.draws,
            expert=turn.expert,
            last_round=turn.last_round,
            clouds_short=turn.clouds_short,
            characters={number_of(character.c): card_of(character) for character in self.characters},
            effect=effect,
            character_used=turn.character_used,
            supply=self.coins,
        )
        if turn.owed is not None:
            number, chosen = number_of(turn.owed.c), [color.lower() for color in turn.owed.chosen]
            table.unfinished = unfinished(number, chosen)
            if number in SWAPS and table.active is not None:
                unswap(table, number, table.schools[SEAT_LETTERS.index(table.active)], chosen)
        return table.position()

    def _letter(self, nickname: str) -> str:
        return SEAT_LETTERS[[player.nickname for player in self.players].index(nickname)]

    def _school(self, player: VirtualPlayer) -> School:
        played = player.virtual_last_assistant
        return School(
            entrance=counted(player.virtual_board.entrance),
            dining={color.lower(): count for color, count in player.virtual_board.hall.items() if count},
            professors=[color.lower() for color, holder in self.professors.items() if holder == player.nickname],
            hand=[card.turn for card in player.virtual_hand.cards],
            assistant=None if played is None else played.turn,
            coins=player.virtual_coins,
        )


def unswap(table: Table, number: int, school: School, chosen: Sequence[str]) -> None:
    """Pairs of a swap are shown as soon as they are chosen; for the rules they are swapped when it ends."""
    for first, second in zip(chosen[0::2], chosen[1::2], strict=False):
        if number == const.JESTER:
            card = table.characters[number]
            card.students = shapes.changed(card.students or {}, second, first)
            school.entrance = shapes.changed(school.entrance, first, second)
        else:
            school.entrance = shapes.changed(school.entrance, second, first)
            school.dining = shapes.changed(school.dining, first, second)


def number_of(c: str) -> int:
    return int(c.removeprefix("CHAR"))


def island_of(island: VirtualIsland) -> Island:
    tower = island.towers[0].lower() if island.towers else None
    return Island([tile + 1 for tile in island.tiles], counted(island.students), tower, island.no_entry)


def card_of(character: VirtualCharacter) -> Card:
    students = None if character.students is None else counted(character.students)
    return Card(character.already_played, students, character.no_entry)
