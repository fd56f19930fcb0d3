"""Set-up (§2): market, grid and leaders are dealt; then each seat keeps two leaders and takes its free resources.

The draws, in order: for each of the twelve places of the tray, row by row, one of the marbles left, which lie in the
order of their numbers (`DRAW_MARBLE`; the last marble goes on the slide); for each pile, `green1` first, from the top,
one of the cards left in the order in which they lie, which changes places with the card there (`DRAW_CARD`, three a
pile); for each seat four of the leaders left, in ascending order (`DRAW_LEADER`); alone, the tokens from the bottom up
like a pile (`DRAW_TOKEN`, six, and again whenever they are shuffled).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, faith, lorenzo, piles, storage, turns

if TYPE_CHECKING:
    from .state import State


def prepare(game: State, players: int) -> None:
    """An empty table for so many players: nothing drawn yet."""
    game.players = players
    for seat in range(players):
        for depot in range(const.ALL_DEPOTS):
            game.depot_kind[seat][depot] = const.NOBODY


def deal(game: State) -> None:
    """Everything that is random about set-up, and what the later seats get for being late."""
    lay_market(game)
    lay_grid(game)
    deal_leaders(game)
    if game.players == 1:
        lorenzo.shuffle(game)
    if game.recorder.on:
        note_set_up(game)
    for seat in range(game.players):
        game.pending[seat] = (seat + 1) // 2
        if seat > 1:
            faith.gain(game, seat, 1, const.BY_SET_UP)
    go_on(game)


def lay_market(game: State) -> None:
    for place in range(const.TRAY + 1):
        before = 0
        chosen = 0
        if place < const.TRAY:
            chosen = game.draws.below(const.TRAY + 1 - place, const.DRAW_MARBLE)
        for marble in range(const.MARBLES):
            left = marbles_of(marble)
            for earlier in range(place):
                if game.market[earlier] == marble:
                    left -= 1
            if before <= chosen < before + left:
                if place < const.TRAY:
                    game.market[place] = marble
                else:
                    game.slide = marble
            before += left


def marbles_of(marble: int) -> int:
    if marble == const.WHITE:
        return 4
    return 1 if marble == const.FAITH else 2


def lay_grid(game: State) -> None:
    for pile in range(const.PILES):
        game.pile_left[pile] = 0
    for card in range(const.DEVELOPMENT_CARDS, 0, -1):  # the lowest number on top
        pile = game.cards.pile[card - 1]
        game.grid[pile][game.pile_left[pile]] = card
        game.pile_left[pile] += 1
    for pile in range(const.PILES):
        for i in range(const.PILE_CARDS - 1):
            place = const.PILE_CARDS - 1 - i
            other = place - game.draws.below(const.PILE_CARDS - i, const.DRAW_CARD)
            card = game.grid[pile][other]
            game.grid[pile][other] = game.grid[pile][place]
            game.grid[pile][place] = card


def deal_leaders(game: State) -> None:
    left = (1 << const.LEADERS) - 1
    remaining = const.LEADERS
    for seat in range(game.players):
        hand = 0
        for _ in range(const.LEADERS_DEALT):
            number = game.draws.below(remaining, const.DRAW_LEADER)
            leader = 0
            while not left >> leader & 1 or number > 0:
                if left >> leader & 1:
                    number -= 1
                leader += 1
            left &= ~(1 << leader)
            hand |= 1 << leader
            remaining -= 1
        game.dealt_count[seat] = 0
        for leader in range(const.LEADERS):
            if hand >> leader & 1:
                game.dealt[seat][game.dealt_count[seat]] = const.FIRST_LEADER + leader
                game.dealt_count[seat] += 1


def note_set_up(game: State) -> None:
    game.recorder.note(
        const.SET_UP, game.players, packed_row(game, 0), packed_row(game, 1), packed_row(game, 2), game.slide
    )
    for pile in range(const.PILES):
        piles.tell(game, pile)
    for seat in range(game.players):
        dealt = game.dealt[seat]
        game.recorder.note(const.LEADERS_DEALT_TO, seat, dealt[0], dealt[1], dealt[2], dealt[3])


def packed_row(game: State, row: int) -> int:
    """A row of the tray in one number, three bits for a marble, the first marble in the lowest."""
    packed = 0
    for column in range(const.COLUMNS):
        packed |= game.market[row * const.COLUMNS + column] << 3 * column
    return packed


def go_on(game: State) -> None:
    """Ask the first seat that has leaders to choose from, then the first that has resources to choose; then play
    begins.
    """
    game.made = 0
    game.kept = const.NOBODY
    for seat in range(game.players):
        if game.dealt_count[seat] > 0:
            game.seat = seat
            game.step = const.KEEPING
            return
    for seat in range(game.players):
        if game.pending[seat] > 0:
            game.seat = seat
            game.step = const.FREE_RESOURCE
            return
    turns.start(game, 0)


def legal_leaders(game: State) -> int:
    """Two of four, in ascending order."""
    count = 0
    last = const.LEADERS_DEALT if game.kept != const.NOBODY else const.LEADERS_DEALT - 1
    for place in range(game.kept + 1, last):
        game.actions[count] = const.KEEP + place
        count += 1
    return count


def keep(game: State, place: int) -> None:
    if game.kept == const.NOBODY:
        game.kept = place
        if game.recorder.on:
            game.recorder.note(const.LEADER_PICKED, game.seat, game.dealt[game.seat][place])
        return
    seat = game.seat
    game.hand_count[seat] = 0
    game.gone_count[seat] = 0
    for i in range(const.LEADERS_DEALT):
        if i in (game.kept, place):
            game.hand[seat][game.hand_count[seat]] = game.dealt[seat][i]
            game.hand_count[seat] += 1
        else:
            game.gone[seat][game.gone_count[seat]] = game.dealt[seat][i]
            game.gone_count[seat] += 1
    game.dealt_count[seat] = 0
    if game.recorder.on:
        hand = game.hand[seat]
        gone = game.gone[seat]
        game.recorder.note(const.LEADERS_CHOSEN, seat, hand[0], hand[1], gone[0], gone[1])
    go_on(game)


def legal_resources(game: State) -> int:
    """Any resource that has a place: there is no discard [RULING 20]."""
    count = 0
    fitting = 0
    for resource in range(const.RESOURCES):
        if storage.places(game, game.seat, resource) > 0:
            fitting |= 1 << resource
    for resource in range(const.RESOURCES):
        if fitting >> resource & 1:
            game.actions[count] = const.CHOOSE_RESOURCE + resource
            count += 1
    return count


def choose_resource(game: State, resource: int) -> None:
    game.free_resource = resource
    game.step = const.FREE_PLACE


def store(game: State, depot: int) -> None:
    game.pending[game.seat] -= 1
    storage.add(game, game.seat, game.free_resource, depot)
    go_on(game)
