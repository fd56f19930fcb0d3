"""The rules once more, slowly and from the text alone: what comes of a legal action, and who has won.

Chance is not foreseen: a stack of tokens that was shuffled is any stack of seven.
"""

import json
from collections import Counter
from collections.abc import Mapping
from copy import deepcopy

from .cards import (
    COLOURS,
    CROSS_TOKENS,
    DEVELOPMENTS,
    DISCARD_TOKENS,
    LAST_SPACE,
    LEADERS,
    LEVELS,
    RESOURCES,
    SECTIONS,
    SHUFFLE_TOKEN,
    TOKENS,
    TRACK_POINTS,
)
from .slow import (
    Json,
    actor,
    consumed,
    developments,
    is_solo,
    layout_of,
    marbles,
    nonzero,
    possessions,
    price,
    produced,
    pushed,
    usual_payment,
)

CARDS_THAT_END = 7
CROSS = "cross"


def after(position: Json, action: Json) -> Json:
    """The position that follows a legal action."""
    new = deepcopy(position)
    player = actor(position)
    board = new["players"][player]
    match action["do"]:
        case "keep_leaders":
            board["hand"] = list(action["cards"])
            board["gone"] = board.get("gone", []) + [card for card in board["dealt"] if card not in action["cards"]]
            board["dealt"] = []
        case "initial_resources":
            board |= action["store"]
            board["pending_resources"] = 0
        case "rearrange":
            board |= action["to"]
        case "play_leader":
            board["hand"].remove(action["card"])
            board["played"] = [*board.get("played", []), action["card"]]
        case "discard_leader":
            board["hand"].remove(action["card"])
            board["gone"] = [*board.get("gone", []), action["card"]]
            advance(new, {player: 1})
        case "take_market":
            _take(new, player, action)
        case "buy":
            _pay(board, action.get("pay"), price(board, action["card"]))
            board["slots"][action["slot"] - 1].append(action["card"])
            new["grid"][DEVELOPMENTS[action["card"]].pile].remove(action["card"])
            new["main_action_done"] = True
        case "produce":
            _pay(board, action.get("pay"), consumed(action))
            made = produced(action)
            board["strongbox"] = dict(Counter(board.get("strongbox", {})) + Counter({r: made[r] for r in RESOURCES}))
            advance(new, {player: made["faith"]})
            new["main_action_done"] = True
        case "end_turn":
            _end_turn(new, player)
    _settle(new)
    return new


def _take(new: Json, player: str, action: Json) -> None:
    board, line = new["players"][player], action["line"]
    red = marbles(new, line).count("R")
    new["market"] = pushed(new, line)
    advance(new, {player: red})
    board |= action.get("store", {})
    discards = sum(action.get("discard", {}).values())
    others = [CROSS] if is_solo(new) else [letter for letter in new["players"] if letter != player]
    advance(new, dict.fromkeys(others, discards))
    new["main_action_done"] = True


def _pay(board: Json, pay: Json | None, need: Mapping[str, int]) -> None:
    chosen = usual_payment(board, need) if pay is None else pay
    layout = layout_of(board)
    for depot, amounts in chosen.get("warehouse", {}).items():
        layout["warehouse"][depot] = dict(Counter(layout["warehouse"][depot]) - Counter(amounts))
    layout["leader_depots"] = dict(Counter(layout["leader_depots"]) - Counter(chosen.get("leader_depots", {})))
    board |= layout
    board["strongbox"] = dict(Counter(board.get("strongbox", {})) - Counter(chosen.get("strongbox", {})))


