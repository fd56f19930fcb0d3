"""What the events of the games mean to the house: draws to keep, secrets that came out, turns that began."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludoteca.rules.eriantys.notation import events as eriantys
from ludoteca.rules.events import Drawn
from ludoteca.rules.masters.notation import events as masters

from .entries import Draw

# Somebody learns what chance brought or what lay face down. Discarding a leader is not among them: nobody sees which.
REVEALING = {Drawn, masters.CardRevealed, masters.LeaderPlayed, masters.TokenDrawn}
STARTING_A_TURN = {eriantys.TurnStarted, masters.TurnStarted}


def draws(events: Iterable[Any]) -> tuple[Draw, ...]:
    return tuple([(e.label, e.counter, e.bound, e.result) for e in events if type(e) is Drawn])


def revealed(events: Iterable[Any]) -> bool:
    return not REVEALING.isdisjoint(map(type, events))


def turn_started(events: Iterable[Any]) -> bool:
    return not STARTING_A_TURN.isdisjoint(map(type, events))
