"""The market action (§4.1): a line of marbles, white ones converted, then every resource placed or discarded (§5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, faith, storage, turns

if TYPE_CHECKING:
    from .state import State


def legal(game: State) -> int:
    """Every line can always be taken: there is no pass (§3)."""
    for line in range(const.LINES):
        game.actions[line] = const.TAKE_LINE + line
    return const.LINES


def length(line: int) -> int:
    return const.COLUMNS if line < const.ROWS else const.ROWS


def cell(line: int, i: int) -> int:
    """Place in the tray of a line's `i`-th marble: rows count from the left, columns from the top."""
    if line < const.ROWS:
        return line * const.COLUMNS + i
    return i * const.COLUMNS + line - const.ROWS


def take(game: State, line: int) -> None:
    """The yield of the line as it lies, the push, then the red marble's faith before anything else [RULING 2]."""
    seat = game.seat
    game.line = line
    red = read(game, line)
    if game.recorder.on:
        note_push(game, line)
    push(game, line)
    if red > 0:
        faith.gain(game, seat, red, const.BY_MARKET)
    go_on(game)


def read(game: State, line: int) -> int:
    """Write what the marbles of a line give to `taken`; return how many are red.

    One white-marble leader converts every white marble; with two, the marble stays white until the player has chosen
    [RULING 8].
    """
    seat = game.seat
    red = 0
    game.place = 0
    game.discarded = 0
    game.taken_count = 0
    for i in range(length(line)):
        marble = game.market[cell(line, i)]
        if marble == const.FAITH:
            red += 1
        elif marble != const.WHITE or game.white_count[seat] > 0:
            if marble == const.WHITE and game.white_count[seat] == 1:
                marble = game.white[seat][0]
            game.taken[game.taken_count] = marble
            game.taken_count += 1
    return red


def push(game: State, line: int) -> None:
    """Rows are pushed from the right, columns from below: the first marble becomes the one on the slide."""
    last = length(line) - 1
    leaving = game.market[cell(line, 0)]
    for i in range(last):
        game.market[cell(line, i)] = game.market[cell(line, i + 1)]
    game.market[cell(line, last)] = game.slide
    game.slide = leaving


def pull(game: State, line: int) -> None:
    """Undo a push, to see what the line was."""
    last = length(line) - 1
    leaving = game.market[cell(line, last)]
    for i in range(last, 0, -1):
        game.market[cell(line, i)] = game.market[cell(line, i - 1)]
    game.market[cell(line, 0)] = game.slide
    game.slide = leaving


def note_push(game: State, line: int) -> None:
    """The marbles of the line before the push, and the conversions that are not the player's to choose."""
    seat = game.seat
    first = game.market[cell(line, 0)]
    second = game.market[cell(line, 1)]
    third = game.market[cell(line, 2)]
    fourth = game.market[cell(line, 3)] if line < const.ROWS else const.NOBODY
    game.recorder.note(const.MARKET_PUSHED, seat, line, first, second, third, fourth, game.slide)
    if game.white_count[seat] == 1:
        for i in range(length(line)):
            if game.market[cell(line, i)] == const.WHITE:
                game.recorder.note(const.MARBLE_CONVERTED, seat, game.white[seat][0])


def go_on(game: State) -> None:
    """Ask about the next white marble, then about the next resource; when there is none the action is complete."""
    for i in range(game.taken_count):
        if game.taken[i] == const.WHITE:
            game.step = const.CONVERTING
            return
    if game.place < game.taken_count:
        game.step = const.PLACING
        return
    if game.discarded > 0:
        faith.give_others(game, game.discarded)
    turns.complete_main(game)


def legal_conversions(game: State) -> int:
    """Ascending by resource."""
    one = game.white[game.seat][0]
    two = game.white[game.seat][1]
    game.actions[0] = const.CHOOSE_RESOURCE + min(one, two)
    game.actions[1] = const.CHOOSE_RESOURCE + max(one, two)
    return 2


def convert(game: State, resource: int) -> None:
    i = 0
    while game.taken[i] != const.WHITE:
        i += 1
    game.taken[i] = resource
    if game.recorder.on:
        game.recorder.note(const.MARBLE_CONVERTED, game.seat, resource)
    go_on(game)


def legal_places(game: State) -> int:
    """A depot that has room as things stand, or discarding [RULING 4], or making room first [RULING 6]."""
    count = storage.places(game, game.seat, game.taken[game.place])
    game.actions[count] = const.DISCARD
    count += 1
    if storage.arrangeable(game, game.seat):
        game.actions[count] = const.ARRANGE
        count += 1
    return count


def store(game: State, depot: int) -> None:
    storage.add(game, game.seat, game.taken[game.place], depot)
    game.place += 1
    go_on(game)


def discard(game: State) -> None:
    """Counted now, given to the others when placing is complete [RULING 1]."""
    if game.recorder.on:
        game.recorder.note(const.RESOURCE_DISCARDED, game.seat, game.taken[game.place])
    game.discarded += 1
    game.place += 1
    go_on(game)
