"""Which message may come when, as tables. The server asks, and waits for the answer to what it asked last."""

from __future__ import annotations

from enum import StrEnum

from . import from_client as said
from . import requests as asks


class Stage(StrEnum):
    """How far a connection is."""

    ENTERING = "entering"
    LOBBY = "lobby"
    PLAYING = "playing"


Question = type[asks.Request]
Answer = type[said.FromClient]

# The answers to each question. The document spells two of them in two ways.
ANSWERS: dict[Question, tuple[Answer, ...]] = {
    asks.GameModeRequest: (said.GameModeResponse,),
    asks.NicknameRequest: (said.NicknameResponse, said.NickNameResponse),
    asks.NumberOfPlayersRequest: (said.NumberOfPlayersResponse, said.PlayerNumberResponse),
    asks.ChooseLeaderCardsRequest: (said.ChooseLeaderCardsResponse,),
    asks.ChooseResourceTypeRequest: (said.ChooseResourceTypeResponse,),
    asks.DoActionRequest: (said.DoActionResponse,),
    asks.ChooseLeaderCardToPlayRequest: (said.ChooseLeaderCardToPlayResponse,),
    asks.ChooseLeaderCardToDiscardRequest: (said.ChooseLeaderCardToDiscardResponse,),
    asks.MarbleInsertionPositionRequest: (said.MarbleInsertionPositionResponse,),
    asks.ChooseWhiteMarbleConversionRequest: (said.ChooseWhiteMarbleConversionResponse,),
    asks.ChooseStorageTypeRequest: (said.ChooseStorageTypeResponse,),
    asks.ChooseDevelopmentCardRequest: (said.ChooseDevelopmentCardResponse,),
    asks.SelectDevelopmentCardSlotRequest: (said.SelectDevelopmentCardSlotResponse,),
    asks.SelectStorageRequest: (said.SelectStorageResponse,),
    asks.ChooseProductionPowersRequest: (said.ChooseProductionPowersResponse,),
}

# What may come although something else was asked, or nothing: depots are rearranged between question and answer.
UNASKED: dict[Stage, tuple[Answer, ...]] = {
    Stage.ENTERING: (),
    Stage.LOBBY: (),
    Stage.PLAYING: (said.SwapWarehouseDepotsRequest, said.MoveResourceQuantityRequest),
}

ASKED_IN: dict[Stage, tuple[Question, ...]] = {
    Stage.ENTERING: (asks.GameModeRequest, asks.NicknameRequest),
    Stage.LOBBY: (asks.NumberOfPlayersRequest,),
    Stage.PLAYING: tuple(
        question
        for question in ANSWERS
        if question not in (asks.GameModeRequest, asks.NicknameRequest, asks.NumberOfPlayersRequest)
    ),
}

# Which question may follow a good answer to another one; None is waiting until it is one's turn, or for others.
_NEXT_ACTION = (asks.DoActionRequest, None)
FOLLOWS: dict[Question | None, tuple[Question | None, ...]] = {
    asks.GameModeRequest: (asks.NicknameRequest,),
    asks.NicknameRequest: (asks.NumberOfPlayersRequest, asks.ChooseLeaderCardsRequest, *_NEXT_ACTION),
    asks.NumberOfPlayersRequest: (asks.ChooseLeaderCardsRequest, None),
    asks.ChooseLeaderCardsRequest: (asks.ChooseResourceTypeRequest, *_NEXT_ACTION),
    asks.ChooseResourceTypeRequest: (asks.ChooseStorageTypeRequest,),
    asks.DoActionRequest: (
        asks.ChooseLeaderCardToPlayRequest,
        asks.ChooseLeaderCardToDiscardRequest,
        asks.MarbleInsertionPositionRequest,
        asks.ChooseDevelopmentCardRequest,
        asks.ChooseProductionPowersRequest,
        *_NEXT_ACTION,
    ),
    asks.ChooseLeaderCardToPlayRequest: _NEXT_ACTION,
    asks.ChooseLeaderCardToDiscardRequest: _NEXT_ACTION,
    asks.MarbleInsertionPositionRequest: (
        asks.ChooseWhiteMarbleConversionRequest,
        asks.ChooseStorageTypeRequest,
        *_NEXT_ACTION,
    ),
    asks.ChooseWhiteMarbleConversionRequest: (
        asks.ChooseWhiteMarbleConversionRequest,
        asks.ChooseStorageTypeRequest,
    ),
    asks.ChooseStorageTypeRequest: (asks.ChooseStorageTypeRequest, *_NEXT_ACTION),
    asks.ChooseDevelopmentCardRequest: (asks.SelectDevelopmentCardSlotRequest, asks.DoActionRequest),
    asks.SelectDevelopmentCardSlotRequest: (asks.SelectStorageRequest, *_NEXT_ACTION),
    asks.SelectStorageRequest: (asks.SelectStorageRequest, *_NEXT_ACTION),
    asks.ChooseProductionPowersRequest: (asks.SelectStorageRequest, *_NEXT_ACTION),
    None: (asks.NumberOfPlayersRequest, asks.ChooseLeaderCardsRequest, asks.ChooseResourceTypeRequest, *_NEXT_ACTION),
}


def may_come(stage: Stage, asked: asks.Request | None, message: said.FromClient) -> bool:
    """Whether a message answers what was asked, or may come unasked."""
    kind = type(message)
    return kind in UNASKED[stage] or (asked is not None and kind in ANSWERS[type(asked)])
