"""What messages mean, in sentences for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from . import from_server as told
from . import requests as asks
from .requests import FromServer
from .words import LORENZO, ActionType, Depot, Marble

PLACES = {
    Depot.WAREHOUSE_FIRST_ROW: "row 1",
    Depot.WAREHOUSE_SECOND_ROW: "row 2",
    Depot.WAREHOUSE_THIRD_ROW: "row 3",
    Depot.LEADER_COIN: "the leader's depot for coins",
    Depot.LEADER_STONE: "the leader's depot for stones",
    Depot.LEADER_SERVANT: "the leader's depot for servants",
    Depot.LEADER_SHIELD: "the leader's depot for shields",
    Depot.STRONGBOX: "the strongbox",
}
ENDS = {
    "rules": "The game is over.",
    "alone": "The game is over: the others have stayed away.",
    "resigned": "The game is over: the others have given up.",
    "agreed": "The game is over: all have agreed to end it.",
}


What = TypeVar("What", bound=str)


def counted(amounts: Mapping[What, int]) -> str:
    """`2 coin and 1 stone`."""
    return joined(f"{count} {what.lower()}" for what, count in amounts.items()) or "nothing"


def joined(words: Iterable[str]) -> str:
    *others, last = list(words) or [""]
    return f"{', '.join(others)} and {last}" if others else last


def marbles(line: Iterable[Marble]) -> str:
    return ", ".join(marble.lower() for marble in line)


def power(said: asks.Power | told.DevelopmentCard | told.LeaderCard) -> str:
    return f"{counted(said.input)} into {counted(said.output)}"


def development_card(card: told.DevelopmentCard) -> str:
    return (
        f"card {card.id}: {card.colour.lower()}, level {card.level}, {card.victory_points} points, "
        f"costs {counted(card.cost)}, makes {power(card)}"
    )


EFFECTS = {
    "DISCOUNT": "cards cost one {resource} less",
    "EXTRA_DEPOT": "a depot for two {resource}",
    "WHITE_MARBLE": "white marbles give {resource}",
    "PRODUCTION": "makes {power}",
}


def leader_card(card: told.LeaderCard) -> str:
    needed = [
        f"{need.count} {need.colour.lower()}" + (f" of level {need.level}" if need.level else "")
        for need in card.cards_needed
    ]
    needed += [f"{count} {resource.lower()}" for resource, count in card.resources_needed.items()]
    effect = EFFECTS[card.kind].format(resource=card.resource.lower(), power=power(card))
    return f"leader {card.id}: {effect}, {card.victory_points} points, needs {joined(needed) or 'nothing'}"


def line_words(position: int) -> str:
    if position <= 3:
        return f"row {position} of the market"
    return f"column {8 - position} of the market"


def about(message: FromServer) -> list[str]:
    """What a message tells a person; nothing for those that only carry the state or ask."""
    match message:
        case told.WaitingInTheLobbyMessage(code, players, number):
            wanted = "" if number is None else f" The game is for {number}."
            return [f"You wait at table {code} with {joined(players)}.{wanted}"]
        case told.PlayersReadyToStartMessage(players):
            return [f"The game begins. The order of play is {', '.join(players)}."]
        case told.WelcomeBackMessage(nickname):
            return [f"Welcome back, {nickname}."]
        case told.ReloadMatchData(True):
            return ["This is the table as it is now."]
        case told.ErrorMessage(reason):
            return [reason]
        case told.GameOverMessage(results, winners, why):
            scores = [f"{result.nickname} has {result.victory_points} points." for result in results]
            won = f"{joined(winners)} won." if winners else "Nobody won." if len(results) > 1 else f"{LORENZO} won."
            return [ENDS.get(why, "The game is over."), *scores, won]
        case told.EndTurnMessage(True):
            return ["Your turn is over: there is nothing left to do."]
        case told.EndTurnMessage(False):
            return ["Your turn is over."]
        case told.SwapWarehouseDepotsResponse(done) | told.MoveResourceQuantityResponse(done):
            return ["Done." if done else "That cannot be."]
        case _:
            return happening(message)


def happening(message: FromServer) -> list[str]:
    match message:
        case told.UpdateMarketView(rows, slide):
            lines = [f"Row {number} of the market: {marbles(row)}." for number, row in enumerate(rows, 1)]
            return [*lines, f"On the slide: {slide.lower()}."]
        case told.UpdateDepotsStatus(nickname, depots):
            held = [f"{counted(what)} in {PLACES[depot]}" for depot, what in depots.items() if what]
            return [f"{nickname} has {joined(held) or 'nothing stored'}."]
        case told.UpdateMarkerPosition(nickname, position):
            return [f"{nickname} is on space {position} of the faith track."]
        case told.NotifyTakenPopesFavorTile(nickname, section, taken):
            return [f"{nickname} {'takes' if taken else 'loses'} the tile of section {section}."]
        case told.NotifyLeaderAction(nickname, ActionType.PLAY_LEADER, leader):
            return [f"{nickname} plays leader {leader}."]
        case told.NotifyLeaderAction(nickname):
            return [f"{nickname} discards a leader."]
        case told.NotifyDevelopmentCardBought(nickname, card, slot):
            return [f"{nickname} buys card {card} for slot {slot}."]
        case told.NotifyMarbleTaken(nickname, position, taken):
            return [f"{nickname} takes {line_words(position)}: {marbles(taken)}."]
        case told.NotifyLorenzoAction(token, left) if token is not None:
            return [f"{LORENZO} turns token {token}. {left} are left."]
        case told.NotifyPlayerStatus(nickname, connected, stand_in, paused):
            news = f"{nickname} is {'here' if connected else 'away'}."
            more = [f"A stand-in plays for {nickname}."] if stand_in else []
            return [news, *more, *(["The game waits."] if paused else [])]
        case told.TurnMessage(nickname, done, last_round, False):
            course = f"{nickname} has had the main action." if done else f"It is {nickname}'s turn."
            return [course, *(["This is the last round."] if last_round else [])]
    return []
