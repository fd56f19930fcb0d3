"""Views and legal decisions as JSON, written quickly: a server sends them after every move.

Little differs from one view to the next, so every part is written once and kept by the numbers it shows. What is
written is what `position.view` and `describing.describe` say.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ludoteca.rules import compact_json
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.notation import sparse

from ..engine import const, picture, piles, production
from . import cards, describing, names, position

if TYPE_CHECKING:
    from ..engine.engine import Engine

PARTS_KEPT = 1 << 14  # of each kind, some hundred bytes each
LETTERS = [letter.encode() for letter in SEAT_LETTERS]

# ---------------------------------------------------------------- the view


def view(game: Engine, seat: int | None) -> bytes:
    if game.players == 1:  # Lorenzo's things are written as they are
        return compact_json.write(position.view(game, seat))
    seen, strongbox = picture.take(game), game.strongbox
    boards = [_board(seen, strongbox[other], other, other == seat) for other in range(game.players)]
    return b'{"game":"masters",%b"draws":%d,"players":{%b},%b,%b,"current":"%b",%b%b}' % (
        b"" if game.cards.name == cards.STANDARD else b'"cards":%b,' % compact_json.write(game.cards.name),
        game.draws.count,
        b",".join(boards),
        _market(seen[const.PICTURED_MARKET : const.PICTURED_GRID]),
        _grid(seen[const.PICTURED_GRID :]),
        LETTERS[game.current],
        _flags(bool(game.main_done), bool(game.last_round), game.step == const.OVER),
        _unfinished(game, seat) if game.made else b"",
    )


def _board(seen: bytes, strongbox: Sequence[int], seat: int, own: bool) -> bytes:
    at = seat * const.PICTURED_BOARD
    return b'"%b":{"faith":%d,"tiles":%b,%b,"strongbox":%b,"slots":%b,%b,"pending_resources":%d}' % (
        LETTERS[seat],
        seen[at],
        _tiles(seen[at + 2 : at + 5]),
        _depots(seen[at + 5 : at + 15]),
        _resources(tuple(strongbox)),
        _slots(seen[at + 15 : at + 27]),
        _leaders(seen[at + 27 : at + 43], own),
        seen[at + 1],
    )


@lru_cache(PARTS_KEPT)
def _tiles(tiles: bytes) -> bytes:
    return compact_json.write([names.TILES[tile] for tile in tiles])


@lru_cache(PARTS_KEPT)
def _depots(numbers: bytes) -> bytes:
    kinds = [kind - 1 for kind in numbers[: const.ALL_DEPOTS]]
    return compact_json.write_members(position.depots(kinds, list(numbers[const.ALL_DEPOTS :])))


@lru_cache(PARTS_KEPT)
def _resources(counts: tuple[int, ...]) -> bytes:
    return compact_json.write(sparse(names.RESOURCES, counts))


@lru_cache(PARTS_KEPT)
def _slots(numbers: bytes) -> bytes:
    slots = [numbers[start : start + const.LEVELS + 1] for start in range(0, len(numbers), const.LEVELS + 1)]
    return compact_json.write([counted(slot) for slot in slots])


@lru_cache(PARTS_KEPT)
def _leaders(numbers: bytes, own: bool) -> bytes:
    """Of others' leaders one sees those that are played, and how many the others are [RULING 26]."""
    rows = {"hand": numbers[0:3], "played": numbers[3:6], "dealt": numbers[6:11], "gone": numbers[11:16]}
    open_to_all = {name: counted(row) if own or name == "played" else row[0] for name, row in rows.items()}
    return compact_json.write_members(open_to_all)


def counted(row: bytes) -> list[int]:
    """As many numbers as the first one says."""
    return list(row[1 : 1 + row[0]])


@lru_cache(PARTS_KEPT)
def _market(marbles: bytes) -> bytes:
    return compact_json.write_members({"market": position.tray(marbles[: const.TRAY], marbles[const.TRAY])})


@lru_cache(PARTS_KEPT)
def _grid(tops: bytes) -> bytes:
    shown = {name: {"top": tops[2 * pile] or None, "size": tops[2 * pile + 1]} for pile, name in enumerate(names.PILES)}
    return compact_json.write_members({"grid": shown})


@lru_cache(8)
def _flags(main_done: bool, last_round: bool, over: bool) -> bytes:
    return compact_json.write_members({"main_action_done": main_done, "last_round": last_round, "over": over})


def _unfinished(game: Engine, seat: int | None) -> bytes:
    return b',"unfinished":%b' % compact_json.write(position.unfinished_for(game, seat))


# ---------------------------------------------------------------- legal decisions


def legal(game: Engine, actions: Sequence[int]) -> bytes:
    """All of them as a list."""
    return b"[%b]" % b",".join([_decision(game, action) for action in actions])


def _decision(game: Engine, action: int) -> bytes:
    """What a decision is called depends on the seat, the decision and one thing more: kept by these, they are few."""
    key = (action, game.seat, _named_thing(game, action))
    written = _DECISIONS.get(key)
    if written is None:
        written = _DECISIONS[key] = compact_json.write(describing.describe(game, action))
    return written


_DECISIONS: dict[tuple[int, int, int], bytes] = {}


def _named_thing(game: Engine, action: int) -> int:
    """The card, the step, the resource or the depot that the name of a decision tells; 0 where there is none."""
    if action < const.TAKE_LINE:
        return game.dealt[game.seat][action - const.KEEP]
    if const.BUY <= action < const.PRODUCE:
        return piles.top(game, action - const.BUY)
    if const.PLAY_LEADER <= action < const.ARRANGE:
        return game.hand[game.seat][(action - const.PLAY_LEADER) % const.LEADERS_KEPT]
    if const.CHOOSE_RESOURCE <= action < const.PLACE:
        return game.step
    if const.PAY_FROM <= action < const.POWER:
        return game.paying
    if const.POWER < action < const.POWERS_DONE:
        return production.card_of(game, game.seat, action - const.POWER)
    return game.depot if action > const.POWERS_DONE else 0
