"""Characters of the expert game: when one may be used, and paying for it (§10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, dining

if TYPE_CHECKING:
    from .state import State


def price(game: State, place: int) -> int:
    """Printed prices run 1, 2, 3 through the numbers; the first use raises one once [RULING 22]."""
    return (game.character[place] - 1) % const.PRICES + 1 + game.character_used[place]


def place_of(game: State, number: int) -> int:
    """Where on the table the character lies, or NOBODY."""
    for place in range(const.CHARACTERS_IN_PLAY):
        if game.character[place] == number:
            return place
    return const.NOBODY


def legal(game: State, count: int) -> int:
    """Append the characters that the active player may use now [RULING 8]."""
    if game.character_played:
        return count
    for place in range(const.CHARACTERS_IN_PLAY):
        if game.character[place] > 0 and price(game, place) <= game.coins[game.seat] and possible(game, place):
            game.actions[count] = const.PLAY_CHARACTER + game.character[place] - 1
            count += 1
    return count


def possible(game: State, place: int) -> bool:
    """Whether the effect can be carried out at all [RULING 18]."""
    number = game.character[place]
    if number == const.MONK:
        return total(game.card_students[place]) > 0
    if number == const.HERBALIST:
        return game.card_no_entry > 0
    if number == const.JESTER:
        return total(game.card_students[place]) > 0 and total(game.entrance[game.seat]) > 0
    if number == const.MINSTREL:  # a full table is no obstacle: a student can be swapped with one of its own colour
        return total(game.entrance[game.seat]) > 0 and total(game.dining[game.seat]) > 0
    if number == const.PRINCESS:
        for colour in range(const.COLOURS):
            if game.card_students[place][colour] > 0 and game.dining[game.seat][colour] < const.TABLE_SEATS:
                return True
        return False
    return True


def total(students: list[int]) -> int:
    count = 0
    for colour in range(const.COLOURS):
        count += students[colour]
    return count


def play(game: State, number: int) -> None:
    """Pay [RULING 25], then start the effect: at once, or by asking for the choices that it needs."""
    seat = game.seat
    place = place_of(game, number)
    paid = price(game, place)
    game.coins[seat] -= paid
    game.supply += paid
    if game.character_used[place] == 0:  # one coin stays on the card for good
        game.supply -= 1
        game.character_used[place] = 1
    game.character_played = True
    if game.recorder.on:
        game.recorder.note(const.CHARACTER_PLAYED, seat, number, paid, price(game, place))
        game.recorder.note(const.COINS_CHANGED, seat, game.coins[seat], game.supply)
    begin(game, place)


def begin(game: State, place: int) -> None:
    """Effects 2, 4, 6 and 8 ask for nothing; every other one is owed until its choices are made."""
    number = game.character[place]
    if number in (const.FARMER, const.MESSENGER, const.CENTAUR, const.KNIGHT):
        game.effect = number
        if number == const.FARMER:
            claim_ties(game)
        return
    game.owed = number
    game.place = place
    game.pairs = 0
    if number in (const.MONK, const.JESTER, const.PRINCESS):
        game.choosing = const.FROM_CARD
    elif number in (const.HERALD, const.HERBALIST):
        game.choosing = const.ISLAND
    elif number == const.MINSTREL:
        game.choosing = const.FROM_ENTRANCE
    else:
        game.choosing = const.COLOUR


def claim_ties(game: State) -> None:
    """The farmer acts at once on every colour of which the user has a student [RULING 14]."""
    for colour in range(const.COLOURS):
        if game.dining[game.seat][colour] > 0:
            dining.claim(game, colour)
