"""Small positions to start a test from, the actions to try on them, and ways to read what came of it.

Everything speaks the public notation: positions and actions are JSON objects, and a game is asked for its position.
Amounts are written as text, "2 coin, shield"; a warehouse as the contents of its depots of one, two and three slots.
"""

from typing import Any, TypeAlias

import pytest

from ludoteca import rules
from ludoteca.rules import masters

from .cards import COLOURS, LEVELS, SECTIONS, amounts

Json: TypeAlias = dict[str, Any]
Game: TypeAlias = rules.Game

END_TURN: Json = {"do": "end_turn"}

# The market of the notation's default, here to be read beside the tests.
#                    servant shield servant .     . faith . stone     . stone coin coin
MARKET: Json = {"rows": ["P B P W", "W R W G", "W G Y Y"], "slide": "B"}


def letters(players: int) -> str:
    return "ABCD"[:players]


# Positions


def turn(player: str = "A", *, players: int = 2, boards: Json | None = None, **keys: Any) -> Game:
    """The turn of `player`, by default before the main action. Nobody has a leader unless `boards` says so."""
    return rules.load(turn_position(player, players=players, boards=boards, **keys))


def turn_position(player: str = "A", *, players: int = 2, boards: Json | None = None, **keys: Any) -> Json:
    """Sections that somebody has passed count as reported: tiles not given are those of the markers as they stand."""
    given = boards or {}
    cross = keys.get("lorenzo", {}).get("cross", 0)
    furthest = max(cross, *(entry.get("faith", 0) for entry in given.values()), 0)
    position: Json = {"game": "masters", "players": {}, "market": MARKET, "current": player}
    for letter in letters(players):
        entry: Json = given.get(letter, {})
        tiles = [_tile(first, pope, entry.get("faith", 0), furthest) for first, pope, _ in SECTIONS]
        position["players"][letter] = {"tiles": tiles} | entry
    return position | keys


def _tile(first: int, pope: int, faith: int, furthest: int) -> str:
    if furthest < pope:
        return "down"
    return "up" if faith >= first else "gone"


def solo(board: Json | None = None, **keys: Any) -> Game:
    """The player's turn against Lorenzo."""
    return turn(players=1, boards={"A": board or {}}, **keys)


def warehouse(one: str = "", two: str = "", three: str = "") -> Json:
    return {"1": amounts(one), "2": amounts(two), "3": amounts(three)}


def layout(one: str = "", two: str = "", three: str = "", leaders: str = "") -> Json:
    """A complete layout of the warehouse and the leader depots, as actions name it and boards contain it."""
    return {"warehouse": warehouse(one, two, three), "leader_depots": amounts(leaders)}


def rich(**keys: Any) -> Json:
    """A board with a strongbox that pays for anything."""
    return {"strongbox": amounts("20 coin, 20 stone, 20 servant, 20 shield")} | keys


def six_cards() -> list[list[int]]:
    """Slots with six cards: one place for a level III card, one for a level II card."""
    return [[1, 17, 33], [2, 18], [3]]


def gone(*, keep: Json | None = None) -> Json:
    """A grid whose piles are empty but for those of `keep`."""
    return {f"{colour}{level}": [] for colour in COLOURS for level in LEVELS} | (keep or {})


# Actions


def take(line: str, store: Json | None = None, discard: str | None = None, white: list[str] | None = None) -> Json:
    action: Json = {"do": "take_market", "line": line}
    if store is not None:
        action["store"] = store
    if discard is not None:
        action["discard"] = amounts(discard)
    if white is not None:
        action["white"] = white
    return action


def rearrange(to: Json) -> Json:
    return {"do": "rearrange", "to": to}


def payment(depots: dict[int, str] | None = None, leaders: str = "", strongbox: str = "") -> Json:
    """`depots` by number, as text: {2: "2 stone"}."""
    paid = {str(depot): amounts(text) for depot, text in (depots or {}).items()}
    return {"warehouse": paid, "leader_depots": amounts(leaders), "strongbox": amounts(strongbox)}


def buy(card: int, slot: int = 1, pay: Json | None = None) -> Json:
    return {"do": "buy", "card": card, "slot": slot} | ({} if pay is None else {"pay": pay})


