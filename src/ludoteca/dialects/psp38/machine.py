"""Which message may come when. The server asks, and waits for the answer: a question is a state."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from ludoteca.dialects import drawing
from ludoteca.dialects.machine import Machine, Row

from . import messages
from .messages import FromClient, Request


class State(StrEnum):
    """What is asked; or, where nothing is, what is waited for."""

    MODE = "game mode"
    NICKNAME = "nickname"
    NUMBER = "number of players"
    LOBBY = "waiting in the lobby"
    LEADERS = "leaders to put away"
    FREE = "free resources"
    LISTENING = "others have to decide"
    ACTION = "next action"
    PLAYED = "leader to play"
    DISCARDED = "leader to discard"
    POSITION = "line of the market"
    CONVERSION = "white marble"
    STORAGE = "place of a resource"
    CARD = "card to buy"
    SLOT = "slot of the card"
    POWERS = "powers to produce with"
    PAYMENT = "source of a payment"


NEXT = (State.ACTION, State.LISTENING)
# Depots are rearranged between question and answer, at any moment of a game; then the question comes again.
DEPOTS = (messages.SwapWarehouseDepotsRequest, messages.MoveResourceQuantityRequest)


def asked(words: str, question: type[Request], answer: type[FromClient], *ends: State, game: bool = True) -> Row[State]:
    """A question of the game, its answer, and where that leads."""
    return Row(words, {answer: ends, **(dict.fromkeys(DEPOTS, ()) if game else {})}, question)


MACHINE = Machine(
    {
        State.MODE: Row(
            "Alone or with others?",
            {messages.GameModeResponse: (State.NICKNAME,)},
            messages.GameModeRequest,
        ),
        State.NICKNAME: Row(
            "A nickname that is free, or one's own.",
            {
                messages.NicknameResponse: (State.NUMBER, State.LOBBY, State.LEADERS, *NEXT),
                messages.NickNameResponse: (State.NUMBER, State.LOBBY, State.LEADERS, *NEXT),
            },
            messages.NicknameRequest,
        ),
        State.NUMBER: Row(
            "The first in the line says how many play.",
            {
                messages.NumberOfPlayersResponse: (State.LOBBY, State.LEADERS, State.LISTENING),
                messages.PlayerNumberResponse: (State.LOBBY, State.LEADERS, State.LISTENING),
            },
            messages.NumberOfPlayersRequest,
        ),
        State.LOBBY: Row(
            "Others have still to come.",
            told={
                State.NUMBER: "NumberOfPlayersRequest",
                State.LEADERS: "PlayersReadyToStartMessage",
                State.LISTENING: "PlayersReadyToStartMessage",
                State.MODE: "ErrorMessage",
            },
        ),
        State.LEADERS: asked(
            "Two of the four leaders dealt are put away.",
            messages.ChooseLeaderCardsRequest,
            messages.ChooseLeaderCardsResponse,
            State.FREE,
            *NEXT,
        ),
        State.FREE: asked(
            "Those who do not begin choose free resources.",
            messages.ChooseResourceTypeRequest,
            messages.ChooseResourceTypeResponse,
            State.STORAGE,
        ),
        State.LISTENING: Row(
            "Others play.",
            dict.fromkeys(DEPOTS, ()),
            told={
                State.ACTION: "TurnMessage",
                State.LEADERS: "ChooseLeaderCardsRequest",
                State.FREE: "ChooseResourceTypeRequest",
                State.MODE: "ErrorMessage",
            },
        ),
        State.ACTION: asked(
            "What to do next.",
            messages.DoActionRequest,
            messages.DoActionResponse,
            State.PLAYED,
            State.DISCARDED,
            State.POSITION,
            State.CARD,
            State.POWERS,
            *NEXT,
        ),
        State.PLAYED: asked(
            "Which leader is played.",
            messages.ChooseLeaderCardToPlayRequest,
            messages.ChooseLeaderCardToPlayResponse,
            *NEXT,
        ),
        State.DISCARDED: asked(
            "Which leader is discarded.",
            messages.ChooseLeaderCardToDiscardRequest,
            messages.ChooseLeaderCardToDiscardResponse,
            *NEXT,
        ),
        State.POSITION: asked(
            "Where the marble is pushed in.",
            messages.MarbleInsertionPositionRequest,
            messages.MarbleInsertionPositionResponse,
            State.CONVERSION,
            State.STORAGE,
            *NEXT,
        ),
        State.CONVERSION: asked(
            "As what a white marble counts, with two leaders who convert.",
            messages.ChooseWhiteMarbleConversionRequest,
            messages.ChooseWhiteMarbleConversionResponse,
            State.CONVERSION,
            State.STORAGE,
        ),
        State.STORAGE: asked(
            "Where the next resource goes.",
            messages.ChooseStorageTypeRequest,
            messages.ChooseStorageTypeResponse,
            State.STORAGE,
            *NEXT,
        ),
        State.CARD: asked(
            "Which card is bought.",
            messages.ChooseDevelopmentCardRequest,
            messages.ChooseDevelopmentCardResponse,
            State.SLOT,
            State.ACTION,
        ),
        State.SLOT: asked(
            "On which slot it is laid.",
            messages.SelectDevelopmentCardSlotRequest,
            messages.SelectDevelopmentCardSlotResponse,
            State.PAYMENT,
            *NEXT,
        ),
        State.POWERS: asked(
            "What produces.",
            messages.ChooseProductionPowersRequest,
            messages.ChooseProductionPowersResponse,
            State.PAYMENT,
            *NEXT,
        ),
        State.PAYMENT: asked(
            "Where the next unit is paid from, if there is a choice.",
            messages.SelectStorageRequest,
            messages.SelectStorageResponse,
            State.PAYMENT,
            *NEXT,
        ),
    }
)
ASKED = {row.asks: state for state, row in MACHINE.rows.items() if row.asks is not None}


def state_of(question: Request | None, playing: bool) -> State:
    """Where a connection is, by what is asked."""
    if question is not None:
        return ASKED[type(question)]
    return State.LISTENING if playing else State.LOBBY


def drawings() -> Iterator[str]:
    """Entering, the set-up, the turn; ways back to the next action are drawn where they are the usual ones."""
    for title, states in (
        ("From the first line to the game", (State.MODE, State.NICKNAME, State.NUMBER, State.LOBBY, State.LEADERS)),
        ("The set-up", (State.LEADERS, State.FREE, State.STORAGE, State.ACTION)),
        ("The turn", tuple(state for state in State if list(State).index(state) >= list(State).index(State.ACTION))),
    ):
        boxes = {state: state.value for state in states}
        yield MACHINE.drawn(
            title, boxes, drawing.column, rare=(State.LISTENING, State.ACTION, State.MODE), silent=DEPOTS
        )
