"""What happened at the table, told to one of its players, a line for each event.

What the player does is not told back, only what comes of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import events, names, reading
from ludoteca.rules.eriantys.notation.events import Event
from ludoteca.rules.eriantys.notation.reading import Position
from ludoteca.rules.eriantys.text import words

from .phrases import phrase

ACT_AT_ONCE = (const.FARMER, const.MESSENGER, const.CENTAUR, const.KNIGHT)  # no later event tells what these do


def tell(happened: Sequence[Event], before: Position, you: int) -> list[str]:
    """The lines for the events of one decision, made in the position `before`."""
    story = Story(before, you)
    if any(isinstance(event, events.StudentsSwapped) for event in happened):  # who sits down has been told by the swap
        happened = [event for event in happened if not isinstance(event, events.StudentToDining)]
    lines = [
        story.consequence(event, previous) or story.action(event) for previous, event in pairwise([None, *happened])
    ]
    return [line for line in lines if line]


class Story:
    def __init__(self, before: Position, you: int) -> None:
        self.before = before
        self.you = you

    def consequence(self, event: Event | None, previous: Event | None) -> str:
        """What concerns everybody, whoever brought it about; empty for other events."""
        match event:
            case events.RoundStarted(number, opener):
                return phrase("told.round", number=number, opener=self.by(opener, "told.round"))
            case events.ProfessorMoved(colour, seat, former):
                return self.professor(colour, seat, former)
            case events.CoinsChanged(seat, coins, _) if not isinstance(previous, events.CharacterPlayed):
                return self.by(seat, "told.coin", coins=coins)
            case events.InfluenceComputed():
                return self.influence(event)
            case events.TowersChanged():
                return towers(event)
            case events.IslandsJoined(tile, _, tiles):
                return phrase("told.joined", islands=words.island(group(tile, tiles)).capitalize())
            case events.NoEntryPlaced(tile, _, _):
                return phrase("told.no_entry.placed", island=self.island(tile))
            case events.NoEntryUsed(tile, _, _):
                return phrase("told.no_entry.used", island=self.island(tile))
            case events.StudentsReturned(seat, colour, count) if count:
                return self.by(seat, "told.returned", colour=words.text(f"colour.{colour}"), count=count)
            case events.ColourIgnored(_, colour):
                return phrase("told.ignored", colour=words.text(f"colour.{colour}").capitalize())
            case events.LastRound(why):
                return phrase("told.last_round", why=words.text(f"draw.why.{why}"))
            case _:
                return ""

    def action(self, event: Event | None) -> str:
        """What another player did; empty for one's own deeds and for other events."""
        if getattr(event, "seat", self.you) == self.you:
            return ""
        match event:
            case events.AssistantPlayed(seat, value, _):
                return phrase("told.assistant", seat=SEAT_LETTERS[seat], value=value)
            case events.StudentToDining(seat, colour, source, _):
                return phrase(f"told.dining.{source}", seat=SEAT_LETTERS[seat], colour=words.text(f"colour.{colour}"))
            case events.StudentToIsland(seat, colour, tile, source):
                fields = {"colour": words.text(f"colour.{colour}"), "island": self.island(tile)}
                return phrase(f"told.island.{source}", seat=SEAT_LETTERS[seat], **fields)
            case events.MotherNatureMoved(seat, steps, tile):
                fields = {"steps": words.counted("steps", steps), "island": self.island(tile)}
                return phrase("told.mother_nature", seat=SEAT_LETTERS[seat], **fields)
            case events.CloudTaken(seat, cloud, students):
                return phrase("told.cloud", seat=SEAT_LETTERS[seat], cloud=cloud, students=words.letters(students))
            case events.CharacterPlayed(seat, number, paid, _):
                fields = {"character": words.text(f"character.{number}"), "coins": words.counted("coins", paid)}
                key = "told.character.effect" if number in ACT_AT_ONCE else "told.character"
                return phrase(key, seat=SEAT_LETTERS[seat], effect=words.text(f"effect.{number}"), **fields)
            case events.StudentsSwapped(seat, given, taken, source):
                fields = {"given": words.text(f"colour.{given}"), "taken": words.text(f"colour.{taken}")}
                return phrase(f"told.swapped.{source}", seat=SEAT_LETTERS[seat], **fields)
            case _:
                return ""

    def by(self, seat: int, key: str, **fields: object) -> str:
        """A sentence about a player, in the second person where it is about you."""
        return phrase(f"{key}.you" if seat == self.you else f"{key}.other", seat=SEAT_LETTERS[seat], **fields)

    def professor(self, colour: str, seat: int, former: int | None) -> str:
        key = "told.professor.you" if seat == self.you else "told.professor.other"
        fields = {"seat": SEAT_LETTERS[seat], "colour": words.text(f"colour.{colour}")}
        if former is None:
            return phrase(key, **fields)
        from_whom = phrase("told.former.you") if former == self.you else SEAT_LETTERS[former]
        return phrase(f"{key}.from", former=from_whom, **fields)

    def influence(self, event: events.InfluenceComputed) -> str:
        own = reading.side_of(self.before, SEAT_LETTERS[self.you])
        shares = []
        for side, count in zip(names.TOWERS, event.influence, strict=True):
            if count:
                who = words.text("influence.you") if side == own else words.text(f"tower.{side}")
                shares.append(words.text("share", side=who, count=count))
        if not shares:
            return phrase("told.influence.none")
        same = event.strongest is None or event.strongest == event.owner  # [RULING 4]
        return phrase("told.influence.same" if same else "told.influence", shares=", ".join(shares))

    def island(self, tile: int) -> str:
        return words.island(reading.group_of(self.before, tile))


def group(tile: int, tiles: int) -> list[int]:
    """So many tiles clockwise from the first."""
    return [(tile - 1 + i) % const.ISLANDS + 1 for i in range(tiles)]


def towers(event: events.TowersChanged) -> str:
    key = "told.tower.one" if event.tiles == 1 else "told.tower.more"
    fields = {"tower": words.text(f"tower.{event.tower}"), "island": words.island(group(event.tile, event.tiles))}
    if event.former is None:
        return phrase(key, count=event.tiles, **fields)
    return phrase(f"{key}.from", count=event.tiles, former=words.text(f"tower.{event.former}"), **fields)
