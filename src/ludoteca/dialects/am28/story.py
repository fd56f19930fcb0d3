"""What changed at the table, in sentences for a person who sees no board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.notation import names, reading
from ludoteca.rules.eriantys.text import words

from .shapes import View

A_GAME = {False: "A simple game", True: "An expert game"}
STEPS = {
    "planning": "play an assistant",
    "students": "move students",
    "mother_nature": "send mother nature on",
    "cloud": "take a cloud",
    "end": "end the turn",
}


class Story:
    """Tells a player; `nicknames` are those of the players, A first."""

    def __init__(self, nicknames: Sequence[str], you: int) -> None:
        self.nicknames = nicknames
        self.you = SEAT_LETTERS[you]

    def name(self, letter: str) -> str:
        return "You" if letter == self.you else self.nicknames[SEAT_LETTERS.index(letter)]

    def does(self, letter: str, verb: str, rest: str) -> str:
        """A sentence about what somebody does: `You take cloud 1.`, `Ada takes cloud 1.`"""
        if letter == self.you:
            return f"You {verb} {rest}."
        return f"{self.name(letter)} {'has' if verb == 'have' else verb + 's'} {rest}."

    # ------------------------------------------------------------ all of it

    def table(self, game: View) -> Iterator[str]:
        """Everything, for somebody who has just come."""
        yield f"{A_GAME[game['expert']]} for {game['players']}. {game['bag']} students are in the bag."
        for group in reading.groups(game):
            yield f"{words.island(group).capitalize()}: {self._on_island(game, group)}."
        for place, cloud in enumerate(game["clouds"]):
            yield f"Cloud {place}: {students(cloud)}."
        for number, card in game.get("characters", {}).items():
            yield f"The {names.CHARACTERS[int(number) - 1]} costs {reading.price(game, int(number))}{on_card(card)}."
        for letter in reading.seats(game):
            yield from self._school(game, letter)
        yield self.turn(game)

    def _on_island(self, game: View, group: list[int]) -> str:
        island = reading.island(game, group)
        parts = [students(island["students"])]
        if "tower" in island:
            parts.append(f"{len(group)} {island['tower']} {'tower' if len(group) == 1 else 'towers'}")
        if island.get("no_entry"):
            parts.append(words.counted("no_entry", island["no_entry"]))
        if game["mother_nature"] in group:
            parts.append("mother nature")
        return ", ".join(parts)

    def _school(self, game: View, letter: str) -> Iterator[str]:
        board = game["boards"][letter]
        side = reading.side_of(game, letter)
        yield self.does(letter, "have", f"{reading.reserve(game, side)} {side} towers left")
        yield self.does(letter, "have", f"{students(board['entrance'])} in the entrance")
        yield self.does(letter, "have", f"{students(board['dining'])} in the hall")
        if board["professors"]:
            yield self.does(letter, "have", f"the professors {words.colours(board['professors'])}")
        if "coins" in board:
            yield self.does(letter, "have", words.counted("coins", board["coins"]))

    def turn(self, game: View) -> str:
        if game["phase"] == "over":
            return "The game is over."
        step = STEPS[game.get("step", "planning")]
        if game["active"] == self.you:
            return f"It is your turn: {step}."
        return f"It is the turn of {self.name(game['active'])}: {step}."

    # ------------------------------------------------------------ what changed

    def changes(self, before: View, after: View) -> Iterator[str]:
        yield from self._assistants(before, after)
        yield from self._characters(before, after)
        yield from self._schools(before, after)
        yield from self._islands(before, after)
        yield from self._clouds(before, after)
        if after["last_round"] and not before["last_round"]:
            yield "This is the last round."
        course = ("phase", "step", "active")
        if [after.get(member) for member in course] != [before.get(member) for member in course]:
            yield self.turn(after)

    def _assistants(self, before: View, after: View) -> Iterator[str]:
        known = reading.assistants(before) if before["phase"] == "planning" else {}
        if before["phase"] == "planning":
            for letter, value in reading.assistants(after).items():
                if letter not in known:
                    yield self.does(letter, "play", f"assistant {value}")

    def _characters(self, before: View, after: View) -> Iterator[str]:
        if after.get("character_used") and not before["character_used"]:
            dearer = [number for number, card in after["characters"].items() if changed_card(card, before, number)]
            named = " or ".join(names.CHARACTERS[int(number) - 1] for number in dearer)
            yield self.does(
                after["active"] if "active" in after else before["active"],
                "use",
                f"the {named}" if named else "a character",
            )
        effect = after.get("active_character")
        if effect is not None and effect != before["active_character"]:
            colour = f": {effect['colour']} counts nothing" if "colour" in effect else ""
            yield f"The {names.CHARACTERS[effect['number'] - 1]} is in force for this turn{colour}."

    def _schools(self, before: View, after: View) -> Iterator[str]:
        for letter in reading.seats(after):
            old, new = before["boards"][letter], after["boards"][letter]
            for colour in names.COLOURS:
                come = new["dining"].get(colour, 0) - old["dining"].get(colour, 0)
                if come > 0:
                    yield self.does(
                        letter, "seat", f"{come} {colour} in the hall, {new['dining'][colour]} are there now"
                    )
                elif come < 0:
                    yield self.does(letter, "lose", f"{-come} {colour} of the hall")
                if colour in new["professors"] and colour not in old["professors"]:
                    yield self.does(letter, "have", f"the {colour} professor now")
            if new.get("coins") != old.get("coins"):
                yield self.does(letter, "have", f"{words.counted('coins', new['coins'])} now")

    def _islands(self, before: View, after: View) -> Iterator[str]:
        if after["mother_nature"] != before["mother_nature"]:
            yield f"Mother nature is on {words.island(reading.group_of(after, after['mother_nature']))}."
        for group in reading.groups(after):
            old = [reading.island(before, part) for part in reading.groups(before) if part[0] in group]
            new = reading.island(after, group)
            place = words.island(group)
            for colour in names.COLOURS:
                come = new["students"].get(colour, 0) - sum(island["students"].get(colour, 0) for island in old)
                if come:
                    yield f"{come} {colour} to {place}."
            if "tower" in new and any(island.get("tower") != new["tower"] for island in old):
                yield f"{new['tower'].capitalize()} builds on {place}."
            if len(old) > 1:
                yield f"{place.capitalize()} are one now."
            tiles = new.get("no_entry", 0)
            if tiles != sum(island.get("no_entry", 0) for island in old):
                yield f"On {place}: {words.counted('no_entry', tiles) if tiles else 'no more no-entry tile'}."

    def _clouds(self, before: View, after: View) -> Iterator[str]:
        for place, (old, new) in enumerate(zip(before["clouds"], after["clouds"], strict=True)):
            if old == new:
                continue
            if new:
                yield f"Cloud {place}: {students(new)}."
            elif "active" in before:
                yield self.does(before["active"], "take", f"cloud {place}")


def changed_card(card: Mapping[str, Any], before: View, number: str) -> bool:
    return bool(card != before["characters"][number])


def students(counted: Mapping[str, int]) -> str:
    found = [f"{counted[colour]} {colour}" for colour in names.COLOURS if counted.get(colour)]
    return ", ".join(found) or "no students"


def on_card(card: Mapping[str, Any]) -> str:
    parts = [f" with {students(card['students'])}"] if "students" in card else []
    if "no_entry" in card:
        parts.append(f" with {card['no_entry']} no-entry tiles")
    return "".join(parts)
