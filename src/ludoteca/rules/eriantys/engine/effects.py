"""Effects of characters that need choices: what may be chosen, and what then happens (§11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import bag, const, dining, influence

if TYPE_CHECKING:
    from .state import State


def legal(game: State) -> int:
    """The choices open to the user of the character whose effect is owed."""
    if game.choosing == const.ISLAND:
        for group in range(game.groups):
            game.actions[group] = const.CHOOSE_ISLAND + group
        return game.groups
    count = 0
    if another_pair(game):
        for colour in range(const.COLOURS):
            if available(game, colour):
                game.actions[count] = const.CHOOSE_COLOUR + colour
                count += 1
    if game.pairs > 0 and game.choosing == first_of_pair(game):
        game.actions[count] = const.SWAP_DONE
        count += 1
    return count


def first_of_pair(game: State) -> int:
    return const.FROM_CARD if game.owed == const.JESTER else const.FROM_ENTRANCE


def another_pair(game: State) -> bool:
    """Whether a swap that is between two pairs has students on both sides for one more."""
    if game.pairs == 0:
        return True  # the character could not have been played otherwise
    left = -game.pairs
    other = -game.pairs
    for colour in range(const.COLOURS):
        left += game.entrance[game.seat][colour]
        if game.owed == const.JESTER:
            other += game.card_students[game.place][colour]
        else:
            other += game.dining[game.seat][colour]
    return left > 0 and other > 0


def available(game: State, colour: int) -> bool:
    seat = game.seat
    if game.choosing == const.FROM_CARD:
        if game.owed == const.PRINCESS and game.dining[seat][colour] >= const.TABLE_SEATS:
            return False
        return game.card_students[game.place][colour] > chosen(game.from_other, game.pairs, colour)
    if game.choosing == const.FROM_ENTRANCE:
        return game.entrance[seat][colour] > chosen(game.from_entrance, game.pairs, colour)
    if game.choosing == const.FROM_DINING:
        return game.dining[seat][colour] > chosen(game.from_other, game.pairs, colour) and fits(game, colour)
    return True  # characters 9 and 12 take any colour


def chosen(colours: list[int], count: int, colour: int) -> int:
    """How many of the first `count` are of this colour."""
    found = 0
    for i in range(count):
        if colours[i] == colour:
            found += 1
    return found


def fits(game: State, leaving: int) -> bool:
    """Minstrel: no table may exceed ten at the end [RULING 23].

    Asked pair by pair. That excludes no legal swap: among the pairings of the same students one keeps to the limit
    all along.
    """
    coming = game.from_entrance[game.pairs]
    if coming == leaving:
        return True
    seated = game.dining[game.seat][coming]
    seated -= chosen(game.from_other, game.pairs, coming)
    seated += chosen(game.from_entrance, game.pairs, coming)
    return seated < const.TABLE_SEATS


def choose_colour(game: State, colour: int) -> None:
    if game.recorder.on:
        game.recorder.note(const.CHOICE_MADE, game.seat, game.choosing, colour)
    if game.choosing == const.FROM_CARD:
        game.from_other[game.pairs] = colour
        if game.owed == const.PRINCESS:
            invite(game, colour)
        elif game.owed == const.MONK:
            game.choosing = const.ISLAND
        else:
            game.choosing = const.FROM_ENTRANCE
    elif game.choosing == const.FROM_ENTRANCE:
        game.from_entrance[game.pairs] = colour
        if game.owed == const.MINSTREL:
            game.choosing = const.FROM_DINING
        else:
            complete_pair(game, const.MOST_SWAPS)
    elif game.choosing == const.FROM_DINING:
        game.from_other[game.pairs] = colour
        complete_pair(game, const.MOST_SWAPS - 1)
    elif game.owed == const.THIEF:
        steal(game, colour)
    else:
        ignore(game, colour)


def choose_island(game: State, group: int) -> None:
    owed = game.owed
    if game.recorder.on:
        game.recorder.note(const.CHOICE_MADE, game.seat, const.ISLAND, game.first_tile[group])
    settle(game)
    if owed == const.MONK:
        send(game, group)
    elif owed == const.HERALD:
        influence.resolve(game, group)
    else:
        forbid(game, group)


def settle(game: State) -> None:
    """Nothing is owed any more."""
    game.owed = const.NOTHING
    game.choosing = const.NOTHING


def complete_pair(game: State, most: int) -> None:
    game.pairs += 1
    if game.pairs == most:
        finish_swap(game)
    else:
        game.choosing = first_of_pair(game)


def finish_swap(game: State) -> None:
    """All chosen students leave their places, then they are seated in the order given [RULING 23]."""
    seat = game.seat
    source = const.SOURCE_CARD if game.owed == const.JESTER else const.SOURCE_DINING
    settle(game)
    for i in range(game.pairs):
        leaving = game.from_entrance[i]
        other = game.from_other[i]
        game.entrance[seat][leaving] -= 1
        game.entrance[seat][other] += 1
        if source == const.SOURCE_DINING:
            game.dining[seat][other] -= 1
        else:
            game.card_students[game.place][other] -= 1
            game.card_students[game.place][leaving] += 1
        if game.recorder.on:
            game.recorder.note(const.STUDENTS_SWAPPED, seat, leaving, other, source)
    if source == const.SOURCE_CARD:
        tell_card(game)
        return
    for i in range(game.pairs):
        dining.place(game, game.from_entrance[i], const.SOURCE_SWAP)


def send(game: State, group: int) -> None:
    """Monk (§11.1): no resolution follows."""
    colour = game.from_other[0]
    game.card_students[game.place][colour] -= 1
    game.students[group][colour] += 1
    if game.recorder.on:
        tile = game.first_tile[group]
        game.recorder.note(const.STUDENT_TO_ISLAND, game.seat, colour, tile, const.SOURCE_CARD)
    refill(game)


def forbid(game: State, group: int) -> None:
    """Herbalist (§11.5)."""
    game.card_no_entry -= 1
    game.no_entry[group] += 1
    if game.recorder.on:
        tile = game.first_tile[group]
        game.recorder.note(const.NO_ENTRY_PLACED, tile, game.no_entry[group], game.card_no_entry)


def ignore(game: State, colour: int) -> None:
    """Mushroom hunter (§11.9)."""
    game.effect = const.MUSHROOM_HUNTER
    game.ignored_colour = colour
    settle(game)
    if game.recorder.on:
        game.recorder.note(const.COLOUR_IGNORED, game.seat, colour)


def invite(game: State, colour: int) -> None:
    """Princess (§11.11)."""
    settle(game)
    game.card_students[game.place][colour] -= 1
    dining.place(game, colour, const.SOURCE_CARD)
    refill(game)


def refill(game: State) -> None:
    """Draw one student onto the card; with an empty bag it stays one short [RULING 11]."""
    if game.bag_total > 0:
        game.card_students[game.place][bag.draw(game, const.DRAW_CHARACTER_STUDENT)] += 1
    tell_card(game)


def steal(game: State, colour: int) -> None:
    """Thief (§11.12): professors and coins stay where they are."""
    settle(game)
    for seat in range(game.players):
        count = min(const.THIEF_TAKES, game.dining[seat][colour])
        game.dining[seat][colour] -= count
        bag.put_back(game, colour, count)
        if game.recorder.on:
            game.recorder.note(const.STUDENTS_RETURNED, seat, colour, count)


def tell_card(game: State) -> None:
    if game.recorder.on:
        on_it = game.card_students[game.place]
        number = game.character[game.place]
        game.recorder.note(const.CHARACTER_CHANGED, number, on_it[0], on_it[1], on_it[2], on_it[3], on_it[4])
