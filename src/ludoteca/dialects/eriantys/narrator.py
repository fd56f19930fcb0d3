"""A game of Eriantys in sentences, for a person who sees no board: the whole table, and what has changed.

Islands and clouds are counted from 1, whatever the dialect does. One's own moves are told as "you".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.notation import names, reading
from ludoteca.rules.eriantys.text import words

from .spelling import Position

STEPS = {
    "planning": "play an assistant",
    "students": "move students",
    "mother_nature": "send mother nature on",
    "cloud": "take a cloud",
    "end": "end the turn",
}


class Narrator:
    """`names` are those of the players, A first; `you` is the letter of the one who listens."""

    def __init__(self, nicknames: Sequence[str], you: str) -> None:
        self.nicknames = nicknames
        self.you = you

    def name(self, letter: str) -> str:
        return "you" if letter == self.you else self.nicknames[SEAT_LETTERS.index(letter)]

    def does(self, letter: str, verb: str, rest: str) -> str:
        """A sentence about what somebody does: `You take cloud 1.`, `Ada takes cloud 1.`"""
        if letter == self.you:
            return f"You {verb} {rest}."
        return f"{self.name(letter)} {'has' if verb == 'have' else verb + 's'} {rest}."

    # ------------------------------------------------------------ all of it

    def table(self, game: Position) -> Iterator[str]:
        """Everything, for somebody who has just come or asks for it."""
        kind = "An expert game" if game["expert"] else "A basic game"
        last = ", the last one" if game["last_round"] else ""
        yield f"{kind} for {game['players']}. Round {reading.round_number(game)}{last}."
        yield f"In the bag: {game['bag']} students."
        for group in reading.groups(game):
            yield f"{words.island(group).capitalize()}: {self._on_island(game, group)}."
        for place, cloud in enumerate(game["clouds"], 1):
            yield f"Cloud {place}: {students(cloud)}."
        for number, card in game.get("characters", {}).items():
            yield character(game, int(number), card)
        if "supply" in game:
            yield f"The supply has {words.counted('coins', game['supply'])}."
        for letter in reading.seats(game):
            yield self._school(game, letter)
        yield from self.turn(game)

    def _on_island(self, game: Position, group: list[int]) -> str:
        island = reading.island(game, group)
        parts = [students(island["students"])]
        if "tower" in island:
            parts.append(f"{len(group)} {island['tower']} {'tower' if len(group) == 1 else 'towers'}")
        if island.get("no_entry"):
            parts.append(words.counted("no_entry", island["no_entry"]))
        if game["mother_nature"] in group:
            parts.append("mother nature")
        return ", ".join(parts)

    def _school(self, game: Position, letter: str) -> str:
        board, side = game["boards"][letter], reading.side_of(game, letter)
        parts = [
            f"entrance {students(board['entrance'])}",
            f"dining room {students(board['dining'])}",
            f"professors {', '.join(board['professors']) or 'none'}",
            f"{reading.reserve(game, side)} {side} towers left",
            f"assistants {', '.join(map(str, game['hands'][letter])) or 'none'}",
        ]
        played = reading.assistants(game)
        if letter in played:
            parts.append(f"{played[letter]} is played")
        if "coins" in board:
            parts.append(words.counted("coins", board["coins"]))
        return f"{self.name(letter).capitalize() if letter == self.you else self.name(letter)}: {'; '.join(parts)}."

    def turn(self, game: Position) -> Iterator[str]:
        if game["phase"] == "over":
            yield "The game is over."
        elif game["active"] == self.you:
            yield f"It is your turn: {STEPS[game.get('step', 'planning')]}."
        else:
            yield f"It is the turn of {self.name(game['active'])}: {STEPS[game.get('step', 'planning')]}."

    # ------------------------------------------------------------ what changed

    def changes(self, before: Position, after: Position) -> Iterator[str]:
        yield from self._assistants(before, after)
        yield from self._characters(before, after)
        yield from self._schools(before, after)
        yield from self._islands(before, after)
        yield from self._clouds(before, after)
        if reading.round_number(after) != reading.round_number(before) and after["phase"] != "over":
            yield f"Round {reading.round_number(after)} begins."
        if after["last_round"] and not before["last_round"]:
            yield "This is the last round."
        course = ("phase", "step", "active")
        if [after.get(member) for member in course] != [before.get(member) for member in course]:
            yield from self.turn(after)

    def _assistants(self, before: Position, after: Position) -> Iterator[str]:
        if before["phase"] == "planning":
            known = reading.assistants(before)
            for letter, value in reading.assistants(after).items():
                if letter not in known:
                    yield self.does(letter, "play", f"assistant {value}")

    def _characters(self, before: Position, after: Position) -> Iterator[str]:
        if after.get("character_used") and not before["character_used"]:
            yield self.does(before.get("active", after.get("active", "A")), "use", used(before, after))
        effect = after.get("active_character")
        if effect is not None and effect != before["active_character"]:
            colour = f": {effect['colour']} counts nothing" if "colour" in effect else ""
            yield f"The {names.CHARACTERS[effect['number'] - 1]} is in force for this turn{colour}."

    def _schools(self, before: Position, after: Position) -> Iterator[str]:
        for letter in reading.seats(after):
            old, new = before["boards"][letter], after["boards"][letter]
            for colour in names.COLOURS:
                come = new["dining"].get(colour, 0) - old["dining"].get(colour, 0)
                if come > 0:
                    there = f"{new['dining'][colour]} are there now" if new["dining"][colour] > 1 else "the first one"
                    yield self.does(letter, "seat", f"{come} {colour} in the dining room, {there}")
                elif come < 0:
                    yield self.does(letter, "lose", f"{-come} {colour} of the dining room")
                if colour in new["professors"] and colour not in old["professors"]:
                    yield self.does(letter, "have", f"the {colour} professor now")
            if new.get("coins") != old.get("coins"):
                yield self.does(letter, "have", f"{words.counted('coins', new['coins'])} now")

    def _islands(self, before: Position, after: Position) -> Iterator[str]:
        mover = before.get("active", "")
        if after["mother_nature"] != before["mother_nature"]:
            yield f"Mother nature is on {words.island(reading.group_of(after, after['mother_nature']))}."
        for group in reading.groups(after):
            old = [reading.island(before, part) for part in reading.groups(before) if part[0] in group]
            new = reading.island(after, group)
            place = words.island(group)
            for colour in names.COLOURS:
                come = new["students"].get(colour, 0) - sum(island["students"].get(colour, 0) for island in old)
                if come > 0 and mover:
                    yield self.does(mover, "send", f"{come} {colour} to {place}")
            if "tower" in new and any(island.get("tower") != new["tower"] for island in old):
                yield f"{new['tower'].capitalize()} builds on {place}."
            if len(old) > 1:
                yield f"{place.capitalize()} are one now."
            tiles = new.get("no_entry", 0)
            if tiles != sum(island.get("no_entry", 0) for island in old):
                yield f"On {place}: {words.counted('no_entry', tiles) if tiles else 'no more no-entry tile'}."

    def _clouds(self, before: Position, after: Position) -> Iterator[str]:
        for place, (old, new) in enumerate(zip(before["clouds"], after["clouds"], strict=True), 1):
            if old and old != new and "active" in before:
                yield self.does(before["active"], "take", f"cloud {place}: {students(old)}")
        for place, (old, new) in enumerate(zip(before["clouds"], after["clouds"], strict=True), 1):
            if new and old != new:
                yield f"Cloud {place}: {students(new)}."


def used(before: Position, after: Position) -> str:
    """Which character was used, as far as the table tells."""
    if "unfinished" in after:
        return f"the {names.CHARACTERS[after['unfinished']['action']['number'] - 1]}"
    if after["active_character"] is not None:
        return f"the {names.CHARACTERS[after['active_character']['number'] - 1]}"
    cards = after["characters"].items()
    changed = [names.CHARACTERS[int(number) - 1] for number, card in cards if card != before["characters"][number]]
    return f"the {' or '.join(changed)}" if changed else "a character"


def students(counted: Mapping[str, int]) -> str:
    found = [f"{counted[colour]} {colour}" for colour in names.COLOURS if counted.get(colour)]
    return ", ".join(found) or "no students"


def character(game: Position, number: int, card: Mapping[str, Any]) -> str:
    """A character on the table: how it is called, what it costs, what it does, what lies on it."""
    price = words.counted("coins", reading.price(game, number))
    said = f"Character {number}, the {words.text(f'character.{number}')}, {price}: {words.text(f'effect.{number}')}"
    if "students" in card:
        said += f"; on it {students(card['students'])}"
    if card.get("no_entry"):
        said += f"; on it {card['no_entry']} no-entry tiles"
    return f"{said}."
