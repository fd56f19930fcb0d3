"""Games from positions in the notation: partial ones are filled up with defaults, impossible ones refused by field.

Pieces that are missing (students when the bag is given, coins, no-entry tiles) are out of the game, as puzzles need
it; pieces that are too many are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..contract import SEAT_LETTERS, InvalidPosition
from ..notation import Reader, read_draws, shown
from . import characters, const, ending, engine, names, rounds, setup
from .engine import Engine

PHASES = ("planning", "action", "over")
STEPS = tuple(names.STEPS.values())
STEP_NUMBERS = {name: number for number, name in names.STEPS.items()}


def load(position: Mapping[str, Any]) -> Engine:
    reader = Reader(position)
    reader.choice("game", ("eriantys",))
    players = reader.integer("players", 2, const.MOST_PLAYERS, 2)
    game = engine.empty(players, reader.flag("expert", False))
    read_draws(reader, game.draws)
    phase = reader.choice("phase", PHASES, "planning")
    read_ring(reader, game, running=phase != "over")
    read_boards(reader, game)
    read_expert(reader, game)
    read_flags(reader, game, phase)
    read_course(reader, game, phase)
    read_students(reader, game, phase)
    unfinished = reader.take("unfinished", None)
    reader.finish()
    if unfinished is not None:
        resume(Reader(unfinished, "unfinished"), game)
    if game.step == const.OVER:
        ending.compare(game)
    return game


# ---------------------------------------------------------------- the ring of islands


def read_ring(reader: Reader, game: Engine, running: bool) -> None:
    groups = read_groups(reader)
    group_of = {tile: group for group, tiles in enumerate(groups) for tile in tiles}
    game.groups = len(groups)
    game.size = padded([len(tiles) for tiles in groups], 0)
    game.first_tile = padded([tiles[0] for tiles in groups], 0)
    game.mother_nature = group_of[reader.integer("mother_nature", 1, const.ISLANDS, 1) - 1]
    students = [[0] * const.COLOURS for _ in range(const.ISLANDS)]
    owner = [const.NOBODY] * const.ISLANDS
    no_entry = [0] * const.ISLANDS
    for tile, value in reader.numbered("islands", 1, const.ISLANDS).items():
        island = Reader(value, f"islands.{tile}")
        group = group_of[tile - 1]
        counts = island.counts("students", names.COLOURS, const.STUDENTS_PER_COLOUR, {})
        students[group] = [a + b for a, b in zip(students[group], counts, strict=True)]
        no_entry[group] += island.integer("no_entry", 0, const.NO_ENTRY_TILES, 0)
        tower = island.take("tower", None)
        if tower is not None:
            side = names.TOWERS.index(island.as_choice("tower", tower, names.TOWERS[: game.sides]))
            if owner[group] not in (const.NOBODY, side):
                raise island.error("tower", f"the group has towers of {names.TOWERS[owner[group]]} already.")
            owner[group] = side
        island.finish()
    game.students, game.owner, game.no_entry = students, owner, no_entry
    for group, tiles in enumerate(groups):
        if len(tiles) > 1 and owner[group] == const.NOBODY:
            raise InvalidPosition("groups", f"Tiles {[tile + 1 for tile in tiles]} are joined but carry no tower.")
    count_towers(game, running)
    if running:
        check_running_ring(game)


def padded(values: list[int], with_what: int) -> list[int]:
    return values + [with_what] * (const.ISLANDS - len(values))


def read_groups(reader: Reader) -> list[list[int]]:
    """All groups as lists of tiles from 0, clockwise, in the order of their first tiles."""
    joined: set[int] = set()
    groups: list[list[int]] = []
    for entry in reader.items("groups", const.ISLANDS, []):
        if not isinstance(entry, list | tuple):
            raise reader.error("groups", f"{shown(entry)} is not a list of tiles.")
        tiles = {reader.as_integer("groups", tile, 1, const.ISLANDS) - 1 for tile in entry}
        if len(tiles) != len(entry) or tiles & joined:
            raise reader.error("groups", "A tile is named twice.")
        firsts = [tile for tile in tiles if (tile - 1) % const.ISLANDS not in tiles]
        if len(firsts) != 1:
            raise reader.error("groups", f"{shown(list(entry))} is not a row of neighbouring tiles.")
        joined |= tiles
        groups.append([(firsts[0] + i) % const.ISLANDS for i in range(len(tiles))])
    groups += [[tile] for tile in range(const.ISLANDS) if tile not in joined]
    return sorted(groups)


def count_towers(game: Engine, running: bool) -> None:
    """Reserves from the towers on the islands. A group short of towers counts as owned [RULING 5]."""
    whole = game.towers[0]
    towers = [whole] * game.sides + [0] * (const.MOST_SIDES - game.sides)
    for group in range(game.groups):
        if game.owner[group] != const.NOBODY:
            towers[game.owner[group]] -= game.size[group]
    for side in range(game.sides):
        if running and towers[side] <= 0:
            raise InvalidPosition("islands", f"{names.TOWERS[side]} has built all its towers: the game would be over.")
    if sum(reserve <= 0 for reserve in towers[: game.sides]) > 1:
        raise InvalidPosition("islands", "Two sides have built all their towers.")
    game.towers = [max(0, reserve) for reserve in towers]


def check_running_ring(game: Engine) -> None:
    if game.groups <= const.FEWEST_GROUPS:
        raise InvalidPosition("groups", f"With {game.groups} groups the game would be over.")
    for group in range(game.groups):
        right = (group + 1) % game.groups
        if game.owner[group] != const.NOBODY and game.owner[group] == game.owner[right]:
            tiles = f"{game.first_tile[group] + 1} and {game.first_tile[right] + 1}"
            raise InvalidPosition(
                "groups", f"Islands {tiles} are neighbours with the same towers: they would be joined."
            )


# ---------------------------------------------------------------- boards and characters


def read_boards(reader: Reader, game: Engine) -> None:
    entrance = [[0] * const.COLOURS for _ in range(const.MOST_PLAYERS)]
    dining = [[0] * const.COLOURS for _ in range(const.MOST_PLAYERS)]
    professor = [const.NOBODY] * const.COLOURS
    coins = [1 if game.expert and seat < game.players else 0 for seat in range(const.MOST_PLAYERS)]
    for seat, value in reader.by_seat("boards", game.players).items():
        board = Reader(value, f"boards.{SEAT_LETTERS[seat]}")
        entrance[seat] = board.counts("entrance", names.COLOURS, const.STUDENTS_PER_COLOUR, {})
        dining[seat] = board.counts("dining", names.COLOURS, const.TABLE_SEATS, {})
        for name in board.choices("professors", names.COLOURS, const.COLOURS, []):
            colour = names.COLOURS.index(name)
            if professor[colour] != const.NOBODY:
                raise board.error("professors", f"the {name} professor is held already.")
            professor[colour] = seat
        if board.has("coins"):
            need_expert(game, board, "coins")
            coins[seat] = board.integer("coins", 0, const.COINS)
        board.finish()
    game.entrance, game.dining, game.professor, game.coins = entrance, dining, professor, coins


def need_expert(game: Engine, reader: Reader, key: str) -> None:
    if not game.expert:
        raise reader.error(key, "belongs to the expert game.")


def read_expert(reader: Reader, game: Engine) -> None:
    for key in ("characters", "active_character", "character_used", "supply"):
        if reader.has(key):
            need_expert(game, reader, key)
    read_characters(reader, game)
    on_islands = sum(game.no_entry)
    if on_islands + game.card_no_entry > const.NO_ENTRY_TILES or (on_islands and not has_herbalist(game)):
        raise InvalidPosition("islands", f"There are {on_islands} no-entry tiles that character 5 does not have.")
    others = sum(game.coins) + sum(game.character_used)
    most = const.COINS - others
    if most < 0:
        raise InvalidPosition("boards", f"There are {others} coins, {const.COINS} at most are in the game.")
    game.supply = reader.integer("supply", 0, most, most) if game.expert else 0
    read_effect(reader, game)


def has_herbalist(game: Engine) -> bool:
    return characters.place_of(game, const.HERBALIST) != const.NOBODY


def read_characters(reader: Reader, game: Engine) -> None:
    given = sorted(reader.numbered("characters", 1, const.CHARACTERS).items())
    if len(given) > const.CHARACTERS_IN_PLAY:
        raise reader.error("characters", f"there are {len(given)}, {const.CHARACTERS_IN_PLAY} at most are in a game.")
    numbers, used = [0] * const.CHARACTERS_IN_PLAY, [0] * const.CHARACTERS_IN_PLAY
    students = [[0] * const.COLOURS for _ in range(const.CHARACTERS_IN_PLAY)]
    for place, (number, value) in enumerate(given):
        card = Reader(value, f"characters.{number}")
        numbers[place] = number
        used[place] = int(card.flag("used", False))
        room = setup.students_on(number)
        if room:
            students[place] = card.counts("students", names.COLOURS, room, {})
            if sum(students[place]) > room:
                raise card.error("students", f"there are {sum(students[place])}, {room} at most lie on it.")
        if number == const.HERBALIST:
            left = max(0, const.NO_ENTRY_TILES - sum(game.no_entry))
            game.card_no_entry = card.integer("no_entry", 0, const.NO_ENTRY_TILES, left)
        card.finish()
    game.character, game.character_used, game.card_students = numbers, used, students


def read_effect(reader: Reader, game: Engine) -> None:
    effect = reader.take("active_character", None)
    game.character_played = reader.flag("character_used", effect is not None)
    if effect is None:
        return
    active = Reader(effect, "active_character")
    game.effect = active.integer("number", 1, const.CHARACTERS)
    if game.effect == const.MUSHROOM_HUNTER:
        game.ignored_colour = names.COLOURS.index(active.choice("colour", names.COLOURS))
    elif game.effect not in (const.FARMER, const.MESSENGER, const.CENTAUR, const.KNIGHT):
        raise active.error("number", f"character {game.effect} has no effect that lasts for a turn.")
    active.finish()
    if not game.character_played:
        raise reader.error("character_used", "is false although a character is active.")


# ---------------------------------------------------------------- rounds, turns and hands


def read_flags(reader: Reader, game: Engine, phase: str) -> None:
    game.last_round = reader.flag("last_round", False)
    moved_given = reader.has("moved")
    step = reader.choice("step", STEPS, "students") if phase == "action" else ""
    game.clouds_short = reader.flag("clouds_short", step == "end")
    if step == "end" and not (game.expert and game.clouds_short):
        raise reader.error("step", "'end' exists only in an expert game whose clouds could not be filled.")
    if step == "cloud" and game.clouds_short:
        raise reader.error("step", "no cloud is taken in a round whose clouds could not be filled.")
    if phase == "action":
        game.step = STEP_NUMBERS[step]
        game.moved = game.per_turn
        if step == "students":
            game.moved = reader.integer("moved", 0, game.per_turn - 1, 0)
    elif phase == "over":
        game.step = const.OVER
    if moved_given and reader.has("moved"):
        raise reader.error("moved", "belongs to step 'students' of the action phase.")
    if phase != "action" and (game.effect != const.NOTHING or game.character_played) and phase == "planning":
        raise reader.error("character_used", "no character can have been used in the planning phase.")


def read_course(reader: Reader, game: Engine, phase: str) -> None:
    first_given = reader.has("first_player")
    game.first_player = reader.seat("first_player", game.players, 0)
    if phase == "planning":
        read_planning(reader, game, first_given)
    else:
        if reader.items("played", const.MOST_PLAYERS, []):
            raise reader.error("played", "is empty outside the planning phase.")
        read_order(reader, game, phase)
    read_hands(reader, game)


def read_planning(reader: Reader, game: Engine, first_given: bool) -> None:
    played: list[tuple[int, int]] = []
    for entry in reader.items("played", game.players - 1, []):
        if not isinstance(entry, list | tuple) or len(entry) != 2:
            raise reader.error("played", f"{shown(entry)} is not a pair of a player and a value.")
        seat = reader.as_seat("played", entry[0], game.players)
        played.append((seat, reader.as_integer("played", entry[1], 1, const.ASSISTANTS)))
    if not first_given and played:
        game.first_player = played[0][0]
    elif not first_given and reader.has("active"):
        game.first_player = reader.seat("active", game.players)
    assistant = [0] * const.MOST_PLAYERS
    for i, (seat, value) in enumerate(played):
        if seat != (game.first_player + i) % game.players:
            raise reader.error("played", "players follow each other clockwise from the first player.")
        assistant[seat] = value
    game.assistant = assistant
    game.turn = len(played)
    game.seat = (game.first_player + game.turn) % game.players
    if reader.seat("active", game.players, game.seat) != game.seat:
        raise reader.error("active", f"it is {SEAT_LETTERS[game.seat]} who plays an assistant now.")


def read_order(reader: Reader, game: Engine, phase: str) -> None:
    """Assistants of this round and the action order, each derived from the other where one is missing."""
    if phase == "over" and not reader.has("assistants"):
        if reader.has("order"):
            raise reader.error("order", "needs the assistants too.")
        return
    values = read_assistants(reader, game)
    clockwise = [(game.first_player + i) % game.players for i in range(game.players)]
    if reader.has("order"):
        order = [reader.as_seat("order", letter, game.players) for letter in reader.items("order", game.players)]
        if sorted(order) != sorted(clockwise):
            raise reader.error("order", "names every player once.")
        assign_missing(values, order, ascending=True)
    else:
        assign_missing(values, clockwise, ascending=False)
        order = sorted(clockwise, key=lambda seat: values[seat])
    if [values[seat] for seat in order] != sorted(values.values()):
        raise reader.error("order", "is not ascending by the assistants' values.")
    game.assistant = [values.get(seat, 0) for seat in range(const.MOST_PLAYERS)]
    game.order = order + [0] * (const.MOST_PLAYERS - game.players)
    if phase == "action":
        game.seat = reader.seat("active", game.players, order[0])
        game.turn = order.index(game.seat)
    else:
        game.turn = game.players


def read_assistants(reader: Reader, game: Engine) -> dict[int, int]:
    given = reader.by_seat("assistants", game.players)
    return {
        seat: reader.as_integer(f"assistants.{SEAT_LETTERS[seat]}", value, 1, const.ASSISTANTS)
        for seat, value in given.items()
    }


def assign_missing(values: dict[int, int], seats: list[int], ascending: bool) -> None:
    """Give each seat without an assistant the lowest value that nobody has; ascending: above the one before."""
    floor = 0
    for seat in seats:
        if seat not in values:
            free = [value for value in range(1, const.ASSISTANTS + 1) if value not in values.values() and value > floor]
            if not free:
                raise InvalidPosition("assistants", f"There is no value for {SEAT_LETTERS[seat]} that fits the order.")
            values[seat] = free[0]
        floor = values[seat] if ascending else 0


def read_hands(reader: Reader, game: Engine) -> None:
    hands = [const.FULL_HAND if seat < game.players else 0 for seat in range(const.MOST_PLAYERS)]
    given = reader.by_seat("hands", game.players)
    for seat in range(game.players):
        field = f"hands.{SEAT_LETTERS[seat]}"
        bit = 1 << (game.assistant[seat] - 1) if game.assistant[seat] else 0
        if seat not in given:
            hands[seat] &= ~bit
        else:
            hands[seat] = read_hand(reader, field, given[seat])
            if hands[seat] & bit:
                raise InvalidPosition(
                    field, f"{game.assistant[seat]} was played this round: it is no longer in the hand."
                )
        if game.step == const.PLANNING and not bit and not hands[seat]:
            raise InvalidPosition(field, "A player who still has to play an assistant needs one.")
    game.hand = hands


def read_hand(reader: Reader, field: str, value: object) -> int:
    if not isinstance(value, list | tuple):
        raise InvalidPosition(field, f"{shown(value)} is not a list.")
    hand = 0
    for card in value:
        bit = 1 << (reader.as_integer(field, card, 1, const.ASSISTANTS) - 1)
        if hand & bit:
            raise InvalidPosition(field, f"{card} is given twice.")
        hand |= bit
    return hand


# ---------------------------------------------------------------- clouds, bag, and the whole of the students


def read_students(reader: Reader, game: Engine, phase: str) -> None:
    clouds_given = reader.has("clouds")
    read_clouds(reader, game)
    elsewhere = list(
        map(sum, zip(*game.students, *game.entrance, *game.dining, *game.card_students, *game.clouds, strict=True))
    )
    bag_given = reader.has("bag")
    bag = reader.counts("bag", names.COLOURS, const.STUDENTS_PER_COLOUR, {})
    for colour, name in enumerate(names.COLOURS):
        left = const.STUDENTS_PER_COLOUR - elsewhere[colour]
        if bag[colour] > left:
            field = "bag" if bag_given else "boards"
            raise InvalidPosition(
                field, f"There are {elsewhere[colour] + bag[colour]} {name} students, 26 are in the game."
            )
        if not bag_given:
            bag[colour] = left
    game.bag = bag
    game.bag_total = sum(bag)
    if not clouds_given and phase != "over" and not game.clouds_short:
        for cloud in range(game.players if phase == "planning" else game.players - game.turn):
            rounds.fill(game, cloud)


def read_clouds(reader: Reader, game: Engine) -> None:
    clouds = [[0] * const.COLOURS for _ in range(const.MOST_PLAYERS)]
    for cloud, value in enumerate(reader.items("clouds", game.players, [])):
        counts = Reader({"students": value}, f"clouds[{cloud}]").counts("students", names.COLOURS, game.per_turn)
        if sum(counts) > game.per_turn:
            raise InvalidPosition(
                f"clouds[{cloud}]", f"there are {sum(counts)} students, {game.per_turn} at most lie on a cloud."
            )
        clouds[cloud] = counts
    game.clouds = clouds


def resume(reader: Reader, game: Engine) -> None:
    """Restore an action in the middle of it: the character is paid for, its choices are made again."""
    reader.take("action", None)  # for people: the decisions say it all
    decisions = reader.items("decisions", 2 * const.MOST_SWAPS)
    reader.finish()
    if game.step in (const.PLANNING, const.OVER) or not game.character_played or not decisions:
        raise reader.error("decisions", "only a character in use can be unfinished.")
    first = reader.as_integer("decisions", decisions[0], const.PLAY_CHARACTER, const.CHOOSE_COLOUR - 1)
    place = characters.place_of(game, first - const.PLAY_CHARACTER + 1)
    if place == const.NOBODY or not game.character_used[place] or not characters.possible(game, place):
        raise reader.error("decisions", f"decision {first} is not possible in this position.")
    characters.begin(game, place)
    for decision in decisions[1:]:
        if not game.apply(reader.as_integer("decisions", decision, 0, const.ACTIONS - 1)):
            raise reader.error("decisions", f"decision {decision} is not possible here.")
    if game.choosing == const.NOTHING:
        raise reader.error("decisions", "the action is finished.")
