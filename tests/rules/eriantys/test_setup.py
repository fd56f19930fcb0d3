"""§1 to §4: components, aim, set-up and the shape of a round."""

import pytest

from ludoteca import rules

from .positions import (
    COLOURS,
    TILES,
    Game,
    Json,
    board,
    dine,
    groups_of,
    holding,
    last_cloud,
    letters,
    mother_nature_step,
    owned,
    play,
    refused,
    send,
    take,
    total,
    turn,
    walk,
    winners,
)

PLAYERS = (2, 3, 4)
SEEDS = range(40)

# The table of §3.
CLOUD_STUDENTS = {2: 3, 3: 4, 4: 3}
ENTRANCE = {2: 7, 3: 9, 4: 7}
BAG_AFTER_FIRST_CLOUD_FILLING = {2: 100, 3: 81, 4: 80}
SUPPLY = {2: 18, 3: 17, 4: 16}
STUDENTS_ON_CARD = {1: 4, 7: 6, 11: 4}


def new(players: int = 2, *, expert: bool = False, seed: int = 1) -> Game:
    return rules.new("eriantys", players=players, expert=expert, seed=seed)


def everywhere(position: Json) -> list[dict[str, int]]:
    """Every place of a position that holds students."""
    return [
        position["bag"],
        *position["clouds"],
        *(entry["students"] for entry in position["islands"].values()),
        *(entry[room] for entry in position["boards"].values() for room in ("entrance", "dining")),
        *(entry.get("students", {}) for entry in position.get("characters", {}).values()),
    ]


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_1_components_are_twelve_tiles_and_26_students_of_each_colour(players: int, expert: bool) -> None:
    position = new(players, expert=expert).position()
    assert [group for group in groups_of(position) if len(group) == 1] == [[tile] for tile in TILES]
    for colour in COLOURS:
        assert sum(place.get(colour, 0) for place in everywhere(position)) == 26


@pytest.mark.parametrize(("value", "steps"), list(enumerate((1, 1, 2, 2, 3, 3, 4, 4, 5, 5), start=1)))
def test_1_an_assistant_allows_half_its_value_in_steps_rounded_up(value: int, steps: int) -> None:
    def before_moving() -> Game:
        assistants = {"A": value, "B": 10}
        return mother_nature_step(assistants=assistants, order=["A", "B"])

    for allowed in range(1, steps + 1):
        before_moving().perform(walk(allowed))
    assert refused(before_moving(), walk(steps + 1)) == "too_many_steps"


def test_2_aim_all_towers_of_a_side_win_at_once() -> None:
    # White has seven of eight towers on the islands and takes the eighth island.
    game = mother_nature_step(
        groups=[[3, 4, 5], [7, 8, 9, 10]],
        islands=owned("white", 3, 7) | {"12": {"students": {"red": 1}}},
        mother_nature=11,
        boards={"A": holding("red"), "B": holding("blue", "pink")},
    )
    game.perform(walk(1))
    assert winners(game) == "A"


def test_2_aim_otherwise_most_towers_on_the_islands_win_and_professors_only_break_ties() -> None:
    game = last_cloud(
        last_round=True,
        islands=owned("white", 1, 3) | owned("black", 5),
        boards={"B": holding("red", "blue", "pink")},
    )
    game.perform(take(2))
    assert winners(game) == "A"


def test_3_1_mother_nature_may_start_on_any_of_twelve_single_tiles() -> None:
    positions = [new(seed=seed).position() for seed in range(200)]
    assert all(position["groups"] == [] for position in positions)
    assert {position["mother_nature"] for position in positions} == set(TILES)


@pytest.mark.parametrize("players", PLAYERS)
def test_3_2_one_student_on_every_tile_but_mother_natures_and_the_opposite_one(players: int) -> None:
    for seed in SEEDS:
        position = new(players, seed=seed).position()
        start = position["mother_nature"]
        opposite = (start + 5) % 12 + 1
        for tile in TILES:
            expected = 0 if tile in (start, opposite) else 1
            assert total(position["islands"][str(tile)]["students"]) == expected


def test_3_2_the_ten_island_students_are_two_of_each_colour_at_random() -> None:
    layouts = set()
    for seed in SEEDS:
        islands = new(seed=seed).position()["islands"]
        for colour in COLOURS:
            assert sum(entry["students"].get(colour, 0) for entry in islands.values()) == 2
        layouts.add(str(islands))
    assert len(layouts) == len(SEEDS)


@pytest.mark.parametrize("players", PLAYERS)
def test_3_3_all_other_students_are_in_the_bag_but_for_entrances_and_clouds(players: int) -> None:
    # 106, 93 and 92 after set-up (§3); a new game has its first clouds filled already (§5.1).
    assert total(new(players).position()["bag"]) == BAG_AFTER_FIRST_CLOUD_FILLING[players]


