"""What happens in a game of Eriantys, in words. What a look at the board tells as well is left out."""

from __future__ import annotations

from ludoteca.rules.eriantys.notation import events, names
from ludoteca.rules.eriantys.notation.events import Event

from .phrasing import NOTHING, Part, Who, amounts, listed, several

WHY = {
    "last_tower": "the last tower is built",
    "few_groups": "only three groups of islands are left",
    "bag_empty": "the bag is empty",
    "no_assistants": "the assistants are all played",
}


def told(event: Event, who: Who) -> Part:
    match event:
        case events.SetUp(tile, _):
            return "", f"Mother nature stands on island {tile}"
        case events.RoundStarted(number, first):
            return "", f"Round {number}, opened by {who(first)}"
        case events.AssistantPlayed(seat, value, _):
            return who(seat), f"plays assistant {value}"
        case events.StudentToDining() | events.StudentToIsland() | events.StudentsSwapped():
            return student(event, who)
        case events.ProfessorMoved(colour, seat, former):
            return who(seat), f"takes the {colour} professor" + ("" if former is None else f" from {who(former)}")
        case events.CoinsChanged(seat, coins, _):
            return who(seat), f"has {several(coins, 'coin')} now"
        case events.MotherNatureMoved(seat, steps, tile):
            return who(seat), f"sends mother nature {several(steps, 'step')}, to island {tile}"
        case events.InfluenceComputed(_, influence, _, _):
            shares = {side: count for side, count in zip(names.TOWERS, influence, strict=True) if count}
            counts = ", ".join(f"{side} {count}" for side, count in shares.items())
            return "", f"Influence there: {counts or 'none'}"
        case events.TowersChanged() | events.IslandsJoined() | events.NoEntryPlaced() | events.NoEntryUsed():
            return island(event)
        case events.CloudTaken(seat, cloud, students):
            return who(seat), f"takes cloud {cloud} ({amounts(students)})"
        case events.CharacterPlayed() | events.ChoiceMade() | events.StudentsReturned() | events.ColourIgnored():
            return character(event, who)
        case events.LastRound(why):
            return "", f"This is the last round: {WHY.get(why, why)}"
        case events.GameEnded(why, winners):
            winning = [who(seat) for seat in sorted(winners)]
            return "", f"The game ends: {WHY.get(why, why)}. {listed(winning or ['Nobody'])} won"
        case _:
            return NOTHING


def student(event: events.StudentToDining | events.StudentToIsland | events.StudentsSwapped, who: Who) -> Part:
    match event:
        case events.StudentToDining(_, _, "swap", _):  # the swap says it
            return NOTHING
        case events.StudentToDining(seat, colour, source, _):
            return who(seat), f"moves a {colour} student {of_the_card(source)}to the dining room"
        case events.StudentToIsland(seat, colour, tile, source):
            return who(seat), f"moves a {colour} student {of_the_card(source)}to island {tile}"
        case events.StudentsSwapped(seat, given, taken, source):
            place = "card" if source == "card" else "dining room"
            return who(seat), f"swaps a {given} student of the entrance for a {taken} one of the {place}"


def of_the_card(source: str) -> str:
    return "of the card " if source == "card" else ""


def island(event: events.TowersChanged | events.IslandsJoined | events.NoEntryPlaced | events.NoEntryUsed) -> Part:
    match event:
        case events.TowersChanged(tile, tiles, tower, None, _, _):
            return "", f"{several(tiles, f'{tower} tower')} on island {tile}"
        case events.TowersChanged(tile, tiles, tower, former, _, _):
            return "", f"{several(tiles, f'{tower} tower')} on island {tile} instead of {former}"
        case events.IslandsJoined(tile, other, _):
            return "", f"Islands {tile} and {other} belong together now"
        case events.NoEntryPlaced(tile, _, _):
            return "", f"A no-entry tile lies on island {tile}"
        case events.NoEntryUsed(tile, _, _):
            return "", f"The no-entry tile on island {tile} goes back to its card, and nothing else happens"


def character(
    event: events.CharacterPlayed | events.ChoiceMade | events.StudentsReturned | events.ColourIgnored, who: Who
) -> Part:
    match event:
        case events.CharacterPlayed(seat, number, paid, _):
            known = 1 <= number <= len(names.CHARACTERS)
            name = names.CHARACTERS[number - 1] if known else f"character {number}"
            return who(seat), f"uses the {name} for {several(paid, 'coin')}"
        case events.ChoiceMade(seat, "island", value):
            return who(seat), f"chooses island {value}"
        case events.ChoiceMade(seat, _, value):
            return who(seat), f"chooses {value}"
        case events.StudentsReturned(_, _, 0):
            return NOTHING
        case events.StudentsReturned(seat, colour, count):
            return who(seat), f"returns {several(count, f'{colour} student')} to the bag"
        case events.ColourIgnored(_, colour):
            return "", f"{colour.capitalize()} students count nothing this turn"
