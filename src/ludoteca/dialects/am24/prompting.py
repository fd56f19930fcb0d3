"""Who is asked for what: a request to the one who has to decide, a sentence to the others (002 §1.3, §1.4)."""

from __future__ import annotations

from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import reading

from . import messages, sentences, shaping
from .messages import FromServer
from .states import OWED, STEPS, State, answers


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
        owed = shaping.owed(view.game)
        if mine and owed is not None:
            if self._effect == owed.c:
                return None
            self._effect = owed.c
            state = OWED[shaping.CHARS.index(owed.c)]
            return messages.CharacterRequest(c=owed.c, answers=answers(state))
        self._effect = None
        state = STEPS.get(view.game.get("step", ""), State.ASSISTANT)
        limit = most_steps(view) if mine and state is State.MOTHER_NATURE else 0
        if self._step == (view.turn, state, limit):
            return None
        self._step = (view.turn, state, limit)
        if mine:
            return request(state, limit)
        return messages.InformationGame(string=sentences.DOES[state].format(name=view.seats[view.turn].name))


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
    game = shaping.game_of(view)
    assert view.turn is not None
    letter = SEAT_LETTERS[view.seats[view.turn].player or 0]
    messenger = shaping.active(game) == const.MESSENGER
    return reading.most_steps(game["assistants"][letter]) + (const.MESSENGER_STEPS if messenger else 0)
