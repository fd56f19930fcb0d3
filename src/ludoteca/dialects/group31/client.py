"""The client's end: keeps what the server tells, answers what a client answers by itself, asks a person the rest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ludoteca import rules
from ludoteca.dialects.contract import Choice, Question
from ludoteca.house.options import PLAYERS
from ludoteca.house.seating import TOWERS as TOWERS_OF
from ludoteca.rules.eriantys.text import words

from . import asking, messages, reading_aloud
from .messages import FromServer
from .rebuilding import Picture
from .sentences import sentence
from .shapes import Member
from .spelling import Tower, Wizard
from .states import State
from .wire import read_told, write

ACKNOWLEDGED = write(messages.Acknowledgment())
WITH_BOTS = re.compile(r"([2-4])(e?) ([1-3])")


class Client:
    def __init__(self) -> None:
        self.state = State.OUTSIDE
        self.picture: Picture | None = None
        self.nickname = ""
        self.game_id = ""  # that was created or asked for last
        self.members: list[Member] = []
        self.players = 0
        self.chooser: str | None = None
        self.winners: list[str] | None = None
        self._passing_on = False  # the next player is about to be named
        self._rest = b""
        self._told: list[str] = []

    # ------------------------------------------------------------ from the server

    def receive(self, data: bytes) -> bytes:
        *lines, self._rest = (self._rest + data).split(b"\n")
        answer = b""
        for line in lines:
            told = read_told(line)
            said = sentence(told, self._current() or "", self._islands())
            if said:
                self._told.append(said)
            self._note(told)
            if isinstance(told, messages.GameStarted) and self.picture is not None:
                self._told += reading_aloud.table(self.picture.position, self.picture.nicknames)
            if isinstance(told, messages.Notification) and told.awaited:
                answer += ACKNOWLEDGED
        return answer

    def _current(self) -> str | None:
        return self.chooser if self.picture is None else self.picture.current_player

    def _islands(self) -> dict[int, str]:
        """How islands are called for a person: from 1 on, a group by its first and last."""
        if self.picture is None:
            return {}
        return {tile - 1: words.island(group) for group in self.picture.tiles.values() for tile in group}

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
                self.players = told.num_of_players
            case messages.NumPlayersChanged():
                self.players = told.new_num
            case messages.TowerChanged():
                self._dress(tower=told.tower)
            case messages.WizardChanged():
                self._dress(wizard=told.wizard)
            case messages.CurrentPlayerChanged() if self.picture is None:
                self.chooser = told.next_player
                self.state = State.LOBBY if told.next_player is None else State.CHOICES
            case messages.GameStarted():
                self.picture = Picture(told)
                self.state = State(told.table.phase)
            case messages.Winner():
                self.winners = [*(self.winners or []), told.nickname]
            case messages.GameEnded():
                self.winners = []
        # Notifications come one by one: whoever has played an assistant or taken a cloud still seems to be the one.
        if isinstance(told, messages.AssistantUsed | messages.StudentsTakenFromCloud):
            self._passing_on = True
        elif isinstance(told, messages.CurrentPlayerChanged | messages.GameStarted):
            self._passing_on = False
        if self.picture is not None:
            self.picture.apply(told)
            over = self.winners is not None
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
        self.picture = self.chooser = self.winners = None
        self.members = []

    # ------------------------------------------------------------ what is known

    @property
    def game(self) -> dict[str, Any] | None:
        return None if self.picture is None else self.picture.position

    @property
    def result(self) -> Sequence[str] | None:
        return self.winners

    def table(self) -> list[str]:
        return []

    def explained(self, word: str) -> list[str]:
        return []

    def told(self) -> list[str]:
        told, self._told = self._told, []
        return told

    # ------------------------------------------------------------ what is asked

    def question(self) -> Question | None:
        match self.state:
            case State.OUTSIDE:
                return self._outside()
            case State.LOBBY:
                return self._lobby()
            case State.CHOICES:
                return self._choices() if self.chooser == self.nickname else None
            case State.OVER:
                choice = Choice("x", "Leave", write(messages.Exit()))
                return Question("The game is over. Type x to leave.", [choice])
        assert self.picture is not None
        if self.picture.current_player != self.nickname or self._passing_on:
            return None
        try:
            return asking.question(self.picture.position, self._type)
        except rules.InvalidPosition:  # the rest of what a move has changed is on its way
            return None

    def _type(self, typed: str) -> bytes:
        """The table, when it is asked for; or a swap of several students."""
        if typed.strip().lower() == "t" and self.picture is not None:
            self._told += reading_aloud.table(self.picture.position, self.picture.nicknames)
        return asking.read_swap(typed)

    def _outside(self) -> Question:
        choices = [
            Choice(
                f"{number}{'e' if expert else ''}",
                f"Create {'an expert' if expert else 'a basic'} game for {number}",
                write(messages.CreateNewGame(num_of_players=number, want_expert=expert)),
            )
            for expert in (False, True)
            for number in PLAYERS["eriantys"]
        ]
        choices.append(Choice("j", "List the games that wait for players", write(messages.JoinGame())))
        if self.game_id:
            asked = f"Type a nickname to enter game {self.game_id}, or the id of another game and a nickname."
        else:
            asked = (
                "Create a game, or type the id of a game and a nickname to enter it. "
                "With bots: type 3e 1 for an expert game for three, one of them a bot."
            )
        return Question(asked, choices, self._enter)

    def _enter(self, typed: str) -> bytes:
        """A nickname, or the id of a game and a nickname, maybe with # and a secret; or a new game with bots."""
        with_bots = WITH_BOTS.fullmatch(typed.strip().lower())
        if with_bots is not None:
            number, expert, bots = with_bots.groups()
            return write(messages.CreateNewGame(num_of_players=int(number), want_expert=expert == "e", bots=int(bots)))
        head, hash_sign, secret = typed.strip().partition("#")
        game_id, _, nickname = head.rpartition(" ")
        if not nickname or not (game_id or self.game_id):
            return b""
        self.game_id = game_id.strip() or self.game_id
        self.nickname = nickname
        return write(messages.EnterGame(game_id=self.game_id, nickname=nickname + hash_sign + secret))

    def _lobby(self) -> Question:
        leave = messages.ExitFromGame(nickname=self.nickname)
        choices = [
            Choice(str(number), f"Make it a game for {number}", write(messages.ChangeNumPlayers(new_num=number)))
            for number in PLAYERS["eriantys"]
            if number >= len(self.members) and number != self.players
        ]
        choices.append(Choice("x", "Leave the game", write(leave)))
        if len(self.members) == self.players:
            choices.append(Choice("n", "Go on to the choice of towers and wizards", write(messages.NextPhase())))
            return Question("Everybody is there. Type n to go on.", choices)
        return Question(f"{self.players - len(self.members)} more must come. You can wait.", choices, can_wait=True)

    def _choices(self) -> Question:
        own = next(member for member in self.members if member.nickname == self.nickname)
        others = [member for member in self.members if member.nickname != self.nickname]
        share = 2 if self.players == 4 else 1
        towers = [Tower(word.upper()) for word in TOWERS_OF[self.players]]
        free = [tower for tower in towers if sum(other.tower is tower for other in others) < share]
        choices = [
            Choice(tower.lower(), f"Take the {tower.lower()} towers", write(messages.SetTower(tower=tower)))
            for tower in free
        ]
        choices += [
            Choice(wizard.lower(), f"Take wizard {wizard.number}", write(messages.SetWizard(wizard=wizard)))
            for wizard in Wizard
            if all(other.wizard is not wizard for other in others)
        ]
        if own.tower is None or own.wizard is None:
            return Question("Choose a tower colour and a wizard.", choices)
        choices.append(Choice("n", "Keep that", write(messages.NextPhase())))
        return Question(f"You have {own.tower.lower()} towers and wizard {own.wizard.number}. Keep that?", choices)
