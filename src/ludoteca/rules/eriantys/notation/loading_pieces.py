"""Where the pieces of a loaded position lie: the ring of islands, boards, characters, clouds and the bag."""

from __future__ import annotations

from ludoteca.rules.contract import SEAT_LETTERS, InvalidPosition
from ludoteca.rules.notation import Reader, shown

from ..engine import characters, const, rounds, setup
from ..engine.engine import Engine
from . import names


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
        last_round = game.last_round
        for cloud in range(game.players if phase == "planning" else game.players - game.turn):
            rounds.fill(game, cloud)
        if phase == "action":  # flags are believed as given: what was drawn here lay there before
            game.last_round, game.clouds_short = last_round, False


def read_clouds(reader: Reader, game: Engine) -> None:
    clouds = [[0] * const.COLOURS for _ in range(const.MOST_PLAYERS)]
    for cloud, value in enumerate(reader.items("clouds", game.players, [])):
        counts = Reader(value, f"clouds[{cloud}]").amounts(names.COLOURS, game.per_turn)
        if sum(counts) > game.per_turn:
            raise InvalidPosition(
                f"clouds[{cloud}]", f"there are {sum(counts)} students, {game.per_turn} at most lie on a cloud."
            )
        clouds[cloud] = counts
    game.clouds = clouds
