"""JSON actions of the notation, checked and turned into small decisions.

Checks come in the order: malformed, game over, not your turn, unfinished, wrong phase, out of range, contents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.notation import Reader

from ..engine import characters, const, mother_nature, planning
from . import names
from .describing import WITHOUT_CHOICES, colour_choice
from .refusals import Refusal, malformed, refuse

if TYPE_CHECKING:
    from ..engine.engine import Engine

ASKED = {
    const.PLANNING: "play an assistant",
    const.STUDENTS: "move your students",
    const.MOTHER_NATURE: "move mother nature",
    const.CLOUD: "take a cloud",
    const.END: "end your turn",
}
ASKED_BY_CHARACTER = {
    const.FROM_CARD: "choose a student on the card",
    const.FROM_ENTRANCE: "choose a student in your entrance",
    const.FROM_DINING: "choose a student in your dining room",
    const.COLOUR: "choose a colour",
    const.ISLAND: "choose an island",
}


def parse(game: Engine, action: Mapping[str, Any]) -> list[int]:
    """The small decisions of a JSON action that is legal now, or IllegalAction."""
    reader = Reader(action, refuse=malformed)
    do = reader.choice("do", tuple(READERS))
    by = reader.seat("by", const.MOST_PLAYERS, const.NOBODY)
    wanted = READERS[do](reader)
    reader.finish()
    if game.step == const.OVER:
        raise refuse(Refusal.GAME_OVER)
    if by not in (const.NOBODY, game.seat):
        raise refuse(Refusal.NOT_YOUR_TURN, seat=SEAT_LETTERS[game.seat], by=SEAT_LETTERS[by])
    if game.choosing != const.NOTHING and not isinstance(wanted, Choice):
        asked = ASKED_BY_CHARACTER[game.choosing]
        raise refuse(Refusal.UNFINISHED, character=names.CHARACTERS[game.owed - 1], asked=asked)
    return wanted.decisions(game)


def wrong_phase(game: Engine) -> Exception:
    return refuse(Refusal.WRONG_PHASE, asked=ASKED[game.step])


def group_of(game: Engine, tile: int) -> int:
    """The group that a tile belongs to."""
    if not 1 <= tile <= const.ISLANDS:
        raise refuse(Refusal.NO_SUCH_ISLAND, tile=tile)
    first_tile, size = game.first_tile, game.size  # compiled, each look at such a row copies it
    return next(group for group in range(game.groups) if (tile - 1 - first_tile[group]) % const.ISLANDS < size[group])


class Assistant:
    def __init__(self, reader: Reader) -> None:
        self.value = reader.any_integer("value")

    def decisions(self, game: Engine) -> list[int]:
        value = self.value
        if game.step != const.PLANNING:
            raise wrong_phase(game)
        if not 1 <= value <= const.ASSISTANTS:
            raise refuse(Refusal.NO_SUCH_ASSISTANT, value=value)
        if not game.hand[game.seat] >> (value - 1) & 1:
            raise refuse(Refusal.ASSISTANT_NOT_IN_HAND, value=value)
        if not planning.playable(game) >> (value - 1) & 1:
            raise refuse(Refusal.ASSISTANT_TAKEN, value=value)
        return [const.PLAY_ASSISTANT + value - 1]


class Student:
    def __init__(self, reader: Reader) -> None:
        self.colour = reader.choice("colour", names.COLOURS)
        self.tile: int | None = None
        to = reader.take("to")
        if to != "dining":
            island = Reader(to, "to", malformed)
            self.tile = island.any_integer("island")
            island.finish()

    def decisions(self, game: Engine) -> list[int]:
        if game.step != const.STUDENTS:
            raise wrong_phase(game)
        colour = names.COLOURS.index(self.colour)
        group = None if self.tile is None else group_of(game, self.tile)
        if not game.entrance[game.seat][colour]:
            raise refuse(Refusal.STUDENT_NOT_IN_ENTRANCE, colour=self.colour)
        if group is not None:
            return [const.TO_ISLAND + colour * const.ISLANDS + group]
        if game.dining[game.seat][colour] >= const.TABLE_SEATS:
            raise refuse(Refusal.TABLE_FULL, colour=self.colour)
        return [const.TO_DINING + colour]


class MotherNature:
    def __init__(self, reader: Reader) -> None:
        self.steps = reader.any_integer("steps")

    def decisions(self, game: Engine) -> list[int]:
        nothing_to_move = game.step == const.STUDENTS and not any(game.entrance[game.seat])
        if game.step != const.MOTHER_NATURE and not nothing_to_move:
            raise wrong_phase(game)
        most = mother_nature.reach(game)
        if not 1 <= self.steps <= most:
            raise refuse(Refusal.TOO_MANY_STEPS, steps=self.steps, most=most)
        return [const.MOVE_MOTHER_NATURE + self.steps - 1]


class Cloud:
    def __init__(self, reader: Reader) -> None:
        self.cloud = reader.any_integer("cloud")

    def decisions(self, game: Engine) -> list[int]:
        if game.step != const.CLOUD:
            raise wrong_phase(game)
        if not 1 <= self.cloud <= game.players:
            raise refuse(Refusal.NO_SUCH_CLOUD, cloud=self.cloud, clouds=game.players)
        if not any(game.clouds[self.cloud - 1]):
            raise refuse(Refusal.CLOUD_EMPTY, cloud=self.cloud)
        return [const.TAKE_CLOUD + self.cloud - 1]


class EndTurn:
    def __init__(self, reader: Reader) -> None:
        pass

    def decisions(self, game: Engine) -> list[int]:
        if not game.allows(const.END_TURN):
            raise wrong_phase(game)
        return [const.END_TURN]


class Character:
    """A character with all its parameters."""

    def __init__(self, reader: Reader) -> None:
        self.number = number = reader.any_integer("number")
        self.colour: str | None = None
        self.tile: int | None = None
        self.firsts: list[str] = []
        self.seconds: list[str] = []
        if number in (const.MONK, const.MUSHROOM_HUNTER, const.PRINCESS, const.THIEF):
            self.colour = reader.choice("colour", names.COLOURS)
        if number in (const.MONK, const.HERALD, const.HERBALIST):
            self.tile = reader.any_integer("island")
        if number in (const.JESTER, const.MINSTREL):
            first, second = (
                ("from_card", "from_entrance") if number == const.JESTER else ("from_entrance", "from_dining")
            )
            self.firsts = reader.choices(first, names.COLOURS, const.STUDENTS_PER_COLOUR)
            self.seconds = reader.choices(second, names.COLOURS, const.STUDENTS_PER_COLOUR)

    def decisions(self, game: Engine) -> list[int]:
        place = playable_place(game, self.number)
        group = None if self.tile is None else group_of(game, self.tile)
        decisions = [const.PLAY_CHARACTER + self.number - 1]
        if self.number in (const.JESTER, const.MINSTREL):
            return decisions + self._swap(game, place)
        if self.colour is not None:
            if self.number in (const.MONK, const.PRINCESS):
                need(game.card_students[place], [self.colour], Refusal.STUDENT_NOT_ON_CARD, self.number)
            if self.number == const.PRINCESS:
                need_seat(game, self.colour, 0)
            decisions.append(colour_choice(self.colour))
        if group is not None:
            decisions.append(const.CHOOSE_ISLAND + group)
        return decisions

    def _swap(self, game: Engine, place: int) -> list[int]:
        most = const.MOST_SWAPS if self.number == const.JESTER else const.MOST_SWAPS - 1
        firsts, seconds = self.firsts, self.seconds
        if not 1 <= len(firsts) <= most or len(firsts) != len(seconds):
            given, taken, name = len(firsts), len(seconds), names.CHARACTERS[self.number - 1]
            raise refuse(Refusal.UNEQUAL_SWAP, character=name, most=most, given=given, taken=taken)
        entrance, dining = game.entrance[game.seat], game.dining[game.seat]
        if self.number == const.JESTER:
            need(game.card_students[place], firsts, Refusal.STUDENT_NOT_ON_CARD, self.number)
            need(entrance, seconds, Refusal.STUDENT_NOT_IN_ENTRANCE, self.number)
        else:
            need(entrance, firsts, Refusal.STUDENT_NOT_IN_ENTRANCE, self.number)
            need(dining, seconds, Refusal.STUDENT_NOT_IN_DINING, self.number)
            for colour in firsts:
                need_seat(game, colour, firsts.count(colour) - seconds.count(colour) - 1)
            seconds = paired(firsts, seconds)
        choices = [colour_choice(name) for pair in zip(firsts, seconds, strict=True) for name in pair]
        return choices if len(firsts) == most else [*choices, const.SWAP_DONE]


def paired(coming: Sequence[str], leaving: Sequence[str]) -> list[str]:
    """Who leaves the dining room, in an order that lets a student replace one of its own colour where possible.

    Then no table is over its limit half-way if it keeps to it at the end; the order of leaving has no other meaning.
    """
    left = list(leaving)
    order: list[str | None] = []
    for colour in coming:
        order.append(colour if colour in left else None)
        if colour in left:
            left.remove(colour)
    return [left.pop(0) if colour is None else colour for colour in order]


def playable_place(game: Engine, number: int) -> int:
    """Where on the table a character lies that may be used now."""
    if not game.expert or game.step == const.PLANNING:
        raise wrong_phase(game)
    if not 1 <= number <= const.CHARACTERS:
        raise refuse(Refusal.NO_SUCH_CHARACTER, number=number)
    name = names.CHARACTERS[number - 1]
    place = characters.place_of(game, number)
    if place == const.NOBODY:
        raise refuse(Refusal.CHARACTER_NOT_IN_PLAY, character=name)
    if game.character_played:
        raise refuse(Refusal.CHARACTER_ALREADY_USED)
    price, coins = characters.price(game, place), game.coins[game.seat]
    if price > coins:
        raise refuse(Refusal.NOT_ENOUGH_COINS, character=name, price=price, coins=coins)
    if not characters.possible(game, place):
        raise refuse(Refusal.EFFECT_IMPOSSIBLE, character=name)
    return place


def need(students: Sequence[int], wanted: Sequence[str], refusal: Refusal, number: int) -> None:
    for colour, count in Counter(wanted).items():
        if students[names.COLOURS.index(colour)] < count:
            raise refuse(refusal, colour=colour, character=names.CHARACTERS[number - 1])


def need_seat(game: Engine, colour: str, others: int) -> None:
    """A free seat at the table of this colour, when so many others come besides."""
    if game.dining[game.seat][names.COLOURS.index(colour)] + others >= const.TABLE_SEATS:
        raise refuse(Refusal.TABLE_FULL, colour=colour)


class Choice:
    """One small decision of a character's effect, or the character itself as the first of them."""

    def __init__(self, reader: Reader) -> None:
        self.what = what = reader.choice("what", ("character", *names.CHOICES.values(), "swap"))
        self.value: int | str
        if what in ("character", "island"):
            self.value = reader.any_integer("value")
        else:
            self.value = reader.choice("value", ("done",) if what == "swap" else names.COLOURS)

    def decisions(self, game: Engine) -> list[int]:
        decision = self._decision(game)
        if game.choosing != const.NOTHING and not game.allows(decision):
            raise self._refused(game)
        return [decision]

    def _decision(self, game: Engine) -> int:
        if isinstance(self.value, int) and self.what == "character":
            if game.choosing != const.NOTHING:
                raise self._misplaced(game)
            playable_place(game, self.value)
            if self.value in WITHOUT_CHOICES:
                raise malformed("value", f"the {names.CHARACTERS[self.value - 1]} has no choices: use play_character.")
            return const.PLAY_CHARACTER + self.value - 1
        if game.choosing == const.NOTHING:
            raise wrong_phase(game)
        if self.what == "swap":
            return const.SWAP_DONE
        if self.what != names.CHOICES[game.choosing]:
            raise self._misplaced(game)
        if isinstance(self.value, int):
            return const.CHOOSE_ISLAND + group_of(game, self.value)
        return colour_choice(self.value)

    def _misplaced(self, game: Engine) -> Exception:
        asked = ASKED_BY_CHARACTER[game.choosing]
        return refuse(Refusal.UNFINISHED, character=names.CHARACTERS[game.owed - 1], asked=asked)

    def _refused(self, game: Engine) -> Exception:
        name = names.CHARACTERS[game.owed - 1]
        colour = names.COLOURS.index(self.value) if self.value in names.COLOURS else const.NOBODY
        if self.what == "from_entrance":
            return refuse(Refusal.STUDENT_NOT_IN_ENTRANCE, colour=self.value)
        if self.what == "from_card":
            if game.owed == const.PRINCESS and game.card_students[game.place][colour]:
                return refuse(Refusal.TABLE_FULL, colour=self.value)
            return refuse(Refusal.STUDENT_NOT_ON_CARD, colour=self.value, character=name)
        if self.what == "from_dining":
            taken = game.from_other[: game.pairs].count(colour)
            if game.dining[game.seat][colour] > taken:
                return refuse(Refusal.TABLE_FULL, colour=names.COLOURS[game.from_entrance[game.pairs]])
            return refuse(Refusal.STUDENT_NOT_IN_DINING, colour=self.value)
        return self._misplaced(game)


Wanted = Assistant | Student | MotherNature | Cloud | EndTurn | Character | Choice
READERS: dict[str, type[Wanted]] = {
    "play_assistant": Assistant,
    "move_student": Student,
    "move_mother_nature": MotherNature,
    "take_cloud": Cloud,
    "play_character": Character,
    "end_turn": EndTurn,
    "choose": Choice,
}
