"""What a seat is told of an entry: what happened first, then the parts of the table that it changed."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludoteca.dialects.contract import SeatEntry
from ludoteca.dialects.masters.spelling import MARBLES, POSITION_OF_LINE, ActionType
from ludoteca.house.views import TableView

from . import messages
from .messages import VOCABULARY, FromServer
from .shapes import Shown, catalogues, own_name, players, status

STORAGE = ("ResourceStored", "DepotRearranged", "Paid", "Gained")
GRID = ("CardRevealed", "CardRemoved", "CardBought")
LEADERS = ("LeadersKept", "LeaderPlayed", "LeaderDiscarded")
WORTH = ("ResourceStored", "Paid", "Gained", "FaithGained", "CardBought", "LeaderPlayed")
HIDDEN = "keep_leaders"  # the only action that others hear less of


class Course(NamedTuple):
    """What a client knows of the course of the game, so that it is told again only when it changed."""

    current: str
    main_action_done: bool
    last_round: bool
    over: bool
    draws: int
    unfinished: int  # decisions of the action under way: whoever rearranges in the middle of it adds none

    @classmethod
    def of(cls, view: TableView) -> Course:
        game = view.game
        assert game is not None
        decisions = game["unfinished"]["decisions"] if "unfinished" in game else ()
        return cls(
            game["current"],
            game["main_action_done"],
            game["last_round"],
            game["over"],
            game.get("draws", 0),
            decisions if isinstance(decisions, int) else len(decisions),
        )


# ---------------------------------------------------------------- whole states


def start(view: TableView) -> bytes:
    """The game begins."""
    shown = Shown(view)
    ready = VOCABULARY.line(messages.PlayersReadyToStartMessage(shown.names))
    return ready + catalogues(shown.cards) + VOCABULARY.lines(shown.everything())


def back(view: TableView) -> bytes:
    """Somebody comes back to a game that has begun."""
    welcome = messages.WelcomeBackMessage(own_name(view), view.code, players(view))
    return VOCABULARY.line(welcome) + reload(view, catalogues(Shown(view).cards))


def reload(view: TableView, catalogues: bytes = b"") -> bytes:
    """The whole state anew: after a return, with the catalogues, or when something was taken back."""
    shown = Shown(view)
    begin, end = VOCABULARY.line(messages.ReloadMatchData(True)), VOCABULARY.line(messages.ReloadMatchData(False))
    away = [number for number, seat in enumerate(view.seats) if not seat.connected or seat.stand_in is not None]
    statuses = [status(view, number) for number in away if number != view.you]
    return begin + catalogues + VOCABULARY.lines([*shown.everything(), *statuses]) + end


def waiting(view: TableView) -> bytes:
    number = view.options.players if view.settled else None
    return VOCABULARY.line(messages.WaitingInTheLobbyMessage(view.code, players(view), number))


def own_depots(view: TableView) -> bytes:
    assert view.you is not None
    player = view.seats[view.you].player
    assert player is not None
    return VOCABULARY.line(Shown(view).depots(player))


def over(view: TableView) -> bytes:
    return VOCABULARY.line(Shown(view).over())


# ---------------------------------------------------------------- what changed


def acted(seat_entry: SeatEntry, before: Course) -> bytes:
    """An action: what is hidden from others is told to each, the rest is the same for all and written once."""
    kinds = [event["event"] for event in seat_entry.events]
    private = b""
    if any(kind in LEADERS for kind in kinds):
        shown = Shown(seat_entry.view)
        seats = dict.fromkeys(event["seat"] for event in seat_entry.events if event["event"] in LEADERS)
        private = VOCABULARY.lines([shown.leaders(seat) for seat in seats])
    if before.unfinished != Course.of(seat_entry.view).unfinished:
        private += _in_progress(seat_entry, before)
    return seat_entry.once(("psp38", before), lambda: VOCABULARY.lines(public(seat_entry, before))) + private


def _in_progress(seat_entry: SeatEntry, before: Course) -> bytes:
    shown = Shown(seat_entry.view)
    who = seat_entry.view.seats[seat_entry.entry["what"]["seat"]].name
    unfinished = shown.game.get("unfinished")
    if unfinished is not None and unfinished["action"]["do"] == HIDDEN:
        return VOCABULARY.line(shown.in_progress(who))
    return seat_entry.once(("psp38 in progress", before), lambda: VOCABULARY.line(shown.in_progress(who)))


def public(seat_entry: SeatEntry, before: Course) -> list[FromServer]:
    shown, events = Shown(seat_entry.view), seat_entry.events
    kinds = {event["event"] for event in events}
    messages = [message for event in events for message in announced(shown, event)]
    if "MarketPushed" in kinds:
        messages.append(shown.market())
    if not kinds.isdisjoint(GRID):
        messages.append(shown.grid())
    touched = dict.fromkeys(event["seat"] for event in events if event["event"] in (*STORAGE, "LeaderPlayed"))
    messages += [shown.depots(player) for player in touched]
    for event in events:
        if event["event"] == "FaithGained":
            messages.append(shown.cross() if event["seat"] is None else shown.marker(event["seat"]))
    if "VaticanReport" in kinds:
        worth = list(range(len(shown.names)))
    else:
        seats = dict.fromkeys(event["seat"] for event in events if event["event"] in WORTH)
        worth = [seat for seat in seats if seat is not None]  # the black cross is worth nothing
    messages += [shown.points(player) for player in worth]
    if Course.of(seat_entry.view)[:-1] != before[:-1]:
        messages.append(shown.turn())
    return messages


def announced(shown: Shown, event: dict[str, Any]) -> list[FromServer]:
    """What happened, where the dialect has a word for it."""
    match event["event"]:
        case "MarketPushed":
            marbles = [MARBLES[letter] for letter in event["marbles"].split()]
            return [messages.NotifyMarbleTaken(shown.name(event["seat"]), POSITION_OF_LINE[event["line"]], marbles)]
        case "CardBought":
            return [messages.NotifyDevelopmentCardBought(shown.name(event["seat"]), event["card"], event["slot"])]
        case "LeaderPlayed":
            name = shown.name(event["seat"])
            return [messages.NotifyLeaderAction(name, ActionType.PLAY_LEADER, event["leader"])]
        case "LeaderDiscarded":
            return [messages.NotifyLeaderAction(shown.name(event["seat"]), ActionType.DISCARD_LEADER, None)]
        case "VaticanReport":
            return [
                messages.NotifyTakenPopesFavorTile(shown.name(player), event["section"], tile == "up")
                for player, tile in enumerate(event["tiles"])
            ]
        case "TokenDrawn":
            return [shown.lorenzo(event["token"])]
    return []


def own_turn_ended(seat_entry: SeatEntry) -> bool:
    """Whether the entry ended the turn of the seat that hears of it."""
    you = seat_entry.view.you
    assert you is not None
    player = seat_entry.view.seats[you].player
    return any(event["event"] == "TurnEnded" and event["seat"] == player for event in seat_entry.events)