def advance(position: Json, steps: Mapping[str, int]) -> None:
    """One move of one or more markers, then the reports (§6)."""
    for who, count in steps.items():
        place, key = (position["lorenzo"], CROSS) if who == CROSS else (position["players"][who], "faith")
        place[key] = min(LAST_SPACE, place[key] + count)
    boards = position["players"].values()
    furthest = max(position.get("lorenzo", {}).get(CROSS, 0), *(board["faith"] for board in boards), 0)
    for section, (first, pope, _) in enumerate(SECTIONS):
        if furthest >= pope and all(board["tiles"][section] == "down" for board in boards):
            for board in boards:
                board["tiles"][section] = "up" if board["faith"] >= first else "gone"


def _end_turn(new: Json, player: str) -> None:
    new["main_action_done"] = False
    if is_solo(new):
        _lorenzo(new)
        return
    letters = list(new["players"])
    if player == letters[-1] and new["last_round"]:
        new["over"] = True
    new["current"] = letters[(letters.index(player) + 1) % len(letters)]


def _lorenzo(new: Json) -> None:
    token = new["lorenzo"]["stack"].pop(0)
    if token in DISCARD_TOKENS:
        for _ in range(2):
            piles = [new["grid"][f"{DISCARD_TOKENS[token]}{level}"] for level in LEVELS]
            lowest: list[int] = next((pile for pile in piles if pile), [])
            del lowest[:1]
    else:
        advance(new, {CROSS: CROSS_TOKENS[token]})
    if token == SHUFFLE_TOKEN and new["lorenzo"][CROSS] < LAST_SPACE:  # a loss comes before the shuffle
        new["lorenzo"]["stack"] = sorted(TOKENS)


def has_finished(board: Json) -> bool:
    return board["faith"] >= LAST_SPACE or len(developments(board)) >= CARDS_THAT_END


def _settle(new: Json) -> None:
    """The triggers of the end (§8, §10.3, §10.4)."""
    finished = any(has_finished(board) for board in new["players"].values())
    if not is_solo(new):
        new["last_round"] = new["last_round"] or finished
        return
    out_of_cards = any(not any(new["grid"][f"{colour}{level}"] for level in LEVELS) for colour in COLOURS)
    new["over"] = finished or out_of_cards or new["lorenzo"][CROSS] >= LAST_SPACE


# The end (§9)


def points(board: Json) -> int:
    track = max((value for space, value in TRACK_POINTS.items() if space <= board["faith"]), default=0)
    return (
        sum(DEVELOPMENTS[card].points for card in developments(board))
        + track
        + sum(value for state, (_, _, value) in zip(board["tiles"], SECTIONS, strict=True) if state == "up")
        + sum(LEADERS[card].points for card in board.get("played", []))
        + possessions(board).total() // 5
    )


def winners(position: Json) -> set[int]:
    boards = list(position["players"].values())
    if not position["over"]:
        return set()
    if is_solo(position):
        return {0} if has_finished(boards[0]) else set()
    ranks = [(points(board), possessions(board).total()) for board in boards]
    return {seat for seat, rank in enumerate(ranks) if rank == max(ranks)}


# Comparing


def normal(position: Json) -> str:
    """A position as text that is equal for equal games, whatever order lists without an order are written in."""
    players = {
        letter: {
            "faith": board["faith"],
            "tiles": board["tiles"],
            "layout": layout_of(board),
            "strongbox": nonzero(board.get("strongbox", {})),
            "slots": board["slots"],
            "pending": board.get("pending_resources", 0),
            **{key: sorted(board.get(key, [])) for key in ("hand", "played", "gone", "dealt")},
        }
        for letter, board in position["players"].items()
    }
    text: Json = {"players": players, "market": position["market"], "grid": position["grid"], "over": position["over"]}
    if not position["over"]:
        text |= {"turn": position["current"], "done": position["main_action_done"], "last": position["last_round"]}
    if "lorenzo" in position:
        stack = position["lorenzo"]["stack"]
        # Seven tokens have just been shuffled, in an order that nobody foresees.
        text["lorenzo"] = [position["lorenzo"][CROSS], sorted(stack) if len(stack) == len(TOKENS) else stack]
    return json.dumps(text, sort_keys=True)