@pytest.mark.parametrize("players", PLAYERS)
def test_3_4_clouds_boards_and_full_assistant_decks(players: int) -> None:
    position = new(players).position()
    assert [total(cloud) for cloud in position["clouds"]] == [CLOUD_STUDENTS[players]] * players
    assert set(position["boards"]) == set(position["hands"]) == set(letters(players))
    assert all(hand == list(range(1, 11)) for hand in position["hands"].values())
    assert all("tower" not in entry for entry in position["islands"].values())


@pytest.mark.parametrize("players", PLAYERS)
def test_3_5_entrances_are_drawn_and_professors_are_held_by_nobody(players: int) -> None:
    game = new(players)
    for player in letters(players):
        assert total(board(game, player)["entrance"]) == ENTRANCE[players]
        assert board(game, player)["dining"] == {}
        assert board(game, player)["professors"] == []


@pytest.mark.parametrize("players", PLAYERS)
def test_3_6_the_first_player_is_chosen_at_random(players: int) -> None:
    games = [new(players, seed=seed) for seed in SEEDS]
    assert {game.position()["first_player"] for game in games} == set(letters(players))
    assert all("ABCD"[game.seat] == game.position()["first_player"] for game in games)


@pytest.mark.parametrize("players", PLAYERS)
def test_3_6_the_first_player_can_be_named_by_seat_or_letter(players: int) -> None:
    for seat, letter in enumerate(letters(players)):
        for first in (seat, letter):
            game = rules.new("eriantys", players=players, expert=False, seed=5, first=first)
            assert game.seat == seat
            assert game.position()["first_player"] == letter


def test_3_the_same_seed_gives_the_same_game() -> None:
    assert new(4, expert=True, seed=9).position() == new(4, expert=True, seed=9).position()
    assert new(4, expert=True, seed=9).position() != new(4, expert=True, seed=10).position()


def test_3_expert_three_different_characters_of_all_twelve() -> None:
    seen: set[int] = set()
    for seed in SEEDS:
        characters = new(expert=True, seed=seed).position()["characters"]
        assert len(characters) == 3
        assert all(entry["used"] is False for entry in characters.values())
        seen |= {int(number) for number in characters}
    assert seen == set(range(1, 13))


@pytest.mark.parametrize("players", PLAYERS)
def test_3_expert_one_coin_each_and_the_rest_in_the_supply(players: int) -> None:
    position = new(players, expert=True).position()
    assert [entry["coins"] for entry in position["boards"].values()] == [1] * players
    assert position["supply"] == SUPPLY[players]


def test_3_expert_students_and_no_entry_tiles_on_the_cards() -> None:
    seen: set[int] = set()
    for seed in SEEDS:
        position = new(expert=True, seed=seed).position()
        on_cards = 0
        for key, entry in position["characters"].items():
            number = int(key)
            seen.add(number)
            assert total(entry.get("students", {})) == STUDENTS_ON_CARD.get(number, 0)
            assert entry.get("no_entry", 0) == (4 if number == 5 else 0)
            on_cards += STUDENTS_ON_CARD.get(number, 0)
        assert total(position["bag"]) == BAG_AFTER_FIRST_CLOUD_FILLING[2] - on_cards
    assert {1, 5, 7, 11} <= seen


def test_3_basic_game_has_neither_coins_nor_characters() -> None:
    position = new().position()
    assert not {"characters", "active_character", "character_used", "supply"} & set(position)
    assert all("coins" not in entry for entry in position["boards"].values())


def test_4_a_round_is_a_planning_phase_and_an_action_phase_and_rounds_repeat() -> None:
    game = rules.new("eriantys", players=2, seed=3, first="A")
    # When both have played an assistant, then both take a turn of three steps ...
    for value in (4, 3):
        assert game.position()["phase"] == "planning"
        game.perform(play(value))
    for player in "BA":
        for _ in range(3):
            assert (game.position()["active"], game.position()["step"]) == (player, "students")
            game.perform(send(next(iter(board(game, player)["entrance"])), 1))
        assert game.position()["step"] == "mother_nature"
        game.perform(walk(1))
        assert game.position()["step"] == "cloud"
        game.perform(take(1 if player == "B" else 2))
    # ... and then the next round begins.
    position = game.position()
    assert position["phase"] == "planning"
    assert [total(cloud) for cloud in position["clouds"]] == [3, 3]
    assert position["hands"] == {"A": [1, 2, 3, 5, 6, 7, 8, 9, 10], "B": [1, 2, 4, 5, 6, 7, 8, 9, 10]}


def test_4_a_game_starts_with_the_planning_phase() -> None:
    game = new()
    assert game.position()["phase"] == "planning"
    assert refused(game, dine("red")) == "wrong_phase"
    assert refused(turn(), play(1)) == "wrong_phase"
