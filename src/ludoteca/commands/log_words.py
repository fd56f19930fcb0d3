"""The log of a table in words, a line for each entry.

An entry and its events are told from what everybody may know of them, as a replay has it. A replay may come from
anywhere, so they are read with care first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from ludoteca.house import entries
from ludoteca.house.entries import Happening, Look
from ludoteca.house.options import Options
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.notation import events as eriantys_events
from ludoteca.rules.masters.notation import events as masters_events

from . import eriantys_words, masters_words
from .phrasing import Part, Who, listed, sentences

TITLES = {"eriantys": "Eriantys", "masters": "Masters of Renaissance"}
TOLD: dict[str, Callable[[Any, Who], Part]] = {"eriantys": eriantys_words.told, "masters": masters_words.told}
EVENTS: dict[str, dict[str, type]] = {
    "eriantys": {kind.__name__: kind for kind in eriantys_events.Event.__args__},
    "masters": {kind.__name__: kind for kind in masters_events.Event.__args__},
}
# What is not told to everybody has to be there all the same for an entry to be one.
LEFT_OUT: dict[str, dict[str, Any]] = {
    "acted": {"decisions": ()},
    "contributed": {"nonce": ""},
    "rekeyed": {"token": None},
}
STAND_INS = {
    "absent": "A stand-in plays for {name}, who is away.",
    "clock": "A stand-in plays for {name}, whose time is up.",
    "resigned": "{name} resigns. A stand-in goes on.",
}
FREED = {
    "left": "{name} gives up the seat.",
    "removed": "{name} is removed from the table.",
    "expired": "{name} did not come back: the seat is free again.",
}
ENDED = {
    "rules": "{winners} won.",
    "alone": "{winners} won: nobody else is left.",
    "resigned": "{winners} won, by resignation.",
    "agreed": "The game is ended by agreement. Nobody won.",
    "closed": "The table was closed before the end. Nobody won.",
}


class Untellable(ValueError):
    """An entry or an event that is none of ours."""


def happening(what: Mapping[str, Any]) -> Happening:
    """An entry's content out of what everybody may know of it."""
    try:
        found: Happening = msgspec.convert({**LEFT_OUT.get(what.get("kind", ""), {}), **what}, Happening)
    except (msgspec.ValidationError, TypeError) as error:
        raise Untellable(f"{error}") from error
    return found


def event(told: Mapping[str, Any], game: str) -> Any:
    """An event of a game out of what was told of it."""
    try:
        return msgspec.convert(told, EVENTS[game][told["event"]])
    except (msgspec.ValidationError, TypeError, KeyError) as error:
        raise Untellable(f"{error}") from error


