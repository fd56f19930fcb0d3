"""§13 and §14: what holds at every moment of every game, watched over random games of every kind."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from ludoteca import rules

from .positions import COINS, COLOURS, STUDENTS_OF_A_COLOUR, Json, groups_of, letters, total

KINDS = [(players, expert) for players in (2, 3, 4) for expert in (False, True)]
GAMES_OF_A_KIND = 3
BATCH = 0  # a longer proof plays others

TOWERS = {2: 8, 3: 6, 4: 8}
MOVES = {2: 3, 3: 4, 4: 3}
ENTRANCE = {2: 7, 3: 9, 4: 7}

every_kind = pytest.mark.parametrize(("players", "expert"), KINDS)


@cache
def histories(players: int, expert: bool) -> list[list[Json]]:
    """The positions of some random games, move by move, the last one over."""
    games = []
    for number in range(BATCH * GAMES_OF_A_KIND, (BATCH + 1) * GAMES_OF_A_KIND):
        random = Random(f"{players} players, {expert=}, game {number}")
        game = rules.new("eriantys", players=players, expert=expert, seed=random.getrandbits(64))
        history = [game.position()]
        while not game.over:
            game.apply(random.choice(game.legal_actions()))
            history.append(game.position())
        games.append(history)
    return games


def positions(players: int, expert: bool) -> Iterator[Json]:
    for history in histories(players, expert):
        yield from history


def settled(players: int, expert: bool) -> Iterator[Json]:
    """Positions in which no composite action is under way."""
    return (position for position in positions(players, expert) if "unfinished" not in position)


def count_of(position: Json, colour: str) -> int:
    """How many students of a colour there are, wherever they are."""
    places = [position["bag"], *position["clouds"]]
    places += [entry["students"] for entry in position["islands"].values()]
    places += [board[room] for board in position["boards"].values() for room in ("entrance", "dining")]
    places += [card.get("students", {}) for card in position.get("characters", {}).values()]
    return sum(place.get(colour, 0) for place in places)


@every_kind
def test_13_1_there_are_26_students_of_each_colour(players: int, expert: bool) -> None:
    for position in positions(players, expert):
        for colour in COLOURS:
            assert count_of(position, colour) == STUDENTS_OF_A_COLOUR


@every_kind
def test_13_2_no_side_has_more_towers_out_than_it_owns_and_free_groups_are_single_tiles(
    players: int, expert: bool
) -> None:
    for position in positions(players, expert):
        out = dict.fromkeys(("white", "black", "grey"), 0)
        for tiles in groups_of(position):
            tower = position["islands"][str(tiles[0])].get("tower")
            assert tower is not None or len(tiles) == 1
            if tower is not None:
                out[tower] += len(tiles)
        if position["phase"] != "over":
            assert max(out.values()) < TOWERS[players]
        assert players == 3 or out["grey"] == 0


@every_kind
def test_13_2_every_tile_belongs_to_one_group_that_is_written_once(players: int, expert: bool) -> None:
    for position in positions(players, expert):
        tiles = groups_of(position)
        assert sorted(tile for group in tiles for tile in group) == list(range(1, 13))
        assert {str(group[0]) for group in tiles} == set(position["islands"])
        for group in tiles:
            assert all(after == before % 12 + 1 for before, after in pairwise(group))


@every_kind
def test_13_3_neighbours_never_carry_the_same_colour(players: int, expert: bool) -> None:
    for position in positions(players, expert):
        if position["phase"] == "over":
            continue
        # Sorted by first tile, a group that lies over tile 12 comes last: the list is the circle in both cases.
        owners = [position["islands"][str(group[0])].get("tower") for group in groups_of(position)]
        for one, other in pairwise([*owners, owners[0]]):
            assert one is None or one != other


@pytest.mark.parametrize("players", [2, 3, 4])
def test_13_4_coins_and_no_entry_tiles_are_conserved(players: int) -> None:
    for position in positions(players, expert=True):
        on_cards = sum(card["used"] for card in position["characters"].values())
        with_players = sum(board["coins"] for board in position["boards"].values())
        assert position["supply"] + with_players + on_cards == COINS
        assert min(board["coins"] for board in position["boards"].values()) >= 0
        no_entry = sum(entry.get("no_entry", 0) for entry in position["islands"].values())
        no_entry += sum(card.get("no_entry", 0) for card in position["characters"].values())
        assert no_entry == (4 if "5" in position["characters"] else 0)


@every_kind
def test_13_5_each_professor_has_one_holder_and_never_returns_to_the_middle(players: int, expert: bool) -> None:
    ever_held: set[str] = set()
    for history in histories(players, expert):
        before: set[str] = set()
        for position in history:
            held = [colour for board in position["boards"].values() for colour in board["professors"]]
            assert len(held) == len(set(held))
            assert before <= set(held)
            before = set(held)
        ever_held |= before
    assert ever_held  # in some game; a short one may end without any


@every_kind
def test_13_6_the_entrance_is_full_before_a_turn_and_short_of_the_moves_after_them(players: int, expert: bool) -> None:
    full = ENTRANCE[players]
    for position in settled(players, expert):
        for player, board in position["boards"].items():
            inside = total(board["entrance"])
            if position["phase"] == "planning":
                assert inside == full
            elif position["phase"] == "action":
                turn = position["order"].index(player) - position["order"].index(position["active"])
                if turn > 0:
                    assert inside == full
                elif turn < 0:
                    assert inside == full - (MOVES[players] if position["clouds_short"] else 0)
                elif position["step"] == "students":
                    assert inside == full - position["moved"]
                else:
                    assert inside == full - MOVES[players]


@every_kind
def test_13_7_a_table_has_0_to_10_students(players: int, expert: bool) -> None:
    for position in positions(players, expert):
        for board in position["boards"].values():
            assert all(0 < count <= 10 for count in board["dining"].values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_13_8_between_turns_no_turn_effect_is_active(players: int) -> None:
    changes = 0
    for history in histories(players, expert=True):
        for before, after in pairwise(history):
            if after["phase"] == "planning" or before.get("active") != after.get("active"):
                changes += 1
                if after["phase"] != "over":
                    assert after["active_character"] is None
                    assert after["character_used"] is False
    assert changes > 0


# §14 as (phase or step) -> what may follow.
BASIC_MACHINE = {
    "planning": {"planning", "students"},
    "students": {"students", "mother_nature"},
    "mother_nature": {"cloud", "students", "over"},
    "cloud": {"students", "planning", "over"},
}
# A character may be used in every step and leads back to it, or ends the game.
EXPERT_MACHINE = {
    "planning": {"planning", "students"},
    "students": {"students", "mother_nature", "over"},
    "mother_nature": {"mother_nature", "cloud", "end", "over"},
    "cloud": {"cloud", "students", "planning", "over"},
    "end": {"end", "students", "over"},
}


def state(position: Json) -> str:
    return str(position["step"] if position["phase"] == "action" else position["phase"])


@every_kind
def test_14_state_machine(players: int, expert: bool) -> None:
    machine = EXPERT_MACHINE if expert else BASIC_MACHINE
    for history in histories(players, expert):
        for before, after in pairwise(history):
            assert state(after) in machine[state(before)]
            if state(before) == "mother_nature" and state(after) == "students":
                # In the basic game the turn ends by itself, but only where the cloud step is left out (§6.5).
                assert before["clouds_short"]
            if state(after) == "end":
                assert before["clouds_short"]
        assert history[0]["phase"] == "planning"
        assert history[-1]["phase"] == "over"


@every_kind
def test_14_in_every_state_exactly_one_seat_decides_until_the_game_is_over(players: int, expert: bool) -> None:
    for position in positions(players, expert):
        game = rules.load(position)
        if position["phase"] == "over":
            assert (game.seat, game.legal_actions()) == (-1, [])
            assert game.winners
        else:
            assert letters(players)[game.seat] == position["active"]
            assert game.legal_actions()
            assert game.winners == frozenset()
