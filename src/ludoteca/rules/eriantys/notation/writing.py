"""Views and legal decisions as JSON, written quickly: a server sends them after every move.

Little differs from one view to the next, so every part is written once and kept by the numbers it shows: an island with
two red students looks the same at every table. What is written is what `position.public` and `describing.describe` say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ludoteca.rules import compact_json
from ludoteca.rules.contract import SEAT_LETTERS, Json

from ..engine import const, picture
from . import describing, names, position

if TYPE_CHECKING:
    from ..engine.engine import Engine

PARTS_KEPT = 1 << 16  # of each kind, some hundred bytes each


# ---------------------------------------------------------------- the view


def view(game: Engine) -> bytes:
    if game.choosing != const.NOTHING:  # in the middle of a character's effect
        return compact_json.write(position.public(game))
    seen = picture.take(game)
    players = game.players
    return b'{%b,%b,"islands":{%b},%b,"boards":{%b},"clouds":[%b],"bag":%d,%b%b}' % (
        _head(players, bool(game.expert), game.draws.count),
        _course(game),
        b",".join([_island(seen[piece]) for piece in ISLANDS[: game.groups]]),
        _groups(seen, game.groups, game.mother_nature),
        b",".join([_board(seen[piece]) for piece in BOARDS[:players]]),
        b",".join([_students(seen[piece]) for piece in CLOUDS[:players]]),
        game.bag_total,
        compact_json.write_members(position.expert(game)) + b"," if game.expert else b"",
        _tail(bool(game.last_round), bool(game.clouds_short)),
    )


def _pieces(start: int, length: int, count: int) -> list[slice]:
    return [slice(start + i * length, start + (i + 1) * length) for i in range(count)]


ISLANDS = _pieces(0, const.PICTURED_ISLAND, const.ISLANDS)
BOARDS = _pieces(const.PICTURED_BOARDS, const.PICTURED_BOARD, const.MOST_PLAYERS)
CLOUDS = _pieces(const.PICTURED_CLOUDS, const.COLOURS, const.MOST_PLAYERS)


def _head(players: int, expert: bool, draws: int) -> bytes:
    return b'"game":"eriantys","players":%d,"expert":%b,"draws":%d' % (players, b"true" if expert else b"false", draws)


@lru_cache(4)
def _tail(last_round: bool, clouds_short: bool) -> bytes:
    return compact_json.write_members({"last_round": last_round, "clouds_short": clouds_short})


def _course(game: Engine) -> bytes:
    players = game.players
    assistant, order = tuple(game.assistant[:players]), tuple(game.order[:players])
    hands = b'"first_player":"%b","hands":{%b}' % (
        LETTERS[game.first_player],
        b",".join([_hand(seat, mask) for seat, mask in enumerate(game.hand[:players])]),
    )
    if game.step == const.PLANNING:
        return b'"phase":"planning",%b,%b,"active":"%b"' % (
            hands,
            _played(game.first_player, game.turn, assistant),
            LETTERS[game.seat],
        )
    known = _known(assistant, order)
    if game.step == const.OVER:
        return b'"phase":"over",%b,%b' % (hands, known)
    step = _step(game.step, game.moved)
    return b'"phase":"action",%b,%b,%b,"active":"%b"' % (step, hands, known, LETTERS[game.seat])


LETTERS = [letter.encode() for letter in SEAT_LETTERS]


@lru_cache(PARTS_KEPT)
def _hand(seat: int, mask: int) -> bytes:
    held = [value + 1 for value in range(const.ASSISTANTS) if mask >> value & 1]
    return b'"%b":%b' % (LETTERS[seat], compact_json.write(held))


@lru_cache(PARTS_KEPT)
def _played(first: int, turn: int, assistant: tuple[int, ...]) -> bytes:
    before = [(first + i) % len(assistant) for i in range(turn)]
    return compact_json.write_members({"played": [[SEAT_LETTERS[seat], assistant[seat]] for seat in before]})


@lru_cache(PARTS_KEPT)
def _known(assistant: tuple[int, ...], order: tuple[int, ...]) -> bytes:
    known: Json = {"played": []}
    if assistant[0]:
        known["assistants"] = {SEAT_LETTERS[seat]: value for seat, value in enumerate(assistant)}
        known["order"] = [SEAT_LETTERS[seat] for seat in order]
    return compact_json.write_members(known)


@lru_cache(PARTS_KEPT)
def _step(step: int, moved: int) -> bytes:
    written: Json = {"step": names.STEPS[step]}
    if step == const.STUDENTS:
        written["moved"] = moved
    return compact_json.write_members(written)


@lru_cache(PARTS_KEPT)
def _students(counts: bytes) -> bytes:
    return compact_json.write({name: count for name, count in zip(names.COLOURS, counts, strict=True) if count})


@lru_cache(PARTS_KEPT)
def _island(piece: bytes) -> bytes:
    tile, owner, no_entry = piece[0], piece[1] - 1, piece[2]
    rest = b"" if owner == const.NOBODY else b',"tower":"%b"' % names.TOWERS[owner].encode()
    if no_entry:
        rest += b',"no_entry":%d' % no_entry
    return b'"%d":{"students":%b%b}' % (tile + 1, _students(piece[4:]), rest)


def _groups(seen: bytes, groups: int, mother_nature: int) -> bytes:
    """How tiles are joined, and where mother nature stands."""
    end = groups * const.PICTURED_ISLAND
    tiles, sizes = seen[0 : end : const.PICTURED_ISLAND], seen[3 : end : const.PICTURED_ISLAND]
    return b'%b,"mother_nature":%d' % (_joined(tiles, sizes), tiles[mother_nature] + 1)


@lru_cache(PARTS_KEPT)
def _joined(first_tiles: bytes, sizes: bytes) -> bytes:
    joined = [
        [(tile + i) % const.ISLANDS + 1 for i in range(size)]
        for tile, size in zip(first_tiles, sizes, strict=True)
        if size > 1
    ]
    return compact_json.write_members({"groups": joined})


@lru_cache(1 << const.COLOURS)
def _professors(held: int) -> bytes:
    return compact_json.write([name for colour, name in enumerate(names.COLOURS) if held >> colour & 1])


@lru_cache(PARTS_KEPT)
def _board(piece: bytes) -> bytes:
    seat, held, coins = piece[0], piece[1], piece[2] - 1
    entrance, dining = piece[3 : 3 + const.COLOURS], piece[3 + const.COLOURS :]
    rest = b"" if coins < 0 else b',"coins":%d' % coins
    return b'"%b":{"entrance":%b,"dining":%b,"professors":%b%b}' % (
        LETTERS[seat],
        _students(entrance),
        _students(dining),
        _professors(held),
        rest,
    )


# ---------------------------------------------------------------- legal decisions


def legal(game: Engine, actions: Sequence[int]) -> bytes:
    """All of them as a list. An island is named by its first tile, so what is kept is kept by that too."""
    seat, choosing, first_tile = game.seat, game.choosing, game.first_tile
    return b"[%b]" % b",".join([_decision(action, seat, choosing, first_tile[ISLAND_OF[action]]) for action in actions])


# Which group of islands a decision speaks of. Others say 0, whose first tile makes no difference to them.
ISLAND_OF = [0] * const.ACTIONS
for _place in range(const.TO_ISLAND, const.MOVE_MOTHER_NATURE):
    ISLAND_OF[_place] = (_place - const.TO_ISLAND) % const.ISLANDS
for _place in range(const.CHOOSE_ISLAND, const.SWAP_DONE):
    ISLAND_OF[_place] = _place - const.CHOOSE_ISLAND


@dataclass(frozen=True)
class _Shown:
    """As much of a game as `describing` looks at."""

    seat: int
    choosing: int
    first_tile: Sequence[int]


@lru_cache(PARTS_KEPT)
def _decision(action: int, seat: int, choosing: int, tile: int) -> bytes:
    return compact_json.write(describing.describe(_Shown(seat, choosing, (tile,) * const.ISLANDS), action))