class Chronicle:
    """Follows a table from its first entry on. It knows who sits where, and so whom an entry is about."""

    def __init__(self) -> None:
        self.game = ""
        self.names: list[str] = []
        self.order: tuple[int, ...] = ()

    def tell(self, what: Happening, events: Iterable[Any] = ()) -> str:
        """The line for the next entry and for what the game told of it."""
        said = self.entry(what)
        told = TOLD.get(self.game)
        happened = sentences(told(event, self.player) for event in events) if told else ""
        if isinstance(what, entries.Acted) and not happened:
            happened = f"{self.name(what.seat)} decides."
        return " ".join(part for part in (said, happened) if part)

    def name(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else f"seat {seat + 1}"

    def player(self, player: int) -> str:
        """The name of a player of the game."""
        return self.name(self.order[player]) if 0 <= player < len(self.order) else f"player {player + 1}"

    def entry(self, what: Happening) -> str:
        match what:
            case entries.Opened(options):
                self.game = options.game
                return f"The table is opened: {title(options)}."
            case entries.Sat() | entries.Rose():
                return self.seat(what)
            case entries.Contributed(seat, _):
                return f"{self.name(seat)} brings a nonce for the draws."
            case entries.Arranged() | entries.Dressed() | entries.Choosing() | entries.Confirmed():
                return self.lobby(what)
            case entries.HandedOver(seat):
                return f"{self.name(seat)} hosts the table from here on."
            case entries.Started(order):
                self.order = order
                return f"The game starts: {self.cast()}."
            case entries.Acted(seat, by="stand-in"):
                return f"(a stand-in for {self.name(seat)})"
            case entries.Acted():
                return ""
            case entries.TookBack(seat, to):
                return f"{self.name(seat)} takes back: the game is as after entry {to}."
            case entries.Asked(seat, "take_back", to):
                return f"{self.name(seat)} asks to take back, to entry {to}."
            case entries.Asked(seat):
                return f"{self.name(seat)} asks to end the game."
            case entries.Answered(seat, yes):
                return f"{self.name(seat)} agrees." if yes else f"{self.name(seat)} does not agree."
            case entries.StoodIn(seat, why):
                return STAND_INS.get(why, "A stand-in plays for {name}.").format(name=self.name(seat))
            case entries.Ended(why, winners, _):
                return f"The game is over. {result(why, map(self.name, winners))}"
            case entries.Rematched(code):
                return f"The rematch is at table {code}."
            case entries.Closed(why, _):
                return f"The table is closed: {why}."
            case entries.Arrived() | entries.Departed() | entries.Interrupted() | entries.Rekeyed():
                return self.connection(what)

    def lobby(self, what: entries.Arranged | entries.Dressed | entries.Choosing | entries.Confirmed) -> str:
        match what:
            case entries.Arranged(players, settings, settled):
                del self.names[players:]  # who came last has no place any more
                expert = ", expert" if settings.get("expert") else ""
                return f"It will be played by {players}{expert}{'' if settled else ', unless that changes'}."
            case entries.Dressed(seat, look):
                return f"{self.name(seat)} chooses {looks(look)}."
            case entries.Choosing():
                return "It is time to choose towers and wizards."
            case entries.Confirmed(seat, look, by):
                return f"{'The house' if by == 'house' else self.name(seat)} chooses {looks(look)}" + (
                    f" for {self.name(seat)}." if by == "house" else ", for good."
                )

    def seat(self, what: entries.Sat | entries.Rose) -> str:
        match what:
            case entries.Rose(seat, why):
                name = self.name(seat)
                del self.names[seat : seat + 1]  # those behind move up
                return FREED.get(why, "The seat of {name} is free again.").format(name=name)
            case entries.Sat(_, name):
                self.names.append(name)
                if what.bot is not None:
                    return f"{name} sits down, a bot ({what.bot})."
                return f"{name} sits down." if what.here else f"A seat is kept for {name}."

    def connection(self, what: entries.Arrived | entries.Departed | entries.Interrupted | entries.Rekeyed) -> str:
        match what:
            case entries.Arrived(seat):
                return f"{self.name(seat)} is here."
            case entries.Departed(seat):
                return f"{self.name(seat)} has gone."
            case entries.Interrupted():
                return "The house was away. Everybody has to come back."
            case entries.Rekeyed(seat, _):
                return f"{self.name(seat)} has a new key to the seat."

    def cast(self) -> str:
        """Who is who in the game."""
        return ", ".join(
            f"{letter} is {self.name(seat)}" for letter, seat in zip(SEAT_LETTERS, self.order, strict=False)
        )


def title(options: Options) -> str:
    """The game and how it is played: "Eriantys for 2, expert"."""
    said = [f"{TITLES.get(options.game, options.game)} {'alone' if options.players == 1 else f'for {options.players}'}"]
    if options.settings.get("expert"):
        said.append("expert")
    if options.settings.get("cards", "standard") != "standard":
        said.append("cards of the house")
    if options.clock is not None:
        said.append(f"{options.clock.seconds} s a {options.clock.per}")
    if not options.public:
        said.append("private")
    return ", ".join(said)


def result(why: str, winners: Iterable[str]) -> str:
    """How a game ended and who won, by name."""
    return ENDED.get(why, "{winners} won.").format(winners=listed([*winners] or ["Nobody"]))


def looks(look: Look) -> str:
    said = [*([f"{look.tower} towers"] if look.tower else []), *([f"wizard {look.wizard}"] if look.wizard else [])]
    return listed(said or ["nothing"])