def produce(
    *powers: str, basic: tuple[str, str] | None = None, leader_out: Json | None = None, pay: Json | None = None
) -> Json:
    """`basic` is what goes in and what comes out: ("2 coin", "shield")."""
    action: Json = {"do": "produce", "powers": list(powers)}
    if leader_out is not None:
        action["leader_out"] = leader_out
    if basic is not None:
        action["basic"] = {"in": amounts(basic[0]), "out": basic[1]}
    return action | ({} if pay is None else {"pay": pay})


def play(card: int) -> Json:
    return {"do": "play_leader", "card": card}


def put_away(card: int) -> Json:
    return {"do": "discard_leader", "card": card}


def keep(*cards: int) -> Json:
    return {"do": "keep_leaders", "cards": list(cards)}


def initial(store: Json) -> Json:
    return {"do": "initial_resources", "store": store}


def perform(game: Game, *actions: Json) -> None:
    for action in actions:
        game.perform(action)


def refused(game: Game, action: Any) -> str:
    """The code with which the game refuses the action. A refusal changes nothing."""
    before = game.position()
    with pytest.raises(rules.IllegalAction) as refusal:
        game.perform(action)
    assert game.position() == before
    assert refusal.value.sentence
    return str(refusal.value.code)


def invalid(position: Json) -> str:
    """The field for which a position is refused."""
    with pytest.raises(rules.InvalidPosition) as refusal:
        rules.load(position)
    assert refusal.value.sentence
    return str(refusal.value.field)


# Results


def board(game: Game, player: str = "A") -> Json:
    entry: Json = game.position()["players"][player]
    return entry


def faith(game: Game, player: str = "A") -> int:
    space: int = board(game, player)["faith"]
    return space


def faiths(game: Game) -> list[int]:
    return [entry["faith"] for entry in game.position()["players"].values()]


def tiles(game: Game, player: str = "A") -> list[str]:
    states: list[str] = board(game, player)["tiles"]
    return states


def tiles_of(game: Game, section: int) -> str:
    """The states of one section's tiles, player by player: "up gone"."""
    return " ".join(entry["tiles"][section - 1] for entry in game.position()["players"].values())


def stored(game: Game, player: str = "A") -> Json:
    """What lies in the depots, empty ones included, as `layout` writes it."""
    entry = board(game, player)
    depots: Json = entry.get("warehouse", {})
    return {
        "warehouse": {depot: depots.get(depot, {}) for depot in ("1", "2", "3")},
        "leader_depots": {name: count for name, count in entry.get("leader_depots", {}).items() if count},
    }


def strongbox(game: Game, player: str = "A") -> Json:
    return dict(board(game, player).get("strongbox", {}))


def slots(game: Game, player: str = "A") -> list[list[int]]:
    cards: list[list[int]] = board(game, player)["slots"]
    return cards


def hand(game: Game, player: str = "A") -> list[int]:
    return sorted(board(game, player).get("hand", []))


def played(game: Game, player: str = "A") -> list[int]:
    return sorted(board(game, player).get("played", []))


def grid(game: Game, name: str) -> list[int]:
    cards: list[int] = game.position()["grid"][name]
    return cards


def left_of(game: Game, colour: str) -> int:
    """How many cards of a colour are in the grid."""
    return sum(len(grid(game, f"{colour}{level}")) for level in LEVELS)


def cross(game: Game) -> int:
    space: int = game.position()["lorenzo"]["cross"]
    return space


def stack(game: Game) -> list[int]:
    tokens: list[int] = game.position()["lorenzo"]["stack"]
    return tokens


def current(game: Game) -> str:
    return "ABCD"[game.seat]


def main_action_done(game: Game) -> bool:
    flag: bool = game.position()["main_action_done"]
    return flag


def last_round(game: Game) -> bool:
    flag: bool = game.position()["last_round"]
    return flag


def winners(game: Game) -> str:
    """The winners as letters; the game must be over."""
    assert game.over
    assert game.position()["over"] is True
    return "".join("ABCD"[seat] for seat in sorted(game.winners))


def points(game: Game, player: str = "A") -> int:
    """A player's points at the end."""
    assert game.over
    return scores(game)["ABCD".index(player)]["total"]


def scores(game: Game) -> dict[int, dict[str, int]]:
    assert isinstance(game, masters.Game)
    return game.scores()
