"""What a position of Eriantys is worth to a seat: towers first, then everything that will become towers.

The unit is a tenth of a tower. A position is judged in the middle of a turn, before mother nature has moved, or after
she has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.rules.eriantys.engine import const, mother_nature

from .islands import Islands

if TYPE_CHECKING:
    from ludoteca.rules.eriantys.engine.engine import Engine

WON = 100_000.0
SHARED = 50_000.0

TOWER = 10.0
NEARLY_DONE = 6.0  # more for having built almost all of one's towers
PROFESSOR = 5.0
PROSPECT = 9.0  # a tower that mother nature can bring in this very turn
THREAT = 5.0  # a tower that the next rival can bring himself
CLAIM = 1.6  # a tower that a group would bring, if she came there some day
HOLD = 0.5  # each influence ahead on a group, by tile, up to three
AHEAD = 0.9  # each student ahead at the table of a professor one holds, up to three
BEHIND = 0.5  # each student missing for a professor one does not hold, up to four
SEATED = 0.25
COIN = 1.2
MOST_COINS = 6
ON_THE_WAY = 0.3  # each student on the way to the next coin
IN_ENTRANCE = 0.5  # a student in the entrance that is of use where it may go

UNKNOWN_STEPS = 3  # of a rival whose assistant is not known yet
LATER = 0.6  # of a group that she does not reach so soon
LONG = 3.0  # rounds after which what is built up now has paid


def worth(game: Engine, seat: int) -> float:
    if game.seat == const.NOBODY:
        return outcome(game, seat)
    side = game.side[seat]
    future = min(1.0, rounds_left(game, seat) / LONG)
    islands = Islands(game)
    return (
        towers(game, side)
        + PROFESSOR * (0.3 + 0.7 * future) * balance(professors(game), side)
        + next_walk(game, islands, seat)
        + claims(game, islands, side) * (0.2 + 0.8 * future)
        + school(game, seat) * future
    )


def outcome(game: Engine, seat: int) -> float:
    if not game.winning >> seat & 1:
        return -WON
    sides = {game.side[winner] for winner in range(game.players) if game.winning >> winner & 1}
    return WON if len(sides) == 1 else SHARED


def rounds_left(game: Engine, seat: int) -> int:
    """Rounds after this one."""
    if game.last_round:
        return 0
    return min(game.hand[seat].bit_count(), game.bag_total // (game.players * game.per_turn))


def balance(counts: list[float], side: int) -> float:
    """One's own less those of the rivals, of whom the strongest counts most."""
    rivals = [count for other, count in enumerate(counts) if other != side]
    return counts[side] - 0.7 * max(rivals) - 0.3 * sum(rivals) / len(rivals)


def towers(game: Engine, side: int) -> float:
    whole = 6 if game.sides == const.MOST_SIDES else 8
    built = [whole - reserve for reserve in game.towers[: game.sides]]
    return balance([TOWER * count + NEARLY_DONE * (count / whole) ** 3 * count for count in built], side)


def professors(game: Engine) -> list[float]:
    counts = [0.0] * game.sides
    for holder in game.professor:
        if holder != const.NOBODY:
            counts[game.side[holder]] += 1
    return counts


def next_walk(game: Engine, islands: Islands, seat: int) -> float:
    """What mother nature brings next: to this seat if she is still its to move, otherwise to the next rival."""
    side = game.side[seat]
    start = game.mother_nature
    if game.seat == seat and game.step in (const.STUDENTS, const.MOTHER_NATURE):
        now = islands if game.effect == const.NOTHING else Islands(game, for_this_turn=True)
        return PROSPECT * now.best_swing(start, mother_nature.reach(game), side)
    rival, steps = next_rival(game, side)
    return -THREAT * max(0, islands.best_swing(start, steps, rival))


def next_rival(game: Engine, side: int) -> tuple[int, int]:
    """The side of the next rival to move mother nature, and how far he can."""
    if game.step != const.PLANNING:
        for place in range(game.turn, game.players):
            seat = game.order[place]
            if game.side[seat] != side:
                return game.side[seat], (game.assistant[seat] + 1) // 2
    strongest = min((game.towers[other], other) for other in range(game.sides) if other != side)[1]
    return strongest, UNKNOWN_STEPS


def claims(game: Engine, islands: Islands, side: int) -> float:
    """How firmly one stands on each group, and whether it would change hands; the sooner she comes the more."""
    total = 0.0
    owner, taker, size = islands.owner, islands.taker, islands.size
    groups = islands.groups
    ground = game.mother_nature
    for group, lead in enumerate(islands.lead[side]):
        value = HOLD * size[group] * (3 if lead > 3 else -3 if lead < -3 else lead)
        if taker[group] != owner[group]:
            swing = islands.swing(group, side)
            value += CLAIM * (4 if swing > 4 else -4 if swing < -4 else swing)
        total += value if 0 < (group - ground) % groups <= UNKNOWN_STEPS else LATER * value
    return total


def school(game: Engine, seat: int) -> float:
    """Tables, coins and entrance of a seat."""
    total = 0.0
    dining = game.dining
    entrance = game.entrance[seat]
    sides = game.side
    rivals = [dining[other] for other in range(game.players) if other != seat]
    most = [max(tables) for tables in zip(*rivals, strict=True)]
    for colour, holder in enumerate(game.professor):
        seated = dining[seat][colour]
        waiting = entrance[colour] if entrance[colour] < 3 else 3
        total += SEATED * seated
        if holder == seat:
            ahead = seated - most[colour]
            total += AHEAD * (ahead if ahead < 3 else 3) + IN_ENTRANCE * waiting
        elif holder >= 0 and sides[holder] == sides[seat]:
            total += IN_ENTRANCE * waiting
        else:
            missing = most[colour] + 1 - seated
            total -= BEHIND * (missing if missing < 4 else 4)
            total += IN_ENTRANCE * waiting * (0.8 if missing <= waiting else 0.3)
    if game.expert:
        total += COIN * min(game.coins[seat], MOST_COINS)
        total += ON_THE_WAY * sum(seated % const.SEATS_PER_COIN for seated in dining[seat])
    return total
