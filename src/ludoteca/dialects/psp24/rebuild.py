"""The client's end: it knows what the messages say and nothing else; the table from `newView`, in the notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import Any

from ludoteca.dialects.contract import Choice, Question
from ludoteca.dialects.eriantys.client import PAUSED, EriantysClient
from ludoteca.dialects.eriantys.rebuild import Card, Island, School, Table
from ludoteca.dialects.eriantys.spelling import ON_THE_CARD, Action, Position, counted, unfinished
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names

from . import actions, messages
from .machine import State
from .messages import VOCABULARY, FromServer, Player, View
from .tell import SEEDS, STEPS

STEP_NAMED = {said: step for step, said in STEPS.items()}
WITH_STUDENTS = (*ON_THE_CARD, const.JESTER)
NICKNAME_WANTED = "What is your nickname? name, name@CODE for a certain table, each also with #secret."


class Client(EriantysClient):
    def __init__(self) -> None:
        super().__init__()
        self._state = State.NAMELESS  # as far as a client can tell: nameless, named, in the lobby, listening, over
        self._before: FromServer | None = None  # what is asked before the game
        self._shown: View | None = None
        self._game: dict[str, Any] | None = None

    @property
    def game(self) -> dict[str, Any] | None:
        return self._game

    # ------------------------------------------------------------ what came

    def _hear(self, line: bytes) -> bytes:
        message = VOCABULARY.read_told(line)
        match message:
            case messages.Ack():
                return self._accepted(message)
            case messages.Nack():
                self._told.append(message.reason.sentence)
                if self._state is State.NAMED:  # somebody else was faster: the nickname is asked for again
                    self._state = State.NAMELESS
            case messages.RenderView():
                self._see(message.new_view)
            case messages.NotifyInfluenceResult():
                self._told.append(influence(message))
            case messages.AnnounceResult():
                self._state = State.OVER
                self._end(message.winners)
            case messages.MovedToLobby():
                self._told += [message.reason.sentence, f"The code of that table is {message.code}."]
                self._before = None
            case messages.RemovedFromLobby():
                self._told.append(message.reason.sentence)
                self._state, self._before, self._game = State.NAMELESS, None, None
                self._forget()
            case None:
                pass
            case _:
                self._before = message
        return b""

    def _accepted(self, ack: messages.Ack) -> bytes:
        if self._state is State.NAMELESS:
            self._state = State.NAMED
            return VOCABULARY.line(messages.JoinLobby())
        if self._state is State.NAMED:
            self._state = State.LOBBY
            self.nickname = ack.nickname or ""
            self._told.append(f"You sit at the table {ack.code} as {ack.nickname}. Others come by name@{ack.code}.")
        elif self._state is State.LOBBY:  # to what was asked before the game
            self._before = None
        else:  # in the game: what came of it follows
            self._news = False
        return b""

    def _see(self, shown: View) -> None:
        before, self._shown = self._shown, shown
        letters = letters_of(shown.players)
        self.players = sorted(letters, key=lambda nickname: letters[nickname])
        self._game = game(shown)
        self._state = State.LISTENING if self._state is not State.OVER else State.OVER
        self._narrate()
        for old, new in zip(before.players if before else (), shown.players, strict=False):
            if new.connected != old.connected:
                self._presence(new.nickname, new.connected)
            if new.stand_in and not old.stand_in:
                self._stood_in(new.nickname)
        if shown.paused and not (before and before.paused):
            self._told.append(PAUSED)

    # ------------------------------------------------------------ what is asked

    def _lobby(self) -> Question | None:
        match self._state:
            case State.NAMELESS:
                return Question(NICKNAME_WANTED, free=lambda typed: said(messages.Nickname(typed.strip())))
            case State.LOBBY if self._before is not None:
                return before_the_game(self._before)
            case State.OVER:
                return Question("The game is over.", [Choice("q", "Leave", said(messages.CloseSocket()))])
        return None

    def _deciding(self) -> bool:
        shown = self._shown
        if shown is None or shown.current_player != self.nickname or shown.paused:
            return False
        return all(player.stand_in is None for player in shown.players if player.nickname == self.nickname)

    def said(self, action: Action, position: Position) -> bytes:
        return VOCABULARY.lines(actions.said(action, position))


def said(message: messages.FromClient) -> bytes:
    return VOCABULARY.line(message)


def influence(result: messages.NotifyInfluenceResult) -> str:
    where = f"island {result.island_index + 1}"
    if not result.influence:
        return f"A no-entry tile on {where} is used up. Nothing else happens."
    shares = ", ".join(f"{name} {count}" for name, count in result.influence.items())
    return f"Influence on {where}: {shares}. {result.winner or 'Nobody'} has most."


def before_the_game(asked: FromServer) -> Question | None:
    match asked:
        case messages.AskNumPlayer():
            choices = [Choice(str(n), f"{n} players", said(messages.SetNumPlayer(n))) for n in (2, 3, 4)]
            patterns = [("3", "so many players"), ("3 1", "so many players, and how many of them are bots")]
            return Question("How many play?", choices, said_players, patterns=patterns)
        case messages.AskExpertsVariant():
            answers = (("y", "Yes", True), ("n", "No", False))
            choices = [Choice(key, words, said(messages.SetExpertsVariant(yes))) for key, words, yes in answers]
            return Question("With characters and coins, the expert game?", choices)
        case messages.AskAssistantSeed():
            choices = [
                Choice(seed[-1], f"Deck {seed[-1]}", said(messages.SetAssistantSeed(seed)))
                for seed in SEEDS
                if seed in asked.seeds
            ]
            return Question("Which deck of assistants?", choices)
    return None


def said_players(typed: str) -> bytes:
    """`players bots`; what is no number is sent as 0, which the server refuses with the reason."""
    numbers = [int(part) if part.isdecimal() else 0 for part in typed.split()[:2]]
    players, bots = (*numbers, 0, 0)[:2]
    return said(messages.SetNumPlayer(players, bots))


# ---------------------------------------------------------------- the table


def game(shown: View) -> dict[str, Any]:
    letters = letters_of(shown.players)
    effect = shown.active_character
    active: dict[str, Any] | None = None
    if effect is not None:
        active = {"number": effect.character} | ({"colour": effect.colour.lower()} if effect.colour else {})
    return Table(
        schools=[school(player) for player in sorted(shown.players, key=lambda each: letters[each.nickname])],
        islands=[
            Island([tile + 1 for tile in each.tiles], counted(each.students), lower(each.tower), each.no_entry_tiles)
            for each in shown.islands
        ],
        mother_nature=shown.mother_nature + 1,
        clouds=[counted(cloud.students) for cloud in shown.clouds],
        phase=shown.phase,
        step=None if shown.step is None else STEP_NAMED[shown.step],
        moved=shown.students_moved or 0,
        first=letters[shown.first_player],
        order=[letters[nickname] for nickname in shown.order],
        active=None if shown.current_player is None else letters[shown.current_player],
        bag=shown.bag,
        draws=shown.draws,
        expert=shown.expert,
        last_round=shown.last_round,
        clouds_short=shown.clouds_short,
        characters={card.character: character(card) for card in shown.characters},
        effect=active,
        character_used=shown.character_used,
        supply=shown.coins,
        unfinished=None if shown.unfinished is None else half_used(shown.unfinished),
    ).position()


def letters_of(players: Sequence[Player]) -> dict[str, str]:
    """Nickname -> letter. White, black and grey follow each other; members of a team in the order of joining."""
    sides = names.TOWERS[: 3 if len(players) == 3 else 2]
    before: Counter[str] = Counter()
    found = {}
    for player in players:
        tower = player.tower.lower()
        found[player.nickname] = SEAT_LETTERS[sides.index(tower) + before[tower] * len(sides)]
        before[tower] += 1
    return found


def lower(word: str | None) -> str | None:
    return None if word is None else word.lower()


def school(player: Player) -> School:
    return School(
        entrance=counted(player.entrance),
        dining={colour.lower(): count for colour, count in player.dining_room.items() if count},
        professors=[colour.lower() for colour in player.professors],
        hand=player.assistants,
        assistant=player.last_assistant,
        coins=player.coins,
    )


def character(card: messages.Character) -> Card:
    students = counted(card.students) if card.character in WITH_STUDENTS else None
    return Card(card.used, students, card.no_entry_tiles if card.character == const.HERBALIST else None)


def half_used(effect: messages.Effect) -> dict[str, Any]:
    pairs = zip_longest(effect.students_from, effect.students_to)
    chosen = [effect.student, *chain.from_iterable(pairs)]
    return unfinished(effect.character, [colour.lower() for colour in chosen if colour is not None])
