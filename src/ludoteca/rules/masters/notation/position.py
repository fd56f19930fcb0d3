"""Positions and views: the engine's numbers in the notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoteca.rules.contract import SEAT_LETTERS, Json
from ludoteca.rules.notation import sparse, write_draws

from ..engine import const, piles
from . import cards, describing, names

if TYPE_CHECKING:
    from ..engine.engine import Engine


def write(game: Engine) -> Json:
    """The complete position: every key that applies, always in the same order."""
    position: Json = {"game": "masters"}
    if game.cards.name != cards.STANDARD:
        position["cards"] = game.cards.name
    position |= write_draws(game.draws)
    position["players"] = {SEAT_LETTERS[seat]: board(game, seat) for seat in range(game.players)}
    position["market"] = market(game)
    position["grid"] = {name: pile(game, number) for number, name in enumerate(names.PILES)}
    position["current"] = SEAT_LETTERS[game.current]
    position["main_action_done"] = bool(game.main_done)
    position["last_round"] = bool(game.last_round)
    position["over"] = game.step == const.OVER
    if game.players == 1:
        position["lorenzo"] = {"cross": game.faith[const.CROSS], "stack": game.stack[: game.stack_left][::-1]}
    if game.made:
        position["unfinished"] = unfinished(game)
    return position


def unfinished(game: Engine) -> Json:
    return {"action": describing.unfinished(game), "decisions": describing.decisions_so_far(game)}


def unfinished_for(game: Engine, seat: int | None) -> Json:
    """The action under way as a seat may see it: others do not see which leaders are kept."""
    if game.step == const.KEEPING and game.seat != seat:
        return {"action": {"do": "keep_leaders"}, "decisions": game.made}
    return unfinished(game)


def board(game: Engine, seat: int) -> Json:
    slots = [
        game.slots[seat][slot * const.LEVELS : slot * const.LEVELS + game.slot_size[seat][slot]]
        for slot in range(const.SLOTS)
    ]
    return {
        "faith": game.faith[seat],
        "tiles": [names.TILES[tile] for tile in game.tiles[seat]],
        **layout(game, seat),
        "strongbox": sparse(names.RESOURCES, game.strongbox[seat]),
        "slots": slots,
        "hand": game.hand[seat][: game.hand_count[seat]],
        "played": game.played[seat][: game.played_count[seat]],
        "dealt": game.dealt[seat][: game.dealt_count[seat]],
        "gone": game.gone[seat][: game.gone_count[seat]],
        "pending_resources": game.pending[seat],
    }


def layout(game: Engine, seat: int) -> Json:
    """Warehouse and leader depots, as a board has them and actions name them."""
    return depots(game.depot_kind[seat], game.depot_held[seat])


def depots(kinds: Sequence[int], counts: Sequence[int]) -> Json:
    """Three of the warehouse, then those of leaders: what each holds, and how much."""
    contents: list[dict[str, int]] = [
        {names.RESOURCES[kind]: held} if held else {} for kind, held in zip(kinds, counts, strict=True)
    ]
    leader_depots = contents[const.DEPOTS] | contents[const.DEPOTS + 1]
    return {
        "warehouse": dict(zip(names.DEPOT_NUMBERS, contents, strict=False)),
        "leader_depots": {name: leader_depots[name] for name in names.RESOURCES if name in leader_depots},
    }


def market(game: Engine) -> Json:
    return tray(game.market, game.slide)


def tray(marbles: Sequence[int], slide: int) -> Json:
    letters = [names.MARBLES[marble] for marble in marbles]
    rows = [" ".join(letters[row * const.COLUMNS : (row + 1) * const.COLUMNS]) for row in range(const.ROWS)]
    return {"rows": rows, "slide": names.MARBLES[slide]}


def pile(game: Engine, number: int) -> list[int]:
    """Card numbers, top first."""
    return game.grid[number][: game.pile_left[number]][::-1]


def view(game: Engine, seat: int | None) -> Json:
    """What a seat may see, or, with None, what everybody may see [RULING 26]."""
    shown = write(game)
    del shown["seed"]
    for other in range(game.players):
        if other != seat:
            hidden = shown["players"][SEAT_LETTERS[other]]
            hidden |= {key: len(hidden[key]) for key in ("hand", "dealt", "gone")}
    shown["grid"] = {
        name: {"top": piles.top(game, number) or None, "size": game.pile_left[number]}
        for number, name in enumerate(names.PILES)
    }
    if game.players == 1:
        shown["lorenzo"] |= {"stack": game.stack_left, "used": used_tokens(game), "removed": removed_cards(game)}
    if game.made:
        shown["unfinished"] = unfinished_for(game, seat)
    return shown


def used_tokens(game: Engine) -> list[int]:
    """Lorenzo's tokens that were turned up since the stack was shuffled: everybody has seen them."""
    left = game.stack[: game.stack_left]
    return [token for token in range(const.FIRST_TOKEN, const.FIRST_TOKEN + const.TOKENS) if token not in left]


def removed_cards(game: Engine) -> list[int]:
    """Cards that Lorenzo took off the grid, where everybody saw them."""
    there = {card for number in range(const.PILES) for card in game.grid[number][: game.pile_left[number]]}
    there.update(game.slots[0])
    return [card for card in range(1, const.DEVELOPMENT_CARDS + 1) if card not in there]
